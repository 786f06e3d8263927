"""When festivals fall: the days of a key in a year, as half-open civil intervals.

A *key* names a festival in no language ('easter', 'mid_autumn'). Three tables of rules hold them, by where the date
comes from: `civil_days` (law and custom), `sacred_days` (religious calendars) and `chinese_days`. A festival that
takes longer than a day is its whole period. A year of which nothing is known has no days: there is no estimate.

Conventions. Jewish days begin with the evening before, and the civil day of that evening is the one that counts: Yom
Kippur 2018 is 18 September, Passover is [30 March, 8 April), from the eve through the last day kept outside Israel.
Hanukkah is its eight evenings. Islamic days are the daylight day of the Umm al-Qura calendar, the Night of Power the
day of 27 Ramadan; the fast of Ramadan runs until Eid. Indian days are those of India. Both may be a day earlier or
later elsewhere: `DIFFER_BY_PLACE` has their keys. Days are the ones that are kept, not a Monday in lieu.
"""

from datetime import MAXYEAR, MINYEAR
from functools import lru_cache

from tkg.timex.calendars import chinese_days, civil_days, sacred_days
from tkg.timex.calendars.rules import Interval, Rule

RULES: dict[str, Rule] = {**civil_days.RULES, **sacred_days.RULES, **chinese_days.RULES}
KEYS = frozenset(RULES)
DIFFER_BY_PLACE = sacred_days.DIFFER_BY_PLACE


@lru_cache(maxsize=16384)
def days(key: str, year: int) -> tuple[Interval, ...]:
    """The intervals of a festival that start in a Gregorian year, in order; naive datetimes, the end exclusive.

    Empty where the festival has no known day in that year; two where a lunar year is short enough. Raises KeyError for
    a key that is not in `KEYS`.
    """
    rule = RULES[key]
    # A lunar year's last month, and the eve of a first of January, lie in another year than the one they count in. The
    # calendar's own first and last year are left out, where a festival could run over its edge.
    counted = range(max(year - 1, MINYEAR + 1), min(year + 1, MAXYEAR - 1) + 1)
    return tuple(sorted({found for origin in counted for found in rule(origin) if found[0].year == year}))
