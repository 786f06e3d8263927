"""Entries follow the log: whatever is or was believed can be found, whenever they are brought up to date, and once."""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tkg
from tests.conftest import Opener
from tkg import conversation, entries
from tkg.entries import Entries
from tkg.errors import InputError, RefusedError
from tkg.fulltext import indexed
from tkg.passage_entries import MOST_TIMES, PassageEntries

START = datetime(2024, 5, 6, 10, tzinfo=UTC)


def said(minute: int, content: str, speaker: str = "Ann") -> dict[str, Any]:
    return {"speaker": speaker, "content": content, "timestamp": START + timedelta(minutes=minute)}


def of(graph: tkg.Graph) -> Entries:
    return Entries(graph._store)


def catch_up(graph: tkg.Graph) -> None:
    of(graph).catch_up()


def rows(graph: tkg.Graph, query: str) -> list[tuple[Any, ...]]:
    return graph._store.connection.execute(query).fetchall()


def facts(graph: tkg.Graph) -> set[tuple[str, ...]]:
    """The facts that there are entries of, as scope, subject, predicate and object."""
    listed = rows(
        graph,
        "SELECT scope.name, a, p.name, c FROM entry JOIN scope ON scope.id = scope JOIN predicate p ON p.id = b "
        "WHERE kind = 0",
    )
    value = graph._store.terms.value
    return {(scope, str(value(a)), predicate, str(value(c))) for scope, a, predicate, c in listed}


def entities(graph: tkg.Graph) -> list[str]:
    return sorted(str(graph._store.terms.value(a)) for (a,) in rows(graph, "SELECT a FROM entry WHERE kind = 2"))


def found(graph: tkg.Graph) -> list[tuple[Any, ...]]:
    """All entries without their ids, with what they are found by."""
    return sorted(
        rows(
            graph,
            "SELECT scope, kind, a, b, c, digest, own, beside, whose FROM entry e JOIN entry_words w ON w.rowid = e.id",
        )
    )


def passage_rows(graph: tkg.Graph) -> set[tuple[Any, ...]]:
    """What the entries of passages should be, worked out from all messages at once."""
    connection, made = graph._store.connection, set()
    for (id_,) in rows(graph, "SELECT id FROM episode"):
        turn = conversation.turn(connection, id_)
        assert turn is not None
        for each in conversation.passages_of(connection, turn):
            words = (indexed(each.own), indexed(each.beside))
            made.add((turn.scope, turn.id, each.start, each.end, of(graph).table.digest(each.embedded), *words))
    return made


def assert_complete(graph: tkg.Graph) -> None:
    """Everything that was ever believed, and every word that was said, is there exactly once, and nothing twice."""
    with graph._store.snapshot() as last:
        assert not of(graph).is_behind(last.place)
    there = {tuple(row) for row in rows(graph, "SELECT scope, a, b, c FROM entry WHERE kind = 0")}
    believed = rows(graph, "SELECT scope, s, p, o FROM belief_cur UNION SELECT scope, s, p, o FROM belief_hist")
    assert there >= {tuple(row) for row in believed}
    named = {tuple(row) for row in rows(graph, "SELECT scope, a FROM entry WHERE kind = 2")}
    terms = {(scope, term) for scope, s, _, o in believed for term in (s, o)}
    assert named >= {(scope, term) for scope, term in terms if graph._store.terms.code(term)[0] == 0}
    unsaid = "SELECT e.id FROM entry e WHERE kind = 0 AND NOT EXISTS (SELECT 1 FROM saying WHERE entry = e.id)"
    assert rows(graph, unsaid) == []
    assert rows(graph, "SELECT entry FROM saying JOIN claim ON claim.id = claim WHERE erased > 0") == []
    passages = rows(
        graph,
        "SELECT scope, a, b, c, digest, own, beside FROM entry e JOIN entry_words w ON w.rowid = e.id WHERE kind = 1",
    )
    assert len(passages) == len(set(passages))
    assert set(passages) == passage_rows(graph)
    (counts,) = rows(graph, "SELECT COUNT(*), COUNT(w.rowid) FROM entry e LEFT JOIN entry_words w ON w.rowid = e.id")
    assert counts == (rows(graph, "SELECT COUNT(*) FROM entry_words")[0][0],) * 2
    for table in ("saying", "named_time"):
        assert rows(graph, f"SELECT entry FROM {table} WHERE entry NOT IN (SELECT id FROM entry)") == []


