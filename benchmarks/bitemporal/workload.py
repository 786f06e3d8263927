"""The operations that the engine is measured on, made from a seed.

`subjects` people have 20 predicates each, 12 of one value and 8 of many. Of the operations on them 45 % come in order
(the next value of a slot), 10 % late (a value that began before the latest one), 10 % are bounded and lie in the
middle, 12 % correct an earlier claim, 10 % end a value, 5 % speak of years ahead, 5 % say again what was said, 3 %
retract. What needs an earlier claim takes one at random, so that the shares hold from the first claims on.

Bounds are days, and each subject has one source, so that nothing is imprecise or contested: except of every 50th
subject, whose claims come from two sources in turn.

Operations have the form of the contract (docs/semantics.md), so that the oracle takes them as they are. They come in
`Batch`es, each recorded at one instant: a run of statements, or one correction or retraction. The `id` of an operation
is its number among the claims.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

ONE_VALUED = tuple(f"one_{number}" for number in range(12))
MANY_VALUED = tuple(f"many_{number}" for number in range(8))
PREDICATES = ONE_VALUED + MANY_VALUED
SHARES = {
    "in order": 45, "late": 10, "in the middle": 10, "correct": 12, "end": 10, "ahead": 5, "again": 5, "retract": 3,
}  # fmt: skip
SCHEMA: dict[str, dict[str, Any]] = {
    name: {"cardinality": "one" if name in ONE_VALUED else "many", "resumes": True, "extent": "state"}
    for name in PREDICATES
}
RECTANGLES_PER_SUBJECT = 100
CONTESTED_EVERY = 50
FIRST_DAY, LAST_DAY, AHEAD = date(2000, 1, 1), date(2026, 1, 1), date(2030, 1, 1)
FIRST_RECORDED, TICK = datetime(2015, 1, 1, tzinfo=UTC), timedelta(seconds=1)
VERSION = 1
"""To be raised when the operations change, so that files built of earlier ones are not taken for these."""

Operation = dict[str, Any]


class Batch(NamedTuple):
    """What is recorded at one instant: statements, or a single correction or retraction."""

    at: datetime
    operations: tuple[Operation, ...]


class Said(NamedTuple):
    """A claim that is live: its number, and what it says."""

    id: int
    subject: int
    predicate: str
    value: str
    start: date
    end: date | None


def subject_name(number: int) -> str:
    return f"Person {number}"


def is_contested(subject: int) -> bool:
    """Whether two sources speak of a subject."""
    return subject % CONTESTED_EVERY == CONTESTED_EVERY - 1


@dataclass
class Workload:
    """An endless stream of operations on `subjects` subjects. Whoever takes it decides when it is enough."""

    subjects: int
    seed: int = 7
    batch_of: int = 200
    _live: list[Said] = field(default_factory=list)
    _latest: dict[tuple[int, str], date] = field(default_factory=dict)
    _claims: int = 0

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._values = max(50, self.subjects)

    def batches(self) -> Iterator[Batch]:
        at, waiting = FIRST_RECORDED, list[Operation]()
        for operation in self._operations():
            alone = operation["op"] in ("correct", "retract")
            if waiting and (alone or len(waiting) == self.batch_of):
                yield Batch(at, tuple(waiting))
                at, waiting = at + TICK, []
            if alone:
                yield Batch(at, (operation,))
                at += TICK
            else:
                waiting.append(operation)

    def _operations(self) -> Iterator[Operation]:
        kinds, weights = list(SHARES), list(SHARES.values())
        while True:
            kind = self._random.choices(kinds, weights)[0]
            yield self._operation(kind) if self._live else self._operation("in order")

    def _operation(self, kind: str) -> Operation:
        chosen = self._random
        if kind in ("in order", "ahead"):
            subject, predicate = chosen.randrange(self.subjects), chosen.choice(PREDICATES)
            before = self._latest.get((subject, predicate))
            if kind == "ahead":
                return self._say(subject, predicate, AHEAD + timedelta(chosen.randrange(3_650)))
            if before is None:
                start = FIRST_DAY + timedelta(chosen.randrange(2_000))
            else:
                start = min(before + timedelta(chosen.randrange(30, 600)), LAST_DAY)
            self._latest[subject, predicate] = start
            return self._say(subject, predicate, start)
        place = chosen.randrange(len(self._live))
        said = self._live[place]
        if kind in ("late", "in the middle"):
            latest = self._latest.get(said[1:3], LAST_DAY)
            start = FIRST_DAY + timedelta(chosen.randrange(max((latest - FIRST_DAY).days, 1)))
            end = start + timedelta(chosen.randrange(10, 400)) if kind == "in the middle" else None
            return self._say(said.subject, said.predicate, start, end)
        if kind == "again":
            return self._say(said.subject, said.predicate, said.start, said.end, said.value)
        if kind == "end":
            return {**self._about(said.subject, said.predicate, "end"), "o": said.value, "from": self._after(said)}
        self._live[place] = self._live[-1]
        self._live.pop()
        if kind == "retract":
            return {"op": "retract", "target": said.id}
        return self._correct(said)

    def _correct(self, said: Said) -> Operation:
        """Another value, or, for one of three, another start."""
        value, start = self._value(), said.start
        if self._random.randrange(3) == 0:
            value, start = said.value, said.start - timedelta(self._random.randrange(1, 200))
        self._live.append(Said(self._claims, said.subject, said.predicate, value, start, said.end))
        changes = {"o": value} if start == said.start else {"from": start.isoformat()}
        return {"op": "correct", "target": said.id, "id": self._number(), **changes}

    def _say(
        self, subject: int, predicate: str, start: date, end: date | None = None, value: str | None = None
    ) -> Operation:
        value = self._value() if value is None else value
        self._live.append(Said(self._claims, subject, predicate, value, start, end))
        bounds = {"from": start.isoformat(), **({} if end is None else {"to": end.isoformat()})}
        return {**self._about(subject, predicate, "assert"), "o": value, **bounds}

    def _about(self, subject: int, predicate: str, kind: str) -> Operation:
        number = self._number()
        turn = number % 2 if is_contested(subject) else subject % 5
        return {"op": kind, "id": number, "s": subject_name(subject), "p": predicate, "source": f"source {turn}"}

    def _after(self, said: Said) -> str:
        return (said.start + timedelta(self._random.randrange(1, 700))).isoformat()

    def _value(self) -> str:
        return f"Value {self._random.randrange(self._values)}"

    def _number(self) -> int:
        self._claims += 1
        return self._claims - 1
