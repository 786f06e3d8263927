"""`tkg ingest --review` and `tkg apply`: what would be recorded is looked at, edited, and then recorded so."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import CommandLine
from tests.extracting import forever, jobs, reading
from tests.llm_server import ScriptedServer, completion

NORA = {"speaker": "Nora", "timestamp": "2024-05-01T10:00:00Z"}
ENGLISH = [
    {**NORA, "content": "I live in Oslo. I joined Acme in 2021.", "id": "m1"},
    {**NORA, "content": "I meant Bergen, not Oslo.", "timestamp": "2024-05-02T10:00:00Z"},
]
CHINESE = [{"speaker": "林悦", "content": "我上个月加入了字节跳动。", "timestamp": "2024-05-02T10:00:00+08:00"}]

Write = Callable[..., str]


@pytest.fixture
def cli(tmp_path: Path) -> CommandLine:
    """No file is there yet."""
    return CommandLine(tmp_path / "new.db")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes messages, or anything else as JSON, or text as it is, into a file; its path."""

    def write(content: Any, name: str = "messages.jsonl") -> str:
        if not isinstance(content, str):
            lines = content if name.endswith(".jsonl") else [content]
            content = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (tmp_path / name).write_text(content, encoding="utf-8")
        return str(tmp_path / name)

    return write


def changes(patch: dict[str, Any]) -> list[dict[str, Any]]:
    return [change for message in patch["messages"] for change in message["changes"]]


def test_a_review_writes_a_patch_and_stores_nothing(cli: CommandLine, write: Write) -> None:
    stdout = cli.run("ingest", write(CHINESE), "--review").stdout
    assert "字节跳动" in stdout
    patch = json.loads(stdout)
    assert stdout == json.dumps(patch, ensure_ascii=False, indent=2) + "\n"
    assert [(change["op"], change["object"], change["valid_from"]) for change in changes(patch)] == [
        ("record", "字节跳动", "2024-04"),
    ]
    assert not cli.path.exists()


def test_a_file_that_is_there_is_as_it_was(cli: CommandLine, write: Write) -> None:
    cli.run("record", "Nora", "lives_in", "Oslo")
    before = cli.json("history")
    cli.run("ingest", write(ENGLISH), "--review")
    assert cli.json("history") == before
    assert cli.json("episodes") == []


def test_a_patch_in_a_file_is_told_a_line_a_change(cli: CommandLine, write: Write, tmp_path: Path) -> None:
    path = tmp_path / "changes.json"
    rows = cli.rows("ingest", write(ENGLISH), "--review", "--patch", str(path))
    assert rows == [
        ["1", "record", "Nora", "lives_in", "Oslo", "seen 2024-05-01", "I live in Oslo", "recorded"],
        ["2", "record", "Nora", "works_for", "Acme", "from 2021", "I joined Acme in 2021", "recorded"],
        ["3", "correct", "", "", "Bergen, not Oslo", "seen 2024-05-02", "I meant Bergen, not Oslo",
         "corrects what change 1 makes"],
        [f"3 changes of 2 messages, 0 passed over: {path}"],
    ]  # fmt: skip
    assert len(changes(json.loads(path.read_text(encoding="utf-8")))) == 3
    again = cli.json("ingest", write(ENGLISH), "--review", "--patch", str(path))
    assert again == json.loads(path.read_text(encoding="utf-8"))


def test_plans_and_what_is_passed_over_are_told(cli: CommandLine, write: Write, tmp_path: Path) -> None:
    said = [{**NORA, "content": "I will move to Rome in June 2025. I think I live in Paris."}]
    plan, counts = cli.rows("ingest", write(said), "--review", "--patch", str(tmp_path / "p.json"))
    assert plan[1:6] == ["record, planned", "Nora", "lives_in", "Rome", "from 2025-06"]
    assert counts[0].startswith("1 changes of 1 messages, 1 passed over: ")


def test_a_patch_is_not_written_over_the_graph(cli: CommandLine, write: Write) -> None:
    cli.run("record", "Ann", "likes", "tea")
    cli.run("ingest", write(ENGLISH), "--review", "--patch", str(cli.path), status=2)
    assert [row[2] for row in cli.rows("find")] == ["tea"]


def test_bad_lines_are_told_and_the_patch_has_the_others(cli: CommandLine, write: Write) -> None:
    file = write("oops\n" + json.dumps(CHINESE[0]) + "\n")
    result = cli.run("ingest", file, "--review", status=1)
    assert result.stderr == f"{file}:1: not JSON: Expecting value at column 1\n"
    assert len(changes(json.loads(result.stdout))) == 1


def test_a_patch_is_applied_as_it_was_edited(cli: CommandLine, write: Write, tmp_path: Path) -> None:
    path = tmp_path / "changes.json"
    cli.run("ingest", write(ENGLISH), "--review", "--patch", str(path))
    patch = json.loads(path.read_text(encoding="utf-8"))
    changes(patch)[1]["valid_from"] = "2021-09"
    changes(patch)[2]["reject"] = True
    counts = dict(cli.rows("apply", write(patch, "edited.json"), "--actor", "eve", "--reason", "the contract"))
    assert (counts["messages"], counts["stored"], counts["recorded"], counts["corrected"]) == ("2", "2", "2", "0")
    assert cli.rows("find", "Nora") == [
        ["Nora", "lives_in", "Oslo", "by 2024-05-01", "…"],
        ["Nora", "works_for", "Acme", "2021-09", "…"],
    ]
    assert cli.json("ingest", write(ENGLISH))["stored"] == 0
    assert cli.json("verify")["ok"] is True


