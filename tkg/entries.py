"""What a search can find, kept in step with the log: facts, passages and entities, as `tkg.entry_table` has them.

Entries are a cache, like the beliefs; unlike them they follow the log some time later, when somebody looks for
something: a write does nothing for them. `catch_up` goes on from the last place of the log and the last message that
were taken in, both kept in `index_state`.

Every triple that a claim has ever said gets an entry, under the names as they read after each change of names; which
claims say it, and from which place of the log up to which other they read so, is in `saying`. The text that is embedded
for a fact is the sentence that a model put it into when it was read first, since that stands by itself, or else the
triple as words. Erased content leaves the entries in the transaction that erases it.
"""

import json
from collections.abc import Callable, Collection, Iterable

from tkg.claim_table import COLUMNS
from tkg.entry_table import EntryTable, Kind, put_state, renew
from tkg.intervals import MAX
from tkg.passage_entries import PassageEntries
from tkg.slots import RECORD, SlotReader
from tkg.store import Store
from tkg.terms import ENTITY as ENTITY_TERM
from tkg.touched import reread

STEP = 1_000
"""Places or messages that are taken in by one transaction."""

PLACE, EPISODE = "place", "episode"
"""Keys of `index_state`: the last place and the last message taken in."""

Progress = Callable[[int, int], None]
"""Told how much of a work is done, and of how much: places and messages, or texts."""

_STATE = "SELECT key, value FROM index_state WHERE key IN (?, ?)"
_LAST_EPISODE = "SELECT COALESCE(MAX(id), 0) FROM episode"
_NEXT_CHANGE = (
    "SELECT MIN(place) FROM ("
    + " UNION ALL ".join(
        f"SELECT MIN(place) AS place FROM {table} WHERE place > :low" for table in ("merge", "split", "predicate_map")
    )
    + ")"
)
_SAID = f"SELECT {COLUMNS} FROM claim c WHERE c.id > ? AND c.id <= ?"
_COUNT_EPISODES = "SELECT COUNT(*) FROM episode WHERE id > ?"
_NEW_EPISODES = "SELECT id FROM episode WHERE id > ? ORDER BY id LIMIT ?"
_UNTIL = f"UPDATE saying SET until = :place WHERE claim = :claim AND until = {MAX} AND entry <> :entry"
_SINCE = f"""
    INSERT INTO saying (entry, claim, since, until) SELECT :entry, :claim, :place, {MAX}
    WHERE NOT EXISTS (SELECT 1 FROM saying WHERE claim = :claim AND entry = :entry AND until = {MAX})
"""
_WITHOUT_FACTS = """
    SELECT value FROM json_each(:terms) EXCEPT SELECT a FROM entry WHERE scope = :scope AND kind = 0
    EXCEPT SELECT c FROM entry WHERE scope = :scope AND kind = 0
"""
_SAID_BY = "SELECT entry FROM saying WHERE claim = ?"
_UNSAY = "DELETE FROM saying WHERE claim = ?"
_IS_SAID = "SELECT 1 FROM saying WHERE entry = ? LIMIT 1"
_SHRINK_WORDS = "INSERT INTO entry_words (entry_words) VALUES ('optimize')"
_FORGET_VECTORS = "DELETE FROM vector WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.id = vector.entry)"
_SENTENCE = """
    SELECT d.statement FROM saying s JOIN evidence e ON e.claim = s.claim JOIN derivation d ON d.evidence = e.id
    WHERE s.entry = ? AND d.statement IS NOT NULL ORDER BY d.evidence LIMIT 1
"""
_OF_EVIDENCE = """
    SELECT DISTINCT s.entry FROM evidence e JOIN saying s ON s.claim = e.claim
    WHERE e.id IN (SELECT value FROM json_each(?))
"""
_KEY = "SELECT scope, a, b, c FROM entry WHERE id = ?"
_SAY_ANEW = "UPDATE saying SET entry = ? WHERE entry = ?"
_ONE = "SELECT kind, a, b, c FROM entry WHERE id = ?"


