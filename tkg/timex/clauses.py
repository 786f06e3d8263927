"""Which way a time looks in running text: the tense of the verbs in its own clause.

'He was arrested in May and goes on trial in September' looks two ways, so the tense of a whole sentence tells little. A
clause ends where its language says (`Grammar.clauses`). A time that stands by itself ('On Friday, we met') belongs to
the clause that follows, or, at the end of a sentence, to the one before.
"""

from bisect import bisect_left, bisect_right
from dataclasses import replace

from tkg.timex.grammars import Grammar
from tkg.timex.meaning import Said


class Directions:
    """The clauses of one sentence, and which way each looks."""

    def __init__(self, sentence: str, rules: Grammar, said: Said) -> None:
        self._sentence, self._rules, self._said = sentence, rules, said
        cuts = {cut.end() for cut in rules.clauses.finditer(sentence)}
        self._cuts = sorted({0, *cuts, len(sentence)})
        self._known: dict[tuple[int, int], Said] = {}

    def at(self, low: int, high: int) -> Said:
        """How the words of a span are said: in the tense of their clause, if the caller gave no direction."""
        if self._said.prefer is not None:
            return self._said
        first = bisect_right(self._cuts, low) - 1
        last = bisect_left(self._cuts, high)
        while last < len(self._cuts) - 1 and self._is_bare(first, low, high, last):
            last += 1
        while first and self._is_bare(first, low, high, last):
            first -= 1
        clause = self._cuts[first], self._cuts[last]
        if clause not in self._known:
            tense = self._rules.tense(self._sentence, clause)
            self._known[clause] = replace(self._said, prefer=tense, prefer_by="tense") if tense else self._said
        return self._known[clause]

    def _is_bare(self, first: int, low: int, high: int, last: int) -> bool:
        """Whether there is nothing in the clause that a time could be said of."""
        around = f"{self._sentence[self._cuts[first] : low]} {self._sentence[high : self._cuts[last]]}"
        return self._rules.bare.fullmatch(around) is not None
