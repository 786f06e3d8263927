"""English dates: days, months, years, quarters, decades, eras, ages and fiscal years."""

import re

from tkg.timex import customs, cycles, picks, steps
from tkg.timex.anchored import Grain
from tkg.timex.chart import Rule, Shape
from tkg.timex.meaning import Time, together

Match = re.Match[str]


def _any_year(text: str) -> int:
    """The year of a quarter: of two digits it is of this century, unless that is far ahead ('1Q98')."""
    return int(text) if len(text) == 4 else int(text) + (2000 if int(text) < 70 else 1900)


def _decade(tens: int) -> Time:
    """The 1990s are ten years, the 1800s a hundred; the 2000s are ten again."""
    if tens % 10 == 0 and tens < 200:
        return cycles.years(10 * tens, 100, Grain.CENTURY)
    return cycles.years(10 * tens, 10, Grain.DECADE)


def _quarter_year(match: Match) -> Time | None:
    found = cycles.quarter(int(match["quarter"]))
    return together(cycles.year(_any_year(match["year"])), found) if found else None


def month_day(month: int, day: float) -> Time | None:
    return cycles.month_day(month, int(day)) if day == int(day) and day <= 31 else None


def day_of(year: int | float, month: int, day: float) -> Time | None:
    if day != int(day) or not 1 <= day <= 31 or year != int(year):
        return None
    return cycles.date(int(year), month, int(day))


def _short_date(month: int, day: float, year: float) -> Time | None:
    return cycles.short_date(int(year), month, int(day)) if 32 <= year <= 99 and day == int(day) else None


def _ad(number: float) -> Time | None:
    return cycles.year(int(number)) if number == int(number) and number >= 1 else None


def _bc(*_: object) -> str:
    return "a year before Christ is not dated: only the years 1 to 9998 are"


_TEENS = 13
_THIRDS = {"early": (0, 4), "mid": (3, 7), "late": (6, 10)}


def _ages(edge: str | None, low: int) -> Time | None:
    """'in her early forties': ten years of a life, or a part of them."""
    if low == _TEENS:
        return customs.aged(13, 20)
    first, last = _THIRDS.get(edge or "", (0, 10))
    return customs.aged(low + first, low + last)


def _tens(tens: tuple[int, bool]) -> Time | None:
    return cycles.decade_of_century(tens[0])


def _aged(number: float) -> Time | None:
    return customs.aged(int(number), int(number) + 1) if number == int(number) and 1 <= number <= 120 else None


DECADES = {"noughties": 0} | {
    word: tens
    for tens, word in zip(
        range(20, 100, 10),
        ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"),
        strict=True,
    )
}


