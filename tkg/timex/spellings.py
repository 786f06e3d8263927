"""Many spellings of a name in one line: '{st|saint} {patricks|paddys} [day]' is eight names.

Braces hold alternatives, square brackets a part that may be missing; neither nests in itself, brackets may hold braces.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_CHOICE = re.compile(r"\{([^{}]*)\}")


def spelled(pattern: str) -> Iterator[str]:
    """Every name that a pattern stands for, with single spaces."""
    optional = _OPTIONAL.search(pattern)
    if optional:
        for part in (optional[1], ""):
            yield from spelled(pattern[: optional.start()] + part + pattern[optional.end() :])
        return
    choice = _CHOICE.search(pattern)
    if choice:
        for part in choice[1].split("|"):
            yield from spelled(pattern[: choice.start()] + part + pattern[choice.end() :])
        return
    yield " ".join(pattern.split())


def keys_by_name(patterns: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Name to key out of key to patterns. Raises ValueError where a name stands for two keys."""
    found: dict[str, str] = {}
    for key, several in patterns.items():
        for pattern in several:
            for name in spelled(pattern):
                if found.setdefault(name, key) != key:
                    raise ValueError(f"{name!r} names both {found[name]!r} and {key!r}: keep one")
    return found
