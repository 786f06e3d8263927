"""From a question to hits: what `search` of a view does around the ranking.

The question is read for the times that it names, unless the caller says a valid time. What was written since the last
search is taken in, and embedded. Then everything is read inside one snapshot, as of the view's moment: the ranking (see
`tkg.search`), and what the hits show.

The order of the hits is that of their scores, but for facts of one slot: if a value that does not hold now is found,
the one that does comes right before it. Passages of one message that follow each other are one hit.
"""

import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tkg import conversation, filters
from tkg.asking import Asked, placed
from tkg.basis import Options, reading
from tkg.candidates import Candidates, Passage, Stretch
from tkg.entries import Kind
from tkg.errors import EmbedderError, InputError
from tkg.facts import Fact
from tkg.fusion import WEIGHTS
from tkg.hits import EntityHit, EpisodeHit, FactHit, Hit, Hits
from tkg.intervals import moment
from tkg.question import Question
from tkg.reader import Reader, Rectangle
from tkg.search import Finder, Ranked, Ready, Search

if TYPE_CHECKING:
    from tkg.views import View

What: TypeAlias = Literal["facts", "episodes", "entities", "all"]
KINDS: Mapping[str, tuple[Kind, ...]] = {
    "facts": (Kind.FACT,),
    "episodes": (Kind.PASSAGE,),
    "entities": (Kind.ENTITY,),
    "all": (Kind.FACT, Kind.PASSAGE, Kind.ENTITY),
}
_FILTERED: Mapping[Kind, filters.Kind] = {Kind.FACT: "facts", Kind.PASSAGE: "episodes", Kind.ENTITY: "entities"}

Reranker: TypeAlias = Callable[[str, Sequence[str]], Sequence[float]]
"""Scores texts against a question, larger is better."""

RERANKED = 50
"""The best hits that a reranker is shown."""

SLOT = "slot"
"""What is added to the score of a value that holds now where one of its slot that does not would come before it."""

