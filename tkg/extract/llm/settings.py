"""Which model is asked, where and how: given as arguments or read from the environment.

    TKG_LLM_MODEL        the model's name (required)
    TKG_LLM_BASE_URL     where it is served, "http://127.0.0.1:8080/v1"; OpenAI if not set
    TKG_LLM_API_KEY      the key; else OPENAI_API_KEY; a server of one's own needs none
    TKG_LLM_MODE         JSON_SCHEMA, TOOLS or JSON: how the shape of the reply is asked for
    TKG_LLM_TIMEOUT_S, TKG_LLM_MAX_TOKENS, TKG_LLM_CONCURRENCY, TKG_LLM_TEMPERATURE
    TKG_LLM_PRICE_IN, TKG_LLM_PRICE_OUT    money per million tokens

Arguments go before the environment. Nothing is read when the package is imported.
"""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from tkg.errors import InputError, Misconfigured

Mode: TypeAlias = Literal["JSON_SCHEMA", "TOOLS", "JSON"]

OPENAI_URL = "https://api.openai.com/v1"
_NO_KEY = "none"
_WHOLE = frozenset(("max_tokens", "concurrency"))
_FRACTIONAL = frozenset(("timeout_s", "temperature", "price_in", "price_out"))


@dataclass(frozen=True, slots=True)
class Model:
    """A model behind a server that speaks OpenAI's protocol.

    `timeout_s` is for a whole call, `max_tokens` for a reply, `concurrency` for calls under way at once, `price_in` and
    `price_out` money per million tokens. Raises InputError for a value that none of them can have.
    """

    name: str
    base_url: str | None = None
    api_key: str = field(default=_NO_KEY, repr=False)
    mode: Mode = "JSON_SCHEMA"
    timeout_s: float = 120.0
    max_tokens: int = 4096
    concurrency: int = 4
    temperature: float = 0.0
    price_in: float = 0.0
    price_out: float = 0.0

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InputError(f"a model needs a name, got {self.name!r}")
        if self.base_url is not None and not self.base_url.startswith(("http://", "https://")):
            raise InputError(f"base_url={self.base_url!r} is no address: it begins with http:// or https://")
        if self.mode not in get_args(Mode):
            raise InputError(f"mode={self.mode!r} is none of {', '.join(get_args(Mode))}")
        if not self.timeout_s > 0 or self.max_tokens < 1 or self.concurrency < 1:
            raise InputError(
                f"timeout_s={self.timeout_s}, max_tokens={self.max_tokens}, concurrency={self.concurrency}: "
                "each is above 0"
            )
        for name in ("temperature", "price_in", "price_out"):
            number = getattr(self, name)
            if not (math.isfinite(number) and number >= 0):
                raise InputError(f"{name}={number} is no number of 0 or above")

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **given: Any) -> "Model":
        """The model that the environment names (`os.environ`, if none is given); `given` are fields that go before it.

        Without a mode it is JSON_SCHEMA for a server of one's own and TOOLS for OpenAI. Raises Misconfigured without a
        model, or without a key for OpenAI, InputError for a variable that cannot be read.
        """
        environ = os.environ if environ is None else environ
        fields: dict[str, Any] = {}
        for name in cls.__dataclass_fields__:
            variable = "TKG_LLM_MODEL" if name == "name" else f"TKG_LLM_{name.upper()}"
            if environ.get(variable, "").strip():
                fields[name] = _read(variable, name, environ[variable].strip())
        fields |= given
        if not fields.get("name"):
            raise Misconfigured("no model is named: set TKG_LLM_MODEL, or give name=")
        if fields.get("base_url") is None:
            fields.setdefault("mode", "TOOLS")
        if not fields.get("api_key"):
            fields["api_key"] = environ.get("OPENAI_API_KEY", "").strip() or _NO_KEY
        if fields["api_key"] == _NO_KEY and fields.get("base_url") is None:
            raise Misconfigured(
                "OpenAI needs a key: set TKG_LLM_API_KEY or OPENAI_API_KEY, or TKG_LLM_BASE_URL for another server"
            )
        return cls(**fields)


def _read(variable: str, name: str, text: str) -> str | int | float:
    try:
        if name in _WHOLE:
            return int(text)
        return float(text) if name in _FRACTIONAL else text
    except ValueError:
        raise InputError(f"{variable}={text!r} is no {'whole number' if name in _WHOLE else 'number'}") from None
