"""The part of a long slot that a write can change, so that the rest need not be looked at.

Only for slots whose claims can be found by plain look-ups, under the policy `latest`. Write `moved` for the claims that
appeared or went, with those of the same source and value whose reading may change with them: their `kin` (see
`restate`), the kin of those, and so on. Nothing changes before `a`, the first start among them. The rest rests on one
observation: where an ongoing claim `g` starts at `t`, and no bounded claim that could outrank it reaches over `t`, then
from `t` on

- a claim with a key below `t` never decides: within g's source g has the greater key, across sources it yields, and
  where the predicate does not resume whatever sends g away sends that one away too;
- so what happened before `t` matters only through claims that reach over it: bounded ones, sightings, and ends with an
  observation after it. `reach_level` indexes those. A bounded claim of unknown start may take over a start far before
  its own, so all of those are looked at, wherever they lie.

A bounded claim over `t` outranks `g` unless it was said earlier by g's own source and the predicate resumes; but where
a slot has ends of values, which may cut such a claim short, none may reach over `t` at all.

So the claims that start in [t, b) and those that reach over t give the same belief in [a, b) as the whole slot, where
`t <= a` is such a start and `b`, past everything that the moved claims reach, is another (or the end of time). If the
first candidates do not serve, or the window grows past `MOST`, the caller folds the slot whole.
"""

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from tkg.belief import Rule
from tkg.bounds import IMPRECISE, WIDEST_US, Grain
from tkg.claim_table import COLUMNS, STATEMENT
from tkg.intervals import MAX, MIN
from tkg.restate import Reading, restate
from tkg.slots import FURTHEST, LIVE, SlotKey, SlotReader, reach

MOST = 256
TRIES = 8

_WHERE = f"FROM claim c WHERE c.scope = :scope AND c.s = :s AND c.p = :p AND +c.id <= :place AND {LIVE}"
_SELECT = f"SELECT {COLUMNS} {_WHERE} AND c.modality = :modality AND (:o IS NULL OR c.o = :o)"
_COMPETING = "c.ongoing = 1 AND NOT (:one AND c.op = 1 AND c.o IS NOT NULL)"
_BEFORE = f"{_SELECT} AND {_COMPETING} AND c.from_at <= :at ORDER BY c.from_at DESC LIMIT :most"
_AFTER = f"{_SELECT} AND {_COMPETING} AND c.from_at >= :at ORDER BY c.from_at LIMIT :most"
_ENDS_BEFORE = f"{_SELECT} AND c.ongoing = 1 AND c.from_at <= :at LIMIT :most"
_BETWEEN = f"{_SELECT} AND c.ongoing IN (0, 1) AND c.from_at >= :low AND c.from_at < :high LIMIT :most"
_NEXT_LEVEL = "SELECT MIN(reach_level) FROM claim WHERE scope = :scope AND s = :s AND p = :p AND reach_level > :level"
_OVER = f"{_SELECT} AND c.reach_level = :level AND c.from_at >= :low AND c.from_at < :at LIMIT :most"
_BACKWARD = f"{_SELECT} AND c.from_grain = {int(Grain.UNKNOWN)} AND c.to_grain <> {int(Grain.ONGOING)} LIMIT :most"
_HAS_END = "SELECT 1 FROM claim WHERE scope = ? AND s = ? AND p = ? AND op = 1 LIMIT 1"
_NO_VALUE = "SELECT 1 FROM claim WHERE scope = ? AND s = ? AND p = ? AND o IS NULL LIMIT 1"
_GROUP = f"SELECT {COLUMNS} {_WHERE} AND c.modality = :modality AND c.o = :o AND c.source = :source AND c.op = 0"
_VAGUE = f"{_GROUP} AND c.from_early < c.from_late"
_UNKNOWN = f"{_VAGUE} AND c.from_grain = {int(Grain.UNKNOWN)}"
_DATED = ", ".join(str(int(grain)) for grain in sorted(IMPRECISE))
_KIN_QUERIES = (
    f"{_GROUP} AND c.ongoing IN (0, 1) AND c.from_at BETWEEN :early AND :late LIMIT :most",
    f"{_VAGUE} AND c.ongoing IN (0, 1) AND c.from_grain IN ({_DATED}) AND c.from_at BETWEEN :low AND :high LIMIT :most",
    f"{_UNKNOWN} AND c.ongoing = 1 AND c.from_at >= :at AND ({STATEMENT} < :statement OR c.from_at = :at) LIMIT :most",
    f"{_UNKNOWN} AND c.ongoing = 0 LIMIT :most",
)
_BEFORE_IT = f"{_GROUP} AND c.ongoing IN (0, 1) AND c.from_at <= :at"
_TOLD_LATELY = (
    f"SELECT {COLUMNS} FROM claim c WHERE c.id > :statement AND c.id <= :place AND +c.scope = :scope AND +c.s = :s "
    f"AND +c.p = :p AND +c.o = :o AND c.source = :source AND c.op = 0 AND c.modality = :modality AND c.from_at <= :at "
    f"AND {LIVE} LIMIT :most"
)


