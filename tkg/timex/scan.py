"""Time expressions in running text: where they are, a sentence at a time, and what each means.

A sentence is read by itself, so that the work of reading it is bounded by its length. The tense of the verbs in the
clause around a time gives it a direction where its words have none ("met on Friday, and will meet again on Monday").
Of expressions that overlap the longest is taken, if it says anything. Digits that are a part of something else (a
price, a version, a code) are left alone, and so is what its language knows to be no time by what follows
(`Grammar.before`). Of times that belong together one lends the others what they leave out (`lending`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo

from tkg.timex import other
from tkg.timex.anchor import TOP, best, grammars_of, tag_of, whole
from tkg.timex.anchored import Anchored, Prefer
from tkg.timex.chart import Item, Row, Token
from tkg.timex.clauses import Directions
from tkg.timex.grammars import DIGITS, Grammar
from tkg.timex.lending import Hit, lent
from tkg.timex.meaning import Conventions, Cycle, Once, Said
from tkg.timex.placing import Words, circumstances, placed

_SENTENCE = re.compile(
    r"(?<=[。！？!?\n])|(?<=\.)(?<![ap]\.m\.)(?<!\b[A-Z][a-z]\.)(?<!\b[A-Z][a-z]{2}\.)(?<!\b[A-Z][a-z]{3}\.)\s+(?=[\"“(]?[A-Z])"
)
_LONGEST = 500  # characters that are read at once
_BREAK = re.compile(r"[\s，,；;、](?=[^\s，,；;、]*$)")


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

    Without `prefer` the tense of each clause gives the direction, where its verbs tell, and `chosen_by` says so. Some
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
            said = circumstances(reference, tz, prefer, conventions)
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
    looks = Directions(sentence, rules, said)
    free = [not any(low <= offset + at < high for low, high in taken) for at in range(len(sentence))]
    found = []
    for start, end in _stretches(rows, tokens, sentence):
        low, high = tokens[start].start, tokens[end - 1].end
        if not all(free[low:high]):
            continue
        items = [item for item in whole(rows[start], end) if _is_time(item, sentence[high:], rules)]
        here = looks.at(low, high)
        anchored = best(sentence, 0, tokens, start, items, here, rules)
        if anchored is not None:
            item = next(item for item in items if anchored.rule == f"{rules.tag}.{item.rule}")
            found.append(Hit(anchored, item, here))
            free[low:high] = [False] * (high - low)
    found += _listed(sentence, rules, rows, tokens, found, free, looks)
    return lent(sentence, sorted(found, key=lambda hit: hit.anchored.span), rules)


def _listed(
    sentence: str,
    rules: Grammar,
    rows: list[Row],
    tokens: list[Token],
    found: Sequence[Hit],
    free: list[bool],
    looks: Directions,
) -> list[Hit]:
    """What is a time only beside others: the later years in 'in 2005, 2009 and 2013'."""
    ends = {hit.anchored.span[1]: hit.item for hit in found if isinstance(hit.item.value, Once | Cycle)}
    listed = []
    for start, end in sorted(_stretches(rows, tokens, sentence, latent=True)):
        low, high = tokens[start].start, tokens[end - 1].end
        if not all(free[low:high]) or not _stands_alone(sentence, tokens, start, end):
            continue
        before = next((at for at in range(low, -1, -1) if at in ends), None)
        if before is None or rules.joins.fullmatch(sentence[before:low]) is None:
            continue
        items = [
            item
            for item in whole(rows[start], end)
            if _is_like(item.value, ends[before].value) and _may_be(item, sentence[high:], rules)
        ]
        here = looks.at(low, high)
        anchored = best(sentence, 0, tokens, start, items, here, rules)
        if anchored is not None:
            ends[high] = next(item for item in items if anchored.rule == f"{rules.tag}.{item.rule}")
            listed.append(Hit(anchored, ends[high], here))
            free[low:high] = [False] * (high - low)
    return listed


def _is_like(value: object, other: object) -> bool:
    """Whether two times say as much as each other."""
    if not isinstance(value, Once | Cycle) or not isinstance(other, Once | Cycle):
        return False
    return (type(value), value.grain, value.fixes) == (type(other), other.grain, other.fixes)


def _stretches(rows: list[Row], tokens: list[Token], text: str, *, latent: bool = False) -> list[tuple[int, int]]:
    """Where times may be, or only those that are seldom times, as [first token, last), the longest first."""
    spans = {
        (start, item.end)
        for start, row in enumerate(rows)
        for kind in TOP
        for item in row.get(kind, ())
        if item.latent is latent and _stands_alone(text, tokens, start, item.end)
    }
    return sorted(spans, key=lambda span: (tokens[span[0]].start - tokens[span[1] - 1].end, span))


def _is_time(item: Item, rest: str, rules: Grammar) -> bool:
    """Whether an item is a time in running text, by what follows it."""
    return not item.latent and _may_be(item, rest, rules)


def _may_be(item: Item, rest: str, rules: Grammar) -> bool:
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
