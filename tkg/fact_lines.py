"""Statements out of a file: CSV, or JSON Lines, one statement a row.

The columns, or keys, are the fields of `Statement`; `subject_type`, `object_kind` and `unit` may stand beside them and
say what a name or a number alone does not. An object that is text is read as on the command line (`value_text`); in
JSON it may also be a number, a boolean, or an object as `to_json` writes them. What is blank, null or left out is not
said.

A row that cannot be read is handed on with its line and the reason, so that whoever imports decides what becomes of it.
Only that line is lost: after a quote that is never closed a CSV has no rows but one long cell, so where it cannot be
read, or has another number of cells, reading goes on at the line after the one that the row began on.
"""

import csv
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from tkg.errors import InputError
from tkg.statement import FIELDS, Statement
from tkg.value_text import value_of
from tkg.values import Entity, Quantity, from_json

Format: TypeAlias = Literal["csv", "jsonl"]

BESIDE = ("subject_type", "object_kind", "unit")
COLUMNS = (*FIELDS, *BESIDE)
_RARE = frozenset(("subject_type", "confidence", "attrs"))
_DEEPEST = 100
"""How deep the brackets of a row may be nested: what is stored must be read again from whatever depth of calls."""


class Line(NamedTuple):
    """A row: the line that it begins on, counted from 1, and the fields that it says, as they stand there."""

    number: int
    fields: dict[str, Any]


class BadLine(NamedTuple):
    """A row that cannot be read, and why."""

    number: int
    reason: str


def format_of(name: str) -> Format:
    """The format of a file by its name. Raises InputError."""
    ending = name.rpartition(".")[2].lower()
    if ending == "csv":
        return "csv"
    if ending in ("jsonl", "ndjson"):
        return "jsonl"
    raise InputError(f"{name}: neither .csv nor .jsonl: say format='csv' or format='jsonl'")


def read(lines: Iterable[str], format: Format) -> Iterator[Line | BadLine]:  # noqa: A002 - as users say it
    """Each row that is not blank, read or refused. A byte order mark before the first is no part of it. Raises
    InputError for a CSV without a header that can be meant, and for what is no line of text."""
    if format == "csv":
        return _csv(_Lines(_texts(lines)))
    if format == "jsonl":
        return _jsonl(_texts(lines))
    raise InputError(f"format {format!r} is none: use 'csv' or 'jsonl'")


def statement(fields: dict[str, Any], takes: Callable[[str], str], source: str) -> Statement:
    """The statement of a row, whose `fields` are used up. `takes` says what kind of object a predicate takes, `source`
    who says it where the row does not. Raises InputError, WrongKind."""
    for name in ("subject", "predicate"):
        if name not in fields:
            raise InputError(f"a statement needs a {name}")
    if not _RARE.isdisjoint(fields):
        _read_rare(fields)
    kind, unit = fields.pop("object_kind", None), fields.pop("unit", None)
    if "object" in fields:
        fields["object"] = _object(fields["object"], fields["predicate"], takes, kind, unit)
    elif kind is not None or unit is not None:
        raise InputError("there is no object whose kind or unit could be said")
    if "source" not in fields:
        fields["source"] = source
    if isinstance(fields["subject"], dict):
        fields["subject"] = _from_json(fields["subject"])
    return Statement(**fields)


def _read_rare(fields: dict[str, Any]) -> None:
    if "subject_type" in fields:
        fields["subject"] = Entity(fields["subject"], fields.pop("subject_type"))
    if isinstance(fields.get("confidence"), str):
        fields["confidence"] = _confidence(fields["confidence"])
    if isinstance(fields.get("attrs"), str):
        fields["attrs"] = _attrs(fields["attrs"])


