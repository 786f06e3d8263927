"""Which time words belong to a match, and what they bound: since when, until when, or when.

The words are found by `tkg.timex` and only placed here. The preposition before them, which tells what they bound, goes
with them under the mask, so that "In 2021 I moved" and "I moved to Berlin in 2021" read alike. Two that could both be
the start leave it unknown: no date rather than a wrong one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from tkg import timex
from tkg.extract.grammar import MASK
from tkg.timex import Grain, Kind

Role: TypeAlias = Literal["since", "until", "at", "period", "unclear"]


@dataclass(frozen=True, slots=True)
class Time:
    """Time words at [start, end) of a sentence; with their preposition and the like they take [first, last).

    `ahead`: after the message, whichever way they are read; `clock`: a time of day; `again`: every so often.
    """

    start: int
    end: int
    first: int
    last: int
    text: str
    role: Role
    ahead: bool = False
    clock: bool = False
    again: bool = False


class _Words(NamedTuple):
    start: int
    end: int
    text: str


_BEFORE_EN = re.compile(
    r"(?:\b(?:ever since|since|as of|starting in|starting|beginning|from|until|till|up to|through|back in|in|on|at"
    r"|during|around|about|over|by|before|after|for|to|only|early|late|just|back|the|this past|more than)\s+)+$",
    re.IGNORECASE,
)
_BEFORE_ZH = re.compile("(?:自从|从|自|直到|截至|到|至|在|于|早在|大约|大概)+$")
_AFTER_ZH = re.compile(
    "(?:份|左右|那年|那会儿|那时候|那时|的时候|时|期间|起|开始|以来|为止|以后|之后|后|以前|之前|前|里)*"
)
_BOUND_EN = re.compile(
    r"(?:ever since|since|as of|starting|beginning|from|until|till|up to|through|by|before|after)\s+"
    r"(?:(?:in|on|at)\s+)?",
    re.IGNORECASE,
)
_ON_EN = re.compile(r"\s+(?:on|onwards?|forward)$", re.IGNORECASE)
_BOUND_ZH = re.compile(r"(?:(?:自从|从|自|直到|截至|到|至)\s*)+")
_ON_ZH = re.compile(r"\s*(?:起|开始|以来|为止|以后|之后|后|以前|之前|前)+$")
_SINCE_EN = re.compile(r"\b(?:since|as of|starting|beginning|from)\b", re.IGNORECASE)
_UNTIL_EN = re.compile(r"\b(?:until|till|up to|through|to)\b", re.IGNORECASE)
_FROM_YEAR_EN = re.compile(r"\bfrom (?P<year>(?:19|20)\d\d)(?=\s*(?:[,.;:!?)]|$))", re.IGNORECASE)
_PERIOD = re.compile(r"\b(?:to|until|till|through)\b|[–—~～到至]|\d\s*-\s*\d{4}\b", re.IGNORECASE)
_UNCLEAR_EN = re.compile(r"\b(?:by|before|after|for|over|more than)\b", re.IGNORECASE)


def times(text: str, language: str, said_at: datetime) -> list[Time]:
    """The time words of a sentence in order, each with what it bounds."""
    found: list[Time] = []
    for each in timex.scan(text, said_at, lang=language):
        if each.kind is Kind.DURATION:
            continue  # how long bounds nothing, and what patterns look for may follow it
        if each.grain is Grain.SECOND and each.start is not None and each.start <= said_at < (each.end or said_at):
            continue  # "now" says no more than the tense of the verb, and adverbs are the patterns' own
        floor = found[-1].last if found else 0
        read = _english if language == "en" else _chinese
        time = read(text, _without_side(each, language), floor, found[-1] if found else None)
        time = replace(time, ahead=_is_ahead(each, said_at), clock=each.grain in (Grain.HOUR, Grain.MINUTE))
        found.append(replace(time, role="unclear", again=True) if each.kind is Kind.REPETITION else time)
    return sorted([*found, *_years(text, language, said_at, found)], key=lambda time: time.start)


def _years(text: str, language: str, said_at: datetime, found: Sequence[Time]) -> Iterator[Time]:
    """Bare years that a sentence ends with after "from": four digits, which elsewhere may be a number of anything."""
    for year in _FROM_YEAR_EN.finditer(text) if language == "en" else ():
        start, end = year.span("year")
        if not any(time.first < end and start < time.last for time in found):
            yield Time(start, end, year.start(), end, year["year"], "since", ahead=int(year["year"]) > said_at.year)


def _is_ahead(each: timex.Anchored, said_at: datetime) -> bool:
    starts = (each.start, *(start for start, _ in each.alternatives))
    return all(start is not None and start > said_at for start in starts)


def _without_side(each: timex.Anchored, language: str) -> _Words:
    """The words of a time without the preposition that says which side it bounds: that is looked for around it."""
    (start, end), text = each.span, each.text
    if each.kind in (Kind.START, Kind.END):
        before, after = (_BOUND_EN, _ON_EN) if language == "en" else (_BOUND_ZH, _ON_ZH)
        lead, tail = before.match(text), after.search(text)
        first, last = lead.end() if lead else 0, tail.start() if tail else len(text)
        if first < last:
            start, end, text = start + first, start + last, text[first:last]
    return _Words(start, end, text)


@dataclass(frozen=True, slots=True)
class Placed:
    """What the time words of a match bound; both the same for a period that says nothing of the time outside it."""

    start: Time | None = None
    end: Time | None = None


def placed(near: Sequence[Time], form: str) -> Placed:
    """Which of the time words near a match bound what it says. Two rivals for one bound leave it unknown."""

    def only(*roles: Role) -> Time | None:
        found = [time for time in near if time.role in roles]
        return found[0] if len(found) == 1 else None

    period = only("period")
    if period is not None:
        return Placed(period, period)
    if form == "was":
        since, until = only("since"), only("until")
        at = only("at", "since")
        return Placed(since, until) if since and until else Placed(at, at) if at and not until else Placed(end=until)
    if form in ("present", "since"):
        return Placed(only("since"), only("until"))
    if form == "ended":
        return Placed(only("at", "since", "until"))
    return Placed(only("at", "since"), only("until"))


def masked(text: str, found: Sequence[Time]) -> str:
    """The sentence with its time words covered, offset for offset."""
    for time in found:
        text = text[: time.first] + MASK * (time.last - time.first) + text[time.last :]
    return text


def _english(text: str, each: _Words, floor: int, before: Time | None) -> Time:
    lead = _BEFORE_EN.search(text, floor, each.start)
    words = (lead.group() if lead else "") + each.text.split(" ", 1)[0]
    role: Role = "at"
    if _PERIOD.search(each.text):
        role = "period"
    elif _UNCLEAR_EN.search(words):
        role = "unclear"
    elif _SINCE_EN.search(words):
        role = "since"
    elif _UNTIL_EN.search(words):
        role = "until"
    return Time(each.start, each.end, lead.start() if lead else each.start, each.end, each.text, role)


def _chinese(text: str, each: _Words, floor: int, before: Time | None) -> Time:
    lead = _BEFORE_ZH.search(text, floor, each.start)
    tail = _AFTER_ZH.match(text, each.end)
    opening = lead.group() if lead else ""
    closing = tail.group() if tail else ""
    last = tail.end() if tail and tail.end() > each.end else each.end
    role: Role = "at"
    if _PERIOD.search(each.text):
        role = "period"
    elif re.search("以前|之前|前|以后|之后|后", closing):
        role = "unclear"
    elif re.search("为止", closing) or re.search("到|至", opening):
        role = "until"
    elif re.search("起|开始|以来", closing) or re.search("从|自", opening):
        role = "since"
    elif before is not None and text[before.last : each.start] in ("到", "至", "-", "—", "~"):
        role = "until"
    return Time(each.start, each.end, lead.start() if lead else each.start, last, each.text, role)
