"""Prints the moves of a short game of the expert team; run in processes that differ in what must not matter."""

from mpenv import agents
from mpenv.worlds.materia_prima.game import Game

EXPERT = "mpenv.agents.materia_prima.scripted:Expert"
HERMIT = "mpenv.agents.materia_prima.scripted:Hermit"
BUSY = "mpenv.agents.materia_prima.scripted:Busy"


def team_of(code: str, seats: int) -> list[agents.Agent]:
    team = [agents.make(code) for _ in range(seats)]
    for seat, one in enumerate(team):
        one.reset(seat, 0)
    return team


def moves(game: Game, code: str) -> list[str]:
    """The moves of a whole game in which every seat has the same kind of player."""
    team, played = team_of(code, game.seats), []
    while game.seat is not None:
        action = team[game.seat].act(game.view(game.seat))
        played.append(game.words(action))
        game.apply(action)
    return played


if __name__ == "__main__":
    print("\n".join(moves(Game("drill-hunt", seed=3), EXPERT)))
