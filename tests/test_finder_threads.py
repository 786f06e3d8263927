"""One graph in several threads, and one file in several processes: each search goes by the embedder in use, and nobody
waits for a graph that grows."""

import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import tkg
from tests.conftest import Opener
from tests.embedding import DIMENSION, by_words, hashed
from tests.searching import texts
from tkg import finder as finder_module
from tkg.embed import Function
from tkg.entry_table import Kind
from tkg.errors import EmbedderError, WrongEmbedder
from tkg.finder import Finder
from tkg.index import Index, nodes
from tkg.vectors import Vectors
from tkg.word_index import WordIndex

Rows = npt.NDArray[np.float64]


def in_a_thread(work: Callable[[], Any]) -> Any:
    """What some work gives in another thread."""
    given: list[Any] = []
    thread = threading.Thread(target=lambda: given.append(work()))
    thread.start()
    thread.join()
    (found,) = given
    return found


def once(work: Callable[[], Any]) -> Callable[..., None]:
    """That work, at the first call only."""
    done: list[bool] = []

    def call(*_: object) -> None:
        if not done:
            done.append(True)
            work()

    return call


def finder(graph: tkg.Graph) -> Finder:
    return graph._searching.finder


def shuffled(given: Sequence[str]) -> Rows:
    """Rows as long as those of `hashed`, of another model: beside each other they mean nothing."""
    return np.roll(hashed(given), 7, axis=1) * np.where(np.arange(DIMENSION) % 2, 1, -1)


NEW = Function(shuffled, "new", DIMENSION)


def fill(graph: tkg.Graph) -> None:
    for name, drink in (("Ann", "tea"), ("Bob", "coffee"), ("Eve", "lemonade"), ("Dan", "water")):
        graph.record(name, "likes", drink)


def found(graph: tkg.Graph) -> list[tuple[str, dict[str, float]]]:
    hits = graph.search("Who likes tea?", what="all", explain=True)
    assert (hits.pending, hits.without) == (0, ())
    return [(hit.text, dict(hit.signals)) for hit in hits]


# --- the embedder changes during a search ---


@pytest.mark.parametrize("new", [NEW, by_words("new", 32)], ids=["as long", "shorter"])
@pytest.mark.parametrize("of_questions", [True, False])
def test_a_search_during_which_another_thread_changes_the_embedder_goes_on_with_the_new_one(
    reopen: Opener, new: Function, of_questions: bool
) -> None:
    change = once(lambda: in_a_thread(lambda: graph.reindex(new)))

    def changing(given: Sequence[str]) -> Rows:
        change()
        return hashed(given)

    old = Function(hashed, "old", DIMENSION, changing) if of_questions else Function(changing, "old", DIMENSION, hashed)
    graph = reopen(embedder=old)
    fill(graph)
    during = found(graph)
    assert finder(graph).embedder is new
    assert during == found(graph)
    assert during[0][1]["meaning"] == 1


def test_where_the_new_one_cannot_be_asked_the_search_says_so(reopen: Opener) -> None:
    def refusing(_: Sequence[str]) -> Rows:
        raise EmbedderError("nobody answers")

    new = Function(shuffled, "new", DIMENSION, refusing)
    change = once(lambda: in_a_thread(lambda: graph.reindex(new)))

    def changing(given: Sequence[str]) -> Rows:
        change()
        return hashed(given)

    graph = reopen(embedder=Function(hashed, "old", DIMENSION, changing))
    fill(graph)
    with pytest.raises(WrongEmbedder, match=r"from old to new during the search.*nobody answers.*search again"):
        graph.search("tea")
    hits = graph.search("tea")
    assert texts(hits)[0] == "Ann likes tea"
    assert "nobody answers" in hits.without[0]


