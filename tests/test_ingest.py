"""Ingestion: the words are there first and once, and what is made of them is anchored to when they were said."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import tkg
from tkg.errors import BadMessage
from tkg.extract import Candidate, Message, Skipped
from tkg.ontology import Ontology

SAID = "2024-06-12T10:00:00+08:00"
SAID_AT = datetime(2024, 6, 12, 2, tzinfo=UTC)


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[tkg.Graph]:
    with tkg.open(tmp_path / "words.db", durability="normal") as graph:
        yield graph


def message(content: str, when: str = SAID, speaker: str = "Mia", **more: Any) -> dict[str, Any]:
    return {"speaker": speaker, "content": content, "timestamp": when, **more}


def rows(graph: tkg.Graph, query: str) -> list[Any]:
    return graph._store.connection.execute(query).fetchall()


class Scripted:
    """An extractor that proposes what it is told to, whatever the message says."""

    name = "scripted/1"

    def __init__(self, *found: Candidate | Skipped) -> None:
        self.found = found

    def extract(self, message: Message, ontology: Ontology) -> Sequence[Candidate | Skipped]:
        return self.found


def proposing(content: str, **fields: Any) -> Scripted:
    given: dict[str, Any] = {"op": "record", "subject": "Mia", "predicate": "lives_in", "object": "Oslo", **fields}
    return Scripted(Candidate(span=(0, len(content)), quote=content, **given))


def test_words_are_kept_letter_for_letter(graph: tkg.Graph) -> None:
    words = "  Tabs\tand  spaces,\nnew lines, 中文，ｆｕｌｌ ｗｉｄｔｈ, e\u0301 and \U0001f600  "
    graph.ingest([message(words, id="m1")], labels={"run": "7"})
    ((text, ref, labels, zone),) = rows(graph, "SELECT text, ref, labels, zone FROM episode")
    assert (text, ref, json.loads(labels), zone) == (words, "m1", {"run": "7"}, "+0800")


def test_the_same_messages_again_change_nothing(graph: tkg.Graph) -> None:
    told = [message("I live in Oslo."), message("ok"), message("ok")]
    first = graph.ingest(told)
    before = list(graph._store.connection.iterdump())
    again = graph.ingest(told)
    assert (first.stored, first.recorded) == (3, 1)
    assert (again.messages, again.stored, again.recorded, again.claims) == (3, 0, 0, ())
    assert list(graph._store.connection.iterdump()) == before


def test_one_more_equal_message_is_one_more_episode(graph: tkg.Graph) -> None:
    graph.ingest([message("ok")])
    assert graph.ingest([message("ok"), message("ok")]).stored == 1


def test_a_scope_has_its_own_words_and_facts(graph: tkg.Graph) -> None:
    told = [message("I live in Oslo.")]
    assert graph.ingest(told, scope="a").stored == graph.ingest(told, scope="b").stored == 1
    assert [fact.object for fact in graph.timeline(scope="a")] == ["Oslo"]
    assert graph.timeline() == []


def test_the_present_tense_is_a_sighting_at_the_time_of_the_message(graph: tkg.Graph) -> None:
    graph.ingest([message("I live in Oslo.")])
    fact = graph.get("Mia", "lives_in")
    assert fact is not None
    assert fact.last_observed == SAID_AT
    assert (fact.valid_from, fact.valid_from_grain) == (SAID_AT, "unknown")


def test_a_dated_beginning_is_no_sighting(graph: tkg.Graph) -> None:
    graph.ingest([message("I joined Acme in 2021.")])
    fact = graph.get("Mia", "works_for")
    assert fact is not None
    assert (fact.last_observed, fact.valid_from_text) == (None, "2021")


def test_time_words_count_from_the_message_and_in_its_own_zone(graph: tkg.Graph) -> None:
    graph.ingest([message("I moved to Oslo yesterday.", "2024-01-01T00:30:00+08:00")])
    fact = graph.get("Mia", "lives_in")
    assert fact is not None
    assert (fact.valid_from_text, fact.valid_from_grain) == ("2023-12-31", "day")


def test_a_time_without_offset_is_read_in_the_zone_of_the_file(tmp_path: Path) -> None:
    with tkg.open(tmp_path / "zoned.db", zone="Asia/Shanghai") as graph:
        graph.ingest([message("I live in Oslo.", "2024-06-12T10:00:00")])
        fact = graph.get("Mia", "lives_in")
        assert fact is not None
        assert fact.last_observed == SAID_AT


def test_an_instant_that_is_midnight_in_utc_is_not_taken_for_a_date(tmp_path: Path) -> None:
    with tkg.open(tmp_path / "zoned.db", zone="America/New_York") as graph:
        graph.ingest([message("I live in Oslo.", "2024-01-01T19:00:00-05:00")])
        fact = graph.get("Mia", "lives_in")
        assert fact is not None
        assert (fact.valid_from_text, fact.valid_from_grain) == ("2024-01-01T19:00:00-05:00", "unknown")


def test_a_beginning_within_a_period_is_one_of_its_days(graph: tkg.Graph) -> None:
    graph.ingest([message("I left Acme last week.")])  # said on a Wednesday: from Monday the 3rd to Sunday the 9th
    (claim,) = graph.claims()
    assert (claim.op, claim.object, claim.valid_from) == ("end", "Acme", "[2024-06-03..2024-06-09]")


def test_a_period_that_no_year_holds_gives_no_start(graph: tkg.Graph) -> None:
    said = "I joined Acme in the 1990s"
    graph.ingest(
        [message(said)],
        extractor=proposing(said, predicate="works_for", object="Acme", start_text="in the 1990s", tense="past"),
    )
    (claim,) = graph.claims()
    assert (claim.valid_from, claim.observed) == (None, SAID_AT)


def test_a_bounded_past_takes_its_whole_period_and_nothing_more(graph: tkg.Graph) -> None:
    graph.ingest([message("From 2015 to 2018 I lived in Oslo.")])
    (fact,) = graph.timeline("Mia", "lives_in")
    assert (fact.valid_from_text, fact.valid_to_text) == ("2015", "2019")


def test_an_end_is_seen_by_the_time_of_the_message(graph: tkg.Graph) -> None:
    graph.ingest([message("I work at Acme.", "2024-01-05T10:00:00+00:00"), message("I no longer work at Acme.")])
    (fact,) = graph.timeline("Mia", "works_for")
    assert (fact.valid_to, fact.valid_to_grain) == (SAID_AT, "unknown")


def test_a_correction_mends_the_claim_that_it_names_and_no_other(graph: tkg.Graph) -> None:
    graph.ingest(
        [
            message("My sister Clara lives in Hamburg.", "2024-01-05T10:00:00+00:00"),
            message("I live in Hamburg.", "2024-01-05T10:01:00+00:00", speaker="Tom"),
            message("I meant Bremen, not Hamburg."),
        ]
    )
    assert {(fact.subject, fact.object) for fact in graph.find(predicate="lives_in")} == {
        ("Clara", "Bremen"),
        ("Tom", "Hamburg"),
    }


def test_a_correction_of_what_was_never_said_is_passed_over(graph: tkg.Graph) -> None:
    outcome = graph.ingest([message("I meant Bremen, not Hamburg.")])
    assert (outcome.corrected, graph.claims()) == (0, [])
    assert [item.reason for item in outcome.passed_over] == ["no claim of the speaker says what is corrected"]


def test_a_plan_is_planned_until_it_is_called_off(graph: tkg.Graph) -> None:
    graph.ingest([message("I'm moving to Lisbon in September.")])
    assert graph.timeline("Mia", "lives_in") == []
    (plan,) = graph.timeline("Mia", "lives_in", modality="planned")
    assert (plan.object, plan.valid_from_text) == ("Lisbon", "2024-09")
    assert graph.ingest([message("I'm not moving to Lisbon after all.", "2024-07-01T10:00:00+00:00")]).retracted == 1
    assert graph.timeline("Mia", "lives_in", modality="planned") == []


def test_what_says_exactly_the_same_adds_evidence_and_no_claim(graph: tkg.Graph) -> None:
    outcome = graph.ingest(
        [message("I joined Acme in 2021."), message("As I said, I joined Acme in 2021.", "2024-07-01T10:00:00+00:00")]
    )
    fact = graph.get("Mia", "works_for")
    assert fact is not None
    assert (outcome.recorded, outcome.restated, len(fact.claims)) == (1, 1, 1)
    assert [quote.said_at for quote in fact.evidence] == [SAID_AT, datetime(2024, 7, 1, 10, tzinfo=UTC)]


def test_every_quote_is_a_span_of_the_words(graph: tkg.Graph) -> None:
    graph.ingest([message("好久不见！我上周三搬到了杭州。", speaker="林悦")])
    fact = graph.get("林悦", "lives_in")
    assert fact is not None
    (quote,) = fact.evidence
    assert quote.quote in quote.text
    assert (quote.start_text, fact.valid_from_text) == ("上周三", "2024-06-05")


def test_a_retracted_fact_is_not_revived_by_its_old_source_but_by_a_new_statement(graph: tkg.Graph) -> None:
    told = [message("I live in Oslo.")]
    (claim,) = graph.ingest(told).claims
    graph.retract(claim)
    graph.ingest(told)
    assert graph.timeline("Mia", "lives_in") == []
    graph.ingest([message("I live in Oslo.", "2024-08-01T10:00:00+00:00")])
    assert [fact.object for fact in graph.timeline("Mia", "lives_in")] == ["Oslo"]


def test_words_stay_when_the_extractor_fails_and_are_read_at_the_next_try(graph: tkg.Graph) -> None:
    class Broken:
        name = "rules/1"

        def extract(self, message: Message, ontology: Ontology) -> Sequence[Candidate | Skipped]:
            raise RuntimeError("no such model")

    told = [message("I live in Oslo.")]
    with pytest.raises(RuntimeError):
        graph.ingest(told, extractor=Broken())
    assert rows(graph, "SELECT COUNT(*) FROM episode") == [(1,)]
    outcome = graph.ingest(told)
    assert (outcome.stored, outcome.recorded) == (0, 1)


def test_two_that_read_the_same_messages_at_once_record_them_once(graph: tkg.Graph, tmp_path: Path) -> None:
    told = [message("I live in Oslo.")]

    class Slow:
        """Rules that are overtaken: while they read, another process ingests the same messages."""

        name = "rules/1"

        def extract(self, message: Message, ontology: Ontology) -> Sequence[Candidate | Skipped]:
            with tkg.open(tmp_path / "words.db") as other:
                assert other.ingest(told).recorded == 1
            return proposing("I live in Oslo.").found

    outcome = graph.ingest(told, extractor=Slow())
    assert (outcome.stored, outcome.recorded, len(graph.claims())) == (1, 0, 1)


def test_what_the_record_refuses_is_passed_over_with_its_reason(graph: tkg.Graph) -> None:
    said = "I was born in a house"
    outcome = graph.ingest([message(said)], extractor=proposing(said, predicate="born_on", object="a house"))
    assert [item.reason.split(":")[0] for item in outcome.passed_over] == ["wrong_kind"]
    ((skipped,),) = rows(graph, "SELECT skipped FROM extraction")
    assert json.loads(skipped)[0]["text"] == said


def test_a_candidate_whose_quote_is_not_there_is_passed_over(graph: tkg.Graph) -> None:
    made_up = Scripted(Candidate("record", "Mia", "lives_in", "Oslo", span=(0, 4), quote="Oslo"))
    outcome = graph.ingest([message("Nothing of the kind.")], extractor=made_up)
    assert [item.reason for item in outcome.passed_over] == ["its quote is not in the message"]
    assert graph.claims() == []


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ({"content": "hi", "timestamp": SAID}, "speaker or a role"),
        ({"speaker": "Mia", "timestamp": SAID}, "'content'"),
        ({"speaker": "Mia", "content": "hi"}, "'timestamp'"),
        ({"speaker": "Mia", "content": "hi", "timestamp": "soon"}, "timestamp"),
        ({"speaker": "Mia", "content": "hi", "timestamp": "2024-06-12"}, "a day"),
        ({"speaker": "Mia", "content": 7, "timestamp": SAID}, "content"),
        ({"speaker": "Mia", "content": "   ", "timestamp": SAID}, "words"),
        ({"speaker": "Mia", "content": "hi", "timestamp": SAID, "text": "hi"}, "'text'"),
        ({"speaker": "Mia", "content": "hi \ud83d", "timestamp": SAID}, "content .*surrogates"),
        ({"speaker": "\udc00", "content": "hi", "timestamp": SAID}, "speaker .*surrogates"),
        ({"role": "\ud800", "content": "hi", "timestamp": SAID}, "role .*surrogates"),
        ("hi", "mapping"),
    ],
)
def test_a_message_that_cannot_be_read_stores_nothing_of_its_batch(graph: tkg.Graph, broken: Any, says: str) -> None:
    with pytest.raises(BadMessage, match=says):
        graph.ingest([message("I live in Oslo."), broken])
    assert rows(graph, "SELECT COUNT(*) FROM episode") == [(0,)]


def test_a_nul_in_a_message_is_a_letter_like_any_other(graph: tkg.Graph) -> None:
    """SQLite's own functions of text stop at it."""
    words = "before\x00after. I live in Oslo."
    graph.ingest([message(words)])
    fact = graph.get("Mia", "lives_in")
    assert fact is not None
    assert [(quote.quote, quote.text) for quote in fact.evidence] == [("I live in Oslo", words)]
    assert graph.verify().ok


