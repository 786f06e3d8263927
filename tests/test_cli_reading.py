"""The commands that ask: what they print, as lines and as JSON, and that they leave the file alone."""

import json
from pathlib import Path

import pytest

import tkg
from tests.command_line import CommandLine


@pytest.fixture
def cli(path: Path) -> CommandLine:
    return CommandLine(path)


@pytest.fixture
def ann(cli: CommandLine) -> CommandLine:
    """Ann at Acme since March 2019, at Globex since July 2023, by HR."""
    cli.run("record", "Ann Lee", "works_for", "Acme", "--valid-from", "2019-03-01", "--source", "HR")
    cli.run("record", "Ann Lee", "works_for", "Globex", "--valid-from", "2023-07", "--source", "HR")
    return cli


def test_get_prints_the_fact_with_the_grain_of_its_bounds(ann: CommandLine) -> None:
    assert ann.rows("get", "Ann Lee", "works_for") == [["Ann Lee", "works_for", "Globex", "2023-07", "…"]]
    before = ann.rows("get", "Ann Lee", "works_for", "--valid-at", "2021-05-01")
    assert before == [["Ann Lee", "works_for", "Acme", "2019-03-01", "2023-07"]]


def test_get_as_json_is_one_fact(ann: CommandLine) -> None:
    fact = ann.json("get", "Ann Lee", "works_for", "--valid-at", "2021-05-01")
    assert (fact["object"], fact["valid_from"], fact["valid_to"]) == ("Acme", "2019-03-01", "2023-07")
    assert (fact["valid_from_grain"], fact["valid_to_grain"]) == ("day", "month")


def test_get_without_a_fact_prints_nothing_and_is_no_failure(ann: CommandLine) -> None:
    outcome = ann.run("get", "Ann Lee", "works_for", "--valid-at", "2018-01-01")
    assert (outcome.stdout, outcome.stderr) == ("", "")
    assert ann.json("get", "Nobody", "works_for") is None


def test_get_of_several_values_is_refused(cli: CommandLine) -> None:
    for drink in ("tea", "coffee"):
        cli.run("record", "Ann Lee", "likes", drink)
    assert cli.refused("get", "Ann Lee", "likes") == "many_values"
    assert {row[2] for row in cli.rows("find", "Ann Lee", "likes")} == {"tea", "coffee"}


def test_a_year_is_no_point_in_time(ann: CommandLine) -> None:
    assert ann.refused("get", "Ann Lee", "works_for", "--valid-at", "2021") == "ambiguous_time"
    assert ann.refused("timeline", "Ann Lee", "--valid-at", "2021") == "ambiguous_time"


def test_notes_say_which_moment_it_is_and_what_was_erased_since(ann: CommandLine) -> None:
    first, last = (fact["recorded_from"] for fact in ann.json("history", "Ann Lee", "works_for")[:2])
    assert ann.run("find", "--known-at", first).stderr == ""
    assert ann.run("find", "--known-at", "2999-01-01").stderr.startswith(f"note: as of the last commit, {last[:19]}")
    with tkg.open(ann.path, embedder=None) as graph:
        graph.erase(2)
    outcome = ann.run("find", "--known-at", first, "--json")
    (told,) = map(json.loads, outcome.stderr.splitlines())
    assert told["note"].startswith("content has been erased since, the last time ")
    assert [fact["object"] for fact in json.loads(outcome.stdout)] == ["Acme"]


def test_known_at_asks_what_was_believed_before_a_correction(ann: CommandLine) -> None:
    first = ann.json("history", "Ann Lee", "works_for")[0]["recorded_from"]
    ann.run("correct", "1", "--valid-from", "2019-09-01")
    at = ("get", "Ann Lee", "works_for", "--valid-at", "2019-05-01")
    assert ann.rows(*at) == []
    assert ann.rows(*at, "--known-at", first)[0][2] == "Acme"


def test_find_leaves_open_what_a_dash_stands_for(ann: CommandLine) -> None:
    ann.run("record", "Bo", "works_for", "Globex", "--valid-from", "2020-01-01")
    assert [row[0] for row in ann.rows("find", "-", "works_for", "Globex")] == ["Ann Lee", "Bo"]
    assert len(ann.json("find", "-", "-", "Globex")) == 2
    assert len(ann.json("find")) == 2
    assert ann.json("find", "-", "works_for", "Initech") == []


def test_timeline_gives_each_stretch(ann: CommandLine) -> None:
    stretches = [row[2:] for row in ann.rows("timeline", "Ann Lee")]
    assert stretches == [["Acme", "2019-03-01", "2023-07"], ["Globex", "2023-07", "…"]]


