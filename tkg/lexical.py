"""Entries ranked by their words: BM25, over the entries of one scope and kind.

    score = sum over words of idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / average))
    idf = log(1 + (n - df + 0.5) / (df + 0.5))

(Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; k1 and b as they are usual, and
the idf that is never negative.) `tf` counts the words beside a passage for half; `length` is that of both together, n
and df are those of the scope and kind alone. SQLite's own ranking counts over all scopes of the file: what is rare in
one of them would not be, and a word that the others use a lot would cost time that grows with them.

So the word index only says which entries have a word, up to `COMMON` of them. Words that more entries have bring up the
newest of those that have all of them, and the newest of each, only where the rarer words bring up few. What comes up is
put in the order of the words that it came up by; exact scores are worked out for the entries that are looked at, from
their own words. Where too few of what comes up can be an answer, all that can be is put in that order (`among`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import log

from tkg.entry_table import Kind
from tkg.fulltext import Phrase, Words, match
from tkg.word_index import Size, WordIndex

COMMON = 1_000
"""Entries that come up by one word, at most."""

FEW = 200
"""Entries that the rarer words bring up, so that common ones need not."""

BESIDE = 0.5
"""What a word counts that stands beside a passage, of what one of its own counts."""

K1, B = 1.2, 0.75


@dataclass(frozen=True)
class Lexical:
    """One question's words against the entries of one scope and kind."""

    index: WordIndex
    kind: Kind
    words: Words
    size: Size

    @cached_property
    def having(self) -> dict[Phrase, list[int]]:
        """The first entries that have each phrase."""
        found = {phrase: self.index.having([match(phrase)], self.kind, COMMON) for phrase in self.words.all}
        return {phrase: entries for phrase, entries in found.items() if entries}

    @cached_property
    def weights(self) -> dict[Phrase, float]:
        """The idf of each phrase that some entry has."""
        return {phrase: self._idf(self._frequency(entries)) for phrase, entries in self.having.items()}

    @cached_property
    def _common(self) -> list[Phrase]:
        return [phrase for phrase, entries in self.having.items() if len(entries) >= COMMON]

    @property
    def is_whole(self) -> bool:
        """Whether everything comes up that has one of the words."""
        return not self._common

    @cached_property
    def ordered(self) -> dict[int, float]:
        """The entries that come up, the best first, with the sum of the idf of what they came up by."""
        common = self._common
        lists = [(self.weights[phrase], entries) for phrase, entries in self.having.items() if phrase not in common]
        if common and sum(len(entries) for _, entries in lists) < FEW:
            together = self._newest(common)
            lists.append((sum(self.weights[phrase] for phrase in common), together))
            if len(together) < FEW:
                lists += [(self.weights[phrase], self._newest([phrase])) for phrase in common]
        return _summed(lists)

    def among(self, entries: Iterable[int]) -> dict[int, float]:
        """Those of some entries that have one of the words, in the same order, however many others have it."""
        asked = set(entries)
        lists = []
        for phrase in self.having:
            every = self.index.having([match(phrase)], self.kind, None)
            lists.append((self.weights[phrase], [entry for entry in every if entry in asked]))
        return _summed(lists)

    def _newest(self, phrases: Iterable[Phrase]) -> list[int]:
        return self.index.having([match(phrase) for phrase in phrases], self.kind, COMMON, newest=True)

    def scores(self, entries: Iterable[int]) -> dict[int, float]:
        """The exact score of entries; those that have none of the words are left out."""
        found = {}
        for entry, own, beside in self.index.words(entries):
            score = self._score(own.split(), beside.split())
            if score > 0:
                found[entry] = score
        return found

    def _score(self, own: list[str], beside: list[str]) -> float:
        length = len(own) + len(beside)
        damped = K1 * (1 - B + B * length / self.size.average)
        score = 0.0
        for phrase, weight in self.weights.items():
            often = _count(phrase, own) + BESIDE * _count(phrase, beside)
            score += weight * often * (K1 + 1) / (often + damped)
        return score

    def _idf(self, frequency: float) -> float:
        return log(1 + (max(self.size.entries - frequency, 0) + 0.5) / (frequency + 0.5))

    def _frequency(self, entries: list[int]) -> float:
        """How many entries have a phrase, of which these are the first; where there may be more, as many as there would
        be if the others had it as often."""
        if len(entries) < COMMON:
            return len(entries)
        looked_at = (entries[-1] - self.size.first + 1) / (self.size.last - self.size.first + 1)
        return min(len(entries) / max(looked_at, 1e-9), self.size.entries)


def _summed(lists: Iterable[tuple[float, list[int]]]) -> dict[int, float]:
    """Entries with the sum of the weights of the lists that have them, the greatest first."""
    found: dict[int, float] = {}
    for weight, entries in lists:
        for entry in entries:
            found[entry] = found.get(entry, 0.0) + weight
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _count(phrase: Phrase, words: list[str]) -> int:
    """How often the words of a phrase stand one after the other."""
    count = len(phrase)
    if count == 1:
        return words.count(phrase[0])
    return sum(tuple(words[at : at + count]) == phrase for at in range(len(words) - count + 1))
