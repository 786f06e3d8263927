"""Ranking: the entries that are the best answers to a question, among what is believed as of one point.

Every *signal* brings candidates of its own and ranks them: what they mean, what words they have, the entities that the
question names, what these are connected with, and how close in time they are. The candidates of each are gone through
from the best down, and whatever is not believed at the point asked about, or not kept by the filters, is left out
before the signals are put together; so a signal goes as deep as it has to, and a hundred facts that are out of date
hide none that holds. If it would have to go very deep, all that is believed there is gathered first, and ranked by
itself.

What each signal says of a candidate is brought to one scale and added up (see `tkg.fusion`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

import numpy as np

from tkg import fusion
from tkg.candidates import Passage
from tkg.entry_table import Kind
from tkg.fulltext import Words, asked
from tkg.index import Ranking
from tkg.intervals import MAX
from tkg.lexical import Lexical
from tkg.reader import Rectangle
from tkg.search import Found, Ranked, Search

FEWEST = 30
"""Candidates that are wanted of each signal, at least; and three for each hit."""

DEEPEST = 3_000
"""Candidates that a signal goes through before all that is believed is gathered first."""

_DEEPER = 4
_ENTITIES = 5
_FACTS_OF_ENTITY = 50
_NEIGHBOURS = 10
_FACTS_OF_NEIGHBOUR = 10


class Ranker:
    """Ranks the candidates of one kind for one search."""

    def __init__(self, search: Search, kind: Kind, ranking: Ranking | None) -> None:
        self.search, self.kind, self.ranking = search, kind, ranking
        self.candidates = search.candidates
        self.wanted = min(max(FEWEST, 3 * search.count), MAX)
        self.seen: dict[int, Found | None] = {}
        reads: dict[Kind, tuple[Callable[[list[int]], Mapping[int, Found]], Callable[[], list[int]]]] = {
            Kind.FACT: (self.candidates.facts, self.candidates.all_facts),
            Kind.PASSAGE: (self.candidates.passages, self.candidates.all_passages),
            Kind.ENTITY: (self.candidates.entities, self.candidates.all_entities),
        }
        self._read, self._read_all = reads[kind]
        self.lexical = search.lexical(kind, self._words())
        self.best_rank = self.best_cosine = 0.0

    def run(self) -> list[Ranked]:
        """The candidates, the best first."""
        found = self._brought()
        ranked = self._ranked(found, self._signals(found))
        if self.kind is Kind.FACT and not self.candidates.stretches:
            current = self._current_in_slots(ranked)
            # No signal may say anything of what holds now, and yet it comes before what it superseded.
            ranked += self._ranked(current, self._signals(current), even_if_silent=True)
        return sorted(ranked, key=lambda each: (-each.score, each.entry))

    def _brought(self) -> dict[int, Found]:
        """What the signals bring."""
        brought = [*self._by_words(self.lexical), *self._by_meaning(), *self._parts]
        if self.kind is Kind.FACT:
            brought += [*self._about(), *self._connected]
        return {entry: what for entry in dict.fromkeys(brought) if (what := self.seen.get(entry)) is not None}

    def _signals(self, found: Mapping[int, Found]) -> dict[str, dict[int, float]]:
        """What each signal says of all candidates, not only of its own. Those found first set the scale."""
        signals: dict[str, dict[int, float]] = {}
        if self.ranking is not None:
            signals["meaning"] = self._meaning_of(self.ranking, found)
        if self.lexical.words.words:
            ranks = self.lexical.scores(found)
            self.best_rank = self.best_rank or max(ranks.values(), default=0.0)
            signals["words"] = fusion.by_words(ranks, self.best_rank)
        if self._parts:
            signals["parts"] = {entry: self._parts[entry] for entry in found if entry in self._parts}
        if self.search.entities:
            signals["entity"] = self._entity_of(found)
        if self.kind is Kind.FACT and self._connected:
            signals["graph"] = {entry: self._connected[entry] for entry in found if entry in self._connected}
        if self.search.named and self.kind is not Kind.ENTITY:
            signals["time"] = self._closeness_of(found)
        return signals

    def _ranked(
        self, found: Mapping[int, Found], signals: Mapping[str, Mapping[int, float]], *, even_if_silent: bool = False
    ) -> list[Ranked]:
        """The candidates with their scores, the best first; those of which no signal says anything only if wanted."""
        weights = self.search.weights
        added = fusion.contributions(signals, weights)
        scored = [
            Ranked(self.kind, entry, what, parts, fusion.score(parts, signals, weights))
            for entry, what in found.items()
            for parts in [added.get(entry, {})]
            if parts or even_if_silent
        ]
        return sorted(scored, key=lambda each: (-each.score, each.entry))

    # --- what is believed there ---

    def _allow(self, entries: Iterable[int]) -> list[int]:
        """Those of the entries that may be in the answer, in their order."""
        listed = list(entries)
        fresh = [entry for entry in listed if entry not in self.seen]
        if fresh:
            self.seen |= dict.fromkeys(fresh)
            self.seen |= self._read(fresh)
        return [entry for entry in listed if self.seen[entry] is not None]

    def _deepen(
        self,
        first: Callable[[int], list[int]],
        among: Callable[[list[int]], list[int]],
        *,
        whole: bool = True,
    ) -> list[int]:
        """The best that may be in the answer, as many as are wanted, of a signal that gives the best n of all, or,
        unless it is `whole`, of some. If these are too few, the signal is asked of all that may be in the answer."""
        count = self.wanted
        while count <= DEEPEST:
            given = first(count)
            kept = self._allow(given)
            if len(kept) >= self.wanted or (len(given) < count and whole):
                return kept[: self.wanted]
            if len(given) < count:
                break
            count *= _DEEPER
        return self._first_allowed(among(self._read_all()))

    def _first_allowed(self, entries: Iterable[int]) -> list[int]:
        """The first that may be in the answer, as many as are wanted, however many may not."""
        found: list[int] = []
        waiting, step = iter(entries), min(2 * self.wanted, DEEPEST)
        while len(found) < self.wanted and (some := list(islice(waiting, step))):
            found += self._allow(some)
        return found[: self.wanted]

    # --- signals that bring candidates ---

    def _by_meaning(self) -> list[int]:
        """The entries whose vectors are the nearest."""
        ranking = self.ranking
        if ranking is None:
            return []

        def first(count: int) -> list[int]:
            return [int(entry) for entry in ranking.first(count)[0]]

        def among(entries: list[int]) -> list[int]:
            return [int(entry) for entry in ranking.among(np.array(entries, np.int64))[0]]

        return self._deepen(first, among)

    def _by_words(self, lexical: Lexical) -> list[int]:
        """The entries that have some of the words, those first that have the rarest and most."""

        def first(count: int) -> list[int]:
            return list(islice(lexical.ordered, count))

        def among(entries: list[int]) -> list[int]:
            return list(lexical.among(entries))

        return self._deepen(first, among, whole=lexical.is_whole)

    def _words(self) -> Words:
        """What to look for in the word index: the question's words, and those of the predicates that it names."""
        words = self.search.question.words
        more = [word for name in self._predicates() for word in asked(name).words]
        return replace(words, words=tuple(dict.fromkeys([*words.words, *more])))

    def _predicates(self) -> list[str]:
        if self.kind is not Kind.FACT:
            return []
        reader, names = self.candidates.reader, self.candidates.reader.store.names
        called = names.called(reader.moment.place)
        roots = {root for name, root in called if self.search.question.says(name.replace("_", " "))}
        return [names.predicate_name(root).replace("_", " ") for root in sorted(roots)]

    @cached_property
    def _parts(self) -> dict[int, float]:
        """The best of what is found for each part of the question by itself."""
        found: dict[int, float] = {}
        for words in self.search.question.parts:
            lexical = self.search.lexical(self.kind, words)
            scores = lexical.scores(self._by_words(lexical))
            best = sorted(scores, key=lambda entry: (-scores[entry], entry))[: self.wanted]
            ranks = {entry: scores[entry] for entry in best}
            for entry, value in fusion.by_words(ranks, max(ranks.values(), default=0.0)).items():
                found[entry] = max(value, found.get(entry, 0.0))
        return found

    def _about(self) -> list[int]:
        """Facts about the entities that the question names, of those that the filters keep: some of each."""
        found: dict[int, None] = {}
        for term, facts in self._around.items():
            most = max(self.wanted, _FACTS_OF_ENTITY)
            if self.candidates.kept or len(facts) >= _FACTS_OF_ENTITY:
                facts = self._facts_of(term, most, kept=True)
            found.update(dict.fromkeys(facts))
        return self._allow(found)

    @cached_property
    def _around(self) -> dict[int, dict[int, Rectangle]]:
        """The strongest entities that the question names, each with facts about it by entry."""
        terms = islice(self.search.meant, _ENTITIES)
        return {term: self._facts_of(term, _FACTS_OF_ENTITY) for term in terms}

    def _facts_of(self, term: int, most: int, *, kept: bool = False) -> dict[int, Rectangle]:
        return self.candidates.about(term, most, self.search.now, kept=kept)

    @cached_property
    def _connected(self) -> dict[int, float]:
        """Facts two steps from an entity that the question names: about those that its facts are about.

        The way there goes through what is believed as of the same point, whether the filters keep it or not.
        """
        found: dict[int, float] = {}
        near: set[int] = set()
        for term, facts in self._around.items():
            near |= facts.keys()
            beside = dict.fromkeys(row.object if row.subject == term else row.subject for row in facts.values())
            for other in list(beside)[:_NEIGHBOURS]:
                through = self.search.damped(self.search.meant[term], other)
                for entry in self._facts_of(other, _FACTS_OF_NEIGHBOUR, kept=True):
                    found[entry] = max(through, found.get(entry, 0.0))
        nearest = sorted((entry for entry in found if entry not in near), key=lambda entry: (-found[entry], entry))
        return {entry: found[entry] for entry in self._allow(nearest[: self.wanted])}

    def _current_in_slots(self, ranked: Sequence[Ranked]) -> dict[int, Found]:
        """What holds now in the slots of the best facts that do not, so that it can rank above them; what is ranked
        already apart."""
        rule, now = self.candidates.reader.slots.rule, self.search.now
        past = [
            each.entry
            for each in ranked[: max(self.search.count, FEWEST)]
            if isinstance(each.what, list)
            and rule(each.what[0].predicate).one
            and not any(row.holds_at(now) for row in each.what)
        ]
        there = {each.entry for each in ranked}
        allowed = self._allow(self.candidates.current(past, now))
        return {entry: what for entry in allowed if entry not in there and (what := self.seen[entry]) is not None}

    # --- what signals say of all candidates ---

    def _meaning_of(self, ranking: Ranking, found: Mapping[int, Found]) -> dict[int, float]:
        listed = np.array(list(found), np.int64)
        cosines = {
            int(entry): float(cosine)
            for entry, cosine in zip(listed, ranking.of(listed), strict=True)
            if not np.isnan(cosine)
        }
        self.best_cosine = self.best_cosine or max(cosines.values(), default=0.0)
        return fusion.by_meaning(cosines, ranking.usual, self.best_cosine)

    def _entity_of(self, found: Mapping[int, Found]) -> dict[int, float]:
        values: dict[int, float] = {}
        for entry, what in found.items():
            if isinstance(what, list):
                values[entry] = max(self.search.meant.get(term, 0.0) for term in (what[0].subject, what[0].object))
            elif isinstance(what, int):
                values[entry] = self.search.entities.get(what, 0.0)
        return values

    def _closeness_of(self, found: Mapping[int, Found]) -> dict[int, float]:
        named = self.candidates.times(found) if self.kind is Kind.PASSAGE else {}
        close: dict[int, float] = {}
        for entry, what in found.items():
            if isinstance(what, list):
                close[entry] = fusion.by_time(self.search.named, [(row.start, row.end) for row in what])
            elif isinstance(what, Passage):
                # Words that name no time are of when they were said.
                times = named.get(entry) or [(what.observed, what.observed + 1)]
                close[entry] = fusion.by_time_named(self.search.named, times)
        return close
