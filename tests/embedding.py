"""An embedder for tests: texts with words in common are close, and what it was asked for is known."""

import re
from collections.abc import Callable, Sequence
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from tkg.embed import Function

DIMENSION = 64


def hashed(texts: Sequence[str], dimension: int = DIMENSION) -> npt.NDArray[np.float64]:
    """A row a text, with one or minus one in the place that each of its words hashes to; without words, zeros."""
    rows = np.zeros((len(texts), dimension))
    for row, text in zip(rows, texts, strict=True):
        for word in re.findall(r"\w+", text.lower()):
            number = int.from_bytes(blake2b(word.encode(), digest_size=8).digest())
            row[number % dimension] += 1 if number >> 63 else -1
    return rows


def by_words(
    name: str = "test/words",
    dimension: int = DIMENSION,
    *,
    told: list[str] | None = None,
    first: Callable[[Sequence[str]], None] | None = None,
) -> Function:
    """An embedder by words. Passages that it is asked for are added to `told`, after `first` was called with them."""

    def passages(texts: Sequence[str]) -> npt.NDArray[np.float64]:
        if first is not None:
            first(texts)
        if told is not None:
            told.extend(texts)
        return hashed(texts, dimension)

    return Function(passages, name, dimension, lambda texts: hashed(texts, dimension))
