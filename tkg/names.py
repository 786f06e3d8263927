"""How names read: merges, splits, predicate maps and declarations, as of any place in the log.

Claims keep the names that they were said with. What a name means is worked out when it is read, from the map
operations recorded up to then, so that a merge can be looked through ("as of before it there are two") and undone.

- A *mention* is a name in one role of one claim. It is followed through the merges recorded after it, in the order in
  which they were recorded. A correction that keeps a name keeps the mention: that of the claim that said it first.
- `split` gives a mention another name, which counts from the split on, and makes that name an entity again: claims
  recorded later, queries and later operations that use it mean the new entity.
- A predicate is followed through the map of predicates, file-wide; `flip` swaps subject and object. The latest map of
  each counts; one of a predicate into itself takes the one before it back.
- A declaration sets some properties of a predicate; the latest one of each property holds.

All methods take `upto`, the place as of which they answer, and look only at what is recorded there or before. Lookups
are by name: nothing here grows with the number of claims, and the maps of one scope are loaded when first used.
"""

import json
import sqlite3
from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tkg.belief import Rule
from tkg.claim_table import SAYING_OBJECT, SAYING_SUBJECT
from tkg.intervals import MAX
from tkg.kinds import entity_types
from tkg.ontology import Predicate
from tkg.spelling import normal_form

SUBJECT, OBJECT = 0, 1

_MERGES = "SELECT place, old, new FROM merge WHERE scope = ? AND place > ? ORDER BY place"
_SPLITS = f"""
    SELECT place, claim, role, new, CASE role
        WHEN 0 THEN (SELECT c.s FROM claim c WHERE {SAYING_SUBJECT.format("split.claim")} AND c.s IS NOT NULL LIMIT 1)
        ELSE (SELECT c.o FROM claim c WHERE {SAYING_OBJECT.format("split.claim")} AND c.o IS NOT NULL LIMIT 1) END
    FROM split WHERE scope = ? AND place > ? ORDER BY place
"""
_PREDICATE_MAPS = "SELECT place, old, new, flip FROM predicate_map WHERE place > ? ORDER BY place"
_DECLARATIONS = "SELECT place, predicate, rule FROM declaration WHERE place > ? ORDER BY place"

_LAST_OF_NAMES = "SELECT MAX(place) FROM merge UNION ALL SELECT MAX(place) FROM split"


class Mentions:
    """The entities of one scope."""

    def __init__(self) -> None:
        self.loaded = -1
        self._merges: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._splits: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        self._again: dict[int, list[int]] = defaultdict(list)
        self._read_as: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._split_names: set[int] = set()
        self.change = False
        """Whether there is any merge or split: until then every name means itself."""

    def load(self, connection: sqlite3.Connection, scope: int, place: int) -> None:
        """Take in what was recorded since the last load, up to `place`."""
        for at, old, new in connection.execute(_MERGES, (scope, self.loaded)):
            self._merges[old].append((at, new))
            self._read_as[new].append((at, old))
            self.change = True
        for at, claim, role, new, said in connection.execute(_SPLITS, (scope, self.loaded)):
            self._splits[claim, role].append((at, new))
            self.change = True
            self._split_names.add(new)
            if not self._again[new] or self._again[new][-1] != at:
                self._again[new].append(at)
            if said is not None:
                self._read_as[new].append((at, said))
                self._split_names.add(said)
        self.loaded = place

    def entity(self, name: int, upto: int, said_at: int = MAX) -> int:
        """The entity that `name`, used at place `said_at`, means."""
        since = -1
        for place in self._again.get(name, ()):
            if place <= min(said_at, upto):
                since = place
        return self._follow(name, since, upto)

    def mention(self, name: int, said: int, role: int, upto: int) -> int:
        """The entity that the mention `name` of claim `said` (where it was first made) means."""
        given = None
        for place, new in self._splits.get((said, role), ()):
            if place <= upto:
                given = place, new
        if given is not None:
            return self._follow(given[1], given[0], upto)
        return self.entity(name, upto, said)

    def _follow(self, name: int, since: int, upto: int) -> int:
        while True:
            for place, new in self._merges.get(name, ()):
                if since < place <= upto:
                    name, since = new, place
                    break
            else:
                return name

    def spellings(self, entity: int, upto: int) -> list[int]:
        """The names whose mentions may read as `entity`: itself first. A superset where splits are involved."""
        found = [entity]
        for name in found:
            found += [old for place, old in self._read_as.get(name, ()) if place <= upto and old not in found]
        return found

    def places(self) -> set[int]:
        """The places of all merges and splits."""
        lists = (*self._merges.values(), *self._splits.values())
        return {place for changes in lists for place, _ in changes}

    def is_split(self, name: int) -> bool:
        """Whether some mention of this name was ever split off, or split to it."""
        return name in self._split_names


