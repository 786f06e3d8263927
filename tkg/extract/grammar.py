"""The language of sentence patterns, and its translation to regular expressions.

    {subject} <plan> (move|relocate) (back)? to {object}

A pattern is words in order. `(a|b c)` are alternatives, a `?` after the bracket makes them optional, and `<plan>`
stands for the words of that name that the language shares. `work/works` is the form after I and the form after a
name. A space is any space, or time words, which are masked before matching; Chinese needs none. Contractions are
understood: `am/is` also matches `'m` and `'s`, `not` also matches `n't`.

    {subject}     the speaker, or a name right there          {me}    the speaker only
    {subject's}   my, or a name with 's                       {my}    my only
    {object}      the value                                   {name}  some other name, not used
    {object:title}    a value that ends with one of the shared words `title`, of which `*er` is any word that ends so;
                      a Chinese value is one of them, and of `*师` whatever ends so

A pattern turns on its *cue*: words of which each sentence that it matches has one. Adverbs and negations may stand
between the subject and the cue; they are captured as `gap0`, `gap1`, ..., since a negation there must not be missed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tkg.errors import BadSchema
from tkg.extract import lexicon, wordlists

MASK = "\x01"
"""Stands in for each character of time words: no slot takes it, and it separates words."""

Person: TypeAlias = Literal["first", "third", "base"]
"""I work; Ann works; Ann (used to, does not) work."""


@dataclass(frozen=True, slots=True)
class Word:
    """Literal text; in English with one form for each grammatical person."""

    first: str
    third: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for words; `endings` are those that a value must end with, if it must."""

    name: str
    endings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    options: "tuple[Wording, ...]"
    optional: bool


Atom: TypeAlias = Word | Slot | Group
Item: TypeAlias = tuple[Atom, ...]
Wording: TypeAlias = tuple[Item, ...]

_TOKEN = re.compile(
    r"(?P<space>\s+)|\{(?P<slot>[\w']+(?::\w+)?)\}|<(?P<shared>\w+)>|(?P<mark>[()|?])|(?P<text>[^\s{}<>()|?]+)"
)
_SLOTS = {"subject", "subject's", "me", "my", "object", "name", "was", "Object", "Was"}
_NO_MORE = r"(?!['’]s\b|-\w| in law\b| from another\b)"
"""What may not follow a pattern that ends with a word: "Ann is my sister's boss" is about somebody else."""

_NO_LEAD_ZH = "的是说讲会在当做有对和跟我你他她不没要想很太最"
"""None of these stands within a value, before the end that it must have."""

_STAR = {"en": r"[\w'’-]+", "zh": rf"(?:(?![{_NO_LEAD_ZH}])\w){{0,4}}?"}

_CONTRACTED = {"am": "m", "is": "s", "are": "re", "have": "ve", "has": "s", "will": "ll"}


def parse(text: str, language: str, shared: Mapping[str, str]) -> Wording:
    """The pattern as a tree. Raises `BadSchema` with the pattern where it is not well formed."""
    tokens: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None or found.lastgroup is None:
            raise BadSchema(f"pattern {text!r}: cannot read {text[at:]!r}")
        tokens.append((found.lastgroup, found[found.lastgroup]))
        at = found.end()
    parser = _Parser(text, language, shared, tokens)
    sequence = parser.sequence()
    if parser.at < len(tokens):
        raise BadSchema(f"pattern {text!r}: {tokens[parser.at][1]!r} outside brackets")
    return sequence


