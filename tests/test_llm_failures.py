"""The extractor against a server that refuses, fails or is cut off: which error it is, and what was spent."""

import asyncio
import threading
from typing import Any

import pytest

from tests.asking_model import ACME, BATCH, ONE, extract, failure, said, turn
from tests.llm_server import Scripted, ScriptedServer, completion, facts, proposal
from tkg.errors import CutOff, Misconfigured, ModelRefused, Unreachable, UnreadableReply
from tkg.extract.llm import LLM, Batch, Model
from tkg.extract.llm.server import retry_after_s
from tkg.extract.protocol import Usage

# Refusals and replies without an answer (L04, L05, L09)


@pytest.mark.parametrize(
    "scripted",
    [
        completion(None, refusal="I cannot help with that."),
        completion("", finish_reason="content_filter"),
        completion("I’m sorry, but I can’t help with that."),
        completion("抱歉，我无法处理这段内容。"),
        Scripted({"error": {"code": "content_filter", "message": "filtered"}}, status=400),
    ],
    ids=["refusal", "filter", "words", "Chinese words", "status"],
)
def test_a_refusal_is_told_as_one(scripted: Scripted) -> None:
    error, asked = failure(scripted)
    assert type(error) is ModelRefused
    assert not error.retryable
    assert error.usage.calls == asked == 1


@pytest.mark.parametrize("content", [None, "", "  \n"])
def test_an_empty_reply_is_not_no_facts(content: str | None) -> None:
    error, _ = failure(completion(content))
    assert type(error) is UnreadableReply
    assert error.usage == ONE


@pytest.mark.parametrize(
    "body", [b"<html>Bad gateway</html>", b"null", b"[]", b"{}", b'{"choices": []}', b'{"choices": [{"message": 3}]}']
)
def test_an_answer_that_is_no_completion_is_unreadable(body: bytes) -> None:
    error, asked = failure(Scripted(body))
    assert type(error) is UnreadableReply
    assert error.usage == Usage(calls=asked) == Usage(calls=1)


@pytest.mark.parametrize(
    ("content", "shape"),
    [
        ("Ana works at Acme.", "no JSON"),
        ('{"facts": [{"who": "Ana"}]}', "JSON of another shape: keys facts"),
        ('{"type": "object", "properties": {"items": {}}}', "JSON of another shape: a schema sent back"),
        ('<think> {"items": []}', "thinking that never ends"),
    ],
)
def test_a_server_that_ignores_the_schema_is_told_of(content: str, shape: str) -> None:
    error, _ = failure(completion(content))
    assert type(error) is UnreadableReply
    assert error.retryable
    assert f"gave {shape} where mode JSON_SCHEMA asks for items" in str(error)
    assert error.usage == ONE


def test_a_reply_that_had_to_be_dug_out_is_read_and_told_of() -> None:
    reply = said(f"Here is the list:\n```json\n{facts(ACME)}\n```")
    assert len(reply.items) == 1
    assert reply.notes == ("the server does not keep to mode JSON_SCHEMA: the reply was among other words",)


def test_thinking_before_the_answer_is_passed_over() -> None:
    draft = facts(proposal("live in Oslo", "Ana", "lives_in", "Oslo"))
    reply = said(f'<think>maybe {{"draft": true}} or {draft}</think>\n{facts(ACME)}')
    assert ([item.object for item in reply.items], reply.notes) == (["Acme"], ())


# Failures on the way (L09)


def test_too_many_requests_is_told_with_the_pause_asked_for_and_not_tried_again() -> None:
    error, asked = failure(*[Scripted({"error": {"message": "slow down"}}, 429, {"retry-after": "7"})] * 3)
    assert type(error) is Unreachable
    assert (error.retryable, error.retry_after_s, error.usage, asked) == (True, 7.0, Usage(calls=1), 1)


@pytest.mark.parametrize(
    ("headers", "pause_s"),
    [
        ({}, None),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 30.0),
    ],
)
def test_the_pause_that_a_server_asks_for(headers: dict[str, str], pause_s: float | None) -> None:
    assert retry_after_s(headers) == pause_s


@pytest.mark.parametrize("status", [500, 502, 503, 504, 529, 408])
def test_what_may_pass_can_be_tried_again_later(status: int) -> None:
    error, asked = failure(Scripted({"error": "overloaded"}, status))
    assert type(error) is Unreachable
    assert (error.retryable, asked) == (True, 1)
    assert f"status {status}: overloaded" in str(error)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 418, 422])
