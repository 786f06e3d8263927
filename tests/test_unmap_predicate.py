"""`unmap_predicate`: a map of predicates taken back from then on, and as of every moment what was recorded by then."""

import shutil
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tkg
from tests.conftest import Opener, SetClock, line
from tests.embedding import by_words
from tests.searching import facts
from tkg import errors

Triple = tuple[str, str, str]


def reads(view: tkg.View, name: str) -> tuple[str, bool]:
    predicate, flip = view.reads_as(name)
    return predicate.name, flip


def test_claims_read_as_they_were_said_again(graph: tkg.Graph) -> None:
    graph.record("Ann", "dwells_in", "Oslo", valid_from="2019-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01")
    graph.map_predicate("dwells_in", "lives_in")
    mapped = graph.as_of()
    graph.unmap_predicate("dwells_in")
    assert line(graph, "Ann", "dwells_in") == [("Oslo", "2019-01-01", None)]
    assert line(graph, "Ann", "lives_in") == [("Rome", "2021-01-01", None)]
    assert line(mapped, "Ann", "dwells_in") == [("Oslo", "2019-01-01", "2021-01-01"), ("Rome", "2021-01-01", None)]
    assert graph.verify().ok


def test_it_can_be_mapped_again_the_other_way_round_too(graph: tkg.Graph) -> None:
    graph.record("Ann", "employs_", "Acme", valid_from="2019-01-01")
    graph.map_predicate("employs_", "works_for", flip=True)
    assert line(graph, "Acme", "works_for") == [("Ann", "2019-01-01", None)]
    graph.unmap_predicate("employs_")
    assert graph.timeline("Acme", "works_for") == []
    graph.map_predicate("employs_", "works_for")
    assert line(graph, "Ann", "works_for") == [("Acme", "2019-01-01", None)]
    assert graph.verify().ok


def test_what_is_mapped_to_it_goes_with_it(graph: tkg.Graph) -> None:
    graph.record("Ann", "p", "tea")
    graph.map_predicate("p", "q")
    graph.map_predicate("q", "r", flip=True)
    assert [(fact.subject, fact.predicate, fact.object) for fact in graph.find()] == [("tea", "r", "Ann")]
    graph.unmap_predicate("q")
    assert [(fact.subject, fact.predicate, fact.object) for fact in graph.find()] == [("Ann", "q", "tea")]
    assert reads(graph, "p") == ("q", False)
    graph.unmap_predicate("p")
    assert [fact.predicate for fact in graph.find()] == ["p"]
    assert graph.verify().ok


def test_the_other_direction_can_be_mapped_afterwards(graph: tkg.Graph) -> None:
    graph.map_predicate("p", "q")
    graph.unmap_predicate("p")
    graph.map_predicate("q", "p")
    assert (reads(graph, "p"), reads(graph, "q")) == (("p", False), ("p", False))


@pytest.mark.parametrize(("alias", "flip"), [("works at", False), ("employs", True)])
def test_a_name_of_the_shipped_vocabulary_can_be_freed(graph: tkg.Graph, alias: str, flip: bool) -> None:
    before = graph.as_of()
    graph.record("Ann", alias, "Acme", valid_from="2019-01-01")
    graph.unmap_predicate(alias)
    assert reads(graph, alias) == (alias, False)
    assert reads(before, alias) == ("works_for", flip)
    assert line(graph, "Ann", alias) == [("Acme", "2019-01-01", None)]
    assert reads(graph, "employed by") == ("works_for", False)


def test_the_same_vocabulary_again_does_not_map_it_again(reopen: Opener) -> None:
    shipped = tkg.Ontology.shipped()
    reopen(ontology=shipped).unmap_predicate("works at")
    assert reads(reopen(ontology=shipped), "works at") == ("works at", False)


def test_a_declaration_of_an_alias_stays_with_what_it_stood_for(graph: tkg.Graph) -> None:
    graph.map_predicate("p", "q")
    graph.declare("p", cardinality="one")
    graph.unmap_predicate("p")
    assert graph.reads_as("q")[0].one
    assert not graph.reads_as("p")[0].one


