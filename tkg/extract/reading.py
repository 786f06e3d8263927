"""From the matches of a sentence to candidates: subject, value, time words, and the one of several that tells most."""

import re
from collections.abc import Sequence

from tkg import timex
from tkg.anchoring import whole
from tkg.errors import WrongKind
from tkg.extract import judging, lexicon, objects, shapes, wordlists
from tkg.extract.contrasts import contrast, instead
from tkg.extract.hits import STATES, Hit, hits
from tkg.extract.passage import Passage
from tkg.extract.patterns import Compiled
from tkg.extract.protocol import Candidate, Op, Skipped, Span, Tense
from tkg.extract.times import Placed, Time, placed
from tkg.ontology import check
from tkg.timex import Kind
from tkg.values import Value

_RANK = ("off", "ended", "was", "planned", "began", "happened", "present", "since", "unclear")
_TENSES: dict[str, Tense] = {"present": "present", "since": "present", "planned": "future", "off": "future"}
_SHORTEST_ADVERB = len("Nearly")
_LONGEST_DAY = len("2021-03-14")


def read(passage: Passage, patterns: Sequence[Compiled]) -> list[Candidate | Skipped]:
    """What a sentence says. Of several matches of one value the most telling counts, and a proposal beats a refusal."""
    best: dict[tuple[str, int], tuple[tuple[int, int], Candidate | Skipped]] = {}
    for hit in hits(passage, patterns, lambda each: isinstance(_judged(passage, each, patterns)[0], Candidate)):
        said, form = _judged(passage, hit, patterns)
        if said is None:
            continue
        key = hit.pattern.predicate.name, hit.object_start
        rank = _RANK.index(form) + len(_RANK) * isinstance(said, Skipped), len(hit.subject or "")
        if key not in best or rank < best[key][0]:
            best[key] = rank, said
    found = [said for _, said in best.values()]
    proposed = [said for said in found if isinstance(said, Candidate)]
    return [said for said in found if not _is_covered(said, proposed)]


def _judged(passage: Passage, hit: Hit, patterns: Sequence[Compiled]) -> tuple[Candidate | Skipped | None, str]:
    form = judging.form(passage, hit)
    if form is None:
        return None, hit.pattern.form
    reason = judging.refusal(passage, hit, form)
    if reason not in (None, "negated"):
        return _skipped(passage, hit, reason), form
    subject = _subject(passage, hit)
    if subject is None:
        pronoun = (hit.subject or "").lower() in wordlists.PRONOUNS
        return _skipped(passage, hit, "pronoun" if pronoun else "not a name"), form
    return _candidate(passage, hit, form, subject, patterns, negated=reason is not None), form


def _subject(passage: Passage, hit: Hit) -> str | None:
    """The name of the subject: the speaker for "I" and where the pattern needs none; None where it would be a guess."""
    words = hit.subject
    if words is None or words.lower() in wordlists.SPEAKER:
        return passage.message.speaker
    if words.lower() in wordlists.PRONOUNS:
        return None
    before = judging.not_of_the_name(hit)
    parts = words.split(" ")[len(before) :]
    if not parts or _is_adverb(parts[0]):
        return None
    if hit.pattern.predicate.subject == "person" and before and before[-1].lower() in wordlists.DETERMINERS_EN:
        return None  # "the Honda smokes"
    name = " ".join(parts)
    return name if shapes.may_be(hit.pattern.predicate, passage.language, name) else None


def _is_adverb(word: str) -> bool:
    return len(word) >= _SHORTEST_ADVERB and word.endswith("ly") and word.lower() not in wordlists.NAMES_EN_LY


