"""What an extractor says is recorded under the names that the file has, and what the words called it is kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener
from tests.embedding import by_words
from tests.extracting import asking, said
from tests.llm_server import completion, facts, proposal
from tests.test_erase_extracted import left
from tests.told import Told
from tkg.values import Entity


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[tkg.Graph]:
    with tkg.open(tmp_path / "linked.db", durability="normal", embedder=None) as graph:
        yield graph


def told(graph: tkg.Graph, **found: Any) -> Any:
    """What comes of one message that says one thing."""
    number = len(graph.episodes(extractor=Told()))
    return graph.ingest([said(f"m{number}")], extractor=Told(finds={f"m{number}": [found]}))


def links(graph: tkg.Graph) -> list[tuple[Any, ...]]:
    return graph._store.connection.execute("SELECT role, said, how, score, type FROM linking").fetchall()


@pytest.mark.parametrize(
    ("name", "recorded", "link"),
    [
        ("works_for", "works_for", []),
        ("worksFor", "works_for", [(2, "worksFor", "exact", 1.0, None)]),
        ("Works For", "works_for", [(2, "Works For", "exact", 1.0, None)]),
        ("playsIn", "plays_in", [(2, "playsIn", "new", 0.0, None)]),
        ("employed_by", "employed_by", []),
    ],
)
def test_a_predicate_is_recorded_under_the_name_of_the_file(
    graph: tkg.Graph, name: str, recorded: str, link: list[Any]
) -> None:
    told(graph, predicate=name, value="Acme")
    assert [claim.predicate for claim in graph.claims()] == [recorded]
    assert links(graph) == link


def test_what_is_undeclared_is_kept_and_listed(graph: tkg.Graph) -> None:
    told(graph, predicate="plays_bass_in", value="Kapp")
    assert [each.name for each in graph.undeclared()] == ["plays_bass_in"]
    assert [fact.object for fact in graph.find("Ann", "plays_bass_in")] == ["Kapp"]


def test_nothing_is_recorded_under_a_predicate_that_was_dropped(graph: tkg.Graph) -> None:
    told(graph, predicate="chats_about", value="tea")
    graph.drop_predicate("chats_about", reason="noise")
    done = told(graph, predicate="chatsAbout", value="coffee")
    assert [each.reason for each in done.passed_over] == ["dropped_predicate"]
    assert graph.find("Ann") == []
    graph.keep_predicate("chats_about")
    told(graph, predicate="chatsAbout", value="milk")
    assert sorted(str(fact.object) for fact in graph.find("Ann")) == ["milk", "tea"]


def test_what_was_dropped_and_kept_is_read_anew_as_before(graph: tkg.Graph) -> None:
    told(graph, predicate="chats_about", value="tea")
    graph.drop_predicate("chats_about")
    extractor = Told(finds={"m0": [{"predicate": "chats_about", "value": "tea", "confidence": 0.9}]})
    assert [each.reason for each in graph.reextract(extractor=extractor).passed_over] == ["dropped_predicate"]
    graph.keep_predicate("chats_about")
    graph.reextract(extractor=Told("other", extractor.finds))
    assert [fact.object for fact in graph.find("Ann")] == ["tea"]
    assert graph.verify().ok


@pytest.mark.parametrize("name", ["ACME Corp", "Ａｃｍｅ Corp", '"acme  corp"'])
def test_an_entity_is_recorded_under_its_known_name(graph: tkg.Graph, name: str) -> None:
    graph.record("Bob", "works_for", "Acme Corp")
    told(graph, predicate="works_for", value=name)
    assert {fact.subject for fact in graph.find(None, "works_for", "Acme Corp")} == {"Ann", "Bob"}
    assert links(graph) == [(1, name, "name", 1.0, None)]


def test_a_correction_finds_what_was_said_in_another_form(graph: tkg.Graph) -> None:
    told(graph, predicate="works_for", value="Acme")
    done = told(graph, predicate="works_for", value="Orbi", op="correct", was="ACME")
    assert done.corrected == 1
    assert [fact.object for fact in graph.find("Ann")] == ["Orbi"]


def test_one_name_of_two_types_is_two_things(graph: tkg.Graph) -> None:
    told(graph, predicate="lives_in", value="Washington")
    told(graph, predicate="works_for", value="Washington")
    assert {fact.predicate: fact.object for fact in graph.find("Ann")} == {
        "lives_in": "Washington",
        "works_for": Entity("Washington", "organisation"),
    }


def test_a_form_that_only_the_words_have_is_masked_with_its_entity(graph: tkg.Graph) -> None:
    graph.record("Bob", "knows", "Ｑuentin")
    content = "QUENTIN said so. I know him"
    found = {"predicate": "knows", "value": "Ｑuentin", "quote": "I know him"}
    graph.ingest([said(content)], extractor=Told(finds={content: [{**found, "value": "QUENTIN"}]}))
    graph.erase(entity="Ｑuentin")
    assert left(graph, "quentin") == []


def test_a_new_name_that_comes_close_is_held_as_a_merge_once(reopen: Opener) -> None:
    reply = completion(
        facts(
            proposal("I ride the trail bike of Oslo", "Ana", "rides", "the trail bike of Oslo"),
            proposal("Trail bike of Oslo, the", "Ana", "likes_bike", "Trail bike of Oslo, the"),
        )
    )
    with asking([reply, reply, reply]) as (extractor, _):
        graph = reopen(embedder=by_words(), extractor=extractor)
        graph.record("Ana", "owns_bike", "trail bike of the Oslo")
        content = "I ride the trail bike of Oslo. Trail bike of Oslo, the"
        done = graph.ingest([said(content)])
        assert (done.recorded, done.held) == (2, len(graph.held()))
        held = [(each.why, str(each.change.subject), str(each.change.object)) for each in graph.held()]
        assert ("merge", "the trail bike of Oslo", "trail bike of the Oslo") in held
        graph.reject(1)
        again = graph.ingest([said(f"{content}!")])
        assert again.held == 0


def test_a_model_is_told_of_the_predicates_that_are_declared_and_not_dropped(reopen: Opener) -> None:
    with asking(completion(facts())) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        graph.declare("plays_in", subject="person", object="organisation")
        graph.drop_predicate("likes")
        graph.map_predicate("works_for", "employed_at")
        graph.ingest([said("hello")])
        (request,) = server.requests
        assert "plays_in(person -> organisation)" in request.told
        assert " likes(" not in request.told
        assert " works_for(" not in request.told
        assert "lives_in(" in request.told