DATE_RULES = (
    Rule("weekday", "WEEKDAY", cycles.weekday, ("Friday",), same=True, cost=0.2),
    Rule("month", "MONTH", cycles.month, ("March",), same=True, cost=0.2),
    Rule("in_month", "in|during MONTH", cycles.month, ("in May",), cost=0.3, hidden=1),
    Rule("month_sign_day", "MONTH -|/|. DOM", month_day, ("Oct-2", "October. 2"), cost=1.2),
    Rule("month_sign_day_year", "MONTH -|/|. DOM -|/|,|. YEAR", lambda m, d, y: day_of(y, m, d), ("Sep-23-2020",)),
    Rule("day_dot_month", "DOM . MONTH", lambda day, month: month_day(month, day), ("16. Nov",)),
    Rule("day_dot_month_year", "DOM . MONTH .? YEAR", lambda d, m, y: day_of(y, m, d), ("16. Nov. 2016",)),
    Rule("day_month_of_short", "DOM MONTH of NUM", lambda d, m, y: _short_date(m, d, y), ("15 April of 87",), cost=1.3),
    Rule(
        "month_short_year",
        "MONTH of NUM",
        lambda m, y: together(cycles.short_years(int(y)), cycles.month(m)) if 32 <= y <= 99 else None,
        ("April of 87",),
        cost=1.3,
    ),
    Rule("month_day", "MONTH ,? the? DOM", month_day, ("March 3", "February the 15th")),
    Rule(
        "day_month",
        "the? DOM of|day of? MONTH",
        lambda day, month: month_day(month, day),
        ("the 3rd of March",),
        hidden=0,
    ),
    Rule("day_month_short", "DOM -|/? MONTH", lambda day, month: month_day(month, day), ("14 April",)),
    Rule("month_day_year", "MONTH ,? the? DOM ,? of? YEAR", lambda m, d, y: day_of(y, m, d), ("March 3rd, 2015",)),
    Rule(
        "day_month_year",
        "the? DOM of|-|/? MONTH ,|-|/|of? YEAR",
        lambda d, m, y: day_of(y, m, d),
        ("3 March 2015", "31-Oct-1974"),
    ),
    Rule("month_day_short_year", "MONTH the? DOM ,? NUM", _short_date, ("Aug 9, 96",), cost=1.2),
    Rule(
        "day_month_short_year",
        "the? DOM of|-|/? MONTH ,|-|/? NUM",
        lambda d, m, y: _short_date(m, d, y),
        ("31-Oct-74",),
        cost=1.2,
    ),
    Rule(
        "ordinal_month_year",
        "ORD MONTH NUM",
        lambda d, m, y: cycles.short_date(int(y), m, d) if 0 <= y <= 31 else None,
        ("14th April 15",),
        cost=1.5,
    ),
    Rule("year_month_day", "YEAR -|/|,? MONTH -|/|,? the? DOM", day_of, ("2012/Aug/10", "2018 March 18")),
    Rule("month_year", "MONTH ,|-|/|of? YEAR", lambda m, y: cycles.year_month(int(y), m), ("October 2014",)),
    Rule("year_month", "YEAR MONTH", lambda y, m: cycles.year_month(int(y), m), ("2014 October",)),
    Rule("year", "YEAR", cycles.year, ("2019",), latent=True, cost=0.4),
    Rule("in_year", "in|during|the|year the? year? YEAR", cycles.year, ("in 2014",), hidden=1, cost=0.4),
    Rule(
        "bc_century",
        "the? ORD century|millennium bc|bce",
        _bc,
        ("the 4th century BC",),
        gives="REFUSED",
        cost=0.5,
    ),
    Rule(
        "bc_century_dots",
        "the? ORD century|millennium b . c .?",
        _bc,
        gives="REFUSED",
        cost=0.5,
    ),
    Rule(
        "millennium",
        "the? ORD millennium ad|ce?",
        lambda n: cycles.years(1000 * n - 1000, 1000, Grain.CENTURY) if 2 <= n <= 9 else None,
        ("the 2nd millennium",),
    ),
    Rule(
        "century_ad",
        "the? ORD century ad|ce",
        lambda n: cycles.years(100 * n - 100, 100, Grain.CENTURY) if 2 <= n <= 90 else None,
        ("the 4th century AD",),
        cost=0.9,
    ),
    Rule(
        "centuries",
        "the? ORD and|to|or|- the? ORD centuries|century",
        lambda a, b: cycles.years(100 * a - 100, 100 * (b - a + 1), Grain.CENTURY) if 2 <= a < b <= 90 else None,
        ("the 19th and 20th centuries",),
    ),
    Rule(
        "old_date",
        "DOM MONTH NUM",
        lambda d, m, y: day_of(y, m, d) if 100 <= y <= 999 else None,
        ("25 December 800",),
        cost=0.9,
    ),
    Rule(
        "old_date_us",
        "MONTH DOM ,? NUM",
        lambda m, d, y: day_of(y, m, d) if 100 <= y <= 999 else None,
        ("December 25, 800",),
        cost=0.9,
    ),
    Rule("in_year_number", "in|by|around the year NUM", _ad, ("in the year 800",), hidden=1),
    Rule(
        "throughout_year",
        "throughout|most|all|half|rest|whole|entire of? YEAR",
        cycles.year,
        ("throughout 2019", "most of 2020"),
        hidden=1,
    ),
    Rule("a_year", "a|an YEAR", lambda y: cycles.year(y) if 1900 <= y <= 2039 else None, ("a 2017",), hidden=1),
    Rule("in_brackets", "( YEAR )", cycles.year, ("(2014)",), hidden=1),
    Rule(
        "on_this_day",
        "on? this day in YEAR",
        lambda y: together(cycles.year(y), cycles.this_day()),
        ("on this day in 1969",),
    ),
    Rule(
        "in_bc",
        "in|on|during|from|since|until|by|around REFUSED",
        lambda note: note,
        ("in 44 BC",),
        gives="REFUSED",
        cost=0.2,
        hidden=1,
    ),
    Rule("circa", "c|ca|circa .? YEAR", lambda y: cycles.circa(int(y)), ("c. 1850",), cost=0.8),
    Rule("about_year", "about|around|approximately YEAR", lambda y: cycles.circa(int(y)), ("around 1850",), cost=0.3),
    Rule("ad_first", "ad|ce NUM|YEAR", _ad, ("AD 79",)),
    Rule("ad_first_dots", "a . d . NUM|YEAR", _ad, ("A.D. 79",)),
    Rule("bc", "c|ca|circa|about|around? .? NUM|YEAR bc|bce", _bc, ("44 BC",), gives="REFUSED"),
    Rule("bc_dots", "c|ca|circa? .? NUM|YEAR b . c .?", _bc, ("44 B.C.",), gives="REFUSED"),
    Rule("negative_year", "NEGATIVEYEAR", _bc, ("-0043-03-15",), gives="REFUSED"),
    Rule("bc_date", "MONTH|WEEKDAY NUM ,? NUM bc|bce", _bc, ("March 15, 44 BC",), gives="REFUSED"),
    Rule("bc_day_month", "NUM|ORD MONTH ,? NUM bc|bce", _bc, ("15 March 44 BC",), gives="REFUSED"),
    Rule("ad", "in? NUM|YEAR ad|ce", _ad, ("2014 AD",)),
    Rule("ad_dots", "in? NUM|YEAR a . d .?", _ad, ("14 A.D.",)),
    Rule("ad_date", "DOM MONTH NUM|YEAR ad|ce", lambda d, m, y: day_of(y, m, d), ("10 August 88 AD",)),
    Rule("ad_date_us", "MONTH DOM ,? NUM|YEAR ad|ce", lambda m, d, y: day_of(y, m, d), ("August 10, 88 AD",)),
    Rule("buddhist", "DOM MONTH YEAR be", lambda d, m, y: day_of(y - 543, m, d), ("10 August 2555 BE",)),
    Rule("buddhist_us", "MONTH DOM YEAR be", lambda m, d, y: day_of(y - 543, m, d), ("August 10 2555 BE",)),
    Rule("bare_day", "ORD", cycles.day_of_month, ("29th",), gives="ALONE", latent=True, cost=1.5),
    Rule(
        "day_clock",
        "the? ORD at|, CLOCK",
        lambda n, clock: together(cycles.day_of_month(n), cycles.clock(clock)),
        ("5th at 4 a.m.",),
    ),
    Rule(
        "the_number",
        "the NUM",
        lambda n: cycles.day_of_month(int(n)) if n == int(n) else None,
        ("the 27",),
        gives="ALONE",
        latent=True,
        cost=1.5,
    ),
    Rule("year_word", "the? year NUM", lambda n: _ad(n), ("year 247",), gives="ALONE", latent=True, cost=1.5),
    Rule("week_number", "week NUM", lambda n: cycles.week_number(int(n)), ("week 31",), keeps=True, latent=True),
    Rule(
        "week_number_year",
        "week NUM of|in|,? TIME",
        lambda n, time: together(time, cycles.week_number(int(n))) if time.grain is Grain.YEAR else None,
        ("week 3 of 2027", "week 27 of last year"),
    ),
    Rule("calendar_year", "calendar|cy year? YEAR", lambda y: cycles.year(int(y)), ("calendar year 2008",)),
    Rule(
        "calendar_step", "STEP calendar UNIT", lambda count, unit: steps.unit_step(unit, count), ("this calendar year",)
    ),
    Rule("the_day", "the ORD", lambda n: cycles.day_of_month(n), ("the 15th",), keeps=True),
    Rule("on_the_day", "on the ORD", lambda n: cycles.day_of_month(n), ("on the first",), hidden=1),
    Rule(
        "weekday_number",
        "WEEKDAY the? NUM",
        lambda w, n: together(cycles.weekday(w), cycles.day_of_month(int(n))) if n >= 13 else None,
        ("Monday 21",),
    ),
    Rule(
        "weekday_day",
        "WEEKDAY ,? the? ORD",
        lambda w, n: together(cycles.weekday(w), cycles.day_of_month(n)),
        ("Tuesday the 19th",),
    ),
    Rule(
        "ides", "the? ides of MONTH", lambda m: month_day(m, 15 if m in (3, 5, 7, 10) else 13), ("the ides of March",)
    ),
    Rule("quarter_ordinal", "the? ORD -? quarter|qtr", cycles.quarter, ("third quarter",)),
    Rule(
        "half_ordinal",
        "the? ORD half of TIME",
        lambda n, time: picks.half(n, time),
        ("the first half of 2019",),
    ),
    Rule("decade_word", "DECADE", cycles.decade_of_century, ("nineties",), keeps=True),
    Rule("the_decade", "the DECADE", cycles.decade_of_century, ("the nineties",), cost=0.9),
    Rule(
        "decade_spoken",
        "the? NUM -? DECADE",
        lambda n, tens: cycles.years(100 * n + tens, 10, Grain.DECADE) if 11 <= n <= 20 else None,
        ("the nineteen seventies",),
    ),
    Rule(
        "century",
        "the? ORD -? century",
        lambda n: cycles.years(100 * n - 100, 100, Grain.CENTURY) if 2 <= n <= 90 else None,
        ("the 19th century",),
    ),
    Rule("fiscal", "fiscal|financial year? YEAR", lambda y: customs.fiscal_year(int(y)), ("fiscal year 2023",)),
    Rule(
        "fiscal_quarter",
        "QUARTER ,|of? fiscal|financial year? YEAR",
        lambda q, y: customs.fiscal_quarter(int(y), q),
        ("Q2 fiscal 2024",),
        cost=0.5,
    ),
    Rule("fiscal_quarter_name", "QUARTER ,|of? FISCAL", lambda q, y: customs.fiscal_quarter(y, q), ("Q2 FY2024",)),
    Rule("fiscal_name", "FISCAL", customs.fiscal_year, ("FY2023",), cost=0.2),
    Rule(
        "fiscal_step", "STEP fiscal|financial year", lambda step: customs.fiscal_year_step(step), ("last fiscal year",)
    ),
    Rule("quarter", "QUARTER", cycles.quarter, ("Q3",), cost=0.2),
    Rule("season", "SEASON", cycles.season, ("summer",), same=True, cost=0.2),
    Rule("the_season", "the SEASON", cycles.season, ("the summer",), cost=0.4, latent=True),
    Rule("in_season", "in|during|over|for the? SEASON", cycles.season, ("in the summer",), cost=0.4, hidden=1),
    Rule(
        "season_year", "SEASON of? YEAR", lambda s, y: together(cycles.year(int(y)), cycles.season(s)), ("summer 2019",)
    ),
    Rule(
        "season_years",
        "SEASON of? YEAR -|–|/ NUM",
        lambda s, y, _: together(cycles.year(int(y)), cycles.season(s)) if s == "winter" else None,
        ("winter of 1941-42",),
    ),
    Rule("any_season", "STEP ANYSEASON", lambda step, _: steps.cycle_step(cycles.any_season(), step), ("this season",)),
    Rule("weekend", "the? WEEKEND", lambda _: cycles.weekend(), ("the weekend",), cost=0.3),
    Rule(
        "long_weekend",
        "TIME WEEKEND",
        lambda time, _: picks.long_weekend(time) if time.grain == Grain.DAY else None,
        ("Labor Day weekend",),
    ),
    Rule("festival", "FESTIVAL", cycles.festival, ("Christmas",), same=True, cost=0.1),
    Rule("festival_day", "FESTIVAL day", cycles.festival, cost=0.3),
    Rule("decade_tens", "TENS", lambda tens: _tens(tens) if tens[1] else None, ("'90s",), cost=0.3),
    Rule("bare_tens", "TENS", _tens, ("90s",), cost=0.4, latent=True),
    Rule("the_tens", "the TENS", _tens, ("the 90s",), cost=0.4),
    Rule(
        "age_tens",
        "in his|her|their|my|your EDGE? -? TENS",
        lambda edge, tens: _ages(edge, tens[0]),
        ("in his mid-40s",),
    ),
    Rule("at_age", "at|by? age NUM", _aged, ("at age 30",)),
    Rule("aged_number", "aged NUM", _aged, ("aged 45",)),
    Rule("age_decade", "in his|her|their|my|your EDGE? -? AGE", _ages, ("in her twenties",)),
    Rule("aged", "at the? age of NUM", _aged, ("at the age of 12",)),
    Rule("when_aged", "when i|he|she|they was|were NUM", _aged, ("when she was 12",), latent=True),
)


