"""Typed predicates: what a relation is between, how many values it has at once, and how time treats it.

A predicate says six things that change how its claims are read or whether they are accepted.

    cardinality   one | many                   do values compete for the slot, or stand side by side
    extent        state | event | timeless     goes on until the next change; fills the unit it starts in; has no bounds
    resumes       true | false                 may an older value come back when a newer one is over (a home; not a job)
    stale_after   a length of time, or never   how long a fact is believed without doubt after it was last seen to hold
    subject       an entity type, or any       `person`, or several: `organisation|project`
    object        a kind of value              an entity type, or any, text, number, date, boolean

The first three are the contract's; a predicate that nobody declared is many-valued, a state, resumes and never goes
stale, since that hides no fact. A length of time is kept in ISO 8601 (`P180D`), however it was written.
`Predicate.said` keeps which fields were written down: only those are recorded in a store, because what a declaration
does not say stays as the store has it. Aliases are other names in the same direction (`works at`), the inverse is the
name in the other direction (`employs`). Sentence patterns and the words they share ride along as text; only the
built-in extractor reads them, and they are not recorded in a store.

An ontology is a value: nothing here reads a database or changes after loading.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from tkg import resources, rule_fields
from tkg.errors import BadName, BadPolicy, BadSchema, WrongKind
from tkg.kinds import LITERAL_KINDS, kind_problem, type_problem
from tkg.priority import order_of

FORMS = ("present", "since", "began", "was", "happened", "ended", "planned", "off")
"""What a sentence that matches a pattern says about the fact: it holds; it holds if the sentence says
since when; it began; it held once; it took place; it is over; it is planned; the plan is called off."""

Rule: TypeAlias = Mapping[str, object]

_FIELDS = ("cardinality", "extent", "resumes", "stale_after", "subject", "object", "unit", "aliases", "inverse")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One sentence pattern, as written: `{subject} (live|lives) in {object}`, for a language and a form of `FORMS`."""

    language: str
    form: str
    text: str


@dataclass(frozen=True, slots=True)
class Predicate:
    """One relation. `said` names the fields that were declared; the others have their defaults."""

    name: str
    cardinality: str = "many"
    extent: str = "state"
    resumes: bool = True
    stale_after: str | None = None
    subject: str = "any"
    object: str = "any"
    unit: str | None = None
    aliases: tuple[str, ...] = ()
    inverse: str | None = None
    patterns: tuple[Pattern, ...] = ()
    said: frozenset[str] = frozenset()

    @property
    def one(self) -> bool:
        """Whether the values of one subject compete for a single slot."""
        return self.cardinality == "one"

    def rule(self) -> Rule:
        """The declaration as a store records it: JSON values, only the fields that were said."""
        fields = {name: getattr(self, name) for name in _FIELDS if name in self.said}
        return fields | ({"aliases": list(self.aliases)} if "aliases" in self.said else {})

    @classmethod
    def from_rule(cls, name: str, rule: Rule, *, where: str = "declaration") -> "Predicate":
        """The predicate that a recorded or written rule declares; fields that it does not say take their defaults.

        Raises `BadSchema` for an unknown field or a value that the field does not take, naming `where` it stands.
        """
        return _predicate(name, rule, where)


@dataclass(frozen=True, slots=True)
class Language:
    """What the sentences of one language share: words that patterns call by name, and patterns of corrections."""

    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    corrections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ontology:
    """Predicates by name, and what their sentence patterns share, by language (`en`, `zh`). `priority` is the order of
    sources, best first, that the policy `source_priority` ranks by where a reader gives none; None says nothing of it.
    """

    predicates: Mapping[str, Predicate]
    languages: Mapping[str, Language] = field(default_factory=lambda: MappingProxyType({}))
    priority: tuple[str, ...] | None = None
    _names: Mapping[str, tuple[str, bool]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "predicates", MappingProxyType(dict(self.predicates)))
        object.__setattr__(self, "languages", MappingProxyType(dict(self.languages)))
        object.__setattr__(self, "_names", MappingProxyType(_names(self.predicates)))

    def __iter__(self) -> Iterator[Predicate]:
        return iter(self.predicates.values())

    def __len__(self) -> int:
        return len(self.predicates)

    @classmethod
    def load(cls, path: str | Path) -> "Ontology":
        """The ontology in a TOML file shaped like `schema/ontology.toml`.

        Raises `BadSchema`, naming the file, the predicate, the field and what it takes, and `FileNotFoundError`.
        """
        where = str(path)
        try:
            tables = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadSchema(f"{where}: not TOML: {error}") from error
        if stray := sorted(set(tables) - {"predicate", "language", "priority"}):
            raise BadSchema(
                f"{where}: unknown table {stray[0]!r}: use [predicate.<name>], [language.<code>] or priority = [...]"
            )
        predicates = {
            name: _predicate(name, table, where) for name, table in _table(tables, "predicate", where).items()
        }
        languages = {code: _language(code, table, where) for code, table in _table(tables, "language", where).items()}
        return _assembled(predicates, languages, _priority(tables.get("priority"), where), where)

    @classmethod
    def shipped(cls) -> "Ontology":
        """The vocabulary that comes with tkg."""
        return cls.load(resources.schema("ontology.toml"))

    @classmethod
    def of(cls, mapping: Mapping[str, str | Rule | Predicate], *, priority: Sequence[str] | None = None) -> "Ontology":
        """From a mapping of names to rules; `"one"` is short for `{"cardinality": "one"}`. Raises `BadSchema`."""
        predicates = {}
        for name, rule in mapping.items():
            if isinstance(rule, Predicate):
                predicates[name] = rule
            else:
                said: object = {"cardinality": rule} if isinstance(rule, str) else rule
                predicates[name] = _predicate(name, said, "ontology")
        return _assembled(predicates, {}, _priority(priority, "ontology"), "ontology")

    def get(self, name: str) -> Predicate:
        """The predicate of this exact name, or the default one: undeclared predicates are many-valued states."""
        return self.predicates.get(name) or Predicate(name)

    def named(self, name: str) -> tuple[str, bool] | None:
        """The declared predicate that a name, alias or inverse stands for, and whether it turns subject and object."""
        return self._names.get(name)


