"""One sentence: which patterns match it, and what each match says or why it says nothing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tkg import timex
from tkg.errors import WrongKind
from tkg.extract import lexicon, objects, wordlists
from tkg.extract.corrections import contrast
from tkg.extract.grammar import MASK, Person
from tkg.extract.patterns import Compiled
from tkg.extract.protocol import Candidate, Message, Op, Skipped, Span, Tense
from tkg.extract.sentences import Sentence, clauses
from tkg.extract.times import Placed, Time, masked, placed, times
from tkg.kinds import LITERAL_KINDS
from tkg.ontology import Predicate, check
from tkg.values import Entity, Text, Value

_RANK = ("off", "ended", "was", "planned", "began", "happened", "present", "since", "unclear")
_STATES = ("present", "since")
_TENSES: dict[str, Tense] = {"present": "present", "since": "present", "planned": "future", "off": "future"}


@dataclass(frozen=True, slots=True)
class _Carrier:
    """The subject of a clause, for the next one; `form` of what was said of it, None if nothing was recognised."""

    subject: str
    person: Person
    form: str | None


_LAST_WORD = re.compile(r"([\w'’]+) *$")


@dataclass(frozen=True, slots=True)
class _Hit:
    """A pattern that matched. `clause` is its index; `subject` the words for it, from a clause before if `carried`."""

    pattern: Compiled
    person: Person
    match: re.Match[str]
    clause: int
    subject: str | None
    carried: bool = False

    @property
    def gap(self) -> str:
        return " ".join(text for name, text in self.match.groupdict().items() if name.startswith("gap") and text)

    @property
    def object_start(self) -> int:
        return self.match.start("object") if self.pattern.has_object else self.match.end()


class Reader:
    """Reads one sentence of a message with the patterns whose cues occur in it."""

    def __init__(self, message: Message, sentence: Sentence, patterns: Sequence[Compiled]) -> None:
        self.message, self.sentence, self.patterns = message, sentence, patterns
        self.text, self.language = sentence.text, sentence.language

    @cached_property
    def times(self) -> list[Time]:
        return times(self.text, self.language)

    @cached_property
    def masked(self) -> str:
        return masked(self.text, self.times)

    @cached_property
    def clauses(self) -> list[Span]:
        return clauses(self.masked, self.language)

    def read(self) -> list[Candidate | Skipped]:
        """What the sentence says. Of several matches of one value the most telling counts; a proposal beats a refusal."""
        best: dict[tuple[str, int], tuple[tuple[int, int], Candidate | Skipped]] = {}
        for hit in self._hits():
            said, form = self._said(hit)
            if said is None:
                continue
            key = hit.pattern.predicate.name, hit.object_start
            rank = _RANK.index(form) + len(_RANK) * isinstance(said, Skipped), len(hit.subject or "")
            if key not in best or rank < best[key][0]:
                best[key] = rank, said
        found = [said for _, said in best.values()]
        found = [said for said in found if not _is_vaguer(said, found)]
        proposed = [said.span for said in found if isinstance(said, Candidate)]
        return [each for each in found if isinstance(each, Candidate) or not _overlaps(each.span, proposed)]

    def _hits(self) -> Iterator[_Hit]:
        carrier: _Carrier | None = None
        for index, (start, end) in enumerate(self.clauses):
            hits = list(self._whole(index, start, end))
            if not hits and carrier is not None:
                hits = list(self._carried(index, start, carrier))
            yield from hits
            if hits or not self._is_time(start, end):
                carrier = self._carrier(hits, start, end)

    def _carrier(self, hits: Sequence[_Hit], start: int, end: int) -> _Carrier | None:
        """What the next clause may carry on from: a proposal of this one, or at least its "I"."""
        for hit in hits:
            if hit.subject is not None and isinstance(self._said(hit)[0], Candidate):
                return _Carrier(hit.subject, "first" if hit.person == "first" else "third", hit.pattern.form)
        own = None if hits else lexicon.OWN_START[self.language].match(self.masked, start, end)
        return _Carrier(own[1], "first", None) if own else None

    def _whole(self, index: int, start: int, end: int) -> Iterator[_Hit]:
        for pattern in self.patterns:
            for person in pattern.persons():
                for match in pattern.whole(person).finditer(self.masked, start):
                    if match.start() >= end:
                        break
                    subject = match["subject"] if pattern.has_subject else None
                    yield _Hit(pattern, person, match, index, subject)

    def _carried(self, index: int, start: int, carrier: _Carrier) -> Iterator[_Hit]:
        """Matches of a clause without a subject, which carries on from the clause before it.

        In English a bare form carries on from a present state only: in "I went to Rome to study and work at ..." it
        is none.
        """
        for pattern in self.patterns:
            if not pattern.continues or carrier.person not in pattern.persons():
                continue
            bare = self.language == "en" and carrier.person == "first" and pattern.form in _STATES
            if bare and carrier.form not in _STATES:
                continue
            match = pattern.continued(carrier.person).match(self.masked, start)
            if match:
                yield _Hit(pattern, carrier.person, match, index, carrier.subject, carried=True)

    def _said(self, hit: _Hit) -> tuple[Candidate | Skipped | None, str]:
        form = self._form(hit)
        if form is None:
            return None, hit.pattern.form
        reason = self._refusal(hit, form)
        if reason is not None:
            return self._skipped(hit, reason), form
        subject = self._subject(hit.subject)
        if subject is None:
            pronoun = (hit.subject or "").lower() in wordlists.PRONOUNS
            return self._skipped(hit, "pronoun" if pronoun else "not a name"), form
        return self._candidate(hit, form, subject), form

    def _form(self, hit: _Hit) -> str | None:
        """The form of the pattern, as the words in the gap turn it; None where the match is none."""
        form, gap, language = hit.pattern.form, hit.gap, self.language
        if hit.person == "base" and not lexicon.SUPPORT_EN.search(gap):
            return None
        if form in _STATES:
            if lexicon.NO_LONGER[language].search(gap):
                return "ended"
            if lexicon.NEGATION[language].search(gap) and self._anymore(hit):
                return "ended"
            if lexicon.ONCE[language].search(gap) or (language == "zh" and self._is_then_zh(hit)):
                return "was"
        if form == "was" and lexicon.PERFECT_EN.search(gap):
            return None
        if form == "since" and not lexicon.SINCE_EN.search(self.text):
            return None
        if form == "began" and language == "zh" and not self._is_past_zh(hit):
            return "planned" if any(lexicon.AHEAD_ZH.search(time.text) for time in self._near(hit)) else "unclear"
        return form

    def _anymore(self, hit: _Hit) -> bool:
        rest = self.masked[hit.match.end() :]
        if self.language == "zh" and hit.pattern.object_is_last:
            return "了" in hit.match["object"]
        return bool(lexicon.ANYMORE[self.language].match(rest))

    def _is_past_zh(self, hit: _Hit) -> bool:
        around = self.text[hit.match.start() : hit.match.end() + 1]
        return (
            "了" in around
            or "过" in around
            or bool(lexicon.BEHIND_ZH.search(hit.gap))
            or any(lexicon.BEHIND_ZH.search(time.text) for time in self._near(hit))
        )

    def _is_then_zh(self, hit: _Hit) -> bool:
        """Whether the time words put a Chinese state, which has no tense, in the past."""
        return any(
            time.role == "period" or (time.role == "at" and lexicon.THEN_ZH.search(time.text))
            for time in self._near(hit)
        )

    def _refusal(self, hit: _Hit, form: str) -> str | None:
        """Why the speaker does not vouch for this match now and here, None if they do."""
        language, start = self.language, hit.match.start()
        clause = self.clauses[max(hit.clause - hit.carried, 0)][0]
        lead = self.text[clause:start] + " " + hit.gap
        if any(quote.start() < start < quote.end() for quote in lexicon.QUOTED.finditer(self.text)):
            return "quotation"
        if self.text.rstrip("\"'”’)").endswith(("?", "？")) or (
            language == "zh" and lexicon.QUESTION_ZH.search(self.text)
        ):
            return "question"
        if language == "en" and not hit.carried and not self._opens(hit):
            return "subordinate"
        if lexicon.CONDITIONAL[language].search(self.text):
            return "conditional"
        if lexicon.HEDGE[language].search(lead + " ".join(time.text for time in self._near(hit) if language == "zh")):
            return "hedged"
        if self._is_reported(start) and (form not in ("present", "began", "happened", "ended", "was")):
            return "reported"
        negated = lexicon.NEGATION[language].search(hit.gap)
        if negated and form in (hit.pattern.form, "unclear") and not self._denies(hit, form):
            return "negated"
        return "unclear tense" if form == "unclear" else None

    def _opens(self, hit: _Hit) -> bool:
        """Whether a subject can begin a statement where it stands: not in "the things I love", "a friend of Ann works"."""
        before = _LAST_WORD.search(self.masked, 0, hit.match.start())
        if before is None or hit.subject is None or hit.match.start("subject") > hit.match.start():
            return True
        word = before[1].lower()
        if hit.subject.lower() == "my":
            return True
        return word in wordlists.OPENING_EN if hit.person == "first" else word not in wordlists.CARRYING_EN

    def _denies(self, hit: _Hit, form: str) -> bool:
        """Whether a negation is a value in itself: of a yes-or-no predicate it is the value False."""
        return form == "present" and hit.pattern.predicate.object == "boolean"

    def _is_reported(self, start: int) -> bool:
        lead = self.text[:start]
        found = lexicon.REPORTED[self.language].search(lead)
        return bool(found) and not (self.language == "en" and lexicon.OWN_WORDS.search(lead))

    def _subject(self, words: str | None) -> str | None:
        if words is None or words.lower() in wordlists.SPEAKER:
            return self.message.speaker
        if words.lower() in wordlists.PRONOUNS or words in wordlists.NOT_NAMES_ZH:
            return None
        parts = words.split(" ")
        while parts and parts[0].lower() in wordlists.NOT_NAMES_EN:
            parts.pop(0)
        return " ".join(parts) or None

    def _candidate(self, hit: _Hit, form: str, subject: str) -> Candidate | Skipped:
        predicate = hit.pattern.predicate
        read = self._value(hit, form)
        if isinstance(read, str):
            return self._skipped(hit, read)
        value, end = read
        when = placed(self._near(hit), form)
        if form == "was" and when.start is None:
            form, when = "ended", Placed(when.end)
        if (form in ("ended", "off") or self.language == "zh") and (
            more := lexicon.ANYMORE[self.language].match(self.masked, end)
        ):
            end = more.end()
        op: Op = "retract" if form == "off" else "end" if form == "ended" else "record"
        wrong = contrast(self.masked, self.language, end) if op == "record" and value is not None else None
        was: Value | None = None
        if wrong is not None and predicate.object not in ("number", "date", "boolean"):
            was, end, op = self._typed(predicate, wrong[0]), wrong[1], "correct"
        span = self._span(hit, end, when)
        reported = form not in ("planned", "off") and self._is_reported(hit.match.start())
        tense = _TENSES.get(form, "past")
        return Candidate(
            op,
            subject,
            predicate.name,
            value,
            span,
            self.message.content[span[0] : span[1]],
            was=was,
            start_text=when.start.text if when.start else None,
            start_span=self._absolute(when.start),
            end_text=when.end.text if when.end else None,
            end_span=self._absolute(when.end),
            tense=tense,
            modality="planned" if form in ("planned", "off") else "reported" if reported else "asserted",
            still_holds=tense == "present" and not reported and op in ("record", "correct"),
        )

    def _value(self, hit: _Hit, form: str) -> tuple[Value | None, int] | str:
        """The object of a match and where it ends, or the reason why there is none."""
        predicate, match = hit.pattern.predicate, hit.match
        if not hit.pattern.has_object:
            if predicate.object == "boolean":
                return not lexicon.NEGATION[self.language].search(hit.gap) or form == "ended", match.end()
            return (None, match.end()) if form == "ended" and predicate.one else "no value"
        if predicate.object == "date":
            return self._date(match)
        read = objects.read(
            predicate, self.language, self.masked, match.span("object"), last=hit.pattern.object_is_last
        )
        if read is None:
            return "unclear value"
        try:
            check(predicate, "", read[0])
        except WrongKind:
            return "wrong kind"
        return read[0], max(read[1], match.end()) if not hit.pattern.object_is_last else read[1]

    def _date(self, match: re.Match[str]) -> tuple[Value, int] | str:
        start, end = match.span("object")
        said = [time for time in self.times if time.first < end and start < time.last]
        if len(said) != 1:
            return "unclear value"
        anchored = timex.anchor(said[0].text, self.message.at, lang=self.language)
        if anchored is None or anchored.is_interval or len(anchored.edtf) > len("2021-03-14"):
            return "unclear value"
        return anchored.edtf, said[0].end

    def _typed(self, predicate: Predicate, words: str) -> Value:
        if predicate.object == "text":
            return Text(words)
        single = predicate.object not in LITERAL_KINDS and predicate.object != "any" and "|" not in predicate.object
        return Entity(words, predicate.object if single else "")

    def _near(self, hit: _Hit) -> list[Time]:
        """The time words of the clause of a match, and of a neighbour that is nothing but time words."""
        if hit.pattern.predicate.object == "date" or hit.pattern.predicate.extent == "timeless":
            return []
        start, end = self.clauses[hit.clause][0], max(self.clauses[hit.clause][1], hit.match.end())
        index = hit.clause
        if index > 0 and self._is_time(*self.clauses[index - 1]):
            start = self.clauses[index - 1][0]
        if index + 1 < len(self.clauses) and self._is_time(*self.clauses[index + 1]):
            end = max(end, self.clauses[index + 1][1])
        return [time for time in self.times if start <= time.start and time.end <= end]

    def _is_time(self, start: int, end: int) -> bool:
        clause = self.masked[start:end]
        return MASK in clause and not clause.strip(MASK + " ,.。，!！")

    def _span(self, hit: _Hit, end: int, when: Placed) -> Span:
        start = hit.match.start()
        for time in (when.start, when.end):
            if time is not None:
                start, end = min(start, time.first), max(end, time.end)
        words = self.text[start:end]
        start += len(words) - len(words.lstrip())
        return self.sentence.start + start, self.sentence.start + start + len(words.strip())

    def _absolute(self, time: Time | None) -> Span | None:
        return None if time is None else (self.sentence.start + time.start, self.sentence.start + time.end)

    def _skipped(self, hit: _Hit, reason: str) -> Skipped:
        span = self._span(hit, hit.match.end(), Placed())
        return Skipped(reason, span, self.message.content[span[0] : span[1]])


def _is_vaguer(said: Candidate | Skipped, others: Sequence[Candidate | Skipped]) -> bool:
    """Whether another candidate says with a value what this one says without."""
    return (
        isinstance(said, Candidate)
        and said.object is None
        and any(
            isinstance(other, Candidate)
            and other.object is not None
            and (other.predicate, other.op) == (said.predicate, said.op)
            and _overlaps(said.span, [other.span])
            for other in others
        )
    )


def _overlaps(span: Span, others: Sequence[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)