class Names:
    """The maps of one file: `predicates` at once, the mentions of a scope when first asked for."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Drop everything, to be read again: after a transaction that was rolled back, or an erasure."""
        self._loaded = -1
        self._mapped_at = -1
        self._scopes: dict[int, Mentions] = {}
        self._ids: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._forms: dict[str, list[int]] = defaultdict(list)
        self._without_form: list[tuple[int, str]] = []
        self._used: set[int] = set()
        self._maps: dict[int, list[tuple[int, int, bool]]] = defaultdict(list)
        self._rules: dict[int, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
        self._eras: list[int] = []
        self._declared: dict[tuple[int, int], dict[str, Any]] = {}
        self._ruled: dict[tuple[int, int], Rule] = {}
        self._typed: dict[tuple[int, int], Predicate] = {}
        self._spelled: dict[tuple[int, int], list[tuple[int, bool]]] = {}
        self._types: dict[int, frozenset[str]] = {}

    def load(self, connection: sqlite3.Connection, place: int) -> None:
        """Take in what was recorded since the last load, up to `place`, the last one of the reader's snapshot."""
        if place == self._loaded:
            return
        for id_, name, used in connection.execute("SELECT id, name, used FROM predicate"):
            self.note_predicate(id_, name)
            if used:
                self._used.add(id_)
        for at, old, new, flip in connection.execute(_PREDICATE_MAPS, (self._loaded,)):
            self._maps[old].append((at, new, bool(flip)))
            self._eras.append(at)
        for at, predicate, rule in connection.execute(_DECLARATIONS, (self._loaded,)):
            self._rules[predicate].append((at, json.loads(rule)))
            self._eras.append(at)
        self._eras.sort()
        self._mapped_at = max((at for (at,) in connection.execute(_LAST_OF_NAMES) if at is not None), default=-1)
        if self._eras:
            self._mapped_at = max(self._mapped_at, self._eras[-1])
        self._declared, self._ruled, self._typed, self._spelled, self._types = {}, {}, {}, {}, {}
        self._loaded = place

    def is_at(self, place: int) -> bool:
        """Whether all that was recorded up to `place`, and nothing later, is taken in."""
        return self._loaded == place

    def wrote(self, place: int) -> None:
        """This process has written up to `place`, nothing but claims: there is no map operation to take in."""
        self._loaded = place

    def places(self, connection: sqlite3.Connection, scope: int) -> list[int]:
        """The places, in order, at which names of this scope or rules may have begun to read differently."""
        return sorted({*self._eras, *self.mentions(connection, scope).places()})

    def changed_since(self, place: int) -> bool:
        """Whether names or rules, of any scope, were changed after `place`."""
        return self._mapped_at > place

    def mentions(self, connection: sqlite3.Connection, scope: int) -> Mentions:
        """The mentions of one scope, as loaded up to the last place given to `load`."""
        found = self._scopes.get(scope)
        if found is None:
            found = self._scopes[scope] = Mentions()
        if self.changed_since(found.loaded):
            found.load(connection, scope, self._loaded)
        return found

    @property
    def predicate_names(self) -> Mapping[int, str]:
        """The names of predicates by their ids. It has them all for whoever keeps it: what is forgotten is read anew
        into another one."""
        return self._names

    def predicate_id(self, name: str) -> int | None:
        return self._ids.get(name)

    def predicate_name(self, predicate: int) -> str:
        return self._names[predicate]

    def all_predicates(self) -> list[tuple[int, str]]:
        """Every predicate that the file has, with its name, in the order in which they were added."""
        return sorted(self._names.items())

    def written_alike(self, form: str) -> list[int]:
        """The predicates whose names have this normal form (see `tkg.spelling`), those added first first."""
        while self._without_form:
            predicate, name = self._without_form.pop()
            insort(self._forms[normal_form(name)], predicate)
        return self._forms.get(form, [])

    def note_predicate(self, predicate: int, name: str) -> None:
        """A predicate is there under this name."""
        if predicate not in self._names:
            self._ids[name], self._names[predicate] = predicate, name
            self._without_form.append((predicate, name))

    def note_used(self, predicate: int) -> None:
        """A claim is being written with this predicate, the first one."""
        self._used.add(predicate)
        self._spelled = {}

    def is_used(self, predicate: int) -> bool:
        return predicate in self._used

    def used(self) -> list[int]:
        """The predicates that some claim was said with."""
        return sorted(self._used)

    def predicate(self, predicate: int, upto: int) -> tuple[int, bool]:
        """The predicate that this one reads as, and whether its subject and object are swapped."""
        flip = False
        while (mapped := self.mapped(predicate, upto)) is not None:
            predicate, flipped = mapped
            flip ^= flipped
        return predicate, flip

    def mapped(self, predicate: int, upto: int) -> tuple[int, bool] | None:
        """What a predicate is mapped to, and whether it is turned; None if it reads as itself."""
        found = None
        for place, new, flip in self._maps.get(predicate, ()):
            if place > upto:
                break
            found = None if new == predicate else (new, flip)
        return found

    def read_differently(self, before: int, after: int) -> list[int]:
        """The predicates used by claims that do not read the same as of two places."""
        return [raw for raw in sorted(self._used) if self.predicate(raw, before) != self.predicate(raw, after)]

    def _era(self, upto: int) -> int:
        """The place of the last change of predicates up to `upto`: until the next one all answers are the same."""
        later = bisect_right(self._eras, upto)
        return self._eras[later - 1] if later else -1

    def spelled(self, predicate: int, upto: int) -> list[tuple[int, bool]]:
        """The predicates used by claims that read as `predicate`, each with its flip."""
        found = self._spelled.get((predicate, self._era(upto)))
        if found is None:
            read = ((raw, *self.predicate(raw, upto)) for raw in sorted(self._used))
            found = [(raw, flip) for raw, root, flip in read if root == predicate]
            self._spelled[predicate, self._era(upto)] = found
        return found

    def called(self, upto: int) -> list[tuple[str, int]]:
        """The other names of predicates, each with the predicate that it reads as, turned round or not."""
        mapped = [raw for raw in self._maps if self.mapped(raw, upto) is not None]
        return [(self._names[raw], self.predicate(raw, upto)[0]) for raw in mapped]

    def declared(self, predicate: int, upto: int) -> dict[str, Any]:
        """All that is declared of a predicate (one that reads as itself), property by property."""
        found = self._declared.get((predicate, self._era(upto)))
        if found is None:
            found = {}
            for place, rule in self._rules.get(predicate, ()):
                if place <= upto:
                    found |= rule
            self._declared[predicate, self._era(upto)] = found
        return found

    def is_declared(self, predicate: int, upto: int) -> bool:
        """Whether anything is declared of a predicate (one that reads as itself)."""
        return bool(self.declared(predicate, upto))

    def typed(self, predicate: int, upto: int) -> Predicate:
        """The same as a typed predicate, with the defaults of what is not declared."""
        found = self._typed.get((predicate, self._era(upto)))
        if found is None:
            found = Predicate.from_rule(self._names[predicate], self.declared(predicate, upto))
            self._typed[predicate, self._era(upto)] = found
        return found

    def types(self, upto: int) -> frozenset[str]:
        """The types of entities that some declaration names."""
        found = self._types.get(self._era(upto))
        if found is None:
            typed = [self.typed(predicate, upto) for predicate in self._rules]
            found = frozenset().union(*(entity_types(kind) for each in typed for kind in (each.subject, each.object)))
            self._types[self._era(upto)] = found
        return found

    def rule(self, predicate: int, upto: int) -> Rule:
        """What is declared of a predicate, as far as belief is concerned."""
        found = self._ruled.get((predicate, self._era(upto)))
        if found is None:
            declared = self.declared(predicate, upto)
            found = Rule(
                declared.get("cardinality", "many") == "one",
                declared.get("resumes", True),
                declared.get("extent", "state"),
            )
            self._ruled[predicate, self._era(upto)] = found
        return found
