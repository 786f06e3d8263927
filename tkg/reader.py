"""Reading beliefs: rectangles of valid and recorded time, as of a moment or through all of recorded time.

Under the policy `latest`, with all sources heard and bounds taken nominally, answers come from the two belief tables by
fixed SQL: a row whose recorded interval holds the known instant and, if one is asked for, whose valid interval holds
the valid instant. Under any other policy, and for `certain` and `possible`, the slots where it can make a difference
(see `slot_traits`) are folded from the log as of that moment, and the others answered from the tables; of some sources
alone, all slots in question are folded.

Names in a question are read as of the moment, too: a name that is merged later is still two before. Through recorded
time (`history`) that makes eras, between changes of names, each with its own reading of the question; a rectangle is
in the answer as far as it lies in an era in whose reading it fits.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from tkg.belief import Grains, Rule, Segment, fold
from tkg.belief_tables import OF_OBJECT, OF_PREDICATE
from tkg.bounds import Certainty
from tkg.flags import CONTINUED, CONTINUES, GRAINS, packed
from tkg.heard import EVERYONE, Heard
from tkg.intervals import MAX, MIN, coalesce
from tkg.policy import LATEST, Policy
from tkg.restate import Reading, restate
from tkg.slot_traits import to_fold
from tkg.slots import SlotKey, SlotReader
from tkg.staleness import is_stale
from tkg.store import Moment, Store

UNKNOWN_RUN = -1
_FILTERS = ("s", "p", "o")

Row: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""The fields of a `Rectangle`, as they come out of a table. Of an answer of thousands nobody may look at more than a
few, and a class around each would cost as much as fetching them."""

IN_ORDER = itemgetter(0, 1, 3, 2)
"""By subject, predicate, start and object: the order in which beliefs are given."""


class Rectangle(NamedTuple):
    """A value believed over `[start, end)` of valid time, through `[since, until)` of recorded time.

    Under a policy other than `latest` the recorded interval is not known by itself: both are UNKNOWN_RUN (see `run`).
    """

    subject: int
    predicate: int
    object: int
    start: int
    end: int
    since: int
    until: int
    flags: int

    @property
    def has_run(self) -> bool:
        """Whether the recorded interval is known."""
        return self.since != UNKNOWN_RUN

    def holds_at(self, valid_at: int) -> bool:
        """Whether the value is believed of a valid instant."""
        return self.start <= valid_at < self.end


class Asked(NamedTuple):
    """One reading of a question: ids as of a moment, None for "any". `flip` is done with: names are turned already."""

    subject: int | None
    predicate: int | None
    object: int | None


class Question(NamedTuple):
    """Names as they were asked for: any of the terms, None for "any". A predicate that nothing uses is -1."""

    subjects: tuple[int, ...] | None
    predicate: int | None
    objects: tuple[int, ...] | None


def _select(table: str, given: Collection[str], *, point: bool) -> str:
    until = "b.rt" if table == "belief_hist" else str(MAX)
    source, looked_up = "{table} b", tuple[str, ...]()
    if "o" in given and "s" not in given:
        source, looked_up = OF_OBJECT, ("scope", "modality", "o", "p")
    elif table == "belief_hist" and "p" in given and "s" not in given:
        source, looked_up = OF_PREDICATE, ("scope", "modality", "p")
    names = ("scope", "modality", *given)
    where = [f"{'x' if name in looked_up else 'b'}.{name} = ?" for name in names]
    if point:
        where += ["b.vf <= ?", "b.vt > ?"]
    where.append("b.rf <= ?")
    if table == "belief_hist":
        where.append("b.rt > ?")
    columns = f"b.s, b.p, b.o, b.vf, b.vt, b.rf, {until}, b.flags"
    return f"SELECT {columns} FROM {source.format(table=table)} WHERE {' AND '.join(where)}"


