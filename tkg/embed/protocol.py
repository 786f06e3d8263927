"""What every embedder does, and the check that everything goes through which one gives."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from tkg.errors import BadEmbedding

Vectors: TypeAlias = npt.NDArray[np.float32]
"""One row a text, of unit length; a row of zeros is close to nothing."""


class Embedder(Protocol):
    """Turns texts into vectors. `name` stands for the model, `dimension` is the length of a vector.

    Both methods take any number of texts and give a row for each, in their order; rows need not have unit length. They
    may raise `EmbedderError`.
    """

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def passages(self, texts: Sequence[str]) -> npt.ArrayLike:
        """The vectors of texts that are looked for."""
        ...

    def questions(self, texts: Sequence[str]) -> npt.ArrayLike:
        """The vectors of texts that are asked."""
        ...


def unit_vectors(given: npt.ArrayLike, texts: Sequence[str], embedder: Embedder) -> Vectors:
    """What an embedder gave for `texts`, checked and brought to unit length.

    Raises BadEmbedding for another shape than (texts, dimension), and for a vector that holds no number.
    """
    try:
        found: npt.NDArray[Any] = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BadEmbedding(f"{embedder.name} gave no rows of numbers of one length: {error}") from None
    if not len(texts):
        return np.zeros((0, embedder.dimension), np.float32)
    if found.shape != (len(texts), embedder.dimension):
        raise BadEmbedding(
            f"{embedder.name} gave an array of shape {found.shape} for {len(texts)} texts, not "
            f"({len(texts)}, {embedder.dimension}): a row for each, as long as its dimension says"
        )
    broken = np.flatnonzero(~np.isfinite(found).all(axis=1))
    if broken.size:
        raise BadEmbedding(f"{embedder.name} gave a vector that is no number (nan or inf) for {texts[broken[0]]!r}")
    largest = np.abs(found).max(axis=1, keepdims=True, initial=0.0)
    # Scaled first, so that the square of a very large or very small number is one.
    scaled = np.divide(found, largest, out=np.zeros_like(found), where=largest > 0)
    length = np.linalg.norm(scaled, axis=1, keepdims=True)
    unit: Vectors = np.divide(scaled, length, out=np.zeros_like(scaled), where=length > 0).astype(np.float32)
    return unit
