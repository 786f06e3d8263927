"""One question as of one point: what is asked, of what, and which entities it names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TypeAlias

import numpy as np

from tkg import fusion
from tkg.candidates import Candidates, Passage
from tkg.entry_table import Kind
from tkg.fulltext import Words
from tkg.intervals import Stretch
from tkg.lexical import Lexical
from tkg.question import Question
from tkg.reader import Rectangle
from tkg.word_index import Size, WordIndex

Found: TypeAlias = list[Rectangle] | Passage | int
"""What a candidate is: the believed stretches of a fact, a passage, or the term of an entity."""

_PARTLY = 20
"""Entities that have some words of the question and are looked at."""

_ALIKE = 0.5
"""How much of a name has to be said for its entity to be meant."""

_COUNTED = 1_000
"""Up to how many facts of an entity are counted: it says next to nothing long before."""


@dataclass(frozen=True, slots=True)
class Meant:
    """The vector of a question, and the name of its embedder: it says nothing among the vectors of another."""

    vector: np.ndarray
    embedder: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with what each signal adds to it."""

    kind: Kind
    entry: int
    what: Found
    parts: Mapping[str, float]
    score: float


@dataclass(frozen=True)
class Search:
    """One question, as of one point. `named` are the stretches of time that it names; `now` is the valid instant at
    which a fact is current; `count` is how many hits are wanted; `weights` are those of the signals,
    `size_of` tells how many entries there are."""

    question: Question
    candidates: Candidates
    vector: Meant | None
    named: tuple[Stretch, ...]
    now: int
    count: int
    weights: Mapping[str, float]
    size_of: Callable[[WordIndex, Kind], Size]

    def lexical(self, kind: Kind, words: Words) -> Lexical:
        """Some words against the entries of a kind."""
        index = self.candidates.words
        return Lexical(index, kind, words, self.size_of(index, kind))

    @cached_property
    def entities(self) -> dict[int, float]:
        """The entities that the question names: their terms, with how much of the name is said."""
        candidates = replace(self.candidates, kept={})
        named = candidates.by_name(self.question.names)
        outermost = set(self.question.outermost(name for _, name in named))
        likeness = {entry: 1.0 for entry, name in named if name in outermost}
        lexical = self.lexical(Kind.ENTITY, self.question.words)
        partly = candidates.entities(islice(lexical.ordered, _PARTLY))
        for entry, term in partly.items():
            share = self.question.share(str(self.candidates.reader.store.terms.value(term)))
            if share >= _ALIKE:
                likeness.setdefault(entry, share)
        return {term: likeness[entry] for entry, term in candidates.entities(likeness).items()}

    @cached_property
    def meant(self) -> dict[int, float]:
        """The same, for how much each counts: less, the more is known of it. The strongest first."""
        counted = {term: self.damped(similarity, term) for term, similarity in self.entities.items()}
        return dict(sorted(counted.items(), key=lambda pair: -pair[1]))

    def damped(self, similarity: float, term: int) -> float:
        """What is said through an entity: less, the more is known of it."""
        return fusion.by_entity(similarity, self.candidates.count_about(term, _COUNTED))
