"""Lawful erasure: the content of claims leaves the file at every recorded time; that there was one, and when, stays.

Two kinds, as the contract has them. Erasing a *claim* hides its value but keeps its effect: what it covers, replaces or
ends stays so, and nothing older resurfaces; the row keeps its bounds and a term whose name is a keyed hash. Erasing an
*entity* removes every claim that has it as subject or object, under any name it ever had: of the row only its id, its
place and its transaction stay.

With a claim go the reasons given when it was made, retracted or corrected, and its quotes; with an entity its names,
wherever they stand in the words of the scope (see `tkg.masking`). The digest of an episode stays, so that handing in
the same words again does not bring them back. Names that nothing visible uses any more are replaced by a keyed hash;
those that a merge or a split refers to are in use, since claims recorded later read through it. Then the beliefs of all
slots that the claims were ever in are derived anew, and what a search goes through is rid of it.

The append-only triggers let all this pass only while the table `erasing` has a row, which is put in and taken out
inside the one transaction.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tkg.claim_table import COLUMNS, Row
from tkg.entries import Entries
from tkg.errors import UnknownClaim
from tkg.intervals import MAX
from tkg.masking import Masker
from tkg.names import OBJECT, SUBJECT
from tkg.rebuild import rederive
from tkg.slots import SlotKey, SlotReader
from tkg.store import Store, Transaction
from tkg.terms import ERASED, lifted

_PLACEHOLDER = "(erased)"


_CLAIM = f"SELECT {COLUMNS} FROM claim c WHERE c.id = ? AND c.scope = ?"
_SAYING = (
    f"SELECT {COLUMNS} FROM claim c WHERE c.scope = ? AND c.s = ?",
    f"SELECT {COLUMNS} FROM claim c WHERE c.scope = ? AND c.o = ?",
)
_SAID = f"""
    SELECT l.role, l.said FROM linking l JOIN evidence e ON e.id = l.evidence
    WHERE e.claim = ? AND l.role IN ({SUBJECT}, {OBJECT}) AND l.said IS NOT NULL
"""
_HIDE_VALUE = "UPDATE claim SET erased = 1, attrs = NULL WHERE id = ? AND erased = 0"
_HIDE_WHOLE = """
    UPDATE claim SET erased = 2, s = NULL, o = NULL, p = ?, from_said = NULL, to_said = NULL, valid_said = NULL,
        from_early = NULL, from_at = 0, from_late = NULL, from_grain = 0, to_early = NULL, to_at = 0, to_late = NULL,
        to_grain = 0, ongoing = 0, observed = 0, seen = 0, confidence = 0, reach_level = NULL,
        attrs = NULL WHERE id = ?
"""
_PREDICATE = "INSERT INTO predicate (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET used = used RETURNING id"
_FORGET_REASONS = "UPDATE standing SET reason = NULL WHERE claim = :claim OR place = :claim"
_FORGET_TRANSACTIONS = """
    UPDATE tx SET reason = NULL WHERE reason IS NOT NULL AND id IN (SELECT tx FROM claim WHERE id = :claim UNION
        SELECT tx FROM standing WHERE claim = :claim UNION SELECT tx FROM split WHERE claim = :claim UNION
        SELECT tx FROM ruling WHERE claim = :claim UNION SELECT w.tx FROM withdrawal w
            JOIN extraction x ON x.id = w.extraction JOIN evidence e ON e.episode = x.episode WHERE e.claim = :claim)
"""
_FORGET_MERGES = """
    UPDATE tx SET reason = NULL WHERE reason IS NOT NULL AND id IN (
        SELECT tx FROM merge WHERE scope = :scope AND :term IN (old, new))
"""
_VISIBLE = """
    SELECT 1 FROM claim WHERE scope = ? AND s = ? AND erased < 2
    UNION ALL SELECT 1 FROM claim WHERE scope = ? AND o = ? AND erased = 0
    UNION ALL SELECT 1 FROM merge WHERE scope = ? AND ? IN (old, new)
    UNION ALL SELECT 1 FROM split WHERE scope = ? AND new = ? LIMIT 1
"""
_RENAME = "UPDATE term SET name = ?, norm = '' WHERE id = ?"
_RECORD = "INSERT INTO erasure (place, scope, claim, entity, claims, reason, tx) VALUES (?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an erasure did: the claims whose content is gone, in order of id, and the place in the log that says so
    (0: it was done before)."""

    place: int
    claims: tuple[int, ...]
    masked_quotes: int
    hidden_names: int

    @classmethod
    def again(cls, claims: Iterable[int]) -> "Receipt":
        """The receipt of an erasure that was done before, under the same key: it did nothing now."""
        return cls(0, tuple(sorted(claims)), 0, 0)

    @classmethod
    def together(cls, receipts: Sequence["Receipt"]) -> "Receipt":
        """One receipt for erasures of one transaction."""
        claims = sorted(claim for receipt in receipts for claim in receipt.claims)
        if not receipts:
            return cls(0, (), 0, 0)
        quotes, names = (sum(getattr(r, field) for r in receipts) for field in ("masked_quotes", "hidden_names"))
        return cls(receipts[-1].place, tuple(claims), quotes, names)


