"""What a search can find, kept beside the log: facts, passages and entities, with their words and times.

An *entry* is one thing to find: a fact (subject, predicate and object, as they read), a passage of a message, or an
entity. Whether it is believed, and when, is not in it: that is asked of the beliefs when it is found, so that an entry
which is out of date can cost time and never be an answer. Entries are a cache, like the beliefs; unlike them they
follow the log some time later, when somebody looks for something: a write does nothing for them. `catch_up` goes on
from the last place of the log and the last message that were taken in, both kept in `index_state`.

Every triple that a claim has ever said gets an entry, under the names as they read after each change of names; which
claims say it, and from which place of the log up to which other they read so, is in `saying`. A passage also gets the
stretches of time that its words name.

A message can come between two others that are there already. Then the words beside its neighbours are put right, and a
passage whose context changed becomes a new entry, since ids are never used again and its vector is of another text.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum

from tkg import conversation
from tkg.bounds import stretch
from tkg.conversation import Passage, Turn
from tkg.fulltext import indexed
from tkg.intervals import MAX
from tkg.slots import COLUMNS, RECORD, SlotReader
from tkg.store import Store
from tkg.terms import ENTITY as ENTITY_TERM

STEP = 1_000
"""Places or messages that are taken in by one transaction."""

MOST_TIMES = 16
"""Stretches of time of one passage that are kept, the first ones."""

PLACE, EPISODE, GENERATION = "place", "episode", "generation"
"""Keys of `index_state`: the last place and the last message taken in; a text that changes when entries are dropped."""


class Kind(IntEnum):
    """What an entry is; the numbers are stored."""

    FACT = 0
    PASSAGE = 1
    ENTITY = 2


Progress = Callable[[int, int], None]
"""Told how much of a work is done, and of how much: places and messages, or texts."""

_STATE = "SELECT key, value FROM index_state WHERE key IN (?, ?)"
_SET = "INSERT INTO index_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
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
_COUNTS = """
    SELECT COUNT(*), COALESCE(SUM(NOT EXISTS (SELECT 1 FROM entry_words w WHERE w.rowid = entry.id)), 0) FROM entry
"""
_LAST = "SELECT COALESCE(MAX(id), 0) FROM entry"
_NEW_EPISODES = "SELECT id FROM episode WHERE id > ? ORDER BY id LIMIT ?"
_FIND = "SELECT id FROM entry WHERE scope = ? AND kind = ? AND a = ? AND b = ? AND c = ?"
_ADD = "INSERT INTO entry (scope, kind, a, b, c, digest) VALUES (?, ?, ?, ?, ?, ?) RETURNING id"
_ADD_WORDS = "INSERT INTO entry_words (rowid, own, beside, whose) VALUES (?, ?, ?, ?)"
_BESIDE = "SELECT beside FROM entry_words WHERE rowid = ?"
_SET_BESIDE = "UPDATE entry_words SET beside = ? WHERE rowid = ?"
_UNTIL = f"UPDATE saying SET until = :place WHERE claim = :claim AND until = {MAX} AND entry <> :entry"
_SINCE = f"""
    INSERT INTO saying (entry, claim, since, until) SELECT :entry, :claim, :place, {MAX}
    WHERE NOT EXISTS (SELECT 1 FROM saying WHERE claim = :claim AND entry = :entry AND until = {MAX})
"""
_ADD_TIME = "INSERT INTO named_time (entry, starts, ends) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_OF_TURN = "SELECT id, b, c, digest FROM entry WHERE scope = ? AND kind = 1 AND a = ?"
_WITHOUT_FACTS = """
    SELECT value FROM json_each(:terms) EXCEPT SELECT a FROM entry WHERE scope = :scope AND kind = 0
    EXCEPT SELECT c FROM entry WHERE scope = :scope AND kind = 0
