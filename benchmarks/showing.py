"""How benchmarks say how far they are: one line on a terminal that is written over, nothing elsewhere."""

import sys


def show(stage: str, done: int, of: int) -> None:
    """Say that `done` of `of` are done; a new line when all are."""
    if sys.stderr.isatty():
        print(f"\r{stage} {done:,} of {of:,}  ", end="\n" if done >= of else "", file=sys.stderr, flush=True)
