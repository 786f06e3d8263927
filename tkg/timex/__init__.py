"""Time words: find them in a sentence, and anchor them to the moment at which they were said."""

from tkg.timex.anchor import anchor, scan
from tkg.timex.anchored import Anchored, Bounds, Grain, Kind, Prefer, interval_text
from tkg.timex.meaning import Conventions

__all__ = ["Anchored", "Bounds", "Conventions", "Grain", "Kind", "Prefer", "anchor", "interval_text", "scan"]