_BESIDE = 1
_log = logging.getLogger("tkg.search")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a search is asked for, besides the point in time."""

    text: str
    count: int = 10
    what: What = "facts"
    filters: Mapping[str, Any] | None = None
    threshold: float = 0.0
    explain: bool = False
    reranker: Reranker | None = None
    embed: bool = True
    weights: Mapping[str, float] | None = None

    def check(self) -> None:
        """Raise InputError for what cannot be meant."""
        if not isinstance(self.text, str) or not self.text.strip():
            raise InputError(f"search for {self.text!r}: give it some words to look for")
        if isinstance(self.count, bool) or not isinstance(self.count, int) or self.count < 1:
            raise InputError(f"k={self.count!r}: how many hits, a number of at least 1")
        if self.what not in KINDS:
            raise InputError(f"what={self.what!r}: use {', '.join(KINDS)}")
        if not _is_number(self.threshold, 1):
            raise InputError(f"threshold={self.threshold!r}: the least score of a hit, a number from 0 to 1")
        weights = {} if self.weights is None else self.weights
        if not isinstance(weights, Mapping):
            raise InputError(f"weights={weights!r}: a mapping of signals, {', '.join(WEIGHTS)}, to numbers")
        for name, weight in weights.items():
            if name not in WEIGHTS or not _is_number(weight, sys.float_info.max):
                raise InputError(f"weights={{{name!r}: {weight!r}}}: numbers from 0 for {', '.join(WEIGHTS)}")


def _is_number(given: object, most: float) -> bool:
    return isinstance(given, (int, float)) and not isinstance(given, bool) and 0 <= given <= most


def search(view: "View", finder: Finder, chosen: Options, wish: Wish) -> Hits:
    """The hits of one search. Raises InputError, BadFilter, WrongEmbedder, BadEmbedding, Locked, StorageError."""
    wish.check()
    kinds = KINDS[wish.what]
    compiled = filters.compiled(
        {} if wish.filters is None else wish.filters, [_FILTERED[kind] for kind in kinds], view.zone
    )
    is_kept = chosen.policy == "latest" and chosen.certainty == "nominal"
    if not is_kept and any("b" in each.aliases for each in compiled.values()):
        raise InputError("filters on valid time take policy='latest' and nominal bounds: leave them out, or those")
    if chosen.certainty != "nominal" and chosen.valid_at is None:
        raise InputError(f"certainty={chosen.certainty!r} is asked of one instant: give it as valid_at")
    named, asked = _named_times(view, chosen, wish.text) if chosen.valid_at is None else ((), ())
    ready = finder.prepare(chosen.scope, kinds, embed=wish.embed)
    try:
        vector = finder.vector(wish.text)
    except EmbedderError as error:
        _log.warning("searched without the meaning of the question: %s", error)
        vector, ready = None, replace(ready, without=(*ready.without, f"the meaning of the question: {error}"))
    with reading(view._store, chosen) as reader:
        filters.register(view._store.connection)
        now = max(view._store.clock(), reader.moment.at)
        asking = _Asking(view, finder, chosen, wish, reader, now, ready, asked)
        return asking.hits({kind: _search(asking, compiled, kind, named, vector) for kind in kinds})


def _search(
    asking: "_Asking",
    compiled: Mapping[filters.Kind, filters.Compiled],
    kind: Kind,
    named: tuple[Stretch, ...],
    vector: Any,
) -> Search:
    """The search for one kind. A time that the question names limits facts and entities; messages speak of other times
    than when they were said, so there it only ranks."""
    chosen, stretches = asking.chosen, named if kind is not Kind.PASSAGE else ()
    if chosen.valid_at is not None:
        end = chosen.valid_at + 1 if chosen.valid_until is None else chosen.valid_until
        stretches = ((chosen.valid_at, end),)
    kept = {each: compiled[name] for each, name in _FILTERED.items() if name in compiled}
    candidates = Candidates(asking.reader, stretches, kept)
    weights = {**WEIGHTS, **(asking.wish.weights or {})}
    return Search(
        Question(asking.wish.text),
        candidates,
        vector,
        named,
        asking.now,
        asking.wish.count,
        weights,
        asking.finder.size,
    )


def _named_times(view: "View", chosen: Options, text: str) -> tuple[tuple[Stretch, ...], tuple[Asked, ...]]:
    """The times that a question names and that are clear, as stretches, and what was made of them."""
    from tkg.timex import scan

    reference = chosen.reference_time or moment(view._store.clock(), view.zone)
    stretches, asked = [], []
    for found in scan(text, reference, tz=view.zone):
        if found.is_dated and not found.is_guess:
            place = placed(found, "valid_at", found.text)
            stretches.append((place.start, place.start + 1 if place.end is None else place.end))
            if place.asked is not None:
                asked.append(place.asked)
    return tuple(stretches), tuple(asked)


@dataclass(frozen=True, slots=True)
class _Asking:
    """One search under way, inside its snapshot."""

    view: "View"
    finder: Finder
    chosen: Options
    wish: Wish
    reader: Reader
    now: int
    ready: Ready
    asked: tuple[Asked, ...]

    def hits(self, searches: Mapping[Kind, Search]) -> Hits:
        ranked: list[Ranked] = []
        for kind, search in searches.items():
            ranked += self.finder.rank(search, kind)
        ranked.sort(key=lambda each: (-each.score, each.kind, each.entry))
        found: list[Hit] = []
        limit = self.wish.count if self.wish.reranker is None else max(self.wish.count, RERANKED)
        for hit in self._built(ranked, searches):
            if hit.score < self.wish.threshold or len(found) == limit:
                break
            found.append(hit)
        found = self._reranked(found)[: self.wish.count]
        return Hits(tuple(found), (*self.chosen.asked, *self.asked), self.ready.pending, self.ready.without)

    def _built(self, ranked: Sequence[Ranked], searches: Mapping[Kind, Search]) -> Iterator[Hit]:
        facts = _Slots(self, searches[Kind.FACT].candidates) if Kind.FACT in searches else None
        for each in _stitched(_in_order_of_slots(self, ranked), self.wish.count):
            first = each[0]
            signals = dict(first.parts) if self.wish.explain else {}
            if isinstance(first.what, list):
                assert facts is not None
                yield facts.hit(first.what, first.score, signals)
            elif isinstance(first.what, Passage):
                yield self._episode(each, searches[Kind.PASSAGE].candidates, signals)
            else:
                count = searches[Kind.ENTITY].candidates.count_about(first.what, 1_000)
                yield EntityHit(self.view._store.terms.value(first.what), count, first.score, signals)

    def _episode(self, passages: Sequence[Ranked], candidates: Candidates, signals: Mapping[str, float]) -> EpisodeHit:
        spans = [each.what for each in passages if isinstance(each.what, Passage)]
        start, end = min(span.start for span in spans), max(span.end for span in spans)
        connection = self.view._store.connection
        turn = conversation.turn(connection, spans[0].episode)
        assert turn is not None
        earlier = conversation.before(connection, turn, _BESIDE) if start == 0 else ()
        later = conversation.after(connection, turn, _BESIDE) if end == len(turn.text) else ()
        whole = Candidates(self.reader)
        rows = whole.facts(whole.quoting(Passage(turn.id, start, end, turn.observed)))
        slots = _Slots(self, whole)
        return EpisodeHit(
            turn.text[start:end], turn.speaker, turn.said_at,
            (turn.ref if turn.ref is not None else f"#{turn.id}",), (turn.id,),
            tuple(f"{each.speaker}: {each.text}" for each in earlier),
            tuple(f"{each.speaker}: {each.text}" for each in later),
            tuple(slots.hit(found, 0.0, {}) for found in rows.values()),
            max(each.score for each in passages), signals,
        )  # fmt: skip

    def _reranked(self, hits: list[Hit]) -> list[Hit]:
        reranker = self.wish.reranker
        if reranker is None or not hits:
            return hits
        try:
            scores = [float(score) for score in reranker(self.wish.text, [hit.text for hit in hits])]
        except Exception as error:  # noqa: BLE001 - somebody else's code, whose failing must not cost the answer
            _log.warning("the reranker failed (%s: %s): the hits are in their own order", type(error).__name__, error)
            return hits
        if len(scores) != len(hits):
            _log.warning("the reranker gave %d scores for %d hits, which stay in their order", len(scores), len(hits))
            return hits
        if any(isnan(score) for score in scores):
            _log.warning("the reranker gave a score that is no number, and the hits stay in their order: %s", scores)
            return hits
        order = sorted(range(len(hits)), key=lambda at: -scores[at])
        return [hits[at] for at in order]


@dataclass(frozen=True, slots=True)
class _Slots:
    """Facts as hits: which stretch of a fact to show, and what holds now in its slot."""

    asking: _Asking
    candidates: Candidates

    def hit(self, rows: Sequence[Rectangle], score: float, signals: Mapping[str, float]) -> FactHit:
        """The hit of one fact, believed over the stretches `rows`."""
        row = chosen_row(rows, self.candidates.stretches, self.asking.now)
        current = is_current(self.asking.reader, row, self.asking.now)
        instead = None if current else in_slot_now(self.asking.reader, row, self.asking.now)
        fact = self._fact(row)
        by = None if instead is None or instead.object == row.object else self._fact(instead)
        return FactHit(fact, current, by, score, signals)

    def _fact(self, row: Rectangle) -> Fact:
        asking = self.asking
        return asking.view._facts(asking.reader, asking.chosen, [row], asking.chosen.valid_at)[0]


def chosen_row(rows: Sequence[Rectangle], stretches: Sequence[Stretch], now: int) -> Rectangle:
    """Of several stretches of one fact: what holds now, unless another time is asked about; else the latest."""
    if not stretches:
        for row in rows:
            if row.start <= now < row.end:
                return row
    return max(rows, key=lambda row: (row.start, row.end))


def is_current(reader: Reader, row: Rectangle, now: int) -> bool:
    """Whether a belief holds now; an event, whether it has happened."""
    event = reader.slots.rule(row.predicate).extent == "event"
    return row.start <= now and (event or now < row.end)


def in_slot_now(reader: Reader, row: Rectangle, now: int) -> Rectangle | None:
    """What holds now in the slot of a belief; None of a predicate with many values, where none replaces another."""
    if not reader.slots.rule(row.predicate).one:
        return None
    return next(iter(replace(reader, certainty="nominal").believed_at(row.subject, row.predicate, now)), None)


def _in_order_of_slots(asking: _Asking, ranked: Sequence[Ranked]) -> Iterator[Ranked]:
    """Facts of one slot with what holds now first, unless another time is asked about; all else as it is."""
    if asking.chosen.valid_at is not None or asking.asked:
        yield from ranked
        return
    current: dict[tuple[int, int], Ranked] = {}
    for each in ranked:
        key = _slot_key(asking.reader, each)
        if key is not None and isinstance(each.what, list) and any(_holds(row, asking.now) for row in each.what):
            current.setdefault(key, each)
    done: set[tuple[Kind, int]] = set()
    for each in ranked:
        key = _slot_key(asking.reader, each)
        first = None if key is None else current.get(key)
        for one in (first, each):
            if one is not None and (one.kind, one.entry) not in done:
                done.add((one.kind, one.entry))
                yield one if one is each else _raised(one, each)


def _raised(one: Ranked, other: Ranked) -> Ranked:
    """A value that holds now, put before another of its slot that does not; `slot` is what that adds."""
    if other.score <= one.score:
        return one
    more = sum(other.parts.values()) - sum(one.parts.values())
    return replace(one, score=other.score, parts={**one.parts, SLOT: more})


def _slot_key(reader: Reader, each: Ranked) -> tuple[int, int] | None:
    if not isinstance(each.what, list):
        return None
    row = each.what[0]
    return (row.subject, row.predicate) if reader.slots.rule(row.predicate).one else None


def _holds(row: Rectangle, at: int) -> bool:
    return row.start <= at < row.end


def _stitched(ranked: Iterable[Ranked], count: int) -> Iterator[list[Ranked]]:
    """Passages of one message that follow each other, of the best `count`, together where the best of them is."""
    listed = list(ranked)
    best = [each for each in listed if isinstance(each.what, Passage)][:count]
    of_episode: dict[int, list[Ranked]] = {}
    for each in best:
        assert isinstance(each.what, Passage)
        of_episode.setdefault(each.what.episode, []).append(each)
    done: set[int] = set()
    for each in listed:
        if not isinstance(each.what, Passage):
            yield [each]
        elif each.entry not in done:
            run = _run(each, of_episode.get(each.what.episode, ()))
            done.update(one.entry for one in run)
            yield run


def _run(first: Ranked, others: Sequence[Ranked]) -> list[Ranked]:
    """A passage, and those of the others that are joined to it without a gap."""
    assert isinstance(first.what, Passage)
    run, start, end = [first], first.what.start, first.what.end
    grown = True
    while grown:
        grown = False
        for each in others:
            assert isinstance(each.what, Passage)
            if each not in run and each.what.start <= end and start <= each.what.end:
                run.append(each)
                start, end, grown = min(start, each.what.start), max(end, each.what.end), True
    return run
