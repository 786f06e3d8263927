"""English clock times and stretches of them: half past three, 3-4 pm, tonight from seven to nine.

A clock time that leaves the half of the day open keeps it open as long as it can: a part of the day, the other end of a
stretch, or the reference settles it.
"""

import re

from tkg.timex import cycles, ranges, steps
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule, Shape
from tkg.timex.grammars.en_steps import part_of
from tkg.timex.grammars.en_words import DASH, TO
from tkg.timex.meaning import Clock, Part, Time, together
from tkg.timex.zoned import in_zone

Match = re.Match[str]


def _h_clock(match: Match) -> Clock:
    return Clock(int(match["hour"]), int(match["minute"] or 0), 0, Grain.MINUTE)


def _joined(match: Match) -> Clock:
    hour = int(match["hour"])
    half = 1 <= hour <= 12 and not match["hour"].startswith("0")
    return Clock(hour, int(match["minute"]), 0, Grain.MINUTE, half)


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


def _past(minutes: float, clock: Clock | None) -> Clock | None:
    if clock is None or not 0 < minutes < 60 or minutes != int(minutes) or clock.minute:
        return None
    return clock._replace(minute=int(minutes), grain=Grain.MINUTE)


def _to(minutes: float, clock: Clock | None) -> Clock | None:
    if clock is None or not 0 < minutes < 60 or minutes != int(minutes) or clock.minute:
        return None
    hour = (clock.hour - 1) % 24 if not clock.half else (clock.hour - 2) % 12 + 1
    return clock._replace(hour=hour, minute=60 - int(minutes), grain=Grain.MINUTE)


def hour_of_day(number: float) -> Time | None:
    """A bare hour, in either half of the day."""
    return cycles.clock(_hour(number))


def _in_part(clock: Clock | None, part: Part) -> Time | None:
    """'3 in the morning': the clock time in the half of the day that the part lies in."""
    return together(cycles.part_of_day(part), cycles.clock(clock))


_NOON, _MIDNIGHT = Clock(12), Clock(0)


def _clocks(first: Clock | None, last: Clock | None) -> tuple[Clock, Clock] | None:
    """Two ends of a stretch of clock time; the half of the day of one settles that of the other.

    If neither says it, both are left open.
    """
    if first is None or last is None:
        return None
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
    return ranges.between(first, last) if first and last else None


def _clock_range_on(time: Time, clocks: tuple[Clock, Clock]) -> Time | None:
    pair = _by_day(*clocks) if time.part is None else _in_part_of_day(*clocks, time.part)
    first, last = (cycles.clock(each) for each in pair)
    day = time if time.part is None else time.day
    return ranges.in_time(day, first, last) if first and last and day else None


def _hours_on(time: Time, first: float, last: float) -> Time | None:
    """'Monday 3-8': two bare hours of a day that is named."""
    clocks = _clocks(_hour(first), _hour(last)) if first < 13 and last < 13 else None
    return _clock_range_on(time, clocks) if clocks and time.grain <= Grain.DAY else None


def _hours_before(first: float, last: float, time: Time) -> Time | None:
    """'6-8 next Monday', '9-5 on Friday'; '3-1 on Sunday' is a score."""
    return _hours_on(time, first, last) if first < last or (first >= 8 and last <= 6) else None


def _clock_numbers(first: float, last: Clock | None) -> tuple[Clock, Clock] | None:
    return _clocks(_hour(first), last)


def _number_clocks(first: Clock, last: float) -> tuple[Clock, Clock] | None:
    return _clocks(first, _hour(last))


