"""English numbers and lengths of time: three weeks ago, in an hour and a half, the last two months."""

import re

from tkg.timex import amounts, cycles, picks, steps
from tkg.timex.amounts import Amount, Count, exactly, few
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule, Shape
from tkg.timex.meaning import Time

Match = re.Match[str]


def _digits(match: Match) -> int | float:
    return float(match[0]) if "." in match[0] else int(match[0])


def _fraction(match: Match) -> Count | None:
    above, below = int(match["above"]), int(match["below"])
    return exactly(above / below) if 0 < above < below else None


def _spoken_year(first: int, second: int) -> int | None:
    """'nineteen eighty-four', 'twenty ten'."""
    return 100 * first + second if 11 <= first <= 20 and 10 <= second <= 99 else None


def _primes(match: Match) -> Amount | None:
    return amounts.amount(exactly(int(match["number"])), Grain.SECOND if match["sign"] in '"″' else Grain.MINUTE)


def _amount(count: Count | float, grain: Grain) -> Amount | None:
    return amounts.amount(count if isinstance(count, Count) else exactly(count), grain)


def _and_a_half(number: float, grain: Grain) -> Amount | None:
    return _amount(number + 0.5, grain)


def _weekdays_away(number: float, weekday: int, sign: int) -> Time | None:
    if not 1 <= number <= 60 or number != int(number):
        return None
    return steps.cycle_step(cycles.weekday(weekday), sign * int(number))


def _this_time(step: int, grain: Grain) -> Time | None:
    """'this time next week': the same weekday and hour."""
    length = amounts.amount(exactly(1), grain)
    return amounts.away(length, step) if length and step else None


NUMBER_RULES = (
    Rule("count", "NUM", exactly, gives="COUNT", cost=0.1),
    Rule(
        "two_counts",
        "NUM or|to|-|– NUM",
        lambda a, b: few(b, a, b) if a < b <= a + 5 else None,
        ("two or three days ago", "1-2 weeks ago"),
        gives="COUNT",
        cost=0.3,
    ),
    Rule(
        "more",
        "COUNT more|full|whole|long",
        lambda count: count,
        gives="COUNT",
        cost=0.1,
        examples=("in 2 more minutes",),
    ),
    Rule(
        "number_half", "NUM and a|an half UNIT|UNITS", _and_a_half, gives="AMOUNT", examples=("two and a half hours",)
    ),
    Rule("spoken_year", "NUM NUM", _spoken_year, gives="SPOKENYEAR"),
    Rule(
        "thousand",
        "NUM thousand and? NUM?",
        lambda n, m: 1000 * n + (m or 0) if n in (1, 2) and (m or 0) < 100 else None,
        gives="SPOKENYEAR",
    ),
    Rule(
        "hundred",
        "NUM hundred and? NUM?",
        lambda n, m: 100 * n + (m or 0) if 11 <= n <= 20 and (m or 0) < 100 else None,
        gives="SPOKENYEAR",
    ),
    Rule(
        "spoken_zero",
        "NUM oh|zero NUM",
        lambda n, m: 100 * n + m if 11 <= n <= 20 and 1 <= m <= 9 else None,
        gives="SPOKENYEAR",
    ),
    Rule("spoken", "SPOKENYEAR", lambda year: year, gives="YEAR"),
    Rule("ordinal_day", "ORD", lambda number: number if number <= 31 else None, gives="DOM"),
    Rule(
        "number_day",
        "NUM",
        lambda number: int(number) if number == int(number) and 1 <= number <= 31 else None,
        gives="DOM",
        cost=0.3,
    ),
)


