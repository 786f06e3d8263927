"""What the model is told, and that nothing of the examples can be taken for a fact."""

import hashlib
import json
import re
from datetime import UTC, datetime

import pytest

from tkg.errors import InputError
from tkg.extract.llm import PROMPT_VERSION, Batch, Known, Turn
from tkg.extract.llm.checks import Checker
from tkg.extract.llm.prompt import INSTRUCTIONS, SENTINELS, messages

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
EXAMPLE = INSTRUCTIONS[INSTRUCTIONS.index("Example.") :]
ANSWER = json.loads(EXAMPLE.split("Answer:\n")[1])


def test_the_version_follows_the_words_of_the_prompt() -> None:
    assert PROMPT_VERSION.split("-")[1] == hashlib.sha256(INSTRUCTIONS.encode()).hexdigest()[:8]


def test_the_prompt_is_short_enough_for_a_small_model() -> None:
    assert len(re.findall(r"\w+|[^\w\s]", INSTRUCTIONS)) < 1500


def test_a_batch_is_told_as_lines_of_json_with_labels_for_what_is_known() -> None:
    turns = (Turn(3, "Bot", "assistant", NOON, "Where?", is_context=True), Turn(4, "Ana", "user", NOON, "In\n奥斯陆"))
    told = messages(Batch(turns, (Known(2, "Ana lives_in Rome", 77),), ("lives_in(person, place)",)))[-1]["content"]
    lines = told.split("\n")
    assert lines[:4] == ["PREDICATES: lives_in(person, place)", "KNOWN FACTS:", 'F2 "Ana lives_in Rome"', "BEGIN"]
    assert [json.loads(line).get("context", False) for line in lines[4:6]] == [True, False]
    assert json.loads(lines[5])["text"] == "In\n奥斯陆"
    assert lines[6:] == ["END", "New turns: 4. List every fact that they state."]


@pytest.mark.parametrize(
    "turn",
    [
        Turn(4, "Ana", "user", NOON, "x", is_context=True),
        Turn(4, "S", "system", NOON, "x"),
        Turn(4, "T", "tool", NOON, "x"),
    ],
)
def test_what_is_no_evidence_is_marked_as_context(turn: Turn) -> None:
    assert '{"context": true, "turn": 4' in messages(Batch((turn,)))[-1]["content"]


def test_text_that_cannot_be_written_is_still_told() -> None:
    assert "a?b" in messages(Batch((Turn(1, "Ana", "user", NOON, "a\ud800b"),)))[-1]["content"]


def test_the_names_and_dates_of_the_example_are_sentinels() -> None:
    told = re.sub("|".join(SENTINELS), "", json.dumps(ANSWER))
    names = set(re.findall(r"\b[A-Z]\w+", told))
    assert names == {"F1", "March"}
    assert not re.findall(r"\d{4}", told)


def test_the_example_is_a_good_answer_to_itself() -> None:
    turn = json.loads(next(line for line in EXAMPLE.split("\n") if line.startswith("{")))
    spoken = Turn(turn["turn"], turn["speaker"], turn["role"], NOON, turn["text"])
    checked = Checker(Batch((spoken,), (Known(1, "Zorblatt Quennix works_at Vexolune", 8),))).check(
        tuple(ANSWER["items"])
    )
    assert [(item.op, item.object, item.about) for item in checked.items] == [
        ("end", "Vexolune", 8),
        ("record", "glow kayaking in Trindlewick", None),
    ]


def test_the_example_given_back_for_another_turn_is_refused() -> None:
    turn = Turn(7, "Ana", "user", NOON, "I left Acme in March. I do yoga now.")
    batch = Batch((turn,), (Known(1, "Ana works_at Acme", 8),))
    assert {each.reason for each in Checker(batch).check(tuple(ANSWER["items"])).rejected} == {"sentinel"}


def test_a_number_stands_for_one_thing() -> None:
    with pytest.raises(InputError, match=r"\[1, 1\]"):
        Batch((Turn(1, "Ana", "user", NOON, "a"), Turn(1, "Ana", "user", NOON, "b")))
    with pytest.raises(InputError, match="known facts"):
        Batch((), (Known(1, "a", 1), Known(1, "b", 2)))
