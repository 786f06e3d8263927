"""`tkg review`: what is held until somebody has looked at it, and claims drawn for inspection.

Of several numbers each is decided by itself: one that cannot be is told on stderr, the others are, and the status is 1.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from tkg.cli import changes, rendering
from tkg.cli import options as given
from tkg.cli.errors import report
from tkg.cli.objects import entity, value_if_said
from tkg.cli.opening import reading, writing
from tkg.cli.printing import show_json, show_lines, show_rows
from tkg.errors import InputError, RefusedError

if TYPE_CHECKING:
    from tkg.change import Change
    from tkg.facts import Claim
    from tkg.reviewing import Inspected

_T = TypeVar("_T")
_ACCEPTED = ("held", *rendering.CLAIM)

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="The number, as `tkg review` has it.")]
Numbers = Annotated[list[int], typer.Argument(metavar="NUMBER", help="The numbers, as `tkg review` has them.")]
Drawn = Annotated[int, typer.Option("--count", metavar="NUMBER", help="How many claims at most.")]
Seed = Annotated[
    int | None, typer.Option(metavar="NUMBER", show_default=False, help="Draws the same claims each time.")
]


def waiting(db: given.Database, scope: given.Scope = "default", as_json: given.AsJson = False) -> None:
    """What is held for review; `tkg review` alone does the same.

    A change that an extractor was less sure of than --hold-below, or that two names are one: its number, why it is
    held, what it says, and the words that it was read from. None of it is believed.

    Example: tkg review list --db memory.db
    """
    with reading(db, scope) as graph:
        changes.show_held(graph.held(), as_json=as_json)


def accept(
    numbers: Numbers,
    db: given.Database,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Record what is held, as it was found.

    It is believed from now on, and no later run of an extractor changes it. Prints the claims.

    Example: tkg review accept 3 4 --db memory.db --actor eve
    """
    with writing(db, scope) as graph:
        held = {each.id: each for each in graph.held()}

        def decide(number: int) -> tuple[int, "Claim | None"]:
            return number, graph.accept(number, actor=actor, reason=reason)

        accepted, all_well = _each(numbers, decide, as_json=as_json)
    if as_json:
        show_json([_document(number, claim) for number, claim in accepted])
    else:
        show_rows(_ACCEPTED, (_row(number, held[number].change, claim) for number, claim in accepted))
    if not all_well:
        raise typer.Exit(1)


def reject(
    numbers: Numbers,
    db: given.Database,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Keep out what is held.

    No later run of an extractor finds it again in the same words.

    Example: tkg review reject 3 --reason "a joke" --db memory.db
    """
    with writing(db, scope) as graph:

        def decide(number: int) -> int:
            graph.reject(number, actor=actor, reason=reason)
            return number

        rejected, all_well = _each(numbers, decide, as_json=as_json)
    if as_json:
        show_json({"rejected": rejected})
    else:
        show_lines([f"{len(rejected)} changes rejected"])
    if not all_well:
        raise typer.Exit(1)


def correct(
    number: Number,
    db: given.Database,
    subject: given.NewSubject = None,
    predicate: given.NewPredicate = None,
    object_: given.NewObject = None,
    valid_from: given.ValidFrom = None,
    valid_to: given.ValidTo = None,
    valid: given.Valid = None,
    observed: given.Observed = None,
    source: given.SaidBy = None,
    confidence: given.Confidence = None,
    modality: given.NewModality = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    subject_type: given.SubjectType = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Record what is held, with other values.

    What is not given is as it was found. No later run of an extractor changes it back. Prints the claim.

    Example: tkg review correct 3 --object Bergen --valid-from 2021 --db memory.db
    """
    said = {
        "predicate": predicate, "valid_from": valid_from, "valid_to": valid_to, "valid": valid, "observed": observed,
        "source": source, "confidence": confidence, "modality": modality,
    }  # fmt: skip
    fields: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
    if subject is not None:
        fields["subject"] = entity(subject, subject_type)
    elif subject_type is not None:
        raise typer.BadParameter("it goes with --subject", param_hint="--subject-type")
    if not fields and object_ is None:
        raise typer.BadParameter("say what is right: --object, --valid-from, ...", param_hint="NUMBER")
    with writing(db, scope) as graph:
        held = {each.id: each for each in graph.held()}
        read_as = predicate or (held[number].change.predicate if number in held else None)
        which = value_if_said(graph, read_as, object_, object_kind, unit)
        if which is not None:
            fields["object"] = which
        claim = graph.accept(number, actor=actor, reason=reason, **fields)
    if as_json:
        show_json(_document(number, claim))
    else:
        names = {name: fields[name] for name in ("subject", "object") if name in fields}
        show_rows(_ACCEPTED, [_row(number, replace(held[number].change, **names), claim)])


def sample(
    db: given.Database,
    count: Drawn = 10,
    seed: Seed = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Some claims with their quotes, to look at.

    Drawn at random from the live claims that rest on words.

    Example: tkg review sample --count 5 --db memory.db
    """
    with reading(db, scope) as graph:
        drawn = graph.sample(count, random=Random(seed))
    if as_json:
        show_json([each.to_dict() for each in drawn])
    else:
        show_lines(line for each in drawn for line in _inspected(each))


def _each(numbers: Iterable[int], decide: Callable[[int], _T], *, as_json: bool) -> tuple[list[_T], bool]:
    """What was decided of each number once, and whether it could be of all."""
    decided: list[_T] = []
    all_well = True
    for number in dict.fromkeys(numbers):
        try:
            decided.append(decide(number))
        except (InputError, RefusedError) as error:
            place = f"held {number}: "
            report(error.code, place + str(error).removeprefix(place), as_json=as_json)
            all_well = False
    return decided, all_well


def _document(number: int, claim: "Claim | None") -> dict[str, Any]:
    return {"held": number, "claim": None if claim is None else claim.to_dict()}


def _row(number: int, change: "Change", claim: "Claim | None") -> tuple[str, ...]:
    """A claim under the number of the held change; of names that became one, these."""
    if claim is not None:
        return str(number), *rendering.claim_row(claim)
    names = rendering.shown(change.subject), "", rendering.shown(change.object)
    return str(number), "", change.op, *names, "", change.source, "", ""


def _inspected(each: "Inspected") -> Iterator[str]:
    yield f"{each.claim.id}: {rendering.sentence(each.claim)}"
    for quote in each.evidence:
        yield f'  "{quote.quote}" ({quote.speaker}, {quote.said_at:%Y-%m-%d})'
        yield from (f"    {anchoring}" for anchoring in quote.anchorings)
