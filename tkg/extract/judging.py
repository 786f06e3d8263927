"""What the words around a match make of it: another form, or nothing that the speaker vouches for.

The gap, the clause before the subject, the time words and the end of the sentence are looked at; the store never is.
"""

import itertools
import re

from tkg.extract import english, lexicon, wordlists
from tkg.extract.hits import STATES, Hit
from tkg.extract.passage import Passage

_LAST_WORD = re.compile(r"([\w'’]+) *$")
_SHORT_NAME_ZH = 2  # characters
_GIVEN_OR_ADVERB_ZH = tuple("刚正常超")
_LONGEST_LEAD = 400  # characters of a clause before a subject; no clause of any real sentence is longer
_LEAD = 80  # characters before a subject, the last words of which tell whether it can begin a statement
_HAD = re.compile(r"\bhad\b", re.IGNORECASE)
_ASKING = frozenset(
    ("has", "have", "had", "is", "was", "are", "were", "did", "does", "do", "can", "could", "will", "would", "should")
)
_VERBS_OF_BEING = {"is", "was"}
_BEFORE_A_NAME = wordlists.NOT_NAMES_EN | english.EPITHETS
_REPORTABLE = ("present", "since", "began", "happened", "ended", "was")


def form(passage: Passage, hit: Hit) -> str | None:
    """The form of the pattern as the gap and the time words turn it; None where it is no match after all.

    "I no longer work at" is an end, "I used to work at" was so once, 我下个月搬到 is a plan although the verb has no
    tense. `unclear`: nothing tells whether it has happened.
    """
    said, gap, language = hit.pattern.form, hit.gap, passage.language
    if hit.person == "base" and not lexicon.SUPPORT_EN.search(gap):
        return None
    if language == "zh" and any(
        after.match(passage.masked, hit.match.end()) for after in (lexicon.COMPOUND_ZH, lexicon.FAILED_ZH)
    ):
        return None
    if language == "zh" and lexicon.TITLED_ZH.search(passage.masked, 0, hit.object_start):
        return None
    if language == "zh" and said in STATES and _is_aside_zh(passage, hit):
        return None
    if said in STATES and lexicon.DIED[language].match(passage.masked, hit.match.end()):
        return None
    if said == "present" and _HAD.search(gap) and lexicon.PERFECT_EN.search(hit.match.group()):
        said = "since"  # "I have had"
    elif said in STATES:
        negated = lexicon.NEGATION[language].search(gap)
        if lexicon.NO_LONGER[language].search(gap) or (negated and _anymore(passage, hit)):
            return "ended"
        if lexicon.ONCE[language].search(gap) or (language == "zh" and _is_then_zh(passage, hit)):
            return "was"
    if said == "was" and lexicon.PERFECT_EN.search(gap):
        return None
    if said == "since" and not lexicon.SINCE_EN.search(passage.text):
        return None
    if said == "began" and language == "zh" and not _is_past_zh(passage, hit):
        return "planned" if any(lexicon.AHEAD_ZH.search(time.text) for time in hit.times(passage)) else "unclear"
    return said


def refusal(passage: Passage, hit: Hit, said: str) -> str | None:
    """Why the speaker does not vouch for this match now and here, None if they do."""
    if any(start < hit.start < end for start, end in passage.quoted):
        return "quotation"
    if passage.is_cited:
        return "quotation"
    if lexicon.QUOTING[passage.language].search(passage.text, max(0, hit.start - _LEAD), hit.start):
        return "quotation"
    if hit.start < _LEAD and _is_labelled(passage.text[: hit.start]):
        return "quotation"
    if passage.silenced is not None:
        return passage.silenced
    if passage.repaired_at is not None and hit.match.end() <= passage.repaired_at:
        return "denied"
    language = passage.language
    clause = passage.clauses[max(hit.clause - hit.carried, 0)][0]
    before = f"{passage.text[max(clause, hit.start - _LONGEST_LEAD) : hit.start]}{' '.join(not_of_the_name(hit))} "
    when = " ".join(time.text for time in hit.times(passage)) if language == "zh" else ""
    negated = lexicon.NEGATION[language].search(hit.gap) and not _is_end(hit, said) and not denies(passage, hit, said)
    reasons = (
        ("question", _ASKING & set(map(str.lower, not_of_the_name(hit)[-1:]))),
        ("hedged", lexicon.HEDGE[language].search(before + hit.gap + when)),
        ("reported", lexicon.TOLD[language].search(before)),
        ("reported", said not in _REPORTABLE and is_reported(passage, hit)),
        ("negated", not hit.carried and lexicon.NOT_WHO[language].search(before)),
        ("subordinate", not _opens(passage, hit)),
        ("subordinate", language == "zh" and lexicon.RELATIVE_ZH.match(passage.masked, hit.match.end())),
        ("not a name", language == "zh" and _runs_on_zh(passage, hit)),
        ("negated", negated),
        ("negated", language == "zh" and said == "off" and not _is_called_off_zh(passage, hit)),
        ("hedged", language == "zh" and said == "planned" and lexicon.ONCE["zh"].search(hit.gap)),
        ("denied", language == "en" and is_reported(passage, hit) and lexicon.DISOWNED_EN.search(passage.text)),
        ("denied", lexicon.UNDONE[language].match(passage.text, hit.object_start)),
        ("unclear tense", said == "unclear" or _is_limited(passage, hit, said)),
    )
    return next((reason for reason, holds in reasons if holds), None)


