"""The language model as an extractor: one call a batch, and the two cases in which there are more.

- A reply that was cut off is thrown away whole. Its batch is split in two, the first half context to the second, and
  each is asked once, down to a single turn, which may have `LONGER` times the tokens once. The same request is never
  sent with the same limit.
- Long turns of which little comes out are read once more: where they have more than `LONG_CHARACTERS` and there is less
  than one item for each `CHARACTERS_AN_ITEM`. The model is asked what it missed and shown what it found. If that call
  fails, the first reply stands, and a note says so.

Nothing else is tried again: when and how often is for the queue to say, which has the backoff. An error carries what
was spent on all calls until then.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tkg.errors import CutOff, ExtractionError
from tkg.extract.llm.checks import Checked, Checker
from tkg.extract.llm.prompt import PROMPT_VERSION, label, messages
from tkg.extract.llm.salvage import found
from tkg.extract.llm.server import Server
from tkg.extract.llm.settings import Model
from tkg.extract.llm.types import Batch, Item, Reply, Turn
from tkg.extract.protocol import Usage

LONG_CHARACTERS = 1500
CHARACTERS_AN_ITEM = 750
LONGER = 2


class LLM:
    """An extractor that asks `model`. `http_client` is one of the OpenAI client's kind, for proxies and tests.

    Connections belong to one event loop: close with `aclose` before it ends. They are opened again if need be; those of
    a client that was given are its owner's to close.
    """

    def __init__(self, model: Model, *, http_client: Any = None) -> None:
        self.model = model
        self._http_client = http_client
        self._server: Server | None = None

    @property
    def name(self) -> str:
        """The model and the version of the prompt: what is extracted again when either changes."""
        return f"llm:{self.model.name}:{PROMPT_VERSION}"

    async def aclose(self) -> None:
        """Close the connections."""
        if self._server is not None:
            server, self._server = self._server, None
            await server.aclose()

    async def extract(self, batch: Batch) -> Reply:
        """What the new turns of a batch say. Without a new turn nothing is asked.

        Raises Unreachable where no answer came and one may come later, ModelRefused, CutOff where the facts of one turn
        do not fit, UnreadableReply where the reply has no answer, Misconfigured; each with the `usage` until then.
        """
        if not batch.evidence:
            return Reply()
        if self._server is None:
            self._server = Server(self.model, self._http_client)
        reading = _Reading(self._server, self.model)
        try:
            return await reading.read(batch)
        except ExtractionError as error:
            error.usage = reading.usage
            raise


class _TooLong(Exception):
    """The reply to a batch, or already the request, is longer than the server allows."""

    def __init__(self, in_reply: bool) -> None:
        super().__init__()
        self.in_reply = in_reply


class _Reading:
    """One batch on its way: what was spent, and what is to be remarked."""

    def __init__(self, server: Server, model: Model) -> None:
        self._server = server
        self._model = model
        self._notes: list[str] = []
        self.usage = Usage()

    async def read(self, batch: Batch) -> Reply:
        checked = await self._halved(batch)
        return Reply(checked.items, checked.rejected, self.usage, tuple(dict.fromkeys([*self._notes, *checked.notes])))

    async def _halved(self, batch: Batch) -> Checked:
        """A batch, in two parts if its reply does not fit, and so on."""
        try:
            return await self._whole(batch, self._model.max_tokens)
        except _TooLong as error:
            new = batch.evidence
            if len(new) == 1:
                return await self._longer(batch, error)
        self._notes.append("a reply was cut off: its batch was split")
        middle = len(new) // 2
        first = await self._halved(_only(batch, new[:middle]))
        return _joined(first, await self._halved(_only(batch, new[middle:])))

    async def _longer(self, batch: Batch, error: _TooLong) -> Checked:
        """A single turn, which more tokens may help if it was the reply that was cut off."""
        tokens = self._model.max_tokens
        if error.in_reply:
            tokens *= LONGER
            try:
                return await self._whole(batch, tokens)
            except _TooLong:
                pass
        characters = len(batch.evidence[0].text)
        raise CutOff(
            f"what {self._model.name} says of a single message of {characters} characters does not fit into "
            f"{tokens} tokens: raise max_tokens, or the server's context, or split the message"
        )

    async def _whole(self, batch: Batch, max_tokens: int) -> Checked:
        """A batch in one call, or in two if little came out of long turns."""
        checker = Checker(batch)
        checked = checker.check(await self._asked(batch, (), max_tokens))
        characters = sum(len(turn.text) for turn in batch.evidence)
        if characters <= LONG_CHARACTERS or len(checked.items) * CHARACTERS_AN_ITEM >= characters:
            return checked
        try:
            missed = await self._asked(batch, checked.items, max_tokens)
        except (ExtractionError, _TooLong) as error:
            said = "was cut off" if isinstance(error, _TooLong) else f"failed: {error}"
            self._notes.append(f"the turns were read once, the second reading {said}")
            return checked
        return _joined(checked, checker.check(missed))

    async def _asked(self, batch: Batch, already: Sequence[Item], max_tokens: int) -> tuple[Any, ...]:
        """The proposals that one call brings."""
        try:
            answer = await self._server.ask(
                messages(batch, already), max_tokens, [label(known.number) for known in batch.known]
            )
        except ExtractionError as error:
            self.usage += error.usage
            raise
        self.usage += answer.usage
        self._notes += answer.notes
        if answer.was_cut_off:
            raise _TooLong(answer.is_of_reply)
        proposals, shape = found(answer.text)
        if proposals is None:
            raise self._server.unreadable(answer.text, shape)
        if shape is not None:
            self._notes.append(f"the server does not keep to mode {self._model.mode}: the reply was {shape}")
        return proposals


def _only(batch: Batch, new: Sequence[Turn]) -> Batch:
    """The batch with these turns alone as new: those before them are context, those after are left out."""
    last = max(batch.turns.index(turn) for turn in new)
    turns = batch.turns[: last + 1]
    return replace(batch, turns=tuple(turn if turn in new else replace(turn, is_context=True) for turn in turns))


def _joined(one: Checked, other: Checked) -> Checked:
    return Checked(one.items + other.items, one.rejected + other.rejected, one.notes + other.notes)
