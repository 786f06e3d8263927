"""benchmarks/real_histories.py: its brute force against the oracle, its checks on rows made up here."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import benchmarks.real_histories as histories
import tkg
from benchmarks.brute_force import believed, said, slots, unit
from benchmarks.interval_sets import Row, dyknow, some, triples
from benchmarks.real_histories import Outcome, in_order, open_facts, result, shuffled, succession, successions, twice
from tests.spec.oracle import Oracle

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "real_histories.py"
OFFICES = [
    ("Utopia", "Chair of Utopia", "Ann", "1999-05-18", "2006-05-15"),
    ("Utopia", "Chair of Utopia", "Bob", "2006-05-15", "2013-00-00"),
    ("Utopia", "Chair of Utopia", "Cy", "2010-03-00", "2010-06-00"),
    ("Utopia", "Chair of Utopia", "Ann", "2014-01-02", None),
    ("Acme", "CEO of Acme", "Dee", None, "2012-12-01"),
    ("Acme", "CEO of Acme", "Eve", "2012-12-01", None),
    ("Fay", "team", "Reds", "2003-00-00", "2003-00-00"),
    ("Fay", "team", "Blues", "2003-00-00", None),
]
LINES = [
    ("Q1", "P54", "Q7", "2001", "2004"),
    ("Q1", "P54", "Q8", "2003", ""),
    ("Q1", "P54", "Q7", "2006", "2006"),
    ("Q2", "P17", "Q9", "", "1990"),
    ("Q2", "P17", "Q10", "1990", "1992"),
    ("Q2", "P17", "Q11", "1991", "1995"),
    ("Q3", "P39", "Q12", "1811", "1796"),
    ("Q4", "isMarriedTo", "Q5", "1970-05-19", "2010"),
    ("Q4", "isMarriedTo", "Q6", "2009-12", ""),
    ("Q5", "created", "Q13", "-0405", ""),
    ("Q5", "created", "Q14", "", ""),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The three files, tiny, in the form of the real ones."""
    keys = ("subject", "predicate", "object", "valid_from", "valid_to")
    offices = [dict(zip(keys, row, strict=True)) for row in OFFICES]
    (tmp_path / "dyknow.json").write_text(json.dumps(offices), encoding="utf-8")
    lines = "\n".join("\t".join(row) for row in [("subject", "predicate", "object", "from", "to"), *LINES])
    for name in ("wikidata12k", "yago11k"):
        (tmp_path / f"{name}.tsv").write_text(f"{lines}\n", encoding="utf-8")
    return tmp_path


def test_the_brute_force_is_the_oracle() -> None:
    """Over random claims of one slot and one source, on the days around every bound."""
    r, cut = random.Random(1), 0
    starts = ("", "2012", "2013", "2012-04", "2012-04-09", "2013-01-01", "2014-07-02")
    ends = ("", "", "2013", "2014", "2014-08", "2014-07-03")
    for _ in range(400):
        oracle, claims = Oracle({"p": "one"}), []
        for number in range(r.randrange(1, 6)):
            start, end = r.choice(starts), r.choice(ends)
            observed = r.choice(("2012-06-01", "2013-01-01")) if not start or r.random() < 0.3 else ""
            claim = said(r.choice("AB"), start, end, observed)
            if claim.start >= claim.end:
                continue
            claims.append(claim)
            op: dict[str, Any] = {"op": "assert", "id": str(number), "at": f"2030-01-0{number + 1}", "s": "s", "p": "p"}
            op |= {"o": claim.value, "valid": f"{start or ''}/{end or '..'}"} | (
                {"observed": observed} if observed else {}
            )
            oracle.apply(op)
        (slot,) = slots(claims, one=True)
        for text in ("2011-12-31", "2012-01-01", "2012-04-09", "2012-06-01", "2013-01-01", "2014-07-03", "2015-01-01"):
            asked = {"query": "facts", "valid_at": text}
            assert [believed(slot, unit(text)[0])] == ([o for _, _, o in oracle.query(asked)] or [None]), (claims, text)
            cut += len(slot) < len(claims)
    assert cut > 100


