"""An embedder behind a server that speaks OpenAI's protocol: POST <base_url>/embeddings.

Texts go in batches. A refusal that may pass (429, 5xx) and a connection that fails are tried again, after a pause that
doubles, or the one that the server asks for; any other refusal is an error at once, with what the server said.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from tkg.errors import BadEmbedding, EmbedderError, InputError

if TYPE_CHECKING:
    import httpx

BATCH = 64
TIMEOUT_S = 60.0
TRIES = 4
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
_MAY_PASS = frozenset((408, 409, 425, 429, 500, 502, 503, 504))


class Endpoint:
    """A model at `base_url` ("https://.../v1"), which gives vectors of `dimension` numbers.

    `headers` are sent along, `key` as a bearer token. `query_prefix` and `passage_prefix` are put before a text, for
    models that want to be told. `transport` and `sleep` are for tests. Raises InputError for a base_url that is none,
    EmbedderError if the server does not answer or refuses, BadEmbedding for an answer that does not fit.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        dimension: int,
        *,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        query_prefix: str = "",
        passage_prefix: str = "",
        batch: int = BATCH,
        timeout_s: float = TIMEOUT_S,
        tries: int = TRIES,
        transport: "httpx.BaseTransport | None" = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise InputError(f"base_url={base_url!r} is no address: it begins with http:// or https://")
        if batch < 1 or tries < 1 or dimension < 1:
            raise InputError(f"batch={batch}, tries={tries}, dimension={dimension}: each is at least 1")
        self._url, self._model, self.dimension = f"{base_url.rstrip('/')}/embeddings", model, dimension
        self._headers = {**({"Authorization": f"Bearer {key}"} if key else {}), **(headers or {})}
        self._prefixes = query_prefix, passage_prefix
        self._batch, self._timeout_s, self._tries = batch, timeout_s, tries
        self._transport, self._sleep = transport, sleep
        self._client: httpx.Client | None = None

    @property
    def name(self) -> str:
        """The model with its dimension and its prefixes, which change what it gives; not where it is served."""
        prefixes = (prefix.strip() for prefix in self._prefixes if prefix)
        return "/".join(("openai", self._model, str(self.dimension), *prefixes))

    def passages(self, texts: Sequence[str]) -> npt.ArrayLike:
        return self._embed([self._prefixes[1] + text for text in texts])

    def questions(self, texts: Sequence[str]) -> npt.ArrayLike:
        return self._embed([self._prefixes[0] + text for text in texts])

    def close(self) -> None:
        """Close the connections; they are opened again if need be."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        rows: list[list[float]] = []
        for start in range(0, len(texts), self._batch):
            batch = list(texts[start : start + self._batch])
            rows += self._rows(self._post({"model": self._model, "input": batch}), len(batch))
        return np.array(rows, np.float32).reshape(len(texts), self.dimension)

    def _rows(self, answer: Any, texts: int) -> list[list[float]]:
        """The vectors in the order of the texts, which `index` gives."""
        try:
            rows = {item["index"]: item["embedding"] for item in answer["data"]}
            found = [[float(number) for number in rows[at]] for at in range(texts)]
        except (KeyError, TypeError, ValueError) as error:
            raise BadEmbedding(
                f"{self._url} gave no embedding for each of {texts} texts ({type(error).__name__}: {error})"
            ) from None
        lengths = {len(row) for row in found}
        if lengths - {self.dimension}:
            raise BadEmbedding(
                f"{self._model} at {self._url} gives {sorted(lengths)} numbers, not {self.dimension} as declared"
            )
        return found

    def _post(self, body: dict[str, Any]) -> Any:
        import httpx

        if self._client is None:
            self._client = httpx.Client(headers=self._headers, timeout=self._timeout_s, transport=self._transport)
        pause_s, said = FIRST_PAUSE_S, ""
        for attempt in range(self._tries):
            if attempt:
                self._sleep(min(pause_s, LONGEST_PAUSE_S))
                pause_s *= 2
            try:
                answer = self._client.post(self._url, json=body)
            except httpx.TransportError as error:
                said = f"{type(error).__name__}: {error}"
                continue
            if answer.is_success:
                try:
                    return answer.json()
                except ValueError as error:
                    raise BadEmbedding(f"{self._url} answered with no JSON: {error}") from None
            said = f"status {answer.status_code}: {answer.text[:300]}"
            if answer.status_code not in _MAY_PASS:
                raise EmbedderError(f"{self._url} refuses {self._model}: {said}")
            pause_s = max(pause_s, _asked_pause_s(answer.headers.get("retry-after")))
        raise EmbedderError(f"{self._url} did not answer in {self._tries} tries: {said}")


def _asked_pause_s(header: str | None) -> float:
    """The pause that a server asks for in seconds; one given as a date is left to our own."""
    return float(header) if header is not None and header.isdigit() else 0.0
