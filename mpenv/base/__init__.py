"""Worlds, games and views that follow from a record and the rules of a world, for worlds to inherit from.

`RecordWorld` says what a world has to fill in. The conventions of its state record:

- `seed` is the seed of the game; chance is drawn from it by the rules.
- Fields that state and setup have in common are copied by the rule `start` and stay as they are.
- What stands from the field `logged` on is no part of the situation: `event[:logged]` are the rows of numbers that
  the last step left for replays and for `World.events`.
"""

from mpenv.base.game import RecordGame
from mpenv.base.view import RecordView
from mpenv.base.world import Printed, RecordWorld, records

__all__ = ["Printed", "RecordGame", "RecordView", "RecordWorld", "records"]
