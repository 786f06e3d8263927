"""What benchmarks/engine.py computes: its workload, the check against brute force, and its bars."""

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks.bitemporal import brute_force, files, raw_reads
from benchmarks.bitemporal.measuring import QUIET_LOAD, Bar, in_turn, quiet_bar, spread, timed
from benchmarks.bitemporal.raw_writes import last_of, paired, taken
from benchmarks.bitemporal.reads import Disagreement
from benchmarks.bitemporal.statements import in_order, mixed, successive
from benchmarks.bitemporal.workload import SHARES, Batch, Operation, Workload, is_contested


def batches(number: int, **options: Any) -> list[Batch]:
    return list(islice(Workload(50, **options).batches(), number))


def operations(number: int, **options: Any) -> list[Operation]:
    return list(islice((each for batch in Workload(50, **options).batches() for each in batch.operations), number))


def test_the_same_seed_gives_the_same_operations_and_another_one_others() -> None:
    assert operations(500, seed=1) == operations(500, seed=1)
    assert operations(500, seed=1) != operations(500, seed=2)


def test_operations_come_in_the_shares_of_the_workload() -> None:
    found = Counter(operation["op"] for operation in operations(10_000))
    stated = sum(SHARES.values()) - SHARES["correct"] - SHARES["end"] - SHARES["retract"]
    for kind, share in (("assert", stated), ("correct", 12), ("end", 10), ("retract", 3)):
        assert 100 * found[kind] / 10_000 == pytest.approx(share, abs=0.9), kind


def test_what_is_corrected_or_retracted_was_said_and_is_live() -> None:
    live: set[int] = set()
    for number, operation in enumerate(each for each in operations(3_000) if each["op"] != "retract"):
        assert operation["id"] == number, "claims are numbered as they come"
    for operation in operations(3_000):
        if operation["op"] in ("correct", "retract"):
            assert operation["target"] in live
            live.remove(operation["target"])
        if operation["op"] in ("assert", "correct"):
            live.add(operation["id"])


def test_a_batch_holds_statements_or_one_change_of_the_record() -> None:
    found = batches(400, batch_of=5)
    assert all(later.at > earlier.at for earlier, later in pairwise(found))
    for batch in found:
        kinds = {operation["op"] for operation in batch.operations}
        assert kinds <= {"assert", "end"} or len(batch.operations) == 1
        assert len(batch.operations) <= 5


def test_one_source_speaks_of_a_subject_except_of_every_fiftieth() -> None:
    sources: dict[str, set[str]] = {}
    for operation in operations(10_000):
        if operation["op"] in ("assert", "end"):
            sources.setdefault(operation["s"], set()).add(operation["source"])
    assert len(sources) == 50
    for subject, said_by in sources.items():
        assert (len(said_by) > 1) == is_contested(int(subject.split()[1]))


def test_statements_are_mixed_in_order_or_of_one_slot() -> None:
    starts = [said["valid_from"] for said in islice(in_order(0, 1), 10)]
    assert starts == sorted(set(starts))
    kinds = Counter(said.get("op", "record") for said in islice(mixed(10, 1), 2_000))
    assert kinds["end"] / 2_000 == pytest.approx(10 / 85, abs=0.03)
    values = [said["object"] for said in islice(successive(4, turns=5), 3)]
    assert values == ["Value 4", "Value 0", "Value 1"]


def test_all_three_ways_to_answer_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    assert brute_force.check(60, 6)["rows"] > 0
    wrong = raw_reads._FIND_CURRENT.replace("b.vt > ?", "b.vt <= ?")
    monkeypatch.setattr(raw_reads, "_FIND_CURRENT", wrong)
    with pytest.raises(Disagreement, match="raw SQL says"):
        brute_force.check(60, 6)


def test_a_file_is_built_to_its_size_and_kept(tmp_path: Path) -> None:
    found = files.built(tmp_path, 300)
    assert found.tables.rectangles >= 300
    assert files.count(found.path) == found.tables
    stamp = found.path.stat().st_mtime_ns
    assert files.built(tmp_path, 300) == found
    assert found.path.stat().st_mtime_ns == stamp, "a file that fits is not built again"
    other = files.built(tmp_path, 300, seed=8)
    assert other.seed == 8
    assert other != replace(found, seed=8)


def test_rows_put_in_by_hand_are_those_that_were_written(tmp_path: Path) -> None:
    file = files.built(tmp_path, 300)
    with paired(file.path, tmp_path, file.now, "OFF") as pair:
        before = last_of(pair.looking, "tx")
        say = partial(pair.graph.record, "Person 1", "one_0", source="source 1")
        pair.warm_up([partial(say, "Value 3", valid_from="2026-05-01")])
        ours, by_hand = pair.both(partial(say, "somebody new", valid_from="2026-06-01"), timed)
        assert ours > 0 < by_hand
        assert not pair.missed, "a table that a write changes is not known to the loop that is compared with it"
        assert pair.is_equal(before)
        rows = taken(pair.looking, before + 2, 0)
        assert len(rows.rows["claim"]) == 1
        assert rows.gone, "the value before was cut short"
        pair.raw.connection.execute("DELETE FROM belief_cur WHERE rf = (SELECT at FROM tx ORDER BY id DESC LIMIT 1)")
        assert not pair.is_equal(before)


def test_calls_are_made_in_turn_each_with_each_argument() -> None:
    seen: list[tuple[str, int]] = []
    calls = {name: (lambda n, who=name: seen.append((who, n)), range(6)) for name in ("a", "b")}
    times = in_turn(calls)
    assert sorted(seen) == [(name, n) for name in "ab" for n in range(6)]
    assert [name for name, _ in seen[:4]] == ["a", "b", "b", "a"]
    assert all(seen[turn][1] != seen[turn + 1][1] for turn in range(0, 12, 2)), "not the same argument in one turn"
    assert {name: len(taken_) for name, taken_ in times.items()} == {"a": 6, "b": 6}


def test_a_spread_is_least_median_and_95th_percentile() -> None:
    assert spread([n / 1e6 for n in range(1, 101)]) == {"min": 1, "median": 50.5, "p95": 96}


@pytest.mark.parametrize(
    ("bar", "met"),
    [
        (Bar("", 4.0, 4), True),
        (Bar("", 4.1, 4), False),
        (Bar("", 0.35, 0.35, is_least=True), True),
        (Bar("", 0.34, 0.35, is_least=True), False),
        (Bar("", None, 4), None),
        (Bar("", 9.0, 4, lacking="a reason"), None),
        (quiet_bar("", 1.0, 2, QUIET_LOAD), None),
        (quiet_bar("", 1.0, 2, QUIET_LOAD - 0.1), False),
    ],
)
def test_a_bar_is_met_missed_or_not_judged(bar: Bar, met: bool | None) -> None:
    assert bar.is_met is met
    assert ("not judged" in bar.to_dict()) == (bar.lacking is not None)
