"""English.

The conventions of `choice` and `steps` hold. Besides: a date in digits is month first unless it shows otherwise; a bare
hour needs 'at', 'o'clock' or the like to be one; 'at 3' is the one that comes next of the two; 'a few' is three and
'several' seven, more or less; 'half three' is half past three; 'by Friday' with a verb in the future runs from now. Years
before Christ are refused by name.
"""

import re
from collections.abc import Iterable

from tkg.timex import amounts, cycles, numbers, ranges, steps
from tkg.timex.amounts import Amount, Count, exactly
from tkg.timex.anchored import Grain, Kind, Prefer
from tkg.timex.chart import Chart, Rule, Shape, Words
from tkg.timex.english_festivals import NAMES, ORDINARY_WORDS
from tkg.timex.grammars import Grammar
from tkg.timex.grammars.en_words import TONIGHT, WORDS
from tkg.timex.meaning import NONE, Clock, Cycle, Once, Part, Time, together
from tkg.timex.zoned import in_zone

Match = re.Match[str]


# --- numbers ---


def _digits(match: Match) -> int | float:
    return float(match[0]) if "." in match[0] else int(match[0])


def _fraction(match: Match) -> Count | None:
    above, below = int(match["above"]), int(match["below"])
    return exactly(above / below) if 0 < above < below else None


def _spoken_year(first: int, second: int) -> int | None:
    """'nineteen eighty-four', 'twenty ten'."""
    return 100 * first + second if 11 <= first <= 20 and 10 <= second <= 99 else None


SHAPES = (
    *numbers.shapes("MDY"),
    numbers.CLOCK,
    Shape("number", re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,3})?"), _digits, ("3", "2.5"), gives="NUM", every_length=True),
    Shape("fraction", re.compile(r"(?P<above>[1-9])/(?P<below>[2-9])"), _fraction, ("1/2",), gives="COUNT"),
    Shape("ordinal", re.compile(r"(?P<number>[0-9]{1,3})\s?(?:st|nd|rd|th)\b"), lambda m: int(m["number"]), gives="ORD"),
    Shape("year", re.compile(r"(?:1[4-9][0-9]{2}|2[0-9]{3})(?![0-9]|[.,][0-9])"), lambda m: int(m[0]), gives="YEAR", cost=0.0),
    Shape("old_year", re.compile(r"1[0-3][0-9]{2}(?![0-9]|[.,][0-9])"), lambda m: int(m[0]), gives="YEAR", cost=2.0),
    Shape("decade", re.compile(r"(?P<year>1[0-9]{2}|20[0-9])0'?s\b"), lambda m: _decade(int(m["year"])), ("1990s",)),
    Shape("short_decade", re.compile(r"'?(?P<tens>[0-9]0)'?s\b"), lambda m: cycles.decade_of_century(int(m["tens"])), ("90s",)),
    Shape("apostrophe_year", re.compile(r"'(?P<year>[0-9]{2})\b"), lambda m: cycles.short_years(int(m["year"])), ("'98",)),
    Shape("hour_minute", re.compile(r"(?P<hour>[01]?[0-9]|2[0-4])h(?P<minute>[0-5][0-9])\b"), lambda m: _h_clock(m), gives="CLOCK"),
    Shape("hour_h", re.compile(r"(?P<hour>[01]?[0-9]|2[0-4])h\b"), lambda m: Clock(int(m["hour"]), grain=Grain.MINUTE), gives="CLOCK", cost=1.7),
    Shape("joined_clock", re.compile(r"(?P<hour>[01]?[0-9]|2[0-4])(?P<minute>[0-5][0-9])(?![0-9:.])"), lambda m: _joined(m), gives="HHMM"),
    Shape("short_unit", re.compile(r"(?P<number>[0-9]{1,3})(?P<sign>[\"'′″])"), lambda m: _primes(m), gives="PRIMES"),
    Shape("number_quarter", re.compile(r"(?P<year>[0-9]{2}|[12][0-9]{3})(?: |-|/)?q(?P<quarter>[1-4])\b"), lambda m: _quarter_year(m), ("2018Q4", "18q4")),
    Shape("fiscal", re.compile(r"fy\s?'?(?P<year>[0-9]{2}|[12][0-9]{3})\b"), lambda m: _any_year(m["year"]), gives="FISCAL"),
    Shape("quarter", re.compile(r"q(?P<quarter>[1-4])\b"), lambda m: int(m["quarter"]), gives="QUARTER"),
    Shape("quarter_dash", re.compile(r"q(?P<quarter>[1-4])(?: |-|/|')?(?P<year>[0-9]{2}|[12][0-9]{3})\b"), lambda m: _quarter_year(m), ("Q1-2019",)),
    Shape("half_year", re.compile(r"(?P<year>[12][0-9]{3})(?: |-|/)?h(?P<half>[12])\b"), lambda m: together(cycles.year(int(m["year"])), h) if (h := cycles.half_year(int(m["half"]))) else None, ("2019-H2",)),
    Shape("dotted_clock", re.compile(r"(?P<hour>[01]?[0-9]|2[0-4])\.(?P<minute>[0-5][0-9])(?![0-9.])"), lambda m: _joined(m), gives="HHMM"),
    Shape("quarter_number", re.compile(r"(?P<quarter>[1-4])q\s?'?(?P<year>[0-9]{2}|[12][0-9]{3})\b"), lambda m: _quarter_year(m), ("1Q98",)),
    Shape("half", re.compile(r"h(?P<half>[12])\b"), lambda m: cycles.half_year(int(m["half"])), ("H1",), latent=True),
    Shape("iso_week", re.compile(r"(?P<year>[12][0-9]{3})-?w(?P<week>[0-5][0-9])\b"), lambda m: cycles.iso_week(int(m["year"]), int(m["week"])), ("2018-W05",)),
)  # fmt: skip


def _any_year(text: str) -> int:
    """The year of a quarter: of two digits it is of this century, unless that is far ahead ('1Q98')."""
    return int(text) if len(text) == 4 else int(text) + (2000 if int(text) < 70 else 1900)


def _decade(tens: int) -> Time:
    """The 1990s are ten years, the 1800s a hundred; the 2000s are ten again."""
    if tens % 10 == 0 and tens < 200:
        return cycles.years(10 * tens, 100, Grain.CENTURY)
    return cycles.years(10 * tens, 10, Grain.DECADE)


def _h_clock(match: Match) -> Clock:
    return Clock(int(match["hour"]), int(match["minute"] or 0), 0, Grain.MINUTE)


def _joined(match: Match) -> Clock:
    hour = int(match["hour"])
    half = 1 <= hour <= 12 and not match["hour"].startswith("0")
    return Clock(hour, int(match["minute"]), 0, Grain.MINUTE, half)


def _primes(match: Match) -> Amount | None:
    return amounts.amount(exactly(int(match["number"])), Grain.SECOND if match["sign"] in '"″' else Grain.MINUTE)


def _quarter_year(match: Match) -> Time | None:
    found = cycles.quarter(int(match["quarter"]))
    return together(cycles.year(_any_year(match["year"])), found) if found else None


# --- clock times ---


def _hour(number: float, meridiem: str | None = None) -> Clock | None:
    if number != int(number) or number > 24:
        return None
    return _half(Clock(int(number), half=1 <= number <= 12), meridiem)


def _half(clock: Clock, meridiem: str | None) -> Clock | None:
    """A clock time in the half of the day that is named."""
    if meridiem is None:
        return clock
    if clock.hour > 12 or clock.hour == 0:
        return clock if meridiem == "pm" and clock.hour else None
    return clock._replace(hour=clock.hour % 12 + 12 * (meridiem == "pm"), half=False)


def _hour_minute(hour: float, minute: float, meridiem: str | None = None) -> Clock | None:
    found = _hour(hour, None)
    if found is None or minute != int(minute) or not 0 <= minute <= 59 or hour == 0:
        return None
    return _half(found._replace(minute=int(minute), grain=Grain.MINUTE), meridiem)


