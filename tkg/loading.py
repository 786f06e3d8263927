"""Many statements in: from a program, or from a file.

A transaction holds all of them or none. Where they are more than should be in memory, or than should be lost at once,
they go in batches, each a transaction of its own: what was committed stays when a later one is refused.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Unpack, overload

from tkg.bounds import When
from tkg.bulk import Bulk
from tkg.committing import Committing, WriteOptions
from tkg.errors import InputError, TkgError
from tkg.facts import Claim
from tkg.statement import FIELDS, Statement
from tkg.writer import Writer

Given = Statement | Mapping[str, Any]
"""A statement, or a mapping of its fields."""

_AT_ONCE = 1_000
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
        if isinstance(batch, bool) or not isinstance(batch, int) or batch < 1:
            raise InputError(f"batch {batch!r} is no number of statements: give 1 or more, or leave it out")
        return self._record_batches(map(_statement, statements), batch, options, progress)

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


def recording(
    statements: Sequence[Statement], *, first: int = 0, progress: Callable[[int], None] | None = None
) -> Callable[[Writer], list[int]]:
    """A write that appends statements. What is refused says which it was, counted from `first`."""

    def write(writer: Writer) -> list[int]:
        bulk, found = Bulk(writer), list[int]()
        for number, statement in enumerate(statements, start=1):
            try:
                said_once(statement.valid, statement.valid_from, statement.valid_to)
                bulk.add(statement)
            except TkgError as error:
                if len(statements) > 1:
                    error.add_note(f"statement {first + number - 1} of {first + len(statements)}: {statement}")
                raise
            if number % _AT_ONCE == 0 or number == len(statements):
                found += bulk.append()
                if progress is not None:
                    progress(first + number)
        return found

    return write


def said_once(valid: str | None, *bounds: When | None) -> None:
    """In a log, `valid` beside a bound hides it; whoever writes both by hand has made a mistake. Raises InputError."""
    if valid is not None and any(bound is not None for bound in bounds):
        raise InputError("valid gives both bounds: leave out valid_from and valid_to, or give those alone")


def _statement(item: Given) -> Statement:
    if isinstance(item, Statement):
        return item
    if not isinstance(item, Mapping):
        raise InputError(f"{item!r} is no statement: give a Statement or a mapping of its fields")
    unknown = sorted(set(item) - set(FIELDS))
    if unknown:
        raise InputError(f"a statement has no field {unknown[0]!r}: it has {', '.join(FIELDS)}")
    missing = [name for name in ("subject", "predicate") if name not in item]
    if missing:
        raise InputError(f"a statement needs {missing[0]!r}: {dict(item)!r}")
    return Statement(**item)
