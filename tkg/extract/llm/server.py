"""One request to a server that speaks OpenAI's protocol, and what came of it.

instructor writes the request, in the way of its mode: the schema as `response_format`, as a tool, or in words. The
OpenAI client sends it. The reply is read here, from the bytes, for two reasons: the client takes any object for a
completion, and instructor's parser judges a reply as a whole, so that one bad item costs all, and asks again on its
own. Neither tries anything again: a failure is the queue's to answer.

What comes out is an `Answer` (the text, or that it was cut off), or one of the errors below `ExtractionError`, with
what the call cost.
"""

import asyncio
import json
import math
import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypeGuard

from tkg.errors import ExtractionError, Misconfigured, ModelRefused, Unreachable, UnreadableReply
from tkg.extract.llm.prompt import Messages
from tkg.extract.llm.salvage import loaded
from tkg.extract.llm.settings import OPENAI_URL, Model
from tkg.extract.llm.wire import Facts, narrowed
from tkg.extract.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openai import AsyncOpenAI

_MAY_PASS = frozenset((408, 409, 425, 429))
_TOO_LONG = frozenset(("context_length_exceeded", "exceed_context_size_error"))
_ABOUT_CONTEXT = re.compile(r"maximum context length|context (?:size|window|length)", re.IGNORECASE)
_FILTERED = frozenset(("content_filter", "content_policy_violation"))
_REFUSAL = re.compile(
    r"\W*(?:i(?:'m| am) (?:very |so )?(?:sorry|unable|afraid)|sorry\b|as an ai\b"
    r"|i (?:can't|cannot|can not|won't|will not|must decline)\b"
    r"|(?:很|非常)?抱歉|对不起|對不起|我(?:无法|無法|不能)"
    r"|es tut mir leid|ich kann (?:dir|ihnen|das|dabei)\b.*\bnicht)",
    re.IGNORECASE,
)
_FINISHED = frozenset((None, "stop", "tool_calls", "function_call"))
_REFUSAL_CHARACTERS = 600
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """The text of a reply; `was_cut_off` where it was too long, or the request was (`is_of_reply` tells which)."""

    text: str
    usage: Usage
    was_cut_off: bool = False
    is_of_reply: bool = True
    notes: tuple[str, ...] = ()


