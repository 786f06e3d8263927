"""A server that speaks OpenAI's protocol and answers from a script: real HTTP on the loopback, no model behind it.

    with ScriptedServer([completion(facts(item)), Scripted(status=429, headers={"retry-after": "7"})]) as server:
        ...  # ask server.base_url
        assert server.requests[0].body["model"] == "m"

Each request takes the next reply of the script; a reply may be a function of the request. Where the script is over, the
answer is status 418, which no client tries again.
"""

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, TypeAlias

TOKENS = (100, 20)
"""Tokens in and out that a completion tells, if nothing else is said."""


@dataclass(frozen=True)
class Scripted:
    """One reply. `body` is sent as it is if it is bytes, else as JSON; with `hold` not before the event is set; with
    `reset` the connection is reset instead."""

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    hold: threading.Event | None = None
    reset: bool = False


@dataclass(frozen=True)
class Request:
    """What was asked; names of headers are in lower case."""

    path: str
    headers: Mapping[str, str]
    body: Any

    @property
    def told(self) -> str:
        """The words of the user's message: the batch."""
        return str(self.body["messages"][-1]["content"])


Reply: TypeAlias = Scripted | Callable[[Request], Scripted]


class ScriptedServer:
    def __init__(self, script: Iterable[Reply]) -> None:
        self._script = iter(script)
        self._lock = threading.Lock()
        self._holds: list[threading.Event] = []
        self.requests: list[Request] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler) -> None:  # noqa: N805 - named by http.server; `self` is the server
                self._answer(handler)

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for hold in self._holds:
            hold.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        request = Request(
            handler.path, {name.lower(): value for name, value in handler.headers.items()}, json.loads(body)
        )
        with self._lock:
            self.requests.append(request)
            reply = next(self._script, Scripted({"error": {"message": "the script is over"}}, status=418))
        scripted = reply if isinstance(reply, Scripted) else reply(request)
        if scripted.hold is not None:
            self._holds.append(scripted.hold)
            scripted.hold.wait()
        if scripted.reset:
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            handler.connection.close()
            handler.close_connection = True
            handler.wfile = _Nowhere()  # type: ignore[assignment]
            return
        payload = scripted.body if isinstance(scripted.body, bytes) else json.dumps(scripted.body).encode()
        try:
            handler.send_response(scripted.status)
            for name, value in {"content-type": "application/json", **scripted.headers}.items():
                handler.send_header(name, value)
            handler.send_header("content-length", str(len(payload)))
            handler.end_headers()
            handler.wfile.write(payload)
        except ConnectionError:
            handler.close_connection = True  # the client went away before


class _Nowhere:
    """Where http.server writes to after a reset."""

    closed = False

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


def completion(
    content: str | None,
    *,
    finish_reason: str = "stop",
    refusal: str | None = None,
    arguments: str | None = None,
    tokens: tuple[int, int] | None = TOKENS,
    **scripted: Any,
) -> Scripted:
    """A completion with this content; `arguments` are those of a call of the tool."""
    message: dict[str, Any] = {"role": "assistant", "content": content, "refusal": refusal}
    if arguments is not None:
        function = {"name": "Facts", "arguments": arguments}
        message["tool_calls"] = [{"id": "call", "type": "function", "function": function}]
    body: dict[str, Any] = {
        "id": "completion",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "finish_reason": finish_reason, "message": message}],
    }
    if tokens is not None:
        body["usage"] = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    return Scripted(body, **scripted)


def proposal(quote: str, subject: str, predicate: str, object: Any, **given: Any) -> dict[str, Any]:
    """One proposal on the wire, of turn 1 unless said otherwise."""
    return {
        "turn": 1,
        "op": "record",
        "subject": subject,
        "subject_type": None,
        "predicate": predicate,
        "object": object,
        "object_type": None,
        "was": None,
        "statement": f"{subject} {predicate} {object}",
        "quotes": [quote],
        "start_text": None,
        "end_text": None,
        "start_guess": None,
        "end_guess": None,
        "modality": "asserted",
        "tense": "present",
        "still_holds": True,
        "confidence": 0.9,
        "about": None,
        **given,
    }


def facts(*items: Any) -> str:
    """The content of a reply with these items."""
    return json.dumps({"items": items}, ensure_ascii=False)
