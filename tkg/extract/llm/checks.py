"""Whether a proposal holds: it is read from words that are evidence, and says no more than they do.

`Checker` goes through the proposals of one reply. Each comes out as an `Item`, grounded in spans of its turn, or as
`Rejected` with the reason; none costs another. What is checked, in this order:

- The shape (`malformed`), the turn (`unknown_turn`, `not_evidence`) and the known fact (`unknown_fact`) that it names.
- Names: a first person is the speaker, "my sister" the speaker's, "user" the only user there is. What is `empty`, and
  what is `unfindable`.
- `sentinel`: words of the prompt's examples, unless the turn says them itself.
- The quotes stand in the turn (`no_quote`, `quote`) and the time words in a quote (`time_words`).
- Subject and value have a word in what was said (`ungrounded`), and a value not in context alone (`not_evidence`).
- The known fact that is ended, corrected or retracted is about them: what is over is the value that it has
  (`unrelated_fact`).
- What the quote says: not the contrary (`negated`), and no less (`shortened`).
- `echo`: an assistant says what a user said before, or what it was reminded of by a memory or a system prompt; what a
  tool told it is news. `duplicate`: the reply says it twice.

A tense, a modality and whether it still holds are the model's to say; no word decides them here. Only what cannot be is
put right: a thing still holds by the present tense alone, and not if it is planned or supposed. A date that is none is
left out with a note. An end has the time when it was over in `start_text`, as a candidate has it.
"""

import json
import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from pydantic import ValidationError

from tkg.extract.llm.grounding import Ground
from tkg.extract.llm.negation import denies
from tkg.extract.llm.prompt import SENTINELS, label
from tkg.extract.llm.shortening import is_shortened
from tkg.extract.llm.types import Batch, Item, Known, Reason, Rejected, Turn
from tkg.extract.llm.wire import Proposal
from tkg.extract.llm.wording import folded, is_first_person, shares_a_word, spoken_for, stands_in, words
from tkg.extract.protocol import Span

RAW_CHARACTERS = 2000
"""What is kept of a rejected item at most."""

_NOTHING = frozenset(("", "null", "none", "n/a"))
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?)?)?", re.ASCII)
_USER = frozenset(("user", "the user"))
_ASSISTANT = frozenset(("assistant", "the assistant"))
_NEWS = frozenset(("assistant", "tool"))


class Checked(NamedTuple):
    """What came of the proposals of one reply."""

    items: tuple[Item, ...]
    rejected: tuple[Rejected, ...]
    notes: tuple[str, ...]


