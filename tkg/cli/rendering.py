"""What each kind of answer looks like, as JSON or as rows.

Times keep the grain that they were said with. What no date says is shown in a word: `always`, `forever`, `…` for what
goes on, and `by 2021-03-14` for a beginning or an end of which only the day is known by which it had come. Where a
question had time words, what they were taken to mean is said beside the answer.
"""

import sys
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from tkg.asking import Asked
from tkg.cli.printing import printable, show_json, show_lines, show_rows
from tkg.facts import Belief, Claim, Conflict, Diff, Fact, jsonable
from tkg.values import Entity, Value

if TYPE_CHECKING:
    from tkg.audit import Explanation
    from tkg.neighbors import Neighbors

GOES_ON = "…"

_FACT = ("subject", "predicate", "object", "from", "to")
_BELIEVED = ("believed from", "believed to")
CLAIM = ("claim", "op", "subject", "predicate", "object", "said of", "source", "recorded", "retracted")
_NEIGHBOR = ("distance", "entity", "by")
_CONFLICT = ("subject", "predicate", "object", "claim", "source", "recorded", "grade", "from", "to")


def show_fact(fact: Fact | None, *, as_json: bool, asked: Sequence[Asked] = (), certain: bool = False) -> None:
    """One fact, or null. `certain`: the JSON says whether it is certain, which has to be worked out."""
    if as_json:
        show_json(_answer(None if fact is None else _fact_document(fact, certain=certain), asked))
        return
    show_asked(asked)
    if fact is not None:
        show_rows(_FACT, [_fact(fact)])
        _show_stale([fact])


def show_facts(facts: Sequence[Fact], *, as_json: bool, asked: Sequence[Asked] = (), certain: bool = False) -> None:
    """Facts of an instant, or of a stretch of valid time, with those that are stale on stderr as well. `certain` as in
    `show_fact`."""
    if as_json:
        show_json(_answer([_fact_document(fact, certain=certain) for fact in facts], asked))
        return
    show_asked(asked)
    show_rows(_FACT, map(_fact, facts))
    _show_stale(facts)


def show_timeline(facts: Sequence[Fact], *, as_json: bool, asked: Sequence[Asked] = ()) -> None:
    """Facts of all valid time, by their stretches."""
    if as_json:
        show_json(_answer([fact.to_dict() for fact in facts], asked))
        return
    show_asked(asked)
    show_rows(_FACT, map(_fact, facts))


def show_history(facts: Sequence[Fact], *, as_json: bool, asked: Sequence[Asked] = ()) -> None:
    """Facts, with the runs of recorded time in which they were believed."""
    if as_json:
        show_json(_answer([fact.to_dict() for fact in facts], asked))
        return
    show_asked(asked)
    show_rows((*_FACT, *_BELIEVED), ((*_fact(fact), *_run(fact)) for fact in facts))


def show_beliefs(beliefs: Sequence[Belief], *, as_json: bool, asked: Sequence[Asked] = ()) -> None:
    """Values believed of one instant, with their runs of recorded time."""
    if as_json:
        show_json(_answer([_belief_document(belief) for belief in beliefs], asked))
        return
    show_asked(asked)
    rows = ((*_triple(b.subject, b.predicate, b.object), *_run(b)) for b in beliefs)
    show_rows((*_FACT[:3], *_BELIEVED), rows)


def show_diff(diff: Diff, *, as_json: bool, asked: Sequence[Asked] = ()) -> None:
    """What is believed no more, then what is believed anew."""
    if as_json:
        show_json(_answer(diff.to_dict(), asked))
        return
    show_asked(asked)
    rows = [("-", *_fact(fact)) for fact in diff.removed] + [("+", *_fact(fact)) for fact in diff.added]
    show_rows(("", *_FACT), rows)


def show_claim(claim: Claim, *, as_json: bool) -> None:
    """One claim: the first field of the line is its id."""
    if as_json:
        show_json(claim.to_dict())
        return
    show_rows(CLAIM, [claim_row(claim)])


def claim_row(claim: Claim) -> tuple[str, ...]:
    """One claim as a row under `CLAIM`."""
    return (
        str(claim.id), claim.op, *_triple(claim.subject, claim.predicate or "", claim.object), _said(claim),
        claim.source, _instant(claim.recorded_at), _instant(claim.retracted_at),
    )  # fmt: skip


def sentence(claim: Claim) -> str:
    """What a claim says, in one line."""
    op = "" if claim.op == "record" else claim.op
    words = " ".join(filter(None, (op, *_triple(claim.subject, claim.predicate or "", claim.object))))
    meant = "" if claim.modality == "asserted" else claim.modality
    return ", ".join(filter(None, (words, _said(claim), meant)))


def show_role(source: str, role: str, *, as_json: bool) -> None:
    """A source with the role that it was given."""
    if as_json:
        show_json({"source": source, "role": role})
        return
    show_rows(("source", "role"), [(source, role)])