def check(predicate: Predicate, subject_type: str, value: object) -> None:
    """Raise `WrongKind` unless `predicate` takes a subject of `subject_type` (`""`: not known) and `value` as object.

    A `str` passes as the name of an entity or as text, whichever the predicate takes; for a date it must be the ISO
    text of a year, a month or a day. A bool is not a number, and a number is not text.
    """
    if problem := type_problem(predicate.subject, subject_type):
        raise WrongKind(f"{predicate.name} takes a subject of type {predicate.subject}: {problem}")
    if problem := kind_problem(predicate.object, predicate.unit, value):
        unit = f" in {predicate.unit}" if predicate.unit else ""
        raise WrongKind(f"{predicate.name} takes {predicate.object}{unit}: {problem}")


def _predicate(name: str, rule: object, where: str) -> Predicate:
    if not name.strip():
        raise BadSchema(f"{where}: a predicate needs a name")
    place = f"{where}: predicate {name!r}"
    if not isinstance(rule, Mapping):
        raise BadSchema(f"{place}: expected a table of {', '.join(_FIELDS)}, got {rule!r}")
    said: dict[str, object] = {}
    patterns: list[Pattern] = []
    for key, value in rule.items():
        if key in rule_fields.CHOICES:
            said[key] = rule_fields.choice(place, key, value)
        elif key in ("subject", "object"):
            said[key] = rule_fields.kind(place, key, value)
        elif key == "stale_after":
            said[key] = rule_fields.length(place, key, value)
        elif key in ("unit", "inverse"):
            said[key] = rule_fields.text(place, key, value)
        elif key == "aliases":
            said[key] = rule_fields.texts(place, key, value)
        elif isinstance(value, Mapping):
            patterns.extend(_patterns(place, key, value))
        else:
            allowed = f"{', '.join(_FIELDS)}, or a language with tables of {', '.join(FORMS)}"
            raise BadSchema(f"{place}: unknown field {key!r}: use {allowed}")
    if "unit" in said and said.get("object") != "number":
        raise BadSchema(
            f"{place}: unit: only a number has a unit, and the object is of kind {said.get('object', 'any')}"
        )
    if "inverse" in said and said.get("object") in LITERAL_KINDS:
        raise BadSchema(f"{place}: inverse: a {said['object']} cannot be a subject, so there is no inverse")
    return Predicate(name, patterns=tuple(patterns), said=frozenset(said), **said)  # type: ignore[arg-type]


def _patterns(place: str, language: str, forms: Mapping[str, object]) -> Iterator[Pattern]:
    for form, texts in forms.items():
        if form not in FORMS:
            raise BadSchema(f"{place}: {language}: unknown form {form!r}: use one of {', '.join(FORMS)}")
        for text in rule_fields.texts(place, f"{language}.{form}", texts):
            yield Pattern(language, form, text)


def _language(code: str, table: object, where: str) -> Language:
    place = f"{where}: language {code!r}"
    if not isinstance(table, Mapping):
        raise BadSchema(f"{place}: expected a table of words and corrections, got {table!r}")
    if stray := sorted(set(table) - {"words", "corrections"}):
        raise BadSchema(f"{place}: unknown field {stray[0]!r}: use words or corrections")
    words = {
        name: rule_fields.text(place, f"words.{name}", value) for name, value in _table(table, "words", place).items()
    }
    return Language(MappingProxyType(words), rule_fields.texts(place, "corrections", table.get("corrections", ())))


def _table(tables: Mapping[str, object], key: str, where: str) -> Mapping[str, object]:
    table = tables.get(key, {})
    if not isinstance(table, Mapping):
        raise BadSchema(f"{where}: {key}: expected a table, got {table!r}")
    return table


def _names(predicates: Mapping[str, Predicate]) -> dict[str, tuple[str, bool]]:
    """Each name, alias and inverse -> (predicate, turned?). A name that two predicates claim raises `BadSchema`."""
    names = {name: (name, False) for name in predicates}
    for predicate in predicates.values():
        others = [(alias, "aliases", False) for alias in predicate.aliases]
        if predicate.inverse is not None:
            others.append((predicate.inverse, "inverse", True))
        for name, key, flip in others:
            if name in names:
                raise BadSchema(f"predicate {predicate.name!r}: {key}: {name!r} already stands for {names[name][0]!r}")
            names[name] = predicate.name, flip
    return names


def _priority(given: object, where: str) -> tuple[str, ...] | None:
    try:
        return None if given is None else order_of(given)
    except (BadPolicy, BadName) as error:
        raise BadSchema(f"{where}: {error}") from error


def _assembled(
    predicates: Mapping[str, Predicate], languages: Mapping[str, Language], priority: tuple[str, ...] | None, where: str
) -> Ontology:
    try:
        return Ontology(predicates, languages, priority)
    except BadSchema as error:
        raise BadSchema(f"{where}: {error}") from error
