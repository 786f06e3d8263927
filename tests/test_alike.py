"""The form in which names are one, however they are written."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tkg.alike import form, is_of, unwrapped


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ACME  corp", "Acme Corp"),
        ("ＡＣＭＥ", "ACME"),
        ("李\u3000雷", "李 雷"),
        ("Straße", "STRASSE"),
        ("Jose\u0301", "JOSÉ"),
        ("“Acme”", "Acme"),
        ('"Acme,"', "acme"),
        ("《三体》", "三体"),
        ("上海。", "上海"),
        ("(Acme)", "acme"),
        ("Acme Inc.", "Acme Inc"),
        ("ДОМ", "дом"),
    ],
)
def test_one_name_written_in_two_ways(one: str, other: str) -> None:
    assert form(one) == form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anne"),
        ("李雷", "李蕾"),
        ("José", "Jose"),
        ("room 12", "room 13"),
        ("C", "C++"),
        ("Yahoo", "Yahoo!"),
        ("e-mail", "email"),
        ("Ann Lee", "Lee Ann"),
        ("the bike", "bike"),
        ("國", "国"),
    ],
)
def test_two_names(one: str, other: str) -> None:
    assert form(one) != form(other)


@pytest.mark.parametrize(
    ("name", "inner"),
    [
        ("“A” and “B”", "“A” and “B”"),
        ('"', '"'),
        ("“”", "“”"),
        (",,", ",,"),
        (" “『三体』” ", "三体"),
        ("O'Brien'", "O'Brien'"),
        ("U.S.", "U.S."),
        (".NET", ".NET"),
    ],
)
def test_what_is_taken_off_a_name(name: str, inner: str) -> None:
    assert unwrapped(name) == inner


@given(st.text(max_size=20))
def test_the_form_of_a_form_is_itself(name: str) -> None:
    assert form(form(name)) == form(name)


@given(st.text(max_size=20))
def test_full_width_is_folded(name: str) -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in name)
    assert form(wide) == form(name)


@given(
    st.text(st.characters(categories=["L", "N"]), min_size=1),
    st.sampled_from(["“{}”", "《{}》", ' "{}", ', "（{}）。"]),
)
def test_marks_around_a_name_are_not_of_it(name: str, marked: str) -> None:
    assert form(marked.format(name)) == form(name)


_FEW = st.text('aAＡéÉe\u0301ßs李 "“”,.-', max_size=6)


@given(_FEW, _FEW)
def test_names_of_one_form_have_the_same_letters(one: str, other: str) -> None:
    if form(one) == form(other):
        plain = [unicodedata.normalize("NFKC", name).casefold() for name in (one, other)]
        kept = [[letter for letter in name if letter.isalnum() or letter in "\u0301-"] for name in plain]
        assert kept[0] == kept[1]


def test_a_full_stop_more_or_less_is_no_other_form() -> None:
    assert is_of("Acme Inc.", form("Acme Inc"))
    assert is_of("ACME INC", form("Acme Inc."))
    assert not is_of("“Acme Inc”", form("Acme Inc"))
