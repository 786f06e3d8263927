"""A file that may only be read is searched as well as another, and stays as it is."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener
from tests.embedding import by_words
from tkg import finding, overlay
from tkg.errors import ReadOnly, StorageError

TABLES = ("entry", "saying", "named_time", "embedder", "vector", "index_state", "entry_words")


def said(minute: int, content: str) -> dict[str, Any]:
    return {"speaker": "Ann", "content": content, "timestamp": f"2024-05-06T10:{minute:02}:00Z"}


def texts(graph: tkg.Graph, question: str, what: Any = "all", **options: Any) -> list[str]:
    return [hit.text for hit in graph.search(question, what=what, **options)]


def by_meaning(graph: tkg.Graph, question: str) -> dict[str, float]:
    """What each hit owes to its meaning."""
    return {hit.text: hit.signals.get("meaning", 0) for hit in graph.search(question, what="all", explain=True)}


def contents(path: Path) -> dict[str, bytes]:
    """The bytes of the file and of all that lies beside it, but for the log, of which there is nothing."""
    found = {each.name.removeprefix(path.name): each.read_bytes() for each in path.parent.iterdir()}
    found.pop("-shm", None)
    assert not found.pop("-wal", b"")
    return found


def is_laid(graph: tkg.Graph) -> bool:
    query = "SELECT 1 FROM temp.sqlite_schema WHERE name = 'entry'"
    return graph._store.connection.execute(query).fetchone() is not None


def test_what_was_never_indexed_is_found_and_the_file_stays_as_it_is(reopen: Opener, path: Path) -> None:
    with reopen(embedder=by_words()) as graph:
        graph.record("Ann", "likes", "tea")
        graph.record("Bob", "likes", "milk")
        graph.record("Eve", "likes", "juice")
        graph.record("Dan", "likes", "water")
        graph.ingest([said(0, "We drank coffee in March 2021.")])
    before = contents(path)
    with reopen(readonly=True, embedder=by_words()) as reader:
        assert texts(reader, "tea", "facts")[0] == "Ann likes tea"
        assert texts(reader, "coffee", "episodes") == ["We drank coffee in March 2021."]
        assert by_meaning(reader, "tea")["Ann likes tea"] > 0
        assert is_laid(reader)
        assert contents(path) == before


def test_it_finds_what_a_graph_that_may_write_finds(reopen: Opener) -> None:
    with reopen(embedder=by_words()) as graph:
        graph.record("Ann", "likes", "tea")
        graph.ingest([said(0, "tea first"), said(3, "tea last")])
        graph.search("tea")
        graph.record("Bob", "likes", "tea and coffee")
        graph.ingest([said(1, "tea between")])
    with reopen(readonly=True, embedder=by_words()) as reader:
        found = reader.search("tea", what="all", explain=True).to_dict()
    with reopen(embedder=by_words()) as graph:
        assert graph.search("tea", what="all", explain=True).to_dict() == found


def test_one_that_is_up_to_date_needs_no_copy(reopen: Opener) -> None:
    with reopen(embedder=by_words()) as graph:
        graph.record("Ann", "likes", "tea")
        graph.work()
    reader = reopen(readonly=True, embedder=by_words())
    assert texts(reader, "tea", "facts") == ["Ann likes tea"]
    assert not is_laid(reader)


def test_what_others_write_afterwards_is_found_too(reopen: Opener) -> None:
    graph, reader = reopen(embedder=by_words()), reopen(readonly=True, embedder=by_words())
    graph.record("Ann", "likes", "tea")
    assert texts(reader, "tea", "facts") == ["Ann likes tea"]
    assert is_laid(reader)
    graph.record("Bob", "likes", "coffee")
    graph.ingest([said(0, "Nobody drank water.")])
    assert texts(reader, "coffee", "facts")[0] == "Bob likes coffee"
    graph.work()
    graph.record("Eve", "drinks", "lemonade")
    graph.record("Dan", "drinks", "wine")
    assert texts(reader, "lemonade", "facts")[0] == "Eve drinks lemonade"
    assert texts(reader, "water", "episodes") == ["Nobody drank water."]
    assert by_meaning(reader, "lemonade")["Eve drinks lemonade"] > 0


def test_the_index_that_is_checked_is_the_files(reopen: Opener) -> None:
    graph, reader = reopen(embedder=by_words()), reopen(readonly=True, embedder=by_words())
    graph.record("Ann", "likes", "tea")
    reader.search("tea")
    graph.record("Bob", "likes", "coffee")
    graph.work()
    reader.search("coffee")
    assert is_laid(reader)
    assert reader.check_index() == graph.check_index()
    assert texts(reader, "coffee", "facts")[0] == "Bob likes coffee"


def test_a_fact_that_is_retracted_or_replaced_in_the_file_is_not_found_as_current(reopen: Opener) -> None:
    graph, reader = reopen(), reopen(readonly=True, embedder=None)
    claim = graph.record("Ann", "likes", "tea")
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020")
    assert len(texts(reader, "Ann tea Oslo", "facts")) == 2
    assert is_laid(reader)
    graph.retract(claim)
    graph.record("Ann", "lives_in", "Rome", valid_from="2022")
    assert texts(reader, "Ann tea Oslo", "facts") == ["Ann lives in Rome", "Ann lives in Oslo"]


def test_what_is_erased_from_the_file_afterwards_is_in_no_answer_and_not_in_memory(reopen: Opener) -> None:
    graph, reader = reopen(embedder=by_words()), reopen(readonly=True, embedder=by_words())
    graph.ingest([said(0, "Zyxqw came by."), said(1, "Who was it?"), said(2, "Somebody else came too.")])
    graph.record("Zyxqw", "likes", "tea")
    assert "Zyxqw came by." in texts(reader, "Zyxqw")
    assert is_laid(reader)
    graph.erase(entity="Zyxqw")
    found = reader.search("Zyxqw", what="all", explain=True)
    assert [hit.signals.get("words", 0) for hit in found] == [0] * len(found)
    assert "Zyxqw" not in str(found.to_dict())
    assert "zyxqw" not in "\n".join(text for text in reader._store.connection.iterdump()).lower()
    for table in ("entry_words", "temp.entry_words") if is_laid(reader) else ("entry_words",):
        words = reader._store.connection.execute(f"SELECT own || beside FROM {table}").fetchall()
        assert not any("zyxqw" in text for (text,) in words)
    assert texts(reader, "somebody", "episodes")[0] == "Somebody else came too."


def test_what_is_written_after_an_erasure_is_found_at_once(reopen: Opener) -> None:
    graph, reader = reopen(embedder=by_words()), reopen(readonly=True, embedder=by_words())
    claim = graph.record("Ann", "likes", "tea")
    reader.search("tea")
    assert is_laid(reader)
    graph.erase(claim)
    graph.record("Eve", "likes", "cocoa")
    assert texts(reader, "cocoa", "facts") == ["Eve likes cocoa"]


@pytest.mark.parametrize("again", [finding.AGAIN, 0])
def test_what_is_erased_while_a_search_is_under_way_is_not_in_its_answer(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch, again: int
) -> None:
    monkeypatch.setattr(finding, "AGAIN", again)
    graph = reopen(embedder=None)
    graph.ingest([said(0, "Zyxqw came by."), said(1, "Nothing else.")])
    graph.record("Zyxqw", "likes", "tea")
    erased = False

    def erase(texts: Sequence[str]) -> None:
        nonlocal erased
        if not erased:
            assert is_laid(reader)
            erased = True
            graph.erase(entity="Zyxqw")

    reader = reopen(readonly=True, embedder=by_words(first=erase))
    found = reader.search("Zyxqw came", what="all", explain=True)
    assert erased
    assert "Zyxqw" not in str(found.to_dict())
    assert all("zyxqw" not in words for (words,) in reader._store.connection.execute("SELECT own FROM entry_words"))


def test_an_id_of_something_that_was_erased_is_not_given_again(reopen: Opener) -> None:
    with reopen(embedder=by_words()) as graph:
        graph.record("Ann", "likes", "tea")
        last = graph.record("Ann", "likes", "milk")
        graph.work()
        graph.erase(last)
        graph.work()
        graph.record("Ann", "likes", "juice")
    with reopen(readonly=True, embedder=by_words()) as reader:
        assert by_meaning(reader, "juice")["Ann likes juice"] > 0
        assert is_laid(reader)
        new = reader._store.connection.execute("SELECT MAX(id) FROM temp.entry").fetchone()[0]
        given = reader._store.connection.execute("SELECT seq FROM main.sqlite_sequence WHERE name = 'entry'").fetchone()
        assert new > given[0]


def test_a_copy_is_of_one_moment_whatever_is_written_meanwhile(reopen: Opener) -> None:
    graph, reader = reopen(embedder=None), reopen(readonly=True, embedder=None)
    graph.record("Ann", "likes", "tea")
    graph.work()
    graph.record("Bob", "likes", "coffee")

    def write(statement: str) -> None:
        if statement.startswith("INSERT INTO temp.saying"):
            graph.work()

    reader._store.connection.set_trace_callback(write)
    reader.search("coffee")
    reader._store.connection.set_trace_callback(None)
    assert is_laid(reader)
    assert texts(reader, "coffee", "facts")[0] == "Bob likes coffee"


def test_a_copy_that_fails_leaves_nothing(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.record("Ann", "likes", "tea")
    graph.work()
    graph.record("Bob", "likes", "coffee")
    reader = reopen(readonly=True, embedder=None)

    def refuse(action: int, first: str | None, *rest: str | None) -> int:
        return sqlite3.SQLITE_DENY if (action, first) == (sqlite3.SQLITE_INSERT, "index_state") else sqlite3.SQLITE_OK

    reader._store.connection.set_authorizer(refuse)
    with pytest.raises(StorageError):
        reader.search("coffee")
    reader._store.connection.set_authorizer(None)
    assert not is_laid(reader)
    assert texts(reader, "coffee", "facts")[0] == "Bob likes coffee"


def test_the_copy_has_every_table_and_index_of_what_a_search_goes_through(graph: tkg.Graph) -> None:
    connection = graph._store.connection
    with graph._store.lock:
        overlay.lay(connection)
    query = "SELECT name FROM {}.sqlite_schema WHERE tbl_name IN ({}) AND name NOT LIKE 'sqlite_auto%' ORDER BY name"
    listed = ", ".join(f"'{table}'" for table in TABLES)
    names = [connection.execute(query.format(schema, listed)).fetchall() for schema in ("main", "temp")]
    assert names[0] == names[1]
    overlay.keep_up(connection)
    assert is_laid(graph)


def test_two_copies_are_not_laid_over_each_other(graph: tkg.Graph) -> None:
    overlay.lay(graph._store.connection)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        overlay.lay(graph._store.connection)
    assert is_laid(graph)


def test_work_and_a_new_index_are_refused(reopen: Opener) -> None:
    with reopen(embedder=by_words()) as graph:
        graph.record("Ann", "likes", "tea")
    reader = reopen(readonly=True, embedder=by_words())
    for call in (reader.work, reader.reindex):
        with pytest.raises(ReadOnly):
            call()
