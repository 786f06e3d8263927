"""One file a language: what it calls the times, and how it puts the words together.

A file here is named by its language tag and has a `GRAMMAR`; there is nothing else to do for a third language.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from tkg.timex import cycles
from tkg.timex.anchored import Prefer
from tkg.timex.chart import Chart, Rule
from tkg.timex.numbers import CLOCK, shapes


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language: its words and rules, and which way a clause of a sentence, given by its span, looks by its verbs
    (None where they do not tell). `clauses` is what ends a clause, `bare` what is beside a time in one without a verb.

    `before` says what must stand after the words that a rule reads for them to be a time in running text, by the name
    of the rule: "the 2nd" is no day in "the 2nd floor". `joins` is what stands between times that share what they name:
    'July and August 2023'.
    """

    tag: str
    chart: Chart
    tense: Callable[[str, tuple[int, int]], Prefer | None] = lambda sentence, clause: None
    before: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    joins: re.Pattern[str] = re.compile(r"\s*(?:[,，、/]|以?及|和|与|與|或)\s*")
    clauses: re.Pattern[str] = re.compile(r"[,;:，；：]")
    bare: re.Pattern[str] = re.compile(r"\W*\w?\W*")


DIGITS = Grammar("other", Chart("other", (), (*shapes("DMY"), CLOCK), (Rule("clock", "CLOCK", cycles.clock),)))
"""What every language writes in digits, for those without a file here; day first, as most of the world does."""


@lru_cache(maxsize=16)
def grammar(tag: str) -> Grammar | None:
    """The rules of a language by its tag, None if it has none. Imported when first asked for."""
    name = f"{__name__}.{tag}"
    if not tag.isidentifier() or find_spec(name) is None:
        return None
    found: Grammar = import_module(name).GRAMMAR
    return found
