"""English stretches of time and their sides: from May to July, since 2019, by Friday; and what is said together."""

from tkg.timex import cycles, ranges, steps
from tkg.timex.anchored import Grain
from tkg.timex.chart import Rule
from tkg.timex.grammars.en_dates import day_of, month_day
from tkg.timex.grammars.en_steps import part_of
from tkg.timex.grammars.en_words import DASH, IN, TO
from tkg.timex.meaning import Cycle, Once, Part, Time, together


def _days_of_month(month: int, first: float, last: float, year: float | None = None) -> Time | None:
    if year is None:
        start, end = month_day(month, first), month_day(month, last)
    else:
        start, end = day_of(year, month, first), day_of(year, month, last)
    return ranges.between(start, end) if start and end and first < last else None


def _two_days(month: int, first: float, last: float, year: float | None = None) -> Time | None:
    """'May 3 and 4': two days that follow each other are one stretch; any others are two dates."""
    return _days_of_month(month, first, last, year) if last == first + 1 else None


def _dates_apart(month: int, first: float, last: float, *_: object) -> str | None:
    return None if last == first + 1 else "these are two dates, which one expression does not anchor"


def _night_of(part: Part, month: int, first: float, last: float, year: float) -> Time | None:
    """'the night of August 23-24, 1572' begins on the first of the two days."""
    return part_of(day_of(year, month, first), part) if last == first + 1 else None


def _on(time: Time) -> Time | None:
    """'on Sun' is a weekday; 'on the 2nd' has a rule of its own, for it may be a floor."""
    return None if isinstance(time, Cycle) and time.period is Grain.MONTH and time.grain is Grain.DAY else time


def _days_in(time: Time, first: float, last: float) -> Time | None:
    """'4 to 22 next month': two days of a month that is named by its distance."""
    low, high = (cycles.day_of_month(int(each)) if each == int(each) else None for each in (first, last))
    if time.grain is not Grain.MONTH or not low or not high or first >= last:
        return None
    start, end = together(time, low), together(time, high)
    return ranges.between(start, end) if start and end else None


def _months_of_year(first: int, last: int, year: float) -> Time | None:
    start, end = cycles.year_month(int(year), first), cycles.year_month(int(year), last)
    return ranges.between(start, end) if start and end and first < last else None


