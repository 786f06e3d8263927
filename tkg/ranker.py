"""Ranking: the entries that are the best answers to a question, among what is believed as of one point.

Every *signal* brings candidates of its own and ranks them: what they mean, what words they have, the entities that the
question names, what these are connected with, and how close in time they are. The candidates of each are gone through
from the best down, and whatever is not believed at the point asked about, or not kept by the filters, is left out
before the signals are put together; so a signal goes as deep as it has to, and a hundred facts that are out of date
hide none that holds. If it would have to go very deep, all that is believed there is gathered first, and ranked by
itself.

What each signal says of a candidate is brought to one scale and added up (see `tkg.fusion`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import islice

import numpy as np

from tkg import fusion
from tkg.candidates import Passage, Stretch
from tkg.entries import Kind
from tkg.fulltext import Words, asked
from tkg.index import Ranking
from tkg.intervals import MAX
from tkg.lexical import Lexical
from tkg.search import Found, Ranked, Search

FEWEST = 50
"""Candidates that are wanted of each signal, at least; and five for each hit."""

DEEPEST = 3_000
"""Candidates that a signal goes through before all that is believed is gathered first."""

_DEEPER = 4
_PART = 20
"""The best entries of a part of a question that count."""

_ENTITIES = 5
_FACTS_OF_ENTITY = 50
_NEIGHBOURS = 10
_FACTS_OF_NEIGHBOUR = 10


class Ranker:
    """Ranks the candidates of one kind for one search."""

    def __init__(self, search: Search, kind: Kind, ranking: Ranking | None) -> None:
        self.search, self.kind, self.ranking = search, kind, ranking
        self.candidates = search.candidates
        self.wanted = min(max(FEWEST, 5 * search.count), MAX)
        self.seen: dict[int, Found | None] = {}
        reads: dict[Kind, tuple[Callable[[list[int]], Mapping[int, Found]], Callable[[], list[int]]]] = {
            Kind.FACT: (self.candidates.facts, self.candidates.all_facts),
            Kind.PASSAGE: (self.candidates.passages, self.candidates.all_passages),
            Kind.ENTITY: (self.candidates.entities, self.candidates.all_entities),
        }
        self._read, self._read_all = reads[kind]

    def run(self) -> list[Ranked]:
        signals: dict[str, dict[int, float]] = {}
        lexical = self.search.lexical(self.kind, self._words())
        ranks = self._by_words(lexical)
        meaning = None if self.ranking is None else self._by_meaning(self.ranking)
        parts = self._by_parts()
        about = self._about() if self.kind is Kind.FACT else {}
        connected = self._connected() if self.kind is Kind.FACT else {}
        brought = [*(meaning or ()), *ranks, *parts, *about, *connected]
        found = {entry: what for entry in dict.fromkeys(brought) if (what := self.seen.get(entry)) is not None}
        current = self._current_in_slots(found) if self.kind is Kind.FACT else {}
        found |= current
        if self.ranking is not None:
            signals["meaning"] = self._meaning_of(self.ranking, found)
        if lexical.words.words:
            signals["words"] = fusion.by_words(lexical.scores(found))
        if parts:
            signals["parts"] = parts
        if self.search.entities:
            signals["entity"] = self._entity_of(found)
        if connected:
            signals["graph"] = connected
        if self.search.named and self.kind is not Kind.ENTITY:
            signals["time"] = self._closeness_of(found)
        added = fusion.contributions(signals, self.search.weights)
        slots = {_slot(found[entry]) for entry in added}
        # No signal may say anything of what holds now, and yet it comes before what it superseded.
        added |= {entry: {} for entry, rows in current.items() if entry not in added and _slot(rows) in slots}
        ranked = [
            Ranked(self.kind, entry, what, added[entry], fusion.score(added[entry], signals, self.search.weights))
            for entry, what in found.items()
            if entry in added
        ]
        return sorted(ranked, key=lambda each: (-each.score, each.entry))

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
        self, first: Callable[[int], dict[int, float]], among: Callable[[list[int]], dict[int, float]]
    ) -> dict[int, float]:
        """The best that may be in the answer, as many as are wanted, of a signal that gives the best n of all."""
        count = self.wanted
        while True:
            given = first(count)
            kept = self._allow(given)
            if len(kept) >= self.wanted or len(given) < count:
                return {entry: given[entry] for entry in kept[: self.wanted]}
            if count > DEEPEST:
                given = among(self._read_all())
                return {entry: given[entry] for entry in self._allow([*given][: 2 * self.wanted])[: self.wanted]}
            count *= _DEEPER

    # --- signals that bring candidates ---

    def _by_meaning(self, ranking: Ranking) -> dict[int, float]:
        def first(count: int) -> dict[int, float]:
            return _by_entry(ranking.first(count))

        def among(entries: list[int]) -> dict[int, float]:
            return _by_entry(ranking.among(np.array(entries, np.int64)))

        return self._deepen(first, among)

    def _by_words(self, lexical: Lexical) -> dict[int, float]:
        """The entries that have some of the words, the best first."""
        ordered = lexical.ordered

        def first(count: int) -> dict[int, float]:
            return dict(islice(ordered.items(), count))

        def among(entries: list[int]) -> dict[int, float]:
            scores = lexical.scores(entries)
            return dict(sorted(scores.items(), key=lambda pair: (-pair[1], pair[0])))

        return self._deepen(first, among)

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

    def _by_parts(self) -> dict[int, float]:
        """The best of what is found for each part of the question by itself."""
        found: dict[int, float] = {}
        for words in self.search.question.parts:
            lexical = self.search.lexical(self.kind, words)
            scores = lexical.scores(self._allow(islice(lexical.ordered, self.wanted)))
            best = sorted(scores, key=lambda entry: (-scores[entry], entry))[:_PART]
            for entry, value in fusion.by_words({entry: scores[entry] for entry in best}).items():
                found[entry] = max(value, found.get(entry, 0.0))
        return found

    def _about(self) -> list[int]:
        """Facts about the entities that the question names."""
        found: dict[int, None] = {}
        for term in list(self.search.meant)[:_ENTITIES]:
            found.update(dict.fromkeys(self.candidates.about(term, _FACTS_OF_ENTITY, self.search.now)))
        return self._allow(found)

    def _connected(self) -> dict[int, float]:
        """Facts two steps from an entity that the question names: about those that its facts are about."""
        found: dict[int, float] = {}
        near: set[int] = set()
        for term, value in list(self.search.meant.items())[:_ENTITIES]:
            facts = self.candidates.about(term, _FACTS_OF_ENTITY, self.search.now)
            near |= facts.keys()
            beside = dict.fromkeys(row.object if row.subject == term else row.subject for row in facts.values())
            for other in list(beside)[:_NEIGHBOURS]:
                through = self.search.damped(value, other)
                for entry in self.candidates.about(other, _FACTS_OF_NEIGHBOUR, self.search.now):
                    found[entry] = max(through, found.get(entry, 0.0))
        return {entry: found[entry] for entry in self._allow(found) if entry not in near}

    def _current_in_slots(self, found: Mapping[int, Found]) -> dict[int, Found]:
        """What holds now in the slots of facts that do not, so that it can rank above them."""
        rule, now = self.candidates.reader.slots.rule, self.search.now
        if self.candidates.stretches:
            return {}
        past = [
            entry
            for entry, rows in found.items()
            if isinstance(rows, list)
            and rule(rows[0].predicate).one
            and not any(row.start <= now < row.end for row in rows)
        ]
        return {entry: what for entry in self._allow(self.candidates.current(past, now)) if (what := self.seen[entry])}

    # --- what signals say of all candidates ---

    def _meaning_of(self, ranking: Ranking, found: Mapping[int, Found]) -> dict[int, float]:
        listed = np.array(list(found), np.int64)
        cosines = {
            int(entry): float(cosine)
            for entry, cosine in zip(listed, ranking.of(listed), strict=True)
            if not np.isnan(cosine)
        }
        return fusion.by_meaning(cosines, ranking.usual)

    def _entity_of(self, found: Mapping[int, Found]) -> dict[int, float]:
        values: dict[int, float] = {}
        for entry, what in found.items():
            if isinstance(what, list):
                values[entry] = max(self.search.meant.get(term, 0.0) for term in (what[0].subject, what[0].object))
            elif isinstance(what, int):
                values[entry] = self.search.entities.get(what, 0.0)
        return values

    def _closeness_of(self, found: Mapping[int, Found]) -> dict[int, float]:
        stretches: dict[int, list[Stretch]] = {}
        if self.kind is Kind.PASSAGE:
            stretches = self.candidates.times(found)
        for entry, what in found.items():
            if isinstance(what, list):
                stretches[entry] = [(row.start, row.end) for row in what]
            elif isinstance(what, Passage) and entry not in stretches:
                # Words that name no time are of when they were said.
                stretches[entry] = [(what.observed, what.observed + 1)]
        return {entry: fusion.by_time(self.search.named, times) for entry, times in stretches.items()}


def _slot(what: Found) -> tuple[int, int] | None:
    """Subject and predicate of a fact."""
    return (what[0].subject, what[0].predicate) if isinstance(what, list) else None


def _by_entry(hits: tuple[np.ndarray, np.ndarray]) -> dict[int, float]:
    return dict(zip(hits[0].tolist(), hits[1].tolist(), strict=True))
