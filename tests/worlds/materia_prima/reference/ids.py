"""The numbers of the answers: one flat list for every seat, team and pack."""

END = 0
NO = 1
YES = 2
MOVE = 3  # figure * 6 + direction
MINE = 27  # figure
DROP = 31
PICK = 35
MISSION = 39
EXCHANGE = 43
FIGHT = 47  # figure * 6 + display slot * 2 + which of its figures
CONVERT = 71  # conversion
TRANSMUTE = 87  # pool slot, or PRIVATE
EQUIP = 100
RESEARCH = 101  # deck
BUY = 104
SAIL = 105  # town
WHO = 108  # nth player * 4 + figure
PUT = 124  # element
TAKE = 140  # element
STORE = 156  # alchemist, tower, homunculus 1-3
COMPONENT = 161  # homunculus 1-3, then items, then fragments
CARD = 182  # pool slot, the new card, drawn cards
POINTS = 199  # points - 1, of 1 to 3; the answers for more are those of cards, from 4
COLUMN = 202
ROW = 218
LAST = 233

PRIVATE = 12  # the slot after the twelve of the pool
NEW_CARD = CARD + 12
DRAWN = CARD + 13
ITEM = COMPONENT + 3
FRAGMENT = COMPONENT + 15
