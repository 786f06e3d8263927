"""The arguments and options that commands share, each with its help, and what they make of the read options.

Times, names and policies are checked by the library, which says what it takes; what is a choice of a few words is
checked here, as usage.
"""

import json
from typing import Annotated, Any, Literal, TypeAlias, cast

import typer

from tkg.bounds import Certainty
from tkg.choosing import ReadOptions
from tkg.engine import MEMORY
from tkg.intervals import Match
from tkg.policy import PolicyName

JSON_KEY = "tkg.cli.json"
"""Where the context of a command keeps that JSON was asked for: an error is reported outside of the command."""

ANY = "-"
"""Stands for "whichever" where a subject or a predicate is left open and something follows it."""

Modality: TypeAlias = Literal["asserted", "planned", "hypothetical", "reported"]


def _note_json(context: typer.Context, value: bool) -> bool:
    context.meta[JSON_KEY] = value
    return value


def _file(path: str) -> str:
    if path == MEMORY:
        raise typer.BadParameter("a graph in memory is gone when the command ends: name a file")
    return path


Database: TypeAlias = Annotated[
    str, typer.Option("--db", envvar="TKG_DB", metavar="PATH", callback=_file, help="The file of the graph.")
]
Scope: TypeAlias = Annotated[
    str, typer.Option(envvar="TKG_SCOPE", metavar="NAME", help="Whose facts: a user, a workspace.")
]
AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", callback=_note_json, help="One JSON document on stdout; errors as JSON on stderr.")
]
Zone: TypeAlias = Annotated[
    str | None,
    typer.Option(
        envvar="TKG_ZONE", metavar="ZONE", help="The file's IANA zone, such as Europe/Oslo, fixed when it is created."
    ),
]

# --- what a question is about ---

Subject: TypeAlias = Annotated[str, typer.Argument(metavar="SUBJECT", help="Whom or what it is about.")]
PredicateName: TypeAlias = Annotated[str, typer.Argument(metavar="PREDICATE", help="The relation, or an alias of it.")]
AnySubject: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="SUBJECT", show_default=False, help="Whom or what it is about; - for any.")
]
AnyPredicate: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="PREDICATE", show_default=False, help="The relation; - for any.")
]
Object: TypeAlias = Annotated[str, typer.Argument(metavar="OBJECT", help="The value.")]
AnyObject: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="OBJECT", show_default=False, help="The value; any if left out.")
]
ObjectKind: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="KIND",
        help="What OBJECT is: text, number, date, boolean, entity, or an entity type such as person. Without it OBJECT "
        "is what the predicate takes; where it takes anything, a name.",
    ),
]
Unit: TypeAlias = Annotated[str | None, typer.Option(metavar="UNIT", help="OBJECT is a number in this unit.")]

# --- at which point ---

ValidAt: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        show_default=False,
        help='The day or instant of the world asked about, or words for it, such as "last spring". [default: now]',
    ),
]
KnownAt: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="TIME", show_default=False, help="As was known then, in recorded time. [default: now]"),
]
ReferenceTime: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="TIME", show_default=False, help="The day or instant from which words for a time count. [default: now]"
    ),
]
Policy: TypeAlias = Annotated[
    PolicyName | None,
    typer.Option(show_default=False, help="How contradictions are settled. [default: latest]"),
]
Priority: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--priority",
        metavar="NAME",
        show_default=False,
        help="For source_priority: repeat it, best source first. [default: the order that the file declares]",
    ),
]
Roles: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="ROLE,...", show_default=False, help="For role: best first. [default: user,assistant,tool]"),
]
Sources: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--source", metavar="NAME", show_default=False, help="By the claims of this source alone; repeatable."
    ),
]
Without: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--without", metavar="NAME", show_default=False, help="Without the claims of this source; repeatable."
    ),
]
InView: TypeAlias = Annotated[
    Certainty | None,
    typer.Option(
        "--certainty",
        show_default=False,
        help="What holds under all bounds that are not exact, or under some; with --json each fact says whether it is "
        "certain. [default: nominal]",
    ),
]
Disagreeing: TypeAlias = Annotated[
    Certainty | None,
    typer.Option(
        "--certainty",
        show_default=False,
        help="Only what certainly disagrees, or all that possibly does, in view of bounds that are not exact. "
        "[default: nominal]",
    ),
]
During: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="STRETCH",
        show_default=False,
        help="Over a stretch of the world's time: 2021, 2021/2022-06, or ../.. for all of it.",
    ),
]
Matching: TypeAlias = Annotated[
    Match,
    typer.Option("--match", help="How a stretch stands to --during: it overlaps it, holds throughout it, and so on."),
]
InModality: TypeAlias = Annotated[Modality, typer.Option(help="Which kind of statements are asked about.")]

# --- what meanings are found with ---