def _past(minutes: float, clock: Clock) -> Clock | None:
    if not 0 < minutes < 60 or minutes != int(minutes) or clock.minute:
        return None
    return clock._replace(minute=int(minutes), grain=Grain.MINUTE)


def _to(minutes: float, clock: Clock) -> Clock | None:
    if not 0 < minutes < 60 or minutes != int(minutes) or clock.minute:
        return None
    hour = (clock.hour - 1) % 24 if not clock.half else (clock.hour - 2) % 12 + 1
    return clock._replace(hour=hour, minute=60 - int(minutes), grain=Grain.MINUTE)


def _in_part(clock: Clock, part: Part) -> Time | None:
    """'3 in the morning': the clock time in the half of the day that the part lies in."""
    found = cycles.clock(clock)
    return together(cycles.part_of_day(part), found) if found else None


_NOON, _MIDNIGHT = Clock(12), Clock(0)


# --- amounts ---


def _amount(count: Count | float, grain: Grain) -> Amount | None:
    return amounts.amount(count if isinstance(count, Count) else exactly(count), grain)


def _and_a_half(number: float, grain: Grain) -> Amount | None:
    return _amount(number + 0.5, grain)


# --- dates ---


def _month_day(month: int, day: float) -> Time | None:
    return cycles.month_day(month, int(day)) if day == int(day) and day <= 31 else None


def _date(year: int | float, month: int, day: float) -> Time | None:
    if day != int(day) or not 1 <= day <= 31 or year != int(year):
        return None
    return cycles.date(int(year), month, int(day))


def _short_date(month: int, day: float, year: float) -> Time | None:
    return cycles.short_date(int(year), month, int(day)) if 32 <= year <= 99 and day == int(day) else None


def _ad(number: float) -> Time | None:
    return cycles.year(int(number)) if number == int(number) and number >= 1 else None


def _bc(*_: object) -> str:
    return "a year before Christ is not dated: only the years 1 to 9998 are"


def _step(count: int, time: Time) -> Time | None:
    return steps.cycle_step(time, count) if isinstance(time, Cycle) else None


def _step_unit(count: int, grain: Grain) -> Time | None:
    return steps.unit_step(grain, count)


def _nth(number: int, inner: Time, outer: Time) -> Time | None:
    return steps.nth(number, inner, outer) if isinstance(inner, Cycle) else None


def _nth_last(number: int, inner: Time, outer: Time) -> Time | None:
    return _nth(-number, inner, outer)


def _last_of(step: int, inner: Time, outer: Time) -> Time | None:
    return _nth(-1, inner, outer) if step == -1 else None


def _weekday_of_week(weekday: int, week: tuple[int, Grain]) -> Time | None:
    count, grain = week
    return steps.in_week(cycles.weekday(weekday), count, strict=True) if grain is Grain.WEEK else None


def _periods(step: int, count: Count | float, grain: Grain) -> Time | None:
    number = count.number if isinstance(count, Count) else count
    if step == 0 or number != int(number):
        return None
    return amounts.units_away(int(number), grain, step)


def _told(time: Once) -> Once:
    """What follows something told before, when the verb is in the past: no date then."""
    return Once(time.grain, time.fixes, lambda said: NONE if said.prefer == "past" else time.at(said))


def _business(sign: int, count: float) -> Time | None:
    """The next so many days from Monday to Friday, in one stretch."""
    if not sign or not 1 <= count <= 100 or count != int(count):
        return None
    near, far = amounts.business_days(1, sign), amounts.business_days(int(count), sign)
    return _range(near, far) if sign > 0 else _range(far, near)


def _weekdays_away(number: float, weekday: int, sign: int) -> Time | None:
    if not 1 <= number <= 60 or number != int(number):
        return None
    return steps.cycle_step(cycles.weekday(weekday), sign * int(number))


def _part_of(time: Time, part: Part) -> Time | None:
    return together(time, cycles.part_of_day(part)) if time.grain == Grain.DAY else None


_HALVES = {"am": Part(0, 12, 0, 12), "pm": Part(12, 24, 12, 24)}


def _half_day(time: Time, half: str) -> Time | None:
    return _part_of(time, _HALVES[half]) if time.grain is Grain.DAY else None


_DAY_EDGES = {"start": Part(0, 9, 0, 12), "end": Part(18, 24, 12, 30), "early": Part(0, 9, 0, 12), "mid": Part(9, 15, 8, 18), "late": Part(18, 24, 12, 30)}


def _edge_of_day(name: str, time: Time) -> Time | None:
    """'late Thursday' is its evening; 'early Tuesday morning' is that morning."""
    if time.part is not None and time.grain == Grain.PART_OF_DAY:
        return time
    return _part_of(time, _DAY_EDGES[name]) if name in _DAY_EDGES else None


def _part_step(count: int, part: Part) -> Time | None:
    """'this morning' and 'last night'; 'the next evening' may follow something told."""
    if count == 0:
        return steps.part_today(part)
    if count == 1:
        return _told(steps.part_today(part, 1))
    return steps.part_today(part, -1) if part.start >= 18 else None


def _range(first: Time, last: Time) -> Time | None:
    return ranges.between(first, last)


def _days_of_month(month: int, first: float, last: float, year: float | None = None) -> Time | None:
    if year is None:
        start, end = _month_day(month, first), _month_day(month, last)
    else:
        start, end = _date(year, month, first), _date(year, month, last)
    return _range(start, end) if start and end and first < last else None


def _days_in(time: Time, first: float, last: float) -> Time | None:
    """'4 to 22 next month': two days of a month that is named by its distance."""
    low, high = (cycles.day_of_month(int(each)) if each == int(each) else None for each in (first, last))
    if time.grain is not Grain.MONTH or not low or not high or first >= last:
        return None
    start, end = together(time, low), together(time, high)
    return _range(start, end) if start and end else None


def _months_of_year(first: int, last: int, year: float) -> Time | None:
    start, end = cycles.year_month(int(year), first), cycles.year_month(int(year), last)
    return _range(start, end) if start and end and first < last else None


def _clocks(first: Clock, last: Clock) -> tuple[Clock, Clock] | None:
    """Two ends of a stretch of clock time; the half of the day of one settles that of the other.

    If neither says it, both are left open.
    """
    if first.half and not last.half:
        same = first.hour % 12 + 12 * (last.hour >= 12)
        later = (same, first.minute) >= (last.hour if last.hour else 24, last.minute)
        first = first._replace(hour=(same + 12) % 24 if later else same, half=False)
    elif last.half and not first.half:
        hour = last.hour % 12 + 12 * (first.hour >= 12)
        last = last._replace(hour=(hour + 12) % 24 if (hour, last.minute) <= first[:2] else hour, half=False)
    return first, last


def _by_day(first: Clock, last: Clock) -> tuple[Clock, Clock]:
    """Two clock times that leave the half of the day open start between seven in the morning and six in the evening."""
    if not (first.half and last.half):
        return first, last
    hour = first.hour if 7 <= first.hour <= 12 else first.hour + 12
    return _clocks(first._replace(hour=hour, half=False), last) or (first, last)


def _in_part_of_day(first: Clock, last: Clock, part: Part) -> tuple[Clock, Clock]:
    """The same in a part of the day that is named: 'tonight from 7 to 9'."""
    if not first.half:
        return first, last
    later = not part.from_hour <= first.hour % 12 < part.to_hour
    return _clocks(first._replace(hour=first.hour % 12 + 12 * later, half=False), last) or (first, last)


def _clock_range(clocks: tuple[Clock, Clock] | None) -> Time | None:
    if clocks is None:
        return None
    first, last = (cycles.clock(each) for each in _by_day(*clocks))
    return _range(first, last) if first and last else None


def _clock_range_on(time: Time, clocks: tuple[Clock, Clock]) -> Time | None:
    pair = _by_day(*clocks) if time.part is None else _in_part_of_day(*clocks, time.part)
    first, last = (cycles.clock(each) for each in pair)
    day = time if time.part is None else time.day
    return ranges.in_time(day, first, last) if first and last and day else None