# --- what becomes an entry ---


def test_a_fact_is_found_by_its_words_and_so_are_its_entities(graph: tkg.Graph) -> None:
    graph.record("Ann Lee", "works_for", "Acme", valid_from="2020")
    graph.record("Ann Lee", "age", 41)
    catch_up(graph)
    assert facts(graph) == {("default", "Ann Lee", "works_for", "Acme"), ("default", "Ann Lee", "age", "41")}
    assert entities(graph) == ["Acme", "Ann Lee"]
    words = rows(graph, "SELECT own FROM entry JOIN entry_words w ON w.rowid = id ORDER BY id")
    assert words == [(indexed(text),) for text in ("Ann Lee", "Acme", "Ann Lee works for Acme", "Ann Lee age 41")]


def test_a_fact_that_is_said_twice_is_one_entry_with_both_claims(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "likes", "tea", valid_from="2020")
    second = graph.record("Ann", "likes", "tea", valid_from="2021", source="Bob")
    catch_up(graph)
    assert rows(graph, "SELECT claim FROM saying") == [(first.id,), (second.id,)]
    assert len(facts(graph)) == 1


def test_an_end_is_no_entry(graph: tkg.Graph) -> None:
    graph.end("Ann", "lives_in", "Oslo", valid_from="2020")
    catch_up(graph)
    assert facts(graph) == set()


def test_a_fact_is_found_under_the_names_of_before_and_after_a_change_of_names(graph: tkg.Graph) -> None:
    graph.record("Annie", "employed_at", "Acme")
    graph.merge("Annie", "Ann")
    graph.map_predicate("employed_at", "staff_member", flip=True)
    catch_up(graph)
    assert facts(graph) == {
        ("default", "Annie", "employed_at", "Acme"),
        ("default", "Ann", "employed_at", "Acme"),
        ("default", "Acme", "staff_member", "Ann"),
    }


def test_a_passage_has_the_times_that_its_words_name(graph: tkg.Graph) -> None:
    graph.ingest([said(0, "We met in March 2021, and again on 7 May 2023.")])
    catch_up(graph)
    spans = rows(graph, "SELECT starts, ends FROM named_time ORDER BY starts")
    assert [tuple(datetime.fromtimestamp(at / 1e6, UTC).date().isoformat() for at in span) for span in spans] == [
        ("2021-03-01", "2021-04-01"),
        ("2023-05-07", "2023-05-08"),
    ]


def test_of_a_passage_with_very_many_times_the_first_ones_are_kept(graph: tkg.Graph) -> None:
    days = ", ".join(f"{day} May 2023" for day in range(1, 29))
    graph.ingest([said(0, f"We met on {days}.")])
    catch_up(graph)
    spans = rows(graph, "SELECT starts FROM named_time ORDER BY starts")
    assert [datetime.fromtimestamp(at / 1e6, UTC).day for (at,) in spans] == list(range(1, MOST_TIMES + 1))


# --- how far they have come ---


def test_a_write_does_nothing_for_them_and_says_how_far_they_are_behind(graph: tkg.Graph) -> None:
    catch_up(graph)
    graph.record("Ann", "likes", "tea")
    graph.retract(graph.record("Ann", "likes", "milk"))
    graph.ingest([said(0, "one"), said(1, "two")])
    assert rows(graph, "SELECT * FROM entry") == []
    with graph._store.snapshot() as last:
        assert of(graph).is_behind(last.place)
        assert of(graph).behind(last.place) == (3, 2)
    catch_up(graph)
    with graph._store.snapshot() as last:
        assert not of(graph).is_behind(last.place)
        assert of(graph).behind(last.place) == (0, 0)
    assert of(graph).table.counts() == (len(found(graph)), 0)


def test_an_entry_without_words_is_counted(graph: tkg.Graph) -> None:
    graph.record("Ann", "likes", "tea")
    catch_up(graph)
    graph._store.connection.execute("DELETE FROM entry_words WHERE rowid = 2")
    assert of(graph).table.counts() == (2, 1)


def test_bringing_up_to_date_leaves_no_trace_in_the_log(graph: tkg.Graph) -> None:
    graph.record("Ann", "likes", "tea")
    before = rows(graph, "SELECT * FROM tx")
    catch_up(graph)
    assert rows(graph, "SELECT * FROM tx") == before
    assert graph.verify().ok


