"""What reads and writes hand out: plain immutable values, which stay readable when the graph is closed.

A `Fact` is a value believed over a stretch of valid time. What it shows at once (names, bounds, grains, recorded time)
is in it; what it rests on (claims, quotes, whether it is contested or certain) is fetched from the file when asked for.
A `Claim` is one statement as it was said, with what later became of it.
"""

from dataclasses import asdict, dataclass
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tkg.bounds import Time
from tkg.flags import unpack
from tkg.intervals import MAX, MIN, moment
from tkg.reader import Rectangle
from tkg.values import Entity, Quantity, Value
from tkg.words import Anchoring

if TYPE_CHECKING:
    from tkg.asking import Asked
    from tkg.basis import Basis
    from tkg.disputes import Grade


@lru_cache(maxsize=1024)
def instant(at_us: int, zone: tzinfo) -> datetime | None:
    """An instant of recorded time as a datetime in `zone`; None for the infinities."""
    return None if at_us in (MIN, MAX) else moment(at_us, zone)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Fact:
    """`subject` `predicate` `object`, believed over `[valid_from, valid_to)`, as of the view that answered.

    Bounds are those of the coalesced segment: neighbouring stretches of the same value are one, whichever claims they
    came from. `recorded_from` and `recorded_to` are the run of recorded time in which exactly this segment was
    believed. An infinite bound is None. Facts are equal if they say the same, believed since the same time: that a
    belief is given up later changes no answer that was given before.
    """

    subject: Value
    predicate: str
    object: Value
    _row: Rectangle
    _basis: "Basis"

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Fact):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        """What facts are compared by: all but the end of the recorded run."""
        return self.subject, self.predicate, self.object, self._start, self._end, self._row.since

    @property
    def _start(self) -> Time:
        return Time(self._row.start, unpack(self._row.flags)[0])

    @property
    def _end(self) -> Time:
        return Time(self._row.end, unpack(self._row.flags)[1])

    def __repr__(self) -> str:
        bounds = f"{self.valid_from_text or '..'} to {self.valid_to_text or '..'}"
        return f"<Fact: {self.subject!s} {self.predicate} {self.object!s}, {bounds}>"

    @property
    def valid_from(self) -> datetime | None:
        """When it began, in the file's zone: civil midnight there for a date; None if it has no beginning.

        Of an unknown beginning it is the observation by which it had begun: see `valid_from_grain`.
        """
        return self._start.datetime(self._basis.zone)

    @property
    def valid_to(self) -> datetime | None:
        """When it ended, exclusive; None while it goes on."""
        return self._end.datetime(self._basis.zone)

    @property
    def valid_from_grain(self) -> str:
        """How exactly the beginning is known: year, month, day, instant, about (see the claim), unknown (by then at the
        latest), always."""
        return self._start.grain.word

    @property
    def valid_to_grain(self) -> str:
        """How exactly the end is known: year, month, day, instant, about, unknown (by then), ongoing."""
        return self._end.grain.word

    @property
    def valid_from_text(self) -> str | None:
        """The beginning as text that keeps its grain: `2021`, `2021-03`, `2021-03-14`, or an instant."""
        return self._start.text(self._basis.zone)

    @property
    def valid_to_text(self) -> str | None:
        """The end, exclusive, as text that keeps its grain."""
        return self._end.text(self._basis.zone)

    @property
    def recorded_from(self) -> datetime | None:
        """Since when exactly this segment has been believed."""
        return instant(self._basis.run(self._row).since, self._basis.zone)

    @property
    def recorded_to(self) -> datetime | None:
        """Until when exactly this segment was believed; None while it still is. It tells what became of the belief
        after the moment asked as of, which is no part of an answer: facts are equal without it."""
        return instant(self._basis.run(self._row).until, self._basis.zone)

    @property
    def asked_at_us(self) -> int:
        """The valid instant asked about, in microseconds; of a stretch of time the first at which the fact holds, of a
        fact from a timeline its beginning."""
        return self._basis.asked_at(self._row)

    @property
    def asked(self) -> tuple["Asked", ...]:
        """What time words in the question were taken to mean; empty where it had none."""
        return self._basis.options.asked

    @property
    def believed_since(self) -> datetime | None:
        """Since when this value has been believed, without a break, of the valid instant asked about, whatever the
        bounds were said to be. Of a fact from a timeline that instant is its beginning."""
        since = self._basis.believed_since(self)
        return None if since is None else instant(since, self._basis.zone)

    @property
    def contested(self) -> bool:
        """Whether sources disagree at the valid instant asked about, so that a policy had to settle it."""
        return self._basis.is_contested(self)

    @property
    def certain(self) -> bool:
        """Whether it holds at the valid instant asked about however its imprecise bounds, and those of whatever could
        take its place, fall out. Raises TooImprecise where that cannot be worked out."""
        return self._basis.is_certain(self)

    @property
    def last_observed(self) -> datetime | None:
        """The latest time at which a source said that it saw this hold, or None."""
        return self._basis.last_observed(self)

    @property
    def stale(self) -> bool:
        """Whether, at the valid instant asked about, it is longer ago than `stale_after` of its predicate that anybody
        saw this hold: see `tkg.staleness`. Of a fact from a timeline that instant is its beginning."""
        return self._basis.is_stale(self)

    @property
    def claims(self) -> tuple["Claim", ...]:
        """The live claims that say this, of this stretch of time, in order of recording."""
        return self._basis.claims(self)

    @property
    def evidence(self) -> tuple["Evidence", ...]:
        """The quotes that those claims rest on."""
        return self._basis.evidence(self)

    def to_dict(self) -> dict[str, Any]:
        """The fact as JSON values."""
        return {
            "subject": jsonable(self.subject),
            "predicate": self.predicate,
            "object": jsonable(self.object),
            "valid_from": self.valid_from_text,
            "valid_from_grain": self.valid_from_grain,
            "valid_to": self.valid_to_text,
            "valid_to_grain": self.valid_to_grain,
            "recorded_from": _iso(self.recorded_from),
            "recorded_to": _iso(self.recorded_to),
        }


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement as it was said. `valid_from`, `valid_to` and `valid` are its own words, None where it said nothing.

    `op` is "record" or "end". `retracted_at` is when it ceased to be live, None while it is. An erased claim is a stub:
    `erased` is "claim" or "entity", and what was erased is None.
    """

    id: int
    op: str
    subject: Value | None
    predicate: str | None
    object: Value | None
    valid_from: str | None
    valid_to: str | None
    valid: str | None
    observed: datetime | None
    source: str
    confidence: float
    modality: str
    statement: int
    recorded_at: datetime
    retracted_at: datetime | None
    erased: str | None
    attrs: dict[str, Any] | None
    ref: str | None
    scope: str

    def to_dict(self) -> dict[str, Any]:
        """The claim as JSON values."""
        return {
            "id": self.id,
            "op": self.op,
            "subject": jsonable(self.subject),
            "predicate": self.predicate,
            "object": jsonable(self.object),
            "valid_from": self.valid_from,
            "valid_to": self.valid_to,
            "valid": self.valid,
            "observed": _iso(self.observed),
            "source": self.source,
            "confidence": self.confidence,
            "modality": self.modality,
            "recorded_at": _iso(self.recorded_at),
            "retracted_at": _iso(self.retracted_at),
            "erased": self.erased,
            "attrs": self.attrs,
            "ref": self.ref,
            "scope": self.scope,
        }


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote that a claim rests on, where it stands, the time words in it, and what they were taken to mean.

    `span` is its place in the `text` of the episode. `run` is the go of the extractor that found it, with the `model`
    and the version of the `prompt` that it asked, None of one that asks none; `statement` the sentence that it put it
    into.
    """

    claim: int
    episode: int
    speaker: str
    said_at: datetime
    quote: str
    text: str
    start_text: str | None
    end_text: str | None
    extractor: str
    anchorings: tuple[Anchoring, ...] = ()
    span: tuple[int, int] | None = None
    run: int | None = None
    model: str | None = None
    prompt: str | None = None
    statement: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The quote as JSON values."""
        anchored = [each.to_dict() for each in self.anchorings]
        span = None if self.span is None else list(self.span)
        return {**asdict(self), "said_at": self.said_at.isoformat(), "anchorings": anchored, "span": span}


@dataclass(frozen=True, slots=True)
class Belief:
    """A value believed of one valid instant, through a run of recorded time."""

    subject: Value
    predicate: str
    object: Value
    recorded_from: datetime | None
    recorded_to: datetime | None

    def to_dict(self) -> dict[str, Any]:
        """The belief as JSON values."""
        return {
            "subject": jsonable(self.subject),
            "predicate": self.predicate,
            "object": jsonable(self.object),
            "recorded_from": _iso(self.recorded_from),
            "recorded_to": _iso(self.recorded_to),
        }


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two values that sources give one slot, None being that there is none, and how grave that is: see `Conflict`."""

    values: tuple[Value | None, Value | None]
    grade: "Grade"

    def to_dict(self) -> dict[str, Any]:
        """The pair as JSON values."""
        return {"values": [jsonable(value) for value in self.values], "grade": self.grade}