def show_conflicts(conflicts: Sequence[Conflict], *, as_json: bool, asked: Sequence[Asked] = ()) -> None:
    """A row for each claim that takes part; that of a source which says that there is no value has no object. From when
    to when it is so is shown where the question was about a stretch."""
    if as_json:
        show_json(_answer([conflict.to_dict() for conflict in conflicts], asked))
        return
    show_asked(asked)
    rows = [
        (*_triple(conflict.subject, conflict.predicate, None if claim.op == "end" else claim.object),
         str(claim.id), claim.source, _instant(claim.recorded_at), conflict.grade, *_stretch(conflict))
        for conflict in conflicts
        for claim in conflict.claims
    ]  # fmt: skip
    show_rows(_CONFLICT, rows)


def show_neighbors(found: "Neighbors", *, as_json: bool, asked: Sequence[Asked] = ()) -> None:
    """A row for each neighbor, with how far away it is and the facts that lead there."""
    if as_json:
        show_json(_answer(found.to_dict(), asked))
        return
    show_asked(asked)
    paths = ((each, (" ".join(_triple(f.subject, f.predicate, f.object)) for f in each.path)) for each in found)
    show_rows(_NEIGHBOR, ((str(each.distance), shown(each.entity), "; ".join(path)) for each, path in paths))


def show_explanations(explanations: "Sequence[Explanation]", *, as_json: bool, asked: Sequence[Asked] = ()) -> None:
    """Why each fact is believed, down to the quotes."""
    if as_json:
        show_json(_answer([explanation.to_dict() for explanation in explanations], asked))
        return
    show_asked(asked)
    show_lines(line for explanation in explanations for line in str(explanation).splitlines())


def show_asked(asked: Sequence[Asked]) -> None:
    """What the time words of a question were taken to mean, a line for each on stderr."""
    sys.stderr.writelines(printable(str(each)) + "\n" for each in asked)


def _answer(document: Any, asked: Sequence[Asked]) -> Any:
    """An answer as JSON: as it is, or under `answer` beside what its time words were taken to mean."""
    return {"asked": [each.to_dict() for each in asked], "answer": document} if asked else document


def _show_stale(facts: Sequence[Fact]) -> None:
    for fact in facts:
        if fact.stale:
            seen = "never observed" if fact.last_observed is None else f"last observed {fact.last_observed.isoformat()}"
            said = " ".join(_triple(fact.subject, fact.predicate, fact.object))
            sys.stderr.write(printable(f"{said} is stale: {seen}") + "\n")


def _fact_document(fact: Fact, *, certain: bool) -> dict[str, Any]:
    return {**fact.to_dict(), "stale": fact.stale} | ({"certain": fact.certain} if certain else {})


def _belief_document(belief: Belief) -> dict[str, Any]:
    return {
        "subject": jsonable(belief.subject),
        "predicate": belief.predicate,
        "object": jsonable(belief.object),
        "recorded_from": _instant(belief.recorded_from) or None,
        "recorded_to": _instant(belief.recorded_to) or None,
    }


def _stretch(conflict: Conflict) -> tuple[str, str]:
    if conflict.stretch is None:
        return "", ""
    start, end = (None if when is None else _date(when) for when in conflict.stretch)
    return start or "always", end or GOES_ON


def _date(when: datetime) -> str:
    return (when.date() if when.time() == time.min else when).isoformat()


def _triple(subject: Value | None, predicate: str, value: Value | None) -> tuple[str, str, str]:
    return shown(subject), predicate, shown(value)


def _fact(fact: Fact) -> tuple[str, ...]:
    return *_triple(fact.subject, fact.predicate, fact.object), beginning(fact), end(fact)


def _run(believed: Fact | Belief) -> tuple[str, str]:
    return _instant(believed.recorded_from), _instant(believed.recorded_to) or GOES_ON


def shown(value: Value | None) -> str:
    """A value as it is said."""
    if value is None:
        return ""
    if isinstance(value, Entity) and value.type:
        return f"{value.name} ({value.type})"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def beginning(fact: Fact) -> str:
    """Since when a fact is so, in the grain that it was said with."""
    if fact.valid_from is None:
        return fact.valid_from_grain
    if fact.valid_from_grain == "unknown":
        return f"by {fact.valid_from.date()}"
    return fact.valid_from_text or ""


def end(fact: Fact) -> str:
    """Until when."""
    if fact.valid_to is None:
        return GOES_ON if fact.valid_to_grain == "ongoing" else fact.valid_to_grain
    if fact.valid_to_grain == "unknown":
        return f"by {fact.valid_to.date()}"
    return fact.valid_to_text or ""


def _said(claim: Claim) -> str:
    """The time words of a claim; empty if it said none."""
    if claim.valid is not None:
        return claim.valid
    words = (("from", claim.valid_from), ("to", claim.valid_to))
    return " ".join(f"{word} {when}" for word, when in words if when is not None)


def _instant(when: datetime | None) -> str:
    return "" if when is None else when.isoformat()
