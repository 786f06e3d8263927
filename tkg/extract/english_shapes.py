"""Whether English words can be the subject or the value that a verb asks for, by what they look like.

What the lists of `english` know to be of another kind is passed over: a value that is left is not known to be wrong.
"""

import re

from tkg.extract import english, wordlists
from tkg.extract.grammar import MASK
from tkg.ontology import Predicate

_JOINING = re.compile(r"\b(?:join(?:ed|ing)?|left|quit|turned down) (?:the )?$", re.IGNORECASE)
_LEFT_BEHIND = re.compile(
    r"\s*(?:(?:behind|alone|open|running|under|outside|out|off|there|here|hanging|speechless|early|late|waiting|to|a|an"
    r"|at (?!the end\b|the age\b)|in (?:charge|the|my|a)|on (?:the|my|a|read)|for (?:a|an|the|some|lunch|dinner"
    r"|breakfast|brunch|drinks|coffee|tea))\b|because (?:he|she)\b)|['’]s\b|\s+(?:my|his|her|some)\b",
    re.IGNORECASE,
)
_ENROLLING = re.compile(
    r"\b(?:member(?:ship)?|belongs?|stud\w+|enrolled|graduated|dropped out|student|degree|school|college)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:plan|team|part|gate|row|room|chapter|section|level|page|step|seat|table|line|track|floor|platform|terminal|bed|ward"
    r"|group|phase|stage|season|day|week|question|unit|lesson|version|generation|gen|gym|option|form|task|ticket|slide)\b",
    re.IGNORECASE,
)
_STREET = re.compile(r".* (?:Street|St|Road|Avenue|Ave|Lane|Drive|Boulevard|Square)$|Broadway$")
_FLIGHT = re.compile(r"[A-Z]{2} ?\d{1,4}$")
_ACRONYM = re.compile(r"[A-Z&]{2,5}$")
_FIRM = re.compile(
    r"(?:.* )?(?:Labs?|Inc|Ltd|GmbH|Corp|AG|LLC|Bank|Logistics|Group|Marketing|Sales|Engineering|Finance"
    r"|HR|Legal|Support|Room|Pizzeria|Restaurant|Cafe|Café|Bar|Diner|Hotel|Clinic|Store|Mall|Gym)$"
)
_INSTITUTION = re.compile(
    r"(?:.* )?(?:University|College|School|Academy|Institute|Church|Court|Mass|Parliament|Hospital)$"
)
_SCHOOL = re.compile(r"(?:.* )?(?:University|College|School|Academy|Institute)$|St\.? \w+['’]s$")
_EVENT = re.compile(
    r".*(?:[a-z]Con|[a-z-]Conf|\bConf|\bCon|[Ff]est|Festival|Summit|Conference|Congress|Convention|Expo|Fair|Symposium"
    r"|Meetup|Workshop|Marathon|Hackathon|Concert|Wedding|Gala|Games|Cup|Open|Biennale|Finals?|Championships?|Forum|Festival"
    r"|Parade|Retreat|Seminar|Webinar|Olympics|Prix)$"
)
_LANGUAGE = re.compile(r"[A-Z]\w+(?:ish|ese)$")
_PAST = re.compile(r"[A-Z][\w-]*[a-z]ed$")
_GERUND = re.compile(r"[A-Z][a-z]{2,}ing$")
_NAMING = re.compile(r"\b(?:is|called|named) $")
_AS_SOMEBODY = re.compile(r"\s+as an? ")
_SAID_OF_A_PERSON = re.compile(r"(?:\b(?:is|to|from|called|named|married|divorced)|['’](?:s|re|m)) $")
_LEADING = re.compile(r"\s+(?:leads|heads|runs)\b")
_RUNNING = re.compile(r"\s+runs\b")
_LEADING_FIRM = re.compile(rf"\s+(?:leads|heads|runs) (?:the )?{english.CAPITAL}[\w&-]* {english.CAPITAL}")
_SPOUSE_OF_ANOTHER = re.compile(rf"[\s{MASK}]*(?:and {english.CAPITAL}|to\b|off\b|up\b)")
_AND_SO_ON = re.compile(r"(?:better|best|more|most|less|though|first|instead)$", re.IGNORECASE)
_CHOICE = re.compile(
    r"(?:(?:the )?(?:option|number|answer|version|plan|draft|variant|choice|title|style|alternative|#)\b"
    r"|(?:red|blue|green|yellow|black|white|pink|grey|gray|purple|brown)(?: one)?$|bullet points|short(?:er)? answers)",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"\s*(?:as much as|less than|more than|better|for (?:this|that|it|the|now)\b)", re.IGNORECASE)
