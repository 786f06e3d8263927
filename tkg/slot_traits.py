"""What is known of slots as a whole, so that most need not be folded to answer under another policy or certainty.

Where one source speaks in a slot, every policy believes the same of it; where all bounds there are exact, what is
nominal is certain, and nothing else is possible. So a slot has a row here once several sources speak in it (`source`
is NULL) or a bound of one of its claims is imprecise (`vague`): these are the slots that have to be folded. It is about
the live claims as of any moment so far, and a row never goes back on what it says, so that it holds for every moment.
Of slots without a row, what the belief tables say, or do not say, is the answer.

A long slot has a row besides, to tell by which source it is without reading its claims.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from tkg.restate import Reading
from tkg.slots import SlotKey

INCOMPLETE = "slots"
"""The key in `meta` that a file has as long as the table lacks what was written before there was one."""

_GIVEN = {"subject": "s = ?", "predicate": "p = ?", "object": "o IN (0, ?)"}
_NEEDED = {(True, False): "source IS NULL", (False, True): "vague", (True, True): "(source IS NULL OR vague)"}
_TO_FOLD = {
    (needed, given): " AND ".join(
        [
            f"SELECT s, p, o FROM slot WHERE scope = ? AND modality = ? AND {condition}",
            *(test for test, use in zip(_GIVEN.values(), given, strict=True) if use),
        ]
    )
    for needed, condition in _NEEDED.items()
    for given in product((False, True), repeat=len(_GIVEN))
}


def to_fold(
    connection: sqlite3.Connection,
    scope: int,
    modality: int,
    subject: int | None,
    predicate: int | None,
    object: int | None,
    *,
    contested: bool,
    vague: bool,
) -> Iterator[SlotKey]:
    """The slots, of whatever is named, that several sources speak in, or in which a bound is imprecise, as asked.

    A key without object is that of a predicate of one value: what the predicate is now, the caller has to see.
    """
    sql = _TO_FOLD[(contested, vague), (subject is not None, predicate is not None, object is not None)]
    given = [name for name in (subject, predicate, object) if name is not None]
    for s, p, o in connection.execute(sql, (scope, modality, *given)):
        yield SlotKey(scope, modality, s, p, o or None)


class Trait(NamedTuple):
    """What is known of a slot: the one `source` that speaks in it, None if there are several, and whether it is
    `vague`, that is, whether a bound of one of its claims is imprecise."""

    source: int | None
    vague: bool

    @property
    def tells(self) -> bool:
        """Whether policy or certainty can make a difference."""
        return self.source is None or self.vague

    def joined(self, other: "Trait") -> "Trait":
        """That of the claims of both."""
        return Trait(self.source if self.source == other.source else None, self.vague or other.vague)


def trait(claims: Iterable[Reading]) -> Trait | None:
    """That of some claims of a slot; None if there are none."""
    sources: set[int] = set()
    vague = False
    for claim in claims:
        sources.add(claim.source)
        vague = vague or claim.start.early < claim.start.late or claim.end.early < claim.end.late
    return Trait(sources.pop() if len(sources) == 1 else None, vague) if sources else None


class Traits:
    """Keeps the table in step with the log, over one connection."""

    def __init__(self, connection: sqlite3.Connection, table: str) -> None:
        self._execute = connection.execute
        where = "WHERE scope = ? AND modality = ? AND s = ? AND p = ? AND o = ?"
        self._find = f"SELECT source, vague FROM {table} {where}"
        self._insert = f"INSERT INTO {table} (source, vague, scope, modality, s, p, o) VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._update = f"UPDATE {table} SET source = ?, vague = ? {where}"

    def of(self, key: SlotKey) -> Trait | None:
        """What is noted of a slot, if it has a row."""
        row = self._execute(self._find, _stored(key)).fetchone()
        return None if row is None else Trait(row[0], row[1] == 1)

    def note(self, key: SlotKey, trait: Trait) -> None:
        """What all claims of a slot have. A row that there is keeps what it says."""
        self.add(key, self.of(key), trait)

    def add(self, key: SlotKey, before: Trait | None, trait: Trait | None) -> Trait | None:
        """The same where it is known what is noted of the slot, `before`: `trait` is then of some more claims, or of
        none. What is noted of it now."""
        after = trait if before is None or trait is None else before.joined(trait)
        if after is None or after == before:
            return before
        self._execute(self._insert if before is None else self._update, (*after, *_stored(key)))
        return after


def _stored(key: SlotKey) -> tuple[int, ...]:
    return (*key[:4], key.object or 0)
