"""What goes into an extractor and what comes out.

An extractor reads one message and proposes candidates. It reads no store and no clock and writes nothing: whoever
ingests anchors the time words against the message's own time, finds the claim that a correction or a retraction
means, and writes.

A candidate says one of four things.

    record    `object` is (was, will be) a value of `predicate` for `subject`
    end       that value is over; without a value (`object` is None), the one-valued slot is empty
    correct   where `was` was said, `object` is right; `predicate` and `subject` may be None: `was` finds the claim
    retract   the plan that `object` would become a value is called off

Its time words are exactly as in the text, and mean:

    record    `start_text`: since when; `end_text`: until when. Both the same words (`within`): it was so in that
              period, and nothing is said about the time outside it ("in 2015 I lived in Oslo")
    end       `start_text`: when it was over
    correct, retract    `start_text`: the right start, if one is said

`still_holds` is set by the present tense alone: the speaker sees it hold as they speak, so that the message's time is
a sighting. "Joined in 2021" sees nothing, and neither does a plan.

The time words are anchored by tkg. An extractor that has a date of its own, as a model may, sends it beside them as
`start_guess` and `end_guess`, in ISO 8601 or EDTF: it is never taken for the date, but kept where it differs, and where
there are no words to anchor.

An entity among the values comes as an `Entity`, with its type where the predicate decides it. `subject_type` and
`object_type` are an extractor's own words for what they are, "" for none: with them the owner of the store tells two of
one name apart (see `tkg.resolving`).

A model may also give a sentence of its own that says the same without the words around it (`statement`), how sure it
is (`confidence`), further quotes (`more`), and the claim that it ends, corrects or retracts, of those that it was shown
(`about`).

What an extractor recognised and would not propose it reports as `Skipped`, with its reason, so that silence is never
the only trace of a refusal. Spans are offsets into the message's content, end exclusive: `content[start:end]` is the
quote.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from tkg.errors import BadMessage
from tkg.ontology import Ontology
from tkg.values import Value

Span: TypeAlias = tuple[int, int]
Op: TypeAlias = Literal["record", "end", "correct", "retract"]
Tense: TypeAlias = Literal["past", "present", "future"]
Modality: TypeAlias = Literal["asserted", "planned", "hypothetical", "reported"]


NOBODY = frozenset(("developer", "function", "memory", "system", "tool"))
"""Roles, in small letters, in which nobody says anything: what is recalled, set up or computed is no fact anew."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation: who said what, when. `role` is `user`, `assistant`, `system` or `tool`.

    Raises `BadMessage` without words, without a speaker, or where `at` has no zone.
    """

    speaker: str
    role: str
    content: str
    at: datetime
    id: str | None = None

    def __post_init__(self) -> None:
        if not self.speaker.strip():
            raise BadMessage(f"a message needs a speaker, got {self.speaker!r}")
        if not self.content.strip():
            raise BadMessage(f"a message needs words, got {self.content!r} from {self.speaker}")
        if self.at.tzinfo is None or self.at.utcoffset() is None:
            raise BadMessage(f"a message's time needs a zone or an offset, got {self.at.isoformat()}")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One proposal; the module says what its fields mean together."""

    op: Op
    subject: str | None
    predicate: str | None
    object: Value | None
    span: Span
    quote: str
    was: Value | None = None
    start_text: str | None = None
    start_span: Span | None = None
    end_text: str | None = None
    end_span: Span | None = None
    tense: Tense = "present"
    modality: Modality = "asserted"
    still_holds: bool = False
    start_guess: str | None = None
    end_guess: str | None = None
    statement: str | None = None
    confidence: float = 1.0
    about: int | None = None
    more: tuple[Span, ...] = ()
    subject_type: str = ""
    object_type: str = ""

    @property
    def within(self) -> bool:
        """Whether the time words name a period in which it was so, and not when it began or ended."""
        return self.start_span is not None and self.start_span == self.end_span


@dataclass(frozen=True, slots=True)
class Skipped:
    """Words that look like a fact and were not proposed as one, and why.

    The reasons of the built-in rules: `question`, `conditional`, `hedged`, `negated`, `denied`, `fiction`, `quotation`,
    `reported`, `subordinate`, `pronoun`, `not a name`, `unclear value`, `unclear tense`, `wrong kind`,
    `corrects a date`, `too long`.
    """

    reason: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What a model was asked: calls, tokens there and back as its server counts them, and money."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    money: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.money + other.money,
        )


@dataclass(frozen=True, slots=True)
class Known:
    """A fact that is believed about something in the messages, and the claim that says it."""

    claim: int
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a model found: for each message what it says and what was passed over; what it cost, and what else the
    caller must know."""

    each: tuple[tuple[Candidate | Skipped, ...], ...]
    usage: Usage = Usage()
    notes: tuple[str, ...] = ()


@runtime_checkable
class BatchExtractor(Protocol):
    """An extractor that reads several messages of one conversation at once, and takes its time: one that asks a model.

    `model` and `prompt` are what a run is kept under. It is given up to `most_messages` that have up to
    `most_characters` together, and asked for `concurrency` such batches at the same time.
    """

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def prompt(self) -> str: ...

    @property
    def most_messages(self) -> int: ...

    @property
    def most_characters(self) -> int: ...

    @property
    def concurrency(self) -> int: ...

    async def read(
        self, messages: Sequence[Message], before: Sequence[Message], known: Sequence[Known], ontology: Ontology
    ) -> Found:
        """What the messages say. `before` are those before them, `known` what is believed about what they name.

        Raises ExtractionError.
        """
        ...

    async def aclose(self) -> None:
        """Let go of what belongs to the event loop that `read` was called in."""
        ...


class Extractor(Protocol):
    """Anything that proposes candidates. `name` carries its version: an episode is extracted once for each name."""

    @property
    def name(self) -> str: ...

    def extract(self, message: Message, ontology: Ontology) -> Sequence[Candidate | Skipped]:
        """What the message says and what was passed over, in the order of the text: repeatable."""
        ...