def test_search_finds_a_fact_under_the_name_that_it_has_then(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    graph.record("Ann", "plays_in", "Kapp", valid_from="2019-01-01")
    graph.map_predicate("plays_in", "member_of")
    assert [hit.fact.predicate for hit in facts(graph.search("Ann Kapp", what="facts"))] == ["member_of"]
    graph.unmap_predicate("plays_in")
    assert [hit.fact.predicate for hit in facts(graph.search("Ann Kapp", what="facts"))] == ["plays_in"]


@pytest.mark.parametrize("name", ["lives_in", "never said", "p"])
def test_what_reads_as_itself_has_no_map_to_take_back(graph: tkg.Graph, name: str) -> None:
    graph.map_predicate("p", "q")
    graph.unmap_predicate("p")
    rows = list(graph._store.connection.iterdump())
    with pytest.raises(errors.NotMapped, match=name):
        graph.unmap_predicate(name)
    assert list(graph._store.connection.iterdump()) == rows


def test_an_empty_name_is_none(graph: tkg.Graph) -> None:
    with pytest.raises(errors.BadName):
        graph.unmap_predicate(" ")


# --- against maps gone through one by one ---

NAMES = ("base", "alias", "inverse", "p", "q", "r")
VOCABULARY = tkg.Ontology.of({"base": {"extent": "state", "aliases": ["alias"], "inverse": "inverse"}})


class Step(NamedTuple):
    do: str
    name: str
    into: str
    flip: bool


class Model:
    """Predicates as of any moment, by going through everything that was recorded until then."""

    def __init__(self) -> None:
        self.log: list[tuple[datetime | None, Step]] = [
            (None, Step("map", "alias", "base", False)),
            (None, Step("map", "inverse", "base", True)),
        ]

    def arrows(self, at: datetime) -> dict[str, tuple[str, bool]]:
        found: dict[str, tuple[str, bool]] = {}
        for when, step in self.log:
            if when is not None and when > at:
                break
            if step.do == "map":
                (old, old_flip), (new, new_flip) = self.follow(found, step.name), self.follow(found, step.into)
                found[old] = new, step.flip ^ old_flip ^ new_flip
            elif step.do == "unmap":
                del found[step.name]
        return found

    def follow(self, arrows: dict[str, tuple[str, bool]], name: str) -> tuple[str, bool]:
        if name not in arrows:
            return name, False
        into, flip = arrows[name]
        root, further = self.follow(arrows, into)
        return root, flip ^ further

    def facts(self, at: datetime) -> set[Triple]:
        arrows, found = self.arrows(at), set()
        for number, (when, step) in enumerate(self.log):
            if step.do == "record" and when is not None and when <= at:
                root, flip = self.follow(arrows, step.name)
                s, o = f"s{number}", f"o{number}"
                found.add((o, root, s) if flip else (s, root, o))
        return found


steps = st.lists(
    st.builds(
        Step,
        st.sampled_from(("record", "map", "map", "unmap", "unmap")),
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
        st.booleans(),
    ),
    min_size=1,
    max_size=14,
)


@pytest.fixture(scope="module")
def with_vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("vocabulary") / "store.db"
    tkg.open(path, ontology=VOCABULARY).close()
    return path


def beliefs(graph: tkg.Graph) -> list[Any]:
    execute = graph._store.connection.execute
    return [sorted(execute(f"SELECT * FROM {table}").fetchall()) for table in ("belief_cur", "belief_hist")]


@settings(max_examples=60, deadline=None)
@given(steps)
def test_every_moment_answers_as_the_maps_of_then_say(with_vocabulary: Path, taken: list[Step]) -> None:
    with TemporaryDirectory() as directory:
        path = shutil.copy(with_vocabulary, Path(directory) / "store.db")
        clock = SetClock()
        with tkg.open(path, clock=clock, embedder=None) as graph:
            model, moments = Model(), [clock.now]
            for step in taken:
                take(graph, model, step, clock)
                moments.append(clock.now)
            for at in moments:
                arrows, view = model.arrows(at), graph.as_of(known_at=at)
                for name in NAMES:
                    assert reads(view, name) == model.follow(arrows, name)
                assert {(f.subject, f.predicate, f.object) for f in view.find()} == model.facts(at)
            assert graph.verify().ok
            derived = beliefs(graph)
            graph.rebuild()
            assert beliefs(graph) == derived


def take(graph: tkg.Graph, model: Model, step: Step, clock: SetClock) -> None:
    """One step, which is refused exactly where the model says so."""
    arrows = model.arrows(clock.now)
    if step.do == "map":
        refused = model.follow(arrows, step.name)[0] == model.follow(arrows, step.into)[0]
    else:
        refused = step.do == "unmap" and step.name not in arrows
    try:
        if step.do == "record":
            number = len(model.log)
            graph.record(f"s{number}", step.name, f"o{number}", valid_from="2000-01-01")
        elif step.do == "map":
            graph.map_predicate(step.name, step.into, flip=step.flip)
        else:
            graph.unmap_predicate(step.name)
    except errors.RefusedError:
        assert refused
        return
    assert not refused
    model.log.append((clock.now, step))
