"""The commands in README.md and docs/: run as written, their output compared with what is printed there.

A `console` block is lines of `$ command`, each followed by what it prints; `...` stands for anything. `export` sets
variables for the commands after it. The blocks of one document share a directory, in which `examples/` is at hand.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITH_COMMANDS = [
    path
    for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")))
    if BLOCK.search(path.read_text(encoding="utf-8"))
]


def commands(document: Path) -> list[tuple[str, str]]:
    """The commands of a document in order, each with the output that is printed under it."""
    found: list[tuple[str, str]] = []
    for block in BLOCK.findall(document.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line.removeprefix("$ "), ""))
            else:
                command, output = found[-1]
                found[-1] = command, f"{output}{line}\n"
    return found


def run(command: str, directory: Path, environment: dict[str, str]) -> str:
    words = shlex.split(command)
    if words[0] == "export":
        for word in words[1:]:
            name, _, value = word.partition("=")
            environment[name] = value
        return ""
    assert words[0] == "tkg", f"only tkg is run here, not {command!r}"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "tkg.cli", *words[1:]],
        cwd=directory, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.stdout


def test_the_readme_shows_the_command_line() -> None:
    assert ROOT / "README.md" in WITH_COMMANDS


@pytest.mark.parametrize("document", WITH_COMMANDS, ids=lambda path: path.name)
def test_commands_print_what_the_document_says(document: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TKG_")}
    checker = doctest.OutputChecker()
    for command, expected in commands(document):
        said = run(command, tmp_path, environment)
        same = checker.check_output(expected, said, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        assert same, f"$ {command}\nprints\n{said}\nand not\n{expected}"
