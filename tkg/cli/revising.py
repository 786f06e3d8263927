"""`tkg reextract` and `tkg remove`: messages read anew, or set aside, with what follows for what they said."""

from typing import Annotated, Literal

import typer

from tkg.cli import extractors, outcomes
from tkg.cli import options as given
from tkg.cli.notes import told_by_the_outcome
from tkg.cli.opening import writing
from tkg.cli.printing import show_json, show_rows
from tkg.cli.progress import bar

Which = Annotated[
    list[int] | None,
    typer.Argument(
        metavar="NUMBER",
        show_default=False,
        help="Numbers of messages, as `tkg episodes` has them; all that were read, if left out.",
    ),
]
Given = Annotated[list[int], typer.Argument(metavar="NUMBER", help="Numbers of messages, as `tkg episodes` has them.")]
Since = Annotated[
    str | None, typer.Option(metavar="TIME", show_default=False, help="Only those said since then, such as 2024-05.")
]
ReadBy = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", show_default=False, help="Only those that this extractor or model had read, such as qwen3-8b."
    ),
]
Mode = Annotated[Literal["now", "later"], typer.Option(help="Read before it returns, or leave that to `tkg work`.")]


def reextract(
    db: given.Database,
    numbers: Which = None,
    since: Since = None,
    read_by: ReadBy = None,
    mode: Mode = "now",
    extractor: extractors.Extractor = None,
    model: extractors.ModelName = None,
    most_calls: extractors.MostCalls = None,
    most_tokens: extractors.MostTokens = None,
    most_money: extractors.MostMoney = None,
    hold_below: extractors.HoldBelow = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Read messages anew, in a run of its own.

    What a message says now takes the place of what was made of it before; answers as of before stay. What was decided
    by hand stays, and is listed with the reason. What cannot be extracted waits for `tkg work`, as it was; it is told
    on stderr, and the status is 1.

    Example: tkg reextract --since 2024-05 --read-by qwen3-8b --model qwen3-32b --db memory.db
    """
    budgets = extractors.budgets(most_calls, most_tokens, most_money)
    with writing(db, scope) as graph, told_by_the_outcome(), bar("reading anew") as advance:
        done = graph.reextract(
            numbers or None,
            since=since,
            read_by=read_by,
            mode=mode,
            extractor=extractors.chosen(extractor, model),
            budgets=budgets,
            hold_below=hold_below,
            progress=advance,
        )
    outcomes.tell_troubles(done, as_json=as_json)
    if as_json:
        show_json(done.to_dict())
    else:
        outcomes.show_counts(done, outcomes.REREAD)
        outcomes.show_decided(done)
    if done.failures:
        raise typer.Exit(1)


def remove(
    numbers: Given,
    db: given.Database,
    actor: given.Actor = None,
    reason: given.Why = None,
    extractor: extractors.Extractor = None,
    model: extractors.ModelName = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Set messages aside, with what only they say.

    That is retracted, unless somebody has corrected it; what they had corrected or called off is as before. Messages
    that had built on them are read anew; those that another extractor had read wait for `tkg work` with that one. The
    words stay, and are not read again unless `tkg reextract NUMBER` asks for it.

    Example: tkg remove 12 --reason "of somebody else" --db memory.db
    """
    with writing(db, scope) as graph, told_by_the_outcome(), bar("removing"):
        done = graph.remove(numbers, actor=actor, reason=reason, extractor=extractors.chosen(extractor, model))
    if as_json:
        show_json(done.to_dict())
    else:
        counts = (("removed", len(done.episodes)), ("retracted", done.retracted), ("waiting", done.waiting))
        show_rows(("what", "count"), [(name, str(count)) for name, count in counts])
