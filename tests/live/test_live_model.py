"""A real model behind a real server: whatever it answers, nothing breaks, and nothing is stored that was not said.

    TKG_TEST_LLM_BASE_URL=http://127.0.0.1:8080/v1 python -m pytest tests/live

TKG_TEST_LLM_MODEL, _API_KEY, _MODE, _TIMEOUT_S, _MAX_TOKENS, _CONCURRENCY and so on are read as `Model.from_env` reads
them without TEST. Models differ and are wrong in ways of their own, so that nothing is asserted of how much is found.
What became of the candidates is told at the end, and written to TKG_TEST_LLM_REPORT after each dialogue.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener
from tests.live.dialogues import DIALOGUES, Dialogue
from tkg.extract.llm import REASONS, Model, ModelExtractor
from tkg.extract.llm.prompt import SENTINELS
from tkg.extract.llm.wording import words
from tkg.facts import Claim
from tkg.tally import Ingested

_PREFIX = "TKG_TEST_LLM_"

pytestmark = pytest.mark.skipif(
    not os.environ.get(f"{_PREFIX}BASE_URL"),
    reason=f"needs a model: set {_PREFIX}BASE_URL to a server that speaks OpenAI's API, and {_PREFIX}MODEL to its name",
)

WRITTEN = ("recorded", "ended", "corrected", "retracted", "restated")
INVALID = frozenset(("malformed", "unknown_turn", "unknown_fact", "empty", "unfindable"))
"""Reasons for which a candidate is none: the wrong shape, a number that was not offered, a part that is missing."""

_EVIDENCE = """
    SELECT e.ref, e.role, v.claim, v.span_from, v.span_to, v.from_text, v.to_text, d.statement
    FROM evidence v JOIN episode e ON e.id = v.episode JOIN derivation d ON d.evidence = v.id
