"""`kill -9` in the middle of bulk writes: what was acknowledged is there, and the file is sound."""

import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tkg

WRITER = """
import os, sys, tkg
from tkg import Statement
path, seed = sys.argv[1:]
with tkg.open(path) as graph:
    batch = 0
    while True:
        said = [
            Statement(f"s{n % 7}", ("lives_in", "likes")[n % 2], f"{seed}-{batch}-{n}", valid_from=f"20{10 + n % 10}",
                      source=f"x{n % 3}", ref=f"{seed}-{batch}-{n}")
            for n in range(40)
        ]
        claims = graph.record_many(said)
        if batch % 5 == 4:
            graph.retract(claims[0])
            graph.correct(claims[1], valid_from="2009")
        os.write(1, f"{claims[-1].id} {claims[-1].ref}\\n".encode())
        batch += 1
"""


def _watch_it_write(path: Path, size: int) -> None:
    """Come back in the middle of a commit, as a rule: once the log beside the file has grown by so many bytes."""
    log = path.with_name(f"{path.name}-wal")
    target = log.stat().st_size + size
    for _ in range(20_000):
        if log.stat().st_size >= target:
            return


@pytest.mark.parametrize("part", range(4))
def test_nothing_acknowledged_is_lost(part: int, template: Path, tmp_path: Path) -> None:
    r = random.Random(part)
    for number in range(5):
        path = Path(shutil.copy(template, tmp_path / f"{number}.db"))
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(number)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            acknowledged = [writer.stdout.readline() for _ in range(r.randrange(1, 12))]
            _watch_it_write(path, r.randrange(1, 60_000))
            writer.send_signal(signal.SIGKILL)
            text = "".join([*acknowledged, writer.stdout.read()])
        assert writer.returncode == -signal.SIGKILL
        told = [line.split() for line in text.splitlines(keepends=True) if line.endswith("\n")]
        assert len(told) >= len(acknowledged)
        with tkg.open(path) as graph:
            kept = {claim.ref: claim.id for claim in graph.claims() if claim.ref}
            for id_, ref in told:
                batch = ref.rpartition("-")[0]
                assert kept[ref] == int(id_)
                assert all(f"{batch}-{n}" in kept for n in range(40))
            batches = {ref.rpartition("-")[0] for ref in kept}
            assert len(kept) == 40 * len(batches)
            assert graph.verify().ok
            graph.record("after", "likes", "tea")
            assert graph.get("after", "likes") is not None
