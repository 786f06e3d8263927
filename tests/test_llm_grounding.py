"""Quotes stand where the text has them, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tkg.extract.llm.grounding import Ground


@pytest.mark.parametrize(
    ("text", "words", "quote"),
    [
        ("I work at Acme.", "work at Acme", "work at Acme"),
        ("I work at Acme.", " work at Acme ", "work at Acme"),
        ("I work\n  at\u00a0Acme.", "work at Acme", "work\n  at\u00a0Acme"),
        ("I don’t — ever — eat “meat”", 'don\'t - ever - eat "meat"', "don’t — ever — eat “meat”"),
        ("他说「不去」了", '"不去"', "「不去」"),
        ("a party of art", "art", "art"),
    ],
)
def test_a_quote_is_found_with_its_own_characters(text: str, words: str, quote: str) -> None:
    span = Ground(text).span(words)
    assert span is not None
    assert text[slice(*span)] == quote


def test_a_whole_word_goes_before_a_part_of_one() -> None:
    assert Ground("a party of art").spans("art") == ((11, 14), (3, 6))


@pytest.mark.parametrize("words", ["", "  ", "work at acme", "works at Acme", "workat Acme", "Acme!"])
def test_what_the_text_does_not_say_is_not_found(words: str) -> None:
    assert Ground("I work at Acme.").span(words) is None


def test_time_words_are_looked_for_inside_the_quotes_alone() -> None:
    ground = Ground("In May I slept. I left in May.")
    quote = ground.spans("I left in May")
    assert ground.span("in May", quote) == (23, 29)
    assert ground.span("In May", quote) is None


@given(st.text(), st.data())
def test_every_part_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    words = text[start : data.draw(st.integers(start, len(text)))].strip()
    spans = Ground(text).spans(words)
    assert all(text[slice(*span)] == words for span in spans)
    assert bool(spans) == bool(words)


@given(st.text(alphabet="ab \n\t’'“\"—-"), st.text(alphabet="ab '\"-", min_size=1))
def test_what_is_found_differs_in_space_and_marks_alone(text: str, words: str) -> None:
    def plain(part: str) -> str:
        for mark, plainer in (("’", "'"), ("“", '"'), ("—", "-")):
            part = part.replace(mark, plainer)
        return " ".join(part.split())

    for start, end in Ground(text).spans(words):
        assert plain(text[start:end]) == plain(words)