def _clock_numbers(first: float, last: Clock) -> tuple[Clock, Clock] | None:
    start = _hour(first)
    return _clocks(start, last) if start else None


def _number_clocks(first: Clock, last: float) -> tuple[Clock, Clock] | None:
    end = _hour(last)
    return _clocks(first, end) if end else None


def _duration_range(time: Time, length: Amount) -> Time:
    return amounts.stretch(time, length)


def _ages(tens: str) -> Time | None:
    low = {"teens": 13, "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70,
           "eighties": 80, "nineties": 90}[tens]  # fmt: skip
    return cycles.aged(low, low + (7 if tens == "teens" else 10))


def _aged(number: float) -> Time | None:
    return cycles.aged(int(number), int(number) + 1) if number == int(number) and 1 <= number <= 120 else None


_DECADES = {"noughties": 0} | {word: tens for tens, word in zip(range(20, 100, 10), (
    "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"), strict=True)}  # fmt: skip

TO = "to|-|~|till|til|untill|until|through|thru|and|/"
DASH = "to|-|~|till|til|untill|until|through|thru"
IN = "in|at|during|for|@|around|about|sometime|approximately|throughout"

_NUMBER_RULES = (
    Rule("count", "NUM", exactly, gives="COUNT", cost=0.1),
    Rule("more", "COUNT more|full|whole|long", lambda count: count, gives="COUNT", cost=0.1, examples=("in 2 more minutes",)),
    Rule("number_half", "NUM and a|an half UNIT|UNITS", _and_a_half, gives="AMOUNT", examples=("two and a half hours",)),
    Rule("spoken_year", "NUM NUM", _spoken_year, gives="SPOKENYEAR"),
    Rule("thousand", "NUM thousand and? NUM?", lambda n, m: 1000 * n + (m or 0) if n in (1, 2) and (m or 0) < 100 else None, gives="SPOKENYEAR"),
    Rule("hundred", "NUM hundred and? NUM?", lambda n, m: 100 * n + (m or 0) if 11 <= n <= 20 and (m or 0) < 100 else None, gives="SPOKENYEAR"),
    Rule("spoken_zero", "NUM oh|zero NUM", lambda n, m: 100 * n + m if 11 <= n <= 20 and 1 <= m <= 9 else None, gives="SPOKENYEAR"),
    Rule("spoken", "SPOKENYEAR", lambda year: year, gives="YEAR"),
    Rule("ordinal_day", "ORD", lambda number: number if number <= 31 else None, gives="DOM"),
    Rule("number_day", "NUM", lambda number: int(number) if number == int(number) and 1 <= number <= 31 else None, gives="DOM", cost=0.3),
)  # fmt: skip

_AMOUNT_RULES = (
    Rule("amount", "COUNT UNIT|UNITS", _amount, ("three weeks",), gives="AMOUNT"),
    Rule("unit_half", "COUNT UNIT|UNITS and a half", lambda count, grain: _and_a_half(count.number, grain), ("an hour and a half",), gives="AMOUNT"),
    Rule("fortnight", "COUNT? fortnight|fortnights", lambda count: amounts.amount(exactly(2 * (count.number if count else 1)), Grain.WEEK), ("a fortnight",), gives="AMOUNT"),
    Rule("amounts", "AMOUNT ,? and? AMOUNT", amounts.added, ("2 weeks 3 days", "1 hour, 5 minutes, and 30 seconds"), gives="AMOUNT"),
    Rule("about", "about|around|roughly|approximately|almost|nearly|~|exactly|some|only|just ~? AMOUNT", lambda length: length, gives="AMOUNT", cost=0.2),
    Rule("duration", "for|over|during? the? AMOUNT", lambda length: length, ("for three weeks", "5 days"), gives="DURATION", cost=3),
    Rule("in_future", "AMOUNT in the future", lambda length: amounts.away(length, 1), ("4 weeks in the future",)),
    Rule("within_from", "within|less than? AMOUNT from|after|of NOW|today", lambda length, _: amounts.within(length, 1), ("within 2 weeks from today",)),
    Rule("stretch_starting", "AMOUNT starting|beginning from|on|at? TIME", lambda length, time: _duration_range(time, length), ("3 days starting from next Monday",)),
    Rule("business_in", "in? NUM business|working|work UNITS from|after? NOW?", lambda n, unit, _: amounts.business_days(int(n), 1) if unit is Grain.DAY and 1 <= n <= 100 else None, ("in four business days",), cost=1.5),
    Rule("business_ago", "NUM business|working|work UNITS ago", lambda n, unit: amounts.business_days(int(n), -1) if unit is Grain.DAY and 1 <= n <= 100 else None, ("three working days ago",)),
    Rule("weekday_away", "WEEKDAY ,? AMOUNT from NOW|today", lambda day, length, _: steps.weekday_near(cycles.weekday(day), amounts.away(length, 1)), ("Monday two weeks from now",)),
    Rule("away_weekday", "in AMOUNT ,? on WEEKDAY", lambda length, day: steps.weekday_near(cycles.weekday(day), amounts.away(length, 1)), ("in 3 days on Friday",)),
    Rule("ago", "AMOUNT ago|back|earlier|before|previously", lambda length: amounts.away(length, -1), ("three weeks ago", "15 minutes earlier")),
    Rule("ago_now", "AMOUNT before now", lambda length: amounts.away(length, -1), ("two days before now",)),
    Rule("hence", "AMOUNT hence|out|away", lambda length: amounts.away(length, 1), ("a week hence",)),
    Rule("later", "AMOUNT later|after|afterwards", lambda length: amounts.away(length, 1, told=True), ("25 minutes later",)),
    Rule("from_now", "AMOUNT from NOW", lambda length, _: amounts.away(length, 1), ("two weeks from now",)),
    Rule("in_amount", "in AMOUNT", lambda length: amounts.away(length, 1), ("in five days",)),
    Rule("in_primes", "in PRIMES", lambda length: amounts.away(length, 1), ("in 15'",)),
    Rule("in_amount_time", "in AMOUNT time", lambda length: amounts.away(length, 1), ("in two weeks time",)),
    Rule("within", "within the? next? AMOUNT", lambda length: amounts.within(length, 1), ("within two weeks",)),
    Rule("after_amount", "after AMOUNT", lambda length: amounts.away(length, 1, told=True), ("after a year",), cost=1.5),
    Rule("plus", "+ AMOUNT", lambda length: amounts.away(length, 1), ("+15 minutes",)),
    Rule("minus", "- AMOUNT", lambda length: amounts.away(length, -1), ("-2 hours",), latent=True),
    Rule("after_time", "AMOUNT after|from|past|following TIME", lambda length, time: amounts.from_time(length, 1, time), ("two weeks after Easter",)),
    Rule("before_time", "AMOUNT before|prior to? TIME", lambda length, time: amounts.from_time(length, -1, time), ("two days before yesterday",)),
    Rule("time_plus", "TIME + AMOUNT", lambda time, length: amounts.from_time(length, 1, time), ("tomorrow + 2 hours",)),
    Rule("time_minus", "TIME - AMOUNT", lambda time, length: amounts.from_time(length, -1, time), ("2023-12-29 - 10 days",), cost=2),
    Rule("for_amount", "from|starting? from? TIME ,? for AMOUNT", _duration_range, ("from 18th Dec for 10 days",)),
    Rule("for_amount_from", "for AMOUNT|PRIMES ,? starting? from|on|at TIME", lambda length, time: _duration_range(time, length), ("for 10 days from 18th Dec",)),
    Rule("weekdays_ago", "NUM WEEKDAY|DAYS ago|back", lambda number, day: _weekdays_away(number, day, -1), ("two thursdays ago",)),
    Rule("weekdays_on", "NUM WEEKDAY|DAYS from NOW", lambda number, day, _: _weekdays_away(number, day, 1), ("3 fridays from now",)),
)  # fmt: skip

