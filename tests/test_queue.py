"""What waits for extraction: nothing is lost, nothing done twice, and everything can be asked for."""

import json
import sqlite3
import threading
from collections.abc import Collection
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock
from tests.extracting import asking, jobs, new_turns, reading, said
from tests.llm_server import Request, Scripted, completion, facts, proposal
from tkg.errors import InputError, Locked
from tkg.extract import Candidate, Message, Rules, Skipped
from tkg.extract.llm import Model, ModelExtractor
from tkg.jobs import FIRST_WAIT_US, LEASE_US, MOST_ATTEMPTS, Jobs
from tkg.ontology import Ontology

BUSY = Scripted({"error": {"message": "too many"}}, status=429, headers={"retry-after": "90"})
REFUSED = completion(None, refusal="I can't help with that")


def states(graph: tkg.Graph, **options: Any) -> list[tuple[str, str, int, str | None]]:
    return [(each.message_id, each.state, each.facts, each.why) for each in graph.episodes(**options)]


def rows(graph: tkg.Graph, query: str) -> list[tuple[Any, ...]]:
    return graph._store.connection.execute(query).fetchall()


def firms(graph: tkg.Graph) -> list[str]:
    return sorted(str(fact.object) for fact in graph.find())


# --- two speeds ---


def test_later_stores_the_words_and_work_extracts_them(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    told = [said("I live in Oslo.", id="a"), said("Hello there.", id="b")]
    first = graph.ingest(told, mode="later")
    assert (first.messages, first.stored, first.waiting, first.recorded) == (2, 2, 2, 0)
    assert graph.find() == []
    assert states(graph) == [("a", "waiting", 0, None), ("b", "waiting", 0, None)]
    done = graph.work().ingested
    assert (done.recorded, done.waiting, done.failed) == (1, 0, 0)
    assert firms(graph) == ["Oslo"]
    assert states(graph) == [
        ("a", "done", 1, None),
        ("b", "done", 0, "it says nothing that could be recorded"),
    ]
    assert graph.work().ingested.recorded == 0


def test_what_is_done_later_is_what_is_done_now(reopen: Opener, tmp_path: Path) -> None:
    told = [
        said("I live in Oslo.", timestamp="2024-07-01T10:00:00"),
        said("I left Acme last week.", timestamp="2024-07-02T10:00:00+08:00"),
        said("我上周三搬到了杭州。", timestamp="2024-11-03T10:30:00"),
    ]

    def claims(name: str, mode: Any) -> list[Any]:
        with tkg.open(tmp_path / name, zone="America/New_York", embedder=None) as graph:
            graph.ingest(told, mode=mode)
            graph.work()
            return [{**each.to_dict(), "recorded_at": None} for each in graph.claims()]

    now = claims("now.db", "now")
    assert len(now) == 3
    assert claims("later.db", "later") == now


def test_messages_that_are_handed_in_again_are_queued_once(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    for _ in range(3):
        assert graph.ingest(jobs(4), mode="later").waiting == 4
    assert rows(graph, "SELECT COUNT(*) FROM job") == [(4,)]
    graph.work()
    assert graph.ingest(jobs(4), mode="later").waiting == 0
    assert rows(graph, "SELECT COUNT(*) FROM job") == [(0,)]


@pytest.mark.parametrize("by_model", [True, False])
def test_a_fact_that_is_recalled_again_and_again_stays_one_fact(reopen: Opener, by_model: bool) -> None:
    def repeating(request: Request) -> Scripted:
        turns = [json.loads(line) for line in request.told.partition("BEGIN\n")[2].partition("\nEND")[0].splitlines()]
        about = [each["turn"] for each in turns if each["text"] == fact]
        return completion(facts(*(proposal(fact, "Ana", "works_for", "Orbi", turn=turn) for turn in about)))

    fact = "Ana works at Orbi"
    with asking(repeating) as (model, _):
        graph = reopen(embedder=None, extractor=model if by_model else Rules())
        graph.ingest([said(fact)])
        for day in range(1, 11):
            at = f"2026-04-{day:02}T12:00:00Z"
            memory, assistant = ({"role": role, "content": fact, "timestamp": at} for role in ("memory", "assistant"))
            graph.ingest([memory, said("Where do I work?", timestamp=at), assistant])
        assert firms(graph) == ["Orbi"]
        assert len(graph.claims()) == 1


def test_what_a_model_has_read_changes_nothing_when_it_is_handed_in_again(reopen: Opener) -> None:
    with asking(reading) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest(jobs(12))
        before, calls = list(graph._store.connection.iterdump()), len(server.requests)
        for _ in range(3):
            assert graph.ingest(jobs(12)).recorded == 0
        assert list(graph._store.connection.iterdump()) == before
        assert len(server.requests) == calls


def test_an_unknown_mode_and_an_unknown_state_are_refused(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    with pytest.raises(InputError, match="mode='soon': use now or later"):
        graph.ingest(jobs(1), mode="soon")  # type: ignore[call-overload]
    with pytest.raises(InputError, match="state='lost': use waiting, done, failed, unread"):
        graph.episodes(state="lost")  # type: ignore[arg-type]


def test_what_another_extractor_has_read_is_unread_by_this_one(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.ingest(jobs(1))
    with asking(reading) as (extractor, _):
        assert states(graph, extractor=extractor) == [("m0", "unread", 0, None)]
        assert [each.state for each in graph.episodes(state="done")] == ["done"]


# --- failures ---


def test_a_busy_server_leaves_the_words_waiting_as_long_as_it_says(reopen: Opener, clock: SetClock) -> None:
    clock.tick_us = 0
    with asking([BUSY, reading]) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        done = graph.ingest(jobs(2))
        assert (done.stored, done.recorded, done.waiting, done.failed) == (2, 0, 2, 0)
        (failure,) = done.failures
        assert failure.again
        assert failure.episodes == (1, 2)
        assert failure.reason.startswith("unreachable: ")
        assert [(state, facts_) for _, state, facts_, _ in states(graph)] == [("waiting", 0)] * 2
        clock.now_us += 89_000_000
        assert graph.work().ingested.waiting == 2
        assert len(server.requests) == 1
        clock.now_us += 1_000_000
        assert (graph.work().ingested.recorded, firms(graph)) == (2, ["Firm0", "Firm1"])


def test_each_attempt_waits_twice_as_long_until_it_is_given_up(reopen: Opener, clock: SetClock) -> None:
    clock.tick_us = 0
    with asking(Scripted(reset=True)) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest(jobs(1), mode="later")
        for attempt in range(MOST_ATTEMPTS):
            done = graph.work().ingested
            assert len(server.requests) == attempt + 1
            assert (done.waiting, done.failed) == ((1, 0) if attempt + 1 < MOST_ATTEMPTS else (0, 1))
            clock.now_us += (FIRST_WAIT_US << attempt) - 1
            graph.work()
            assert len(server.requests) == attempt + 1
            clock.now_us += 1
        ((_, state, _, why),) = states(graph)
        assert state == "failed"
        assert why is not None
        assert why.startswith("unreachable: ")
        assert graph.work().ingested.failed == 1


def test_a_failed_message_is_tried_again_when_somebody_says_so(reopen: Opener) -> None:
    with asking([REFUSED, reading]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        done = graph.ingest(jobs(1))
        assert (done.failed, done.waiting) == (1, 0)
        assert not done.failures[0].again
        assert graph.work().ingested.recorded == 0
        assert graph.retry() == 1
        assert graph.retry() == 0
        assert (graph.work().ingested.recorded, states(graph)[0][1]) == (1, "done")


def test_a_message_that_one_extractor_failed_on_can_be_given_to_another(reopen: Opener) -> None:
    with asking(REFUSED) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("I live in Oslo.")])
        assert graph.retry(extractor=Rules()) == 1
        assert graph.work(extractor=Rules()).ingested.recorded == 1


def test_one_refused_message_costs_itself_alone(reopen: Opener) -> None:
    def refusing(request: Any) -> Scripted:
        return REFUSED if any("Firm5" in text for _, text in new_turns(request)) else reading(request)

    with asking(refusing, concurrency=1) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        done = graph.ingest(jobs(10))
        assert (done.recorded, done.failed) == (9, 1)
        assert [name for name, state, _, _ in states(graph) if state == "failed"] == ["m5"]


def test_a_wrong_key_stops_the_work_and_is_no_fault_of_a_message(reopen: Opener) -> None:
    wrong = Scripted({"error": {"message": "no such key"}}, status=401)
    with asking([wrong, reading, reading], most_messages=1, concurrency=1) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        done = graph.ingest(jobs(3))
        assert (done.waiting, done.failed, len(server.requests)) == (3, 0, 1)
        assert done.failures[0].reason.startswith("misconfigured: ")
        assert [each.attempts for each in graph.episodes()] == [0, 0, 0]


def test_no_facts_and_failed_are_two_things(reopen: Opener) -> None:
    with asking([completion(facts()), completion("")]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest([said("Hm.", id="none")])
        graph.ingest([said("Ah.", id="unreadable")])
        (none, unreadable) = states(graph)
        assert none == ("none", "done", 0, "it says nothing that could be recorded")
        assert unreadable[:2] == ("unreadable", "waiting")
        assert str(unreadable[3]).startswith("unreadable_reply: ")


# --- several workers, and those that die ---


class Dying(Rules):
    """The rules, until the process is killed."""

    def extract(self, message: Message, ontology: Ontology) -> tuple[Candidate | Skipped, ...]:
        raise KeyboardInterrupt


def test_a_worker_that_is_interrupted_leaves_the_rest_to_the_next(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.ingest(jobs(3), mode="later")
    with pytest.raises(KeyboardInterrupt):
        graph.work(extractor=Dying())
    assert [state for _, state, _, _ in states(graph)] == ["waiting"] * 3
    assert graph.work().ingested.waiting == 0


def test_nobody_else_has_what_a_worker_took_until_its_lease_is_over(reopen: Opener, clock: SetClock) -> None:
    clock.tick_us = 0
    graph = reopen(embedder=None)
    graph.ingest(jobs(3), mode="later")
    first, second = (Jobs(graph._store, "rules/1", worker) for worker in ("first", "second"))
    taken = first.take(2, 10_000)
    assert taken is not None
    assert taken.episodes == (1, 2)
    other = second.take(10, 10_000)
    assert other is not None
    assert other.episodes == (3,)
    assert second.take(10, 10_000) is None
    clock.now_us += LEASE_US
    again = second.take(2, 10_000)
    assert again is not None
    assert again.episodes == (1, 2)
    with graph._store.upkeep():
        assert first.done((1, 2)) == {}
        assert second.done((1, 2)) == {1: 0, 2: 0}


def test_what_takes_longer_than_a_lease_stays_with_its_worker(
    reopen: Opener, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tkg.extraction.KEEP_EVERY_S", 0.01)
    kept, hold = [], threading.Event()
    keep = Jobs.keep

    def keeping(jobs: Jobs, episodes: Collection[int]) -> None:
        clock.now_us += LEASE_US // 2
        keep(jobs, episodes)
        kept.append(tuple(episodes))
        if len(kept) == 4:
            hold.set()

    monkeypatch.setattr(Jobs, "keep", keeping)
    with asking([lambda request: replace(reading(request), hold=hold)]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        other = Jobs(reopen(embedder=None)._store, extractor.name, "other")
        graph.ingest(jobs(2), mode="later")
        assert graph.work().ingested.recorded == 2
    assert kept == [(1, 2)] * len(kept)
    assert other.take(10, 10_000) is None


def test_what_kills_every_worker_is_failed_in_the_end(reopen: Opener, clock: SetClock) -> None:
    graph = reopen(embedder=None)
    graph.ingest(jobs(1), mode="later")
    for attempt in range(MOST_ATTEMPTS):
        assert Jobs(graph._store, "rules/1", f"worker {attempt}").take(1, 100) is not None
        clock.now_us += LEASE_US
    assert Jobs(graph._store, "rules/1", "last").take(1, 100) is None
    assert states(graph) == [("m0", "failed", 0, "no worker that took it came to an end")]


def test_what_another_worker_wrote_meanwhile_is_not_written_twice(reopen: Opener, clock: SetClock) -> None:
    """The first is asked while the lease of the second is over: both have an answer, and one writes."""
    other = reopen(embedder=None)

    def overtaken(request: Any) -> Scripted:
        with asking(reading) as (extractor, _):
            clock.now_us += LEASE_US
            other.work(extractor=extractor)
        return reading(request)

    with asking([overtaken]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        done = graph.ingest(jobs(2))
    assert done.recorded == 0
    assert len(graph.claims()) == 2
    assert graph.verify().ok


def test_portions_are_of_one_conversation_and_not_too_long(reopen: Opener) -> None:
    with asking(reading, most_messages=3, most_characters=1_000) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest(jobs(4), labels={"run": "1"}, mode="later")
        graph.ingest(jobs(2, start=4), labels={"run": "2"}, mode="later")
        graph.ingest([said("x " * 700 + "P9 works at Firm9")], scope="other", mode="later")
        graph.work()
        told = sorted(each.told.partition("New turns: ")[2].partition(".")[0] for each in server.requests)
    assert told == sorted(["1, 2, 3", "4", "1, 2", "1"], key=str)  # the fourth is shown the three before it
    assert graph.work().ingested.waiting == 0
    assert len(graph.claims()) == 6
    assert len(graph.claims(scope="other")) == 1


def test_the_queue_survives_in_the_file(reopen: Opener, path: Path) -> None:
    graph = reopen(embedder=None)
    graph.ingest(jobs(2), mode="later")
    graph.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM job").fetchone() == (2,)
    assert reopen(embedder=None).work().ingested.waiting == 0


@pytest.mark.parametrize("workers", [1, 4])
def test_a_fault_of_an_extractor_comes_out_as_it_is_and_the_words_wait(reopen: Opener, workers: int) -> None:
    class Faulty:
        name, model, prompt, most_messages, most_characters, concurrency = "faulty", "none", "none", 1, 100, workers

        async def read(self, *_: Any) -> Any:
            raise ZeroDivisionError

        async def aclose(self) -> None:
            pass

    graph = reopen(embedder=None, extractor=Faulty())
    graph.ingest(jobs(5), mode="later")
    with pytest.raises(ZeroDivisionError):
        graph.work()
    waiting = [(each.state, each.attempts, each.why) for each in graph.episodes()]
    assert waiting == [("waiting", 1, "ZeroDivisionError")] * workers + [("waiting", 0, None)] * (5 - workers)


def test_what_is_locked_is_told_by_name(reopen: Opener, path: Path) -> None:
    with asking(reading) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor, busy_timeout_s=0.01)
        graph.ingest(jobs(1), mode="later")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Locked):
                graph.work()
        assert graph.work().ingested.recorded == 1


@pytest.mark.parametrize("asked", ["1e15", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_nobody_has_a_job_wait_for_longer_than_a_day(reopen: Opener, clock: SetClock, asked: str) -> None:
    busy = Scripted({"error": {"message": "too many"}}, status=429, headers={"retry-after": asked})
    with asking([busy, reading]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        assert graph.ingest(jobs(1)).waiting == 1
        clock.forward(days=1)
        assert graph.work().ingested.recorded == 1


def test_a_job_that_failed_under_two_extractors_is_tried_once_again(reopen: Opener) -> None:
    with asking(REFUSED) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest(jobs(1))
        other = ModelExtractor(Model("other", base_url=extractor.settings.base_url))
        graph.ingest(jobs(1), extractor=other)
        assert graph.retry() == 1
        assert states(graph)[0][1] == "waiting"


def test_work_with_nothing_due_leaves_no_trace(reopen: Opener) -> None:
    with asking(BUSY) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        graph.ingest(jobs(1))
        before = rows(graph, "SELECT COUNT(*) FROM run")
        assert graph.work().ingested.waiting == 1
        assert (rows(graph, "SELECT COUNT(*) FROM run"), len(server.requests)) == (before, 1)
