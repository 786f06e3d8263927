"""What was found as people see it: a fact with its interval and whether it holds now, words with what stands around
them.

Of a fact that is believed over several stretches, one is shown: what holds now, unless another time is asked about,
else the latest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tkg import conversation
from tkg.basis import Options
from tkg.candidates import Candidates, Passage
from tkg.conversation import LONGEST
from tkg.facts import Fact
from tkg.hits import EntityHit, EpisodeHit, FactHit, Hit
from tkg.intervals import MAX, Stretch
from tkg.reader import Reader, Rectangle
from tkg.search import Ranked

if TYPE_CHECKING:
    from tkg.views import View

_BESIDE = 1
_COUNTED = 1_000


@dataclass(frozen=True, slots=True)
class Showing:
    """Builds the hits of one search, inside its snapshot. `now` is the valid instant at which a fact is current."""

    view: "View"
    chosen: Options
    reader: Reader
    now: int
    explain: bool

    def hit(self, found: Sequence[Ranked], candidates: Candidates) -> Hit:
        """One hit: of a fact, of an entity, or of passages that follow each other."""
        first = found[0]
        signals = dict(first.parts) if self.explain else {}
        if isinstance(first.what, list):
            return self._fact(first.what, candidates.stretches, first.score, signals)
        if isinstance(first.what, Passage):
            spans = [each.what for each in found if isinstance(each.what, Passage)]
            return self._episode(spans, candidates.stretches, max(each.score for each in found), signals)
        count = candidates.count_about(first.what, _COUNTED)
        return EntityHit(self.view._store.terms.value(first.what), count, first.score, signals)

    def _fact(
        self, rows: Sequence[Rectangle], stretches: Sequence[Stretch], score: float, signals: Mapping[str, float]
    ) -> FactHit:
        row = _shown(rows, stretches, self.now)
        current = self._is_current(row)
        instead = None if current else self._in_slot_now(row)
        by = None if instead is None or instead.object == row.object else self._as_fact(instead)
        also = tuple(self._as_fact(other) for other in sorted(rows, key=lambda r: r.start) if other is not row)
        return FactHit(self._as_fact(row), current, by, also, score, signals)

    def _as_fact(self, row: Rectangle) -> Fact:
        return self.view._basis(self.reader, self.chosen, self.chosen.valid_at).fact(row)

    def _is_current(self, row: Rectangle) -> bool:
        """Whether a belief holds now; an event, whether it has happened."""
        event = self.reader.slots.rule(row.predicate).extent == "event"
        return row.start <= self.now and (event or self.now < row.end)

    def _in_slot_now(self, row: Rectangle) -> Rectangle | None:
        """What holds now in the slot of a belief; None of a predicate with many values, where none replaces another."""
        if not self.reader.slots.rule(row.predicate).one:
            return None
        nominal = replace(self.reader, certainty="nominal")
        return next(iter(nominal.believed_at(row.subject, row.predicate, self.now)), None)

    def _episode(
        self, spans: Sequence[Passage], stretches: Sequence[Stretch], score: float, signals: Mapping[str, float]
    ) -> EpisodeHit:
        start, end = min(span.start for span in spans), max(span.end for span in spans)
        connection = self.view._store.connection
        turn = conversation.turn(connection, spans[0].episode)
        assert turn is not None
        # Beside it, too, only what was stored by the moment and said by the times asked about.
        tx, until = self.reader.moment.tx, max((stop for _, stop in stretches), default=MAX)
        earlier = conversation.before(connection, turn, _BESIDE, tx=tx, until=until) if start == 0 else ()
        later = conversation.after(connection, turn, _BESIDE, tx=tx, until=until) if end == len(turn.text) else ()
        # What is certain or possible is so at one instant.
        everywhen = Candidates(replace(self.reader, certainty="nominal"))
        facts = everywhen.facts(everywhen.quoting(Passage(turn.id, start, end, turn.observed)))
        return EpisodeHit(
            text=turn.text[start:end],
            speaker=turn.speaker,
            said_at=turn.said_at,
            message_ids=(turn.ref if turn.ref is not None else f"#{turn.id}",),
            episodes=(turn.id,),
            before=tuple(f"{each.speaker}: {each.text[-LONGEST:]}" for each in earlier),
            after=tuple(f"{each.speaker}: {each.text[:LONGEST]}" for each in later),
            facts=tuple(self._fact(rows, (), 0.0, {}) for rows in facts.values()),
            score=score,
            signals=signals,
        )


def _shown(rows: Sequence[Rectangle], stretches: Sequence[Stretch], now: int) -> Rectangle:
    """The stretch of a fact to show."""
    holding = [] if stretches else [row for row in rows if row.holds_at(now)]
    return max(holding or rows, key=lambda row: (row.start, row.end))