_CLOCK_RULES = (
    Rule("hour_half", "NUM MERIDIEM", _hour, ("3pm",), gives="CLOCK"),
    Rule("clock_half", "CLOCK|HHMM MERIDIEM", _half, ("3:15 pm",), gives="CLOCK"),
    Rule("words_half", "NUM NUM MERIDIEM", _hour_minute, ("ten thirty am",), gives="CLOCK"),
    Rule("oclock", "NUM oclock MERIDIEM?", _hour, ("three o'clock",), gives="CLOCK"),
    Rule("ish", "NUM ish MERIDIEM?", _hour, ("3ish pm",), gives="CLOCK"),
    Rule("clock_ish", "CLOCK|HHMM ish|approximately|exactly|sharp|or so?", lambda clock: clock, gives="CLOCK", cost=0.2),
    Rule("noon", "the? noon|midday|noontime", lambda: _NOON, ("noon",), gives="CLOCK"),
    Rule("mid_day", "mid day", lambda: _NOON, gives="CLOCK"),
    Rule("midnight", "midnight", lambda: _MIDNIGHT, ("midnight",), gives="CLOCK"),
    Rule("half_past", "half past? CLOCK|NUM", lambda clock: _past(30, clock) if isinstance(clock, Clock) else _past(30, _hour(clock) or Clock(0, 1)), ("half past three",), gives="CLOCK"),
    Rule("past", "NUM past|after CLOCK", _past, ("20 past 3pm",), gives="CLOCK"),
    Rule("minutes_past", "NUM minutes|minute|min|mins past|after|from CLOCK", _past, ("20 minutes past 3pm",), gives="CLOCK"),
    Rule("past_number", "NUM minutes|minute|min|mins? past NUM", lambda m, h: _past(m, _hour(h) or Clock(0, 1)), ("ten past eight",), gives="CLOCK"),
    Rule("to", "NUM minutes|minute? to|before|of|til|till CLOCK", _to, ("20 to 2pm",), gives="CLOCK"),
    Rule("to_number", "NUM minutes|minute? to NUM oclock?", lambda m, h: _to(m, _hour(h) or Clock(0, 1)), ("ten to eight",), gives="CLOCK", cost=2.5),
    Rule("quarter_past", "a? quarter past|after|from CLOCK", lambda clock: _past(15, clock), ("a quarter past 3pm",), gives="CLOCK"),
    Rule("quarter_past_number", "a? quarter past NUM", lambda h: _past(15, _hour(h) or Clock(0, 1)), gives="CLOCK"),
    Rule("quarter_to", "a? quarter to|before|of|til|till CLOCK", lambda clock: _to(15, clock), ("a quarter to noon",), gives="CLOCK"),
    Rule("quarter_to_number", "a? quarter to NUM", lambda h: _to(15, _hour(h) or Clock(0, 1)), gives="CLOCK"),
    Rule("clock", "CLOCK", cycles.clock, same=True, cost=0.2),
    Rule("about_clock", "around|about|approximately HHMM", cycles.clock, ("around 1030",)),
    Rule("at_hour", "at|@ about|around? NUM", lambda number: cycles.clock(c) if (c := _hour(number)) else None, ("at 3",), hidden=1, cost=1.5),
    Rule("at_joined", "at|@ HHMM", cycles.clock, ("at 1030",), hidden=1),
    Rule("at_words", "at|@ NUM NUM", lambda h, m: cycles.clock(c) if (c := _hour_minute(h, m)) else None, ("at three twenty",), hidden=1),
    Rule("at_ish", "at|@ HHMM ish", cycles.clock, hidden=1),
    Rule("in_part", "CLOCK in|at the? PART", _in_part, ("3:15 in the afternoon",)),
    Rule("number_in_part", "NUM in|at the? PART", lambda n, part: _in_part(c, part) if (c := _hour(n)) else None, ("3 in the morning",)),
    Rule("joined_in_part", "at? HHMM in the PART", _in_part, ("at 730 in the evening",)),
    Rule("part_at", "in? the? PART at|@ NUM", lambda part, n: _in_part(c, part) if (c := _hour(n)) else None, ("in the evening at eight",)),
    Rule("number_part_today", "NUM ,? TONIGHT", lambda n, part: together(steps.part_today(part), k) if (c := _hour(n)) and (k := cycles.clock(c)) else None, ("8 tonight",)),
    Rule("number_this_part", "NUM ,? this PART", lambda n, part: together(steps.part_today(part), k) if (c := _hour(n)) and (k := cycles.clock(c)) else None, ("8 this evening",)),
    Rule("number_day_part", "NUM DAYWORD PART", lambda n, day, part: together(_part_of(steps.day_step(day), part), k) if (c := _hour(n)) and (k := cycles.clock(c)) else None, ("9 tomorrow morning",)),
    Rule("number_dayword", "NUM DAYWORD", lambda n, day: together(steps.day_step(day), k) if (c := _hour(n)) and (k := cycles.clock(c)) else None, ("9 tomorrow",), cost=2.5),
    Rule("part_number", "TIME at|around|about? NUM", lambda time, n: together(time, k) if time.part and (c := _hour(n)) and (k := cycles.clock(c)) else None, ("this morning 10",), cost=1.5),
    Rule("zone", "TIME (? ZONE )?", in_zone, ("4pm CET",), cost=0.5),
    Rule("zone_on", "CLOCK ZONE ,|on|of? TIME", lambda clock, zone, time: in_zone(together(time, k), zone) if (k := cycles.clock(clock)) else None, ("10:30 PST tomorrow",)),
)  # fmt: skip

