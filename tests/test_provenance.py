"""Every claim that is derived knows where it comes from: message, span, extractor, model, prompt and run."""

from tests.conftest import Opener
from tests.extracting import asking, said
from tests.llm_server import completion, facts, proposal
from tkg.extract.llm.prompt import PROMPT_VERSION


def test_a_claim_of_a_model_knows_its_run(reopen: Opener) -> None:
    reply = completion(facts(proposal("I live in Oslo", "Ana", "lives_in", "Oslo", statement="Ana lives in Oslo.")))
    with asking([reply]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("Hi! I live in Oslo.")])
        (evidence,) = graph.find("Ana", "lives_in")[0].evidence
        assert (evidence.episode, evidence.span, evidence.quote) == (1, (4, 18), "I live in Oslo")
        assert (evidence.extractor, evidence.run) == (extractor.name, 1)
        assert (evidence.model, evidence.prompt) == ("small", PROMPT_VERSION)
        assert evidence.statement == "Ana lives in Oslo."


def test_a_claim_of_the_rules_asked_no_model(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.ingest([said("I live in Oslo.")])
    (evidence,) = graph.find("Ana", "lives_in")[0].evidence
    assert (evidence.span, evidence.run, evidence.model, evidence.prompt, evidence.statement) == (
        (0, 14), 1, None, None, None,
    )  # fmt: skip
    raw = evidence.to_dict()
    assert (raw["span"], raw["quote"], raw["said_at"]) == ([0, 14], "I live in Oslo", "2026-03-04T12:00:00+00:00")
