"""Random logs asked by the claims of some sources alone, or without some: an oracle that never heard of the others.

What is left out of its log are the claims of the other sources, corrections included, and what is done to one of them:
it is retracted, revived, split. Names, predicates and erasures stay. The oracle knows the shorter log only, and must
answer as the graph does that has all of it, at every recorded time and under every policy.
"""

import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from tests.spec.adapter import Adapter, segment
from tests.spec.properties import KINDS, POLICIES, SCHEMA, D, Oracle, Rejected, random_log
from tests.spec.test_random_logs import SEED, Json, answer, questions

SOURCES = "abc"
SHARD, SHARDS = 40, 8


def heard_only(accepted: Iterable[Json], source_of: dict[str, str], heard: set[str]) -> Iterator[Json]:
    """A log without the claims of sources that are not heard."""

    def is_heard(claim: str) -> bool:
        return source_of[claim] in heard

    for op in accepted:
        if op["op"] in ("assert", "end"):
            if is_heard(op["id"]):
                yield op
        elif op["op"] in ("retract", "correct", "undo"):
            if is_heard(op["target"]):
                yield op
        elif op["op"] == "split":
            yield {**op, "claims": [each for each in op["claims"] if is_heard(each["id"])]}
        else:
            yield op


def told(graph: Adapter, log: Iterable[Json]) -> tuple[list[Json], dict[str, str]]:
    """What a graph takes of a log, and whose each claim is: a correction is of the source of its target."""
    accepted: list[Json] = []
    source_of: dict[str, str] = {}
    for op in log:
        try:
            graph.apply(op)
        except Rejected:
            continue
        accepted.append(op)
        if "id" in op:
            source_of[op["id"]] = op.get("source") or source_of.get(op.get("target", ""), "")
    return accepted, source_of


def oracle_of(log: Iterable[Json]) -> Any:
    """The oracle after a log of which it refuses nothing."""
    oracle = Oracle(SCHEMA)
    for op in log:
        oracle.apply(op)
    return oracle


@pytest.fixture
def graph() -> Iterator[Adapter]:
    found = Adapter(SCHEMA)
    yield found
    found.close()


def whose(r: random.Random) -> tuple[Json, set[str]]:
    """What to ask, and who is heard then. Z says nothing."""
    named = r.sample("abcZ", r.randrange(1, 4))
    given: tuple[tuple[Json, set[str]], ...] = (
        ({"heard": named}, set(named)),
        ({"unheard": named}, set(SOURCES) - set(named)),
        ({"heard": ["a", "b"], "unheard": named}, {"a", "b"} - set(named)),
    )
    return r.choice(given)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_some_sources_alone_are_a_log_without_the_others(shard: int) -> None:
    r = random.Random(SEED * 32_452_843 + shard)
    for _ in range(SHARD):
        graph = Adapter(SCHEMA)
        log = random_log(r, r.randrange(4, 13), SOURCES, KINDS + ("assert", "end") * 8 + ("erase",))
        try:
            accepted, source_of = told(graph, log)
            asked, heard = whose(r)
            oracle = oracle_of(heard_only(accepted, source_of, heard))
            for question in questions(r):
                if question["query"] != "audit":
                    expected = answer(oracle, question)
                    assert answer(graph, {**question, **asked}) == expected, (log, question, asked)
            assert graph.graph.verify().ok
        finally:
            graph.close()


@pytest.mark.parametrize("shard", range(2))
def test_what_is_certain_or_possible_by_some_sources(shard: int) -> None:
    r = random.Random(SEED * 49_979_687 + shard)
    for _ in range(15):
        graph = Adapter(SCHEMA)
        try:
            accepted, source_of = told(graph, random_log(r, 4, SOURCES, ("assert", "assert", "end", "correct")))
            asked, heard = whose(r)
            oracle = oracle_of(heard_only(accepted, source_of, heard))
            for mode in ("certain", "possible"):
                question: Json = {"query": "facts", "valid_at": D(r.randrange(9, 22)), "known_at": None, "mode": mode}
                question |= r.choice(POLICIES)
                assert answer(graph, {**question, **asked}) == answer(oracle, question), (accepted, question, asked)
        finally:
            graph.close()


@pytest.mark.parametrize("shard", range(4))
def test_two_views_differ_by_what_one_believes_and_the_other_does_not(shard: int) -> None:
    """Of all valid time and of an instant, of one subject and of the whole graph."""
    r = random.Random(SEED * 86_028_121 + shard)
    for _ in range(15):
        graph = Adapter(SCHEMA)
        try:
            accepted, source_of = told(graph, random_log(r, r.randrange(4, 13), SOURCES, (*KINDS, *("assert",) * 8)))
            about, at = r.choice(({}, {"s": r.choice("stu")})), D(r.randrange(9, 23))
            for point in ({}, {"valid_at": at}):
                sides, expected = [], []
                for _ in range(2):
                    asked, heard = whose(r)
                    view: Json = {**r.choice(POLICIES), "known_at": r.choice((None, D(r.randrange(29, 42))))}
                    question = {"query": "facts" if point else "timeline", **view, **about, **point}
                    found = oracle_of(heard_only(accepted, source_of, heard)).query(question)
                    expected.append({tuple(row) for row in found})
                    sides.append(graph.graph.as_of(**graph.options({**view, **point, **asked})))
                diff = sides[1].diff(sides[0], subject=about.get("s"))
                for side, rows in ((diff.added, expected[1] - expected[0]), (diff.removed, expected[0] - expected[1])):
                    shown = {tuple(segment(fact)[: 3 if point else 5]) for fact in side}
                    assert shown == rows, (accepted, about, point)
        finally:
            graph.close()


def test_what_is_asked_of_the_past_stays_whatever_the_others_say_later(graph: Adapter) -> None:
    r = random.Random(SEED * 67_867_967)
    given: list[tuple[Json, Any]] = []
    for op in random_log(r, 40, SOURCES, (*KINDS, *("assert",) * 8)):
        try:
            graph.apply(op)
        except Rejected:
            continue
        given = [pair for pair in given if pair[0]["known_at"] != op["at"]]
        for question, answered in given:
            assert answer(graph, question) == answered, (op, question)
        asked, _ = whose(r)
        question = {"query": "timeline", **r.choice(POLICIES), **asked, "known_at": op["at"]}
        given.append((question, answer(graph, question)))
