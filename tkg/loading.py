"""Many statements in: from a program, or from a file.

A transaction holds all of them or none. Where they are more than should be in memory, or than should be lost at once,
they go in batches, each a transaction of its own: what was committed stays when a later one is refused.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from tkg.committing import Committing, WriteOptions
from tkg.errors import InputError, TkgError
from tkg.facts import Claim
from tkg.statement import FIELDS, Statement, said_once
from tkg.terms import source_name

if TYPE_CHECKING:
    from tkg.draft import Draft
    from tkg.fact_lines import BadLine, Format, Line
    from tkg.importing import Imported
    from tkg.writer import Writer

Given = Statement | Mapping[str, Any]
"""A statement, or a mapping of its fields."""

_NAMES = frozenset(FIELDS)
_AT_ONCE = 128
"""How many statements are checked before they are appended together."""


class Loading(Committing):
    """A view of now that takes many statements in."""

    @overload
    def record_many(
        self,
        statements: Iterable[Given],
        *,
        batch: None = None,
        progress: Callable[[int], None] | None = None,
        **options: Unpack[WriteOptions],
    ) -> list[Claim]: ...

    @overload
    def record_many(
        self,
        statements: Iterable[Given],
        *,
        batch: int,
        progress: Callable[[int], None] | None = None,
        **options: Unpack[WriteOptions],
    ) -> int: ...

    def record_many(
        self,
        statements: Iterable[Given],
        *,
        batch: int | None = None,
        progress: Callable[[int], None] | None = None,
        **options: Unpack[WriteOptions],
    ) -> list[Claim] | int:
        """Many statements in one transaction, all of them or none: the claims. A mapping has the fields of `Statement`.

        With `batch`, a transaction for every so many of them, and only those in memory: how many were recorded. What is
        refused takes its own batch with it, and those before it stay; a note on the exception says how many. With a
        `key` the same call again passes over the batches that are there, and so goes on where it broke off.

        `progress` is told how many are done. Raises what `record` raises; a note says which statement it was.
        """
        if not isinstance(statements, Iterable):
            raise InputError(f"{statements!r} holds no statements: give a list of them, or of mappings of their fields")
        if batch is None:
            listed = [_statement(item) for item in statements]
            return self._write(recording(listed, progress=progress), ("state", listed), options)
        _check_batch(batch)
        return self._record_batches(map(_statement, statements), batch, options, progress)

    def import_facts(
        self,
        facts: str | os.PathLike[str] | Iterable[str],
        *,
        format: "Format | None" = None,  # noqa: A002
        source: str = "",
        batch: int = 5_000,
        on_error: Literal["stop", "skip"] = "stop",
        progress: Callable[[int], None] | None = None,
        scope: str | None = None,
        actor: str | None = None,
        reason: str | None = None,
    ) -> "Imported":
        """Record the statements of a file, CSV with a header or JSON Lines, or of lines of text; what became of them.

        Columns or keys are the fields of `Statement`, with `subject_type`, `object_kind` and `unit` beside them. An
        object that is text is read as the predicate takes it. `format` ("csv", "jsonl") is that of the file's name
        unless it is said. `source` says what a row gives no source for.

        Each `batch` of rows is a transaction, and all that is in memory. A row that says exactly what a claim says
        already, live or not, adds nothing, so the same call again goes on where one broke off. A row that is refused
        stops the import, and takes its batch with it; with `on_error="skip"` it is passed over, counted and listed.
        `progress` is told how many rows are done.

        Raises InputError (the format, the columns, a row), and for a row what `record` raises; a note says the line,
        and how many rows were committed before. OSError where the file cannot be read.
        """
        from tkg.importing import Imported

        if on_error not in ("stop", "skip"):
            raise InputError(f"on_error={on_error!r}: use 'stop' or 'skip'")
        _check_batch(batch)
        said_by, stop, done = source_name(source), on_error == "stop", Imported()
        options = WriteOptions(scope=scope, actor=actor, reason=reason)
        with _rows(facts, format) as rows:
            try:
                # All of a batch before its transaction: what the lines wait for must not keep others from writing.
                while several := list(islice(rows, batch)):
                    done += self._import_batch(several, said_by, options, stop=stop)
                    if progress is not None:
                        progress(done.rows)
            except BaseException as error:
                error.add_note(f"{done.rows} rows were done before, in batches of {batch}")
                raise
        return done

    def _import_batch(
        self, rows: "Sequence[Line | BadLine]", source: str, options: WriteOptions, *, stop: bool
    ) -> "Imported":
        from tkg.importing import import_batch

        found: list[Imported] = []

        def write(writer: "Writer") -> list[int]:
            found.append(import_batch(writer, rows, source, stop=stop))
            return []

        self._commit(write, (), options)
        return found[0]

    def _record_batches(
        self,
        statements: Iterator[Statement],
        batch: int,
        options: WriteOptions,
        progress: Callable[[int], None] | None,
    ) -> int:
        done, key = 0, options.get("key")
        try:
            while several := list(islice(statements, batch)):
                if key is not None:
                    options["key"] = f"{key}#{done}"
                self._commit(recording(several, first=done), ("state", several), options)
                done += len(several)
                if progress is not None:
                    progress(done)
        except BaseException as error:
            error.add_note(f"{done} statements were committed before, in batches of {batch}")
            raise
        return done


def _check_batch(batch: int) -> None:
    if isinstance(batch, bool) or not isinstance(batch, int) or batch < 1:
        raise InputError(f"batch {batch!r} is no number of statements: give 1 or more")


@contextmanager
def _rows(
    facts: str | os.PathLike[str] | Iterable[str],
    format: "Format | None",  # noqa: A002
) -> "Iterator[Iterator[Line | BadLine]]":
    """The rows of a file, or of lines."""
    from tkg.fact_lines import format_of, read

    if not isinstance(facts, (str, os.PathLike)):
        if format is None:
            raise InputError("lines have no name: say format='csv' or format='jsonl'")
        yield read(facts, format)
        return
    if isinstance(facts, str) and ("\n" in facts or "\r" in facts):
        raise InputError("this is text of several lines, not the path of a file: give io.StringIO(text) and the format")
    # Bytes that are not UTF-8 become lone surrogates, which make their own row refused and no other.
    with Path(facts).open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        yield read(file, format or format_of(os.fspath(facts)))


def recording(
    statements: Sequence[Statement], *, first: int = 0, progress: Callable[[int], None] | None = None
) -> "Callable[[Writer], list[int]]":
    """A write that appends statements. What is refused says which it was, counted from `first`."""

    def write(writer: "Writer") -> list[int]:
        found: list[int] = []
        for low in range(0, len(statements), _AT_ONCE):
            several = statements[low : low + _AT_ONCE]
            drafts = _checked(writer, several, first + low, first + len(statements))
            found += writer.append(zip(drafts, writer.ids_of(drafts), strict=True))
            if progress is not None:
                progress(first + low + len(several))
        return found

    return write


def _checked(writer: "Writer", statements: Sequence[Statement], first: int, total: int) -> "list[Draft]":
    """Statements that have passed all checks; the first of them is number `first` of `total`."""
    drafts: list[Draft] = []
    drafter, refs = writer.drafter, set[str]()
    for number, statement in enumerate(statements, start=first):
        try:
            writer.new_ref(statement.ref, besides=refs)
            said_once(statement.valid, statement.valid_from, statement.valid_to)
            drafts.append(drafter.statement(statement))
        except TkgError as error:
            if total > 1:
                error.add_note(f"statement {number} of {total}: {statement}")
            raise
        if statement.ref is not None:
            refs.add(statement.ref)
    return drafts


def _statement(item: Given) -> Statement:
    if isinstance(item, Statement):
        return item
    if not isinstance(item, Mapping):
        raise InputError(f"{item!r} is no statement: give a Statement or a mapping of its fields")
    if not _NAMES.issuperset(item):
        unknown = sorted(set(item) - _NAMES)
        raise InputError(f"a statement has no field {unknown[0]!r}: it has {', '.join(FIELDS)}")
    for name in ("subject", "predicate"):
        if name not in item:
            raise InputError(f"a statement needs {name!r}: {dict(item)!r}")
    return Statement(**item)
