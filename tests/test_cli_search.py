"""`tkg search`, `tkg ask`, `tkg work`, `tkg reindex` and `tkg index check`: what they print, write and refuse."""

import json
import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import CommandLine, invoke
from tests.test_cli_terminal import on_terminal
from tkg.fusion import WEIGHTS

WORK = "Where does Ann Lee work?"
TALK = [
    ("t1", "Nora", "2023-03-14T18:02:00+01:00", "I moved to Berlin last Friday."),
    ("t2", "Nora", "2023-09-20T21:14:00+02:00", "From 2015 to 2018 I lived in Oslo, I know what a winter is."),
    ("t3", "Tom", "2024-06-18T19:52:00+02:00", "Well, I quit smoking two months ago."),
]


@pytest.fixture
def cli(path: Path) -> CommandLine:
    return CommandLine(path, {"TKG_EMBEDDER": "none"})


@pytest.fixture
def ann(cli: CommandLine) -> CommandLine:
    """Ann at Acme since March 2019, at Globex since July 2023, by HR; Bo at Initech, by a rumour."""
    cli.run("record", "Ann Lee", "works_for", "Acme", "--valid-from", "2019-03-01", "--source", "HR")
    cli.run("record", "Ann Lee", "works_for", "Globex", "--valid-from", "2023-07", "--source", "HR")
    cli.run("record", "Bo", "works_for", "Initech", "--valid-from", "2020-01-01", "--source", "rumour")
    return cli


@pytest.fixture
def talk(cli: CommandLine) -> CommandLine:
    """What Nora and Tom said."""
    lines = [{"id": id_, "speaker": speaker, "timestamp": when, "content": words} for id_, speaker, when, words in TALK]
    cli.run("ingest", "-", given="\n".join(map(json.dumps, lines)))
    return cli


# --- an endpoint on this machine ---

TOPICS = {"dog": 0, "puppy": 0, "biscuit": 0, "job": 1, "works": 1, "work": 1, "smoking": 2, "cigarettes": 2}


def topics(text: str) -> list[float]:
    """How often a text names each of three topics, and that it is a text."""
    found = [0.0, 0.0, 0.0, 0.1]
    for word in text.lower().replace("?", "").replace(".", "").split():
        if word in TOPICS:
            found[TOPICS[word]] += 1
    return found


@dataclass
class Served:
    """An endpoint: its address, what was asked of it, and the status that it answers with."""

    url: str = ""
    status: int = 200
    texts: list[str] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)

    def env(self, model: str = "topics") -> Mapping[str, str]:
        return {
            "TKG_EMBEDDER": self.url, "TKG_EMBEDDING_MODEL": model, "TKG_EMBEDDING_DIMENSION": "4",
            "TKG_EMBEDDER_KEY": "secret",
        }  # fmt: skip


