"""Time words to intervals, against the moment at which they were said: the two functions that the rest of tkg calls.

`anchor` reads one expression, `scan` finds all of them in running text. Nothing is taken from the clock, the zone or
the locale of this process: the reference is the moment of speaking, and 'today' is the civil day there, in the zone of
the reference or the one given. What the words leave open stays open.

A text goes one way: folded and cut into tokens (`chart`), read by the rules of its language (`grammars`) into meanings
(`meaning`), settled against the reference (`choice`), and brought back to instants of the zone (`zones`). Full dates in
languages that have no rules here are read by dateparser (`other`).
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tkg.errors import BadTime
from tkg.timex.amounts import Amount
from tkg.timex.anchored import OPEN, Anchored, Bounds, Grain, Kind, Prefer, Reading
from tkg.timex.chart import Item, Row, Token
from tkg.timex.choice import readings
from tkg.timex.civil import NoDate, Span
from tkg.timex.grammars import DIGITS, Grammar, grammar
from tkg.timex.meaning import Conventions, Said
from tkg.timex.ranges import Side
from tkg.timex.zones import instant, later

_CHINESE = re.compile("[㐀-鿿]")
_LONGEST = 200  # characters; no time expression comes near
_TOP = ("TIME", "ALONE", "SIDE", "REPETITION", "DURATION", "REFUSED")
_TRIM = frozenset(" \t\r\n\u3000.,;:!?。，、；：！？…()（）[]【】\"“”'‘’《》<>*~")
_LATENT_COST = 10.0
_LOOKS = {
    "past": "convention: what lasts since then has begun",
    "future": "default: what it ends is not over",
    "nearest": "default: the closest is taken",
}


def anchor(
    text: str,
    reference: datetime,
    *,
    lang: str | None = None,
    tz: str | tzinfo | None = None,
    prefer: Prefer | None = None,
    conventions: Conventions | None = None,
) -> Anchored | None:
    """What one time expression means for whoever said it at `reference`; None where it is no time expression.

    `reference` is the moment of speaking in the zone of who spoke; a naive one is taken as UTC. `tz` (an IANA name or a
    tzinfo) is that zone where the reference comes in another one. `lang` is a language tag ('en', 'zh-CN', 'fr');
    without one, Chinese characters mean Chinese, all else is read as English. `prefer` gives words without a direction
    one ("Friday", "in March"): "past", "future" or "nearest", from the tense of the verb for instance. `conventions`
    are what words leave to custom: the order of day and month, the fiscal year, the birth date of whom an age is about.

    The result may have no date: a duration, a repetition, a year before the first; its `note` says why. Raises BadTime
    for a zone that does not exist and for a `prefer` that is none.
    """
    said = _said(reference, tz, prefer, conventions)
    low, high = _trimmed(text)
    if low >= high or high - low > _LONGEST:
        return None
    tag = _tag(lang)
    rules = grammar(tag or ("zh" if _CHINESE.search(text) else "en"))
    if rules is None:
        from tkg.timex.other import full_dates

        for (start, end), day in full_dates(text[low:high], tag or ""):
            if end == high - low and not re.search(r"[\d\s]\S", text[low : low + start].strip()):
                return _placed(text, (low, high), "other.full_date", Kind.POINT, None, (day,), None, said)
        rules = DIGITS
    tokens = rules.chart.tokens(text[low:high])
    rows = rules.chart.parse(text[low:high], tokens)
    items = _whole(rows[0], len(tokens))
    if not items and tokens and tokens[-1].text in (".", "的"):
        items = _whole(rows[0], len(tokens) - 1)
    return _best(text, low, tokens, 0, items, said, rules)


def scan(
    sentence: str,
    reference: datetime,
    *,
    lang: str | None = None,
    tz: str | tzinfo | None = None,
    prefer: Prefer | None = None,
    conventions: Conventions | None = None,
) -> list[Anchored]:
    """The time expressions in running text, in order, each anchored as by `anchor`; the longest of those that overlap.

    Without `prefer` the tense of the sentence gives the direction, where its verbs tell. Some that are found have no
    date ("a few hours", "every Friday"). Words that are times only now and then ("may", "second", a bare number) are
    found only where the words around them say so.
    """
    tag = _tag(lang)
    languages = (tag,) if tag else ("zh", "en") if _CHINESE.search(sentence) else ("en",)
    found: list[Anchored] = []
    if tag and grammar(tag) is None:
        from tkg.timex.other import full_dates

        said = _said(reference, tz, prefer, conventions)
        for span, day in full_dates(sentence, tag):
            found.append(_placed(sentence, span, "other.full_date", Kind.POINT, None, (day,), None, said))
    for rules in (grammar(language) or DIGITS for language in languages):
        said = _said(reference, tz, prefer or rules.tense(sentence), conventions)
        found += _scanned(sentence, rules, said, [each.span for each in found])
    return sorted(found, key=lambda each: each.span)


def _scanned(sentence: str, rules: Grammar, said: Said, taken: Iterable[tuple[int, int]]) -> list[Anchored]:
    tokens = rules.chart.tokens(sentence)
    rows = rules.chart.parse(sentence, tokens)
    free = [True] * (len(sentence) + 1)
    for low, high in taken:
        free[low:high] = [False] * (high - low)
    found = []
    for start, end in _stretches(rows, tokens, sentence):
        low, high = tokens[start].start, tokens[end - 1].end
        if not all(free[low:high]):
            continue
        items = [item for item in _whole(rows[start], end) if _is_time(item, sentence[high:], rules)]
        anchored = _best(sentence, 0, tokens, start, items, said, rules)
        if anchored is not None:
            found.append(anchored)
            free[low:high] = [False] * (high - low)
    return found


def _stretches(rows: list[Row], tokens: list[Token], text: str) -> list[tuple[int, int]]:
    """Where times may be, as [first token, last), the longest first."""
    spans = {
        (start, item.end)
        for start, row in enumerate(rows)
        for kind in _TOP
        for item in row.get(kind, ())
        if not item.latent and _stands_alone(text, tokens, start, item.end)
    }
    return sorted(spans, key=lambda span: (tokens[span[0]].start - tokens[span[1] - 1].end, span))


def _is_time(item: Item, rest: str, rules: Grammar) -> bool:
    """Whether an item is a time in running text, by what follows it."""
    if item.latent:
        return False
    context = rules.before.get(item.rule)
    return context is None or context.match(rest) is not None


_GLUED_BEFORE = re.compile(r"[\w$€£¥#@/\\.+-]$")
_GLUED_AFTER = re.compile(r"[%°]|[.,:/\\-]\d|[A-Za-z_]|-[A-Za-z]")


def _stands_alone(text: str, tokens: list[Token], start: int, end: int) -> bool:
    """Whether digits at an edge are a number of their own and not a part of a code, a price or a version."""
    low, high = tokens[start].start, tokens[end - 1].end
    if text[low].isascii() and text[low].isalnum() and low:
        before = text[low - 1]
        if before.isascii() and _GLUED_BEFORE.search(before) and (text[low].isdigit() or before != "-"):
            return False
    after = text[high : high + 2]
    return not (text[high - 1].isascii() and text[high - 1].isdigit() and _GLUED_AFTER.match(after))


def _whole(row: Row, end: int) -> list[Item]:
    """The items that take a row's words up to a token, the simplest first."""
    items = [item for kind in _TOP for item in row.get(kind, ()) if item.end == end]
    return sorted(items, key=lambda item: item.cost + _LATENT_COST * item.latent)


