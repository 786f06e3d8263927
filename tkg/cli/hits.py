"""What a search found, as JSON or as rows, and an answer to a question, as JSON or as lines of text.

A row is the score, the kind of hit, what was found, its interval, and what is to be known of it: of a fact that it does
not hold now and what does instead, of words the ids of their messages and the facts that rest on them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tkg.asking import Asked
from tkg.cli.notes import note
from tkg.cli.printing import show_json, show_lines, show_rows
from tkg.cli.rendering import beginning, end, show_asked, shown
from tkg.facts import Evidence, Fact
from tkg.hits import EntityHit, EpisodeHit, FactHit, Hit, Hits

QUOTES = 3
"""The latest quotes of a fact that are shown in text."""

_VAGUE = frozenset(("meaning", "time", "slot"))
"""Signals that say something of nearly every fact, or nothing of its own."""

_HIT = ("score", "kind", "found", "from", "to", "note")
_SIGNALS = ("signals",)


@dataclass(frozen=True, slots=True)
class Answer:
    """Facts with what they rest on, the nearest words beside those, and what the two searches had to say."""

    facts: tuple[FactHit, ...]
    words: tuple[EpisodeHit, ...]
    asked: tuple[Asked, ...]
    unclear: tuple[str, ...]
    pending: int
    without: tuple[str, ...]

    @classmethod
    def of(cls, facts: Hits, words: Hits, *, close: float, words_at_most: int) -> "Answer":
        """What two searches for one question, for facts explained and for words, make together.

        Of either the hits that score at least `close` times its best. A fact that is near by its meaning alone is left
        out, unless it rests on words that are near, too: cosines have no scale by which something is near enough. What
        holds now in the slot of a fact stays with it. Words are shown if none of the facts quotes them.
        """
        near_words = [hit for hit in _near(words, close) if isinstance(hit, EpisodeHit)]
        said = {episode for hit in near_words for episode in hit.episodes}

        def answers(hit: FactHit) -> bool:
            return bool(hit.signals.keys() - _VAGUE) or not said.isdisjoint(_episodes(hit.fact))

        near_facts = [hit for hit in _near(facts, close) if isinstance(hit, FactHit)]
        instead = {hit.superseded_by for hit in near_facts if answers(hit)}
        near = tuple(hit for hit in near_facts if answers(hit) or hit.fact in instead)
        quoted = {episode for hit in near for episode in _episodes(hit.fact)}
        others = [hit for hit in near_words if quoted.isdisjoint(hit.episodes)]
        without = tuple(dict.fromkeys((*facts.without, *words.without)))
        pending = facts.pending + words.pending
        return cls(near, tuple(others[:words_at_most]), facts.asked, facts.unclear, pending, without)

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON values."""
        return {
            "facts": [{**hit.to_dict(), "evidence": _evidence(hit.fact)} for hit in self.facts],
            "words": [hit.to_dict() for hit in self.words],
            "asked": [each.to_dict() for each in self.asked],
            "unclear": list(self.unclear),
            "pending": self.pending,
            "without": list(self.without),
        }


def show_hits(hits: Hits, *, as_json: bool, explain: bool = False) -> None:
    """The hits, best first; `explain` adds what each signal gives to the score, its weight included."""
    if as_json:
        show_json(hits.to_dict())
        return
    _show_circumstances(hits)
    rows = (_row(hit) for hit in hits)
    if explain:
        show_rows((*_HIT, *_SIGNALS), ((*row, _signals(hit)) for row, hit in zip(rows, hits, strict=True)))
    else:
        show_rows(_HIT, rows)


def show_answer(answer: Answer, *, as_json: bool) -> None:
    """Facts, each with its evidence under it, then words."""
    if as_json:
        show_json(answer.to_dict())
        return
    _show_circumstances(answer)
    show_lines(_lines(answer))


def _near(hits: Hits, close: float) -> Iterator[Hit]:
    best = max((hit.score for hit in hits), default=0.0)
    return (hit for hit in hits if hit.score >= close * best)


def _episodes(fact: Fact) -> set[int]:
    return {quote.episode for quote in fact.evidence}


def _show_circumstances(found: Hits | Answer) -> None:
    show_asked(found.asked)
    for words in found.unclear:
        note(f"{words!r} has several readings, and was left alone: write a date", as_json=False)
    for line in found.without:
        note(f"searched without {line}", as_json=False)
    if found.pending:
        note(f"{found.pending} texts are found by their words alone until `tkg work` has embedded them", as_json=False)


def _row(hit: Hit) -> tuple[str, ...]:
    score = f"{hit.score:.3f}"
    if isinstance(hit, FactHit):
        return score, hit.kind, _said(hit.fact), beginning(hit.fact), end(hit.fact), _mark(hit)
    if isinstance(hit, EntityHit):
        return score, hit.kind, shown(hit.entity), "", "", f"{hit.facts} facts"
    facts = [f"{_said(each.fact)}, {_interval(each)}" for each in hit.facts]
    said_at = hit.said_at.isoformat()
    return score, hit.kind, f"{hit.speaker}: {hit.text}", said_at, "", "; ".join([*hit.message_ids, *facts])


def _signals(hit: Hit) -> str:
    return " ".join(f"{name} {value:.2f}" for name, value in hit.signals.items())


def _said(fact: Fact) -> str:
    return f"{shown(fact.subject)} {fact.predicate} {shown(fact.object)}"


def _interval(hit: FactHit) -> str:
    mark = _mark(hit)
    return f"{beginning(hit.fact)} to {end(hit.fact)}" + (f" ({mark})" if mark else "")


def _mark(hit: FactHit) -> str:
    """That a fact does not hold now, and what does in its slot."""
    if hit.is_current:
        return ""
    return "not current" if hit.superseded_by is None else f"not current, now {shown(hit.superseded_by.object)}"


def _lines(answer: Answer) -> Iterator[str]:
    for hit in answer.facts:
        yield f"{_said(hit.fact)}, {_interval(hit)}"
        yield from _grounds(hit.fact)
    if not answer.facts and not answer.words:
        yield "no fact is known, and nothing was said"
    if answer.words:
        yield "also said:" if answer.facts else "no fact is known; what was said:"
    for words in answer.words:
        yield f'  "{words.text}" ({words.speaker}, {words.said_at:%Y-%m-%d}, {", ".join(words.message_ids)})'


def _grounds(fact: Fact) -> Iterator[str]:
    """The latest words that a fact rests on; of one that was recorded without words, who says it."""
    quotes = sorted(fact.evidence, key=lambda quote: quote.said_at, reverse=True)
    for quote in quotes[:QUOTES]:
        yield f'  "{quote.quote}" ({quote.speaker}, {quote.said_at:%Y-%m-%d})'
        yield from (f"    {anchoring}" for anchoring in quote.anchorings)
    if len(quotes) > QUOTES:
        yield f"  and {len(quotes) - QUOTES} more"
    if not quotes:
        for claim in fact.claims[-QUOTES:]:
            yield f"  recorded {claim.recorded_at:%Y-%m-%d}" + (f", says {claim.source}" if claim.source else "")


def _evidence(fact: Fact) -> list[dict[str, Any]]:
    return [_quote(quote) for quote in fact.evidence]


def _quote(quote: Evidence) -> dict[str, Any]:
    return {
        "claim": quote.claim,
        "quote": quote.quote,
        "speaker": quote.speaker,
        "said_at": quote.said_at.isoformat(),
        "episode": quote.episode,
        "anchorings": [anchoring.to_dict() for anchoring in quote.anchorings],
    }
