"""What is true in every, or in some, completion of imprecise bounds.

`2021` as a start says that the true start is some instant of 2021. A *completion* of a slot fixes every bound of every
claim to one instant of its range. A value is `certain` at an instant if it is believed there in all completions, and
`possible` if in some. Only the order of bounds matters, so it is enough to try the instants of a grid that is fine
enough to put the bounds of a slot in every order (the definition, point by point, of `spec/oracle.py`). Their number
grows with the power of the claims, so there is a limit, past which the question is refused rather than guessed at.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import prod
from typing import Literal

from tkg.belief import Rule, Sweep
from tkg.bounds import Bound
from tkg.errors import TooImprecise
from tkg.policy import LATEST, Policy
from tkg.restate import Reading, restate

Certainty = Literal["nominal", "certain", "possible"]
MOST = 500_000


def values_at(
    claims: Sequence[Reading],
    rule: Rule,
    at: int,
    certainty: Certainty,
    policy: Policy = LATEST,
    *,
    name: str = "a slot",
) -> frozenset[int]:
    """The values of one slot that are certain, or possible, at `at`. Raises TooImprecise, calling the slot `name`."""
    answers: list[frozenset[int]] = []
    for world in _completions(restate(claims), at, name):
        sweep = Sweep(world, rule, policy, restated=True)
        sweep.advance(at)
        answers.append(policy.settle(sweep.survivors()))
        if certainty == "certain" and not answers[-1]:
            return frozenset()
    combine = frozenset.intersection if certainty == "certain" else frozenset.union
    return combine(*answers) if answers else frozenset()


def _completions(claims: Sequence[Reading], at: int, name: str) -> Iterator[Sequence[Reading]]:
    ends = {at}
    for claim in claims:
        ends.update((*claim.start[:3], *claim.end[:3], *claim.seen))
    cuts = sorted(ends)
    between = {a + (b - a) * i // 4 for a, b in pairwise(cuts) for i in (1, 2, 3)}
    grid = sorted(ends | between)
    choices = [_choices(claim, grid) for claim in claims]
    count = prod(map(len, choices))
    if count > MOST:
        raise TooImprecise(
            f"{name} has {len(claims)} claims with imprecise bounds, in more ways than can be gone through "
            f"({count} > {MOST}): ask for a narrower slot, or read with certainty='nominal'"
        )
    yield from product(*choices)


def _choices(claim: Reading, grid: Sequence[int]) -> list[Reading]:
    starts = [x for x in grid if claim.start.early <= x <= claim.start.late]
    ends = [y for y in grid if claim.end.early <= y <= claim.end.late]
    return [
        claim._replace(start=Bound(x, x, x, claim.start.grain), end=Bound(y, y, y, claim.end.grain))
        for x in starts
        for y in ends
        if x < y
    ]
