"""Do the tests have teeth? One rule of the engine broken at a time, and the suite run until something fails.

    .venv/bin/python tests/spec/mutants.py [--only TEXT] [--jobs N] [--list]

A mutant is a wrong rule, from `mutants.toml`: a text of the engine and another one in its place, in a copy of the
checkout in a temporary directory. On each copy `SUITE` is run, the quick tests first, up to the first failure. What is
printed is the test that caught it. Exit status 1 if a mutant survives, if a text is no longer there exactly once, or if
anything fails in a copy in which nothing is broken, since then a failure says nothing. Two cores take about five
minutes.

Traps: a mutant that no longer compiles or cannot be imported fails every test and proves nothing, so that is told apart
from a failed test and counts as broken; one that never ends is stopped and counts as caught.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parents[2]
PARTS = ("tkg", "tests", "migrations", "schema", "conftest.py", "pyproject.toml")
QUICK = ("test_belief", "test_restate", "test_conflicts_policies", "test_as_of", "test_get_find", "test_timeline_range",
         "test_history_beliefs_diff", "test_correct", "test_retract_undo", "test_end", "test_merge_split",
         "test_map_predicate", "test_declare", "test_role_policy", "test_erase", "test_clock",
         "test_succession", "test_slot_traits", "spec/test_vectors")  # fmt: skip
SLOW = (
    "test_answers_never_change.py",
    "spec/test_long_slots.py",
    "spec/test_random_logs.py::test_a_graph_answers_as_the_oracle_does[0-whole]",
    "spec/test_random_logs.py::test_a_graph_answers_as_the_oracle_does[0-window]",
    "spec/test_random_logs.py::test_certain_and_possible_are_the_oracles",
    "spec/test_stateful.py",
)
SUITE = (*(f"tests/{name}.py" for name in QUICK), *(f"tests/{name}" for name in SLOW))
PATIENCE = 10
"""A copy is stopped after so many times as long as the suite takes where nothing is broken."""


class Mutant(NamedTuple):
    """In `module`, `text` becomes `instead`."""

    name: str
    module: str
    text: str
    instead: str


class Outcome(StrEnum):
    CAUGHT = "caught"
    SURVIVES = "SURVIVES"
    NOT_THERE = "NOT THERE ONCE"
    BROKEN = "BROKEN"


def mutants() -> list[Mutant]:
    """All that there are."""
    told = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return [Mutant(name, module, *texts) for module, rules in told.items() for name, texts in rules.items()]


class Tried(NamedTuple):
    """What became of a mutant, and the test that caught it, or what pytest said."""

    mutant: Mutant
    outcome: Outcome
    by: str


def mutated(mutant: Mutant, checkout: Path = CHECKOUT) -> str | None:
    """The module with the wrong rule in it; None unless the text is there exactly once."""
    source = (checkout / "tkg" / f"{mutant.module}.py").read_text(encoding="utf-8")
    return source.replace(mutant.text, mutant.instead) if source.count(mutant.text) == 1 else None


@contextmanager
def copied(checkout: Path = CHECKOUT) -> Iterator[Path]:
    """A copy of what the tests need."""
    with tempfile.TemporaryDirectory(prefix="tkg-mutant-") as name:
        for part in PARTS:
            if (checkout / part).is_dir():
                shutil.copytree(checkout / part, Path(name, part), ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(checkout / part, Path(name, part))
        yield Path(name)


def run(directory: Path, suite: Sequence[str], timeout_s: float | None = None) -> tuple[Outcome, str]:
    """The suite in a copy, up to the first failure. Without byte code, which goes by the time and size of a file."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider", *suite]
    environment = {**os.environ, "PYTHONPATH": str(directory), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=directory, env=environment, capture_output=True, text=True, timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired:
        return Outcome.CAUGHT, f"it never ends ({timeout_s:.0f} s)"
    lines = done.stdout.splitlines()
    if done.returncode == 0:
        return Outcome.SURVIVES, lines[-1]
    failed = [line.removeprefix("FAILED ").partition(" - ")[0] for line in lines if line.startswith("FAILED ")]
    if done.returncode == 1 and failed:
        return Outcome.CAUGHT, failed[0]
    return Outcome.BROKEN, " ".join((lines or done.stderr.splitlines())[-3:])


def tried(mutant: Mutant, suite: Sequence[str] = SUITE, timeout_s: float | None = None) -> Tried:
    """What the suite says of a checkout with this rule in it."""
    source = mutated(mutant)
    if source is None:
        return Tried(mutant, Outcome.NOT_THERE, f"tkg/{mutant.module}.py")
    with copied() as directory:
        (directory / "tkg" / f"{mutant.module}.py").write_text(source, encoding="utf-8")
        return Tried(mutant, *run(directory, suite, timeout_s))


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT", help="mutants with this in their name or module")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once (default: one a core)")
    parser.add_argument("--list", action="store_true", help="only tell what there is")
    arguments = parser.parse_args(given)
    chosen = [m for m in mutants() if arguments.only in m.name or arguments.only == m.module]
    if arguments.list:
        for mutant in chosen:
            print(f"{mutant.module:12} {mutant.name}")
        return 0
    began = time.monotonic()
    with copied() as directory:
        outcome, said = run(directory, SUITE)
    timeout_s = PATIENCE * arguments.jobs * (time.monotonic() - began)
    print(f"nothing broken: {said}", flush=True)
    if outcome is not Outcome.SURVIVES:
        print("the suite fails without a mutant, so that a failure would say nothing")
        return 1
    bad = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for done in as_completed(pool.submit(tried, mutant, timeout_s=timeout_s) for mutant in chosen):
            mutant, outcome, by = done.result()
            bad += outcome is not Outcome.CAUGHT
            print(f"{outcome:9} {mutant.module:12} {mutant.name:55} {by.removeprefix('tests/')}", flush=True)
    print(f"{len(chosen)} mutants, {bad} not caught")
    return 1 if bad or not chosen else 0


if __name__ == "__main__":
    raise SystemExit(main())