def _together(*queries: str) -> str:
    return " UNION ALL ".join(f"SELECT * FROM ({query})" for query in queries)


_KIN = _together(*_KIN_QUERIES)
_KIN_BEFORE = _together(*_KIN_QUERIES, f"{_BEFORE_IT} LIMIT :most")
_KIN_TOLD_LATER = _together(*_KIN_QUERIES, f"{_BEFORE_IT} AND +c.id > :statement LIMIT :most")
_KIN_TOLD_LATELY = _together(*_KIN_QUERIES, _TOLD_LATELY)
LATELY = 500
"""Where this few operations were recorded since a claim, those are gone through rather than its whole group."""


class Window(NamedTuple):
    """Fold `claims`, which are restated, and take the answer in [start, end) only.

    All claims of the slot with a bound in [start, end], its end included, are among them.
    """

    start: int
    end: int
    claims: list[Reading]


class _TooWide(Exception):
    """The window holds more than MOST claims, or none was found: fold the slot whole."""


def window(
    reader: SlotReader, key: SlotKey, rule: Rule, appeared: Iterable[Reading], gone: Iterable[Reading]
) -> Window | None:
    """The window that these claims, live now or no longer, can have changed, or None: fold the slot whole."""
    spellings = reader.spelled(key)
    if spellings is None or rule.extent != "state":
        return None
    if not rule.one and any(_says_no_value(reader, key.scope, s, p) for s, p, _ in spellings):
        return None
    try:
        return _Search(reader, key, rule, spellings).find(list(appeared), list(gone))
    except _TooWide:
        return None


def _says_no_value(reader: SlotReader, scope: int, subject: int, predicate: int) -> bool:
    """Whether a slot of one value shares an end without value with the other slots of its pair."""
    return reader.connection.execute(_NO_VALUE, (scope, subject, predicate)).fetchone() is not None


