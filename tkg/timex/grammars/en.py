"""English.

The conventions of `choice` and `steps` hold. Besides: a date in digits is month first unless it shows otherwise; a bare
hour needs 'at', 'o'clock' or the like to be one; 'at 3' is one of two; 'a few' is three and 'several' seven, more or
less; 'half three' is half past three; 'by Friday' with a verb in the future runs from now. Years before Christ are
refused by name.
"""

import re

from tkg.timex import numbers
from tkg.timex.anchored import Grain
from tkg.timex.chart import Chart, Words
from tkg.timex.english_festivals import NAMES, ORDINARY_WORDS
from tkg.timex.grammars import Grammar, en_amounts, en_clock, en_dates, en_picks, en_ranges, en_steps, en_tense
from tkg.timex.grammars.en_words import WORDS

_SHAPES = (*numbers.shapes("MDY"), numbers.CLOCK, *en_amounts.SHAPES, *en_dates.SHAPES, *en_clock.SHAPES)
_RULES = (
    *en_amounts.NUMBER_RULES,
    *en_amounts.AMOUNT_RULES,
    *en_clock.CLOCK_RULES,
    *en_dates.DATE_RULES,
    *en_steps.RELATIVE_RULES,
    *en_picks.PICK_RULES,
    *en_ranges.RANGE_RULES,
    *en_clock.CLOCK_RANGES,
    *en_ranges.TOGETHER,
)


def _edge_letters(letters: str, name: str) -> dict[str, tuple[str, Grain]]:
    units = {"d": Grain.DAY, "w": Grain.WEEK, "m": Grain.MONTH, "q": Grain.QUARTER, "y": Grain.YEAR}
    return {letters + letter: (name, grain) for letter, grain in units.items()}


_MORE_WORDS = (
    Words("FESTIVAL", {name: key for name, key in NAMES.items() if name not in ORDINARY_WORDS}),
    Words("FESTIVAL", {name: key for name, key in NAMES.items() if name in ORDINARY_WORDS}, latent=True),
    Words("EDGELETTERS", _edge_letters("eo", "end")),
    Words("EDGELETTERS", _edge_letters("bo", "start"), latent=True),
    Words("DECADE", en_dates.DECADES, latent=True),
    Words("AGE", {**en_dates.DECADES, "teens": 13}),
)


_POSSESSIVE = re.compile(
    r"\b(day|week|month|quarter|year|decade|weekend|today|yesterday|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'s\b"
)


_IS_COMING = re.compile(r"\bcoming(?= (?:on|in|at)\b)")
_UP_TO_NOW = re.compile(
    r"\b(?:best|worst|first|second|third|only|once|twice|times?|[a-z]{3,}est|most [a-z]+|(?:have|has|had)n't [a-z]+"
    r"|(?:not|never) [a-z]+)(?: [a-z]+){0,2} in"
    r"(?= (?:over |about |more than |almost |nearly )?"
    r"(?:an?|[0-9]+|(?!the|this|that|next|last|each|every)[a-z]+)(?: (?:few|couple|of|hundred))*"
    r" (?:hour|day|week|month|year|decade|generation|centur)(?:s|y|ies)?\b)"
)


def _fold(text: str) -> str:
    """'Last week's Sunday' is last week, Sunday: two spaces for the ending, so that places stay where they are. In 'the
    best game in 10 years' they are no time to come, nor is Friday the coming one in 'coming on Friday': signs that no
    rule knows stand for the words that would say so."""
    text = _IS_COMING.sub("______", text)
    text = _POSSESSIVE.sub(r"\1  ", text) if "'" in text else text
    return _UP_TO_NOW.sub(lambda match: match[0][:-2] + "__", text) if " in " in text else text


# What may follow "the 2nd", "at 5" and the like for them to be times: a stop, or a word that no noun is.
_FREE = (
    r"\s*(?:$|[^\w\s%$€£°'-]|\n|-\s|(?:and|or|at|in|on|for|but|when|while|we|i|he|she|they|it|you|there|the|a|an|to|is|was"
    r"|will|with|because|so|if|as|by|from|until|till|this|that|my|our|his|her|their|tomorrow|today|tonight|next|last|sharp"
    r"|please|then|after|before|every|who|which|and)\b(?!\s+(?:the\s+)?\w+\s+(?:people|children|of)\b))"
)
_AFTER_DAY = re.compile(_FREE, re.IGNORECASE)
# A name with a capital after a bare month or weekday makes it a name too: June Carter, Sunday Times, monday.com.
_AFTER_NAME = re.compile(r"(?!\.?[a-z]|\s+(?:[A-Z][a-z']+|[A-Z]'[A-Z])(?!\s+(?:said|says)))")
# Not 'the last years of his life', nor 'three years from 2010 to 2013', nor '30 days after signing'.
_NOT_OF_A_THING = re.compile(
    r"(?!\s+of\s+(?:his|her|its|my|their|our|your|the (?!week|month|quarter|year|decade))\b)", re.IGNORECASE
)
_NOT_A_RANGE = re.compile(r"(?!\s+(?:to|until|till|through)\b)", re.IGNORECASE)
_NOT_AN_EVENT = re.compile(r"(?!\s+(?:the|an?|my|his|her|its|our|their|your|each|every|[a-z]+ing|[A-Z][a-z]+)\b)")
_BEFORE = {
    "unit_step": _NOT_OF_A_THING,
    "periods": _NOT_OF_A_THING,
    "after_time": _NOT_A_RANGE,
    "amount_then": _NOT_AN_EVENT,
    "amount_before": _NOT_AN_EVENT,
    "year": _AFTER_DAY,
    "the_day": _AFTER_DAY,
    "on_the_day": _AFTER_DAY,
    "at_hour": _AFTER_DAY,
    "at_joined": _AFTER_DAY,
    "at_words": _AFTER_DAY,
    "numbers_from": _AFTER_DAY,
    "month": _AFTER_NAME,
    "weekday": _AFTER_NAME,
    "time_part": _AFTER_NAME,
    "now": re.compile(r"(?!\s+(?:that|or never)\b)"),
}

_JOINS = re.compile(r"\s*(?:,|&|,?\s*(?:and|or))\s*", re.IGNORECASE)

GRAMMAR = Grammar(
    "en",
    Chart("en", (*WORDS, *_MORE_WORDS), _SHAPES, _RULES, _fold),
    en_tense.tense,
    _BEFORE,
    _JOINS,
    en_tense.CLAUSES,
    en_tense.BARE,
)