def _texts(lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if not isinstance(line, str):
            raise InputError(
                f"{line!r:.60} is a {type(line).__name__}, not a line of text: open a file as text, and give mappings "
                "to record_many"
            )
        yield line if number else line.removeprefix("\ufeff")


class _Lines(Iterator[str]):
    """Lines of text, with those of the row under way kept, so that reading can go back into it. They are few: no cell
    is longer than `csv` allows. `number` is that of the line that was read last."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self._again, self._row = lines, deque[str](), list[str]()
        self.number = 0

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else next(self._lines)
        self.number += 1
        self._row.append(line)
        return line

    def begin(self) -> int:
        """A row begins with the next line, whose number it is."""
        self._row.clear()
        return self.number + 1

    def back(self) -> None:
        """Go on with the second line of the row."""
        self._again.extendleft(reversed(self._row[1:]))
        self.number -= len(self._row) - 1


def _csv(lines: _Lines) -> Iterator[Line | BadLine]:
    reader = csv.reader(lines, strict=True)
    header = _header(reader)
    while True:
        number = lines.begin()
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield BadLine(number, _not_csv(error, number, lines.number))
            lines.back()
            continue
        if len(cells) == len(header):
            fields = {name: cell for name, cell in zip(header, cells, strict=True) if cell.strip()}
            if fields:
                yield Line(number, fields)
        elif cells:
            over = "" if number == lines.number else f", the last of them on line {lines.number}"
            yield BadLine(number, f"{len(cells)} cells under {len(header)} columns{over}")
            lines.back()


def _not_csv(error: csv.Error, first: int, last: int) -> str:
    """Why a row that begins on a line cannot be read, which `csv` saw on another one."""
    found = str(error)
    if found == "unexpected end of data":
        return "not CSV: a quote is opened and not closed"
    if found.startswith("field larger"):
        most = csv.field_size_limit()
        return f"a cell of more than {most:,} characters: close a quote that is open, or use JSON Lines for such a text"
    return f"not CSV: {found}" if first == last else f"not CSV: a quote is opened, and on line {last} {found}"


def _header(reader: Iterator[list[str]]) -> list[str]:
    try:
        header = [name.strip() for name in next(reader)]
    except StopIteration:
        raise InputError("the file is empty: the first line of a CSV names its columns") from None
    except csv.Error as error:
        raise InputError(f"line 1 is not CSV: {error}") from None
    unknown = [name for name in header if name not in COLUMNS]
    if unknown and _is_no_text(unknown[0]):
        raise InputError(f"line 1 is not UTF-8, the encoding that is read: {unknown[0]!r:.60}")
    if unknown:
        raise InputError(f"there is no column {unknown[0]!r}: line 1 names columns out of {', '.join(COLUMNS)}")
    for name in ("subject", "predicate"):
        if name not in header:
            raise InputError(f"there is no column {name!r}, which every statement needs")
    twice = [name for name in header if header.count(name) > 1]
    if twice:
        raise InputError(f"the column {twice[0]!r} is there twice")
    return header


def _jsonl(lines: Iterator[str]) -> Iterator[Line | BadLine]:
    for number, line in enumerate(lines, start=1):
        if not line or line.isspace():
            continue
        try:
            yield Line(number, _fields(line))
        except InputError as error:
            yield BadLine(number, str(error))


def _fields(line: str) -> dict[str, Any]:
    """What a JSON object says, nulls left out. Raises InputError."""
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        if _is_no_text(line):
            raise InputError(f"not UTF-8, the encoding that is read: {line!r:.60}") from None
        raise InputError(f"not JSON: {error.msg} at column {error.colno}") from None
    except ValueError as error:
        raise InputError(f"a number of too many digits: {error}") from None
    except RecursionError:
        raise InputError("brackets nested too deep") from None
    _check_depth(line, found)
    if not isinstance(found, dict):
        raise InputError(f"not a JSON object: {found!r:.60}")
    unknown = [name for name in found if name not in COLUMNS]
    if unknown:
        raise InputError(f"a statement has no field {unknown[0]!r}: it has {', '.join(COLUMNS)}")
    return {name: value for name, value in found.items() if value is not None}


def _is_no_text(text: str) -> bool:
    """Whether it was read from bytes of another encoding: it has what stands for such a byte, or a NUL of UTF-16."""
    return any(letter == "\0" or "\udc80" <= letter <= "\udcff" for letter in text)


def _check_depth(written: str, found: Any) -> None:
    """Raises InputError for JSON that is nested deeper than can be kept. Few rows have brackets enough to be so."""
    if written.count("[") + written.count("{") > _DEEPEST and _is_deeper(found, _DEEPEST):
        raise InputError(f"brackets nested too deep: {_DEEPEST} may be inside each other")


def _is_deeper(found: Any, levels: int) -> bool:
    if not isinstance(found, (dict, list)):
        return False
    inside = found.values() if isinstance(found, dict) else found
    return levels == 0 or any(_is_deeper(each, levels - 1) for each in inside)


def _object(raw: Any, predicate: Any, takes: Callable[[str], str], kind: Any, unit: Any) -> Any:
    if isinstance(raw, str):
        taken = takes(predicate) if isinstance(predicate, str) else "any"
        return raw if taken == "any" and kind is None and unit is None else value_of(raw, taken, kind, unit)
    if unit is not None and kind in (None, "number") and isinstance(raw, (int, float)):
        return Quantity(raw, unit)
    if kind is not None or unit is not None:
        raise InputError(f"the object {raw!r} says what it is by itself: leave out object_kind and unit")
    return _from_json(raw)


def _from_json(raw: Any) -> Any:
    try:
        return from_json(raw)
    except ValueError as error:
        raise InputError(str(error)) from None


def _confidence(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"confidence {text!r} is not a number from 0 to 1") from None


def _attrs(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"attrs {text!r:.60} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"attrs {text!r:.60} is no JSON object")
    _check_depth(text, found)
    return found
