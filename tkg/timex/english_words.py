"""The words that English time expressions are made of, and how a rule's template of them becomes a pattern."""

import re

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
STEPS = {"last": -1, "this": 0, "next": 1}
_COUNTING = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
NUMBERS = {word: number for number, word in enumerate(_COUNTING, start=1)} | {
    "a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip

_ANYDAY = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
_LONG_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_TOKENS = {
    "MONTH": rf"(?P<month>(?:{_LONG_MONTH})\b|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)",
    "LATER": f"(?P<later>{_LONG_MONTH})",
    "WEEKDAY": rf"(?P<weekday>{_ANYDAY}\b|(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\b\.?)",
    "FULLDAY": f"(?P<weekday>{_ANYDAY})",
    "ANYDAY": _ANYDAY,
    "YEAR": "(?P<year>1[0-9]{3}|2[0-9]{3})",
    "DAY": "(?P<day>3[01]|[12][0-9]|0?[1-9])(?P<suffix>st|nd|rd|th)?",
    "LASTDAY": "(?P<last>3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?",
    "STEP": "(?P<step>last|this|next)",
    "SEASON": "(?P<season>spring|summer|autumn|fall|winter)",
    "NUM": "(?P<count>[0-9]{1,4}|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + ")",
    "UNIT": "(?P<unit>minute|hour|day|week|month|year)s?",
    "ANYUNIT": "(?:(?:minute|hour|day|night|week|weekend|fortnight|month|quarter|year|decade)s?|century|centuries)",
    "PART": "(?:early morning|morning|afternoon|evening|night)",
    "EDGE": "(?:(?:the )?(?:very )?(?:beginning|start|middle|end) of|early(?: in)?|mid|late(?: in)?)[ -]",
    "HEDGE": "(?:about|around|roughly|approximately|almost|nearly|over|under|circa|more than|less than|at least|maybe)",
    "FEW": "(?:a few|few|several|many|some|a couple of|a couple|a number of|countless)",
    "DETERMINED": "(?:the|my|our|his|her|their|your|its|each|every|any)",
    "FEAST": "(?:new years?(?:'?s)?(?: eve| day)?|chinese new year|lunar new year|spring festival|"
    "valentine'?s(?: day)?|easter(?: sunday| monday)?|good friday|thanksgiving|halloween|christmas(?: eve| day)?|"
    "xmas|ramadan|eid|diwali|hanukkah|passover)",
    "COUNTED": "(?:people|men|women|children|kids|students|members|users|customers|employees|words|pages|items|"
    "points|steps|dollars|euros|pounds|yuan|bucks|met(?:er|re)s|miles|km|feet|kg|calories|times|minutes|hours|days|"
    "weeks|months|years|percent|bce?)",
}


def pattern(template: str) -> re.Pattern[str]:
    """The words of a template with its <TOKENS> filled in; a space is any white space; no part of a longer word."""
    body = re.sub(r"<([A-Z]+)>", lambda token: _TOKENS[token[1]], template)
    body = body.replace("[ -]", r"[\s-]+").replace(" ?", r"\s*").replace(" ", r"\s+")
    return re.compile(rf"(?<![\w$€£¥#])(?<![0-9][.,/:-])(?ai:{body})(?!\w|['’]s\b|[-/:.,][0-9]|-[A-Za-z])")


def preceded(words: str) -> re.Pattern[str]:
    """Text that ends with one of these words."""
    return re.compile(rf"\b(?ai:{words})\s+$")
