"""The commands for what is pending, and what a search goes through: `tkg work`, `tkg reindex`, `tkg index check`.

The log is the truth, and what is searched follows it: entries with their words and vectors in the file, and the side
index beside it. So nothing here can lose anything, and all of it can be broken off and called again.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import typer

from tkg.cli import embedders, extractors, outcomes
from tkg.cli import options as given
from tkg.cli.notes import silent, told_by_the_outcome
from tkg.cli.opening import reading, writing
from tkg.cli.printing import show_json, show_lines
from tkg.cli.progress import Advance, bar
from tkg.searching import made

if TYPE_CHECKING:
    from tkg.finder import Report
    from tkg.ingesting import Worked

_ANEW = "`tkg work` writes it anew; searches read the vectors from the database until then"
_REMEDIES = {
    "damaged": _ANEW,
    "other format": _ANEW,
    "other database": _ANEW,
    "out of date": _ANEW,
    "other model": f"{_ANEW}. If the file is searched with that model, name it with --embedder",
    "unreadable": "look at who may read it; searches read the vectors from the database until then",
}


def work(
    db: given.Database,
    embedder: given.Embedder = None,
    embedding_model: given.EmbeddingModel = None,
    dimension: given.Dimension = None,
    extractor: extractors.Extractor = None,
    model: extractors.ModelName = None,
    most_calls: extractors.MostCalls = None,
    most_tokens: extractors.MostTokens = None,
    most_money: extractors.MostMoney = None,
    hold_below: extractors.HoldBelow = None,
    as_json: given.AsJson = False,
) -> None:
    """Extract what waits, and make ready for searches.

    Extracts the messages that wait and are due, takes in what was written since the last time, in all scopes, and
    embeds it, so that no search has to. What is done by then is kept when it is broken off. Messages that could not be
    extracted wait, or are failed, as `tkg episodes` tells; the status is 1 then.

    Example: tkg work --db memory.db
    """
    named = embedder, embedding_model, dimension
    budgets = extractors.budgets(most_calls, most_tokens, most_money)
    with (
        told_by_the_outcome(),
        embedders.opened(writing, db, "default", named, as_json=as_json) as graph,
        bar("working") as advance,
    ):
        done = graph.work(
            extractor=extractors.chosen(extractor, model),
            budgets=budgets,
            hold_below=hold_below,
            progress=_staged(advance),
        )
    if as_json:
        show_json(done.to_dict())
    else:
        show_lines(_worked(done))
        outcomes.show_decided(done.ingested)
    if done.ingested.failures:
        raise typer.Exit(1)


def reindex(
    context: typer.Context,
    db: given.Database,
    embedder: given.Embedder = None,
    embedding_model: given.EmbeddingModel = None,
    dimension: given.Dimension = None,
    as_json: given.AsJson = False,
) -> None:
    """Make the index anew, or change the embedder.

    With --embedder all texts are embedded by that one, and the file is searched with it from then on; until it is done,
    with the one before. Without, or with none, the words of the index are made anew, and vectors are used again. Facts
    and messages stay as they are. Broken off, it goes on at the next call.

    Example: tkg reindex --db memory.db
    """
    source = context.get_parameter_source("embedder")
    # The environment says what the file is searched with; only who asks for a change by name gets one.
    change = source is not None and source.name == "COMMANDLINE"
    with (
        silent(),
        embedders.chosen(embedder, embedding_model, dimension) as chosen,
        # Opened without an embedder, nothing is dropped before the new vectors are there.
        writing(db, "default", None if change else chosen) as graph,
        bar("indexing") as advance,
    ):
        done = graph.reindex(made(chosen) if change else None, progress=_staged(advance))
    _show_done(done, as_json=as_json)


def check(
    db: given.Database,
    embedder: given.Embedder = None,
    embedding_model: given.EmbeddingModel = None,
    dimension: given.Dimension = None,
    as_json: given.AsJson = False,
) -> None:
    """Compare what searches go through with the log.

    Entries, their words and vectors, and the side index beside the file. Nothing is changed; the status is 1 if
    anything is wrong, which something that is only pending is not.

    Example: tkg index check --db memory.db
    """
    named = embedder, embedding_model, dimension
    with embedders.opened(reading, db, "default", named, as_json=as_json) as graph, bar("checking"):
        report = graph.check_index()
    if as_json:
        show_json({**report.to_dict(), "remedies": list(_remedies(report))})
    else:
        show_lines(_lines(report, f"{db}.hnsw"))
    if not report.ok:
        raise typer.Exit(1)


def _staged(advance: Advance) -> Callable[[str, int, int], None]:
    """The bar, which begins again with every stage."""
    return lambda _, done, total: advance(done, total)


def _worked(done: "Worked") -> Iterator[str]:
    ingested = done.ingested
    facts = ingested.recorded + ingested.ended + ingested.corrected + ingested.retracted
    if facts or ingested.waiting or ingested.failed or ingested.failures:
        yield f"{facts} facts extracted, {ingested.waiting} messages wait, {ingested.failed} failed"
    if ingested.held:
        yield f"{ingested.held} changes held for review"
    if ingested.unchanged or ingested.replaced or ingested.withdrawn:
        counts = f"{ingested.unchanged} messages unchanged, {ingested.replaced} facts replaced"
        yield f"read anew: {counts}, {ingested.withdrawn} withdrawn"
    yield from (str(failure) for failure in ingested.failures)
    yield from ingested.notes
    yield f"{done.embedded} texts embedded"


def _show_done(embedded: int, *, as_json: bool) -> None:
    if as_json:
        show_json({"embedded": embedded})
    else:
        show_lines([f"{embedded} texts embedded"])


def _lines(report: "Report", side_path: str) -> Iterator[str]:
    yield f"{report.entries} entries, {report.without_words} of them without their words"
    pending = f"{report.places} places of the log, {report.messages} messages, {report.pending} texts without vectors"
    yield f"pending: {pending}"
    if report.side is not None:
        side = report.side
        yield f"{side_path}: {side.word}, {side.why} ({side.rows} vectors, {side.in_graph} of them in its graph)"
    yield from _remedies(report)
    yield "all is well" if report.ok else "something is wrong"


def _remedies(report: "Report") -> Iterator[str]:
    """What to do, a line for each thing that is wrong or pending."""
    if report.without_words:
        yield "words are missing: `tkg reindex` makes them anew"
    if report.side is not None and report.side.word in _REMEDIES:
        yield f"side index: {_REMEDIES[report.side.word]}"
    if report.places or report.messages or report.pending:
        yield "`tkg work` takes in what is pending, as does the next search"
