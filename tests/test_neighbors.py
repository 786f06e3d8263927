"""`neighbors`: the entities around one, breadth first, each with the facts that lead there."""

import random
from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.command_line import CommandLine
from tests.conftest import Opener
from tkg import errors
from tkg.facts import Fact
from tkg.neighbors import Neighbors
from tkg.values import Entity

SINCE = "2020-01-01"


@pytest.fixture
def web(graph: tkg.Graph) -> tkg.Graph:
    """Ann and Bob work for Acme, which lies in Oslo, where Cat lives; Ann knew Dan until 2021."""
    graph.record("Ann", "works_for", "Acme", valid_from=SINCE)
    graph.record("Bob", "works_for", "Acme", valid_from=SINCE)
    graph.record("Acme", "located_in", "Oslo", valid_from=SINCE)
    graph.record("Cat", "lives_in", "Oslo", valid_from=SINCE)
    graph.record("Ann", "met", "Dan", valid_from=SINCE, valid_to="2021-01-01")
    graph.record("Ann", "weighs", tkg.Quantity(60, "kg"), valid_from=SINCE)
    graph.record("Ann", "born_on", date(1990, 3, 14))
    graph.record("Bob", "born_on", "1990-03")
    graph.record("Cat", "born_on", "1990-03")
    return graph


def names(found: Iterable[Any]) -> list[Any]:
    return [each.entity for each in found]


def chain(path: Iterable[Fact]) -> list[tuple[Any, str, Any]]:
    return [(fact.subject, fact.predicate, fact.object) for fact in path]


@pytest.mark.parametrize(
    ("depth", "expected"),
    [(1, ["Acme"]), (2, ["Acme", "Oslo", "Bob"]), (3, ["Acme", "Oslo", "Bob", "Cat"])],
)
def test_those_within_so_many_facts_the_nearest_first(web: tkg.Graph, depth: int, expected: list[str]) -> None:
    found = web.neighbors("Ann", depth)
    assert (names(found), found.truncated) == (expected, False)
    assert [each.distance for each in found] == [1, 2, 2, 3][: len(found)]


def test_each_comes_with_the_facts_that_lead_there(web: tkg.Graph) -> None:
    *_, cat = web.neighbors("Ann", depth=3)
    assert chain(cat.path) == [
        ("Ann", "works_for", "Acme"), ("Acme", "located_in", "Oslo"), ("Cat", "lives_in", "Oslo")
    ]  # fmt: skip
    with pytest.raises(FrozenInstanceError):
        cat.entity = "x"  # type: ignore[misc]
    shown = cat.to_dict()
    assert (shown["entity"], shown["distance"], shown["path"][0]["object"]) == ("Cat", 3, "Acme")


def test_values_are_no_neighbors_and_join_nobody(web: tkg.Graph) -> None:
    """Bob and Cat were born in one month; nothing leads from one to the other by that."""
    assert names(web.neighbors("Bob", predicate="born_on", depth=3)) == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"predicate": "works_for"}, ["Acme", "Bob"]),
        ({"predicate": "employs"}, ["Acme", "Bob"]),
        ({"predicate": ["works_for", "located_in"]}, ["Acme", "Oslo", "Bob"]),
        ({"predicate": ("located_in",)}, []),
        ({"predicate": "never heard of"}, []),
        ({"direction": "out"}, ["Acme", "Oslo"]),
        ({"direction": "in"}, []),
        ({"direction": "out", "predicate": "works_for"}, ["Acme"]),
        ({"direction": "in", "predicate": "employs"}, ["Acme"]),
        ({"direction": "out", "predicate": "employs"}, []),
        ({"valid_at": "2020-06-01"}, ["Acme", "Dan", "Oslo", "Bob"]),
        ({"valid_at": "2019-06-01"}, []),
        ({"known_at": "2001-01-01"}, []),
        ({"modality": "planned"}, []),
        ({"scope": "another"}, []),
    ],
)
def test_what_it_is_limited_to(web: tkg.Graph, options: dict[str, Any], expected: list[str]) -> None:
    assert names(web.neighbors("Ann", depth=2, **options)) == expected


def test_the_other_way_along_a_fact(web: tkg.Graph) -> None:
    assert names(web.neighbors("Acme", direction="in")) == ["Ann", "Bob"]
    assert names(web.neighbors("Acme", direction="out")) == ["Oslo"]
    assert names(web.neighbors("Acme")) == ["Oslo", "Ann", "Bob"]


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_of_more_than_are_wanted_it_says_that_there_are(web: tkg.Graph, limit: int) -> None:
    every = web.neighbors("Ann", depth=3)
    found = web.neighbors("Ann", depth=3, limit=limit)
    assert (found.found, found.truncated) == (every.found[:limit], limit < 4)


def test_merges_are_followed_from_when_they_are_recorded(web: tkg.Graph) -> None:
    before = web.record("Bobby", "knows", Entity("Tea", "drink"), valid_from=SINCE).recorded_at
    assert Entity("Tea", "drink") not in names(web.neighbors("Ann", depth=3))
    web.merge("Bobby", "Bob")
    assert names(web.neighbors("Ann", depth=3)) == ["Acme", "Oslo", "Bob", "Cat", Entity("Tea", "drink")]
    assert names(web.neighbors("Bobby")) == ["Acme", Entity("Tea", "drink")]
    assert names(web.neighbors("Bobby", known_at=before)) == [Entity("Tea", "drink")]


