"""`tkg review`: what is held is listed, accepted, rejected or put right, each number by itself; and samples."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.command_line import CommandLine
from tests.extracting import forever, jobs, new_turns
from tests.llm_server import Request, Scripted, ScriptedServer, completion, facts, proposal
from tests.told import Told, said

CHINESE = "听说她喜欢龙井。"
UNSURE: dict[str, Sequence[dict[str, Any]]] = {
    "in Oslo since 2020": [
        {"value": "Oslo", "confidence": 0.4, "start_text": "2020", "start_span": (14, 18), "tense": "past"}
    ],
    CHINESE: [{"value": "龙井", "predicate": "likes", "quote": "喜欢龙井", "confidence": 0.25}],
    "tea": [{"value": "tea", "predicate": "likes"}],
    "I am Ann Lee": [{"value": "Ann Lee", "op": "merge", "predicate": None}],
    "not Oslo": [{"value": "Bergen", "op": "correct", "was": "Oslo", "confidence": 0.3}],
}
"""What is found: held 1, 2, nothing, 3, 4."""


@pytest.fixture
def cli(path: Path) -> CommandLine:
    """A file in which some changes are held."""
    with tkg.open(path, embedder=None, durability="normal") as graph:
        graph.ingest([said(text) for text in UNSURE], extractor=Told(finds=UNSURE), hold_below=0.5)
    return CommandLine(path)


def test_what_is_held_is_listed_with_its_quote(cli: CommandLine) -> None:
    rows = cli.rows("review", "list")
    assert rows == [
        ["1", "confidence", "record Ann lives_in Oslo, from 2020", "in Oslo since 2020", "Ann", "2024-06-01", "0.4"],
        ["2", "confidence", "record Ann likes 龙井, seen 2024-06-01", "喜欢龙井", "Ann", "2024-06-01", "0.25"],
        ["3", "merge", "merge Ann into Ann Lee", "I am Ann Lee", "Ann", "2024-06-01", "1"],
        ["4", "confidence", "correct Ann lives_in Bergen, not Oslo, seen 2024-06-01", "not Oslo", "Ann", "2024-06-01",
         "0.3"],
    ]  # fmt: skip
    assert [row[2] for row in cli.rows("find")] == ["tea"]


def test_review_alone_lists_with_the_options_of_list(cli: CommandLine) -> None:
    assert cli.rows("review") == cli.rows("review", "list")
    assert cli.json("review") == cli.json("review", "list")
    assert cli.rows("review", "--scope", "other") == []
    assert [(each["id"], each["change"]["object"]) for each in cli.json("review")][1] == (2, "龙井")
    assert "Commands:" in cli.run("review", "--help").stdout
    assert "No such option" in cli.run("review", "--actor", "eve", status=2).stderr
    assert "No such command" in cli.run("review", "lst", status=2).stderr


def test_what_is_accepted_is_recorded_and_believed(cli: CommandLine) -> None:
    rows = cli.rows("review", "accept", "1", "2", "--actor", "eve", "--reason", "she said so")
    assert [row[:7] for row in rows] == [
        ["1", "2", "record", "Ann", "lives_in", "Oslo", "from 2020"],
        ["2", "3", "record", "Ann", "likes", "龙井", ""],
    ]
    assert sorted(row[2] for row in cli.rows("find")) == ["Oslo", "tea", "龙井"]
    assert [row[0] for row in cli.rows("review")] == ["3", "4"]


def test_names_that_are_one_have_no_claim(cli: CommandLine) -> None:
    (row,) = cli.rows("review", "accept", "3")
    assert row == ["3", "", "merge", "Ann", "", "Ann Lee", "", "Ann", "", ""]
    assert [row[:3] for row in cli.rows("find", "Ann")] == [["Ann Lee", "likes", "tea"]]


def test_each_number_is_decided_by_itself(cli: CommandLine) -> None:
    result = cli.run("review", "accept", "99", "4", "1", "1", "--json", status=1)
    assert [each["held"] for each in json.loads(result.stdout)] == [4, 1]
    assert json.loads(result.stderr) == {
        "error": "unknown_held",
        "message": "held 99: nothing of this number waits for review in this scope",
    }
    assert cli.refused("review", "correct", "99", "--object", "x") == "unknown_held"
    result = cli.run("review", "reject", "1", "2", status=1)
    assert (result.stdout, result.stderr.count("held 1: ")) == ("1 changes rejected\n", 1)


def test_why_a_change_cannot_be_recorded_is_told_with_its_number(path: Path) -> None:
    off = {"value": "Rome", "op": "retract", "predicate": "visits", "modality": "planned", "confidence": 0.1}
    with tkg.open(path, embedder=None) as graph:
        graph.ingest([said("off")], extractor=Told(finds={"off": [off]}), hold_below=0.5)
    result = CommandLine(path).run("review", "accept", "1", status=1)
    assert result.stderr.startswith("error: held 1: it cannot be recorded: no such plan is recorded")
    assert result.stdout == ""


def test_what_is_rejected_is_not_found_again(cli: CommandLine) -> None:
    assert cli.json("review", "reject", "1", "2", "--reason", "hearsay") == {"rejected": [1, 2]}
    with tkg.open(cli.path, embedder=None) as graph:
        graph.reextract(extractor=Told("other", UNSURE))
    assert [row[2] for row in cli.rows("find", "Ann", "likes")] == ["tea"]


def test_what_is_put_right_says_what_is_given_and_keeps_the_rest(cli: CommandLine) -> None:
    done = cli.json(
        "review", "correct", "1", "--object", "Bergen", "--valid-from", "2021-03", "--confidence", "0.9", "--source",
        "HR", "--actor", "eve",
    )  # fmt: skip
    assert done["held"] == 1
    claim = done["claim"]
    assert [claim[name] for name in ("subject", "object", "valid_from", "confidence", "source")] == [
        "Ann", "Bergen", "2021-03", 0.9, "HR",
    ]  # fmt: skip
    (row,) = cli.rows(
        "review", "correct", "2", "--subject", "王芳", "--subject-type", "person", "--modality", "reported"
    )
    assert row[:6] == ["2", "3", "record", "王芳 (person)", "likes", "龙井"]
    (row,) = cli.rows("review", "correct", "3", "--object", "Anna Lee")
    assert row[2:6] == ["merge", "Ann", "", "Anna Lee"]


def test_a_value_is_read_as_its_predicate_takes_it(cli: CommandLine) -> None:
    with tkg.open(cli.path) as graph:
        graph.declare("height", object="number")
    claim = cli.json("review", "correct", "2", "--predicate", "height", "--object", "180")["claim"]
    assert (claim["predicate"], claim["object"]) == ("height", 180)
    claim = cli.json("review", "correct", "1", "--predicate", "weight", "--object", "70", "--unit", "kg")["claim"]
    assert claim["object"] == {"value": 70, "unit": "kg"}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--valid-from", "soon"], "bad_time"),
        (["--valid", "2020/2021", "--valid-from", "2020"], "bad_input"),
        (["--object", "3", "--object-kind", "number"], "wrong_kind"),
    ],
)
def test_what_cannot_be_said_stays_held(cli: CommandLine, words: list[str], code: str) -> None:
    assert cli.refused("review", "correct", "1", *words) == code
    assert len(cli.rows("review")) == 4


@pytest.mark.parametrize(
    "words",
    [
        ["accept"],
        ["accept", "first"],
        ["correct", "1"],
        ["correct", "1", "--source", "HR", "--subject-type", "person"],
        ["correct", "1", "--source", "HR", "--unit", "kg"],
        ["correct", "1", "2", "--source", "HR"],
    ],
)
def test_what_cannot_be_meant_is_wrong_usage(cli: CommandLine, words: list[str]) -> None:
    assert cli.run("review", *words, status=2).stdout == ""
    assert len(cli.rows("review")) == 4


def test_a_sample_has_claims_with_their_quotes(cli: CommandLine) -> None:
    cli.run("review", "accept", "1", "2")
    cli.run("record", "Bob", "likes", "tea")
    lines = cli.run("review", "sample", "--seed", "7").stdout.splitlines()
    assert lines == [
        "1: Ann likes tea",
        '  "tea" (Ann, 2024-06-01)',
        "2: Ann lives_in Oslo, from 2020",
        '  "in Oslo since 2020" (Ann, 2024-06-01)',
        "    2020 said on 2024-06-01 → 2020 by en.year",
        "3: Ann likes 龙井",
        '  "喜欢龙井" (Ann, 2024-06-01)',
    ]
    drawn = cli.json("review", "sample", "--count", "2", "--seed", "7")
    assert drawn == cli.json("review", "sample", "--count", "2", "--seed", "7")
    assert len(drawn) == 2
    assert all(each["evidence"][0]["speaker"] == "Ann" for each in drawn)
    assert cli.refused("review", "sample", "--count", "-1") == "bad_input"


def unsure(request: Request) -> Scripted:
    """Of every new turn one fact, of a confidence of 0.6."""
    return completion(
        facts(
            *(proposal(text, text.split()[0], "works_for", text.split()[-1], turn=number, confidence=0.6)
              for number, text in new_turns(request))
        )
    )  # fmt: skip


def test_how_sure_is_said_by_an_option_or_by_the_environment(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "messages.jsonl"
    with ScriptedServer(forever(unsure)) as server:
        env = {"TKG_LLM_BASE_URL": server.base_url, "TKG_LLM_MODEL": "small", "TKG_EXTRACTOR": "model"}
        cli = CommandLine(path, {**env, "TKG_EMBEDDER": "none"})
        by_environment = CommandLine(path, {**cli.env, "TKG_HOLD_BELOW": "0.7"})
        file.write_text("".join(json.dumps(message) + "\n" for message in jobs(1)))
        assert cli.json("ingest", str(file), "--hold-below", "0.7")["held"] == 1
        file.write_text("".join(json.dumps(message) + "\n" for message in jobs(1, start=1)))
        assert by_environment.json("ingest", str(file))["held"] == 1
        file.write_text("".join(json.dumps(message) + "\n" for message in jobs(1, start=2)))
        cli.run("ingest", str(file), "--mode", "later")
        assert "1 changes held for review\n" in cli.run("work", "--hold-below", "0.7").stdout
        assert len(cli.json("review")) == 3
        assert cli.json("reextract", "--model", "other")["recorded"] == 3
        assert by_environment.json("reextract")["held"] == 3
        assert cli.refused("ingest", str(file), "--hold-below", "1.5") == "bad_input"
