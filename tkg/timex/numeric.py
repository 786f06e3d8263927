"""Dates in digits, the same in every language: ISO 8601, year first, and day and month in an order that must show.

- ISO 8601 (`2023-11-08`, `2023-11`, `20231108`, with a time and an offset) is read as ISO whatever the language. A
  time without an offset is in the zone of the message. Year first with slashes or dots means the same.
- `14/03/2021` and `03/14/2021` show their order, `03/04/2021` does not: None, as one text alone never settles it.
- Two years with a dash are a period. `2010-12` is the ISO month, not a period of years.
"""

import re
from datetime import date, datetime

from tkg.timex import grains
from tkg.timex.grammar import Rule, Said

_YEAR = r"(?P<year>[0-9]{4})"
_MONTH = r"(?P<month>1[0-2]|0[1-9])"
_DAY = r"(?P<day>3[01]|[12][0-9]|0[1-9])"
_TIME = r"(?P<hour>[01][0-9]|2[0-3]):?(?P<minute>[0-5][0-9])(?::?(?P<second>[0-5][0-9])(?:[.,][0-9]{1,9})?)?"
_ZONE = r"(?P<zone>Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?"


def _pattern(body: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![0-9A-Za-z_.,/:#$€£¥+-])(?:{body})(?![0-9A-Za-z_%]|[./:,-][0-9])")


def _day(match: re.Match[str], said: Said) -> str | None:
    return grains.day(int(match["year"]), int(match["month"]), int(match["day"]))


def _month(match: re.Match[str], said: Said) -> str | None:
    return grains.month(int(match["year"]), int(match["month"]))


def _instant(match: re.Match[str], said: Said) -> str | None:
    value = _day(match, said)
    if value is None:
        return None
    if match["zone"] is None:
        time = int(match["hour"]), int(match["minute"])
        return grains.at_clock(value, *time, said.reference, int(match["second"] or 0))
    zone = "+00:00" if match["zone"] == "Z" else match["zone"]
    clock = f"{match['hour']}:{match['minute']}:{match['second'] or '00'}"
    return datetime.fromisoformat(f"{value}T{clock}{zone}").isoformat()


def _shown_order(match: re.Match[str], said: Said) -> str | None:
    year, first, second = int(match["year"]), int(match["first"]), int(match["second"])
    readings = {
        date(year, month, day) for month, day in ((first, second), (second, first)) if _exists(year, month, day)
    }
    return readings.pop().isoformat() if len(readings) == 1 else None


def _exists(year: int, month: int, day: int) -> bool:
    return grains.civil(year, month, day) is not None


def _years(match: re.Match[str], said: Said) -> str | None:
    return grains.between(grains.year(int(match["year"])), grains.year(int(match["end"])))


def _never(match: re.Match[str]) -> bool:
    """Eight digits in running text are as often a number of something."""
    return False


RULES = (
    Rule("iso_instant", _pattern(rf"{_YEAR}-{_MONTH}-{_DAY}[T ]{_TIME}{_ZONE}"), _instant),
    Rule("iso_day", _pattern(rf"{_YEAR}(?P<dash>[-/.]){_MONTH}(?P=dash){_DAY}"), _day),
    Rule(
        "loose_day",
        _pattern(
            r"(?P<year>[12][0-9]{3})(?P<dash>[-/.])(?P<month>1[0-2]|[1-9])(?P=dash)(?P<day>3[01]|[12][0-9]|[1-9])"
        ),
        _day,
    ),
    Rule("iso_month", _pattern(r"(?P<year>[12][0-9]{3})-(?P<month>1[0-2]|0[1-9])"), _month),
    Rule("slash_month", _pattern(r"(?P<year>[12][0-9]{3})/(?P<month>1[0-2]|0[1-9])"), _month),
    Rule("compact_day", _pattern(rf"(?P<year>[12][0-9]{{3}}){_MONTH}{_DAY}"), _day, accept=_never),
    Rule(
        "shown_order",
        _pattern(r"(?P<first>[0-9]{1,2})(?P<dash>[-/.])(?P<second>[0-9]{1,2})(?P=dash)(?P<year>[12][0-9]{3})"),
        _shown_order,
    ),
    Rule(
        "years", _pattern(r"(?P<year>1[5-9][0-9]{2}|20[0-9]{2})\s?[-–—]\s?(?P<end>1[5-9][0-9]{2}|20[0-9]{2})"), _years
    ),
)


def resolve(text: str, said: Said) -> str | None:
    """What a text of digits means in any language."""
    for rule in RULES:
        match = rule.pattern.fullmatch(text)
        if match:
            return rule.build(match, said)
    return None