def _is_limited(passage: Passage, hit: Hit, said: str) -> bool:
    """Whether the time words make it less than it seems: over and over again, one evening, or on Fridays only."""
    near = hit.times(passage)
    if said in STATES:
        if any(time.role == "at" and lexicon.PART_OF_DAY[passage.language].search(time.text) for time in near):
            return True
        yes_or_no = hit.pattern.predicate.object == "boolean"
        return yes_or_no and any(time.again or time.role != "since" for time in near)
    if said == "was":
        return any(time.clock or lexicon.PART_OF_DAY[passage.language].search(time.text) for time in near)
    limited = said == "began" and hit.pattern.predicate.object == "boolean"
    return any(time.again or (limited and time.role == "unclear") for time in near)


def _is_labelled(opening: str) -> bool:
    labelled = lexicon.LABEL.search(opening) or lexicon.LABEL_ZH.search(opening)
    return bool(labelled) and not lexicon.OWN_LABEL.search(opening)


def not_of_the_name(hit: Hit) -> list[str]:
    """The words that a sentence begins with and that stand, capitalised, before a name as if they were of it."""
    words = (hit.subject or "").split(" ") if hit.person != "first" else []
    said = list(itertools.takewhile(lambda word: word.lower() in _BEFORE_A_NAME, words))
    only_epithets = len(said) == len(words) and bool(said) and said[-1].lower() in english.EPITHETS
    return [] if only_epithets else said


def denies(passage: Passage, hit: Hit, said: str) -> bool:
    """Whether a negation is a value in itself: of a yes-or-no predicate it is the value False."""
    negated = lexicon.NEGATION[passage.language].search(hit.gap)
    return bool(negated) and said == "present" and hit.pattern.predicate.object == "boolean"


def is_reported(passage: Passage, hit: Hit) -> bool:
    """Whether someone else is said to vouch for it: "Ann says that Bob works at Acme"."""
    return passage.reported_from is not None and passage.reported_from <= hit.start


def _is_end(hit: Hit, said: str) -> bool:
    return said == "ended" and hit.pattern.form in STATES


def _anymore(passage: Passage, hit: Hit) -> bool:
    if passage.language == "zh" and hit.pattern.object_is_last:
        return "了" in hit.match["object"]
    return bool(lexicon.ANYMORE[passage.language].match(passage.masked, hit.match.end()))


def _is_past_zh(passage: Passage, hit: Hit) -> bool:
    around = passage.text[hit.start : hit.match.end() + 1]
    words = [hit.gap, *(time.text for time in hit.times(passage))]
    return "了" in around or "过" in around or any(lexicon.BEHIND_ZH.search(each) for each in words)


def _is_aside_zh(passage: Passage, hit: Hit) -> bool:
    """Whether a state only tells when something else was: 我在麦田上班的时候."""
    start, end = hit.match.end(), hit.match.end()
    if hit.pattern.object_is_last:
        start, end = hit.match.span("object")
        return bool(lexicon.WHILE_ZH.search(passage.masked, start, end))
    return bool(lexicon.WHILE_ZH.match(passage.masked, end))


def _is_called_off_zh(passage: Passage, hit: Hit) -> bool:
    """Whether a Chinese negation says that a plan is off: 不去了 does, and 我才不去 does not."""
    end = passage.clauses[hit.clause][1]
    weak = lexicon.WEAK_OFF_ZH.search(hit.match.group())
    return not weak or ("了" in passage.text[hit.match.start() : end] and "才" not in hit.gap)


def _is_then_zh(passage: Passage, hit: Hit) -> bool:
    """Whether the time words put a Chinese state, which has no tense, in the past."""
    return any(
        time.role == "period" or (time.role == "at" and lexicon.THEN_ZH.search(time.text))
        for time in hit.times(passage)
    )


def _runs_on_zh(passage: Passage, hit: Hit) -> bool:
    """Whether the adverb right after a Chinese name could be the end of it: 陈默刚 may be somebody's name."""
    end = hit.match.end("subject") if hit.subject is not None and not hit.carried else 0
    return (
        hit.person == "third"
        and len(hit.subject or "") == _SHORT_NAME_ZH
        and passage.text[end : end + 1] in _GIVEN_OR_ADVERB_ZH
    )


def _opens(passage: Passage, hit: Hit) -> bool:
    """Whether a subject can begin a statement where it stands: not in "the things I love", "a friend of Ann works"."""
    if passage.language != "en" or hit.carried or hit.subject is None or hit.match.start("subject") > hit.start:
        return True
    if set(map(str.lower, not_of_the_name(hit))) & wordlists.CARRYING_EN:
        return False  # "In Harry Potter Tim lives in": where the name begins is anybody's guess
    lead = passage.masked[max(0, hit.start - _LEAD) : hit.start]
    before = _LAST_WORD.search(lead)
    if before is None or hit.subject.lower() == "my":
        return True
    word = before[1].lower()
    if word == "that":
        return is_reported(passage, hit) or bool(lexicon.VOUCHED_EN.search(lead))
    if hit.person == "first":
        return word in wordlists.OPENING_EN
    return word in wordlists.OPENING_EN - _VERBS_OF_BEING or bool(lexicon.OF_SOMEONE_EN.search(lead))
