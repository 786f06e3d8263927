"""What is believed about the things that some messages name: shown to a model, so that it can say what changes.

Names are looked for as whole runs of words, in the form in which names are compared; speakers are named, too. Facts are
those that are believed to hold now, and each goes with the latest live claim that says it, which is what an end or a
correction is then about.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from tkg import question
from tkg.extract.protocol import Known, Message
from tkg.reader import Question, Reader, Rectangle
from tkg.slots import SlotKey
from tkg.store import Store
from tkg.terms import norm

MOST = 20
"""Facts that are shown."""

MOST_OF_EACH = 8
"""Facts that are shown of each thing."""

_ASSERTED = 0
_NAMED = """
    SELECT t.id FROM json_each(:names) n CROSS JOIN term t ON t.scope = :scope AND t.norm = n.value WHERE +t.kind = 0
"""

_OF_THESE = """
    SELECT e.claim FROM evidence e WHERE e.episode IN (SELECT value FROM json_each(:episodes))
        AND NOT EXISTS (SELECT 1 FROM evidence other WHERE other.claim = e.claim
            AND other.episode NOT IN (SELECT value FROM json_each(:episodes)))
"""


def known_facts(
    store: Store, scope: int, messages: Sequence[Message], episodes: Collection[int] = ()
) -> tuple[Known, ...]:
    """Up to `MOST` facts about what the messages name, those named last first. Inside a snapshot.

    What only these messages themselves have said before, as the `episodes` of these numbers, is no known fact to them.
    """
    own = {claim for (claim,) in store.connection.execute(_OF_THESE, {"episodes": json.dumps(sorted(episodes))})}
    reader = Reader(store, scope, _ASSERTED, store.as_of(store.clock()))
    now = max(store.clock(), reader.moment.at)
    found: dict[int, Known] = {}
    for term in _named(reader, messages):
        about = reader.at(Question((term,), None, None), now) + reader.at(Question(None, None, (term,)), now)
        for known in islice(_said(reader, about, own), MOST_OF_EACH):
            found.setdefault(known.claim, known)
    return tuple(islice(found.values(), MOST))


def _named(reader: Reader, messages: Sequence[Message]) -> list[int]:
    names: dict[str, None] = {}
    for message in reversed(messages):
        names.update(dict.fromkeys([norm(message.speaker), *question.Question(message.content).names]))
    given = {"scope": reader.scope, "names": json.dumps(list(names))}
    mentions = reader.store.names.mentions(reader.store.connection, reader.scope)
    terms = (term for (term,) in reader.store.connection.execute(_NAMED, given).fetchall())
    return list(dict.fromkeys(mentions.entity(term, reader.moment.place) for term in terms))


def _said(reader: Reader, rows: Iterable[Rectangle], but: Collection[int]) -> Iterator[Known]:
    """Facts with the latest live claim that says each, `but` for some claims."""
    for row in rows:
        key = SlotKey(reader.scope, reader.modality, row.subject, row.predicate, row.object)
        claims = [
            claim.place for claim in reader.slots.readings(key) if claim.value == row.object and claim.place not in but
        ]
        if claims:
            yield Known(max(claims), _text(reader, row))


def _text(reader: Reader, row: Rectangle) -> str:
    terms, names = reader.store.terms, reader.store.names
    return f"{terms.value(row.subject)} {names.predicate_name(row.predicate)} {terms.value(row.object)}"