def _best(
    text: str, offset: int, tokens: list[Token], start: int, items: list[Item], said: Said, rules: Grammar
) -> Anchored | None:
    """The simplest reading that gives a date; if none does, the simplest that says anything."""
    undated = None
    for item in items:
        span = offset + tokens[item.first if item.first < item.end else start].start, offset + tokens[item.end - 1].end
        anchored = _anchored(text, span, item, said, f"{rules.tag}.{item.rule}")
        if anchored is not None and anchored.is_dated:
            return anchored
        undated = undated or anchored
    return undated


def _anchored(text: str, span: tuple[int, int], item: Item, said: Said, rule: str) -> Anchored | None:
    value = item.value

    def undated(kind: Kind, grain: Grain, note: str) -> Anchored:
        return Anchored(text[slice(*span)], span, kind, grain, OPEN, OPEN, rule, said.at, note=note)

    if isinstance(value, Kind):
        return undated(value, Grain.DAY, "what comes again and again has no date of its own")
    if isinstance(value, str):
        return undated(Kind.PERIOD, Grain.YEAR, value)
    if isinstance(value, Amount):
        return undated(Kind.DURATION, value.grain, "a duration has no date of its own")
    side = value if isinstance(value, Side) else None
    time = side.time if side else value
    looks = side.looks if side and said.prefer is None else None
    try:
        found = readings(time, replace(said, prefer=looks) if looks else said)
        if not found.spans:
            return None
        chosen_by = _LOOKS[looks] if looks and found.chosen_by == f"prefer={looks}" else found.chosen_by
        kind = side.kind if side else time.kind
        return _placed(text, span, rule, kind, side, found.spans, chosen_by, said)
    except NoDate as error:
        return undated(Kind.POINT, time.grain, str(error))


