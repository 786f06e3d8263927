"""One time expression: its text, when and where it was said, and what it means.

Nothing is taken from the clock, the zone or the locale of this process: the reference is the moment of speaking, and
'today' is the civil day there, in the zone of the reference or the one given. What the words leave open stays open.

A text goes one way: folded and cut into tokens (`chart`), read by the rules of its language (`grammars`) into meanings
(`meaning`), settled against the reference (`choice`), and brought back to instants of the zone (`placing`). Full dates
in languages that have no rules here are read by dateparser (`other`).
"""

import re
from datetime import datetime, tzinfo

from tkg.errors import BadTime
from tkg.timex import other
from tkg.timex.anchored import Anchored, Kind, Prefer
from tkg.timex.chart import Item, Row, Token
from tkg.timex.grammars import DIGITS, Grammar, grammar
from tkg.timex.meaning import Conventions, Said, Told
from tkg.timex.placing import Words, answer, circumstances, placed

_CHINESE = re.compile("[㐀-鿿]")
_LONGEST = 200  # characters; no time expression comes near
_TRIM = frozenset(" \t\r\n\u3000.,;:!?。，、；：！？…()（）[]【】\"“”'‘’《》<>*~")
_LATENT_COST = 10.0

TOP = ("TIME", "ALONE", "SIDE", "REPETITION", "DURATION", "REFUSED")
"""The kinds of items that are whole expressions."""


def anchor(
    text: str,
    reference: datetime,
    *,
    lang: str | Grammar | None = None,
    tz: str | tzinfo | None = None,
    prefer: Prefer | None = None,
    conventions: Conventions | None = None,
) -> Anchored | None:
    """What one time expression means for whoever said it at `reference`; None where it is no time expression.

    `reference` is the moment of speaking in the zone of who spoke; a naive one is taken as UTC. `tz` (an IANA name or a
    tzinfo) is that zone where the reference comes in another one. `lang` is a language tag ('en', 'zh-CN', 'fr') or a
    grammar of your own; without one, Chinese characters mean Chinese, all else is read as English. `prefer` gives words
    without a direction one ("Friday", "in March"): "past", "future" or "nearest", from the tense of the verb for
    instance. `conventions` are what words leave to custom: the order of day and month, the fiscal year, the birth date
    of whom an age is about.

    The result may have no date: a duration, a repetition, a year before the first; its `note` says why. Raises BadTime
    for a zone that does not exist and for a `prefer` that is none.
    """
    said = circumstances(reference, tz, prefer, conventions)
    low, high = _trimmed(text)
    if low >= high or high - low > _LONGEST:
        return None
    (rules,) = grammars_of(lang, text)[:1] or (DIGITS,)
    if rules is DIGITS:
        for (start, end), day in other.full_dates(text[low:high], tag_of(lang)):
            if end == high - low and (start == 0 or text[low : low + start].strip().isalpha()):
                return placed(Words(text, (low, high), "other.full_date"), (day,), None, said)
    tokens = rules.chart.tokens(text[low:high])
    rows = rules.chart.parse(text[low:high], tokens)
    items = whole(rows[0], len(tokens))
    if not items and tokens and tokens[-1].text in (".", "的"):
        items = whole(rows[0], len(tokens) - 1)
    found = best(text, low, tokens, 0, items, said, rules)
    return found[0] if found else None


def grammars_of(lang: str | Grammar | None, text: str) -> list[Grammar]:
    """The rules to read a text with: those of its language, none if it has none; by its script if it is not said.

    Raises BadTime for what is no language.
    """
    if isinstance(lang, Grammar):
        return [lang]
    by_script = ["zh", "en"] if _CHINESE.search(text) else ["en"]
    tags = by_script if lang is None else [tag_of(lang)]
    return [rules for rules in map(grammar, tags) if rules is not None]


def tag_of(lang: str | Grammar | None) -> str:
    """The language of a tag, without its region."""
    if not isinstance(lang, str):
        raise BadTime(f"lang={lang!r} is no language tag: give one like 'en' or 'zh-CN'")
    return lang.replace("_", "-").split("-")[0].lower()


def whole(row: Row, end: int) -> list[Item]:
    """The items that take a row's words up to a token, the simplest first."""
    items = [item for kind in TOP for item in row.get(kind, ()) if item.end == end]
    return sorted(items, key=lambda item: item.cost + _LATENT_COST * item.latent)


def best(
    text: str, offset: int, tokens: list[Token], start: int, items: list[Item], said: Said, rules: Grammar
) -> tuple[Anchored, Item] | None:
    """The simplest reading that gives a date, or that says why there is none; else the simplest that says anything.
    With the item that it came from."""
    undated = None
    for item in items:
        shown = tokens[item.first if item.first < item.end else start].start
        words = Words(text, (offset + shown, offset + tokens[item.end - 1].end), f"{rules.tag}.{item.rule}")
        anchored = answer(words, item.value, said)
        if anchored is not None and (anchored.is_dated or isinstance(item.value, str | Kind | Told)):
            return anchored, item
        if anchored is not None and undated is None:
            undated = anchored, item
    return undated


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