_DATE_RULES = (
    Rule("weekday", "WEEKDAY", cycles.weekday, ("Friday",), same=True, cost=0.2),
    Rule("month", "MONTH", cycles.month, ("March",), same=True, cost=0.2),
    Rule("in_month", "in|during MONTH", cycles.month, ("in May",), cost=0.3, hidden=1),
    Rule("month_sign_day", "MONTH -|/|. DOM", _month_day, ("Oct-2", "October. 2"), cost=1.2),
    Rule("month_sign_day_year", "MONTH -|/|. DOM -|/|,|. YEAR", lambda m, d, y: _date(y, m, d), ("Sep-23-2020",)),
    Rule("day_dot_month", "DOM . MONTH", lambda day, month: _month_day(month, day), ("16. Nov",)),
    Rule("day_dot_month_year", "DOM . MONTH .? YEAR", lambda d, m, y: _date(y, m, d), ("16. Nov. 2016",)),
    Rule("month_short_year", "MONTH of NUM", lambda m, y: together(cycles.short_years(int(y)), c) if 32 <= y <= 99 and y == int(y) and (c := cycles.month(m)) else None, ("April of 87",), cost=1.3),
    Rule("month_day", "MONTH ,? the? DOM", _month_day, ("March 3", "February the 15th")),
    Rule("day_month", "the? DOM of|day of? MONTH", lambda day, month: _month_day(month, day), ("the 3rd of March",), hidden=0),
    Rule("day_month_short", "DOM -|/? MONTH", lambda day, month: _month_day(month, day), ("14 April",)),
    Rule("month_day_year", "MONTH ,? the? DOM ,? of? YEAR", lambda m, d, y: _date(y, m, d), ("March 3rd, 2015",)),
    Rule("day_month_year", "the? DOM of|-|/? MONTH ,|-|/|of? YEAR", lambda d, m, y: _date(y, m, d), ("3 March 2015", "31-Oct-1974")),
    Rule("month_day_short_year", "MONTH the? DOM ,? NUM", _short_date, ("Aug 9, 96",), cost=1.2),
    Rule("day_month_short_year", "the? DOM of|-|/? MONTH ,|-|/? NUM", lambda d, m, y: _short_date(m, d, y), ("31-Oct-74",), cost=1.2),
    Rule("ordinal_month_year", "ORD MONTH NUM", lambda d, m, y: cycles.short_date(int(y), m, d) if 0 <= y <= 31 else None, ("14th April 15",), cost=1.5),
    Rule("year_month_day", "YEAR -|/|,? MONTH -|/|,? the? DOM", _date, ("2012/Aug/10", "2018 March 18")),
    Rule("month_year", "MONTH ,|-|/|of? YEAR", lambda m, y: cycles.year_month(int(y), m), ("October 2014",)),
    Rule("year_month", "YEAR MONTH", lambda y, m: cycles.year_month(int(y), m), ("2014 October",)),
    Rule("year", "YEAR", cycles.year, ("2019",), latent=True, cost=0.4),
    Rule("in_year", "in|during|the|year the? year? YEAR", cycles.year, ("in 2014",), hidden=1, cost=0.4),
    Rule("bc", "c|ca|circa|about|around? .? NUM|YEAR bc|bce", _bc, ("44 BC",), gives="REFUSED"),
    Rule("bc_dots", "c|ca|circa? .? NUM|YEAR b . c .?", _bc, ("44 B.C.",), gives="REFUSED"),
    Rule("negative_year", "- NUM - NUM - NUM", _bc, ("-0043-03-15",), gives="REFUSED"),
    Rule("bc_date", "MONTH|WEEKDAY NUM ,? NUM bc|bce", _bc, ("March 15, 44 BC",), gives="REFUSED"),
    Rule("ad", "in? NUM|YEAR ad|ce", _ad, ("2014 AD",)),
    Rule("ad_dots", "in? NUM|YEAR a . d .?", _ad, ("14 A.D.",)),
    Rule("ad_date", "DOM MONTH NUM|YEAR ad|ce", lambda d, m, y: _date(y, m, d), ("10 August 88 AD",)),
    Rule("ad_date_us", "MONTH DOM ,? NUM|YEAR ad|ce", lambda m, d, y: _date(y, m, d), ("August 10, 88 AD",)),
    Rule("buddhist", "DOM MONTH YEAR be", lambda d, m, y: _date(y - 543, m, d), ("10 August 2555 BE",)),
    Rule("buddhist_us", "MONTH DOM YEAR be", lambda m, d, y: _date(y - 543, m, d), ("August 10 2555 BE",)),
    Rule("bare_day", "ORD", cycles.day_of_month, ("29th",), gives="ALONE", latent=True, cost=1.5),
    Rule("day_clock", "the? ORD at|, CLOCK", lambda n, clock: together(d, k) if (d := cycles.day_of_month(n)) and (k := cycles.clock(clock)) else None, ("5th at 4 a.m.",)),
    Rule("the_number", "the NUM", lambda n: cycles.day_of_month(int(n)) if n == int(n) else None, ("the 27",), gives="ALONE", latent=True, cost=1.5),
    Rule("year_word", "the? year NUM", lambda n: _ad(n), ("year 247",), gives="ALONE", latent=True, cost=1.5),
    Rule("week_number", "week NUM", lambda n: cycles.week_number(int(n)), ("week 31",), keeps=True, latent=True),
    Rule("week_number_year", "week NUM of|in|,? TIME", lambda n, time: together(time, w) if isinstance(time, Once) and time.grain is Grain.YEAR and (w := cycles.week_number(int(n))) else None, ("week 3 of 2027", "week 27 of last year")),
    Rule("calendar_year", "calendar|cy year? YEAR", lambda y: cycles.year(int(y)), ("calendar year 2008",)),
    Rule("calendar_step", "STEP calendar UNIT", _step_unit, ("this calendar year",)),
    Rule("the_day", "the ORD", lambda n: cycles.day_of_month(n), ("the 15th",), keeps=True),
    Rule("on_the_day", "on the ORD", lambda n: cycles.day_of_month(n), ("on the first",), hidden=1),
    Rule("weekday_day", "WEEKDAY the? ORD", lambda w, n: together(cycles.weekday(w), d) if (d := cycles.day_of_month(n)) else None, ("Tuesday the 19th",)),
    Rule("ides", "the? ides of MONTH", lambda m: _month_day(m, 15 if m in (3, 5, 7, 10) else 13), ("the ides of March",)),
    Rule("quarter_ordinal", "the? ORD -? quarter|qtr", cycles.quarter, ("third quarter",)),
    Rule("half_ordinal", "the? ORD half of TIME", lambda n, time: together(time, h) if (h := cycles.half_year(n)) else None, ("the first half of 2019",)),
    Rule("decade_word", "the? DECADE", cycles.decade_of_century, ("the nineties",)),
    Rule("decade_spoken", "the? NUM -? DECADE", lambda n, tens: cycles.years(100 * n + tens, 10, Grain.DECADE) if 11 <= n <= 20 else None, ("the nineteen seventies",)),
    Rule("century", "the? ORD century", lambda n: cycles.years(100 * n - 100, 100, Grain.CENTURY) if 2 <= n <= 90 else None, ("the 19th century",)),
    Rule("fiscal", "fiscal|financial year? YEAR", lambda y: cycles.fiscal_year(int(y)), ("fiscal year 2023",)),
    Rule("fiscal_quarter", "QUARTER ,|of? fiscal|financial year? YEAR", lambda q, y: cycles.fiscal_quarter(int(y), q), ("Q2 fiscal 2024",), cost=0.5),
    Rule("fiscal_quarter_name", "QUARTER ,|of? FISCAL", lambda q, y: cycles.fiscal_quarter(y, q), ("Q2 FY2024",)),
    Rule("fiscal_name", "FISCAL", cycles.fiscal_year, ("FY2023",), cost=0.2),
    Rule("fiscal_step", "STEP fiscal|financial year", lambda step: cycles.fiscal_year_step(step), ("last fiscal year",)),
    Rule("quarter", "QUARTER", cycles.quarter, ("Q3",), cost=0.2),
    Rule("season", "SEASON", cycles.season, ("summer",), same=True, cost=0.2),
    Rule("the_season", "the SEASON", cycles.season, ("the summer",), cost=0.4, latent=True),
    Rule("in_season", "in|during|over|for|by the? SEASON", cycles.season, ("in the summer",), cost=0.4, hidden=1),
    Rule("season_year", "SEASON of? YEAR", lambda s, y: together(cycles.year(int(y)), cycles.season(s)), ("summer 2019",)),
    Rule("any_season", "STEP ANYSEASON", lambda step, _: steps.cycle_step(cycles.any_season(), step), ("this season",)),
    Rule("weekend", "the? WEEKEND", lambda _: cycles.weekend(), ("the weekend",), cost=0.3),
    Rule("long_weekend", "TIME WEEKEND", lambda time, _: steps.long_weekend(time) if time.grain == Grain.DAY else None, ("Labor Day weekend",)),
    Rule("festival", "FESTIVAL", cycles.festival, ("Christmas",), same=True, cost=0.1),
    Rule("festival_day", "FESTIVAL day", cycles.festival, cost=0.3),
    Rule("age_decade", "in his|her|their|my AGE", _ages, ("in her twenties",)),
    Rule("aged", "at the? age of NUM", _aged, ("at the age of 12",)),
    Rule("when_aged", "when i|he|she|they was|were NUM", _aged, ("when she was 12",), latent=True),
)  # fmt: skip