_AT = {
    (table, given, point): _select(table, [name for name, use in zip(_FILTERS, given, strict=True) if use], point=point)
    for table in ("belief_cur", "belief_hist")
    for given in product((False, True), repeat=3)
    for point in (False, True)
}
_EVER = {
    (table, given): sql.replace(" AND b.rf <= ?", "").replace(" AND b.rt > ?", "")
    for (table, given, point), sql in _AT.items()
    if not point
}
_NEAREST = {
    by_value: _AT["belief_cur", (True, True, by_value), False] + " AND vf <= ? ORDER BY vf DESC LIMIT 1"
    for by_value in (False, True)
}
_PAST_COVER = {by_value: _AT["belief_hist", (True, True, by_value), True] + " LIMIT 1" for by_value in (False, True)}
_SLOT = "scope = ? AND modality = ? AND s = ? AND p = ?"
_EARLIER_RUN = f"SELECT rf, flags FROM belief_hist WHERE {_SLOT} AND rt = ? AND vf = ? AND vt = ? AND o = ?"
_LATER_CURRENT = f"SELECT {MAX}, 0 FROM belief_cur WHERE {_SLOT} AND vf = ? AND o = ? AND rf = ? AND vt = ?"
_LATER_PAST = f"SELECT rt, flags FROM belief_hist WHERE {_SLOT} AND rt > ? AND vf = ? AND rf = ? AND vt = ? AND o = ?"
_RENAMED = """
    SELECT at FROM tx WHERE id > 0 AND id IN (
        SELECT tx FROM merge WHERE scope = :scope UNION SELECT tx FROM split WHERE scope = :scope
        UNION SELECT tx FROM predicate_map UNION SELECT tx FROM declaration)
"""
_SAID_AT = "SELECT tx.at FROM claim c JOIN tx ON tx.id = c.tx WHERE c.scope = :scope"
_STOOD_AT = "SELECT tx.at FROM claim c JOIN standing t ON t.claim = c.id JOIN tx ON tx.id = t.tx WHERE c.scope = :scope"
_SOURCES = tuple(f"SELECT DISTINCT source FROM claim WHERE scope = :scope AND {role} = :name" for role in ("s", "o"))
_TICKS = tuple(f"{query} AND c.{role} = :name" for query in (_SAID_AT, _STOOD_AT) for role in ("s", "o"))


@dataclass(frozen=True, slots=True)
class Era:
    """A stretch of recorded time in which names and rules do not change."""

    start: int
    end: int
    moment: Moment


