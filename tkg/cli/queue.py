"""The commands for what waits to be extracted: `tkg episodes` and `tkg retry`."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tkg.cli import extractors
from tkg.cli import options as given
from tkg.cli.opening import reading, writing
from tkg.cli.printing import show_json, show_lines, show_rows

if TYPE_CHECKING:
    from tkg.episodes import EpisodeState

State = Annotated[
    Literal["waiting", "done", "failed", "unread", "removed"] | None,
    typer.Option(show_default=False, help="Only those in this state."),
]
Numbers = Annotated[
    list[int] | None,
    typer.Argument(metavar="NUMBER", show_default=False, help="Numbers of messages, as `tkg episodes` has them."),
]


def episodes(
    db: given.Database,
    state: State = None,
    scope: given.Scope = "default",
    extractor: extractors.Extractor = None,
    model: extractors.ModelName = None,
    as_json: given.AsJson = False,
) -> None:
    """Every message, with what became of it.

    waiting: in the queue, maybe after attempts that came to nothing. done: read, with how many facts, or why none.
    failed: not tried again until `tkg retry`. unread: never asked of this extractor. removed: set aside by
    `tkg remove`. One that is done may wait to be read anew, and says so.

    Example: tkg episodes --state failed --db memory.db
    """
    with reading(db, scope) as graph:
        found = graph.episodes(state=state, extractor=extractors.chosen(extractor, model))
    if as_json:
        show_json([each.to_dict() for each in found])
    else:
        show_rows(("number", "message", "state", "facts", "why"), map(_row, found))


def retry(
    db: given.Database,
    numbers: Numbers = None,
    scope: given.Scope = "default",
    extractor: extractors.Extractor = None,
    model: extractors.ModelName = None,
    as_json: given.AsJson = False,
) -> None:
    """Let failed messages be extracted again.

    The next `tkg work` tries them: all of the scope, or those named; under whichever extractor they failed, by this.

    Example: tkg retry 12 14 --db memory.db
    """
    with writing(db, scope) as graph:
        count = graph.retry(numbers or None, extractor=extractors.chosen(extractor, model))
    if as_json:
        show_json({"retried": count})
    else:
        show_lines([f"{count} messages wait again"])


def _row(found: "EpisodeState") -> tuple[str, ...]:
    return str(found.episode), found.message_id, found.state, str(found.facts), found.why or ""