_RELATIVE_RULES = (
    Rule("day_word", "DAYWORD", steps.day_step, ("yesterday",), cost=0.1),
    Rule("now", "NOW", lambda _: steps.now(), ("now",), cost=0.1),
    Rule("this_time", "at this time", lambda: steps.day_step(0), cost=0.5),
    Rule("unit_step", "STEP UNIT", _step_unit, ("last week", "this month", "next year")),
    Rule("coming_unit", "COMING UNIT", lambda _, unit: steps.unit_step(unit, 1), ("the coming week",)),
    Rule("following_unit", "FOLLOWING UNIT", lambda _, unit: _told(steps.unit_step(unit, 1)), ("the following week",)),
    Rule("following", "FOLLOWING TIME", lambda _, time: _told(steps.coming(time)) if isinstance(time, Cycle) else None, ("the following Friday",)),
    Rule("coming", "COMING TIME", lambda _, time: steps.coming(time) if isinstance(time, Cycle) else None, ("the upcoming Friday",), cost=0.9),
    Rule("week_after_next", "the? UNIT after the? next", lambda grain: steps.unit_step(grain, 2), ("the week after next",)),
    Rule("week_before_last", "the? UNIT before the? last", lambda grain: steps.unit_step(grain, -2), ("the week before last",)),
    Rule("weekday_after_next", "the? WEEKDAY after next", lambda day: steps.cycle_step(cycles.weekday(day), 2), ("Friday after next",)),
    Rule("weekday_before_last", "the? WEEKDAY before last", lambda day: steps.cycle_step(cycles.weekday(day), -2), ("the Friday before last",)),
    Rule("weekend_after_next", "the? WEEKEND after the? next", lambda _: steps.cycle_step(cycles.weekend(), 2), ("the weekend after next",)),
    Rule("month_after_next", "MONTH after next", lambda m: steps.cycle_step(cycles.month(m), 2), ("March after next",)),
    Rule("weekday_part_week", "WEEKDAY PART ,|of|in? WEEKSTEP", lambda day, part, week: _part_of(found, part) if (found := _weekday_of_week(day, week)) else None, ("Wednesday evening next week",)),
    Rule("weekday_week", "WEEKDAY ,|of|in|from? WEEKSTEP", _weekday_of_week, ("Wednesday of next week", "Sunday from last week")),
    Rule("week_weekday", "WEEKSTEP WEEKDAY", lambda week, day: _weekday_of_week(day, week), ("last week's Sunday",)),
    Rule("week_step", "STEP week", lambda step: (step, Grain.WEEK), gives="WEEKSTEP"),
    Rule("next_week_step", "FOLLOWING|COMING week", lambda _: (1, Grain.WEEK), gives="WEEKSTEP"),
    Rule("cycle_step", "STEP TIME", _step, ("last Friday", "next March", "this summer"), cost=0.9),
    Rule("unit_on", "TIME week", lambda time: amounts.from_time(Amount(days=7, grain=Grain.DAY), 1, time) if time.grain == Grain.DAY else None, ("Monday week",), latent=True),
    Rule("tonight", "TONIGHT", lambda part: steps.part_today(part), ("tonight",), cost=0.2),
    Rule("part_step", "STEP late? PART", _part_step, ("this morning", "last night")),
    Rule("late_part_step", "late STEP night", lambda step: steps.part_today(TONIGHT["late tonight"], min(step, 0)), ("late last night",)),
    Rule("part", "in|during|at? the? PART", lambda part: cycles.part_of_day(part), ("in the afternoon",), latent=True, cost=0.6),
    Rule("the_part", "in|during the PART", lambda part: cycles.part_of_day(part), ("in the afternoon",), cost=0.5, hidden=1),
    Rule("time_part", "TIME ,? in|on|at|early|late? the? PART", _part_of, ("Monday morning", "yesterday in the evening")),
    Rule("time_early_part", "TIME early in the PART", _part_of, ("Monday early in the morning",)),
    Rule("in_part_of", "in? the? PART of|on|,? TIME", lambda part, time: _part_of(time, part), ("in the early-morning Tuesday",), cost=1.3),
    Rule("time_half", "TIME MERIDIEM", lambda time, half: _half_day(time, half), ("Tuesday AM", "tomorrow pm")),
    Rule("part_of", "the? PART of|on TIME", lambda part, time: _part_of(time, part), ("the morning of the 15th",)),
    Rule("periods", "STEP COUNT UNIT|UNITS", _periods, ("the last two weeks", "next 3 months")),
    Rule("following_periods", "FOLLOWING COUNT UNIT|UNITS", lambda _, count, unit: _periods(1, count, unit), ("following 2 quarters",)),
    Rule("counted_periods", "NUM STEP UNITS", lambda n, step, unit: _periods(step, n, unit), ("5 past years",)),
    Rule("fortnight_step", "STEP fortnight", lambda step: _periods(step, exactly(2), Grain.WEEK), ("past fortnight",)),
    Rule("to_date", "UNIT to date", lambda unit: steps.so_far(steps.unit_step(unit, 0), later=False) if unit > Grain.DAY else None, ("year to date",)),
    Rule("work_week", "STEP working|work|business week", lambda step: steps.first_units(5, Grain.DAY, steps.unit_step(Grain.WEEK, step)), ("this working week",)),
    Rule("workweek", "STEP workweek", lambda step: steps.first_units(5, Grain.DAY, steps.unit_step(Grain.WEEK, step)), ("next workweek",)),
    Rule("business_periods", "STEP NUM business|working|work UNITS", lambda step, n, unit: _business(step, n) if unit is Grain.DAY else None, ("next 4 business days",)),
    Rule("past_unit", "over|during|within|in the? past|last UNIT", lambda unit: amounts.within(l, -1) if unit >= Grain.DAY and (l := amounts.amount(exactly(1), unit)) else None, ("over the past year",), cost=0.8),
    Rule("past_amount", "over|during|for|in|within the? past|last AMOUNT", lambda length: amounts.within(length, -1) if length.grain < Grain.DAY else None, ("in the last 2 hours",), cost=1.2),
    Rule("nth_of", "the? ORD TIME of|in the? TIME", _nth, ("the third Tuesday of September 2014",)),
    Rule("nth_unit_of", "the? ORD UNIT of|in the? TIME", lambda n, unit, time: _nth(n, cycles.units(unit), time), ("the first week of October 2014",)),
    Rule("last_of", "the? STEP TIME of|in the? TIME", _last_of, ("last Friday of October",), cost=0.8),
    Rule("last_unit_of", "the? STEP UNIT of|in the? TIME", lambda step, unit, time: _last_of(step, cycles.units(unit), time), ("last day of October 2015",), cost=0.8),
    Rule("nth_last_unit_of", "the? ORD last UNIT of|in the? TIME", lambda n, unit, time: _nth_last(n, cycles.units(unit), time), ("third last week of 2018",)),
    Rule("nth_last_of", "the? ORD last TIME of|in the? TIME", _nth_last, ("second last Friday of May",)),
    Rule("this_unit", "the UNIT", lambda unit: steps.unit_step(unit, 0) if unit >= Grain.WEEK else None, gives="THEUNIT", cost=0.4),
    Rule("nth_of_unit", "the? ORD TIME of|in THEUNIT", _nth, ("the first Monday of the month",)),
    Rule("last_unit_of_unit", "the? STEP UNIT of|in THEUNIT", lambda step, unit, time: _last_of(step, cycles.units(unit), time), ("the last day of the month",), cost=0.8),
    Rule("nth_unit_of_unit", "the? ORD UNIT of|in THEUNIT", lambda n, unit, time: _nth(n, cycles.units(unit), time), ("the second week of the month",)),
    Rule("first_units", "the? ORD NUM UNITS of TIME", lambda n, count, unit, time: steps.first_units(count, unit, time) if n == 1 else None, ("the first nine months of 1997",)),
    Rule("last_units", "the? STEP NUM UNITS of TIME", lambda step, count, unit, time: steps.first_units(count, unit, time, last=True) if step == -1 else None, ("the last two weeks of May",), cost=0.8),
    Rule("nth_unit_time", "the? ORD UNIT TIME", lambda n, unit, time: _nth(n, cycles.units(unit), time) if isinstance(time, Once) and unit < time.grain else None, ("the third week next year",), cost=1.3),
    Rule("earlier_in", "earlier in THEUNIT", lambda time: steps.so_far(time, later=False), ("earlier in the week",)),
    Rule("later_in", "later in THEUNIT", lambda time: steps.so_far(time, later=True), ("later in the year",)),
    Rule("earlier_this", "earlier TIME", lambda time: steps.so_far(time, later=False) if isinstance(time, Once) else None, ("earlier this week",)),
    Rule("later_this", "later TIME", lambda time: steps.so_far(time, later=True) if isinstance(time, Once) else None, ("later this year",)),
    Rule("unit_edge", "UNIT - end", lambda unit: steps.edge("end", steps.unit_step(unit, 0)), ("year-end",)),
    Rule("last_of_unit", "the? STEP TIME of|in THEUNIT", _last_of, ("the last Monday of the month",), cost=0.8),
    Rule("day_of_step", "the? DOM of|in TIME", lambda n, time: together(time, d) if time.grain is Grain.MONTH and (d := cycles.day_of_month(int(n))) else None, ("20th of next month",)),
    Rule("day_of_the_step", "the? ORD day? of|in the TIME", lambda n, time: together(time, d) if time.grain is Grain.MONTH and (d := cycles.day_of_month(int(n))) else None, ("20th of the next month",)),
    Rule("nth_after", "the? ORD TIME after|following TIME", lambda n, inner, time: steps.nth_from(n, inner, time, 1) if isinstance(inner, Cycle) else None, ("the third Tuesday after Christmas 2014",)),
    Rule("nth_before", "the? ORD TIME before TIME", lambda n, inner, time: steps.nth_from(n, inner, time, -1) if isinstance(inner, Cycle) else None, ("the second Friday before Easter",)),
    Rule("closest", "the ORD? closest TIME to TIME", lambda n, inner, time: steps.closest(n or 1, inner, time) if isinstance(inner, Cycle) else None, ("the closest Monday to Oct 5th",)),
    Rule("weekend_of", "the? WEEKEND of TIME", lambda _, time: steps.long_weekend(time) if time.grain is Grain.DAY else None, ("the weekend of Halloween",)),
    Rule("month_of", "the? month of TIME", lambda time: steps.holding(Grain.MONTH, time) if time.grain is Grain.DAY else time if time.grain is Grain.MONTH else None, ("the month of May",)),
    Rule("week_from", "the? week|w/c beginning|starting|commencing on? TIME", lambda time: steps.holding(Grain.WEEK, time) if time.grain is Grain.DAY else None, ("the week beginning February 4",)),
    Rule("week_commencing", "w / c TIME", lambda time: steps.holding(Grain.WEEK, time) if time.grain is Grain.DAY else None, ("w/c Feb 4",)),
    Rule("week_of", "the? week of TIME", lambda time: steps.holding(Grain.WEEK, time) if time.grain is Grain.DAY else None, ("the week of October 6th",)),
    Rule("edge", "the? EDGE of|in|-? TIME", steps.edge, ("early March", "the end of 2012")),
    Rule("edge_of_day", "the? EDGE of? the? TIME", lambda name, time: _edge_of_day(name, time), ("late Thursday", "end of tomorrow")),
    Rule("end_of_day", "the? EDGE of the? day", lambda name: _edge_of_day(name, steps.day_step(0)) if name in ("end", "start") else None, ("end of the day",), latent=True),
    Rule("edge_of_unit", "the? EDGE of THEUNIT", steps.edge, ("the end of the month",)),
    Rule("edge_bare", "the? EDGE of UNIT", lambda name, unit: steps.edge(name, steps.unit_step(unit, 0)), ("end of month",)),
    Rule("edge_letters", "the? EDGELETTERS", lambda pair: pair[1] == Grain.DAY and steps.unit_step(Grain.DAY, 0) or steps.edge(pair[0], steps.unit_step(pair[1], 0)), ("EOM",), keeps=True),
    Rule("rest_of", "the? rest|remainder|remaining of? the|my|this? UNIT", lambda unit: steps.rest_of(steps.unit_step(unit, 0)) if unit >= Grain.DAY else None, ("the rest of the week",), cost=0.9),
    Rule("rest_of_step", "the? rest|remainder|remaining of? TIME", steps.rest_of, ("the rest of this year",)),
    Rule("all_unit", "all UNIT", lambda unit: steps.unit_step(unit, 0) if unit >= Grain.WEEK else None, ("all week",)),
    Rule("repeat", "every|each other|ORD|NUM? UNIT|UNITS|WEEKDAY|PART|MONTH|WEEKEND|SEASON", lambda *_: Kind.REPETITION, ("every Friday", "every two weeks"), gives="REPETITION"),
    Rule("repeat_days", "on|most|all? DAYS|weekends|weekdays|weeknights", lambda *_: Kind.REPETITION, ("on Mondays",), gives="REPETITION"),
    Rule("repeat_units", "every|each COUNT UNIT|UNITS", lambda *_: Kind.REPETITION, ("every two weeks",), gives="REPETITION"),
    Rule("repeat_more", "REPETITION at|on|in TIME|PART", lambda first, _: first, gives="REPETITION"),
    Rule("repeat_words", "daily|weekly|monthly|yearly|annually|quarterly|hourly|nightly|biweekly", lambda: Kind.REPETITION, ("weekly",), gives="REPETITION", latent=True),
    Rule("repeat_a", "once|twice a UNIT", lambda _: Kind.REPETITION, ("twice a week",), gives="REPETITION"),
    Rule("repeat_per", "NUM times? a|per|every UNIT", lambda *_: Kind.REPETITION, ("3 times a week",), gives="REPETITION"),
)  # fmt: skip

