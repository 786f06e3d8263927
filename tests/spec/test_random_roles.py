"""Random logs in which sources get roles: the policy `role` is `confidence` with the role put before the confidence.

The oracle of the contract knows no roles. Its policy `confidence` compares one number, so each claim is given one that
says both: the rank of the role that its source has at the recorded time asked about, in tens, and the confidence, which
is below one. Under these numbers the oracle must answer as the graph does under `role`, at every known time by itself.
The roles are worked out from the list of what happened, by the definition.
"""

import random
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from tests.spec.adapter import Adapter
from tests.spec.oracle import POS, instant, show
from tests.spec.properties import KINDS, SCHEMA, D, Oracle, random_log
from tests.spec.test_random_logs import SEED, Json, answer, code
from tkg.intervals import moment
from tkg.words import Episode, Words
from tkg.writer import Writer

SOURCES = "abc"
ROLES = ("user", "assistant", "tool", "critic")
ORDERS: tuple[Json, ...] = ({}, {"roles": ["tool", "User"]}, {"roles": ["critic", "assistant", "user"]})
DEFAULT = ("user", "assistant", "tool")
SHARD, SHARDS = 25, 8


class Told(NamedTuple):
    """A source was assigned a role, or spoke in it, at a recorded time."""

    at: int
    source: str
    role: str
    assigned: bool


class Ranked:
    """An oracle that knows what was told of roles, and an order of them."""

    def __init__(self, oracle: Any, told: Iterable[Told], order: Iterable[str]) -> None:
        self._oracle, self._told, self._order = oracle, list(told), [role.lower() for role in order]

    def role(self, source: str, known_at: int) -> str | None:
        """By the definition: the last one assigned, else the last one spoken in, else none."""
        said = [each for each in self._told if each.source == source and each.at <= known_at]
        of_one_kind = [each for each in said if each.assigned] or said
        return of_one_kind[-1].role if of_one_kind else None

    def as_of(self, known_at: int) -> Any:
        """The oracle with the numbers that hold at a known time."""

        def number(claim: Any) -> float:
            role = self.role(claim.source, known_at)
            rank = len(self._order) - self._order.index(role) if role in self._order else 0
            return 10 * rank + float(claim.confidence)

        other = copy(self._oracle)
        other.claims = {id_: replace(c, confidence=number(c)) for id_, c in self._oracle.claims.items()}
        return other

    def query(self, question: Json) -> Any:
        asked = {**question, "policy": "confidence"}
        if question["query"] == "history":
            ticks = sorted({*self._oracle.ticks(), *(each.at for each in self._told)})
            rows = self._oracle.runs(ticks, lambda at: self.as_of(at).timeline(at, policy="confidence"), POS)
            return [[*row[:3], *map(show, (*row[3:], since, until))] for row, since, until in rows]
        return self.as_of(instant(question.get("known_at"))).query(asked)


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


def tell(graph: Adapter, told: Told) -> None:
    """Into the graph: an operation of the log, or a message, which takes no place in it."""
    if told.assigned:
        at = moment(told.at).isoformat()
        graph.apply({"op": "assign_role", "at": at, "source": told.source, "role": told.role})
        return
    store = graph.graph._store
    with store.transaction(at=told.at) as transaction:
        words = Words(store, Writer(store, transaction, "default").scope)
        number = store.connection.execute("SELECT COUNT(*) FROM episode").fetchone()[0]
        words.add(transaction, Episode(told.source, told.role, told.at, "UTC", "Hm.", None, number), None)


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
