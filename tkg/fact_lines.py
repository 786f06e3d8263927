"""Statements out of a file: CSV, or JSON Lines, one statement a row.

The columns, or keys, are the fields of `Statement`; `subject_type`, `object_kind` and `unit` may stand beside them and
say what a name or a number alone does not. An object that is text is read as on the command line (`value_text`); in
JSON it may also be a number, a boolean, or an object as `to_json` writes them. What is blank, null or left out is not
said.

A row that cannot be read is handed on with its line and the reason, so that whoever imports decides what becomes of it.
"""

import csv
import json
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
    """Each row that is not blank, read or refused. Raises InputError for a CSV without a header that can be meant."""
    if format == "csv":
        return _csv(lines)
    if format == "jsonl":
        return _jsonl(lines)
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


def _csv(lines: Iterable[str]) -> Iterator[Line | BadLine]:
    reader = csv.reader(lines, strict=True)
    header = _header(reader)
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield BadLine(number, f"not CSV: {error}")
            continue
        if len(cells) == len(header):
            fields = {name: cell for name, cell in zip(header, cells, strict=True) if cell.strip()}
            if fields:
                yield Line(number, fields)
        elif cells:
            yield BadLine(number, f"{len(cells)} cells under {len(header)} columns")


def _header(reader: Iterator[list[str]]) -> list[str]:
    try:
        header = [name.strip() for name in next(reader)]
    except StopIteration:
        raise InputError("the file is empty: the first line of a CSV names its columns") from None
    except csv.Error as error:
        raise InputError(f"line 1 is not CSV: {error}") from None
    unknown = [name for name in header if name not in COLUMNS]
    if unknown:
        raise InputError(f"there is no column {unknown[0]!r}: line 1 names columns out of {', '.join(COLUMNS)}")
    for name in ("subject", "predicate"):
        if name not in header:
            raise InputError(f"there is no column {name!r}, which every statement needs")
    twice = [name for name in header if header.count(name) > 1]
    if twice:
        raise InputError(f"the column {twice[0]!r} is there twice")
    return header


def _jsonl(lines: Iterable[str]) -> Iterator[Line | BadLine]:
    for number, line in enumerate(lines, start=1):
        if not line or line.isspace():
            continue
        try:
            found = json.loads(line)
        except json.JSONDecodeError as error:
            yield BadLine(number, f"not JSON: {error.msg} at column {error.colno}")
            continue
        except RecursionError:
            yield BadLine(number, "brackets nested too deep")
            continue
        if not isinstance(found, dict):
            yield BadLine(number, f"not a JSON object: {found!r:.60}")
            continue
        unknown = [name for name in found if name not in COLUMNS]
        if unknown:
            yield BadLine(number, f"a statement has no field {unknown[0]!r}: it has {', '.join(COLUMNS)}")
            continue
        yield Line(number, {name: value for name, value in found.items() if value is not None})


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
        raise InputError(f"attrs {text!r} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"attrs {text!r} is no JSON object")
    return found
