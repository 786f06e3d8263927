"""`tkg reextract` and `tkg remove`: messages read anew or set aside, and what is told of it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.command_line import CommandLine
from tests.extracting import forever, jobs, reading
from tests.llm_server import Scripted, ScriptedServer
from tests.told import Told, said

OSLO, CHINESE, MEANT = "I live in Oslo.", "我上个月加入了字节跳动。", "I meant Bergen, not Oslo."
MESSAGES = [said(OSLO, 1, id="m1"), said(CHINESE, 2, speaker="林悦"), said(MEANT, 3, id="m3")]
"""What the rules find: Ann lives in Oslo; 林悦 works for 字节跳动; Bergen, not Oslo."""


@pytest.fixture
def cli(path: Path) -> CommandLine:
    return CommandLine(path, {"TKG_EMBEDDER": "none"})


def read_by(cli: CommandLine, finds: dict[str, Sequence[dict[str, Any]]], messages: Sequence[Any] = MESSAGES) -> None:
    """Have the messages read by another extractor, which finds this."""
    with tkg.open(cli.path, embedder=None) as graph:
        graph.ingest(messages, extractor=Told("other", finds))


def counts(cli: CommandLine, *words: str, status: int = 0) -> dict[str, str]:
    """What was counted and is not 0."""
    lines = [line.split("\t") for line in cli.run(*words, status=status).stdout.splitlines()]
    return {line[0]: line[1] for line in lines if len(line) == 2 and line[1] != "0"}


def ingest(cli: CommandLine, messages: Sequence[Any] = MESSAGES) -> None:
    cli.run("ingest", "-", given="".join(json.dumps(message) + "\n" for message in messages))


def test_what_is_said_now_takes_the_place_of_what_was_found_before(cli: CommandLine) -> None:
    read_by(cli, {OSLO: [{"value": "Rome"}], CHINESE: [{"value": "tea", "predicate": "likes"}]}, MESSAGES[:2])
    before = cli.json("history")[0]["recorded_from"]
    assert counts(cli, "reextract") == {"messages": "2", "recorded": "1", "replaced": "1", "withdrawn": "1"}
    assert cli.rows("find", "Ann")[0][:3] == ["Ann", "lives_in", "Oslo"]
    assert cli.rows("find", "林悦")[0][:4] == ["林悦", "works_for", "字节跳动", "2024-05"]
    assert [row[2] for row in cli.rows("find", "--known-at", before)] == ["Rome", "tea"]
    assert counts(cli, "reextract") == {"messages": "2", "unchanged": "2"}


def test_every_count_has_a_line_of_its_own(cli: CommandLine) -> None:
    assert [row[0] for row in cli.rows("reextract")] == [
        "messages", "waiting", "failed", "recorded", "ended", "corrected", "retracted", "restated", "replaced",
        "withdrawn", "unchanged", "held", "passed over",
    ]  # fmt: skip


def test_which_messages_is_said_by_number_time_and_reader(cli: CommandLine) -> None:
    read_by(cli, {})
    assert counts(cli, "reextract", "1", "2")["messages"] == "2"
    assert counts(cli, "reextract", "--since", "2024-06-02")["messages"] == "2"
    assert counts(cli, "reextract", "--read-by", "other") == {}
    assert counts(cli, "reextract", "--read-by", "rules/1")["messages"] == "3"
    assert cli.refused("reextract", "1", "99") == "unknown_episode"
    assert cli.refused("reextract", "--since", "soon") == "bad_time"
    assert cli.json("reextract", "--scope", "nobody")["messages"] == 0


def test_what_was_decided_by_hand_stays_and_is_listed(cli: CommandLine) -> None:
    joined = {"value": "字节跳动", "predicate": "works_for", "subject": "林悦"}
    read_by(cli, {OSLO: [{"value": "Oslo", "quote": "live in Oslo"}], CHINESE: [joined]}, MESSAGES[:2])
    cli.run("retract", "1", "--reason", "a joke")
    cli.run("correct", "2", "--object", "腾讯")
    lines = cli.rows("reextract")
    assert lines[-3:] == [
        ["passed over", "2"],
        ["retracted by hand: claim 1", "I live in Oslo", "Ann", "2024-06-01"],
        ["settled by hand: see claim 2", "我上个月加入了字节跳动", "林悦", "2024-06-02"],
    ]
    assert [row[2] for row in cli.rows("find")] == ["腾讯"]


def test_with_json_the_report_is_in_the_answer(cli: CommandLine) -> None:
    ingest(cli, MESSAGES[:1])
    cli.run("retract", "1")
    assert cli.json("reextract")["unchanged"] == 1
    read_by(cli, {OSLO: [{"value": "Oslo"}]}, MESSAGES[:1])
    (item,) = cli.json("reextract")["passed_over"]
    assert (item["reason"], item["text"]) == ("retracted by hand: claim 1", "I live in Oslo")


def test_later_leaves_it_to_work_which_tells_the_same(cli: CommandLine) -> None:
    read_by(cli, {OSLO: [{"value": "Rome"}]}, MESSAGES[:2])
    cli.run("reextract", "--mode", "later")
    assert {row[2] for row in cli.rows("episodes")} == {"waiting"}
    assert cli.rows("find", "Ann")[0][2] == "Rome"
    assert cli.run("work").stdout.splitlines()[:2] == [
        "1 facts extracted, 0 messages wait, 0 failed",
        "read anew: 0 messages unchanged, 1 facts replaced, 0 withdrawn",
    ]
    assert cli.rows("find", "Ann")[0][2] == "Oslo"


def test_a_model_is_named_for_one_command(cli: CommandLine) -> None:
    ingest(cli, jobs(2))
    with ScriptedServer(forever(reading)) as server:
        model = CommandLine(cli.path, {**cli.env, "TKG_LLM_BASE_URL": server.base_url})
        done = model.json("reextract", "--model", "small")
        assert (done["messages"], done["spent"]["calls"]) == (2, 1)
        assert server.requests[0].body["model"] == "small"
        assert model.json("reextract", "--model", "large", "--most-calls", "0")["waiting"] == 2
        assert {row["state"] for row in model.json("episodes", "--model", "small")} == {"done"}


def test_what_fails_is_told_with_status_1_and_stays_as_it_was(cli: CommandLine) -> None:
    ingest(cli, MESSAGES[:1])
    with ScriptedServer(forever(Scripted({"error": {"message": "busy"}}, status=429))) as server:
        model = CommandLine(cli.path, {**cli.env, "TKG_LLM_BASE_URL": server.base_url})
        result = model.run("reextract", "--model", "small", status=1)
        assert result.stderr.startswith("error: 1 message waits: unreachable: ")
        assert "waiting\t1\n" in result.stdout
    assert cli.rows("find", "Ann")[0][2] == "Oslo"


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (["--extractor", "rules", "--model", "small"], 2, "rules are no model"),
        (["--extractor", "model"], 1, "no model is named"),
        (["--mode", "soon"], 2, "soon"),
        (["first"], 2, "NUMBER"),
    ],
)
def test_what_cannot_be_meant_is_refused(cli: CommandLine, options: list[str], status: int, message: str) -> None:
    result = cli.run("reextract", *options, status=status)
    assert (result.stdout, message in result.stderr) == ("", True)


# --- messages set aside ---


def test_a_message_is_set_aside_with_what_only_it_says(cli: CommandLine) -> None:
    ingest(cli)
    assert cli.rows("find", "Ann")[0][2] == "Bergen"
    assert cli.rows("remove", "3", "2", "--reason", "of somebody else") == [
        ["removed", "2"], ["retracted", "1"], ["waiting", "0"],
    ]  # fmt: skip
    assert [row[:3] for row in cli.rows("find")] == [["Ann", "lives_in", "Oslo"]]
    assert cli.rows("episodes", "--state", "removed") == [
        ["2", "#2", "removed", "0", ""], ["3", "m3", "removed", "0", ""],
    ]  # fmt: skip
    assert cli.json("verify")["ok"] is True


def test_it_stays_out_until_it_is_asked_for_by_its_number(cli: CommandLine) -> None:
    ingest(cli)
    assert cli.json("remove", "2") == {"episodes": [2], "retracted": 1, "waiting": 0}
    ingest(cli)
    cli.run("reextract")
    assert cli.rows("find", "林悦") == []
    assert counts(cli, "reextract", "2") == {"messages": "1", "recorded": "1"}
    assert cli.rows("find", "林悦")[0][2] == "字节跳动"
    assert cli.rows("episodes", "--state", "removed") == []


def test_what_is_not_there_is_not_removed(cli: CommandLine) -> None:
    ingest(cli)
    assert cli.refused("remove", "1", "99") == "unknown_episode"
    assert cli.run("remove", status=2).stdout == ""
    assert len(cli.rows("find")) == 2
