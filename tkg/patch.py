"""What would be recorded, as something to look at: a patch, which can be edited and applied.

A patch has messages with the changes that an extractor found in each, with their quotes and with what their time words
were anchored to, and what it passed over. It is plain values, goes to JSON and back, and holds all that applying it
needs, the words among it. In between somebody may

- change the fields of a change: it is written as it stands then, and settled by hand, so that no later run of an
  extractor changes it back;
- set `reject` on a change: it is not written, and no later run finds it again in the same words;
- take a change out: it is not written, and a later run may find it again;
- take a message out, which is then as if it had never been read.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime
from hashlib import blake2b
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tkg.bounds import unit
from tkg.change import Change
from tkg.errors import BadName, BadPatch, InputError
from tkg.extract.protocol import Message, Skipped
from tkg.intervals import MAX
from tkg.spending import Spent
from tkg.tally import Failure
from tkg.terms import storable
from tkg.values import Value, from_json, to_json

FORMAT = 1
"""The version of the JSON form."""

_KINDS = {str: "text", bool: "true or false", int: "a whole number", list: "a list", dict: "an object"}

_EDTF = {"always": "..", "unknown": ""}
"""How an interval says what a start says in a word."""


class Found(NamedTuple):
    """What an extractor had found where a patch has a change: its names, and the `digest` of all of it."""

    digest: str
    op: str
    subject: Value | None
    predicate: str | None
    object: Value | None

    @classmethod
    def of(cls, change: Change) -> "Found":
        """What a change is before anybody edits it."""
        digest = blake2b(change.fingerprint().encode(), digest_size=8).hexdigest()
        return cls(digest, change.op, change.subject, change.predicate, change.object)

    def to_dict(self) -> dict[str, Any]:
        """It as JSON values."""
        names = {"subject": to_json(self.subject), "predicate": self.predicate, "object": to_json(self.object)}
        return {"digest": self.digest, "op": self.op, **names}

    @classmethod
    def from_dict(cls, raw: Any) -> "Found":
        """What `to_dict` gave. Raises BadPatch."""
        try:
            subject, value = from_json(raw["subject"]), from_json(raw["object"])
            return cls(str(raw["digest"]), str(raw["op"]), subject, raw["predicate"], value)
        except (KeyError, TypeError, ValueError) as error:
            raise BadPatch(f"found {raw!r} of a change is not what a patch has there: leave it as it is") from error


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change of a patch. `found` is what the extractor had found, None for a change that was put in; `note` says what
    it would do, and is only read.

    `reject`: it is to be kept out for good.
    """

    change: Change
    found: Found | None
    note: str | None = None
    reject: bool = False

    @property
    def is_edited(self) -> bool:
        """Whether it is no longer what was found."""
        return self.found is None or Found.of(self.change).digest != self.found.digest

    @property
    def original(self) -> Change:
        """What was found, as far as a patch keeps it: the names, and the quotes."""
        if self.found is None:
            return self.change
        _, op, subject, predicate, value = self.found
        given: dict[str, Any] = {"op": op, "subject": subject, "predicate": predicate, "object": value}
        return replace(self.change, **given)

    def to_dict(self) -> dict[str, Any]:
        """The proposal as JSON values."""
        found = None if self.found is None else self.found.to_dict()
        note = {} if self.note is None else {"note": self.note}
        return {**self.change.to_dict(), **note, "reject": self.reject, "found": found}


@dataclass(frozen=True, slots=True)
class ReadMessage:
    """A message and what was found in it. `occurrence` tells apart equal ones that were handed in together."""

    message: Message
    occurrence: int
    changes: tuple[Proposal, ...]
    passed_over: tuple[Skipped, ...]

    def to_dict(self) -> dict[str, Any]:
        """The message with its changes as JSON values."""
        message = self.message
        return {
            "speaker": message.speaker,
            "role": message.role,
            "content": message.content,
            "timestamp": message.at.isoformat(),
            "zone": getattr(message.at.tzinfo, "key", None),
            "id": message.id,
            "occurrence": self.occurrence,
            "changes": [each.to_dict() for each in self.changes],
            "passed_over": [{**asdict(each), "span": list(each.span)} for each in self.passed_over],
        }


