"""`--valid-at "last spring"`: what it was taken to mean is said beside the answer, on stderr or in the JSON."""

from pathlib import Path

import pytest

from tests.command_line import CommandLine

SEEN_FROM = ("--reference-time", "2026-11-30")
LINE = "last spring, seen from 2026-11-30 → 2026-03-01/2026-05-31 by en."


@pytest.fixture
def ann(path: Path) -> CommandLine:
    cli = CommandLine(path)
    cli.run("record", "Ann Lee", "lives_in", "Oslo", "--valid-from", "2018-01-01")
    cli.run("record", "Ann Lee", "lives_in", "Rome", "--valid-from", "2026-04-10")
    return cli


@pytest.mark.parametrize("command", ["get", "find", "timeline", "explain"])
def test_words_for_a_stretch_give_all_that_holds_in_it(ann: CommandLine, command: str) -> None:
    outcome = ann.run(command, "Ann Lee", "lives_in", "--valid-at", "last spring", *SEEN_FROM)
    assert outcome.stderr.startswith(LINE)
    assert outcome.stderr.count("\n") == 1
    facts = [line for line in outcome.stdout.splitlines() if line.startswith("Ann Lee")]
    assert len(facts) == 2
    assert "Oslo" in facts[0]
    assert "Rome" in facts[1]


def test_json_has_what_was_asked_beside_the_answer(ann: CommandLine) -> None:
    found = ann.json("get", "Ann Lee", "lives_in", "--valid-at", "last spring", *SEEN_FROM)
    assert [fact["object"] for fact in found["answer"]] == ["Oslo", "Rome"]
    (asked,) = found["asked"]
    assert (asked["option"], asked["words"], asked["meaning"]) == (
        "valid_at",
        "last spring",
        "2026-03-01/2026-05-31",
    )


def test_words_for_a_day_give_the_fact_of_that_day(ann: CommandLine) -> None:
    outcome = ann.run("get", "Ann Lee", "lives_in", "--valid-at", "yesterday", "--reference-time", "2026-04-10")
    assert outcome.stdout.split("\t")[2] == "Oslo"
    assert outcome.stderr.startswith("yesterday, seen from 2026-04-10 → 2026-04-09 by en.")
    found = ann.json("get", "Ann Lee", "lives_in", "--valid-at", "yesterday", "--reference-time", "2026-04-10")
    assert found["answer"]["object"] == "Oslo"


def test_it_is_said_even_where_there_is_no_answer(ann: CommandLine) -> None:
    outcome = ann.run("get", "Nobody", "lives_in", "--valid-at", "last spring", *SEEN_FROM)
    assert (outcome.stdout, outcome.stderr[: len(LINE)]) == ("", LINE)


def test_a_date_is_answered_as_ever(ann: CommandLine) -> None:
    outcome = ann.run("get", "Ann Lee", "lives_in", "--valid-at", "2020-01-01", *SEEN_FROM)
    assert outcome.stderr == ""
    assert ann.json("get", "Ann Lee", "lives_in", "--valid-at", "2020-01-01", *SEEN_FROM)["object"] == "Oslo"


def test_recorded_times_are_taken_in_words(ann: CommandLine) -> None:
    before = ("find", "Ann Lee", "--known-at", "yesterday", "--reference-time", "2020-01-02")
    assert ann.json(*before) == {"asked": ann.json(*before)["asked"], "answer": []}
    learned = ann.run("diff", "yesterday", "--reference-time", "2020-01-02")
    assert learned.stderr.startswith("yesterday, seen from 2020-01-02 → 2020-01-01 by en.")
    assert len(learned.stdout.splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("03/04/2025", "unclear_time"),
        ("every Friday", "unclear_time"),
        ("Oslo", "bad_time"),
        ("2021", "ambiguous_time"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(ann: CommandLine, words: str, code: str) -> None:
    assert ann.refused("get", "Ann Lee", "lives_in", "--valid-at", words, *SEEN_FROM) == code


def test_what_is_of_one_instant_refuses_a_stretch(ann: CommandLine) -> None:
    assert ann.refused("history", "Ann Lee", "--valid-at", "last spring", *SEEN_FROM) == "ambiguous_time"
    assert ann.json("conflicts", "Ann Lee", "--valid-at", "last spring", *SEEN_FROM)["answer"] == []