def _candidate(
    passage: Passage, hit: Hit, form: str, subject: str, patterns: Sequence[Compiled], *, negated: bool
) -> Candidate | Skipped:
    predicate = hit.pattern.predicate
    said = _value(passage, hit, form)
    if isinstance(said, str):
        return _skipped(passage, hit, "negated" if negated else said)
    value, end = said
    when = placed(hit.times(passage), form)
    if when.start is not None and form in STATES and when.start.ahead:
        form = "planned"  # "leads Acme from 2027": the tense alone does not tell
    moment = when.start is not None and (
        when.start.clock or lexicon.PART_OF_DAY[passage.language].search(when.start.text)
    )
    if moment and form in ("began", "ended") and predicate.extent == "state" and hit.pattern.has_object:
        return _skipped(passage, hit, "unclear tense")  # "I left Acme at 6 pm" is the way home
    if form == "planned" and lexicon.LAUGH.match(passage.text, end):
        return _skipped(passage, hit, "hedged")
    if form == "was" and when.start is None:
        form, when = "ended", Placed(when.end)
    if form in ("ended", "off") or passage.language == "zh":
        more = lexicon.ANYMORE[passage.language].match(passage.masked, end)
        end = more.end() if more else end
    op: Op = "retract" if form == "off" else "end" if form == "ended" else "record"
    was: Value | None = None
    other: tuple[Value, int] | None = None
    if op == "record" and value is not None and predicate.object not in ("number", "date", "boolean"):
        other = (instead if negated else contrast)(passage, hit, patterns, end)
    if other is not None:
        op, end = "correct", other[1]
        value, was = (other[0], value) if negated else (value, other[0])
    elif negated:
        return _skipped(passage, hit, "negated")
    elif (hit.pattern.has_object or not lexicon.NEGATION[passage.language].search(hit.match.group())) and lexicon.OR[
        passage.language
    ].match(passage.masked, end):
        return _skipped(passage, hit, "hedged")
    bounds = [time for time in (when.start, when.end) if time is not None]
    span = passage.span(min([hit.start, *(t.first for t in bounds)]), max([end, *(t.end for t in bounds)]))
    planned = form in ("planned", "off")
    reported = not planned and judging.is_reported(passage, hit)
    tense = _TENSES.get(form, "past")
    return Candidate(
        op,
        subject,
        predicate.name,
        value,
        span,
        passage.quote(span),
        was=was,
        start_text=when.start.text if when.start else None,
        start_span=_absolute(passage, when.start),
        end_text=when.end.text if when.end else None,
        end_span=_absolute(passage, when.end),
        tense=tense,
        modality="planned" if planned else "reported" if reported else "asserted",
        still_holds=tense == "present" and not reported,
    )


def _value(passage: Passage, hit: Hit, form: str) -> tuple[Value | None, int] | str:
    """The object of a match and where it ends, or the reason why there is none."""
    predicate, match = hit.pattern.predicate, hit.match
    if not hit.pattern.has_object:
        if not objects.may_follow(passage.language, passage.masked, match.end(), limited=predicate.object != "boolean"):
            return "unclear value"
        if predicate.object == "boolean":
            return not judging.denies(passage, hit, form), match.end()
        return (None, match.end()) if form == "ended" and predicate.one else "unclear value"
    if predicate.object == "date":
        return _date(passage, match, timeless=predicate.extent == "timeless")
    last = hit.pattern.object_is_last
    found = objects.read(
        predicate,
        passage.language,
        passage.masked,
        match.span("object"),
        last=last,
        whole=hit.pattern.endings,
        within=hit.pattern.goes_on,
    )
    if found is None:
        return "unclear value"
    value, end = found
    ends = hit.pattern.endings and hit.pattern.goes_on
    closed = not ends if passage.language == "zh" else last or hit.pattern.endings
    if not (closed or objects.may_follow(passage.language, passage.masked, match.end())):
        return "unclear value"
    try:
        check(predicate, "", value)
    except WrongKind:
        return "wrong kind"
    return value, end if last else max(end, match.end())


def _date(passage: Passage, match: re.Match[str], *, timeless: bool) -> tuple[Value, int] | str:
    """The date that is the value. One that never changes is said with its year: a birthday tomorrow is no birth."""
    start, end = match.span("object")
    said = [time for time in passage.times if time.first < end and start < time.last]
    if len(said) != 1 or (timeless and not lexicon.YEAR.search(said[0].text)):
        return "unclear value"
    anchored = timex.anchor(said[0].text, passage.message.at, lang=passage.language)
    value = whole(anchored) if anchored is not None and anchored.kind is Kind.POINT else None
    if value is None or len(value) > _LONGEST_DAY:
        return "unclear value"
    return value, said[0].end


def _absolute(passage: Passage, time: Time | None) -> Span | None:
    return None if time is None else passage.span(time.start, time.end)


def _skipped(passage: Passage, hit: Hit, reason: str) -> Skipped:
    span = passage.span(hit.start, hit.match.end())
    return Skipped(reason, span, passage.quote(span))


def _is_covered(said: Candidate | Skipped, proposed: Sequence[Candidate]) -> bool:
    """Whether a candidate says what this refusal is about, or says all that this candidate says and more."""
    return any(
        said.span[0] < other.span[1]
        and other.span[0] < said.span[1]
        and (isinstance(said, Skipped) or _says_less(said, other))
        for other in proposed
    )


def _says_less(said: Candidate, other: Candidate) -> bool:
    """The same without a value, or a value that another one is corrected to."""
    if said.predicate != other.predicate:
        return False
    if other.op == "correct":
        return said.op == "record" and said.object == other.object
    return said.op == other.op and said.object is None and other.object is not None
