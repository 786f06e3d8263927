"""Which extractor a command reads messages with, and what may be spent on it, from its options or the environment.

`--extractor` is "rules", which are built in, or "model": a language model behind a server that speaks OpenAI's
protocol. Which one, where, and with which key stands in the environment (`TKG_LLM_MODEL`, `TKG_LLM_BASE_URL`,
`TKG_LLM_API_KEY` and others, see `tkg.extract.llm.settings`): a key on a command line is seen by others.
"""

from typing import TYPE_CHECKING

import typer

from tkg.spending import Budget, Budgets

if TYPE_CHECKING:
    from tkg.extract import BatchExtractor

RULES, MODEL = "rules", "model"


def chosen(name: str) -> "BatchExtractor | None":
    """The extractor, None for the rules. What cannot be meant is wrong usage. Raises Misconfigured, InputError."""
    if name == RULES:
        return None
    if name != MODEL:
        raise typer.BadParameter(f"{name!r} is neither {RULES} nor {MODEL}", param_hint="--extractor")
    from tkg.extract.llm import ModelExtractor

    return ModelExtractor.from_env()


def budgets(calls: int | None, tokens: int | None, money: float | None) -> Budgets:
    """What one command may spend. Raises InputError."""
    return Budgets(ingest=Budget(calls, tokens, money))
