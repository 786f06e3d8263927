"""`tkg ontology`: predicates that extractors used and nobody declared, and what becomes of them.

Each of these commands is one step of the record, for all scopes, and changes no answer as of before it. What takes a
step back is said in its help.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tkg.cli import embedders
from tkg.cli import options as given
from tkg.cli.opening import reading, writing
from tkg.cli.printing import show_json, show_lines, show_rows

if TYPE_CHECKING:
    from tkg.undeclared import Undeclared

Name = Annotated[str, typer.Argument(metavar="NAME", help="The predicate, as `tkg ontology review` has it.")]
Into = Annotated[str, typer.Argument(metavar="INTO", help="The predicate that it reads as from now on.")]
Flip = Annotated[bool, typer.Option("--flip", help="Subject and object change places, as in employs and works_for.")]
Cardinality = Annotated[
    Literal["one", "many"] | None, typer.Option(show_default=False, help="How many values at once. [default: many]")
]
Extent = Annotated[
    Literal["state", "event", "timeless"] | None,
    typer.Option(show_default=False, help="Goes on, fills the unit that it starts in, or has no bounds."),
]
Resumes = Annotated[
    bool | None,
    typer.Option("--resumes/--no-resumes", show_default=False, help="Whether an older value may come back."),
]
StaleAfter = Annotated[
    str | None,
    typer.Option(
        metavar="LENGTH",
        show_default=False,
        help="How long a fact is fresh after it was last seen to hold: 180 days, P6M, never.",
    ),
]
OfSubject = Annotated[
    str | None, typer.Option("--subject", metavar="KIND", show_default=False, help="What it is said of: person, ...")
]
OfObject = Annotated[
    str | None,
    typer.Option(
        "--object",
        metavar="KIND",
        show_default=False,
        help="What its value is: an entity type, text, number, date, boolean.",
    ),
]
OfUnit = Annotated[
    str | None, typer.Option("--unit", metavar="UNIT", show_default=False, help="The unit of its numbers.")
]
_HEADINGS = ("predicate", "claims", "between", "nearest", "score", "example")


def review(
    db: given.Database,
    scope: given.Scope = "default",
    embedder: given.Embedder = None,
    embedding_model: given.EmbeddingModel = None,
    dimension: given.Dimension = None,
    as_json: given.AsJson = False,
) -> None:
    """List the predicates that nobody declared.

    Those most used first, with the kinds that they are between, an example of this scope, and the declared predicate
    that is nearest in meaning: a proposal, which may as well be the opposite. Those that are dropped come last. Settle
    each with adopt, alias or drop.

    Example: tkg ontology review --db memory.db
    """
    named = embedder, embedding_model, dimension
    with embedders.opened(reading, db, scope, named, as_json=as_json) as graph:
        found = graph.undeclared()
    if as_json:
        show_json([each.to_dict() for each in found])
    else:
        show_rows(_HEADINGS, map(_row, found))


def adopt(
    name: Name,
    db: given.Database,
    cardinality: Cardinality = None,
    extent: Extent = None,
    resumes: Resumes = None,
    stale_after: StaleAfter = None,
    subject: OfSubject = None,
    object_: OfObject = None,
    unit: OfUnit = None,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    as_json: given.AsJson = False,
) -> None:
    """Declare a predicate, so that it is one of the vocabulary.

    What its claims say is read by that from now on. Adopt it again to change what is declared. One that was dropped
    stays so until `tkg ontology keep`.

    Example: tkg ontology adopt plays_in --subject person --object band
    """
    said = {
        "cardinality": cardinality, "extent": extent, "resumes": resumes, "stale_after": stale_after,
        "subject": subject, "object": object_, "unit": unit,
    }  # fmt: skip
    rule = {field: value for field, value in said.items() if value is not None} or {"cardinality": "many"}
    with writing(db, "default") as graph:
        graph.declare(name, key=key, actor=actor, reason=reason, **rule)
        predicate, _ = graph.reads_as(name)
    declared = dict(predicate.rule())
    shown = ", ".join(f"{field} {_word(value)}" for field, value in declared.items())
    _tell([f"{predicate.name}: {shown}"], {"predicate": predicate.name, "rule": declared}, as_json=as_json)


def alias(
    name: Name,
    into: Into,
    db: given.Database,
    flip: Flip = False,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    as_json: given.AsJson = False,
) -> None:
    """Let a predicate read as another, its old claims too.

    `tkg ontology unalias NAME` takes it back.

    Example: tkg ontology alias employed_at works_for
    """
    with writing(db, "default") as graph:
        graph.map_predicate(name, into, flip=flip, key=key, actor=actor, reason=reason)
        predicate, turned = graph.reads_as(name)
    how = ", subject and object turned" if turned else ""
    document = {"name": name, "predicate": predicate.name, "flip": turned}
    _tell([f"{name} reads as {predicate.name}{how}"], document, as_json=as_json)


def unalias(
    name: Name,
    db: given.Database,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    as_json: given.AsJson = False,
) -> None:
    """Let a predicate read as itself again, its old claims too.

    An alias of the shipped vocabulary as well. `tkg ontology alias` takes it back.

    Example: tkg ontology unalias employed_at
    """
    with writing(db, "default") as graph:
        graph.unmap_predicate(name, key=key, actor=actor, reason=reason)
    _tell([f"{name} reads as itself"], {"name": name}, as_json=as_json)


def drop(
    name: Name,
    db: given.Database,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    as_json: given.AsJson = False,
) -> None:
    """Retract what was extracted under a predicate.

    In every scope, and nothing is extracted under it any more. What was recorded by hand stays.
    `tkg ontology keep NAME` takes it back.

    Example: tkg ontology drop feels_like --reason "moods, not facts"
    """
    with writing(db, "default") as graph:
        count = graph.drop_predicate(name, key=key, actor=actor, reason=reason)
    _tell([f"{name} is dropped, {count} claims retracted"], {"name": name, "retracted": count}, as_json=as_json)


def keep(
    name: Name,
    db: given.Database,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    as_json: given.AsJson = False,
) -> None:
    """Take the drop of a predicate back.

    What it retracted is live again, unless something else was said of it since. `tkg ontology drop` takes it back.

    Example: tkg ontology keep feels_like
    """
    with writing(db, "default") as graph:
        count = graph.keep_predicate(name, key=key, actor=actor, reason=reason)
    _tell([f"{name} is kept, {count} claims live again"], {"name": name, "restored": count}, as_json=as_json)


def _tell(lines: Sequence[str], document: Any, *, as_json: bool) -> None:
    if as_json:
        show_json(document)
    else:
        show_lines(lines)


def _row(found: "Undeclared") -> tuple[str, ...]:
    near = found.nearest
    nearest = "" if near is None else f"{near.predicate} (turned)" if near.flip else near.predicate
    between = " -> ".join("|".join(kinds) or "?" for kinds in (found.subjects, found.objects))
    example = f"dropped: {found.reason or 'no reason given'}" if found.dropped else found.example or ""
    score = "" if near is None else f"{near.score:.2f}"
    return found.name, str(found.claims), between, nearest, score, example


def _word(value: object) -> str:
    return "never" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
