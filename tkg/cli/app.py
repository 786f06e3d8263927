"""The commands under their names, each with the function that it is."""

from typing import Annotated, ClassVar

import typer

from tkg.cli.deferred import SETTINGS, Deferred, Homes
from tkg.cli.errors import Commands
from tkg.cli.listing import LIST, Listing


class _Tkg(Commands):
    homes: ClassVar[Homes] = {
        "ingest": "ingesting.ingest",
        "apply": "patching.apply",
        "import": "carrying.import_",
        "record": "writing.record",
        "end": "writing.end",
        "correct": "writing.correct",
        "retract": "writing.retract",
        "undo": "writing.undo",
        "assign": "writing.assign",
        "get": "reading.get",
        "find": "reading.find",
        "timeline": "reading.timeline",
        "history": "reading.history",
        "diff": "comparing.diff",
        "conflicts": "reading.conflicts",
        "explain": "reading.explain",
        "neighbors": "neighbors.neighbors",
        "search": "searching.search",
        "ask": "searching.ask",
        "episodes": "queue.episodes",
        "retry": "queue.retry",
        "reextract": "revising.reextract",
        "remove": "revising.remove",
        "work": "indexing.work",
        "reindex": "indexing.reindex",
        "export": "carrying.export",
        "restore": "carrying.restore",
        "verify": "database.verify",
        "rebuild": "database.rebuild",
        "compact": "database.compact",
    }


class _Ontology(Deferred):
    homes: ClassVar[Homes] = {
        name: f"ontology.{name}" for name in ("review", "adopt", "alias", "unalias", "drop", "keep")
    }


class _Review(Listing):
    homes: ClassVar[Homes] = {LIST: "reviewing.waiting"} | {
        name: f"reviewing.{name}" for name in ("accept", "reject", "correct", "sample")
    }


class _Files(Deferred):
    homes: ClassVar[Homes] = {name: f"database.{name}" for name in ("upgrade", "current", "check")}


class _Index(Deferred):
    homes: ClassVar[Homes] = {"check": "indexing.check"}


app = typer.Typer(
    cls=_Tkg,
    context_settings=SETTINGS,
    no_args_is_help=True,
    add_completion=False,
    # Names and examples are full of brackets, which markup would swallow.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

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


for _name, _group, _help in (
    ("ontology", _Ontology, "Predicates that nobody declared."),
    ("db", _Files, "The revision of the file."),
    ("review", _Review, "What is held for review."),
    ("index", _Index, "What a search goes through."),
):
    app.add_typer(
        typer.Typer(
            cls=_group,
            help=_help,
            no_args_is_help=_group is not _Review,
            rich_markup_mode=None,
            context_settings=SETTINGS,
        ),
        name=_name,
    )
