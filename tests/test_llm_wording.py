"""Words in common, and the words for the speaker."""

import pytest

from tkg.extract.llm.wording import shares_a_word, spoken_for, stands_in, words


def test_words_are_folded_and_scripts_without_spaces_cut_by_character() -> None:
    assert words("Ana's ＡＣＭＥ_王芳 likes") == ("ana", "s", "acme", "王", "芳", "likes")


@pytest.mark.parametrize(
    ("text", "other", "shared"),
    [
        ("swimming", "I swim", True),
        ("Straße", "STRASSE", True),
        ("奥斯陆", "我住在奥斯陆", True),
        ("tea", "ok", False),
        ("Al", "All", False),
        ("", "anything", False),
    ],
)
def test_a_form_of_a_word_is_the_same_word(text: str, other: str, shared: bool) -> None:
    assert shares_a_word(text, [other]) is shared


@pytest.mark.parametrize(
    ("text", "passage", "stands"),
    [
        ("Acme", "i work at ACME.", True),
        ("art", "a party", False),
        ("茶", "我喜欢茶", True),
        ("C++", "he writes C++.", True),
        ("", "x", False),
    ],
)
def test_a_value_stands_in_a_passage_as_whole_words(text: str, passage: str, stands: bool) -> None:
    assert stands_in(text, passage) is stands


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("I", "Ana"),
        (" me ", "Ana"),
        ("我", "Ana"),
        ("ich", "Ana"),
        ("My", "Ana"),
        ("俺", "Ana"),
        ("本人", "Ana"),
        ("ＭＥ", "Ana"),
        ("my sister", "Ana's sister"),
        ("My sister", "Ana's sister"),
        ("meine Schwester", "Anas Schwester"),
        ("我的猫", "Ana的猫"),
        ("我妈妈", "Ana的妈妈"),
        ("俺老婆", "Ana的老婆"),
        ("My Fair Lady", "My Fair Lady"),
        ("我们公司", "我们公司"),
        ("我爱罗", "我爱罗"),
        ("Iris", "Iris"),
        ("Mya", "Mya"),
        ("we", "we"),
    ],
)
def test_the_first_person_is_the_speaker(name: str, meant: str) -> None:
    assert spoken_for(name, "Ana") == meant


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("me", "Ana"),
        ("my old bike", "Ana's old bike"),
        ("我妈", "Ana的妈"),
        ("我的姐姐", "Ana的姐姐"),
        ("我的世界", "我的世界"),
        ("My Chemical Romance", "My Chemical Romance"),
        ("myrtle", "myrtle"),
    ],
)
def test_a_value_is_the_speakers_where_that_is_sure(value: str, meant: str) -> None:
    assert spoken_for(value, "Ana", is_value=True) == meant


def test_a_german_genitive_after_a_hiss_is_an_apostrophe() -> None:
    assert spoken_for("mein Bruder", "Hans") == "Hans' Bruder"
