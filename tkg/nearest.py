"""The declared predicate that is nearest in meaning to another name: a proposal, never a decision.

The vectors of the built-in embedder put "employer_of", which is the other direction, nearer to `works_for` (0.98) than
"employed_at" (0.97), and 曾就职于, used to work for (0.96), nearer than 就职公司, employer (0.94). No threshold parts
them (`benchmarks/predicates.py` has the figures), and a wrong map is a wrong fact in every claim of that name. So a
name that the file does not know stays as it is, and what is nearest is shown to whoever settles it, with its score.

A predicate is as near as the nearest of its names, in either direction: its own, and every one that is mapped to it.
Only those count that can take such a subject and such a value, so that no number is taken for a place to live in.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tkg.embed import Embedder, Vectors, unit_vectors
from tkg.kinds import kind_problem
from tkg.names import Names
from tkg.ontology import Predicate
from tkg.spelling import in_words
from tkg.values import Entity, Text, Value


@dataclass(frozen=True, slots=True)
class Near:
    """A declared predicate, whether subject and value change places in it, and the cosine of the two names."""

    predicate: str
    flip: bool
    score: float

    def to_dict(self) -> dict[str, Any]:
        """The proposal as JSON values."""
        return {"predicate": self.predicate, "flip": self.flip, "score": round(self.score, 3)}


class Way(NamedTuple):
    """A declared predicate in one direction, and the names that it has there."""

    predicate: Predicate
    flip: bool
    names: tuple[str, ...]

    def takes(self, subject: Value | None, value: Value | None) -> bool:
        """Whether it can be said of these; None is not known."""
        if self.flip:
            if value is not None and (isinstance(value, Text) or not isinstance(value, str | Entity)):
                return False
            subject, value = value, subject
        return _fits(self.predicate.subject, None, subject) and _fits(self.predicate.object, self.predicate.unit, value)


def declared_ways(names: Names, upto: int) -> list[Way]:
    """What is declared as of a place of the log."""
    found: dict[tuple[int, bool], list[str]] = {}
    for predicate, name in names.all_predicates():
        root, flip = names.predicate(predicate, upto)
        if names.is_declared(root, upto):
            found.setdefault((root, flip), []).append(name)
    return [Way(names.typed(root, upto), flip, tuple(called)) for (root, flip), called in found.items()]


class Nearest:
    """Looks for the nearest of `ways` with an embedder, which is asked for each name once, when it is first needed."""

    def __init__(self, ways: Sequence[Way], embedder: Embedder) -> None:
        self._ways, self._embedder = ways, embedder
        self._vectors: dict[str, Vectors] = {}

    def to(self, said: str, subject: Value | None = None, value: Value | None = None) -> Near | None:
        """The nearest that can take `subject` and `value`, None if there is none; of two as near, the first.

        Raises EmbedderError, BadEmbedding.
        """
        ways = [way for way in self._ways if way.takes(subject, value)]
        if not ways:
            return None
        (asked,) = self._embedded([said])
        scores = [float(np.max(self._embedded(way.names) @ asked)) for way in ways]
        best = int(np.argmax(scores))
        return Near(ways[best].predicate.name, ways[best].flip, scores[best])

    def embed(self, said: Iterable[str]) -> None:
        """Embed these names and all that they are compared with in one call, instead of each when it is needed."""
        self._embedded([*said, *(name for way in self._ways for name in way.names)])

    def _embedded(self, names: Sequence[str]) -> Vectors:
        """The vectors of some names, a row each."""
        texts = [in_words(name) for name in names]
        fresh = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if fresh:
            # As questions on both sides: these are two of a kind, not an answer and what asks for it.
            rows = unit_vectors(self._embedder.questions(fresh), fresh, self._embedder)
            self._vectors.update(zip(fresh, rows, strict=True))
        return np.stack([self._vectors[text] for text in texts])


def _fits(kind: str, unit: str | None, value: Value | None) -> bool:
    return value is None or kind_problem(kind, unit, value) is None