def test_timeline_at_an_instant_gives_only_what_holds_then(ann: CommandLine) -> None:
    ends = {"2019-02-28": [], "2019-03-01": ["Acme"], "2023-06-30T23:59:59Z": ["Acme"], "2023-07-01": ["Globex"]}
    for when, held in ends.items():
        assert [fact["object"] for fact in ann.json("timeline", "Ann Lee", "--valid-at", when)] == held


def test_timeline_during_a_stretch_gives_what_stands_to_it_so(ann: CommandLine) -> None:
    assert [row[2] for row in ann.rows("timeline", "Ann Lee", "--during", "2022/2023")] == ["Acme", "Globex"]
    within = ("timeline", "Ann Lee", "--during", "2022/..", "--match", "starts_within")
    assert [row[2] for row in ann.rows(*within)] == ["Globex"]
    assert ann.run("timeline", "Ann Lee", "--during", "2022", "--valid-at", "2022-01-01", status=2).stdout == ""


def test_history_gives_each_run_of_belief(ann: CommandLine) -> None:
    old, new, last = ann.json("history", "Ann Lee", "works_for")
    assert (old["object"], old["valid_to"], new["valid_to"]) == ("Acme", None, "2023-07")
    assert old["recorded_to"] == new["recorded_from"] == last["recorded_from"]
    assert [row[4:] for row in ann.rows("history", "Ann Lee", "works_for")] == [
        ["…", old["recorded_from"], old["recorded_to"]],
        ["2023-07", new["recorded_from"], "…"],
        ["…", last["recorded_from"], "…"],
    ]


def test_history_of_one_instant_gives_the_values_believed_of_it(ann: CommandLine) -> None:
    first, second = ann.json("history", "Ann Lee", "works_for", "--valid-at", "2024-01-01")
    assert (first["object"], second["object"]) == ("Acme", "Globex")
    assert first["recorded_to"] == second["recorded_from"]
    assert second["recorded_to"] is None
    assert ann.rows("history", "Ann Lee", "--valid-at", "2024-01-01")[1][2:] == ["Globex", second["recorded_from"], "…"]


def test_diff_says_what_was_learned_and_unlearned(ann: CommandLine) -> None:
    known = ann.json("history", "Ann Lee", "works_for")[1]["recorded_from"]
    ann.run("correct", "2", "--object", "Initech")
    assert ann.rows("diff", known) == [
        ["-", "Ann Lee", "works_for", "Globex", "2023-07", "…"],
        ["+", "Ann Lee", "works_for", "Initech", "2023-07", "…"],
    ]
    assert ann.json("diff", known, known) == {"added": [], "removed": []}
    then = ann.json("diff", known, "--valid-at", "2021-05-01", "--subject", "Ann Lee")
    assert then == {"added": [], "removed": []}


@pytest.fixture
def disputed(cli: CommandLine) -> CommandLine:
    """Two sources that disagree since the same day: the later one is less sure."""
    for employer, source, confidence in (("Acme", "HR", "0.9"), ("Globex", "rumour", "0.2")):
        cli.run(
            "record", "Ann Lee", "works_for", employer, "--source", source, "--confidence", confidence, "--valid-from",
            "2020-01-01",
        )  # fmt: skip
    return cli


def test_conflicts_names_each_claim(disputed: CommandLine) -> None:
    assert [row[:5] for row in disputed.rows("conflicts")] == [
        ["Ann Lee", "works_for", "Acme", "1", "HR"],
        ["Ann Lee", "works_for", "Globex", "2", "rumour"],
    ]
    (conflict,) = disputed.json("conflicts", "Ann Lee", "works_for")
    assert (conflict["values"], [claim["id"] for claim in conflict["claims"]]) == (["Acme", "Globex"], [1, 2])
    assert disputed.json("conflicts", "--valid-at", "2019-01-01") == []


@pytest.mark.parametrize(
    ("options", "believed"),
    [
        ([], {"Globex"}),
        (["--policy", "latest"], {"Globex"}),
        (["--policy", "confidence"], {"Acme"}),
        (["--policy", "all"], {"Acme", "Globex"}),
        (["--priority", "HR", "--priority", "rumour"], {"Acme"}),
        (["--policy", "source_priority", "--priority", "rumour", "--priority", "HR"], {"Globex"}),
    ],
)
def test_policy_settles_contradictions(disputed: CommandLine, options: list[str], believed: set[str]) -> None:
    assert {fact["object"] for fact in disputed.json("find", "Ann Lee", *options)} == believed


