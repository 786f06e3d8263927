"""What time words were taken to mean is kept with the quote: shown, checked, never changed, and erased with it."""

import sqlite3
from datetime import datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import tkg
from tkg.words import Anchoring, Episode, Words
from tkg.writer import Writer

SHANGHAI = timezone(timedelta(hours=8))
SAID_AT = datetime(2025, 6, 18, 9, tzinfo=SHANGHAI)
WEDNESDAY = Anchoring("start", "上周三", SAID_AT, "2025-06-11", "zh.week_weekday", bound="2025-06-11")


def keep(graph: tkg.Graph, *anchorings: Anchoring, text: str = "我上周三搬到了杭州") -> tkg.Claim:
    """A claim that says 2025-06-11, with a quote that has these anchorings."""
    claim = graph.record("Mia", "lives_in", "Hangzhou", valid_from="2025-06-11")
    with graph._store.transaction() as transaction:
        words = Words(graph._store, Writer(graph._store, transaction, graph.scope).scope)
        episode = words.add(transaction, Episode("Mia", "user", 0, "+0800", text, None), None)
        time_words = ("上周三", None)
        words.add_evidence(transaction, claim.id, episode, (0, 9), time_words, "test/1", anchorings)
    return claim


def kept(graph: tkg.Graph) -> tuple[Anchoring, ...]:
    fact = graph.get("Mia", "lives_in")
    assert fact is not None
    return fact.evidence[0].anchorings


def test_they_come_back_as_they_were_given(graph: tkg.Graph) -> None:
    until = Anchoring("end", "soon", SAID_AT, note="a future without a date", guess="2025-07")
    keep(graph, until, WEDNESDAY)
    assert kept(graph) == (WEDNESDAY, until)


@pytest.mark.parametrize("zone", [SHANGHAI, ZoneInfo("Europe/Oslo"), timezone(-timedelta(hours=3, minutes=30))])
def test_the_moment_keeps_the_zone_in_which_it_was_said(graph: tkg.Graph, zone: Any) -> None:
    at = datetime(2025, 6, 18, 9, tzinfo=zone)
    keep(graph, Anchoring("start", "上周三", at))
    (found,) = kept(graph)
    assert (found.said_at, found.said_at.utcoffset()) == (at, at.utcoffset())
    assert str(getattr(found.said_at.tzinfo, "key", "")) == getattr(zone, "key", "")


@pytest.mark.parametrize(
    ("anchoring", "line"),
    [
        (WEDNESDAY, "上周三 said on 2025-06-18 → 2025-06-11 by zh.week_weekday"),
        (
            Anchoring("start", "上周三", SAID_AT, "2025-06-11", "zh.week_weekday", guess="2025-06-10"),
            "上周三 said on 2025-06-18 → 2025-06-11 by zh.week_weekday; the extractor guessed 2025-06-10",
        ),
        (
            Anchoring("start", "last week", SAID_AT, "2025-06-09/2025-06-15", "en.x", bound="[2025-06-09..2025-06-15]"),
            "last week said on 2025-06-18 → 2025-06-09/2025-06-15 by en.x",
        ),
        (
            Anchoring("start", "three months ago", SAID_AT, "2025-03-18", "en.ago", bound="2025-03"),
            "three months ago said on 2025-06-18 → 2025-03-18 by en.ago, kept as 2025-03",
        ),
        (
            Anchoring("start", "since 2019", SAID_AT, "2019-01-01/..", "en.since", bound="2019"),
            "since 2019 said on 2025-06-18 → 2019-01-01/.. by en.since",
        ),
        (Anchoring("end", "soon", SAID_AT), "soon said on 2025-06-18 → no date"),
        (
            Anchoring("start", None, SAID_AT, guess="2025-06"),
            "no time words, said on 2025-06-18; the extractor guessed 2025-06",
        ),
    ],
)
def test_explain_shows_a_line_for_each(graph: tkg.Graph, anchoring: Anchoring, line: str) -> None:
    keep(graph, anchoring)
    fact = graph.get("Mia", "lives_in")
    assert fact is not None
    explained = graph.explain(fact)
    assert f"      {line}" in str(explained).splitlines()
    (shown,) = explained.to_dict()["believed"][0]["evidence"][0]["anchorings"]
    assert shown == anchoring.to_dict()


def test_the_database_refuses_to_change_them(graph: tkg.Graph) -> None:
    keep(graph, WEDNESDAY)
    for statement in (
        "UPDATE anchoring SET bound = '2025'",
        "DELETE FROM anchoring",
        "INSERT OR REPLACE INTO anchoring SELECT * FROM anchoring",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            graph._store.connection.execute(statement)


def test_they_go_with_an_erased_claim(graph: tkg.Graph) -> None:
    graph.erase(keep(graph, WEDNESDAY, Anchoring("end", None, SAID_AT, guess="2025-06-10")))
    (first, second) = graph._store.connection.execute("SELECT * FROM anchoring").fetchall()
    assert first[2] is second[2] is None
    assert first[5:-1] == second[5:-1] == (None,) * 6
    assert graph.verify().ok


def test_a_name_that_is_erased_is_in_no_time_words(graph: tkg.Graph) -> None:
    keep(graph, Anchoring("start", "when Zed left", SAID_AT), text="when Zed left, I moved to Hangzhou")
    graph.record("Zed", "likes", "tea")
    graph.erase(entity="Zed")
    (found,) = kept(graph)
    assert found.words == "when ███ left"
    assert "Zed" not in "\n".join(graph._store.connection.iterdump())


def test_verify_finds_words_whose_bound_the_claim_does_not_say(graph: tkg.Graph) -> None:
    claim = keep(graph, Anchoring("start", "上周三", SAID_AT, "2025-06-12", "zh.week_weekday", bound="2025-06-12"))
    report = graph.verify()
    assert report.problems == (
        f"evidence 1 of claim {claim.id}: its time words were anchored to 2025-06-12, which the claim does not say",
    )


def test_a_correction_of_the_claim_leaves_what_its_words_meant(graph: tkg.Graph) -> None:
    graph.correct(keep(graph, WEDNESDAY), valid_from="2025-06-12")
    assert graph.verify().ok
