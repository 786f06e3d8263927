"""English.

The conventions of `choice` and `steps` hold. Besides: a date in digits is month first unless it shows otherwise; a bare
hour needs 'at', 'o'clock' or the like to be one; 'at 3' is one of two; 'a few' is three and 'several' seven, more or
less; 'half three' is half past three; 'by Friday' with a verb in the future runs from now. Years before Christ are
refused by name.
"""

import re

from tkg.timex import numbers
from tkg.timex.anchored import Grain, Prefer
from tkg.timex.chart import Chart, Words
from tkg.timex.english_festivals import NAMES, ORDINARY_WORDS
from tkg.timex.grammars import Grammar, en_amounts, en_clock, en_dates, en_picks, en_ranges, en_steps
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


_FUTURE = re.compile(
    r"\b(?:will|won't|shall|'ll|going to|gonna|plans? to|planning to|intends? to|about to|hopes? to|expects? to"
    r"|let's|let (?:us|me|him|her|them)|should|must|needs?|please|see you|can (?:we|you|i)|could (?:we|you)"
    r"|shall we|how about|are you free|rsvp|remind|wants? to|due|upcoming|tomorrow|next|scheduled|expected|planned"
    r"|postponed|extended"
    r"|set to|takes? effect|ends|opens|begins|starts|closes|votes|go(?:es)? on sale"
    r"|(?:is|are|am|'s|'re|'m) (?:[a-z]+ing))\b|(?<=[a-z])'(?:ll|re|m)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|did|didn't|had|has|have been|went|met|came|saw|got|made|took|said|told|bought|began|started|became"
    r"|lost|won|ran|wrote|left(?!\s+(?:until|till|to|before|over))|gave|found|thought|felt|kept|held|heard|spent|sold|sent"
    r"|built|broke|drove|ate|flew|grew|knew|led|paid|rose|fell|spoke|stood|taught|woke|wore|ago|used to|last|yesterday"
    r"|been)\b|\b(?!(?:need|indeed|hundred|united|speed|feed|seed|exceed|proceed|succeed|breed|agreed|kindred|sacred"
    r"|naked|wicked|embed|scheduled|expected|planned|postponed|extended|interested|supposed|concerned|married"
    r"|closed|limited|red|bed|led)\b)[a-z]{2,}ed\b",
    re.IGNORECASE,
)


_POSSESSIVE = re.compile(
    r"\b(day|week|month|quarter|year|decade|weekend|today|yesterday|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'s\b"
)


def _fold(text: str) -> str:
    """'Last week's Sunday' is last week, Sunday: two spaces for the ending, so that places stay where they are."""
    return _POSSESSIVE.sub(r"\1  ", text) if "'" in text else text


def tense(sentence: str) -> Prefer | None:
    """Which way the verbs of a sentence look; None where none says, or two disagree."""
    ahead, behind = bool(_FUTURE.search(sentence)), bool(_PAST.search(sentence))
    if ahead == behind:
        return None
    return "future" if ahead else "past"


# What may follow "the 2nd", "at 5" and the like for them to be times: a stop, or a word that no noun is.
_FREE = (
    r"\s*(?:$|[^\w\s%$€£°'-]|\n|-\s|(?:and|or|at|in|on|for|but|when|while|we|i|he|she|they|it|you|there|the|a|an|to|is|was"
    r"|will|with|because|so|if|as|by|from|until|till|this|that|my|our|his|her|their|tomorrow|today|tonight|next|last|sharp"
    r"|please|then|after|before|every|who|which|and)\b(?!\s+(?:the\s+)?\w+\s+(?:people|children|of)\b))"
)
_AFTER_DAY = re.compile(_FREE, re.IGNORECASE)
# A name with a capital after a bare month or weekday makes it a name too: June Carter, Sunday Times, monday.com.
_AFTER_NAME = re.compile(r"(?!\.?[a-z]|\s+(?:[A-Z][a-z']+|[A-Z]'[A-Z])(?!\s+(?:said|says)))")
_BEFORE = {
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

GRAMMAR = Grammar("en", Chart("en", (*WORDS, *_MORE_WORDS), _SHAPES, _RULES, _fold), tense, _BEFORE, _JOINS)
