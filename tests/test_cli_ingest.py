"""`tkg ingest`: good lines are kept, bad ones told by number, and the status says so."""

import json
from pathlib import Path

import pytest

import tkg
from tests.command_line import CommandLine

GOOD = '{"id": "m1", "role": "user", "speaker": "Mia", "content": "I live in Oslo.", "timestamp": "2024-05-01T10:00Z"}'
CHINESE = '{"speaker": "林悦", "content": "我住在杭州。", "timestamp": "2024-05-01T10:00:00+08:00"}'


@pytest.fixture
def cli(path: Path) -> CommandLine:
    return CommandLine(path)


def ingest(cli: CommandLine, tmp_path: Path, text: str | bytes, *options: str, status: int = 0) -> tuple[str, str]:
    """stdout and stderr of the ingestion of a file with this text; stderr without the path of the file."""
    file = tmp_path / "messages.jsonl"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    result = cli.run("ingest", str(file), *options, status=status)
    return result.stdout, result.stderr.replace(str(file), "FILE")


def test_messages_are_stored_and_read(cli: CommandLine, tmp_path: Path) -> None:
    stdout, stderr = ingest(cli, tmp_path, f"{GOOD}\n{CHINESE}\n")
    counts = dict(line.split("\t") for line in stdout.splitlines())
    assert (counts["messages"], counts["stored"], counts["recorded"], counts["bad lines"]) == ("2", "2", "2", "0")
    assert stderr == ""
    assert cli.rows("find", "林悦", "lives_in") == [["林悦", "lives_in", "杭州", "by 2024-05-01", "…"]]
    assert '"我住在杭州" (林悦, 2024-05-01)' in cli.run("explain", "林悦", "lives_in").stdout


def test_again_changes_nothing(cli: CommandLine, tmp_path: Path) -> None:
    ingest(cli, tmp_path, f"{GOOD}\n{CHINESE}")
    before = cli.json("history")
    done = json.loads(ingest(cli, tmp_path, f"{GOOD}\n{CHINESE}", "--json")[0])
    assert (done["messages"], done["stored"], done["recorded"], done["claims"]) == (2, 0, 0, [])
    assert cli.json("history") == before


BAD = {
    "not json": "not JSON: Expecting value at column 1",
    '["Mia", "hello"]': "not a JSON object, but a list",
    '"hello"': "not a JSON object, but a text",
    "[" * 100_000: "not a message: brackets nested too deep",
    '{"role": "user", "timestamp": "2024-05-01T10:00Z"}': "a message needs 'content'",
    '{"role": "user", "content": "hello"}': "a message needs 'timestamp'",
    '{"content": "hello", "timestamp": "2024-05-01T10:00Z"}': "a message needs a speaker or a role",
    '{"role": "user", "content": 3, "timestamp": "2024-05-01T10:00Z"}': "content of a message is text",
    '{"role": "user", "content": " ", "timestamp": "2024-05-01T10:00Z"}': "a message needs words",
    '{"role": "user", "content": "hello", "timestamp": "yesterday"}': "timestamp of a message: 'yesterday'",
    '{"role": "user", "content": "hello", "timestamp": "2024-05-01"}': "timestamp '2024-05-01' is a day",
    '{"role": "user", "content": "hello", "timestamp": 1714557600}': "timestamp of a message: 1714557600",
    '{"role": "user", "content": "\\ud83d", "timestamp": "2024-05-01T10:00Z"}': "content has half of a surrogate pair",
}


def test_bad_lines_are_told_by_number_and_the_others_are_kept(cli: CommandLine, tmp_path: Path) -> None:
    stdout, stderr = ingest(cli, tmp_path, "\n".join([GOOD, "", *BAD, CHINESE]), status=1)
    told = stderr.splitlines()
    assert len(told) == len(BAD)
    for number, (line, reason) in enumerate(zip(told, BAD.values(), strict=True), start=3):
        assert line.startswith(f"FILE:{number}: {reason}")
    assert "stored\t2\n" in stdout
    assert f"bad lines\t{len(BAD)}\n" in stdout
    assert len(cli.json("find")) == 2