_RANGE_RULES = (
    Rule("month_days", f"from? MONTH the? DOM {DASH} the? DOM", _days_of_month, ("July 13-15",)),
    Rule("days_month", f"from? the? DOM {DASH} the? DOM of? MONTH", lambda a, b, m: _days_of_month(m, a, b), ("13 to 15 July",)),
    Rule("between_days_month", "between the? DOM and the? DOM of? MONTH", lambda a, b, m: _days_of_month(m, a, b), ("between 13 and 15 July",)),
    Rule("between_month_days", "between MONTH the? DOM and the? DOM", _days_of_month, ("between July 13 and 15",)),
    Rule("month_days_year", f"from? MONTH the? DOM {DASH} the? DOM ,? YEAR", _days_of_month, ("August 10 - 22, 2012",)),
    Rule("days_month_year", f"from? the? DOM {DASH} the? DOM of? MONTH ,? YEAR", lambda a, b, m, y: _days_of_month(m, a, b, y), ("10 - 22 August 2012",)),
    Rule("months_year", f"from? MONTH {DASH} MONTH ,? of? YEAR", _months_of_year, ("May to July 2019",)),
    Rule("days_time", f"from|between? the? DOM {TO} the? DOM of? TIME", lambda a, b, time: _days_in(time, a, b), ("from 4 to 22 this month",), cost=1.2),
    Rule("between_through", "between TIME through|to|-|till|~ TIME", _range, ("between May through July",), cost=0.9),
    Rule("between_month_years", "between MONTH YEAR and YEAR", lambda m, a, b: _range(x, cycles.year(b)) if (x := cycles.year_month(int(a), m)) and a <= b else None, ("between May 2015 and 2018",)),
    Rule("time_span", f"TIME ,? from|between? TIME {TO} TIME", lambda outer, a, b: ranges.in_span(outer, a, b), ("next week from Wednesday to Friday",), cost=1.3),
    Rule("years", f"from|between? YEAR {TO} YEAR", lambda a, b: _range(cycles.year(a), cycles.year(b)) if a < b else None, ("2010-2015",)),
    Rule("short_years", "YEAR - NUM", lambda a, b: _range(cycles.year(a), cycles.year(a - a % 100 + b)) if isinstance(b, int) and a % 100 < b <= 99 else None, ("1998-99",)),
    Rule("range", f"from? TIME {DASH} TIME", _range, ("August 10 - November 12",), cost=1.1),
    Rule("iso_range", "TIME / TIME", lambda a, b: _range(a, b) if isinstance(a, Once) and isinstance(b, Once) else None, ("2015-03-28/2015-03-29",)),
    Rule("between", "in? between TIME and TIME", _range, ("between May and July",), cost=0.9),
    Rule("later_than", "later than TIME but before TIME", _range),
    Rule("clocks", f"from? CLOCK {DASH} CLOCK", _clocks, ("9:30 - 11:00",), gives="CLOCKS"),
    Rule("number_clock", f"from? NUM {DASH} CLOCK", _clock_numbers, ("3-4pm",), gives="CLOCKS"),
    Rule("clock_number", f"from? CLOCK {DASH} NUM", _number_clocks, ("8am until 6",), gives="CLOCKS"),
    Rule("dotted_clocks", f"from|between? HHMM {TO} CLOCK", _clocks, ("9.30-4.30pm",), gives="CLOCKS"),
    Rule("between_clocks", "in? between CLOCK and|-|to CLOCK", _clocks, ("between 9:30 and 11:00",), gives="CLOCKS"),
    Rule("between_number_clock", "in? between NUM and|- CLOCK", _clock_numbers, gives="CLOCKS"),
    Rule("later_clocks", "later than CLOCK but before CLOCK", _clocks, gives="CLOCKS"),
    Rule("numbers_half", f"from NUM {DASH} NUM MERIDIEM", lambda a, b, m: _clock_numbers(a, c) if (c := _hour(b, m)) else None, gives="CLOCKS"),
    Rule("numbers_from", f"from|at|between NUM {TO} NUM", lambda a, b: _clocks(x, y) if (x := _hour(a)) and (y := _hour(b)) else None, gives="CLOCKS", cost=2),
    Rule("numbers_bare", "NUM - NUM", lambda a, b: _clock_range(_clocks(x, y)) if (x := _hour(a)) and (y := _hour(b)) else None, latent=True, cost=2),
    Rule("clock_range", "CLOCKS", _clock_range, same=True, cost=0.3),
    Rule("clock_range_on", "CLOCKS on|of? TIME", lambda clocks, time: _clock_range_on(time, clocks), ("9:30 - 11:00 on Thursday",)),
    Rule("on_clock_range", "TIME ,? CLOCKS", _clock_range_on, ("Thursday from 9:30 to 11:00",)),
    Rule("zoned_range", f"CLOCK ZONE {DASH} CLOCK ZONE", lambda a, z, b, _: in_zone(_clock_range((a, b)), z)),
    Rule("range_zone", "CLOCKS ZONE", lambda clocks, zone: in_zone(_clock_range(clocks), zone), ("9:30 - 11:00 CST",)),
    Rule("ongoing", f"from|since? TIME {DASH} the? now|present|date|current", ranges.since, ("Apr 2017 - present",), gives="SIDE", cost=0.5),
    Rule("from", "from TIME", ranges.since, ("from Monday",), gives="SIDE", cost=0.9, latent=True),
    Rule("since", "since|starting|beginning from|on|in|at? TIME", ranges.since, ("since 2019",), gives="SIDE", cost=0.8),
    Rule("as_of", "as of TIME", ranges.since, gives="SIDE"),
    Rule("ever_since", "ever since TIME", ranges.since, gives="SIDE"),
    Rule("from_on", "from TIME on|onwards|onward", ranges.since, ("from Monday on",), gives="SIDE", cost=0.5),
    Rule("up_to", "up to|until|till the? TIME", ranges.until, ("up to last year",), gives="SIDE", cost=0.8),
    Rule("until", "until|till|til|through|untill|thru the? TIME", ranges.until, ("until last year",), gives="SIDE", cost=0.8),
    Rule("until_now", "until|till|up|to to? NOW", lambda _: ranges.before(steps.now()), ("until now",), gives="SIDE", cost=0.5),
    Rule("before", "before|prior to? TIME", ranges.before, ("before 2019",), gives="SIDE", cost=0.8),
    Rule("earlier_than", "earlier than TIME", ranges.before, gives="SIDE"),
    Rule("after", "after|post TIME", ranges.after, ("after 2023",), gives="SIDE", cost=0.8),
    Rule("later_than_only", "later than TIME", ranges.after, gives="SIDE"),
    Rule("by", "by the? TIME", ranges.by, ("by Friday",), gives="SIDE", cost=0.5),
)  # fmt: skip

