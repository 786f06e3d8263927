"""What a question says: its words, the things that it compares, and the names that may stand in it.

"Who came first, the mayor of Oslo or the mayor of Bergen?" asks for two things at once, and what is found for all of
its words together is mostly about one of them. So its parts, cut where it joins things, are also looked for by
themselves.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tkg.fulltext import TOGETHER, Words, asked, sequence
from tkg.terms import norm

_JOINS = re.compile(
    r"\s*[,，、;；]\s*|\b(?:and|or|than|versus|vs\.?)\b|[和与跟]|还是|以及|相比|之间|比起", re.IGNORECASE
)
_SHORTEST = 4
"""Characters of a part that is looked for by itself."""

_MOST_PARTS = 4

_TOKEN = re.compile(rf"[{TOGETHER}]|[^\W{TOGETHER}]+")
_NAME_TOKENS = 6
_NAME_CHARACTERS = 12
_MOST_NAMES = 2_000


@dataclass(frozen=True)
class Question:
    """A text that is looked for."""

    text: str

    @cached_property
    def words(self) -> Words:
        return asked(self.text)

    @cached_property
    def parts(self) -> tuple[Words, ...]:
        """The words of the things that the question joins; none if it asks for one thing."""
        pieces = [piece.strip(" ?？。.!！") for piece in _JOINS.split(self.text)]
        long = [piece for piece in pieces if len(piece) >= _SHORTEST]
        return tuple(asked(piece) for piece in long) if 2 <= len(long) <= _MOST_PARTS else ()

    @cached_property
    def names(self) -> list[str]:
        """Every run of a few words, or of some Chinese characters, in the form in which names are compared."""
        text = norm(self.text)
        spans = [token.span() for token in _TOKEN.finditer(text)]
        found: dict[str, None] = {}
        for first, (start, _) in enumerate(spans):
            together = _is_character(text[start])
            for _, end in spans[first : first + (_NAME_CHARACTERS if together else _NAME_TOKENS)]:
                found[text[start:end]] = None
        return list(found)[:_MOST_NAMES]

    def outermost(self, names: Iterable[str]) -> list[str]:
        """Of names that stand in the question, those that do not only stand inside another."""
        text, listed = norm(self.text), list(names)

        def is_inside(name: str) -> bool:
            longer = (other for other in listed if len(other) > len(name) and name in other)
            return any(text.count(other) * other.count(name) >= text.count(name) for other in longer)

        return [name for name in listed if not is_inside(name)]

    def says(self, name: str) -> bool:
        """Whether the words of a name stand in the question, one after the other."""
        words = _spaced(name)
        return words != "  " and words in self._said

    @cached_property
    def _said(self) -> str:
        return _spaced(self.text)

    def share(self, name: str) -> float:
        """How much of a name is said, from 0 to 1."""
        words = asked(name).words
        said = set(self.words.words)
        return sum(word in said for word in words) / len(words) if words else 0.0


@lru_cache(maxsize=10_000)
def _spaced(text: str) -> str:
    """The words of a text with a space before and after each."""
    return f" {' '.join(sequence(text))} "


def _is_character(letter: str) -> bool:
    return bool(re.match(f"[{TOGETHER}]", letter))
