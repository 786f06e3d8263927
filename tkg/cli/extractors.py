"""Which extractor a command reads messages with, and what may be spent on it, from its options or the environment.

`--extractor` is "rules", which are built in, or "model": a language model behind a server that speaks OpenAI's
protocol. Which one, where, and with which key stands in the environment (`TKG_LLM_MODEL`, `TKG_LLM_BASE_URL`,
`TKG_LLM_API_KEY` and others, see `tkg.extract.llm.settings`): a key on a command line is seen by others. `--model` is
the name alone, for one command.
"""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tkg.spending import Budget, Budgets

if TYPE_CHECKING:
    from tkg.extract import BatchExtractor

RULES, MODEL = "rules", "model"

Extractor: TypeAlias = Annotated[
    str | None,
    typer.Option(
        envvar="TKG_EXTRACTOR",
        metavar="rules|model",
        show_default=False,
        help="What reads messages: the built-in rules, or the language model that TKG_LLM_MODEL and TKG_LLM_BASE_URL "
        "name, whose key is in TKG_LLM_API_KEY. [default: rules]",
    ),
]
ModelName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        show_default=False,
        help="The language model that is asked, such as qwen3-8b, instead of that in TKG_LLM_MODEL.",
    ),
]
MostCalls: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", show_default=False, help="What is asked of a model at most; the rest waits.")
]
MostTokens: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", show_default=False, help="The same in tokens, there and back.")
]
MostMoney: TypeAlias = Annotated[
    float | None,
    typer.Option(metavar="X", show_default=False, help="The same in money, by TKG_LLM_PRICE_IN and TKG_LLM_PRICE_OUT."),
]
HoldBelow: TypeAlias = Annotated[
    float | None,
    typer.Option(
        envvar="TKG_HOLD_BELOW",
        metavar="NUMBER",
        show_default=False,
        help="What the extractor is less sure of, 0 to 1, is held for `tkg review`. [default: 0, nothing]",
    ),
]


def chosen(name: str | None, model: str | None = None) -> "BatchExtractor | None":
    """The extractor, None for the rules. What cannot be meant is wrong usage. Raises Misconfigured, InputError."""
    if name not in (None, RULES, MODEL):
        raise typer.BadParameter(f"{name!r} is neither {RULES} nor {MODEL}", param_hint="--extractor")
    if name == RULES and model is not None:
        raise typer.BadParameter(f"{RULES} are no model: leave out one of the two", param_hint="--model")
    if name != MODEL and model is None:
        return None
    from tkg.extract.llm import ModelExtractor

    return ModelExtractor.from_env() if model is None else ModelExtractor.from_env(name=model)


def budgets(calls: int | None, tokens: int | None, money: float | None) -> Budgets:
    """What one command may spend. Raises InputError."""
    return Budgets(ingest=Budget(calls, tokens, money))