CLOCK_RULES = (
    Rule("hour_half", "NUM MERIDIEM", _hour, ("3pm",), gives="CLOCK"),
    Rule("clock_half", "CLOCK|HHMM|DOTTED MERIDIEM", _half, ("3:15 pm",), gives="CLOCK"),
    Rule("words_half", "NUM NUM MERIDIEM", _hour_minute, ("ten thirty am",), gives="CLOCK"),
    Rule("oclock", "NUM oclock MERIDIEM?", _hour, ("three o'clock",), gives="CLOCK"),
    Rule("ish", "NUM ish MERIDIEM?", _hour, ("3ish pm",), gives="CLOCK"),
    Rule(
        "clock_ish", "CLOCK|HHMM|DOTTED ish|approximately|exactly|sharp", lambda clock: clock, gives="CLOCK", cost=0.2
    ),
    Rule("noon", "12? the? noon|midday|noontime|noonish", lambda: _NOON, ("noon",), gives="CLOCK"),
    Rule("mid_day", "mid day", lambda: _NOON, gives="CLOCK"),
    Rule("midnight", "12? midnight", lambda: _MIDNIGHT, ("midnight",), gives="CLOCK"),
    Rule(
        "half_past",
        "half past? CLOCK|NUM",
        lambda clock: _past(30, clock) if isinstance(clock, Clock) else _past(30, _hour(clock)),
        ("half past three",),
        gives="CLOCK",
    ),
    Rule("past", "NUM past|after CLOCK", _past, ("20 past 3pm",), gives="CLOCK"),
    Rule(
        "minutes_past",
        "NUM minutes|minute|min|mins past|after|from CLOCK",
        _past,
        ("20 minutes past 3pm",),
        gives="CLOCK",
    ),
    Rule(
        "past_number",
        "NUM minutes|minute|min|mins? past NUM",
        lambda m, h: _past(m, _hour(h)),
        ("ten past eight",),
        gives="CLOCK",
    ),
    Rule("to", "NUM minutes|minute? to|before|of|til|till CLOCK", _to, ("20 to 2pm",), gives="CLOCK"),
    Rule(
        "to_number",
        "NUM minutes|minute? to NUM oclock?",
        lambda m, h: _to(m, _hour(h)) if m % 5 == 0 else None,
        ("ten to eight",),
        gives="CLOCK",
        cost=2.5,
        latent=True,
    ),
    Rule(
        "quarter_past",
        "a? quarter past|after|from CLOCK",
        lambda clock: _past(15, clock),
        ("a quarter past 3pm",),
        gives="CLOCK",
    ),
    Rule("quarter_past_number", "a? quarter past NUM", lambda h: _past(15, _hour(h)), gives="CLOCK"),
    Rule(
        "quarter_to",
        "a? quarter to|before|of|til|till CLOCK",
        lambda clock: _to(15, clock),
        ("a quarter to noon",),
        gives="CLOCK",
    ),
    Rule("quarter_to_number", "a? quarter to NUM", lambda h: _to(15, _hour(h)), gives="CLOCK"),
    Rule("clock", "CLOCK", cycles.clock, same=True, cost=0.2),
    Rule("at_clock", "at|@|around|about|approximately CLOCK", cycles.clock, ("at 3:30",), cost=0.4, hidden=1),
    Rule("hours", "at? HHMM|DOTTED hours|hrs", cycles.clock, ("at 0900 hours",)),
    Rule(
        "joined_day",
        "HHMM|DOTTED DAYWORD",
        lambda clock, day: together(steps.day_step(day), cycles.clock(clock)),
        ("0800 tomorrow",),
    ),
    Rule("joined_zone", "HHMM|DOTTED ZONE", lambda clock, zone: in_zone(cycles.clock(clock), zone), ("1800 GMT",)),
    Rule(
        "joined_zone_on",
        "HHMM|DOTTED ZONE ,|on|of? TIME",
        lambda clock, zone, time: in_zone(together(time, cycles.clock(clock)), zone),
        ("1800 GMT on Friday",),
    ),
    Rule("about_clock", "around|about|approximately HHMM|DOTTED", cycles.clock, ("around 1030",)),
    Rule(
        "at_hour",
        "at|@ about|around? NUM",
        lambda number: hour_of_day(number) if number <= 12 else None,
        ("at 3",),
        cost=1.5,
    ),
    Rule("at_joined", "at|@ HHMM|DOTTED", cycles.clock, ("at 1030",)),
    Rule(
        "at_words",
        "at|@ NUM NUM",
        lambda h, m: cycles.clock(_hour_minute(h, m)),
        ("at three twenty",),
    ),
    Rule("at_ish", "at|@ HHMM|DOTTED ish", cycles.clock, hidden=1),
    Rule("in_part", "CLOCK in|at the? PART", _in_part, ("3:15 in the afternoon",)),
    Rule(
        "number_in_part",
        "NUM in|at the? PART",
        lambda n, part: _in_part(_hour(n), part),
        ("3 in the morning",),
    ),
    Rule("joined_in_part", "at? HHMM|DOTTED in the PART", _in_part, ("at 730 in the evening",)),
    Rule(
        "part_at",
        "in? the? PART at|@ NUM",
        lambda part, n: _in_part(_hour(n), part),
        ("in the evening at eight",),
    ),
    Rule(
        "number_part_today",
        "NUM ,? TONIGHT",
        lambda n, part: together(steps.part_today(part), hour_of_day(n)),
        ("8 tonight",),
    ),
    Rule(
        "number_this_part",
        "NUM ,? this PART",
        lambda n, part: together(steps.part_today(part), hour_of_day(n)),
        ("8 this evening",),
    ),
    Rule(
        "number_day_part",
        "NUM DAYWORD PART",
        lambda n, day, part: together(part_of(steps.day_step(day), part), hour_of_day(n)),
        ("9 tomorrow morning",),
    ),
    Rule(
        "number_dayword",
        "NUM DAYWORD",
        lambda n, day: together(steps.day_step(day), hour_of_day(n)),
        ("9 tomorrow",),
        cost=2.5,
    ),
    Rule(
        "part_number",
        "TIME at|around|about? NUM",
        lambda time, n: together(time, hour_of_day(n)) if time.part else None,
        ("this morning 10",),
        cost=1.5,
    ),
    Rule(
        "about_hour",
        "TIME around|about NUM",
        lambda time, n: together(time, hour_of_day(n)) if time.grain is Grain.DAY else None,
        ("Friday around 4",),
        cost=1.5,
    ),
    Rule(
        "spoken_part",
        "NUM -? NUM TIME",
        lambda h, m, time: together(time, cycles.clock(_hour_minute(h, m))) if time.part and m >= 10 else None,
        ("five-thirty tomorrow evening",),
        cost=1.5,
    ),
    Rule("zone", "TIME (? ZONE )?", in_zone, ("4pm CET",), cost=0.5),
    Rule(
        "zone_on",
        "CLOCK ZONE ,|on|of? TIME",
        lambda clock, zone, time: in_zone(together(time, cycles.clock(clock)), zone),
        ("10:30 PST tomorrow",),
    ),
)


