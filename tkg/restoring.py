"""A file made again from the lines of an export: all of it in one transaction, or no file.

Each row is put back as it was, under its own id and recorded time, and checked as it comes: its table, its columns,
the kind of each value, what it refers to, and how many rows the header announced. When all are there, so is what they
mean (`tkg.soundness`). Then the beliefs are derived from the log, as `rebuild` does it. A search takes in the rest when
it is first asked.
"""

import json
import os
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from tkg import engine, migrate
from tkg.clock import system_clock
from tkg.errors import BadExport, InputError, NotEmpty, TooNew
from tkg.exported import FORMAT, KEYS, Column, described
from tkg.insertion import Insertion
from tkg.rebuild import derive_all
from tkg.soundness import unsound
from tkg.store import Store, is_initialised, storage_errors

Progress = Callable[[str, int, int], None]
"""Told the stage, "rows" or "transactions", how much of it is done, and of how much."""

_AT_ONCE = 1_280
"""How many rows are put back together."""

_KINDS: dict[str, tuple[type, ...]] = {"INTEGER": (int,), "REAL": (int, float), "TEXT": (str,), "BLOB": (str,)}


class _Row(NamedTuple):
    line: int
    table: str
    said: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Restored:
    """How many rows of each table were put back."""

    rows: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return {"rows": self.rows}


def restore(
    path: str | os.PathLike[str],
    lines: str | os.PathLike[str] | Iterable[str],
    *,
    progress: Progress | None = None,
) -> Restored:
    """Make the file at `path` from an export: the path of one, or its lines. Open it with `tkg.open` afterwards.

    Raises NotEmpty if there is a graph at `path` already, BadExport for what is no export or a damaged one, TooNew for
    one of a newer tkg, InputError for what is no lines of text, NotAStore and StorageError as `open`, OSError where the
    export cannot be read.
    """
    if not isinstance(lines, (str, os.PathLike)):
        return _restore(path, iter(lines), progress)
    if isinstance(lines, str) and "\n" in lines:
        raise InputError("this is text of several lines, not the path of an export: give io.StringIO(text)")
    with Path(lines).open(encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        return _restore(path, iter(file), progress)


def _restore(path: str | os.PathLike[str], lines: Iterator[str], progress: Progress | None) -> Restored:
    with _new_file(path) as connection, storage_errors(), engine.write(connection):
        if is_initialised(connection):
            raise NotEmpty(f"{os.fspath(path)} holds a graph already: restore into a path where nothing is")
        origins = _Origins()
        counts = _header(next(lines, ""))
        found = _put_back(connection, _rows(lines), counts, origins, progress)
        if not is_initialised(connection):
            raise BadExport("the export has no rows of meta, which every file has")
        for each in unsound(connection):
            line = origins.line(each.table, each.key)
            raise BadExport(str(each) if line is None else f"line {line}: {each}")
        store = Store(connection, system_clock)
        with store.snapshot():
            derive_all(
                store, store.deriver, None if progress is None else lambda *done: progress("transactions", *done)
            )
    return Restored(found)


@contextmanager
def _new_file(path: str | os.PathLike[str]) -> Iterator[sqlite3.Connection]:
    """A connection to a file, which is taken away again if it was not there before and something fails."""
    was_there = os.fspath(path) == engine.MEMORY or Path(path).exists()
    connection = migrate.ensure(path)
    try:
        yield connection
    except BaseException:
        connection.close()
        if not was_there:
            for ending in ("", "-wal", "-shm"):
                Path(f"{os.fspath(path)}{ending}").unlink(missing_ok=True)
        raise
    connection.close()


class _Origins:
    """Which line each row came from. Its key is kept as a hash, since a row has sixteen bytes here and no more."""

    def __init__(self) -> None:
        self._keys: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))
        self._lines: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))

    def note(self, row: _Row) -> None:
        key = tuple(row.said.get(column) for column in KEYS[row.table].split(", "))
        self._keys[row.table].append(hash(key))
        self._lines[row.table].append(row.line)

    def line(self, table: str, key: tuple[Any, ...]) -> int | None:
        """The line of a row, None of one that is not of the export."""
        keys = self._keys[table]
        return self._lines[table][keys.index(hash(key))] if hash(key) in keys else None


