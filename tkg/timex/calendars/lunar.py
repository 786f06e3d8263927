"""The Chinese lunar calendar and the twenty-four solar terms.

Both come from `lunar_python` (MIT), which computes new moons and the sun's longitude astronomically, in China's time,
with the months that were really proclaimed where history departs from the computation. `lunardate` would do for the
months, but it is under the GPL, ends in 2099 and differs by a day in four months of its range (1978, 2057).

The calendar answers from 1645, when the present rules came into force, to 2199, as far as the moon is safely foretold.
"""

from datetime import date as civil
from functools import lru_cache

FIRST_YEAR = 1645
LAST_YEAR = 2199

# In the order of the solar year, as the calendar writes them; the first of them falls early in January.
_TERMS = "小寒大寒立春雨水惊蛰春分清明谷雨立夏小满芒种夏至小暑大暑立秋处暑白露秋分寒露霜降立冬小雪大雪冬至"
SOLAR_TERMS = tuple(_TERMS[start : start + 2] for start in range(0, len(_TERMS), 2))
_NOON_BEFORE_DAY_ONE = 1721425  # the Julian day that ends at noon of the day whose ordinal is 0


@lru_cache(maxsize=1024)
def date(year: int, month: int, day: int, leap: bool = False) -> civil | None:
    """The civil date of a day of the lunar year `year`, None where that year has no such day.

    The lunar year bears the number of the Gregorian year in which it begins, so its twelfth month mostly lies in the
    next one. `leap` asks for the intercalary month that follows the month of the same number.
    """
    months = _months(year)
    found = months.get((month, leap))
    if found is None:
        return None
    first, length = found
    return civil.fromordinal(first + day - 1) if 1 <= day <= length else None


@lru_cache(maxsize=256)
def solar_term(year: int, name: str) -> civil | None:
    """The day on which the solar term `name` (one of `SOLAR_TERMS`) begins in China, in a Gregorian year."""
    if not FIRST_YEAR < year <= LAST_YEAR or name not in SOLAR_TERMS:
        return None
    from lunar_python import Lunar

    # The year's table runs from the December before: the last term of its own December has a name of its own there.
    term = Lunar.fromYmd(year, 1, 1).getJieQiTable()["DONG_ZHI" if name == "冬至" else name]
    return civil(term.getYear(), term.getMonth(), term.getDay())


@lru_cache(maxsize=256)
def _months(year: int) -> dict[tuple[int, bool], tuple[int, int]]:
    """The months of a lunar year by number and whether intercalary: the ordinal of the first day, and the length."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return {}
    from lunar_python import LunarYear

    return {
        (abs(month.getMonth()), month.getMonth() < 0): (
            int(month.getFirstJulianDay()) - _NOON_BEFORE_DAY_ONE,
            month.getDayCount(),
        )
        for month in LunarYear(year).getMonths()
        if month.getYear() == year
    }
