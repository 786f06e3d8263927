"""The commands that ask. Each opens the file read-only; `--valid-at` and `--known-at` say at which point.

A day stands for its first instant. Words for a time count from `--reference-time`; those for a stretch of time ask for
all that holds at some time in it, and what they were taken to mean is said on stderr, or beside the answer in JSON. A
question without an answer prints nothing and is no failure.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from tkg.cli import notes, rendering
from tkg.cli import options as given
from tkg.cli.objects import value_if_said
from tkg.cli.opening import reading
from tkg.graph import Graph
from tkg.values import Value


def get(
    subject: given.Subject,
    predicate: given.PredicateName,
    db: given.Database,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    reference_time: given.ReferenceTime = None,
    policy: given.Policy = None,
    priority: given.Priority = None,
    roles: given.Roles = None,
    source: given.Sources = None,
    without: given.Without = None,
    modality: given.InModality = "asserted",
    certainty: given.InView = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """The one fact of SUBJECT and PREDICATE.

    Nothing (null with --json) if there is none. Several values at once are an error: use find. Words for a stretch of
    time, such as "last spring", give all facts that hold at some time in it.

    Example: tkg get "Ann Lee" works_for --valid-at 2021-05-01
    """
    options = given.read_options(
        valid_at, known_at, reference_time, policy, priority, roles, source, without, modality, certainty
    )
    with reading(db, scope) as graph:
        view = notes.view_of(graph, options, as_json=as_json)
        if view.is_of_a_stretch:
            rendering.show_facts(view.find(subject, predicate), as_json=as_json, asked=view.asked)
        else:
            fact, certain = view.get(subject, predicate), certainty is not None
            rendering.show_fact(fact, as_json=as_json, asked=view.asked, certain=certain)


def find(
    db: given.Database,
    subject: given.AnySubject = None,
    predicate: given.AnyPredicate = None,
    object_: given.AnyObject = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    reference_time: given.ReferenceTime = None,
    policy: given.Policy = None,
    priority: given.Priority = None,
    roles: given.Roles = None,
    source: given.Sources = None,
    without: given.Without = None,
    modality: given.InModality = "asserted",
    certainty: given.InView = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """The facts that hold, of whatever is named.

    All of the scope if nothing is named.

    Example: tkg find - works_for Acme --valid-at 2021-05-01
    """
    options = given.read_options(
        valid_at, known_at, reference_time, policy, priority, roles, source, without, modality, certainty
    )
    with _asking(db, scope, subject, predicate, object_, object_kind, unit) as (graph, about):
        view = notes.view_of(graph, options, as_json=as_json)
        facts, certain = view.find(*about), certainty is not None
        rendering.show_facts(facts, as_json=as_json, asked=view.asked, certain=certain)


def timeline(
    db: given.Database,
    subject: given.AnySubject = None,
    predicate: given.AnyPredicate = None,
    object_: given.AnyObject = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    during: given.During = None,
    match: given.Matching = "overlaps",
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
    """How the world changed, as known at one moment.

    Each stretch of time with its value. With --valid-at: only the stretches that hold then, whole. With --during: only
    those that stand in relation --match to that stretch.

    Example: tkg timeline "Ann Lee" works_for --during 2021
    """
    if during is not None and valid_at is not None:
        raise typer.BadParameter("--valid-at asks about one instant, --during about a stretch: give one of them")
    options = given.read_options(valid_at, known_at, reference_time, policy, priority, roles, source, without, modality)
    with _asking(db, scope, subject, predicate, object_, object_kind, unit) as (graph, about):
        view = notes.view_of(graph, options, as_json=as_json)
        if during is not None:
            found = view.range(during, subject=about[0], predicate=about[1], object=about[2], match=match)
            rendering.show_timeline(found, as_json=as_json, asked=view.asked)
        elif valid_at is None:
            rendering.show_timeline(view.timeline(*about), as_json=as_json, asked=view.asked)
        else:
            rendering.show_facts(view.find(*about), as_json=as_json, asked=view.asked)


def history(
    db: given.Database,
    subject: given.AnySubject = None,
    predicate: given.AnyPredicate = None,
    object_: given.AnyObject = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
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
    """How our knowledge changed.

    Each stretch that was ever believed, and when it was. With --valid-at: the values believed of that instant. With
    --known-at: without what was recorded later.

    Example: tkg history "Ann Lee" works_for --valid-at 2019-05-01
    """
    options = given.read_options(valid_at, known_at, reference_time, policy, priority, roles, source, without, modality)
    with _asking(db, scope, subject, predicate, object_, object_kind, unit) as (graph, about):
        view = notes.view_of(graph, options, as_json=as_json)
        if valid_at is None:
            rendering.show_history(view.history(*about), as_json=as_json, asked=view.asked)
        else:
            rendering.show_beliefs(view.beliefs(*about), as_json=as_json, asked=view.asked)


def conflicts(
    db: given.Database,
    subject: given.AnySubject = None,
    predicate: given.AnyPredicate = None,
    during: given.During = None,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    reference_time: given.ReferenceTime = None,
    policy: given.Policy = None,
    priority: given.Priority = None,
    roles: given.Roles = None,
    source: given.Sources = None,
    without: given.Without = None,
    modality: given.InModality = "asserted",
    certainty: given.Disagreeing = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Where sources disagree, with the claims that do.

    How grave it is: certain; possible in view of bounds that are not exact; or only a boundary, where one value ends
    and the other begins in the same year or month.

    Example: tkg conflicts "Ann Lee" --during 2021
    """
    options = given.read_options(
        valid_at, known_at, reference_time, policy, priority, roles, source, without, modality, certainty
    )
    if during is not None and valid_at is not None:
        raise typer.BadParameter("--valid-at asks about one instant, --during about a stretch: give one of them")
    with reading(db, scope) as graph:
        view = notes.view_of(graph, options, as_json=as_json)
        found = view.conflicts(given.named(subject), given.named(predicate), during=during)
        rendering.show_conflicts(found, as_json=as_json, asked=view.asked)


def explain(
    db: given.Database,
    subject: given.Subject,
    predicate: given.PredicateName,
    object_: given.AnyObject = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
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
    """Why a fact is believed, down to the quotes.

    The rule that decided, the claims for each fact of SUBJECT and PREDICATE and against it, and their words.

    Example: tkg explain "Ann Lee" works_for
    """
    options = given.read_options(valid_at, known_at, reference_time, policy, priority, roles, source, without, modality)
    with _asking(db, scope, subject, predicate, object_, object_kind, unit) as (graph, about):
        view = notes.view_of(graph, options, as_json=as_json)
        explanations = [view.explain(fact) for fact in view.find(*about)]
        rendering.show_explanations(explanations, as_json=as_json, asked=view.asked)


@contextmanager
def _asking(
    db: str,
    scope: str,
    subject: str | None,
    predicate: str | None,
    text: str | None,
    kind: str | None,
    unit: str | None,
) -> Iterator[tuple[Graph, tuple[str | None, str | None, Value | None]]]:
    """The graph, read-only, and what the question is about."""
    with reading(db, scope) as graph:
        what = given.named(predicate)
        yield graph, (given.named(subject), what, value_if_said(graph, what, text, kind, unit))
