"""Time words to dates, against the message's own moment: the two functions that the rest of tkg calls.

`find` says where a sentence speaks of time, `anchor` what one such expression means for whoever said it, when and where
they said it. Nothing is ever taken from the clock of this process: the reference is the message's own time in its own
zone, so 'today' is the civil day there. What the words leave open stays open: None is an answer, and the safe one:
a claim with an unknown start can be completed and one with a wrong start is believed.

The grain is settled by which rule reads the words, before any arithmetic: '2021' is a year and never gets a month from
somewhere. Each language is a file of rules (`english`, `chinese`), digits have one for all (`numeric`), and full dates
in any other language that the caller names go to dateparser (`other`). The conventions stand at the head of each.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from tkg.errors import BadTime
from tkg.timex import grains
from tkg.timex.grammar import Grammar, Said, Tense

_CHINESE = re.compile("[\u4e00-\u9fff]")
_LONGEST = 200  # characters; no time expression comes near

# One character for one, so that a span in the plain text is the same span in the original.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3000: 0x20,
    0xA0: 0x20,
    0x2019: 0x27,
    0x2018: 0x27,
}
_TRIMMED = ' \t\r\n.,;:!?。，、；！？()（）[]"“”'


@dataclass(frozen=True, slots=True)
class Anchored:
    """What time words mean: `text` as given, `edtf` as a date of its grain, an instant, or an interval 'a/b'.

    The end of an interval includes its whole unit; '..' is an end that has not come.
    """

    text: str
    edtf: str

    @property
    def start(self) -> str:
        """The first date of an interval, otherwise the date itself."""
        return grains.opening(self.edtf)

    @property
    def end(self) -> str | None:
        """The last date of an interval, its unit included; None for a single date and for an end that is open."""
        _, dash, last = self.edtf.partition("/")
        return last if dash and last != grains.OPEN else None

    @property
    def is_interval(self) -> bool:
        return "/" in self.edtf

    @property
    def is_ongoing(self) -> bool:
        return self.edtf.endswith("/" + grains.OPEN)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text: `text` is exactly `whole[start:end]`."""

    start: int
    end: int
    text: str


def anchor(text: str, reference: datetime, *, lang: str | None = None, tense: Tense | None = None) -> Anchored | None:
    """The meaning of one time expression said at `reference`, None where the words do not settle it.

    `reference` is the time of the message in the zone of who wrote it; a naive one raises `BadTime`. `lang` is a
    language tag ('en', 'zh-CN', 'fr'); without one, Chinese characters mean Chinese, all else is read as English.
    `tense` is that of the verb: it gives a direction to words that have none ('in March', 'on Friday').
    """
    if reference.tzinfo is None or reference.utcoffset() is None:
        raise BadTime(f"the reference {reference.isoformat()} has no zone: give the message's own time with its offset")
    plain = text.translate(_PLAIN).strip(_TRIMMED)
    if not plain or len(plain) > _LONGEST:
        return None
    said = Said(reference, tense)
    value = _resolved(plain, said, _language(lang))
    return Anchored(text, value) if value else None


def find(text: str, *, lang: str | None = None) -> list[Span]:
    """The time expressions in a text, in order, the longest of those that overlap.

    Some of them fix no date ('a few years ago', 'every Friday'): `anchor` gives None for those.
    """
    plain = text.translate(_PLAIN)
    tag = _language(lang)
    languages = (tag,) if tag else ("en", "zh") if _CHINESE.search(plain) else ("en",)
    grammars = [grammar for grammar in map(_grammar, languages) if grammar]
    found = {span for grammar in grammars for span in grammar.spans(plain)}
    spans: list[Span] = []
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if not spans or start >= spans[-1].end:
            spans.append(Span(start, end, text[start:end]))
    return spans


def _language(lang: str | None) -> str | None:
    return lang.replace("_", "-").split("-")[0].lower() if lang else None


def _resolved(plain: str, said: Said, tag: str | None) -> str | None:
    grammar = _grammar(tag or ("zh" if _CHINESE.search(plain) else "en"))
    if grammar:
        return grammar.resolve(plain, said)
    from tkg.timex import numeric, other

    return numeric.resolve(plain, said) or other.resolve(plain, tag or "")


def _grammar(tag: str) -> Grammar | None:
    """The rules of a language, None if it has none. Imported when first needed: their patterns take time to compile."""
    if tag == "en":
        from tkg.timex.english import ENGLISH

        return ENGLISH
    if tag == "zh":
        from tkg.timex.chinese import CHINESE

        return CHINESE
    return None
