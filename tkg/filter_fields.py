"""The fields that a filter can name: what they are compared as, and where each kind of rows has them.

The SQL of a field is a condition with a hole in it: it holds if the row has the field and what is put into the hole is
true of the value. So what is missing is false and never NULL, whatever is asked of it. A value that may be of several
types brings a guard for each, since SQLite finds an order between numbers and text.

The aliases are those of the query that a filter goes into: `e` an entry (of a fact: its subject `a`, predicate `b` and
object `c` as they read; of an episode or an entity: `a` is its id), `b` a belief, `c` a claim that says it, `m` an
episode.

Keys of metadata are looked up by `json_each` and not by a path, in which some keys cannot be written and others are not
found in the form in which JSON has them.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from tkg.errors import BadFilter
from tkg.intervals import MAX, MIN
from tkg.terms import BOOLEAN, DATE, ENTITY, NUMBER, TEXT, norm

Kind: TypeAlias = Literal["facts", "episodes", "entities"]
Type: TypeAlias = Literal["text", "number", "boolean", "time"]
Sort: TypeAlias = Literal["name", "text", "number", "time", "object", "json"]
"""What a field is compared as. A name is text in the form in which names are stored. An object may be of several types,
and so may what is in JSON."""

MOST_KEYS = 16

_KEYS = re.compile(r'metadata((?:\.(?:"(?:[^"]|"")*"|[^".][^.]*))+)')
_KEY = re.compile(r'\.(?:"((?:[^"]|"")*)"|([^.]+))')


class Value(NamedTuple):
    """A value of one type: `guard`, empty or a condition and AND, says that it is of this type."""

    guard: str
    sql: str


class Place(NamedTuple):
    """Where a kind of rows has a field: the alias that it is read from, the condition with `{}` in it, and the value by
    its type. `items` is the same for each value in an array."""

    alias: str
    condition: str
    values: Mapping[Type, Value]
    items: "Place | None" = None


class _Field(NamedTuple):
    sort: Sort
    places: Mapping[Kind, Place]


def _at(alias: str, condition: str, type_: Type, sql: str) -> Place:
    return Place(alias, condition, {type_: Value("", sql)})


def _in(alias: str, table: str, where: str, sql: str, type_: Type = "text") -> Place:
    return _at(alias, f"EXISTS (SELECT 1 FROM {table} WHERE {where} AND {{}})", type_, sql)


def _named(alias: str, table: str, where: str) -> Place:
    # Nobody in particular is '', and what is erased begins with a zero byte, as no name does.
    return _in(alias, table, f"{where} AND name >= char(1)", "name")


def _typed(where: str) -> Place:
    return _in("e", "term", f"{where} AND kind = {ENTITY} AND type <> ''", "type")


_OBJECT: Mapping[Type, Value] = {
    "text": Value(f"kind IN ({ENTITY}, {TEXT}, {DATE}) AND ", "name"),
    "number": Value(f"kind = {NUMBER} AND ", "CAST(name AS NUMERIC)"),
    "boolean": Value(f"kind = {BOOLEAN} AND ", "name"),
}
_SCOPE = _named("e", "scope", "id = e.scope")
_FIELDS: Mapping[str, _Field] = {
    "scope": _Field("name", {"facts": _SCOPE, "episodes": _SCOPE, "entities": _SCOPE}),
    "source": _Field("name", {
        "facts": _named("c", "source", "id = c.source"),
        "episodes": _at("m", "(m.speaker <> '' AND {})", "text", "tkg_name(m.speaker)"),
    }),
    "subject": _Field("name", {"facts": _named("e", "term", "id = e.a")}),
    "predicate": _Field("name", {"facts": _named("e", "predicate", "id = e.b")}),
    "object": _Field("object", {"facts": _named("e", "term", "id = e.c")._replace(values=_OBJECT)}),
    "subject_type": _Field("name", {"facts": _typed("id = e.a")}),
    "object_type": _Field("name", {"facts": _typed("id = e.c")}),
    "entity_type": _Field("name", {"facts": _typed("id IN (e.a, e.c)"), "entities": _typed("id = e.a")}),
    "name": _Field("name", {"entities": _named("e", "term", "id = e.a")}),
    "confidence": _Field("number", {"facts": _at("c", "({})", "number", "c.confidence")}),
    "valid_from": _Field("time", {"facts": _at("b", f"(b.vf > {MIN} AND {{}})", "time", "b.vf")}),
    "valid_to": _Field("time", {"facts": _at("b", f"(b.vt < {MAX} AND {{}})", "time", "b.vt")}),
    "recorded_at": _Field("time", {
        "facts": _in("c", "tx", "id = c.tx", "at", "time"), "episodes": _in("m", "tx", "id = m.tx", "at", "time"),
    }),
    "said_at": _Field("time", {"episodes": _at("m", "({})", "time", "m.observed")}),
    "role": _Field("text", {"episodes": _at("m", "({})", "text", "m.role")}),
    "id": _Field("text", {"episodes": _at("m", "(m.ref IS NOT NULL AND {})", "text", "m.ref")}),
}  # fmt: skip
_METADATA: Mapping[Kind, tuple[str, str]] = {"facts": ("c", "c.attrs"), "episodes": ("m", "m.labels")}


def register(connection: sqlite3.Connection) -> None:
    """Give a connection the functions that compiled filters call."""
    connection.create_function("tkg_norm", 1, _norm, deterministic=True)
    connection.create_function("tkg_name", 1, _name, deterministic=True)


def _norm(text: str | None) -> str | None:
    return None if text is None else norm(text)


# Speakers are stored as given, and are few.
@lru_cache(maxsize=4096)
def _name(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def sort(name: object, kinds: tuple[Kind, ...]) -> Sort:
    """What a field is compared as. Raises BadFilter if none of the kinds has it."""
    with_metadata = any(kind in _METADATA for kind in kinds)
    there = {name: field for name, field in _FIELDS.items() if any(kind in field.places for kind in kinds)}
    if isinstance(name, str) and name in there:
        return there[name].sort
    keys = _keys(name) if isinstance(name, str) and with_metadata else []
    if len(keys) > MOST_KEYS:
        raise BadFilter(f"{name} is {len(keys)} keys deep: metadata can be asked of down to {MOST_KEYS}")
    if not keys:
        known = ", ".join([*there, *["metadata.<key>"] * with_metadata])
        raise BadFilter(f"there is no field {name!r} of {' or '.join(kinds)}: use {known}, or AND, OR, NOT")
    return "json"


def place(name: str, kind: Kind, bind: Callable[[str], str]) -> Place | None:
    """Where a kind has a field, the keys of metadata bound as parameters; None if it does not."""
    if name in _FIELDS:
        return _FIELDS[name].places.get(kind)
    if kind not in _METADATA:
        return None
    alias, column = _METADATA[kind]
    row, tables, where = "", [], []
    for level, key in enumerate(_keys(name)):
        tables.append(f"{_within(row, 'object') if row else f'json_each({column})'} AS k{level}")
        row = f"k{level}"
        where.append(f"{row}.key = {bind(key)}")
    condition = (
        f"EXISTS (SELECT 1 FROM {', '.join(tables)} WHERE {' AND '.join(where)} AND {row}.type <> 'null' AND {{}})"
    )
    items = Place(alias, f"EXISTS (SELECT 1 FROM {_within(row, 'array')} AS item WHERE {{}})", _json("item"))
    return Place(alias, condition, _json(row), items)


def _keys(name: str) -> list[str]:
    """The keys of `metadata.a.b`, outermost first; none of another name."""
    path = _KEYS.fullmatch(name)
    found = _KEY.findall(path[1]) if path else ()
    return [plain or quoted.replace('""', '"') for quoted, plain in found]


def _within(row: str, type_: str) -> str:
    """What is in a row of JSON if that is an array or an object; nothing of text, which may not be JSON by itself."""
    return f"json_each(CASE {row}.type WHEN '{type_}' THEN {row}.value END)"


def _json(row: str) -> Mapping[Type, Value]:
    return {
        "text": Value(f"{row}.type = 'text' AND ", f"{row}.value"),
        "number": Value(f"{row}.type IN ('integer', 'real') AND ", f"{row}.value"),
        "boolean": Value(f"{row}.type IN ('true', 'false') AND ", f"{row}.type"),
    }
