"""The answer in what a model wrote, and nothing that is not the answer."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tkg.extract.llm.salvage import Found, found

A = {"subject": "Ana", "predicate": "likes", "object": "tea"}
B = {"subject": "Bob", "predicate": "likes", "object": "</think> ```json {"}
ONE = json.dumps({"items": [A]})
TWO = json.dumps({"items": [A, B]}, indent=1)
DRAFT = json.dumps({"items": [A | {"object": "coffee"}]})


@pytest.mark.parametrize(
    ("text", "proposals", "shape"),
    [
        (ONE, (A,), None),
        (f"  {TWO}\n", (A, B), None),
        ('{"items": []}', (), None),
        ('{"items": [1, null]}', (1, None), None),
        (json.dumps([A, B]), (A, B), "unwrapped"),
        ("[]", (), "unwrapped"),
        (json.dumps(A), (A,), "unwrapped"),
        (json.dumps({"name": "Facts", "arguments": {"items": [A]}}), (A,), "unwrapped"),
        (f"```json\n{TWO}\n```", (A, B), "fenced"),
        (f"```\n{ONE}\n```", (A,), "fenced"),
        ("```json\n[]\n```", (), "fenced"),
        (f"Here [you] are:\n\n{TWO}\nAnything {{else}}?", (A, B), "among other words"),
        (f"{ONE}\n\n{ONE}", (A,), "among other words"),
        (f"Facts: {json.dumps([A])}.", (A,), "among other words"),
        (f"{json.dumps(A)}\n{json.dumps(B)}", (A, B), "unwrapped"),
        (
            f"<tool_call>{json.dumps({'name': 'Facts', 'arguments': {'items': [A]}})}</tool_call>",
            (A,),
            "among other words",
        ),
        (f"<think>maybe {DRAFT}</think>{ONE}", (A,), None),
        (f"<THINK>\n\n</THINK>\n```json\n{ONE}\n```", (A,), "fenced"),
        (f"<think>a</think><think>{DRAFT}</think> {TWO}", (A, B), None),
        (f"it may be {DRAFT[:-1]} or so. </think>\n{ONE}", (A,), None),
        (f"Here: {TWO}", (A, B), "among other words"),
    ],
)
def test_the_answer_is_found(text: str, proposals: tuple[Any, ...], shape: str | None) -> None:
    assert found(text) == Found(proposals, shape)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("", "no JSON"),
        ("There are no facts [at all].", "no JSON"),
        ("none: []", "JSON of another shape: a list"),
        (f"<think>maybe {DRAFT}", "thinking that never ends"),
        (f"<think>a</think><think>{DRAFT}", "thinking that never ends"),
        (ONE[:-2], "no JSON"),
        (f"Here: {TWO[:-3]}", "no JSON"),
        (f"{ONE} or rather {TWO}", "2 answers that differ"),
        ('{"items": null}', "JSON of another shape: keys items"),
        ('{"items": {"subject": 1}}', "JSON of another shape: keys items"),
        ('{"$defs": {}, "properties": {"items": []}, "items": []}', "JSON of another shape: a schema sent back"),
        ('{"facts": ["Ana likes tea"]}', "JSON of another shape: keys facts"),
        ('["Ana likes tea"]', "JSON of another shape: a list"),
        ('{"items": [NaN]}', "no JSON"),
        ("null", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ('{"items": ' + "[" * 60 + "]" * 60 + "}", "no JSON"),
        (f'{{"items": [{"9" * 5000}]}}', "no JSON"),
    ],
)
def test_where_there_is_no_answer_none_is_made(text: str, shape: str) -> None:
    assert found(text) == Found(None, shape)


VALUES = st.text() | st.sampled_from(["<think>", "</think>", "```json", "```", "{", '"items"'])


@given(
    st.lists(st.fixed_dictionaries({"subject": VALUES, "predicate": VALUES, "object": VALUES}), max_size=4),
    st.booleans(),
)
def test_clean_json_is_never_touched_whatever_its_values_say(items: list[dict[str, str]], escaped: bool) -> None:
    text = json.dumps({"items": items}, ensure_ascii=escaped)
    assert found(text) == Found(tuple(items), None)
    assert found(f"<think>{'{'}</think>\n{text}").proposals == tuple(items)


@given(st.integers(0, len(TWO) - 1))
def test_no_part_of_an_answer_that_was_cut_off_is_kept(length: int) -> None:
    assert found(TWO[:length]).proposals is None
    assert found(f"Here you are: {TWO[:length]}").proposals is None