CLOCK_RANGES = (
    Rule(
        "open_hours",
        f"WEEKDAY {DASH} WEEKDAY ,|from? CLOCKS",
        lambda *_: Kind.REPETITION,
        ("Mon-Fri 9:00-17:00",),
        gives="REPETITION",
        cost=0.2,
    ),
    Rule("sign_clock_range", "TIME ·|•|∙ CLOCKS", _clock_range_on, ("Fri, Jun 20 · 7:00 - 9:00 PM",)),
    Rule("clocks", f"from? CLOCK {DASH} CLOCK", _clocks, ("9:30 - 11:00",), gives="CLOCKS"),
    Rule("number_clock", f"from? NUM {DASH} CLOCK", _clock_numbers, ("3-4pm",), gives="CLOCKS"),
    Rule("clock_number", f"from? CLOCK {DASH} NUM", _number_clocks, ("8am until 6",), gives="CLOCKS"),
    Rule("dotted_clocks", f"from|between? DOTTED {TO} CLOCK", _clocks, ("9.30-4.30pm",), gives="CLOCKS"),
    Rule("between_clocks", "in? between CLOCK and|-|to CLOCK", _clocks, ("between 9:30 and 11:00",), gives="CLOCKS"),
    Rule("between_number_clock", "in? between NUM and|- CLOCK", _clock_numbers, gives="CLOCKS"),
    Rule("later_clocks", "later than CLOCK but before CLOCK", _clocks, gives="CLOCKS"),
    Rule(
        "numbers_half",
        f"from NUM {DASH} NUM MERIDIEM",
        lambda a, b, m: _clock_numbers(a, _hour(b, m)),
        gives="CLOCKS",
    ),
    Rule(
        "numbers_from",
        f"from|at|between NUM {TO} NUM",
        lambda a, b: _clocks(_hour(a), _hour(b)),
        gives="CLOCKS",
        cost=2,
        latent=True,
    ),
    Rule(
        "numbers_bare",
        "NUM - NUM",
        lambda a, b: _clock_range(_clocks(_hour(a), _hour(b))),
        latent=True,
        cost=2,
    ),
    Rule("clock_range", "CLOCKS", _clock_range, same=True, cost=0.3),
    Rule(
        "clock_range_on",
        "CLOCKS on|of? TIME",
        lambda clocks, time: _clock_range_on(time, clocks),
        ("9:30 - 11:00 on Thursday",),
    ),
    Rule(
        "on_hours",
        f"TIME ,? NUM {DASH} NUM",
        lambda time, a, b: _hours_on(time, a, b),
        ("Monday 3-8",),
        cost=2,
    ),
    Rule("hours_on", f"NUM {DASH} NUM TIME", _hours_before, ("6-8 next Monday",), cost=2),
    Rule("on_clock_range", "TIME ,? CLOCKS", _clock_range_on, ("Thursday from 9:30 to 11:00",)),
    Rule("zoned_range", f"CLOCK ZONE {DASH} CLOCK ZONE", lambda a, z, b, _: in_zone(_clock_range((a, b)), z)),
    Rule("range_zone", "CLOCKS ZONE", lambda clocks, zone: in_zone(_clock_range(clocks), zone), ("9:30 - 11:00 CST",)),
)


SHAPES = (
    Shape(
        "offset",
        re.compile(r"(?<=\s)(?P<sign>[+-])(?P<hours>0[0-9]|1[0-4])(?P<minutes>00|15|30|45)\b"),
        lambda m: (1 if m["sign"] == "+" else -1) * (60 * int(m["hours"]) + int(m["minutes"])),
        gives="ZONE",
    ),
    Shape(
        "hour_minute",
        re.compile(r"(?P<hour>[01]?[0-9]|2[0-4])h(?P<minute>[0-5][0-9])\b"),
        lambda m: _h_clock(m),
        gives="CLOCK",
    ),
    Shape(
        "hour_h",
        re.compile(r"(?P<hour>[01]?[0-9]|2[0-4])h\b"),
        lambda m: Clock(int(m["hour"]), grain=Grain.MINUTE),
        gives="CLOCK",
        cost=1.7,
    ),
    Shape(
        "joined_clock",
        re.compile(r"(?P<hour>[01]?[0-9]|2[0-4])(?P<minute>[0-5][0-9])(?![0-9:.])"),
        lambda m: _joined(m),
        gives="HHMM",
    ),
    Shape(
        "dotted_clock",
        re.compile(r"(?P<hour>[01]?[0-9]|2[0-4])\.(?P<minute>[0-5][0-9])(?![0-9.])"),
        lambda m: _joined(m),
        gives="DOTTED",
    ),
)