class Entries:
    """The entries of one file, over one store."""

    def __init__(self, store: Store) -> None:
        self.store, self.table = store, EntryTable(store)
        self._passages = PassageEntries(self.table)
        self._execute = store.connection.execute

    # --- how far they have come ---

    def is_behind(self, place: int) -> bool:
        """Whether something was written, up to `place` of the log, that is not taken in. Inside a snapshot."""
        return self._taken_in() != (place, self._last_episode())

    def behind(self, place: int) -> tuple[int, int]:
        """How many places of the log, up to `place`, and how many messages are not taken in. Inside a snapshot."""
        low, episode = self._taken_in()
        (fresh,) = self._execute(_COUNT_EPISODES, (episode,)).fetchone()
        return place - low, int(fresh)

    def catch_up(self, progress: Progress | None = None) -> None:
        """Take in what was written since the last time, a step a transaction.

        Raises ReadOnly, and Locked if another process keeps the file for longer than the timeout.
        """
        while True:
            with self.store.upkeep() as place:
                done, of = self._step(place)
            if progress is not None:
                progress(done, of)
            if done >= of:
                return

    def _step(self, place: int) -> tuple[int, int]:
        """Take in some claims, or, once there are none, some messages; how much is done, and of how much."""
        low, episode = self._taken_in()
        last = self._last_episode()
        if low < place:
            (change,) = self._execute(_NEXT_CHANGE, {"low": low}).fetchone()
            high = min(low + STEP, place)
            if change is not None and change <= high:
                # A change of names is a step of its own, so that what is said before it is read as it was before it.
                high = max(change - 1, low + 1)
            self._take_in_claims(low, high)
            put_state(self.store, PLACE, str(high))
            return high + episode, place + last
        fresh = [id_ for (id_,) in self._execute(_NEW_EPISODES, (episode, STEP))]
        if fresh:
            self._passages.take_in(fresh)
            episode = fresh[-1]
            put_state(self.store, EPISODE, str(episode))
        return place + episode, place + last

    def _taken_in(self) -> tuple[int, int]:
        state = dict(self._execute(_STATE, (PLACE, EPISODE)).fetchall())
        return int(state.get(PLACE, 0)), int(state.get(EPISODE, 0))

    def _last_episode(self) -> int:
        return int(self._execute(_LAST_EPISODE).fetchone()[0])

    # --- facts and entities ---

    def _take_in_claims(self, low: int, high: int) -> None:
        store = self.store
        reader = SlotReader(store.connection, store.names, high)
        said = [(row[0], row) for row in self._execute(_SAID, (low, high)).fetchall()]
        if store.names.changed_since(low):
            # A change of names is in a step of its own, which its place is the end of.
            said += [(high, row) for row in reread(store.connection, store.names, low, high, names_only=True)]
        for place, row in said:
            if row[3] != RECORD or row[6] is None or row[19]:
                continue
            named = reader.named(row)
            assert named.subject is not None
            assert named.object is not None
            entry = self._fact(row[26], named.subject, named.predicate, named.object)
            reads = {"entry": entry, "claim": row[0], "place": place}
            self._execute(_UNTIL, reads)
            self._execute(_SINCE, reads)

    def _fact(self, scope: int, subject: int, predicate: int, value: int) -> int:
        key = scope, Kind.FACT, subject, predicate, value
        known = self.table.find(key)
        if known is not None:
            return known
        text = self._fact_text(subject, predicate, value)
        for term in (subject, value):
            kind, type_, name = self.store.terms.code(term)
            entity = scope, Kind.ENTITY, term, 0, 0
            if kind == ENTITY_TERM and self.table.find(entity) is None:
                self.table.add(entity, name, name, type_)
        return self.table.add(key, text, text, "")

    def _fact_text(self, subject: int, predicate: int, value: int) -> str:
        terms = self.store.terms
        words = self.store.names.predicate_name(predicate).replace("_", " ")
        return f"{terms.value(subject)} {words} {terms.value(value)}"

    def drop_all(self) -> None:
        """Take all entries out, so that they are made anew. Vectors stay, to be used again."""
        with self.store.upkeep():
            self.table.drop_all()
            for key in (PLACE, EPISODE):
                put_state(self.store, key, "0")

    # --- erasure ---

    def forget(
        self,
        scope: int,
        claims: Iterable[int],
        terms: Iterable[int],
        turns: Iterable[int],
        sentences: Collection[int] = (),
    ) -> None:
        """Inside the transaction that erased claims of a scope, with these terms, and masked the words of turns, and
        the `sentences` of some evidence: leave nothing of them in entries, words and vectors. An entity stays as long
        as there is another fact about it.

        The word index is put together anew, since a deletion alone leaves the word in it.
        """
        read_as = set(terms)
        for claim in claims:
            said = [entry for (entry,) in self._execute(_SAID_BY, (claim,))]
            self._execute(_UNSAY, (claim,))
            for entry in said:
                if self._execute(_IS_SAID, (entry,)).fetchone() is None:
                    _, subject, _, value = self._execute(_ONE, (entry,)).fetchone()
                    read_as |= {subject, value}
                    self.table.drop(entry)
        for (term,) in self._execute(_WITHOUT_FACTS, {"scope": scope, "terms": json.dumps(list(read_as))}).fetchall():
            entity = self.table.find((scope, Kind.ENTITY, term, 0, 0))
            if entity is not None:
                self.table.drop(entity)
        for (entry,) in self._execute(_OF_EVIDENCE, (json.dumps(sorted(sentences)),)).fetchall():
            self._embed_anew(entry)
        self._passages.rid(turns)
        self._execute(_SHRINK_WORDS)
        self._execute(_FORGET_VECTORS)
        renew(self.store)

    def _embed_anew(self, entry: int) -> None:
        """Give a fact an entry of its own again, as new as any that has no vector yet."""
        scope, subject, predicate, value = self._execute(_KEY, (entry,)).fetchone()
        text = self._fact_text(subject, predicate, value)
        self.table.take_out(entry)
        anew = self.table.add((scope, Kind.FACT, subject, predicate, value), text, text, "")
        self._execute(_SAY_ANEW, (anew, entry))

    def text(self, entry: int) -> str:
        """The text that is embedded for an entry. Inside a snapshot that has it."""
        kind, a, b, c = self._execute(_ONE, (entry,)).fetchone()
        if kind == Kind.FACT:
            sentence = self._execute(_SENTENCE, (entry,)).fetchone()
            return self._fact_text(a, b, c) if sentence is None else str(sentence[0])
        if kind == Kind.ENTITY:
            return str(self.store.terms.value(a))
        return self._passages.text(a, b)