AMOUNT_RULES = (
    Rule("amount", "COUNT UNIT|UNITS", _amount, ("three weeks",), gives="AMOUNT"),
    Rule(
        "unit_half",
        "COUNT UNIT|UNITS and a half",
        lambda count, grain: _and_a_half(count.number, grain),
        ("an hour and a half",),
        gives="AMOUNT",
    ),
    Rule(
        "fortnight",
        "COUNT? fortnight|fortnights",
        lambda count: amounts.amount(exactly(2 * (count.number if count else 1)), Grain.WEEK),
        ("a fortnight",),
        gives="AMOUNT",
    ),
    Rule(
        "amounts",
        "AMOUNT ,? and? AMOUNT",
        amounts.added,
        ("2 weeks 3 days", "1 hour, 5 minutes, and 30 seconds"),
        gives="AMOUNT",
    ),
    Rule("or_so", "AMOUNT or so", lambda length: length, ("a month or so ago",), gives="AMOUNT", cost=0.2),
    Rule(
        "about",
        "about|around|roughly|approximately|almost|nearly|~|exactly|some|only|just ~? AMOUNT",
        lambda length: length,
        gives="AMOUNT",
        cost=0.2,
    ),
    Rule(
        "duration",
        "for|over|during? the? AMOUNT",
        lambda length: length,
        ("for three weeks", "5 days"),
        gives="DURATION",
        cost=3,
    ),
    Rule("in_future", "AMOUNT in the future", lambda length: amounts.away(length, 1), ("4 weeks in the future",)),
    Rule(
        "within_from",
        "within|less than? AMOUNT from|after|of NOW|today",
        lambda length, _: amounts.within(length, 1),
        ("within 2 weeks from today",),
    ),
    Rule(
        "stretch_starting",
        "AMOUNT starting|beginning from|on|at? TIME",
        lambda length, time: amounts.stretch(time, length),
        ("3 days starting from next Monday",),
    ),
    Rule(
        "business_in",
        "in? NUM business|working|work UNITS from|after? NOW?",
        lambda n, unit, _: amounts.business_days(int(n), 1) if unit is Grain.DAY and 1 <= n <= 100 else None,
        ("in four business days",),
        cost=1.5,
    ),
    Rule(
        "business_ago",
        "NUM business|working|work UNITS ago",
        lambda n, unit: amounts.business_days(int(n), -1) if unit is Grain.DAY and 1 <= n <= 100 else None,
        ("three working days ago",),
    ),
    Rule(
        "weekday_away",
        "WEEKDAY ,? AMOUNT from NOW|today",
        lambda day, length, _: picks.weekday_near(cycles.weekday(day), amounts.away(length, 1)),
        ("Monday two weeks from now",),
    ),
    Rule(
        "away_weekday",
        "in AMOUNT ,? on WEEKDAY",
        lambda length, day: picks.weekday_near(cycles.weekday(day), amounts.away(length, 1)),
        ("in 3 days on Friday",),
    ),
    Rule(
        "ago",
        "AMOUNT ago|back",
        lambda length: amounts.away(length, -1),
        ("three weeks ago",),
    ),
    Rule(
        "ago_from",
        "AMOUNT ago DAYWORD",
        lambda length, day: amounts.from_time(length, -1, steps.day_step(day)),
        ("a week ago today", "a year ago yesterday"),
    ),
    Rule("this_time_step", "this time STEP UNIT", _this_time, ("this time next week",)),
    Rule(
        "ago_weekday",
        "AMOUNT ago WEEKDAY",
        lambda length, day: amounts.from_time(length, -1, steps.cycle_step(cycles.weekday(day), -1)),
        ("a week ago Sunday",),
    ),
    Rule(
        "unit_after",
        "the|a|one UNIT after|following|from TIME",
        lambda unit, time: amounts.from_time(length, 1, time) if (length := _amount(1, unit)) else None,
        ("the day after Christmas",),
        cost=0.9,
    ),
    Rule(
        "unit_before",
        "the|a|one UNIT before|preceding TIME",
        lambda unit, time: amounts.from_time(length, -1, time) if (length := _amount(1, unit)) else None,
        ("the day before Christmas",),
        cost=0.9,
    ),
    Rule(
        "earlier",
        "AMOUNT earlier|previously",
        lambda length: amounts.away(length, -1, told=True),
        ("15 minutes earlier",),
    ),
    Rule("amount_before", "AMOUNT before", lambda length: amounts.away(length, -1, told=True), ("two days before",)),
    Rule(
        "within_of",
        "within AMOUNT of|from|after TIME",
        lambda length, time: amounts.stretch(time, length),
        ("within 30 days of March 1",),
    ),
    Rule("ago_now", "AMOUNT before now", lambda length: amounts.away(length, -1), ("two days before now",)),
    Rule("hence", "AMOUNT hence|out|away", lambda length: amounts.away(length, 1), ("a week hence",)),
    Rule(
        "later",
        "AMOUNT later|afterwards",
        lambda length: amounts.away(length, 1, told=True),
        ("25 minutes later",),
    ),
    Rule("amount_then", "AMOUNT after", lambda length: amounts.away(length, 1, told=True), ("two days after",)),
    Rule("from_now", "AMOUNT from NOW", lambda length, _: amounts.away(length, 1), ("two weeks from now",)),
    Rule("in_amount", "in AMOUNT", lambda length: amounts.away(length, 1, told=True), ("in five days",)),
    Rule("in_primes", "in PRIMES", lambda length: amounts.away(length, 1), ("in 15'",)),
    Rule("in_amount_time", "in AMOUNT time", lambda length: amounts.away(length, 1), ("in two weeks time",)),
    Rule("within", "within the? next? AMOUNT", lambda length: amounts.within(length, 1), ("within two weeks",)),
    Rule(
        "after_amount", "after AMOUNT", lambda length: amounts.away(length, 1, told=True), ("after a year",), cost=1.5
    ),
    Rule("plus", "+ AMOUNT", lambda length: amounts.away(length, 1), ("+15 minutes",)),
    Rule("minus", "- AMOUNT", lambda length: amounts.away(length, -1), ("-2 hours",), latent=True),
    Rule(
        "after_time",
        "AMOUNT after|from|past|following TIME",
        lambda length, time: amounts.from_time(length, 1, time) if time.kind is not Kind.PERIOD else None,
        ("two weeks after Easter",),
    ),
    Rule(
        "before_time",
        "AMOUNT before|prior to? TIME",
        lambda length, time: amounts.from_time(length, -1, time),
        ("two days before yesterday",),
    ),
    Rule(
        "time_plus", "TIME + AMOUNT", lambda time, length: amounts.from_time(length, 1, time), ("tomorrow + 2 hours",)
    ),
    Rule(
        "time_minus",
        "TIME - AMOUNT",
        lambda time, length: amounts.from_time(length, -1, time),
        ("2023-12-29 - 10 days",),
        cost=2,
    ),
    Rule("for_amount", "from|starting? from? TIME ,? for AMOUNT", amounts.stretch, ("from 18th Dec for 10 days",)),
    Rule(
        "for_amount_from",
        "for AMOUNT|PRIMES ,? starting? from|on|at TIME",
        lambda length, time: amounts.stretch(time, length),
        ("for 10 days from 18th Dec",),
    ),
    Rule(
        "weekdays_ago",
        "NUM WEEKDAY|DAYS ago|back",
        lambda number, day: _weekdays_away(number, day, -1),
        ("two thursdays ago",),
    ),
    Rule(
        "weekdays_on",
        "NUM WEEKDAY|DAYS from NOW",
        lambda number, day, _: _weekdays_away(number, day, 1),
        ("3 fridays from now",),
    ),
)


SHAPES = (
    Shape(
        "thousands",
        re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])"),
        lambda m: int(m[0].replace(",", "")),
        ("1,000",),
        gives="NUM",
    ),
    Shape("number", re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,3})?"), _digits, ("3", "2.5"), gives="NUM", every_length=True),
    Shape("fraction", re.compile(r"(?P<above>[1-9])/(?P<below>[2-9])"), _fraction, ("1/2",), gives="COUNT"),
    Shape("short_unit", re.compile(r"(?P<number>[0-9]{1,3})(?P<sign>[\"'′″])"), lambda m: _primes(m), gives="PRIMES"),
)
