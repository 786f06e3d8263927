"""Random logs in which sources get roles: the policy `role` is `confidence` with the role put before the confidence.

How the oracle, which knows no roles, is asked about it is told in `ranked`.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.spec.adapter import Adapter
from tests.spec.oracle import instant
from tests.spec.properties import KINDS, SCHEMA, D, Oracle, random_log
from tests.spec.ranked import DEFAULT, ORDERS, ROLES, SOURCES, Ranked, Told, tell
from tests.spec.test_random_logs import SEED, Json, answer, code
from tkg.intervals import moment

SHARD, SHARDS = 25, 8


def happenings(r: random.Random) -> Iterator[Json | Told]:
    """A random log with roles told in between, at the recorded time of what comes before or some months later."""
    log = random_log(r, r.randrange(4, 11), SOURCES, KINDS + ("assert", "end") * 8)
    years = [30, *(int(op["at"][2:4]) for op in log), 99]
    for op, year, following in zip((None, *log), years, years[1:], strict=False):
        if op is not None:
            yield op
        month = 1
        while r.random() < 0.4:
            month += r.choice((0, 2)) if following > year and month < 11 else 0
            at = instant(f"20{year}-{month:02d}-01")
            yield Told(at, r.choice(SOURCES), r.choice(ROLES), r.random() < 0.4)


def questions(r: random.Random) -> Iterator[Json]:
    """Everything under every order, through recorded time and as of some of it, and narrower things at random."""
    for order in ORDERS:
        given: Json = {"policy": "role", **order}
        yield {"query": "history", **given}
        for year in (*r.sample(range(30, 42), 4), None):
            given["known_at"] = None if year is None else D(year)
            yield {"query": "timeline", **given, **r.choice(({}, {"s": "s"}, {"p": "once"}))}
            yield {"query": "facts", **given, "valid_at": D(r.randrange(9, 23))}
            yield {"query": "conflicts", **given, "valid_at": D(r.randrange(9, 23))}


@pytest.mark.parametrize("shard", range(SHARDS))
def test_role_is_confidence_with_the_role_before_it(shard: int) -> None:
    r = random.Random(SEED * 104_729 + shard)
    for _ in range(SHARD):
        graph, oracle, told = Adapter(SCHEMA), Oracle(SCHEMA), list[Told]()
        happened = list(happenings(r))
        try:
            for each in happened:
                if isinstance(each, Told):
                    tell(graph, each)
                    told.append(each)
                else:
                    assert code(graph, each) == code(oracle, each)
                if r.random() < 0.3:
                    question = {"query": "timeline", "policy": "role"}
                    assert answer(graph, question) == answer(Ranked(oracle, told, DEFAULT), question), happened
            for question in questions(r):
                ranked = Ranked(oracle, told, question.get("roles", DEFAULT))
                assert answer(graph, question) == answer(ranked, question), (happened, question)
            assert graph.graph.verify().ok, happened
        finally:
            graph.close()


@pytest.mark.parametrize("shard", range(4))
def test_an_answer_as_of_the_past_stays(shard: int) -> None:
    """Whatever roles are told later, and whatever else is written."""
    r = random.Random(SEED * 15_485_863 + shard)
    for _ in range(10):
        graph = Adapter(SCHEMA)
        happened = [each for each in happenings(r) if isinstance(each, Told) or each["op"] != "erase"]
        given: list[tuple[Json, Any]] = []
        try:
            for each in happened:
                for question, answered in given:
                    assert answer(graph, question) == answered, (happened, question)
                if isinstance(each, Told):
                    tell(graph, each)
                else:
                    code(graph, each)
                at = moment(each.at if isinstance(each, Told) else instant(each["at"]))
                known_at = at.replace(microsecond=0).isoformat()
                asked: Json = {"query": "timeline", "policy": "role", **r.choice(ORDERS), "known_at": known_at}
                given = [pair for pair in given if pair[0]["known_at"] != known_at] + [(asked, answer(graph, asked))]
        finally:
            graph.close()
