"""The lines of a CSV or of JSON Lines: each row read, or refused by itself, whatever stands before it."""

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tkg
from tests.test_import_facts import CSV, JSONL
from tkg import errors
from tkg.fact_lines import Line, read

HEADER = "subject,predicate,object\n"
MOST = 131_072


def imported(graph: tkg.Graph, lines: Iterable[str], **options: Any) -> tuple[list[str], list[tuple[int, str]]]:
    """Who is spoken of then, and the lines that are refused, with what is said of them."""
    done = graph.import_facts(lines, **{"format": "csv", "on_error": "skip", **options})
    assert done.rows == done.recorded + done.refused
    return [str(claim.subject) for claim in graph.claims()], [(each.line, each.message) for each in done.refusals]


def test_cells_may_have_commas_quotes_and_line_breaks(graph: tkg.Graph) -> None:
    graph.declare("motto", object="text")
    text = 'subject,predicate,object\nAnn,motto,"one, ""two""\nthree"\nBob,motto,four\nBob,motto\n'
    done = graph.import_facts(text.splitlines(keepends=True), format="csv", on_error="skip")
    assert [claim.object for claim in graph.claims()] == ['one, "two"\nthree', "four"]
    assert done.refusals[0].line == 5


@pytest.mark.parametrize("batch", [1, 7, 5_000])
def test_after_a_quote_that_is_not_closed_the_next_line_is_read(graph: tkg.Graph, batch: int) -> None:
    rows = [f"s{number},likes,tea\n" for number in range(30)]
    rows[4] = 's4,likes,"tea\n'
    rows[20] = 's20,likes,"tea, or rum"\n'
    said, refused = imported(graph, [HEADER, *rows], batch=batch)
    assert said == [f"s{number}" for number in range(30) if number != 4]
    assert [number for number, _ in refused] == [6]
    assert "a quote is opened, and on line 22" in refused[0][1]


def test_a_quote_may_be_open_up_to_the_end_of_the_file(graph: tkg.Graph) -> None:
    said, refused = imported(graph, [HEADER, 'a,likes,"tea\n', "b,likes,tea\n", "c,likes,tea\n"])
    assert said == ["b", "c"]
    assert refused == [(2, "not CSV: a quote is opened and not closed")]


def test_a_quote_that_closes_in_another_row_makes_too_many_cells(graph: tkg.Graph) -> None:
    said, refused = imported(graph, [HEADER, 'a,likes,"tea\n', "b,likes,tea\n", 'c,likes",tea\n', "d,likes,tea\n"])
    assert said == ["b", "c", "d"]
    assert refused == [(2, "4 cells under 3 columns, the last of them on line 4")]


def test_a_cell_may_be_as_long_as_csv_allows_and_no_longer(graph: tkg.Graph) -> None:
    graph.declare("motto", object="text")
    rows = ["Ann,motto," + "x" * (MOST + 1) + "\n", "Bob,motto," + "x" * MOST + "\n", "Eve,motto,x\n"]
    said, refused = imported(graph, [HEADER, *rows])
    assert said == ["Bob", "Eve"]
    assert [line for line, _ in refused] == [2]
    assert "more than 131,072 characters" in refused[0][1]
    assert "JSON Lines" in refused[0][1]
    row = json.dumps({"subject": "Ann", "predicate": "motto", "object": "x" * (MOST + 1)})
    assert graph.import_facts([row], format="jsonl").recorded == 1


def test_many_rows_after_an_open_quote_are_all_read(graph: tkg.Graph) -> None:
    """More than fit a cell, so that the reader gives up within them."""
    rows = [f"s{number},likes,{'tea ' * 1_000}{number}\n" for number in range(50)]
    said, refused = imported(graph, [HEADER, 'a,likes,"tea\n', *rows])
    assert said == [f"s{number}" for number in range(50)]
    assert [line for line, _ in refused] == [2]