class _Unfit(Exception):
    """Raised where a check fails, caught where the proposal is."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        self.text = text


@dataclass(slots=True)
class Checker:
    """The checks of one batch; what is found in one reply counts as said for the next (`duplicate`)."""

    batch: Batch
    _seen: set[tuple[int, tuple[object, ...]]] = field(default_factory=set)
    _notes: list[str] = field(default_factory=list)

    def check(self, proposals: tuple[Any, ...]) -> Checked:
        """The proposals of a reply, as they were on the wire, one by one."""
        items: list[Item] = []
        rejected: list[Rejected] = []
        self._notes = []
        for raw in proposals:
            try:
                items.append(self._item(raw))
            except _Unfit as unfit:
                turn = raw.get("turn") if isinstance(raw, dict) else None
                number = turn if isinstance(turn, int) and not isinstance(turn, bool) else None
                rejected.append(Rejected(number, unfit.reason, unfit.text, _shown(raw)))
        return Checked(tuple(items), tuple(rejected), tuple(self._notes))

    def _item(self, raw: Any) -> Item:
        proposal = _read(raw)
        turn = self._turn(proposal.turn)
        about = self._known(proposal.about)
        subject, worded = self._named(proposal.subject, turn), _value(proposal.object)
        if isinstance(worded, str) and is_first_person(worded):
            worded = turn.speaker
        value = spoken_for(worded, turn.speaker, is_value=True) if isinstance(worded, str) else worded
        predicate = re.sub(r"[\s\-]+", "_", proposal.predicate.strip())
        was = _given(proposal.was)
        _whole(proposal, subject, predicate, value, about)
        _no_sentinel(proposal, turn)
        ground = Ground(turn.text)
        quotes = _quotes(proposal, ground)
        start, end = (_time_words(text, ground, quotes) for text in (proposal.start_text, proposal.end_text))
        guesses = [self._guess(text, turn) for text in (proposal.start_guess, proposal.end_guess)]
        if proposal.op == "end" and (end is not None or guesses[1] is not None):
            start, end, guesses = end, None, [guesses[1], None]
        said = [turn.text[first:last] for first, last in quotes]
        self._grounded(subject, worded, turn, said)
        if proposal.op in ("end", "retract"):
            _of_this(about, subject, value, said)
        elif proposal.op == "correct" and about is not None:
            _related(about, subject, was)
        if proposal.op == "record" and any(denies(quote, predicate, worded) for quote in said):
            raise _Unfit("negated", f"the quote denies {predicate} {value!r}")
        if isinstance(worded, str) and (left_out := is_shortened(worded, predicate, said)):
            raise _Unfit("shortened", f"{value!r} leaves out {left_out!r}")
        self._no_echo(turn, subject, value)
        self._first(turn, (proposal.op, folded(subject), folded(predicate), value, type(value), start, end))
        is_now = proposal.tense == "present" and proposal.modality in ("asserted", "reported")
        return Item(
            turn=turn.number,
            op=proposal.op,
            subject=subject,
            predicate=predicate,
            object=value,
            statement=proposal.statement.strip(),
            quotes=quotes,
            modality=proposal.modality,
            tense=proposal.tense,
            still_holds=proposal.still_holds and is_now and proposal.op in ("record", "correct"),
            confidence=float(proposal.confidence),
            subject_type=_given(proposal.subject_type),
            object_type=_given(proposal.object_type),
            was=was,
            start_text=None if start is None else turn.text[slice(*start)],
            start_span=start,
            end_text=None if end is None else turn.text[slice(*end)],
            end_span=end,
            start_guess=guesses[0],
            end_guess=guesses[1],
            about=about.claim if about is not None and proposal.op != "record" else None,
        )

    def _turn(self, number: int) -> Turn:
        for turn in self.batch.turns:
            if turn.number == number:
                if not turn.is_evidence:
                    raise _Unfit("not_evidence", f"turn {number} is context, or of the role {turn.role!r}")
                return turn
        raise _Unfit("unknown_turn", f"no turn {number} was offered")

    def _known(self, about: str | None) -> Known | None:
        """The known fact of a label; a bare number is read as one, a label of another kind is not."""
        said = (about or "").strip().strip('"')
        if about is None or said.casefold() in _NOTHING:
            return None
        for known in self.batch.known:
            if said in (label(known.number), str(known.number)):
                return known
        raise _Unfit("unknown_fact", f"no known fact {about!r} was offered")

    def _named(self, name: str, turn: Turn) -> str:
        name = spoken_for(name, turn.speaker)
        if folded(name) in _USER:
            users = {each.speaker for each in self.batch.turns if each.role == "user"}
            return turn.speaker if turn.role == "user" else users.pop() if len(users) == 1 else name
        return turn.speaker if folded(name) in _ASSISTANT and turn.role == "assistant" else name

    def _guess(self, text: str | None, turn: Turn) -> str | None:
        text = _given(text)
        if text is None or _is_date(text):
            return text
        self._notes.append(f"turn {turn.number}: the guess {text[:40]!r} is no ISO date and was left out")
        return None

    def _grounded(self, subject: str, value: object, turn: Turn, said: list[str]) -> None:
        """The subject, and a value in letters, have a word in common with what was said or is known."""
        evidence = [each.text for each in self.batch.evidence]
        shown = [each.text for each in self.batch.turns] + [known.text for known in self.batch.known]
        speakers = [each.speaker for each in self.batch.turns]
        if not shares_a_word(subject, [*shown, *speakers]):
            raise _Unfit("ungrounded", f"nobody spoke of {subject!r}")
        if isinstance(value, str) and stands_in(value, turn.text) and not shares_a_word(value, said):
            raise _Unfit("ungrounded", f"the turn says {value!r}, and not in the words that are quoted")
        if not isinstance(value, str) or any(char.isdigit() for char in value) or not words(value):
            return
        if not shares_a_word(value, [*shown, *speakers]):
            raise _Unfit("ungrounded", f"nobody spoke of {value!r}")
        if not shares_a_word(value, [*evidence, *speakers]):
            raise _Unfit(
                "not_evidence", f"{value!r} is said in context or in known facts alone, not in turn {turn.number}"
            )

    def _no_echo(self, turn: Turn, subject: str, value: object) -> None:
        if turn.role != "assistant" or value is None or isinstance(value, bool):
            return
        for earlier in self.batch.turns:
            if earlier.number == turn.number:
                return
            about_it = folded(earlier.speaker) == folded(subject) or stands_in(subject, earlier.text)
            if earlier.role not in _NEWS and about_it and stands_in(str(value), earlier.text):
                raise _Unfit("echo", f"{earlier.speaker} said it in turn {earlier.number}")

    def _first(self, turn: Turn, said: tuple[object, ...]) -> None:
        if (turn.number, said) in self._seen:
            raise _Unfit("duplicate", f"turn {turn.number} said so in an item before")
        self._seen.add((turn.number, said))


def _read(raw: Any) -> Proposal:
    try:
        return Proposal.model_validate(raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise _Unfit("malformed", f"{where}: {first['msg']}" if where else str(first["msg"])) from None


def _whole(proposal: Proposal, subject: str, predicate: str, value: object, about: Known | None) -> None:
    """Nothing is missing that the proposal needs: an end may be without a value."""
    if proposal.op in ("record", "correct") and value is None:
        raise _Unfit("empty", f"{proposal.op} without an object")
    if not proposal.statement.strip():
        raise _Unfit("empty", "no statement")
    if subject and predicate:
        return
    if proposal.op != "record" and about is None:
        raise _Unfit("unfindable", f"{proposal.op} of no known fact, with subject {subject!r}, predicate {predicate!r}")
    raise _Unfit("empty", f"subject {subject!r}, predicate {predicate!r}")


def _no_sentinel(proposal: Proposal, turn: Turn) -> None:
    said = folded(f"{turn.text} {turn.speaker}")
    told = folded(_shown(proposal.model_dump(exclude={"turn", "about"}), characters=None)).replace("_", " ")
    for sentinel in SENTINELS:
        if stands_in(sentinel, told) and folded(sentinel) not in said:
            raise _Unfit("sentinel", f"{sentinel!r} is of the prompt's examples")


def _quotes(proposal: Proposal, ground: Ground) -> tuple[Span, ...]:
    spans: list[Span] = []
    for quote in proposal.quotes:
        span = ground.span(quote) if words(quote) else None
        if span is None:
            raise _Unfit("quote", f"the turn does not say {quote[:200]!r}")
        if span not in spans:
            spans.append(span)
    if not spans:
        raise _Unfit("no_quote", "no words are quoted")
    return tuple(spans)


def _time_words(text: str | None, ground: Ground, quotes: tuple[Span, ...]) -> Span | None:
    text = _given(text)
    if text is None:
        return None
    span = ground.span(text, quotes)
    if span is None:
        raise _Unfit("time_words", f"the quotes do not say {text[:200]!r}")
    return span


def _related(known: Known, *about: object) -> None:
    if not any(shares_a_word(each, [known.text]) for each in about if isinstance(each, str)):
        raise _Unfit("unrelated_fact", f"{label(known.number)} says nothing of it: {known.text[:200]!r}")


def _of_this(about: Known | None, subject: str, value: object, said: list[str]) -> None:
    """What is over is what the known fact says or, without one, what the quotes do: nothing else is retired."""
    if about is not None:
        _related(about, value if isinstance(value, str) else subject)
    elif isinstance(value, str) and words(value) and not shares_a_word(value, said):
        raise _Unfit("ungrounded", f"the quotes do not say that it is {value!r} which is over")


def _given(text: str | None) -> str | None:
    return None if text is None or text.strip().casefold() in _NOTHING else text.strip()


def _value(value: str | float | bool | None) -> str | float | bool | None:
    if not isinstance(value, str):
        return value
    return None if value.strip().casefold() in ("", "null") else value.strip()


def _is_date(text: str) -> bool:
    match = _DATE.fullmatch(text)
    if match is None:
        return False
    try:
        date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
    except ValueError:
        return False
    return True


def _shown(raw: object, characters: int | None = RAW_CHARACTERS) -> str:
    """The item as JSON; what UTF-8 cannot write is replaced."""
    text = json.dumps(raw, ensure_ascii=False, default=str)
    return text.encode("utf-8", "replace").decode()[:characters]
