"""What goes into a reading by a language model and what comes out: plain values, checked where they are made.

A `Batch` is a run of turns of one conversation, with the facts already known of the entities it names and the
predicates that are declared. Turns and known facts have numbers of their own, which stand for them on the wire; the two
never mix. Only a turn of a user or an assistant that is not context is evidence. Everything else is shown so that the
rest can be understood, and nothing is read from it: what was recalled, what a system prompt says and what a tool gave.

A `Reply` has the items that hold, those that do not with the reason, and what it cost. A reply without items says that
there are no facts; that the model could not be asked, or did not answer, is an error and never a reply.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from tkg.errors import InputError
from tkg.extract.protocol import Modality, Op, Span, Tense, Usage

Reason: TypeAlias = Literal[
    "malformed",  # the item is not of the shape that was asked for
    "unknown_turn",  # a number of a turn that was not offered
    "unknown_fact",  # a number of a known fact that was not offered
    "unrelated_fact",  # a known fact that says nothing of what the item is about
    "not_evidence",  # read from context, a system prompt or a tool, or said there only
    "empty",  # no subject, no predicate, no value where one is needed
    "unfindable",  # an end, a correction or a retraction of nothing that could be found
    "sentinel",  # a name or a date of the prompt's own examples
    "no_quote",  # no words as evidence
    "quote",  # words that the turn does not have
    "time_words",  # time words that the quotes do not have
    "ungrounded",  # a subject or a value of which no word was said
    "negated",  # the words say that it is not so
    "shortened",  # the value leaves out a part of the noun in the quote
    "echo",  # an assistant repeats what a user, a memory or a system prompt said before
    "duplicate",  # the same as an item before it
]
REASONS: tuple[Reason, ...] = get_args(Reason)
"""Why an item is rejected: the whole set."""

_EVIDENCE_ROLES = frozenset(("user", "assistant"))


@dataclass(frozen=True, slots=True)
class Turn:
    """One message under the number that stands for it. A context turn is shown, and nothing is read from it."""

    number: int
    speaker: str
    role: str
    at: datetime
    text: str
    is_context: bool = False

    @property
    def is_evidence(self) -> bool:
        """Whether facts may be read from it: new words, of a user or an assistant."""
        return not self.is_context and self.role in _EVIDENCE_ROLES and bool(self.text.strip())


@dataclass(frozen=True, slots=True)
class Known:
    """A fact that is believed already, shown under a small number that stands for the claim's id."""

    number: int
    text: str
    claim: int


@dataclass(frozen=True, slots=True)
class Batch:
    """What is read in one call. `predicates` are the declared ones, each a name with a short signature.

    Raises InputError where a number stands for two turns, or for two facts.
    """

    turns: tuple[Turn, ...]
    known: tuple[Known, ...] = ()
    predicates: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for what, numbers in (
            ("turns", [turn.number for turn in self.turns]),
            ("known facts", [known.number for known in self.known]),
        ):
            if len(set(numbers)) < len(numbers):
                raise InputError(f"the numbers of the {what} are {numbers}: each stands for one alone")

    @property
    def evidence(self) -> tuple[Turn, ...]:
        """The turns that facts may be read from."""
        return tuple(turn for turn in self.turns if turn.is_evidence)


@dataclass(frozen=True, slots=True)
class Item:
    """One proposal that holds: every span is one of the turn's text, and `text[start:end]` is the quote.

    `turn` is the number of the turn. `object` is typed as the model said it; `object_type` and `subject_type` are its
    own names for the kinds. `start_guess` and `end_guess` are dates that the model made, in ISO 8601, and no more than
    guesses. `about` is the id of the claim that is ended, corrected or retracted, where the model named a known fact.
    `still_holds` is set by the present tense of what is asserted or reported alone.
    """

    turn: int
    op: Op
    subject: str
    predicate: str
    object: str | int | float | bool | None
    statement: str
    quotes: tuple[Span, ...]
    modality: Modality
    tense: Tense
    still_holds: bool
    confidence: float
    subject_type: str | None = None
    object_type: str | None = None
    was: str | None = None
    start_text: str | None = None
    start_span: Span | None = None
    end_text: str | None = None
    end_span: Span | None = None
    start_guess: str | None = None
    end_guess: str | None = None
    about: int | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """An item that does not hold: why, what was wrong in a few words, and the item as it came."""

    turn: int | None
    reason: Reason
    text: str
    raw: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a batch says. `notes` are remarks about the server or the reply, such as a schema that it ignores."""

    items: tuple[Item, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    usage: Usage = field(default_factory=Usage)
    notes: tuple[str, ...] = ()
