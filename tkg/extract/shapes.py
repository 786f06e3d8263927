"""Whether words can be the subject or the value that the verb around them asks for.

A pattern says where a value stands. Verbs that take many kinds of object (joined, taking, 去, 叫, 得了, 停了) need
more: what the words look like. A club that is joined is nobody's employer, and 得了第一名 names no illness. Where a
shape can be told it is asked for; else what is known not to fit is left out. These are rules of the languages, over
the kinds of values, and name no predicate: `english_shapes` and `chinese_shapes` have them.
"""

import re

from tkg.extract import chinese_shapes, english_shapes
from tkg.ontology import Predicate

_JOINING = {
    "en": re.compile(r"\b(?:join(?:ed|ing)?|left|quit) (?:the )?$", re.IGNORECASE),
    "zh": re.compile("(?:加入|离开|退出)了?$"),
}
_CLUB = {
    "en": re.compile(
        r"\b(?:choir|club|society|association|union|party|league|band|orchestra|gym|board|committee|guild|church"
        r"|congregation|team|squad|crew|group|forum|network|alliance|federation)$",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "(?:俱乐部|协会|工会|[^社]会|(?<!集)团|队|联盟|党|(?<!出版)(?<!通讯)(?<!旅行)(?<!杂志)(?<!报)社|会员|小组)$"
    ),
}
_AROUND = 24  # characters before and after the words that are looked at


def fits(predicate: Predicate, language: str, text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]`, in a masked sentence, can be a value of the predicate where it stands."""
    before, words, after = text[max(0, start - _AROUND) : start], text[start:end], text[end : end + _AROUND]
    own = chinese_shapes.fits if language == "zh" else english_shapes.fits
    if not own(predicate, before, words, after):
        return False
    if "organisation" in predicate.object.split("|") and _JOINING[language].search(before):
        return bool(_CLUB[language].search(words)) is not predicate.one  # one has one employer and many clubs
    return True


def may_be(predicate: Predicate, language: str, words: str) -> bool:
    """Whether a subject that is called `words` can be what the predicate asks for."""
    return chinese_shapes.may_be(predicate, words) if language == "zh" else english_shapes.may_be(predicate, words)
