"""What benchmarks/peers computes: the facts that both sides get, the right answers to questions, and the bars."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks.peers import data, worker
from benchmarks.peers.chart import lines
from benchmarks.peers.data import Fact
from benchmarks.peers.ours import Ours
from benchmarks.peers.process import CannotInstall, PeerFailed, Process, environment
from benchmarks.peers.side_by_side import BOTH_AXES, LOOKED_AT, PEERS, expected, judged

A = Fact("ann", "lives_in", "Oslo", "2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z")
B = Fact("ann", "lives_in", "Rome", "2021-01-01T00:00:00Z", None)
BOB = Fact("bob", "lives_in", "Oslo", "2019-01-01T00:00:00Z", None)


def program(path: Path, commands: str) -> Path:
    path.write_text(f"#!/bin/sh\n{commands}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("make", [data.facts, data.careers])
def test_the_facts_of_a_slot_follow_each_other(make: Any) -> None:
    slots: dict[tuple[str, str], list[Fact]] = {}
    for fact in make(1_000):
        slots.setdefault(fact[:2], []).append(fact)
    for row in (sorted(slot, key=lambda fact: fact.start) for slot in slots.values()):
        assert row[-1].end is None
        assert all(fact.end == later.start for fact, later in pairwise(row))
        assert make is data.careers or all(a.object != b.object for a, b in pairwise(row))
    assert make(1_000) == make(1_000)


def test_the_halves_are_all_the_facts() -> None:
    listed = data.facts(301)
    assert data.half(listed, 0) + data.half(listed, 1) == listed


@pytest.mark.parametrize(
    ("what", "question", "objects"),
    [
        ("slot", ["ann", "lives_in", "2020-12-31T00:00:00Z", 1], ["Oslo"]),
        ("slot", ["ann", "lives_in", "2021-01-01T00:00:00Z", 1], ["Rome"]),
        ("slot", ["ann", "lives_in", "2019-12-31T00:00:00Z", 1], []),
        (BOTH_AXES, ["ann", "lives_in", "2022-01-01T00:00:00Z", 0], []),
        (BOTH_AXES, ["ann", "lives_in", "2022-01-01T00:00:00Z", 1], ["Rome"]),
        ("subject", ["ann", "", "2020-06-01T00:00:00Z", 1], ["Oslo"]),
        ("predicate", ["", "lives_in", "2020-06-01T00:00:00Z", 1], ["Oslo", "Oslo"]),
    ],
)
def test_the_right_answer_is_a_scan_of_the_facts(what: str, question: list[Any], objects: list[str]) -> None:
    assert [triple[2] for triple in expected(what, [A, B, BOB], question)] == objects


def test_tkg_gives_the_right_answers(tmp_path: Path) -> None:
    listed, facts, store = data.facts(300), tmp_path / "facts.jsonl", tmp_path / "store"
    store.mkdir()
    data.write(facts, listed)
    ours = Ours(store, sorted({fact.predicate for fact in listed}), "normal")
    try:
        assert worker.answered(ours, {"do": "load", "facts": str(facts)})["seconds"] > 0
        for what in ("subject", "predicate", LOOKED_AT, "slot", BOTH_AXES):
            questions = data.questions(listed, 40)
            found = worker.answered(ours, {"do": "ask", "what": what, "questions": questions, "told": True})
            assert found["answers"] == [expected(what, listed, question) for question in questions]
            assert len(found["seconds"]) == 40
        added = worker.answered(
            ours, {"do": "add", "facts": [["new", "pred_0", "value", "2020-01-01T00:00:00Z", None]]}
        )
        assert len(added["seconds"]) == 1
        assert worker.answered(ours, {"do": "size"})["bytes"] > 0
    finally:
        ours.close()


def test_how_many_times_faster_is_judged_at_the_sizes_that_were_measured() -> None:
    peer = PEERS["mempalace"]
    figures = {"sizes": {"100000": {"predicate": {"times": 19.9}, "subject": {"times": 1.0}}}}
    assert {bar.what: bar.is_met for bar in judged(peer, peer.sizes, figures)} == {
        "predicate at 100000, times faster": False,
        "subject at 100000, times faster": True,
    }
    failed = judged(peer, peer.sizes, {"sizes": {}, "failed": "why"})
    assert [bar.is_met for bar in failed] == [None, None]
    assert judged(peer, (10_000,), {"sizes": {}, "failed": "why"}) == []


def test_a_chart_has_a_line_a_side_for_each_question() -> None:
    found: dict[str, Any] = {"sizes": {}}
    for size, ours in (("20", 2.0), ("10", 1.0)):
        times = {"ours_ms": {"median": ours}, "theirs_ms": {"median": 3 * ours}}
        found["sizes"][size] = {"facts": int(size), "slot": times, "bulk": {"times": 1}}
    assert lines(found) == {"slot": {"ours": [(10, 1.0), (20, 2.0)], "theirs": [(10, 3.0), (20, 6.0)]}}


def test_a_peer_that_cannot_be_installed_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = program(tmp_path / "python", "echo no such package >&2; exit 1")
    monkeypatch.setattr("sys.executable", str(script))
    with pytest.raises(CannotInstall, match="no such package"):
        environment(tmp_path / "environment", ("nothing",), "nothing")


def test_a_process_that_ends_says_what_it_said(tmp_path: Path) -> None:
    script = program(tmp_path / "python", "read line; echo $line is too much >&2")
    directory = tmp_path / "store"
    directory.mkdir()
    with Process(script, "worker", directory) as process, pytest.raises(PeerFailed, match="is too much"):
        process.ask(do="versions")


def test_facts_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "facts.jsonl"
    data.write(path, [A, B])
    assert data.read(path) == [A, B]
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[1])[4] is None
