"""Rows to filter, a database that holds them, and the filter language read plainly in Python, to compare with."""

import json
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from tkg.filters import Compiled, Kind, compiled, register
from tkg.intervals import MAX, MIN, microseconds
from tkg.terms import BOOLEAN, ENTITY, ERASED, NUMBER

SCHEMA = Path(__file__).parents[1] / "schema" / "schema.sql"
DAY = timedelta(days=1)


def at(text: str) -> int:
    """The microseconds of a time in UTC."""
    return microseconds(datetime.fromisoformat(text).replace(tzinfo=UTC))


# --- rows, as a test writes them ---


class Term(NamedTuple):
    """A row of `term`; among the rows of a test an entity."""

    kind: int
    name: str
    type: str = ""


class Claim(NamedTuple):
    """What one source says."""

    source: str = "HR"
    confidence: float = 1.0
    attrs: Mapping[str, Any] | None = None
    recorded: int = at("2026-01-01")


class Fact(NamedTuple):
    """A fact believed over [start, end), and the claims that say it."""

    subject: Term = Term(ENTITY, "Ann")
    predicate: str = "works_for"
    object: Term = Term(ENTITY, "Acme")
    start: int = MIN
    end: int = MAX
    claims: tuple[Claim, ...] = (Claim(),)
    scope: str = "main"


class Message(NamedTuple):
    """A row of `episode`."""

    speaker: str = "Ann"
    role: str = "user"
    said: int = at("2026-01-01")
    ref: str | None = None
    labels: Mapping[str, Any] | None = None
    recorded: int = at("2026-01-01")
    scope: str = "main"


Row = Fact | Message | Term
KINDS: Mapping[type, Kind] = {Fact: "facts", Message: "episodes", Term: "entities"}

JOINS: Mapping[Kind, str] = {
    "facts": """
        FROM entry e JOIN belief_cur b ON b.scope = e.scope AND b.s = e.a AND b.p = e.b AND b.o = e.c
        JOIN saying y ON y.entry = e.id JOIN claim c ON c.id = y.claim WHERE e.kind = 0""",
    "episodes": "FROM entry e JOIN episode m ON m.id = e.a WHERE e.kind = 1",
    "entities": "FROM entry e WHERE e.kind = 2",
}