def test_a_step_takes_in_a_bounded_part(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "STEP", 4)
    graph.record_many([{"subject": f"s{n}", "predicate": "likes", "object": "tea"} for n in range(10)])
    graph.merge("s1", "s2")
    graph.ingest([said(n, f"number {n}") for n in range(9)])
    told: list[tuple[int, int]] = []
    of(graph).catch_up(lambda done, whole: told.append((done, whole)))
    with graph._store.snapshot() as last:
        whole = last.place + 9
    places = [done for done, _ in told]
    assert {of_ for _, of_ in told} == {whole}
    assert places[-1] == whole
    assert all(0 < later - earlier <= 4 for earlier, later in zip([0, *places], places, strict=False))
    assert_complete(graph)


class Killed(Exception):
    pass


@pytest.mark.parametrize("steps", range(1, 8))
def test_broken_off_between_two_steps_nothing_is_lost_and_nothing_is_there_twice(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    monkeypatch.setattr(entries, "STEP", 3)
    graph = reopen()
    graph.record_many([{"subject": f"s{n}", "predicate": "likes", "object": "tea"} for n in range(7)])
    graph.merge("s1", "t")
    graph.ingest([said(n, f"number {n}") for n in range(7)])
    told = 0

    def kill(done: int, whole: int) -> None:
        nonlocal told
        told += 1
        if told == steps:
            raise Killed

    with suppress(Killed):
        of(graph).catch_up(kill)
    other = reopen()
    catch_up(other)
    assert_complete(other)
    assert len(facts(other)) == 8
    broken_off = found(other)
    of(other).drop_all()
    catch_up(other)
    assert found(other) == broken_off


def test_a_step_that_fails_leaves_nothing(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    graph.ingest([said(n, f"number {n}") for n in range(3)])
    with monkeypatch.context() as patch:
        patch.setattr(PassageEntries, "_add_passage", _fails_at(3))
        with pytest.raises(Killed):
            catch_up(graph)
    assert rows(graph, "SELECT * FROM entry WHERE kind = 1") == []
    catch_up(graph)
    assert_complete(graph)


def _fails_at(number: int) -> Callable[[PassageEntries, Any], None]:
    add, calls = PassageEntries._add_passage, 0

    def adding(self: PassageEntries, passage: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == number:
            raise Killed
        add(self, passage)

    return adding


def test_made_anew_they_are_the_same_under_new_ids(graph: tkg.Graph) -> None:
    graph.record("Ann", "likes", "tea")
    graph.ingest([said(0, "one"), said(1, "two")])
    catch_up(graph)
    before, highest = found(graph), rows(graph, "SELECT MAX(id) FROM entry")[0][0]
    of(graph).drop_all()
    assert found(graph) == []
    catch_up(graph)
    assert found(graph) == before
    assert rows(graph, "SELECT MIN(id) FROM entry")[0][0] > highest


# --- messages that come between others ---


def test_a_message_that_comes_between_two_others_changes_what_they_are_found_by(graph: tkg.Graph) -> None:
    graph.ingest([said(0, "first"), said(2, "third"), said(3, "fourth"), said(4, "fifth")])
    catch_up(graph)
    ids = {text: id_ for id_, text in rows(graph, "SELECT e.id, m.text FROM entry e JOIN episode m ON m.id = a")}
    graph.ingest([said(1, "second")])
    catch_up(graph)
    assert_complete(graph)
    now = {text: id_ for id_, text in rows(graph, "SELECT e.id, m.text FROM entry e JOIN episode m ON m.id = a")}
    assert (now["first"], now["fifth"]) == (ids["first"], ids["fifth"])
    assert {"third", "fourth"} == {text for text, id_ in ids.items() if now[text] > id_}
    assert [id_ for (id_,) in rows(graph, "SELECT rowid FROM entry_words ORDER BY 1")] == sorted(now.values())


_scattered = st.lists(
    st.tuples(st.integers(0, 500), st.integers(0, 1)), unique_by=lambda each: each[0], min_size=2, max_size=9
)


@settings(max_examples=20, deadline=None)
@given(_scattered, st.randoms(use_true_random=False), st.sets(st.integers(0, 8)))
def test_messages_in_any_order_are_found_by_what_they_are_found_by_in_order(
    template: Path, messages: list[tuple[int, int]], random: Any, pauses: set[int]
) -> None:
    shuffled = random.sample(messages, len(messages))
    seen = []
    for order, stops in ((sorted(messages), set[int]()), (shuffled, pauses)):
        with own_file(template) as open_again:
            graph = open_again()
            for number, (minute, label) in enumerate(order):
                graph.ingest([said(minute, f"at {minute}")], labels={"chat": str(label)})
                if number in stops:
                    catch_up(graph)
            catch_up(graph)
            assert_complete(graph)
            seen.append(sorted((digest, own, beside) for *_, digest, own, beside, _ in found(graph)))
    assert seen[0] == seen[1]


# --- any writes, in any order, with several processes that bring them up to date ---


@contextmanager
def own_file(template: Path) -> Iterator[Callable[[], tkg.Graph]]:
    """Opens one copy of the template as often as wanted."""
    opened: list[tkg.Graph] = []
    with tempfile.TemporaryDirectory() as directory:
        path = shutil.copy(template, Path(directory) / "store.db")

        def open_again() -> tkg.Graph:
            opened.append(tkg.open(path, embedder=None, durability="normal"))
            return opened[-1]

        try:
            yield open_again
        finally:
            for graph in opened:
                graph.close()


_NAMES = ("Ann", "Bob", "Acme")
_PREDICATES = ("lives_in", "likes", "works_for", "knows_of")
_name, _predicate, _number = st.sampled_from(_NAMES), st.sampled_from(_PREDICATES), st.integers(0, 9)
_year = st.sampled_from(("2019", "2020-05", "2021-03-01"))
_write = st.one_of(
    st.tuples(st.just("record"), _name, _predicate, _name, _year),
    st.tuples(st.just("record"), _name, _predicate, _name, _year),
    st.tuples(st.just("end"), _name, _predicate, _name, _year),
    st.tuples(st.sampled_from(("retract", "undo", "erase")), _number),
    st.tuples(st.just("correct"), _number, _name),
    st.tuples(st.just("merge"), _name, _name),
    st.tuples(st.just("split"), _number, st.sampled_from(("subject", "object")), st.sampled_from(("Ann", "Dee"))),
    st.tuples(st.just("map_predicate"), _predicate, _predicate, st.booleans()),
    st.tuples(st.just("declare"), _predicate, st.sampled_from(("one", "many"))),
    st.tuples(st.just("ingest"), _number, _name, _name),
    st.tuples(st.just("erase_entity"), _name),
    st.just(("catch_up",)),
    st.just(("catch_up",)),
)


def write(graph: tkg.Graph, call: Sequence[Any]) -> None:
    """One write; one that is refused changes nothing."""
    name, *given_ = call
    claims = graph.claims()
    with suppress(RefusedError, InputError, IndexError):
        match name:
            case "record" | "end":
                getattr(graph, name)(*given_[:3], valid_from=given_[3])
            case "retract" | "undo" | "erase":
                getattr(graph, name)(claims[given_[0]])
            case "correct":
                graph.correct(claims[given_[0]], object=given_[1])
            case "split":
                graph.split([(claims[given_[0]], given_[1])], given_[2])
            case "map_predicate":
                graph.map_predicate(given_[0], given_[1], flip=given_[2])
            case "declare":
                graph.declare(given_[0], cardinality=given_[1])
            case "ingest":
                graph.ingest([said(given_[0], f"I work for {given_[2]}.", given_[1])])
            case "erase_entity":
                graph.erase(entity=given_[0])
            case "merge":
                graph.merge(*given_)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), _write), max_size=16), st.booleans())
def test_whatever_is_or_was_believed_has_an_entry(
    template: Path, calls: list[tuple[int, Sequence[Any]]], at_once: bool
) -> None:
    with own_file(template) as open_again:
        graphs = open_again(), open_again()
        ids: dict[int, tuple[Any, ...]] = {}
        for which, call in calls:
            if call != ("catch_up",):
                write(graphs[which], call)
            elif not at_once:
                catch_up(graphs[which])
                for id_, *key in rows(graphs[which], "SELECT id, scope, kind, a, b, c, digest FROM entry"):
                    assert ids.setdefault(id_, tuple(key)) == tuple(key)
        catch_up(graphs[0])
        assert_complete(graphs[0])
        # Under names as they read meanwhile, more can have been found; never less than by going over all of it anew.
        followed = {row[:5] for row in found(graphs[0])}
        of(graphs[1]).drop_all()
        catch_up(graphs[1])
        assert_complete(graphs[1])
        assert followed == {row[:5] for row in found(graphs[1])}
