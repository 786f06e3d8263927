"""What is suggested for a new name, and that it stays a suggestion."""

from collections.abc import Sequence

import numpy as np
import pytest

import tkg
from benchmarks.resembling import LANGUAGES, Pair, linkable, load, suggested
from tests.embedded import catch_up
from tests.resolving import told
from tkg.embed import Embedder, Function, Nano
from tkg.errors import EmbedderError
from tkg.resembling import MOST, SUGGESTED_FROM, Resembling, are_apart
from tkg.values import Entity


def alike() -> Embedder:
    """An embedder to which all texts are one."""
    return Function(lambda texts: np.ones((len(texts), 2)), "test/alike", 2)


def near(angles: dict[str, float], asked: list[list[str]] | None = None) -> Embedder:
    """An embedder in the plane: the angle of each text, in degrees; 90 if it is not given."""

    def passages(texts: Sequence[str]) -> list[tuple[float, float]]:
        if asked is not None:
            asked.append(list(texts))
        turned = np.radians([angles.get(text, 90.0) for text in texts])
        return list(zip(np.cos(turned), np.sin(turned), strict=True))

    return Function(passages, "test/near", 2)


def suggestion(graph: tkg.Graph, name: str, embedder: Embedder, predicate: str = "mentions") -> str | Entity | None:
    catch_up(graph)
    subject, _ = told(graph, name, predicate, 1, resembling=Resembling(embedder))
    assert (subject.value, subject.how) == (name, "new")
    return None if subject.suggestion is None else subject.suggestion.value


def test_a_new_name_has_the_nearest_that_shares_a_word_as_a_suggestion(graph: tkg.Graph) -> None:
    for name in ("Acme Corporation", "Acme Records", "Globex"):
        graph.record("Ann", "mentions", name)
    angles = {"Acme Corp": 0.0, "Acme Corporation": 5.0, "Acme Records": 10.0, "Globex": 0.0}
    assert suggestion(graph, "Acme Corp", near(angles)) == "Acme Corporation"
    assert {fact.object for fact in graph.find("Acme Corp")} == {1}


def test_the_score_is_the_cosine(graph: tkg.Graph) -> None:
    graph.record("Ann", "mentions", "Acme Corporation")
    catch_up(graph)
    embedder = near({"Acme Corp": 0.0, "Acme Corporation": 5.0})
    found = told(graph, "Acme Corp", "mentions", 1, resembling=Resembling(embedder))[0].suggestion
    assert found is not None
    assert found.score == pytest.approx(np.cos(np.radians(5.0)), abs=1e-6)


def test_what_is_not_close_enough_is_none(graph: tkg.Graph) -> None:
    graph.record("Ann", "mentions", "Acme Corporation")
    far = float(np.degrees(np.arccos(SUGGESTED_FROM))) + 1
    assert suggestion(graph, "Acme Corp", near({"Acme Corp": 0.0, "Acme Corporation": far})) is None


