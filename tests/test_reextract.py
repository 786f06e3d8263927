"""Messages read anew: what they say now takes the place of what they said, and the past stays as it was."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener
from tests.extracting import asking
from tests.llm_server import completion, facts, proposal
from tests.told import DAY, Told, lives, said, standing
from tkg.errors import BadTime, InputError, UnknownEpisode
from tkg.extract import Candidate, Message, Skipped
from tkg.ontology import Ontology


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[tkg.Graph]:
    with tkg.open(tmp_path / "again.db", durability="normal", embedder=None) as graph:
        yield graph


def test_what_is_said_no_more_is_retracted_and_old_answers_stay(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    before = graph.claims()[0].recorded_at
    told.finds = {}
    done = graph.reextract(extractor=told)
    assert (done.messages, done.withdrawn, done.recorded) == (1, 1, 0)
    assert lives(graph) == []
    assert lives(graph.as_of(known_at=before)) == ["Oslo"]
    assert graph.verify().ok


def test_the_same_again_changes_nothing_but_says_so(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}], "b": []})
    graph.ingest([said("a"), said("b")], extractor=told)
    tables = ("claim", "standing", "evidence", "extraction", "withdrawal", "tx")
    rows = {name: graph._store.connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
    done = graph.reextract(extractor=told)
    assert (done.messages, done.unchanged, done.claims) == (2, 2, ())
    assert rows == {name: graph._store.connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}


def test_what_is_said_again_stays_the_claim_that_it_was(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    told.finds = {"a": [{"value": "Oslo"}, {"value": "tea", "predicate": "likes"}]}
    done = graph.reextract(extractor=told)
    assert standing(graph) == [(1, "Oslo"), (2, "tea")]
    assert (done.restated, done.recorded, done.withdrawn) == (1, 1, 0)


def test_another_value_from_the_same_words_keeps_the_place_of_the_first(graph: tkg.Graph) -> None:
    # Read anew, old words must not win over those that the same speaker said later of the same time.
    since = {"start_text": "2020", "start_span": (3, 7), "tense": "past"}
    told = Told(finds={"a: 2020": [{"value": "Oslo", **since}], "b: 2020": [{"value": "Bergen", **since}]})
    graph.ingest([said("a: 2020"), said("b: 2020", 2)], extractor=told)
    assert lives(graph) == ["Bergen"]
    told.finds["a: 2020"] = [{"value": "Oslo (old town)", **since}]
    done = graph.reextract(extractor=told)
    assert (done.replaced, done.unchanged) == (1, 1)
    assert lives(graph) == ["Bergen"]
    (new,) = [claim for claim in graph.claims() if claim.object == "Oslo (old town)"]
    assert new.statement == 1


def test_a_bound_that_is_said_no_more_goes(graph: tkg.Graph) -> None:
    told = Told(finds={"since 2020": [{"value": "Oslo", "start_text": "2020", "start_span": (6, 10)}]})
    graph.ingest([said("since 2020")], extractor=told)
    told.finds = {"since 2020": [{"value": "Oslo"}]}
    graph.reextract(extractor=told)
    (fact,) = graph.timeline("Ann", "lives_in")
    assert fact.valid_from_grain == "unknown"


def test_another_extractor_takes_the_place_of_the_first(graph: tkg.Graph) -> None:
    first = Told("first", {"a": [{"value": "Oslo"}], "b": [{"value": "tea", "predicate": "likes"}]})
    graph.ingest([said("a"), said("b")], extractor=first)
    second = Told("second", {"a": [{"value": "Bergen"}]})
    graph.reextract(extractor=second)
    assert [value for _, value in standing(graph)] == ["Bergen"]
    assert {state.state for state in graph.episodes(extractor=second)} == {"done"}
    assert {state.state for state in graph.episodes(extractor=first)} == {"unread"}


def test_which_messages_are_read_is_said_by_time_number_or_reader(graph: tkg.Graph) -> None:
    first, second = Told("first"), Told("second")
    graph.ingest([said("a", 1), said("b", 2)], extractor=first)
    graph.ingest([said("c", 3)], extractor=second)
    assert graph.reextract(extractor=first, since="2024-06-02").messages == 2
    assert graph.reextract(extractor=first, read_by="second").messages == 0  # "first" has read all by now
    assert graph.reextract([1], extractor=second).messages == 1
    assert graph.reextract(extractor=first, read_by="second").messages == 1
    with pytest.raises(UnknownEpisode, match="99"):
        graph.reextract([1, 99], extractor=first)
    with pytest.raises(BadTime):
        graph.reextract(extractor=first, since="soon")
    with pytest.raises(InputError, match="mode"):
        graph.reextract(extractor=first, mode="never")  # type: ignore[arg-type]


def test_later_leaves_it_to_work(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    told.finds = {"a": [{"value": "Bergen"}]}
    assert graph.reextract(extractor=told, mode="later").claims == ()
    (state,) = graph.episodes(extractor=told)
    assert (state.state, state.why) == ("done", "it waits to be read anew")
    assert lives(graph) == ["Oslo"]
    assert graph.work(extractor=told).ingested.replaced == 1
    assert lives(graph) == ["Bergen"]


# --- what was built on it ---

CORRECTED = {"a": [{"value": "Oslo"}], "no": [{"value": "Bergen", "op": "correct", "was": "Oslo"}]}


def test_a_claim_that_was_corrected_since_stays_corrected(graph: tkg.Graph) -> None:
    told = Told(finds=dict(CORRECTED))
    graph.ingest([said("a"), said("no", 2)], extractor=told)
    told.finds["a"] = [{"value": "Oslo"}, {"value": "tea", "predicate": "likes"}]
    graph.reextract([1], extractor=told)
    assert sorted(value for _, value in standing(graph)) == ["Bergen", "tea"]


def test_a_correction_that_is_said_no_more_brings_back_what_it_had_corrected(graph: tkg.Graph) -> None:
    told = Told(finds=dict(CORRECTED))
    graph.ingest([said("a"), said("no", 2)], extractor=told)
    assert lives(graph) == ["Bergen"]
    told.finds["no"] = []
    graph.reextract([2], extractor=told)
    assert standing(graph) == [(1, "Oslo")]


def test_a_retraction_that_is_said_no_more_brings_back_the_plan(graph: tkg.Graph) -> None:
    plan = {"value": "Rome", "predicate": "visits", "modality": "planned", "tense": "future"}
    told = Told(finds={"plan": [plan], "off": [{**plan, "op": "retract"}]})
    graph.ingest([said("plan"), said("off", 2)], extractor=told)
    assert standing(graph) == []
    told.finds["off"] = []
    graph.reextract(extractor=told)
    assert [value for _, value in standing(graph)] == ["Rome"]


def test_a_correction_of_what_is_gone_is_read_anew_without_it(graph: tkg.Graph) -> None:
    told = Told(finds={**CORRECTED, "no": [{**CORRECTED["no"][0], "subject": None, "predicate": None}]})
    graph.ingest([said("a"), said("no", 2)], extractor=told)
    assert lives(graph) == ["Bergen"]
    told.finds["a"] = []
    done = graph.reextract([1], extractor=told)
    assert lives(graph) == []
    assert [item.reason for item in done.passed_over] == ["no claim of the speaker says what is corrected"]
    assert done.waiting == 0


def test_what_other_words_say_too_stays(graph: tkg.Graph) -> None:
    started = {"value": "Oslo", "start_text": "2020", "start_span": (3, 7), "tense": "past"}
    told = Told(finds={"a: 2020": [started], "b: 2020": [started]})
    graph.ingest([said("a: 2020"), said("b: 2020", 2)], extractor=told)
    assert standing(graph) == [(1, "Oslo")]
    told.finds["a: 2020"] = []
    assert graph.reextract([1], extractor=told).withdrawn == 0
    assert standing(graph) == [(1, "Oslo")]
    told.finds["b: 2020"] = []
    assert graph.reextract([2], extractor=told).withdrawn == 1
    assert standing(graph) == []


# --- what was decided by hand ---


def test_what_was_retracted_by_hand_is_not_brought_back(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    graph.retract(1, reason="a joke")
    told.finds = {"a": [{"value": "Oslo", "confidence": 0.9}]}
    done = graph.reextract(extractor=told)
    assert standing(graph) == []
    assert [item.reason for item in done.passed_over] == ["retracted by hand: claim 1"]
    other = graph.reextract(extractor=Told("other", told.finds))
    assert [item.reason for item in other.passed_over] == ["retracted by hand: claim 1"]
    told.finds = {"a": [{"value": "Bergen"}]}
    graph.reextract(extractor=told)
    assert lives(graph) == ["Bergen"]


def test_what_was_retracted_by_hand_comes_from_other_words(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}], "b": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    graph.retract(1)
    graph.ingest([said("b", 2)], extractor=told)
    assert lives(graph) == ["Oslo"]


def test_an_undone_retraction_decides_nothing(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    graph.retract(1)
    graph.undo(1)
    graph.reextract(extractor=Told("other", told.finds))
    assert lives(graph) == ["Oslo"]


@pytest.mark.parametrize("now", ["Oslo", "Bergen", "Trondheim"])
def test_what_was_corrected_by_hand_stays_so(graph: tkg.Graph, now: str) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    graph.correct(1, object="Bergen")
    done = graph.reextract(extractor=Told("other", {"a": [{"value": now}]}))
    assert standing(graph) == [(2, "Bergen")]
    assert [item.reason for item in done.passed_over] == ["settled by hand: see claim 1"]


def test_another_subject_that_was_given_by_hand_stays(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    graph.correct(1, subject="Bob")
    graph.reextract(extractor=Told("other", told.finds))
    assert [(claim.subject, claim.object) for claim in graph.claims() if not claim.retracted_at] == [("Bob", "Oslo")]


def test_what_was_said_by_hand_is_no_extraction_to_take_back(graph: tkg.Graph) -> None:
    told = Told(finds={"a: 2020": [{"value": "Oslo", "start_text": "2020", "start_span": (3, 7), "tense": "past"}]})
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020", source="Ann")
    graph.ingest([said("a: 2020")], extractor=told)
    told.finds = {}
    assert graph.reextract(extractor=told).withdrawn == 0
    assert standing(graph) == [(1, "Oslo")]


def test_the_rules_read_anew_find_what_they_found(graph: tkg.Graph) -> None:
    graph.ingest([said("I live in Oslo."), said("I meant Bergen, not Oslo.", 2), said("I no longer work at Acme.", 3)])
    before = list(graph._store.connection.execute("SELECT * FROM claim").fetchall())
    assert graph.reextract().unchanged == 3
    assert graph._store.connection.execute("SELECT * FROM claim").fetchall() == before


def test_a_run_that_breaks_off_goes_on(graph: tkg.Graph) -> None:
    class Broken(Told):
        def extract(self, message: Message, ontology: Ontology) -> Sequence[Candidate | Skipped]:
            raise RuntimeError("broken")

    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    with pytest.raises(RuntimeError):
        graph.reextract(extractor=Broken())
    assert lives(graph) == ["Oslo"]
    told.finds = {"a": [{"value": "Bergen"}]}
    graph.work(extractor=told)
    assert lives(graph) == ["Bergen"]


# --- messages set aside ---


def test_a_message_that_is_set_aside_takes_along_what_only_it_says(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}], "b": [{"value": "tea", "predicate": "likes"}]})
    graph.ingest([said("a"), said("b", 2)], extractor=told)
    before = graph.claims()[0].recorded_at
    done = graph.remove([1], reason="of somebody else", extractor=told)
    assert (done.episodes, done.retracted, done.waiting) == ((1,), 1, 0)
    assert [value for _, value in standing(graph)] == ["tea"]
    assert lives(graph.as_of(known_at=before)) == ["Oslo"]
    assert [state.state for state in graph.episodes(extractor=told)] == ["removed", "done"]


def test_a_removed_message_that_comes_again_stays_out_until_it_is_asked_for(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    graph.remove([1], extractor=told)
    for extractor in (told, Told("other", told.finds)):
        graph.ingest([said("a")], extractor=extractor)
        graph.reextract(extractor=extractor)
        assert lives(graph) == []
    graph.reextract([1], extractor=told)
    assert lives(graph) == ["Oslo"]
    assert [state.state for state in graph.episodes(extractor=told)] == ["done"]


def test_a_removed_correction_brings_back_what_it_had_corrected(graph: tkg.Graph) -> None:
    told = Told(finds=dict(CORRECTED))
    graph.ingest([said("a"), said("no", 2)], extractor=told)
    graph.remove([2], extractor=told)
    assert standing(graph) == [(1, "Oslo")]


def test_what_rested_on_a_removed_message_is_read_anew(graph: tkg.Graph) -> None:
    told = Told(finds={**CORRECTED, "no": [{**CORRECTED["no"][0], "subject": None, "predicate": None}]})
    graph.ingest([said("a"), said("no", 2)], extractor=told)
    graph.remove([1], extractor=told)
    assert standing(graph) == []
    graph.reextract([1], extractor=told)
    graph.reextract([2], extractor=told)
    assert lives(graph) == ["Oslo"] or lives(graph) == ["Bergen"]


def test_what_another_extractor_had_built_on_it_waits_for_that_one(graph: tkg.Graph) -> None:
    told = Told(finds={**CORRECTED, "no": [{**CORRECTED["no"][0], "subject": None, "predicate": None}]})
    graph.ingest([said("a"), said("no", 2)], extractor=told)
    assert graph.remove([1], extractor=Told("other")).waiting == 1
    assert graph.work(extractor=told).ingested.waiting == 0
    assert standing(graph) == []


def test_a_message_that_waits_can_be_removed(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told, mode="later")
    graph.remove([1], extractor=told)
    graph.work(extractor=told)
    assert lives(graph) == []
    assert [state.state for state in graph.episodes(extractor=told)] == ["removed"]


def test_what_is_not_there_is_not_removed(graph: tkg.Graph) -> None:
    with pytest.raises(UnknownEpisode, match="message 7"):
        graph.remove([7])


def test_quotes_are_those_of_the_last_reading_and_before_it_of_the_first(graph: tkg.Graph) -> None:
    told = Told(finds={"a, and so on": [{"value": "Oslo"}]})
    graph.ingest([said("a, and so on")], extractor=told)
    before = graph.claims()[0].recorded_at
    told.finds = {"a, and so on": [{"value": "Oslo", "quote": "a"}]}
    graph.reextract(extractor=told)
    quotes = [[each.quote for each in view.find("Ann")[0].evidence] for view in (graph, graph.as_of(known_at=before))]
    assert quotes == [["a"], ["a, and so on"]]


def test_what_other_words_say_too_is_not_corrected_by_the_first(graph: tkg.Graph) -> None:
    started = {"start_text": "2020", "start_span": (3, 7), "tense": "past"}
    told = Told(finds={"a: 2020": [{"value": "Oslo", **started}], "b: 2020": [{"value": "Oslo", **started}]})
    graph.ingest([said("a: 2020"), said("b: 2020", 2)], extractor=told)
    told.finds["a: 2020"] = [{"value": "Bergen", **started}]
    done = graph.reextract([1], extractor=told)
    assert (done.replaced, done.recorded, done.withdrawn) == (0, 1, 0)
    assert standing(graph) == [(1, "Oslo"), (2, "Bergen")]


def test_a_model_that_reads_anew_is_not_shown_what_the_message_itself_had_said(reopen: Opener) -> None:
    reply = completion(facts(proposal("I live in Oslo", "Ana", "lives_in", "Oslo")))
    message = {"speaker": "Ana", "content": "I live in Oslo", "timestamp": DAY.format(1)}
    with asking([reply, reply]) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        graph.record("Ana", "likes", "tea")
        graph.ingest([message])
        assert graph.reextract().unchanged == 1
        assert "Ana likes tea" in server.requests[1].told
        assert "Ana lives_in Oslo" not in server.requests[1].told


def test_what_is_left_for_later_is_counted(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    done = graph.reextract(extractor=told, mode="later")
    assert (done.messages, done.waiting) == (1, 1)


def test_a_claim_that_was_accepted_goes_with_the_words_that_it_rests_on(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo", "confidence": 0.1}, {"value": "tea", "predicate": "likes"}]})
    graph.ingest([said("a")], extractor=told, hold_below=0.5)
    graph.accept(1)
    graph.correct(1, object="green tea")
    assert graph.remove([1], extractor=told, actor="eve").retracted == 1
    assert [value for _, value in standing(graph)] == ["green tea"]


# --- words about what was said before, and not after ---


def test_read_anew_a_message_corrects_nothing_that_was_said_after_it(graph: tkg.Graph) -> None:
    told = Told(
        finds={
            "Oslo, not Bergen": [{"value": "Oslo", "op": "correct", "was": "Bergen", "still_holds": True}],
            "Bergen now": [{"value": "Bergen", "still_holds": True}],
        }
    )
    graph.ingest([said("Oslo, not Bergen"), said("Bergen now", 2)], extractor=told)
    assert lives(graph) == ["Bergen"]
    graph.reextract(extractor=Told("other", told.finds))
    assert lives(graph) == ["Bergen"]
    assert sorted(value for _, value in standing(graph)) == ["Bergen", "Oslo"]


def test_history_told_late_corrects_nothing_that_was_said_after_it(graph: tkg.Graph) -> None:
    told = Told(finds={"b": [{"value": "Bergen"}], "a": [{"value": "Oslo", "op": "correct", "was": "Bergen"}]})
    graph.ingest([said("b", 5)], extractor=told)
    graph.ingest([said("a", 1)], extractor=told)
    assert sorted(value for _, value in standing(graph)) == ["Bergen", "Oslo"]


def test_what_was_recorded_by_hand_after_a_message_is_not_corrected_by_it(graph: tkg.Graph) -> None:
    told = Told(finds={"no": [{"value": "Oslo", "op": "correct", "was": "Bergen"}]})
    graph.ingest([said("no")], extractor=told)
    graph.record("Ann", "lives_in", "Bergen", source="Ann")
    graph.reextract(extractor=Told("other", told.finds))
    assert sorted(value for _, value in standing(graph)) == ["Bergen", "Oslo"]


@pytest.mark.parametrize("named", [True, False])
def test_a_message_that_is_taken_back_in_is_corrected_as_before(graph: tkg.Graph, named: bool) -> None:
    correction = dict(CORRECTED["no"][0]) if named else {**CORRECTED["no"][0], "subject": None, "predicate": None}
    told = Told(finds={**CORRECTED, "no": [correction]})
    graph.ingest([said("a"), said("no", 2)], extractor=told)
    graph.remove([1], extractor=told)
    graph.reextract([1], extractor=told)
    assert [value for _, value in standing(graph)] == ["Bergen"]
    assert graph.reextract(extractor=told).unchanged == 2


def test_the_same_messages_again_bring_back_nothing_that_another_extractor_took_back(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo"}]})
    graph.ingest([said("a")], extractor=told)
    graph.reextract(extractor=Told("better"))
    assert graph.ingest([said("a")], extractor=told).recorded == 0
    assert lives(graph) == []


def test_what_is_held_when_it_is_read_anew_is_believed_no_longer(graph: tkg.Graph) -> None:
    told = Told(finds={"a": [{"value": "Oslo", "confidence": 0.3}]})
    graph.ingest([said("a")], extractor=told)
    done = graph.reextract(extractor=Told("other", told.finds), hold_below=0.5)
    assert (done.held, done.withdrawn) == (1, 1)
    assert lives(graph) == []


@pytest.mark.parametrize("numbers", [1, "1", [True], [1.0]])
def test_numbers_of_messages_are_whole_numbers(graph: tkg.Graph, numbers: Any) -> None:
    graph.ingest([said("a")], extractor=Told())
    for verb in (graph.remove, graph.reextract, graph.retry):
        with pytest.raises(InputError, match="number"):
            verb(numbers)
