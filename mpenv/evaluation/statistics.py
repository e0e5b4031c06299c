"""Shares with confidence intervals, as reports show them."""

from mpenv.intervals import SURE as SURE
from mpenv.intervals import wilson as wilson