class _Parser:
    def __init__(self, text: str, language: str, shared: Mapping[str, str], tokens: list[tuple[str, str]]) -> None:
        self.text, self.language, self.shared, self.tokens, self.at = text, language, shared, tokens, 0

    def sequence(self) -> Wording:
        items: list[Item] = []
        atoms: list[Atom] = []
        while self.at < len(self.tokens) and self.tokens[self.at] not in (("mark", ")"), ("mark", "|")):
            kind, token = self.tokens[self.at]
            self.at += 1
            if kind != "space":
                atoms.append(self.atom(kind, token))
            if atoms and (kind == "space" or self.language == "zh"):
                items.append(tuple(atoms))
                atoms = []
        if atoms:
            items.append(tuple(atoms))
        return tuple(items)

    def atom(self, kind: str, token: str) -> Atom:
        if kind == "text":
            first, _, third = token.partition("/")
            return Word(first, third or first)
        if kind == "slot":
            return self.slot(*token.partition(":")[::2])
        if kind == "shared":
            if token not in self.shared:
                raise BadSchema(f"pattern {self.text!r}: no shared words <{token}> in this language")
            inner = parse(self.shared[token], self.language, self.shared)
            return Group((inner,), optional=False)
        if token != "(":
            raise BadSchema(f"pattern {self.text!r}: a stray {token!r}")
        options = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            options.append(self.sequence())
        if self.peek() != ")":
            raise BadSchema(f"pattern {self.text!r}: a bracket is not closed")
        self.at += 1
        optional = self.peek() == "?"
        self.at += optional
        return Group(tuple(options), optional)

    def slot(self, name: str, endings: str) -> Slot:
        if name not in _SLOTS:
            raise BadSchema(f"pattern {self.text!r}: unknown slot {name!r}: use one of {', '.join(sorted(_SLOTS))}")
        if endings and (name != "object" or endings not in self.shared):
            raise BadSchema(f"pattern {self.text!r}: no shared words {endings!r} that {{{name}}} could end with")
        return Slot(name, tuple(_alternatives(self.shared[endings], self.shared)) if endings else ())

    def peek(self) -> str | None:
        kind, token = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
        return token if kind == "mark" else None


def _alternatives(text: str, shared: Mapping[str, str]) -> Iterator[str]:
    """The alternatives of shared words, with those of other shared words among them."""
    for each in text.strip("()").split("|"):
        inner = re.fullmatch(r"<(\w+)>", each)
        if inner:
            yield from _alternatives(shared.get(inner[1], ""), shared)
        else:
            yield each


def cue_at(sequence: Wording) -> tuple[int, frozenset[str]] | None:
    """The item that a pattern turns on and its words, one of which every match has; None if none of them is telling."""
    best: tuple[int, int, frozenset[str]] | None = None
    for index, item in enumerate(sequence):
        words = _cues(item)
        if words and not words & wordlists.TOO_COMMON:
            weight = min(map(len, words))
            if best is None or weight > best[0]:
                best = weight, index, words
    return best and (best[1], best[2])


def _cues(item: Item) -> frozenset[str]:
    for atom in item:
        if isinstance(atom, Word):
            return _telling((atom.first, atom.third))
        if isinstance(atom, Slot) and atom.endings:
            return _telling(atom.endings)
        if isinstance(atom, Group) and not atom.optional:
            found = [cue_at(option) for option in atom.options]
            if all(found):
                return frozenset().union(*(each[1] for each in found if each))
    return frozenset()


def _telling(words: Iterable[str]) -> frozenset[str]:
    """Words to be looked for: an English one is looked for whole, and cannot be with a part of it."""
    if any("*" in word and word.isascii() for word in words):
        return frozenset()
    return frozenset(word.removeprefix("*").lower() for word in words)