@dataclass(frozen=True, slots=True)
class Patch:
    """What an ingestion would record. `failures` are of messages that could not be read, and which it has not."""

    scope: str
    extractor: str
    model: str | None
    prompt: str | None
    labels: Mapping[str, str] | None
    messages: tuple[ReadMessage, ...]
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()
    spent: Spent = field(default_factory=Spent)

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes, in the order in which they would be written."""
        return tuple(each.change for read in self.messages for each in read.changes)

    def to_dict(self) -> dict[str, Any]:
        """The patch as JSON values, which `from_dict` reads again."""
        return {
            "tkg_patch": FORMAT,
            "scope": self.scope,
            "extractor": self.extractor,
            "model": self.model,
            "prompt": self.prompt,
            "labels": None if self.labels is None else dict(self.labels),
            "messages": [read.to_dict() for read in self.messages],
            "failures": [{**asdict(each), "episodes": list(each.episodes)} for each in self.failures],
            "notes": list(self.notes),
            "spent": asdict(self.spent),
        }

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> "Patch":
        """The patch that `to_dict` gave, maybe edited. Raises BadPatch."""
        if not isinstance(raw, Mapping) or raw.get("tkg_patch") != FORMAT:
            raise BadPatch(f"this is no patch of format {FORMAT}: `tkg ingest --review` writes one")
        _check_letters(raw)
        labels = _given(raw, "labels", dict, "a patch", needed=False)
        for name in labels or ():
            _given(labels, name, str, "the labels of a patch")
        return cls(
            _given(raw, "scope", str, "a patch"),
            _given(raw, "extractor", str, "a patch"),
            _given(raw, "model", str, "a patch", needed=False),
            _given(raw, "prompt", str, "a patch", needed=False),
            labels,
            tuple(_read(each) for each in _given(raw, "messages", list, "a patch")),
        )


def _read(raw: Any) -> ReadMessage:
    what = "a message of a patch"
    speaker, role, content, timestamp = (
        _given(raw, name, str, what) for name in ("speaker", "role", "content", "timestamp")
    )
    zone, ref = (_given(raw, name, str, what, needed=False) for name in ("zone", "id"))
    try:
        at = datetime.fromisoformat(timestamp)
        unit(at.isoformat())
        message = Message(speaker, role, content, at if zone is None else at.astimezone(ZoneInfo(zone)), ref)
    except (ValueError, OverflowError, ZoneInfoNotFoundError) as error:
        raise BadPatch(f"{what} cannot be read: {error}") from None
    return ReadMessage(
        message,
        _whole_number(raw, "occurrence", what),
        tuple(_proposal(each, message) for each in _given(raw, "changes", list, what)),
        tuple(_skipped(each) for each in _given(raw, "passed_over", list, what)),
    )


def _skipped(raw: Any) -> Skipped:
    what = "what was passed over"
    span = _given(raw, "span", list, what)
    if len(span) != 2 or not all(type(side) is int for side in span):
        raise BadPatch(f"span {span!r} of {what}: two whole numbers")
    return Skipped(_given(raw, "reason", str, what), (span[0], span[1]), _given(raw, "text", str, what))


def _proposal(raw: Any, message: Message) -> Proposal:
    what = "a change"
    given = dict(_mapping(raw, what))
    found, note = _given(given, "found", dict, what, needed=False), _given(given, "note", str, what, needed=False)
    reject = _given(given, "reject", bool, what, needed=False)
    change = Change.from_dict({name: value for name, value in given.items() if name not in ("found", "note", "reject")})
    if change.op in ("record", "end") and (change.subject is None or change.predicate is None):
        raise BadPatch(f"a change that is to {change.op} something needs a subject and a predicate: {given!r}")
    if not change.quotes:
        raise BadPatch(f"a change without a quote rests on nothing: {given!r}")
    for quote in change.quotes:
        if message.content[slice(*quote.span)] != quote.text or not quote.text:
            raise BadPatch(f"the message does not say {quote.text!r} at {quote.start}")
    if change.valid is not None and (change.valid_from is not None or change.valid_to is not None):
        raise BadPatch(f"valid {change.valid!r} of a change gives both bounds: leave out the others, or it")
    proposal = Proposal(change, None if found is None else Found.from_dict(found), note, reject or False)
    return replace(proposal, change=settled(change)) if proposal.is_edited else proposal


def _check_letters(raw: Any) -> None:
    """Raises BadPatch where a text in it has half of a surrogate pair, as "\\ud83d" in JSON gives."""
    waiting = [raw]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += [*value, *value.values()]
        elif isinstance(value, (list, tuple)):
            waiting += value
        elif isinstance(value, str):
            try:
                storable(value, "a text of the patch")
            except BadName as error:
                raise BadPatch(str(error)) from None


def _mapping(raw: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise BadPatch(f"{what} is an object, not {raw!r}")
    return raw


def _given(raw: Any, name: str, kind: type, what: str, *, needed: bool = True) -> Any:
    """A field of this type, None if it is not needed and not there. Raises BadPatch."""
    value = _mapping(raw, what).get(name)
    if value is None and not needed:
        return None
    if type(value) is not kind:
        missing = "is missing" if value is None else f"is {value!r}, not {_KINDS[kind]}"
        raise BadPatch(f"{name} of {what} {missing}")
    return value


def _whole_number(raw: Any, name: str, what: str) -> int:
    value = _given(raw, name, int, what, needed=False) or 0
    if not 0 <= value < MAX:
        raise BadPatch(f"{name} {value} of {what}: a number from 0")
    return int(value)


def settled(change: Change, **fields: Any) -> Change:
    """A change with other fields, given by hand: where its bounds are no longer what its time words were anchored to,
    nothing says that they are. Raises InputError for an interval beside a bound."""
    edited = replace(change, **_whole(change, fields))
    said = {edited.valid_from, edited.valid_to, edited.valid}
    times = tuple(time if time.bound in said else replace(time, bound=None) for time in edited.times)
    return replace(edited, times=times)


def _whole(change: Change, fields: Mapping[str, Any]) -> dict[str, Any]:
    """`fields` as they replace those of the change. An interval replaces both bounds, and one bound given anew leaves
    the other side of an interval as it was, since in a statement `valid` would hide what stands beside it."""
    start, end = fields.get("valid_from"), fields.get("valid_to")
    if fields.get("valid") is not None:
        if start is not None or end is not None:
            raise InputError("valid gives both bounds: leave out valid_from and valid_to, or give those alone")
        return {**fields, "valid_from": None, "valid_to": None}
    if change.valid is None or (start is None and end is None):
        return dict(fields)
    first, slash, last = change.valid.partition("/")
    if end is None and isinstance(start, (str, date)):
        text = start if isinstance(start, str) else start.isoformat()
        return {**fields, "valid": f"{_EDTF.get(text, text)}/{last if slash else first}", "valid_from": None}
    words = {edtf: word for word, edtf in _EDTF.items()}
    return {**fields, "valid": None, "valid_from": words.get(first, first) if start is None else start}
