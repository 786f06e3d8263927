"""The claims of a slot, read from the log as of a place: names mapped, bounds filled in, the dead left out.

`SlotKey` is a slot as it is called once names are mapped; with `object` None it stands for the whole (subject,
predicate) pair: the one slot of a one-valued predicate, or all slots of a many-valued one. Claims lie in the log under
the names that they were said with, so a slot is fetched by every spelling of its names and filtered by what each
mention reads as. A predicate that is mapped with a flip is looked up the other way round.

Whatever the store derives, at write time or on request, comes through here.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from tkg.belief import Rule
from tkg.bounds import Bound, Grain, Said, at_instant, is_dated, stint
from tkg.claim_table import COLUMNS, ON_DATE, Row
from tkg.heard import EVERYONE, Heard
from tkg.names import OBJECT, SUBJECT, Mentions, Names
from tkg.restate import Reading

RECORD, END = 0, 1
FURTHEST = 63
_GRAINS = tuple(Grain)
MODALITIES = ("asserted", "planned", "hypothetical", "reported")

LIVE = (
    "c.erased < 2 AND COALESCE((SELECT t.live FROM standing t WHERE t.claim = c.id AND t.place <= :place "
    "ORDER BY t.place DESC LIMIT 1), 1) = 1"
)
_FROM = (
    f"SELECT {COLUMNS} FROM claim c WHERE c.scope = :scope AND c.modality = :modality AND +c.id <= :place AND {LIVE}"
)
_BY_SUBJECT = f"{_FROM} AND c.s = :s AND c.p = :p"
_BY_VALUE = f"{_FROM} AND c.s = :s AND c.p = :p AND c.o = :o"
_BY_OBJECT = f"{_FROM} AND c.o = :s AND +c.p = :p"
_WITHOUT_VALUE = f"{_FROM} AND c.s = :s AND c.p = :p AND c.o IS NULL"
_COUNT = "SELECT COUNT(*) FROM (SELECT 1 FROM claim WHERE scope = :scope AND s = :s AND p = :p LIMIT :most)"
_COUNT_VALUE = _COUNT.replace("AND p = :p", "AND p = :p AND o = :o")
_BEFORE = "SELECT 1 FROM claim WHERE scope = :scope AND s = :s AND p = :p AND +id <= :low"
_COUNT_BEFORE = f"SELECT COUNT(*) FROM ({_BEFORE} LIMIT :most)"
_COUNT_VALUE_BEFORE = (
    f"SELECT (SELECT COUNT(*) FROM ({_BEFORE} AND o = :o LIMIT :most)) + EXISTS ({_BEFORE} AND o IS NULL)"
)
_OTHERWISE = tuple(
    f"SELECT 1 FROM claim WHERE scope = :scope AND s = :s AND p = :p AND {condition} LIMIT 1"
    for condition in (f"op = {END}", "reach_level IS NOT NULL", "from_early < from_late")
)
_LATEST = "SELECT MAX(from_at) FROM claim WHERE scope = :scope AND s = :s AND p = :p AND ongoing = 1"
_LATEST_OF_VALUE = f"{_LATEST} AND o = :o"
_IS_LIVE = f"SELECT 1 FROM claim c WHERE c.id = :id AND +c.id <= :place AND {LIVE}"
_OF_ALL = f"{_FROM} ORDER BY c.id"
_OF_PREDICATE = f"{_FROM} AND c.p = :p ORDER BY c.id"
_OF_NAME = (f"{_FROM} AND c.s = :s ORDER BY +c.id", f"{_FROM} AND c.o = :s ORDER BY +c.id")


Slot: TypeAlias = tuple[int, int, int, int, int | None]
"""The fields of a `SlotKey`, where thousands of them are kept."""


class SlotKey(NamedTuple):
    """A slot, or a whole pair if `object` is None. All but `modality` are ids."""

    scope: int
    modality: int
    subject: int
    predicate: int
    object: int | None


class Named(NamedTuple):
    """A claim's names as they read at some place; `subject` is None for an end without value under a flip."""

    subject: int | None
    predicate: int
    object: int | None


