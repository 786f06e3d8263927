"""Beliefs derived anew from the log, in the order in which they came to be.

`rederive` does it for some slots, inside the transaction that erased something of them; `rebuild` for the whole file;
`compare` into temporary tables, to report every row in which those of the file differ. All of them only call
`Deriver.derive` for one transaction of the log after the other.

Where slots are long, that takes the way through `window` that the write took. So `compare` also folds each of them
whole, as of its last transaction and of some before it.
"""

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from tkg import engine
from tkg.belief import fold
from tkg.belief_tables import Tables
from tkg.derive import WHOLE_UP_TO, Deriver
from tkg.intervals import MAX
from tkg.slot_traits import INCOMPLETE
from tkg.slots import SlotKey, SlotReader
from tkg.store import Store, storage_errors

Progress = Callable[[int, int], None]
"""Told how many transactions are done, of how many."""

_TEMPORARY = Tables("temp.")
_CREATE = (
    """CREATE TEMP TABLE belief_cur (scope, modality, s, p, vf, vt, o, rf, flags,
        PRIMARY KEY (scope, modality, s, p, vf, o)) WITHOUT ROWID""",
    """CREATE TEMP TABLE belief_hist (scope, modality, s, p, rt, vf, rf, vt, o, flags,
        PRIMARY KEY (scope, modality, s, p, rt, vf, o)) WITHOUT ROWID""",
    "CREATE TEMP TABLE belief_of_predicate (scope, modality, p, s, PRIMARY KEY (scope, modality, p, s)) WITHOUT ROWID",
    """CREATE TEMP TABLE belief_of_object (scope, modality, o, p, s,
        PRIMARY KEY (scope, modality, o, p, s)) WITHOUT ROWID""",
    """CREATE TEMP TABLE slot (scope, modality, s, p, o, source, vague,
        PRIMARY KEY (scope, modality, s, p, o)) WITHOUT ROWID""",
)
_COLUMNS = {
    "belief_cur": "scope, modality, s, p, o, vf, vt, rf, flags",
    "belief_hist": "scope, modality, s, p, o, vf, vt, rf, rt, flags",
    "belief_of_predicate": "scope, modality, s, p",
    "belief_of_object": "scope, modality, s, p, o",
}
_TABLES = (*_COLUMNS, "slot")
_NOT_NOTED = """
    SELECT scope, modality, s, p, o, source, vague FROM temp.slot t WHERE (source IS NULL OR vague) AND NOT EXISTS (
        SELECT 1 FROM main.slot m
        WHERE m.scope = t.scope AND m.modality = t.modality AND m.s = t.s AND m.p = t.p AND m.o = t.o
            AND (m.source IS NULL OR t.source IS NOT NULL) AND m.vague >= t.vague
    )
"""
"""What is not known of a slot; that a row says more than it has to does no harm."""

WHOLE_FOLDS = 8
"""As of how many moments a long slot is also folded whole."""

_PAIRS = "SELECT scope, modality, s, p FROM belief_of_predicate"
_AS_OF = """
    SELECT o, vf, vt FROM belief_cur WHERE scope = :scope AND modality = :modality AND s = :s AND p = :p AND rf <= :at
    UNION ALL SELECT o, vf, vt FROM belief_hist WHERE scope = :scope AND modality = :modality AND s = :s AND p = :p
        AND rt > :at AND rf <= :at
"""
_RECORDED = """
    SELECT DISTINCT tx.at FROM claim JOIN tx ON tx.id = claim.tx WHERE claim.scope = ? AND claim.s = ? AND claim.p = ?
    ORDER BY tx.at
"""
_ALL = "SELECT id, at, last_place FROM tx WHERE id > 0 ORDER BY id"
_SOME = "SELECT id, at, last_place FROM tx WHERE id = ?"
_COUNT = "SELECT COUNT(*) FROM tx WHERE id > 0"
_BEFORE = "SELECT last_place FROM tx WHERE id = ?"
_OF_NAME = (
    "SELECT id, tx FROM claim WHERE scope = ? AND s = ?",
    "SELECT id, tx FROM claim WHERE scope = ? AND o = ?",
)
_OF_STANDING = "SELECT tx FROM standing WHERE claim = ?"
_OF_NAMES = " UNION ".join(f"SELECT tx FROM {table}" for table in ("merge", "split", "predicate_map", "declaration"))
_OF_PAIR = "scope = :scope AND modality = :modality AND s = :s AND p = :p"
_VALUES = f"SELECT o FROM belief_cur WHERE {_OF_PAIR} UNION SELECT o FROM belief_hist WHERE {_OF_PAIR}"
_FORGET = (
    f"DELETE FROM belief_of_object WHERE {_OF_PAIR} AND o IN ({_VALUES})",
    *(f"DELETE FROM {table} WHERE {_OF_PAIR}" for table in _TABLES if table != "belief_of_object"),
)
_COMPLETE = "DELETE FROM meta WHERE key = ?"