@dataclass(frozen=True)
class Reader:
    """Answers over one scope and modality, inside a snapshot of the store. `moment` is the one asked as of, `heard` are
    the sources whose claims count."""

    store: Store
    scope: int
    modality: int
    moment: Moment
    policy: Policy = LATEST
    certainty: Certainty = "nominal"
    heard: Heard = EVERYONE

    @cached_property
    def slots(self) -> SlotReader:
        return SlotReader(self.store.connection, self.store.names, self.moment.place, self.heard)

    @property
    def from_tables(self) -> bool:
        return self.policy.name == "latest" and self.certainty == "nominal" and self.heard.everyone

    @property
    def is_latest(self) -> bool:
        """Whether nothing was recorded after the moment, so that no past belief is in an answer."""
        return self.store.names.is_at(self.moment.place)

    # --- as of one moment ---

    def read(self, question: Question, moment: Moment) -> list[Asked]:
        """What the names of a question mean as of a moment."""
        names = self.store.names
        mentions = names.mentions(self.store.connection, self.scope)
        predicate, flip = question.predicate, False
        if predicate is not None and predicate >= 0:
            predicate, flip = names.predicate(predicate, moment.place)
        readings = []
        for s in question.subjects if question.subjects is not None else (None,):
            for o in question.objects if question.objects is not None else (None,):
                subject, value = (None if x is None else mentions.entity(x, moment.place) for x in (s, o))
                asked = Asked(value, predicate, subject) if flip else Asked(subject, predicate, value)
                if asked not in readings:
                    readings.append(asked)
        return readings

    def at(self, question: Question, valid_at: int | None = None) -> list[Rectangle]:
        """What is believed as of the moment, in order: at one valid instant, or over all valid time."""
        return sorted(map(Rectangle._make, self.rows(question, valid_at)), key=IN_ORDER)

    def rows(self, question: Question, valid_at: int | None = None) -> list[Row]:
        """The same as plain rows, in no order."""
        readings = self.read(question, self.moment)
        return [row for asked in readings for row in self._believed(asked, valid_at)]

    def believed(self, asked: Asked) -> Iterator[Rectangle]:
        """What is believed as of the moment over all valid time, of names that are read already."""
        return map(Rectangle._make, self._believed(asked, None))

    def believed_at(self, subject: int, predicate: int, valid_at: int, value: int | None = None) -> Iterator[Rectangle]:
        """What is believed as of the moment at one valid instant, of names that are read already."""
        return map(Rectangle._make, self._believed(Asked(subject, predicate, value), valid_at))

    def _believed(self, asked: Asked, valid_at: int | None) -> list[Row]:
        rows = self._in_view(asked, valid_at)
        if self.certainty != "certain" or valid_at is None:
            return rows
        ageing = {predicate for predicate in {row[1] for row in rows} if self._may_go_stale(predicate)}
        return [row for row in rows if row[1] not in ageing or not is_stale(self, Rectangle._make(row), valid_at)]

    def _may_go_stale(self, predicate: int) -> bool:
        return self.store.names.typed(predicate, self.moment.place).stale_after is not None

    def _in_view(self, asked: Asked, valid_at: int | None) -> list[Row]:
        """From the tables, but for slots in which this policy or certainty may say something else: they are folded."""
        if self.from_tables:
            return self._rows(asked, valid_at)
        if not (self.heard.everyone and self.store.slots_are_known):
            return list(self._folded(asked, valid_at))
        contested, vague = self.policy.name != "latest", self.certainty != "nominal"
        about = self.store.connection, self.scope, self.modality, *asked
        found = to_fold(*about, contested=contested, vague=vague)
        keys = {key for key in found if self._rule(key.predicate).one is (key.object is None)}
        rows = self._rows(asked, valid_at)
        if keys:
            rows = [row for row in rows if self._slot(row) not in keys]
            rows += [row for key in keys for row in self._fold(key, asked, valid_at)]
        return rows

    def _slot(self, row: Row) -> SlotKey:
        one = self._rule(row[1]).one
        return SlotKey(self.scope, self.modality, row[0], row[1], None if one else row[2])

    def _rows(self, asked: Asked, valid_at: int | None) -> list[Row]:
        if valid_at is not None and self._is_one_slot(asked):
            rows = self._covering(asked, valid_at)
        else:
            given = asked.subject is not None, asked.predicate is not None, asked.object is not None
            point = () if valid_at is None else (valid_at, valid_at)
            about = *self._about(asked), *point, self.moment.at
            execute, is_point = self.store.connection.execute, valid_at is not None
            rows = execute(_AT["belief_cur", given, is_point], about).fetchall()
            if not self.is_latest:
                rows += execute(_AT["belief_hist", given, is_point], (*about, self.moment.at)).fetchall()
        # What is marked as one of several rows has more flags than those of its grains.
        return [row if row[7] <= GRAINS else self._whole_run(Rectangle._make(row)) for row in rows]

    def _about(self, names: Iterable[int | None]) -> tuple[int, ...]:
        """The scope, the modality and what is named, in the order of the statements."""
        return self.scope, self.modality, *[name for name in names if name is not None]

    def _is_one_slot(self, asked: Asked) -> bool:
        if asked.subject is None or asked.predicate is None or asked.predicate < 0:
            return False
        return asked.object is not None or self._rule(asked.predicate).one

    def _rule(self, predicate: int) -> Rule:
        return self.store.names.rule(predicate, self.moment.place)

    def _covering(self, asked: Asked, valid_at: int) -> list[Row]:
        """The one row of a slot that covers a point, if there is one. As of any moment the rows of a slot do not
        overlap, so that the nearest one that starts before the valid instant decides, however many there are."""
        by_value = not self._rule(asked.predicate or 0).one
        execute, known_at = self.store.connection.execute, self.moment.at
        about = self._about(asked if by_value else asked[:2])
        row = execute(_NEAREST[by_value], (*about, known_at, valid_at)).fetchone()
        if (row is None or row[4] <= valid_at) and not self.is_latest:
            row = execute(_PAST_COVER[by_value], (*about, valid_at, valid_at, known_at, known_at)).fetchone()
        if row is None or row[4] <= valid_at or asked.object not in (None, row[2]):
            return []
        return [row]

    def _whole_run(self, row: Rectangle) -> Rectangle:
        """The row with the whole run of recorded time of its segment, past rows that differ only in grain."""
        if not row.flags & (CONTINUES | CONTINUED):
            return row
        slot = self.scope, self.modality, row.subject, row.predicate
        execute, since, until, flags = self.store.connection.execute, row.since, row.until, row.flags
        while flags & CONTINUES:
            since, flags = execute(_EARLIER_RUN, (*slot, since, row.start, row.end, row.object)).fetchone()
        flags = row.flags
        while flags & CONTINUED:
            later = execute(_LATER_CURRENT, (*slot, row.start, row.object, until, row.end)).fetchone()
            if later is None:
                later = execute(_LATER_PAST, (*slot, until, row.start, until, row.end, row.object)).fetchone()
            until, flags = later
        return row._replace(since=since, until=until, flags=row.flags & GRAINS)

    def pairs(self, asked: Asked) -> Iterator[SlotKey]:
        """The (subject, predicate) pairs with live claims that a reading can concern."""
        yield from self.slots.select(self.scope, self.modality, *asked)

    def _folded(self, asked: Asked, valid_at: int | None) -> Iterator[Rectangle]:
        for pair in self.pairs(asked):
            yield from self._fold(pair, asked, valid_at)

    def _fold(self, slot: SlotKey, asked: Asked, valid_at: int | None) -> Iterator[Rectangle]:
        """A slot, or the slots of a pair."""
        for key, rule, claims in self.slots.slots(slot):
            if not claims:
                continue
            restated = restate(claims)
            grains = Grains(restated)
            segments = fold(restated, rule, self.policy, restated=True)
            chosen = [s for s in segments if valid_at is None or s.start <= valid_at < s.end]
            if self.certainty != "nominal" and valid_at is not None:
                from tkg.completions import values_at

                values = values_at(claims, rule, valid_at, self.certainty, self.policy, name=self.slot_name(key))
                chosen = [_nearest(value, valid_at, segments, restated) for value in sorted(values)]
            for segment in chosen:
                if asked.object in (None, segment.value):
                    flags = packed(grains, segment)
                    yield Rectangle(key.subject, key.predicate, *segment, UNKNOWN_RUN, UNKNOWN_RUN, flags)

    def slots_of(self, question: Question) -> Iterator[tuple[Asked, SlotKey, Rule, list[Reading]]]:
        """The slots that a question concerns, as it reads, each with its rule and its live claims."""
        for asked in self.read(question, self.moment):
            for pair in self.pairs(asked):
                for key, rule, claims in self.slots.slots(pair):
                    yield asked, key, rule, claims

    def slot_name(self, key: SlotKey) -> str:
        """A slot as an error message calls it."""
        return f"{self.store.terms.value(key.subject)} {self.store.names.predicate_name(key.predicate)}"

    def last_observed(self, question: Question) -> int | None:
        """The latest explicit observation among the live claims that say the value asked about."""
        seen: list[int] = []
        for asked in self.read(question, self.moment):
            for pair in self.pairs(asked):
                for claim in self.slots.readings(pair):
                    if claim.value is not None and asked.object in (None, claim.value):
                        seen += claim.seen
        return max(seen, default=None)

    # --- through recorded time ---

    def eras(self) -> list[Era]:
        """Recorded time divided where names or rules change."""
        changes = self.store.connection.execute(_RENAMED, {"scope": self.scope})
        starts = sorted({MIN, *(at for (at,) in changes)})
        ends = [*starts[1:], MAX]
        return [Era(start, end, self.store.as_of(end - 1)) for start, end in zip(starts, ends, strict=True)]

    def history(self, question: Question) -> list[Rectangle]:
        """Every rectangle that was ever believed, as far as it fits the question as read at the time."""
        pieces: list[tuple[tuple[int, int, int, int, int], int, int]] = []
        flags: dict[tuple[int, int, int, int, int], int] = {}
        rows: dict[Asked, list[Rectangle]] = {}
        for era in self.eras():
            for asked in self.read(question, era.moment):
                if asked not in rows:
                    rows[asked] = list(self._ever(asked))
                for row in rows[asked]:
                    since, until = max(row.since, era.start), min(row.until, era.end)
                    if since < until:
                        pieces.append((row[:5], since, until))
                        flags[row[:5]] = row.flags & GRAINS
        found = [Rectangle(*item, since, until, flags[item]) for item, since, until in coalesce(pieces)]
        return sorted(found, key=lambda row: (row.since, row.subject, row.predicate, row.start, row.object))

    def _ever(self, asked: Asked) -> Iterator[Rectangle]:
        if not self.from_tables:
            yield from self._folded_ever(asked)
            return
        given = asked.subject is not None, asked.predicate is not None, asked.object is not None
        for table in ("belief_cur", "belief_hist"):
            yield from map(Rectangle._make, self.store.connection.execute(_EVER[table, given], self._about(asked)))

    def _folded_ever(self, asked: Asked) -> Iterator[Rectangle]:
        """The same under any policy: the pairs of every era, folded at every transaction that can concern them."""
        pairs: dict[SlotKey, None] = {}
        for at in self._all_ticks(asked):
            if at > MIN:
                pairs.update(dict.fromkeys(self._as_of(at).pairs(asked)))
        for pair in pairs:
            yield from self._pair_history(pair, asked.object)

    def _all_ticks(self, asked: Asked) -> list[int]:
        if asked.subject is not None:
            return self.ticks(asked.subject)
        return [at for (at,) in self.store.connection.execute("SELECT DISTINCT at FROM tx ORDER BY at")]

    def ticks(self, subject: int) -> list[int]:
        """The recorded times at which something that can read as this subject was said, retracted or revived, or at
        which the policy came to rank it otherwise."""
        execute = self.store.connection.execute
        found: set[int] = {era.start for era in self.eras()} - {MIN}
        sources: set[int] = set()
        for name in self.store.names.mentions(self.store.connection, self.scope).spellings(subject, MAX):
            given = {"scope": self.scope, "name": name}
            for query in _TICKS:
                found.update(at for (at,) in execute(query, given))
            if self.policy.name == "role":
                sources.update(source for query in _SOURCES for (source,) in execute(query, given))
        if self.policy.by_file:
            found |= self.store.priority.changed_at()
        return sorted(found.union(*(self.store.roles.changed_at(self.scope, source) for source in sources)))

    def _as_of(self, at: int) -> "Reader":
        moment = self.store.as_of(at)
        return replace(self, moment=moment, policy=self.store.policy_as_of(self.policy, self.scope, moment))

    def _pair_history(self, pair: SlotKey, value: int | None) -> Iterator[Rectangle]:
        ticks = self.ticks(pair.subject)
        for at, following in zip(ticks, [*ticks[1:], MAX], strict=True):
            reader = self._as_of(at)
            asked = Asked(pair.subject, pair.predicate, value)
            for row in reader._folded(asked, None):
                yield row._replace(since=at, until=following)

    def run(self, row: Rectangle) -> Rectangle:
        """A rectangle with its recorded interval: the run, around the moment, in which the segment was believed."""
        if row.has_run:
            return row
        pair = SlotKey(self.scope, self.modality, row.subject, row.predicate, None)
        pieces = [
            (other[:5], other.since, other.until)
            for other in self._pair_history(pair, row.object)
            if other[:5] == row[:5]
        ]
        for _, since, until in coalesce(pieces):
            if since <= self.moment.at < until:
                return row._replace(since=since, until=until)
        return row._replace(since=self.moment.at, until=MAX)


def _nearest(value: int, valid_at: int, segments: Iterable[Segment], claims: Iterable[Reading]) -> Segment:
    """The nominal segment of a value that is nearest to an instant; if there is none, all that its claims can cover."""
    nominal = [segment for segment in segments if segment.value == value]
    if nominal:
        return min(nominal, key=lambda s: max(s.start - valid_at, valid_at - s.end, 0))
    saying = [claim for claim in claims if claim.value == value]
    return Segment(value, min(c.start.early for c in saying), max(c.end.late for c in saying))