class Translator:
    """Writes the regular expression of a parsed pattern. `slots` gives the expression of each slot."""

    def __init__(self, language: str, person: Person, slots: Mapping[str, str]) -> None:
        self.english = language == "en"
        self.person = person
        self.slots = slots
        self.glue = rf"[\s{MASK}]+" if self.english else rf"[\s{MASK}]*"
        self.filler = lexicon.FILLERS[language]
        self.gaps = 0

    def pattern(self, sequence: Wording, cue: int) -> str:
        """The whole pattern; up to the item at `cue` there may be a gap before each item that follows the subject."""
        after_subject = bool(sequence) and sequence[0] in ((Slot("subject"),), (Slot("me"),))
        written = "" if after_subject else self.start()
        closed = self.english and bool(sequence) and isinstance(sequence[-1][-1], (Word, Group))
        for index, item in enumerate(sequence):
            if after_subject and 0 < index <= cue and not self.is_fixed(index, item):
                written += self.gap()
            written += self.item(item, first=index == 0)
        return written + (_NO_MORE if closed else "")

    def continued(self, sequence: Wording, cue: int) -> str:
        """A pattern that begins with its subject, without it, for the start of a clause."""
        written = self.gap(first=True)
        for index, item in enumerate(sequence[1:], start=1):
            if 1 < index <= cue and not self.is_fixed(index, item):
                written += self.gap()
            written += self.item(item, first=index == 1)
        return written

    def is_fixed(self, index: int, item: Item) -> bool:
        """Whether nothing may stand before an item: before a Chinese value, where an adverb could be its beginning."""
        return not self.english and index > 1 and isinstance(item[0], Slot)

    def start(self) -> str:
        return r"(?<![\w'’])" if self.english else ""

    def gap(self, *, first: bool = False) -> str:
        self.gaps += 1
        name = f"gap{self.gaps - 1}"
        if not self.english:
            return rf"(?P<{name}>(?:{self.glue}(?:{self.filler}))*){self.glue if first else ''}"
        if first:
            return rf"(?P<{name}>(?:(?i:{self.filler}){self.glue})*)"
        return rf"(?P<{name}>(?:{self.glue}(?i:{self.filler})\b|(?i:n['’]?t|['’](?:ve|s))\b)*)"

    def sequence(self, sequence: Wording, *, first: bool) -> str:
        return "".join(self.item(item, first=first and index == 0) for index, item in enumerate(sequence))

    def item(self, item: Item, *, first: bool) -> str:
        head, rest = item[0], item[1:]
        written = self.atom(head, first=first)
        return written + "".join(self.atom(atom, first=True) for atom in rest) + self.end(item[-1])

    def end(self, atom: Atom) -> str:
        return r"(?:\b|(?=n['’]?t\b))" if self.english and isinstance(atom, Word) and atom.first[-1].isalnum() else ""

    def atom(self, atom: Atom, *, first: bool) -> str:
        glue = "" if first else self.glue
        if isinstance(atom, Slot):
            return glue + (self.ending(atom.endings) if atom.endings else self.slots[atom.name])
        if isinstance(atom, Word):
            return self.word(atom.third if self.person == "third" else atom.first, first=first)
        options = "|".join(self.sequence(option, first=first) for option in atom.options)
        if not atom.optional:
            return f"(?:{options})"
        return f"(?:(?:{options}){self.glue})?" if first else f"(?:{options})?"

    def ending(self, endings: tuple[str, ...]) -> str:
        """A value whose last words are one of `endings`."""
        written = "|".join(map(self.literal, sorted(endings, key=len, reverse=True)))
        if self.english:
            return rf"(?P<object>(?:[\w'’-]+[ ]){{0,3}}(?i:{written}))(?![\w'’-])"
        return rf"(?P<object>(?i:{written}))"

    def literal(self, word: str) -> str:
        return re.escape(word).replace("'", "['’]").replace(r"\*", _STAR["en" if self.english else "zh"])

    def word(self, word: str, *, first: bool) -> str:
        written = self.literal(word)
        if not self.english:
            return ("" if first else self.glue) + written
        if first:
            return f"(?i:{written})"
        if not word[0].isalnum():
            return rf"\s*{written}"
        if word in _CONTRACTED:
            mark = "['’]?" if self.person == "first" and word in ("am", "have") else "['’]"
            return rf"(?:{self.glue}(?i:{written})|{mark}(?i:{_CONTRACTED[word]}))"
        if word == "not":
            return rf"(?:{self.glue}(?i:not)|(?i:n['’]?t))"
        return f"{self.glue}(?i:{written})"
