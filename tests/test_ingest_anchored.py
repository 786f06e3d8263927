"""What the time words of a message were anchored to is kept with the claim; an extractor's own date never wins."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import tkg
from tkg.extract import Candidate, Message, Skipped
from tkg.ontology import Ontology
from tkg.timex import Conventions
from tkg.words import Anchoring

SAID = "2025-06-18T09:00:00+08:00"


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[tkg.Graph]:
    with tkg.open(tmp_path / "words.db", durability="normal") as graph:
        yield graph


class Model:
    """An extractor that proposes one candidate about all of the message, with dates of its own."""

    name = "model/1"

    def __init__(self, **fields: Any) -> None:
        self.fields = fields

    def extract(self, message: Message, ontology: Ontology) -> Sequence[Candidate | Skipped]:
        given: dict[str, Any] = {"op": "record", "subject": "林悦", "predicate": "lives_in", "object": "杭州"}
        given |= self.fields
        return [Candidate(span=(0, len(message.content)), quote=message.content, **given)]


def tell(graph: tkg.Graph, content: str, extractor: Any = None) -> tkg.Claim:
    told = graph.ingest([{"speaker": "林悦", "content": content, "timestamp": SAID}], extractor=extractor)
    assert told.passed_over == ()
    (claim,) = told.claims
    return graph.claim(claim)


def kept(graph: tkg.Graph, claim: tkg.Claim) -> tuple[Anchoring, ...]:
    found = [quote for fact in graph.timeline() for quote in fact.evidence if quote.claim == claim.id]
    return found[0].anchorings


def test_the_rules_keep_what_the_words_were_anchored_to(graph: tkg.Graph) -> None:
    claim = tell(graph, "我上周三搬到了杭州。")
    (found,) = kept(graph, claim)
    assert (found.side, found.words, found.said_at.isoformat()) == ("start", "上周三", SAID)
    assert (found.anchored, found.bound, claim.valid_from) == ("2025-06-11", "2025-06-11", "2025-06-11")
    assert found.guess is None
    fact = graph.get("林悦", "lives_in")
    assert fact is not None
    assert f"上周三 said on 2025-06-18 → 2025-06-11 by {found.rule}" in str(graph.explain(fact))
    assert graph.verify().ok


def test_the_anchor_wins_over_the_extractor_and_the_difference_is_told(graph: tkg.Graph) -> None:
    model = Model(start_text="上周三", start_guess="2025-06-10", tense="past")
    claim = tell(graph, "我上周三搬到了杭州", model)
    assert claim.valid_from == "2025-06-11"
    fact = graph.get("林悦", "lives_in")
    assert fact is not None
    assert "; the extractor guessed 2025-06-10" in str(graph.explain(fact))


def test_a_guess_that_agrees_is_not_told(graph: tkg.Graph) -> None:
    claim = tell(graph, "我上周三搬到了杭州", Model(start_text="上周三", start_guess="2025-06-11", tense="past"))
    assert [each.guess for each in kept(graph, claim)] == [None]


@pytest.mark.parametrize("words", [None, "那时候"])
def test_a_guess_that_no_words_bear_out_is_no_date(graph: tkg.Graph, words: str | None) -> None:
    claim = tell(graph, "我那时候搬到了杭州", Model(start_text=words, start_guess="2025-06-10", tense="past"))
    assert (claim.valid_from, claim.valid_to, claim.observed is not None) == (None, None, True)
    (found,) = kept(graph, claim)
    assert (found.words, found.bound, found.guess) == (words, None, "2025-06-10")
    assert graph.verify().ok


def test_a_period_is_kept_as_one(graph: tkg.Graph) -> None:
    claim = tell(graph, "2015年到2018年我住在杭州。")
    (found,) = kept(graph, claim)
    assert (found.side, found.bound, claim.valid) == ("whole", "2015/2018", "2015/2018")


def test_both_sides_are_kept(graph: tkg.Graph) -> None:
    model = Model(start_text="2015年", end_text="去年", end_guess="2023", tense="past")
    claim = tell(graph, "我2015年到去年住在杭州", model)
    assert (claim.valid_from, claim.valid_to) == ("2015", "2024")
    assert [(each.side, each.bound, each.guess) for each in kept(graph, claim)] == [
        ("start", "2015", None),
        ("end", "2024", "2023"),
    ]


def test_what_is_said_again_keeps_its_own(graph: tkg.Graph) -> None:
    claim = tell(graph, "我上周三搬到了杭州。")
    again = {"speaker": "林悦", "content": "我2025年6月11日搬到了杭州。", "timestamp": "2025-08-01T09:00:00+08:00"}
    assert graph.ingest([again]).restated == 1
    (fact,) = graph.timeline("林悦", "lives_in")
    assert [quote.anchorings[0].bound for quote in fact.evidence] == ["2025-06-11", "2025-06-11"]
    assert {quote.claim for quote in fact.evidence} == {claim.id}
    assert graph.verify().ok


def test_an_end_and_a_correction_keep_theirs(graph: tkg.Graph) -> None:
    graph.ingest(
        [
            {"speaker": "Mia", "content": "I joined Acme in 2021.", "timestamp": "2024-01-05T10:00:00Z"},
            {"speaker": "Mia", "content": "I left Acme last week.", "timestamp": "2024-06-12T10:00:00Z"},
        ]
    )
    rows = graph._store.connection.execute("SELECT side, bound FROM anchoring ORDER BY evidence").fetchall()
    assert rows == [(0, "2021"), (0, "[2024-06-03..2024-06-09]")]
    assert graph.verify().ok


def test_a_plan_called_off_bounds_nothing(graph: tkg.Graph) -> None:
    tell(graph, "我下个月搬到杭州", Model(modality="planned", start_text="下个月", tense="future"))
    off = Model(op="retract", modality="planned", start_text="下个月", tense="future")
    graph.ingest([{"speaker": "林悦", "content": "我下个月不去杭州了", "timestamp": SAID}], extractor=off)
    rows = graph._store.connection.execute("SELECT words, bound FROM anchoring ORDER BY evidence").fetchall()
    assert rows == [("下个月", "2025-07"), ("下个月", None)]
    assert graph.verify().ok


def test_an_erased_entity_takes_them_along(graph: tkg.Graph) -> None:
    tell(graph, "我上周三搬到了杭州。")
    graph.erase(entity="林悦")
    assert "上周三" not in "\n".join(graph._store.connection.iterdump())
    assert graph.verify().ok


def test_the_conventions_of_an_ingestion_settle_what_words_leave_to_custom(graph: tkg.Graph) -> None:
    message = {"speaker": "Ann Lee", "content": "Joined Acme on 03/04/2021, FY2021.", "timestamp": SAID}
    model = Model(subject="Ann Lee", predicate="works_for", object="Acme", start_text="03/04/2021")
    british = Conventions(date_order="DMY")
    (told,) = graph.ingest([message], extractor=model, conventions=british).claims
    assert graph.claim(told).valid_from == "2021-04-03"


def test_without_conventions_both_readings_of_a_date_stay_open(graph: tkg.Graph) -> None:
    model = Model(subject="Ann Lee", predicate="works_for", object="Acme", start_text="03/04/2021")
    assert tell(graph, "Joined Acme on 03/04/2021.", model).valid_from == "[2021-03-04..2021-04-03]"
