"""Where the sources of a slot disagree, and how gravely, in view of imprecise bounds.

Two claims of different sources disagree at an instant if both stand there and count as different values; that a source
says that there is no value is a value of its own here. That is before a policy settles it, and after what changed in
the world: an ongoing claim that yields to a later one does not stand. What is graded is a pair of values:

    certain     both stand in every completion of the imprecise bounds
    possible    both stand in some, or under nominal bounds
    boundary    the same, but only by claims that meet: the end of one and the start of the other are known
                as a year, a month or a set of dates, the two units overlap, and wherever both can hold is within
                them. "From 2000 to 2004" and "from 2004 to 2008" are a succession in some part of 2004, unless more
                is known
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import combinations, pairwise, product
from typing import Literal, NamedTuple, TypeAlias

from tkg.belief import Rule, Standing, Sweep
from tkg.bounds import IMPRECISE, Bound, Certainty
from tkg.completions import Search, can_lack
from tkg.placements import lay
from tkg.policy import Policy
from tkg.restate import Reading, restate
from tkg.slot_winner import Stand, both

Grade = Literal["certain", "possible", "boundary"]
GRADES: tuple[Grade, ...] = ("boundary", "possible", "certain")
"""From the least grave to the gravest."""

Values: TypeAlias = frozenset[int | None]
"""Two values; None is that there is none."""

_Pair: TypeAlias = tuple[Stand, Stand]
_KEEPS_ALL = Policy("all")


class Dispute(NamedTuple):
    """Two values of a slot that both stand, and the claims that say so in one completion, by place."""

    values: Values
    grade: Grade
    places: frozenset[int]


class Stretch(NamedTuple):
    """What is disputed over `[start, end)`."""

    start: int
    end: int
    disputes: tuple[Dispute, ...]


def disputes_at(
    claims: Sequence[Reading], rule: Rule, at: int, certainty: Certainty = "nominal", *, name: str = "a slot"
) -> list[Dispute]:
    """The pairs of values that disagree at `at`: under nominal bounds, or all that certainly or that possibly do.

    Each has its grade, whichever are asked for. Raises TooImprecise, calling the slot `name`.
    """
    restated = restate(claims)
    sweep = Sweep(restated, rule, restated=True)
    sweep.advance(at)
    return list(_Instant(restated, rule, at, sweep, name).disputes(certainty)) if _has_rivals(restated) else []


def disputes_over(
    claims: Sequence[Reading],
    rule: Rule,
    low: int,
    high: int,
    certainty: Certainty = "nominal",
    *,
    name: str = "a slot",
) -> list[Stretch]:
    """The same over the stretch `[low, high)` of valid time, divided where it changes.

    Between two neighbouring bounds or sightings, whichever instants imprecise bounds may be, a pair has the grade that
    it has at the first instant or in the middle, the graver of the two.
    """
    restated = restate(claims)
    if not _has_rivals(restated):
        return []
    found: list[Stretch] = []
    sweep = Sweep(restated, rule, restated=True)
    for start, end in pairwise(_cuts(restated, low, high)):
        disputes: dict[Values, Dispute] = {}
        for at in sorted({start, (start + end) // 2}):
            sweep.advance(at)
            for dispute in _Instant(restated, rule, at, sweep, name).disputes(certainty):
                before = disputes.get(dispute.values, dispute)
                disputes[dispute.values] = max(dispute, before, key=lambda each: GRADES.index(each.grade))
        if disputes:
            found.append(Stretch(start, end, tuple(disputes.values())))
    return list(_glued(found))


def _has_rivals(claims: Iterable[Reading]) -> bool:
    return len({claim.source for claim in claims}) > 1


def _cuts(claims: Iterable[Reading], low: int, high: int) -> list[int]:
    """Where an answer can change, with `low` and `high` themselves."""
    found = {low, high}
    for claim in claims:
        found.update((*claim.start[:3], *claim.end[:3], *claim.seen))
    return sorted(cut for cut in found if low <= cut <= high)


def _glued(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """Neighbours with the same pairs of the same grades as one."""
    held: Stretch | None = None
    for stretch in stretches:
        if held is not None and held.end == stretch.start and _graded(held) == _graded(stretch):
            places = {dispute.values: dispute.places for dispute in stretch.disputes}
            disputes = tuple(each._replace(places=each.places | places[each.values]) for each in held.disputes)
            held = Stretch(held.start, stretch.end, disputes)
            continue
        if held is not None:
            yield held
        held = stretch
    if held is not None:
        yield held


def _graded(stretch: Stretch) -> frozenset[tuple[Values, Grade]]:
    return frozenset((dispute.values, dispute.grade) for dispute in stretch.disputes)


class _Instant:
    """The claims of one slot, restated, at an instant to which `sweep` has advanced."""

    def __init__(self, claims: Sequence[Reading], rule: Rule, at: int, sweep: Sweep, name: str) -> None:
        self._claims, self._rule, self._at, self._sweep, self._name = claims, rule, at, sweep, name

    def disputes(self, certainty: Certainty) -> Iterator[Dispute]:
        nominal = self._nominal()
        pairs: Iterable[Values] = nominal
        if certainty != "nominal":
            pairs = map(frozenset, combinations(self._certain if certainty == "certain" else self._ways, 2))
        for values in pairs:
            dispute = self._graded(values, nominal.get(values, []))
            if dispute is not None:
                yield dispute

    @cached_property
    def _search(self) -> Search:
        return Search(lay(self._claims, self._rule, self._at), self._rule, _KEEPS_ALL, self._name)

    @cached_property
    def _certain(self) -> list[int | None]:
        """The values that stand in every completion, where there are two or more."""
        values = list(dict.fromkeys(each.value for each in self._search.some()))
        if len(values) < 2 or self._search.is_settled:
            return values
        return [value for value in values if not can_lack(self._search, value)]

    @cached_property
    def _ways(self) -> dict[int | None, list[Stand]]:
        """How each value can stand, as far as a claim by itself can tell; with one source, nothing is disputed."""
        found: dict[int | None, list[Stand]] = {}
        contest = self._search.contest
        holding = [index for index in contest.competing if contest.layout.pieces[index].cover.any]
        for index in holding if len({contest.claim(index).source for index in holding}) > 1 else ():
            claim = contest.claim(index)
            found.setdefault(claim.value, []).append(Stand(index))
            if claim.value is not None and claim.ongoing:
                found.setdefault(None, []).extend(Stand(index, end) for end in contest.ends_of(claim))
        return found

    def _nominal(self) -> dict[Values, list[_Pair]]:
        """The pairs of values that disagree under nominal bounds, and of which claims."""
        found: dict[Values, list[_Pair]] = {}
        for one, other in combinations(self._sweep.survivors(), 2):
            if one.value != other.value:
                pair = self._stand(one), self._stand(other)
                found.setdefault(frozenset((one.value, other.value)), []).append(pair)
        return found

    def _stand(self, standing: Standing) -> Stand:
        index_of = {piece.claim.place: index for index, piece in enumerate(self._search.contest.layout.pieces)}
        end = self._sweep.end_of(standing.claim)
        return Stand(index_of[standing.claim.place], None if end is None else index_of[end.place])

    def _graded(self, values: Values, known: Sequence[_Pair]) -> Dispute | None:
        """A pair of values with its grade, where `known` are claims that stand for them in some completion."""
        if values <= set(self._certain):
            return Dispute(values, "certain", self._places(known) or _saying(values, self._search.some()))
        if not all(map(self._meet, known)):
            return Dispute(values, "possible", self._places(known))
        one, other = values
        contest = self._search.contest
        pairs = product(self._ways.get(one, ()), self._ways.get(other, ()))
        rivals = [(a, b) for a, b in pairs if contest.claim(a.claim).source != contest.claim(b.claim).source]
        for pair in sorted(rivals, key=self._meet):
            meet = self._meet(pair)
            if meet and known:
                break
            standing = self._search.find(
                partial(both, contest, first=pair[0], second=pair[1]),
                partial(_stand_so, {(contest.claim(each.claim).place, self._value(each)) for each in pair}),
            )
            if standing is not None:
                return Dispute(values, "boundary" if meet else "possible", _saying(values, standing))
        return Dispute(values, "boundary", self._places(known)) if known else None

    def _meet(self, pair: _Pair) -> bool:
        """Whether the two can hold together at most where one gives way to the other, within units of time."""
        (one_start, one_end), (other_start, other_end) = map(self._bounds, pair)
        low, high = max(one_start.early, other_start.early), min(one_end.late, other_end.late)
        for end, start in ((one_end, other_start), (other_end, one_start)):
            units = end.grain in IMPRECISE and start.grain in IMPRECISE
            share = max(end.early, start.early) < min(end.late, start.late)
            if units and share and min(end.early, start.early) <= low and high <= max(end.late, start.late):
                return True
        return False

    def _bounds(self, stand: Stand) -> tuple[Bound, Bound]:
        """From when to when a claim can count as what it counts as: as no value, from the end that makes it so."""
        claim, contest = self._search.contest.claim(stand.claim), self._search.contest
        start = claim.start if stand.ended_by is None else contest.claim(stand.ended_by).start
        return start, claim.end

    def _value(self, stand: Stand) -> int | None:
        return None if stand.ended_by is not None else self._search.contest.claim(stand.claim).value

    def _places(self, pairs: Iterable[_Pair]) -> frozenset[int]:
        return frozenset(self._search.contest.claim(stand.claim).place for pair in pairs for stand in pair)


def _stand_so(wanted: set[tuple[int, int | None]], standing: Iterable[Standing]) -> bool:
    return wanted <= {(each.claim.place, each.value) for each in standing}


def _saying(values: Values, standing: Iterable[Standing]) -> frozenset[int]:
    return frozenset(each.claim.place for each in standing if each.value in values)
