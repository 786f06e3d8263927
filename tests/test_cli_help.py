"""The help: every command says what it does, and its example is one that runs."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.command_line import invoke
from tkg.cli.app import app

_EXAMPLE = re.compile(r"Example: (tkg .*?)(?:\n\n|\Z)", re.DOTALL)


def commands() -> Iterator[tuple[str, str]]:
    """Each command with its help."""
    yield from _within(typer.main.get_command(app), "")


def _within(group: Any, prefix: str) -> Iterator[tuple[str, str]]:
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from _within(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", command.help


def test_all_commands_of_the_issue_are_there() -> None:
    assert {name for name, _ in commands()} == {
        "import", "export", "restore", "rebuild", "compact",
        "ingest", "apply", "record", "end", "correct", "retract", "undo", "assign", "get", "find", "timeline",
        "history", "diff", "conflicts", "explain", "neighbors", "search", "ask", "episodes", "retry", "reextract",
        "remove", "work", "reindex", "verify", "db upgrade", "db current", "db check", "index check", "review list",
        "review accept", "review reject", "review correct", "review sample",
        "ontology review", "ontology adopt", "ontology alias", "ontology unalias", "ontology drop", "ontology keep",
    }  # fmt: skip


@pytest.mark.parametrize(("name", "text"), list(commands()))
def test_the_example_of_a_command_is_one_that_parses(name: str, text: str, tmp_path: Path) -> None:
    found = _EXAMPLE.search(text)
    assert found is not None
    words = shlex.split(found[1])
    assert words[1 : 1 + len(name.split())] == name.split()
    files = {name: tmp_path / name for name in ("conversation.jsonl", "facts.csv", "graph.jsonl")}
    for file in files.values():
        file.touch()
    nowhere = tmp_path / "missing" / "memory.db"
    changes = tmp_path / "changes.json"
    changes.write_text('{"tkg_patch": 1, "scope": "default", "extractor": "rules/1", "messages": []}')
    paths = {path.name: str(path) for path in (nowhere, changes, *files.values())}
    outcome = invoke(*(paths.get(word, word) for word in words[1:]), env={"TKG_DB": str(nowhere)})
    assert outcome.status == 1
    assert outcome.stderr.startswith(f"error: {nowhere}"), "all that is wrong is the path"


@pytest.mark.parametrize("words", [[], ["-h"], ["--help"]])
def test_help_names_the_commands_and_fits_80_columns(words: list[str]) -> None:
    outcome = invoke(*words, env={})
    shown = outcome.stdout + outcome.stderr
    assert "verify" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "..." not in shown.partition("Commands:")[2]


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_every_option_is_explained(name: str) -> None:
    shown = invoke(*name.split(), "--help", env={}).stdout
    assert "--json" in shown
    assert "Example: tkg" in shown
