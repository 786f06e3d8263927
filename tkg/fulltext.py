"""Words for full-text search, in a form that a plain word index finds them in, whatever the script.

The index underneath splits at spaces and knows no Chinese. So a text is cut into words here and handed over with spaces
between them: a word of letters and digits without case and accents, by the stem that it would have in English; a run of
Chinese, Japanese or Korean characters as its single characters and its pairs. A question is cut the same way, into
pairs, or into the character where one stands alone: 上海 is found in 搬到了上海浦东, 盘 in C盘. Pairs of neighbours
find what a dictionary of words does not know, and on news they find slightly more than one. Traditional characters are
read as their simplified ones.

What a question is asked with ("where", "did", 什么) says nothing of what is looked for, and is left out unless there is
nothing else. What is written in one piece ("OC-41252", a UUID, "user:name") also counts as a phrase. Nothing that is
typed can be taken for the syntax of the index, since every part is quoted.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from tkg.terms import norm
from tkg.traditional import SIMPLIFIED

TOGETHER = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff"
"""The Chinese, Japanese and Korean characters, which are written without spaces, as they stand in a set of `re`."""

_RUN = re.compile(rf"(?P<characters>[{TOGETHER}]+)|(?P<word>[^\W_{TOGETHER}]+)")
# Possessive, and only where a word begins: anything else takes quadratic time on one long word.
_JOINED = re.compile(rf"(?<![^\W_{TOGETHER}])[^\W_{TOGETHER}]++(?:[^\w\s]++[^\W_{TOGETHER}]++|_++[^\W_{TOGETHER}]++)++")

_ENGLISH = (
    "a about an and any are as at be been but by can could d did do does doing for from had has have he her hers him"
    " his how i if in into is it its ll many me much my of on or our over re s she should so some t that the their them"
    " then there these they this those to ve was we were what when where which who whom whose why will with would you"
    " your"
)
_CHINESE = (
    "什么 么是 是什 么时 时候 哪个 哪些 哪里 哪一 怎么 怎样 多少 如何 为什 是谁 的是 是否 是不 不是 有没 没有"
    " 的 了 吗 呢 是 在 谁 我 你 他 她"
)
STOP_WORDS = frozenset((*_ENGLISH.split(), *_CHINESE.split()))
"""What a question is asked with. Chinese ones are pairs, as they are cut."""


_ACCENT = re.compile("[\u0300-\u036f]")

Phrase = tuple[str, ...]
"""Words that stand one after the other."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a question, each once, in order, and the `phrases` of several that were written in one piece."""

    words: tuple[str, ...]
    phrases: tuple[Phrase, ...] = ()

    @property
    def all(self) -> tuple[Phrase, ...]:
        """The words, as phrases of one, and the phrases."""
        return (*((word,) for word in self.words), *self.phrases)


def match(phrase: Phrase) -> str:
    """A phrase in the syntax of FTS5."""
    return f'"{" ".join(phrase)}"'


def tokens(text: str) -> list[str]:
    """The words of a text as the index has them: stems, and the characters and pairs of its runs."""
    return [_stem(word) for word in _cut(folded(text), singles=True, pairs=True)]


def sequence(text: str) -> list[str]:
    """The words of a text one after the other, by their stems, characters of its runs one by one."""
    return [_stem(word) for word in _cut(folded(text), singles=True)]


def indexed(text: str) -> str:
    """A text as it is handed to the index: its words with spaces between."""
    return " ".join(tokens(text))


def asked(text: str) -> Words:
    """The words of a question that say what is looked for."""
    text = folded(text)
    words = dict.fromkeys(_cut(text, pairs=True))
    said = [word for word in words if word not in STOP_WORDS] or words
    phrases = (tuple(map(_stem, _cut(joined[0], pairs=True))) for joined in _JOINED.finditer(text))
    return Words(tuple(dict.fromkeys(map(_stem, said))), tuple(dict.fromkeys(phrases)))


def folded(text: str) -> str:
    """A text as it is compared: compatibility form, without case and accents, traditional characters as their
    simplified ones."""
    plain = _ACCENT.sub("", unicodedata.normalize("NFD", norm(text)))
    return unicodedata.normalize("NFKC", plain).translate(SIMPLIFIED)


@lru_cache(maxsize=200_000)
def _stem(word: str) -> str:
    return str(_stemmer()(word)) if word.isascii() and word.isalpha() else word


@cache
def _stemmer() -> Callable[[str], str]:
    from snowballstemmer import stemmer

    found: Callable[[str], str] = stemmer("english").stemWord
    return found


def _cut(text: str, *, singles: bool = False, pairs: bool = False) -> Iterator[str]:
    """The words of a text, and of its runs the single characters and the pairs; a character alone in any case."""
    for run in _RUN.finditer(text):
        characters = run["characters"]
        if characters is None:
            yield run["word"]
            continue
        if singles or len(characters) == 1:
            yield from characters
        if pairs:
            yield from (characters[at : at + 2] for at in range(len(characters) - 1))
