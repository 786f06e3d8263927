"""Time expressions in running text: where they are, a sentence at a time, and what each means.

A sentence is read by itself, so that the work of reading it is bounded by its length. The tense of the verbs in the
clause around a time gives it a direction where its words have none ("met on Friday, and will meet again on Monday").
Of expressions that overlap the longest is taken, if it says anything. Digits that are a part of something else (a
price, a version, a code) are left alone, and so is what its language knows to be no time by what follows
(`Grammar.before`). Of times that belong together one lends the others what they leave out (`lending`).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, tzinfo
from functools import partial

from tkg.timex import other
from tkg.timex.anchor import TOP, best, grammars_of, tag_of, whole
from tkg.timex.anchored import Anchored, Prefer
from tkg.timex.chart import Item, Token
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
        taken = [each.span for each in found]
        for low, high in sentences(sentence):
            said = circumstances(reference, tz, prefer, conventions)
            free = [not any(start <= at < end for start, end in taken) for at in range(low, high)]
            found += [_moved(each, low) for each in _Sentence(sentence[low:high], rules, said, free).answers()]
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


def _moved(found: Anchored, offset: int) -> Anchored:
    low, high = found.span
    return replace(found, span=(low + offset, high + offset)) if offset else found


class _Sentence:
    """One sentence under way: what it is read as, which of its characters are free, and what has been found in it."""

    def __init__(self, text: str, rules: Grammar, said: Said, free: list[bool]) -> None:
        self.text, self.rules, self.free = text, rules, free
        self.tokens = rules.chart.tokens(text)
        self.rows = rules.chart.parse(text, self.tokens)
        self.looks = Directions(text, rules, said)
        self.hits: list[Hit] = []

    def answers(self) -> list[Anchored]:
        """The times in the sentence, in order."""
        self._find()
        self._find_listed()
        return lent(self.text, sorted(self.hits, key=lambda hit: hit.anchored.span), self.rules)

    def _find(self) -> None:
        for start, end in self._stretches(latent=False):
            self._take(start, end, lambda item: not item.latent)

    def _find_listed(self) -> None:
        """What is a time only beside others: the later years in 'in 2005, 2009 and 2013'."""
        for start, end in sorted(self._stretches(latent=True)):
            low = self.tokens[start].start
            before = max((hit for hit in self.hits if _ends_by(hit, low)), key=_end, default=None)
            if before is not None and self.rules.joins.fullmatch(self.text[_end(before) : low]):
                self._take(start, end, partial(_is_like, before.item))

    def _take(self, start: int, end: int, wanted: Callable[[Item], bool]) -> None:
        """Keep what the best of the wanted items says that are times by what follows, where nothing was found yet."""
        low, high = self.tokens[start].start, self.tokens[end - 1].end
        if not all(self.free[low:high]):
            return
        here, rest = self.looks.at(low, high), self.text[high:]
        items = whole(self.rows[start], end)
        times = [item for item in items if wanted(item) and _is_time(item, rest, self.rules)]
        found = best(self.text, 0, self.tokens, start, times, here, self.rules)
        if found is not None:
            self.hits.append(Hit(*found, here))
            self.free[low:high] = [False] * (high - low)

    def _stretches(self, *, latent: bool) -> list[tuple[int, int]]:
        """Where times may be, or only what is seldom a time, as [first token, last), the longest first."""
        tokens = self.tokens
        spans = {
            (start, item.end)
            for start, row in enumerate(self.rows)
            for kind in TOP
            for item in row.get(kind, ())
            if item.latent is latent and _stands_alone(self.text, tokens, start, item.end)
        }
        return sorted(spans, key=lambda span: (tokens[span[0]].start - tokens[span[1] - 1].end, span))


def _end(hit: Hit) -> int:
    return hit.anchored.span[1]


def _ends_by(hit: Hit, place: int) -> bool:
    """Whether an expression that names a time ends at or before a place."""
    return _end(hit) <= place and isinstance(hit.item.value, Once | Cycle)


def _is_like(one: Item, other: Item) -> bool:
    """Whether two items are times that say as much as each other."""
    if not isinstance(one.value, Once | Cycle) or not isinstance(other.value, Once | Cycle):
        return False
    said = [(type(each.value), each.value.grain, each.value.fixes) for each in (one, other)]
    return said[0] == said[1]


def _is_time(item: Item, rest: str, rules: Grammar) -> bool:
    """Whether an item is a time in running text, by what follows it."""
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
