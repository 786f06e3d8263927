"""What is erased is in no answer, no entry, no vector and no file; what others have stays as it is."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tkg
from tests.conftest import Opener
from tests.embedding import by_words
from tkg import entries
from tkg.entries import Entries
from tkg.errors import StorageError
from tkg.index import file

MARK = "Zyxqw"


def said(minute: int, content: str, speaker: str = "Ann", **more: str) -> dict[str, Any]:
    return {"speaker": speaker, "content": content, "timestamp": f"2024-05-06T10:{minute:02}:00Z", **more}


def rows(graph: tkg.Graph, query: str) -> list[tuple[Any, ...]]:
    return graph._store.connection.execute(query).fetchall()


def texts(graph: tkg.Graph, question: str, **options: Any) -> list[str]:
    return [hit.text for hit in graph.search(question, what="all", k=200, **options)]


def holding(graph: tkg.Graph, mark: str = MARK) -> list[tuple[int, bytes]]:
    """The entries whose embedded text has the mark, with their digests."""
    entries = Entries(graph._store)
    with graph._store.snapshot():
        listed = rows(graph, "SELECT id, digest FROM entry")
        return [(id_, digest) for id_, digest in listed if mark in entries.text(id_)]


def traces(graph: tkg.Graph, ids: Sequence[int]) -> Iterator[bytes]:
    """What could be left in a file of entries: their digests, and their vectors of 16 and of 32 bits."""
    for id_ in ids:
        for digest, vector in rows(graph, f"SELECT digest, vector FROM vector WHERE entry = {id_}"):
            yield from (digest, vector, np.frombuffer(vector, "<f2").astype("<f4").tobytes())


def files(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in path.parent.iterdir() if each.name.startswith(path.name)}


def assert_in_no_file(path: Path, gone: Sequence[bytes] = (), mark: str = MARK) -> None:
    for name, held in files(path).items():
        assert mark.lower().encode() not in held.lower(), name
        assert not [trace for trace in gone if trace in held], name


def assert_gone(graph: tkg.Graph, mark: str = MARK) -> None:
    """No hit, no entry, no word and no vector has the mark."""
    assert not any(mark.lower() in text.lower() for text in texts(graph, mark))
    assert holding(graph) == holding(graph, "erased") == []
    words = rows(graph, "SELECT own || ' ' || beside FROM entry_words")
    assert not any(mark.lower() in text for (text,) in words)
    graph._store.connection.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, entry_words, row)")
    assert rows(graph, f"SELECT term FROM temp.vocabulary WHERE term LIKE '%{mark.lower()}%'") == []
    graph._store.connection.execute("DROP TABLE temp.vocabulary")
    assert rows(graph, "SELECT entry FROM vector WHERE entry NOT IN (SELECT id FROM entry)") == []
    assert graph.verify().ok


def filled(graph: tkg.Graph, scope: str | None = None) -> None:
    """Facts and messages, some about the mark."""
    graph.ingest([said(0, "Good morning."), said(1, f"{MARK} came by."), said(2, "And left.")], scope=scope)
    graph.record("Ann", "likes", "tea", scope=scope)
    graph.record(MARK, "likes", "milk", scope=scope)


# --- nothing is left ---


def test_fifty_rows_with_a_marked_word_are_in_no_file_of_a_graph_that_was_saved(reopen: Opener, path: Path) -> None:
    graph = reopen(embedder=by_words())
    graph.ingest([said(n, f"Number {n}: I met {MARK} again.", id=f"m{n}") for n in range(25)])
    for n in range(25):
        graph.record(*((MARK, "likes", f"drink {n}") if n % 2 else (f"person {n}", "knows", MARK)), valid_from="2020")
    graph.record("Ann", "likes", "tea")
    graph.work()
    marked = holding(graph)
    assert len(marked) >= 50
    gone = [*traces(graph, [id_ for id_, _ in marked]), *(digest for _, digest in marked)]
    graph.close()
    assert path.with_name(f"{path.name}.hnsw").exists()
    graph = reopen(embedder=by_words())
    assert len(texts(graph, MARK)) >= 50
    graph.erase(entity=MARK)
    assert_in_no_file(path, gone)
    assert_gone(graph)
    assert "Ann likes tea" in texts(graph, "tea")
    graph.close()
    assert_in_no_file(path, gone)


@pytest.mark.parametrize("indexed", [True, False])
def test_an_erased_claim_is_not_found_and_what_else_is_known_is(reopen: Opener, path: Path, indexed: bool) -> None:
    graph = reopen(embedder=by_words())
    graph.record("Ann", "likes", "tea")
    claim = graph.record("Ann", "knows", MARK)
    if indexed:
        assert f"Ann knows {MARK}" in texts(graph, MARK)
    graph.erase(claim)
    assert_gone(graph)
    assert {"Ann", "Ann likes tea"} <= set(texts(graph, "Ann tea"))
    graph.close()
    assert_in_no_file(path)


def test_a_fact_that_another_claim_says_too_stays(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    first = graph.record("Ann", "likes", "tea", source="Bob")
    graph.record("Ann", "likes", "tea", source="Eve")
    graph.search("tea", what="all")
    graph.erase(first)
    assert {"Ann", "Ann likes tea"} <= set(texts(graph, "Ann tea"))


def test_the_object_of_another_fact_stays_an_entity(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    claim = graph.record("Bob", "knows", "Eve")
    graph.record("Ann", "knows", "Bob")
    graph.search("Bob", what="all")
    graph.erase(claim)
    assert {"Bob", "Ann knows Bob"} <= set(texts(graph, "Bob"))


def test_an_entity_of_which_other_facts_are_known_stays(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    claim = graph.record("Ann", "knows", "Bob")
    graph.record("Bob", "likes", "tea")
    graph.search("Bob")
    graph.erase(claim)
    found = texts(graph, "Bob")
    assert {"Bob", "Bob likes tea"} <= set(found)
    assert "Ann" not in found
    assert holding(graph, "Ann") == []


def test_an_entity_is_gone_under_the_names_that_merges_keep(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    graph.record(MARK, "likes", "tea")
    graph.record("Ann", "likes", "milk")
    graph.merge(MARK, f"Doctor {MARK}")
    assert f"Doctor {MARK}" in texts(graph, MARK)
    graph.erase(entity=f"Doctor {MARK}")
    assert_gone(graph)


def test_one_of_two_that_were_split_stays(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    graph.record("Ann", "likes", "milk")
    second = graph.record("Ann", "likes", "tea")
    graph.split([(second, "subject")], MARK)
    assert f"{MARK} likes tea" in texts(graph, MARK)
    graph.erase(entity=MARK)
    assert f"{MARK} likes tea" not in texts(graph, MARK)
    assert {"Ann", "Ann likes milk"} <= set(texts(graph, "Ann"))
    assert not any("tea" in text for text in texts(graph, "Ann tea"))


def test_what_was_erased_is_not_taken_in_later(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    filled(graph)
    graph.erase(entity=MARK)
    assert_gone(graph)
    assert "Ann likes tea" in texts(graph, "tea")


def test_what_is_said_anew_is_found_again(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    filled(graph)
    graph.search("tea", what="all")
    graph.erase(entity=MARK)
    graph.record(MARK, "likes", "coffee")
    assert {MARK, f"{MARK} likes coffee"} <= set(texts(graph, MARK))
    assert not any("milk" in text for text in texts(graph, f"{MARK} milk"))


# --- words ---


def test_a_speaker_who_is_erased_is_not_found_by_name_and_not_in_what_follows(reopen: Opener, path: Path) -> None:
    graph = reopen(embedder=by_words())
    graph.ingest([said(0, "Hello there.", MARK), said(1, "Good morning."), said(2, "Lovely day."), said(3, "Indeed.")])
    graph.record(MARK, "likes", "tea")
    assert "Hello there." in texts(graph, MARK)
    assert len(holding(graph)) == 5  # two of the graph, the message, and two that have it as context
    graph.erase(entity=MARK)
    assert_gone(graph)
    assert "Hello there." in texts(graph, "hello")
    graph.close()
    assert_in_no_file(path)


def test_a_quote_is_masked_in_its_passage_and_in_those_beside_it(reopen: Opener, path: Path) -> None:
    graph = reopen(embedder=by_words())
    graph.ingest([said(0, "Good morning."), said(1, f"I live in {MARK}."), said(2, "How nice."), said(3, "Yes.")])
    (claim,) = graph.claims()
    assert len(holding(graph)) == 0
    assert len(texts(graph, MARK)) > 0
    assert len(holding(graph)) == 5  # a fact, an entity, the message, and two that have it as context
    graph.erase(claim)
    assert_gone(graph)
    assert "How nice." in texts(graph, "nice")
    graph.close()
    assert_in_no_file(path)


def test_a_long_message_whose_passages_are_cut_elsewhere_once_it_is_masked(reopen: Opener, path: Path) -> None:
    # The first cut of the text is at the end of the name, which is a sentence for the one who cuts.
    name = f"{MARK}. {MARK} Holding"
    start = "word " * 130
    text = f"{start}and so I met {name} once more, " + "after word " * 130
    graph = reopen(embedder=by_words())
    graph.ingest([said(0, text)])
    graph.record(name, "knows", "Ann")
    graph.search("word", what="all")
    before = rows(graph, "SELECT b, c FROM entry WHERE kind = 1 ORDER BY b")
    graph.erase(entity=name)
    after = rows(graph, "SELECT b, c FROM entry WHERE kind = 1 ORDER BY b")
    assert after != before
    assert after[-1][1] == len(text)
    assert_gone(graph)
    joined = [later[0] <= earlier[1] for earlier, later in pairwise(after)]
    assert all(joined)
    graph.close()
    assert_in_no_file(path)


@pytest.mark.parametrize("at", range(2, 8))
def test_words_of_a_message_that_only_its_neighbours_have_taken_in(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    graph = reopen(embedder=by_words())
    graph.ingest([said(n, f"I met {MARK}." if n == at else f"Number {n}.") for n in range(8)])
    graph.record(MARK, "likes", "tea")
    monkeypatch.setattr(entries, "STEP", 3)
    taking_in = Entries(graph._store)
    for _ in range(2):
        with graph._store.upkeep() as place:
            done, of = taking_in._step(place)
    assert done < of
    graph.erase(entity=MARK)
    words = rows(graph, "SELECT own || ' ' || beside FROM entry_words")
    assert not [text for (text,) in words if MARK.lower() in text]
    assert holding(graph) == []
    assert_gone(graph)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("between", [1, 4])
def test_words_beside_a_message_are_gone_though_others_came_between(
    reopen: Opener, path: Path, first: bool, between: int
) -> None:
    """Those that came between wait to be taken in: they hide that the two were neighbours."""
    graph = reopen(embedder=by_words())
    marked, other = said(0, f"I met {MARK} there."), said(30, "Nice to hear.")
    if not first:
        marked, other = {**marked, "timestamp": other["timestamp"]}, {**other, "timestamp": marked["timestamp"]}
    graph.ingest([marked, other])
    graph.record(MARK, "likes", "tea")
    graph.work()
    # A vector of one word is nothing but zeros and a one, which are in any file.
    gone = [trace for trace in traces(graph, [id_ for id_, _ in holding(graph)]) if sum(map(bool, trace)) > 8]
    assert gone
    graph.ingest([said(10 + n, "Tea, or coffee?") for n in range(between)])
    graph.erase(entity=MARK)
    assert holding(graph) == []
    assert_in_no_file(path, gone)
    assert_gone(graph)
    assert_in_no_file(path, gone)


def test_an_entity_that_only_a_split_made_goes_with_its_only_claim(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    claim = graph.record("Ann", "likes", "milk")
    graph.split([(claim, "subject")], MARK)
    assert MARK in texts(graph, MARK)
    graph.erase(claim)
    assert holding(graph) == []
    assert MARK not in texts(graph, MARK)


# --- others ---


def test_what_another_user_has_is_as_it_was(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    for scope in ("default", "other"):
        filled(graph, scope)
        graph.search("tea", what="all", scope=scope)

    def of_other() -> list[list[tuple[Any, ...]]]:
        entry = "(SELECT * FROM entry WHERE scope = (SELECT id FROM scope WHERE name = 'other')) e"
        queries = (
            f"SELECT e.* FROM {entry} ORDER BY id",
            f"SELECT w.rowid, w.* FROM entry_words w JOIN {entry} ON e.id = w.rowid ORDER BY w.rowid",
            f"SELECT v.* FROM vector v JOIN {entry} ON e.id = v.entry ORDER BY v.id",
            f"SELECT y.* FROM saying y JOIN {entry} ON e.id = y.entry ORDER BY entry, claim",
        )
        return [rows(graph, query) for query in queries]

    before, found = of_other(), texts(graph, MARK, scope="other")
    assert all(before)
    assert f"{MARK} came by." in found
    graph.erase(entity=MARK)
    assert not any(MARK in text for text in texts(graph, MARK))
    assert of_other() == before
    assert texts(graph, MARK, scope="other") == found


def test_another_process_drops_what_it_has_in_memory(reopen: Opener) -> None:
    graph, other = reopen(embedder=by_words()), reopen(embedder=by_words())
    filled(graph)
    assert f"{MARK} likes milk" in texts(other, MARK)
    index = other._searching.finder.index
    vector = {row.tobytes() for row in index._rows.vectors}
    (marked,) = (id_ for id_, _ in holding(other) if "likes" in Entries(other._store).text(id_))
    gone = list(traces(other, [marked]))[2]
    assert gone in vector
    graph.erase(entity=MARK)
    assert not any(MARK in text for text in texts(other, MARK))
    assert gone not in {row.tobytes() for row in index._rows.vectors}


@pytest.mark.parametrize("who", ["the one that erased", "another"])
def test_vectors_from_before_an_erasure_are_not_saved_after_it(reopen: Opener, path: Path, who: str) -> None:
    graph, other = reopen(embedder=by_words()), reopen(embedder=by_words())
    filled(graph)
    closing = graph if who == "the one that erased" else other
    assert f"{MARK} likes milk" in texts(closing, MARK)
    gone = list(traces(graph, [id_ for id_, _ in holding(closing)]))
    graph.erase(entity=MARK)
    closing.close()
    assert_in_no_file(path, gone)


def test_vectors_that_are_being_saved_while_they_are_erased_do_not_stay(
    reopen: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph, other = reopen(embedder=by_words()), reopen(embedder=by_words())
    filled(graph)
    assert f"{MARK} likes milk" in texts(other, MARK)
    gone = list(traces(graph, [id_ for id_, _ in holding(other)]))
    write = file.write

    def late(*given: Any) -> None:
        graph.erase(entity=MARK)
        write(*given)

    monkeypatch.setattr(file, "write", late)
    other.close()
    assert_in_no_file(path, gone)


def test_a_reader_that_is_in_the_middle_does_not_keep_an_erasure_from_being_done(reopen: Opener, path: Path) -> None:
    graph = reopen(embedder=by_words(), busy_timeout_s=0.01)
    filled(graph)
    graph.search("tea", what="all")
    reader = reopen(embedder=None, readonly=True)
    with reader._store.snapshot():
        assert reader.find(MARK)
        graph.erase(entity=MARK)
        assert graph.find(MARK) == []
        assert reader.find(MARK)
    assert_gone(graph)
    assert reader.find(MARK) == []
    reader.close()
    graph.close()
    assert_in_no_file(path)


def test_an_erasure_without_an_embedder_takes_the_side_index_away_too(reopen: Opener, path: Path) -> None:
    with reopen(embedder=by_words()) as graph:
        filled(graph)
        graph.work()
    aside = path.with_name(f"{path.name}.hnsw")
    assert aside.exists()
    with reopen(embedder=None) as graph:
        graph.erase(entity=MARK)
        assert not aside.exists()
        assert_gone(graph)


def test_nothing_is_erased_while_the_side_index_cannot_be_deleted(
    reopen: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = reopen(embedder=by_words())
    filled(graph)
    graph.work()

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tkg.index.discard", refuse)
    with pytest.raises(StorageError, match=rf"{re.escape(path.name)}\.hnsw has vectors .*: delete it first"):
        graph.erase(entity=MARK)
    assert graph.find(MARK) != []


def test_a_refused_erasure_leaves_the_index_as_it_is(reopen: Opener, path: Path) -> None:
    graph = reopen(embedder=by_words())
    filled(graph)
    graph.work()
    before = files(path)[f"{path.name}.hnsw"], rows(graph, "SELECT * FROM index_state ORDER BY key")
    with pytest.raises(tkg.errors.UnknownClaim):
        graph.erase(entity="Nobody")
    assert before == (files(path)[f"{path.name}.hnsw"], rows(graph, "SELECT * FROM index_state ORDER BY key"))


@pytest.mark.parametrize(
    "later",
    [
        lambda graph: graph.search("anything"),
        lambda graph: graph.as_of().search("anything"),
        lambda graph: graph.record("Ann", "likes", "soup"),
        lambda graph: graph.ingest([]),
        lambda graph: graph.work(),
        lambda graph: graph.reindex(),
    ],
)
def test_what_was_erased_leaves_the_log_once_nobody_reads_from_before(
    reopen: Opener, path: Path, caplog: pytest.LogCaptureFixture, later: Callable[[tkg.Graph], object]
) -> None:
    graph = reopen(embedder=None, busy_timeout_s=0)
    filled(graph)
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM claim").fetchone()
        graph.erase(entity=MARK)
        assert [record.levelname for record in caplog.records if "-wal" in record.message] == ["WARNING"]
    assert MARK.encode().lower() in files(path)[f"{path.name}-wal"].lower()
    later(graph)
    assert_in_no_file(path)


def test_what_a_killed_save_has_left_is_taken_away_where_there_is_no_side_index(reopen: Opener, path: Path) -> None:
    graph = reopen(embedder=None)
    filled(graph)
    left = path.with_name(f"{path.name}.hnsw.0123456789abcdef.tmp")
    left.write_bytes(MARK.encode())
    graph.erase(entity=MARK)
    assert not left.exists()


def test_the_side_index_goes_whatever_way_led_to_the_file(
    reopen: Opener, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = reopen(embedder=by_words())
    filled(graph)
    graph.work()
    graph.close()
    beside = path.with_name(f"{path.name}.hnsw")
    assert beside.exists()
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(path)
    monkeypatch.chdir(link.parent)
    with tkg.open("link.db", embedder=by_words(), durability="normal") as linked:
        monkeypatch.chdir(tmp_path)
        linked.erase(entity=MARK)
        assert not beside.exists()
        linked.work()
    assert beside.exists()
    assert [each.name for each in link.parent.iterdir()] == ["link.db"]
