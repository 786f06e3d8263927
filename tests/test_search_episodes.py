"""Messages that are found: by passages, with what stands around them and the facts that rest on them."""

import re
from collections.abc import Sequence
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock
from tests.embedding import by_words
from tests.searching import episodes, marked, said, texts
from tkg.candidates import Passage
from tkg.entry_table import Kind
from tkg.hits import EpisodeHit
from tkg.ordering import stitched
from tkg.passages import passages
from tkg.search import Ranked

LONG = " ".join(f"Sentence {number} is about topic{number}." for number in range(120))
TALK = [
    said("I live in Oslo.", "2020-01-05T10:00:00Z", id="m1"),
    said("Nice place! How is the weather?", "2020-01-05T10:01:00Z", "Ben"),
    said("Cold, mostly.", "2020-01-05T10:02:00Z", id="m3"),
    said("I moved to Rome.", "2023-01-05T10:00:00Z", id="m4"),
]


@pytest.fixture
def graph(reopen: Opener) -> tkg.Graph:
    return reopen(embedder=by_words(dimension=512))


def first(graph: tkg.Graph, question: str, **options: Any) -> EpisodeHit:
    return episodes(graph.search(question, what="episodes", k=1, **options))[0]


def test_a_hit_is_a_message_with_its_id_its_speaker_and_the_turns_beside_it(graph: tkg.Graph) -> None:
    graph.ingest(TALK)
    hit = first(graph, "How is the weather?")
    assert (hit.text, hit.speaker, hit.said_at.isoformat()) == (
        "Nice place! How is the weather?", "Ben", "2020-01-05T10:01:00+00:00"
    )  # fmt: skip
    assert (hit.before, hit.after) == (("Mia: I live in Oslo.",), ("Mia: Cold, mostly.",))
    assert (hit.message_ids, hit.episodes) == ((f"#{hit.episodes[0]}",), hit.episodes)
    assert first(graph, "Cold").message_ids == ("m3",)


def test_what_was_said_an_hour_later_or_under_other_labels_is_not_beside_it(graph: tkg.Graph) -> None:
    graph.ingest([said("One tea.", "2024-01-01T10:00:00Z"), said("Two milk.", "2024-01-01T11:00:01Z")])
    graph.ingest([said("Three soup.", "2024-01-01T11:00:02Z")], labels={"run": "2"})
    for word in ("tea", "milk", "soup"):
        hit = first(graph, word)
        assert (word in hit.text, hit.before, hit.after) == (True, (), ())


def test_a_turn_is_found_by_what_it_answers(graph: tkg.Graph) -> None:
    graph.ingest([*TALK, said("Whatever", "2021-01-01T10:00:00Z", "Cy")])
    found = texts(graph.search("weather", what="episodes", threshold=0.001))
    assert found[0] == "Nice place! How is the weather?"
    assert set(found[1:]) == {"I live in Oslo.", "Cold, mostly."}


def test_a_superseded_fact_found_through_an_episode_is_marked(graph: tkg.Graph) -> None:
    graph.ingest(TALK)
    assert marked(first(graph, "Oslo").facts) == [("Oslo", False, "Rome")]
    assert marked(first(graph, "Rome").facts) == [("Rome", True, None)]
    assert first(graph, "weather").facts == ()


def test_facts_of_an_episode_are_those_believed(graph: tkg.Graph) -> None:
    claims = graph.ingest(TALK).claims
    before = graph.as_of()
    graph.retract(claims[0])
    assert first(graph, "Oslo").facts == ()
    assert marked(episodes(before.search("Oslo", what="episodes", k=1))[0].facts) == [("Oslo", False, "Rome")]


def test_episodes_are_those_stored_by_then_and_said_by_then(graph: tkg.Graph, clock: SetClock) -> None:
    graph.ingest(TALK)
    before = graph.as_of().known_at
    clock.forward(days=1)
    graph.ingest([said("Oslo again", "2019-05-05T10:00:00Z")])
    assert len(graph.search("Oslo", what="episodes", threshold=0.001)) == 3
    assert "Oslo again" not in texts(graph.search("Oslo", what="episodes", known_at=before))
    assert texts(graph.search("Oslo", what="episodes", valid_at="2019-12-31")) == ["Oslo again"]
    said_then = graph.search("Cold", what="episodes", valid_at="2020-01-05T10:01:59Z")
    assert "Cold, mostly." not in texts(said_then)
    assert "Cold, mostly." in texts(graph.search("Cold", what="episodes", valid_at="2020-01-05T10:02:00Z"))


