"""Sources as a reader names them: whose claims an answer is made of.

`sources=[...]` and `without=[...]` ask what would be believed if these alone were heard, or all but those. The claims
of the others are left out before anything else is looked at, as if nobody had made them, at every recorded time. The
record is the same for all: names read as all of the log says, and a claim that was retracted or corrected stays so,
whoever said what took its place.
"""

import json
from dataclasses import dataclass

from tkg.errors import InputError
from tkg.terms import source_name

_ONE_OF = "c.source IN (SELECT value FROM json_each(:sources))"
_NONE_OF = "c.source NOT IN (SELECT value FROM json_each(:sources))"


@dataclass(frozen=True, slots=True)
class Heard:
    """Which sources are heard, by their ids: `only` these, or all if it is None, but for those in `without`."""

    only: frozenset[int] | None = None
    without: frozenset[int] = frozenset()

    @property
    def everyone(self) -> bool:
        """Whether nobody is left out."""
        return self.only is None and not self.without

    def __contains__(self, source: int) -> bool:
        return source not in self.without and (self.only is None or source in self.only)

    def condition(self) -> tuple[str, dict[str, str]]:
        """What must hold in SQL of a claim `c` of a source that is heard, with its parameters."""
        if self.everyone:
            return "1", {}
        if self.only is None:
            return _NONE_OF, {"sources": json.dumps(sorted(self.without))}
        return _ONE_OF, {"sources": json.dumps(sorted(self.only - self.without))}


EVERYONE = Heard()


def names_of(option: str, given: object) -> tuple[str, ...]:
    """The names of sources that `option` gives, each in the form in which it is stored. Raises InputError, BadName."""
    if not isinstance(given, (list, tuple, set, frozenset)):
        raise InputError(f"{option}={given!r} is no list: give the names of sources, such as {option}=['HR']")
    return tuple(dict.fromkeys(source_name(name) for name in given))


def heard_alone(given: object) -> tuple[str, ...]:
    """The names that `sources` gives: at least one. Raises InputError, BadName."""
    names = names_of("sources", given)
    if not names:
        raise InputError("sources=[] hears nobody: leave it out to hear all, or name those to be heard")
    return names
