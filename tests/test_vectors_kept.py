"""Vectors: every text is embedded once, whoever does it and however often it is broken off."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tkg
from tests.conftest import Opener
from tests.embedded import EVERY, assert_embedded, catch_up, kept, of, rows, say, scope_ids
from tests.embedding import DIMENSION, by_words, hashed
from tkg import vectors
from tkg.embed import Function
from tkg.entries import Entries
from tkg.entry_table import Kind
from tkg.errors import BadEmbedding, EmbedderError, WrongEmbedder

# --- each text once ---


def test_what_is_pending_is_embedded_and_then_nothing_is_pending(graph: tkg.Graph) -> None:
    say(graph, 3)
    told: list[str] = []
    found = of(graph, by_words(told=told))
    assert found.pending_in_all() == 6
    assert found.embed(None, EVERY) == 6
    assert sorted(told) == sorted([*(f"person{n} age {n}" for n in range(3)), *(f"person{n}" for n in range(3))])
    assert_embedded(graph)
    assert (found.pending_in_all(), found.embed(None, EVERY)) == (0, 0)
    assert len(told) == 6


def test_only_what_is_new_is_embedded_then(graph: tkg.Graph) -> None:
    told: list[str] = []
    found = of(graph, by_words(told=told))
    say(graph, 2)
    found.embed(None, EVERY)
    told.clear()
    say(graph, 1, first=2)
    assert found.embed(None, EVERY) == 2
    assert sorted(told) == ["person2", "person2 age 2"]
    assert_embedded(graph)


def test_the_same_text_in_another_scope_is_not_embedded_again(graph: tkg.Graph) -> None:
    told: list[str] = []
    found = of(graph, by_words(told=told))
    say(graph, 2)
    found.embed(None, EVERY)
    say(graph, 2, scope="other")
    assert found.embed(None, EVERY) == 4
    assert len(told) == 4
    assert [len(each) for each in kept(graph).values()] == [2] * 4
    assert found.pending_in_all() == 0


def test_the_same_text_twice_in_one_batch_is_embedded_once(graph: tkg.Graph) -> None:
    graph.ingest(
        [{"speaker": "Ann", "content": "Good night.", "timestamp": f"2024-05-0{day}T10:00:00Z"} for day in (1, 3, 5)]
    )
    catch_up(graph)
    told: list[str] = []
    of(graph, by_words(told=told)).embed(None, EVERY)
    assert told == ["Ann: Good night."]
    assert [len(found) for found in kept(graph).values()] == [3]


def test_entries_that_are_made_anew_take_the_vectors_of_before(graph: tkg.Graph) -> None:
    told: list[str] = []
    found = of(graph, by_words(told=told))
    say(graph, 2)
    found.embed(None, EVERY)
    Entries(graph._store).drop_all()
    catch_up(graph)
    assert found.pending_in_all() == 4
    assert found.embed(None, EVERY) == 4
    assert len(told) == 4
    assert_embedded(graph)


def test_how_far_it_has_come_is_known_for_each_scope_and_kind(graph: tkg.Graph) -> None:
    say(graph, 2)
    say(graph, 3, scope="other", first=5)
    first, second = scope_ids(graph)
    found = of(graph, by_words())
    assert found.embed([second], [Kind.FACT]) == 3
    assert [found.pending(scope, [kind]) for scope in (first, second) for kind in (Kind.FACT, Kind.ENTITY)] == [
        2, 2, 0, 3,
    ]  # fmt: skip
    found.embed(None, EVERY)
    assert_embedded(graph)


# --- batches ---


def test_texts_are_embedded_in_batches_and_the_progress_is_told(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 3)
    say(graph, 7)
    sizes: list[int] = []
    told: list[tuple[int, int]] = []
    embedder = by_words(first=lambda texts: sizes.append(len(texts)))
    of(graph, embedder).embed(None, [Kind.FACT], lambda *progress: told.append(progress))
    assert sizes == [3, 3, 1]
    assert told == [(3, 7), (6, 7), (7, 7)]


def no_answer(texts: Sequence[str]) -> None:
    raise EmbedderError("the server does not answer")


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (no_answer, EmbedderError),
        (lambda texts: np.full((len(texts), DIMENSION), np.nan), BadEmbedding),
        (lambda texts: np.zeros((len(texts), DIMENSION - 1)), BadEmbedding),
    ],
)
def test_what_was_made_before_an_error_is_kept_and_the_rest_is_made_later(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch, given: Callable[[Sequence[str]], Any], error: type[Exception]
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    say(graph, 5)
    calls = 0

    def breaking(texts: Sequence[str]) -> Any:
        nonlocal calls
        calls += 1
        return hashed(texts) if calls < 3 else given(texts)

    broken = of(graph, Function(breaking, "test/words", DIMENSION))
    with pytest.raises(error):
        broken.embed(None, [Kind.FACT])
    assert rows(graph, "SELECT COUNT(*) FROM vector") == [(4,)]
    told: list[str] = []
    found = of(graph, by_words(told=told))
    assert found.pending_in_all() == 6
    assert found.embed(None, EVERY) == 6
    assert len(told) == 6
    assert_embedded(graph)


# --- what others do meanwhile ---


def test_of_what_is_erased_while_it_is_embedded_there_is_no_vector(reopen: Opener) -> None:
    graph, other = reopen(), reopen(embedder=None)
    say(graph, 2)
    secret = graph.record("person1", "likes", "qwertz")
    catch_up(graph)
    done = False

    def erase(texts: Sequence[str]) -> None:
        nonlocal done
        if not done and any("qwertz" in text for text in texts):
            done = True
            other.erase(secret)

    of(graph, by_words(first=erase)).embed(None, EVERY)
    assert done
    catch_up(graph)
    assert not any("qwertz" in text for text in kept(graph))
    assert_embedded(graph)
    assert rows(graph, "SELECT entry FROM vector WHERE entry NOT IN (SELECT id FROM entry)") == []


def test_of_words_whose_context_changes_while_they_are_embedded_the_new_text_is_embedded(reopen: Opener) -> None:
    graph, other = reopen(), reopen(embedder=None)
    first, last = (
        {"speaker": "Ann", "content": f"number {minute}", "timestamp": f"2024-05-06T10:0{minute}:00Z"}
        for minute in (1, 3)
    )
    graph.ingest([first, last])
    catch_up(graph)

    def between(texts: Sequence[str]) -> None:
        other.ingest([{"speaker": "Ann", "content": "number 2", "timestamp": "2024-05-06T10:02:00Z"}])
        catch_up(other)

    of(graph, by_words(first=between)).embed(None, EVERY)
    assert_embedded(graph)
    assert len(kept(graph)) == 3


def test_two_that_embed_the_same_at_once_leave_one_vector_each(reopen: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    graph, other = reopen(), reopen()
    say(graph, 5)
    begun = False

    def meanwhile(texts: Sequence[str]) -> None:
        nonlocal begun
        if not begun:
            begun = True
            of(other, by_words()).embed(None, EVERY)

    told: list[str] = []
    of(graph, by_words(told=told, first=meanwhile)).embed(None, EVERY)
    assert_embedded(graph)
    assert len(told) == 2
    assert of(graph, by_words()).pending_in_all() == 0


def test_one_that_is_slow_does_not_set_back_one_that_is_done(reopen: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    graph, other = reopen(), reopen()
    say(graph, 5)

    class Stopped(Exception):
        pass

    def stop(done: int, whole: int) -> None:
        raise Stopped

    def meanwhile(texts: Sequence[str]) -> None:
        of(other, by_words()).embed(None, EVERY)

    slow = of(graph, by_words(first=meanwhile))
    with suppress(Stopped):
        slow.embed(None, EVERY, stop)
    assert slow.pending_in_all() == 0


def test_a_predicate_that_another_process_brings_between_two_batches_can_be_read(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 1)
    graph, other = reopen(), reopen(embedder=None)
    say(graph, 2)
    told: list[int] = []

    def another(done: int, whole: int) -> None:
        told.append(done)
        if done == 1:
            other.record("person0", "never_said_before", 5)
            catch_up(other)

    of(graph, by_words()).embed(None, [Kind.FACT], another)
    assert told == [1, 2, 3]
    assert "person0 never said before 5" in kept(graph)


def test_of_an_embedder_that_is_changed_meanwhile_nothing_more_is_written(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    graph, other = reopen(), reopen()
    say(graph, 4)
    calls = 0

    def change(texts: Sequence[str]) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            new = of(other, by_words("another"))
            new.embed(None, EVERY, beside=True)
            new.choose()

    with pytest.raises(WrongEmbedder, match="searched with another"):
        of(graph, by_words(first=change)).embed(None, EVERY)
    assert calls == 2
    assert rows(graph, "SELECT DISTINCT embedder.name FROM vector JOIN embedder ON embedder.id = embedder") == [
        ("another",)
    ]


@pytest.mark.parametrize("come_so_far", [0, 2, 4, 8])
def test_of_an_embedder_that_is_changed_and_changed_back_meanwhile_no_text_is_left_out(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch, come_so_far: int
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    graph, other = reopen(), reopen()
    say(graph, 8)
    calls = 0

    class Stopped(Exception):
        pass

    def stop(done: int, whole: int) -> None:
        if done >= come_so_far:
            raise Stopped

    def there_and_back(texts: Sequence[str]) -> None:
        nonlocal calls
        calls += 1
        if calls != 3:
            return
        of(other, by_words("another")).choose()
        old = of(other, by_words())
        old.choose()
        if come_so_far:
            with suppress(Stopped):
                old.embed(None, [Kind.FACT], stop)

    slow = of(graph, by_words(first=there_and_back))
    slow.embed(None, [Kind.FACT])
    assert calls >= 3
    assert slow.pending(scope_ids(graph)[0], [Kind.FACT]) == 0
    assert rows(
        graph, "SELECT COUNT(*) FROM entry WHERE kind = 0 AND id NOT IN (SELECT entry FROM vector)"
    ) == [(0,)]  # fmt: skip
    slow.embed(None, EVERY)
    assert_embedded(graph)


# --- how they are kept ---


def test_a_text_without_a_word_has_a_vector_of_zeros(graph: tkg.Graph) -> None:
    graph.record("?!", "age", 1)
    catch_up(graph)
    found = of(graph, by_words())
    found.embed(None, [Kind.ENTITY])
    assert kept(graph)["?!"] == [bytes(2 * DIMENSION)]
    (block,) = found.after(0)
    assert not block.vectors.any()


@given(st.lists(st.floats(-1, 1, width=32), min_size=8, max_size=8).filter(lambda row: np.linalg.norm(row) > 1e-3))
def test_sixteen_bits_move_a_cosine_by_less_than_a_thousandth(row: list[float]) -> None:
    unit = np.array(row, np.float64) / np.linalg.norm(row)
    kept_ = unit.astype(np.float32).astype("<f2").astype(np.float64)
    # The farthest that a cosine with any unit vector can move is the length of the difference.
    assert np.linalg.norm(kept_ - unit) < 0.001


def test_what_a_side_index_takes_in_is_what_was_made(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_BLOCK", 2)
    say(graph, 2)
    say(graph, 1, scope="other", first=2)
    found = of(graph, by_words())
    assert found.standing() == ("test/words", DIMENSION, "", 0)
    assert list(found.after(0)) == []
    found.embed(None, EVERY)
    assert found.standing() == ("test/words", DIMENSION, "", 6)
    blocks = list(found.after(0))
    assert [len(block.ids) for block in blocks] == [2, 2, 2]
    assert [int(id_) for block in blocks for id_ in block.ids] == [1, 2, 3, 4, 5, 6]
    entries = {id_: key for id_, *key in rows(graph, "SELECT id, scope, kind FROM entry")}
    for block in blocks:
        for entry, scope, kind, vector in zip(block.entries, block.scopes, block.kinds, block.vectors, strict=True):
            assert entries[int(entry)] == [scope, kind]
            row = hashed([Entries(graph._store).text(int(entry))])[0]
            assert vector == pytest.approx(row / np.linalg.norm(row), abs=0.0005)
    assert [len(block.ids) for block in found.after(4)] == [2]
    assert found.stamp(6) is not None
    assert found.stamp(7) is None


@pytest.mark.parametrize("first", [True, False])
def test_how_far_one_embedder_has_come_is_seen_without_those_of_another(graph: tkg.Graph, first: bool) -> None:
    say(graph, 300)
    old, new = of(graph, by_words()), of(graph, by_words("another"))
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    old.embed(None, EVERY)
    new.embed(None, EVERY, beside=True)
    asked = old if first else new
    last = 600 if first else 1200
    graph._store.connection.set_progress_handler(step, 1)
    standing, after = asked.standing(), list(asked.after(last))
    graph._store.connection.set_progress_handler(None, 0)
    assert (standing.last, after) == (last, [])
    # SQLite's own steps: several for each row that it looks at.
    assert steps < 300


# --- which embedder ---


def test_a_file_is_searched_with_the_embedder_that_it_was_embedded_with(graph: tkg.Graph) -> None:
    say(graph, 1)
    another = of(graph, by_words("another", 32))
    another.require()
    of(graph, by_words()).embed(None, EVERY)
    with pytest.raises(WrongEmbedder, match=r"test/words \(64 numbers a text\), not with another \(32\)"):
        another.require()
    of(graph, by_words()).require()


def test_a_name_stands_for_one_dimension(graph: tkg.Graph) -> None:
    say(graph, 1)
    of(graph, by_words()).embed(None, EVERY)
    wrong = of(graph, by_words(dimension=32))
    for call in (wrong.require, wrong.standing, wrong.pending_in_all, lambda: wrong.embed(None, EVERY), wrong.choose):
        with pytest.raises(WrongEmbedder, match=r"gave 64 numbers a text .* and says 32 now"):
            call()
    assert_embedded(graph)


def test_vectors_of_another_embedder_lie_beside_until_it_is_chosen(graph: tkg.Graph) -> None:
    say(graph, 2)
    old, new = of(graph, by_words()), of(graph, by_words("another", 32))
    old.embed(None, EVERY)
    assert new.embed(None, EVERY, beside=True) == 4
    old.require()
    assert old.standing().last == 4
    before = old.generation
    new.choose()
    new.require()
    assert rows(graph, "SELECT DISTINCT embedder.name FROM vector JOIN embedder ON embedder.id = embedder") == [
        ("another",)
    ]
    assert new.generation != before
    with pytest.raises(WrongEmbedder):
        old.require()


def test_an_embedder_that_comes_back_makes_its_vectors_anew(graph: tkg.Graph) -> None:
    say(graph, 2)
    old, new = of(graph, by_words()), of(graph, by_words("another", 32))
    for each in (old, new, old):
        assert each.embed(None, EVERY, beside=True) == 4
        each.choose()
    assert_embedded(graph)


def test_choosing_the_one_that_is_chosen_changes_nothing(graph: tkg.Graph) -> None:
    say(graph, 2)
    found = of(graph, by_words())
    found.embed(None, EVERY)
    before = found.standing()
    found.choose()
    assert found.standing() == before
    assert found.pending_in_all() == 0