def test_where_another_process_changes_it_the_search_is_refused_at_any_point(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph, other = reopen(embedder=by_words("old")), reopen(embedder=by_words("old"))
    fill(graph)
    found(graph)
    prepare = Finder.prepare
    change = once(lambda: other.reindex(NEW))

    def between(self: Finder, *given: Any, **more: Any) -> Any:
        ready = prepare(self, *given, **more)
        change()
        return ready

    monkeypatch.setattr(Finder, "prepare", between)
    with pytest.raises(WrongEmbedder, match="searched with new"):
        graph.search("tea")


def test_where_another_process_changes_it_what_is_being_embedded_is_not_written(reopen: Opener) -> None:
    change = once(lambda: other.reindex(NEW))
    graph, other = reopen(embedder=by_words("old", first=change)), reopen(embedder=by_words("old"))
    fill(graph)
    with pytest.raises(WrongEmbedder, match="searched with new"):
        graph.search("tea")
    assert other.check_index().pending == 0
    assert found(other)[0][1]["meaning"] == 1


def test_where_another_process_changes_it_during_work_the_side_index_is_left_to_it(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph, other = reopen(embedder=by_words("old")), reopen(embedder=by_words("old"))
    fill(graph)
    embed = Vectors.embed
    change = once(lambda: other.reindex(NEW))

    def then_changed(self: Vectors, *given: Any, **more: Any) -> int:
        done = embed(self, *given, **more)
        change()
        return done

    monkeypatch.setattr(Vectors, "embed", then_changed)
    with pytest.raises(WrongEmbedder, match="searched with new"):
        graph.work()
    side = other.check_index().side
    assert side is not None
    assert side.word == "fresh"


# --- a graph that grows ---


def test_others_search_and_write_while_the_graph_of_the_side_index_grows(
    reopen: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "CHUNK", 20)
    graph = reopen(embedder=by_words())
    graph.record_many([{"subject": f"P{n}", "predicate": "likes", "object": f"tea {n}"} for n in range(60)])
    finder(graph).index = Index(Path(f"{path}.hnsw"), lock=graph._store.lock, exact_up_to=50)
    seen: list[list[str]] = []

    def look() -> list[str]:
        graph.record("Ann", "likes", f"coffee {len(seen)}")
        return texts(graph.search(f"Who likes coffee {len(seen)}?", k=1))

    def progress(stage: str, done: int, whole: int) -> None:
        if stage == "linked":
            seen.append(in_a_thread(look))

    graph.work(progress=progress)
    assert len(seen) >= 3
    assert seen == [[f"Ann likes coffee {n}"] for n in range(len(seen))]
    report = graph.check_index()
    assert report.side is not None
    assert report.side.word in ("fresh", "behind")
    assert report.side.in_graph == 120
    before = found(graph)
    graph.close()
    assert found(reopen(embedder=by_words())) == before


# --- a text without a vector ---


def test_one_text_without_a_vector_is_said_and_keeps_back_no_other(
    reopen: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    bad = ["Bob likes coffee"]

    def poisoned(given: Sequence[str]) -> Rows:
        rows = hashed(given)
        rows[[text in bad for text in given]] = np.nan
        return rows

    graph = reopen(embedder=Function(poisoned, "poisoned", DIMENSION, hashed))
    fill(graph)
    for n in range(2):
        with caplog.at_level(logging.WARNING, "tkg.search"):
            hits = graph.search("coffee tea", explain=True, k=10)
        (line,) = hits.without
        assert "no number (nan or inf) for 'Bob likes coffee'" in line
        assert line in caplog.text
        assert hits.pending == 1
        assert {hit.text for hit in hits if "meaning" not in hit.signals} <= {"Bob likes coffee"}
        assert {"Ann likes tea", "Bob likes coffee"} <= set(texts(hits))
        graph.record("Zoe", "likes", f"cocoa {n}")
    with pytest.raises(tkg.errors.BadEmbedding, match="for 'Bob likes coffee'"):
        graph.work()
    side = graph.check_index().side
    assert side is not None
    assert side.word == "fresh"
    bad.clear()
    assert graph.work().embedded == 1
    assert graph.search("coffee").without == ()


# --- how many entries there are ---


def people(first: int, count: int) -> list[dict[str, Any]]:
    return [{"subject": f"P{n}", "predicate": "age", "object": n} for n in range(first, first + count)]


def test_what_is_said_of_the_size_of_a_scope_is_never_a_tenth_behind(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finder_module, "_FEW", 10)
    graph = reopen(embedder=None)
    graph.record_many(people(0, 300), scope="large")
    graph.record_many(people(0, 40))
    counted: list[Kind] = []
    told: list[int] = []
    count, size = WordIndex.size, Finder.size

    def counting(self: WordIndex, kind: Kind) -> Any:
        counted.append(kind)
        return count(self, kind)

    def telling(self: Finder, index: WordIndex, kind: Kind) -> Any:
        found = size(self, index, kind)
        told.extend([found.entries] if kind is Kind.FACT else [])
        return found

    monkeypatch.setattr(WordIndex, "size", counting)
    monkeypatch.setattr(Finder, "size", telling)
    for there in range(40, 70):
        told.clear()
        graph.search("age")
        assert told
        assert all(there / 1.1 <= entries <= there for entries in told)
        graph.record_many(people(there, 1))
    assert counted.count(Kind.FACT) < 15


def test_a_few_entries_are_counted_whenever_there_are_more(reopen: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = reopen(embedder=None)
    told: list[int] = []
    size = Finder.size

    def telling(self: Finder, index: WordIndex, kind: Kind) -> Any:
        found = size(self, index, kind)
        told.extend([found.entries] if kind is Kind.FACT else [])
        return found

    monkeypatch.setattr(Finder, "size", telling)
    graph.record_many(people(0, 300))
    for there in range(300, 303):
        told.clear()
        graph.search("age")
        assert set(told) == {there}
        graph.record_many(people(there, 1))
