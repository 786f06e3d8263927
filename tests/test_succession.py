"""Values told one after the other: the short way gives what folding the slot gives, or says that it cannot."""

import os
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tkg.belief import Rule, Segment
from tkg.bounds import Said, unit
from tkg.claim_table import AT_INSTANT, ON_DATE, UNSEEN
from tkg.derive import flagged
from tkg.flags import pack
from tkg.intervals import MAX
from tkg.slots import END, RECORD, Named, SlotReader, bounded
from tkg.succession import EMPTY, Tail, Told, follow

SEED, HISTORIES = int(os.environ.get("TKG_SPEC_SEED", "1")), 2_000
FIRST = datetime(2020, 1, 1, tzinfo=UTC)
ONE, ONCE, MANY = Rule(one=True), Rule(one=True, resumes=False), Rule()


@dataclass(frozen=True)
class Say:
    """What one claim of a slot says. Its place is given by whoever tells it."""

    value: int | None = 1
    start: str | None = None
    end: str | None = None
    seen: str | None = None
    source: int = 1
    op: int = RECORD
    is_correction: bool = False


def day(number: int) -> str:
    return (FIRST + timedelta(days=number)).date().isoformat()


def at(text: str) -> int:
    return unit(text)[0]


def rows(says: list[Say]) -> list[Told]:
    """The claims as rows of the log, in the order in which they are told, each with its object."""
    found: list[Told] = []
    for place, say in enumerate(says, start=100):
        observed = at(say.seen) if say.seen else at(day(1000 + place))
        seen = UNSEEN if say.seen is None else ON_DATE if len(say.seen) == 10 else AT_INSTANT
        said = Said(say.start, say.end)
        bounds, _ = bounded(said, observed, told=seen != UNSEEN or say.op == END)
        statement = 1 if say.is_correction else place
        found.append(
            (
                (place, statement, say.source, say.op, 7, 8, say.value, *bounds, observed, seen, 1.0, 0, place, place,
                 *said, 0, 1),
                say.value,
            )
        )  # fmt: skip
    return found


def folded(told: list[Told], rule: Rule) -> dict[Segment, int]:
    """The long way, from readings."""
    reader: Any = SlotReader.__new__(SlotReader)
    reader.rule = lambda predicate: rule
    return flagged([SlotReader.reading(reader, row, Named(7, 8, value)) for row, value in told], rule)


def history(r: random.Random) -> list[Say]:
    """Mostly in order: each start some days after the last; some bounded, vague, seen, ended, or told late."""
    told: list[Say] = []
    number = 0
    bounded_until = r.randrange(5)
    for index in range(r.randrange(1, 8)):
        number += r.choice((0, 1, 10, 31, 200, 366))
        length = r.choice((1, 10, 31)) if index < bounded_until else r.choice((None,) * 9 + (10,))
        start = r.choice((day(number),) * 6 + (day(number)[:7], day(number)[:4], f"{day(number)}T09:30:00+00:00"))
        seen = r.choice((None,) * 6 + (day(number), day(number + 20)))
        end = None if length is None else day(number + length)
        told.append(Say(r.randrange(1, 4), start, end, seen, r.randrange(2), r.choice((RECORD,) * 8 + (END,))))
        number += length or 0
    if r.random() < 0.2:
        odd = r.choice((None, "always", "unknown", day(r.randrange(900)), "2020"))
        told.append(Say(r.randrange(1, 4), odd, r.choice((None, "forever", "unknown")), is_correction=r.random() < 0.3))
    if r.random() < 0.3:
        r.shuffle(told)
    return told


def valid(say: Say) -> bool:
    """The log has no empty interval."""
    bounds = rows([say])[0][0][7:15]
    return bool(bounds[1] < bounds[5])


def claims_of(r: random.Random, rule: Rule) -> list[Told]:
    return rows([say for say in (one_valued(each, rule) for each in history(r)) if valid(say)])


@pytest.mark.parametrize("rule", [ONE, ONCE, MANY], ids=["one", "once", "many"])
def test_the_short_way_gives_what_the_long_way_gives(rule: Rule) -> None:
    r, followed = random.Random(SEED), 0
    for _ in range(HISTORIES):
        claims = claims_of(r, rule)
        found = follow(EMPTY, claims, one=rule.one)
        if found is not None:
            followed += len(claims) > 1
            assert found.segments == folded(claims, rule), claims
    assert followed > HISTORIES / 5


