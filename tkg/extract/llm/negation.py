"""Whether a quote says that it is not so, where a proposal says that it is.

Only what is sure counts. A negation and what it governs stand in one clause, the negation first. It governs the value
if the predicate's own verb stands between the two ("does not eat meat", `eats`), if it is a form of "to be" with
nothing but small words before the value ("is not a manager"), if it belongs to the value ("no meat", "nicht in Oslo"),
or, in Chinese, if no more than a verb does (不吃肉). A predicate that carries the negation itself (`dislikes`,
`does_not_eat`) says what the quote says. Everything else is left: "can't stand onions" is no negation of `dislikes`,
and "not only" is none at all.
"""

import re

from tkg.extract.llm.wording import folded, place, related, words

_CLAUSE = re.compile(
    r"[,;:.!?，。；：！？、()（）]|\b(?:and|but|or|because|although|und|aber|oder|weil)\b|但是?|而且?|因为"
)
_NEGATION = re.compile(
    r"\b(?:not|never|nicht|nie|niemals|kein(?:e[nmrs]?)?|cannot"
    r"|(?:do|does|did|is|are|was|were|has|have|had|would|could|should|wo|ca)n't)\b"
)
_NO_NEGATION = re.compile(
    r"\bnot (?:only|just|merely|least)\b|\bnicht nur\b|\b(?:can't|cannot) (?:wait|help)\b"
    r"|\b(?:without|ohne|until|bis)\b"
)
_TO_BE = re.compile(
    r"(?:\b(?:am|is|are|was|were|i'm|he's|she's|it's|bin|ist|sind|war|waren) (?:not|never|nicht|nie|kein(?:e[nmrs]?)?)"
    r"|\b(?:is|are|was|were)n't)"
    r"(?: (?:a|an|the|in|at|on|from|any|ein|eine|der|die|das|aus))*$"
)
_OF_THE_VALUE = re.compile(r"\b(?:no|kein(?:e[nmrs]?)?|nicht(?: (?:in|bei|an|auf|aus|mit|als|am|im|beim))?)$")
_CHINESE = re.compile(r"(?:不再|从不|從不|没有|沒有|并不|並不|绝不|[不没沒])[\u4e00-\u9fff]{0,2}$")
_NO_CHINESE = re.compile(
    r"不但|不仅|不僅|不只|不光|不过|不過|不久|不错|不錯|不得不|不能不|差不多|不同|不少|不如|没问题|沒問題|不是.{0,8}就是"
)
_NEGATIVE = re.compile(
    r"^(?:not?|never|non|cannot|without|no_longer|former|ex|left|free|refuses?|rejects?|hates?|denie[sd]|stop\w*|quits?"
    r"|lack\w*|avoid\w*|dis\w+|un\w+|allerg\w*|intoleran\w*|absent|missing|kein\w*|nicht|不|没|沒|无|無)$"
)
_SAME = {"has": "have", "had": "have"}
_SHORTEST_VERB = 3
"""Letters: what is shorter in a predicate (`works_at`, `is_a`) is no verb that a negation could be told by."""


def denies(quote: str, predicate: str, value: str | float | bool | None) -> bool:
    """Whether the quote plainly says that the value is none of the predicate."""
    carried = words(predicate.replace("_", " "))
    verbs = tuple(_SAME.get(word, word) for word in carried if len(word) >= _SHORTEST_VERB)
    text = folded(quote).replace("’", "'")
    if any(_NEGATIVE.match(word) for word in carried) or _NO_NEGATION.search(text) or _NO_CHINESE.search(text):
        return False
    if isinstance(value, bool):
        return value and any(_governs(clause, verbs) for clause in _CLAUSE.split(text))
    sought = folded(str(value)) if value is not None else ""
    if not sought or any(_NEGATIVE.match(word) for word in words(sought)):
        return False
    at = place(sought, text)
    if at is None:
        return False
    clause = _CLAUSE.split(text[:at])[-1].rstrip()
    return _governs(clause, verbs) or any(each.search(clause) for each in (_TO_BE, _OF_THE_VALUE, _CHINESE))


def _governs(clause: str, verbs: tuple[str, ...]) -> bool:
    """Whether a negation of the clause is followed by one of the verbs."""
    negations = list(_NEGATION.finditer(clause))
    if len(negations) != 1:
        return False
    after = words(clause[negations[0].end() :])
    return any(related(word, verb) for word in after for verb in verbs)
