"""What is true in every, or in some, completion of imprecise bounds.

`2021` as a start says that the true start is some instant of 2021. A *completion* of a slot fixes every bound of every
claim to one instant of its range. A value is `certain` at an instant if it is believed there in all completions, and
`possible` if in some: the definition of `spec/oracle.py`, point by point. The completions of n claims are as many as
the n-th power of those of one, so they are not gone through. Instead `slot_winner` works out, for each claim that could
decide the slot, what that would take of the others, each by itself. The completion that it proposes is folded like any
other, so that nothing is called possible that was not seen to happen; what no arrangement allows is impossible.

That is one arrangement for each claim, of a cost that grows with the number of claims or, where two sources say much,
its square, and exact but where one choice matters to several claims at once: starts where a predicate does not resume,
and an `end` of a value that has to end one claim and leave another alone. There the ranges of the claims in doubt are
halved until a proposal holds or no arrangement is left. This is rare, and counted: a slot that would take more than
`MOST` is refused rather than guessed at.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from tkg.belief import Rule, Standing, Sweep
from tkg.bounds import Certainty
from tkg.contest import Contest
from tkg.errors import TooImprecise
from tkg.placements import Layout, Piece, lay
from tkg.policy import LATEST, Policy
from tkg.restate import Reading, restate
from tkg.slot_winner import Arrangement, Stand, none_wins, through, without

MOST = 100_000
"""How often a claim is looked at anew, in all, because the range of one is halved."""

Arrange: TypeAlias = Callable[[Sequence[Piece]], Arrangement | None]
"""How pieces have to be arranged for an outcome of one kind."""


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
    search = Search(lay(restate(claims), rule, at), rule, policy, name)
    return _certain(search) if certainty == "certain" else _possible(search)


class Search:
    """Looks for completions of a slot at an instant, under one policy. Raises TooImprecise, calling the slot `name`."""

    def __init__(self, layout: Layout, rule: Rule, policy: Policy, name: str) -> None:
        self.contest, self.policy = Contest(layout, rule, policy), policy
        self._layout, self._rule, self._name = layout, rule, name
        self._looked_at = 0

    @property
    def is_settled(self) -> bool:
        """Whether there is one completion only, as far as the instant can tell."""
        return all(piece.settled for piece in self._layout.pieces)

    def values(self) -> list[int]:
        """The values that claims say, in order of statement."""
        values = (self.contest.claim(index).value for index in self.contest.competing)
        return [value for value in dict.fromkeys(values) if value is not None]

    def some(self) -> list[Standing]:
        """The claims that stand in one completion."""
        return self._standing(self._layout.completion(self._layout.pieces))

    def can(self, way: Arrange, wanted: Callable[[list[Standing]], bool]) -> bool:
        """Whether there is a completion, arranged in this way, in which what stands is as wanted."""
        return self.find(way, wanted) is not None

    def find(self, way: Arrange, wanted: Callable[[list[Standing]], bool]) -> list[Standing] | None:
        """What stands in such a completion, or None."""
        left: list[Sequence[Piece]] = [self._layout.pieces]
        while left:
            pieces = left.pop()
            arrangement = way(pieces)
            if arrangement is None:
                continue
            for late in (False, True) if self.contest.no_return else (False,):
                standing = self._standing(self._layout.completion(arrangement.pieces, late=late))
                if wanted(standing):
                    return standing
            left += self._halved(pieces, arrangement.doubts)
        return None

    def _standing(self, completion: Sequence[Reading]) -> list[Standing]:
        sweep = Sweep(completion, self._rule, self.policy, restated=True)
        sweep.advance(self._layout.at)
        return sweep.survivors()

    def _halved(self, pieces: Sequence[Piece], doubts: frozenset[int]) -> list[Sequence[Piece]]:
        """The pieces in two or three parts, by what one that is in doubt can be, or by when it can have begun."""
        unsettled = [index for index, piece in enumerate(pieces) if not piece.settled]
        index = next((index for index in unsettled if index in doubts), unsettled[0] if unsettled else None)
        if index is None:
            return []
        self._looked_at += len(pieces)
        if self._looked_at > MOST:
            raise TooImprecise(
                f"{self._name} has {len(pieces)} claims whose bounds are so imprecise, and depend so much on each "
                "other, that what is certain or possible here cannot be worked out: ask of another instant, or read "
                "with certainty='nominal'"
            )
        return [[*pieces[:index], half, *pieces[index + 1 :]] for half in pieces[index].halves()]


def _possible(search: Search) -> frozenset[int]:
    """The values believed in some completion."""
    found = search.policy.settle(search.some())
    if search.is_settled:
        return found
    return found.union(value for value in search.values() if value not in found and _can_be(search, value))


def _certain(search: Search) -> frozenset[int]:
    """The values believed in every completion."""
    found = search.policy.settle(search.some())
    if search.is_settled:
        return found
    if search.policy.name == "all":
        return frozenset(value for value in found if not can_lack(search, value))
    others = [other for other in search.values() if other not in found]
    if found and (_can_be_none(search) or any(_can_be(search, other) for other in others)):
        return frozenset()
    return found


def _can_be(search: Search, value: int) -> bool:
    """Whether a value is believed in some completion."""
    contest, settle = search.contest, search.policy.settle
    saying = [index for index in contest.competing if contest.claim(index).value == value]
    return any(
        search.can(partial(through, contest, stand=Stand(index)), lambda standing: value in settle(standing))
        for index in saying
    )


def _can_be_none(search: Search) -> bool:
    """Whether nothing is believed in some completion, under a policy that settles on one value."""
    return any(search.can(way, lambda standing: not search.policy.settle(standing)) for way in _ways_to_none(search))


def _ways_to_none(search: Search) -> Iterator[Arrange]:
    contest = search.contest
    yield partial(none_wins, contest)
    for index in contest.competing:
        claim = contest.claim(index)
        if claim.value is None:
            yield partial(through, contest, stand=Stand(index))
        elif claim.ongoing:
            for end in contest.ends_of(claim):
                yield partial(through, contest, stand=Stand(index, end))


def can_lack(search: Search, value: int | None) -> bool:
    """Whether in some completion no claim stands that counts as this value, None being no value, under the policy that
    keeps all that stand."""
    way = partial(without, search.contest, value=value)
    return search.can(way, lambda standing: all(each.value != value for each in standing))
