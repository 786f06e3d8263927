"""Words of a question: whatever is typed is found as words, in English and in Chinese, and breaks nothing."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tkg
from tests.conftest import Opener
from tests.searching import said, texts
from tkg.errors import InputError

UUID = "550e8400-e29b-41d4-a716-446655440000"
MESSAGES = (
    "Ticket OC-41252 was opened by user:name in /var/log/app.d/error.log",
    f"The id of the session is {UUID}",
    "Pin 4471 opens the door",
    "She writes C++ and C# at work",
    "what's new? Nothing is.",
    'He said "quiet" and left',
    "a 50% discount * on everything",
    "李雷上周三搬到了上海浦东工作",
    "我的C盘满了",
    "他喜欢吃花生",
    "花是红色的",
    "她住在臺灣，喜歡漢語",
)


@pytest.fixture(scope="module")
def graph(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tkg.Graph]:
    """Messages a day apart, so that none is another's context. It is only read."""
    path = Path(shutil.copy(template, tmp_path_factory.mktemp("words") / "store.db"))
    with tkg.open(path, embedder=None, durability="normal") as graph:
        graph.ingest(said(text, f"2024-06-{day:02d}T10:00:00Z") for day, text in enumerate(MESSAGES, 1))
        yield graph


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("OC-41252", 0),
        ("oc 41252", 0),
        ("user:name", 0),
        ("/var/log/app.d/error.log", 0),
        ("error.log", 0),
        (UUID, 1),
        (UUID.upper(), 1),
        (UUID.split("-")[2], 1),
        ("4471", 2),
        ("C++", 3),
        ("what's new?", 4),
        ('"quiet"', 5),
        ("50%", 6),
        ("discounts", 6),
        ("上海", 7),
        ("浦东", 7),
        ("李雷", 7),
        ("李雷在哪里工作？", 7),
        ("上海浦東", 7),
        ("C盘", 8),
        ("c盤", 8),
        ("花生", 9),
        ("台湾", 11),
        ("汉语", 11),
        ("漢語", 11),
    ],
)
def test_what_is_typed_is_found(graph: tkg.Graph, question: str, found: int) -> None:
    assert texts(graph.search(question, what="episodes", k=1)) == [MESSAGES[found]]


def test_a_word_of_two_characters_is_not_its_characters(graph: tkg.Graph) -> None:
    assert texts(graph.search("花生", what="episodes")) == [MESSAGES[9]]


@pytest.mark.parametrize("question", ["*", '"', "''", "%", "?!", "()", "--", "😀", "\u200b", "\0", "。，"])
def test_what_has_no_word_finds_nothing(graph: tkg.Graph, question: str) -> None:
    assert texts(graph.search(question, what="all")) == []


@pytest.mark.parametrize(
    "question",
    [
        "NOT", "OR quiet", "quiet AND", "NEAR(quiet left)", "quiet*", "^quiet", "own : quiet", "{own beside} : quiet",
        "(quiet", "quiet)", '"quiet', "'quiet", "quiet -left", "+quiet", "quiet; DROP TABLE entry", "\\quiet",
        "quiet\0", ":quiet", "@quiet", "#quiet", "quiet/", "- quiet", "whose : quiet",
    ],
)  # fmt: skip
def test_what_is_syntax_to_an_index_is_words(graph: tkg.Graph, question: str) -> None:
    found = texts(graph.search(question, what="episodes"))
    assert (MESSAGES[5] in found) is ("quiet" in question)
    assert len(found) < len(MESSAGES)


def test_a_fact_is_found_by_its_predicate_in_the_words_of_the_question(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.record("Ann", "born_in", "Bergen")
    graph.record("Ann", "works_for", "Acme")
    assert texts(graph.search("Who is employed by whom?", k=1)) == ["Ann works for Acme"]
    assert texts(graph.search("birthplace", k=1)) == ["Ann born in Bergen"]


@pytest.mark.parametrize("scope", [UUID, "user/7", "a'b", 'a"b', "上海", "x:y", "*"])
def test_any_scope_can_be_searched(reopen: Opener, scope: str) -> None:
    graph = reopen(embedder=None)
    graph.record("Ann", "lives_in", "Oslo", scope=scope)
    graph.record("Bob", "lives_in", "Oslo", scope=f"{scope}{scope}")
    assert texts(graph.search("Oslo", scope=scope)) == ["Ann lives in Oslo"]
    assert texts(graph.search("Oslo", filters={"scope": scope}, scope=scope)) == ["Ann lives in Oslo"]


def test_any_text_can_be_asked(template: Path) -> None:
    with TemporaryDirectory() as directory:
        path = Path(directory, "store.db")
        path.write_bytes(template.read_bytes())
        with tkg.open(path, embedder=None, durability="normal") as graph:
            graph.record("Ann", "lives_in", "Oslo")
            graph.ingest([said("Oslo 上海 OC-41252")])

            @given(st.text(max_size=40), st.text(alphabet="\"'*():^-+{} ANDORTNE上海oslo", max_size=30))
            @settings(max_examples=150, deadline=None)
            def asked(anything: str, syntax: str) -> None:
                for text in (anything, syntax, f"{anything} Oslo {syntax}"):
                    if not text.strip():
                        with pytest.raises(InputError):
                            graph.search(text)
                        continue
                    graph.search(text, what="all")
                assert "Ann lives in Oslo" in texts(graph.search(f"Oslo {syntax}"))

            asked()


def test_a_scope_that_was_empty_when_it_was_first_searched_is_ranked_as_any(reopen: Opener) -> None:
    told = ["a red hen", "red", "red and red and blue and long", "blue"]

    def scores(searched_first: bool) -> list[float]:
        graph = reopen(embedder=None)
        scope = f"searched first: {searched_first}"
        if searched_first:
            assert len(graph.search("red", what="episodes", scope=scope)) == 0
        for number, text in enumerate(told):
            message = {"speaker": "x", "content": text, "timestamp": "2024-01-01T10:00Z", "id": f"{number}"}
            graph.ingest([message], labels={"n": f"{number}"}, scope=scope)
        return [hit.score for hit in graph.search("red hen", what="episodes", scope=scope)]

    assert scores(True) == scores(False)
