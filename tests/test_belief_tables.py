"""Where beliefs lie, and what finds them by predicate and by value: tables of what was ever believed."""

from itertools import product

import pytest

import tkg
from tests.conftest import SetClock
from tkg.reader import _AT

_BELIEVED = "FROM belief_cur UNION SELECT {0} FROM belief_hist"


def kept(graph: tkg.Graph, query: str) -> set[tuple[object, ...]]:
    return set(graph._store.connection.execute(query))


def assert_found(graph: tkg.Graph) -> None:
    for table, columns in (("belief_of_predicate", "s, p"), ("belief_of_object", "o, p, s")):
        columns = f"scope, modality, {columns}"
        believed = kept(graph, f"SELECT {columns} {_BELIEVED.format(columns)}")
        assert kept(graph, f"SELECT {columns} FROM {table}") == believed


def test_all_that_was_ever_believed_is_found_by_predicate_and_by_value(graph: tkg.Graph, clock: SetClock) -> None:
    for day, (subject, predicate, value) in enumerate(product(("Ann", "Bo"), ("lives_in", "likes"), ("Oslo", "Rome"))):
        clock.set(f"2024-01-{day + 1:02}")
        graph.record(subject, predicate, value, valid_from=f"20{day + 10}")
    graph.retract(graph.record("Cy", "likes", "tea"))
    graph.end("Di", "lives_in", "Oslo", valid_from="2020")
    graph.merge("Bo", "Ann")
    assert_found(graph)
    assert kept(graph, "SELECT name FROM belief_of_predicate b JOIN term t ON t.id = b.s") == {
        ("Ann",),
        ("Bo",),
        ("Cy",),
    }


def test_what_is_erased_is_not_found_any_more(graph: tkg.Graph) -> None:
    graph.record("Ann", "likes", "tea")
    graph.erase(graph.record("Ann", "likes", "gin"), reason="asked for")
    assert_found(graph)
    assert len(kept(graph, "SELECT * FROM belief_of_object")) == 1


@pytest.mark.parametrize(("table", "given", "point"), list(_AT))
def test_a_question_that_names_anything_is_looked_up(
    graph: tkg.Graph, table: str, given: tuple[bool, bool, bool], point: bool
) -> None:
    query, connection = _AT[table, given, point], graph._store.connection
    plan = connection.execute(f"EXPLAIN QUERY PLAN {query}", (1,) * query.count("?")).fetchall()
    last = plan[-1][3]
    looked_up = [name for name, use in zip("sp", given, strict=False) if use]
    if (given[2] and not given[0]) or (table == "belief_hist" and given[1]):
        looked_up = ["s", "p"]
    assert "SCAN" not in " ".join(step[3] for step in plan)
    assert " AND ".join(f"{name}=?" for name in ("scope", "modality", *looked_up)) in last
