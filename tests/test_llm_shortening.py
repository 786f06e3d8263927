"""A value that leaves out a part of its noun, in what is sure."""

import pytest

from tkg.extract.llm.shortening import is_shortened


@pytest.mark.parametrize(
    ("value", "predicate", "quote", "left_out"),
    [
        ("yoga", "does_sport", "I do aerial yoga", "aerial"),
        ("guitar", "plays", "she plays electric guitar", "electric"),
        ("smoker", "is_a", "Bob is a non-smoker", "non"),
        ("Cola", "drinks", "I drink Coca-Cola", "Coca"),
        ("president", "job_title", "she is vice president", "vice"),
        ("manager", "job_title", "a former manager", "former"),
    ],
)
def test_what_is_left_out_is_told(value: str, predicate: str, quote: str, left_out: str) -> None:
    assert is_shortened(value, predicate, [quote]) == left_out


@pytest.mark.parametrize(
    ("value", "predicate", "quote"),
    [
        ("aerial yoga", "does_sport", "I do aerial yoga"),
        ("yoga", "does_sport", "I do yoga"),
        ("yoga", "does_sport", "I do aerial yoga, and yoga"),
        ("yoga", "does_aerial", "I do aerial yoga"),
        ("Bob", "knows", "my assistant Bob"),
        ("cat", "has_pet", "two cats"),
        ("secrets", "told", "they reveal secrets"),
        ("tea", "likes", "something else"),
    ],
)
def test_what_may_be_whole_is_left(value: str, predicate: str, quote: str) -> None:
    assert is_shortened(value, predicate, [quote]) is None
