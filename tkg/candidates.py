"""What a search reads from the file: entries by their words, and what is believed of them as of one point.

Everything here is asked for some entries at a time, inside the snapshot of a `Reader`, as of its moment. An entry that
nothing is believed of then, or that is gone, is simply not in the answer.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from tkg.belief_tables import OF_OBJECT
from tkg.claim_table import FROM_EARLY, TO_LATE
from tkg.entry_table import Kind
from tkg.filters import Compiled
from tkg.folded import Folded, Key
from tkg.intervals import MAX, MIN, Stretch
from tkg.reader import Reader, Rectangle
from tkg.slots import LIVE
from tkg.word_index import WordIndex

_LISTED = "IN (SELECT value FROM json_each(:entries))"
_OF_BELIEF = "b.s, b.p, b.o, b.vf, b.vt, b.rf"
_BELIEF = {
    "belief_cur": (f"{_OF_BELIEF}, {MAX}, b.flags", "b.rf <= :known_at"),
    "belief_hist": (f"{_OF_BELIEF}, b.rt, b.flags", "b.rf <= :known_at AND b.rt > :known_at"),
}
_SAME = "b.scope = e.scope AND b.modality = :modality AND b.s = e.a AND b.p = e.b AND b.o = e.c"
_SAYING = f"y.since <= :place AND y.until > :place AND c.modality = :modality AND {LIVE}"
_SAID = f"""
    EXISTS (SELECT 1 FROM saying y JOIN claim c ON c.id = y.claim
        WHERE y.entry = e.id AND {_SAYING} AND {{heard}} AND {{of_belief}} AND ({{filter}}))
"""
_OF_STRETCH = f"{FROM_EARLY} < b.vt AND (c.ongoing = 1 OR {TO_LATE} > b.vf)"
_WITHIN = "b.vf < :until AND (b.vt > :since OR b.p IN (SELECT value FROM json_each(:events)))"
_FACTS = f"""
    SELECT e.id, {{columns}} FROM entry e JOIN {{table}} b ON {_SAME}
    WHERE {{known}} AND {{kept}} AND {_WITHIN} AND e.id {_LISTED}
"""
_ALL_FACTS = f"""
    SELECT DISTINCT e.id FROM entry e JOIN {{table}} b ON {_SAME}
    WHERE e.scope = :scope AND e.kind = 0 AND {{known}} AND {{kept}} AND {_WITHIN}
"""
_KEYS = "SELECT e.id, e.a, e.b, e.c FROM entry e WHERE e.scope = :scope AND e.kind = 0 AND {kept}"
_LISTED_KEYS = f"{_KEYS} AND e.id {_LISTED}"
_KEYS_OF_TERM = f"{_KEYS} AND :term IN (e.a, e.c)"
_EPISODES = """
    FROM entry e JOIN episode m ON m.id = e.a
    WHERE e.scope = :scope AND e.kind = 1 AND m.tx <= :tx AND m.observed < :until AND {kept}
"""
_PASSAGES = f"SELECT e.id, e.a, e.b, e.c, m.observed {_EPISODES} AND e.id {_LISTED}"
_ALL_PASSAGES = f"SELECT e.id {_EPISODES}"
_OF_ENTITY = {"s": ("{table} b", "b"), "o": (OF_OBJECT, "x")}
"""By which tables the beliefs of an entity are found, in either role, and which of them has its name."""

_ENTITIES = f"""
    SELECT e.id, e.a FROM entry e WHERE e.id {_LISTED} AND ({{kept}}) AND EXISTS (
        SELECT 1 FROM {{having}}
        WHERE {{of}}.scope = e.scope AND {{of}}.modality = :modality AND {{of}}.{{role}} = e.a AND {{known}}
            AND {_WITHIN})
