"""Messages cut into passages."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tkg.passages import OVERLAP, SIZE, passages


def cut(text: str) -> list[str]:
    return [text[low:high] for low, high in passages(text)]


def test_a_short_message_is_one_passage() -> None:
    assert cut("I moved to Oslo.") == ["I moved to Oslo."]
    assert cut("x" * SIZE) == ["x" * SIZE]


@pytest.mark.parametrize("text", ["", "  \n "])
def test_nothing_is_none(text: str) -> None:
    assert cut(text) == []


def test_a_long_one_is_cut_after_sentences_and_overlaps() -> None:
    sentence = "Ann moved to Oslo in the spring of last year. "
    first, second = cut(sentence * 20)
    assert first == sentence * (SIZE // len(sentence))
    assert second.startswith(sentence)
    assert 0 < len(first) + len(second) - len(sentence * 20) <= OVERLAP


def test_a_paragraph_is_a_better_end_than_a_sentence() -> None:
    text = "One sentence. " * 50 + "\n\n" + "Another one. " * 50
    assert cut(text)[0] == "One sentence. " * 50 + "\n\n"


def test_chinese_is_cut_after_sentences_without_a_space() -> None:
    text = "李雷上周三搬到了上海。" * 100
    assert all(each.endswith("。") and each.startswith("李") for each in cut(text))


def test_words_are_not_cut() -> None:
    text = "wording " * 300
    assert all(set(each.split()) == {"wording"} for each in cut(text))


def test_what_has_no_place_to_cut_is_cut_anyway() -> None:
    assert [len(each) for each in cut("x" * 2000)] == [800, 800, 600]


@given(st.text(st.sampled_from("ab 。，.\n李"), max_size=4000), st.integers(20, 900))
def test_passages_cover_the_text_in_order_and_are_no_longer_than_asked(text: str, size: int) -> None:
    spans = list(passages(text, size, min(OVERLAP, size // 2 - 1)))
    if not text.strip():
        assert spans == []
        return
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    assert all(0 < high - low <= size for low, high in spans)
    for (low, high), (next_low, next_high) in itertools.pairwise(spans):
        assert low < next_low <= high < next_high
