"""What a person sees: tables and bars on a terminal, plain text everywhere else. Real processes, some on a real pty."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.command_line import CommandLine
from tkg.cli.printing import printable

TKG = [sys.executable, "-m", "tkg.cli"]
_STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def cli(path: Path) -> CommandLine:
    cli = CommandLine(path)
    cli.run("record", "王芳", "住在", "[bold]北京", "--valid-from", "2020-01-01")
    cli.run("record", "Ann Lee", "likes", "tea")
    return cli


def on_terminal(*words: str, width: int = 80) -> tuple[int, str]:
    """The status of a command and what a terminal of this width got to show."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": ""}
    with subprocess.Popen([*TKG, *words], stdin=inner, stdout=inner, stderr=inner, env=environment) as process:
        os.close(inner)
        shown = b""
        try:
            while piece := os.read(outer, 65536):
                shown += piece
        except OSError:  # how Linux says that the other side is closed
            pass
        os.close(outer)
    return process.returncode, shown.decode()


def test_facts_are_a_table_with_headings_on_a_terminal(cli: CommandLine) -> None:
    status, shown = on_terminal("find", "--db", str(cli.path))
    lines = [_STYLES.sub("", line) for line in shown.splitlines() if line.strip()]
    assert status == 0
    assert lines[0].split() == ["subject", "predicate", "object", "from", "to"]
    assert {tuple(line.split()[:3]) for line in lines[2:]} == {
        ("王芳", "lives_in", "[bold]北京"),
        ("Ann", "Lee", "likes"),
    }
    column = {cell_len(line[: line.index(word)]) for line, word in zip(lines[2:], ("2020-01-01", "by "), strict=True)}
    assert len(column) == 1, "wide letters must not shift the columns"


def test_a_narrow_terminal_loses_no_letter(cli: CommandLine) -> None:
    _, shown = on_terminal("get", "王芳", "lives_in", "--db", str(cli.path), width=24)
    assert set("王芳北京2020-01-01") <= set(shown)
    assert "..." not in shown


def test_json_on_a_terminal_is_the_same_document(cli: CommandLine) -> None:
    _, shown = on_terminal("find", "--json", "--db", str(cli.path))
    assert json.loads(shown) == cli.json("find")


def test_long_work_shows_a_bar_on_a_terminal_and_nothing_elsewhere(cli: CommandLine) -> None:
    status, shown = on_terminal("verify", "--db", str(cli.path))
    assert status == 0
    assert "verifying" in shown
    assert "2/2" in _STYLES.sub("", shown)
    assert cli.run("verify").stderr == ""


def test_a_reader_who_goes_away_is_no_error_message(cli: CommandLine, tmp_path: Path) -> None:
    bad = tmp_path / "messages.jsonl"
    bad.write_text("oops")
    told = f"{bad}:1: not JSON: Expecting value at column 1\n"
    for words, stderr in (["find"], ""), (["find", "--json"], ""), (["--help"], ""), (["ingest", str(bad)], told):
        reader, writer = os.pipe()
        os.close(reader)
        environment = {**os.environ, "PYTHONUNBUFFERED": "", "TKG_DB": str(cli.path)}
        done = subprocess.run([*TKG, *words], stdout=writer, stderr=subprocess.PIPE, env=environment, check=False)
        os.close(writer)
        assert (done.returncode, done.stderr.decode()) == (1, stderr)


def test_piped_answers_are_utf8_whatever_the_locale(cli: CommandLine) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    words = [*TKG, "get", "王芳", "lives_in", "--db", str(cli.path)]
    done = subprocess.run(words, capture_output=True, env=environment, check=True)
    assert done.stdout.decode("utf-8").startswith("王芳\tlives_in\t")


def test_reading_imports_nothing_of_what_writes_migrates_or_extracts(cli: CommandLine) -> None:
    heavy = ["sqlalchemy", "alembic", "sqlmodel", "rich", "dateparser", "tkg.extract", "tkg.timex", "tkg.writer"]
    code = (
        "import sys; from tkg.cli.app import app; app(sys.argv[1:], standalone_mode=False); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    for words in (["find", "--db", str(cli.path)], ["verify", "--db", str(cli.path)]):
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]"


def test_version() -> None:
    done = subprocess.run([*TKG, "--version"], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"tkg \d+\.\d+\.\d+\n", done.stdout)


def test_what_steers_a_terminal_or_breaks_a_line_is_shown_escaped() -> None:
    assert printable("a\tb\nc\x1b[31m\x9b\u2028\ud800é北🙂") == r"a\tb\nc\x1b[31m\x9b\u2028\ud800é北🙂"
