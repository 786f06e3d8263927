"""The commands that write: the claim that they print, what they take over from the options, what they refuse."""

import json
from pathlib import Path

import pytest

import tkg
from tests.command_line import CommandLine
from tkg.values import Entity, Quantity, Text


@pytest.fixture
def cli(path: Path) -> CommandLine:
    return CommandLine(path)


def test_record_prints_the_claim_its_id_first(cli: CommandLine) -> None:
    (row,) = cli.rows("record", "Ann Lee", "works_for", "Acme", "--valid-from", "2019-03", "--source", "HR")
    assert row[:7] == ["1", "record", "Ann Lee", "works_for", "Acme", "from 2019-03", "HR"]
    assert row[8] == ""


def test_record_hands_on_everything_that_is_said(cli: CommandLine) -> None:
    claim = cli.json(
        "record", "Ann Lee", "works_for", "Acme", "--valid", "2019/2021-03", "--observed", "2020-01-02T03:04:05Z",
        "--source", "HR", "--confidence", "0.5", "--modality", "reported", "--attrs", '{"page": 3}', "--ref", "hr-1",
        "--scope", "team", "--reason", "import", "--actor", "bot",
    )  # fmt: skip
    recorded_at = claim.pop("recorded_at")
    assert claim == {
        "id": 1, "op": "record", "subject": "Ann Lee", "predicate": "works_for", "object": "Acme", "valid_from": None,
        "valid_to": None, "valid": "2019/2021-03", "observed": "2020-01-02T03:04:05+00:00", "source": "HR",
        "confidence": 0.5, "modality": "reported", "retracted_at": None, "erased": None, "attrs": {"page": 3},
        "ref": "hr-1", "scope": "team",
    }  # fmt: skip
    assert recorded_at.endswith("+00:00")


def test_record_creates_the_file_in_the_zone_given(tmp_path: Path) -> None:
    new = CommandLine(tmp_path / "new.db")
    new.run("record", "Ann Lee", "lives_in", "Oslo", "--zone", "Europe/Oslo", "--valid-from", "2021-06-01T12:00")
    assert new.json("get", "Ann Lee", "lives_in")["valid_from"] == "2021-06-01T12:00:00+02:00"
    assert new.refused("record", "Ann Lee", "lives_in", "Bergen", "--zone", "UTC") == "bad_input"
    assert CommandLine(tmp_path / "other.db").refused("record", "a", "b", "c", "--zone", "Mars/Olympus") == "bad_input"


@pytest.fixture
def typed(cli: CommandLine) -> CommandLine:
    """With predicates that take one kind of value each."""
    with tkg.open(cli.path) as graph:
        for name, kind in (("height", "number"), ("vegan", "boolean"), ("born", "date"), ("motto", "text")):
            graph.declare(name, object=kind)
    return cli


def test_text_becomes_what_the_predicate_takes(typed: CommandLine) -> None:
    for predicate, text, stored in (
        ("height", "180", 180),
        ("height", " 1.8e2 ", 180),
        ("height", "-0.5", -0.5),
        ("vegan", "TRUE", True),
        ("born", "1990-05-06", "1990-05-06"),
        ("born", "1990", "1990"),
        ("motto", "180", "180"),
        ("motto", "true", "true"),
        ("works_for", "1984", "1984"),
        ("undeclared", "42", "42"),
    ):
        claim = json.loads(typed.run("record", "--json", "Ann Lee", predicate, "--", text).stdout)
        assert (claim["object"], type(claim["object"])) == (stored, type(stored))


def test_text_that_is_no_number_is_refused_where_a_number_is_taken(typed: CommandLine) -> None:
    for text in ("tall", "1,80", "180 cm", "3rd", "nan", "inf", "1e999", "", "9" * 5000):
        assert typed.refused("record", "Ann Lee", "height", text) == "wrong_kind"
    assert typed.json("find") == []


def test_the_library_says_what_the_predicate_takes(typed: CommandLine) -> None:
    assert "vegan takes boolean" in typed.run("record", "Ann Lee", "vegan", "maybe", status=1).stderr
    assert "born_on takes date" in typed.run("record", "Ann Lee", "born_on", "in spring", status=1).stderr
    assert "works_for takes organisation" in typed.run(
        "record", "Ann Lee", "works_for", "3", "--object-kind", "number", status=1
    ).stderr  # fmt: skip


@pytest.mark.parametrize(
    ("text", "options", "stored"),
    [
        ("70", ["--object-kind", "number"], 70),
        ("70", ["--unit", "kg"], Quantity(70, "kg")),
        ("70.5", ["--object-kind", "number", "--unit", "kg"], Quantity(70.5, "kg")),
        ("false", ["--object-kind", "boolean"], False),
        ("Acme", ["--object-kind", "text"], Text("Acme")),
        ("Acme", ["--object-kind", "entity"], "Acme"),
        ("Acme", ["--object-kind", "organisation"], Entity("Acme", "organisation")),
    ],
)
def test_the_kind_of_the_object_can_be_said(cli: CommandLine, text: str, options: list[str], stored: object) -> None:
    cli.run("record", "Ann Lee", "undeclared", text, *options)
    assert len(cli.json("find", "-", "undeclared", text, *options)) == 1
    with tkg.open(cli.path) as graph:
        (fact,) = graph.find()
        assert (fact.object, type(fact.object)) == (stored, type(stored))


