"""A small bottom-up chart parser: the words that a language knows, put together by its rules.

A grammar is data. Its lexicon gives words and phrases a kind and a value ("friday" is a WEEKDAY, 4), its shapes read
what is better told by a regular expression than by a list (digits), and its rules put items that touch each other
together: `Rule("weekday_step", "STEP WEEKDAY", build)` makes an item of kind TIME of an item of kind STEP and one of
kind WEEKDAY, with the value that `build` makes of theirs, or none if it makes None. Lower-case words in a pattern stand
for themselves. Items that cover the same words compete: fewer rules are better, and the rule that stands first.

The parser goes through the starting points from right to left, so that whatever begins further right is known when an
item wants to grow over it; the rules share their beginnings in a tree. Its work is bounded: a stretch of text that has
more readings than anybody can mean keeps the first ones.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

_TOKEN = re.compile(r"[0-9]+|[㐀-鿿]|[^\W\d_㐀-鿿]+(?:'[^\W\d_㐀-鿿]+)*(?:'(?= [^\W\d_]))?|\S")
_MOST_ITEMS = 1_500
_MOST_ALIKE = 3


class Token(NamedTuple):
    text: str
    start: int
    end: int


class Item(NamedTuple):
    """Words that have been read: tokens up to `end`, what they mean, and how.

    `first` is the token that the words are shown from: a preposition is read and not shown. A `latent` one is a time
    only where somebody says so ("may", "15"), never in running text.
    """

    end: int
    value: Any
    cost: float
    rule: str
    latent: bool
    first: int


@dataclass(frozen=True, slots=True)
class Rule:
    """How items make another one.

    `pattern` is kinds and lower-case words with spaces between them; `A|B` is either, `A?` may be missing (its value is
    None then). `build` takes the values of the kinds, not of the words. `same` rules only pass on what they are given,
    under the name of the rule that made it; `keeps` ones stay latent if their last item is; `sure` ones take nothing
    latent. `hidden` leading words are not shown.
    """

    name: str
    pattern: str
    build: Callable[..., Any]
    examples: tuple[str, ...] = ()
    gives: str = "TIME"
    cost: float = 1.0
    latent: bool = False
    same: bool = False
    keeps: bool = False
    sure: bool = False
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """What a regular expression reads at the start of a token: it gives items of a kind, or none."""

    name: str
    pattern: re.Pattern[str]
    build: Callable[[re.Match[str]], Any]
    examples: tuple[str, ...] = ()
    gives: str = "TIME"
    cost: float = 0.0
    latent: bool = False
    every_length: bool = False


@dataclass(slots=True)
class _Node:
    children: dict[str, "_Node"] = field(default_factory=dict)
    rules: list[tuple[Rule, tuple[int | None, ...]]] = field(default_factory=list)


class Words(NamedTuple):
    """A part of a lexicon: words or phrases with their values, of a kind.

    `not_after` and `not_before` are the characters beside a word that make it a part of another one, for languages that
    put no spaces between words: 前天 after 以 is none.
    """

    kind: str
    values: Mapping[str, Any]
    latent: bool = False
    cost: float = 0.0
    not_after: str = ""
    not_before: str = ""


Row = dict[str, list[Item]]


class Chart:
    """The words, shapes and rules of a language, ready to parse with."""

    def __init__(
        self,
        tag: str,
        words: Iterable[Words],
        shapes: Sequence[Shape],
        rules: Sequence[Rule],
        fold: Callable[[str], str] = lambda text: text,
    ) -> None:
        self.tag, self.rules, self.shapes, self._fold = tag, tuple(rules), tuple(shapes), fold
        self._rules = _Node()
        literals: set[str] = set()
        for rule in rules:
            for symbols, places in _expanded(rule.pattern):
                literals.update(symbol for symbol in symbols if not symbol.isupper())
                _grown(self._rules, symbols).rules.append((rule, places))
        self._literals = frozenset(literals)
        self._lexicon: dict[str, Any] = {}
        for part in words:
            for phrase, value in part.values.items():
                at = self._lexicon
                for token in self.tokens(phrase):
                    at = at.setdefault(token.text, {})
                at.setdefault("", []).append((value, part))

    def folded(self, text: str) -> str:
        """A text as the rules see it: as long as it is, so that places in one are places in the other."""
        return self._fold(_folded(text))

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text: runs of digits, words, Chinese characters and signs one by one, folded."""
        folded = self.folded(text)
        return [
            Token(match[0].replace("'", "") or "'", match.start(), match.end()) for match in _TOKEN.finditer(folded)
        ]

    def parse(self, text: str, tokens: Sequence[Token]) -> list[Row]:
        """Everything that the rules read in a text: for each token, by kind, the items that begin there."""
        folded = self.folded(text)
        ends = {token.end: number + 1 for number, token in enumerate(tokens)}
        chart: list[Row] = [{} for _ in range(len(tokens) + 1)]
        made = 0
        for start in range(len(tokens) - 1, -1, -1):
            row = chart[start]
            agenda: list[tuple[str, Item]] = list(self._lexical(folded, tokens, start, ends))
            if not agenda:
                continue
            for kind, item in agenda:
                if not _kept(row.setdefault(kind, []), item):
                    continue
                made += 1
                node = self._rules.children.get(kind)
                if node is not None and made < _MOST_ITEMS:
                    latent = item.latent and kind.isupper()
                    self._extend(chart, node, start, item, (item.value,), item.cost, latent, agenda)
        return chart

    def _lexical(
        self, folded: str, tokens: Sequence[Token], start: int, ends: Mapping[int, int]
    ) -> Iterator[tuple[str, Item]]:
        first = tokens[start]
        if first.text in self._literals:
            yield first.text, Item(start + 1, None, 0.0, first.text, True, start)
        at: Any = self._lexicon
        for number in range(start, len(tokens)):
            at = at.get(tokens[number].text)
            if at is None:
                break
            for value, part in at.get("", ()):
                if part.not_after and start and tokens[start - 1].text[-1] in part.not_after:
                    continue
                if part.not_before and number + 1 < len(tokens) and tokens[number + 1].text[0] in part.not_before:
                    continue
                yield part.kind, Item(number + 1, value, part.cost, part.kind.lower(), part.latent, start)
        for shape in self.shapes:
            match = shape.pattern.match(folded, first.start)
            while match and match.end() > first.start:
                end = ends.get(match.end())
                if end is not None:
                    value = shape.build(match)
                    if value is not None:
                        yield shape.gives, Item(end, value, shape.cost, shape.name, shape.latent, start)
                match = shape.pattern.match(folded, first.start, match.end() - 1) if shape.every_length else None

    def _extend(
        self,
        chart: list[Row],
        node: _Node,
        start: int,
        last: Item,
        values: tuple[Any, ...],
        cost: float,
        unsure: bool,
        agenda: list[tuple[str, Item]],
    ) -> None:
        for rule, places in node.rules:
            if unsure and rule.sure:
                continue
            value = rule.build(*[None if place is None else values[place] for place in places])
            if value is not None:
                name = last.rule if rule.same else rule.name
                latent = rule.latent or ((rule.same or rule.keeps) and last.latent)
                shown = start + rule.hidden
                agenda.append((rule.gives, Item(last.end, value, cost + rule.cost, name, latent, shown)))
        if node.children:
            row = chart[last.end]
            for kind, items in row.items():
                child = node.children.get(kind)
                if child is not None:
                    for item in items:
                        latent = unsure or (item.latent and kind.isupper())
                        grown = (*values, item.value)
                        self._extend(chart, child, start, item, grown, cost + item.cost, latent, agenda)


