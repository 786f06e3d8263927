"""How commands end when they cannot go on: status, stderr, and never a traceback for what is no fault of tkg."""

import json
import os
from pathlib import Path

import pytest

import tkg
from tests.command_line import CommandLine, invoke
from tkg.cli import writing


@pytest.fixture
def cli(path: Path) -> CommandLine:
    return CommandLine(path)


def test_an_error_is_told_on_stderr_with_its_code(cli: CommandLine) -> None:
    result = cli.run("retract", "7", status=1)
    assert (result.stdout, result.stderr[:7]) == ("", "error: ")
    assert result.stderr.endswith("(unknown_claim)\n")


def test_with_json_it_is_a_json_object_on_stderr(cli: CommandLine) -> None:
    result = cli.run("retract", "7", "--json", status=1)
    assert result.stdout == ""
    assert json.loads(result.stderr).keys() == {"error", "message"}


def test_names_with_control_characters_do_not_reach_the_terminal(cli: CommandLine) -> None:
    result = cli.run("record", "Ann\x1b[31m", "likes", "tea", status=1)
    assert "\x1b" not in result.stderr
    assert r"\x1b[31m" in result.stderr


def test_an_argument_that_is_not_text_is_refused(cli: CommandLine) -> None:
    broken = os.fsdecode(b"\xff")
    assert cli.refused("record", broken, "likes", "tea") == "bad_name"
    assert cli.refused("record", "Ann Lee", "likes", "tea", "--reason", broken) == "bad_name"
    assert cli.json("find") == []


@pytest.mark.parametrize(
    "words",
    [
        ["fnid"],
        ["find", "--valid", "2021"],
        ["find", "--policy", "best"],
        ["find", "--modality", "certain"],
        ["find", "--object-kind", "number"],
        ["get", "Ann Lee"],
        ["db", "downgrade"],
        ["find", "--db", ":memory:"],
    ],
)
def test_wrong_usage_is_status_2(cli: CommandLine, words: list[str]) -> None:
    result = cli.run(*words, status=2)
    assert result.stdout == ""
    assert "Error: " in result.stderr


def test_the_file_must_be_named() -> None:
    result = invoke("find", env={"TKG_DB": None})
    assert (result.status, result.stdout) == (2, "")
    assert "--db" in result.stderr


def test_the_option_goes_before_the_environment(cli: CommandLine, tmp_path: Path) -> None:
    assert str(tmp_path / "other.db") in cli.run("find", "--db", str(tmp_path / "other.db"), status=1).stderr


def test_scope_comes_from_the_environment_too(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "likes", "tea", "--scope", "user:42")
    result = invoke("find", env={"TKG_DB": str(cli.path), "TKG_SCOPE": "user:42"})
    assert result.stdout.startswith("Ann Lee\tlikes\ttea\t")


@pytest.mark.parametrize("target", ["nowhere/x.jsonl", "."])
def test_a_path_that_cannot_be_written_is_told_without_a_traceback(
    cli: CommandLine, tmp_path: Path, target: str
) -> None:
    cli.run("record", "Ann", "likes", "tea")
    result = cli.run("export", str(tmp_path / target), status=1)
    assert result.stdout == ""
    assert result.stderr.startswith(f"error: {tmp_path / target}")
    assert result.stderr.endswith("(storage)\n")


@pytest.mark.parametrize("command", ["import", "restore", "ingest", "apply"])
@pytest.mark.parametrize("source", ["nowhere.jsonl", "."])
def test_a_path_that_cannot_be_read_is_wrong_usage(cli: CommandLine, tmp_path: Path, command: str, source: str) -> None:
    result = cli.run(command, str(tmp_path / source), status=2)
    assert str(tmp_path / source) in result.stderr


def test_where_there_is_no_file_the_commands_that_create_one_are_named(cli: CommandLine, tmp_path: Path) -> None:
    told = cli.run("find", "--db", str(tmp_path / "new.db"), status=1).stderr
    for command in ("record", "ingest", "apply", "import", "restore"):
        assert f"`tkg {command}`" in told


def test_an_interrupt_ends_with_130_and_without_a_word(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> tkg.Graph:
        raise KeyboardInterrupt

    monkeypatch.setattr(tkg, "open", interrupted)
    outcome = cli.run("find", status=130)
    assert (outcome.stdout, outcome.stderr) == ("", "")


def test_an_interrupt_in_a_write_leaves_nothing_behind(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.run("record", "Ann Lee", "likes", "tea")
    with monkeypatch.context() as patched:
        patched.setattr(tkg.Graph, "record", lambda *_, **__: _raise(KeyboardInterrupt()))
        cli.run("record", "Ann Lee", "likes", "coffee", status=130)
    assert [fact["object"] for fact in cli.json("find")] == ["tea"]


def test_a_fault_of_tkg_keeps_its_traceback(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "value", lambda *_: _raise(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        cli.run("record", "Ann Lee", "likes", "tea")


def _raise(error: BaseException) -> None:
    raise error