class Difference(NamedTuple):
    """A row of belief that the file has and the log does not say (`extra`), or the other way round (`missing`)."""

    what: str
    table: str
    row: tuple[int, ...]


def rederive(store: Store, pairs: Collection[SlotKey]) -> None:
    """Derive the beliefs of some pairs anew, inside a write transaction, from what was committed before it."""
    execute = store.connection.execute
    # Also where nothing is left to derive: what was remembered of these pairs is of claims that are gone.
    store.deriver.forget()
    transactions = {tx for (tx,) in execute(_OF_NAMES) if tx > 0}
    for pair in pairs:
        for query in _FORGET:
            execute(query, {"scope": pair.scope, "modality": pair.modality, "s": pair.subject, "p": pair.predicate})
        for name in store.names.mentions(store.connection, pair.scope).spellings(pair.subject, MAX):
            for query in _OF_NAME:
                for claim, tx in execute(query, (pair.scope, name)).fetchall():
                    transactions.add(tx)
                    transactions.update(tx for (tx,) in execute(_OF_STANDING, (claim,)))
    last = None
    for tx in sorted(transactions):
        for _, at, place in execute(_SOME, (tx,)).fetchall():
            (before,) = execute(_BEFORE, (tx - 1,)).fetchone()
            store.deriver.derive(before, place, at, only=pairs, again=at == last)
            last = at


def rebuild(store: Store, *, progress: Progress | None = None) -> None:
    """Drop all beliefs and derive them from the log, in one transaction."""
    with store.lock, storage_errors(), engine.write(store.connection), store.snapshot():
        for table in _TABLES:
            store.connection.execute(f"DELETE FROM {table}")
        store.deriver.forget()
        try:
            derive_all(store, store.deriver, progress)
        finally:
            store.deriver.forget()
        store.connection.execute(_COMPLETE, (INCOMPLETE,))
    store.slots_are_known = True


def compare(store: Store, *, progress: Progress | None = None) -> Iterator[Difference]:
    """Every row in which the beliefs of the file differ from those that its log says, inside a snapshot."""
    for statement in _CREATE:
        store.connection.execute(statement)
    try:
        derive_all(store, Deriver(store.connection, store.names, _TEMPORARY, short_cuts=False), progress)
        for table, columns in _COLUMNS.items():
            for what, first, second in (("extra", "main", "temp"), ("missing", "temp", "main")):
                query = f"SELECT {columns} FROM {first}.{table} EXCEPT SELECT {columns} FROM {second}.{table}"
                for row in store.connection.execute(query):
                    yield Difference(what, table, row)
        for row in store.connection.execute(_NOT_NOTED) if store.slots_are_known else ():
            yield Difference("missing", "slot", row)
        yield from _compare_whole(store)
    finally:
        for table in _TABLES:
            store.connection.execute(f"DROP TABLE temp.{table}")


def _compare_whole(store: Store) -> Iterator[Difference]:
    """The long slots, folded whole: as of the last moment at which something was said of them, and of some before."""
    execute = store.connection.execute
    for scope, modality, subject, predicate in execute(_PAIRS).fetchall():
        key = SlotKey(scope, modality, subject, predicate, None)
        if not SlotReader(store.connection, store.names, MAX).is_long(key, WHOLE_UP_TO):
            continue
        recorded = [at for (at,) in execute(_RECORDED, (key.scope, key.subject, key.predicate))]
        for at in recorded[:: -max(1, len(recorded) // WHOLE_FOLDS)]:
            reader = SlotReader(store.connection, store.names, store.as_of(at).place)
            said = {(s.value, s.start, s.end) for _, rule, slot in reader.slots(key) for s in fold(slot, rule)}
            given = {"scope": key.scope, "modality": key.modality, "s": key.subject, "p": key.predicate, "at": at}
            kept = set(execute(_AS_OF, given))
            for what, rows in (("extra", kept - said), ("missing", said - kept)):
                for row in sorted(rows):
                    yield Difference(what, f"belief as of {at}", (*key[:4], *row))


def derive_all(store: Store, deriver: Deriver, progress: Progress | None) -> None:
    """Derive the beliefs of the whole log into tables that are empty, inside a snapshot or a write transaction."""
    (total,) = store.connection.execute(_COUNT).fetchone()
    before, last = 0, None
    for done, (_, at, place) in enumerate(store.connection.execute(_ALL), start=1):
        if place > before:
            deriver.derive(before, place, at, again=at == last)
        before, last = place, at
        if progress is not None:
            progress(done, total)
