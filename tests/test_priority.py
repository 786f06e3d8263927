"""How a graph settles contradictions by default, and the order of sources that a file declares."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tkg import Ontology, errors
from tkg.replay import replay

SINCE = "2020-01-01"
RANKED: dict[str, Any] = {"policy": "source_priority"}


def dispute(graph: tkg.Graph) -> tkg.Graph:
    """Three sources say three things of one time; who says it last is the least sure."""
    for source, place, confidence in (("HR", "Oslo", 0.5), ("CRM", "Rome", 0.9), ("web", "Nice", 0.1)):
        graph.record("Ann", "lives_in", place, valid_from=SINCE, source=source, confidence=confidence)
    return graph


def ordered(*names: str) -> Ontology:
    return Ontology.of({"lives_in": "one"}, priority=names)


def homes(view: tkg.View, **options: Any) -> list[Any]:
    return objects(view, "Ann", "lives_in", **options)


# --- the default of a graph ---


@pytest.mark.parametrize(
    ("default", "believed"),
    [
        ({}, ["Nice"]),
        ({"policy": "latest"}, ["Nice"]),
        ({"policy": "confidence"}, ["Rome"]),
        ({"policy": "all"}, ["Nice", "Oslo", "Rome"]),
        ({"policy": "source_priority", "priority": ["HR"]}, ["Oslo"]),
        ({"policy": "source_priority", "priority": ("web", "HR")}, ["Nice"]),
        ({"priority": ["HR"]}, ["Nice"]),
        ({"policy": "role", "roles": ["editor"]}, ["Rome"]),
    ],
)
def test_every_read_that_names_none_follows_the_default(
    reopen: Opener, default: dict[str, Any], believed: list[str]
) -> None:
    graph = dispute(reopen(**default))
    assert homes(graph) == believed
    assert homes(graph.as_of(valid_at="2021-01-01")) == believed
    answers: list[list[Any]] = [
        [fact.object for fact in graph.timeline("Ann")],
        [fact.object for fact in graph.range("2021")],
        [fact.object for fact in graph.history("Ann") if fact.recorded_to is None],
        [belief.object for belief in graph.beliefs("Ann") if belief.recorded_to is None],
        [fact.object for fact in graph.search("Where does Ann live?", embed=False).facts],
        [each.entity for each in graph.neighbors("Ann")],
    ]
    for answer in answers:
        assert sorted(answer) == believed
    assert homes(graph, policy="latest") == ["Nice"]
    assert homes(graph.as_of(policy="confidence")) == ["Rome"]
    assert len(graph.conflicts()) == 1


def test_the_order_of_a_graph_is_that_of_reads_that_give_none(reopen: Opener) -> None:
    graph = dispute(reopen(priority=["CRM", "HR"]))
    assert homes(graph, **RANKED) == ["Rome"]
    assert homes(graph, **RANKED, priority=["HR"]) == ["Oslo"]


@pytest.mark.parametrize(
    ("default", "message"),
    [
        ({"policy": "newest"}, "'newest' is no policy: use latest, confidence, source_priority, role, all"),
        ({"policy": "source_priority"}, r"needs priority=\[...\]"),
        ({"priority": "HR"}, "priority='HR' is no list"),
        ({"priority": ["HR", "CRM", "HR"]}, "has 'HR' twice"),
    ],
)
def test_a_default_that_cannot_be_meant(reopen: Opener, default: dict[str, Any], message: str) -> None:
    with pytest.raises(errors.BadPolicy, match=message):
        reopen(**default)


@pytest.mark.parametrize("priority", ["HR", ["HR", "HR"], 3])
def test_an_order_that_cannot_be_meant(graph: tkg.Graph, priority: Any) -> None:
    with pytest.raises(errors.BadPolicy):
        graph.find("Ann", policy="source_priority", priority=priority)


# --- the order of the file ---


def test_a_file_declares_an_order(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('priority = ["CRM", "HR"]\n[predicate.lives_in]\ncardinality = "one"\n')
    with tkg.open(tmp_path / "a.db", ontology=tmp_path / "mine.toml") as graph:
        dispute(graph)
        assert (homes(graph), homes(graph, **RANKED)) == (["Nice"], ["Rome"])
        assert homes(graph, **RANKED, priority=["HR"]) == ["Oslo"]
        assert homes(graph.as_of(**RANKED)) == ["Rome"]
    with tkg.open(tmp_path / "a.db", policy="source_priority") as graph:
        assert homes(graph) == ["Rome"]
        assert graph.verify().ok


def test_an_order_of_a_new_file_holds_as_of_any_moment(tmp_path: Path, clock: SetClock) -> None:
    with tkg.open(tmp_path / "a.db", ontology=ordered("HR"), clock=clock) as graph:
        second = dispute(graph).claims()[1]
        assert homes(graph, **RANKED, known_at=second.recorded_at) == ["Oslo"]
        assert [fact.object for fact in graph.history("Ann", **RANKED)] == ["Oslo"]


@contextmanager
def opened(path: Path, clock: SetClock, ontology: Ontology | None = None) -> Iterator[tkg.Graph]:
    with tkg.open(path, ontology=ontology, clock=clock, durability="normal") as graph:
        yield graph


def test_an_order_declared_later_changes_answers_from_then_on_and_none_before(tmp_path: Path, clock: SetClock) -> None:
    path = tmp_path / "a.db"
    with opened(path, clock, Ontology.of({"lives_in": "one"})) as graph:
        dispute(graph)
        before = graph.as_of().known_at
        with pytest.raises(errors.BadPolicy, match="the file declares no order of sources"):
            graph.find("Ann", **RANKED)
        with pytest.raises(errors.BadPolicy, match="the file declares no order of sources"):
            graph.as_of(**RANKED)
    with opened(path, clock, ordered("HR")):
        clock.forward(days=1)
    with opened(path, clock, ordered("CRM", "HR")) as graph:
        second = graph.as_of().known_at
        clock.forward(days=1)
    with opened(path, clock, ordered()) as graph:
        assert homes(graph, **RANKED) == ["Nice"]
        assert homes(graph, **RANKED, known_at=second) == ["Rome"]
        assert homes(graph, **RANKED, known_at=before) == ["Nice"], "all rank alike before there is an order"
        believed = [(belief.object, belief.recorded_to) for belief in graph.beliefs("Ann", **RANKED)]
        assert [value for value, _ in believed] == ["Oslo", "Rome", "Nice", "Oslo", "Rome", "Nice"]
        first_order = believed[2][1]
        assert [fact.object for fact in graph.history("Ann", known_at=first_order, **RANKED)][-1] == "Oslo"
        fact = graph.get("Ann", "lives_in", known_at=second, **RANKED)
        assert fact is not None
        assert (fact.recorded_from, fact.recorded_to) == (second, graph.as_of().known_at)
        assert "the source named first" in graph.explain(fact).rule
        assert graph.verify().ok


def test_the_same_order_again_is_not_declared_again(tmp_path: Path, clock: SetClock) -> None:
    path = tmp_path / "a.db"
    for ontology in (ordered("HR"), ordered("HR"), Ontology.of({"lives_in": "one"}), None):
        with opened(path, clock, ontology) as graph:
            rows = graph._store.connection.execute("SELECT place, sources FROM source_order").fetchall()
            assert rows == [(0, '["HR"]')]


def test_only_who_ranks_no_lower_in_the_order_of_the_file_ends_a_value(tmp_path: Path) -> None:
    with tkg.open(tmp_path / "a.db", ontology=ordered("HR", "CRM")) as graph:
        graph.record("Ann", "lives_in", "Oslo", valid_from=SINCE, source="CRM")
        graph.end("Ann", "lives_in", "Oslo", valid_from="2021-01-01", source="web")
        assert (homes(graph), homes(graph, **RANKED)) == ([], ["Oslo"])
        graph.end("Ann", "lives_in", "Oslo", valid_from="2022-01-01", source="HR")
        assert line(graph, "Ann", "lives_in", **RANKED) == [("Oslo", SINCE, "2022-01-01")]


def test_an_order_is_of_names_in_whatever_scope(tmp_path: Path) -> None:
    with tkg.open(tmp_path / "a.db", ontology=ordered("HR"), scope="one") as graph:
        dispute(graph)
        graph.record("Ann", "lives_in", "Lima", valid_from=SINCE, source="HR", scope="two")
        graph.record("Ann", "lives_in", "Bonn", valid_from=SINCE, source="web", scope="two")
        assert (homes(graph, **RANKED), homes(graph, **RANKED, scope="two")) == (["Oslo"], ["Lima"])


@pytest.mark.parametrize(
    ("priority", "message"),
    [('"HR"', "is no list"), ("[3]", "the source 3"), ('["a", "a"]', "has 'a' twice"), ("{a = 1}", "is no list")],
)
def test_an_ontology_whose_order_cannot_be_meant(tmp_path: Path, priority: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"priority = {priority}\n")
    with pytest.raises(errors.BadSchema, match=rf"mine\.toml: .*{message}"):
        Ontology.load(path)


def test_a_log_that_is_brought_in_may_declare_an_order(graph: tkg.Graph) -> None:
    claims = [
        {"op": "assert", "id": str(n), "at": f"2030-01-0{n}", "s": "Ann", "p": "lives_in", "o": place, "source": place,
         "from": SINCE}
        for n, place in enumerate(("Oslo", "Rome"), start=1)
    ]  # fmt: skip
    replay(graph._store, [*claims, {"op": "order_sources", "at": "2030-01-03", "sources": ["Oslo"]}], scope="default")
    assert homes(graph, **RANKED, known_at="2030-01-02") == ["Rome"]
    assert homes(graph, **RANKED, known_at="2030-01-03") == ["Oslo"]


# --- erasure ---


def test_an_erased_name_leaves_the_order_and_what_it_ranked_stays_ranked(tmp_path: Path, clock: SetClock) -> None:
    path = tmp_path / "a.db"
    with opened(path, clock, ordered("Zed", "HR")) as graph:
        dispute(graph)
        graph.record("Ann", "lives_in", "Lima", valid_from=SINCE, source="Zed")
        graph.record("Ann", "lives_in", "Pisa", valid_from=SINCE, source="Zed", scope="other")
        graph.record("Ann", "lives_in", "Bonn", valid_from=SINCE, source="web", scope="other")
        graph.record("Zed", "likes", "tea")
        graph.record("Ann", "lives_in", "Kyiv", valid_from=SINCE, source="web")
        graph.erase(entity="Zed")
        for _ in range(2):
            assert homes(graph, **RANKED) == ["Lima"]
            assert homes(graph, **RANKED, scope="other") == ["Pisa"]
            graph.rebuild()
        assert graph.verify().ok
    with opened(path, clock, ordered("Zed", "HR")) as graph:
        assert graph._store.connection.execute("SELECT COUNT(*) FROM source_order").fetchone() == (1,)
    with sqlite3.connect(path) as connection:
        ((order,),) = connection.execute("SELECT sources FROM source_order").fetchall()
    connection.close()
    assert "Zed" not in order
    assert "HR" in order