@pytest.mark.parametrize("rule", [ONE, ONCE, MANY], ids=["one", "once", "many"])
def test_a_row_that_goes_on_from_its_tail_is_the_row_told_at_once(rule: Rule) -> None:
    r, followed = random.Random(SEED + 1), 0
    for _ in range(HISTORIES):
        claims, parts = claims_of(r, rule), r.randrange(1, 4)
        tail, known = EMPTY, dict[Segment, int]()
        for first in range(0, len(claims), parts):
            found = follow(tail, claims[first : first + parts], one=rule.one)
            if found is None:
                break
            if tail.last is not None:
                del known[tail.last[0]]
            known |= found.segments
            tail = found.tail
        else:
            followed += len(claims) > parts
            assert known == folded(claims, rule), claims
    assert followed > HISTORIES / 10


def one_valued(say: Say, rule: Rule) -> Say:
    """Ends of a slot that takes one value at once name none, mostly; those of one of many values name it."""
    if not rule.one:
        return Say(1, say.start, say.end, say.seen, say.source, say.op, say.is_correction)
    return Say(None, say.start, say.end, say.seen, say.source, say.op) if say.op == END and say.value != 1 else say


IN_ORDER = [Say(1, day(0)), Say(2, day(10)), Say(3, day(20))]


def told(tail: Tail, *more: Say) -> dict[Segment, int] | None:
    found = follow(tail, rows(list(more)), one=True)
    return None if found is None else found.segments


def test_each_value_lasts_until_the_next_one_starts() -> None:
    assert told(EMPTY, *IN_ORDER) == {
        Segment(1, at(day(0)), at(day(10))): pack(1, 1),
        Segment(2, at(day(10)), at(day(20))): pack(1, 1),
        Segment(3, at(day(20)), MAX): pack(1, 6),
    }


def test_the_order_in_which_they_are_told_does_not_matter() -> None:
    assert told(EMPTY, *reversed(IN_ORDER)) == told(EMPTY, *IN_ORDER)


def test_what_comes_next_changes_the_last_segment_and_no_other() -> None:
    found = follow(EMPTY, rows(IN_ORDER), one=True)
    assert found is not None
    assert told(found.tail, Say(2, day(30))) == {
        Segment(3, at(day(20)), at(day(30))): pack(1, 1),
        Segment(2, at(day(30)), MAX): pack(1, 6),
    }


def test_the_same_value_again_goes_on() -> None:
    assert told(EMPTY, Say(1, day(0)), Say(1, day(10))) == {Segment(1, at(day(0)), MAX): pack(1, 6)}


def test_an_end_without_value_leaves_a_gap() -> None:
    ended = Say(None, day(5), op=END)
    assert told(EMPTY, Say(1, day(0)), ended, Say(1, day(9))) == {
        Segment(1, at(day(0)), at(day(5))): pack(1, 1),
        Segment(1, at(day(9)), MAX): pack(1, 6),
    }


@pytest.mark.parametrize(
    "more",
    [
        Say(2, day(15)),
        Say(2, day(20)),
        Say(2, day(30), day(40)),
        Say(3, "2020-01"),
        Say(3, None),
        Say(3, "always"),
        Say(3, day(30), is_correction=True),
        Say(3, day(30), op=END),
    ],
    ids=["late", "same start", "bounded", "vague", "unknown", "always", "correction", "end of a value"],
)
def test_whatever_is_not_simply_next_is_left_to_the_fold(more: Say) -> None:
    found = follow(EMPTY, rows(IN_ORDER), one=True)
    assert found is not None
    assert told(found.tail, more) is None


def test_a_value_that_was_seen_after_the_next_start_is_left_to_the_fold() -> None:
    """It is believed again from when it was seen."""
    assert told(EMPTY, Say(1, day(0), seen=day(15)), Say(2, day(10))) is None
    assert told(EMPTY, Say(1, day(0), seen=day(9)), Say(2, day(10))) is not None


def test_a_value_of_the_same_start_range_is_left_to_the_fold() -> None:
    """It may say the stint of the vaguer claim better: "in 2020", then "on 1 January 2021", the end of that range."""
    assert told(EMPTY, Say(1, "2020"), Say(1, "2021-01-01")) is None
    assert told(EMPTY, Say(1, "2020"), Say(2, "2021-01-01")) is not None


def test_stints_may_meet_and_not_overlap() -> None:
    until = f"{day(5)}T00:00:00.000002+00:00"
    assert told(EMPTY, Say(1, day(0), until), Say(2, until)) is not None
    assert told(EMPTY, Say(1, day(0), until), Say(2, f"{day(5)}T00:00:00.000001+00:00")) is None
