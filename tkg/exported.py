"""A file as lines of text, from which it can be made again: the log, the words, the work and the dictionary.

The first line is a header: the format, the revision of the tables, the zone of the file, and how many rows of each
table follow. Each other line is one row, `{"claim": {"id": 12, ...}}`, under the names of its columns; what is NULL is
left out, bytes are in hexadecimal, times are microseconds since 1970 in UTC. Tables come in an order in which no row
refers to a later one (but for the transaction, which may), and rows in that of their keys, so that equal files give
equal bytes. What follows from these rows, beliefs and what a search goes through, is left out and made again.

Everything that is kept is in it, so it is lossless, and as private as the file: the stubs of what was erased, and the
key by which erased names and stored messages are known again (`meta`).

Of one scope it is the rows of that scope, and the vocabulary of the file, which all scopes share. All transactions are
in it with their times, since the past of a scope is counted in them, but who made them and why only where something of
the scope was written.
"""

import json
import sqlite3
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, NamedTuple

from tkg import migrate

FORMAT = 1
"""Changes when rows of an older export could not be taken as they are."""

KEYS = MappingProxyType(
    {
        "meta": "key",
        "scope": "id",
        "tx": "id",
        "predicate": "id",
        "source": "id",
        "term": "id",
        "declaration": "place, predicate",
        "predicate_map": "place, old",
        "dropping": "predicate, place",
        "source_role": "source, place",
        "source_order": "place",
        "claim": "id",
        "standing": "claim, place",
        "merge": "place",
        "split": "claim, role, place",
        "erasure": "place",
        "episode": "id",
        "run": "id",
        "evidence": "id",
        "anchoring": "evidence, side",
        "linking": "evidence, role",
        "derivation": "evidence",
        "extraction": "id",
        "withdrawal": "extraction",
        "held": "id",
        "ruling": "held",
        "model_call": "id",
        "job": "extractor, episode",
        "idempotency": "scope, key",
    }
)
"""The tables that are exported, in order, each with the columns that its rows are in the order of."""


def _runs(derivation: str, extraction: str, withdrawal: str, call: str) -> str:
    """The runs of which something came, of those rows."""
    return (
        f"id IN (SELECT run FROM derivation WHERE {derivation} UNION SELECT run FROM extraction WHERE {extraction} "
        f"UNION SELECT run FROM withdrawal WHERE {withdrawal} UNION SELECT run FROM model_call WHERE {call})"
    )


_OWN = "scope = :scope"
_OF_CLAIMS = "claim IN (SELECT id FROM claim WHERE scope = :scope)"
_OF_EVIDENCE = f"evidence IN (SELECT id FROM evidence WHERE {_OF_CLAIMS})"
_OF_EPISODES = "episode IN (SELECT id FROM episode WHERE scope = :scope)"
_OF_EXTRACTIONS = f"extraction IN (SELECT id FROM extraction WHERE {_OF_EPISODES})"
_OF_SCOPE = MappingProxyType(
    {
        "scope": "id = :scope",
        "source_role": "source IN (SELECT id FROM source WHERE scope = :scope)",
        "standing": _OF_CLAIMS,
        "evidence": _OF_CLAIMS,
        "anchoring": _OF_EVIDENCE,
        "linking": _OF_EVIDENCE,
        "derivation": _OF_EVIDENCE,
        "extraction": _OF_EPISODES,
        "withdrawal": _OF_EXTRACTIONS,
        "ruling": "held IN (SELECT id FROM held WHERE scope = :scope)",
        "predicate": "id IN (SELECT p FROM claim WHERE scope = :scope UNION SELECT predicate FROM declaration "
        "UNION SELECT old FROM predicate_map UNION SELECT new FROM predicate_map UNION SELECT predicate FROM dropping)",
        "run": _runs(_OF_EVIDENCE, _OF_EPISODES, _OF_EXTRACTIONS, _OWN),
        **dict.fromkeys(("meta", "tx", "declaration", "predicate_map", "dropping", "source_order"), "1"),
    }
)
"""Which rows of a table are of a scope; of those that are not here, the ones that name it."""

_OF_ALL = MappingProxyType({"run": _runs("1", "1", "1", "1")})
"""Which rows of a table are exported, where not all are: a run that found nothing new leaves nothing to tell."""


class Column(NamedTuple):
    """A column of a table: INTEGER, REAL, TEXT or BLOB, what it is unless it is said, and whether it may be NULL."""

    kind: str
    default: int | str | None
    nullable: bool


def export_lines(connection: sqlite3.Connection, zone: str, scope: int | None = None) -> Iterator[str]:
    """The lines of an export, inside a snapshot: of the whole file, or of one scope. Nothing is held in memory."""
    given = {"scope": scope}
    counts = {table: _count(connection, table, scope) for table in KEYS}
    yield _line({"tkg": "export", "format": FORMAT, "revision": migrate.HEAD, "zone": zone, "rows": counts})
    for table, order in KEYS.items():
        columns, hexadecimal = _columns(connection, table, scope)
        query = f"SELECT {', '.join(columns.values())} FROM {table} WHERE {_where(table, scope)} ORDER BY {order}"
        for row in connection.execute(query, given):
            said = {name: value for name, value in zip(columns, row, strict=True) if value is not None}
            for name in hexadecimal & said.keys():
                said[name] = said[name].hex()
            yield _line({table: said})


def described(connection: sqlite3.Connection, table: str) -> dict[str, Column]:
    """The columns of a table, by name."""
    rows = connection.execute(f"PRAGMA table_info({table})").fetchall()
    return {
        name: Column(kind, None if default is None else _literal(default), not required)
        for _, name, kind, required, default, _ in rows
    }


def _literal(text: str) -> int | str:
    return text.strip("'") if text.startswith("'") else int(text)


def _columns(connection: sqlite3.Connection, table: str, scope: int | None) -> tuple[dict[str, str], set[str]]:
    """The columns of a table, each with what is selected for it, and which of them hold bytes."""
    found = described(connection, table)
    columns = {name: f'"{name}"' for name in found}
    if table == "tx" and scope is not None:
        written = " UNION ".join(
            f"SELECT tx FROM {other} WHERE {_where(other, scope)}"
            for other in KEYS
            if "tx" in described(connection, other)
        )
        for name in ("actor", "reason"):
            columns[name] = f"CASE WHEN id IN ({written}) THEN {name} END"
    return columns, {name for name, column in found.items() if column.kind == "BLOB"}


def _count(connection: sqlite3.Connection, table: str, scope: int | None) -> int:
    query = f"SELECT COUNT(*) FROM {table} WHERE {_where(table, scope)}"
    return int(connection.execute(query, {"scope": scope}).fetchone()[0])


def _where(table: str, scope: int | None) -> str:
    """Which rows of a table are exported. The first transaction is made with the tables."""
    where = _OF_ALL.get(table, "1") if scope is None else _OF_SCOPE.get(table, _OWN)
    return f"{where} AND id > 0" if table == "tx" else where


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"