def test_beside_a_message_stands_what_was_stored_and_said_by_then(graph: tkg.Graph, clock: SetClock) -> None:
    graph.ingest([TALK[0], TALK[2]])
    before = graph.as_of().known_at
    clock.forward(days=1)
    graph.ingest([TALK[1]])
    hit = first(graph, "live in Oslo")
    assert (hit.before, hit.after) == ((), ("Ben: Nice place! How is the weather?",))
    then = first(graph, "live in Oslo", known_at=before)
    assert then.after == ("Mia: Cold, mostly.",)
    assert first(graph, "Cold", known_at=before).before == ("Mia: I live in Oslo.",)
    at = "2020-01-05T10:00:30Z"
    assert first(graph, "live in Oslo", valid_at=at).after == ()
    assert first(graph, "weather", valid_at="2020-01-05T10:01:30Z").after == ()
    assert first(graph, "weather", valid_at="2020-01-05T10:02:00Z").after == ("Mia: Cold, mostly.",)
    assert first(graph, "How is the weather?", valid_at="in 2020").after == ("Mia: Cold, mostly.",)


def test_a_time_in_the_question_ranks_messages_and_excludes_none(graph: tkg.Graph) -> None:
    """People speak of other times than when they speak."""
    told = {
        "We went hiking in May 2019.": "2024-01-01T10:00:00Z",
        "We went hiking again.": "2024-03-01T10:00:00Z",
        "We are hiking.": "2019-05-07T10:00:00Z",
    }
    graph.ingest(said(text, when) for text, when in told.items())
    hits = graph.search("Who was hiking in May 2019?", what="episodes", explain=True)
    assert [asked.meaning for asked in hits.asked] == ["2019-05"]
    close = {hit.text: hit.signals["time"] for hit in hits}
    assert set(close) == set(told)
    assert close["We went hiking in May 2019."] == close["We are hiking."] == pytest.approx(1)
    assert close["We went hiking again."] < 0.1
    assert texts(hits)[2] == "We went hiking again."


# --- long ones ---


@pytest.mark.parametrize("topic", [0, 3, 59, 60, 118, 119])
def test_a_passage_of_a_long_message_is_found_by_what_stands_in_it(graph: tkg.Graph, topic: int) -> None:
    graph.ingest([said("before", "2024-01-01T10:00:00Z"), said(LONG, "2024-01-01T10:01:00Z", id="L")])
    graph.ingest([said("after", "2024-01-01T10:02:00Z")])
    hit = first(graph, f"topic{topic}")
    assert f"topic{topic}." in hit.text
    assert hit.text in LONG
    assert hit.message_ids == ("L",)
    assert hit.before == (("Mia: before",) if hit.text[:10] == LONG[:10] else ())
    assert hit.after == (("Mia: after",) if hit.text[-10:] == LONG[-10:] else ())
    assert len(hit.text) <= 1600


