"""What one time in a sentence lends another: the year of 'July and August 2023', the month of '3月5日、6日'.

Two that are joined ('and', a comma) share what only one of them says, in both directions. Further on in a sentence a
date goes on from the one before it: 'hired in March 2018, left in September' is the September that comes next, and so
is the day in '5月28日公布，29日大跌'; not where the verb says that it lies on the other side of now.
"""

from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple, TypeGuard

from tkg.timex.anchored import Anchored, Grain
from tkg.timex.chart import Item
from tkg.timex.choice import readings
from tkg.timex.civil import NoDate, Span, unit
from tkg.timex.grammars import Grammar
from tkg.timex.meaning import Cycle, Field, Once, Said, Time, forward, once, together
from tkg.timex.placing import Words, placed

_DATE = Field.YEAR | Field.MONTH
_LATER = timedelta(days=4 * 366)


class Hit(NamedTuple):
    """An expression found: its answer, the item that it came from, and how it was said."""

    anchored: Anchored
    item: Item
    said: Said


def lent(sentence: str, hits: list[Hit], rules: Grammar) -> list[Anchored]:
    """The answers, where one has taken from another what it leaves out; its `note` says from which."""
    answers = [hit.anchored for hit in hits]
    values = [hit.item.value for hit in hits]
    joined: set[int] = set()
    order = [(at, at + 1) for at in range(len(hits) - 1)]

    def take(giver: int, taker: int, time: Time | None) -> bool:
        anchored = _settled(Words(sentence, answers[taker].span, answers[taker].rule), time, hits[taker].said)
        if anchored is None:
            return False
        answers[taker] = replace(anchored, note=f"together with {answers[giver].text!r}")
        values[taker] = time
        return True

    for giver, taker in [*((after, before) for before, after in reversed(order)), *order]:
        low, high = sorted((giver, taker))
        gap = sentence[answers[low].span[1] : answers[high].span[0]]
        if rules.joins.fullmatch(gap) and take(
            giver, taker, _completed(values[giver], values[taker], hits[giver].said)
        ):
            joined.add(taker)
    for giver, taker in order:
        if taker not in joined:
            take(giver, taker, _next(values[giver], values[taker], hits[giver].said, hits[taker].said))
    return answers


def _settled(words: Words, time: Time | None, said: Said) -> Anchored | None:
    if time is None:
        return None
    try:
        found = readings(time, said)
        return placed(words, found.spans, found.chosen_by, said, time.kind) if found.spans else None
    except NoDate:
        return None


def _completed(giver: object, taker: object, said: Said) -> Time | None:
    """A time with the year, the month or the week of the one beside it, where it has none and the other has."""
    if not isinstance(taker, Cycle) or taker.fixes & Field.YEAR:
        return None
    if _is_day(giver) and taker.period is Grain.MONTH:
        return together(_around(_fixed(giver, said), Grain.MONTH, _DATE), taker)
    if not isinstance(giver, Once):
        return None
    is_date = giver.fixes & Field.YEAR and giver.fixes & Field.MONTH and not giver.fixes & Field.WEEKDAY
    if is_date and taker.fixes & Field.MONTH:
        return together(_around(giver, Grain.YEAR, Field.YEAR), taker)
    if is_date and taker.period is Grain.MONTH and giver.grain <= Grain.MONTH:
        return together(_around(giver, Grain.MONTH, _DATE), taker)
    is_weekday = giver.fixes & Field.WEEK and giver.fixes & Field.WEEKDAY and not giver.fixes & Field.DAY
    if is_weekday and taker.fixes == Field.WEEKDAY:
        return together(_around(giver, Grain.WEEK, Field.YEAR | Field.WEEK), taker)
    return None


def _next(giver: object, taker: object, said: Said, taker_said: Said) -> Time | None:
    """The first of a month or a day that comes back, from a date before it on."""
    if not isinstance(taker, Cycle) or taker.fixes & (Field.YEAR | Field.WEEKDAY) or taker.other is not None:
        return None
    if not isinstance(giver, Once | Cycle):
        return None
    if taker.period is Grain.MONTH and taker.grain is Grain.DAY:
        lends = _is_day(giver) or (giver.grain is Grain.DAY and _has_year(giver, said))
    else:
        lends = bool(taker.fixes & Field.MONTH) and taker.grain <= Grain.MONTH and _has_year(giver, said)
    if not lends:
        return None
    found = _first_from(taker, giver, said)
    if found is None:
        return None
    behind, ahead = found.end <= said.now, found.start > said.now
    if (behind and taker_said.prefer == "future") or (ahead and taker_said.prefer == "past"):
        return None
    return once(taker.grain, taker.fixes | _DATE, lambda _: found)


def _first_from(taker: Cycle, giver: Time, said: Said) -> Span | None:
    """The first span of what comes back that does not start before a time."""
    try:
        spans = readings(giver, said).spans
        start = spans[0].start if spans else None
        return next((span for span in forward(taker, said, start) if span.start >= start), None) if start else None
    except NoDate:
        return None


def _is_day(giver: object) -> TypeGuard[Cycle]:
    """Whether a time names a day of a month that comes back: '5月28日', 'May 28'."""
    if not isinstance(giver, Cycle):
        return False
    return bool(giver.fixes & Field.MONTH and giver.fixes & Field.DAY) and giver.grain is Grain.DAY


def _has_year(giver: object, said: Said) -> TypeGuard[Once]:
    """Whether a time names a month of a year in so many words: it is the same whenever it is said."""
    if not isinstance(giver, Once) or giver.fixes & _DATE != _DATE or giver.grain > Grain.MONTH:
        return False
    try:
        later = replace(said, at=said.at + _LATER, now=said.now + _LATER)
        return giver.at(said).spans[:1] == giver.at(later).spans[:1] != ()
    except (NoDate, OverflowError):
        return False


def _fixed(giver: Cycle, said: Said) -> Once:
    """A day that comes back, as the one that was meant."""
    chosen = readings(giver, said).spans[:1]
    return once(giver.grain, giver.fixes | Field.YEAR, lambda _: chosen[0] if chosen else None)


def _around(giver: Once, grain: Grain, fixes: Field) -> Once:
    """The unit that holds a time."""

    def span(said: Said) -> Span | None:
        spans = giver.at(said).spans
        return unit(spans[0].start, grain, 0, said.conventions.week_start) if spans else None

    return once(grain, fixes, span)
