"""Messages read by a model, from the words to what is believed: grounded, anchored, and never about anything else."""

from typing import Any

import pytest

import tkg
from tests.conftest import Opener
from tests.extracting import asking, jobs, new_turns, reading, said
from tests.llm_server import Request, Scripted, completion, facts, proposal


def ingested(graph: tkg.Graph, *messages: dict[str, Any], **options: Any) -> Any:
    return graph.ingest(list(messages), **options)


def one(*items: dict[str, Any]) -> Scripted:
    return completion(facts(*items))


def held(graph: tkg.Graph, **options: Any) -> list[tuple[str, str, str, str | None, str | None]]:
    return [
        (str(fact.subject), fact.predicate, str(fact.object), fact.valid_from_text, fact.valid_to_text)
        for fact in graph.timeline(**options)
    ]


def test_a_fact_has_its_speaker_as_source_and_its_quote_run_and_sentence_as_evidence(reopen: Opener) -> None:
    with asking([one(proposal("I work at Acme", "Ana", "works_for", "Acme", confidence=0.7))]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        (claim,) = graph.ingest([said("So, I work at Acme now.")]).claims
        (found,) = graph.claims()
        assert (found.id, found.source, found.confidence) == (claim, "Ana", 0.7)
        kept = graph._store.connection.execute(
            "SELECT d.statement, r.extractor, r.model, v.span_from, v.span_to, v.extractor FROM derivation d "
            "JOIN run r ON r.id = d.run JOIN evidence v ON v.id = d.evidence"
        ).fetchall()
        assert kept == [("Ana works_for Acme", extractor.name, "small", 4, 18, extractor.name)]


def test_time_words_are_anchored_and_the_models_own_date_is_only_kept(reopen: Opener) -> None:
    item = proposal(
        "I joined Acme last March", "Ana", "works_for", "Acme", tense="past", still_holds=False,
        start_text="last March", start_guess="2020-03",
    )  # fmt: skip
    with asking([one(item)]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I joined Acme last March.")])
        assert held(graph) == [("Ana", "works_for", "Acme", "2025-03", None)]
        ((guess,),) = graph._store.connection.execute("SELECT guess FROM anchoring").fetchall()
        assert guess == "2020-03"


def test_history_told_late_does_not_override_the_present(reopen: Opener) -> None:
    now = proposal("I work at Acme", "Ana", "works_for", "Acme")
    past = proposal(
        "In 2021 I joined Globex", "Ana", "works_for", "Globex", turn=6, tense="past", still_holds=False,
        start_text="In 2021",
    )  # fmt: skip
    with asking([one(now), lambda request: one({**past, "turn": new_turns(request)[0][0]})]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I work at Acme.")])
        graph.ingest([said("In 2021 I joined Globex.", timestamp="2026-03-05T12:00:00Z")])
        assert [str(fact.object) for fact in graph.find("Ana", "works_for")] == ["Acme"]


def test_known_facts_are_shown_and_an_end_names_one(reopen: Opener) -> None:
    def ending(request: Request) -> Scripted:
        assert 'F1 "Ana works_for Acme"' in request.told
        ((number, _),) = new_turns(request)
        return one(proposal(
            "I left Acme yesterday", "Ana", "works_for", "Acme", op="end", about="F1", turn=number, tense="past",
            still_holds=False, start_text="yesterday",
        ))  # fmt: skip

    with asking([one(proposal("I work at Acme", "Ana", "works_for", "Acme")), ending]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I work at Acme.")])
        done = graph.ingest([said("I left Acme yesterday.", timestamp="2026-03-10T12:00:00Z")])
        assert (done.ended, list(graph.find("Ana", "works_for"))) == (1, [])
        assert held(graph)[0][4] == "2026-03-09"


def test_a_correction_is_of_the_speakers_own_claim_and_of_no_other(reopen: Opener) -> None:
    """Ben says otherwise than Ana did: her claim stands in the log, and the later word is believed."""

    def correcting(request: Request) -> Scripted:
        ((number, _),) = new_turns(request)
        return one(proposal(
            "Ana works at Globex", "Ana", "works_for", "Globex", op="correct", was="Acme", about="F1", turn=number
        ))  # fmt: skip

    with asking([one(proposal("I work at Acme", "Ana", "works_for", "Acme")), correcting]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        (first,) = graph.ingest([said("I work at Acme.")]).claims
        done = graph.ingest([said("No, Ana works at Globex.", speaker="Ben", timestamp="2026-03-10T12:00:00Z")])
        assert (done.corrected, done.recorded) == (0, 1)
        assert [each.retracted_at for each in graph.claims() if each.id == first] == [None]


def test_nobody_retracts_what_another_says(reopen: Opener) -> None:
    def retracting(request: Request) -> Scripted:
        ((number, _),) = new_turns(request)
        return one(proposal("Ana does not work at Acme", "Ana", "works_for", "Acme", op="retract", turn=number))

    with asking([one(proposal("I work at Acme", "Ana", "works_for", "Acme")), retracting]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I work at Acme.")])
        done = graph.ingest([said("Ana does not work at Acme.", speaker="Ben", timestamp="2026-03-10T12:00:00Z")])
        assert (done.retracted, [fact.object for fact in graph.find("Ana")]) == (0, ["Acme"])


def test_what_may_be_corrects_nothing_that_is_asserted(reopen: Opener) -> None:
    def supposing(request: Request) -> Scripted:
        ((number, _),) = new_turns(request)
        return one(proposal(
            "maybe I will work at Globex", "Ana", "works_for", "Globex", op="correct", was="Acme", about="F1",
            turn=number, modality="hypothetical", tense="future", still_holds=False,
        ))  # fmt: skip

    with asking([one(proposal("I work at Acme", "Ana", "works_for", "Acme")), supposing]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I work at Acme.")])
        graph.ingest([said("Well, maybe I will work at Globex.", timestamp="2026-03-10T12:00:00Z")])
        assert [fact.object for fact in graph.find("Ana", "works_for")] == ["Acme"]
        assert [fact.object for fact in graph.find("Ana", modality="hypothetical")] == ["Globex"]


@pytest.mark.parametrize("role", ["System", "memory", "Tool", "developer", "function"])
def test_what_nobody_says_is_no_fact(reopen: Opener, role: str) -> None:
    with asking(reading) as (extractor, server):
        graph = reopen(embedder=None)
        graph.ingest([said("I live in Oslo.", role=role)])
        graph.ingest([said("P1 works at Acme", role=role)], extractor=extractor)
        assert (list(graph.find()), server.requests) == ([], [])


@pytest.mark.parametrize("role", ["User", "human", "Mia"])
def test_whoever_else_speaks_is_read(reopen: Opener, role: str) -> None:
    with asking(reading) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        assert graph.ingest([said("P1 works at Acme", role=role)]).recorded == 1


def test_a_proposal_of_no_turn_that_there_is_is_told(reopen: Opener) -> None:
    with asking([one(proposal("I work at Acme", "Ana", "works_for", "Acme", turn=99))]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        assert [each.reason for each in graph.ingest([said("I work at Acme")]).passed_over] == ["unknown_turn"]


def test_an_end_about_something_else_touches_nothing_else(reopen: Opener) -> None:
    def wrong(request: Request) -> Scripted:
        ((number, _),) = new_turns(request)
        return one(proposal(
            "Bob moved to Acme's old office", "Bob", "located_in", "Acme's old office", op="end", about="F1",
            turn=number, tense="past", still_holds=False,
        ))  # fmt: skip

    with asking([one(proposal("I work at Acme", "Alice", "works_for", "Acme")), wrong]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I work at Acme.", speaker="Alice")])
        graph.ingest([said("Bob moved to Acme's old office.", speaker="Alice", timestamp="2026-03-05T12:00:00Z")])
        assert [str(fact.object) for fact in graph.find("Alice", "works_for")] == ["Acme"]


def test_two_things_about_one_company_stand_beside_each_other(reopen: Opener) -> None:
    first = proposal("Ana is CTO of Orbi", "Ana", "cto_of", "Orbi")
    second = proposal("Ana administers Orbi's Git organisation", "Ana", "administers", "Orbi's Git organisation")
    with asking([one(first), lambda request: one({**second, "turn": new_turns(request)[0][0]})]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("Ana is CTO of Orbi.", speaker="Ben")])
        graph.ingest([said("Ana administers Orbi's Git organisation.", speaker="Ben")])
        assert sorted(fact.predicate for fact in graph.find("Ana")) == ["administers", "cto_of"]


def test_what_is_rejected_is_kept_with_its_reason_and_costs_nothing_else(reopen: Opener) -> None:
    good = [proposal("I work at Acme", "Ana", "works_for", "Acme")]
    bad = [
        proposal("I live in Rome", "Ana", "lives_in", "Rome"),
        proposal("I work at Acme", "Ana", "works_for", "Vexolune"),
        {"turn": 1, "op": "record"},
    ]
    with asking([one(*good, *bad)]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        done = graph.ingest([said("I work at Acme.")])
        assert done.recorded == 1
        assert sorted(item.reason for item in done.passed_over) == ["malformed", "quote", "sentinel"]
        assert [str(fact.object) for fact in graph.find()] == ["Acme"]


def test_a_message_of_which_nothing_held_says_why(reopen: Opener) -> None:
    with asking([one(proposal("I live in Rome", "Ana", "lives_in", "Rome"))]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I like Rome.")])
        (state,) = graph.episodes()
        assert (state.state, state.facts, state.why) == ("done", 0, "passed over: 1 × quote")


def test_a_recalled_fact_that_is_fed_back_stays_one(reopen: Opener) -> None:
    with asking(reading) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("P1 works at Acme")])
        for n in range(50):
            recalled = {"role": "memory", "content": "P1 works at Acme", "timestamp": f"2026-03-05T12:{n:02}:00Z"}
            graph.ingest([recalled])
        assert len(graph.claims()) == 1
        assert len(server.requests) == 1


def test_the_same_messages_again_ask_nothing_and_add_nothing(reopen: Opener) -> None:
    with asking(reading) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest(jobs(20))
        before, asked = list(graph._store.connection.iterdump()), len(server.requests)
        for _ in range(10):
            graph.ingest(jobs(20))
        assert list(graph._store.connection.iterdump()) == before
        assert len(server.requests) == asked == 2


def test_an_event_loop_of_the_caller_is_no_hindrance(reopen: Opener) -> None:
    import asyncio

    async def inside() -> int:
        with asking(reading) as (extractor, _):
            graph = reopen(embedder=None, extractor=extractor)
            return graph.ingest(jobs(2)).recorded

    assert asyncio.run(inside()) == 2


@pytest.mark.parametrize("erased", ["Acme", "Ana"])
def test_an_erasure_leaves_no_sentence_of_a_model(reopen: Opener, erased: str) -> None:
    with asking([one(proposal("I work at Acme", "Ana", "works_for", "Acme"))]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I work at Acme.")])
        graph.erase(entity=erased)
        ((statement,),) = graph._store.connection.execute("SELECT statement FROM derivation").fetchall()
        assert statement is None


def test_an_erasure_masks_a_name_in_the_sentences_of_other_facts(reopen: Opener) -> None:
    items = [
        proposal("I work at Acme", "Ana", "works_for", "Acme", statement="Ana, a friend of Ben, works for Acme."),
        proposal("Ben likes tea", "Ben", "likes", "tea"),
    ]
    with asking([one(*items)]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I work at Acme. Ben likes tea.")])
        graph.erase(entity="Ben")
        kept = graph._store.connection.execute("SELECT statement FROM derivation ORDER BY evidence").fetchall()
        assert kept == [("Ana, a friend of ███, works for Acme.",), (None,)]
