"""Random logs: an answer is the same whether slots that policy and certainty leave alone are read from the tables, or
all are folded, as it is done for a file of which it is not known which these are."""

import random
from typing import Any

import pytest

import tkg.derive
from tests.spec.adapter import Adapter
from tests.spec.properties import POLICIES, SCHEMA, D, Rejected
from tests.spec.test_random_logs import SEED, WHOLE, WINDOW, logs
from tkg.choosing import CERTAINTIES
from tkg.facts import Fact

POLICIES_HERE = (
    *({{"sources": "priority"}.get(name, name): value for name, value in policy.items()} for policy in POLICIES),
    {"policy": "role"},
)
CHUNK = 20


def questions(r: random.Random) -> list[dict[str, Any]]:
    """Of all, or of some names; at an instant or over all of time; as of now, and as of some moment before."""
    asked = []
    for given in POLICIES_HERE:
        for certainty in CERTAINTIES:
            at = {"valid_at": D(r.randrange(9, 23)), "certainty": certainty}
            known = {"known_at": r.choice((None, D(r.randrange(29, 42))))}
            names = r.choice(({}, {"subject": "s"}, {"subject": "t", "predicate": "one"}, {"predicate": "once"}))
            value = r.choice(({}, {}, {"object": r.choice("ABC")}))
            asked.append({**given, **at, **known, **names, **value})
        asked.append({**given, "read": "timeline", "known_at": r.choice((None, D(r.randrange(29, 42))))})
    return asked


def shown(facts: list[Fact]) -> list[Any]:
    return [(fact.to_dict(), fact.certain) for fact in facts]


@pytest.mark.parametrize("whole_up_to", [WHOLE, WINDOW], ids=["whole", "window"])
@pytest.mark.parametrize("chunk", range(4))
def test_tables_and_folds_answer_alike(chunk: int, whole_up_to: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", whole_up_to)
    for number, log in logs(SEED * 31 + chunk, CHUNK):
        graph = Adapter(SCHEMA)
        try:
            for op in log:
                try:
                    graph.apply(op)
                except Rejected:
                    continue
            if number % 3 == 1:
                graph.rebuild()
            if number % 3 == 2:
                graph.reopen()
            store = graph.graph._store
            for question in questions(random.Random(repr(log))):
                read = getattr(graph.graph, question.pop("read", "find"))
                found = []
                for known in (True, False):
                    store.slots_are_known = known
                    found.append(shown(read(**question)))
                assert found[0] == found[1], (log, question)
        finally:
            graph.close()
