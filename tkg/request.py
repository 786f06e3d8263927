"""What a search is asked for, besides the point in time, and whether it can be meant."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from tkg.entry_table import Kind
from tkg.errors import InputError
from tkg.fusion import WEIGHTS
from tkg.terms import storable

What: TypeAlias = Literal["facts", "episodes", "entities", "all"]
"""The kinds of hits that can be looked for."""

KINDS: Mapping[str, tuple[Kind, ...]] = {
    "facts": (Kind.FACT,),
    "episodes": (Kind.PASSAGE,),
    "entities": (Kind.ENTITY,),
    "all": (Kind.FACT, Kind.PASSAGE, Kind.ENTITY),
}
Reranker: TypeAlias = Callable[[str, Sequence[str]], Sequence[float]]
"""Scores texts against a question, larger is better."""

HEAVIEST = 1_000_000
"""The largest weight: no other signal counts beside it, and sums of such weights are still numbers."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a search is asked for, besides the point in time."""

    text: str
    count: int = 10
    what: What = "facts"
    filters: Mapping[str, Any] | None = None
    threshold: float = 0.0
    explain: bool = False
    reranker: Reranker | None = None
    embed: bool = True
    weights: Mapping[str, float] | None = None

    def check(self) -> None:
        """Raise InputError for what cannot be meant."""
        if not isinstance(self.text, str) or not self.text.strip():
            raise InputError(f"search for {self.text!r}: give it some words to look for")
        storable(self.text, "the question")
        if isinstance(self.count, bool) or not isinstance(self.count, int) or self.count < 1:
            raise InputError(f"k={self.count!r}: how many hits, a number of at least 1")
        if self.what not in KINDS:
            raise InputError(f"what={self.what!r}: use {', '.join(KINDS)}")
        if not _is_number(self.threshold, 1):
            raise InputError(f"threshold={self.threshold!r}: the least score of a hit, a number from 0 to 1")
        weights = {} if self.weights is None else self.weights
        if not isinstance(weights, Mapping):
            raise InputError(f"weights={weights!r}: a mapping of signals, {', '.join(WEIGHTS)}, to numbers")
        for name, weight in weights.items():
            if name not in WEIGHTS or not _is_number(weight, HEAVIEST):
                raise InputError(
                    f"weights={{{name!r}: {weight!r}}}: numbers from 0 to {HEAVIEST:,} for {', '.join(WEIGHTS)}"
                )


def _is_number(given: object, most: float) -> bool:
    return isinstance(given, (int, float)) and not isinstance(given, bool) and 0 <= given <= most