_TOGETHER = (
    Rule("together", "TIME TIME", together, ("Friday July 18",), cost=1.0),
    Rule("together_sign", "TIME .|:|∙|·|• TIME", together, ("8:23 AM · Jul 9",), cost=1.3),
    Rule("together_year", "TIME of YEAR", lambda time, y: together(time, cycles.year(int(y))), ("Father's Day of 2015",), cost=1.1),
    Rule("together_on", "TIME on|, the? TIME", together, ("3pm on Sat",), cost=1.05),
    Rule("together_of", "TIME of|in|at|@|for|from the? TIME", together, ("Monday at noon",), cost=1.05, sure=True),
    Rule("together_month", "TIME of|in MONTH", lambda time, number: together(time, m) if (m := cycles.month(number)) else None, cost=1.05),
    Rule("on_time", "on the? TIME", lambda time: time, ("on Sun",), cost=0.3, hidden=1),
    Rule("at_time", f"{IN} the? TIME", lambda time: time, ("at noon",), same=True, cost=0.3, hidden=1, sure=True),
    Rule("the_time", "the TIME", lambda time: time, same=True, cost=0.4, hidden=1),
)


def _edge_letters(letters: str, name: str) -> dict[str, tuple[str, Grain]]:
    units = {"d": Grain.DAY, "w": Grain.WEEK, "m": Grain.MONTH, "q": Grain.QUARTER, "y": Grain.YEAR}
    return {letters + letter: (name, grain) for letter, grain in units.items()}


_MORE_WORDS = (
    Words("FESTIVAL", {name: key for name, key in NAMES.items() if name not in ORDINARY_WORDS}),
    Words("FESTIVAL", {name: key for name, key in NAMES.items() if name in ORDINARY_WORDS}, latent=True),
    Words("EDGELETTERS", _edge_letters("eo", "end")),
    Words("EDGELETTERS", _edge_letters("bo", "start"), latent=True),
    Words("DECADE", _DECADES, latent=True),
    Words("AGE", {word: word for word in ("teens", *_DECADES)}),
)

_FUTURE = re.compile(
    r"\b(?:will|won't|shall|'ll|going to|gonna|plans? to|planning to|intends? to|about to|hopes? to|expects? to|let's|should"
    r"|must|want to|wants to|due|upcoming|tomorrow|next)\b|(?<=[a-z])'ll\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|did|didn't|had|has|went|met|came|saw|got|made|took|said|told|bought|left|began|started|became|lost|won|ran"
    r"|wrote|gave|found|thought|felt|kept|held|heard|read|spent|sold|sent|built|broke|drove|ate|flew|grew|knew|led|paid|rose"
    r"|fell|spoke|stood|taught|woke|wore|ago|used to|last|yesterday|been)\b|\b[a-z]{2,}ed\b",
    re.IGNORECASE,
)


_POSSESSIVE = re.compile(
    r"\b(day|week|month|quarter|year|decade|weekend|today|yesterday|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'s\b"
)


def _fold(text: str) -> str:
    """'Last week's Sunday' is last week, Sunday: two spaces for the ending, so that places stay where they are."""
    return _POSSESSIVE.sub(r"\1  ", text) if "'" in text else text


def tense(sentence: str) -> Prefer | None:
    """Which way the verbs of a sentence look; None where none says, or two disagree."""
    ahead, behind = bool(_FUTURE.search(sentence)), bool(_PAST.search(sentence))
    if ahead == behind:
        return None
    return "future" if ahead else "past"


def _rules() -> Iterable[Rule]:
    yield from (*_NUMBER_RULES, *_AMOUNT_RULES, *_CLOCK_RULES, *_DATE_RULES, *_RELATIVE_RULES, *_RANGE_RULES, *_TOGETHER)


GRAMMAR = Grammar("en", Chart("en", (*WORDS, *_MORE_WORDS), SHAPES, tuple(_rules()), _fold), tense)
