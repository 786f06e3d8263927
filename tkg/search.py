"""Search: the entries that are the best answers to a question, among what is believed as of one point.

Every *signal* brings candidates of its own and ranks them: what they mean, what words they have, the entities that the
question names, what these are connected with, and how close in time they are. The candidates of each are gone through
from the best down, and whatever is not believed at the point asked about, or not kept by the filters, is left out
before the signals are put together; so a signal goes as deep as it has to, and a hundred facts that are out of date
hide none that holds. If it would have to go very deep, all that is believed there is gathered first, and ranked by
itself.

What each signal says of a candidate is brought to one scale and added up (see `tkg.fusion`).
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tkg import fusion, overlay
from tkg.candidates import Candidates, Passage, Stretch
from tkg.embed import Embedder, unit_vectors
from tkg.entries import Entries, Kind
from tkg.errors import EmbedderError, Locked, ReadOnly
from tkg.fulltext import Words, asked
from tkg.index import Index, State, discard, inspect
from tkg.intervals import MAX
from tkg.lexical import Lexical, Size
from tkg.question import Question
from tkg.reader import Rectangle
from tkg.store import Store, storage_errors
from tkg.vectors import Vectors, embedder_of

if TYPE_CHECKING:
    from tkg.index import Ranking

Found = list[Rectangle] | Passage | int
"""What a candidate is: the believed stretches of a fact, a passage, or the term of an entity."""

FEWEST = 50
"""Candidates that are wanted of each signal, at least; and five for each hit."""

DEEPEST = 3_000
"""Candidates that a signal goes through before all that is believed is gathered first."""

_DEEPER = 4
_PART = 20
"""The best entries of a part of a question that count."""

_PARTLY = 20
"""Entities that have some words of the question and are looked at."""

_ENTITIES = 5
_FACTS_OF_ENTITY = 50
_NEIGHBOURS = 20
_FACTS_OF_NEIGHBOUR = 20
_COUNTED = 1_000
_ALIKE = 0.5
"""How much of a name has to be said for its entity to be meant."""

_NEAR_US = 86_400_000_000

Progress = Callable[[str, int, int], None]
"""Told the stage of a work, how much of it is done, and of how much."""

_SAMPLED = 200
_LAST_ENTRY = "SELECT COALESCE(MAX(id), 0) FROM entry"
_log = logging.getLogger("tkg.search")


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with what each signal adds to it."""

    kind: Kind
    entry: int
    what: Found
    parts: Mapping[str, float]
    score: float