def _kept(known: list[Item], item: Item) -> bool:
    """Add an item to those of its kind, unless it says what one says already or enough others are simpler."""
    alike = [other for other in known if other.end == item.end]
    if any(other.rule == item.rule and other.cost == item.cost for other in alike):
        return False
    if len(alike) >= _MOST_ALIKE:
        worst = max(alike, key=lambda other: other.cost)
        if worst.cost <= item.cost:
            return False
        known.remove(worst)
    known.append(item)
    return True


@lru_cache(maxsize=4096)
def _folded_character(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character).lower()
    return plain if len(plain) == 1 else character


_QUOTES = str.maketrans("’‘ʼ`、，。：－—―−～〜", "''''、,.:-––-~~")


def _folded(text: str) -> str:
    """Lower case and half width, one character for one, so that places in it are places in the text."""
    if text.isascii():
        return text.lower()
    return "".join(map(_folded_character, text)).translate(_QUOTES)


def _grown(node: _Node, symbols: Sequence[str]) -> _Node:
    for symbol in symbols:
        node = node.children.setdefault(symbol, _Node())
    return node


def _expanded(pattern: str) -> Iterator[tuple[tuple[str, ...], tuple[int | None, ...]]]:
    """The sequences of symbols that a pattern stands for, and where in each the values of its kinds are."""
    slots = [
        [*symbol.removesuffix("?").split("|"), *([None] if symbol.endswith("?") else [])] for symbol in pattern.split()
    ]
    for chosen in product(*slots):
        symbols = [symbol for symbol in chosen if symbol is not None]
        places: list[int | None] = []
        at = 0
        for slot, symbol in zip(slots, chosen, strict=True):
            if any(name is not None and name.isupper() for name in slot):
                places.append(None if symbol is None or not symbol.isupper() else at)
            at += symbol is not None
        yield tuple(symbols), tuple(places)