class Base:
    """A database with rows of a test, which are gone again after it."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.executescript(SCHEMA.read_text(encoding="utf-8"))
        register(self.connection)
        self.count = 0

    @contextmanager
    def holding(self, rows: Iterable[Row]) -> Iterator["Base"]:
        self.connection.execute("BEGIN")
        try:
            for number, row in enumerate(rows, 1):
                self._add(number, row)
            yield self
        finally:
            self.connection.execute("ROLLBACK")

    def kept(self, filter_: Mapping[str, Any], kind: Kind = "facts") -> list[int]:
        """The numbers of the rows that a filter keeps, from 1, by a query of the shape of a search's."""
        sql = compiled(filter_, [kind], UTC)[kind]
        query = f"SELECT DISTINCT e.id {JOINS[kind]} AND {sql.sql} ORDER BY e.id"
        return [id_ for (id_,) in self.connection.execute(query, sql.parameters)]

    def told(self, sql: Compiled, kind: Kind) -> list[Any]:
        """What the expression is of each row."""
        order = "e.id, y.claim" if kind == "facts" else "e.id"
        query = f"SELECT {sql.sql} {JOINS[kind]} ORDER BY {order}"
        return [value for (value,) in self.connection.execute(query, sql.parameters)]

    def _insert(self, table: str, **values: Any) -> int:
        self.count += 1
        columns = {"id": self.count, **values}
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        self.connection.execute(sql, tuple(columns.values()))
        return self.count

    def _one(self, table: str, **values: Any) -> int:
        where = " AND ".join(f"{name} = ?" for name in values)
        row = self.connection.execute(f"SELECT id FROM {table} WHERE {where}", tuple(values.values())).fetchone()
        return self._insert(table, **values) if row is None else int(row[0])

    def _term(self, scope: int, term: Term) -> int:
        return self._one("term", scope=scope, kind=term.kind, name=term.name, norm="", type=term.type)

    def _entry(self, number: int, scope: int, kind: int, *ids: int) -> None:
        self.connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, x'')", (number, scope, kind, *ids))

    def _add(self, number: int, row: Row) -> None:
        scope = self._one("scope", name="main" if isinstance(row, Term) else row.scope)
        if isinstance(row, Term):
            self._entry(number, scope, 2, self._term(scope, row), 0, 0)
        elif isinstance(row, Message):
            episode = self._insert(
                "episode", scope=scope, speaker=row.speaker, role=row.role, observed=row.said, zone="UTC", text="",
                ref=row.ref, labels=_json(row.labels), digest=str(number), tx=self._tx(row.recorded),
            )  # fmt: skip
            self._entry(number, scope, 1, episode, 0, 1)
        else:
            self._add_fact(number, scope, row)

    def _add_fact(self, number: int, scope: int, fact: Fact) -> None:
        s, o = self._term(scope, fact.subject), self._term(scope, fact.object)
        p = self._one("predicate", name=fact.predicate)
        self._entry(number, scope, 0, s, p, o)
        columns = (scope, 0, s, p, fact.start, fact.end, o, 0, 0)
        self.connection.execute("INSERT INTO belief_cur VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", columns)
        for said in fact.claims:
            claim = self._insert(
                "claim", scope=scope, op=0, s=s, p=p, o=o, from_early=0, from_at=0, from_late=0, from_grain=0,
                to_early=0, to_at=0, to_late=0, to_grain=0, ongoing=0, observed=0, seen=0,
                source=self._one("source", scope=scope, name=said.source), confidence=said.confidence, modality=0,
                statement=0, s_said=s, o_said=o, attrs=_json(said.attrs), tx=self._tx(said.recorded),
            )  # fmt: skip
            self.connection.execute("INSERT INTO saying VALUES (?, ?, ?, ?)", (number, claim, claim, MAX))

    def _tx(self, at_us: int) -> int:
        return self._insert("tx", at=at_us, last_place=0)


def _json(value: Mapping[str, Any] | None) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


# --- the same filters, read plainly ---


@dataclass(frozen=True)
class Time:
    """A time among the values of other types."""

    at: int


METADATA_KEYS: Mapping[str, tuple[str, ...]] = {
    "metadata.a": ("a",), "metadata.b": ("b",), "metadata.a.b": ("a", "b"), "metadata.a.b.a": ("a", "b", "a"),
    'metadata."c.d"': ("c.d",), 'metadata.q"x': ('q"x',), 'metadata."q""x"': ('q"x',), 'metadata.""""': ('"',),
    "metadata.上": ("上",), "metadata.[0]": ("[0]",), "metadata.$": ("$",), 'metadata.""': ("",),
    "metadata.a.$.b": ("a", "$", "b"), 'metadata."c.d".a': ("c.d", "a"),
}  # fmt: skip


def stretch(text: str) -> tuple[int, int]:
    """[start, end) of a year, a month, a day, an instant in UTC, or an interval of these."""
    if "/" in text:
        first, last = text.split("/")
        return MIN if first == ".." else stretch(first)[0], MAX if last == ".." else stretch(last)[1]
    if len(text) > 10:
        return at(text), at(text) + 1
    year, month, day = (*map(int, text.split("-")), 0, 0)[:3]
    start = datetime(year, month or 1, day or 1, tzinfo=UTC)
    if day:
        end = start + DAY
    elif month:
        end = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    else:
        end = datetime(year + 1, 1, 1, tzinfo=UTC)
    return microseconds(start), microseconds(end)


