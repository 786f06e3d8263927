"""Messages cut into passages: stretches of some 800 characters, each a thing that a search can find.

A short message is one passage. A longer one is cut at the end of a paragraph, a sentence, a clause or a word, whichever
comes last before the passage is full, and the next begins a little earlier, so that what stands across a cut is whole
in one of them. A passage is a span of the words that are stored: nothing is kept twice.
"""

import re
from collections.abc import Iterator

SIZE = 800
"""Characters of a passage, at most."""

OVERLAP = 100
"""Characters, at most, of a passage that are in the one before too."""

_ENDS = (
    re.compile(r"\n\s*"),
    re.compile(r"(?<=[。！？!?…])[”』」\"')）]*\s*|(?<=[.;；])\s+"),
    re.compile(r"(?<=[，、：,:])\s*"),
    re.compile(r"\s+"),
)
"""Where a text may be cut, the best first."""


def passages(text: str, size: int = SIZE, overlap: int = OVERLAP) -> Iterator[tuple[int, int]]:
    """The passages of a text as spans, in order, which together cover it; none of a text without words.

    `overlap` is less than half of `size`.
    """
    if not text.strip():
        return
    start = 0
    while len(text) - start > size:
        end = next(reversed(_places(text, start + size // 2, start + size)), start + size)
        yield start, end
        start = next(iter(_places(text, end - overlap, end - 1)), end - overlap)
    yield start, len(text)


def _places(text: str, low: int, high: int) -> list[int]:
    """Where a text may be cut in (low, high]: the best places that there are, in order."""
    for ends in _ENDS:
        places = [match.end() for match in ends.finditer(text, low, high) if low < match.end() <= high]
        if places:
            return places
    return []
