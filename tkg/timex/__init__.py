"""Time words: find them in a sentence, and anchor them to the moment at which they were said."""

from tkg.timex.anchor import anchor
from tkg.timex.anchored import Anchored, Bounds, Grain, Kind, Prefer, interval_text
from tkg.timex.meaning import Conventions
from tkg.timex.numbers import date_order
from tkg.timex.scan import scan

__all__ = [
    "Anchored",
    "Bounds",
    "Conventions",
    "Grain",
    "Kind",
    "Prefer",
    "anchor",
    "date_order",
    "interval_text",
    "scan",
]
