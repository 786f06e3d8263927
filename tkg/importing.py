"""A batch of rows of a file into the log: each recorded, found to be there already, or refused with its reason.

A row that says exactly what a claim says already adds nothing (`repeated`). That makes an import repeatable: broken off
after any batch, the same call goes over the rows that are in, finds them, and goes on with the next; so does one of a
file that has grown since. Nothing about files is kept for it. Rows that were refused are tried again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tkg import fact_lines, repeated
from tkg.draft import Draft
from tkg.errors import InputError, TkgError
from tkg.fact_lines import BadLine, Line
from tkg.statement import said_once
from tkg.writer import Ids, Writer, checked_ref, taken_ref

SHOWN = 100
"""How many refused rows are kept; all are counted."""

_AT_ONCE = 128
"""How many rows are checked before they are appended together."""


class Refused(NamedTuple):
    """A row that was not recorded: the line that it begins on, the code of the error, and what it says."""

    line: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of the rows of a file; `refusals` are the first hundred of those refused."""

    rows: int = 0
    recorded: int = 0
    duplicates: int = 0
    refused: int = 0
    refusals: tuple[Refused, ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return {
            "rows": self.rows,
            "recorded": self.recorded,
            "duplicates": self.duplicates,
            "refused": self.refused,
            "refusals": [refused._asdict() for refused in self.refusals],
        }

    def __add__(self, other: "Imported") -> "Imported":
        return Imported(
            self.rows + other.rows,
            self.recorded + other.recorded,
            self.duplicates + other.duplicates,
            self.refused + other.refused,
            (*self.refusals, *other.refusals)[:SHOWN],
        )


def import_batch(writer: Writer, rows: Sequence[Line | BadLine], source: str, *, stop: bool) -> Imported:
    """Record the rows inside the writer's transaction, which is abandoned where there is nothing to record.

    With `stop` the first row that is refused is raised, with its line in a note: InputError for one that cannot be
    read, or what `Writer.state` raises.
    """
    done, batch = Imported(), _Batch(writer, source)
    for first in range(0, len(rows), _AT_ONCE):
        several = rows[first : first + _AT_ONCE]
        fresh, refused = batch.sort_out(several)
        if stop and refused:
            line, error = refused[0]
            error.add_note(f"line {line}")
            raise error
        writer.append(fresh)
        done += Imported(
            rows=len(several),
            recorded=len(fresh),
            duplicates=len(several) - len(fresh) - len(refused),
            refused=len(refused),
            refusals=tuple(Refused(line, error.code, str(error)) for line, error in refused[:SHOWN]),
        )
    if not done.recorded:
        writer.transaction.abandon()
    return done


class _Batch:
    """What has been read of one transaction's rows."""

    def __init__(self, writer: Writer, source: str) -> None:
        self._writer, self._drafter, self._source = writer, writer.drafter, source
        self._newest = repeated.newest_term(writer)
        self._known: set[repeated.Said] = set()
        self._refs: dict[str, Draft] = {}
        self._kinds: dict[str, str] = {}

    def sort_out(self, rows: Sequence[Line | BadLine]) -> tuple[list[tuple[Draft, Ids]], list[tuple[int, TkgError]]]:
        """What is to be recorded of some rows, and which of them are refused, by line. The rest is there already."""
        drafts, refused = self._drafts(rows)
        taken = repeated.refs_taken(self._writer, [draft.ref for _, draft in drafts if draft.ref is not None])
        candidates: list[Draft] = []
        for line, draft in drafts:
            if draft.ref is not None:
                if draft.ref in taken or draft.ref in self._refs:
                    if draft != self._refs.get(draft.ref) and not repeated.is_known(self._writer, draft):
                        refused.append((line, taken_ref(draft.ref)))
                    continue
                self._refs[draft.ref] = draft
            candidates.append(draft)
        named = list(zip(candidates, self._writer.ids_of(candidates), strict=True))
        self._known |= repeated.known(self._writer, named, self._newest)
        fresh = []
        for draft, ids in named:
            says = repeated.said(draft, ids)
            if says not in self._known:
                self._known.add(says)
                fresh.append((draft, ids))
        return fresh, sorted(refused, key=lambda pair: pair[0])

    def _drafts(self, rows: Sequence[Line | BadLine]) -> tuple[list[tuple[int, Draft]], list[tuple[int, TkgError]]]:
        """The rows that can be recorded, and those that cannot, each with its line."""
        drafts: list[tuple[int, Draft]] = []
        refused: list[tuple[int, TkgError]] = []
        for row in rows:
            try:
                if isinstance(row, BadLine):
                    raise InputError(row.reason)
                statement = fact_lines.statement(row.fields, self._takes, self._source)
                said_once(statement.valid, statement.valid_from, statement.valid_to)
                if statement.ref is not None:
                    checked_ref(statement.ref)
                drafts.append((row.number, self._drafter.statement(statement)))
            except InputError as error:
                refused.append((row.number, error))
        return drafts, refused

    def _takes(self, predicate: str) -> str:
        found = self._kinds.get(predicate)
        if found is None:
            found = self._kinds[predicate] = self._drafter.takes(predicate)
        return found