"""
_LISTED_ENTITIES = f"SELECT e.id, e.a, e.b, e.c FROM entry e WHERE e.id {_LISTED} AND {{kept}}"
_ALL_ENTITIES = f"SELECT id FROM entry WHERE scope = :scope AND kind = {Kind.ENTITY:d}"
_OF_TERM = f"""
    {{of}}.scope = :scope AND {{of}}.modality = :modality AND {{of}}.{{role}} = :term AND {{known}} AND {_WITHIN}
    AND {{kept}} LIMIT :most
"""
_ABOUT = f"""
    SELECT e.id, {{columns}} FROM {{having}} CROSS JOIN entry e
    ON e.scope = b.scope AND e.kind = 0 AND e.a = b.s AND e.b = b.p AND e.c = b.o WHERE {_OF_TERM}
"""
_COUNT_ABOUT = f"SELECT COUNT(*) FROM (SELECT 1 FROM {{having}} WHERE {_OF_TERM})"
_IN_SLOT = f"""
    SELECT DISTINCT n.id, {{columns}} FROM entry e JOIN {{table}} b
    ON b.scope = e.scope AND b.modality = :modality AND b.s = e.a AND b.p = e.b AND b.vf <= :now AND b.vt > :now
    JOIN entry n ON n.scope = b.scope AND n.kind = 0 AND n.a = b.s AND n.b = b.p AND n.c = b.o
    WHERE {{known}} AND e.id {_LISTED}
"""
_NAMED = """
    SELECT t.id, t.norm FROM json_each(:names) n CROSS JOIN term t ON t.scope = :scope AND t.norm = n.value
    WHERE +t.kind = 0
"""
_OF_TERMS = "SELECT a, id FROM entry WHERE scope = ? AND kind = 2 AND a IN (SELECT value FROM json_each(?))"
_TIMES = f"SELECT entry, starts, ends FROM named_time WHERE entry {_LISTED}"
_QUOTED = f"""
    SELECT DISTINCT y.entry FROM evidence v JOIN claim c ON c.id = v.claim JOIN saying y ON y.claim = c.id
    WHERE v.episode = :episode AND COALESCE(v.span_to, :end) > :start AND COALESCE(v.span_from, 0) < :end
        AND v.tx <= :tx AND {_SAYING} AND {{heard}}
