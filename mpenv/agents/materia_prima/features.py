"""Features of an answer: whole numbers, in hundredths of what their descriptions say."""

FEATURES = {
    "plan": "it is what the player's own plan does next",
    "hurry": "the same, times the share of the actions left that the player's jobs will take",
    "goal": "units of a goal of the mission that it makes or brings near: things made, towns served, odds to fell prey",
    "craft": "the level of what it transmutes, and one",
    "study": "it draws recipes",
    "serve": "the points of a town mission that it fulfils",
    "gather": "it takes or mines what the player's job lacks",
    "hoard": "the level of an element that it takes, mines or keeps",
    "part": "the level of an element that it puts down, pays or gives away",
    "share": "it mines what another lacks, gives it to him or lays it down at his tower",
    "visit": "steps saved to the tower of one who lacks something, or to the nearest other alchemist",
    "home": "steps saved to the own tower",
    "town": "steps saved to the nearest open town",
    "mine": "steps saved to the nearest mine of what is lacked, or of anything",
    "prey": "steps saved to the nearest inquisitor",
    "odds": "the chance of the attack",
    "attack": "it attacks",
    "peril": "how much likelier it makes it that the figure is felled tonight",
    "noise": "alarm markers beside the hex that it enters",
    "stop": "it ends the turn: the more, the fewer actions it leaves unused",
    "travel": "it sails, or buys from a town",
    "tidy": "it rearranges, drops or converts",
    "consent": "it says yes",
    "decline": "it says no, or is done with what was begun",
}

(
    PLAN, HURRY, GOAL, CRAFT, STUDY, SERVE, GATHER, HOARD, PART, SHARE, VISIT, HOME, TOWN, MINE, PREY, ODDS, ATTACK,
    PERIL, NOISE, STOP, TRAVEL, TIDY, CONSENT, DECLINE,
) = range(len(FEATURES))  # fmt: skip
ONE = 100  # hundredths in a whole
