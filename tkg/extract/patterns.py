"""The sentence patterns of an ontology, ready to be tried: found by the words that they turn on, compiled at need."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tkg.errors import BadSchema
from tkg.extract import grammar, lexicon, wordlists
from tkg.kinds import type_problem
from tkg.ontology import Language, Ontology, Pattern, Predicate

_WORD = re.compile(r"[^\W_]+")

_CAPITAL = r"[A-ZÀ-ÖØ-Þ]"
_NAME_WORD = rf"(?!I(?![\w&-])){_CAPITAL}(?:[\w&-]|\.(?=\w))*(?:['’](?!(?:s|m|ve|ll|d|re)\b)\w+)*"
_JOIN = r"(?:of the|of|de la|de|del|da|du|la|van der|van|von|al|bin|&)"
_NAME = rf"{_NAME_WORD}(?:[ ](?:{_JOIN}[ ])?{_NAME_WORD}){{0,5}}"
_GIVEN_ZH = "(?![曾在被有将于由和与是的了新也都已担任兼则及向从等说就还没不会要去来住到搬])[一-鿿]"
_NAME_ZH = rf"(?:(?:欧阳|司马|诸葛|上官|司徒|[{wordlists.SURNAMES_ZH}])(?:{_GIVEN_ZH}){{1,2}}?|[小老阿]{_GIVEN_ZH})"
_LATIN_ZH = r"(?<![A-Za-z0-9])(?<![A-Za-z] )[A-Za-z][A-Za-z0-9&.'’-]*(?:[ ][A-Z][A-Za-z0-9&.'’-]*){0,4}"
_BEFORE_NAME_ZH = r"(?:(?<![一-鿿·])|(?<=[但而和妹弟哥姐婆公友事学]))"
_STOPS_ZH = rf"\s{grammar.MASK}，。！？；：、,.!?;:（）()“”\"「」…"

_ENTITY_EN = rf"(?:(?:[Tt]he|my hometown of|the city of)[ ])?(?P<object>{_NAME})"
_PHRASE_EN = rf"(?P<object>\w[^\s{grammar.MASK},.;:!?()\"“”]*(?:[ ]\w[^\s{grammar.MASK},.;:!?()\"“”]*){{0,11}}?)"
_NUMBER = r"(?P<object>\d+(?:\.\d+)?)"
_DATE = rf"(?P<object>{grammar.MASK}+)"

_SLOTS = {
    ("en", "first"): {
        "subject": r"(?P<subject>(?<![\w'’.-])(?:[Ii](?=(?:m|ve)\b)|(?:[Ii](?!\.)|[Ww]e|[Yy]ou|[Tt]hey)\b))",
        "subject's": r"(?P<subject>(?<![\w'’.-])(?i:my|our|your|their)\b)",
    },
    ("en", "third"): {
        "subject": rf"(?P<subject>(?<![\w'’.-])(?:[Hh]e|[Ss]he|[Ii]t|{_NAME})(?!\w))",
        "subject's": rf"(?P<subject>(?<![\w'’.-])(?:[Hh]is|[Hh]er|[Ii]ts|{_NAME}(?=['’]s)))(?:['’]s)?",
    },
    ("zh", "first"): {
        "subject": r"(?P<subject>(?<![给让叫带帮写成喊唱念传签])(?:[我俺咱]们|[我俺]|本人))",
        "subject's": r"(?P<subject>(?<![给让叫带帮写成喊唱念传签])(?:[我俺]们|[我俺]))",
    },
    ("zh", "third"): {
        "subject": rf"(?P<subject>{_BEFORE_NAME_ZH}(?:[他她它你您]们?|大家|{_NAME_ZH}|{_LATIN_ZH}))",
        "subject's": rf"(?P<subject>{_BEFORE_NAME_ZH}(?:[他她它你您]们?|{_NAME_ZH}|{_LATIN_ZH}))",
    },
}
_ME = {
    "en": (r"(?P<subject>(?<![\w'’.-])(?:[Ii](?=(?:m|ve)\b)|[Ii]\b(?!\.)))", r"(?P<subject>(?<![\w'’.-])(?i:my)\b)"),
    "zh": (
        r"(?P<subject>(?<![给让叫带帮写成喊唱念传签])[我俺](?!们))",
        r"(?P<subject>(?<![给让叫带帮写成喊唱念传签])[我俺](?!们))",
    ),
}
_NEVER = r"(?!)"


@dataclass(slots=True)
class Compiled:
    """A pattern with its cue. The expressions are made at first use: most texts need few of some hundred."""

    predicate: Predicate
    form: str
    language: str
    sequence: grammar.Wording
    cue: int
    words: frozenset[str]
    _whole: dict[grammar.Person, re.Pattern[str]] = field(default_factory=dict)
    _continued: dict[grammar.Person, re.Pattern[str]] = field(default_factory=dict)

    @property
    def has_object(self) -> bool:
        return _mentions(self.sequence, "object")

    @property
    def object_is_last(self) -> bool:
        return bool(self.sequence) and self.sequence[-1] == (grammar.Slot("object"),)

    @property
    def endings(self) -> bool:
        """Whether the value must end with certain words, so that it ends where it matched."""
        return any(isinstance(item[0], grammar.Slot) and bool(item[0].endings) for item in self.sequence)

    @property
    def goes_on(self) -> bool:
        """Whether words of the pattern follow the value."""
        last = self.sequence[-1][-1]
        return not (isinstance(last, grammar.Slot) and last.name == "object")

    @property
    def has_subject(self) -> bool:
        return any(_mentions(self.sequence, slot) for slot in ("subject", "subject's", "me", "my"))

    @property
    def continues(self) -> bool:
        """Whether it can carry on from a clause before, with that one's subject."""
        return self.sequence[0] == (grammar.Slot("subject"),)

    def persons(self) -> Iterator[grammar.Person]:
        """Which grammatical persons its subject can be: the speaker is a person, and so not the subject of all."""
        if type_problem(self.predicate.subject, "person") is None or not self.has_subject:
            yield "first"
        if self.has_subject:
            yield "third"
            if self.language == "en" and self.form in ("present", "since") and self.continues:
                yield "base"

    def whole(self, person: grammar.Person) -> re.Pattern[str]:
        if person not in self._whole:
            written = self._translator(person).pattern(self.sequence, self.cue)
            self._whole[person] = re.compile(written)
        return self._whole[person]

    def continued(self, person: grammar.Person) -> re.Pattern[str]:
        if person not in self._continued:
            written = self._translator(person).continued(self.sequence, self.cue)
            self._continued[person] = re.compile(written)
        return self._continued[person]

    def _translator(self, person: grammar.Person) -> grammar.Translator:
        subject, possessive = _ME[self.language] if person == "first" else (_NEVER, _NEVER)
        name = _NAME if self.language == "en" else rf"[^{_STOPS_ZH}]{{1,8}}?"
        slots = {
            **_SLOTS[self.language, "first" if person == "first" else "third"],
            "me": subject,
            "my": possessive,
            **self._other_subjects(person),
            "name": rf"(?:[Tt]he[ ])?{name}" if self.language == "en" else name,
            "object": object_slot(self.language, self.predicate.object, last=self.object_is_last),
        }
        return grammar.Translator(self.language, person, slots)

    def _other_subjects(self, person: grammar.Person) -> dict[str, str]:
        """Chinese organisations and projects: unlike people they have no surnames, so that their place must do."""
        takes_people = self.predicate.subject != "any" and type_problem(self.predicate.subject, "person") is None
        if self.language != "zh" or person == "first" or takes_people:
            return {}
        opening = "(?<![一-鿿·A-Za-z0-9])(?!(?:我|你|他|她|它|这|那|该|本|贵|其|一|总部|公司|项目))"
        subject = rf"(?P<subject>{opening}[^{_STOPS_ZH}的由和]{{2,12}}?)"
        return {"subject": subject, "subject's": subject}


