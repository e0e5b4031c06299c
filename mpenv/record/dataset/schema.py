"""Arrays of a shard, `shard-00000.npz`; numpy alone can open every one."""

from typing import NamedTuple


class Array(NamedTuple):
    """Type, shape and meaning of an array."""

    kind: str
    shape: str
    meaning: str


ROWS = {
    "observation": Array(
        "uint8", "rows, bytes", "what the asked seat saw, as codes of `weight` bits, lowest bit first"
    ),
    "mask": Array("uint8", "rows, bytes", "a bit for each action id: might it be played? lowest bit first"),
    "action": Array("uint8", "rows", "the action that was played (uint16 in worlds with more than 256)"),
    "return": Array("float32", "rows", "the rewards from here to the end of the game, undiscounted, of the asked seat"),
    "seat": Array("uint8", "rows", "the seat that was asked"),
    "game": Array("int32", "rows", "the number of the game in the dataset"),
    "ply": Array("int32", "rows", "how many actions were played before in this game"),
}
TABLES = {
    "base": Array("float32", "columns", "the observation of columns that never change in this shard"),
    "column": Array("int32", "coded", "the columns that change, each with a code of its own"),
    "bit": Array("int32", "coded", "the bit at which the code of a column begins"),
    "weight": Array("uint8", "bits", "what each bit is worth in its code"),
    "first": Array("int32", "coded", "where the values of a column begin in `value`; the code is the place behind it"),
    "value": Array("float32", "values", "the values of all columns that change, column by column"),
}
GAMES = {
    "seed": Array("uint64", "games", "the seed of the game"),
    "options": Array("int32", "games", "its options, as their place in `options` of the manifest"),
    "outcome": Array("uint8", "games", "how it ended, as the place in `outcomes` of the manifest; 0: it was cut"),
    "plies": Array("int32", "games", "how many actions were played"),
    "day": Array("int32", "games", "the day on which it ended"),
    "result": Array("float32", "games", "what the end was worth to the team"),
    "fingerprint": Array("text", "games", "of the situation in which it ended"),
    "offset": Array("int64", "games", "its first row in this shard"),
}
KEYS = {
    "format": "of the dataset",
    "world": "the game that was played",
    "version": "of that world; it rises when actions, observations, rewards or rules change",
    "mpenv": "the version of this package",
    "identity": "the pack and its hash, one for each of `options`",
    "options": "the options of the games without their seed; game k has those at place k modulo how many there are",
    "agents": "the code of the agent on each seat",
    "seed": "of the first game; game k has seed + k",
    "games": "how many games are recorded; null: as many as there are",
    "shard": "games in a shard; the last one may have fewer",
    "max_plies": "games were cut after so many actions; 0: never",
    "encoder": "the encoder of the observations with name, size and meaning of its fields; `parts` with name, type and "
    "shape, one behind the other in a row, where an observation is a dict of arrays",
    "actions": "the number of action ids",
    "outcomes": "the words for `outcome`",
    "arrays": "this table, in words",
}


def descriptions() -> dict[str, str]:
    """Every array of a shard with its description."""
    return {name: f"{one.kind}[{one.shape}]: {one.meaning}" for name, one in {**ROWS, **TABLES, **GAMES}.items()}


def page() -> str:
    """Tables of docs/datasets.md."""
    parts = ["| key of `dataset.json` | meaning |\n|---|---|"]
    parts[0] += "".join(f"\n| `{name}` | {meaning} |" for name, meaning in KEYS.items())
    for title, arrays in (("a row a decision", ROWS), ("tables of the observation", TABLES), ("one a game", GAMES)):
        lines = [f"| array, {title} | type | shape | meaning |", "|---|---|---|---|"]
        lines += [f"| `{name}` | {one.kind} | {one.shape} | {one.meaning} |" for name, one in arrays.items()]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


if __name__ == "__main__":
    print(page())