RANGE_RULES = (
    Rule("month_days", f"from? MONTH the? DOM {DASH} the? DOM", _days_of_month, ("July 13-15",)),
    Rule(
        "days_month",
        f"from? the? DOM {DASH} the? DOM of? MONTH",
        lambda a, b, m: _days_of_month(m, a, b),
        ("13 to 15 July",),
    ),
    Rule(
        "between_days_month",
        "between the? DOM and the? DOM of? MONTH",
        lambda a, b, m: _days_of_month(m, a, b),
        ("between 13 and 15 July",),
    ),
    Rule("between_month_days", "between MONTH the? DOM and the? DOM", _days_of_month, ("between July 13 and 15",)),
    Rule("month_days_year", f"from? MONTH the? DOM {DASH} the? DOM ,? YEAR", _days_of_month, ("August 10 - 22, 2012",)),
    Rule(
        "days_month_year",
        f"from? the? DOM {DASH} the? DOM of? MONTH ,? YEAR",
        lambda a, b, m, y: _days_of_month(m, a, b, y),
        ("10 - 22 August 2012",),
    ),
    Rule("months_year", f"from? MONTH {DASH} MONTH ,? of? YEAR", _months_of_year, ("May to July 2019",)),
    Rule(
        "days_time",
        f"from|between? the? DOM {TO} the? DOM of? TIME",
        lambda a, b, time: _days_in(time, a, b),
        ("from 4 to 22 this month",),
        cost=1.2,
    ),
    Rule(
        "between_through",
        "between TIME through|to|-|till|~ TIME",
        ranges.between,
        ("between May through July",),
        cost=0.9,
    ),
    Rule(
        "between_month_years",
        "between MONTH YEAR and YEAR",
        lambda m, a, b: ranges.between(cycles.year_month(int(a), m), cycles.year(b)) if a <= b else None,
        ("between May 2015 and 2018",),
    ),
    Rule(
        "time_span",
        f"TIME ,? from|between? TIME {TO} TIME",
        lambda outer, a, b: ranges.in_span(outer, a, b),
        ("next week from Wednesday to Friday",),
        cost=1.3,
    ),
    Rule(
        "between_years",
        "between YEAR and YEAR",
        lambda a, b: ranges.between(cycles.year(a), cycles.year(b)) if a < b else None,
        ("between 2014 and 2018",),
    ),
    Rule(
        "years",
        f"from|between? YEAR {DASH} YEAR",
        lambda a, b: ranges.between(cycles.year(a), cycles.year(b)) if a < b else None,
        ("2010-2015",),
    ),
    Rule(
        "short_years",
        "YEAR -|–|/ NUM",
        lambda a, b: (
            ranges.between(cycles.year(a), cycles.year(a - a % 100 + b))
            if isinstance(b, int) and a % 100 < b <= 99
            else None
        ),
        ("1998-99",),
    ),
    Rule("range", f"from? TIME {DASH} TIME", ranges.between, ("August 10 - November 12",), cost=1.1),
    Rule(
        "amount_range",
        "for? AMOUNT from TIME to|until|till|through TIME",
        lambda _, a, b: ranges.between(a, b),
        ("three years from 2010 to 2013",),
        cost=0.2,
    ),
    Rule(
        "iso_range",
        "TIME / TIME",
        lambda a, b: ranges.between(a, b) if isinstance(a, Once) and isinstance(b, Once) else None,
        ("2015-03-28/2015-03-29",),
    ),
    Rule("between", "in? between TIME and TIME", ranges.between, ("between May and July",), cost=0.9),
    Rule("later_than", "later than TIME but before TIME", ranges.between),
    Rule(
        "ongoing",
        f"from|since? TIME {DASH} the? now|present|date|current",
        ranges.since,
        ("Apr 2017 - present",),
        gives="SIDE",
        cost=0.5,
    ),
    Rule("from", "from TIME", ranges.starting, ("from Monday",), gives="SIDE", cost=0.9, latent=True),
    Rule(
        "starting",
        "starting|beginning from|on|in|at? TIME",
        ranges.starting,
        ("starting Monday",),
        gives="SIDE",
        cost=0.8,
    ),
    Rule("before_end", "before|by the? end of TIME", ranges.until, ("before the end of June",), gives="SIDE", cost=0.4),
    Rule(
        "before_unit_end",
        "before|by the? end of THEUNIT",
        ranges.until,
        ("before the end of the year",),
        gives="SIDE",
        cost=0.4,
    ),
    Rule(
        "bc_range",
        f"from? REFUSED {DASH} TIME|REFUSED",
        lambda note, _: note,
        ("44 BC to 14 AD",),
        gives="REFUSED",
        cost=0.3,
    ),
    Rule(
        "bc_range_number", f"from? NUM {DASH} REFUSED", lambda _, note: note, ("58-50 BC",), gives="REFUSED", cost=0.3
    ),
    Rule("two_months", "MONTH /|–|- MONTH YEAR", _months_of_year, ("Jan/Feb 2024",), cost=0.9),
    Rule("no_later", "by? no|not later than TIME", ranges.until, ("no later than June 30",), gives="SIDE", cost=0.4),
    Rule("on_or_before", "on or before TIME", ranges.until, ("on or before June 30",), gives="SIDE", cost=0.4),
    Rule(
        "no_earlier",
        "no|not earlier|sooner than TIME",
        ranges.starting,
        ("no earlier than June",),
        gives="SIDE",
        cost=0.4,
    ),
    Rule("on_or_after", "on or after TIME", ranges.starting, ("on or after June 30",), gives="SIDE", cost=0.4),
    Rule("dates_apart", "MONTH the? DOM and|& the? DOM", _dates_apart, ("May 3 and 7",), gives="REFUSED", cost=0.5),
    Rule(
        "dates_apart_year",
        "MONTH the? DOM and|& the? DOM ,? YEAR",
        _dates_apart,
        ("May 3 and 7, 2019",),
        gives="REFUSED",
        cost=0.5,
    ),
    Rule("night_of", "the? PART of MONTH DOM -|– DOM ,? YEAR", _night_of, ("the night of August 23-24, 1572",)),
    Rule(
        "night_of_day_first",
        "the? PART of DOM -|– DOM MONTH ,? YEAR",
        lambda part, a, b, m, y: _night_of(part, m, a, b, y),
        ("the night of 23-24 August 1572",),
    ),
    Rule("month_two_days", "MONTH the? DOM and|& the? DOM", lambda m, a, b: _two_days(m, a, b), ("May 3 and 4",)),
    Rule(
        "month_two_days_year",
        "MONTH the? DOM and|& the? DOM ,? YEAR",
        lambda m, a, b, y: _two_days(m, a, b, y),
        ("May 3 and 4, 2019",),
    ),
    Rule("since", "since TIME", ranges.since, ("since 2019",), gives="SIDE", cost=0.8),
    Rule("as_of", "as of TIME", ranges.since, gives="SIDE"),
    Rule("ever_since", "ever since TIME", ranges.since, gives="SIDE"),
    Rule("from_on", "from TIME on|onwards|onward", ranges.starting, ("from Monday on",), gives="SIDE", cost=0.5),
    Rule("up_to", "up to|until|till the? TIME", ranges.until, ("up to last year",), gives="SIDE", cost=0.8),
    Rule(
        "until",
        "until|till|til|through|untill|thru the? TIME",
        ranges.until,
        ("until last year",),
        gives="SIDE",
        cost=0.8,
    ),
    Rule(
        "until_now",
        "until|till|up|to to? NOW",
        lambda _: ranges.before(steps.now()),
        ("until now",),
        gives="SIDE",
        cost=0.5,
    ),
    Rule("before", "before|prior to? TIME", ranges.before, ("before 2019",), gives="SIDE", cost=0.8),
    Rule("earlier_than", "earlier than TIME", ranges.before, gives="SIDE"),
    Rule("after", "after|post TIME", ranges.after, ("after 2023",), gives="SIDE", cost=0.8),
    Rule("later_than_only", "later than TIME", ranges.after, gives="SIDE"),
    Rule("by", "by the? TIME", ranges.by, ("by Friday",), gives="SIDE", cost=0.5),
)


