"""The commands that ask. Each opens the file read-only; `--valid-at` and `--known-at` say at which point.

A day stands for its first instant. A question without an answer prints nothing and is no failure.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated

import typer

from tkg.bounds import point
from tkg.cli import options as given
from tkg.cli import rendering
from tkg.cli.objects import value_if_said
from tkg.cli.opening import reading
from tkg.graph import Graph
from tkg.intervals import moment
from tkg.values import Value

KnownA = Annotated[str, typer.Argument(metavar="KNOWN_A", help="The earlier day or instant of recorded time.")]
KnownB = Annotated[
    str | None, typer.Argument(metavar="KNOWN_B", show_default=False, help="The later one. [default: now]")
]
AboutSubject = Annotated[str | None, typer.Option("--subject", metavar="SUBJECT", help="Only about this one.")]
AboutPredicate = Annotated[str | None, typer.Option("--predicate", metavar="PREDICATE", help="Only of this relation.")]


def get(
    subject: given.Subject,
    predicate: given.PredicateName,
    db: given.Database,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    policy: given.Policy = None,
    source: given.Sources = None,
    modality: given.InModality = "asserted",
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """The one fact of SUBJECT and PREDICATE.

    Nothing (null with --json) if there is none. Several values at once are an error: use find.

    Example: tkg get "Ann Lee" works_for --valid-at 2021-05-01
    """
    options = given.read_options(valid_at, known_at, policy, source, modality)
    with reading(db, scope) as graph:
        rendering.show_fact(graph.get(subject, predicate, **options), as_json=as_json)


def find(
    db: given.Database,
    subject: given.AnySubject = None,
    predicate: given.AnyPredicate = None,
    object_: given.AnyObject = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    policy: given.Policy = None,
    source: given.Sources = None,
    modality: given.InModality = "asserted",
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """The facts that hold, of whatever is named.

    All of the scope if nothing is named.

    Example: tkg find - works_for Acme --valid-at 2021-05-01
    """
    options = given.read_options(valid_at, known_at, policy, source, modality)
    with _asking(db, scope, subject, predicate, object_, object_kind, unit) as (graph, about):
        rendering.show_facts(graph.find(*about, **options), as_json=as_json)


def timeline(
    db: given.Database,
    subject: given.AnySubject = None,
    predicate: given.AnyPredicate = None,
    object_: given.AnyObject = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    policy: given.Policy = None,
    source: given.Sources = None,
    modality: given.InModality = "asserted",
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """How the world changed, as known at one moment.

    Each stretch of time with its value. With --valid-at: only the stretches that hold then, whole.

    Example: tkg timeline "Ann Lee" works_for
    """
    options = given.read_options(None, known_at, policy, source, modality)
    with _asking(db, scope, subject, predicate, object_, object_kind, unit) as (graph, about):
        if valid_at is None:
            facts = graph.timeline(*about, **options)
        else:
            who, what, which = about
            start, end = _instant(graph, valid_at)
            facts = graph.range(start, end, subject=who, predicate=what, object=which, **options)
        rendering.show_facts(facts, as_json=as_json)


def history(
    db: given.Database,
    subject: given.AnySubject = None,
    predicate: given.AnyPredicate = None,
    object_: given.AnyObject = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    policy: given.Policy = None,
    source: given.Sources = None,
    modality: given.InModality = "asserted",
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """How our knowledge changed.

    Each stretch that was ever believed, and when it was. With --valid-at: the values believed of that instant. With
    --known-at: without what was recorded later.

    Example: tkg history "Ann Lee" works_for --valid-at 2019-05-01
    """
    options = given.read_options(valid_at, known_at, policy, source, modality)
    with _asking(db, scope, subject, predicate, object_, object_kind, unit) as (graph, about):
        if valid_at is None:
            rendering.show_history(graph.history(*about, **options), as_json=as_json)
        else:
            rendering.show_beliefs(graph.beliefs(*about, **options), as_json=as_json)


def diff(
    known_a: KnownA,
    db: given.Database,
    known_b: KnownB = None,
    subject: AboutSubject = None,
    predicate: AboutPredicate = None,
    valid_at: given.ValidAt = None,
    policy: given.Policy = None,
    source: given.Sources = None,
    modality: given.InModality = "asserted",
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """What was learned and unlearned between two moments.

    What is believed as of KNOWN_B and was not as of KNOWN_A (+), and the other way round (-). With --valid-at: of that
    instant; without: of all time.

    Example: tkg diff 2026-01-01 2026-02-01 --subject "Ann Lee"
    """
    options = given.read_options(valid_at, None, policy, source, modality)
    with reading(db, scope) as graph:
        found = graph.diff(known_a, known_b, subject=subject, predicate=predicate, **options)
        rendering.show_diff(found, as_json=as_json)


def conflicts(
    db: given.Database,
    subject: given.AnySubject = None,
    predicate: given.AnyPredicate = None,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    policy: given.Policy = None,
    source: given.Sources = None,
    modality: given.InModality = "asserted",
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Where sources disagree, with the claims that do.

    Example: tkg conflicts "Ann Lee" --valid-at 2021-05-01
    """
    options = given.read_options(valid_at, known_at, policy, source, modality)
    with reading(db, scope) as graph:
        found = graph.conflicts(given.named(subject), given.named(predicate), **options)
        rendering.show_conflicts(found, as_json=as_json)


def explain(
    db: given.Database,
    subject: given.Subject,
    predicate: given.PredicateName,
    object_: given.AnyObject = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    valid_at: given.ValidAt = None,
    known_at: given.KnownAt = None,
    policy: given.Policy = None,
    source: given.Sources = None,
    modality: given.InModality = "asserted",
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Why a fact is believed, down to the quotes.

    The rule that decided, the claims for each fact of SUBJECT and PREDICATE and against it, and their words.

    Example: tkg explain "Ann Lee" works_for
    """
    options = given.read_options(valid_at, known_at, policy, source, modality)
    with _asking(db, scope, subject, predicate, object_, object_kind, unit) as (graph, about):
        explanations = [graph.explain(fact) for fact in graph.find(*about, **options)]
        rendering.show_explanations(explanations, as_json=as_json)


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


def _instant(graph: Graph, valid_at: str) -> tuple[datetime, datetime]:
    """The shortest stretch that starts at a point of valid time."""
    at_us = point(valid_at, graph.zone, "valid_at")
    return moment(at_us), moment(at_us + 1)
