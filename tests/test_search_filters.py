"""Filters and policies through search: of what a filter leaves, the same order, and nothing else."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock
from tests.embedding import by_words
from tests.searching import facts, said, texts, values
from tkg.errors import BadFilter, InputError
from tkg.values import Entity


def fill(graph: tkg.Graph) -> tkg.Graph:
    """Four who work for one house, as different sources say of different times."""
    rows: list[dict[str, Any]] = [
        {"subject": "A", "valid_from": "2010-01-01", "source": "HR", "confidence": 0.9, "attrs": {"team": "red"}},
        {"subject": "B", "valid_from": "2015-01-01", "source": "web", "confidence": 0.5, "attrs": {"team": "blue"}},
        {"subject": "C", "valid_from": "2015-01-01", "valid_to": "2018-01-01", "source": "HR", "confidence": 0.2},
        {"subject": "D", "valid_from": "2020-01-01", "attrs": {"tags": ["x", "y"]}},
    ]
    graph.record_many({"predicate": "works_for", "object": Entity("Tea House", "organisation"), **row} for row in rows)
    return graph


@pytest.fixture(scope="module")
def filled(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tkg.Graph]:
    """A graph that is only read."""
    path = Path(shutil.copy(template, tmp_path_factory.mktemp("filled") / "store.db"))
    with tkg.open(path, embedder=by_words(dimension=512), durability="normal", clock=SetClock()) as graph:
        yield fill(graph)


@pytest.fixture
def graph(reopen: Opener) -> tkg.Graph:
    return fill(reopen(embedder=by_words(dimension=512)))


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, "ABCD"),
        ({"source": "HR"}, "AC"),
        ({"source": {"ne": "HR"}}, "BD"),
        ({"source": {"exists": False}}, "D"),
        ({"confidence": {"gt": 0.4, "lt": 1}}, "AB"),
        ({"subject": {"in": ["A", "D", "Z"]}}, "AD"),
        ({"predicate": {"nin": ["works_for"]}}, ""),
        ({"object": {"icontains": "tea h"}}, "ABCD"),
        ({"entity_type": "organisation"}, "ABCD"),
        ({"object_type": "person"}, ""),
        ({"valid_from": "2015"}, "BC"),
        ({"valid_from": {"gte": "2015-01-01", "lt": "2020"}}, "BC"),
        ({"valid_to": {"exists": True}}, "C"),
        ({"recorded_at": {"gte": "2026"}}, "ABCD"),
        ({"metadata.team": "red"}, "A"),
        ({"metadata.tags": {"contains": "y"}}, "D"),
        ({"OR": [{"source": "web"}, {"AND": [{"source": "HR"}, {"NOT": {"metadata.team": "red"}}]}]}, "BC"),
        ({"NOT": {"OR": [{"source": "HR"}, {"NOT": {"metadata.team": {"exists": True}}}]}}, "B"),
        ({"AND": [{"OR": [{"subject": "A"}, {"subject": "C"}]}, {"confidence": {"gte": 0.2}}]}, "AC"),
    ],
)
@pytest.mark.parametrize("question", ["Tea House", "A C", "opera"])
def test_a_filter_leaves_what_it_is_true_of(filled: tkg.Graph, filters: Any, found: str, question: str) -> None:
    every = [str(fact.subject) for fact in filled.search(question).facts]
    assert [str(fact.subject) for fact in filled.search(question, filters=filters).facts] == [
        name for name in every if name in found
    ]
    assert question == "opera" or len(every) == 4


def test_a_filter_that_few_pass_never_starves(graph: tkg.Graph) -> None:
    graph.record_many(
        {"subject": f"P{n}", "predicate": "works_for", "object": "Tea House", "source": "HR" if n == 3_999 else "web"}
        for n in range(4_000)
    )
    found = graph.search("Who works for Tea House?", k=2, filters={"source": "HR", "subject": {"contains": "P"}})
    assert [str(fact.subject) for fact in found.facts] == ["P3999"]


@pytest.mark.parametrize("question", ["Ann", "works for firm", "Ann or Eve"])
def test_a_filter_that_few_pass_never_starves_by_words_alone(reopen: Opener, question: str) -> None:
    graph = reopen(embedder=None)
    kept = {700, 1_500, 2_900}
    statements = (
        {"subject": "Ann", "predicate": "likes", "object": f"works for firm {n}", "source": source}
        for n in range(3_000)
        for source in ["HR" if n in kept else "web"]
    )
    graph.record_many(statements)
    found = graph.search(question, filters={"source": "HR"})
    assert set(values(found)) == {f"works for firm {n}" for n in kept}


def test_facts_around_an_entity_are_those_that_the_filter_keeps(reopen: Opener) -> None:
    """None has a word of the question but the name, which a hundred others have, too."""
    graph = reopen(embedder=None)
    graph.record_many(
        {"subject": "Ann", "predicate": "likes", "object": f"drink {n}", "source": "HR" if n == 99 else "web"}
        for n in range(100)
    )
    found = graph.search("Ann", filters={"source": "HR"}, weights={"words": 0}, explain=True)
    assert values(found) == ["drink 99"]
    assert found[0].signals.keys() == {"entity"}


def test_what_is_planned_does_not_count_as_said(graph: tkg.Graph) -> None:
    graph.record("Eve", "works_for", "Mill", source="HR", modality="planned")
    graph.record("Eve", "works_for", "Mill", source="web")
    assert texts(graph.search("Eve Mill", filters={"source": "web", "object": "Mill"})) == ["Eve works for Mill"]
    assert texts(graph.search("Eve Mill", filters={"source": "HR", "object": "Mill"})) == []


def test_a_claim_counts_for_the_fact_as_which_it_reads_as_of_then(graph: tkg.Graph) -> None:
    first = graph.record("Eve", "works_for", "Mill", source="HR")
    graph.record("Eve", "works_for", "Mill", source="web")
    by = {source: {"source": source, "object": "Mill"} for source in ("HR", "web")}
    assert texts(graph.search("Mill", filters=by["HR"])) == ["Eve works for Mill"]
    before = graph.as_of().known_at
    graph.split([(first, "subject")], "Eve Two")
    assert texts(graph.search("Mill", filters=by["HR"])) == ["Eve Two works for Mill"]
    assert texts(graph.search("Mill", filters=by["web"])) == ["Eve works for Mill"]
    assert texts(graph.search("Mill", filters=by["HR"], known_at=before)) == ["Eve works for Mill"]
    graph.merge("Eve Two", "Eve")
    graph.merge("Mill", "Old Mill")
    kept = {"source": "HR", "object": "Old Mill"}
    assert texts(graph.search("Mill", filters=kept)) == ["Eve works for Old Mill"]
    assert texts(graph.search("Mill", filters=by["HR"], known_at=before)) == ["Eve works for Mill"]


def test_a_claim_counts_for_the_stretch_that_it_says(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.record("Ann", "works_for", "Acme", valid_from="2005-01-01", valid_to="2007-01-01", source="HR")
    graph.record("Ann", "works_for", "Globex", valid_from="2008-01-01", valid_to="2010-01-01", source="HR")
    graph.record("Ann", "works_for", "Acme", valid_from="2020-01-01", source="rumour")
    by_hr = facts(graph.search("Ann Acme", filters={"source": "HR", "object": "Acme"}))
    assert [(hit.fact.valid_from_text, hit.also) for hit in by_hr] == [("2005-01-01", ())]
    assert values(graph.search("Ann Acme", filters={"source": "HR"}, valid_at="2021-05-01")) == []
    assert values(graph.search("Ann Acme", filters={"source": "rumour"}, valid_at="2021-05-01")) == ["Acme"]


def test_a_filter_is_of_each_kind_that_has_the_field(graph: tkg.Graph) -> None:
    graph.ingest(
        [said("The Tea House is open.", id="m1"), said("The Tea House is shut.", speaker="Ben")], labels={"run": "7"}
    )
    episodes = (
        {"source": "Ben"},
        {"said_at": "2024-06-12", "id": "m1"},
        {"metadata.run": "7"},
        {"role": {"exists": True}},
    )
    found = [sorted(texts(graph.search("Tea House", what="episodes", filters=each))) for each in episodes]
    open_, shut = "The Tea House is open.", "The Tea House is shut."
    assert found == [[shut], [open_], [open_, shut], [open_, shut]]
    assert texts(graph.search("Tea House A", what="entities", filters={"entity_type": "organisation"})) == ["Tea House"]
    assert texts(
        graph.search("Tea House A", what="entities", threshold=0.001, filters={"name": {"ne": "Tea House"}})
    ) == ["A"]
    assert sorted(texts(graph.search("Tea House", what="all", filters={"source": "HR"}))) == [
        "A works for Tea House", "C works for Tea House"
    ]  # fmt: skip


def test_a_filter_on_all_kinds_changes_no_score(graph: tkg.Graph) -> None:
    """The entity that the question names is not kept, having no source, and is named all the same."""
    filters = {"source": "HR"}
    alone = graph.search("Tea House", filters=filters)
    together = graph.search("Tea House", filters=filters, what="all")
    assert [(hit.text, hit.score) for hit in together] == [(hit.text, hit.score) for hit in alone]


@pytest.mark.parametrize(
    "filters",
    [
        {"colour": "red"},
        {"source": {"like": "H"}},
        {"confidence": "high"},
        {"OR": {"source": "HR"}},
        {"said_at": "2024"},
    ],
)
def test_a_filter_that_cannot_be_meant_is_refused(filled: tkg.Graph, filters: Any) -> None:
    with pytest.raises(BadFilter):
        filled.search("Tea House", filters=filters)


# --- policies ---


def test_a_policy_settles_what_is_found(reopen: Opener) -> None:
    graph = reopen(embedder=by_words(dimension=512))
    for place, source, confidence in (("Oslo", "HR", 0.9), ("Rome", "web", 0.3)):
        graph.record("Ann", "lives_in", place, valid_from="2015-01-01", source=source, confidence=confidence)
    options: list[dict[str, Any]] = [
        {}, {"policy": "confidence"}, {"policy": "source_priority", "priority": ["HR", "web"]}, {"policy": "all"}
    ]  # fmt: skip
    for valid_at in (None, "2016-01-01"):
        found = [sorted(values(graph.search("Oslo Rome Ann", valid_at=valid_at, **each))) for each in options]
        assert found == [["Rome"], ["Oslo"], ["Oslo"], ["Oslo", "Rome"]]


@pytest.mark.parametrize(("certainty", "years"), [("certain", "2012"), ("possible", "2009 2010 2011 2012 2013")])
def test_what_is_certain_or_possible_in_view_of_vague_bounds(reopen: Opener, certainty: Any, years: str) -> None:
    """One lived there from some time in 2011 to some time in 2013, the other was seen there in 2012."""
    graph = reopen(embedder=by_words(dimension=512))
    graph.record("Ann", "lives_in", "Oslo", valid="2011/2013")
    graph.record("Bob", "lives_in", "Oslo", observed="2012-01-01", valid_to="2013-01-01")
    every: tuple[Any, ...] = ("2009", "2010", "2011", "2012", "2013", "2014")
    ats = {year: f"{year}-06-15" for year in every}
    found = {
        year: sorted(str(fact.subject) for fact in graph.search("Ann Bob", valid_at=at, certainty=certainty).facts)
        for year, at in ats.items()
    }
    assert found == {
        year: [str(fact.subject) for fact in graph.find(valid_at=at, certainty=certainty)] for year, at in ats.items()
    }
    assert [year for year in every if found[year]] == years.split()


def test_certainty_is_of_one_instant(filled: tkg.Graph) -> None:
    with pytest.raises(InputError, match="certainty='certain' is asked of one instant"):
        filled.search("Tea House", certainty="certain")


def test_under_a_policy_the_current_value_is_the_one_that_the_policy_believes(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.record("Ann", "lives_in", "Oslo", valid_from="2010-01-01", valid_to="2012-01-01", source="A")
    graph.record("Ann", "lives_in", "Lima", valid_from="2012-01-01", confidence=0.9, source="B")
    graph.record("Ann", "lives_in", "Rome", valid_from="2013-01-01", confidence=0.1, source="C")
    shown = {policy: values(graph.search("Oslo", policy=policy, k=2)) for policy in ("latest", "confidence")}
    assert shown == {"latest": ["Rome", "Oslo"], "confidence": ["Lima", "Oslo"]}


def test_under_a_policy_the_entities_are_those_that_the_policy_believes_something_of(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.record("Ann", "lives_in", "Oslo", valid_from="2010-01-01", confidence=1.0, source="A")
    graph.record("Ann", "lives_in", "Rome", valid_from="2010-01-01", confidence=0.1, source="B")
    found = {
        policy: texts(graph.search("Oslo or Rome", what="entities", policy=policy))
        for policy in ("latest", "confidence", "all")
    }
    assert {policy: sorted(names) for policy, names in found.items()} == {
        "latest": ["Rome"], "confidence": ["Oslo"], "all": ["Oslo", "Rome"]
    }  # fmt: skip
