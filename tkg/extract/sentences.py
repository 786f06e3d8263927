"""Sentences and clauses of a message, with exact offsets into it.

A sentence ends at its stop, at a line break, or at the end; "Mr.", "e.g." and initials do not end one. A clause is
the stretch between commas and conjunctions in which a hedge or time words are taken to speak of the same thing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tkg.extract import lexicon

_HAN = re.compile(r"[㐀-䶿一-鿿]")
_STOP = re.compile(r"(?:[.!?]+[\"'”’)]*(?=\s|$)|[。！？…]+[”’」』）]*|[!?](?=[㐀-鿿])|\n+)")
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|vs|etc|e\.g|i\.e|approx|No)|\b[A-Z])$")
_LONGEST_ABBREVIATION = len("approx") + 1  # characters, with what is before it


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: `text` is exactly what stands from `start` on in the message. `language` is `en` or `zh`."""

    start: int
    text: str
    language: str


def sentences(content: str) -> Iterator[Sentence]:
    """The sentences of `content`, in order, without the space around them."""
    start = 0
    for stop in _STOP.finditer(content):
        dotted = stop.group().startswith(".") and len(stop.group()) == 1
        if dotted and _ABBREVIATION.search(content, max(start, stop.start() - _LONGEST_ABBREVIATION), stop.start()):
            continue
        yield from _sentence(content, start, stop.end())
        start = stop.end()
    yield from _sentence(content, start, len(content))


def _sentence(content: str, start: int, end: int) -> Iterator[Sentence]:
    text = content[start:end]
    stripped = text.strip()
    if stripped:
        language = "zh" if _HAN.search(stripped) else "en"
        yield Sentence(start + text.index(stripped[0]), stripped, language)


def clauses(text: str, language: str) -> list[tuple[int, int]]:
    """The clauses of a sentence, in order, as (start, end); what separates them belongs to none."""
    found = []
    start = 0
    for separator in lexicon.CLAUSE[language].finditer(text):
        found.append((start, separator.start()))
        start = separator.end()
    found.append((start, len(text)))
    return [(first, last) for first, last in found if text[first:last].strip()]
