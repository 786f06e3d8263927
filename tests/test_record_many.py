"""`record_many`: one transaction for many statements, all of them or none."""

from typing import Any

import pytest

import tkg
from tests.conftest import line, objects
from tkg import errors


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
