"""Sentences that only correct what was said before: "I meant X, not Y".

They are patterns of the language, in `[language.<code>] corrections`, with `{object}` for what is right and
`{was}` for what had been said; `{Object}` and `{Was}` take only what begins with a capital or a digit, where the
words around them are too common to tell a correction alone. They name no predicate: the claim is found by the value
that was wrong.
"""

import re
from collections.abc import Mapping, Sequence

from tkg.errors import BadSchema
from tkg.extract import contrasts, grammar, lexicon
from tkg.extract.passage import Passage
from tkg.extract.protocol import Candidate, Skipped
from tkg.extract.sentences import Sentence
from tkg.ontology import Ontology

_CAPITAL_EN = r"(?=[A-ZÀ-ÖØ-Þ0-9])"
_OTHER_LEAD_ZH = re.compile("^[这那]|[要点选买]的$")
"""What is right in front is pointed at or ordered, and was not said before."""
_LONGEST_LEAD_ZH = 4  # characters
_CUE = {
    "en": re.compile(r"\b(?:not|meant|rather than)\b|n['’]t\b", re.IGNORECASE),
    "zh": re.compile("不是|并非|而非|说错"),
}


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
        lead = passage.masked[start : found.start()]
        return len(lead) <= _LONGEST_LEAD_ZH and not _OTHER_LEAD_ZH.search(lead)

    def find(self, passage: Passage, said: Sequence[Candidate | Skipped]) -> list[Candidate | Skipped]:
        """The correction in a sentence of which the patterns of predicates made what is in `said`.

        None where those looked at the same words and would not have them. Time words are no values: whose bound is
        unsaid.
        """
        if passage.silenced == "corrects a date" and not said:
            span = passage.span(0, len(passage.text))
            return [Skipped(passage.silenced, span, passage.quote(span))]
        for pattern in self._patterns.get(passage.language, ()):
            found = pattern.search(passage.masked)
            if found and self._begins(passage, found) and contrasts.are_values(found["object"], found["was"]):
                span = passage.span(*found.span())
                if any(each.span[0] < span[1] and span[0] < each.span[1] for each in said):
                    return []
                if passage.silenced is not None:
                    return [Skipped(passage.silenced, span, passage.quote(span))]
                right, wrong = found["object"], found["was"]
                return [Candidate("correct", None, None, right, span, passage.quote(span), was=wrong)]
        return []


def _compiled(code: str, text: str, words: Mapping[str, str]) -> re.Pattern[str]:
    sequence = grammar.parse(text, code, words)
    slots = {name: contrasts.VALUE[code].format(name) for name in ("object", "was")}
    slots |= {name: (_CAPITAL_EN if code == "en" else "") + slots[name.lower()] for name in ("Object", "Was")}
    if not {"{object}", "{was}"} <= set(re.findall(r"\{\w+\}", text.lower())):
        raise BadSchema(f"language {code!r}: correction {text!r}: needs {{object}} and {{was}}")
    return re.compile(grammar.Translator(code, "first", slots).pattern(sequence, -1) + contrasts.END[code])
