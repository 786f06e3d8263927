"""The help: every command says what it does, and its example is one that runs."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command_line import invoke
from tkg.cli.app import app, index, review, vocabulary
from tkg.cli.app import files as of_files

_EXAMPLE = re.compile(r"Example: (tkg .*?)(?:\n\n|\Z)", re.DOTALL)


def commands() -> Iterator[tuple[str, str]]:
    """Each command with its docstring."""
    groups = (("", app), ("db ", of_files), ("index ", index), ("ontology ", vocabulary), ("review ", review))
    for prefix, group in groups:
        for command in group.registered_commands:
            assert command.callback is not None
            yield f"{prefix}{command.name or command.callback.__name__}", command.callback.__doc__ or ""


def test_all_commands_of_the_issue_are_there() -> None:
    assert {name for name, _ in commands()} == {
        "import", "export", "restore", "compact",
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
