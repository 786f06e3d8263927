"""How the signals of a search become one score, and how each is brought to a scale that they share.

A *signal* is one reason for a hit: its meaning, its words, an entity that the question names, a time, or what it is
connected with. Each says of a candidate something from 0 to 1, times its weight; what it has nothing to say of counts
as 0, so that signals rank and never gate. The score is what they say together over what they could have said:

    score = sum(weight * value) / sum(weight)    over the signals that were asked

0.72 by meaning, 0.60 by words and 0.30 by an entity (0.6 times its weight of 0.5) make 1.62 of 2.5, which is 0.648. A
signal that cannot speak (no embedder, no time in the question) is left out of both sums, so that a threshold means the
same whether there is one signal or five.

The scales. Cosines of an embedder are not calibrated, so they count from what is usual in the scope, their median for
this question, up to the best. Ranks of words (BM25) have no upper end, so they count in parts of the best. A name that
stands for many things says little: an entity with n facts counts 1 / (1 + 0.001 (n - 1)^2).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from tkg.bounds import DAY_US
from tkg.intervals import Stretch

Candidate = TypeVar("Candidate", bound=Hashable)

WEIGHTS: Mapping[str, float] = {
    "meaning": 1.0, "words": 1.0, "parts": 0.5, "entity": 0.5, "time": 1.0, "graph": 0.25
}  # fmt: skip
"""What each signal can say at most."""

_COMMON = 0.001
_LEAST = 1e-6


def by_meaning(cosines: Mapping[Candidate, float], usual: float, best: float) -> dict[Candidate, float]:
    """Cosines from what is usual (0) to the best (1).

    What is no better than usual says next to nothing, but enough to come in its order after all that says more.
    """

    def value(cosine: float) -> float:
        return min((cosine - usual) / (best - usual), 1.0) if cosine > usual and best > usual else 0.0

    return {each: max(value(cosine), _LEAST * (1 + cosine)) for each, cosine in cosines.items()}


def by_words(ranks: Mapping[Candidate, float], best: float) -> dict[Candidate, float]:
    """Ranks of words, larger is better, in parts of the best; nothing of those that have none."""
    return {each: min(rank / best, 1.0) for each, rank in ranks.items() if rank > 0} if best > 0 else {}


def by_entity(similarity: float, facts: int) -> float:
    """How much a name says that is like one in the question: less, the more facts there are of it."""
    return similarity / (1 + _COMMON * (max(facts, 1) - 1) ** 2)


def by_time(asked_about: Sequence[Stretch], held: Sequence[Stretch]) -> float:
    """How close in time the nearest of the stretches over which something holds is to one of those asked about.

    What two stretches have in common, in parts of the shorter: what lies within the time asked about is as close as can
    be, and so is what holds over all of it, however long before and after. Of a stretch that lies apart
    1 / (1 + gap / length), with the length of the one asked about, which is taken as a day at least.
    """
    return max(
        (_close(one, other, min(_length(one), _length(other))) for one in asked_about for other in held), default=0
    )


def by_time_named(asked_about: Sequence[Stretch], named: Sequence[Stretch]) -> float:
    """The same of stretches that words name, but what is common in parts of these: words about a year are less to the
    point of a day than words about that day."""
    return max((_close(one, other, _length(other)) for one in asked_about for other in named), default=0)


def _close(one: Stretch, other: Stretch, length: int) -> float:
    common = min(one[1], other[1]) - max(one[0], other[0])
    return common / length if common > 0 else 1 / (1 - common / max(_length(one), DAY_US))


def _length(stretch: Stretch) -> int:
    return stretch[1] - stretch[0]


def contributions(
    signals: Mapping[str, Mapping[Candidate, float]], weights: Mapping[str, float] = WEIGHTS
) -> dict[Candidate, dict[str, float]]:
    """What each signal adds to each candidate, its weight included: of those of which any signal says something."""
    found: dict[Candidate, dict[str, float]] = {}
    for name, values in signals.items():
        for candidate, value in values.items():
            if value * weights[name] > 0:
                found.setdefault(candidate, {})[name] = weights[name] * value
    return found


def score(parts: Mapping[str, float], asked: Iterable[str], weights: Mapping[str, float] = WEIGHTS) -> float:
    """One score from 0 to 1 of what each signal adds, over all that those which were `asked` could have added."""
    possible = sum(weights[name] for name in asked)
    return sum(parts.values()) / possible if possible else 0.0
