"""The side index in memory: every question is answered as by scoring all vectors one by one."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import hnswlib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.feeding import Database, scattered, unit
from tkg.errors import BadEmbedding
from tkg.index import Block, Index, Ranking, nodes
from tkg.index.rows import Integers, Vectors

GRAPH = 6_000
"""Rows enough for a graph to be asked for ten or a hundred of them."""


def index_of(database: Database, *, exact_up_to: int = 10**9) -> Index:
    index = Index(None, exact_up_to=exact_up_to)
    index.refresh(database)
    return index


def ranked(database: Database, question: Vectors, scope: int, kind: int) -> list[tuple[int, float]]:
    """What the last row of each entry says, by plain arithmetic: entries and cosines, best first."""
    live = {entry: (scope_, kind_, vector) for _, entry, scope_, kind_, vector in database.rows}
    found = [
        (entry, sum(float(a) * float(b) for a, b in zip(vector, question, strict=True)))
        for entry, (scope_, kind_, vector) in live.items()
        if (scope_, kind_) == (scope, kind)
    ]
    return sorted(found, key=lambda each: (-each[1], each[0]))


def pairs(ranking: Ranking, n: int) -> list[tuple[int, float]]:
    entries, cosines = ranking.first(n)
    return list(zip(entries.tolist(), cosines.tolist(), strict=True))


# Sums of halves and quarters are exact in floating point, so even ties come out the same.
_exact = st.sampled_from(
    [[0, 0, 0, 0]]
    + [[sign * (at == place) for at in range(4)] for place in range(4) for sign in (1, -1)]
    + [[a / 2, b / 2, c / 2, d / 2] for a in (1, -1) for b in (1, -1) for c in (1, -1) for d in (1, -1)]
)
_rows = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 2), st.integers(0, 1), _exact), max_size=60)


def filled(rows: Sequence[tuple[int, int, int, list[float]]]) -> Database:
    database = Database(4)
    for entry, scope, kind, vector in rows:
        # An entry has one scope and one kind for good, so these are part of its number.
        number = entry * 4 + scope * 2 - 2 + kind
        database.add(np.array([vector], np.float32), entries=[number], scopes=scope, kinds=kind)
    return database


@given(_rows, _exact, st.integers(1, 2), st.integers(0, 1), st.integers(0, 20))
def test_the_ranking_is_that_of_scoring_all(
    rows: list[tuple[int, int, int, list[float]]], question: list[float], scope: int, kind: int, n: int
) -> None:
    database = filled(rows)
    asked = np.array(question, np.float32)
    gold = ranked(database, asked, scope, kind)
    ranking = index_of(database).ask(asked, scope, kind)
    assert len(ranking) == len(gold)
    assert pairs(ranking, n) == gold[:n]
    assert pairs(ranking, 1000) == gold
    assert ranking.usual == (float(np.median([cosine for _, cosine in gold])) if gold else 0.0)
    wanted = np.arange(-1, 60)
    known = dict(gold)
    assert ranking.of(wanted).tolist() == pytest.approx(
        [known.get(each, np.nan) for each in wanted.tolist()], nan_ok=True
    )
    among = ranking.among(np.array([5, 9, 9, 13, 50, 10**12]))
    assert among.entries.tolist() == [entry for entry, _ in gold if entry in (5, 9, 13, 50)]
    assert among.cosines.tolist() == [cosine for entry, cosine in gold if entry in (5, 9, 13, 50)]


@given(_rows, st.lists(st.integers(0, 60), max_size=4), _exact)
def test_it_does_not_matter_when_the_rows_came(
    rows: list[tuple[int, int, int, list[float]]], stops: list[int], question: list[float]
) -> None:
    whole = filled(rows)
    index = Index(None)
    for stop in sorted(stops):
        index.refresh(whole.restored(min(stop, whole.last), seed=0))
    index.refresh(whole)
    asked = np.array(question, np.float32)
    assert pairs(index.ask(asked, 1, 0), 100) == ranked(whole, asked, 1, 0)


@pytest.mark.parametrize("dimension", [1, 3, 384])
def test_equal_vectors_have_equal_cosines_wherever_they_stand(dimension: int) -> None:
    vectors = scattered(3_000, dimension, seed=1)
    vectors[::3] = vectors[0]
    database = Database(dimension)
    database.add(vectors)
    ranking = index_of(database).ask(scattered(1, dimension, seed=2)[0], 1, 0)
    equal = np.arange(0, 3_000, 3)
    # Scored with all others, in few and alone.
    found = {*ranking.of(equal).tolist(), *ranking.of(equal[:5]).tolist(), *ranking.of(equal[7:8]).tolist()}
    entries, cosines = ranking.first(3_000)
    assert len(found | set(cosines[np.isin(entries, equal)].tolist())) == 1


def test_an_empty_index_answers() -> None:
    index = index_of(Database(3))
    ranking = index.ask(unit([1, 2, 3])[0], 1, 0)
    assert (len(ranking), pairs(ranking, 5), ranking.usual) == (0, [], 0.0)
    assert np.isnan(ranking.of(np.array([0, 1]))).all()
    assert ranking.among(np.array([0, 1])).entries.tolist() == []
    assert index.grow() is False


def test_fewer_than_asked_for_are_all() -> None:
    database = Database(3)
    database.add(unit(np.eye(3)))
    ranking = index_of(database).ask(unit([3, 2, 1])[0], 1, 0)
    assert [entry for entry, _ in pairs(ranking, 5)] == [0, 1, 2]
    assert pairs(ranking, 0) == []


def test_a_question_of_another_length_is_refused() -> None:
    with pytest.raises(BadEmbedding, match=r"\(4,\) for vectors of 3"):
        index_of(Database(3)).ask(unit([1, 2, 3, 4])[0], 1, 0)


def test_an_entry_embedded_again_is_found_once_with_its_new_vector() -> None:
    database = Database(2)
    database.add(unit([[1, 0], [0, 1]]))
    index = index_of(database)
    assert pairs(index.ask(unit([1, 0])[0], 1, 0), 5) == [(0, 1.0), (1, 0.0)]
    database.add(unit([[0, 1], [1, 0], [-1, 0]]), entries=[0, 1, 1])
    index.refresh(database)
    assert pairs(index.ask(unit([1, 0])[0], 1, 0), 5) == [(0, 0.0), (1, -1.0)]


def test_what_is_in_step_is_not_read_again() -> None:
    database = Database(2)
    database.add(unit([[1, 0], [0, 1]]))
    index = index_of(database)
    index.refresh(database)
    database.add(unit([[1, 1]]))
    index.refresh(database)
    index.refresh(database)
    assert database.asked_after == [0, 2]


def test_a_last_row_that_was_replaced_loses_nothing() -> None:
    database = Database(2)
    database.add(unit([[1, 0], [0, 1]]))
    before, after = index_of(database), Index(None)
    database.replace_last()
    before.refresh(database)
    after.refresh(database)
    after.refresh(database)
    database.add(unit([[1, 1]]))
    before.refresh(database)
    assert database.asked_after == [0, 0, 2]


@pytest.mark.parametrize("change", ["generation", "model", "restored", "restored and gone on"])
def test_another_state_of_the_database_drops_what_was_there(change: str) -> None:
    database = Database(2)
    database.add(unit([[1, 0], [0, 1], [1, 1]]))
    index = index_of(database)
    if change == "generation":
        database.rows, database.generation = database.rows[1:], "second"
    elif change == "model":
        database = Database(3, model="other")
        database.add(unit(np.eye(3)))
    else:
        database = database.restored(2, seed=9)
        if change == "restored and gone on":
            database.add(unit([[0, -1], [-1, 0]]))
    index.refresh(database)
    question = unit(np.arange(1, database.dimension + 1))[0]
    assert [each[0] for each in pairs(index.ask(question, 1, 0), 9)] == [
        each[0] for each in ranked(database, question, 1, 0)
    ]


def test_a_feed_that_breaks_off_is_taken_up_again() -> None:
    class Breaking(Database):
        broken = False

        def after(self, id: int) -> Iterator[Block]:  # noqa: A002
            for block in super().after(id):
                yield block
                if not self.broken:
                    self.broken = True
                    raise ConnectionError

    database = Breaking(2)
    database.add(scattered(2_000, 2, seed=3))
    index = Index(None)
    with pytest.raises(ConnectionError):
        index.refresh(database)
    index.refresh(database)
    assert (index.rows, database.asked_after) == (2_000, [0, 700])


# --- with a graph ---


@pytest.fixture(scope="module")
def large() -> Database:
    """Two scopes of 24 numbers around 60 middles: the first has nine rows of ten."""
    database = Database(24)
    scopes = np.where(np.arange(GRAPH) % 10 == 3, 2, 1)
    database.add(scattered(GRAPH, 24, seed=4, clusters=60), scopes=scopes.tolist())
    return database


@pytest.fixture(scope="module")
def grown(large: Database) -> Index:
    index = index_of(large, exact_up_to=1_000)
    index.grow()
    return index


def recall(index: Index, database: Database, questions: Vectors, n: int) -> float:
    exact = index_of(database)
    shares = []
    for question in questions:
        gold, found = exact.ask(question, 1, 0), index.ask(question, 1, 0)
        assert (gold.exact, found.exact) == (True, False)
        shares.append(len(np.intersect1d(gold.first(n).entries, found.first(n).entries)) / n)
    return float(np.mean(shares))


def test_a_graph_finds_what_scoring_all_finds(large: Database, grown: Index) -> None:
    assert grown.in_graph == GRAPH
    assert recall(grown, large, scattered(50, 24, seed=5), 10) >= 0.97
    near = unit(np.array([row[4] for row in large.rows[::120]]) + 0.1 * scattered(50, 24, seed=6))
    assert recall(grown, large, near, 10) >= 0.97


def test_its_cosines_are_those_of_scoring_all_to_the_last_bit(large: Database, grown: Index) -> None:
    question = large.rows[17][4]
    entries, cosines = grown.ask(question, 1, 0).first(10)
    assert cosines.tolist() == index_of(large).ask(question, 1, 0).of(entries).tolist()
    assert np.lexsort((entries, -cosines)).tolist() == list(range(10))


def test_asked_for_ever_more_it_gives_all(large: Database, grown: Index) -> None:
    question = scattered(1, 24, seed=7)[0]
    ranking = grown.ask(question, 1, 0)
    gold = pairs(index_of(large).ask(question, 1, 0), 10**6)
    for n in (1, 3, 100, 1_000, len(gold) - 1, len(gold), len(gold) + 1):
        assert len(ranking.first(n).entries) == min(n, len(gold))
    assert pairs(ranking, 10**6) == gold


def test_a_small_part_of_many_rows_is_scored_and_not_looked_for(large: Database, grown: Index) -> None:
    question = scattered(1, 24, seed=8)[0]
    ranking = grown.ask(question, 2, 0)
    assert ranking.exact
    assert pairs(ranking, 25) == pairs(index_of(large).ask(question, 2, 0), 25)


def test_a_question_of_zeros_finds_all_alike(grown: Index) -> None:
    assert pairs(grown.ask(np.zeros(24, np.float32), 1, 0), 3) == [(0, 0.0), (1, 0.0), (2, 0.0)]


def test_what_is_usual_is_nearly_that_of_all(large: Database, grown: Index) -> None:
    question = large.rows[5][4]
    ranking, gold = grown.ask(question, 1, 0), index_of(large).ask(question, 1, 0)
    cosines = np.sort(gold.first(10**6).cosines)
    low, high = cosines[int(0.45 * len(cosines))], cosines[int(0.55 * len(cosines))]
    assert low <= ranking.usual <= high
    ranking.first(10**6)
    assert ranking.usual == grown.ask(question, 1, 0).usual


def test_rows_after_the_graph_are_found_at_once_and_taken_in_when_they_are_many(large: Database) -> None:
    database = large.restored(large.last, seed=1)
    index = index_of(database, exact_up_to=1_000)
    calls: list[tuple[int, int]] = []
    assert index.grow(lambda done, of: calls.append((done, of))) is True
    assert calls == [(done, GRAPH) for done in range(nodes.CHUNK, GRAPH + 1, nodes.CHUNK)]
    question = scattered(1, 24, seed=9)[0]
    database.add(unit([question, question * 0.99 + 0.01]))
    index.refresh(database)
    assert index.ask(question, 1, 0).exact is False
    assert [entry for entry, _ in pairs(index.ask(question, 1, 0), 2)] == [GRAPH, GRAPH + 1]
    assert index.grow() is False
    database.add(scattered(1_000, 24, seed=10))
    index.refresh(database)
    assert index.wants_growing
    assert index.grow() is True
    assert index.in_graph == index.rows == GRAPH + 1_002
    assert [entry for entry, _ in pairs(index.ask(question, 1, 0), 2)] == [GRAPH, GRAPH + 1]
    assert recall(index, database, scattered(20, 24, seed=11), 10) >= 0.97


def test_an_entry_embedded_again_is_not_found_by_its_old_place_in_the_graph(large: Database) -> None:
    database = large.restored(large.last, seed=2)
    index = index_of(database, exact_up_to=1_000)
    index.grow()
    old = database.rows[100][4]
    database.add(-old[None, :], entries=[100])
    index.refresh(database)
    ranking = index.ask(old, 1, 0)
    assert not ranking.exact
    assert 100 not in ranking.first(50).entries
    assert ranking.of(np.array([100]))[0] == pytest.approx(-1)
    assert pairs(index.ask(-old, 1, 0), 1)[0][0] == 100
    assert np.bincount(ranking.first(10**6).entries).max() == 1


def test_growing_that_is_broken_off_goes_on(large: Database) -> None:
    index = index_of(large, exact_up_to=1_000)

    def stop(done: int, of: int) -> None:
        if done >= of / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index.grow(stop)
    assert index.in_graph == GRAPH / 2
    questions = scattered(20, 24, seed=12)
    assert recall(index, large, questions, 10) >= 0.97
    assert index.grow() is True
    assert recall(index, large, questions, 10) >= 0.97


def test_every_copy_of_a_vector_is_found_and_so_is_what_is_beside_them() -> None:
    five = scattered(5, 16, seed=13)
    database = Database(16)
    database.add(np.repeat(five, 200, axis=0))
    database.add(scattered(GRAPH, 16, seed=14))
    index = index_of(database, exact_up_to=100)
    index.grow()
    for number, vector in enumerate(five):
        ranking = index.ask(vector, 1, 0)
        copies = list(range(number * 200, number * 200 + 200))
        assert not ranking.exact
        assert ranking.first(1).entries.tolist() == copies[:1]
        assert ranking.first(200).entries.tolist() == copies
        assert pairs(ranking, 205) == pairs(index_of(database).ask(vector, 1, 0), 205)


@pytest.mark.parametrize("vector", [[0] * 8, [1] + [0] * 7])
def test_nothing_but_copies_is_no_trouble(vector: list[float]) -> None:
    database = Database(8)
    database.add(unit([vector] * GRAPH))
    index = index_of(database, exact_up_to=100)
    assert index.grow() is True
    expected = [(entry, float(any(vector))) for entry in range(20)]
    assert pairs(index.ask(unit([1] + [0] * 7)[0], 1, 0), 20) == expected


def test_vectors_of_zeros_stand_between_what_is_like_and_unlike() -> None:
    vectors = scattered(GRAPH, 8, seed=15)
    vectors[::4] = 0
    database = Database(8)
    database.add(vectors)
    index = index_of(database, exact_up_to=100)
    index.grow()
    question = scattered(1, 8, seed=16)[0]
    gold = index_of(database).ask(question, 1, 0)
    above = int((gold.first(10**6).cosines > 0).sum())
    for n in (10, above + 5, GRAPH):
        assert pairs(index.ask(question, 1, 0), n) == pairs(gold, n)


def test_most_rows_replaced_leave_those_that_are_live() -> None:
    database = Database(8)
    database.add(scattered(GRAPH, 8, seed=17))
    index = index_of(database, exact_up_to=100)
    index.grow()
    live = scattered(GRAPH - 2, 8, seed=18)
    database.add(live, entries=range(GRAPH - 2))
    index.refresh(database)
    question = scattered(1, 8, seed=19)[0]
    assert pairs(index.ask(question, 1, 0), 10) == pairs(index_of(database).ask(question, 1, 0), 10)


def test_nothing_of_a_chunk_that_was_broken_off_is_found_twice(
    large: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(hnswlib.Index):  # type: ignore[misc]  # the library has no types
        calls = 0

        def add_items(self, vectors: Vectors, labels: Integers, num_threads: int) -> None:
            super().add_items(vectors, labels, num_threads)
            self.calls += 1
            if self.calls == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(hnswlib, "Index", Interrupted)
    index = index_of(large, exact_up_to=1_000)
    with pytest.raises(KeyboardInterrupt):
        index.grow()
    assert index.in_graph == 2 * nodes.CHUNK
    for row in (2 * nodes.CHUNK + 50, 100):
        found = index.ask(large.rows[row][4], 1, 0).first(20).entries
        assert found[0] == row
        assert len(set(found.tolist())) == 20
    monkeypatch.undo()
    assert index.grow() is True
    assert recall(index, large, scattered(20, 24, seed=21), 10) >= 0.97


def test_a_graph_that_reaches_too_little_is_done_without(large: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    class Poor(hnswlib.Index):  # type: ignore[misc]  # the library has no types
        def knn_query(self, question: Vectors, k: int, num_threads: int) -> None:
            raise RuntimeError("Cannot return the results in a contiguous 2D array. Probably ef or M is too small")

    monkeypatch.setattr(hnswlib, "Index", Poor)
    index = index_of(large, exact_up_to=1_000)
    index.grow()
    question = scattered(1, 24, seed=20)[0]
    assert pairs(index.ask(question, 1, 0), 10) == pairs(index_of(large).ask(question, 1, 0), 10)


@pytest.mark.parametrize("nearer", [200, 2_000])
def test_nearer_rows_of_another_scope_starve_nothing(nearer: int) -> None:
    vectors = scattered(GRAPH, 8, seed=22)
    vectors[:, 0] = -abs(vectors[:, 0])
    vectors[:nearer, 0] *= -1
    database = Database(8)
    database.add(vectors, scopes=[2] * nearer + [1] * (GRAPH - nearer))
    index = index_of(database, exact_up_to=1_000)
    index.grow()
    question = unit([2] + [0] * 7)[0]
    gold = pairs(index_of(database).ask(question, 1, 0), 10)
    assert pairs(index.ask(question, 1, 0), 10) == gold
    assert len(gold) == 10


def test_vectors_of_zeros_come_before_what_is_unlike() -> None:
    vectors = scattered(GRAPH, 8, seed=23)
    vectors[:, 0] = -abs(vectors[:, 0])
    vectors[::1_000] = 0
    database = Database(8)
    database.add(vectors)
    index = index_of(database, exact_up_to=1_000)
    index.grow()
    ranking = index.ask(unit([1] + [0] * 7)[0], 1, 0)
    assert not ranking.exact
    assert pairs(ranking, 6) == [(entry, 0.0) for entry in range(0, GRAPH, 1_000)]


def test_without_a_path_nothing_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    database = Database(2)
    database.add(unit([[1, 0]]))
    assert index_of(database).save() is False
    assert list(tmp_path.iterdir()) == []
