"""Words for full-text search: what is typed is found, and never breaks the syntax of the index."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tkg.fulltext import asked, folded, indexed, match, sequence, tokens

TEXTS = (
    "李雷上周三搬到了上海浦东工作",
    "She ordered OC-41252 for user:name, and a C++ book.",
    "我的C盘满了，只剩4471兆",
    "What's new? The quick brown fox is running ok.",
    "scope 550e8400-e29b-41d4-a716-446655440000",
    "他養了一隻貓，在臺灣讀書",
    "Zoë's café in Zürich",
    "full width ＡＢＣ１２３",
)


def index_of(texts: Sequence[str]) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(body, tokenize = 'unicode61')")
    rows = [(number, indexed(text)) for number, text in enumerate(texts)]
    connection.executemany("INSERT INTO words (rowid, body) VALUES (?, ?)", rows)
    return connection


@pytest.fixture
def index() -> Iterator[sqlite3.Connection]:
    with closing(index_of(TEXTS)) as connection:
        yield connection


def found(index: sqlite3.Connection, question: str) -> list[int]:
    any_of = " OR ".join(map(match, asked(question).all))
    if not any_of:
        return []
    return [row for (row,) in index.execute("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank", (any_of,))]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("上海", 0),
        ("李雷在哪里工作？", 0),
        ("浦东", 0),
        ("OC-41252", 1),
        ("41252", 1),
        ("user:name", 1),
        ("C++", 1),
        ("C盘", 2),
        ("盘", 2),
        ("4471", 2),
        ("what's new?", 3),
        ("quick ok", 3),
        ("who runs", 3),
        ("ordering books", 1),
        ("550e8400-e29b-41d4-a716-446655440000", 4),
        ("猫", 5),
        ("台湾", 5),
        ("臺灣", 5),
        ("cafe zoe", 6),
        ("abc123", 7),
    ],
)
def test_what_is_asked_for_comes_first(index: sqlite3.Connection, question: str, text: int) -> None:
    assert found(index, question)[0] == text


@pytest.mark.parametrize("question", ["北京", "海上", "41253", "狗"])
def test_what_is_not_there_is_not_found(index: sqlite3.Connection, question: str) -> None:
    assert found(index, question) == []


@pytest.mark.parametrize("question", ["", "  ", '"', "'", "?!", "---", "*", "。，"])
def test_what_has_no_words_asks_nothing(question: str) -> None:
    assert asked(question).all == ()


@pytest.mark.parametrize(
    "question",
    ['"quick', "quick AND", "NEAR(quick, fox)", "body:quick", "quick*", "^quick", "(quick", "quick OR NOT", "-quick"],
)
def test_the_syntax_of_the_index_is_words_like_others(index: sqlite3.Connection, question: str) -> None:
    assert 3 in found(index, question)


def test_what_a_question_is_asked_with_is_left_out() -> None:
    assert asked("Where did Ann work when she was in Oslo?").words == ("ann", "work", "oslo")


def test_a_question_of_nothing_else_keeps_it() -> None:
    assert asked("who is it?").words == ("who", "is", "it")


def test_what_is_written_in_one_piece_is_a_phrase_too() -> None:
    words = asked("order OC-41252 snake_case")
    assert words.words == ("order", "oc", "41252", "snake", "case")
    assert words.phrases == (("oc", "41252"), ("snake", "case"))


def test_words_are_kept_by_their_stems() -> None:
    assert tokens("Employed, employer; employing") == ["employ"] * 3


def test_a_sequence_has_the_characters_of_a_run_one_by_one() -> None:
    assert sequence("李雷住在Oslo") == ["李", "雷", "住", "在", "oslo"]
    assert tokens("住在Oslo") == ["住", "在", "住在", "oslo"]


def test_a_phrase_ranks_above_its_words_apart() -> None:
    with closing(index_of(["41252 then the oc", "oc-41252 then the it"])) as connection:
        assert found(connection, "OC-41252")[0] == 1


def finds_itself(text: str) -> bool | None:
    """Whether a text is found by itself; None if it has no words."""
    with closing(index_of([text])) as connection:
        rows = found(connection, text)
    return None if not asked(text).all else rows == [0]


@given(st.text())
def test_any_text_can_be_indexed_and_asked_for(text: str) -> None:
    finds_itself(text)


@given(st.text(st.sampled_from("abcXYZéöñßжЯ上海臺灣猫かなカナ한국0189 ,.!?\"'()*:^+-_/\\\n"), min_size=1))
def test_any_text_of_words_is_found_by_itself(text: str) -> None:
    assert finds_itself(text) is not False


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)
