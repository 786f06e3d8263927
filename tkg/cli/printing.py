"""How anything reaches stdout: as one JSON document, as a table on a terminal, as lines when piped.

Letters that would steer a terminal or break a line are shown escaped, so that a name is never more than text.
"""

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

_UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")


def show_json(document: Any) -> None:
    """One JSON document on stdout."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def show_lines(lines: Iterable[str]) -> None:
    """Lines of text on stdout."""
    for line in lines:
        sys.stdout.write(printable(line) + "\n")


def show_rows(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on a terminal, else a line of tab-separated fields for each row; nothing if there are no rows."""
    cells = [[printable(cell) for cell in row] for row in rows]
    if not cells:
        return
    if not sys.stdout.isatty():
        sys.stdout.writelines("\t".join(row) + "\n" for row in cells)
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in cells:
        table.add_row(*(Text(cell) for cell in row))
    Console(highlight=False).print(table)


def printable(text: str) -> str:
    """Text with its control characters, line breaks and lone surrogates escaped."""
    return "".join(_escaped(letter) if unicodedata.category(letter) in _UNPRINTABLE else letter for letter in text)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