def _placed(
    text: str,
    span: tuple[int, int],
    rule: str,
    kind: Kind,
    side: Side | None,
    spans: tuple[Span, ...],
    chosen_by: str | None,
    said: Said,
) -> Anchored:
    """The spans as instants of the zone: the first is the answer, the others are its alternatives."""
    zone = said.at.tzinfo or UTC
    sides = [_sides(each, side, said) for each in spans]
    starts, ends = (_bounds(bounds, zone) for bounds in sides[0])
    alternatives: list[Reading] = []
    for low, high in sides[1:]:
        reading = _bounds(low, zone).nominal, _bounds(high, zone).nominal
        if reading != (starts.nominal, ends.nominal) and reading not in alternatives:
            alternatives.append(reading)
    note = None
    clock = instant(spans[0].start, zone, exact=spans[0].exact)
    if clock.skipped:
        note = f"{spans[0].start:%Y-%m-%d %H:%M} did not exist in {zone}: moved to {clock.at:%H:%M}"
        starts = Bounds(clock.at, clock.at, clock.at)
    elif clock.again is not None and spans[0].grain <= Grain.HOUR:
        alternatives.append((clock.again, later(clock.again, spans[0].end - spans[0].start)))
        chosen_by = chosen_by or "default: the first of the two such times that day"
        note = f"{spans[0].start:%Y-%m-%d %H:%M} came twice in {zone}"
    if kind is Kind.POINT and spans[0].grain <= Grain.HOUR:
        starts = starts if spans[0].spread else Bounds(clock.at, clock.at, clock.at)
        ends = ends if spans[0].spread else Bounds(*[later(clock.at, spans[0].end - spans[0].start)] * 3)
    elif starts.nominal and ends.nominal and ends.nominal <= starts.nominal:
        ends = Bounds(*[later(starts.nominal, spans[0].end - spans[0].start)] * 3)
    return Anchored(
        text[slice(*span)], span, kind, spans[0].grain, starts, ends, rule, said.at, tuple(alternatives),
        chosen_by if alternatives else None, note,
    )  # fmt: skip


_Civil = tuple[datetime | None, datetime | None, datetime | None]
_NO_SIDE: _Civil = (None, None, None)


def _sides(span: Span, side: Side | None, said: Said) -> tuple[_Civil, _Civil]:
    """Where a span's two sides may lie: (earliest, nominal, latest) of each."""
    low, high = span.room
    if side is None:
        length = span.end - span.start
        return (low, span.start, max(high - length, span.start)), (min(low + length, span.end), span.end, high)
    clock = span.grain <= Grain.HOUR
    if side.kind is Kind.START:
        at = span.start if side.edge == "start" or clock else span.end
        return ((low, at, high) if side.edge == "start" and not clock else (at, at, at)), _NO_SIDE
    at = span.start if side.edge == "start" or clock else span.end
    end = (at, at, at) if side.edge == "start" or clock else (low, at, high)
    if side.from_now and said.prefer == "future" and at > said.now:
        return (said.now, said.now, said.now), end
    return _NO_SIDE, end


def _bounds(side: _Civil, zone: tzinfo) -> Bounds:
    return Bounds(*(None if at is None else instant(at, zone).at for at in side))


def _said(reference: datetime, tz: str | tzinfo | None, prefer: Prefer | None, conventions: Conventions | None) -> Said:
    if prefer not in (None, "past", "future", "nearest"):
        raise BadTime(f"prefer={prefer!r}: it is 'past', 'future', 'nearest' or None")
    at = reference if reference.utcoffset() is not None else reference.replace(tzinfo=UTC)
    if tz is not None:
        try:
            at = at.astimezone(ZoneInfo(tz) if isinstance(tz, str) else tz)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise BadTime(f"there is no time zone {tz!r}: give an IANA name like 'Europe/Oslo'") from error
        except OverflowError as error:
            raise BadTime(f"the reference {reference.isoformat()} has no time in {tz}") from error
    return Said(at, at.replace(tzinfo=None), prefer, conventions or Conventions())


def _trimmed(text: str) -> tuple[int, int]:
    low, high = 0, len(text)
    while low < high and text[low] in _TRIM:
        if text[low] in "'’‘" and text[low + 1 : low + 2].isdigit():
            break
        low += 1
    while high > low and text[high - 1] in _TRIM and text[high - 1] != ".":
        if text[high - 1] in "\"'”’" and text[high - 2 : high - 1].isdigit():
            break
        high -= 1
    return low, high


def _tag(lang: str | None) -> str | None:
    return lang.replace("_", "-").split("-")[0].lower() if lang else None
