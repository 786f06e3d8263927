"""`tkg ingest`: a file of messages into the graph, good lines kept, bad ones told by number."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tkg.cli import extractors, jsonl
from tkg.cli import options as given
from tkg.cli.errors import report
from tkg.cli.jsonl import BadLine
from tkg.cli.opening import creating
from tkg.cli.printing import show_json, show_rows
from tkg.cli.progress import bar
from tkg.errors import BadMessage
from tkg.graph import Graph

if TYPE_CHECKING:
    from tkg.extract.protocol import Message
    from tkg.tally import Ingested

File = Annotated[typer.FileBinaryRead, typer.Argument(metavar="FILE", help="JSON Lines; - is stdin.")]
Labels = Annotated[
    list[str] | None,
    typer.Option("--label", metavar="KEY=VALUE", show_default=False, help="Kept with every message; repeat it."),
]

Mode = Annotated[Literal["now", "later"], typer.Option(help="Extract before it returns, or leave that to `tkg work`.")]


def ingest(
    file: File,
    db: given.Database,
    label: Labels = None,
    scope: given.Scope = "default",
    zone: given.Zone = None,
    mode: Mode = "now",
    extractor: given.Extractor = extractors.RULES,
    most_calls: given.MostCalls = None,
    most_tokens: given.MostTokens = None,
    most_money: given.MostMoney = None,
    as_json: given.AsJson = False,
) -> None:
    """Store messages word for word, and record what they say.

    One JSON object a line: speaker or role, content, timestamp, and an id if there is one; other fields are ignored.
    Bad lines are told by number on stderr, the others are kept, and the status is 1. Messages that are there already
    change nothing. What cannot be extracted waits for `tkg work`, is told on stderr, and the status is 1. Creates the
    file of the graph if there is none.

    Example: tkg ingest conversation.jsonl --db memory.db --scope user:42
    """
    labels = _labels(label or [])
    with creating(db, scope, zone) as graph:
        messages, bad = _messages(file, graph)
        for line in bad:
            report("bad_line", line.reason, as_json=as_json, place=(getattr(file, "name", "<stdin>"), line.number))
        with bar("ingesting", len(messages)) as advance:
            done = graph.ingest(
                messages,
                labels=labels or None,
                mode=mode,
                extractor=extractors.chosen(extractor),
                budgets=extractors.budgets(most_calls, most_tokens, most_money),
                progress=advance,
            )
    for failure in done.failures:
        report("extraction", str(failure), as_json=as_json)
    if as_json:
        show_json({**done.to_dict(), "bad_lines": [{"line": line.number, "message": line.reason} for line in bad]})
    else:
        show_rows(("what", "count"), _counts(done, len(bad)))
    if bad or done.failures:
        raise typer.Exit(1)


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


def _counts(done: "Ingested", bad: int) -> Iterator[tuple[str, str]]:
    """What was done, and how often."""
    for name, count in done.to_dict().items():
        if isinstance(count, int):
            yield name, str(count)
    yield "passed over", str(len(done.passed_over))
    yield "bad lines", str(bad)