@dataclass(frozen=True, slots=True)
class Conflict:
    """A slot whose sources disagree, at an instant or over a stretch of valid time.

    `values` are what they say, one of None being that there is none, and `claims` those that say it. `grade` is that of
    the gravest of the `pairs` of values:

        certain     both hold, whichever instants imprecise bounds are
        possible    both hold in some reading of them
        boundary    the same, but only where one ends and the other begins, within units of time that they share:
                    "until 2004" and "from 2004" are a succession, unless more is known

    `stretch` is when, from and to, None being no beginning and no end; it is None if the question was about an instant.
    """

    subject: Value
    predicate: str
    values: tuple[Value | None, ...]
    claims: tuple[Claim, ...]
    grade: "Grade"
    pairs: tuple[Disagreement, ...]
    stretch: tuple[datetime | None, datetime | None] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The conflict as JSON values."""
        return {
            "subject": jsonable(self.subject),
            "predicate": self.predicate,
            "values": [jsonable(value) for value in self.values],
            "claims": [claim.to_dict() for claim in self.claims],
            "grade": self.grade,
            "pairs": [pair.to_dict() for pair in self.pairs],
            "stretch": None if self.stretch is None else [_iso(when) for when in self.stretch],
        }


@dataclass(frozen=True, slots=True)
class Diff:
    """What one moment of recorded time believed and another did not."""

    added: tuple[Fact, ...]
    removed: tuple[Fact, ...]

    def to_dict(self) -> dict[str, Any]:
        """The difference as JSON values."""
        return {
            "added": [fact.to_dict() for fact in self.added],
            "removed": [fact.to_dict() for fact in self.removed],
        }


def jsonable(value: Value | None) -> Any:
    """A value as JSON: a number with its unit and a typed entity become objects, a date becomes text."""
    if isinstance(value, Entity):
        return {"name": value.name, "type": value.type}
    if isinstance(value, Quantity):
        return {"value": value.value, "unit": value.unit}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return value.isoformat()


def _iso(when: datetime | None) -> str | None:
    return None if when is None else when.isoformat()
