"""Whether a value leaves out a part of the noun that the quote has: "yoga" where the words are "aerial yoga".

Which words belong to a noun is a matter of grammar, so only what is sure counts: a part before a hyphen ("non-smoker"),
a word that makes another thing of what follows ("vice president", "former manager"), and an adjective known by its
ending ("aerial yoga", "electric guitar"). The last two count before a common noun only: before a name the word before
is a description of its own ("my assistant Bob"), and a name may be short for a longer one.
"""

import re
from collections.abc import Iterable

_CHANGES = frozenset(
    ("vice", "deputy", "former", "ex", "acting", "interim", "honorary", "assistant", "associate", "non", "anti", "half")
)
_ADJECTIVE = re.compile(r"[a-z]{2,}(?:al|ic|ous)")
_NO_ADJECTIVE = frozenset(
    (
        "appeal",
        "conceal",
        "deal",
        "frolic",
        "heal",
        "mimic",
        "panic",
        "reveal",
        "repeal",
        "seal",
        "signal",
        "steal",
        "total",
    )
)
_BEFORE = re.compile(r"([^\W\d_]+)([-‐‑ ])$")


def is_shortened(value: str, predicate: str, quotes: Iterable[str]) -> str | None:
    """The word that is left out, if the value stands in a quote and always with a part of it left out; else None."""
    left_out: str | None = None
    for quote in quotes:
        for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", quote, re.IGNORECASE):
            word = _part_before(quote[: match.start()], value)
            if word is None or word.casefold() in predicate.casefold():
                return None
            left_out = word
    return left_out


def _part_before(before: str, value: str) -> str | None:
    match = _BEFORE.search(before)
    if match is None:
        return None
    word = match[1].casefold()
    if match[2] != " ":
        return match[1]
    if not value[:1].islower():
        return None
    is_adjective = _ADJECTIVE.fullmatch(word) is not None and word not in _NO_ADJECTIVE
    return match[1] if word in _CHANGES or is_adjective else None
