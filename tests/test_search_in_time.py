"""Search at a point of either time: what was true then, and what was believed then."""

from datetime import datetime
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock
from tests.embedding import by_words
from tests.searching import facts, jobs, key, marked, texts, values

YEARS = range(1985, 2025)


@pytest.fixture
def graph(reopen: Opener) -> tkg.Graph:
    return reopen(embedder=by_words(dimension=512))


def now_of(graph: tkg.Graph) -> datetime:
    """The moment of the last commit."""
    known_at = graph.as_of().known_at
    assert known_at is not None
    return known_at


# --- valid time ---


@pytest.mark.parametrize("embedder", [None, by_words(dimension=512)])
def test_forty_jobs_in_a_row_are_each_found_in_their_year(reopen: Opener, embedder: Any) -> None:
    graph = reopen(embedder=embedder)
    jobs(graph, YEARS)
    found = {year: values(graph.search("Where does Ann work?", valid_at=f"{year}-06-01")) for year in YEARS}
    assert found == {year: [f"Firm {year}"] for year in YEARS}
    on_the_day = {year: values(graph.search("Ann's firm", valid_at=f"{year}-03-01")) for year in YEARS}
    assert on_the_day == {year: [f"Firm {year}"] for year in YEARS}
    assert values(graph.search("Where does Ann work?", valid_at="1985-02-28")) == []


def test_few_hits_among_many_that_do_not_hold_never_starve(graph: tkg.Graph) -> None:
    jobs(graph, range(1500, 2000))
    for year in range(1500, 2000, 50):
        for k in (1, 2, 3):
            assert values(graph.search("Where does Ann work?", valid_at=f"{year}-06-01", k=k)) == [f"Firm {year}"]


def test_what_holds_is_found_behind_three_thousand_that_do_not(graph: tkg.Graph, clock: SetClock) -> None:
    """Each of the others has every word of the question, and what holds has one of them."""
    told = [
        {"subject": "Ann", "predicate": "works_for", "object": f"Firm {n} in Oslo", "valid_from": f"{1000 + n // 4}",
         "valid_to": f"{1001 + n // 4}"} for n in range(3000)
    ]  # fmt: skip
    told.append({"subject": "Ann", "predicate": "works_for", "object": "Elsewhere", "valid_from": "2020-01-01"})
    graph.record_many(told)
    for options in ({"valid_at": clock.now}, {}):
        hits = facts(graph.search("Ann works for which firm in Oslo", k=1, **options))  # type: ignore[arg-type]
        assert marked(hits) == [("Elsewhere", True, None)]


def test_a_stretch_in_words_asks_for_all_that_holds_in_it(graph: tkg.Graph) -> None:
    jobs(graph, YEARS)
    hits = graph.search("Where does Ann work?", valid_at="in 2015")
    assert sorted(values(hits)) == ["Firm 2014", "Firm 2015"]
    assert [(asked.option, asked.words, asked.meaning) for asked in hits.asked] == [("valid_at", "in 2015", "2015")]


@pytest.mark.parametrize(
    ("valid_at", "places"),
    [("2019-05-03", []), ("2019-05-04", ["Kyoto"]), ("2023-01-01", ["Kyoto"]), ("2024-01-01", ["Kyoto", "Lima"])],
)
def test_an_event_is_found_from_when_it_has_happened(graph: tkg.Graph, valid_at: str, places: list[str]) -> None:
    graph.declare("visited", extent="event")
    graph.record("Ann", "visited", "Kyoto", valid_from="2019-05-04")
    graph.record("Ann", "visited", "Lima", valid_from="2023-05-04")
    hits = facts(graph.search("Which places has Ann visited?", valid_at=valid_at))
    assert sorted(values(hits)) == places
    assert all(hit.is_current for hit in hits)
    assert sorted(values(graph.search("Kyoto Lima Ann"))) == ["Kyoto", "Lima"]


@pytest.mark.parametrize(
    ("question", "words", "meaning", "best"),
    [
        ("Where did Ann work in July 2015?", "July 2015", "2015-07", ["Firm 2015"]),
        ("where did Ann work in 2015?", "2015", "2015", ["Firm 2015", "Firm 2014"]),
        ("Who employed Ann on 10 July 2015?", "10 July 2015", "2015-07-10", ["Firm 2015"]),
    ],
)
def test_a_time_in_the_question_asks_what_valid_at_does_and_is_told(
    graph: tkg.Graph, question: str, words: str, meaning: str, best: list[str]
) -> None:
    jobs(graph, YEARS)
    hits = graph.search(question)
    (asked,) = hits.asked
    assert (asked.words.removeprefix("in ").removeprefix("on "), asked.meaning) == (words, meaning)
    assert values(hits) == best
    assert not any(hit.is_current for hit in facts(hits))
    assert sorted(best) == sorted(values(graph.search("Where did Ann work?", valid_at=f"in {words}")))