class Eraser:
    """Erases within one scope, inside one transaction."""

    def __init__(self, store: Store, transaction: Transaction, scope: int) -> None:
        self.store, self.transaction, self.scope = store, transaction, scope
        self.connection = store.connection
        self._masker = Masker(store, scope)

    def erase_claim(self, claim: int, *, reason: str | None = None) -> Receipt:
        """Hide the value of one claim, at every recorded time. Raises UnknownClaim."""
        row = self.connection.execute(_CLAIM, (min(claim, MAX), self.scope)).fetchone()
        if row is None:
            raise UnknownClaim(f"claim {claim}: there is none in this scope")
        return self._erase([row], None, [], reason)

    def erase_entity(self, entity: int, *, reason: str | None = None) -> Receipt:
        """Remove every claim that has the entity (a term) as subject or object, as names read now."""
        reader = SlotReader(self.connection, self.store.names, self.transaction.place)
        mentions = reader.mentions(self.scope)
        root = mentions.entity(entity, reader.place)
        found: dict[int, Row] = {}
        for name in mentions.spellings(root, reader.place):
            for query in _SAYING:
                for row in self.connection.execute(query, (self.scope, name)):
                    read = [mentions.mention(row[4], row[20], SUBJECT, reader.place)]
                    if row[6] is not None:
                        read.append(mentions.mention(row[6], row[21], OBJECT, reader.place))
                    if root in read:
                        found[row[0]] = row
        return self._erase(list(found.values()), root, mentions.spellings(root, MAX), reason)

    def _erase(self, rows: list[Row], entity: int | None, own: list[int], reason: str | None) -> Receipt:
        place = self.transaction.next_place()
        pairs = self._pairs(rows)
        terms = {*own, *(term for row in rows for term in (row[4], row[6]) if term is not None)}
        own_names = [name for name in (self.store.terms.code(term)[2] for term in own) if not name.startswith(ERASED)]
        own_names += self._said(rows, set(own))
        with lifted(self.connection):
            quotes = sum(self._masker.forget_quotes(row[0]) for row in rows) + self._masker.forget_names(own_names)
            for term in own:
                self.connection.execute(_FORGET_MERGES, {"scope": self.scope, "term": term})
            for row in rows:
                self.connection.execute(_FORGET_REASONS, {"claim": row[0]})
                self.connection.execute(_FORGET_TRANSACTIONS, {"claim": row[0]})
            self._masker.forget_failures()
            self._hide(rows, whole=entity is not None)
            hidden = [term for term in terms if self._hide_name(term)]
        claim = rows[0][0] if entity is None else None
        tx = self.transaction.tx
        self.connection.execute(_RECORD, (place, self.scope, claim, entity, len(rows), reason, tx))
        self.transaction.said = None
        self.store.names.forget()
        self.store.terms.forget()
        self.store.sources.forget()
        self.store.names.load(self.connection, place)
        rederive(self.store, pairs)
        claims = sorted(row[0] for row in rows)
        Entries(self.store).forget(self.scope, claims, terms, self._masker.masked, self._masker.sentences)
        return Receipt(place, tuple(claims), quotes, len(hidden))

    def _said(self, rows: Iterable[Row], own: set[int]) -> list[str]:
        """What words called an entity in other forms than its names."""
        found: dict[str, None] = {}
        for row in rows:
            for role, said in self.connection.execute(_SAID, (row[0],)).fetchall():
                if (row[4] if role == SUBJECT else row[6]) in own:
                    found[said] = None
        return list(found)

    def _hide(self, rows: Iterable[Row], *, whole: bool) -> None:
        if not whole:
            self.connection.executemany(_HIDE_VALUE, [(row[0],) for row in rows])
            return
        (placeholder,) = self.connection.execute(_PREDICATE, (_PLACEHOLDER,)).fetchone()
        self.connection.executemany(_HIDE_WHOLE, [(placeholder, row[0]) for row in rows])

    def _pairs(self, rows: Iterable[Row]) -> set[SlotKey]:
        """Every (subject, predicate) pair that these claims have been in, whatever names meant at the time."""
        names = self.store.names
        changes = {*names.places(self.connection, self.scope), self.transaction.place}
        pairs = set()
        for row in rows:
            for place in {row[0], *changes}:
                if place < row[0] or row[4] is None:
                    continue
                named = SlotReader(self.connection, names, place).named(row)
                if named.subject is not None:
                    pairs.add(SlotKey(self.scope, row[25], named.subject, named.predicate, None))
        return pairs

    def _hide_name(self, term: int) -> bool:
        if self.connection.execute(_VISIBLE, (self.scope, term) * 4).fetchone() is not None:
            return False
        code = self.store.terms.code(term)
        if code[2].startswith(ERASED):
            return False
        self.connection.execute(_RENAME, (self.store.terms.hashed(code), term))
        return True