@given(
    rows=st.lists(st.sampled_from(["good", "open", "closed", "text"]), max_size=12),
    batch=st.integers(min_value=1, max_value=5),
)
def test_whatever_quotes_are_open_each_line_is_read_or_refused(rows: list[str], batch: int) -> None:
    """A row stands on a line of its own here, unless it is of text with a line break in it."""
    kinds = {
        "good": "{},likes,tea\n",
        "open": '{},likes,"x\n',
        "closed": '{},likes,"a ""b"", c"\n',
        "text": '{},likes,"a\nb"\n',
    }
    text = HEADER + "".join(kinds[kind].format(f"s{number}") for number, kind in enumerate(rows))
    found = list(read(text.splitlines(keepends=True), "csv"))
    good = {row.fields["subject"] for row in found if isinstance(row, Line)}
    assert good >= {f"s{number}" for number, kind in enumerate(rows) if kind in ("good", "closed")}
    numbers = [row.number for row in found]
    assert numbers == sorted(set(numbers))
    assert found == list(read(text.splitlines(keepends=True), "csv"))


NESTED = '{"a":' * 101 + "1" + "}" * 101


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ('"object": ' + "1" * 5_000, "too many digits"),
        ('"object": -' + "1" * 5_000, "too many digits"),
        ('"object": "tea", "confidence": ' + "1" * 5_000, "too many digits"),
        ('"object": "tea", "attrs": ' + NESTED, "nested too deep"),
        ('"object": "tea", "attrs": ' + json.dumps(NESTED), "nested too deep"),
        ('"object": ' + "[" * 900 + "]" * 900, "nested too deep"),
        ('"object": "tea", "subject_type": 5', "the type of the subject 5 is a int"),
        ('"object": "tea", "ref": "a\\u0000b"', "NUL"),
        ('"object": {"date": "2020"}', "'2020' is not a day such as 2021-03-14"),
        ('"object": {"date": "soon"}', "'soon' is not a day such as 2021-03-14"),
    ],
)
def test_json_that_python_stumbles_over_refuses_its_row(graph: tkg.Graph, fields: str, message: str) -> None:
    rows = [
        f'{{"subject": "Ann", "predicate": "works_for", {fields}}}\n',
        '{"subject": "Bob", "predicate": "likes", "object": "tea"}\n',
    ]
    said, refused = imported(graph, rows, format="jsonl")
    assert said == ["Bob"]
    assert [line for line, _ in refused] == [1]
    assert message in refused[0][1]


def test_attributes_may_be_nested(graph: tkg.Graph) -> None:
    nested = NESTED.removeprefix('{"a":').removesuffix("}").removeprefix('{"a":').removesuffix("}")
    row = f'{{"subject": "Ann", "predicate": "likes", "object": "tea", "attrs": {nested}}}'
    assert graph.import_facts([row], format="jsonl").recorded == 1
    assert graph.claims()[0].attrs == json.loads(nested)


@pytest.mark.parametrize("format", ["csv", "jsonl"])
@pytest.mark.parametrize(
    "lines", [[{"subject": "Ann", "predicate": "likes", "object": "tea"}], [b"subject,predicate\n"]]
)
def test_what_is_no_line_of_text_is_refused_with_what_to_give(graph: tkg.Graph, format: Any, lines: Any) -> None:  # noqa: A002
    with pytest.raises(errors.InputError, match="record_many"):
        graph.import_facts(lines, format=format, on_error="skip")


def test_text_in_place_of_a_path_is_told_so(graph: tkg.Graph) -> None:
    with pytest.raises(errors.InputError, match=r"io\.StringIO"):
        graph.import_facts(CSV, format="csv")
    assert graph.import_facts(io.StringIO(CSV), format="csv").recorded == 4


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_in_another_encoding_is_told_so(graph: tkg.Graph, tmp_path: Path, encoding: str) -> None:
    (tmp_path / "facts.csv").write_text(CSV, encoding=encoding)
    with pytest.raises(errors.InputError, match="line 1 is not UTF-8"):
        graph.import_facts(tmp_path / "facts.csv")
    (tmp_path / "facts.jsonl").write_text(JSONL, encoding=encoding)
    with pytest.raises(errors.InputError, match="not UTF-8"):
        graph.import_facts(tmp_path / "facts.jsonl")


@pytest.mark.parametrize(("text", "format"), [(CSV, "csv"), (JSONL, "jsonl")])
def test_a_byte_order_mark_is_no_part_of_the_first_line(graph: tkg.Graph, text: str, format: Any) -> None:  # noqa: A002
    assert graph.import_facts(f"\ufeff{text}".splitlines(keepends=True), format=format).recorded == 4
