"""Why a claim is believed at a point, or is not: the steps of belief told for every claim of a slot.

`verdicts` asks the same `Sweep` that answers questions, so that an explanation cannot differ from the answer.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from tkg.belief import Rule, Sweep
from tkg.policy import Policy
from tkg.restate import Reading, replaces, restate


class Reason(StrEnum):
    """What decided about a claim at a point; `Verdict.by` is the claim that did it, if one did."""

    BELIEVED = "believed"
    RESTATED = "said better by a later claim of the same source"
    NOT_YET = "has not begun"
    OVER = "is over"
    SAYS_END = "says that a value is over"
    NO_VALUE = "says that there is no value"
    ENDED = "its value was said to be over"
    NO_RETURN = "another value has begun since, and this predicate does not resume"
    SUPERSEDED = "a claim of the same source takes its place here"
    SUCCEEDED = "a claim of another source knows of a later change"
    OUTRANKED = "the policy prefers another source's claim"
    ERASED = "its value has been erased"


class Verdict(NamedTuple):
    """One claim, what became of it at the point, and the claim that did it."""

    claim: Reading
    reason: Reason
    by: Reading | None = None


def verdicts(claims: Sequence[Reading], rule: Rule, at: int, policy: Policy) -> list[Verdict]:
    """The verdict on every claim of a slot at a valid instant, in order of recording."""
    restated = {claim.place: claim for claim in restate(claims)}
    sweep = Sweep(list(restated.values()), rule, policy, restated=True)
    sweep.advance(at)
    survivors = sweep.survivors()
    believed = policy.settle(survivors)
    winner = max(survivors, key=lambda s: (policy.rank(s.claim), s.claim.place)).claim if survivors else None
    found = []
    for original in sorted(claims, key=lambda claim: claim.place):
        claim = restated.get(original.place)
        if claim is None:
            better = [c for c in claims if c.source == original.source and c.said == original.said and not c.is_end]
            found.append(Verdict(original, Reason.RESTATED, next(c for c in better if replaces(c, original))))
            continue
        standing = next((s for s in survivors if s.claim.place == claim.place), None)
        if standing is None:
            found.append(_fallen(claim, sweep, at, policy, rule, [s.claim for s in survivors]))
        elif standing.value is not None:
            alone = policy.name == "all" or claim is winner or (winner is not None and winner.value == claim.value)
            kept = standing.value in believed and alone
            found.append(Verdict(claim, Reason.BELIEVED if kept else Reason.OUTRANKED, None if kept else winner))
        elif claim.is_end:
            found.append(Verdict(claim, Reason.NO_VALUE))
        else:
            end = sweep.end_of(claim)
            found.append(Verdict(claim, Reason.ERASED if end is None else Reason.ENDED, end))
    return found


def _fallen(claim: Reading, sweep: Sweep, at: int, policy: Policy, rule: Rule, survivors: Sequence[Reading]) -> Verdict:
    """The verdict on a claim that does not stand at the point."""
    if claim.start.at > at:
        return Verdict(claim, Reason.NOT_YET)
    if claim.end.at <= at:
        return Verdict(claim, Reason.OVER)
    if rule.one and claim.is_end and claim.said is not None:
        return Verdict(claim, Reason.SAYS_END)
    end = sweep.end_of(claim)
    if end is not None and not claim.ongoing:
        return Verdict(claim, Reason.ENDED, end)
    key = max((claim.start.at, *(seen for seen in claim.seen if claim.ongoing and seen <= at)))
    if rule.one and not rule.resumes and claim.ongoing and sweep.gone(claim, key):
        return Verdict(claim, Reason.NO_RETURN, sweep.started_after(claim, key))
    same = [other for other in survivors if other.source == claim.source]
    if same:
        return Verdict(claim, Reason.SUPERSEDED, same[0])
    heeded = [other for other in survivors if policy.heeds(claim, other)]
    return Verdict(claim, Reason.SUCCEEDED, heeded[0] if heeded else None)