TOGETHER = (
    Rule("together", "TIME TIME", together, ("Friday July 18",), cost=1.0),
    Rule("together_sign", "TIME .|:|∙|·|• TIME", together, ("8:23 AM · Jul 9",), cost=1.3),
    Rule(
        "together_year",
        "TIME of YEAR",
        lambda time, y: together(time, cycles.year(int(y))),
        ("Father's Day of 2015",),
        cost=1.1,
    ),
    Rule("together_on", "TIME on|, the? TIME", together, ("3pm on Sat",), cost=1.05),
    Rule("together_of", "TIME of|in|at|@|for|from the? TIME", together, ("Monday at noon",), cost=1.05, sure=True),
    Rule(
        "together_month",
        "TIME of|in MONTH",
        lambda time, number: together(time, cycles.month(number)),
        cost=1.05,
    ),
    Rule("on_time", "on TIME", _on, ("on Sun",), cost=0.3, hidden=1),
    Rule("on_the_time", "on the TIME", lambda time: time, ("on the 15th",), same=True, cost=0.3, hidden=2),
    Rule("at_time", f"{IN} the? TIME", lambda time: time, ("at noon",), same=True, cost=0.3, hidden=1, sure=True),
    Rule("the_time", "the TIME", lambda time: time, same=True, cost=0.4, hidden=1),
)
