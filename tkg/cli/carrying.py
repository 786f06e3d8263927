"""The commands that carry facts into a file and out of it: `tkg import`, `tkg export`, `tkg restore`."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from tkg.cli import options as given
from tkg.cli.errors import report
from tkg.cli.opening import creating, reading
from tkg.cli.printing import show_json, show_rows
from tkg.cli.progress import bar
from tkg.fact_lines import format_of

if TYPE_CHECKING:
    from tkg.importing import Imported

Facts: TypeAlias = Annotated[
    typer.FileBinaryRead, typer.Argument(metavar="FILE", help="CSV or JSON Lines; - is stdin.")
]
Export: TypeAlias = Annotated[typer.FileBinaryRead, typer.Argument(metavar="FILE", help="An export; - is stdin.")]
Target: TypeAlias = Annotated[str, typer.Argument(metavar="FILE", help="Where it goes; - is stdout.")]
Format: TypeAlias = Annotated[
    Literal["csv", "jsonl"] | None,
    typer.Option("--format", show_default=False, help="What FILE is. [default: by its name]"),
]
Batch: TypeAlias = Annotated[int, typer.Option(min=1, metavar="ROWS", help="How many rows are recorded at once.")]
OnError: TypeAlias = Annotated[
    Literal["skip", "stop"],
    typer.Option(help="Pass over a row that is refused, or end there, without the rows of its batch."),
]
OnlyScope: TypeAlias = Annotated[
    str | None, typer.Option("--scope", metavar="NAME", show_default=False, help="Only this scope. [default: all]")
]


def import_(
    file: Facts,
    db: given.Database,
    format_: Format = None,
    source: given.SaidBy = None,
    batch: Batch = 5_000,
    on_error: OnError = "skip",
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    zone: given.Zone = None,
    as_json: given.AsJson = False,
) -> None:
    """Record the statements of a file.

    A CSV with a header, or one JSON object a line: subject, predicate, object, valid_from, valid_to, valid_through,
    valid, observed, source, confidence, modality, ref, attrs, op (record or end), and subject_type, object_kind, unit.
    A row that says what is there already adds nothing, so a second run goes on where the first one broke off. Rows
    that are refused are told by line on stderr, the first hundred of them, and the status is 1. Creates the file of
    the graph if there is none.

    Example: tkg import facts.csv --db memory.db --source HR
    """
    name = getattr(file, "name", "<stdin>")
    with creating(db, scope, zone) as graph, _text(file, newline="") as lines, bar("importing") as advance:
        done = graph.import_facts(
            lines,
            format=format_ or format_of(name),
            source=source or "",
            batch=batch,
            on_error=on_error,
            actor=actor,
            reason=reason,
            progress=advance,
        )
    for row in done.refusals:
        report(row.code, row.message, as_json=as_json, place=(name, row.line))
    if as_json:
        show_json(done.to_dict())
    else:
        show_rows(("what", "count"), _counts(done))
    if done.refused:
        raise typer.Exit(1)


def export(
    db: given.Database,
    file: Target = "-",
    scope: OnlyScope = None,
    as_json: given.AsJson = False,
) -> None:
    """Write all that is kept as JSON Lines.

    From it `tkg restore` makes the file again: claims with their recorded times, retractions and reasons, merges,
    messages, what is erased as stubs. It is as private as the file. With --json and a FILE it says how many rows.

    Example: tkg export graph.jsonl --db memory.db
    """
    with reading(db, "default") as graph, bar("exporting"):
        rows = graph.export(sys.stdout if file == "-" else file, scope=scope)
    if file != "-":
        _show({"rows": rows}, as_json=as_json)


def restore(
    file: Export,
    db: given.Database,
    as_json: given.AsJson = False,
) -> None:
    """Make the file again from an export.

    Where there is a graph already it is refused. All of it is restored, or nothing.

    Example: tkg restore graph.jsonl --db memory.db
    """
    from tkg.restoring import restore as restore_file

    with _text(file, newline="\n") as lines, bar("restoring") as advance:
        done = restore_file(db, lines, progress=lambda _, done, total: advance(done, total))
    _show(done.to_dict() if as_json else {"rows": sum(done.rows.values())}, as_json=as_json)


@contextmanager
def _text(file: typer.FileBinaryRead, newline: str) -> Iterator[io.TextIOWrapper]:
    """A file that is open as text. Bytes that are not UTF-8 become what no text has, and are refused where they are."""
    text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape", newline=newline)
    try:
        yield text
    finally:
        text.detach()


def _show(document: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        show_json(document)
    else:
        show_rows(("what", "count"), ((name, str(count)) for name, count in document.items()))


def _counts(done: "Imported") -> Iterator[tuple[str, str]]:
    """What was done, and how often."""
    for name, count in done.to_dict().items():
        if isinstance(count, int):
            yield name, str(count)
