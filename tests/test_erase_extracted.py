"""An erasure and what was extracted by a model: nothing of it stays, or comes back, in any row of the file."""

from typing import Any

import pytest

import tkg
from tests.conftest import Opener
from tests.extracting import asking, new_turns, reading, said
from tests.llm_server import Request, Scripted, completion, facts, proposal

REFUSED = completion(None, refusal="I can't help with that")


def one(*items: dict[str, Any]) -> Scripted:
    return completion(facts(*items))


def left(graph: tkg.Graph, words: str) -> list[str]:
    """The rows of the file that have the words, in any case."""
    return [row for row in graph._store.connection.iterdump() if words.casefold() in row.casefold()]


def test_what_is_erased_while_a_model_reads_it_is_not_written(reopen: Opener) -> None:
    other = reopen(embedder=None)

    def slow(request: Request) -> Scripted:
        reply = reading(request)
        other.erase(entity="Ben")
        return reply

    with asking([slow, reading]) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("Ben works at Acme")], mode="later")
        other.record("Ben", "likes", "tea")
        done = graph.work().ingested
        assert (done.recorded, len(server.requests)) == (0, 2)
        assert left(graph, "Ben") == []
        assert [each.state for each in graph.episodes()] == ["done"]


@pytest.mark.parametrize("form", ["Alexandra", "alexandra", "ALEXANDRA", "Alexandra_x"])
def test_a_name_is_masked_in_any_case(reopen: Opener, form: str) -> None:
    graph = reopen(embedder=None)
    graph.ingest([said(f"I met {form} there.")])
    graph.record("Alexandra", "likes", "tea")
    graph.erase(entity="Alexandra")
    assert left(graph, "alexandra") == []


@pytest.mark.parametrize("name", ["Bob", 'Jo "X" Doe', "王小明"])
def test_a_name_beside_chinese_is_masked_wherever_it_stands(reopen: Opener, name: str) -> None:
    items = [
        proposal(f"我和{name}喝茶", "Ana", "likes", "茶", statement=f"Ana和{name}喝茶"),
        proposal("not said", name, "likes", "茶"),
        proposal(f"{name} likes tea", name, "likes", "tea"),
    ]
    with asking([one(*items)]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said(f"我和{name}喝茶. {name} likes tea")])
        graph.erase(entity=name)
        assert left(graph, "Doe" if "Doe" in name else name) == []


def test_with_a_claim_goes_what_was_passed_over_and_said_of_the_same_words(reopen: Opener) -> None:
    items = [
        proposal("I cook at Acme", "Ana", "works_for", "Acme", statement="Ana cooks at Acme"),
        proposal("I cook at Acme", "Ana", "occupation", "cook", statement="Ana is a cook at Acme"),
        proposal("I cook at Acme in Oslo", "Ana", "works_for", "Acme"),
    ]
    with asking([one(*items)]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        done = graph.ingest([said("I cook at Acme.")])
        graph.erase(done.claims[0])
        assert left(graph, "Acme") == []


def test_a_reason_of_a_failure_goes_whatever_it_cites(reopen: Opener) -> None:
    told = completion('{"names": ["\\u738b\\u5c0f\\u660e"]}')
    with asking([one(proposal("王小明喝茶", "王小明", "likes", "茶")), told]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("王小明喝茶")])
        graph.ingest([said("王小明走了")])
        assert "u738b" in str(graph.episodes()[-1].why)
        graph.erase(entity="王小明")
        assert graph.episodes()[-1].why is None


def test_a_name_in_the_reason_of_a_correction_is_masked(reopen: Opener) -> None:
    def correcting(request: Request) -> Scripted:
        ((number, _),) = new_turns(request)
        quote = "Ben is right, I work at Globex"
        return one(proposal(quote, "Ana", "works_for", "Globex", op="correct", was="Acme", turn=number))

    items = [proposal("I work at Acme", "Ana", "works_for", "Acme"), proposal("Ben likes tea", "Ben", "likes", "tea")]
    with asking([one(*items), correcting]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I work at Acme. Ben likes tea")])
        later = "2026-03-10T12:00:00Z"
        assert graph.ingest([said("Ben is right, I work at Globex", timestamp=later)]).corrected == 1
        graph.erase(entity="Ben")
        assert left(graph, "Ben") == []
