"""What an ingestion, or the work on what was queued, has done: counted while it goes on, and handed out at its end."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from tkg.spending import Spent


@dataclass(frozen=True, slots=True)
class PassedOver:
    """What was not written, where it stands, and why."""

    reason: str
    text: str
    speaker: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Failure:
    """Messages, by the numbers of their episodes, that could not be extracted, and why. `again`: they wait, and are
    tried again by the next `work`; otherwise they are failed until `retry`."""

    reason: str
    episodes: tuple[int, ...]
    again: bool

    def __str__(self) -> str:
        count = len(self.episodes)
        messages, wait = ("message", "waits") if count == 1 else ("messages", "wait")
        return f"{count} {messages} {wait if self.again else 'failed'}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Ingested:
    """What was done. `messages` and `stored` are of messages, `waiting` and `failed` of those of them that are not
    extracted; the other counts are of changes, and `claims` the ids of those made. `held` wait for review. Of messages
    that are read anew, `unchanged` say what they said; `replaced` are claims that became others, `withdrawn` those that
    nothing says any more. `spent` is what models were asked for it; `failures` and `notes` say what went wrong on the
    way."""

    messages: int = 0
    stored: int = 0
    waiting: int = 0
    failed: int = 0
    recorded: int = 0
    ended: int = 0
    corrected: int = 0
    retracted: int = 0
    restated: int = 0
    held: int = 0
    merged: int = 0
    replaced: int = 0
    withdrawn: int = 0
    unchanged: int = 0
    claims: tuple[int, ...] = ()
    passed_over: tuple[PassedOver, ...] = field(default=(), repr=False)
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()
    spent: Spent = field(default_factory=Spent)

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        passed_over = [{**asdict(item), "said_at": item.said_at.isoformat()} for item in self.passed_over]
        failures = [{**asdict(item), "episodes": list(item.episodes)} for item in self.failures]
        lists = {"claims": list(self.claims), "notes": list(self.notes)}
        return {**asdict(self), **lists, "passed_over": passed_over, "failures": failures}


class Tally:
    """The same while it is being done."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.claims: list[int] = []
        self.passed_over: list[PassedOver] = []
        self.failures: list[Failure] = []
        self.notes: dict[str, None] = {}

    def outcome(self, spent: Spent, **counts: int) -> Ingested:
        """What was done by now; `counts` are those that are not counted here."""
        return Ingested(
            **{**self.counts, **counts},
            claims=tuple(self.claims),
            passed_over=tuple(self.passed_over),
            failures=tuple(self.failures),
            notes=tuple(self.notes),
            spent=spent,
        )
