"""The commands that write: one claim each, or the role of a source.

What they print is the claim, whose id is the first field of the line; or the source with its role.
"""

from typing import Annotated, Any

import typer

from tkg.cli import options as given
from tkg.cli import rendering
from tkg.cli.objects import entity, value, value_if_said
from tkg.cli.opening import creating, writing


def record(
    subject: given.Subject,
    predicate: given.PredicateName,
    object_: given.Object,
    db: given.Database,
    valid_from: given.ValidFrom = None,
    valid_to: given.ValidTo = None,
    valid_through: given.ValidThrough = None,
    valid: given.Valid = None,
    observed: given.Observed = None,
    source: given.SaidBy = None,
    confidence: given.Confidence = None,
    modality: given.OfModality = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    subject_type: given.SubjectType = None,
    attrs: given.Attributes = None,
    ref: given.Ref = None,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    zone: given.Zone = None,
    as_json: given.AsJson = False,
) -> None:
    """Say that OBJECT is a value of PREDICATE for SUBJECT.

    Creates the file if there is none. An OBJECT that starts with - comes after --.

    Example: tkg record "Ann Lee" works_for Acme --valid-from 2019-03-01 --source HR
    """
    said = _said(
        valid_from=valid_from, valid_to=valid_to, valid_through=valid_through, valid=valid, observed=observed,
        source=source, confidence=confidence, modality=modality, attrs=given.attributes(attrs), ref=ref, key=key,
        actor=actor, reason=reason,
    )  # fmt: skip
    with creating(db, scope, zone) as graph:
        which = value(graph, predicate, object_, object_kind, unit)
        claim = graph.record(entity(subject, subject_type), predicate, which, **said)
        rendering.show_claim(claim, as_json=as_json)


def end(
    subject: given.Subject,
    predicate: given.PredicateName,
    db: given.Database,
    object_: given.AnyObject = None,
    valid_from: given.ValidFrom = None,
    valid_to: given.ValidTo = None,
    valid: given.Valid = None,
    observed: given.Observed = None,
    source: given.SaidBy = None,
    confidence: given.Confidence = None,
    modality: given.OfModality = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    subject_type: given.SubjectType = None,
    attrs: given.Attributes = None,
    ref: given.Ref = None,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Say that a value is over.

    Since --valid-from, or by --observed. Without OBJECT: that there is no value.

    Example: tkg end "Ann Lee" works_for Acme --valid-from 2023-06-30
    """
    said = _said(
        valid_from=valid_from, valid_to=valid_to, valid=valid, observed=observed, source=source, confidence=confidence,
        modality=modality, attrs=given.attributes(attrs), ref=ref, key=key, actor=actor, reason=reason,
    )  # fmt: skip
    with writing(db, scope) as graph:
        which = value_if_said(graph, predicate, object_, object_kind, unit)
        claim = graph.end(entity(subject, subject_type), predicate, which, **said)
        rendering.show_claim(claim, as_json=as_json)


def correct(
    claim: given.ClaimId,
    db: given.Database,
    subject: given.NewSubject = None,
    predicate: given.NewPredicate = None,
    object_: given.NewObject = None,
    valid_from: given.ValidFrom = None,
    valid_to: given.ValidTo = None,
    valid_through: given.ValidThrough = None,
    valid: given.Valid = None,
    observed: given.Observed = None,
    source: given.SaidBy = None,
    confidence: given.Confidence = None,
    modality: given.NewModality = None,
    object_kind: given.ObjectKind = None,
    unit: given.Unit = None,
    subject_type: given.SubjectType = None,
    attrs: given.Attributes = None,
    ref: given.Ref = None,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Replace a claim that was wrong when it was made.

    What is not given stays as it was. Prints the replacement.

    Example: tkg correct 12 --valid-from 2019-09-01 --reason "the contract says September"
    """
    changes = _said(
        predicate=predicate, valid_from=valid_from, valid_to=valid_to, valid_through=valid_through, valid=valid,
        observed=observed, source=source, confidence=confidence, modality=modality, attrs=given.attributes(attrs),
    )  # fmt: skip
    if subject is not None:
        changes["subject"] = entity(subject, subject_type)
    elif subject_type is not None:
        raise typer.BadParameter("it goes with --subject", param_hint="--subject-type")
    if not changes and object_ is None:
        raise typer.BadParameter("say what was wrong: --object, --valid-from, ...", param_hint="CLAIM")
    with writing(db, scope) as graph:
        read_as = predicate or (None if object_ is None else graph.claim(claim).predicate)
        which = value_if_said(graph, read_as, object_, object_kind, unit)
        if which is not None:
            changes["object"] = which
        found = graph.correct(claim, **changes, **_said(ref=ref, key=key, actor=actor, reason=reason))
        rendering.show_claim(found, as_json=as_json)


def retract(
    claim: given.ClaimId,
    db: given.Database,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Take back a claim that should never have been made.

    What it had hidden is believed again.

    Example: tkg retract 12 --reason "another Ann Lee"
    """
    with writing(db, scope) as graph:
        found = graph.retract(claim, **_said(key=key, actor=actor, reason=reason))
        rendering.show_claim(found, as_json=as_json)


def undo(
    claim: given.ClaimId,
    db: given.Database,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Undo the retraction or correction of a claim.

    The claim is live again, in its old place; its correction is not.

    Example: tkg undo 12
    """
    with writing(db, scope) as graph:
        found = graph.undo(claim, **_said(key=key, actor=actor, reason=reason))
        rendering.show_claim(found, as_json=as_json)


def assign(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="Who says things.")],
    role: Annotated[str, typer.Argument(metavar="ROLE", help="Such as user, assistant or tool.")],
    db: given.Database,
    key: given.Key = None,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Give a source a role.

    From now on reads with --policy role rank what SOURCE says by ROLE, and not by its messages.

    Example: tkg assign "CRM sync" tool
    """
    with writing(db, scope) as graph:
        graph.assign_role(source, role, **_said(key=key, actor=actor, reason=reason))
        rendering.show_role(source, role, as_json=as_json)


def _said(**words: Any) -> dict[str, Any]:
    """What was given: the library's own defaults stand for the rest."""
    return {name: word for name, word in words.items() if word is not None}
