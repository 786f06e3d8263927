"""Time words: find them in a sentence, and anchor them to the moment at which they were said."""

from tkg.timex.anchor import Anchored, Span, anchor, find
from tkg.timex.grammar import Tense

__all__ = ["Anchored", "Span", "Tense", "anchor", "find"]
