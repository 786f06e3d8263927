"""`import_facts`: the rows of a file become claims, are found to be there already, or are refused with their line."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, line, objects
from tkg import errors
from tkg.importing import Imported, Refused
from tkg.values import Entity, Quantity, Text

CSV = """subject,predicate,object,valid_from,valid_to,valid_through,source
Ann,works_for,Acme,2019-03-01,,,HR
Ann,works_for,Globex,2023-07-01,,,HR
Ann,lives_in,Oslo,2015,2018-06,,
Bob,lives_in,Rome,2018,,2020,
"""
JSONL = """{"subject": "Ann", "predicate": "works_for", "object": "Acme", "valid_from": "2019-03-01", "source": "HR"}
{"subject": "Ann", "predicate": "works_for", "object": "Globex", "valid_from": "2023-07-01", "source": "HR"}

{"subject": "Ann", "predicate": "lives_in", "object": "Oslo", "valid_from": "2015", "valid_to": "2018-06", "ref": null}
{"subject": "Bob", "predicate": "lives_in", "object": "Rome", "valid_from": "2018", "valid_through": "2020"}
"""


def log(graph: tkg.Graph) -> list[Any]:
    """Everything that was ever written, places and times included."""
    return [graph._store.connection.execute(f"SELECT * FROM {table}").fetchall() for table in ("claim", "term", "tx")]


@pytest.mark.parametrize(("text", "format"), [(CSV, "csv"), (JSONL, "jsonl")])
def test_a_file_says_what_statements_say(graph: tkg.Graph, tmp_path: Path, text: str, format: str) -> None:  # noqa: A002
    file = tmp_path / f"facts.{format}"
    file.write_text(text, encoding="utf-8")
    assert graph.import_facts(file) == Imported(rows=4, recorded=4)
    assert line(graph, "Ann", "works_for") == [
        ("Acme", "2019-03-01", "2023-07-01"),
        ("Globex", "2023-07-01", None),
    ]
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2015", "2018-06")]
    assert line(graph, "Bob", "lives_in")[0][2] == "2021"
    assert [claim.source for claim in graph.claims()] == ["HR", "HR", "", ""]
    assert graph.verify().ok


def test_all_fields_of_a_statement_are_columns(graph: tkg.Graph) -> None:
    lines = [
        "op,subject,predicate,object,valid,observed,source,confidence,modality,ref,attrs\n",
        'record,Ann,works_for,Acme,2019/2021-03,2020-01-02,HR,0.5,reported,hr-1,"{""page"": 3}"\n',
        "end,Ann,works_for,,,2022-01-01,HR,,,hr-2,\n",
    ]
    graph.import_facts(lines, format="csv")
    first, second = graph.claims()
    assert (first.op, first.valid, first.source, first.confidence) == ("record", "2019/2021-03", "HR", 0.5)
    assert (first.modality, first.ref, first.attrs) == ("reported", "hr-1", {"page": 3})
    assert first.observed is not None
    assert first.observed.date() == date(2020, 1, 2)
    assert (second.op, second.object, second.ref) == ("end", None, "hr-2")


def test_objects_are_read_as_the_predicate_takes_them(graph: tkg.Graph) -> None:
    for name, kind in (("height", "number"), ("vegan", "boolean"), ("born", "date"), ("motto", "text")):
        graph.declare(name, object=kind)
    rows = ["height,180", "vegan,TRUE", "born,1990-02", "motto,never late", "knows,180"]
    graph.import_facts(["predicate,object,subject\n", *(f"{row},Ann\n" for row in rows)], format="csv")
    assert [claim.object for claim in graph.claims("Ann")] == [180, True, "1990-02", Text("never late"), "180"]
    assert isinstance(graph.get("Ann", "motto").object, Text)  # type: ignore[union-attr]


def test_kinds_and_units_may_stand_beside(graph: tkg.Graph) -> None:
    rows = [
        "subject,subject_type,predicate,object,object_kind,unit\n",
        "Apple,organisation,yields,70,,kg\n",
        "Apple,,echoes,Mercury,planet,\n",
        "Apple,,said,Mercury,text,\n",
        "Apple,,since,1990-02-03,date,\n",
    ]
    graph.import_facts(rows, format="csv")
    assert graph.claims()[0].subject == Entity("Apple", "organisation")
    assert [claim.object for claim in graph.claims()] == [
        Quantity(70, "kg"), Entity("Mercury", "planet"), Text("Mercury"), date(1990, 2, 3),
    ]  # fmt: skip


def test_json_says_values_as_it_has_them(graph: tkg.Graph) -> None:
    rows = [
        '{"subject": {"name": "Apple", "type": "organisation"}, "predicate": "yields", "object": 70.5}',
        '{"subject": "Apple", "predicate": "yields", "object": {"value": 70, "unit": "kg"}}',
        '{"subject": "Apple", "predicate": "yields", "object": 71, "unit": "kg"}',
        '{"subject": "Apple", "predicate": "ripe", "object": true, "attrs": {"page": 3}, "confidence": 0.25}',
        '{"subject": "Apple", "predicate": "grown_by", "object": {"name": "Ann", "type": "person"}}',
    ]
    graph.import_facts(rows, format="jsonl", source="farm")
    assert [claim.object for claim in graph.claims()] == [
        70.5, Quantity(70, "kg"), Quantity(71, "kg"), True, Entity("Ann", "person"),
    ]  # fmt: skip
    assert {claim.source for claim in graph.claims()} == {"farm"}


REFUSED = [
    ("Ann,works_for,Acme,2023-01-01,2019-01-01", "empty_interval"),
    ("Ann,works_for,Acme,soon,", "bad_time"),
    (",works_for,Acme,,", "bad_input"),
    ("Ann,works_for,,,", "bad_input"),
    ("Ann,works_for", "bad_input"),
    ("Ann,works_for,Acme,,,,", "bad_input"),
    ("Ann,height,tall,,", "wrong_kind"),
    ('Ann,works_for,"Acme" x,,', "bad_input"),
    ("Ann,works_for,Ac\udce4me,,", "bad_name"),
]


@pytest.mark.parametrize(("row", "code"), REFUSED)
def test_a_row_that_cannot_be_meant_is_refused_and_leaves_nothing(graph: tkg.Graph, row: str, code: str) -> None:
    graph.declare("height", object="number")
    lines = ["subject,predicate,object,valid_from,valid_to\n", "Bob,likes,tea,,\n", f"{row}\n", "Bob,likes,rum,,\n"]
    done = graph.import_facts(lines, format="csv", on_error="skip")
    assert (done.rows, done.recorded, done.refused) == (3, 2, 1)
    assert [(refused.line, refused.code) for refused in done.refusals] == [(3, code)]
    assert objects(graph, "Bob", "likes") == ["rum", "tea"]
    assert graph.claims("Ann") == []
    names = [name for (name,) in graph._store.connection.execute("SELECT name FROM term")]
    assert sorted(names) == ["Bob", "rum", "tea"]


@pytest.mark.parametrize(
    "row",
    [
        "{",
        "[1]",
        "3",
        '{"subject": "Ann", "predicate": "likes", "object": "tea", "when": "now"}',
        '{"subject": "Ann", "predicate": "likes", "object": []}',
        '{"subject": "Ann", "predicate": "likes", "object": {"is": "tea"}}',
        '{"subject": "Ann", "predicate": "likes", "object": "tea", "confidence": "very"}',
        '{"subject": "Ann", "predicate": "likes", "object": "tea", "confidence": NaN}',
        '{"subject": "Ann", "predicate": "likes", "object": "tea", "attrs": "page 3"}',
        '{"subject": "Ann", "predicate": "likes", "object": "tea", "attrs": [3]}',
        '{"subject": "Ann", "predicate": "likes", "object": "tea", "valid_from": 2019}',
        '{"subject": "Ann", "predicate": "likes", "object": "tea", "valid": "2019", "valid_from": "2019"}',
        '{"subject": "Ann", "predicate": "likes", "object": "tea", "ref": 7}',
        '{"subject": "Ann", "predicate": "likes", "object": "tea", "op": "retract"}',
        '{"subject": "Ann", "predicate": "likes", "unit": "kg"}',
        '{"subject": "Ann", "predicate": "likes", "object": {"text": "x"}, "unit": "kg"}',
        '{"subject": "Ann", "predicate": ["likes"], "object": "tea"}',
        '{"subject": 3, "predicate": "likes", "object": "tea"}',
        '{"predicate": "likes", "object": "tea"}',
        "[" * 100_000,
    ],
)
def test_so_is_a_line_of_json(graph: tkg.Graph, row: str) -> None:
    done = graph.import_facts([row, '{"subject": "Bob", "predicate": "likes", "object": "tea"}'], format="jsonl",
                              on_error="skip")  # fmt: skip
    assert (done.recorded, done.refused) == (1, 1)
    assert done.refusals[0].line == 1


def test_the_first_row_that_is_refused_stops_the_import(graph: tkg.Graph) -> None:
    rows = [f"s{number},likes,tea,2020-01-01\n" for number in range(10)]
    rows[7] = "s7,likes,tea,soon\n"
    with pytest.raises(errors.BadTime) as refused:
        graph.import_facts(["subject,predicate,object,valid_from\n", *rows], format="csv", batch=3)
    assert refused.value.__notes__ == ["line 9", "6 rows were done before, in batches of 3"]
    assert len(graph.claims()) == 6


def test_of_several_the_first_one_is_told(graph: tkg.Graph) -> None:
    """A ref that is taken is found later than a bad time; the order of the lines counts."""
    graph.record("Ann", "likes", "rum", ref="x")
    rows = ["subject,predicate,object,valid_from,ref\n", "Ann,likes,tea,,x\n", "Ann,likes,tea,soon,\n"]
    with pytest.raises(errors.DuplicateId) as refused:
        graph.import_facts(rows, format="csv")
    assert refused.value.__notes__[0] == "line 2"


def test_all_refusals_are_counted_and_the_first_hundred_kept(graph: tkg.Graph) -> None:
    rows = ["subject,predicate,object,valid_from\n", *(f"s,likes,{number},soon\n" for number in range(250))]
    done = graph.import_facts(rows, format="csv", batch=40, on_error="skip")
    assert (done.rows, done.refused, len(done.refusals)) == (250, 250, 100)
    assert [refused.line for refused in done.refusals] == list(range(2, 102))
    assert done.refusals[0] == Refused(2, "bad_time", done.refusals[0].message)
    assert done.to_dict()["refusals"][0]["line"] == 2
    assert graph._store.connection.execute("SELECT COUNT(*) FROM tx WHERE id > 0").fetchone() == (0,)


def test_the_same_import_again_changes_nothing(graph: tkg.Graph, clock: Any) -> None:
    rows = CSV.splitlines(keepends=True)
    graph.import_facts(rows, format="csv")
    before = log(graph)
    clock.forward(days=3)
    assert graph.import_facts(rows, format="csv") == Imported(rows=4, duplicates=4)
    assert log(graph) == before


def test_a_row_twice_in_one_file_is_one_claim(graph: tkg.Graph) -> None:
    header, *rows = CSV.splitlines(keepends=True)
    done = graph.import_facts([header, *rows, *reversed(rows)], format="csv", batch=5)
    assert (done.recorded, done.duplicates) == (4, 4)
    assert len(graph.claims()) == 4


SAID: dict[str, Any] = {"subject": "Ann", "predicate": "works_for", "object": "Acme", "valid_from": "2019-03-01"}


@pytest.mark.parametrize(
    "other",
    [
        {"object": "ACME"},
        {"valid_from": "2019-03"},
        {"valid_to": "2020-01-01"},
        {"source": "HR"},
        {"confidence": 0.9},
        {"modality": "planned"},
        {"observed": "2019-05-01"},
        {"attrs": {"page": 3}},
        {"ref": "hr-1"},
    ],
)
def test_what_differs_in_one_field_is_another_claim(graph: tkg.Graph, other: dict[str, Any]) -> None:
    graph.record(**SAID)
    given = {**SAID, **other}
    rows = [json.dumps(given)]
    assert graph.import_facts(rows, format="jsonl") == Imported(rows=1, recorded=1)
    assert graph.import_facts(rows, format="jsonl") == Imported(rows=1, duplicates=1)
    assert len(graph.claims()) == 2


def test_a_row_that_was_retracted_or_corrected_does_not_come_back(graph: tkg.Graph) -> None:
    header, *rows = CSV.splitlines(keepends=True)
    graph.import_facts([header, *rows], format="csv")
    acme, globex, *_ = graph.claims("Ann")
    graph.retract(acme)
    graph.correct(globex, valid_from="2023-08-01")
    assert graph.import_facts([header, *rows], format="csv").recorded == 0
    assert line(graph, "Ann", "works_for") == [("Globex", "2023-08-01", None)]


def test_what_was_erased_is_said_anew(graph: tkg.Graph) -> None:
    header, row, *_ = CSV.splitlines(keepends=True)
    graph.import_facts([header, row], format="csv")
    graph.erase(graph.claims("Ann")[0])
    assert graph.import_facts([header, row], format="csv").recorded == 1
    assert objects(graph, "Ann", "works_for") == ["Acme"]
    assert graph.verify().ok


def test_rows_without_times_are_known_again_on_another_day(graph: tkg.Graph, clock: Any) -> None:
    rows = ["subject,predicate,object,observed\n", "Ann,likes,tea,\n", "Ann,likes,rum,2020-01-01\n"]
    graph.import_facts(rows, format="csv")
    clock.forward(days=30)
    assert graph.import_facts(rows, format="csv") == Imported(rows=2, duplicates=2)


def test_a_ref_is_known_again_with_what_it_was_given_for(graph: tkg.Graph) -> None:
    header, row, other = "subject,predicate,object,ref\n", "Ann,likes,tea,r1\n", "Ann,likes,rum,r1\n"
    assert graph.import_facts([header, row, row], format="csv") == Imported(rows=2, recorded=1, duplicates=1)
    assert graph.import_facts([header, row], format="csv") == Imported(rows=1, duplicates=1)
    for rows in ([header, other], [header, "Bob,likes,tea,r2\n", "Bob,likes,rum,r2\n"]):
        done = graph.import_facts(rows, format="csv", on_error="skip")
        assert [refused.code for refused in done.refusals] == ["duplicate_id"]
    assert [claim.object for claim in graph.claims("Bob")] == ["tea"]


def broken_off(rows: list[str], after: int) -> Iterator[str]:
    yield from rows[:after]
    raise OSError("the pipe broke")


def test_an_import_that_broke_off_goes_on_with_the_same_call(graph: tkg.Graph, reopen: Opener) -> None:
    header = "subject,predicate,object,valid_from\n"
    rows = [header, *(f"s{n % 7},lives_in,place {n},{2000 + n // 12}-{n % 12 + 1:02}-01\n" for n in range(100))]
    with pytest.raises(OSError, match="pipe") as broken:
        graph.import_facts(broken_off(rows, 58), format="csv", batch=10)
    assert broken.value.__notes__ == ["50 rows were done before, in batches of 10"]
    assert len(graph.claims()) == 50
    again = reopen()
    assert again.import_facts(rows, format="csv", batch=10) == Imported(rows=100, recorded=50, duplicates=50)
    assert [claim.object for claim in again.claims()] == [f"place {n}" for n in range(100)]
    assert again.verify().ok


def test_progress_is_told_after_each_batch(graph: tkg.Graph) -> None:
    told: list[int] = []
    rows = ["subject,predicate,object\n", *(f"s,likes,{number}\n" for number in range(7))]
    graph.import_facts(rows, format="csv", batch=3, progress=told.append)
    assert told == [3, 6, 7]
    assert graph._store.connection.execute("SELECT COUNT(*) FROM tx WHERE id > 0").fetchone() == (3,)


def test_the_transactions_keep_who_and_why_and_the_scope_is_said(graph: tkg.Graph) -> None:
    rows = ["subject,predicate,object\n", "Ann,likes,tea\n"]
    graph.import_facts(rows, format="csv", scope="team", actor="ann", reason="move")
    assert graph.claims() == []
    assert [claim.object for claim in graph.claims(scope="team")] == ["tea"]
    assert graph._store.connection.execute("SELECT actor, reason FROM tx WHERE id = 1").fetchall() == [("ann", "move")]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "empty"),
        (["subject,predicate,colour\n"], "colour"),
        (["subject,object\n"], "predicate"),
        (["subject,predicate,predicate\n"], "twice"),
        (['"subject\n'], "line 1"),
    ],
)
def test_a_header_that_cannot_be_meant_is_refused(graph: tkg.Graph, lines: list[str], message: str) -> None:
    with pytest.raises(errors.InputError, match=message):
        graph.import_facts(lines, format="csv", on_error="skip")


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "xml"},
        {"format": None},
        {"on_error": "ignore"},
        {"batch": 0},
        {"batch": True},
        {"source": "\x00"},
        {"scope": ""},
    ],
)
def test_a_call_that_cannot_be_meant_is_refused(graph: tkg.Graph, wrong: dict[str, Any]) -> None:
    given = {"format": "csv", **wrong}
    with pytest.raises(errors.InputError):
        graph.import_facts(["subject,predicate,object\n", "Ann,likes,tea\n"], **given)
    assert graph.claims() == []


def test_the_name_of_a_file_says_its_format(graph: tkg.Graph, tmp_path: Path) -> None:
    for name, text in (("a.CSV", CSV), ("b.ndjson", JSONL)):
        (tmp_path / name).write_text(text, encoding="utf-8-sig")
        assert graph.import_facts(str(tmp_path / name), scope=name).recorded == 4
    (tmp_path / "c.txt").write_text(CSV, encoding="utf-8")
    with pytest.raises(errors.InputError, match=r"c\.txt"):
        graph.import_facts(tmp_path / "c.txt")
    with pytest.raises(FileNotFoundError):
        graph.import_facts(tmp_path / "nowhere.csv")


def test_a_batch_is_read_before_it_is_written(graph: tkg.Graph, reopen: Opener) -> None:
    """So nobody waits for the lines, and whoever makes them may write to the graph, or to the file."""
    other = reopen(busy_timeout_s=0)

    def lines() -> Iterator[str]:
        yield "subject,predicate,object\n"
        for number in range(6):
            graph.record("Ann", "counts", number)
            other.record("Bob", "counts", number)
            yield f"Eve,counts,{number}\n"

    assert graph.import_facts(lines(), format="csv", batch=4).recorded == 6
    assert [claim.subject for claim in graph.claims()] == [
        *["Ann", "Bob"] * 4, *["Eve"] * 4, *["Ann", "Bob"] * 2, *["Eve"] * 2,
    ]  # fmt: skip


def test_a_strict_graph_refuses_undeclared_predicates(reopen: Opener) -> None:
    graph = reopen(strict=True)
    rows = ["subject,predicate,object\n", "Ann,lives_in,Oslo\n", "Ann,sings_like,Bob\n"]
    done = graph.import_facts(rows, format="csv", on_error="skip")
    assert [(refused.line, refused.code) for refused in done.refusals] == [(3, "unknown_predicate")]
