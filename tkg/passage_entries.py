"""The entries of passages: messages as a search can find them, each with the words around it.

A message can come between two others that are there already. Then the words beside its neighbours are put right, and a
passage whose context changed becomes a new entry, since its vector is of another text. The same when words are masked.
"""

from collections.abc import Iterable, Iterator

from tkg import conversation
from tkg.bounds import stretch
from tkg.conversation import Passage, Turn
from tkg.entry_table import EntryTable, Kind
from tkg.fulltext import indexed

MOST_TIMES = 16
"""Stretches of time of one passage that are kept, the first ones."""

_BESIDE = "SELECT beside FROM entry_words WHERE rowid = ?"
_SET_BESIDE = "UPDATE entry_words SET beside = ? WHERE rowid = ?"
_ADD_TIME = "INSERT INTO named_time (entry, starts, ends) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_OF_TURN = "SELECT id, b, c, digest FROM entry WHERE scope = ? AND kind = 1 AND a = ?"


class PassageEntries:
    """The passages among the entries of one file."""

    def __init__(self, table: EntryTable) -> None:
        self._table, self._connection = table, table.store.connection
        self._execute = table.store.connection.execute

    def rid(self, ids: Iterable[int]) -> None:
        """Put right every passage that may have words of these messages, which were masked, as its own, beside it or as
        its context, from whenever it was taken in."""
        near: dict[int, Turn] = {}
        for id_ in ids:
            turn = conversation.turn(self._connection, id_)
            assert turn is not None
            # Others may stand between them by now, and wait to be taken in: what tells is the time alone.
            near |= {other.id: other for other in conversation.within_reach(self._connection, turn)}
        for turn in near.values():
            if self._execute(_OF_TURN, (turn.scope, turn.id)).fetchone() is not None:
                self._take_in_turn(turn)

    def take_in(self, ids: Iterable[int]) -> None:
        """Take in messages, and put right what is beside them or has them as context."""
        near: dict[int, Turn] = {}
        for id_ in ids:
            turn = conversation.turn(self._connection, id_)
            assert turn is not None
            near[id_] = turn
            for other in self._beside(turn):
                near.setdefault(other.id, other)
        for turn in near.values():
            self._take_in_turn(turn)

    def _beside(self, turn: Turn) -> Iterator[Turn]:
        yield from conversation.before(self._connection, turn, 1)
        yield from conversation.after(self._connection, turn, conversation.BEFORE)

    def _take_in_turn(self, turn: Turn) -> None:
        there = {(b, c): (id_, digest) for id_, b, c, digest in self._execute(_OF_TURN, (turn.scope, turn.id))}
        for passage in conversation.passages_of(self._connection, turn):
            id_, digest = there.pop((passage.start, passage.end), (None, None))
            if id_ is not None and digest == self._table.digest(passage.embedded):
                self._put_right_beside(id_, indexed(passage.beside))
                continue
            if id_ is not None:
                self._table.drop(id_)
            self._add_passage(passage)
        # Masked words may have moved the places where a text is cut.
        for id_, _ in there.values():
            self._table.drop(id_)

    def _put_right_beside(self, entry: int, words: str) -> None:
        if self._execute(_BESIDE, (entry,)).fetchone() != (words,):
            self._execute(_SET_BESIDE, (words, entry))

    def _add_passage(self, passage: Passage) -> None:
        turn = passage.turn
        key = turn.scope, Kind.PASSAGE, turn.id, passage.start, passage.end
        entry = self._table.add(key, passage.embedded, passage.own, passage.beside)
        for start, end in _named_times(passage):
            self._execute(_ADD_TIME, (entry, start, end))

    def text(self, episode: int, start: int) -> str:
        """The text that is embedded for the passage of a message that begins at `start`."""
        turn = conversation.turn(self._connection, episode)
        assert turn is not None
        found = (each for each in conversation.passages_of(self._connection, turn) if each.start == start)
        return next(found).embedded


def _named_times(passage: Passage) -> list[tuple[int, int]]:
    """The stretches of time that the words of a passage name, as seen from when they were said."""
    from tkg.timex import scan

    spans = [
        stretch(found.start, found.end)
        for found in scan(passage.text, passage.turn.said_at)
        if found.start is not None and found.end is not None and not found.is_guess
    ]
    return list(dict.fromkeys(spans))[:MOST_TIMES]
