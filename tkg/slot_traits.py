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

from tkg.restate import Reading
from tkg.slots import SlotKey

INCOMPLETE = "slots"
"""The key in `meta` that a file has as long as the table lacks what was written before there was one."""

_GIVEN = {"subject": "s = :subject", "predicate": "p = :predicate", "object": "o IN (0, :object)"}
_NEEDED = {(True, False): "source IS NULL", (False, True): "vague", (True, True): "(source IS NULL OR vague)"}
_TO_FOLD = {
    (needed, given): " AND ".join(
        [
            f"SELECT s, p, o FROM slot WHERE scope = :scope AND modality = :modality AND {condition}",
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
    given = {"subject": subject, "predicate": predicate, "object": object}
    sql = _TO_FOLD[(contested, vague), tuple(value is not None for value in given.values())]
    for s, p, o in connection.execute(sql, {"scope": scope, "modality": modality, **given}):
        yield SlotKey(scope, modality, s, p, o or None)


class Traits:
    """Keeps the table in step with the log, over one connection."""

    def __init__(self, connection: sqlite3.Connection, table: str) -> None:
        self._execute = connection.execute
        where = "WHERE scope = ? AND modality = ? AND s = ? AND p = ? AND o = ?"
        self._find = f"SELECT source, vague FROM {table} {where}"
        self._insert = f"INSERT INTO {table} (source, vague, scope, modality, s, p, o) VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._update = f"UPDATE {table} SET source = ?, vague = ? {where}"

    def note(self, key: SlotKey, claims: Iterable[Reading], *, long: bool = False) -> None:
        """All claims of a slot, as of now. A `long` one gets a row in any case."""
        sources = {claim.source for claim in claims}
        vague = any(map(_is_vague, claims))
        before = self._row(key)
        if before is not None or len(sources) > 1 or vague or (long and sources):
            self._write(key, before, sources, vague)

    def add(self, key: SlotKey, claims: Iterable[Reading]) -> bool:
        """Some more claims of a slot. False if it has no row: then all its claims have to be noted."""
        before = self._row(key)
        if before is not None:
            self._write(key, before, {claim.source for claim in claims}, any(map(_is_vague, claims)))
        return before is not None

    def _row(self, key: SlotKey) -> tuple[int | None, int] | None:
        row: tuple[int | None, int] | None = self._execute(self._find, _stored(key)).fetchone()
        return row

    def _write(self, key: SlotKey, before: tuple[int | None, int] | None, sources: set[int], vague: bool) -> None:
        known = sources if before is None else sources | {before[0]}
        (source,) = known if len(known) == 1 else {None}
        row = source, int(vague or (before is not None and before[1] == 1))
        if row != before:
            self._execute(self._insert if before is None else self._update, (*row, *_stored(key)))


def _stored(key: SlotKey) -> tuple[int, ...]:
    return (*key[:4], key.object or 0)


def _is_vague(claim: Reading) -> bool:
    return claim.start.early < claim.start.late or claim.end.early < claim.end.late
