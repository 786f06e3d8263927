"""Which span of a cycle somebody meant: the direction that they look in, and what is left open.

`prefer` says it: the latest one that is over or running for "past", the next one for "future", the closest one for
"nearest". Without it the convention is the one of news and chat: a bare weekday is today's or the latest, a month, a
date or a festival the closest, a clock time or a part of the day today's. That is a default and no knowledge, so the
result says so and names the other reading.
"""

from datetime import datetime, timedelta

from tkg.timex.anchored import Grain, Prefer
from tkg.timex.civil import Span, floor, step
from tkg.timex.meaning import DAYTIME, NONE, Cycle, Field, Once, Readings, Said, Time, backward, by_day, forward

_FAR_AND_RARE = timedelta(days=550)
_FAR = timedelta(days=1500)  # what comes once in four years, and no festival long before its table begins


def readings(time: Time, said: Said) -> Readings:
    """What a meaning is for whoever speaks; without spans where the words do not settle any."""
    return time.at(said) if isinstance(time, Once) else occurrence(time, said)


def occurrence(cycle: Cycle, said: Said) -> Readings:
    """The span of a cycle that is meant, and the others that could be."""
    if cycle.halves and said.prefer is None:
        hours = by_day(list(cycle.cell(floor(said.now, Grain.DAY), said)), cycle.grain)
        return Readings(tuple(hours), DAYTIME if len(hours) > 1 else f"default: prefer is not given, {_default(cycle)}")
    if cycle.other is None:
        return _one(cycle, said)
    found, other = _one(cycle, said), _one(cycle.other, said)
    asked = said.conventions.date_order
    by = f"date_order={asked}" if asked else cycle.other_by
    return Readings(found.spans + other.spans, by if found.spans else other.chosen_by)


def _one(cycle: Cycle, said: Said) -> Readings:
    running, before, after = around(cycle, said, said.now)
    if cycle.rare:
        closest = _nearest(said.now, [span for span in (running, before, after) if span])
        return Readings((closest,)) if closest and abs(closest.start - said.now) < _FAR_AND_RARE else NONE
    chosen = _chosen(cycle, said, running, before, after)
    if chosen is None or abs(chosen.start - said.now) > _FAR:
        return NONE
    other = before if chosen.start > said.now else after
    if chosen is running:
        other = before if said.prefer == "past" else after
    rest = (other,) if other and other is not chosen else ()
    by = f"{said.prefer_by}={said.prefer}" if said.prefer else f"default: prefer is not given, {_default(cycle)}"
    if chosen is running and cycle.grain is Grain.DAY and said.prefer in ("past", "nearest"):
        by = "default: today is one too"
    return Readings((chosen, *rest), by if rest else None)


def around(cycle: Cycle, said: Said, at: datetime) -> tuple[Span | None, Span | None, Span | None]:
    """The span that holds a time, the last one before it and the first one after it."""
    running = after = None
    for span in forward(cycle, said, at):
        if span.start > at:
            after = span
            break
        running = running or span
    before = next((span for span in backward(cycle, said, at) if span.end <= at), None)
    return running, before, after


def _chosen(cycle: Cycle, said: Said, running: Span | None, before: Span | None, after: Span | None) -> Span | None:
    direction: Prefer | None = said.prefer
    if direction == "future":
        # 'Tuesday' said on a Tuesday about what is to come is not today, which has a name of its own.
        # Nor is one o'clock when it is past one.
        today = cycle.fixes == Field.WEEKDAY or bool(cycle.fixes & Field.CLOCK)
        return after if running is None or today else running
    if direction != "past" and cycle.period is Grain.DAY and cycle.grain < Grain.DAY:
        tonight = step(floor(said.now, Grain.DAY), Grain.DAY, 1)
        near = [span for span in (after, before) if span and floor(said.now, Grain.DAY) <= span.start <= tonight]
        return running or _nearest(said.now, near)
    if direction is None and cycle.grain < Grain.DAY and after and after.start.date() == said.now.date():
        return running or after  # 'Wednesday at 3pm', said on a Wednesday at noon
    if direction == "past" or (direction is None and cycle.fixes & Field.WEEKDAY and cycle.period is Grain.WEEK):
        return running or before
    return running or _nearest(said.now, [span for span in (before, after) if span])


def _nearest(now: datetime, spans: list[Span]) -> Span | None:
    """The closest of them; of two that are as far away the later one."""
    latest_first = sorted(spans, key=lambda span: span.start, reverse=True)
    return min(latest_first, key=lambda span: max(span.start - now, now - span.end), default=None)


def _default(cycle: Cycle) -> str:
    if cycle.period is Grain.DAY:
        return "today's is taken"
    is_weekday = cycle.fixes & Field.WEEKDAY and cycle.period is Grain.WEEK
    return "the latest is taken" if is_weekday else "the closest is taken"
