"""What a language's rules are made of, and how they are run: whole expressions for `anchor`, running text for `find`.

A `Rule` is a pattern and a short function that turns its match into a value, or into None where the words do not say
enough. The first rule that matches a whole expression decides: a rule whose function always gives None is how a
grammar *knows* words that it must not anchor ('a few years ago'), so that no other rule reads a part of them.

In running text a rule may need a `context`, the words just before it: 'May' is a month in 'in May' and a name in
'met May'. Longer matches win over shorter ones. Then neighbours are joined: 'from A to B' is one expression; two
expressions with only a space between them are one as well, which no rule will read, so the pair stays unanchored
instead of being cut in two.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from tkg.timex import grains

Tense = Literal["past", "future", "present"]

_Atom = tuple[int, int, bool]  # start, end, and whether it is a time whatever stands beside it
_WINDOW = 24  # characters: as far back as the words that go before an expression are looked for


@dataclass(frozen=True, slots=True)
class Said:
    """Under which circumstances the words were said: when and in which zone, and the tense of their verb."""

    reference: datetime
    tense: Tense | None = None

    @property
    def today(self) -> date:
        return self.reference.date()


Build = Callable[["re.Match[str]", Said], str | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of saying a time.

    `context`, searched for in the text before a match, must end right there; `accept` may refuse a match in running
    text. Neither plays a part when a whole expression is anchored: there the caller says that it is one.
    """

    name: str
    pattern: re.Pattern[str]
    build: Build
    context: re.Pattern[str] | None = None
    accept: Callable[["re.Match[str]"], bool] | None = None