@dataclass(frozen=True, slots=True)
class Ready:
    """What a search goes without: how many texts are not embedded yet, and why, a line for each reason."""

    pending: int = 0
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """How an index stands.

    `entries` are the things that can be found, of which `without_words` are not in the word index; `places` of the log
    and `messages` are not taken in yet. `embedder` is the name of the one that the file is searched with, None as long
    as there is none; `pending` texts are not embedded by the one at hand. `side` says how the side index stands, None where
    there is none: a graph in memory, or without an embedder.
    """

    entries: int
    without_words: int
    places: int
    messages: int
    embedder: str | None
    pending: int
    side: State | None

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong. That something is pending, or a side index missing or behind, is not."""
        return self.without_words == 0 and (self.side is None or self.side.usable or self.side.word == "missing")

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {**asdict(self), "ok": self.ok}


class Finder:
    """Searches one store. `embedder` None: by everything but meaning. `path` is the file of the side index, which is
    read, and written unless `readonly`."""

    def __init__(self, store: Store, embedder: Embedder | None, path: Path | None, *, readonly: bool = False) -> None:
        self.store, self.embedder, self.readonly = store, embedder, readonly
        self.entries = Entries(store)
        self.vectors = None if embedder is None else Vectors(store, embedder, self.entries)
        self.path, self.index = path, Index(path)
        self._sizes: dict[tuple[int, Kind], tuple[int, Size]] = {}

    def prepare(self, scope: str, kinds: Sequence[Kind], *, embed: bool = True) -> Ready:
        """Take in what was written since the last time, and embed it, so that it can be found.

        Raises WrongEmbedder, BadEmbedding. That another process writes, or that an embedder does not answer, is said in
        the outcome.
        """
        without: list[str] = []
        with self.store.snapshot() as last:
            overlay.keep_up(self.store.connection)
            behind = self.entries.is_behind(last.place)
        if behind:
            try:
                self._write(self.entries.catch_up)
            except Locked as error:
                without.append(f"what was written last: {error}")
        pending, scope_id = 0, self.store.scope_id(scope)
        if self.vectors is not None and scope_id is not None:
            vectors = self.vectors
            vectors.require()
            if embed and vectors.pending(scope_id, kinds):
                try:
                    self._write(lambda: vectors.embed([scope_id], kinds))
                except (EmbedderError, Locked) as error:
                    without.append(f"the meaning of some texts: {error}")
            pending = vectors.pending(scope_id, kinds)
        for line in without:
            _log.warning("searched without %s", line)
        return Ready(pending, tuple(without))

    def _write(self, work: Callable[[], object]) -> None:
        """Do some work on the index; where the file may only be read, on a copy of it."""
        try:
            work()
        except ReadOnly:
            with self.store.lock, storage_errors():
                overlay.lay(self.store.connection)
            work()

    def vector(self, text: str) -> np.ndarray | None:
        """The vector of a question; None without an embedder. Raises EmbedderError, BadEmbedding."""
        if self.embedder is None:
            return None
        found: np.ndarray = unit_vectors(self.embedder.questions([text]), [text], self.embedder)[0]
        return found

    def size(self, candidates: Candidates, kind: Kind) -> Size:
        """How many entries of a kind there are, counted again when there may be a tenth more."""
        key, (last,) = (candidates.reader.scope, kind), self.store.connection.execute(_LAST_ENTRY).fetchone()
        known = self._sizes.get(key)
        if known is None or last > 1.1 * known[0] + 100:
            counted, first, newest = candidates.size(kind)
            words = candidates.words(candidates.sample(kind, _SAMPLED))
            lengths = [len(own.split()) + len(beside.split()) for _, own, beside in words]
            average = max(sum(lengths) / len(lengths), 1.0) if lengths else 1.0
            known = self._sizes[key] = last, Size(counted, first, newest, average)
        return known[1]

    def rank(self, search: "Search", kind: Kind) -> list[Ranked]:
        """The candidates of one kind, the best first. Inside the snapshot of the search's reader."""
        ranking = None
        overlay.keep_up(self.store.connection)
        if self.vectors is not None and search.vector is not None:
            self.index.refresh(self.vectors)
            ranking = self.index.ask(search.vector, search.candidates.reader.scope, kind)
        return _Ranker(search, kind, ranking).run()

    def work(self, progress: Progress | None = None) -> int:
        """Take in and embed whatever is pending, in all scopes, and bring the side index up to date; how many texts
        were embedded.

        `progress` is told the stage ("read", "embedded", "linked"), how much is done, and of how much. Raises
        WrongEmbedder, EmbedderError, BadEmbedding, ReadOnly, Locked.
        """
        stage = progress or (lambda *_: None)
        self.entries.catch_up(partial(stage, "read"))
        if self.vectors is None:
            return 0
        self.vectors.require()
        done = self.vectors.embed(None, tuple(Kind), partial(stage, "embedded"))
        self._bring_up(stage)
        return done

    def _bring_up(self, stage: Progress) -> None:
        """Bring the side index up to date, in memory and in its file."""
        if self.vectors is not None:
            with self.store.snapshot():
                self.index.refresh(self.vectors)
            self.index.grow(partial(stage, "linked"))
            self.close()

    def reindex(self, embedder: Embedder | None, progress: Progress | None = None) -> int:
        """Make the index anew; how many texts were embedded.

        With another embedder, the vectors of all texts by it, and search with it from then on; otherwise the entries
        and their words, whose vectors are used again. Facts and words stay as they are. What is broken off goes on at
        the next call where it was. Raises as `work`.
        """
        stage = progress or (lambda *_: None)
        vectors = self.vectors if embedder is None else Vectors(self.store, embedder, self.entries)
        if embedder is None and self.vectors is not None:
            self.vectors.require()
        if vectors is None or (self.vectors is not None and vectors.embedder.name == self.vectors.embedder.name):
            self.entries.drop_all()
        self.entries.catch_up(partial(stage, "read"))
        if vectors is None:
            return 0
        done = vectors.embed(None, tuple(Kind), partial(stage, "embedded"))
        vectors.choose()
        self.embedder, self.vectors = vectors.embedder, vectors
        self._bring_up(stage)
        return done

    def check(self) -> Report:
        """How the index stands to the log, and the side index to the file; nothing is changed."""
        with self.store.snapshot() as last:
            # The side index is one of the file, and not of a copy that has gone its own way.
            overlay.lift(self.store.connection)
            behind = self.entries.behind(last.place)
            counts = self.entries.counts()
            name = embedder_of(self.store)
            pending = 0 if self.vectors is None else self.vectors.pending_in_all()
            state = None
            if self.vectors is not None and self.path is not None:
                state = inspect(self.path, self.vectors)
        return Report(*counts, *behind, name, pending, state)

    def close(self) -> None:
        """Write the side index, if it has something new, and nothing of it was erased meanwhile."""
        if self.readonly or self.path is None or not self._is_of_now():
            return
        if self.index.save() and not self._is_of_now():
            # Another process erased something while the file was being written, and took away the one before it.
            discard(self.path)

    def _is_of_now(self) -> bool:
        """Whether the vectors in memory, if any, are still there in the database."""
        if self.vectors is None or self.index.generation is None:
            return False
        with self.store.snapshot():
            return self.index.generation == self.vectors.generation


