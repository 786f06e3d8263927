"""The arguments and options of a search, each with its help. Other commands do not wait for what a search needs."""

from typing import Annotated, TypeAlias

import typer

from tkg.request import What

Text: TypeAlias = Annotated[str, typer.Argument(metavar="TEXT", help="A question, or words to look for.")]
Searched: TypeAlias = Annotated[What, typer.Option("--what", help="Facts, the words of messages, names, or all.")]
Count: TypeAlias = Annotated[int, typer.Option("-k", metavar="NUMBER", help="How many hits at most.")]
OfTime: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--valid-at",
        metavar="TIME",
        show_default=False,
        help="Only what was true then: a day, an instant, or words for a time. [default: the time that TEXT names, "
        "else all of time]",
    ),
]
Filters: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--filter",
        metavar="JSON",
        show_default=False,
        help='What a hit must be, such as {"source": "HR"}; all of several are required.',
    ),
]
Threshold: TypeAlias = Annotated[float, typer.Option(metavar="NUMBER", help="The least score of a hit, from 0 to 1.")]
Signals: TypeAlias = Annotated[bool, typer.Option("--explain", help="Show what each signal adds to a score.")]