def test_with_json_bad_lines_are_json_too(cli: CommandLine, tmp_path: Path) -> None:
    stdout, stderr = ingest(cli, tmp_path, f"oops\n{GOOD}\n\n[]\n", "--json", status=1)
    done, errors = json.loads(stdout), [json.loads(line) for line in stderr.splitlines()]
    assert done["stored"] == 1
    assert [line["line"] for line in done["bad_lines"]] == [1, 4]
    assert [(error["error"], error["file"], error["line"]) for error in errors] == [
        ("bad_line", "FILE", 1),
        ("bad_line", "FILE", 4),
    ]


def test_bytes_that_are_no_text_are_one_bad_line(cli: CommandLine, tmp_path: Path) -> None:
    _, stderr = ingest(cli, tmp_path, GOOD.encode() + b'\n{"role": "\xff"}\n' + CHINESE.encode(), status=1)
    assert stderr == "FILE:2: not UTF-8: byte 0xff at position 11\n"
    assert len(cli.json("find")) == 2


@pytest.mark.parametrize("text", [f"\ufeff{GOOD}\n", f"\r\n{GOOD}\r\n\r\n", f"\n \n\t\n{GOOD}"])
def test_byte_order_marks_line_ends_and_blank_lines_are_no_matter(cli: CommandLine, tmp_path: Path, text: str) -> None:
    assert "stored\t1\n" in ingest(cli, tmp_path, text)[0]


def test_other_fields_are_left_where_they_are(cli: CommandLine, tmp_path: Path) -> None:
    assert "stored\t1\n" in ingest(cli, tmp_path, GOOD[:-1] + ', "session": 4}')[0]


def test_an_empty_file_holds_no_messages(cli: CommandLine, tmp_path: Path) -> None:
    assert json.loads(ingest(cli, tmp_path, "", "--json")[0])["messages"] == 0


def test_a_dash_is_stdin(cli: CommandLine) -> None:
    result = cli.run("ingest", "-", given=f"{CHINESE}\noops\n", status=1)
    assert "stored\t1\n" in result.stdout
    assert result.stderr == "<stdin>:2: not JSON: Expecting value at column 1\n"


def test_a_file_that_is_not_there_is_wrong_usage(cli: CommandLine, tmp_path: Path) -> None:
    new = CommandLine(tmp_path / "new.db")
    assert "No such file" in new.run("ingest", str(tmp_path / "missing.jsonl"), status=2).stderr
    assert not new.path.exists()


def test_scope_labels_and_zone(tmp_path: Path) -> None:
    new = CommandLine(tmp_path / "new.db")
    line = GOOD.replace("10:00Z", "10:00")
    ingest(
        new, tmp_path, line, "--scope", "user:42", "--label", "app=chat", "--label", "run=a=b", "--zone", "Asia/Tokyo"
    )
    assert new.json("find") == []
    assert len(new.json("find", "--scope", "user:42")) == 1
    with tkg.open(new.path, readonly=True) as graph:
        (row,) = graph._store.connection.execute("SELECT labels, observed FROM episode").fetchall()
    assert json.loads(row[0]) == {"app": "chat", "run": "a=b"}
    assert row[1] == 1_714_525_200_000_000  # 01:00 in UTC, ten in Tokyo


@pytest.mark.parametrize("label", ["chat", "=chat"])
def test_a_label_needs_a_key_and_a_value(cli: CommandLine, tmp_path: Path, label: str) -> None:
    assert "--label" in ingest(cli, tmp_path, GOOD, "--label", label, status=2)[1]
    assert cli.json("find") == []


@pytest.mark.parametrize("name", ["conversation.en.jsonl", "conversation.zh.jsonl"])
def test_the_examples_have_no_bad_lines(cli: CommandLine, name: str) -> None:
    example = Path(__file__).parent.parent / "examples" / name
    done = cli.json("ingest", str(example))
    assert done["stored"] == len(example.read_text(encoding="utf-8").splitlines())
    assert cli.json("verify")["ok"] is True