def object_slot(language: str, kind: str, *, last: bool) -> str:
    """The expression of a value of a kind. A last one takes what may belong to it, and is cut when it is read."""
    if kind == "number":
        return _NUMBER
    if kind == "date":
        return _DATE
    if language == "zh":
        between = "(?<=[A-Za-z0-9])[ ](?=[A-Za-z0-9])"
        return rf"(?P<object>[^{_STOPS_ZH}](?:[^{_STOPS_ZH}]|{between}){{0,19}}{'' if last else '?'})"
    if kind in ("text", "thing"):
        return _PHRASE_EN + (rf"(?=\s*(?:$|[{grammar.MASK},.;:!?()\"“”–—-]))" if last else "")
    return _ENTITY_EN


class Book:
    """All patterns of an ontology, found by cue.

    Raises `BadSchema` for a pattern that cannot be read, or that has no word telling enough to turn on.
    """

    def __init__(self, ontology: Ontology) -> None:
        self._by_word: dict[str, list[Compiled]] = {}
        self._by_characters: dict[str, list[Compiled]] = {}
        for predicate in ontology:
            for pattern in predicate.patterns:
                self._add(predicate, pattern, ontology.languages.get(pattern.language, Language()))

    def _add(self, predicate: Predicate, pattern: Pattern, language: Language) -> None:
        where = f"predicate {predicate.name!r}: {pattern.language}.{pattern.form}"
        if pattern.language not in lexicon.FILLERS:
            raise BadSchema(f"{where}: patterns can be in {', '.join(sorted(lexicon.FILLERS))}")
        try:
            sequence = grammar.parse(pattern.text, pattern.language, language.words)
        except BadSchema as error:
            raise BadSchema(f"{where}: {error}") from error
        cue = grammar.cue_at(sequence)
        if cue is None:
            raise BadSchema(f"{where}: pattern {pattern.text!r} has no word that is telling enough to look for")
        compiled = Compiled(predicate, pattern.form, pattern.language, sequence, *cue)
        index = self._by_word if pattern.language == "en" else self._by_characters
        for word in compiled.words:
            key = _WORD.findall(word)[0] if pattern.language == "en" else word
            index.setdefault(key, []).append(compiled)

    def candidates(self, text: str, language: str) -> list[Compiled]:
        """The patterns whose cue occurs in `text`, each once."""
        if language == "en":
            found = [each for word in set(_WORD.findall(text.lower())) for each in self._by_word.get(word, ())]
        else:
            found = [each for word, patterns in self._by_characters.items() if word in text for each in patterns]
        return list({id(each): each for each in found}.values())


def _mentions(sequence: grammar.Wording, slot: str) -> bool:
    for item in sequence:
        for atom in item:
            if isinstance(atom, grammar.Slot) and atom.name == slot:
                return True
            if isinstance(atom, grammar.Group) and any(_mentions(option, slot) for option in atom.options):
                return True
    return False
