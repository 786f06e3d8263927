"""Restatement against the oracle, on groups of claims of one source and value, where random logs seldom go."""

import random
import sys
from pathlib import Path

import pytest

from tkg.bounds import Bound, Grain
from tkg.intervals import MAX, MIN
from tkg.restate import Reading, restate

sys.path.insert(0, str(Path(__file__).parent / "spec"))

from oracle import NEG, POS, Claim, Oracle  # type: ignore[import-not-found]
from oracle import Bound as OracleBound


def inside(instant: int) -> int:
    return {NEG: MIN, POS: MAX}.get(instant, instant)


def bound(early: int, at: int, late: int) -> Bound:
    return Bound(inside(early), inside(at), inside(late), Grain.DAY)


def told(r: random.Random, place: int) -> tuple[Claim, Reading]:
    """One claim, as the oracle has it and as tkg reads it: starts exact, imprecise, unknown or always."""
    day, kind = r.randrange(12), r.random()
    start = (day, day, day + r.choice((0, 0, 0, 1, 3)))
    if kind < 0.3:
        start = (NEG, day, day) if kind < 0.25 else (NEG, NEG, NEG)
    ongoing = r.random() < 0.5
    end = POS if ongoing or r.random() < 0.2 else max(start[1], -1) + r.randrange(1, 8)
    seen = tuple(r.sample(range(14), r.randrange(2)))
    claim = Claim(
        id=str(place), seq=place, place=place, s="s", p="p", o="A", value="A", is_end=False, said={}, when={},
        observed=day, seen=seen, source="x", confidence=1.0, modality="asserted", op={}, periods=(),
        start=OracleBound(*start), end=OracleBound(end, end, end), ongoing=ongoing,
    )  # fmt: skip
    reading = Reading(place, place, 1, 1, 1, False, bound(*start), bound(end, end, end), ongoing, day, seen, 1.0)
    return claim, reading


@pytest.mark.parametrize("seed", range(8))
def test_what_replaces_what_is_what_the_oracle_says(seed: int) -> None:
    r = random.Random(seed)
    for _ in range(1500):
        claims, readings = zip(*(told(r, place) for place in range(r.randrange(2, 7))), strict=True)
        said = {(c.place, inside(c.start.nominal), tuple(sorted(c.seen))) for c in Oracle.restated(claims)}
        assert {(d.place, d.start.at, tuple(sorted(d.seen))) for d in restate(readings)} == said


def test_a_claim_stays_replaced_when_what_replaced_it_is_replaced_itself() -> None:
    def claim(place: int, start: Bound, end: int, *, ongoing: bool) -> Reading:
        return Reading(place, place, 1, 1, 1, False, start, bound(end, end, end), ongoing, 50, (), 1.0)

    since_9 = claim(1, bound(9, 9, 9), POS, ongoing=True)
    for_ever = claim(2, bound(NEG, 50, 50), POS, ongoing=False)
    since_26 = claim(3, bound(26, 26, 26), POS, ongoing=True)
    assert [(d.place, d.start.at) for d in restate([since_9, for_ever])] == [(2, 9)]
    assert [(d.place, d.start.at) for d in restate([since_9, for_ever, since_26])] == [(3, 26)]


def test_the_same_words_many_times_are_one_claim_with_all_their_sightings() -> None:
    start, end = bound(9, 9, 9), bound(POS, POS, POS)
    said = [Reading(n, n, 1, 1, 1, False, start, end, True, n, (n,), 1.0) for n in range(10, 3010)]
    (kept,) = restate(said)
    assert (kept.place, sorted(kept.seen)) == (3009, list(range(10, 3010)))