@pytest.fixture
def served() -> Iterator[Served]:
    state = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            state.texts += asked
            state.keys.append(self.headers["Authorization"])
            data = [{"index": at, "embedding": topics(text)} for at, text in enumerate(asked)]
            body = json.dumps({"data": data} if state.status == 200 else {"error": "no such model"}).encode()
            self.send_response(state.status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in the base class
            """The test says what was asked."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        state.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield state
        server.shutdown()
        thread.join()


@pytest.fixture
def by_meaning(talk: CommandLine, served: Served) -> CommandLine:
    """The same talk, searched with the endpoint."""
    return replace(talk, env=served.env())


# --- search ---


def test_what_holds_now_comes_first_and_the_rest_is_marked(ann: CommandLine) -> None:
    rows = ann.rows("search", WORK)
    assert [row[1:] for row in rows[:2]] == [
        ["fact", "Ann Lee works_for Globex", "2023-07", "…", ""],
        ["fact", "Ann Lee works_for Acme", "2019-03-01", "2023-07", "not current, now Globex"],
    ]
    scores = [float(row[0]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 and len(row[0]) == len("0.123") for score, row in zip(scores, rows, strict=True))


def test_json_is_the_outcome_of_the_search(ann: CommandLine) -> None:
    found = ann.json("search", WORK)
    assert found.keys() == {"hits", "asked", "unclear", "pending", "without"}
    now, before = found["hits"][:2]
    assert (now["fact"]["object"], now["is_current"], now["superseded_by"]) == ("Globex", True, None)
    assert (before["fact"]["object"], before["superseded_by"]["object"]) == ("Acme", "Globex")
    assert (found["pending"], found["without"], now["signals"]) == (0, [], {})


def test_explain_shows_what_each_signal_adds(ann: CommandLine) -> None:
    (row, *_), (hit, *_) = ann.rows("search", WORK, "--explain"), ann.json("search", WORK, "--explain")["hits"]
    shown = row[-1].split()
    values = dict(zip(shown[::2], map(float, shown[1::2]), strict=True))
    assert {"words", "entity"} <= values.keys() <= WEIGHTS.keys()
    assert all(0 <= value <= WEIGHTS[name] for name, value in values.items())
    assert values == {name: pytest.approx(value, abs=0.005) for name, value in hit["signals"].items()}


def test_a_time_in_the_question_is_that_of_the_facts_and_is_said(ann: CommandLine) -> None:
    outcome = ann.run("search", "Where did Ann Lee work in May 2021?", "--reference-time", "2026-11-30")
    assert outcome.stderr == "May 2021, seen from 2026-11-30 → 2021-05 by en.month_year\n"
    found = [line.split("\t")[2] for line in outcome.stdout.splitlines()]
    assert found[0] == "Ann Lee works_for Acme"
    assert "Ann Lee works_for Globex" not in found
    (asked,) = ann.json("search", "Where did Ann Lee work in May 2021?")["asked"]
    assert (asked["words"], asked["meaning"]) == ("May 2021", "2021-05")


def test_valid_at_and_known_at_move_the_search(ann: CommandLine) -> None:
    first = ann.json("history", "Ann Lee", "works_for")[0]["recorded_from"]
    then = [row[2] for row in ann.rows("search", WORK, "--valid-at", "2021-05-01")]
    assert "Ann Lee works_for Acme" in then
    assert "Ann Lee works_for Globex" not in then
    assert [row[2:] for row in ann.rows("search", WORK, "--known-at", first)] == [
        ["Ann Lee works_for Acme", "2019-03-01", "…", ""]
    ]
    words = ann.run("search", WORK, "--valid-at", "last spring", "--reference-time", "2022-11-30")
    assert words.stderr.startswith("last spring, seen from 2022-11-30 → 2022-03-01/2022-05-31 by en.")
    assert "Ann Lee works_for Globex" not in words.stdout


def test_all_filters_are_required(ann: CommandLine) -> None:
    by_hr = ("--filter", '{"source": "HR"}')
    assert {row[2] for row in ann.rows("search", "works", *by_hr)} == {
        "Ann Lee works_for Acme", "Ann Lee works_for Globex",
    }  # fmt: skip
    both = ann.rows("search", "works", *by_hr, "--filter", '{"valid_from": {"gte": "2023"}}')
    assert [row[2] for row in both] == ["Ann Lee works_for Globex"]


def test_a_filter_that_cannot_be_meant_is_refused(ann: CommandLine) -> None:
    assert ann.refused("search", "works", "--filter", '{"colour": "red"}') == "bad_filter"
    for broken in ("{", "[1]"):
        assert "--filter" in ann.run("search", "works", "--filter", broken, status=2).stderr


def test_k_and_the_threshold_cut_the_list(ann: CommandLine) -> None:
    every = ann.rows("search", WORK)
    assert ann.rows("search", WORK, "-k", "1") == every[:1]
    low = float(every[-1][0])
    assert low < float(every[0][0])
    assert len(ann.rows("search", WORK, "--threshold", str(low + 0.001))) < len(every)
    assert ann.refused("search", WORK, "-k", "0") == "bad_input"
    assert ann.refused("search", " ") == "bad_input"


def test_words_of_messages_come_with_their_ids_and_the_facts_that_rest_on_them(talk: CommandLine) -> None:
    (row,) = talk.rows("search", "winter", "--what", "episodes")
    assert row[1:] == [
        "episode", f"Nora: {TALK[1][3]}", "2023-09-20T21:14:00+02:00", "",
        "t2; Nora lives_in Oslo, 2015 to 2019 (not current, now Berlin)",
    ]  # fmt: skip


def test_entities_come_with_how_much_is_known_of_them(talk: CommandLine) -> None:
    (row,) = talk.rows("search", "Nora", "--what", "entities")
    assert row[1:] == ["entity", "Nora", "", "", "2 facts"]


def test_all_kinds_can_be_searched_at_once(talk: CommandLine) -> None:
    kinds = {row[1] for row in talk.rows("search", "Where did Nora live?", "--what", "all")}
    assert kinds == {"fact", "episode", "entity"}


def test_what_cannot_be_found_prints_nothing_and_is_no_failure(ann: CommandLine) -> None:
    outcome = ann.run("search", "zeppelin")
    assert (outcome.stdout, outcome.stderr) == ("", "")
    assert ann.json("search", "zeppelin")["hits"] == []


def test_scopes_are_apart(ann: CommandLine) -> None:
    assert ann.rows("search", WORK, "--scope", "user:42") == []
    assert ann.run("ask", WORK, "--scope", "user:42").stdout == "no fact is known, and nothing was said\n"


def test_chinese_is_found(cli: CommandLine) -> None:
    cli.run("record", "王芳", "住在", "北京", "--valid-from", "2020-01-01")
    assert [row[2:5] for row in cli.rows("search", "王芳住在哪里?")] == [["王芳 lives_in 北京", "2020-01-01", "…"]]


def test_control_characters_are_shown_escaped(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "motto", "one\x1b[31m two\nthree", "--object-kind", "text")
    (row,) = cli.rows("search", "motto two")
    assert row[2] == r"Ann Lee motto one\x1b[31m two\nthree"


# --- ask ---


def test_ask_gives_facts_as_of_the_time_in_the_question_with_their_evidence(talk: CommandLine) -> None:
    outcome = talk.run("ask", "Where did Nora live in 2016?", "--reference-time", "2026-11-30")
    assert outcome.stderr.startswith("2016, seen from 2026-11-30 → 2016 by en.")
    assert outcome.stdout.splitlines()[:3] == [
        "Nora lives_in Oslo, 2015 to 2019 (not current, now Berlin)",
        '  "From 2015 to 2018 I lived in Oslo" (Nora, 2023-09-20)',
        "    From 2015 to 2018 said on 2023-09-20 → 2015-01-01/2018-12-31 by en.years",
    ]
    assert "Berlin," not in outcome.stdout


def test_ask_as_json_has_the_evidence_beside_each_fact(talk: CommandLine) -> None:
    answer = talk.json("ask", "Where did Nora live in 2016?")
    assert answer.keys() == {"facts", "words", "asked", "unclear", "pending", "without"}
    (fact,) = answer["facts"]
    assert fact["fact"]["object"] == "Oslo"
    (quote,) = fact["evidence"]
    assert (quote["quote"], quote["speaker"]) == ("From 2015 to 2018 I lived in Oslo", "Nora")
    assert quote["anchorings"][0]["words"] == "From 2015 to 2018"


def test_ask_shows_the_nearest_words_where_no_fact_answers(talk: CommandLine) -> None:
    assert talk.run("ask", "Who quit smoking?").stdout == (
        f'no fact is known; what was said:\n  "{TALK[2][3]}" (Tom, 2024-06-18, t3)\n'
    )
    answer = talk.json("ask", "Who quit smoking?")
    assert (answer["facts"], [words["message_ids"] for words in answer["words"]]) == ([], [["t3"]])


def test_ask_shows_three_of_the_nearest_words(cli: CommandLine) -> None:
    lines = [{"speaker": "Tom", "timestamp": f"202{year}-05-01T10:00Z", "content": "Cake!"} for year in range(5)]
    cli.run("ingest", "-", given="\n".join(map(json.dumps, lines)))
    assert len(cli.json("search", "cake", "--what", "episodes")["hits"]) == len(lines)
    assert len(cli.json("ask", "cake")["words"]) == 3


def test_ask_does_not_repeat_the_words_that_a_fact_rests_on(talk: CommandLine) -> None:
    answer = talk.json("ask", "Who moved to Berlin?")
    assert answer["facts"][0]["evidence"][0]["quote"].startswith("I moved to Berlin")
    assert ["t1"] not in [words["message_ids"] for words in answer["words"]]


def test_ask_shows_what_holds_now_with_what_it_superseded(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "job_title", "engineer", "--valid-from", "2019-03-01")
    cli.run("record", "Ann Lee", "job_title", "chef", "--valid-from", "2023-07")
    assert cli.json("search", "engineers?", "--explain")["hits"][0]["signals"].keys() == {"slot"}
    now, before = cli.json("ask", "engineers?")["facts"]
    assert (now["fact"]["object"], before["superseded_by"]["object"]) == ("chef", "chef")


def test_ask_names_the_source_of_what_was_recorded_without_words(ann: CommandLine) -> None:
    recorded = ann.json("history", "Bo", "works_for")[0]["recorded_from"][:10]
    lines = ann.run("ask", "Who works for Initech?").stdout.splitlines()
    assert lines[:2] == ["Bo works_for Initech, 2020-01-01 to …", f"  recorded {recorded}, says rumour"]


def test_ask_leaves_out_what_scores_less_than_half_of_the_best(ann: CommandLine) -> None:
    ann.run("record", "Bo", "likes", "tea")
    found = ann.json("search", "Where does Bo work?", "-k", "5")["hits"]
    near = [hit["fact"] for hit in found if hit["score"] >= found[0]["score"] / 2]
    assert 0 < len(near) < len(found)
    assert [fact["fact"] for fact in ann.json("ask", "Where does Bo work?")["facts"]] == near


def test_ask_shows_the_latest_quotes_of_a_fact(cli: CommandLine) -> None:
    lines = [
        {"speaker": "Nora", "timestamp": f"202{year}-05-01T10:00Z", "content": "I live in Oslo."} for year in range(5)
    ]
    cli.run("ingest", "-", given="\n".join(map(json.dumps, lines)))
    said = [f'  "I live in Oslo" (Nora, {year}-05-01)' for year in (2024, 2023, 2022)]
    assert cli.run("ask", "Where does Nora live?").stdout.splitlines()[1:] == [*said, "  and 2 more"]
    (fact,) = cli.json("ask", "Where does Nora live?")["facts"]
    assert len(fact["evidence"]) == len(lines)


def test_what_is_near_by_meaning_alone_answers_only_with_its_words(by_meaning: CommandLine) -> None:
    by_meaning.run("record", "Ann Lee", "has_pet", "puppy")
    (found, *_) = by_meaning.json("search", "dog?", "--explain")["hits"]
    assert (found["fact"]["object"], found["signals"].keys()) == ("puppy", {"meaning"})
    assert by_meaning.json("ask", "dog?")["facts"] == []

    line = {"id": "t4", "speaker": "Nora", "timestamp": "2024-07-01T10:00:00+02:00", "content": "I love cigarettes."}
    by_meaning.run("ingest", "-", given=json.dumps(line))
    (found, *_) = by_meaning.json("search", "smoking?", "--explain")["hits"]
    assert (found["fact"]["object"], found["signals"].keys()) == ("cigarettes", {"meaning"})
    assert by_meaning.json("ask", "smoking?")["facts"][0]["fact"]["object"] == "cigarettes"


# --- the file ---


@pytest.mark.parametrize("command", ["search Ann", "ask Ann", "work", "reindex", "index check"])
def test_none_of_them_creates_a_file(cli: CommandLine, tmp_path: Path, command: str) -> None:
    missing = CommandLine(tmp_path / "missing.db", cli.env)
    assert str(missing.path) in missing.run(*command.split(), status=1).stderr
    assert not missing.path.exists()


def test_a_file_that_may_not_be_written_is_searched_all_the_same(
    ann: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.run("search", WORK)
    ann.run("record", "Cy", "works_for", "Acme")
    before = ann.path.read_bytes()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert ann.rows("search", "Where does Cy work?")[0][2] == "Cy works_for Acme"
    assert ann.path.read_bytes() == before


def test_work_takes_in_what_is_pending(ann: CommandLine) -> None:
    before = ann.json("index", "check")
    assert (before["ok"], before["entries"], before["places"]) == (True, 0, 3)
    assert before["remedies"] == ["`tkg work` takes in what is pending, as does the next search"]
    assert ann.run("work").stdout == "0 texts embedded\n"
    after = ann.json("index", "check")
    assert (after["ok"], after["places"], after["remedies"]) == (True, 0, [])
    assert after["entries"] == 8, "3 facts and 5 names"
    assert ann.run("index", "check").stdout.splitlines()[-1] == "all is well"


def test_reindex_makes_the_words_anew_and_keeps_all_facts(ann: CommandLine) -> None:
    found, facts = ann.rows("search", WORK), ann.json("timeline")
    assert ann.json("reindex") == {"embedded": 0}
    assert (ann.rows("search", WORK), ann.json("timeline")) == (found, facts)


def test_long_work_shows_a_bar_on_a_terminal(ann: CommandLine) -> None:
    status, shown = on_terminal("work", "--db", str(ann.path), "--embedder", "none")
    assert status == 0
    assert "working" in shown
    assert ann.run("work").stderr == ""


# --- embedders ---


def test_an_endpoint_finds_by_meaning_what_no_word_finds(by_meaning: CommandLine, served: Served) -> None:
    assert by_meaning.json("search", "cigarettes", "--what", "episodes")["hits"][0]["message_ids"] == ["t3"]
    assert any(TALK[2][3] in text for text in served.texts)
    assert set(served.keys) == {"Bearer secret"}


def test_work_embeds_once(by_meaning: CommandLine, served: Served) -> None:
    pending = by_meaning.json("index", "check")
    done = by_meaning.json("work")["embedded"]
    assert done == len(served.texts) > pending["pending"] == 0, "nothing was taken in, so nothing was pending"
    assert by_meaning.json("work")["embedded"] == 0
    assert len(served.texts) == done


def test_another_embedder_than_that_of_the_file_is_refused_by_name(by_meaning: CommandLine, served: Served) -> None:
    by_meaning.run("work")
    for env in ({}, served.env("another")):
        assert replace(by_meaning, env=env).refused("search", "dog") == "wrong_embedder"
    assert replace(by_meaning, env={"TKG_EMBEDDER": "none"}).rows("search", "Nora lives in Berlin")


def test_reindex_changes_the_embedder_only_when_it_is_named(by_meaning: CommandLine, served: Served) -> None:
    facts = by_meaning.json("timeline")
    done = by_meaning.json("work")["embedded"]
    other = replace(by_meaning, env=served.env("another"))
    assert other.json("reindex", "--embedder", served.url) == {"embedded": done}
    assert other.json("search", "cigarettes", "--what", "episodes")["hits"][0]["message_ids"] == ["t3"]
    assert by_meaning.refused("search", "cigarettes") == "wrong_embedder"
    assert other.json("timeline") == facts


def test_reindex_by_another_embedder_of_the_environment_is_refused(by_meaning: CommandLine, served: Served) -> None:
    by_meaning.run("work")
    assert replace(by_meaning, env=served.env("another")).refused("reindex") == "wrong_embedder"
    embedded = len(served.texts)
    assert by_meaning.json("reindex")["embedded"] == embedded
    assert len(served.texts) == embedded, "vectors are used again"


def test_until_a_change_of_the_embedder_is_done_the_file_is_searched_with_the_one_before(
    by_meaning: CommandLine, served: Served
) -> None:
    by_meaning.run("work")
    other, change = replace(by_meaning, env=served.env("another")), ("reindex", "--embedder", served.url)
    served.status = 404
    assert other.refused(*change) == "embedder_error"
    served.status = 200
    assert by_meaning.json("index", "check")["pending"] == 0
    assert by_meaning.json("search", "cigarettes", "--what", "episodes")["without"] == []
    other.run(*change)
    assert other.json("search", "cigarettes", "--what", "episodes")["without"] == []


def test_a_search_goes_on_without_an_endpoint_that_refuses_and_says_so(by_meaning: CommandLine, served: Served) -> None:
    served.status = 404
    outcome = by_meaning.run("search", "Berlin")
    assert outcome.stdout.split("\t")[2] == "Nora lives_in Berlin"
    told = outcome.stderr.splitlines()
    assert all(line.startswith("note: ") for line in told)
    assert told[0].startswith("note: searched without the meaning of some texts: ")
    assert "status 404" in told[0]
    assert told[-1].startswith("note: 2 texts are found by their words alone")
    as_json = by_meaning.run("search", "Berlin", "--json")
    assert as_json.stderr == ""
    found = json.loads(as_json.stdout)
    assert (found["pending"], len(found["without"])) == (2, 2), "the two facts"
    assert by_meaning.refused("work") == "embedder_error"


@pytest.mark.parametrize(
    "words",
    [
        ["--embedder", "gpt"],
        ["--embedder", "https://127.0.0.1/v1"],
        ["--embedder", "https://127.0.0.1/v1", "--embedding-model", "m"],
        ["--embedding-model", "m"],
        ["--dimension", "4"],
    ],
)
def test_half_an_embedder_is_wrong_usage(path: Path, words: list[str]) -> None:
    outcome = invoke("search", "Ann", *words, env={"TKG_DB": str(path)})
    assert (outcome.status, outcome.stdout) == (2, "")
    assert "--embedder" in outcome.stderr


def test_a_named_embedder_stands_over_that_of_the_environment(by_meaning: CommandLine, served: Served) -> None:
    by_meaning.run("search", "Berlin", "--embedder", "none")
    assert served.texts == []


# --- index check ---


def test_a_damaged_side_index_is_named_with_what_to_do(by_meaning: CommandLine) -> None:
    by_meaning.run("work")
    side = Path(f"{by_meaning.path}.hnsw")
    assert by_meaning.json("index", "check")["side"]["word"] == "fresh"
    side.write_bytes(side.read_bytes()[:100])
    lines = by_meaning.run("index", "check", status=1).stdout.splitlines()
    assert lines[-3].startswith(f"{side}: damaged, ")
    assert lines[-2].startswith("side index: `tkg work` writes it anew")
    report = by_meaning.json("index", "check", status=1)
    assert (report["ok"], report["side"]["word"], len(report["remedies"])) == (False, "damaged", 1)
    outcome = by_meaning.run("search", "cigarettes", "--what", "episodes", "--json")
    assert json.loads(outcome.stdout)["hits"][0]["message_ids"] == ["t3"]
    assert "is not used" in json.loads(outcome.stderr)["note"]
    assert by_meaning.json("index", "check")["ok"] is True, "the search wrote it anew"
