"""What sources disagree about, slot by slot, as `View.conflicts` hands it out.

`tkg.disputes` says which values of a slot disagree and how gravely. Here the slots are fetched, and ids become what
they stand for.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from tkg.bounds import DAY_US, Grain, Time
from tkg.disputes import GRADES, Dispute, disputes_at, disputes_over
from tkg.facts import Conflict, Disagreement
from tkg.intervals import Stretch
from tkg.lookup import Lookup
from tkg.reader import Question, Reader
from tkg.restate import Reading
from tkg.slots import SlotKey
from tkg.values import Value


def conflicts(reader: Reader, question: Question, when: int | Stretch) -> Iterator[Conflict]:
    """The slots of a question whose sources disagree at an instant, or over a stretch of valid time, divided where they
    disagree otherwise: under nominal bounds or, as the reader's certainty says, certainly or possibly."""
    for asked, key, rule, claims in reader.slots_of(question):
        if len(claims) < 2:
            continue
        name, certainty = reader.slot_name(key), reader.certainty
        found: list[tuple[Stretch | None, Sequence[Dispute]]]
        if isinstance(when, tuple):
            over = disputes_over(claims, rule, *when, certainty, name=name)
            found = [((stretch.start, stretch.end), stretch.disputes) for stretch in over]
        else:
            found = [(None, disputes_at(claims, rule, when, certainty, name=name))]
        for stretch, disputes in found:
            if disputes and (asked.object is None or any(asked.object in each.values for each in disputes)):
                yield _conflict(reader, key, claims, stretch, disputes)


def _conflict(
    reader: Reader, key: SlotKey, claims: Sequence[Reading], stretch: Stretch | None, disputes: Sequence[Dispute]
) -> Conflict:
    places = sorted({place for each in disputes for place in each.places})
    said = {claim.place: claim.value for claim in claims}
    ids = dict.fromkeys([*(said[place] for place in places), *(id_ for each in disputes for id_ in each.values)])
    shown = {id_: _value(reader, id_) for id_ in ids if any(id_ in each.values for each in disputes)}
    pairs = []
    for each in disputes:
        one, other = (value for id_, value in shown.items() if id_ in each.values)
        pairs.append(Disagreement((one, other), each.grade))
    lookup = Lookup(reader)
    return Conflict(
        subject=reader.store.terms.value(key.subject),
        predicate=reader.store.names.predicate_name(key.predicate),
        values=tuple(shown.values()),
        claims=tuple(lookup.claim(place) for place in places),
        grade=max((pair.grade for pair in pairs), key=GRADES.index),
        pairs=tuple(pairs),
        stretch=None if stretch is None else (_when(reader, stretch[0]), _when(reader, stretch[1])),
    )


def _value(reader: Reader, id_: int | None) -> Value | None:
    return None if id_ is None else reader.store.terms.value(id_)


def _when(reader: Reader, at: int) -> datetime | None:
    return Time(at, Grain.DAY if at % DAY_US == 0 else Grain.INSTANT).datetime(reader.store.zone)