def test_what_an_assistant_says_is_kept_and_not_believed(graph: tkg.Graph) -> None:
    outcome = graph.ingest([{"role": "assistant", "content": "I live in Oslo.", "timestamp": SAID}])
    assert (outcome.stored, outcome.recorded) == (1, 0)


def test_the_vocabulary_of_the_graph_is_the_one_that_is_read_with(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[predicate.pilots]\ncardinality = "one"\nobject = "ship"\n'
        '[predicate.pilots.en]\npresent = ["{subject} (pilot|pilots) the {object}"]\n',
        encoding="utf-8",
    )
    with tkg.open(tmp_path / "own.db", ontology=file) as graph:
        graph.ingest([message("I pilot the Rocinante.")])
        fact = graph.get("Mia", "pilots")
        assert fact is not None
        assert fact.object == "Rocinante"


def test_messages_go_in_batches_and_progress_is_told(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tkg.ingest.BATCH", 2)
    done: list[int] = []
    graph.ingest((message("ok", f"2024-06-12T10:00:0{n}+00:00") for n in range(5)), progress=done.append)
    assert done == [2, 4, 5]


def test_the_database_refuses_to_change_words(graph: tkg.Graph) -> None:
    graph.ingest([message("I live in Oslo.")])
    for statement in ("UPDATE episode SET text = 'x'", "DELETE FROM evidence", "DELETE FROM extraction"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            graph._store.connection.execute(statement)