"""


@dataclass
class Report:
    """What became of the candidates of each dialogue."""

    path: Path | None
    dialogues: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, dialogue: Dialogue, outcomes: list[Ingested], seconds: float, graph: tkg.Graph) -> None:
        reasons = Counter(_reason(item.reason) for outcome in outcomes for item in outcome.passed_over)
        written = {name: sum(getattr(outcome, name) for outcome in outcomes) for name in WRITTEN}
        self.dialogues[dialogue.name] = {
            "messages": len(dialogue.texts()),
            "waiting": sum(outcome.waiting for outcome in outcomes),
            "failed": sum(outcome.failed for outcome in outcomes),
            "calls": sum(outcome.spent.calls for outcome in outcomes),
            "tokens": sum(outcome.spent.tokens for outcome in outcomes),
            "seconds": round(seconds, 1),
            **_shares(sum(written.values()), reasons),
            **written,
            "passed_over": [f"{item.reason}: {item.text}" for outcome in outcomes for item in outcome.passed_over],
            "failures": [str(failure) for outcome in outcomes for failure in outcome.failures],
            "notes": [note for outcome in outcomes for note in outcome.notes],
            "claims": [_said(graph.claim(id_)) for outcome in outcomes for id_ in outcome.claims],
        }
        if self.path is not None:
            self.path.write_text(json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")

    def to_dict(self) -> dict[str, Any]:
        told = self.dialogues.values()
        reasons: Counter[str] = Counter()
        for each in told:
            reasons.update(each["reasons"])
        sums = {name: sum(each[name] for each in told) for name in ("messages", "waiting", "failed", "calls", *WRITTEN)}
        return {**sums, **_shares(sum(each["written"] for each in told), reasons), "dialogues": self.dialogues}

    def __str__(self) -> str:
        total = self.to_dict()
        candidates = total["candidates"]
        shares = (f"{total[name]} {name}" for name in ("valid", "grounded", "written"))
        why = ", ".join(f"{count} {reason}" for reason, count in total["reasons"].items())
        return f"{candidates} candidates in {len(self.dialogues)} dialogues: {', '.join(shares)}; rejected: {why or 0}"


def _said(claim: Claim) -> str:
    bounds = claim.valid or f"{claim.valid_from or '..'} to {claim.valid_to or '..'}"
    return f"{claim.op} {claim.subject} {claim.predicate} {claim.object}, {claim.modality}, {bounds}"


def _reason(reason: str) -> str:
    return reason.partition(":")[0]


def _shares(written: int, reasons: Counter[str]) -> dict[str, Any]:
    """How many candidates there were, and how many had a valid shape, were grounded in what was said, and were written.

    What is grounded and not written was refused by the store, which has more to go by.
    """
    candidates = written + reasons.total()
    valid = candidates - sum(count for reason, count in reasons.items() if reason in INVALID)
    grounded = candidates - sum(count for reason, count in reasons.items() if reason in REASONS)
    figures = {"candidates": candidates, "valid": valid, "grounded": grounded, "written": written}
    return {**figures, "reasons": dict(reasons.most_common())}


@pytest.fixture(scope="module")
def report(request: pytest.FixtureRequest) -> Iterator[Report]:
    """Collects what every dialogue came to, and tells it at the end."""
    path = os.environ.get(f"{_PREFIX}REPORT")
    collected = Report(Path(path) if path else None)
    yield collected
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\n{collected}")


@pytest.fixture
def extractor() -> ModelExtractor:
    given = {name.replace(_PREFIX, "TKG_LLM_"): value for name, value in os.environ.items() if name.startswith(_PREFIX)}
    return ModelExtractor(Model.from_env({"TKG_LLM_MODEL": "local", **given}))


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue.name)
def test_whatever_a_model_answers_only_what_was_said_is_stored(
    dialogue: Dialogue, extractor: ModelExtractor, reopen: Opener, report: Report
) -> None:
    graph = reopen(extractor=extractor, embedder=None)
    recorded = graph.record(*dialogue.recorded, source="register")
    began = time.perf_counter()
    outcomes = [graph.ingest(session) for session in dialogue.messages()]
    report.add(dialogue, outcomes, time.perf_counter() - began, graph)
    assert_states_are_told(graph, dialogue)
    assert_evidence_is_what_was_said(graph, dialogue, [id_ for outcome in outcomes for id_ in outcome.claims])
    assert_nothing_is_of_the_prompt(graph)
    assert graph.claim(recorded.id).retracted_at is None
    assert graph.verify().ok


def assert_states_are_told(graph: tkg.Graph, dialogue: Dialogue) -> None:
    """Every message is done, or it waits or failed, and then it is said why."""
    states = {each.message_id: each for each in graph.episodes()}
    assert states.keys() == dialogue.texts().keys()
    for each in states.values():
        assert each.state in ("done", "waiting", "failed")
        assert each.facts or each.why


def assert_evidence_is_what_was_said(graph: tkg.Graph, dialogue: Dialogue, claims: list[int]) -> None:
    """Every claim rests on words of a message, as they stand there, and its time words stand in them."""
    texts, resting = dialogue.texts(), set()
    for ref, role, claim, start, end, from_text, to_text, _ in graph._store.connection.execute(_EVIDENCE):
        quote = texts[ref][start:end]
        assert words(quote)
        assert len(quote) == end - start
        assert role in ("user", "assistant")
        assert all(time_words is None or time_words in texts[ref] for time_words in (from_text, to_text))
        resting.add(claim)
    assert set(claims) <= resting


def assert_nothing_is_of_the_prompt(graph: tkg.Graph) -> None:
    """No name and no date of the prompt's examples is in a claim or in a sentence that says one."""
    told = [_said(claim) for claim in graph.claims()]
    told += [row[-1] or "" for row in graph._store.connection.execute(_EVIDENCE)]
    for text in told:
        assert not [sentinel for sentinel in SENTINELS if sentinel.casefold() in text.casefold()]
