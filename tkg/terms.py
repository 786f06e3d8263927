"""Names and literals as integers, and back.

Every subject and object is a row of `term`: an entity by its name and type, or a literal by its canonical text. Two
values are the same exactly if they are the same term. Names are compared as Unicode text in normal form C with runs of
white space as one space; nothing is folded further, since a guess that two names are one is a merge, which is said.
`alike` gives the entities whose names are one in the wider sense of `tkg.alike`, for whoever reads names out of
words or asks for one that nobody bears.

Where an erasure leaves a term that nothing visible uses any more, its name is replaced by a keyed hash: enough to see
that a later claim says the same value as one whose effect is kept, and nothing that can be read back without the key.
"""

import hashlib
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from tkg.alike import form, is_of, unwrapped
from tkg.errors import BadName
from tkg.insertion import Insertion
from tkg.intervals import MAX
from tkg.values import Entity, Quantity, Text, Value

ENTITY, TEXT, NUMBER, DATE, BOOLEAN, _SOURCE = range(6)
ERASED = "\x00erased:"
_CACHED = 100_000
_TOO_LONG = 10**300

_FIND = "SELECT id, name FROM term WHERE scope = ? AND kind = ? AND type = ? AND name IN (?, ?)"
_AT_ONCE = 64
_FIND_ALL = f"""
    WITH wanted (kind, type, name, hashed) AS (VALUES {", ".join(["(?, ?, ?, ?)"] * _AT_ONCE)})
    SELECT w.kind, w.type, w.name, t.id, t.name FROM wanted w
    CROSS JOIN term t ON t.kind = w.kind AND t.type = w.type AND t.name IN (w.name, w.hashed) WHERE t.scope = ?
"""
_ANY_ERASED = "SELECT EXISTS (SELECT 1 FROM erasure)"
_LAST = "SELECT COALESCE(MAX(id), 0) FROM term"
_TERM = Insertion("term", ("id", "scope", "kind", "name", "norm", "type"))
_WORTH_IT = 8
"""From how many terms on they are looked for together."""

_ADD = "INSERT INTO term (scope, kind, name, norm, type) VALUES (?, ?, ?, ?, ?)"
_NAMED = "SELECT id FROM term WHERE scope = ? AND kind = ? AND name = ?"
_ALIKE = """
    SELECT id, name, type FROM term WHERE scope = ? AND norm IN (?, ?, ?, ?) AND +kind = 0 ORDER BY id
"""
_SOURCE_ID = "SELECT id FROM source WHERE scope = ? AND name IN (?, ?)"
_READ = "SELECT kind, type, name FROM term WHERE id = ?"
_IS_SAID = """
    SELECT 1 FROM claim WHERE scope = ?1 AND s = ?2 AND +id <= ?3
    UNION ALL SELECT 1 FROM claim WHERE scope = ?1 AND o = ?2 AND +id <= ?3
    UNION ALL SELECT 1 FROM merge WHERE scope = ?1 AND ?2 IN (old, new) AND place <= ?3
    UNION ALL SELECT 1 FROM split WHERE scope = ?1 AND new = ?2 AND place <= ?3 LIMIT 1
"""
_RESTORE = "UPDATE term SET name = ?, norm = ? WHERE id = ?"


class Code(tuple[int, str, str]):
    """(kind, type, name) of a value in its canonical text."""

    __slots__ = ()


class Bearer(NamedTuple):
    """An entity that bears a name: its term, and the name and the type as they are written."""

    term: int
    name: str
    type: str

    @property
    def value(self) -> str | Entity:
        return Entity(self.name, self.type) if self.type else self.name


def source_name(name: str) -> str:
    """The name of a source in the form in which it is stored; "" is nobody in particular. Raises BadName."""
    return "" if name == "" else clean(name, "the source")


def source_code(name: str) -> Code:
    """The code by which the name of a source is hashed once it is erased."""
    return Code((_SOURCE, "", name))


def clean(name: str, what: str) -> str:
    """A name in the form in which names are stored. Raises BadName, naming `what` it is."""
    if not isinstance(name, str):
        raise BadName(f"{what} {name!r} is a {type(name).__name__}, not a name: give text or an Entity")
    cleaned, controlled = _tidied(name)
    if not cleaned:
        raise BadName(f"{what} {name!r} is empty: give it a name")
    if controlled:
        raise BadName(f"{what} {name!r} has control characters in it: take them out")
    return cleaned