"""
_DROP = (
    "DELETE FROM entry WHERE id = ?",
    "DELETE FROM entry_words WHERE rowid = ?",
    "DELETE FROM saying WHERE entry = ?",
    "DELETE FROM named_time WHERE entry = ?",
)
_DROP_ALL = tuple(f"DELETE FROM {table}" for table in ("entry", "entry_words", "saying", "named_time"))
_SAID_BY = "SELECT entry FROM saying WHERE claim = ?"
_UNSAY = "DELETE FROM saying WHERE claim = ?"
_IS_SAID = "SELECT 1 FROM saying WHERE entry = ? LIMIT 1"
_SHRINK_WORDS = "INSERT INTO entry_words (entry_words) VALUES ('optimize')"
_FORGET_VECTORS = "DELETE FROM vector WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.id = vector.entry)"
_ONE = "SELECT kind, a, b, c FROM entry WHERE id = ?"


def renew(store: Store) -> None:
    """Vectors that there were are gone: whatever holds some of them in memory or in a file is to drop them."""
    put_state(store, GENERATION, secrets.token_hex(8))


def put_state(store: Store, key: str, value: str) -> None:
    """Keep something in `index_state`. Only inside a write."""
    store.connection.execute(_SET, (key, value))


def whose(scope: int, kind: int) -> str:
    """The word under which a word index has the entries of one scope and kind."""
    return f"s{scope}k{kind}"


class Entries:
    """The entries of one file, over one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
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

    def last(self) -> int:
        """The last entry, 0 if there is none."""
        return int(self._execute(_LAST).fetchone()[0])

    def counts(self) -> tuple[int, int]:
        """How many entries there are, and how many of them are not in the word index."""
        return tuple(self._execute(_COUNTS).fetchone())

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
            self._take_in_turns(fresh)
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
            said += [(high, row) for row in store.deriver.reread(low, high, names_only=True)]
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
        known = self._find(key)
        if known is not None:
            return known
        text = self._fact_text(subject, predicate, value)
        for term in (subject, value):
            if self.store.terms.code(term)[0] == ENTITY_TERM and self._find((scope, Kind.ENTITY, term, 0, 0)) is None:
                name = str(self.store.terms.value(term))
                self._add((scope, Kind.ENTITY, term, 0, 0), name, name, self.store.terms.code(term)[1])
        return self._add(key, text, text, "")

    def _fact_text(self, subject: int, predicate: int, value: int) -> str:
        terms = self.store.terms
        words = self.store.names.predicate_name(predicate).replace("_", " ")
        return f"{terms.value(subject)} {words} {terms.value(value)}"

    # --- passages ---

    def _take_in_turns(self, ids: Iterable[int]) -> None:
        """Take in messages, and put right what is beside them or has them as context."""
        near: dict[int, Turn] = {}
        for id_ in ids:
            turn = conversation.turn(self.store.connection, id_)
            assert turn is not None
            near[id_] = turn
            for other in self._beside(turn):
                near.setdefault(other.id, other)
        for turn in near.values():
            self._take_in_turn(turn)

    def _beside(self, turn: Turn) -> Iterator[Turn]:
        yield from conversation.before(self.store.connection, turn, 1)
        yield from conversation.after(self.store.connection, turn, conversation.BEFORE)

    def _take_in_turn(self, turn: Turn) -> None:
        there = {(b, c): (id_, digest) for id_, b, c, digest in self._execute(_OF_TURN, (turn.scope, turn.id))}
        for passage in conversation.passages_of(self.store.connection, turn):
            id_, digest = there.pop((passage.start, passage.end), (None, None))
            if id_ is not None and digest == self.digest(passage.embedded):
                self._put_right_beside(id_, indexed(passage.beside))
                continue
            if id_ is not None:
                self.drop(id_)
            self._add_passage(passage)
        # Masked words may have moved the places where a text is cut.
        for id_, _ in there.values():
            self.drop(id_)

    def _put_right_beside(self, entry: int, words: str) -> None:
        if self._execute(_BESIDE, (entry,)).fetchone() != (words,):
            self._execute(_SET_BESIDE, (words, entry))

    def _add_passage(self, passage: Passage) -> None:
        turn = passage.turn
        key = turn.scope, Kind.PASSAGE, turn.id, passage.start, passage.end
        entry = self._add(key, passage.embedded, passage.own, passage.beside)
        for start, end in _named_times(passage):
            self._execute(_ADD_TIME, (entry, start, end))

    # --- any ---

    def _find(self, key: tuple[int, int, int, int, int]) -> int | None:
        row = self._execute(_FIND, key).fetchone()
        return None if row is None else int(row[0])

    def _add(self, key: tuple[int, int, int, int, int], text: str, own: str, beside: str) -> int:
        (entry,) = self._execute(_ADD, (*key, self.digest(text))).fetchone()
        self._execute(_ADD_WORDS, (entry, indexed(own), indexed(beside), whose(*key[:2])))
        return int(entry)

    def drop(self, entry: int) -> None:
        """Take an entry out. Its vector stays as long as nothing is erased: the text may come again."""
        for query in _DROP:
            self._execute(query, (entry,))

    def drop_all(self) -> None:
        """Take all entries out, so that they are made anew. Vectors stay, to be used again."""
        with self.store.upkeep():
            for query in _DROP_ALL:
                self._execute(query)
            for key in (PLACE, EPISODE):
                put_state(self.store, key, "0")

    # --- erasure ---

    def forget(self, scope: int, claims: Iterable[int], terms: Iterable[int], turns: Iterable[int]) -> None:
        """Inside the transaction that erased claims of a scope, with these terms, and masked the words of turns: leave
        nothing of them in entries, words and vectors. An entity stays as long as there is another fact about it.

        The word index is put together anew, since a deletion alone leaves the word in it.
        """
        for claim in claims:
            said = [entry for (entry,) in self._execute(_SAID_BY, (claim,))]
            self._execute(_UNSAY, (claim,))
            for entry in said:
                if self._execute(_IS_SAID, (entry,)).fetchone() is None:
                    self.drop(entry)
        for (term,) in self._execute(_WITHOUT_FACTS, {"scope": scope, "terms": json.dumps(list(terms))}).fetchall():
            entity = self._find((scope, Kind.ENTITY, term, 0, 0))
            if entity is not None:
                self.drop(entity)
        if self._taken_in()[1]:
            # Also those that are not taken in yet: neighbours of theirs, which are, may have their words beside them.
            self._take_in_turns(turns)
        self._execute(_SHRINK_WORDS)
        self._execute(_FORGET_VECTORS)
        renew(self.store)

    def text(self, entry: int) -> str:
        """The text that is embedded for an entry. Inside a snapshot that has it."""
        kind, a, b, c = self._execute(_ONE, (entry,)).fetchone()
        if kind == Kind.FACT:
            return self._fact_text(a, b, c)
        if kind == Kind.ENTITY:
            return str(self.store.terms.value(a))
        turn = conversation.turn(self.store.connection, a)
        assert turn is not None
        found = (each for each in conversation.passages_of(self.store.connection, turn) if each.start == b)
        return next(found).embedded

    def digest(self, text: str) -> bytes:
        """What names a text, without giving it away: a hash under the key of the file."""
        return hashlib.blake2b(text.encode(), key=self.store.terms.hash_key, digest_size=16).digest()


def _named_times(passage: Passage) -> list[tuple[int, int]]:
    """The stretches of time that the words of a passage name, as seen from when they were said."""
    from tkg.timex import scan

    spans = [
        stretch(found.start, found.end)
        for found in scan(passage.text, passage.turn.said_at)
        if found.start is not None and found.end is not None and not found.is_guess
    ]
    return list(dict.fromkeys(spans))[:MOST_TIMES]