class SlotReader:
    """Reads slots over one connection as of one place.

    Only the claims of sources that are `heard` are there. `spelled()` says whether a slot's claims can be found by
    plain index lookups, without looking at each mention: `window` relies on it.
    """

    def __init__(self, connection: sqlite3.Connection, names: Names, place: int, heard: Heard = EVERYONE) -> None:
        self.connection, self.names, self.place, self.heard = connection, names, place, heard
        self._mentions: dict[int, Mentions] = {}
        self._predicates: dict[int, tuple[int, bool, Rule]] = {}
        self._rules: dict[int, Rule] = {}
        self._plain: dict[tuple[int, int], tuple[int, ...] | None] = {}

    def mentions(self, scope: int) -> Mentions:
        found = self._mentions.get(scope)
        if found is None:
            found = self._mentions[scope] = self.names.mentions(self.connection, scope)
        return found

    def rule(self, predicate: int) -> Rule:
        found = self._rules.get(predicate)
        if found is None:
            found = self._rules[predicate] = self.names.rule(predicate, self.place)
        return found

    def named(self, row: Row) -> Named:
        """How the names of a claim (a row of COLUMNS) read here."""
        predicate, flip, _ = self._read_as(row[5])
        mentions = self.mentions(row[26])
        subject, value = row[4], row[6]
        if mentions.change:
            subject = mentions.mention(subject, row[20], SUBJECT, self.place)
            value = None if value is None else mentions.mention(value, row[21], OBJECT, self.place)
        return Named(value, predicate, subject) if flip else Named(subject, predicate, value)

    def slot_of(self, row: Row) -> Slot | None:
        """The fields of the `SlotKey` of a claim as its names read here; None where it has no subject."""
        predicate, flip, rule = self._read_as(row[5])
        if flip or self.mentions(row[26]).change:
            subject, _, value = self.named(row)
            if subject is None:
                return None
        else:
            subject, value = row[4], row[6]
        return row[26], row[25], subject, predicate, None if rule.one else value

    def value(self, row: Row) -> int | None:
        """The value of a claim as its names read here."""
        value: int | None = row[6]
        if self._read_as(row[5])[1] or self.mentions(row[26]).change:
            value = self.named(row).object
        return value

    def _read_as(self, predicate: int) -> tuple[int, bool, Rule]:
        """What a predicate reads as here, whether it is turned, and the rule of what it reads as."""
        found = self._predicates.get(predicate)
        if found is None:
            root, flip = self.names.predicate(predicate, self.place)
            found = self._predicates[predicate] = root, flip, self.rule(root)
        return found

    def reading(self, row: Row, named: Named) -> Reading:
        """The claim of a row of COLUMNS, its names reading as `named`, under the extent that holds here."""
        extent, observed, said = self.rule(named.predicate).extent, row[16], named.object
        if extent == "state":
            start = Bound(row[7], row[8], row[9], _GRAINS[row[10]])
            end = Bound(row[11], row[12], row[13], _GRAINS[row[14]])
            ongoing = bool(row[15])
        else:
            start, end, ongoing, _ = stint(Said(*row[22:25]), observed, extent)
        if row[17] != ON_DATE:
            start, end = at_instant(start), at_instant(end)
        seen = (observed,) if row[17] and start.at <= observed < end.at else ()
        is_end = row[3] == END
        value = None if is_end or row[19] else said
        return Reading(row[0], row[1], row[2], said, value, is_end, start, end, ongoing, observed, seen, row[18])

    def is_live(self, id_: int) -> bool:
        """Whether the claim is live here."""
        return self.connection.execute(_IS_LIVE, {"id": id_, "place": self.place}).fetchone() is not None

    def plain(self, key: SlotKey) -> tuple[int, ...] | None:
        """The predicates that the claims of a slot lie under, where all other names mean themselves; else None."""
        about = key.scope, key.predicate
        if about not in self._plain:
            spelled = self.names.spelled(key.predicate, self.place)
            turned = self.mentions(key.scope).change or any(flip for _, flip in spelled)
            self._plain[about] = None if turned else tuple(predicate for predicate, _ in spelled)
        return self._plain[about]

    def spelled(self, key: SlotKey) -> list[tuple[int, int, int | None]] | None:
        """The (subject, predicate, object) spellings of a slot, or None if a mention has to be looked at."""
        plain = self.plain(key)
        if plain is not None:
            return [(key.subject, predicate, key.object) for predicate in plain]
        mentions, predicates = self.mentions(key.scope), self.names.spelled(key.predicate, self.place)
        subjects = mentions.spellings(key.subject, self.place)
        objects: list[int | None] = [None] if key.object is None else [*mentions.spellings(key.object, self.place)]
        if any(flip for _, flip in predicates):
            return None
        if any(mentions.is_split(name) for name in (*subjects, *objects) if name is not None):
            return None
        return [(s, p, o) for s in subjects for p, _ in predicates for o in objects]

    def told_before(self, key: SlotKey, low: int, most: int) -> int | None:
        """How many claims of a slot, live or not and of any modality, were told up to place `low`, counted up to
        `most`; None if a mention has to be looked at to know."""
        spellings = self.spelled(key)
        if spellings is None:
            return None
        query, found = _COUNT_BEFORE if key.object is None else _COUNT_VALUE_BEFORE, 0
        for s, p, o in spellings:
            given = {"scope": key.scope, "low": low, "most": most, "s": s, "p": p, "o": o}
            found += self.connection.execute(query, given).fetchone()[0]
        return found

    def latest_start(self, key: SlotKey) -> int | None:
        """The latest start of a slot of which nothing was ever told but exact starts: no end, no bounded claim, none
        that was seen to hold after its start. None for any other, and where a mention has to be looked at."""
        query, latest = _LATEST if key.object is None else _LATEST_OF_VALUE, None
        for predicate in self.plain(key) or ():
            given = {"scope": key.scope, "s": key.subject, "p": predicate, "o": key.object}
            if any(self.connection.execute(other, given).fetchone() is not None for other in _OTHERWISE):
                return None
            (found,) = self.connection.execute(query, given).fetchone()
            latest = found if latest is None or (found is not None and found > latest) else latest
        return latest

    def is_long(self, key: SlotKey, most: int) -> bool:
        """Whether more than `most` claims lie under one spelling of a slot, live or not."""
        given = {"scope": key.scope, "most": most + 1}
        for s, p, o in self.spelled(key) or ():
            query = _COUNT if o is None else _COUNT_VALUE
            (count,) = self.connection.execute(query, {**given, "s": s, "p": p, "o": o}).fetchone()
            if count > most:
                return True
        return False

    def told(self, key: SlotKey) -> list[tuple[Row, int | None]]:
        """The live claims of a slot or pair, each with its value."""
        plain = self.plain(key)
        if plain is None:
            return [(row, named.object) for row, named in self.rows(key)]
        found: list[Row] = []
        given = {"scope": key.scope, "modality": key.modality, "place": self.place, "s": key.subject, "o": key.object}
        for predicate in plain:
            for query in (_BY_SUBJECT,) if key.object is None else (_BY_VALUE, _WITHOUT_VALUE):
                found += self.connection.execute(query, {**given, "p": predicate})
        return [(row, row[6]) for row in self._heard(found)]

    def rows(self, key: SlotKey) -> list[tuple[Row, Named]]:
        """The live claims of a slot or pair, with their names."""
        mentions = self.mentions(key.scope)
        given = {"scope": key.scope, "modality": key.modality, "place": self.place}
        found: dict[int, tuple[Row, Named]] = {}
        for predicate, flip in self.names.spelled(key.predicate, self.place):
            for s in mentions.spellings(key.subject, self.place):
                if flip:
                    queries = [(_BY_OBJECT, {"s": s})]
                elif key.object is None:
                    queries = [(_BY_SUBJECT, {"s": s})]
                else:
                    values = mentions.spellings(key.object, self.place)
                    queries = [(_BY_VALUE, {"s": s, "o": o}) for o in values] + [(_WITHOUT_VALUE, {"s": s})]
                for query, names in queries:
                    fetched = self.connection.execute(query, {**given, **names, "p": predicate}).fetchall()
                    for row in self._heard(fetched):
                        named = self.named(row)
                        if named.subject == key.subject and (key.object is None or named.object in (None, key.object)):
                            found[row[0]] = row, named
        return list(found.values())

    def _heard(self, rows: Iterable[Row]) -> Iterable[Row]:
        return rows if self.heard.everyone else (row for row in rows if row[2] in self.heard)

    def readings(self, key: SlotKey) -> list[Reading]:
        """The live claims of a slot or pair."""
        return [self.reading(row, named) for row, named in self.rows(key)]

    def slots(self, key: SlotKey) -> Iterator[tuple[SlotKey, Rule, list[Reading]]]:
        """The slots of a pair (or the one slot of a key with an object), each with its rule and claims."""
        yield from grouped(key, self.rule(key.predicate), self.readings(key))

    def select(
        self, scope: int, modality: int, subject: int | None, predicate: int | None, value: int | None = None
    ) -> list[SlotKey]:
        """The pairs that the live claims of a scope fall into, limited by what their names read as here; where subject
        and predicate are given, the one pair that there can be."""
        if subject is not None and predicate is not None:
            return [SlotKey(scope, modality, subject, predicate, None)]
        name = value if subject is None else subject
        queries: list[tuple[str, dict[str, int]]] = [(_OF_ALL, {})]
        if name is not None:
            # In both roles, since a predicate may turn them.
            spelled = self.mentions(scope).spellings(name, self.place)
            queries = [(query, {"s": s}) for s in spelled for query in _OF_NAME]
        elif predicate is not None:
            queries = [(_OF_PREDICATE, {"p": raw}) for raw, _ in self.names.spelled(predicate, self.place)]
        given = {"scope": scope, "modality": modality, "place": self.place}
        pairs: dict[SlotKey, None] = {}
        for query, names in queries:
            for row in self._heard(self.connection.execute(query, {**given, **names})):
                named = self.named(row)
                if named.subject is not None and subject in (None, named.subject) and value in (None, named.object):
                    pairs[SlotKey(scope, modality, named.subject, named.predicate, None)] = None
        return [pair for pair in pairs if predicate in (None, pair.predicate)]