"""


class Passage(NamedTuple):
    """A passage that was said by then: the episode, where in it, and when it was said."""

    episode: int
    start: int
    end: int
    observed: int


@dataclass(frozen=True)
class Candidates:
    """Reads for one search. `stretches` are the valid times asked about; without any, all of valid time is.

    `kept` are the filters, by kind.
    """

    reader: Reader
    stretches: tuple[Stretch, ...] = ()
    kept: Mapping[Kind, Compiled] = field(default_factory=dict)

    # --- names ---

    @property
    def words(self) -> WordIndex:
        """The words of all entries of the scope, whatever is believed."""
        return WordIndex(self.reader.store.connection, self.reader.scope)

    def by_name(self, names: Iterable[str]) -> list[tuple[int, str]]:
        """The entities that these names, in the form in which names are compared, mean as of the moment, with the name
        that each was found by."""
        reader = self.reader
        mentions = reader.store.names.mentions(reader.store.connection, reader.scope)
        rows = self._execute(_NAMED, {"scope": reader.scope, "names": json.dumps(list(names))}).fetchall()
        meant = [(mentions.entity(term, reader.moment.place), name) for term, name in rows]
        entries = dict(self._execute(_OF_TERMS, (reader.scope, json.dumps([term for term, _ in meant]))).fetchall())
        return [(entries[term], name) for term, name in meant if term in entries]

    # --- facts ---

    def facts(self, entries: Iterable[int]) -> dict[int, list[Rectangle]]:
        """What is believed of facts as of the moment and of the times asked about, by entry."""
        listed = list(entries)
        if self.reader.from_tables:
            rows = self._read(_FACTS, Kind.FACT, entries=json.dumps(listed))
        else:
            rows = self._folded.of(self._keys(_LISTED_KEYS, entries=json.dumps(listed)))
        found: dict[int, list[Rectangle]] = {}
        for entry, *row in rows:
            rectangle = Rectangle(*row)
            if self.reader.certainty != "nominal" or self.holds(rectangle):
                found.setdefault(entry, []).append(rectangle)
        return found

    def all_facts(self) -> list[int]:
        """Every fact that `facts` may give something for: it may be of none of several times asked about, and under a
        policy other than `latest` it may be believed at none."""
        if not self.reader.from_tables:
            return [entry for entry, *_ in self._keys(_KEYS)]
        return [id_ for (id_,) in self._read(_ALL_FACTS, Kind.FACT)]

    def holds(self, row: Rectangle) -> bool:
        """Whether a belief is of one of the times asked about; of an event, whether it had happened by then."""
        if not self.stretches:
            return True
        event = self.reader.slots.rule(row.predicate).extent == "event"
        return any(row.start < end and (event or row.end > start) for start, end in self.stretches)

    def current(self, entries: Iterable[int], now: int) -> dict[int, Rectangle]:
        """What holds at the valid instant `now` in the slots of these facts, by entry."""
        if not self.reader.from_tables:
            everything = replace(self, kept={})
            return dict(self._folded.current(everything._keys(_LISTED_KEYS, entries=json.dumps(list(entries))), now))
        rows = self._read(_IN_SLOT, None, entries=json.dumps(list(entries)), now=now)
        return {entry: Rectangle(*row) for entry, *row in rows}

    def about(self, term: int, most: int, now: int, *, kept: bool = False) -> dict[int, Rectangle]:
        """Facts with this entity as subject or as object, up to `most` of each or somewhat more; those of the times
        asked about, and of all times those first that hold at the valid instant `now`. All, or those that the filters
        keep."""
        if not self.reader.from_tables:
            among = self if kept else replace(self, kept={})
            return self._folded.about(among._keys(_KEYS_OF_TERM, term=term), most, now)
        found: dict[int, Rectangle] = {}
        kind = Kind.FACT if kept else None
        for since, until in self.stretches or ((now, now + 1), self._bounds):
            for role in _OF_ENTITY:
                for entry, *row in self._read(_ABOUT, kind, role=role, term=term, most=most, since=since, until=until):
                    if self.holds(rectangle := Rectangle(*row)):
                        found.setdefault(entry, rectangle)
        return found

    def count_about(self, term: int, most: int) -> int:
        """How many facts of the times asked about have this entity as subject or object, counted up to about `most`.

        Counted as the policy `latest` believes them, under any: it is for how much a name says.
        """
        rows = (self._read(_COUNT_ABOUT, None, role=role, term=term, most=most) for role in _OF_ENTITY)
        return sum(count for counts in rows for (count,) in counts)

    # --- passages and entities ---

    def passages(self, entries: Iterable[int]) -> dict[int, Passage]:
        """The passages that were stored by the moment, and said by the times asked about."""
        rows = self._execute(*self._spoken(_PASSAGES, entries=json.dumps(list(entries))))
        return {entry: Passage(*row) for entry, *row in rows}

    def all_passages(self) -> list[int]:
        """Every passage that `passages` would give."""
        return [id_ for (id_,) in self._execute(*self._spoken(_ALL_PASSAGES))]

    def entities(self, entries: Iterable[int]) -> dict[int, int]:
        """The entities that something is believed of as of the moment and of the times asked about: their terms."""
        listed = json.dumps(list(entries))
        if not self.reader.from_tables:
            return {
                entry: term
                for entry, term, *_ in self._keys(_LISTED_ENTITIES, Kind.ENTITY, entries=listed)
                if self._folded.about(replace(self, kept={})._keys(_KEYS_OF_TERM, term=term), 1, MAX)
            }
        found: dict[int, int] = {}
        for role in _OF_ENTITY:
            found.update(self._read(_ENTITIES, Kind.ENTITY, role=role, entries=listed))
        return found

    def all_entities(self) -> list[int]:
        """Every entity that `entities` would give."""
        every = [id_ for (id_,) in self._execute(_ALL_ENTITIES, {"scope": self.reader.scope})]
        return list(self.entities(every))

    def times(self, entries: Iterable[int]) -> dict[int, list[Stretch]]:
        """The stretches of time that the words of passages name."""
        found: dict[int, list[Stretch]] = {}
        for entry, start, end in self._execute(_TIMES, {"entries": json.dumps(list(entries))}):
            found.setdefault(entry, []).append((start, end))
        return found

    def quoting(self, passage: Passage) -> list[int]:
        """The facts as which claims that rest on words of a passage read, as far as these are live."""
        given = {
            "episode": passage.episode, "start": passage.start, "end": passage.end, "tx": self.reader.moment.tx,
            "place": self.reader.moment.place, "modality": self.reader.modality,
        }  # fmt: skip
        heard, sources = self.reader.heard.condition()
        return [entry for (entry,) in self._execute(_QUOTED.format(heard=heard), {**given, **sources})]

    # --- how ---

    def _execute(self, query: str, given: Any = ()) -> Any:
        return self.reader.store.connection.execute(query, given)

    def _read(self, query: str, kind: Kind | None, **given: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a query over what is believed as of the moment; `kind` is the one whose filter is asked."""
        role = str(given.pop("role", "s"))
        kept, parameters = self._filter(kind, _OF_STRETCH)
        low, high = self._bounds
        parameters |= {
            "scope": self.reader.scope, "modality": self.reader.modality, "known_at": self.reader.moment.at,
            "place": self.reader.moment.place, "since": low, "until": high, "events": self._events, **given,
        }  # fmt: skip
        for table, (columns, known) in _BELIEF.items():
            if table == "belief_hist" and self.reader.is_latest:
                continue
            having, of = _OF_ENTITY[role]
            names = {"having": having.format(table=table), "of": of, "role": role}
            text = query.format(table=table, columns=columns, known=known, kept=kept, **names)
            yield from self._execute(text, parameters).fetchall()

    def _filter(self, kind: Kind | None, of_belief: str = "1") -> tuple[str, dict[str, object]]:
        """The filter of a kind as SQL; `of_belief` is what must hold of a claim for it to count for a belief."""
        compiled = None if kind is None else self.kept.get(kind)
        if compiled is None:
            return "1", {}
        if "c" not in compiled.aliases:
            return compiled.sql, dict(compiled.parameters)
        heard, sources = self.reader.heard.condition()
        return _SAID.format(heard=heard, of_belief=of_belief, filter=compiled.sql), {**compiled.parameters, **sources}

    @cached_property
    def _bounds(self) -> Stretch:
        if not self.stretches:
            return MIN, MAX
        return min(start for start, _ in self.stretches), max(end for _, end in self.stretches)

    @cached_property
    def _events(self) -> str:
        names, place = self.reader.store.names, self.reader.moment.place
        return json.dumps([p for p in names.used() if names.rule(p, place).extent == "event"])

    def _spoken(self, query: str, **given: object) -> tuple[str, dict[str, object]]:
        kept, parameters = self._filter(Kind.PASSAGE)
        _, until = self._bounds
        moment = {"scope": self.reader.scope, "tx": self.reader.moment.tx, "until": until}
        return query.format(kept=kept), {**parameters, **moment, **given}

    @cached_property
    def _folded(self) -> Folded:
        if self.reader.certainty == "nominal":
            return Folded(self.reader, self.holds)
        return Folded(self.reader, self.holds, self.stretches[0][0])

    def _keys(self, query: str, kind: Kind = Kind.FACT, **given: object) -> list[Key]:
        """The keys of entries that the filters keep, whatever is believed of them."""
        kept, parameters = self._filter(kind)
        moment = {
            "scope": self.reader.scope, "modality": self.reader.modality, "place": self.reader.moment.place,
        }  # fmt: skip
        return list(self._execute(query.format(kept=kept), {**parameters, **moment, **given}).fetchall())