class _Search:
    def __init__(
        self, reader: SlotReader, key: SlotKey, rule: Rule, spellings: list[tuple[int, int, int | None]]
    ) -> None:
        self.reader, self.rule, self.spellings = reader, rule, spellings
        self.given = {"scope": key.scope, "modality": key.modality, "place": reader.place, "one": rule.one}
        self.claims: dict[int, Reading] = {}
        self.kin_of: dict[tuple[int, ...], tuple[int, list[Reading]]] = {}
        self.moved: dict[int, Reading] = {}
        self.most = MOST
        execute, scope = reader.connection.execute, key.scope
        self.has_ends = any(execute(_HAS_END, (scope, s, p)).fetchone() is not None for s, p, _ in spellings)

    def find(self, appeared: list[Reading], gone: list[Reading]) -> Window:
        self.most = MOST + 4 * (len(appeared) + len(gone))
        self.take([*appeared, *self.query(_BACKWARD)])
        waiting = [*appeared, *gone]
        while waiting:
            claim = waiting.pop()
            if claim.place not in self.moved:
                self.moved[claim.place] = claim
                self.take(self.kin(claim))
                waiting += self.kin(claim)
            if len(self.moved) > self.most:
                raise _TooWide
        first = min(claim.start.at for claim in self.moved.values())
        last = max(reach(claim) for claim in self.moved.values())
        low, gated = self.left(first)
        high = self.right(low, last)
        if not gated:
            self.take(self.query(_ENDS_BEFORE, at=first))
            if high == MAX and last < MAX and not self.any_ongoing(low):
                high = last
        self.take(self.between(low, min(high, MAX - 1) + 1))
        return Window(first, high, self.restated())

    # --- the two gates ---

    def left(self, first: int) -> tuple[int, bool]:
        """Where what came before `first` stops to matter: at the start of a gate, or, if no ongoing claim starts before
        it and only what reaches over it can matter, there (False)."""
        at = first
        for _ in range(TRIES):
            gate = self.gate(_BEFORE, at, latest=True)
            if gate is not None:
                at = gate.start.at
                self.take([gate])
            self.take(self.over(at))
            self.take(self.between(at, first))
            if gate is None:
                return at, False
            harmful = self.harmful(gate)
            if harmful is None:
                return at, True
            if at == MIN:
                break
            at = min(harmful, at - 1)
        raise _TooWide

    def right(self, low: int, last: int) -> int:
        """The first start after `last` from which on the moved claims do not decide, or MAX."""
        at = last
        for _ in range(TRIES):
            gate = self.gate(_AFTER, at + 1, latest=False) if at < MAX else None
            if gate is None:
                return MAX
            at = gate.start.at
            self.take([gate, *self.between(low, at)])
            if self.harmful(gate) is None:
                return at
        raise _TooWide

    def gate(self, query: str, at: int, *, latest: bool) -> Reading | None:
        found = [claim for claim in self.query(query, at=at, most=len(self.moved) + 1) if claim.place not in self.moved]
        if not found:
            return None
        return (max if latest else min)(found, key=lambda claim: claim.start.at)

    def harmful(self, gate: Reading) -> int | None:
        """None if `gate` holds; else the start of what spoils it, before which another one must be looked for."""
        at = gate.start.at
        claims = {claim.place: claim for claim in self.restated()}
        if gate.place not in claims or claims[gate.place].start.at != at:
            return at - 1
        covers = (self.rule.resumes or not self.rule.one) and not self.has_ends
        over = [
            claim.start.at
            for claim in claims.values()
            if claim.start.at < at < claim.end.at
            and not claim.ongoing
            and not (self.rule.one and claim.is_end and claim.said is not None)
            and not (covers and claim.source == gate.source and claim.statement < gate.statement)
        ]
        return min(over, default=None)

    def any_ongoing(self, low: int) -> bool:
        return any(claim.ongoing for claim in self.moved.values()) or bool(self.query(_AFTER, at=low, most=1))

    # --- claims ---

    def take(self, claims: Iterable[Reading]) -> None:
        """Add claims to the window, with their kin, and the kin of those."""
        waiting = list(claims)
        while waiting:
            claim = waiting.pop()
            if claim.place in self.claims:
                continue
            self.claims[claim.place] = claim
            if len(self.claims) > self.most:
                raise _TooWide
            waiting += self.kin(claim)

    def restated(self) -> list[Reading]:
        return restate(list(self.claims.values()))

    def between(self, low: int, high: int) -> list[Reading]:
        return self.query(_BETWEEN, low=low, high=high) if low < high else []

    def over(self, at: int) -> list[Reading]:
        """The claims that start before `at` and reach it or more."""
        found = []
        for s, p, o in self.spellings:
            given = {**self.given, "s": s, "p": p, "o": o, "at": at, "most": self.most + 1}
            level = 0
            while True:
                (following,) = self.reader.connection.execute(_NEXT_LEVEL, {**given, "level": level}).fetchone()
                if following is None:
                    break
                level = following
                low = MIN if level == FURTHEST else max(at - (1 << level), MIN)
                rows = self.reader.connection.execute(_OVER, {**given, "level": level, "low": low})
                found += [claim for claim in self.readings(rows) if reach(claim) >= at]
        return found

    def kin(self, claim: Reading) -> list[Reading]:
        """The live claims of the same source and value that might restate this one or be restated by it, with itself.

        Of claims that say the same start, often the very same sentence, the latest has the kin of all.
        """
        if claim.is_end or claim.said is None:
            return []
        dated = claim.start.early > MIN or claim.start.at == MIN
        alike = (claim.source, claim.said, *claim.start[:3]) if dated else (claim.place,)
        statement, kin = self.kin_of.get(alike, (-1, []))
        if statement < claim.statement:
            kin = self._kin(claim)
            self.kin_of[alike] = claim.statement, kin
        return kin

    def _kin(self, claim: Reading) -> list[Reading]:
        mentions = self.reader.mentions(self.given["scope"])
        start = claim.start
        query, early = _KIN, start.early
        if start.early == MIN and start.at > MIN:
            early = start.at
            lately = self.reader.place - claim.statement <= LATELY
            told_later = _KIN_TOLD_LATELY if lately else _KIN_TOLD_LATER
            query = told_later if claim.ongoing else _KIN_BEFORE
        near = {
            "source": claim.source,
            "at": start.at,
            "early": early,
            "late": start.late,
            "low": max(start.at - WIDEST_US, MIN),
            "high": min(start.at + WIDEST_US, MAX),
            "statement": claim.statement,
            "most": self.most + 2,
        }
        found: dict[int, Reading] = {}
        for value in mentions.spellings(claim.said or 0, self.reader.place):
            if mentions.is_split(value):
                raise _TooWide
            for s, p in dict.fromkeys((s, p) for s, p, _ in self.spellings):
                rows = self.reader.connection.execute(query, {**self.given, **near, "s": s, "p": p, "o": value})
                found |= {other.place: other for other in self.readings(rows)}
        if len(found) > self.most:
            raise _TooWide
        return list(found.values())

    def query(self, sql: str, *, most: int | None = None, **given: int) -> list[Reading]:
        found: list[Reading] = []
        limit = self.most + 1 if most is None else most
        for s, p, o in self.spellings:
            rows = self.reader.connection.execute(sql, {**self.given, **given, "s": s, "p": p, "o": o, "most": limit})
            found += self.readings(rows)
        return found

    def readings(self, rows: sqlite3.Cursor) -> list[Reading]:
        return [self.reader.reading(row, self.reader.named(row)) for row in rows]
