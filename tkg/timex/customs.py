"""Times that hang on a custom which the words do not name: fiscal years and the ages of somebody.

They have a date only if the conventions say how it is with whoever the words are about; otherwise they say what is
missing (`NoDate`).
"""

from tkg.timex.anchored import Grain, Kind
from tkg.timex.civil import NoDate, Span, civil, step
from tkg.timex.meaning import Field, Once, Said, once

WHOLE_QUARTER = Field.YEAR | Field.QUARTER | Field.SEASON


def fiscal_year(number: int) -> Once:
    """A fiscal year by its name; no date unless it is known when such a year starts and what it is named after."""
    return once(Grain.YEAR, Field.YEAR, lambda said: fiscal_span(number, said), kind=Kind.PERIOD)


def fiscal_quarter(number: int, quarter_number: int) -> Once | None:
    if not 1 <= quarter_number <= 4:
        return None

    def span(said: Said) -> Span | None:
        whole = fiscal_span(number, said)
        if whole is None:
            return None
        start = step(whole.start, Grain.MONTH, 3 * (quarter_number - 1))
        return Span(start, step(start, Grain.MONTH, 3), Grain.QUARTER)

    return once(Grain.QUARTER, WHOLE_QUARTER, span)


def fiscal_span(number: int, said: Said) -> Span | None:
    first_month, named = _fiscal(said)
    first_year = number if named == "start" or first_month == 1 else number - 1
    start = civil(first_year, first_month)
    return Span(start, step(start, Grain.YEAR, 1), Grain.YEAR) if start else None


def _fiscal(said: Said) -> tuple[int, str]:
    if said.conventions.fiscal_year is None:
        raise NoDate("a fiscal year is dated only if the conventions say when it starts (`fiscal_year`)")
    return said.conventions.fiscal_year


def fiscal_year_now(said: Said) -> int:
    """The name of the fiscal year that is running."""
    first_month, named = _fiscal(said)
    began = said.now.year - (said.now.month < first_month)
    return began + (named == "end" and first_month != 1)


def fiscal_year_step(count: int) -> Once:
    """The fiscal year that lies so many after the running one."""

    def span(said: Said) -> Span | None:
        return fiscal_span(fiscal_year_now(said) + count, said)

    return once(Grain.YEAR, Field.YEAR, span, kind=Kind.PERIOD)


def aged(low: int, high: int) -> Once:
    """The years in which somebody was from `low` to below `high` years old; no date unless the birth date is known."""

    def span(said: Said) -> Span | None:
        born = said.conventions.born
        if born is None:
            raise NoDate("an age is dated only if the conventions give the birth date (`born`)")
        day = civil(born.year, born.month, born.day)
        if day is None:
            return None
        start = step(day, Grain.YEAR, low)
        return Span(start, step(start, Grain.YEAR, high - low), Grain.YEAR)

    return once(Grain.YEAR, WHOLE_QUARTER | Field.MONTH, span, kind=Kind.PERIOD)