SHAPES = (
    Shape(
        "ordinal", re.compile(r"(?P<number>[0-9]{1,3})\s?(?:st|nd|rd|th)\b"), lambda m: int(m["number"]), gives="ORD"
    ),
    Shape(
        "year",
        re.compile(r"(?:1[4-9][0-9]{2}|2[0-9]{3})(?![0-9]|[.,][0-9])"),
        lambda m: int(m[0]),
        gives="YEAR",
        cost=0.0,
    ),
    Shape("old_year", re.compile(r"1[0-3][0-9]{2}(?![0-9]|[.,][0-9])"), lambda m: int(m[0]), gives="YEAR", cost=2.0),
    Shape("decade", re.compile(r"(?P<year>1[0-9]{2}|20[0-9])0'?s\b"), lambda m: _decade(int(m["year"])), ("1990s",)),
    Shape(
        "tens",
        re.compile(r"(?P<sign>'?)(?P<tens>[0-9]0)'?s\b"),
        lambda m: (int(m["tens"]), bool(m["sign"])),
        ("90s",),
        gives="TENS",
    ),
    Shape(
        "negative_year",
        re.compile(r"(?<![0-9A-Za-z])-[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?(?![0-9-])"),
        bool,
        ("-0043",),
        gives="NEGATIVEYEAR",
    ),
    Shape(
        "apostrophe_year",
        re.compile(r"(?<![0-9A-Za-z])'(?P<year>[0-9]{2})\b"),
        lambda m: cycles.short_years(int(m["year"])),
        ("'98",),
    ),
    Shape(
        "number_quarter",
        re.compile(r"(?P<year>[0-9]{2}|[12][0-9]{3})(?: |-|/)?q(?P<quarter>[1-4])\b"),
        lambda m: _quarter_year(m),
        ("2018Q4", "18q4"),
    ),
    Shape(
        "fiscal",
        re.compile(r"fy\s?'?(?P<year>[0-9]{2}|[12][0-9]{3})\b"),
        lambda m: _any_year(m["year"]),
        gives="FISCAL",
    ),
    Shape("quarter", re.compile(r"q(?P<quarter>[1-4])\b"), lambda m: int(m["quarter"]), gives="QUARTER"),
    Shape(
        "quarter_dash",
        re.compile(r"q(?P<quarter>[1-4])(?: |-|/|')?(?P<year>[0-9]{2}|[12][0-9]{3})\b"),
        lambda m: _quarter_year(m),
        ("Q1-2019",),
    ),
    Shape(
        "half_year",
        re.compile(r"(?P<year>[12][0-9]{3})(?: |-|/)?h(?P<half>[12])\b"),
        lambda m: together(cycles.year(int(m["year"])), cycles.half_year(int(m["half"]))),
        ("2019-H2",),
    ),
    Shape(
        "quarter_number",
        re.compile(r"(?P<quarter>[1-4])q\s?'?(?P<year>[0-9]{2}|[12][0-9]{3})\b"),
        lambda m: _quarter_year(m),
        ("1Q98",),
    ),
    Shape("half", re.compile(r"h(?P<half>[12])\b"), lambda m: cycles.half_year(int(m["half"])), ("H1",), latent=True),
    Shape(
        "iso_week",
        re.compile(r"(?P<year>[12][0-9]{3})-?w(?P<week>[0-5][0-9])\b"),
        lambda m: cycles.iso_week(int(m["year"]), int(m["week"])),
        ("2018-W05",),
    ),
)