def test_passages_that_follow_each_other_are_one_hit(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.ingest([said(LONG, id="L"), said("Sentence by itself", "2024-06-14T10:00:00Z", id="S")])
    hits = episodes(graph.search("Sentence", what="episodes"))
    assert sorted((hit.message_ids, hit.text == LONG) for hit in hits) == [(("L",), True), (("S",), False)]


def test_passages_apart_are_two_hits_that_do_not_meet(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.ingest([said(LONG, id="L")])
    hits = episodes(graph.search("topic3 topic110", what="episodes"))
    assert len(hits) == 2
    assert {("topic3." in hit.text, "topic110." in hit.text) for hit in hits} == {(True, False), (False, True)}
    assert {hit.message_ids for hit in hits} == {("L",)}


def test_a_passage_that_comes_after_those_on_either_side_does_not_repeat_them(reopen: Opener) -> None:
    """The fifth and the sixth are one hit of the best four, so that the second is a hit too, though it is the fifth: of
    which only what lies between the others is shown."""
    longer = " ".join(f"Sentence {number} is about topic{number}." for number in range(150))
    graph = reopen(embedder=None)
    graph.ingest([said(longer, id="L")])
    cut = list(passages(longer))

    def inside(number: int) -> list[str]:
        start, end = cut[number]
        return re.findall(r"topic\d+", longer[start + 150 : end - 150])

    wanted = [word for number in (0, 2, 4, 5) for word in inside(number)[:2]]
    found = texts(graph.search(" ".join([*wanted, inside(1)[0]]), what="episodes", k=4))
    spans = [(longer.index(text), longer.index(text) + len(text)) for text in found]
    assert sorted(spans) == [cut[0], (cut[0][1], cut[2][0]), cut[2], (cut[4][0], cut[5][1])]


def ranked(*spans: tuple[int, int]) -> list[Ranked]:
    """Passages of one message, the best first."""
    found = (Passage(1, start, end, 0) for start, end in spans)
    return [Ranked(Kind.PASSAGE, at, each, {}, 1 - at / 100) for at, each in enumerate(found)]


def told(found: Sequence[Ranked], best: int) -> list[list[tuple[int, int]]]:
    """The spans of each hit that passages make, if the first few are the best."""
    return [[each.what[1:3] for each in run if isinstance(each.what, Passage)] for run in stitched(found, found[:best])]


@pytest.mark.parametrize(
    ("passage", "rest"),
    [
        ((700, 1450), (750, 1450)),
        ((750, 1450), (750, 1450)),
        ((0, 50), (0, 50)),
        ((0, 100), (0, 50)),
        ((700, 800), (750, 800)),
        ((700, 799), None),
        ((1, 98), (1, 50)),
        ((3, 98), None),
        ((60, 740), None),
    ],
)
def test_of_a_passage_that_is_shown_in_part_the_rest_is_left_if_it_is_half(
    passage: tuple[int, int], rest: tuple[int, int] | None
) -> None:
    assert told(ranked((50, 750), passage), best=1) == [[(50, 750)], *([] if rest is None else [[rest]])]


def test_a_passage_between_two_that_are_shown_is_what_lies_between() -> None:
    assert told(ranked((0, 700), (1300, 2000), (650, 1350)), best=2) == [[(0, 700)], [(1300, 2000)], [(700, 1300)]]
    assert told(ranked((0, 700), (1300, 2000), (650, 1350)), best=3) == [[(0, 700), (650, 1350), (1300, 2000)]]


@pytest.mark.parametrize("k", [1, 2, 3, 5, 8, 30])
@pytest.mark.parametrize("reranked", [False, True])
def test_no_two_hits_have_words_of_a_message_in_common(reopen: Opener, k: int, reranked: bool) -> None:
    graph = reopen(embedder=None)
    long = {name: LONG.replace("topic", name) for name in ("red", "blue", "green")}
    graph.ingest([said(text, id=name) for name, text in long.items()])
    question = "Which sentence is about red3 red20 red40 red90 blue7 blue50 blue51 green110?"
    reranker = (lambda _, given: [-float(len(text)) for text in given]) if reranked else None
    hits = episodes(graph.search(question, what="episodes", k=k, reranker=reranker))
    assert len(hits) == k or k > 5
    for name, text in long.items():
        found = [hit.text for hit in hits if hit.message_ids == (name,)]
        spans = sorted((text.index(each), text.index(each) + len(each)) for each in found)
        assert all(end <= start for (_, end), (start, _) in pairwise(spans))
        assert k < 30 or spans == [(0, len(text))]


def test_a_fact_is_with_the_passage_that_it_was_said_in(graph: tkg.Graph) -> None:
    filler = "The weather was fine and there was nothing to tell about it at all. " * 20
    graph.ingest([said(f"I live in Oslo. {filler}I work for Acme.", id="L")])
    oslo, acme = first(graph, "live in Oslo"), first(graph, "work for Acme")
    assert [str(hit.fact.object) for hit in oslo.facts] == ["Oslo"]
    assert [str(hit.fact.object) for hit in acme.facts] == ["Acme"]


def test_a_short_turn_is_one_passage(graph: tkg.Graph) -> None:
    text = ("word " * 160).strip()
    graph.ingest([said(text)])
    assert texts(graph.search("word", what="episodes")) == [text]


# --- out of order ---


def shown(graph: tkg.Graph, question: str) -> list[tuple[Any, ...]]:
    hits = episodes(graph.search(question, what="episodes", explain=True))
    rounded = [{name: round(value, 3) for name, value in hit.signals.items()} for hit in hits]
    rows = ((hit.text, hit.before, hit.after, each) for hit, each in zip(hits, rounded, strict=True))
    return sorted(rows, key=lambda row: row[0])


def turn(number: int) -> dict[str, Any]:
    return said(f"word{number} about topic{number}", f"2024-01-01T10:0{number}:00Z", "AB"[number % 2], id=f"x{number}")


@pytest.mark.parametrize("order", list(permutations(range(4)))[1::4])
def test_the_order_of_arrival_makes_no_difference(path: Path, reopen: Opener, order: tuple[int, ...]) -> None:
    """Searched after each message, so that what was taken in has to be put right. The side index goes in between, which
    keeps vectors that were replaced, and what is usual for a question is counted over all of them."""
    found = {}
    for scope, numbers in (("sorted", (0, 1, 2, 3)), ("mixed", order)):
        graph = reopen(embedder=by_words(dimension=512), scope=scope)
        for number in numbers:
            graph.ingest([turn(number)])
            graph.search("word0", what="episodes")
        graph.close()
        path.with_name(f"{path.name}.hnsw").unlink()
        graph = reopen(embedder=by_words(dimension=512), scope=scope)
        found[scope] = [shown(graph, f"word{number}") for number in range(4)]
    assert found["mixed"] == found["sorted"]


def test_a_late_message_is_the_context_of_its_neighbours(graph: tkg.Graph) -> None:
    graph.ingest([turn(0), turn(2)])
    assert first(graph, "word2").before == ("A: word0 about topic0",)
    graph.ingest([turn(1)])
    assert first(graph, "word2").before == ("B: word1 about topic1",)
    assert first(graph, "word0").after == ("B: word1 about topic1",)
    assert {"word0 about topic0", "word2 about topic2"} < set(texts(graph.search("topic1", what="episodes")))


def test_words_that_are_erased_are_not_found(graph: tkg.Graph) -> None:
    claims = graph.ingest(TALK).claims
    assert "Oslo" in first(graph, "Oslo").text
    graph.erase(claims[0])
    assert not [hit for hit in graph.search("Oslo", what="all") if "Oslo" in str(hit.to_dict())]
