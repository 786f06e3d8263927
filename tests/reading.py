"""What the tests of the rules share: one sentence in, its candidates as short tuples out."""

from datetime import UTC, datetime

from tkg.extract import Candidate, Message, Rules, Skipped
from tkg.ontology import Ontology

SAID_AT = datetime(2024, 6, 12, 10, tzinfo=UTC)
RULES = Rules()
SHIPPED = Ontology.shipped()


def extracted(text: str, role: str = "user") -> list[Candidate | Skipped]:
    """Everything that the rules make of a message of Mia's, spans checked against the words."""
    message = Message("Mia", role, text, SAID_AT)
    found = list(RULES.extract(message, SHIPPED))
    for each in found:
        words = each.quote if isinstance(each, Candidate) else each.text
        assert text[slice(*each.span)] == words != ""
        if isinstance(each, Candidate):
            for span, said in ((each.start_span, each.start_text), (each.end_span, each.end_text)):
                assert (span is None) == (said is None)
                assert span is None or text[slice(*span)] == said
    return found


def candidates(text: str) -> list[Candidate]:
    return [each for each in extracted(text) if isinstance(each, Candidate)]


def facts(text: str) -> list[tuple[str, str | None, str | None, str]]:
    """(op, subject, predicate, object) of each candidate."""
    return [(each.op, each.subject, each.predicate, str(each.object)) for each in candidates(text)]


def only(text: str) -> Candidate:
    found = candidates(text)
    assert len(found) == 1, found
    return found[0]


def reasons(text: str) -> set[str]:
    """Why things were passed over; nothing must have been proposed."""
    found = extracted(text)
    assert not [each for each in found if isinstance(each, Candidate)], found
    return {each.reason for each in found if isinstance(each, Skipped)}
