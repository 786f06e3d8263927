"""`record_many`: one transaction for many statements, all of them or none; or batches, each of which is one."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tkg import errors
from tkg.claim_table import OF_CLAIM
from tkg.values import Entity

SAID = ", ".join(OF_CLAIM)


def test_a_statement_is_a_value_or_a_mapping(graph: tkg.Graph) -> None:
    claims = graph.record_many(
        [
            tkg.Statement("Ann", "works_for", "Acme", valid_from="2019-03-01", source="HR"),
            {"subject": "Ann", "predicate": "works_for", "object": "Globex", "valid_from": "2023-07-01"},
            tkg.Statement("Ann", "works_for", op="end", valid_from="2024-01-01"),
        ]
    )
    assert [claim.op for claim in claims] == ["record", "record", "end"]
    assert line(graph, "Ann", "works_for") == [
        ("Acme", "2019-03-01", "2023-07-01"),
        ("Globex", "2023-07-01", "2024-01-01"),
    ]


def test_a_later_one_of_the_same_call_wins(graph: tkg.Graph) -> None:
    graph.record_many([tkg.Statement("Ann", "lives_in", place, valid_from="2024-05-01") for place in ("A", "B")])
    assert line(graph, "Ann", "lives_in") == [("B", "2024-05-01", None)]
    assert [claim.object for claim in graph.claims("Ann")] == ["A", "B"]
    assert [fact.object for fact in graph.history("Ann", "lives_in")] == ["B"]


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ({"subject": "Ann", "predicate": "likes", "object": "tea", "when": "2020"}, errors.InputError),
        ({"subject": "Ann", "predicate": "likes", "object": "tea", "op": "retract"}, errors.InputError),
        ({"subject": "Ann", "predicate": "likes", "object": "tea", "op": ["end"]}, errors.InputError),
        ({"subject": "Ann", "object": "tea"}, errors.InputError),
        ({"predicate": "likes", "object": "tea"}, errors.InputError),
        ({"subject": "Ann", "predicate": "likes"}, errors.InputError),
        ({"subject": "Ann", "predicate": "likes", "object": "tea", "valid_from": "soon"}, errors.BadTime),
        ({}, errors.InputError),
        (None, errors.InputError),
        ("Ann likes tea", errors.InputError),
        (("Ann", "likes", "tea"), errors.InputError),
        (tkg.Statement("Ann", "likes", op="end"), errors.EndNeedsValue),
        (tkg.Statement("Ann", "works_for", 3), errors.WrongKind),
        (tkg.Statement("Ann", "likes", "tea", ref="r1"), errors.DuplicateId),
    ],
)
def test_all_or_none(graph: tkg.Graph, bad: Any, error: type[tkg.TkgError]) -> None:
    good = tkg.Statement("Bob", "likes", "tea", ref="r1")
    with pytest.raises(error):
        graph.record_many([good, bad])
    assert graph.claims() == []
    assert graph.record_many([good])[0].object == "tea"


def test_the_error_says_which_statement_it_was(graph: tkg.Graph) -> None:
    statements = [tkg.Statement("Ann", "likes", "tea"), tkg.Statement("Ann", "likes", "tea", valid_from="soon")]
    with pytest.raises(errors.BadTime) as refused:
        graph.record_many(statements)
    assert refused.value.__notes__[0].startswith("statement 1 of 2: ")


def test_an_iterator_that_fails_leaves_nothing(graph: tkg.Graph) -> None:
    def statements() -> Any:
        yield tkg.Statement("Ann", "likes", "tea")
        raise OSError("the pipe broke")

    with pytest.raises(OSError, match="pipe"):
        graph.record_many(statements())
    assert graph.claims() == []


def test_nothing_to_record_is_no_transaction_to_speak_of(graph: tkg.Graph) -> None:
    assert graph.record_many([]) == []
    assert graph.claims() == []
    assert graph.verify().ok


def test_the_transaction_keeps_who_and_why(graph: tkg.Graph) -> None:
    graph.record_many([{"subject": "Ann", "predicate": "likes", "object": "tea"}], actor="ann", reason="import")
    rows = graph._store.connection.execute("SELECT actor, reason FROM tx ORDER BY id DESC LIMIT 1").fetchall()
    assert rows == [("ann", "import")]


def test_a_thousand_subjects_at_once(graph: tkg.Graph) -> None:
    graph.record_many({"subject": f"s{n}", "predicate": "likes", "object": "tea"} for n in range(1000))
    assert len(graph.find(predicate="likes")) == 1000
    assert objects(graph, "s999", "likes") == ["tea"]


def statements(count: int) -> Iterator[tkg.Statement]:
    return (tkg.Statement(f"s{n % 7}", "lives_in", f"place {n}", valid_from=f"{2000 + n}-01-01") for n in range(count))


def transactions(graph: tkg.Graph) -> int:
    return int(graph._store.connection.execute("SELECT COUNT(*) FROM tx WHERE id > 0").fetchone()[0])


def test_in_batches_each_is_a_transaction(graph: tkg.Graph) -> None:
    told: list[int] = []
    assert graph.record_many(statements(25), batch=10, progress=told.append) == 25
    assert told == [10, 20, 25]
    assert transactions(graph) == 3
    assert [claim.object for claim in graph.claims()] == [f"place {n}" for n in range(25)]
    assert graph.verify().ok


def test_no_more_than_a_batch_is_taken_ahead(graph: tkg.Graph) -> None:
    taken: list[int] = []

    def endless() -> Iterator[tkg.Statement]:
        for number, statement in enumerate(statements(10**9)):
            if number > 35:
                raise KeyboardInterrupt
            taken.append(number)
            assert number - len(graph.claims()) < 10
            yield statement

    with pytest.raises(KeyboardInterrupt) as stopped:
        graph.record_many(endless(), batch=10)
    assert stopped.value.__notes__ == ["30 statements were committed before, in batches of 10"]
    assert len(graph.claims()) == 30


def test_what_is_refused_takes_its_batch_with_it(graph: tkg.Graph) -> None:
    given = [*statements(14), tkg.Statement("Ann", "likes", "tea", valid_from="soon"), *statements(5)]
    with pytest.raises(errors.BadTime) as refused:
        graph.record_many(given, batch=5)
    assert refused.value.__notes__[0].startswith("statement 14 of 15: ")
    assert refused.value.__notes__[1] == "10 statements were committed before, in batches of 5"
    assert len(graph.claims()) == 10


def test_with_a_key_the_same_call_goes_on_where_it_broke_off(graph: tkg.Graph) -> None:
    broken = itertools.chain(statements(23), (tkg.Statement("Ann", "likes", 3, valid_from="soon") for _ in range(1)))
    with pytest.raises(errors.BadTime):
        graph.record_many(broken, batch=10, key="load")
    assert graph.record_many(statements(40), batch=10, key="load") == 40
    assert [claim.object for claim in graph.claims()] == [f"place {n}" for n in range(40)]
    assert graph.record_many(statements(40), batch=10, key="load") == 40
    assert transactions(graph) == 4
    with pytest.raises(errors.KeyReused):
        graph.record_many(reversed(list(statements(40))), batch=10, key="load")


@pytest.mark.parametrize("batch", [0, -1, 2.5, True, "10"])
def test_a_batch_that_is_no_number_is_refused(graph: tkg.Graph, batch: Any) -> None:
    with pytest.raises(errors.InputError, match="batch"):
        graph.record_many([tkg.Statement("Ann", "likes", "tea")], batch=batch)
    assert graph.claims() == []


def test_progress_is_told_in_one_transaction_too(graph: tkg.Graph) -> None:
    told: list[int] = []
    graph.record_many(statements(300), progress=told.append)
    assert told[-1] == 300
    assert told == sorted(set(told))
    assert transactions(graph) == 1


def test_the_same_ref_twice_is_refused_however_far_apart(graph: tkg.Graph) -> None:
    for apart in (1, 200):
        rest = [tkg.Statement("s", "likes", f"{n}") for n in range(apart)]
        twice = tkg.Statement("Ann", "likes", "tea", ref="r")
        with pytest.raises(errors.DuplicateId):
            graph.record_many([twice, *rest, twice])
    assert graph.claims() == []


def test_many_at_once_leave_the_rows_that_one_after_the_other_do(reopen: Opener, tmp_path: Path) -> None:
    """But for when they were recorded: names are numbered alike, and claims, and their columns are the same."""
    given = [
        tkg.Statement(
            "Ann", "likes", f"thing {n}", valid_from=f"20{n % 30:02}", source=f"{n % 3}", observed="2031-01-01"
        )
        for n in range(150)
    ]
    given += [tkg.Statement(f"thing {n}", "part_of", Entity("all", "set"), op="record") for n in range(20)]
    with tkg.open(tmp_path / "other.db", clock=SetClock()) as other:
        reopen().record_many(given)
        for statement in given:
            other.record_many([statement])
        graphs = (reopen(), other)
        for query in ("SELECT * FROM term", "SELECT * FROM source", f"SELECT {SAID} FROM claim WHERE seen"):
            first, second = (graph._store.connection.execute(query).fetchall() for graph in graphs)
            assert first == second


def test_names_that_were_erased_are_known_again_among_many(graph: tkg.Graph) -> None:
    graph.erase(graph.record("Ann", "likes", "tea", source="HR"))
    execute = graph._store.connection.execute
    (hidden,) = (term for term, name in execute("SELECT id, name FROM term") if "erased" in name)
    graph.record_many(tkg.Statement("Ann", "likes", o, source="HR") for o in ("tea", *(f"{n}" for n in range(40))))
    assert "tea" in objects(graph, "Ann", "likes")
    assert execute("SELECT name FROM term WHERE id = ?", (hidden,)).fetchone() == ("tea",)
    assert not any("erased" in name for (name,) in execute("SELECT name FROM term"))
    assert graph.verify().ok