def test_another_type_is_never_suggested(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Washington City")
    assert suggestion(graph, "Washington", alike(), "weighs") is None
    assert suggestion(graph, "Old Washington", alike()) == "Washington City"


def test_names_that_are_one_by_now_are_suggested_as_they_read(graph: tkg.Graph) -> None:
    graph.record("Ann", "mentions", "Acme Ltd")
    catch_up(graph)
    graph.merge("Acme Ltd", Entity("Globex", "organisation"))
    assert suggestion(graph, "Acme", alike()) == Entity("Globex", "organisation")


def test_what_is_known_asks_no_embedder(graph: tkg.Graph) -> None:
    graph.record("Ann", "mentions", "Acme Corp")
    catch_up(graph)
    asked: list[list[str]] = []
    for name in ("Ann", "ACME Corp", "Bob"):
        assert told(graph, name, "mentions", 1, resembling=Resembling(near({}, asked)))[0].suggestion is None
    assert asked == []


def test_few_are_embedded_however_many_share_a_word(graph: tkg.Graph) -> None:
    graph.record_many({"subject": f"Acme {letter}{other}", "predicate": "age", "object": 1}
                      for letter in "abcdefghij" for other in "klmnopqrst")  # fmt: skip
    catch_up(graph)
    asked: list[list[str]] = []
    told(graph, "Acme", "mentions", 1, resembling=Resembling(near({}, asked)))
    assert [len(texts) for texts in asked] == [1 + MOST]


def test_a_name_is_embedded_once(graph: tkg.Graph) -> None:
    graph.record("Ann", "mentions", "Acme Corporation")
    catch_up(graph)
    asked: list[list[str]] = []
    resembling = Resembling(near({}, asked))
    told(graph, "Acme Corp", "mentions", 1, resembling=resembling)
    told(graph, "Acme Ltd", "mentions", 1, resembling=resembling)
    assert asked == [["Acme Corp", "Acme Corporation"], ["Acme Ltd"]]


def test_an_embedder_that_does_not_answer_costs_suggestions_and_nothing_else(graph: tkg.Graph) -> None:
    def broken(texts: Sequence[str]) -> list[list[float]]:
        raise EmbedderError("no answer")

    graph.record("Ann", "mentions", "Acme Corporation")
    catch_up(graph)
    resembling = Resembling(Function(broken, "test/broken", 2))
    assert resembling.failed is None
    for name in ("Acme Corp", "Acme Ltd"):
        assert told(graph, name, "mentions", 1, resembling=resembling)[0].suggestion is None
    assert resembling.failed == "no entities were suggested: no answer"


def test_what_was_erased_is_not_suggested(graph: tkg.Graph) -> None:
    graph.record("Ann", "mentions", "Acme Corporation")
    catch_up(graph)
    graph.erase(entity="Acme Corporation")
    assert suggestion(graph, "Acme Corp", alike()) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("room 12", "room 13"),
        ("room 1", "room 1 1"),
        ("room １２", "room 13"),
        ("two tents", "three tents"),
        ("Charles II", "Charles III"),
        ("十二号房间", "十三号房间"),
        ("第一本书", "第二本书"),
        ("coffee with sugar", "coffee without sugar"),
        ("smoking room", "non-smoking room"),
        ("加糖的咖啡", "不加糖的咖啡"),
        ("red bike", "blue bike"),
        ("红色的自行车", "蓝色的自行车"),
        ("左脚的鞋", "右脚的鞋"),
        ("left shoe", "right shoe"),
        ("North Korea", "South Korea"),
        ("my sister", "my brother"),
        ("rent for March", "rent for April"),
    ],
)
def test_a_number_a_negation_or_an_opposite_tells_two_things_apart(graph: tkg.Graph, one: str, other: str) -> None:
    assert are_apart(one, other)
    assert are_apart(other, one)
    graph.record("Ann", "mentions", one)
    assert suggestion(graph, other, alike()) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the blue bike", "blue bike"),
        ("Acme", "Acme Corp"),
        ("room 12", "the room 12"),
        ("蓝色的自行车", "蓝色自行车"),
        ("三星", "三星电子"),
        ("red and blue bike", "blue and red bike"),
    ],
)
def test_what_tells_nothing_apart(one: str, other: str) -> None:
    assert not are_apart(one, other)


# --- the figures in docs/extraction.md ---


@pytest.fixture(scope="module")
def pairs() -> dict[str, list[Pair]]:
    embedder = Nano()
    return {language: load(language, embedder) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_threshold_links_names_safely(pairs: dict[str, list[Pair]], language: str) -> None:
    """Above the closest pair of two things there are few of one thing, even without those that words tell apart."""
    assert linkable(pairs[language], told=True)["share"] < 0.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_suggestions_are_right(pairs: dict[str, list[Pair]], language: str) -> None:
    found = suggested(pairs[language])
    assert found["precision"] >= 0.75
    assert found["recall"] >= 0.4


def test_there_are_enough_pairs_and_half_of_them_must_stay_apart(pairs: dict[str, list[Pair]]) -> None:
    for language, fewest in (("en", 50), ("zh", 30)):
        assert len(pairs[language]) >= fewest
        assert sum(not pair.same for pair in pairs[language]) * 2 >= len(pairs[language])