@dataclass(frozen=True)
class Search:
    """One question, as of one point. `named` are the stretches of time that it names; `now` is the valid instant at
    which a fact is current; `count` is how many hits are wanted; `weights` are those of the signals,
    `size_of` tells how many entries there are."""

    question: Question
    candidates: Candidates
    vector: np.ndarray | None
    named: tuple[Stretch, ...]
    now: int
    count: int
    weights: Mapping[str, float]
    size_of: Callable[[Candidates, Kind], Size]

    def lexical(self, kind: Kind, words: Words) -> Lexical:
        """Some words against the entries of a kind."""
        return Lexical(self.candidates, kind, words, self.size_of(self.candidates, kind))

    @cached_property
    def entities(self) -> dict[int, float]:
        """The entities that the question names: their terms, with how much of the name is said."""
        candidates = replace(self.candidates, kept={})
        named = candidates.by_name(self.question.names)
        outermost = set(self.question.outermost(name for _, name in named))
        likeness = {entry: 1.0 for entry, name in named if name in outermost}
        lexical = self.lexical(Kind.ENTITY, self.question.words)
        partly = candidates.entities(islice(lexical.ordered, _PARTLY))
        for entry, term in partly.items():
            share = self.question.share(str(self.candidates.reader.store.terms.value(term)))
            if share >= _ALIKE:
                likeness.setdefault(entry, share)
        return {term: likeness[entry] for entry, term in candidates.entities(likeness).items()}

    @cached_property
    def meant(self) -> dict[int, float]:
        """The same, for how much each counts: less, the more is known of it. The strongest first."""
        counted = {
            term: fusion.by_entity(similarity, self.candidates.count_about(term, _COUNTED))
            for term, similarity in self.entities.items()
        }
        return dict(sorted(counted.items(), key=lambda pair: -pair[1]))


class _Ranker:
    """Ranks the candidates of one kind for one search."""

    def __init__(self, search: Search, kind: Kind, ranking: "Ranking | None") -> None:
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

    def _by_meaning(self, ranking: "Ranking") -> dict[int, float]:
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
        for term, value in list(self.search.meant.items())[:_ENTITIES]:
            beside: dict[int, None] = {}
            for row in self.candidates.about(term, _FACTS_OF_ENTITY, self.search.now).values():
                beside[row.object if row.subject == term else row.subject] = None
            for other in list(beside)[:_NEIGHBOURS]:
                through = fusion.by_entity(value, self.candidates.count_about(other, _COUNTED))
                for entry in self._allow(self.candidates.about(other, _FACTS_OF_NEIGHBOUR, self.search.now)):
                    found[entry] = max(through, found.get(entry, 0.0))
        return found

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

    def _meaning_of(self, ranking: "Ranking", found: Mapping[int, Found]) -> dict[int, float]:
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
            elif isinstance(what, Passage):
                stretches.setdefault(entry, []).append((what.observed, what.observed + 1))
        return {entry: closeness(self.search.named, times) for entry, times in stretches.items()}


def _slot(what: Found) -> tuple[int, int] | None:
    """Subject and predicate of a fact."""
    return (what[0].subject, what[0].predicate) if isinstance(what, list) else None


def closeness(asked_about: Sequence[Stretch], times: Sequence[Stretch]) -> float:
    """How close in time the nearest of some stretches is to one of those asked about.

    The part of a stretch that lies within the one asked about; of one that lies apart 1 / (1 + gap / length), with the
    length of the one asked about, which is taken as a day at least.
    """
    return max((_close(one, other) for one in asked_about for other in times), default=0.0)


def _close(one: Stretch, other: Stretch) -> float:
    common = min(one[1], other[1]) - max(one[0], other[0])
    if common > 0:
        return common / (other[1] - other[0])
    return 1 / (1 - common / max(one[1] - one[0], _NEAR_US))


def _by_entry(hits: tuple[np.ndarray, np.ndarray]) -> dict[int, float]:
    return dict(zip(hits[0].tolist(), hits[1].tolist(), strict=True))
