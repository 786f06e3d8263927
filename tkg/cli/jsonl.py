"""Messages out of JSON Lines: one a line, in UTF-8, with what is wrong told line by line.

A line is one object with `speaker` or `role`, `content`, `timestamp` and an optional `id`; other fields are left where
they are. Blank lines count, and say nothing. A byte order mark before the first line is no part of it.
"""

import codecs
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

FIELDS = ("id", "speaker", "role", "content", "timestamp")


class BadLine(NamedTuple):
    """A line, counted from 1, that is no message, and why."""

    number: int
    reason: str


class Line(NamedTuple):
    """A line, counted from 1, and the fields of the message on it."""

    number: int
    fields: dict[str, Any]


def read(lines: Iterable[bytes]) -> Iterator[Line | BadLine]:
    """Each line that is not blank, read or refused. What the fields must be is the library's to say."""
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        if not text.strip():
            continue
        try:
            yield Line(number, _fields(text))
        except ValueError as error:
            yield BadLine(number, str(error))


def _fields(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8: byte {line[error.start]:#04x} at position {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise ValueError("not a message: brackets nested too deep") from None
    if not isinstance(found, dict):
        raise ValueError(f"not a JSON object, but a {_NAMES[type(found)]}")  # noqa: TRY004 - of the line, not of a caller
    fields = {name: found[name] for name in FIELDS if name in found}
    for name, text in fields.items():
        if isinstance(text, str) and any("\ud800" <= letter <= "\udfff" for letter in text):
            raise ValueError(f"{name} has half of a surrogate pair in it, which is no letter")
    return fields


_NAMES = {list: "list", str: "text", int: "number", float: "number", bool: "boolean", type(None): "null"}