def test_applied_again_it_changes_nothing(cli: CommandLine, write: Write) -> None:
    patch = cli.run("ingest", write(ENGLISH), "--review").stdout
    assert json.loads(cli.run("apply", "-", "--json", given=patch).stdout)["recorded"] == 2
    before = cli.json("history")
    done = json.loads(cli.run("apply", "-", "--json", given=f"\ufeff{patch}").stdout)
    assert (done["stored"], done["recorded"], done["claims"]) == (0, 0, [])
    assert cli.json("history") == before


def test_it_goes_into_the_scope_that_it_was_made_for_or_another(cli: CommandLine, write: Write) -> None:
    patch = write(cli.json("ingest", write(CHINESE), "--review", "--scope", "zh"), "changes.json")
    CommandLine(cli.path, {"TKG_SCOPE": "of-the-shell"}).run("apply", patch)
    cli.run("apply", patch, "--scope", "other")
    assert [len(cli.json("find", "--scope", name)) for name in ("zh", "other", "of-the-shell")] == [1, 1, 0]


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ('{"tkg_patch": 1', "changes.json: not JSON: Expecting ',' delimiter at line 1, column 16"),
        ("[" * 100_000, "changes.json: brackets nested too deep"),
        (f'{{"tkg_patch": {"1" * 5_000}}}', "changes.json: a number in it has too many digits"),
        ("[]", "this is no patch of format 1"),
        ('{"tkg_patch": 2}', "this is no patch of format 1"),
        ('{"tkg_patch": 1, "scope": "s", "extractor": "e"}', "messages of a patch is missing"),
    ],
)
def test_what_is_no_patch_is_refused_with_its_reason(cli: CommandLine, write: Write, written: str, reason: str) -> None:
    result = cli.run("apply", write(written, "changes.json"), status=1)
    assert (result.stdout, result.stderr[:7]) == ("", "error: ")
    assert reason in result.stderr
    assert result.stderr.endswith("(bad_patch)\n")
    assert not cli.path.exists()


def test_bytes_that_are_no_text_are_no_patch(cli: CommandLine) -> None:
    assert "not UTF-8: byte 0xff at position 1" in cli.run("apply", "-", given=b"\xff", status=1).stderr


def test_a_quote_that_is_not_in_its_message_is_refused_and_nothing_is_written(cli: CommandLine, write: Write) -> None:
    patch = cli.json("ingest", write(ENGLISH), "--review")
    changes(patch)[0]["quotes"][0]["text"] = "I live in Rome"
    assert cli.refused("apply", write(patch, "changes.json")) == "bad_patch"
    assert not cli.path.exists()


def test_what_the_log_refuses_leaves_nothing_of_the_patch(cli: CommandLine, write: Write) -> None:
    patch = cli.json("ingest", write(ENGLISH), "--review")
    changes(patch)[2]["was"] = "Trondheim"
    assert cli.refused("apply", write(patch, "changes.json")) == "bad_patch"
    assert (cli.json("find"), cli.json("episodes")) == ([], [])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--patch", "changes.json"], "it goes with --review"),
        (["--review", "--mode", "later"], "nothing is queued"),
        (["--review", "--patch", "missing/changes.json"], "cannot be written"),
        (["--review", "--patch", "."], "is a directory"),
    ],
)
def test_what_cannot_be_meant_is_wrong_usage(
    cli: CommandLine, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in cli.run("ingest", write(ENGLISH), *options, status=2).stderr
    assert not cli.path.exists()


def by_model(path: Path, server: ScriptedServer) -> CommandLine:
    return CommandLine(path, {"TKG_LLM_BASE_URL": server.base_url, "TKG_EMBEDDER": "none"})


def test_a_model_is_asked_and_what_it_cost_is_kept(cli: CommandLine, write: Write, tmp_path: Path) -> None:
    with ScriptedServer(forever(reading)) as server:
        asking, file = by_model(cli.path, server), write(jobs(3))
        patch = asking.json("ingest", file, "--review", "--model", "small")
        assert (patch["model"], patch["spent"]["calls"], len(changes(patch))) == ("small", 1, 3)
        asking.run("apply", write(patch, "changes.json"))
        assert asking.json("ingest", file, "--model", "small")["spent"]["calls"] == 0
        assert len(server.requests) == 1


def test_what_a_model_could_not_read_is_told_and_the_rest_is_in_the_patch(cli: CommandLine, write: Write) -> None:
    def reply(request: Any) -> Any:
        return completion(None, refusal="I will not read this.") if "Firm2" in request.told else reading(request)

    with ScriptedServer(forever(reply)) as server:
        result = by_model(cli.path, server).run("ingest", write(jobs(3)), "--review", "--model", "small", status=1)
    assert [change["object"] for change in changes(json.loads(result.stdout))] == ["Firm0", "Firm1"]
    assert result.stderr.startswith("error: 1 messages are not in it: model_refused: ")
