"""The proposals in what a model answered, when the answer is not quite the JSON that was asked for.

A model may think aloud before it answers, put the JSON in a fence or after a sentence, or leave off the wrapping: send
a bare list, or one bare proposal. That is read. What is not read: a draft inside the thinking, a schema sent back, a
part of an answer that was cut off. The JSON as a whole goes first, so that nothing inside one of its values is taken
for a tag or a fence.

`found` has None for proposals where there is no answer in the text, which is another thing than an answer without any.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_OPENS = re.compile(r"<(think|thinking|reasoning)>", re.IGNORECASE)
_CLOSES = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*[A-Za-z]*[ \t]*\r?\n(.*)```", re.DOTALL)
_OPENING = re.compile(r"[{\[]")
_BRACKETS = {"{": "}", "[": "]"}
DEEPEST = 50
"""Levels of nesting that are read."""

_PROPOSAL_KEYS = frozenset(("subject", "predicate"))
_WRAPPERS = ("arguments", "parameters")


class Found(NamedTuple):
    """`proposals` as they came, None if there is no answer; `shape` says what was wrong with it, if anything."""

    proposals: tuple[Any, ...] | None
    shape: str | None = None


def found(text: str) -> Found:
    """The proposals in an answer."""
    whole = loaded(text)
    if (proposals := _proposals(whole)) is not None:
        return Found(proposals, None if isinstance(whole, dict) and "items" in whole else "unwrapped")
    while (spoken := _after_thinking(text)) != text:
        if spoken is None:
            return Found(None, "thinking that never ends")
        text = spoken
        if (proposals := _proposals(loaded(text))) is not None:
            return Found(proposals)
    fenced = _FENCE.fullmatch(text.strip())
    if fenced is not None and (proposals := _proposals(loaded(fenced[1]))) is not None:
        return Found(proposals, "fenced")
    return _among_words(text)


def _among_words(text: str) -> Found:
    """One answer among other words, or bare proposals one after the other; of two answers neither can be trusted."""
    values = [value for value in (loaded(text[start:end]) for start, end in _regions(text)) if value is not None]
    answers = [value for value in values if not _is_proposal(value) and value != [] and _proposals(value) is not None]
    if answers:
        if any(answer != answers[0] for answer in answers):
            return Found(None, f"{len(answers)} answers that differ")
        return Found(_proposals(answers[0]), "among other words")
    bare = tuple(value for value in values if _is_proposal(value))
    if bare:
        return Found(bare, "unwrapped")
    return Found(None, f"JSON of another shape: {_described(values[0])}" if values else "no JSON")


def _proposals(value: Any) -> tuple[Any, ...] | None:
    """The list in a reply, in a bare list, or the one bare proposal; None for anything else."""
    if isinstance(value, dict):
        if "properties" in value or "$defs" in value:
            return None
        if "items" in value:
            return tuple(value["items"]) if isinstance(value["items"], list) else None
        if value.keys() >= _PROPOSAL_KEYS:
            return (value,)
        wrapped = [value[key] for key in _WRAPPERS if isinstance(value.get(key), dict)]
        return _proposals(wrapped[0]) if len(wrapped) == 1 and "name" in value else None
    if isinstance(value, list) and (not value or any(_is_proposal(item) for item in value)):
        return tuple(value)
    return None


def _is_proposal(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() >= _PROPOSAL_KEYS


def _after_thinking(text: str) -> str | None:
    """What follows the thinking: the text itself if there is none, None if it never ends."""
    opens, closes = _OPENS.search(text), _CLOSES.search(text)
    bracket = _OPENING.search(text)
    if opens is not None and (bracket is None or opens.start() < bracket.start()):
        closes = _CLOSES.search(text, opens.end())
        return None if closes is None else text[closes.end() :]
    if closes is None or any(start < closes.start() < end for start, end in _regions(text)):
        return text
    return text[closes.end() :]  # some servers keep the opening tag for themselves


def _regions(text: str) -> Iterator[tuple[int, int]]:
    """Where outermost brackets open and close. One that never closes ends it: what follows may be a part of it."""
    at = 0
    while (opening := _OPENING.search(text, at)) is not None:
        end = _closing(text, opening.start())
        if end is None:
            return
        yield opening.start(), end
        at = end


def _closing(text: str, start: int) -> int | None:
    """The end of the bracket that opens at `start`, with brackets in strings passed over."""
    stack: list[str] = []
    in_string = escaped = False
    for at in range(start, len(text)):
        char = text[at]
        if in_string:
            in_string, escaped = escaped or char != '"', not escaped and char == "\\"
        elif char == '"':
            in_string = True
        elif char in _BRACKETS:
            stack.append(_BRACKETS[char])
        elif char in "]}":
            if stack.pop() != char:
                return None
            if not stack:
                return at + 1
    return None


def loaded(text: str) -> Any:
    """The JSON value of a text, None if it is none. NaN, infinities and what is nested very deeply are no JSON."""
    try:
        value = json.loads(text.strip(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    level = [value]
    for _ in range(DEEPEST):
        level = [each for outer in level for each in _inside(outer)]
        if not level:
            return value
    return None


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _described(value: Any) -> str:
    if not isinstance(value, dict):
        return f"a {type(value).__name__}"
    keys = [str(key) for key in value][:6]
    return "a schema sent back" if "properties" in value or "$defs" in value else f"keys {', '.join(keys)}"