_NOW = re.compile(r"\s*(?:right now|rn\b|at this point)", re.IGNORECASE)
_LIKING = re.compile(
    r"\b(?:like|love|enjoy|adore|hate|dislike|detest|stand)s? $|\b(?:fan of|obsessed with|crazy about|fond of"
    r"|in love with) $",
    re.IGNORECASE,
)
_LOVING = re.compile(r"\b(?:like|love|enjoy|adore)s? $|\b(?:fan of|obsessed with|crazy about|fond of) $", re.IGNORECASE)
_BEING_A = re.compile(r"(?:\b(?:am|is|as|im)|['’][ms]) (?:\w+ )?an? $|\b(?:am|is|im|['’][ms]) $", re.IGNORECASE)
_IN_A_WAY = re.compile(
    r"\s*,?\s*(?:who\b(?! works)|than|when|whenever|if|until|sometimes|occasionally|figuratively"
    r"|of (?:character|people)|at heart|by training|in th(?:is|e (?:making|family|house))"
    r"|in my|in our|to (?:all|every|my)|for (?:my|all|everyone|a day|the day|this|that)|on (?:my|paper)|about"
    r"|from|over|because of|with (?:this|that))\b",
    re.IGNORECASE,
)
_HAVING = re.compile(r"\b(?:ha(?:ve|s)|got|tak(?:e|es)|on)(?: an?)? $|['’]ve (?:got )?(?:an? )?$", re.IGNORECASE)
_INTO = re.compile(r"\binto $", re.IGNORECASE)
_DIAGNOSED = re.compile(r"\bdiagnosed with (?:an? )?$", re.IGNORECASE)
_ALLERGIC = re.compile(r"\ballerg(?:ic|y) to $", re.IGNORECASE)
_NO_ALLERGEN = frozenset(("severe", "bad", "mild", "serious", "slight", "seasonal", "new", "weird", "skin", "food"))
_NOBODY_LIKES = frozenset(("people", "life", "technology", "yourself"))
_ABSTRACT = re.compile(r".*(?:ness|ity|ment|ship|hood|ism|ance|ence|ings?|[^i]tion)$", re.IGNORECASE)
_GIFT = re.compile(
    rf"\s*for (?!(?:\d|sale|cash|free|cheap|work)\b)(?:my|his|her|our|their|him|them|everyone|{english.CAPITAL}\w)"
)
_PARTICLE = re.compile(
    r"(?:up|down|out|off|away|back|over|badly|well|worse|best|straight|long|still|another|by|here|\w+ly)\b",
    re.IGNORECASE,
)
_WEIGHED = re.compile(
    rf"[\s{MASK}]*(?:kg|kilo\w*)?[\s{MASK}]*(?:of|over|with|on|under|less|more|too|lighter|heavier|higher|lower|above"
    r"|below|short|off|extra|parcels?|bags?)\b",
    re.IGNORECASE,
)
_NO_PLACES = english.COMMON | english.PEOPLES | english.STATES


def may_be(predicate: Predicate, words: str) -> bool:
    """Whether a subject of that name can be what the predicate asks for."""
    kinds = predicate.subject.split("|")
    alone = " " not in words
    if alone and words.lower() in english.COMMON:
        return False
    known = alone and words.lower() in english.FIRST_NAMES | english.NOT_PAST_NAMES
    if alone and not known and (_PAST.match(words) or _GERUND.match(words)):
        return False
    if "person" in kinds:
        program = words in english.BRANDS and "organisation" not in kinds
        numbered = bool(_NUMBERED.match(words) or words.startswith("Project ")) and not known
        return not (program or numbered or (kinds == ["person"] and words in wordlists.PLACES and not known))
    if "any" not in kinds and (words in wordlists.PLACES or words in english.BRANDS):
        return False
    return not (_FLIGHT.match(words) or known)


def fits(predicate: Predicate, before: str, words: str, after: str) -> bool:
    """Whether `words` can be a value of the predicate between what stands before and after them."""
    kinds = predicate.object.split("|")
    if "number" in kinds:
        return not _WEIGHED.match(after)
    if "text" in kinds:
        return _is_text(before, words, after)
    if "thing" in kinds:
        last = words.lower().split(" ")[-1]
        return not (
            last in english.CONSUMABLES or last in english.NOT_OWNED or _GIFT.match(after) or _is_for_somebody(words)
        )
    if "language" in kinds:
        return words.lower() in english.LANGUAGES or bool(_LANGUAGE.match(words))
    if "person" in kinds or "animal" in kinds:
        return _is_somebody(kinds, before, words, after)
    if "place" in kinds:
        return _is_place(predicate, before, words, after)
    if "event" in kinds:
        return _is_event(before, words, after)
    return _is_body(kinds, before, words, after)


