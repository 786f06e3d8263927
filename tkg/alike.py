"""When two spellings are one name: the form in which an extractor's names are compared.

The form of a name is its compatibility form (NFKC) without case, with white space in single spaces, without quotation
marks or brackets around it, without the punctuation of a sentence at its ends, and without one full stop after it:
`ＡＣＭＥ`, `"Acme,"` and `acme` are one, and so are `Acme Inc` and `Acme Inc.`. Every script is treated so, none is
left out, and nothing else is folded: accents, hyphens, word order and traditional characters stay, since they tell
names apart.

It is for names that are read out of words. What is written by hand is kept as it is written (see `tkg.terms`).
"""

import unicodedata

_PAIRS = {
    '"': '"', "'": "'", "`": "`", "“": "”", "„": "“", "‘": "’", "«": "»", "‹": "›", "「": "」", "『": "』", "《": "》",
    "〈": "〉", "＂": "＂", "＇": "＇", "(": ")", "（": "）", "[": "]", "［": "］", "【": "】",
}  # fmt: skip
_AT_ENDS = " \u3000,;:，；：、。｡､"


def unwrapped(name: str) -> str:
    """A name without the marks around it and the punctuation of a sentence at its ends; as it is, if nothing is left.

    A mark stays where it also stands inside: `“A” and “B”` begins and ends with one, and is not in quotes.
    """
    inner = name
    while True:
        shorter = _without_pair(inner.strip(_AT_ENDS))
        if not shorter:
            return name
        if shorter == inner:
            return inner
        inner = shorter


def form(name: str) -> str:
    """The form of a name, "" only of "". The form of a form is itself."""
    folded = name
    while True:
        again = _folded_once(folded)
        if again == folded:
            return folded
        folded = again


def is_of(name: str, form_: str) -> bool:
    """Whether a name without marks around it has this form, and nothing but case, width and white space set aside."""
    return _plain(name) in (form_, f"{form_}.")


def _folded_once(name: str) -> str:
    plain = unwrapped(_plain(name))
    return plain[:-1].rstrip() if plain.endswith(".") and plain.strip(". ") else plain


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _without_pair(name: str) -> str:
    closing = _PAIRS.get(name[:1])
    if closing is None or len(name) < 2 or name[-1] != closing:
        return name
    inner = name[1:-1]
    return name if name[0] in inner or closing in inner else inner