def grouped(key: SlotKey, rule: Rule, readings: Iterable[Reading]) -> Iterator[tuple[SlotKey, Rule, list[Reading]]]:
    """Divide the claims of a pair into slots: one, or one a value, with the ends that name none in each of them."""
    if rule.one:
        yield key._replace(object=None), rule, list(readings)
        return
    by_value: dict[int, list[Reading]] = defaultdict(list)
    without_value = []
    for reading in readings:
        if reading.said is None:
            without_value.append(reading)
        else:
            by_value[reading.said].append(reading)
    for value, claims in by_value.items():
        if key.object in (None, value):
            yield key._replace(object=value), rule, claims + without_value


def reach(reading: Reading) -> int:
    """The last instant at which a claim by itself can still matter to a greater key than its own start."""
    told = (reading.observed, *reading.seen) if reading.is_end else reading.seen
    last = max((reading.start.at, *told))
    return last if reading.ongoing else max(last, reading.end.at)


def bounded(said: Said, observed: int, *, told: bool) -> tuple[tuple[int, ...], int | None]:
    """The bounds of a claim as its row has them, and how far it reaches past its start, as a power of two: None if it
    does not, FURTHEST if without end. `told`: it is an end, or says that it was seen when it was observed."""
    return _bounded(said, observed if told or not is_dated(said) else 0, told)


@lru_cache(maxsize=16_384)
def _bounded(said: Said, observed: int, told: bool) -> tuple[tuple[int, ...], int | None]:
    start, end, ongoing, _ = stint(said, observed, "state")
    last = max(start.at, observed) if told else start.at
    reached = last if ongoing else max(last, end.at)
    level = min((reached - start.at).bit_length(), FURTHEST) if reached > start.at else None
    return (*start[:3], int(start.grain), *end[:3], int(end.grain), int(ongoing)), level
