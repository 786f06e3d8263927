"""Which slots the operations between two places of the log can have changed.

A claim that was said, retracted or taken up again touches its slot, under the names as they read before and after. A
change of names or of a rule touches every slot that a claim falls into, then or now, which reads differently because of
it: of such a slot it is not known which claims moved, so it is folded whole.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from tkg.claim_table import COLUMNS, SAYING_OBJECT, SAYING_SUBJECT, Row
from tkg.names import Names
from tkg.slots import Slot, SlotKey, SlotReader

_SAID = f"SELECT {COLUMNS} FROM claim c WHERE c.id > :low AND c.id <= :high AND c.erased < 2"
_STOOD = (
    f"SELECT {COLUMNS} FROM standing t JOIN claim c ON c.id = t.claim "
    "WHERE t.place > :low AND t.place <= :high AND c.erased < 2"
)
_SAYING = f"SELECT {COLUMNS} FROM claim c WHERE c.scope = :scope AND c.id <= :high AND c.erased < 2"
_NAMING = (f"{_SAYING} AND c.s = :name", f"{_SAYING} AND c.o = :name")
_MENTIONING = tuple(
    f"SELECT {COLUMNS} FROM claim c WHERE {saying.format(':claim')} AND +c.id <= :high AND c.erased < 2"
    for saying in (SAYING_SUBJECT, SAYING_OBJECT)
)
_OF_PREDICATE = f"SELECT {COLUMNS} FROM claim c WHERE c.p = :predicate AND c.id <= :high AND c.erased < 2"
_MERGED = "SELECT scope, old FROM merge WHERE place > :low AND place <= :high"
_SPLIT = "SELECT claim, role FROM split WHERE place > :low AND place <= :high"
_DECLARED = "SELECT predicate FROM declaration WHERE place > :low AND place <= :high"


class Moved(NamedTuple):
    """A slot, and the claims that came or went in it; `only_said`: each was said in between, and nothing else became of
    it. None where names or rules changed: it is not known which."""

    key: SlotKey
    claims: Collection[Row] | None
    only_said: bool


def touched(
    connection: sqlite3.Connection, names: Names, low: int, high: int, said: Iterable[Row] | None = None
) -> Iterator[Moved]:
    """The slots that operations in (low, high] touched, each once.

    `said` are the claims that were said in it, where they are at hand.
    """
    old, new = SlotReader(connection, names, low), SlotReader(connection, names, high)
    renamed = names.changed_since(low)
    readers = (old, new) if renamed else (new,)
    span = {"low": low, "high": high}
    # In plain tuples where that does: thousands of objects that all live until the end are what Python's collector of
    # garbage is slow at.
    said_in = _by_slot(readers, connection.execute(_SAID, span) if said is None else said)
    stood_in = _by_slot(readers, connection.execute(_STOOD, span))
    reread_in = _by_slot((old, new), reread(connection, names, low, high) if renamed else ())
    slots = {**said_in, **stood_in, **reread_in}
    pairs = {slot for slot in slots if slot[4] is None}
    for slot in slots:
        if slot[4] is not None and pairs and (*slot[:4], None) in pairs:
            continue
        key = SlotKey(*slot)
        if slot in reread_in:
            yield Moved(key, None, False)
        elif slot in stood_in:
            rows = {row[0]: row for row in (*stood_in[slot], *said_in.get(slot, ()))}
            yield Moved(key, rows.values(), False)
        else:
            yield Moved(key, said_in[slot], True)


def _by_slot(readers: Iterable[SlotReader], rows: Iterable[Row]) -> dict[Slot, Sequence[Row]]:
    """The claims of each slot, as any of the readers reads their names."""
    found: dict[Slot, tuple[Row, ...] | list[Row]] = {}
    for row in rows:
        for reader in readers:
            slot = reader.slot_of(row)
            if slot is None:
                continue
            known = found.get(slot)
            if known is None:
                found[slot] = (row,)
            elif isinstance(known, list):
                known.append(row)
            else:
                found[slot] = [*known, row]
    return {**found}


def reread(
    connection: sqlite3.Connection, names: Names, low: int, high: int, *, names_only: bool = False
) -> Iterator[Row]:
    """The claims whose names or rules (or only names) read differently after the map operations in (low, high]."""
    execute, span = connection.execute, {"low": low, "high": high}
    for scope, old in execute(_MERGED, span).fetchall():
        for name in names.mentions(connection, scope).spellings(old, high):
            for query in _NAMING:
                yield from execute(query, {"scope": scope, "name": name, "high": high})
    for claim, role in execute(_SPLIT, span).fetchall():
        yield from execute(_MENTIONING[role], {"claim": claim, "high": high})
    predicates = set(names.read_differently(low, high))
    if not names_only:
        for (declared,) in execute(_DECLARED, span).fetchall():
            predicates |= {raw for raw, _ in names.spelled(declared, low)}
    for predicate in sorted(predicates):
        yield from execute(_OF_PREDICATE, {"predicate": predicate, "high": high})