@pytest.mark.parametrize(
    ("text", "kind"), [("much", "number"), ("yes", "boolean"), ("2021-02-30", "date"), ("2021", "date"), ("", "text")]
)
def test_text_that_is_not_of_the_kind_said_is_refused(cli: CommandLine, text: str, kind: str) -> None:
    assert cli.refused("record", "a", "undeclared", text, "--object-kind", kind) in ("wrong_kind", "bad_name")


def test_a_year_is_a_date_where_dates_are_declared(cli: CommandLine) -> None:
    assert cli.json("record", "Ann Lee", "born_on", "1990", "--object-kind", "date")["object"] == "1990"


def test_the_inverse_of_a_predicate_takes_a_name(cli: CommandLine) -> None:
    cli.run("record", "Acme", "employs", "Ann Lee", "--valid-from", "2020-01-01")
    assert cli.rows("get", "Ann Lee", "works_for")[0][2] == "Acme"


def test_subjects_can_be_typed(cli: CommandLine) -> None:
    claim = cli.json("record", "Apple", "works_for", "Acme", "--subject-type", "person")
    assert claim["subject"] == {"name": "Apple", "type": "person"}
    assert cli.refused("record", "Apple", "works_for", "Acme", "--subject-type", "place") == "wrong_kind"


def test_end_closes_a_value(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "works_for", "Acme", "--valid-from", "2019-03-01")
    (row,) = cli.rows("end", "Ann Lee", "works_for", "Acme", "--valid-from", "2023-06-30")
    assert row[:6] == ["2", "end", "Ann Lee", "works_for", "Acme", "from 2023-06-30"]
    assert cli.rows("timeline") == [["Ann Lee", "works_for", "Acme", "2019-03-01", "2023-06-30"]]
    assert cli.json("end", "Ann Lee", "works_for", "--valid-from", "2024-01-01")["object"] is None
    assert cli.refused("end", "Ann Lee", "likes") == "end_needs_value"


def test_correct_changes_what_is_given_and_keeps_the_rest(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "works_for", "Acme", "--valid-from", "2019-03-01", "--source", "HR")
    claim = cli.json("correct", "1", "--valid-from", "2019-09-01", "--reason", "the contract says September")
    assert (claim["id"], claim["object"], claim["valid_from"], claim["source"]) == (2, "Acme", "2019-09-01", "HR")
    claim = cli.json("correct", "2", "--object", "Globex", "--subject", "Anna Lee", "--predicate", "works at")
    assert (claim["subject"], claim["object"], claim["valid_from"]) == ("Anna Lee", "Globex", "2019-09-01")
    assert cli.refused("correct", "1", "--object", "Initech") == "already_retracted"
    assert cli.refused("correct", "99", "--object", "Initech") == "unknown_claim"


def test_correct_reads_the_object_as_the_predicate_of_the_claim_takes_it(typed: CommandLine) -> None:
    claim = typed.json("record", "Ann Lee", "height", "180")
    assert typed.json("correct", str(claim["id"]), "--object", "181")["object"] == 181


@pytest.mark.parametrize(
    "words",
    [
        ["correct", "1"],
        ["correct", "1", "--source", "HR", "--subject-type", "person"],
        ["correct", "1", "--source", "HR", "--object-kind", "number"],
        ["end", "Ann Lee", "works_for", "--unit", "kg"],
        ["record", "Ann Lee", "works_for", "Acme", "--unit", "kg", "--object-kind", "text"],
        ["record", "Ann Lee", "works_for", "Acme", "--attrs", "page 3"],
        ["record", "Ann Lee", "works_for", "Acme", "--attrs", "[3]"],
        ["record", "Ann Lee", "works_for", "Acme", "--modality", "certain"],
        ["record", "Ann Lee", "works_for", "Acme", "--confidence", "high"],
        ["record", "Ann Lee", "works_for"],
        ["retract", "first"],
    ],
)
def test_what_cannot_be_meant_is_wrong_usage(cli: CommandLine, words: list[str]) -> None:
    cli.run("record", "Ann Lee", "works_for", "Acme")
    result = cli.run(*words, status=2)
    assert (result.stdout, result.stderr[:6]) == ("", "Usage:")
    assert len(cli.json("history")) == 1


def test_retract_and_undo(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "works_for", "Acme")
    assert cli.refused("undo", "1") == "not_retracted"
    retracted = cli.json("retract", "1", "--reason", "another Ann Lee")
    assert (retracted["id"], retracted["retracted_at"] is None) == (1, False)
    assert cli.json("find") == []
    assert cli.refused("retract", "1") == "already_retracted"
    assert cli.rows("undo", "1")[0][8] == ""
    assert len(cli.json("find")) == 1


def test_a_key_makes_a_write_idempotent(typed: CommandLine) -> None:
    words = ("record", "Ann Lee", "height", "180", "--key", "k1")
    assert typed.json(*words) == typed.json(*words)
    assert typed.refused("record", "Ann Lee", "height", "181", "--key", "k1") == "key_reused"
    with tkg.open(typed.path) as graph:
        assert len(graph.claims()) == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--valid-from", "soon"], "bad_time"),
        (["--valid-from", "2021", "--valid-to", "2020"], "empty_interval"),
        (["--valid-through", "sometime"], "bad_time"),
    ],
)
def test_the_library_refuses_bad_times(cli: CommandLine, words: list[str], code: str) -> None:
    assert cli.refused("record", "Ann Lee", "works_for", "Acme", *words) == code
