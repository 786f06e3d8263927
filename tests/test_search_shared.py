"""Search in a file that others write, or that may not be written."""

import hashlib
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import tkg
from tests.conftest import Opener
from tests.embedding import DIMENSION, by_words, hashed
from tests.searching import said, texts, values
from tkg.clock import system_clock
from tkg.embed import Function
from tkg.errors import Locked

WRITER = """
import sys, tkg
path, count = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
with tkg.open(path, durability="normal", busy_timeout_s=30, embedder=None) as graph:
    for number in range(int(count)):
        graph.record("Ann", "works_for", f"Firm {number}", valid_from=f"{1900 + number}-01-01")
        if number % 3 == 0:
            graph.search("Firm", what="all")
"""


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("searched_before", [False, True])
def test_a_read_only_graph_that_is_behind_finds_all_and_changes_no_byte(
    path: Path, reopen: Opener, searched_before: bool
) -> None:
    graph = reopen(embedder=by_words())
    graph.record("Ann", "lives_in", "Oslo", valid_from="2015-01-01")
    if searched_before:
        graph.search("Oslo", what="all")
    gone = graph.record("Bob", "lives_in", "Oslo")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    graph.ingest([said("Oslo is cold.", id="m1")])
    graph.retract(gone)
    graph.close()
    side = path.with_name(f"{path.name}.hnsw")
    before = digest(path), digest(side) if side.exists() else None
    told: list[str] = []
    with tkg.open(path, readonly=True, embedder=by_words(told=told)) as reader:
        for _ in range(2):
            hits = reader.search("Who lives in Oslo?", what="all")
            assert set(texts(hits)) >= {"Ann lives in Rome", "Ann lives in Oslo", "Oslo is cold.", "Oslo"}
            assert "Bob lives in Oslo" not in texts(hits)
            assert (hits.pending, hits.without) == (0, ())
            assert len(told) == len(set(told))
    assert (digest(path), digest(side) if side.exists() else None) == before
    assert texts(reopen(embedder=by_words()).search("Oslo", what="episodes")) == ["Oslo is cold."]


def test_a_read_only_graph_goes_along_with_a_writer(path: Path, reopen: Opener) -> None:
    writer = reopen(embedder=by_words())
    writer.record("Ann", "lives_in", "Oslo")
    with tkg.open(path, readonly=True, embedder=by_words()) as reader:
        assert texts(reader.search("Ann")) == ["Ann lives in Oslo"]
        writer.record("Bob", "lives_in", "Rome")
        assert texts(reader.search("Bob", k=1)) == ["Bob lives in Rome"]
        writer.search("Bob", what="all")
        claim = writer.record("Cy", "lives_in", "Nice")
        assert texts(reader.search("Cy", k=1)) == ["Cy lives in Nice"]
        writer.erase(claim)
        assert not [text for text in texts(reader.search("Cy lives in Nice", what="all")) if "Nice" in text]
        assert set(texts(reader.search("Ann Bob"))) == {"Ann lives in Oslo", "Bob lives in Rome"}


def test_what_another_writes_is_found_at_the_next_search(reopen: Opener) -> None:
    a, b = reopen(embedder=by_words()), reopen(embedder=by_words())
    for number in range(5):
        a.record(f"A{number}", "likes", "tea")
        assert len(b.search("tea")) == 2 * number + 1
        b.record(f"B{number}", "likes", "tea")
        assert len(a.search("tea")) == 2 * number + 2
    a.retract(a.claims("B3")[0])
    assert len(b.search("tea")) == 9


