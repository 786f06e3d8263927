"""The commands under their names."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated

import typer

from tkg.cli import (
    carrying,
    comparing,
    database,
    indexing,
    ingesting,
    neighbors,
    ontology,
    patching,
    queue,
    reading,
    reviewing,
    revising,
    searching,
    writing,
)
from tkg.cli.errors import Commands
from tkg.cli.listing import LIST, Listing

_SETTINGS = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    cls=Commands,
    context_settings=_SETTINGS,
    no_args_is_help=True,
    add_completion=False,
    # Names and examples are full of brackets, which markup would swallow.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
files = typer.Typer(
    help="The revision of the file.", no_args_is_help=True, rich_markup_mode=None, context_settings=_SETTINGS
)
review = typer.Typer(cls=Listing, help="What is held for review.", rich_markup_mode=None, context_settings=_SETTINGS)
index = typer.Typer(
    help="What a search goes through.", no_args_is_help=True, rich_markup_mode=None, context_settings=_SETTINGS
)

vocabulary = typer.Typer(
    help="Predicates that nobody declared.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=_SETTINGS,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"tkg {version('tkg')}")
        raise typer.Exit


@app.callback()
def tkg(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Facts that change, when they were true, and when we came to believe them: in one SQLite file.

    Every command takes --db PATH (or TKG_DB) and --json. Times are ISO 8601; those of a question can be words as well
    ("last spring"). The status is 0 if all went well (also for a question without an answer), 1 if something was
    refused or found wrong, 2 for wrong usage.
    """


_COMMANDS: tuple[Callable[..., None], ...] = (
    ingesting.ingest,
    patching.apply,
    carrying.import_,
    writing.record,
    writing.end,
    writing.correct,
    writing.retract,
    writing.undo,
    writing.assign,
    reading.get,
    reading.find,
    reading.timeline,
    reading.history,
    comparing.diff,
    reading.conflicts,
    reading.explain,
    neighbors.neighbors,
    searching.search,
    searching.ask,
    queue.episodes,
    queue.retry,
    revising.reextract,
    revising.remove,
    indexing.work,
    indexing.reindex,
    carrying.export,
    carrying.restore,
    database.verify,
    database.compact,
)
_OF_FILES: tuple[Callable[..., None], ...] = (database.upgrade, database.current, database.check)
_OF_THE_INDEX: tuple[Callable[..., None], ...] = (indexing.check,)
_OF_THE_VOCABULARY: tuple[Callable[..., None], ...] = (
    ontology.review,
    ontology.adopt,
    ontology.alias,
    ontology.unalias,
    ontology.drop,
    ontology.keep,
)
_OF_REVIEW: tuple[Callable[..., None], ...] = (
    reviewing.accept,
    reviewing.reject,
    reviewing.correct,
    reviewing.sample,
)

for command in _COMMANDS:
    app.command(command.__name__.rstrip("_"))(command)
for command in _OF_FILES:
    files.command()(command)
for command in _OF_THE_INDEX:
    index.command()(command)
for command in _OF_THE_VOCABULARY:
    vocabulary.command()(command)
app.add_typer(vocabulary, name="ontology")
review.command(LIST)(reviewing.waiting)
for command in _OF_REVIEW:
    review.command()(command)
app.add_typer(files, name="db")
app.add_typer(review, name="review")
app.add_typer(index, name="index")