def _is_text(before: str, words: str, after: str) -> bool:
    if _PARTICLE.match(words):
        return False
    last = words.lower().split(" ")[-1]
    if after.startswith(" allergy") and last in _NO_ALLERGEN:
        return False
    if (_BEING_A.search(before) or _HAVING.search(before)) and _IN_A_WAY.match(after):
        return False
    if _BEING_A.search(before) and set(words.lower().split(" ")[:-1]) & english.EVALUATIONS:
        return False
    if _INTO.search(before) and (
        _NUMBERED.match(words) or words.startswith("page") or words.lower() in english.FIRST_NAMES
    ):
        return False
    if _LIKING.search(before):
        unmeant = bool(_LOVING.search(before)) and bool(set(words.lower().split(" ")) & english.NUISANCES)
        chosen = _CHOICE.match(words) or _AND_SO_ON.search(words) or _COMPARED.match(after)
        return not (unmeant or chosen or _NOW.match(after) or last in _NOBODY_LIKES)
    if _DIAGNOSED.search(before):
        return not (last in english.COMMON or last in english.STATES or last.endswith("ness"))
    if _ALLERGIC.search(before):
        figurative = set(words.lower().split(" ")) & english.FIGURATIVE
        return not (figurative or _ABSTRACT.match(words) or words.lower() in english.FIRST_NAMES)
    return True


def _is_for_somebody(words: str) -> bool:
    """Whether a thing begins with who gets it: "bought Anna flowers"."""
    first, _, rest = words.partition(" ")
    return bool(rest) and first[0].isupper() and first.lower() in english.FIRST_NAMES


def _is_somebody(kinds: list[str], before: str, words: str, after: str) -> bool:
    alone, small = " " not in words, words.lower()
    if words in english.BRANDS or words[:-1] in english.BRANDS or any(map(str.isdigit, words)):
        return False
    if small.split(" ")[0] in english.PEOPLES or small.split(" ")[-1] in english.BREEDS:
        return False
    if alone and _PAST.match(words) and small not in english.NOT_PAST_NAMES:
        return False
    if re.match(r"['’]s\b", after) and (before.endswith(", ") or _SAID_OF_A_PERSON.search(before)):
        return False  # "my wife is Hannah's sister"
    unclear = _RUNNING.match(after) or (alone and small not in english.FIRST_NAMES and _LEADING.match(after))
    if unclear and not _LEADING_FIRM.match(after):
        return False  # "Arsenal leads Chelsea"
    if "animal" in kinds:
        common = alone and small in english.COMMON and not _NAMING.search(before)
        return not (common or _GERUND.match(words) or small in english.STATES or (alone and _ACRONYM.match(words)))
    if before.endswith("married ") and _SPOUSE_OF_ANOTHER.match(after):
        return False
    if alone and small not in english.FIRST_NAMES:
        adjective = small in english.COMMON or small in english.EPITHETS
        return not (adjective or _NUMBERED.match(words) or re.match(r"[A-Z+]{3,}$", words) or small in english.STATES)
    return not words.endswith((" FC", " United", " City"))


def _is_place(predicate: Predicate, before: str, words: str, after: str) -> bool:
    if words in wordlists.PLACES:
        return True
    alone = " " not in words
    nobody = words in english.BRANDS or _FIRM.match(words) or _NUMBERED.match(words) or words.endswith(("'s", "’s"))
    if nobody or re.match(r"['’]s\b", after) or (_ACRONYM.match(words) and words not in english.PLACE_ACRONYMS):
        return False
    if predicate.extent == "event" and _AS_SOMEBODY.match(after):
        return False  # "I went to Oxford as an undergrad"
    if predicate.extent == "event" and (_INSTITUTION.match(words) or words in english.SCHOOLS or _EVENT.match(words)):
        return False
    first = words.split(" ")[0].lower()
    somebody = first in english.FIRST_NAMES and not before.endswith("in ")  # one moves to Hannah, and lives in Georgia
    if alone:
        return not (somebody or first in _NO_PLACES or _PAST.match(words))
    return not somebody


def _is_event(before: str, words: str, after: str) -> bool:
    """An event is called one, or was at some time: nobody attends a school on Friday."""
    if _SCHOOL.match(words) or words in english.SCHOOLS or words in english.BRANDS or words.lower() in english.COMMON:
        return False
    return bool(_EVENT.match(words)) or MASK in before + after


def _is_body(kinds: list[str], before: str, words: str, after: str) -> bool:
    alone, small = " " not in words, words.lower()
    person = alone and small in english.FIRST_NAMES
    common = alone and small in english.COMMON
    if "project" in kinds:
        program = words in english.BRANDS
        return not (person or common or program or _NUMBERED.match(words) or _STREET.match(words))
    if person or common or _NUMBERED.match(words) or before.endswith(("city of ", "hometown of ")):
        return False
    if _JOINING.search(before):
        return words not in english.BRANDS and small not in english.PEOPLES and not _LEFT_BEHIND.match(after)
    return not (_ENROLLING.search(before) and words in english.BRANDS)