def values(field: str, row: Row, claim: Claim | None) -> list[Any]:
    """The values that a row has in a field: none if it is missing, two for the types of a fact."""
    if field.startswith("metadata."):
        attrs = claim.attrs if claim else row.labels if isinstance(row, Message) else None
        return _walk(attrs, METADATA_KEYS[field])
    found: dict[str, list[Any]] = {}
    if isinstance(row, Fact) and claim:
        found = {
            "scope": [row.scope], "subject": [row.subject.name], "predicate": [row.predicate], "source": [claim.source],
            "object": [_literal(row.object)], "subject_type": [_entity_type(row.subject)],
            "object_type": [_entity_type(row.object)], "confidence": [claim.confidence],
            "entity_type": [_entity_type(row.subject), _entity_type(row.object)],
            "valid_from": [Time(row.start)] if row.start != MIN else [],
            "valid_to": [Time(row.end)] if row.end != MAX else [], "recorded_at": [Time(claim.recorded)],
        }  # fmt: skip
    elif isinstance(row, Message):
        found = {
            "scope": [row.scope], "source": [" ".join(unicodedata.normalize("NFC", row.speaker).split())],
            "role": [row.role], "id": [row.ref] if row.ref is not None else [], "said_at": [Time(row.said)],
            "recorded_at": [Time(row.recorded)],
        }  # fmt: skip
    elif isinstance(row, Term):
        found = {"scope": ["main"], "name": [row.name], "entity_type": [_entity_type(row)]}
    if field in ("role", "id"):
        return found.get(field, [])
    return [value for value in found.get(field, []) if value != "" and not str(value).startswith(ERASED)]


def _walk(value: Any, keys: Iterable[str]) -> list[Any]:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return [] if value is None else [value]


def _literal(term: Term) -> Any:
    if term.kind == NUMBER:
        return float(term.name)
    return term.name == "true" if term.kind == BOOLEAN else term.name


def _entity_type(term: Term) -> str:
    return term.type if term.kind == ENTITY else ""


def _type(value: Any) -> str | None:
    names = {bool: "boolean", int: "number", float: "number", str: "text"}
    return names.get(type(value))


def _compare(operator: str, value: Any, operand: Any) -> bool:
    if isinstance(value, Time):
        low, high = stretch(operand)
        return {
            "eq": low <= value.at < high, "lt": value.at < low, "gte": value.at >= low, "lte": value.at < high,
            "gt": value.at >= high,
        }[operator]  # fmt: skip
    if operator in ("contains", "icontains"):
        fold = _folded if operator == "icontains" else lambda text: text
        if isinstance(value, list):
            return any(_compare("eq", fold(each), fold(operand)) for each in value)
        return isinstance(value, str) and isinstance(operand, str) and fold(operand) in fold(value)
    if _type(value) is None or _type(value) != _type(operand):
        return False
    return bool({
        "eq": lambda: value == operand, "gt": lambda: value > operand, "gte": lambda: value >= operand,
        "lt": lambda: value < operand, "lte": lambda: value <= operand,
    }[operator]())  # fmt: skip


def _folded(value: Any) -> Any:
    return unicodedata.normalize("NFKC", value).casefold() if isinstance(value, str) else value


def _asks(operator: str, found: list[Any], operand: Any) -> bool:
    if operator in ("ne", "nin"):
        return not _asks({"ne": "eq", "nin": "in"}[operator], found, operand)
    if operator == "exists":
        return bool(found) is operand
    if operator == "in":
        return any(_compare("eq", value, each) for value in found for each in operand)
    return any(_compare(operator, value, operand) for value in found)


def holds(filter_: Mapping[str, Any], row: Row, claim: Claim | None) -> bool:
    """Whether a filter is true of a row, for a fact as one claim says it."""

    def one(name: str, value: Any) -> bool:
        if name == "NOT":
            return not holds(value, row, claim)
        if name in ("AND", "OR"):
            return (all if name == "AND" else any)(holds(each, row, claim) for each in value)
        operators = value if isinstance(value, dict) else {"eq": value}
        found = values(name, row, claim)
        return all(_asks(operator, found, operand) for operator, operand in operators.items())

    return all(one(name, value) for name, value in filter_.items())


def expected(filter_: Mapping[str, Any], row: Row) -> list[bool]:
    """Whether a filter is true of a row, for a fact once for each claim."""
    return [holds(filter_, row, claim) for claim in (row.claims if isinstance(row, Fact) else (None,))]
