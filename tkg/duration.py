"""A length of time, in ISO 8601: `P180D`, `P1Y6M`, `PT36H`.

Years and months are counted on the calendar, days and what is shorter as elapsed time. So a length is three integers,
months, days and seconds, which are not converted into each other; weeks are days and years are months, and written the
other way round a length has one text.
"""

import re
from datetime import timedelta
from typing import NamedTuple

from tkg.errors import BadTime
from tkg.intervals import MAX, MIN, microseconds, moment

_SECOND_US = 1_000_000
_DAY_S = 86_400
_ISO = re.compile(
    r"P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", re.ASCII
)
_LONGEST = 9_999 * 366 * _DAY_S
_HINT = "write ISO 8601 (P180D, P6M, PT36H), or words that are exact (180 days, half a year, 半年)"


class Duration(NamedTuple):
    """So many months by the calendar, then days and seconds."""

    months: int = 0
    days: int = 0
    seconds: int = 0

    @property
    def text(self) -> str:
        """The one text of this length: years and months, days, hours, minutes and seconds, without those that are 0."""
        years, months = divmod(self.months, 12)
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        date = "".join(f"{count}{unit}" for count, unit in ((years, "Y"), (months, "M"), (self.days, "D")) if count)
        time = "".join(f"{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if count)
        return f"P{date}{'T' if time else ''}{time}"

    def after(self, at_us: int) -> int:
        """The instant that lies so long after one, in UTC; of the end of January and a month the end of February.

        Both infinities stay, and what lies beyond the calendar is no end.
        """
        if at_us in (MIN, MAX):
            return at_us
        if self.months:
            from tkg.timex.civil import OutOfCalendar, shift

            start = moment(at_us)
            try:
                at_us = microseconds(shift(start, months=self.months))
            except OutOfCalendar:
                return MAX
        return min(at_us + (self.days * _DAY_S + self.seconds) * _SECOND_US, MAX)


def duration(given: object) -> Duration:
    """A length of time: text in ISO 8601, words for an exact one in English or Chinese, a timedelta of whole seconds.

    Raises BadTime for anything else, and for no time at all.
    """
    if isinstance(given, timedelta):
        found = None if given.microseconds else Duration(0, given.days, given.seconds)
    elif isinstance(given, str):
        found = _written(given.strip())
    else:
        raise BadTime(f"{given!r} is a {type(given).__name__}, not a length of time: {_HINT}")
    if found is None:
        raise BadTime(f"{given!r} is not a length of time that is exact to the second: {_HINT}")
    if not 0 < (found.months * 31 + found.days) * _DAY_S + found.seconds <= _LONGEST:
        raise BadTime(f"{given!r} is no length of time, or longer than time is counted: {_HINT}")
    return found


def _written(text: str) -> Duration | None:
    iso = _ISO.fullmatch(text)
    if iso is not None:
        years, months, weeks, days, hours, minutes, seconds = (int(count or 0) for count in iso.groups())
        return Duration(12 * years + months, 7 * weeks + days, 3600 * hours + 60 * minutes + seconds)
    # What is recorded is in ISO 8601, and reading it needs none of this.
    from tkg.timex.lengths import length

    amount = length(text)
    return None if amount is None else Duration(amount.months, amount.days, amount.seconds)
