"""The language model as what `ingest` and `work` read messages with: messages numbered into a batch, its items turned
into candidates.

Time words go on as words: tkg anchors them. What was rejected goes on with its reason, so that a message of which
nothing held has more to show than silence.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from tkg.extract.llm import types
from tkg.extract.llm.extractor import LLM
from tkg.extract.llm.prompt import PROMPT_VERSION
from tkg.extract.llm.settings import Model
from tkg.extract.llm.types import Batch, Item, Turn
from tkg.extract.protocol import NOBODY, Candidate, Found, Known, Message, Skipped
from tkg.ontology import Ontology, Predicate

MOST_MESSAGES = 10
"""Messages in one call."""

MOST_CHARACTERS = 6_000
"""Characters of the messages in one call, unless one alone has more."""


@dataclass(frozen=True)
class ModelExtractor:
    """An extractor that asks a language model: `tkg.open(path, extractor=ModelExtractor.from_env())`.

    `http_client` is one of the OpenAI client's kind, for proxies and tests. Messages of a user or an assistant are
    read; what a system prompt, a tool or a memory says (any other role) is shown with them and is never a fact.
    """

    settings: Model
    most_messages: int = MOST_MESSAGES
    most_characters: int = MOST_CHARACTERS
    http_client: Any = None
    _llm: LLM = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_llm", LLM(self.settings, http_client=self.http_client))

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **given: Any) -> Self:
        """The extractor with the model that the environment names; see `Model.from_env`. Raises as that."""
        return cls(Model.from_env(environ, **given))

    @property
    def name(self) -> str:
        """The model and the version of the prompt: an episode is extracted once for each."""
        return self._llm.name

    @property
    def model(self) -> str:
        """The name of the model."""
        return self.settings.name

    @property
    def prompt(self) -> str:
        """The version of the prompt."""
        return PROMPT_VERSION

    @property
    def concurrency(self) -> int:
        """How many calls may be under way at once."""
        return self.settings.concurrency

    async def read(
        self, messages: Sequence[Message], before: Sequence[Message], known: Sequence[Known], ontology: Ontology
    ) -> Found:
        """What the messages say, in one call unless it does not fit. Raises ExtractionError."""
        turns = [
            Turn(number, message.speaker, _role(message), message.at, message.content, is_context=number <= len(before))
            for number, message in enumerate([*before, *messages], start=1)
        ]
        offered = tuple(types.Known(number, fact.text, fact.claim) for number, fact in enumerate(known, start=1))
        reply = await self._llm.extract(Batch(tuple(turns), offered, tuple(_signature(each) for each in ontology)))
        found: dict[int, list[Candidate | Skipped]] = defaultdict(list)
        for item in reply.items:
            found[item.turn].append(_candidate(item, turns[item.turn - 1].text))
        first = len(before) + 1
        for rejected in reply.rejected:
            # One without a turn that there is goes with the first.
            turn = rejected.turn if rejected.turn is not None and first <= rejected.turn <= len(turns) else first
            found[turn].append(Skipped(rejected.reason, (0, 0), rejected.text))
        each = tuple(tuple(found[turn.number]) for turn in turns[len(before) :])
        return Found(each, reply.usage, reply.notes)

    async def aclose(self) -> None:
        """Close the connections, which belong to one event loop; they are opened again if need be."""
        await self._llm.aclose()


def _role(message: Message) -> str:
    """The role as the model knows it: whoever is neither the assistant nor nobody is a user."""
    role = message.role.casefold()
    return role if role in NOBODY or role == "assistant" else "user"


def _candidate(item: Item, text: str) -> Candidate:
    span, *more = item.quotes
    return Candidate(
        op=item.op,
        subject=item.subject,
        predicate=item.predicate,
        object=item.object,
        span=span,
        quote=text[slice(*span)],
        was=item.was,
        start_text=item.start_text,
        start_span=item.start_span,
        end_text=item.end_text,
        end_span=item.end_span,
        tense=item.tense,
        modality=item.modality,
        still_holds=item.still_holds,
        start_guess=item.start_guess,
        end_guess=item.end_guess,
        statement=item.statement,
        confidence=item.confidence,
        about=item.about,
        more=tuple(more),
        subject_type=item.subject_type or "",
        object_type=item.object_type or "",
    )


def _signature(predicate: Predicate) -> str:
    """A predicate as a model is told of it: its name, what it takes, and whether it has one value at a time."""
    one = ", one at a time" if predicate.one else ""
    return f"{predicate.name}({predicate.subject} -> {predicate.object}{one})"
