"""Predicates settled by the command line: reviewed, adopted, aliased, dropped, and each step taken back."""

from pathlib import Path

import pytest

import tkg
from tests.command_line import CommandLine
from tests.triples import Triples, telling


@pytest.fixture
def cli(path: Path) -> CommandLine:
    with tkg.open(path, extractor=Triples(), embedder=None) as graph:
        graph.ingest(telling("Ann plays_in Kapp", "Bob plays_in Orbi", "Ann employed_at Acme"))
    return CommandLine(path, {"TKG_EMBEDDER": "none"})


def found(cli: CommandLine, *pattern: str) -> list[list[str]]:
    return [row[:3] for row in cli.rows("find", *pattern)]


def test_what_waits_is_listed_with_an_example(cli: CommandLine) -> None:
    assert cli.rows("ontology", "review") == [
        ["plays_in", "2", "? -> ?", "", "", "Bob plays_in Orbi"],
        ["employed_at", "1", "? -> ?", "", "", "Ann employed_at Acme"],
    ]
    assert cli.json("ontology", "review", "--scope", "other")[0] == {
        "name": "plays_in", "claims": 2, "subjects": [], "objects": [], "example": None, "nearest": None,
        "dropped": False, "reason": None,
    }  # fmt: skip


def test_adopt_declares(cli: CommandLine) -> None:
    said = cli.run("ontology", "adopt", "plays_in", "--cardinality", "one", "--object", "band", "--no-resumes")
    assert said.stdout == "plays_in: cardinality one, resumes false, object band\n"
    assert [row[0] for row in cli.rows("ontology", "review")] == ["employed_at"]
    cli.run("record", "Bob", "plays_in", "Zeta", "--valid-from", "2025-01-01")
    assert found(cli, "Bob") == [["Bob", "plays_in", "Zeta"]]
    again = cli.json("ontology", "adopt", "plays_in", "--cardinality", "many")
    assert again == {
        "predicate": "plays_in",
        "rule": {"cardinality": "many", "resumes": False, "object": "band"},
    }


def test_adopt_without_more_is_many_valued(cli: CommandLine) -> None:
    assert cli.json("ontology", "adopt", "plays_in")["rule"] == {"cardinality": "many"}


def test_alias_and_unalias(cli: CommandLine) -> None:
    said = cli.run("ontology", "alias", "employed_at", "works_for", "--reason", "the same")
    assert said.stdout == "employed_at reads as works_for\n"
    assert found(cli, "Ann", "works_for") == [["Ann", "works_for", "Acme"]]
    assert cli.run("ontology", "unalias", "employed_at").stdout == "employed_at reads as itself\n"
    assert found(cli, "Ann", "works_for") == []
    turned = cli.json("ontology", "alias", "employed_at", "works_for", "--flip")
    assert turned == {"name": "employed_at", "predicate": "works_for", "flip": True}
    assert found(cli, "Acme", "works_for") == [["Acme", "works_for", "Ann"]]
    assert cli.json("ontology", "unalias", "employed_at") == {"name": "employed_at"}


def test_drop_and_keep(cli: CommandLine) -> None:
    assert cli.run("ontology", "drop", "plays_in", "--reason", "noise").stdout == (
        "plays_in is dropped, 2 claims retracted\n"
    )
    assert cli.rows("ontology", "review")[-1] == ["plays_in", "0", "? -> ?", "", "", "dropped: noise"]
    assert cli.json("ontology", "keep", "plays_in") == {"name": "plays_in", "restored": 2}
    assert cli.json("ontology", "drop", "plays_in") == {"name": "plays_in", "retracted": 2}
    assert cli.rows("ontology", "review")[-1][-1] == "dropped: no reason given"
    assert cli.run("ontology", "keep", "plays_in").stdout == "plays_in is kept, 2 claims live again\n"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["unalias", "lives_in"], "not_mapped"),
        (["alias", "plays_in", "plays_in"], "into_itself"),
        (["keep", "plays_in"], "not_dropped"),
        (["drop", "works at"], "already_mapped"),
        (["adopt", "plays_in", "--object", "tea pot"], "bad_schema"),
    ],
)
def test_what_cannot_be_is_refused(cli: CommandLine, words: list[str], error: str) -> None:
    assert cli.refused("ontology", *words) == error


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    nowhere = CommandLine(tmp_path / "nowhere.db")
    for words in (["review"], ["drop", "plays_in"]):
        assert nowhere.refused("ontology", *words) == "storage"
    assert not nowhere.path.exists()