class Server:
    """The connections to one model, for one event loop. Raises Misconfigured where the clients are not installed."""

    def __init__(self, model: Model, http_client: Any = None) -> None:
        try:
            import openai
            from instructor.v2 import Mode, Provider, mode_registry
        except ImportError as error:
            raise Misconfigured(f"reading with a language model needs {error.name}: pip install 'tkg[llm]'") from None
        self._model = model
        self._openai = openai
        self._prepare = mode_registry.get_handlers(Provider.OPENAI, Mode[model.mode]).request_handler
        self._client: AsyncOpenAI = openai.AsyncOpenAI(
            api_key=model.api_key,
            base_url=model.base_url or OPENAI_URL,
            timeout=None,  # its own is for each read, so that a slow stream never ends; ours is for the whole call
            max_retries=0,
            http_client=http_client,
        )
        self._is_own = http_client is None
        self._free = asyncio.Semaphore(model.concurrency)

    async def aclose(self) -> None:
        """Close the connections, unless they are of a client that was given."""
        if self._is_own:
            await self._client.close()

    async def ask(self, messages: Messages, max_tokens: int, labels: "Sequence[str]" = ()) -> Answer:
        """One call; `labels` are those of the known facts.

        Raises Unreachable, ModelRefused, UnreadableReply or Misconfigured, with its usage.
        """
        try:
            return await self._sent(self._request(messages, max_tokens, labels), max_tokens)
        except ExtractionError as error:
            error.usage = error.usage or Usage(calls=1)
            raise

    async def _sent(self, request: dict[str, Any], max_tokens: int) -> Answer:
        model, openai = self._model, self._openai
        try:
            async with self._free, asyncio.timeout(model.timeout_s):
                answer = await self._client.chat.completions.with_raw_response.create(**request)
        except TimeoutError:
            raise Unreachable(f"{self._place} gave no answer in {model.timeout_s} s") from None
        except openai.APIConnectionError as error:
            raise Unreachable(f"{self._place} cannot be reached: {error.__cause__ or error}") from None
        except openai.APIStatusError as error:
            return self._refused(error.status_code, error.response.text, error.response.headers)
        return self._read(answer.http_response.text, max_tokens)

    @property
    def _place(self) -> str:
        return f"{self._model.name} at {self._model.base_url or OPENAI_URL}"

    def _request(self, messages: Messages, max_tokens: int, labels: "Sequence[str]") -> dict[str, Any]:
        model = self._model
        limit = "max_tokens" if model.base_url else "max_completion_tokens"
        request: dict[str, Any] = {"model": model.name, "messages": messages, "temperature": model.temperature}
        request[limit] = max_tokens
        if model.mode == "TOOLS":
            request["strict"] = True  # instructor takes it out again and sets it on the tool
        _, request = self._prepare(response_model=Facts, kwargs=request)
        if model.mode == "JSON_SCHEMA":
            sent = request["response_format"]["json_schema"]
            sent |= {"strict": True, "schema": narrowed(sent["schema"], labels)}
        elif model.mode == "TOOLS":
            function = request["tools"][0]["function"]
            function["parameters"] = narrowed(function["parameters"], labels)
        return request

    def _refused(self, status: int, body: str, headers: "Mapping[str, str]") -> Answer:
        """What a status means: too long to ask is an answer, everything else an error."""
        code, said = _error(body)
        if status == 413 or (status == 400 and (code in _TOO_LONG or _ABOUT_CONTEXT.search(body))):
            return Answer("", Usage(calls=1), was_cut_off=True, is_of_reply=False)
        if code in _FILTERED:
            raise ModelRefused(f"{self._place} filters these words: {said}")
        told = f"{self._place} answers with status {status}: {said}"
        if status in _MAY_PASS or status >= 500:
            raise Unreachable(told, retry_after_s=retry_after_s(headers))
        raise Misconfigured(told)

    def _read(self, body: str, max_tokens: int) -> Answer:
        completion = loaded(body)
        usage, notes = self._usage(completion)
        try:
            text, was_cut_off = self._said(completion, body)
        except ExtractionError as error:
            error.usage = usage
            raise
        return Answer(text, usage, was_cut_off or usage.tokens_out >= max_tokens, notes=notes)

    def _usage(self, completion: Any) -> tuple[Usage, tuple[str, ...]]:
        told = completion.get("usage") if isinstance(completion, dict) else None
        counts = [told.get(key) if isinstance(told, dict) else None for key in ("prompt_tokens", "completion_tokens")]
        tokens_in, tokens_out = (n if _is_count(n) else 0 for n in counts)
        money = (tokens_in * self._model.price_in + tokens_out * self._model.price_out) / 1_000_000
        notes = () if isinstance(told, dict) else ("the server does not tell the tokens used: they count as 0",)
        return Usage(1, tokens_in, tokens_out, money), notes

    def _said(self, completion: Any, body: str) -> tuple[str, bool]:
        """The text of the first choice, and whether it was cut off."""
        choices = completion.get("choices") if isinstance(completion, dict) else None
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            raise UnreadableReply(f"{self._place} gave no completion: {_short(body)}")
        if choice.get("finish_reason") == "length":
            return "", True
        if choice.get("finish_reason") == "content_filter":
            raise ModelRefused(f"{self._place}: its content filter stopped the reply")
        if choice.get("finish_reason") not in _FINISHED:
            raise UnreadableReply(f"{self._place} ended its reply for the reason {choice['finish_reason']!r}")
        if message.get("refusal"):
            raise ModelRefused(f"{self._place} refuses: {_short(str(message['refusal']))}")
        text = _arguments(message) or message.get("content")
        if not isinstance(text, str) or not text.strip():
            raise UnreadableReply(f"{self._place} gave an empty reply, which is not the same as no facts")
        return text, False

    def unreadable(self, text: str, shape: str | None) -> ExtractionError:
        """The error for a text without an answer: the model refuses in words, or does not keep to the shape."""
        if shape == "no JSON" and len(text) <= _REFUSAL_CHARACTERS and _REFUSAL.match(text.replace("’", "'")):
            return ModelRefused(f"{self._place} refuses in words: {_short(text)}")
        return UnreadableReply(
            f"{self._place} gave {shape} where mode {self._model.mode} asks for items; if it always does, the server "
            f"ignores that mode: try another. It said: {_short(text)}"
        )


def _is_count(number: object) -> TypeGuard[int]:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 1 << 53


def _arguments(message: dict[str, Any]) -> str | None:
    """What the first tool call says, as JSON."""
    calls = message.get("tool_calls")
    call = calls[0] if isinstance(calls, list) and calls else None
    function = call.get("function") if isinstance(call, dict) else None
    arguments = function.get("arguments") if isinstance(function, dict) else None
    return json.dumps(arguments) if isinstance(arguments, dict) else arguments if isinstance(arguments, str) else None


def _error(body: str) -> tuple[str | None, str]:
    """The code of an error, if it is one of those that are known here, and what the server says of it."""
    answer = loaded(body)
    error = answer.get("error") if isinstance(answer, dict) else None
    if not isinstance(error, dict):
        return None, _short(error if isinstance(error, str) else body)
    codes = [each for each in (error.get("code"), error.get("type")) if isinstance(each, str)]
    code = next((code for code in codes if code in _TOO_LONG | _FILTERED), None)
    return code, _short(str(error.get("message") or body))


def retry_after_s(headers: "Mapping[str, str]") -> float | None:
    """The pause that a server asks for, in seconds; a date is measured from the server's own clock."""
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    asked = headers.get("retry-after")
    if asked is None or (seconds := _number(asked)) is not None:
        return None if asked is None else seconds
    try:
        return max(0.0, (parsedate_to_datetime(asked) - parsedate_to_datetime(headers["date"])).total_seconds())
    except (KeyError, TypeError, ValueError):
        return None


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _short(text: str) -> str:
    return text.encode("utf-8", "replace").decode()[:_SHOWN].strip()
