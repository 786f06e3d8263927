"""What waits to be extracted, by the command line: later, the states of messages, and trying again."""

import json
from pathlib import Path

import pytest

from tests.command_line import CommandLine
from tests.extracting import forever, jobs, reading
from tests.llm_server import Scripted, ScriptedServer, completion

REFUSED = completion(None, refusal="I can't help with that")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "messages.jsonl"
    file.write_text("".join(json.dumps(message) + "\n" for message in jobs(3)))
    return file


def by_model(path: Path, server: ScriptedServer) -> CommandLine:
    env = {"TKG_EXTRACTOR": "model", "TKG_LLM_MODEL": "small", "TKG_LLM_BASE_URL": server.base_url}
    return CommandLine(path, {"TKG_EMBEDDER": "none", **env})


def test_later_stores_and_work_extracts(path: Path, file: Path) -> None:
    cli = CommandLine(path, {"TKG_EMBEDDER": "none"})
    done = cli.json("ingest", str(file), "--mode", "later")
    assert (done["stored"], done["waiting"], done["recorded"]) == (3, 3, 0)
    assert [row["state"] for row in cli.json("episodes")] == ["waiting"] * 3
    assert cli.json("work")["waiting"] == 0
    assert cli.rows("episodes", "--state", "waiting") == []
    assert [row["state"] for row in cli.json("episodes", "--state", "done")] == ["done"] * 3


def test_a_model_reads_and_what_it_cost_is_told(path: Path, file: Path) -> None:
    with ScriptedServer(forever(reading)) as server:
        done = by_model(path, server).json("ingest", str(file))
        assert (done["recorded"], done["spent"]["calls"]) == (3, 1)
        assert by_model(path, server).rows("episodes")[0] == ["1", "m0", "done", "1", ""]


def test_failures_are_told_and_can_be_tried_again(path: Path, file: Path) -> None:
    with ScriptedServer(forever(REFUSED)) as server:
        result = by_model(path, server).run("ingest", str(file), status=1)
        assert result.stderr.count("1 message failed: model_refused: ") == 3
        failed = by_model(path, server).json("episodes", "--state", "failed")
        assert [row["message_id"] for row in failed] == ["m0", "m1", "m2"]
    with ScriptedServer(forever(reading)) as server:
        cli = by_model(path, server)
        assert cli.json("retry", "2") == {"retried": 1}
        assert cli.run("retry").stdout == "2 messages wait again\n"
        assert cli.json("work")["recorded"] == 3


def test_a_busy_server_is_told_with_status_1(path: Path, file: Path) -> None:
    with ScriptedServer(forever(Scripted({"error": {"message": "busy"}}, status=429))) as server:
        cli = by_model(path, server)
        cli.run("ingest", str(file), "--mode", "later")
        result = cli.run("work", status=1)
        assert "3 messages wait: unreachable: " in result.stdout
        assert "0 facts extracted, 3 messages wait, 0 failed" in result.stdout


def test_a_budget_leaves_the_rest_waiting(path: Path, file: Path) -> None:
    with ScriptedServer(forever(reading)) as server:
        done = by_model(path, server).json("ingest", str(file), "--most-calls", "0")
        assert (done["waiting"], done["notes"]) == (3, ["the budget of this call is spent: 0 of 0 calls"])


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (["--extractor", "oracle"], 2, "'oracle' is neither rules nor model"),
        (["--extractor", "model"], 1, "no model is named: set TKG_LLM_MODEL"),
        (["--most-calls", "-1"], 1, "calls=-1 of a budget"),
        (["--mode", "soon"], 2, "soon"),
    ],
)
def test_what_cannot_be_meant_is_refused(path: Path, file: Path, options: list[str], status: int, message: str) -> None:
    result = CommandLine(path).run("ingest", str(file), *options, status=status)
    assert message in result.stderr
