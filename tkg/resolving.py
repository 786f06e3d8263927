"""Which entity a name is that an extractor read out of words: one that is known, or a new one.

A *mention* is a name, the type that the extractor gave it, if any, and the kind that the predicate declares where it
stands. What can be meant by it, its *types*, is what the predicate declares; where that is several or nothing, the type
that the extractor said, if it is one that some declaration names. (A word for a type that no declaration knows says
nothing, and neither does one that the predicate does not take.) It is looked for in this order:

    exact   an entity of the very same name, whose type fits
    name    one whose name has the same form (`tkg.alike`), whose type fits
    alias   either of them, where that name reads as another entity since a merge: reads follow the merge
    new     none of them

How like two names look or sound links nothing. A name that is new may have an entity that comes close to it as a
`suggestion`, for somebody to decide (`tkg.resembling`).

**Types.** A bare name counts as of the types that its claims say (`tkg.fitting`), so that "Acme", recorded by hand as
somebody's employer, is the "Acme" that an extractor calls an organisation. What fits is, in this order: an entity of a
type that is meant; a bare name that counts as of one; a bare name of which no type is known. If the mention has no
type, the bare name is, as it was said, or the only typed entity that there is.

A new entity is a bare name, as one that is recorded by hand. Only where the bare name is already that of something
else does it get its type: "Washington", where Ann lives, and `Entity("Washington", "person")`, who works at Acme; or
its types, where it is one of several (`organisation|person`). So one name with two types that are known is two
entities, whichever comes first, and whoever asks for the bare name gets both. A type that only the extractor says would
be forgotten with a bare name, so it is kept with the link (`type` of a `Resolved`).

**In doubt, as it was said.** If several entities fit that do not read as one, none is picked: it is the bare name, as
it was said.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from tkg.alike import form, unwrapped
from tkg.fitting import Fit, Fitting, kind_of_side
from tkg.kinds import LITERAL_KINDS, entity_types
from tkg.ontology import Predicate
from tkg.store import Store
from tkg.terms import Bearer, clean
from tkg.values import Entity, Text, Value

if TYPE_CHECKING:
    from tkg.resembling import Resembling

How: TypeAlias = Literal["exact", "name", "alias", "new"]

_SPELLED_TYPES = {
    "organization": "organisation", "company": "organisation", "institution": "organisation", "组织": "organisation",
    "公司": "organisation", "机构": "organisation", "location": "place", "city": "place", "town": "place",
    "country": "place", "地点": "place", "地方": "place", "城市": "place", "国家": "place", "people": "person",
    "human": "person", "人": "person", "人物": "person",
}  # fmt: skip
"""Words for types as extractors write them, where they are not those of the shipped vocabulary."""


class Mention(NamedTuple):
    """A name as an extractor says it, the `type` that it gives it ("" for none), and the `kind` that the predicate
    takes where it stands."""

    name: str
    type: str = ""
    kind: str = "any"


class Suggestion(NamedTuple):
    """An entity that a name may be another name of, and how close it comes: a cosine."""

    value: str | Entity
    score: float


@dataclass(frozen=True, slots=True)
class Resolved:
    """The `value` that a claim says, and `how` it was found; `score` is 1.0 for what is known and 0.0 for what is new.

    `type` is what must be kept with the link, since neither the value nor the predicate says it; "" for nothing.
    `suggestion` is another entity that a new one may be.
    """

    value: str | Entity
    how: How
    score: float
    type: str = ""
    suggestion: Suggestion | None = None


@dataclass(slots=True)
class Resolver:
    """Resolves what is said in one scope. It is good for one write transaction, and remembers what it found in it.

    `resembling` makes suggestions; without it there are none. That costs some tens of milliseconds for a new name.
    """

    store: Store
    scope: int
    resembling: "Resembling | None" = None
    _known: dict[Mention, Resolved] = field(default_factory=dict)
    _mentions: defaultdict[str, list[Mention]] = field(default_factory=lambda: defaultdict(list))
    _fitting: Fitting = field(init=False)

    def __post_init__(self) -> None:
        self._fitting = Fitting(self.store.connection, self.store.terms, self.store.names, self.scope)

    def sides(
        self,
        subject: str | Entity,
        predicate: str,
        value: Value | None,
        place: int,
        *,
        types: tuple[str, str] = ("", ""),
    ) -> tuple[Resolved, Resolved | None]:
        """The subject and the object of a statement, as of a place of the log; None for an object that is no entity.

        `types` are what the extractor calls them; an `Entity` has its own. Raises BadName.
        """
        typed, flip = self._predicate(predicate, place)
        found = self.resolve(_mention(subject, types[0], kind_of_side(typed, flip)), place)
        kind = kind_of_side(typed, not flip)
        if kind in LITERAL_KINDS or not isinstance(value, (str, Entity)) or isinstance(value, Text):
            return found, None
        return found, self.resolve(_mention(value, types[1], kind), place)

    def resolve(self, mention: Mention, place: int) -> Resolved:
        """The entity that a mention is, as of a place of the log. Raises BadName."""
        known = self._known.get(mention)
        return self._decided(mention, place) if known is None else known

    def _decided(self, mention: Mention, place: int) -> Resolved:
        said = clean(mention.name, "the name")
        types, kept = self._types(mention, place)
        alike = self.store.terms.alike(self.scope, said)
        name = next((n for n in (said, unwrapped(said)) if any(each.name == n for each in alike)), unwrapped(said))
        same = [each for each in alike if each.name == name]
        fitting = _best(self._fit(same, types, place), types)
        is_told_apart = bool(same) and not fitting
        if not fitting:
            fitting = self._fit([each for each in alike if each.name != name], types, place)
        root, *others = dict.fromkeys(self._root(each, place) for each in fitting) or (None,)
        if root is None or others:
            bare = next((each for each in same if not each.type), None)
            if bare is not None and not is_told_apart:
                return Resolved(name, self._how(bare, said, place), 1.0, kept)
            return self._new(name, types, kept, place, is_told_apart=is_told_apart)
        chosen = min(fitting, key=lambda each: (each.term != root, each.term))
        found = Resolved(chosen.value, self._how(chosen, said, place), 1.0, "" if chosen.type else kept)
        if not types or fitting[chosen] is Fit.SAME:
            # What fits because nothing is known of its type may not do so any more once the claim is written.
            self._known[mention] = found
            self._mentions[form(said)].append(mention)
        return found

    def _new(self, name: str, types: frozenset[str], kept: str, place: int, *, is_told_apart: bool) -> Resolved:
        for mention in self._mentions.pop(form(name), ()):
            del self._known[mention]
        suggestion = None
        if self.resembling is not None:
            close = self.resembling.around(self.store, self.scope, name, place)
            suggestion = self.resembling.nearest(name, list(self._fit(close, types, place)))
        if is_told_apart:
            return Resolved(Entity(name, "|".join(sorted(types))), "new", 0.0, "", suggestion)
        return Resolved(name, "new", 0.0, kept, suggestion)

    def _how(self, chosen: Bearer, said: str, place: int) -> How:
        if self._root(chosen, place) != chosen.term:
            return "alias"
        return "exact" if chosen.name == said else "name"

    def _root(self, bearer: Bearer, place: int) -> int:
        return self.store.names.mentions(self.store.connection, self.scope).entity(bearer.term, place)

    # --- types ---

    def _predicate(self, name: str, place: int) -> tuple[Predicate, bool]:
        """A predicate by name, as it reads, and whether subject and object change places."""
        names = self.store.names
        known = names.predicate_id(clean(name, "the predicate"))
        if known is None:
            return Predicate(name), False
        root, flip = names.predicate(known, place)
        return names.typed(root, place), flip

    def _types(self, mention: Mention, place: int) -> tuple[frozenset[str], str]:
        """The types that a mention may be of, and the one that only the extractor says, "" if that is none."""
        declared = entity_types(mention.kind)
        word = mention.type.strip()
        if not word:
            return declared, ""
        types = self.store.names.types(place)
        said = word if word in types else _SPELLED_TYPES.get(word.casefold(), word.casefold())
        if said not in types or (declared and said not in declared):
            return declared, ""
        return frozenset((said,)), "" if declared == {said} else said

    def _fit(self, bearers: Sequence[Bearer], types: frozenset[str], place: int) -> dict[Bearer, Fit]:
        """Those that may be meant, each with how it stands to the types."""
        found = {each: self._fitting.of(each, types, place) for each in bearers}
        return {each: fit for each, fit in found.items() if fit is not Fit.OTHER}


def _best(fitting: dict[Bearer, Fit], types: frozenset[str]) -> dict[Bearer, Fit]:
    """Those of one name that fit best: typed ones where a type is meant, else the bare name."""
    best = {each: fit for each, fit in fitting.items() if bool(each.type) == bool(types)}
    return best or fitting


def _mention(value: str | Entity, type_: str, kind: str) -> Mention:
    return Mention(value.name, value.type or type_, kind) if isinstance(value, Entity) else Mention(value, type_, kind)
