"""Predicates that nothing is extracted under any more, and how that is taken back.

To drop a predicate says that what was extracted under it is of no use: in one step its claims are retracted, in every
scope, and extractors record nothing under it. What somebody recorded by hand stays, since it was no extractor that
chose the predicate. A claim is extracted if it has a piece of evidence that was written with it; one that was recorded
by hand may have got evidence later, and one that corrects by hand has none.

To keep the predicate after all makes those claims live again whose retraction by the drop is the last that was said of
them, in their old places. Where another version of the statement was made live meanwhile, that one stays.

A name that reads as another cannot be dropped, only the other; one that is mapped after it was dropped is recorded
under what it reads as then.
"""

import json
import sqlite3

from tkg.errors import AlreadyDropped, AlreadyMapped, NotDropped
from tkg.intervals import MAX
from tkg.store import Store
from tkg.terms import clean
from tkg.writer import Writer

_LIVE = "COALESCE((SELECT t.live FROM standing t WHERE t.claim = c.id ORDER BY t.place DESC LIMIT 1), 1) = 1"
_LAST = "SELECT place, dropped FROM dropping WHERE predicate = ? ORDER BY place DESC LIMIT 1"
_ALL = """
    SELECT predicate, reason FROM dropping d WHERE dropped = 1
        AND NOT EXISTS (SELECT 1 FROM dropping later WHERE later.predicate = d.predicate AND later.place > d.place)
"""
_ADD = "INSERT INTO dropping (place, predicate, dropped, reason, tx) VALUES (?, ?, ?, ?, ?)"
_EXTRACTED = f"""
    SELECT c.id FROM claim c WHERE c.scope IN (SELECT id FROM scope) AND c.p IN (SELECT value FROM json_each(?))
        AND c.erased = 0 AND {_LIVE}
        AND EXISTS (SELECT 1 FROM evidence e WHERE e.claim = c.id AND e.tx = c.tx)
    ORDER BY c.id
"""
_TAKEN_BACK = f"""
    SELECT t.claim FROM standing t JOIN claim k ON k.id = t.claim WHERE t.place = ? AND k.erased = 0
        AND NOT EXISTS (SELECT 1 FROM standing later WHERE later.claim = t.claim AND later.place > t.place)
        AND NOT EXISTS (SELECT 1 FROM claim c WHERE c.id <> k.id AND {_LIVE}
            AND (c.statement = COALESCE(k.statement, k.id) OR c.id = COALESCE(k.statement, k.id)))
    ORDER BY t.claim
"""
_STAND = "INSERT INTO standing (claim, place, live, reason, tx) VALUES (?, ?, ?, ?, ?)"


def drop(writer: Writer, name: str, *, reason: str | None = None) -> list[int]:
    """Drop a predicate; the claims that are retracted by it, of all scopes. One that was never said can be dropped.

    Raises AlreadyDropped, AlreadyMapped for a name that reads as another, and BadName.
    """
    predicate = writer.predicate(name)
    root, _ = writer.names.predicate(predicate, writer.here)
    if root != predicate:
        other = writer.names.predicate_name(root)
        raise AlreadyMapped(f"{name!r} reads as {other!r}: drop that, or take the map back first")
    if _dropped_at(writer.connection, predicate) is not None:
        raise AlreadyDropped(f"{name!r} is dropped already")
    spelled = [raw for raw, _ in writer.names.spelled(predicate, writer.here)]
    claims = [claim for (claim,) in writer.connection.execute(_EXTRACTED, (json.dumps(spelled),))]
    _say(writer, predicate, claims, dropped=True, reason=reason)
    return claims


def keep(writer: Writer, name: str, *, reason: str | None = None) -> list[int]:
    """Take the drop of a predicate back; the claims that are live again, of all scopes. Raises NotDropped."""
    predicate = writer.names.predicate_id(clean(name, "the predicate"))
    place = None if predicate is None else _dropped_at(writer.connection, predicate)
    if predicate is None or place is None:
        raise NotDropped(f"{name!r} is not dropped: there is nothing to take back")
    claims = [claim for (claim,) in writer.connection.execute(_TAKEN_BACK, (place,))]
    _say(writer, predicate, claims, dropped=False, reason=reason)
    return claims


def is_dropped(store: Store, name: str) -> bool:
    """Whether the predicate that a name reads as now is dropped. Inside a transaction or a snapshot."""
    predicate = store.names.predicate_id(clean(name, "the predicate"))
    if predicate is None:
        return False
    return _dropped_at(store.connection, store.names.predicate(predicate, MAX)[0]) is not None


def dropped(connection: sqlite3.Connection) -> dict[int, str | None]:
    """The predicates that are dropped now, each with the reason that was given."""
    return dict(connection.execute(_ALL).fetchall())


def _dropped_at(connection: sqlite3.Connection, predicate: int) -> int | None:
    """The place at which a predicate was dropped; None if it is not."""
    row = connection.execute(_LAST, (predicate,)).fetchone()
    return int(row[0]) if row is not None and row[1] else None


def _say(writer: Writer, predicate: int, claims: list[int], *, dropped: bool, reason: str | None) -> None:
    """Append the step: one place of the log for the predicate and all of the claims, by which they are found again."""
    place, tx = writer.transaction.next_place(), writer.transaction.tx
    writer.connection.execute(_ADD, (place, predicate, dropped, reason, tx))
    writer.connection.executemany(_STAND, [(claim, place, not dropped, reason, tx) for claim in claims])
