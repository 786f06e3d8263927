"""An embedder made of a function."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy.typing as npt

from tkg.errors import EmbedderError


@dataclass(frozen=True, slots=True)
class Function:
    """A function from texts to rows of numbers; what it raises becomes an EmbedderError, unless it is one.

    `name` stands for its model: change it when the model changes. `question` is another function for what is asked, if
    the model makes a difference.
    """

    passage: Callable[[Sequence[str]], npt.ArrayLike]
    name: str
    dimension: int
    question: Callable[[Sequence[str]], npt.ArrayLike] | None = None

    def passages(self, texts: Sequence[str]) -> npt.ArrayLike:
        return self._asked(self.passage, texts)

    def questions(self, texts: Sequence[str]) -> npt.ArrayLike:
        return self._asked(self.question or self.passage, texts)

    def _asked(self, function: Callable[[Sequence[str]], npt.ArrayLike], texts: Sequence[str]) -> npt.ArrayLike:
        try:
            return function(texts)
        except EmbedderError:
            raise
        except Exception as error:  # somebody else's code: whatever it raises, the embedder could not be asked
            raise EmbedderError(f"{self.name} raised {type(error).__name__}: {error}") from error
