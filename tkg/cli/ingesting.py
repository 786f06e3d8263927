"""`tkg ingest`: a file of messages into the graph, good lines kept, bad ones told by number; or, with `--review`, into
a patch that says what would be recorded.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tkg.cli import changes, extractors, jsonl, outcomes
from tkg.cli import options as given
from tkg.cli.errors import report
from tkg.cli.jsonl import BadLine
from tkg.cli.notes import note, told_by_the_outcome
from tkg.cli.opening import creating, trying
from tkg.cli.printing import show_json
from tkg.cli.progress import bar
from tkg.errors import BadMessage
from tkg.graph import Graph

if TYPE_CHECKING:
    from tkg.extract.protocol import Message


def _writable(path: Path | None) -> Path | None:
    """Checked before a model is asked, whose answer would be lost otherwise."""
    if path is not None and not os.access(path if path.exists() else path.parent, os.W_OK):
        raise typer.BadParameter(f"{path} cannot be written")
    return path


File = Annotated[typer.FileBinaryRead, typer.Argument(metavar="FILE", help="JSON Lines; - is stdin.")]
Labels = Annotated[
    list[str] | None,
    typer.Option("--label", metavar="KEY=VALUE", show_default=False, help="Kept with every message; repeat it."),
]
Mode = Annotated[Literal["now", "later"], typer.Option(help="Extract before it returns, or leave that to `tkg work`.")]
Review = Annotated[
    bool, typer.Option("--review", help="Store nothing: write what would be recorded as a patch for `tkg apply`.")
]
PatchPath = Annotated[
    Path | None,
    typer.Option(
        "--patch",
        metavar="PATH",
        dir_okay=False,
        callback=_writable,
        show_default=False,
        help="With --review: write the patch there, and show its changes in rows.",
    ),
]


def ingest(
    file: File,
    db: given.Database,
    label: Labels = None,
    scope: given.Scope = "default",
    zone: given.Zone = None,
    mode: Mode = "now",
    review: Review = False,
    patch: PatchPath = None,
    extractor: extractors.Extractor = None,
    model: extractors.ModelName = None,
    most_calls: extractors.MostCalls = None,
    most_tokens: extractors.MostTokens = None,
    most_money: extractors.MostMoney = None,
    hold_below: extractors.HoldBelow = None,
    as_json: given.AsJson = False,
) -> None:
    """Store messages word for word, and record what they say.

    One JSON object a line: speaker or role, content, timestamp, and an id if there is one; other fields are ignored.
    Bad lines are told by number on stderr, the others are kept, and the status is 1. Messages that are there already
    change nothing. What cannot be extracted waits for `tkg work`, is told on stderr, and the status is 1. Creates the
    file of the graph if there is none.

    With --review nothing is stored. The answer is a patch in JSON, to be edited and given to `tkg apply`, such as
    tkg ingest conversation.jsonl --review --patch changes.json

    Example: tkg ingest conversation.jsonl --db memory.db --scope user:42
    """
    if review and mode == "later":
        raise typer.BadParameter("nothing is queued with --review", param_hint="--mode")
    if patch is not None and not review:
        raise typer.BadParameter("it goes with --review", param_hint="--patch")
    if patch is not None and patch.exists() and Path(db).exists() and patch.samefile(db):
        raise typer.BadParameter(f"{patch} is the file of the graph: name another one", param_hint="--patch")
    asked = extractors.chosen(extractor, model)
    options: dict[str, Any] = {
        "labels": _labels(label or []) or None,
        "extractor": asked,
        "budgets": extractors.budgets(most_calls, most_tokens, most_money),
        "hold_below": hold_below,
    }
    opened = trying(db, scope, zone, keeps_costs=asked is not None) if review else creating(db, scope, zone)
    with opened as graph, told_by_the_outcome():
        messages, bad = _messages(file, graph)
        for line in bad:
            report("bad_line", line.reason, as_json=as_json, place=(getattr(file, "name", "<stdin>"), line.number))
        if review:
            all_read = _propose(graph, messages, options, patch, as_json=as_json)
        else:
            all_read = _record(graph, messages, {**options, "mode": mode}, bad, as_json=as_json)
    if bad or not all_read:
        raise typer.Exit(1)


def _record(
    graph: Graph, messages: list["Message"], options: dict[str, Any], bad: list[BadLine], *, as_json: bool
) -> bool:
    """Store the messages and tell what was done; whether all could be read."""
    with bar("ingesting", len(messages)) as advance:
        done = graph.ingest(messages, progress=advance, **options)
    outcomes.tell_troubles(done, as_json=as_json)
    if as_json:
        show_json({**done.to_dict(), "bad_lines": [{"line": line.number, "message": line.reason} for line in bad]})
    else:
        outcomes.show_counts(done, outcomes.INGESTED, [("bad lines", len(bad))])
    return not done.failures


def _propose(
    graph: Graph, messages: list["Message"], options: dict[str, Any], path: Path | None, *, as_json: bool
) -> bool:
    """Show what would be recorded; whether all could be read."""
    with bar("reading", len(messages)) as advance:
        patch = graph.ingest(messages, dry_run=True, progress=advance, **options)
    for failure in patch.failures:
        # It is said so by what waits in a queue, which nothing does here.
        report("extraction", f"{len(failure.episodes)} messages are not in it: {failure.reason}", as_json=as_json)
    if not as_json:
        for line in patch.notes:
            note(line, as_json=False)
    changes.show_patch(patch, path, as_json=as_json)
    return not patch.failures


def _messages(lines: Iterable[bytes], graph: Graph) -> tuple[list["Message"], list[BadLine]]:
    good: list[Message] = []
    bad: list[BadLine] = []
    for line in jsonl.read(lines):
        if isinstance(line, BadLine):
            bad.append(line)
            continue
        try:
            good.append(graph.read_message(line.fields))
        except BadMessage as error:
            bad.append(BadLine(line.number, str(error)))
    return good, bad


def _labels(pairs: list[str]) -> dict[str, str]:
    labels = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise typer.BadParameter(f"{pair!r} is not KEY=VALUE", param_hint="--label")
        labels[key.strip()] = value
    return labels
