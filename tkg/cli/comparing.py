"""`tkg diff`: what two moments, or two ways to look at what was said, do not believe alike."""

from typing import Annotated

import typer

from tkg.cli import options as given
from tkg.cli import rendering
from tkg.cli.opening import reading

KnownA = Annotated[
    str | None,
    typer.Argument(metavar="KNOWN_A", show_default=False, help="The earlier day or instant of recorded time."),
]
KnownB = Annotated[
    str | None, typer.Argument(metavar="KNOWN_B", show_default=False, help="The later one. [default: now]")
]
AboutSubject = Annotated[str | None, typer.Option("--subject", metavar="SUBJECT", help="Only about this one.")]
AboutPredicate = Annotated[str | None, typer.Option("--predicate", metavar="PREDICATE", help="Only of this relation.")]


def diff(
    db: given.Database,
    known_a: KnownA = None,
    known_b: KnownB = None,
    subject: AboutSubject = None,
    predicate: AboutPredicate = None,
    valid_at: given.ValidAt = None,
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
    """What was learned and unlearned between two moments.

    What is believed as of KNOWN_B and was not as of KNOWN_A (+), and the other way round (-). With --valid-at: of that
    instant; without: of all time. Without KNOWN_A: what is believed by some sources (--source, --without) or another
    policy (+), against all sources and the default (-).

    Example: tkg diff 2026-01-01 2026-02-01 --subject "Ann Lee"
    """
    options = given.read_options(valid_at, None, reference_time, policy, priority, roles, source, without, modality)
    if known_a is None and not {"policy", "sources", "without"} & set(options):
        raise typer.BadParameter(
            "give a moment, or whose claims or which policy to compare with the default: --source, --without, --policy",
            param_hint="KNOWN_A",
        )
    with reading(db, scope) as graph:
        view = graph.as_of(**options)
        plain = graph.as_of(**given.read_options(valid_at, None, reference_time, modality=modality))
        found = view.diff(plain if known_a is None else known_a, known_b, subject=subject, predicate=predicate)
        moments = [graph.as_of(known_at=known, reference_time=reference_time) for known in (known_a, known_b) if known]
        asked = [*view.asked, *(words for moment in moments for words in moment.asked)]
        rendering.show_diff(found, as_json=as_json, asked=asked)
