"""What the model is told: `prompt.md`, and the batch as data after it.

A turn is one line of JSON between BEGIN and END, so that no text can close its line, add one of its own, or speak as
the system; a mark of a chat template (`<|`) is escaped as well. Known facts stand under labels of their own, "F1",
which no number of a turn can be mistaken for.

The examples use names that nobody has and a year in which nothing is said. `SENTINELS` are their words: `checks`
refuses an item with one of them unless the turn itself says it.
"""

import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import TypeAlias

from tkg.extract.llm.types import Batch, Item, Turn

Messages: TypeAlias = list[dict[str, str]]

INSTRUCTIONS = files(__package__).joinpath("prompt.md").read_text(encoding="utf-8")
PROMPT_VERSION = f"triples-{hashlib.sha256(INSTRUCTIONS.encode()).hexdigest()[:8]}"
SENTINELS = ("Zorblatt", "Quennix", "Vexolune", "Trindlewick", "glow kayaking", "2718")


def messages(batch: Batch, already: Sequence[Item] = ()) -> Messages:
    """The messages of one call. With `already` the model is asked for what it missed, and shown what it found."""
    lines = []
    if batch.predicates:
        lines.append(f"PREDICATES: {', '.join(batch.predicates)}")
    if batch.known:
        lines.append("KNOWN FACTS:")
        lines += [f"{label(known.number)} {_json(known.text)}" for known in batch.known]
    lines += ["BEGIN", *(_line(turn) for turn in batch.turns), "END"]
    if already:
        lines.append("These facts are found already. List only what was missed:")
        lines += [_json(item.statement) for item in already]
    new = ", ".join(str(turn.number) for turn in batch.evidence)
    lines.append(f"New turns: {new}. List every fact that they state.")
    return [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": "\n".join(lines)}]


def label(number: int) -> str:
    """How a known fact is named on the wire."""
    return f"F{number}"


def _line(turn: Turn) -> str:
    shown: dict[str, object] = {} if turn.is_evidence else {"context": True}
    shown |= {"turn": turn.number, "speaker": turn.speaker, "role": turn.role, "at": turn.at.isoformat()}
    return _json(shown | {"text": turn.text})


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False).replace("<|", "\\u003c|")
    return text.encode("utf-8", "replace").decode()