def test_a_time_in_a_chinese_question_too(graph: tkg.Graph) -> None:
    graph.record("李雷", "works_for", "阿里", valid_from="2010-01-01")
    graph.record("李雷", "works_for", "腾讯", valid_from="2016-01-01")
    hits = graph.search("李雷2015年在哪里工作？")
    assert marked(hits) == [("阿里", False, "腾讯")]
    assert [(asked.words, asked.meaning) for asked in hits.asked] == [("2015年", "2015")]


def test_a_time_in_the_question_puts_what_held_longer_then_before_what_holds_now(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2010-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2015-12-20")
    assert marked(graph.search("Where did Ann live in 2015?")) == [("Oslo", False, "Rome"), ("Rome", True, None)]


def test_valid_at_overrules_a_time_in_the_question(graph: tkg.Graph) -> None:
    jobs(graph, YEARS)
    hits = graph.search("Where did Ann work in 2015?", valid_at="2001-06-01")
    assert (values(hits), hits.asked) == (["Firm 2001"], ())


@pytest.mark.parametrize(
    "question", ["Where did Ann work some day?", "Where did Ann work on 03/04/2015?", "Did Ann work then?"]
)
def test_a_time_that_is_unclear_limits_nothing(graph: tkg.Graph, question: str) -> None:
    jobs(graph, range(2015, 2025))
    hits = graph.search(question)
    assert hits.asked == ()
    assert len(hits) == 10


def test_a_time_in_the_question_counts_from_the_reference_time(graph: tkg.Graph) -> None:
    jobs(graph, YEARS)
    hits = graph.search("Where did Ann work last June?", reference_time="2013-02-01")
    assert values(hits) == ["Firm 2012"]
    assert hits.asked[0].reference.year == 2013


@pytest.mark.parametrize("year", [1900, 1917, 1968, 2018, None])
def test_two_hops_go_through_what_holds(graph: tkg.Graph, year: int | None) -> None:
    """Every firm has a city of its own, at all times: only Ann's way to it depends on the year."""
    jobs(graph, range(1900, 2020))
    graph.record_many(
        {"subject": f"Firm {each}", "predicate": "located_in", "object": f"T{each}", "valid_from": "1800-01-01"}
        for each in range(1900, 2020)
    )
    at: Any = None if year is None else f"{year}-06-01"
    options: dict[str, Any] = {"filters": {"predicate": "located_in"}, "weights": {"meaning": 0}}
    hits = graph.search("Which city is Ann's employer in?", valid_at=at, k=1 if year else 20, **options)
    assert f"Firm {year or 2019} located in T{year or 2019}" in texts(hits)


# --- recorded time ---


def test_before_a_retraction_and_a_correction_what_was_said_is_found(graph: tkg.Graph, clock: SetClock) -> None:
    hasty = graph.record("Ann", "lives_in", "Oslo", valid_from="2015-01-01")
    wrong = graph.record("Bob", "works_for", "Acme", valid_from="2015-01-01")
    before = now_of(graph)
    graph.search("Ann Oslo Bob Acme")
    clock.forward(days=1)
    graph.retract(hasty)
    graph.correct(wrong, object="Globex")
    assert values(graph.search("Ann Oslo Bob Acme Globex")) == ["Globex"]
    assert sorted(values(graph.search("Ann Oslo Bob Acme Globex", known_at=before))) == ["Acme", "Oslo"]
    assert values(graph.search("Globex", known_at=before, filters={"object": "Globex"})) == []


def test_a_hit_of_the_past_is_marked_by_what_was_known_then(graph: tkg.Graph, clock: SetClock) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2015-01-01")
    before = now_of(graph)
    clock.forward(days=1)
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    (hit,) = facts(graph.search("Ann lives in Oslo or Rome", known_at=before))
    assert (key(hit.fact)[2:], hit.is_current, hit.superseded_by) == (("Oslo", "2015-01-01", None), True, None)


def test_a_merge_is_looked_through_and_by_the_old_name_too(graph: tkg.Graph, clock: SetClock) -> None:
    graph.record("Robert", "likes", "tea", valid_from="2015-01-01")
    graph.record("Bob", "works_for", "Acme", valid_from="2015-01-01")
    before = now_of(graph)
    graph.search("Bob", what="all")
    clock.forward(days=1)
    graph.merge("Robert", "Bob")
    for name in ("Robert", "Bob"):
        assert sorted(texts(graph.search(name))) == ["Bob likes tea", "Bob works for Acme"]
        assert texts(graph.search(name, what="entities", threshold=0.001)) == ["Bob"]
    assert texts(graph.search("Robert", known_at=before))[0] == "Robert likes tea"
    assert texts(graph.search("Robert", known_at=before, what="entities", threshold=0.001)) == ["Robert"]
    assert texts(graph.search("Bob", known_at=before, what="entities", threshold=0.001)) == ["Bob"]


def test_a_split_gives_a_mention_its_new_name_from_then_on(graph: tkg.Graph, clock: SetClock) -> None:
    claim = graph.record("Bob", "likes", "tea", valid_from="2015-01-01")
    graph.record("Bob", "works_for", "Acme", valid_from="2015-01-01")
    before = now_of(graph)
    graph.search("tea")
    clock.forward(days=1)
    graph.split([(claim, "subject")], "Bob Lee")
    assert texts(graph.search("tea", k=1)) == ["Bob Lee likes tea"]
    assert texts(graph.search("tea", k=1, known_at=before)) == ["Bob likes tea"]
    assert sorted(texts(graph.search("Bob Lee", what="entities", threshold=0.001))) == ["Bob", "Bob Lee"]
    assert texts(graph.search("Bob Lee", what="entities", threshold=0.001, known_at=before)) == ["Bob"]


def test_a_mapped_predicate_is_found_under_the_name_that_it_reads_as(graph: tkg.Graph, clock: SetClock) -> None:
    graph.record("Cy", "cannot_stand", "milk", valid_from="2015-01-01")
    before = now_of(graph)
    graph.search("milk")
    clock.forward(days=1)
    graph.map_predicate("cannot_stand", "dislikes")
    assert texts(graph.search("milk")) == ["Cy dislikes milk"]
    assert texts(graph.search("milk", known_at=before)) == ["Cy cannot stand milk"]


def test_what_is_recorded_later_is_not_known_before(graph: tkg.Graph, clock: SetClock) -> None:
    question = "Do Ann and Bob live in Oslo?"
    graph.record("Ann", "lives_in", "Oslo")
    before, view = now_of(graph), graph.as_of()
    clock.forward(days=1)
    graph.record("Bob", "lives_in", "Oslo", valid_from="2000-01-01")
    graph.ingest([{"speaker": "Bob", "content": "I live in Oslo.", "timestamp": "2001-01-01T10:00:00Z"}])
    assert {"Bob", "Bob lives in Oslo", "I live in Oslo."} < set(texts(graph.search(question, what="all")))
    for found in (graph.search(question, what="all", known_at=before), view.search(question, what="all")):
        assert sorted(texts(found)) == ["Ann", "Ann lives in Oslo", "Oslo"]
    assert texts(graph.search(question, what="all", known_at="2000-01-01")) == []


def test_now_is_never_before_what_is_known(graph: tkg.Graph, clock: SetClock) -> None:
    graph.record("Ann", "lives_in", "Oslo")
    clock.set("2020-01-01T00:00:00")
    (hit,) = facts(graph.search("Ann"))
    assert hit.is_current


def test_a_time_with_several_readings_is_told_and_left_alone(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2010-01-01")
    hits = graph.search("Where did Ann work on 03/04/2008?")
    assert (hits.asked, hits.unclear, [fact.object for fact in hits.facts]) == ((), ("03/04/2008",), ["Acme"])


def test_a_day_that_a_question_names_is_all_of_it(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2010-01-01", valid_to="2015-05-01T12:00Z")
    graph.record("Ann", "works_for", "Globex", valid_from="2015-05-01T12:00Z")
    hits = graph.search("Where did Ann work on May 1, 2015?")
    assert sorted(str(fact.object) for fact in hits.facts) == ["Acme", "Globex"]
    assert [fact.object for fact in graph.search("Where did Ann work?", valid_at="2015-05-01").facts] == ["Acme"]


def test_as_of_a_day_is_that_day(graph: tkg.Graph) -> None:
    graph.record("Kim", "works_for", "Acme", valid_from="2010-01-01")
    graph.record("Kim", "works_for", "Globex", valid_from="2015-01-01")
    assert [str(fact.object) for fact in graph.search("Where does Kim work as of 2011-03-04?").facts] == ["Acme"]


@pytest.mark.parametrize("certainty", ["certain", "possible"])
@pytest.mark.parametrize("what", ["all", "episodes"])
def test_what_is_certain_or_possible_is_found_among_messages_too(graph: tkg.Graph, certainty: Any, what: Any) -> None:
    graph.ingest([{"speaker": "Ann", "content": "I live in Oslo.", "timestamp": "2020-06-12T10:00:00Z"}])
    hits = graph.search("Oslo", what=what, valid_at="2021-01-01", certainty=certainty)
    assert "I live in Oslo." in texts(hits)


def test_each_of_two_times_has_its_facts_however_many_lie_between(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    jobs(graph, range(1900, 2020))
    graph.merge("Bob", "Ann")
    assert sorted(values(graph.search("Bob in 1905 or 2015"))) == ["Firm 1904", "Firm 1905", "Firm 2014", "Firm 2015"]


def test_a_name_that_was_merged_finds_as_many_as_are_wanted(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    jobs(graph, range(1800, 2000))
    graph.merge("Bob", "Ann")
    assert len(graph.search("Bob", k=150)) == 150