def test_what_will_not_pass_is_a_wrong_setting(status: int) -> None:
    error, asked = failure(Scripted({"error": {"message": "no such model"}}, status))
    assert type(error) is Misconfigured
    assert (error.retryable, asked) == (False, 1)
    assert "no such model" in str(error)


def test_a_connection_that_is_reset_can_be_tried_again() -> None:
    error, asked = failure(Scripted(reset=True))
    assert type(error) is Unreachable
    assert error.usage == Usage(calls=asked) == Usage(calls=1)


def test_a_server_that_is_not_there_can_be_tried_again() -> None:
    with ScriptedServer([]) as server:
        gone = server.base_url
    with pytest.raises(Unreachable, match="cannot be reached") as caught:
        asyncio.run(LLM(Model("m", gone)).extract(BATCH))
    assert caught.value.usage == Usage(calls=1)


def test_an_answer_that_takes_too_long_is_a_timeout() -> None:
    error, asked = failure(completion(facts(), hold=threading.Event()), timeout_s=0.2)
    assert type(error) is Unreachable
    assert "no answer in 0.2 s" in str(error)
    assert asked == 1


# Cut off (L01)


def test_a_batch_whose_reply_is_cut_off_is_split_and_nothing_of_it_is_kept() -> None:
    batch = Batch(tuple(turn(f"I met Bob{n} today.", n) for n in range(1, 5)))
    met = [proposal(f"I met Bob{n} today", "Ana", "met", f"Bob{n}", turn=n) for n in range(1, 5)]
    cut = completion(facts(*met)[:300], finish_reason="length")
    with ScriptedServer([cut, completion(facts(*met[:2])), completion(facts(*met[2:]))]) as server:
        reply = extract(server, batch)
        told = [request.told for request in server.requests]
        limits = [request.body["max_tokens"] for request in server.requests]
    assert [item.object for item in reply.items] == ["Bob1", "Bob2", "Bob3", "Bob4"]
    assert reply.usage == ONE + ONE + ONE
    assert reply.notes == ("a reply was cut off: its batch was split",)
    assert ["New turns: 1, 2." in told[1], "New turns: 3, 4." in told[2]] == [True, True]
    assert "Bob3" not in told[1]
    assert told[2].count('"context": true') == 2
    assert len(set(limits)) == 1


def test_a_single_turn_that_does_not_fit_is_asked_with_more_tokens_once() -> None:
    cut = completion('{"items": [', finish_reason="length")
    with ScriptedServer([cut, completion(facts(ACME))]) as server:
        reply = extract(server, max_tokens=100)
        limits = [request.body["max_tokens"] for request in server.requests]
    assert (len(reply.items), limits) == (1, [100, 200])
    error, asked = failure(cut, cut)
    assert type(error) is CutOff
    assert (error.retryable, error.usage, asked) == (False, ONE + ONE, 2)


def test_as_many_tokens_as_allowed_is_cut_off_whatever_the_server_says() -> None:
    error, asked = failure(*[completion(facts(ACME), tokens=(100, 300))] * 2, max_tokens=150)
    assert type(error) is CutOff
    assert asked == 2


def test_half_a_json_is_nothing() -> None:
    error, _ = failure(completion(facts(ACME, ACME)[:-30]))
    assert type(error) is UnreadableReply


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, {"error": {"code": "context_length_exceeded", "message": "too long"}}),
        (400, {"error": {"type": "exceed_context_size_error", "code": 400}}),
        (400, {"object": "error", "message": "This model's maximum context length is 4096 tokens.", "code": 400}),
        (413, {}),
    ],
)
def test_a_request_that_the_server_finds_too_long_is_split(status: int, body: Any) -> None:
    long = Scripted(body, status)
    batch = Batch((turn("I work at Acme."), turn("I live in Oslo.", 2)))
    oslo = proposal("I live in Oslo", "Ana", "lives_in", "Oslo", turn=2)
    with ScriptedServer([long, completion(facts(ACME)), completion(facts(oslo))]) as server:
        assert [item.object for item in extract(server, batch).items] == ["Acme", "Oslo"]
    error, asked = failure(long)
    assert (type(error), asked) == (CutOff, 1)


def test_a_failure_in_a_part_tells_what_all_calls_cost() -> None:
    batch = Batch((turn("I work at Acme."), turn("I live in Oslo.", 2)))
    cut = completion("", finish_reason="length")
    error, _ = failure(cut, completion(facts(ACME)), completion(None, refusal="no"), batch=batch)
    assert type(error) is ModelRefused
    assert error.usage == ONE + ONE + ONE
