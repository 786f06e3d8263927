"""Which model is asked: arguments before the environment, and nothing guessed."""

import pytest

from tkg.errors import InputError, Misconfigured
from tkg.extract.llm import Model

LOCAL = {"TKG_LLM_MODEL": "qwen", "TKG_LLM_BASE_URL": "http://127.0.0.1:8080/v1"}


def test_a_server_of_ones_own_needs_a_model_and_an_address() -> None:
    assert Model.from_env(LOCAL) == Model("qwen", "http://127.0.0.1:8080/v1", mode="JSON_SCHEMA")


def test_every_setting_can_come_from_the_environment() -> None:
    environ = LOCAL | {
        "TKG_LLM_API_KEY": "key",
        "TKG_LLM_MODE": "JSON",
        "TKG_LLM_TIMEOUT_S": "2.5",
        "TKG_LLM_MAX_TOKENS": "99",
        "TKG_LLM_CONCURRENCY": "2",
        "TKG_LLM_TEMPERATURE": "0.5",
        "TKG_LLM_PRICE_IN": "1",
        "TKG_LLM_PRICE_OUT": "3",
    }
    assert Model.from_env(environ) == Model("qwen", LOCAL["TKG_LLM_BASE_URL"], "key", "JSON", 2.5, 99, 2, 0.5, 1, 3)


def test_arguments_go_before_the_environment() -> None:
    model = Model.from_env(LOCAL | {"TKG_LLM_MAX_TOKENS": "99"}, name="other", max_tokens=5)
    assert (model.name, model.max_tokens, model.base_url) == ("other", 5, LOCAL["TKG_LLM_BASE_URL"])


def test_openai_is_asked_with_its_own_key_and_with_tools() -> None:
    model = Model.from_env({"TKG_LLM_MODEL": "gpt", "OPENAI_API_KEY": "sk"})
    assert (model.base_url, model.api_key, model.mode) == (None, "sk", "TOOLS")
    assert Model.from_env({"OPENAI_API_KEY": "sk", "TKG_LLM_API_KEY": "mine"}, name="gpt").api_key == "mine"


@pytest.mark.parametrize(
    ("environ", "told"),
    [({}, "TKG_LLM_MODEL"), ({"TKG_LLM_MODEL": " "}, "TKG_LLM_MODEL"), ({"TKG_LLM_MODEL": "gpt"}, "KEY")],
)
def test_what_is_missing_is_told(environ: dict[str, str], told: str) -> None:
    with pytest.raises(Misconfigured, match=told):
        Model.from_env(environ)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("MODE", "YAML"),
        ("BASE_URL", "localhost:8080"),
        ("TIMEOUT_S", "soon"),
        ("TIMEOUT_S", "0"),
        ("TIMEOUT_S", "nan"),
        ("MAX_TOKENS", "1.5"),
        ("MAX_TOKENS", "0"),
        ("CONCURRENCY", "0"),
        ("PRICE_IN", "-1"),
        ("TEMPERATURE", "inf"),
    ],
)
def test_a_value_that_cannot_be_is_told(variable: str, value: str) -> None:
    with pytest.raises(InputError, match=value):
        Model.from_env(LOCAL | {f"TKG_LLM_{variable}": value})


def test_a_key_is_never_shown() -> None:
    assert "secret" not in repr(Model("m", api_key="secret"))
