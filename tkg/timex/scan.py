"""Time expressions in running text: where they are, a sentence at a time, and what each means.

A sentence is read by itself: the tense of its verbs gives a direction to words that have none, and the work of reading
it is bounded by its length. Of expressions that overlap the longest is taken, if it says anything. Digits that are a
part of something else (a price, a version, a code) are left alone, and so is what its language knows to be no time by
what follows (`Grammar.before`). Of times that are named in one breath, one lends the others what they leave out: the
year in 'July and August 2023', the month in '3月5日、6日'.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import NamedTuple

from tkg.timex import other
from tkg.timex.anchor import TOP, best, grammars_of, tag_of, whole
from tkg.timex.anchored import Anchored, Grain, Prefer
from tkg.timex.chart import Item, Row, Token
from tkg.timex.choice import readings
from tkg.timex.civil import NoDate, Span, unit
from tkg.timex.grammars import DIGITS, Grammar
from tkg.timex.meaning import Conventions, Cycle, Field, Once, Said, Time, once, together
from tkg.timex.placing import Words, circumstances, placed

_SENTENCE = re.compile(
    r"(?<=[。！？!?\n])|(?<=\.)(?<![ap]\.m\.)(?<!\b[A-Z][a-z]\.)(?<!\b[A-Z][a-z]{2}\.)(?<!\b[A-Z][a-z]{3}\.)\s+(?=[\"“(]?[A-Z])"
)
_LONGEST = 500  # characters that are read at once
_BREAK = re.compile(r"[\s，,；;、](?=[^\s，,；;、]*$)")


class _Hit(NamedTuple):
    """An expression found: its answer, and the item that it came from."""

    anchored: Anchored
    item: Item


def scan(
    sentence: str,
    reference: datetime,
    *,
    lang: str | Grammar | None = None,
    tz: str | tzinfo | None = None,
    prefer: Prefer | None = None,
    conventions: Conventions | None = None,
) -> list[Anchored]:
    """The time expressions in running text, in order, each anchored as by `anchor`; the longest of those that overlap.

    Without `prefer` the tense of each sentence gives the direction, where its verbs tell, and `chosen_by` says so. Some
    that are found have no date ("a few hours", "every Friday"). Words that are times only now and then ("may",
    "second", a bare number) are found only where the words around them say so. Raises BadTime as `anchor` does.
    """
    found: list[Anchored] = []
    languages = grammars_of(lang, sentence)
    if not languages:
        said = circumstances(reference, tz, prefer, conventions)
        for span, day in other.full_dates(sentence, tag_of(lang)):
            found.append(placed(Words(sentence, span, "other.full_date"), (day,), None, said))
    for rules in languages or (DIGITS,):
        for low, high in sentences(sentence):
            tense = None if prefer else rules.tense(sentence[low:high])
            by = "tense" if tense else "prefer"
            said = circumstances(reference, tz, prefer or tense, conventions, prefer_by=by)
            taken = [each.span for each in found]
            found += [_moved(each, sentence, low) for each in _scanned(sentence[low:high], rules, said, taken, low)]
    return sorted(found, key=lambda each: each.span)


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text are; one that is very long is cut at a comma or a space."""
    start = 0
    ends = [match.end() for match in _SENTENCE.finditer(text)]
    for end in (*ends, len(text)):
        while end - start > _LONGEST:
            cut = _BREAK.search(text, start, start + _LONGEST)
            middle = cut.end() if cut and cut.end() > start else start + _LONGEST
            yield start, middle
            start = middle
        if end > start:
            yield start, end
        start = max(start, end)


def _moved(found: Anchored, whole_text: str, offset: int) -> Anchored:
    low, high = found.span
    return replace(found, span=(low + offset, high + offset)) if offset else found


def _scanned(
    sentence: str, rules: Grammar, said: Said, taken: Sequence[tuple[int, int]], offset: int
) -> list[Anchored]:
    tokens = rules.chart.tokens(sentence)
    rows = rules.chart.parse(sentence, tokens)
    free = [not any(low <= offset + at < high for low, high in taken) for at in range(len(sentence))]
    found = []
    for start, end in _stretches(rows, tokens, sentence):
        low, high = tokens[start].start, tokens[end - 1].end
        if not all(free[low:high]):
            continue
        items = [item for item in whole(rows[start], end) if _is_time(item, sentence[high:], rules)]
        anchored = best(sentence, 0, tokens, start, items, said, rules)
        if anchored is not None:
            item = next(item for item in items if anchored.rule == f"{rules.tag}.{item.rule}")
            found.append(_Hit(anchored, item))
            free[low:high] = [False] * (high - low)
    return _lent(sentence, sorted(found, key=lambda hit: hit.anchored.span), rules, said)


def _stretches(rows: list[Row], tokens: list[Token], text: str) -> list[tuple[int, int]]:
    """Where times may be, as [first token, last), the longest first."""
    spans = {
        (start, item.end)
        for start, row in enumerate(rows)
        for kind in TOP
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


def _lent(sentence: str, hits: list[_Hit], rules: Grammar, said: Said) -> list[Anchored]:
    """The answers, where one that is joined to another ('and', a comma) has taken from it what it leaves out."""
    answers = [hit.anchored for hit in hits]
    values = [hit.item.value for hit in hits]
    order = [(at, at + 1) for at in range(len(hits) - 1)]
    for giver, taker in [*((after, before) for before, after in reversed(order)), *order]:
        low, high = sorted((giver, taker))
        gap = sentence[answers[low].span[1] : answers[high].span[0]]
        if rules.joins.fullmatch(gap) is None:
            continue
        time = _completed(values[giver], values[taker], said)
        words = Words(sentence, answers[taker].span, answers[taker].rule)
        anchored = _settled(words, time, said)
        if anchored is not None:
            answers[taker] = replace(anchored, note=f"together with {answers[giver].text!r}")
            values[taker] = time
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
    if not isinstance(taker, Cycle) or not isinstance(giver, Once) or taker.fixes & Field.YEAR:
        return None
    is_date = giver.fixes & Field.YEAR and giver.fixes & Field.MONTH and not giver.fixes & Field.WEEKDAY
    if is_date and taker.fixes & Field.MONTH:
        return together(_around(giver, Grain.YEAR, Field.YEAR), taker)
    if is_date and taker.period is Grain.MONTH and giver.grain <= Grain.MONTH:
        return together(_around(giver, Grain.MONTH, Field.YEAR | Field.MONTH), taker)
    is_weekday = giver.fixes & Field.WEEK and giver.fixes & Field.WEEKDAY and not giver.fixes & Field.DAY
    if is_weekday and taker.fixes == Field.WEEKDAY:
        return together(_around(giver, Grain.WEEK, Field.YEAR | Field.WEEK), taker)
    return None


def _around(giver: Once, grain: Grain, fixes: Field) -> Once:
    """The unit that holds a time."""

    def span(said: Said) -> Span | None:
        spans = giver.at(said).spans
        return unit(spans[0].start, grain, 0, said.conventions.week_start) if spans else None

    return once(grain, fixes, span)