def test_a_search_while_another_process_writes_and_searches(path: Path, reopen: Opener) -> None:
    count = 60
    command = [sys.executable, "-c", WRITER, str(path), str(count)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    graph = reopen(embedder=by_words(), clock=system_clock, busy_timeout_s=30)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.readline()
    process.stdin.write("go\n")
    process.stdin.flush()
    seen = [0]
    while process.poll() is None:
        hits = graph.search("For which firm does Ann work?", k=count, valid_at="2020-01-01")
        seen.append(int(values(hits)[0].removeprefix("Firm ")) + 1 if hits else 0)
        assert len(hits) <= 1
        assert len(graph.search("Firm", k=2 * count)) >= seen[-1]
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert seen == sorted(seen)
    assert len(graph.search("For which firm does Ann work?", k=2 * count)) == count
    assert values(graph.search("For which firm does Ann work?", k=1)) == [f"Firm {count - 1}"]
    assert graph.verify().ok


def test_a_search_answers_while_another_holds_the_file_and_says_what_it_lacks(reopen: Opener) -> None:
    reader, writer = reopen(embedder=by_words(), busy_timeout_s=0), reopen(embedder=by_words())
    writer.record("Ann", "lives_in", "Oslo")
    assert texts(reader.search("Oslo")) == ["Ann lives in Oslo"]
    writer.record("Bob", "lives_in", "Oslo")
    with writer._store.transaction() as under_way:
        hits = reader.search("Who lives in Oslo?")
        assert texts(hits) == ["Ann lives in Oslo"]
        (line,) = hits.without
        assert line.startswith("what was written last")
        with pytest.raises(Locked):
            reader.record("Cy", "lives_in", "Oslo")
        under_way.abandon()
    hits = reader.search("Who lives in Oslo?")
    assert (sorted(texts(hits)), hits.without) == (["Ann lives in Oslo", "Bob lives in Oslo"], ())


def test_what_is_retracted_is_not_found_though_the_index_cannot_be_brought_up(reopen: Opener) -> None:
    reader, writer = reopen(embedder=by_words(), busy_timeout_s=0), reopen(embedder=by_words())
    claim = writer.record("Ann", "lives_in", "Oslo", valid_from="2015-01-01")
    writer.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    reader.search("Oslo")
    writer.retract(claim)
    with writer._store.transaction() as under_way:
        assert values(reader.search("Oslo Rome")) == ["Rome"]
        under_way.abandon()


@pytest.mark.parametrize("of_questions", [False, True])
def test_what_another_writes_while_the_embedder_works_is_found(reopen: Opener, of_questions: bool) -> None:
    """It replaces what was there when the search began, and no lock is held that would keep it out."""
    writer = reopen(embedder=None, busy_timeout_s=0)
    written: list[tkg.Claim] = []

    def meanwhile(given: Sequence[str]) -> npt.NDArray[np.float64]:
        if not written:
            written.append(writer.record("Ann", "works_for", "Globex", valid_from="2020-01-01"))
        return hashed(given)

    passages, questions = (hashed, meanwhile) if of_questions else (meanwhile, hashed)
    graph = reopen(embedder=Function(passages, "slow", DIMENSION, questions))
    graph.record("Ann", "works_for", "Acme", valid_from="2015-01-01")
    hits = graph.search("Where does Ann work?", valid_at="2021-01-01")
    assert (values(hits), hits.without) == (["Globex"], ())


def test_a_search_does_not_run_after_a_writer_for_ever_and_says_so(reopen: Opener) -> None:
    writer = reopen(embedder=None, busy_timeout_s=0)
    written: list[tkg.Claim] = []

    def meanwhile(_: Sequence[str]) -> None:
        written.append(writer.record(f"P{len(written)}", "likes", "tea"))

    graph = reopen(embedder=by_words(first=meanwhile))
    graph.record("Ann", "likes", "tea")
    hits = graph.search("Who likes tea?", k=100)
    assert "Ann likes tea" in texts(hits)
    assert len(hits) >= len(written) > 1
    assert any("meanwhile" in line for line in hits.without)


def test_threads_that_share_a_graph_search_and_write(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    failures: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for number in range(15):
                graph.record(name, "likes", f"tea {number}")
                found = graph.search(f"{name} tea", k=100, filters={"subject": name})
                assert len(found) == number + 1
        except BaseException as error:  # noqa: BLE001 - handed to the test
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("xa", "yb", "zc")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(graph.search("tea", k=100)) == 45