Embedder: TypeAlias = Annotated[
    str | None,
    typer.Option(
        envvar="TKG_EMBEDDER",
        metavar="NAME|URL",
        show_default=False,
        help="What finds meanings: built-in, none, or the URL of an endpoint of OpenAI's protocol, whose key is in "
        "TKG_EMBEDDER_KEY. [default: built-in]",
    ),
]
EmbeddingModel: TypeAlias = Annotated[
    str | None,
    typer.Option(envvar="TKG_EMBEDDING_MODEL", metavar="NAME", show_default=False, help="The model of the endpoint."),
]
Dimension: TypeAlias = Annotated[
    int | None,
    typer.Option(
        envvar="TKG_EMBEDDING_DIMENSION",
        metavar="NUMBER",
        min=1,
        show_default=False,
        help="How many numbers that model gives for a text.",
    ),
]

# --- what a write says ---

ValidFrom: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="Since when: 2021, 2021-03, 2021-03-14, an instant, always or unknown."),
]
ValidTo: TypeAlias = Annotated[
    str | None, typer.Option(metavar="TIME", help="Until when, exclusive; or ongoing, forever, unknown.")
]
ValidThrough: TypeAlias = Annotated[
    str | None, typer.Option(metavar="TIME", help="Until the end of this year, month or day.")
]
Valid: TypeAlias = Annotated[
    str | None, typer.Option(metavar="INTERVAL", help="Both bounds in EDTF: 2019/2021-03, 2019/..")
]
Observed: TypeAlias = Annotated[str | None, typer.Option(metavar="TIME", help="When the source saw that it holds.")]
SaidBy: TypeAlias = Annotated[str | None, typer.Option("--source", metavar="NAME", help="Who says so.")]
Confidence: TypeAlias = Annotated[float | None, typer.Option(metavar="NUMBER", help="How sure they are, 0 to 1.")]
OfModality: TypeAlias = Annotated[
    Modality | None, typer.Option(show_default=False, help="How it is meant. [default: asserted]")
]
NewModality: TypeAlias = Annotated[
    Modality | None, typer.Option("--modality", show_default=False, help="How it is meant.")
]
Attributes: TypeAlias = Annotated[
    str | None, typer.Option("--attrs", metavar="JSON", help="A JSON object to keep beside the claim.")
]
Ref: TypeAlias = Annotated[str | None, typer.Option(metavar="ID", help="Your own id of the claim.")]
SubjectType: TypeAlias = Annotated[
    str | None, typer.Option(metavar="TYPE", help="The entity type of SUBJECT, such as person.")
]
NewSubject: TypeAlias = Annotated[str | None, typer.Option("--subject", metavar="SUBJECT", help="The right subject.")]
NewPredicate: TypeAlias = Annotated[
    str | None, typer.Option("--predicate", metavar="PREDICATE", help="The right relation.")
]
NewObject: TypeAlias = Annotated[str | None, typer.Option("--object", metavar="OBJECT", help="The right value.")]
ClaimId: TypeAlias = Annotated[int, typer.Argument(metavar="CLAIM", help="The id of the claim.")]
Key: TypeAlias = Annotated[
    str | None, typer.Option(metavar="KEY", help="The same write with the same key again changes nothing.")
]
Actor: TypeAlias = Annotated[str | None, typer.Option(metavar="NAME", help="Who enters it.")]
Why: TypeAlias = Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why, kept with the write.")]


def read_options(
    valid_at: str | None,
    known_at: str | None,
    reference_time: str | None,
    policy: PolicyName | None = None,
    priority: list[str] | None = None,
    roles: str | None = None,
    sources: list[str] | None = None,
    without: list[str] | None = None,
    modality: Modality = "asserted",
    certainty: Certainty | None = None,
) -> ReadOptions:
    """What was said, as a read takes it. An order of sources asks for `source_priority`, one of roles for `role`."""
    if priority:
        policy = _ranking(policy, "source_priority", "--priority", "sources")
    if roles is not None:
        policy = _ranking(policy, "role", "--roles", "roles")
    said = {
        "valid_at": valid_at, "known_at": known_at, "reference_time": reference_time, "policy": policy,
        "priority": priority or None, "roles": None if roles is None else [role.strip() for role in roles.split(",")],
        "sources": sources or None, "without": without or None, "modality": modality, "certainty": certainty,
    }  # fmt: skip
    return cast(ReadOptions, {name: value for name, value in said.items() if value is not None})


def _ranking(policy: PolicyName | None, ranking: PolicyName, option: str, ranked: str) -> PolicyName:
    """The policy that an option asks for, where none that ranks otherwise is."""
    if policy not in (None, ranking):
        raise typer.BadParameter(f"{ranked} have no rank under {policy}", param_hint=option)
    return ranking


def named(text: str | None) -> str | None:
    """A subject or predicate of a question, None if it is left open."""
    return None if text == ANY else text


def attributes(text: str | None) -> dict[str, Any] | None:
    """The JSON object of `--attrs`."""
    return None if text is None else _object(text, "--attrs")


def filters(texts: list[str] | None) -> dict[str, Any] | None:
    """The filter that requires each JSON object of `--filter`."""
    found = [_object(text, "--filter") for text in texts or ()]
    return {"AND": found} if found else None


def _object(text: str, option: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise typer.BadParameter(f"not JSON: {error}", param_hint=option) from None
    if not isinstance(found, dict):
        raise typer.BadParameter(f"a JSON object is needed, got {text}", param_hint=option)
    return found
