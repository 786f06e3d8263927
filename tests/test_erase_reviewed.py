"""An erasure and what was held, decided, read anew or set aside: nothing of what is erased stays in any row."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.told import DAY, Told, said, standing
from tkg.errors import UnknownClaim, UnknownHeld


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[tkg.Graph]:
    with tkg.open(tmp_path / "erased.db", durability="normal", embedder=None, hold_below=0.5) as graph:
        yield graph


def left(graph: tkg.Graph, words: str) -> list[str]:
    """The rows of the file that have the words, in any case."""
    return [row for row in graph._store.connection.iterdump() if words.casefold() in row.casefold()]


UNSURE = {"value": "Quentin", "predicate": "manages", "confidence": 0.1}
SURE = {"value": "Quentin", "predicate": "knows"}


@pytest.mark.parametrize("settle", ["nothing", "accept", "reject"])
def test_with_a_name_go_the_changes_that_say_it(graph: tkg.Graph, settle: str) -> None:
    graph.ingest([said("a Quentin")], extractor=Told(finds={"a Quentin": [UNSURE, SURE]}))
    if settle == "accept":
        graph.accept(1, reason="Quentin told me")
    if settle == "reject":
        graph.reject(1, reason="Quentin told me")
    graph.erase(entity="Quentin")
    assert left(graph, "Quentin") == []
    assert graph.held() == []
    with pytest.raises(UnknownHeld):
        graph.accept(1)


def test_with_a_claim_go_the_changes_that_are_held_of_the_same_words(graph: tkg.Graph) -> None:
    told = Told(
        finds={
            "Quentin; x": [
                {"value": "Quentin", "predicate": "knows", "quote": "Quentin"},
                {"value": "Quentin's", "predicate": "likes", "confidence": 0.1, "quote": "Quentin;"},
                {"value": "x", "predicate": "likes", "confidence": 0.1, "quote": "x"},
            ]
        }
    )
    graph.ingest([said("Quentin; x")], extractor=told)
    graph.erase(1)
    assert left(graph, "Quentin") == []
    assert [held.change.object for held in graph.held()] == ["x"]


def test_reasons_of_what_was_set_aside_go(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "tea", "predicate": "likes"}], "Quentin": [SURE]})
    graph.ingest([said("a"), said("Quentin")], extractor=told)
    graph.remove([1], reason="was Quentin's", extractor=told)
    graph.erase(entity="Quentin")
    assert left(graph, "Quentin") == []


def test_a_role_that_says_a_name_goes(graph: tkg.Graph) -> None:
    graph.record("Quentin", "likes", "tea", source="Quentin")
    graph.assign_role("Quentin", "Quentin's own", reason="for Quentin")
    graph.erase(entity="Quentin")
    assert left(graph, "Quentin") == []


def test_a_message_of_which_something_was_erased_is_read_anew_and_stays_erased(graph: tkg.Graph) -> None:
    told = Told(finds={"a; b": [{"value": "Oslo", "quote": "a"}, {"value": "tea", "predicate": "likes", "quote": "b"}]})
    graph.ingest([said("a; b")], extractor=told)
    graph.erase(1)
    (text,) = graph._store.connection.execute("SELECT text FROM episode").fetchone()
    assert text == "█; b"
    told.finds = {text: [{"value": "green tea", "predicate": "likes", "quote": "b"}]}
    done = graph.reextract(extractor=told)
    assert (done.replaced, done.withdrawn) == (1, 0)
    assert [value for _, value in standing(graph)][-1] == "green tea"
    told.finds = {}
    assert graph.reextract(extractor=told).withdrawn == 1
    graph.remove([1], extractor=told)
    assert graph.verify().ok


def test_a_correction_of_what_was_erased_is_read_anew(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}], "no": [{"value": "Bergen", "op": "correct", "was": "Oslo"}]})
    graph.ingest([said("a"), said("no", 2)], extractor=told)
    graph.erase(1)
    told.finds["no"] = []
    graph.reextract(extractor=told)
    assert [value for _, value in standing(graph)] == []
    assert graph.verify().ok


def test_somebody_of_whom_there_are_words_alone_can_be_erased(graph: tkg.Graph) -> None:
    graph.ingest([said("Quentin")], extractor=Told(finds={"Quentin": [UNSURE]}))
    receipt = graph.erase(entity="Quentin")
    assert (receipt.claims, receipt.masked_quotes) == ((), 2)
    assert left(graph, "Quentin") == []
    with pytest.raises(UnknownClaim, match="no words name it"):
        graph.erase(entity="Quentin")


def test_all_forms_of_a_name_that_a_read_finds_are_erased(graph: tkg.Graph) -> None:
    texts: dict[str, Sequence[dict[str, Any]]] = {}
    for text in ("quentin corp likes tea", "Quentin Corp likes rum", "QUENTIN corp. likes gin"):
        subject, value = text.split(" likes ")
        texts[text] = [{"subject": subject, "predicate": "likes", "value": value}]
    graph.ingest([said(text) for text in texts], extractor=Told(finds=texts))
    assert len(graph.find("Quentin Corp")) == 3
    assert len(graph.erase(entity="Quentin Corp").claims) == 3
    assert left(graph, "quentin") == []


def test_whoever_only_spoke_can_be_erased(graph: tkg.Graph) -> None:
    graph.ingest([{"speaker": "Quentin", "content": "Lovely weather.", "timestamp": DAY.format(1)}])
    assert graph.erase(entity="Quentin").masked_quotes == 1
    assert left(graph, "Quentin") == []


def test_masked_names_and_speakers_are_nobody(graph: tkg.Graph) -> None:
    told = Told(finds={"I live in Oslo": [{"value": "Oslo", "subject": "Quentin"}]})
    messages = [
        {"speaker": "Quentin", "content": "I live in Oslo", "timestamp": DAY.format(1)},
        said("Quentin was here"),
    ]
    graph.ingest(messages, extractor=told, mode="later")
    graph.erase(entity="Quentin")
    masked = "█" * len("Quentin")
    told.finds = {
        "I live in Oslo": [{"value": "Oslo", "subject": masked}],
        f"{masked} was here": [{"value": "Oslo", "subject": masked}, {"value": masked, "predicate": "knows"}],
    }
    done = graph.work(extractor=told).ingested
    assert [item.reason for item in done.passed_over] == ["erased"] * 3
    assert graph.claims() == []
