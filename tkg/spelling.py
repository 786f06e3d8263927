"""The normal form of a predicate's name: what is left once nothing counts but its words.

Extractors write one name in many ways: `works_for`, "Works For", `worksFor`, "works-for". In normal form they are the
same: compatibility form, without case, words in small letters joined by one underscore. Letters of every script stay as
they are.

Entities are not compared so: see `tkg.terms`.
"""

import unicodedata

_SEPARATORS = ("Pc", "Pd", "Zs")


def normal_form(name: str) -> str:
    """The name in normal form; "" of one that has nothing but separators."""
    words = "".join(_spaced(unicodedata.normalize("NFKC", name)))
    return "_".join(unicodedata.normalize("NFKC", words.casefold()).split())


def in_words(name: str) -> str:
    """The words of a name, with spaces between them."""
    return normal_form(name).replace("_", " ")


def _spaced(name: str) -> list[str]:
    """The letters of a name, with spaces for separators and where camelCase begins a word: before a capital that
    follows a small letter, and before the last of several that begins a word (`NASAEmployee`)."""
    found = []
    for before, letter, after in zip(f" {name}", name, f"{name[1:]} ", strict=False):
        # Cherokee folds to its capitals: those begin no word, so that a normal form is its own.
        is_capital = letter.isupper() and letter.casefold() != letter
        if is_capital and (before.islower() or (before.isupper() and after.islower())):
            found.append(" ")
        found.append(" " if unicodedata.category(letter) in _SEPARATORS else letter)
    return found