def test_a_fact_about_itself_leads_nowhere(graph: tkg.Graph) -> None:
    graph.record("Ann", "knows", "Ann", valid_from=SINCE)
    assert names(graph.neighbors("Ann", depth=3)) == []


def test_an_entity_that_nobody_knows_has_none(web: tkg.Graph) -> None:
    assert web.neighbors("Zed", depth=3) == Neighbors(())


def test_policies_and_sources(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from=SINCE, source="HR", confidence=0.9)
    graph.record("Ann", "lives_in", "Rome", valid_from=SINCE, source="web", confidence=0.1)
    graph.record("Bob", "lives_in", "Oslo", valid_from="2021", source="HR")
    assert names(graph.neighbors("Ann", 2)) == ["Rome"]
    assert names(graph.neighbors("Ann", 2, policy="confidence")) == ["Oslo", "Bob"]
    assert names(graph.neighbors("Ann", 2, policy="all")) == ["Oslo", "Rome", "Bob"]
    assert names(graph.neighbors("Ann", 2, sources=["HR"])) == ["Oslo", "Bob"]
    at = {"valid_at": "2021-06-01", "sources": ["HR"]}
    assert names(graph.neighbors("Oslo", certainty="certain", **at)) == ["Ann"]  # type: ignore[arg-type]
    assert names(graph.neighbors("Oslo", certainty="possible", **at)) == ["Ann", "Bob"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"depth": 0}, errors.InputError),
        ({"depth": 4}, errors.InputError),
        ({"depth": True}, errors.InputError),
        ({"depth": 1.5}, errors.InputError),
        ({"limit": 0}, errors.InputError),
        ({"limit": None}, errors.InputError),
        ({"direction": "up"}, errors.InputError),
        ({"predicate": []}, errors.InputError),
        ({"predicate": [" "]}, errors.BadName),
        ({"entity": ""}, errors.BadName),
        ({"valid_at": "last spring"}, errors.AmbiguousTime),
        ({"valid_form": "2020"}, errors.InputError),
    ],
)
def test_a_question_that_cannot_be_meant(graph: tkg.Graph, options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        graph.neighbors(**{"entity": "Ann", **options})


# --- against brute force over find() ---

_WAYS = ("both", "out", "in")


def brute_force(view: tkg.View, start: str, depth: int, predicate: str | None, direction: str) -> dict[Any, int]:
    """How far away each entity is, by all facts that `find` gives of an instant."""
    edges: list[tuple[Any, Any]] = []
    for fact in view.find(predicate=predicate):
        if isinstance(fact.object, (str, Entity)) and not isinstance(fact.object, tkg.Text):
            edges += [(fact.subject, fact.object)] if direction != "in" else []
            edges += [(fact.object, fact.subject)] if direction != "out" else []
    distance = {start: 0}
    for step in range(1, depth + 1):
        for one, other in edges:
            if distance.get(one) == step - 1:
                distance.setdefault(other, step)
    del distance[start]
    return distance


@pytest.mark.parametrize("seed", range(6))
def test_neighbors_are_those_of_brute_force(reopen: Opener, seed: int) -> None:
    r = random.Random(seed)
    graph = reopen(embedder=None)
    nodes = [f"n{number}" for number in range(12)]
    for _ in range(30):
        year = r.randrange(2010, 2020)
        graph.record(
            r.choice(nodes), r.choice(("knows", "lives_in", "met", "works_for")), r.choice(nodes),
            valid_from=f"{year}-01-01", source=r.choice("ab"), confidence=r.choice((0.2, 0.8)),
            valid_to=f"{year + 3}-01-01" if r.random() < 0.3 else None,
        )  # fmt: skip
    graph.merge("n11", "n0")
    views = [
        graph.as_of(valid_at=f"{year}-06-01", **options)
        for year in (2012, 2016, 2021)
        for options in ({}, {"policy": "confidence"}, {"policy": "all"}, {"sources": ["a"]})
    ]  # fmt: skip
    for view in views:
        for start in r.sample(nodes[:11], 3):
            depth, direction = r.randrange(1, 4), r.choice(_WAYS)
            predicate = r.choice((None, None, "knows", "works_for"))
            found = view.neighbors(start, depth, predicate=predicate, direction=direction)  # type: ignore[arg-type]
            expected = brute_force(view, start, depth, predicate, direction)
            assert {each.entity: each.distance for each in found} == expected
            assert [each.distance for each in found] == sorted(expected.values())
            for each in found:
                at: Any = start
                for fact in each.path:
                    assert view.find(str(fact.subject), fact.predicate, fact.object) == [fact]
                    assert at in (fact.subject, fact.object)
                    at = fact.object if at == fact.subject else fact.subject
                assert at == each.entity


# --- the command line ---


def test_the_command_line(web: tkg.Graph, path: Path) -> None:
    web.close()
    cli = CommandLine(path)
    assert cli.rows("neighbors", "Ann", "--depth", "2", "--direction", "out") == [
        ["1", "Acme", "Ann works_for Acme"],
        ["2", "Oslo", "Ann works_for Acme; Acme located_in Oslo"],
    ]
    result = cli.run("neighbors", "Ann", "--depth", "3", "--limit", "1")
    assert result.stdout == "1\tAcme\tAnn works_for Acme\n"
    assert result.stderr == "there are more: --limit is 1\n"
    found = cli.json("neighbors", "Ann", "--limit", "1", "--depth", "2", "--predicate", "works_for")
    assert ([each["entity"] for each in found["neighbors"]], found["truncated"]) == (["Acme"], True)
    assert cli.refused("neighbors", "Ann", "--depth", "4") == "bad_input"
