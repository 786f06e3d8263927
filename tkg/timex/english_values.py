"""What each English rule makes of the words that it matched; the conventions stand in `english`."""

import re

from tkg.timex import grains, relative
from tkg.timex.english_words import MONTHS, NUMBERS, STEPS, WEEKDAYS
from tkg.timex.grammar import Build, Said

Match = re.Match[str]


def _month_number(match: Match, group: str = "month") -> int:
    return MONTHS.index(match[group][:3].lower()) + 1


def _weekday_number(match: Match) -> int:
    return WEEKDAYS.index(match["weekday"][:3].lower())


def _count(match: Match) -> int:
    said = match["count"].lower()
    return NUMBERS[said] if said in NUMBERS else int(said)


def _step(match: Match) -> int:
    return STEPS[match["step"].lower()]


def year(match: Match, said: Said) -> str | None:
    return grains.year(int(match["year"]))


def month(match: Match, said: Said) -> str | None:
    return grains.month(int(match["year"]), _month_number(match))


def day(match: Match, said: Said) -> str | None:
    found = grains.civil(int(match["year"]), _month_number(match), int(match["day"]))
    if found is None or (match["weekday"] and found.weekday() != _weekday_number(match)):
        return None
    return found.isoformat()


def days(match: Match, said: Said) -> str | None:
    year, month = int(match["year"]), _month_number(match)
    return grains.between(grains.day(year, month, int(match["day"])), grains.day(year, month, int(match["last"])))


def months(match: Match, said: Said) -> str | None:
    year = int(match["year"])
    return grains.between(grains.month(year, _month_number(match)), grains.month(year, _month_number(match, "later")))


def day_without_year(match: Match, said: Said) -> str | None:
    value = relative.nearest_day(said.today, _month_number(match), int(match["day"]), said.tense)
    if value and match["weekday"] and grains.weekday(value) != _weekday_number(match):
        return None
    return value


def bare_month(match: Match, said: Said) -> str | None:
    return relative.nearest_month(said.today, _month_number(match), said.tense)


def bare_weekday(match: Match, said: Said) -> str | None:
    return relative.nearest_weekday(said.today, _weekday_number(match), said.tense)


def short_weekday(match: Match, said: Said) -> str | None:
    """'Sun' may be a day, 'sun' is not."""
    return bare_weekday(match, said) if match["weekday"][0].isupper() else None


def stepped_month(match: Match, said: Said) -> str | None:
    number, today = _month_number(match), said.today
    year = relative.stepped_year(today, _step(match), (today.month > number) - (today.month < number))
    return grains.month(year, number) if year else None


def month_of_year(match: Match, said: Said) -> str | None:
    return grains.month(said.today.year + _step(match), _month_number(match))


def day_of_year(match: Match, said: Said) -> str | None:
    return grains.day(said.today.year + _step(match), _month_number(match), int(match["day"]))


def season(match: Match, said: Said) -> str | None:
    return relative.season(int(match["year"]), match["season"].lower().replace("fall", "autumn"))


def season_of_year(match: Match, said: Said) -> str | None:
    return relative.season(said.today.year + _step(match), match["season"].lower().replace("fall", "autumn"))


def stepped_season(match: Match, said: Said) -> str | None:
    return relative.stepped_season(said.today, match["season"].lower().replace("fall", "autumn"), _step(match))


def stepped_unit(match: Match, said: Said) -> str | None:
    return relative.unit_at(said.today, match["unit"].lower(), _step(match))


def beyond(match: Match, said: Said) -> str | None:
    return relative.unit_at(said.today, match["unit"].lower(), -2 if match["side"].lower() == "before last" else 2)


def running_unit(match: Match, said: Said) -> str | None:
    return relative.unit_at(said.today, match["unit"].lower(), 0)


def weekend(match: Match, said: Said) -> str | None:
    step, at_weekend = match["step"].lower(), said.today.weekday() >= 5
    if step == "this":
        return grains.week(said.today, 0, 5, 6) if at_weekend or said.tense != "past" else None
    if step == "next":
        return grains.week(said.today, 1, 5, 6) if at_weekend else None
    return None if at_weekend and step != "last" else grains.week(said.today, -1, 5, 6)


def stepped_weekday(match: Match, said: Said) -> str | None:
    step, weekday, today = match["step"].lower().split()[-1], _weekday_number(match), said.today
    if step in ("last", "past"):
        return grains.before(today, weekday)
    if step == "coming" or (step == "next" and weekday <= today.weekday()):
        return grains.after(today, weekday)
    if step == "next" or (weekday < today.weekday() and said.tense != "past"):
        return None
    return grains.week_day(today, 0, weekday)


def weekday_of_week(match: Match, said: Said) -> str | None:
    return grains.week_day(said.today, _step(match), _weekday_number(match))


_NEAR_DAYS = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1, "before yesterday": -2, "after tomorrow": 2}


def near_day(match: Match, said: Said) -> str | None:
    return grains.shifted_day(said.today, _NEAR_DAYS[" ".join(match["near"].lower().split())])


def last_night(match: Match, said: Said) -> str | None:
    return grains.shifted_day(said.today, -1) if said.reference.hour >= 5 else None


def today(match: Match, said: Said) -> str | None:
    return said.today.isoformat()


def ago(match: Match, said: Said) -> str | None:
    return relative.counted(said.reference, match["unit"].lower(), -_count(match))


def from_now(match: Match, said: Said) -> str | None:
    return relative.counted(said.reference, match["unit"].lower(), _count(match))


def appointment(match: Match, said: Said) -> str | None:
    return from_now(match, said) if said.tense == "future" else None


def half_year_ago(match: Match, said: Said) -> str | None:
    return grains.shifted_month(said.today, -6)


def decade(match: Match, said: Said) -> str | None:
    return grains.between(grains.year(int(match["decade"])), grains.year(int(match["decade"]) + 9))


def short_decade(match: Match, said: Said) -> str | None:
    start = 1900 + int(match["decade"])
    return f"{start}/{start + 9}" if 2000 <= said.today.year < 2050 else None


def deadline(inner: Build) -> Build:
    """The last day of what another build gives."""

    def build(match: Match, said: Said) -> str | None:
        value = inner(match, said)
        return grains.last_of(value) if value else None

    return build


def coming_month(match: Match, said: Said) -> str | None:
    return relative.nearest_month(said.today, _month_number(match), "future")