def unanchored(match: "re.Match[str]", said: Said) -> str | None:
    """The build of words that are about time and fix none."""
    return None


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rules of a language with what holds its expressions together.

    `cue`: what every expression of the language contains, so that text without it costs one search.
    `leads`, `tails`: words around an expression that `resolve` sees through. `ranges`: the 'from' and the 'to' of a
    range, and whether there is no range without the former. `glue`: what stands between two expressions that are one.
    `ongoing`: an end that has not come. `clock`: a time of day that may follow a day, read by `read_clock`, which
    gives hour and minute, None for a day only, and raises ValueError for what no clock shows.
    `sides`: words before or after an expression that make it another one ('before 2019', 2019年以前).
    """

    rules: tuple[Rule, ...]
    cue: re.Pattern[str]
    leads: re.Pattern[str]
    tails: re.Pattern[str]
    ranges: tuple[tuple[re.Pattern[str], re.Pattern[str], bool], ...]
    ongoing: re.Pattern[str]
    clock: re.Pattern[str]
    read_clock: Callable[["re.Match[str]"], tuple[int, int] | None]
    side_before: re.Pattern[str]
    side_after: re.Pattern[str]
    glue: re.Pattern[str]

    def resolve(self, text: str, said: Said) -> str | None:
        """The value of a whole expression, None where no rule reads it or the one that does is not sure."""
        lead = self.leads.match(text)
        readings = (text, text[lead.end() :]) if lead else (text,)
        for reading in (*readings, self.tails.sub("", readings[-1])):
            matched, value = self._atom(reading, said)
            if matched:
                return value
            value = self._range(reading, said)
            if value is not None:
                return value
        return None

    def _atom(self, text: str, said: Said) -> tuple[bool, str | None]:
        """Whether some rule reads the text, and what it makes of it."""
        for rule in self.rules:
            match = rule.pattern.fullmatch(text)
            if match:
                return True, rule.build(match, said)
        for clock in self.clock.finditer(text):
            if clock.start() > 0 and clock.end() == len(text):
                matched, value = self._atom(text[: clock.start()], said)
                return matched, self._at_clock(value, clock, said)
        return False, None

    def _at_clock(self, value: str | None, clock: "re.Match[str]", said: Said) -> str | None:
        time = self.read_clock(clock)
        if value is None or time is None:
            return value
        return grains.at_clock(value, *time, said.reference)

    def _range(self, text: str, said: Said) -> str | None:
        """Both ends from the message, never the second from the first. A bare month or weekday has no place here."""
        fixed = Said(said.reference)
        for opener, joiner, required in self.ranges:
            opened = opener.match(text)
            if required and not opened:
                continue
            for joined in joiner.finditer(text):
                start = self._atom(text[opened.end() if opened else 0 : joined.start()], fixed)[1]
                if start is None:
                    continue
                rest = text[joined.end() :]
                if self.ongoing.fullmatch(rest):
                    running = grains.between(start, said.today.isoformat())
                    return grains.between(start, grains.OPEN) if running else None
                end = self._atom(rest, fixed)[1]
                if end is not None:
                    return grains.between(start, end)
        return None

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the time expressions of a text stand, in order, none overlapping."""
        if not self.cue.search(text):
            return []
        atoms = self._atoms(text)
        return self._joined(text, atoms) if atoms else []

    def _atoms(self, text: str) -> list[_Atom]:
        """What single rules find: of those that overlap the longest, in order."""
        candidates: list[_Atom] = []
        for rule in self.rules:
            for match in rule.pattern.finditer(text):
                if match.end() > match.start() and (rule.accept is None or rule.accept(match)):
                    alone = rule.context is None or bool(rule.context.search(_just_before(text, match.start())))
                    candidates.append((match.start(), match.end(), alone))
        chosen: list[_Atom] = []
        overlapping: list[_Atom] = []
        for candidate in sorted(candidates):
            if overlapping and candidate[0] >= max(end for _, end, _ in overlapping):
                chosen.extend(_longest(overlapping))
                overlapping = []
            overlapping.append(candidate)
        chosen.extend(_longest(overlapping))
        return [self._with_clock(text, *atom) for atom in chosen]

    def _with_clock(self, text: str, start: int, end: int, alone: bool) -> _Atom:
        clock = self.clock.match(text, end)
        return (start, clock.end(), True) if clock else (start, end, alone)

    def _joined(self, text: str, atoms: list[_Atom]) -> list[tuple[int, int]]:
        joined: list[_Atom] = []
        for start, end, alone in atoms:
            if joined and start < joined[-1][1]:
                continue
            opened = self._opened(text, joined[-1], start) if joined else None
            if opened is not None:
                alone = alone or joined[-1][2] or opened < joined[-1][0]
                joined[-1] = (opened, end, alone)
            else:
                joined.append((start, end, alone))
        return [self._with_sides(text, start, end) for start, end, alone in joined if alone]

    def _opened(self, text: str, atom: _Atom, start: int) -> int | None:
        """Where the one expression of an atom and the next one, at `start`, begins; None where they are two."""
        first, end, alone = atom
        gap = text[end:start]
        for opener, joiner, required in self.ranges:
            if joiner.fullmatch(gap):
                before = _ending(opener, text, first)
                if before is not None or not required:
                    return first if before is None else before
        return first if alone and self.glue.fullmatch(gap) else None

    def _with_sides(self, text: str, start: int, end: int) -> tuple[int, int]:
        for opener, joiner, required in self.ranges:
            joined = None if required else joiner.match(text, end)
            ongoing = self.ongoing.match(text, joined.end()) if joined else None
            if ongoing:
                before = _ending(opener, text, start)
                return (start if before is None else before), ongoing.end()
        before = _ending(self.side_before, text, start)
        rest = self.side_after.match(text, end)
        return (start if before is None else before), (rest.end() if rest else end)


def _longest(overlapping: list[_Atom]) -> list[_Atom]:
    """The longest first, then whatever does not touch it, in the order of the text."""
    kept: list[_Atom] = []
    for atom in sorted(overlapping, key=lambda found: (found[0] - found[1], found[0], not found[2])):
        if all(atom[1] <= other[0] or atom[0] >= other[1] for other in kept):
            kept.append(atom)
    return sorted(kept)


def _just_before(text: str, end: int) -> str:
    return text[max(0, end - _WINDOW) : end]


def _ending(pattern: re.Pattern[str], text: str, end: int) -> int | None:
    """Where a match starts that ends just at `end`."""
    window = _just_before(text, end)
    for match in pattern.finditer(window):
        if match.end() == len(window):
            return end - len(window) + match.start()
    return None
