"""What is embedded for a fact is the sentence that a model put it into, and goes with what is erased of it."""

from tests.conftest import Opener
from tests.embedding import by_words
from tests.extracting import asking, said
from tests.llm_server import completion, facts, proposal
from tests.test_erase_extracted import left
from tkg.hits import FactHit

SENTENCE = "Ana moved to Bergen with Ben."


def test_a_fact_is_embedded_as_the_sentence_that_it_was_put_into(reopen: Opener) -> None:
    embedded: list[str] = []
    reply = completion(facts(proposal("I live in Bergen with Ben", "Ana", "lives_in", "Bergen", statement=SENTENCE)))
    with asking([reply]) as (extractor, _):
        graph = reopen(embedder=by_words(told=embedded), extractor=extractor)
        graph.ingest([said("I live in Bergen with Ben")])
        graph.record("Ana", "likes", "tea")
        graph.work()
        assert SENTENCE in embedded
        assert "Ana lives in Bergen" not in embedded
        assert "Ana likes tea" in embedded
        (hit, *_) = graph.search("moved to Bergen with", what="facts")
        assert isinstance(hit, FactHit)
        assert hit.fact.object == "Bergen"


def test_a_sentence_that_is_masked_is_embedded_anew(reopen: Opener) -> None:
    embedded: list[str] = []
    reply = completion(facts(proposal("I live in Bergen with Ben", "Ana", "lives_in", "Bergen", statement=SENTENCE)))
    with asking([reply]) as (extractor, _):
        graph = reopen(embedder=by_words(told=embedded), extractor=extractor)
        graph.ingest([said("I live in Bergen with Ben")])
        graph.record("Ben", "likes", "tea")
        graph.work()
        embedded.clear()
        graph.erase(entity="Ben")
        assert left(graph, "Ben") == []
        graph.work()
        assert SENTENCE.replace("Ben.", "███.") in embedded
        (hit, *_) = graph.search("lives in Bergen", what="facts")
        assert isinstance(hit, FactHit)
        assert hit.fact.object == "Bergen"
        assert graph.check_index().ok


def test_a_sentence_of_words_that_are_erased_goes_and_the_fact_stays(reopen: Opener) -> None:
    embedded: list[str] = []
    told = "I live in Bergen and cook"
    reply = completion(
        facts(
            proposal(told, "Ana", "lives_in", "Bergen", statement="Ana, who cooks, lives in Bergen."),
            proposal("I live in Bergen and cook", "Ana", "occupation", "cook", statement="Ana cooks."),
        )
    )
    with asking([reply]) as (extractor, _):
        graph = reopen(embedder=by_words(told=embedded), extractor=extractor)
        done = graph.ingest([said(told)])
        graph.work()
        embedded.clear()
        graph.erase(done.claims[1])
        graph.work()
        assert "Ana lives in Bergen" in embedded
        assert left(graph, "cook") == []