def test_sources_have_no_rank_under_another_policy(disputed: CommandLine) -> None:
    result = disputed.run("find", "--policy", "latest", "--priority", "HR", status=2)
    assert "--priority" in result.stderr
    assert disputed.refused("find", "--policy", "source_priority") == "bad_policy"


def test_explain_goes_down_to_what_lost(disputed: CommandLine) -> None:
    (explained,) = disputed.json("explain", "Ann Lee", "works_for")
    assert explained["fact"]["object"] == "Globex"
    assert [item["claim"]["id"] for item in explained["beaten"]] == [1]
    text = disputed.run("explain", "Ann Lee", "works_for").stdout
    assert text.startswith("Ann Lee works_for Globex: sources disagree")
    assert "claim 1, Acme, says HR" in text
    assert disputed.json("explain", "Ann Lee", "works_for", "Acme") == []


def test_modality_asks_for_plans(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "lives_in", "Oslo", "--modality", "planned", "--valid-from", "2020-01-01")
    assert cli.json("find") == []
    assert cli.json("get", "Ann Lee", "lives_in", "--modality", "planned")["object"] == "Oslo"


def test_scopes_are_apart(ann: CommandLine) -> None:
    assert ann.json("find", "--scope", "user:42") == []
    ann.run("record", "Ann Lee", "works_for", "Initech", "--scope", "user:42")
    assert ann.json("get", "Ann Lee", "works_for", "--scope", "user:42")["object"] == "Initech"
    assert ann.json("get", "Ann Lee", "works_for")["object"] == "Globex"


def test_what_no_date_says_is_shown_in_a_word(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "lives_in", "Oslo", "--observed", "2020-05-06T23:30:00Z")
    cli.run("record", "Bo", "lives_in", "Oslo", "--valid-from", "always", "--valid-to", "2020-02-03T04:05:06+00:00")
    cli.run(
        "record", "Cy", "lives_in", "Oslo", "--valid-from", "2001", "--valid-to", "unknown", "--observed", "2020-05"
    )
    shown = {row[0]: row[3:] for row in cli.rows("timeline")}
    assert shown == {
        "Ann Lee": ["by 2020-05-06", "…"],
        "Bo": ["always", "2020-02-03T04:05:06+00:00"],
        "Cy": ["2001", "by 2020-05-01"],
    }


def test_values_of_every_kind_are_shown_as_they_are_said(cli: CommandLine) -> None:
    words = {"text": "two\nlines\tand a tab", "number": "70.5", "boolean": "true", "date": "2021-03-14", "person": "Bo"}
    for kind, text in words.items():
        cli.run("record", "Ann Lee", f"has_{kind}", text, "--object-kind", kind)
    cli.run("record", "Ann Lee", "weighs", "70", "--unit", "kg")
    shown = {row[1]: row[2] for row in cli.rows("find", "Ann Lee")}
    assert shown == {
        "has_text": r"two\nlines\tand a tab", "has_number": "70.5", "has_boolean": "true", "has_date": "2021-03-14",
        "has_person": "Bo (person)", "weighs": "70 kg",
    }  # fmt: skip
    values = {fact["predicate"]: fact["object"] for fact in cli.json("find", "Ann Lee")}
    assert values == {
        "has_text": "two\nlines\tand a tab", "has_number": 70.5, "has_boolean": True, "has_date": "2021-03-14",
        "has_person": {"name": "Bo", "type": "person"}, "weighs": {"value": 70, "unit": "kg"},
    }  # fmt: skip


def test_chinese_is_printed_as_it_is(cli: CommandLine) -> None:
    cli.run("record", "王芳", "住在", "北京", "--valid-from", "2020-01-01")
    assert cli.rows("get", "王芳", "居住地") == [["王芳", "lives_in", "北京", "2020-01-01", "…"]]
    assert '"object": "北京"' in cli.run("get", "王芳", "lives_in", "--json").stdout


def test_reading_creates_and_changes_nothing(ann: CommandLine, tmp_path: Path) -> None:
    before = ann.path.read_bytes()
    for words in (("find",), ("timeline",), ("history",), ("conflicts",), ("diff", "2020-01-01"), ("verify",)):
        ann.run(*words)
    assert ann.path.read_bytes() == before

    missing = CommandLine(tmp_path / "missing.db")
    for command in (
        "find",
        "get a b",
        "verify",
        "retract 1",
        "correct 1 --object c",
        "end a b",
        "db upgrade",
        "db check",
    ):
        result = missing.run(*command.split(), status=1)
        assert str(missing.path) in result.stderr
        assert not missing.path.exists()
