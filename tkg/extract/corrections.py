"""Corrections of what was said before: "X, not Y" after a value, and sentences that only correct ("I meant X, not
Y").

The latter are patterns of the language, in `[language.<code>] corrections`, with `{object}` for what is right and
`{was}` for what had been said; `{Object}` and `{Was}` take only what begins with a capital or a digit, where the
words around them are too common to tell a correction alone. They name no predicate: the claim is found by the value
that was wrong.
"""

import re
from collections.abc import Mapping

from tkg.errors import BadSchema
from tkg.extract import grammar, lexicon, wordlists
from tkg.extract.grammar import MASK
from tkg.extract.passage import Passage
from tkg.extract.protocol import Candidate
from tkg.extract.sentences import Sentence
from tkg.ontology import Ontology

_WORD_EN = r"\w[^\s,.;:!?()\"“”\x01]*"
_CAPITAL_EN = r"(?=[A-ZÀ-ÖØ-Þ0-9])"
_VALUE = {
    "en": rf"(?:(?:in|at|to|for|on|from|a|an|the|with)[ ])?(?P<{{}}>{_WORD_EN}(?:[ ]{_WORD_EN}){{{{0,3}}}}?)",
    "zh": rf"[在叫去到]?(?P<{{}}>[^\s，。！？；：、,.!?;:“”\"（）{MASK}的了在]{{{{1,12}}}}?)",
}
_END = {"en": r"(?=\s*(?:[,.;:!?]|$|and\b|but\b))", "zh": r"(?=\s*(?:[，。！？；,.!?;啦啊哦呢]|$))"}
_CONTRAST = {
    "en": re.compile(rf"[\s{MASK}]*[,–—-]?\s*(?i:not|rather than)\s+{_VALUE['en'].format('was')}{_END['en']}"),
    "zh": re.compile(rf"[\s{MASK}]*[，,]?\s*(?:而)?(?:不是|并不是|并非|而非){_VALUE['zh'].format('was')}{_END['zh']}"),
}
_LONGEST_LEAD_ZH = 4  # characters
_CUE = {
    "en": re.compile(r"\b(?:not|meant|rather than)\b|n['’]t\b", re.IGNORECASE),
    "zh": re.compile("不是|并非|而非|说错"),
}


def contrast(text: str, language: str, at: int) -> tuple[str, int] | None:
    """The value that "not ..." right after `at` says was wrong, and where that ends."""
    found = _CONTRAST[language].match(text, at)
    if found is None or not _is_value(found["was"]):
        return None
    return found["was"], found.end("was")


class Corrections:
    """The correction patterns of an ontology's languages. Raises `BadSchema` for one that cannot be read."""

    def __init__(self, ontology: Ontology) -> None:
        self._patterns: dict[str, list[re.Pattern[str]]] = {}
        for code, language in ontology.languages.items():
            if language.corrections and code not in lexicon.FILLERS:
                raise BadSchema(f"language {code!r}: patterns can be in {', '.join(sorted(lexicon.FILLERS))}")
            self._patterns[code] = [_compiled(code, text, language.words) for text in language.corrections]

    def may_occur(self, sentence: Sentence) -> bool:
        """Whether the sentence has a word that all corrections have: cheap, so that few are looked at."""
        return bool(_CUE[sentence.language].search(sentence.text))

    def _begins(self, passage: Passage, found: re.Match[str]) -> bool:
        """Whether a Chinese correction begins its clause, but for a few words: prose contrasts things as well."""
        if passage.language != "zh":
            return True
        start = max((start for start, _ in passage.clauses if start <= found.start()), default=0)
        return found.start() - start <= _LONGEST_LEAD_ZH

    def find(self, passage: Passage) -> list[Candidate]:
        """The correction in a sentence that names no predicate. Time words are no values: whose bound is unsaid."""
        for pattern in self._patterns.get(passage.language, ()):
            found = pattern.search(passage.masked)
            if found and self._begins(passage, found) and _is_value(found["object"]) and _is_value(found["was"]):
                span = passage.span(*found.span())
                right, wrong = found["object"], found["was"]
                return [Candidate("correct", None, None, right, span, passage.quote(span), was=wrong)]
        return []


def _compiled(code: str, text: str, words: Mapping[str, str]) -> re.Pattern[str]:
    sequence = grammar.parse(text, code, words)
    slots = {name: _VALUE[code].format(name) for name in ("object", "was")}
    slots |= {name: (_CAPITAL_EN if code == "en" else "") + slots[name.lower()] for name in ("Object", "Was")}
    if not {"{object}", "{was}"} <= set(re.findall(r"\{\w+\}", text.lower())):
        raise BadSchema(f"language {code!r}: correction {text!r}: needs {{object}} and {{was}}")
    return re.compile(grammar.Translator(code, "first", slots).pattern(sequence, -1) + _END[code])


def _is_value(text: str) -> bool:
    if lexicon.NO_VALUE_ZH.search(text):
        return False
    words = text.lower().split()
    return bool(words) and not any(word in wordlists.NO_VALUE_EN for word in words) and any(c.isalnum() for c in text)
