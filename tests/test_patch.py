"""A dry run stores nothing, and what it proposes can be looked at, edited and applied."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.extracting import asking, jobs, reading
from tests.llm_server import completion
from tests.told import Told, lives, said, standing
from tkg.errors import BadMessage, BadPatch
from tkg.patch import Patch

SINCE = {"start_text": "2020", "start_span": (3, 7), "tense": "past"}
TOLD = Told(
    finds={
        "a: 2020": [{"value": "Oslo", **SINCE}, {"value": "tea", "predicate": "likes"}],
        "no": [{"value": "Bergen", "op": "correct", "was": "Oslo"}],
    }
)
MESSAGES = [said("a: 2020", id="m1"), said("no", 2)]


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[tkg.Graph]:
    with tkg.open(tmp_path / "patch.db", durability="normal", embedder=None) as graph:
        yield graph


def proposed(graph: tkg.Graph, **given: Any) -> dict[str, Any]:
    """A patch as somebody edits it: through JSON."""
    patch = graph.ingest(MESSAGES, dry_run=True, extractor=TOLD, **given)
    raw: dict[str, Any] = json.loads(json.dumps(patch.to_dict(), ensure_ascii=False))
    return raw


def changes(raw: dict[str, Any]) -> list[dict[str, Any]]:
    return [change for message in raw["messages"] for change in message["changes"]]


def test_a_dry_run_stores_nothing(graph: tkg.Graph) -> None:
    graph.record("Ann", "likes", "coffee")
    before = list(graph._store.connection.iterdump())
    patch = graph.ingest(MESSAGES, dry_run=True, extractor=TOLD)
    assert isinstance(patch, Patch)
    assert list(graph._store.connection.iterdump()) == before
    assert [(change.op, change.object) for change in patch.changes] == [
        ("record", "Oslo"), ("record", "tea"), ("correct", "Bergen"),
    ]  # fmt: skip


def test_each_change_has_its_quote_its_anchor_and_what_it_would_do(graph: tkg.Graph) -> None:
    first, tea, correction = changes(proposed(graph))
    assert first["quotes"] == [{"text": "a: 2020", "start": 0}]
    assert (first["valid_from"], first["source"]) == ("2020", "Ann")
    (time,) = first["times"]
    assert (time["side"], time["words"], time["anchored"], time["bound"]) == ("start", "2020", "2020", "2020")
    assert [each["note"] for each in (first, tea, correction)] == [
        "recorded",
        "recorded",
        "corrects what change 1 makes",
    ]


def test_what_is_recorded_already_is_named(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020", source="Ann")
    first, _, correction = changes(proposed(graph))
    assert first["note"] == "says what is said already: claim 1"
    assert correction["note"] == "corrects claim 1"


def test_what_is_passed_over_and_held_is_told(graph: tkg.Graph) -> None:
    told = Told(finds={"no": [{"value": "Bergen", "op": "retract"}, {"value": "x", "confidence": 0.2}]})
    patch = graph.ingest(MESSAGES, dry_run=True, extractor=told, hold_below=0.5)
    (passed_over,) = patch.messages[1].passed_over
    assert (passed_over.reason, passed_over.text) == ("no such plan is recorded", "no")
    assert [each.note for each in patch.messages[1].changes] == ["held for review: confidence"]


def test_a_patch_that_is_applied_gives_what_the_ingestion_would_have(graph: tkg.Graph, tmp_path: Path) -> None:
    done = graph.apply(proposed(graph, labels={"run": "7"}))
    assert (done.messages, done.stored, done.recorded, done.corrected) == (2, 2, 2, 1)
    with tkg.open(tmp_path / "other.db", embedder=None) as other:
        other.ingest(MESSAGES, extractor=TOLD, labels={"run": "7"})
        for query in (
            "SELECT speaker, role, observed, zone, text, ref, labels FROM episode",
            "SELECT id, s, p, o, from_said, observed, seen, confidence, statement FROM claim WHERE seen = 1",
            "SELECT claim, episode, span_from, span_to, from_text, extractor FROM evidence",
            "SELECT evidence, side, words, anchored, rule, bound FROM anchoring",
            "SELECT claim, live FROM standing",
            "SELECT episode, extractor, recorded, skipped FROM extraction",
        ):
            mine, its = (each._store.connection.execute(query).fetchall() for each in (graph, other))
            assert mine == its
    assert graph.verify().ok


def test_what_to_dict_gives_is_what_json_gives_back(graph: tkg.Graph) -> None:
    told = Told(finds={**TOLD.finds, "no": [{"value": "Rome", "op": "retract"}]})
    raw = graph.ingest(MESSAGES, dry_run=True, extractor=told, labels={"run": "7"}).to_dict()
    assert raw["messages"][1]["passed_over"]
    assert raw == json.loads(json.dumps(raw))
    assert graph.apply(raw).recorded == 2


def test_a_patch_object_is_applied_as_well(graph: tkg.Graph) -> None:
    graph.apply(graph.ingest(MESSAGES, dry_run=True, extractor=TOLD), actor="eve")
    assert lives(graph) == ["Bergen"]


def test_applied_again_it_changes_nothing_and_the_messages_are_done(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    graph.apply(raw)
    before = graph._store.connection.execute("SELECT * FROM claim").fetchall()
    assert graph.apply(raw).stored == 0
    assert graph.ingest(MESSAGES, extractor=TOLD).stored == 0
    assert graph._store.connection.execute("SELECT * FROM claim").fetchall() == before
    assert graph.ingest(MESSAGES, dry_run=True, extractor=TOLD).messages == ()


def test_an_edited_change_is_written_as_it_stands_and_stays(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    changes(raw)[1]["object"] = "green tea"
    changes(raw)[0]["valid_from"] = "2021"
    graph.apply(raw)
    assert [value for _, value in standing(graph)] == ["green tea", "Bergen"]
    assert [fact.valid_from_text for fact in graph.timeline("Ann", "lives_in")] == ["2021"]
    assert graph.verify().ok
    graph.reextract(extractor=Told("other", TOLD.finds))
    assert "tea" not in [value for _, value in standing(graph)]


def test_a_rejected_change_is_not_written_and_not_found_again(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    changes(raw)[1]["reject"] = True
    graph.apply(raw)
    assert [value for _, value in standing(graph)] == ["Bergen"]
    done = graph.reextract(extractor=Told("other", TOLD.finds))
    assert [item.reason for item in done.passed_over] == ["rejected by hand: held 1"]
    assert [value for _, value in standing(graph)] == ["Bergen"]


def test_a_change_that_is_taken_out_may_be_found_again(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    del raw["messages"][0]["changes"][1]
    graph.apply(raw)
    assert [value for _, value in standing(graph)] == ["Bergen"]
    graph.reextract(extractor=Told("other", TOLD.finds))
    assert sorted(value for _, value in standing(graph)) == ["Bergen", "tea"]


def test_a_message_that_is_taken_out_was_never_read(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    del raw["messages"][1]
    graph.apply(raw)
    assert lives(graph) == ["Oslo"]
    assert graph.ingest(MESSAGES, extractor=TOLD).stored == 1


def test_a_merge_can_be_put_in(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    quotes = [{"text": "no", "start": 0}]
    merge = {"op": "merge", "subject": "Annie", "object": "Ann", "source": "Ann", "quotes": quotes}
    raw["messages"][1]["changes"].append(merge)
    graph.apply(raw)
    assert [fact.object for fact in graph.find("Annie", "lives_in")] == ["Bergen"]


def test_all_of_it_is_written_or_nothing(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    changes(raw)[2].update(subject=None, predicate=None, was="Trondheim")
    before = list(graph._store.connection.iterdump())
    with pytest.raises(BadPatch, match="no claim of the speaker"):
        graph.apply(raw)
    assert list(graph._store.connection.iterdump()) == before


@pytest.mark.parametrize(
    ("spoil", "said_so"),
    [
        ({"op": "forget"}, "op 'forget'"),
        ({"quotes": []}, "without a quote"),
        ({"quotes": [{"text": "a: 1999", "start": 0}]}, "does not say 'a: 1999'"),
        ({"quotes": [{"text": "a"}]}, "'start'"),
        ({"object": {"what": 1}}, "no value"),
        ({"valid_from": 2020}, "valid_from 2020"),
        ({"confidence": "high"}, "confidence 'high'"),
        ({"reject": "yes"}, "reject of a change is 'yes', not true or false"),
        ({"subject": None}, "needs a subject and a predicate"),
        ({"object": "Os\ud83dlo"}, "lone surrogates"),
        ({"claim": 10**30}, "is no id"),
        ({"valid": "2019/2020"}, "valid '2019/2020' of a change gives both bounds"),
        ({"colour": "red"}, "'colour'"),
        ({"times": ["2020"]}, "an object, not '2020'"),
        ({"times": [{"side": "middle", "said_at": "2024-06-01T10:00:00Z"}]}, "side 'middle'"),
    ],
)
def test_what_cannot_be_read_is_named(graph: tkg.Graph, spoil: dict[str, Any], said_so: str) -> None:
    raw = proposed(graph)
    changes(raw)[0].update(spoil)
    with pytest.raises(BadPatch, match=said_so):
        graph.apply(raw)


@pytest.mark.parametrize(
    ("spoil", "said_so"),
    [
        ({"content": None}, "content of a message of a patch is missing"),
        ({"speaker": 3}, "speaker of a message of a patch is 3, not text"),
        ({"timestamp": "2024-06-01T10:00:00"}, "zone or an offset"),
        ({"timestamp": "yesterday"}, "cannot be read"),
        ({"timestamp": "0001-01-01T00:00:00+14:00"}, "cannot be read"),
        ({"zone": "Mars/Olympus"}, "cannot be read"),
        ({"occurrence": -1}, "occurrence -1"),
        ({"changes": {}}, "changes of a message of a patch is {}, not a list"),
        ({"changes": ["x"]}, "a change is an object, not 'x'"),
        ({"passed_over": [{"reason": "r", "text": "t", "span": [0]}]}, "two whole numbers"),
    ],
)
def test_what_is_wrong_with_a_message_is_named(graph: tkg.Graph, spoil: dict[str, Any], said_so: str) -> None:
    raw = proposed(graph)
    raw["messages"][0].update(spoil)
    before = list(graph._store.connection.iterdump())
    with pytest.raises(BadPatch, match=said_so):
        graph.apply(raw)
    assert list(graph._store.connection.iterdump()) == before


@pytest.mark.parametrize("labels", ["x", 3, {"a": 1}])
def test_labels_are_texts_under_names(graph: tkg.Graph, labels: Any) -> None:
    with pytest.raises(BadPatch, match="labels"):
        graph.apply({**proposed(graph), "labels": labels})


def test_what_is_no_patch_is_refused(graph: tkg.Graph) -> None:
    for raw in ({}, {"tkg_patch": 2}, {"tkg_patch": 1}, {**proposed(graph), "messages": [{}]}):
        with pytest.raises(BadPatch):
            graph.apply(raw)
    with pytest.raises(BadMessage):
        graph.ingest([{"content": "x"}], dry_run=True)


def test_a_model_is_asked_once_a_batch_and_what_it_costs_is_kept(graph: tkg.Graph) -> None:
    def reply(request: Any) -> Any:
        return reading(request)

    with asking(reply) as (extractor, server):
        patch = graph.ingest(jobs(12), dry_run=True, extractor=extractor)
        assert len(server.requests) == 2
        assert len(patch.changes) == 12
        assert (patch.spent.calls, graph.spent().calls) == (2, 2)
        assert graph.episodes(extractor=extractor) == []
        graph.apply(json.loads(json.dumps(patch.to_dict())))
        assert len(standing(graph)) == 12
        assert graph.ingest(jobs(12), extractor=extractor).recorded == 0
        assert len(server.requests) == 2
    (run,) = graph._store.connection.execute(
        "SELECT DISTINCT r.model FROM derivation d JOIN run r ON r.id = d.run"
    ).fetchall()
    assert run == ("small",)


def test_a_model_that_fails_for_one_message_costs_that_one(graph: tkg.Graph) -> None:
    def reply(request: Any) -> Any:
        return completion(None, refusal="I will not read this.") if "Firm3" in request.told else reading(request)

    with asking(reply) as (extractor, _):
        patch = graph.ingest(jobs(4), dry_run=True, extractor=extractor)
        assert [change.object for change in patch.changes] == ["Firm0", "Firm1", "Firm2"]
        (failure,) = patch.failures
        assert failure.episodes == (3,)
        assert "refus" in failure.reason


def test_what_a_budget_does_not_allow_is_not_asked(graph: tkg.Graph) -> None:
    from tkg.spending import Budget, Budgets

    with asking(reading) as (extractor, server):
        patch = graph.ingest(jobs(30), dry_run=True, extractor=extractor, budgets=Budgets(ingest=Budget(calls=1)))
        assert len(server.requests) == 1
        assert len(patch.changes) == 10
        assert [len(failure.episodes) for failure in patch.failures] == [10, 10]


def test_what_was_edited_or_rejected_counts_as_it_was_written(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    changes(raw)[0]["object"] = "Bergen"
    changes(raw)[1]["reject"] = True
    changes(raw)[2]["reject"] = True
    graph.apply(raw)
    assert [(each.facts, each.why) for each in graph.episodes(extractor=TOLD)] == [(1, None), (0, "1 rejected by hand")]


def test_a_message_that_was_set_aside_is_not_brought_back_by_a_patch(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    graph.ingest(MESSAGES, extractor=TOLD)
    graph.remove([1, 2], extractor=TOLD)
    graph.apply(raw)
    assert standing(graph) == []


def test_what_was_edited_into_something_else_is_not_found_again(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    changes(raw)[1].update(subject="Rob", predicate="dislikes")
    graph.apply(raw)
    done = graph.reextract(extractor=Told("other", TOLD.finds))
    assert [item.reason for item in done.passed_over] == ["settled by hand: see held 1"]
    assert ("Ann", "tea") not in [(claim.subject, claim.object) for claim in graph.claims()]


def test_what_a_patch_says_was_found_is_checked(graph: tkg.Graph) -> None:
    raw = proposed(graph)
    changes(raw)[0]["found"] = {"digest": "x"}
    with pytest.raises(BadPatch, match="found"):
        graph.apply(raw)