def _header(line: str) -> dict[str, int]:
    """How many rows of each table there are."""
    header = _object(line.removeprefix("\ufeff") if isinstance(line, str) else line, 1)
    if header.get("tkg") != "export" or not isinstance(header.get("rows"), dict):
        raise BadExport("line 1 is not the header of an export of tkg")
    revision = header.get("revision")
    if header.get("format") != FORMAT or not isinstance(revision, str) or revision not in migrate.REVISIONS:
        raise TooNew(
            f"the export is of format {header.get('format')!r} and revision {revision!r}; this tkg knows format "
            f"{FORMAT} and revisions up to {migrate.HEAD}: restore it with the tkg that wrote it, or a newer one"
        )
    unknown = sorted(set(header["rows"]) - set(KEYS))
    if unknown:
        raise BadExport(f"line 1: there is no table {unknown[0]!r}")
    return {table: _count(header["rows"].get(table, 0)) for table in KEYS}


def _count(number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise BadExport(f"line 1: {number!r} is no number of rows")
    return number


def _rows(lines: Iterable[str]) -> Iterator[_Row]:
    for number, line in enumerate(lines, start=2):
        found = _object(line, number)
        table, said = next(iter(found.items()), ("", None))
        if len(found) != 1 or table not in KEYS or not isinstance(said, dict):
            raise BadExport(f"line {number} is no row of a table: {line[:60].strip()!r}")
        yield _Row(number, table, said)


def _object(line: str, number: int) -> dict[str, Any]:
    if not isinstance(line, str):
        raise InputError(f"line {number} is a {type(line).__name__}, not a line of text: open the export as text")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadExport(f"line {number} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise BadExport(f"line {number} is not a JSON object")
    return found


def _put_back(
    connection: sqlite3.Connection,
    rows: Iterator[_Row],
    counts: dict[str, int],
    origins: _Origins,
    progress: Progress | None,
) -> dict[str, int]:
    found, total = dict.fromkeys(counts, 0), sum(counts.values())
    for table, of_table in groupby(rows, key=lambda row: row.table):
        columns = described(connection, table)
        insert = Insertion(table, list(columns))
        while several := list(islice(of_table, _AT_ONCE)):
            try:
                insert(connection, [_values(row, columns) for row in several])
            except (sqlite3.IntegrityError, OverflowError, UnicodeEncodeError) as error:
                raise BadExport(f"lines {several[0].line} to {several[-1].line}: {table}: {error}") from error
            for row in several:
                origins.note(row)
            found[table] += len(several)
            if progress is not None:
                progress("rows", sum(found.values()), total)
    for table, count in counts.items():
        if found[table] != count:
            raise BadExport(f"the header announces {count} rows of {table}, and there are {found[table]}")
    return found


def _values(row: _Row, columns: dict[str, Column]) -> list[Any]:
    """The values of a row in the order of the columns of its table; what is left out is NULL, or the default."""
    unknown = sorted(row.said.keys() - columns.keys())
    if unknown:
        raise BadExport(f"line {row.line}: {row.table} has no column {unknown[0]!r}")
    return [_value(row, name, column) for name, column in columns.items()]


def _value(row: _Row, name: str, column: Column) -> Any:
    said = row.said.get(name)
    if said is None:
        if column.default is None and not column.nullable:
            raise BadExport(f"line {row.line}: {row.table} has no {name}")
        return column.default
    if type(said) not in _KINDS[column.kind]:
        raise BadExport(f"line {row.line}: {name} of {row.table} is {said!r}, which is not {column.kind}")
    if column.kind != "BLOB":
        return said
    try:
        return bytes.fromhex(said)
    except ValueError:
        raise BadExport(f"line {row.line}: {name} of {row.table} is {said!r}, which is not hexadecimal") from None
