"""Which slots the operations between two places of the log can have changed.

A claim that was said, retracted or taken up again touches its slot, under the names as they read before and after. A
change of names or of a rule touches every slot that a claim falls into, then or now, which reads differently because of
it: of such a slot it is not known which claims moved, so it is folded whole.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tkg.names import Names
from tkg.slots import COLUMNS, Row, SlotKey, SlotReader

_SAID = f"SELECT {COLUMNS} FROM claim c WHERE c.id > :low AND c.id <= :high AND c.erased < 2"
_STOOD = (
    f"SELECT {COLUMNS} FROM standing t JOIN claim c ON c.id = t.claim "
    "WHERE t.place > :low AND t.place <= :high AND c.erased < 2"
)
_SAYING = f"SELECT {COLUMNS} FROM claim c WHERE c.scope = :scope AND c.id <= :high AND c.erased < 2"
_NAMING = (f"{_SAYING} AND c.s = :name", f"{_SAYING} AND c.o = :name")
_MENTIONING = (
    f"SELECT {COLUMNS} FROM claim c WHERE c.s_said = :claim AND c.id <= :high AND c.erased < 2",
    f"SELECT {COLUMNS} FROM claim c WHERE c.o_said = :claim AND c.id <= :high AND c.erased < 2",
)
_OF_PREDICATE = f"SELECT {COLUMNS} FROM claim c WHERE c.p = :predicate AND c.id <= :high AND c.erased < 2"
_MERGED = "SELECT scope, old FROM merge WHERE place > :low AND place <= :high"
_SPLIT = "SELECT claim, role FROM split WHERE place > :low AND place <= :high"
_DECLARED = "SELECT predicate FROM declaration WHERE place > :low AND place <= :high"


class Moved(NamedTuple):
    """The claims of a slot that came or went; `only_said`: each was said in between, and nothing else became of it."""

    claims: dict[int, Row]
    only_said: bool


def touched(
    connection: sqlite3.Connection, names: Names, low: int, high: int, said: Iterable[Row] | None = None
) -> dict[SlotKey, Moved | None]:
    """Slots -> the claims that came or went in them in (low, high]; None where names or rules changed.

    `said` are the claims that were said in it, where they are at hand.
    """
    old, new = SlotReader(connection, names, low), SlotReader(connection, names, high)
    renamed = names.changed_since(low)
    readers = (old, new) if renamed else (new,)
    span = {"low": low, "high": high}
    found: dict[SlotKey, Moved | None] = {}
    if said is None:
        said = connection.execute(_SAID, span)
    for rows, only_said in ((connection.execute(_STOOD, span), False), (said, True)):
        for row in rows:
            for reader in readers:
                key = reader.key(row)
                if key is not None:
                    moved = found.get(key)
                    if moved is None:
                        moved = found[key] = Moved({}, only_said)
                    moved.claims[row[0]] = row
    if renamed:
        for row in reread(connection, names, low, high):
            for reader in (old, new):
                key = reader.key(row)
                if key is not None:
                    found[key] = None
    pairs = {key for key in found if key.object is None}
    if not pairs:
        return found
    return {key: moved for key, moved in found.items() if key in pairs or key._replace(object=None) not in pairs}


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
