"""An embedder made of a function."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Function:
    """A function from texts to rows of numbers. `name` stands for its model: change it when the model changes.

    `question` is another function for what is asked, if the model makes a difference.
    """

    passage: Callable[[Sequence[str]], npt.ArrayLike]
    name: str
    dimension: int
    question: Callable[[Sequence[str]], npt.ArrayLike] | None = None

    def passages(self, texts: Sequence[str]) -> npt.ArrayLike:
        return self.passage(texts)

    def questions(self, texts: Sequence[str]) -> npt.ArrayLike:
        return (self.question or self.passage)(texts)
