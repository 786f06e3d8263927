"""`tkg neighbors`: what stands around an entity."""

import sys
from typing import Annotated

import typer

from tkg.cli import notes, rendering
from tkg.cli import options as given
from tkg.cli.opening import reading
from tkg.neighbors import DEEPEST, Direction

Depth = Annotated[int, typer.Option(metavar="NUMBER", help=f"How many facts away at most, 1 to {DEEPEST}.")]
Along = Annotated[
    list[str] | None,
    typer.Option("--predicate", metavar="PREDICATE", show_default=False, help="Only along this relation; repeatable."),
]
Ways = Annotated[Direction, typer.Option(help="Along facts that lead out of an entity, as their subject, in, or both.")]
Limit = Annotated[int, typer.Option(metavar="NUMBER", help="How many neighbors at most.")]


def neighbors(
    entity: given.Subject,
    db: given.Database,
    depth: Depth = 1,
    predicate: Along = None,
    direction: Ways = "both",
    limit: Limit = 100,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    reference_time: given.ReferenceTime = None,
    policy: given.Policy = None,
    priority: given.Priority = None,
    roles: given.Roles = None,
    source: given.Sources = None,
    without: given.Without = None,
    modality: given.InModality = "asserted",
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """The entities around one, with the facts that lead there.

    The nearest first. Where there are more than --limit, stderr says so, and the JSON that the answer is truncated.

    Example: tkg neighbors "Ann Lee" --depth 2 --valid-at 2021-05-01
    """
    options = given.read_options(valid_at, known_at, reference_time, policy, priority, roles, source, without, modality)
    with reading(db, scope) as graph:
        view = notes.view_of(graph, options, as_json=as_json)
        found = view.neighbors(entity, depth, predicate=predicate, direction=direction, limit=limit)
        rendering.show_neighbors(found, as_json=as_json, asked=view.asked)
        if found.truncated and not as_json:
            sys.stderr.write(f"there are more: --limit is {limit}\n")
