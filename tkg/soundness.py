"""What must hold of the rows of a file beyond their references: that each can be read, and means something.

Every write keeps to it, so a row that does not was changed by other hands: in the file, or in an export of it. `verify`
tells of all of them, and `restore` makes no file with one.

Most of it is a rule in SQL (`row_rules`). JSON, zones, numbers, dates and times are read here as those who use them
read them. Left out is what `verify` checks against the words, and the beliefs, which follow from all this.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tkg.bounds import Said, stint
from tkg.claim_table import FROM_SAID, TO_SAID
from tkg.exported import KEYS
from tkg.ontology import Predicate
from tkg.row_rules import WRONG
from tkg.terms import BOOLEAN, DATE, ERASED, NUMBER, decode
from tkg.words import Episode, digest_of, zone_of


class Unsound(NamedTuple):
    """A row of which something does not hold: its table, its key as in `KEYS`, and what is wrong with it."""

    table: str
    key: tuple[Any, ...]
    problem: str

    def __str__(self) -> str:
        return f"{self.table} {', '.join(map(str, self.key))}: {self.problem}"


def unsound(connection: sqlite3.Connection) -> Iterator[Unsound]:
    """The rows of which something does not hold, inside a transaction, of a file that has its settings."""
    sound = True
    for each in chain(_wrong(connection), _unreadable(connection), _in_circles(connection)):
        sound = False
        yield each
    if sound:
        yield from _other_words(connection)


def _wrong(connection: sqlite3.Connection) -> Iterator[Unsound]:
    for table, wrong in WRONG.items():
        keys = ", ".join(f'd."{column}"' for column in KEYS[table].split(", "))
        cases = " ".join(f"WHEN {when} THEN {words}" for when, words in wrong)
        found = f"SELECT {keys}, CASE {cases} END AS problem FROM {table} d"
        for *key, problem in connection.execute(f"SELECT * FROM ({found}) AS x WHERE problem IS NOT NULL"):
            yield Unsound(table, tuple(key), problem)


# --- what is read ---


def _zone(text: str) -> None:
    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ValueError(f"{text!r} is no zone: {error}") from None


def _offset(text: str) -> None:
    """A zone, or an offset."""
    try:
        zone_of(text)
    except (ZoneInfoNotFoundError, OSError, IndexError) as error:
        raise ValueError(f"{text!r} is no zone: {error}") from None


def _json(kind: type, of: type | None = None) -> Callable[[str], None]:
    """JSON of a kind, a list or an object, and of what is in it."""

    def read(text: str) -> None:
        try:
            found = json.loads(text)
        except RecursionError:
            raise ValueError("brackets nested too deep") from None
        inside = found.values() if isinstance(found, dict) else found
        if not isinstance(found, kind) or (of is not None and not all(isinstance(each, of) for each in inside)):
            raise ValueError(f"{text!r:.60} is not what is kept there")

    return read


def _rule(text: str) -> None:
    _json(dict)(text)
    Predicate.from_rule("it", json.loads(text))


def _key(text: str) -> None:
    if len(bytes.fromhex(text)) != 32:
        raise ValueError("it is not of 32 bytes")


_READ: tuple[tuple[str, str, str, Callable[[str], None]], ...] = (
    ("meta", "value", "\"key\" = 'zone'", _zone),
    ("meta", "value", "\"key\" = 'hash_key'", _key),
    ("meta", "value", "\"key\" = 'ontology'", _json(dict, of=dict)),
    ("declaration", "rule", "1 = 1", _rule),
    ("source_order", "sources", "1 = 1", _json(list, of=str)),
    ("claim", "attrs", "attrs IS NOT NULL", _json(dict)),
    ("episode", "zone", "1 = 1", _offset),
    ("episode", "labels", "labels IS NOT NULL", _json(dict, of=str)),
    ("anchoring", "zone", "1 = 1", _offset),
    ("extraction", "skipped", "1 = 1", _json(list, of=dict)),
    ("held", "change", "change IS NOT NULL", _json(dict)),
    ("idempotency", "result", "1 = 1", _json(list, of=int)),
    *(
        ("term", "name", f"kind = {kind}", lambda text, kind=kind: _literal(kind, text))
        for kind in (NUMBER, DATE, BOOLEAN)
    ),
)
"""Columns of text that is read: those where it is there, and what reads it, or raises ValueError."""


def _literal(kind: int, name: str) -> None:
    decode(kind, "", name)
    if kind == BOOLEAN and name not in ("true", "false") and not name.startswith(ERASED):
        raise ValueError(f"{name!r} is neither true nor false")


_TIMES = f"""
    SELECT c.id, {FROM_SAID}, {TO_SAID}, c.valid_said FROM claim c
    WHERE c.erased < 2 AND (c.from_said IS NOT NULL OR c.to_said IS NOT NULL OR c.valid_said IS NOT NULL)
"""


def _unreadable(connection: sqlite3.Connection) -> Iterator[Unsound]:
    for table, column, where, read in _READ:
        keys = ", ".join(f'"{key}"' for key in KEYS[table].split(", "))
        for *key, text in connection.execute(f"SELECT {keys}, {column} FROM {table} WHERE {where}"):
            try:
                read(text)
            except ValueError as error:
                yield Unsound(table, tuple(key), f"{column}: {error}")
    for id_, *said in connection.execute(_TIMES):
        try:
            stint(Said(*said), 0, "event")
        except ValueError as error:
            yield Unsound("claim", (id_,), f"its times: {error}")


# --- what rows say together ---


def _in_circles(connection: sqlite3.Connection) -> Iterator[Unsound]:
    """Maps of predicates by which one would come to read as itself by way of others."""
    maps: dict[int, int] = {}
    for place, old, new in connection.execute("SELECT place, old, new FROM predicate_map ORDER BY place, old"):
        read_as = new
        while read_as != old and maps.get(read_as, read_as) != read_as:
            read_as = maps[read_as]
        if read_as == old and new != old:
            yield Unsound("predicate_map", (place, old), "it maps a predicate to what reads as it")
        else:
            maps[old] = new


_TOLD = """
    SELECT e.id, e.speaker, e.role, e.observed, e.zone, e.text, e.ref, e.digest,
        COUNT(*) OVER (PARTITION BY e.scope, e.speaker, e.role, e.observed, e.text, e.ref)
    FROM episode e WHERE e.scope NOT IN (SELECT scope FROM erasure) ORDER BY e.id
"""
_LEFT_OUT = 100
"""Equal messages of one instant have numbers, which are not kept. A patch may have left some of them out."""


def _other_words(connection: sqlite3.Connection) -> Iterator[Unsound]:
    """Messages that are not the ones that were stored, by their digest. An erasure takes words out of the messages of
    its scope and leaves their digests, so there nothing can be said."""
    (text,) = connection.execute("SELECT value FROM meta WHERE \"key\" = 'hash_key'").fetchone()
    for id_, speaker, role, observed, zone, words, ref, digest, times in connection.execute(_TOLD):
        told = (Episode(speaker, role, observed, zone, words, ref, number) for number in range(times + _LEFT_OUT))
        if all(digest_of(each, bytes.fromhex(text)) != digest for each in told):
            yield Unsound("episode", (id_,), "its digest is not that of its words")
