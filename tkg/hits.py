"""What a search hands out: facts, episodes and entities, each with its score, and what the search went without."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias, overload

from tkg.asking import Asked
from tkg.facts import Fact, jsonable
from tkg.values import Value


@dataclass(frozen=True, slots=True)
class FactHit:
    """A fact that was found, with the interval over which it is believed.

    `is_current` says whether it holds now (an event: whether it has happened), as known at the moment of the search.
    `superseded_by` is what holds now in its slot, where that is something else; `also` the other stretches of the time
    asked about over which the same is believed. `signals` is what each signal adds to the score (see `tkg.fusion`),
    with `explain=True`, and `slot` what it is raised by to come before such a one. Of a fact found through an episode
    the score is 0.
    """

    fact: Fact
    is_current: bool
    superseded_by: Fact | None = None
    also: tuple[Fact, ...] = ()
    score: float = 0.0
    signals: Mapping[str, float] = field(default_factory=dict)

    kind: Literal["fact"] = field(default="fact", init=False)

    @property
    def text(self) -> str:
        """The fact as words."""
        return f"{self.fact.subject!s} {self.fact.predicate.replace('_', ' ')} {self.fact.object!s}"

    def __str__(self) -> str:
        now = "" if self.superseded_by is None else f", now {self.superseded_by.object!s}"
        mark = "" if self.is_current else f" (not current{now})"
        also = "".join(f", also {_bounds(fact)}" for fact in self.also)
        return f"{self.text}, {_bounds(self.fact)}{also}{mark}"

    def to_dict(self) -> dict[str, Any]:
        """The hit as JSON values."""
        return {
            **_common(self),
            "fact": self.fact.to_dict(),
            "is_current": self.is_current,
            "superseded_by": None if self.superseded_by is None else self.superseded_by.to_dict(),
            "also": [fact.to_dict() for fact in self.also],
        }


@dataclass(frozen=True, slots=True)
class EpisodeHit:
    """Words that were found: a message, or one or more passages of a long one that follow each other.

    `message_ids` are the messages' own ids, as given at ingest ("#12", the number of the episode, for one that has
    none). `before` and `after` are the turns beside it in its conversation, of a long one the 300 characters next to
    it. `facts` are those that rest on these words, as they are believed; one that is superseded is marked.
    """

    text: str
    speaker: str
    said_at: datetime
    message_ids: tuple[str, ...]
    episodes: tuple[int, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    facts: tuple[FactHit, ...] = ()
    score: float = 0.0
    signals: Mapping[str, float] = field(default_factory=dict)

    kind: Literal["episode"] = field(default="episode", init=False)

    def __str__(self) -> str:
        return f"{self.speaker}, {self.said_at:%Y-%m-%d}: {self.text}"

    def to_dict(self) -> dict[str, Any]:
        """The hit as JSON values."""
        return {
            **_common(self),
            "speaker": self.speaker,
            "said_at": self.said_at.isoformat(),
            "message_ids": list(self.message_ids),
            "episodes": list(self.episodes),
            "before": list(self.before),
            "after": list(self.after),
            "facts": [fact.to_dict() for fact in self.facts],
        }


@dataclass(frozen=True, slots=True)
class EntityHit:
    """An entity that something is believed of; `facts` is how much by the policy `latest` and all sources, counted up
    to 1,000 on either side."""

    entity: Value
    facts: int
    score: float = 0.0
    signals: Mapping[str, float] = field(default_factory=dict)

    kind: Literal["entity"] = field(default="entity", init=False)

    @property
    def text(self) -> str:
        """The name."""
        return str(self.entity)

    def __str__(self) -> str:
        return f"{self.text} ({self.facts} facts)"

    def to_dict(self) -> dict[str, Any]:
        """The hit as JSON values."""
        return {**_common(self), "entity": jsonable(self.entity), "facts": self.facts}


Hit: TypeAlias = FactHit | EpisodeHit | EntityHit


@dataclass(frozen=True, slots=True)
class Hits(Sequence[Hit]):
    """The hits, best first, as a sequence.

    `asked` are the times that the question named, with what they were taken to mean; `unclear` those that have several
    readings, and were left alone. `pending` is how many texts have no vector yet and were found by their words alone;
    `without` says what else the search went without, and why.
    """

    hits: tuple[Hit, ...]
    asked: tuple[Asked, ...] = ()
    unclear: tuple[str, ...] = ()
    pending: int = 0
    without: tuple[str, ...] = ()

    @overload
    def __getitem__(self, at: int) -> Hit: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Hit]: ...

    def __getitem__(self, at: int | slice) -> Hit | Sequence[Hit]:
        return self.hits[at]

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts among the hits."""
        return tuple(hit.fact for hit in self.hits if isinstance(hit, FactHit))

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return {
            "hits": [hit.to_dict() for hit in self.hits],
            "asked": [each.to_dict() for each in self.asked],
            "unclear": list(self.unclear),
            "pending": self.pending,
            "without": list(self.without),
        }


def _bounds(fact: Fact) -> str:
    """The interval as words; of an unknown beginning or end only by when it was."""
    start, end = fact.valid_from_text or "..", fact.valid_to_text or ".."
    by = {True: "by ", False: ""}
    return f"{by[fact.valid_from_grain == 'unknown']}{start} to {by[fact.valid_to_grain == 'unknown']}{end}"


def _common(hit: Hit) -> dict[str, Any]:
    return {"kind": hit.kind, "text": hit.text, "score": round(hit.score, 4), "signals": dict(hit.signals)}