@lru_cache(maxsize=16_384)
def _tidied(name: str) -> tuple[str, bool]:
    """A name in normal form, and whether there are control characters or lone surrogates in it."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    # Nearly every name is printable, and then there is nothing to look for.
    return cleaned, not cleaned.isprintable() and any(
        unicodedata.category(letter) in ("Cc", "Cs") for letter in cleaned
    )


def storable(text: str, what: str) -> str:
    """`text` as it is. Raises BadName if it has half of a surrogate pair in it, which is no text in any encoding."""
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadName(f"{what} {text!r} has lone surrogates in it, which are no characters: decode it anew")
    return text


def norm(name: str) -> str:
    """A name as it is compared when looked for: compatibility form, without case."""
    return name.lower() if name.isascii() else unicodedata.normalize("NFKC", name).casefold()


def encode(value: Value, kind: str, what: str, unit: str | None = None) -> Code:
    """The canonical text of a value; `kind` is what the predicate takes, which decides what a bare `str` is, and `unit`
    the one that it declares, which is that of a bare number."""
    if isinstance(value, bool):
        return Code((BOOLEAN, "", "true" if value else "false"))
    if isinstance(value, (int, float)):
        return Code((NUMBER, unit or "", _number(value, what)))
    if isinstance(value, Quantity):
        return Code((NUMBER, clean(value.unit, f"the unit of {what}"), _number(value.value, what)))
    if isinstance(value, date):
        return Code((DATE, "", value.isoformat()))
    if isinstance(value, Entity):
        type_ = clean(value.type, f"the type of {what}") if value.type != "" else ""
        return Code((ENTITY, type_, clean(value.name, what)))
    if isinstance(value, Text) or (isinstance(value, str) and kind == "text"):
        if not value.strip():
            raise BadName(f"{what} is empty text: leave the claim out")
        return Code((TEXT, "", unicodedata.normalize("NFC", storable(value, what))))
    if kind == "date":
        return Code((DATE, "", value.strip()))
    return Code((ENTITY, "", clean(value, what)))


def decode(kind: int, type_: str, name: str) -> Value:
    """The value of a term. A date that is a year or a month comes back as text, since no `date` says that."""
    if name.startswith(ERASED):
        return "[erased]"
    if kind == ENTITY:
        return Entity(name, type_) if type_ else name
    if kind == NUMBER:
        number = float(name) if not name.lstrip("-").isdigit() else int(name)
        return Quantity(number, type_) if type_ else number
    if kind == DATE:
        return date.fromisoformat(name) if len(name) == 10 else name
    if kind == BOOLEAN:
        return name == "true"
    return Text(name)


def _number(value: int | float, what: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadName(f"{what} {value!r} is a {type(value).__name__}, not a number")
    if isinstance(value, int) and abs(value) >= _TOO_LONG:
        raise BadName(f"{what} has more digits than can be stored: a number has up to 300")
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise BadName(f"{what} {value!r} is not a number that can be stored")
        if value.is_integer() and abs(value) < 2**53:
            return str(int(value))
    return repr(value)


@contextmanager
def lifted(connection: sqlite3.Connection) -> Iterator[None]:
    """A stretch of a write transaction in which the append-only triggers let changes pass: for erasure, and for a name
    that was erased and is said anew."""
    connection.execute("INSERT INTO erasing (id) VALUES (1)")
    yield
    connection.execute("DELETE FROM erasing")


class Terms:
    """The terms of one file, remembered both ways, over one connection. `known` are the values asked for lately."""

    def __init__(self, connection: sqlite3.Connection, hash_key: bytes) -> None:
        self._connection, self.hash_key = connection, hash_key
        self.forget()

    def forget(self) -> None:
        """Drop what is remembered: after a rollback, which takes terms back, or an erasure, which renames them."""
        # By scope and code in one plain tuple, which Python's collector of garbage stops to look at.
        self._ids: dict[tuple[int, int, str, str], int] = {}
        self.known: dict[int, Value] = {}
        self._any_erased: bool | None = None
        self._said: dict[int, int] = {}

    def intern(self, scope: int, code: Code) -> int:
        """The term of a value in a scope, added if it is new. Only inside a write transaction.

        A name that was erased and is said anew is in its term again.
        """
        known = self._ids.get((scope, *code))
        if known is not None:
            return known
        kind, type_, name = code
        row = self._find(scope, code)
        if row is None:
            term = self._connection.execute(_ADD, (scope, kind, name, norm(name), type_)).lastrowid
            assert term is not None
        else:
            term, kept = row
            if kept.startswith(ERASED):
                with lifted(self._connection):
                    self._connection.execute(_RESTORE, (name, norm(name), term))
                self.known.pop(term, None)
        if len(self._ids) > _CACHED:
            self._ids.clear()
        self._ids[scope, *code] = term
        return term

    def intern_all(self, scope: int, codes: Iterable[Code]) -> None:
        """Have many terms ready for `intern`, in the order in which it would add them."""
        missing = [code for code in dict.fromkeys(codes) if (scope, *code) not in self._ids]
        if len(missing) < _WORTH_IT:
            return
        execute = self._connection.execute
        (erased,) = execute(_ANY_ERASED).fetchone()
        if len(self._ids) + len(missing) > _CACHED:
            self._ids.clear()
        for first in range(0, len(missing), _AT_ONCE):
            several = missing[first : first + _AT_ONCE]
            wanted = [(*code, self.hashed(code) if erased else code[2]) for code in several]
            wanted += wanted[-1:] * (_AT_ONCE - len(several))
            known = {
                Code((kind, type_, name)): (term, kept)
                for kind, type_, name, term, kept in execute(_FIND_ALL, (*chain.from_iterable(wanted), scope))
            }
            (last,) = execute(_LAST).fetchone()
            added = {code: last + number for number, code in enumerate((c for c in several if c not in known), start=1)}
            _TERM(
                self._connection, [(id_, scope, k, name, norm(name), type_) for (k, type_, name), id_ in added.items()]
            )
            for code in several:
                term, kept = known.get(code) or (added[code], "")
                # One that was erased is left to `intern`, which gives it its name again.
                if not kept.startswith(ERASED):
                    self._ids[scope, *code] = term

    def entity(self, scope: int, name: str) -> int | None:
        """The entity of no type that has been asked for by this very name lately, or None: it may be there or not."""
        return self._ids.get((scope, ENTITY, "", name))

    def find(self, scope: int, code: Code) -> int | None:
        """The term of a value, or None if nothing ever said it."""
        known = self._ids.get((scope, *code))
        if known is not None:
            return known
        row = self._find(scope, code)
        return None if row is None else row[0]

    def _find(self, scope: int, code: Code) -> tuple[int, str] | None:
        """The term of a value with the name that it has, its own or the hash of it."""
        kind, type_, name = code
        given = (scope, kind, type_, name, self.hashed(code))
        row: tuple[int, str] | None = self._connection.execute(_FIND, given).fetchone()
        return row

    def entities(self, scope: int, name: str | Entity, what: str) -> list[int]:
        """The terms that a name can mean: of its type, or of any type if it gives none. Raises BadName."""
        if isinstance(name, Entity) and name.type:
            found = self.find(scope, encode(name, "any", what))
            return [] if found is None else [found]
        return self._named(scope, clean(name.name if isinstance(name, Entity) else name, what), (ENTITY,))

    def values(self, scope: int, value: Value, what: str) -> list[int]:
        """The terms that a value can mean: bare text an entity, words or a date, a bare number one of any unit.

        Raises BadName.
        """
        if isinstance(value, str) and not isinstance(value, Text):
            return self._named(scope, clean(value, what), (ENTITY, TEXT, DATE))
        code = encode(value, "any", what)
        if code[0] == NUMBER and not code[1]:
            return self._named(scope, code[2], (NUMBER,))
        found = self.find(scope, code)
        return [] if found is None else [found]

    def _named(self, scope: int, name: str, kinds: tuple[int, ...]) -> list[int]:
        """The terms of this name, of any type or unit; one that is erased is known by the hash of its bare name."""
        execute, found = self._connection.execute, list[int]()
        for kind in kinds:
            found += [term for (term,) in execute(_NAMED, (scope, kind, name))]
            # A hash costs as much as the query, and most files have none.
            if self._has_erased():
                found += [term for (term,) in execute(_NAMED, (scope, kind, self.hashed(Code((kind, "", name)))))]
        return found

    def _has_erased(self) -> bool:
        """Whether anything was ever erased in the file; remembered as long as terms are."""
        if self._any_erased is None:
            (erased,) = self._connection.execute(_ANY_ERASED).fetchone()
            self._any_erased = erased == 1
        return self._any_erased

    def is_said(self, scope: int, term: int, place: int) -> bool:
        """Whether some operation had named a term by a place in the log. From then on it always had, so the earliest
        place that was asked about is remembered."""
        if self._said.get(term, MAX) <= place:
            return True
        if self._connection.execute(_IS_SAID, (scope, term, place)).fetchone() is None:
            return False
        if len(self._said) > _CACHED:
            self._said.clear()
        self._said[term] = place
        return True

    def sources(self, scope: int, names: Iterable[str]) -> tuple[int, ...]:
        """The ids of sources by name, erased or not; of one that never said anything a negative one, which none has."""
        found = []
        for number, name in enumerate(names):
            row = self._connection.execute(_SOURCE_ID, (scope, name, self.hashed(source_code(name)))).fetchone()
            found.append(-1 - number if row is None else int(row[0]))
        return tuple(found)

    def alike(self, scope: int, name: str) -> list[Bearer]:
        """The entities of this name, and those whose names have the same form, in the order in which they came up.

        Raises BadName. None that is erased is among them.
        """
        said = clean(name, "the name")
        inner, form_ = unwrapped(said), form(said)
        found = self._connection.execute(_ALIKE, (scope, norm(said), norm(inner), form_, f"{form_}."))
        folds = is_of(inner, form_)
        return [
            bearer
            for bearer in map(Bearer._make, found)
            if bearer.name in (said, inner) or (folds and is_of(bearer.name, form_))
        ]

    def value(self, term: int) -> Value:
        """The value of a term."""
        known = self.known.get(term)
        if known is None:
            known = decode(*self._connection.execute(_READ, (term,)).fetchone())
            if len(self.known) > _CACHED:
                self.known.clear()
            self.known[term] = known
        return known

    def code(self, term: int) -> Code:
        return Code(self._connection.execute(_READ, (term,)).fetchone())

    def hashed(self, code: Code) -> str:
        """What takes the place of a name that is erased."""
        kind, type_, name = code
        text = f"{kind}\x00{type_}\x00{name}".encode()
        return ERASED + hashlib.blake2b(text, key=self.hash_key, digest_size=16).hexdigest()
