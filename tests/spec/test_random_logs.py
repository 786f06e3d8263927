"""Random logs: a real graph and the oracle of the contract must answer alike, however the graph came by its beliefs.

Each log goes operation by operation into both. They must refuse the same ones, for the same reason, and then give the
same answers: what was ever believed, under every policy, what is believed as of random moments, and the audit. A share
of the graphs is closed and opened again, or has its beliefs dropped and derived anew, or is one that took the accepted
operations in one replay. `TKG_SPEC_SEED` and `TKG_SPEC_LOGS` (default 1, and 1,000) run other logs.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

import tkg.derive
from tests.spec.adapter import Adapter
from tests.spec.properties import KINDS, POLICIES, SCHEMA, D, Oracle, Rejected, random_log
from tkg.replay import replay

SEED = int(os.environ.get("TKG_SPEC_SEED", "1"))
LOGS = int(os.environ.get("TKG_SPEC_LOGS", "1000"))
CHUNK = 50
SOURCES = (("",), ("", "x"), ("a", "b", "c"))
WHOLE, WINDOW = 1_000_000, 0
EMPTY = "SELECT * FROM belief_hist WHERE rf >= rt OR vf >= vt UNION ALL SELECT *, 0 FROM belief_cur WHERE vf >= vt"

Json = dict[str, Any]


def logs(seed: int, count: int) -> Iterator[tuple[int, list[Json]]]:
    r = random.Random(seed)
    for number in range(count):
        kinds = KINDS + (("erase",) if number % 3 == 0 else ()) + (("assert", "end") * 8 if number % 2 else ())
        yield number, random_log(r, r.randrange(3, 13), r.choice(SOURCES), kinds)


def questions(r: random.Random) -> list[Json]:
    """What to ask after a log: all of it under every policy, and a handful of narrower things at random."""
    asked: list[Json] = [{"query": "audit"}]
    for given in (*POLICIES, {"modality": "planned"}):
        asked += [{"query": "timeline", **given}, {"query": "history", **given}]
    for kind in ("facts", "timeline", "history", "beliefs", "diff", "range", "conflicts", "last_observed") * 2:
        question: Json = {"query": kind, **r.choice(POLICIES), "known_at": r.choice((None, D(r.randrange(29, 42))))}
        if r.random() < 0.7:
            question["s"] = r.choice("stuAB")
        if r.random() < 0.5:
            question["p"] = r.choice(("one", "once", "many", "alt"))
        if kind in ("facts", "beliefs", "conflicts"):
            question["valid_at"] = D(r.randrange(9, 23))
        if kind == "diff":
            question |= {"known_a": D(r.randrange(29, 42)), "known_b": r.choice((None, D(r.randrange(29, 42))))}
            question |= r.choice(({}, {"valid_at": D(r.randrange(9, 23))}))
        if kind == "range":
            start = r.randrange(9, 20)
            question |= {"from": D(start), "to": D(r.randrange(start + 1, 23))}
            question["match"] = r.choice(("overlaps", "throughout", "within", "starts_within"))
        if kind == "last_observed":
            question |= {"s": r.choice("st"), "p": r.choice(("one", "once", "many")), "o": r.choice("ABC")}
        asked.append(question)
    return asked


def answer(side: Any, question: Json) -> Any:
    """The answer in a form that compares: lists are sets."""
    found = side.query(question)
    if isinstance(found, dict):
        return {name: sorted(map(repr, rows)) for name, rows in found.items()}
    return sorted(map(repr, found)) if isinstance(found, list) else found


def code(side: Any, op: Json) -> str | None:
    try:
        side.apply(op)
    except Rejected as error:
        return str(error)
    return None


def in_one_replay(graph: Adapter, accepted: list[Json]) -> Adapter:
    graph.close()
    other = Adapter(SCHEMA)
    replay(other.graph._store, accepted, scope="default")
    return other


@pytest.mark.parametrize("whole_up_to", [WHOLE, WINDOW], ids=["whole", "window"])
@pytest.mark.parametrize("chunk", range(0, LOGS, CHUNK))
def test_a_graph_answers_as_the_oracle_does(chunk: int, whole_up_to: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", whole_up_to)
    for number, log in logs(SEED * 1_000_003 + chunk, min(CHUNK, LOGS - chunk)):
        graph, oracle, accepted = Adapter(SCHEMA), Oracle(SCHEMA), []
        try:
            for op in log:
                expected = code(oracle, op)
                assert code(graph, op) == expected, (log, op)
                if expected is None:
                    accepted.append(op)
            match number % 6:
                case 0:
                    graph.reopen()
                case 1:
                    graph.rebuild()
                case 2:
                    graph = in_one_replay(graph, accepted)
            for question in questions(random.Random(repr(log))):
                assert answer(graph, question) == answer(oracle, question), (log, question)
            with monkeypatch.context() as patched:
                patched.setattr(tkg.derive, "WHOLE_UP_TO", WHOLE)
                report = graph.graph.verify()
            assert report.ok, (log, report)
            assert graph.graph._store.connection.execute(EMPTY).fetchall() == [], log
        finally:
            graph.close()


@pytest.mark.parametrize("seed", range(4))
def test_certain_and_possible_are_the_oracles(seed: int) -> None:
    """Of logs of a few operations, since the oracle tries every completion of every bound."""
    r = random.Random(SEED * 7_919 + seed)
    for _ in range(25):
        log = random_log(r, 3, r.choice(SOURCES), ("assert", "assert", "end", "correct"))
        graph, oracle = Adapter(SCHEMA), Oracle(SCHEMA)
        try:
            for op in log:
                assert code(graph, op) == code(oracle, op)
            for mode in ("certain", "possible", "nominal"):
                for year in r.sample(range(9, 22), 3):
                    question = {
                        "query": "facts",
                        "valid_at": D(year),
                        "known_at": None,
                        "mode": mode,
                        **r.choice(POLICIES),
                    }
                    assert answer(graph, question) == answer(oracle, question), (log, question)
        finally:
            graph.close()