def test_the_files_are_read(data: Path) -> None:
    rows = dyknow(data / "dyknow.json")
    assert rows[1] == Row("Utopia", "Chair of Utopia", "Bob", "2006-05-15", "2013")
    assert rows[2][3:] == ("2010-03", "2010-06")
    assert (rows[4].start, rows[4].observed) == ("", "2012-12-01")
    lines = triples(data / "yago11k.tsv")
    assert lines[1] == Row("Q1", "P54", "Q8", "2003", "")
    assert (lines[3].observed, lines[10].observed, lines[0].observed) == ("1990-01-01", "2020-01-01", "")
    assert {row.subject for row in some(lines, 3)} == {"Q1", "Q4"}


def test_every_order_of_arrival_answers_as_the_brute_force(data: Path) -> None:
    rows = dyknow(data / "dyknow.json")
    for seed in range(4):
        found = shuffled(rows, seed)
        assert (found.wrong, found.rows, found.refused, found.verified) == (0, 8, Counter(), True), found
        assert (
            found.asked == 17 + 4 + 6
        )  # of Utopia, Acme and Fay, where the days around two bounds are partly the same


def test_starts_alone_give_one_timeline_in_every_order(data: Path) -> None:
    rows = dyknow(data / "dyknow.json")
    chosen = open_facts(rows)
    assert list(chosen) == [("Utopia", "Chair of Utopia"), ("Acme", "CEO of Acme")]  # Fay's teams start together
    assert succession(chosen["Utopia", "Chair of Utopia"]) == [
        ("Ann", date(1999, 5, 18), date(2006, 5, 15)),
        ("Bob", date(2006, 5, 15), date(2010, 3, 1)),
        ("Cy", date(2010, 3, 1), date(2014, 1, 2)),
        ("Ann", date(2014, 1, 2), None),
    ]
    assert [successions(chosen, seed).wrong for seed in range(4)] == [0] * 4


def test_facts_to_the_year_answer_as_the_brute_force_and_bad_rows_are_counted(data: Path) -> None:
    found = in_order(triples(data / "yago11k.tsv"))
    assert (found.wrong, found.rows, found.verified) == (0, 11, True), found
    assert found.refused == Counter(empty_interval=1, bad_time=1)


def test_every_row_told_twice_changes_nothing(data: Path) -> None:
    found = twice(triples(data / "wikidata12k.tsv"))
    assert (found.wrong, found.asked) == (0, 3 + 2 + 2 + 1), found


@pytest.mark.parametrize("check", [lambda rows: shuffled(rows, 1), lambda rows: successions(open_facts(rows), 1)])
def test_a_wrong_answer_is_counted(
    check: Callable[[list[Row]], Outcome], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tkg.Ontology, "of", lambda _: tkg.Ontology({}))  # so that each predicate has many values
    found = check(dyknow(data / "dyknow.json"))
    assert found.wrong > 0
    assert "Utopia Chair of Utopia" in " ".join(found.examples)
    assert not result({"dyknow": found}, whole=False)["ok"]


def test_a_count_that_is_another_one_fails_the_whole_only() -> None:
    found = Outcome(rows=3, asked=5, refused=Counter(empty_interval=9))
    assert result({"wikidata12k": found}, whole=False)["ok"]
    assert not result({"wikidata12k": found}, whole=True)["ok"]
    assert result({"wikidata12k": replace(found, refused=Counter(empty_interval=10))}, whole=True)["ok"]
    assert not result({"wikidata12k": replace(found, verified=False)}, whole=False)["ok"]
    shown = json.loads(json.dumps(result({"wikidata12k": found + found}, whole=True)))
    assert shown["sets"]["wikidata12k"]["refused"] == {"empty_interval": 18}


def test_without_the_data_it_says_so_and_passes(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--data", str(tmp_path / "nowhere")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0
    assert "skipped: no histories at" in done.stderr


@pytest.mark.skipif(
    not histories.default_data().is_dir(),
    reason="needs dyknow.json, wikidata12k.tsv and yago11k.tsv, in intervals/ of TKG_DATA or of ../shared/data",
)
def test_some_of_the_real_histories() -> None:
    """Each fortieth subject and predicate, and two orders of arrival: the script is for all of it."""
    found = histories.measure(histories.default_data(), orders=2, every=40)
    assert result(found, whole=False)["ok"], found
