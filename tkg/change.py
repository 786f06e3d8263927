"""A change that an extractor proposes to the log: what it found in one message, with its time words anchored.

A candidate says what the words say. A change says what would be recorded for it, and is made of nothing but the
candidate and its message: no store is asked, so that the same words give the same changes, whenever they are read. It
can be written at once, handed out in a patch, or held for somebody to look at, and is the same in all three: plain
values that go to JSON and back.

- Its time words are anchored against the message's own time and zone, never against now. Words that do not settle a
  date leave the start unknown. A beginning that falls into a period ("I left last week") is one of its days; into one
  longer than a year, unknown (see `tkg.anchoring`).
- What still holds is a sighting at the message's time; so is what has no known start, which had begun by then. "Joined
  in 2021" is none. An end was seen by the message's time.
- `correct` says what is right instead of `was`, `retract` that a plan is off, and `merge` that `subject` is another
  name of `object`. Which claim is meant is looked for when it is written.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from tkg.anchoring import anchorings
from tkg.errors import BadPatch, InputError
from tkg.extract.protocol import Candidate, Message, Skipped, Span
from tkg.intervals import MAX
from tkg.linking import Linking
from tkg.masking import MASK
from tkg.statement import Statement
from tkg.values import Entity, Value, from_json, to_json
from tkg.words import SIDES, Anchoring

if TYPE_CHECKING:
    from tkg.timex import Conventions

Op: TypeAlias = Literal["record", "end", "correct", "retract", "merge"]
OPS: tuple[Op, ...] = get_args(Op)

_TEXTS = ("predicate", "valid_from", "valid_to", "valid", "observed", "statement", "start_text", "end_text")
_VALUES = ("subject", "object", "was")


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of the message that a change rests on: `content[start:start + len(text)]`."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        return self.start, self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Change:
    """One proposal; the module says what its fields mean together.

    `valid_from`, `valid_to`, `valid` and `observed` are as `Statement` has them; `source` is who says so. `times` is
    what the time words, `start_text` and `end_text`, were anchored to. `claim` is the one that the extractor named.
    `types` are its own words for what subject and object are; `links` what the words called something that the change
    calls otherwise.
    """

    op: Op
    quotes: tuple[Quote, ...]
    source: str
    subject: str | Entity | None = None
    predicate: str | None = None
    object: Value | None = None
    was: Value | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    valid: str | None = None
    observed: str | None = None
    confidence: float = 1.0
    modality: str = "asserted"
    claim: int | None = None
    statement: str | None = None
    start_text: str | None = None
    end_text: str | None = None
    times: tuple[Anchoring, ...] = ()
    types: tuple[str, str] = ("", "")
    links: tuple[Linking, ...] = ()

    def said(self) -> Statement:
        """The statement that would be recorded. Only of one that names a subject and a predicate."""
        assert self.subject is not None
        assert self.predicate is not None
        return Statement(
            self.subject, self.predicate, self.object, "end" if self.op == "end" else "record",
            valid_from=self.valid_from, valid_to=self.valid_to, valid=self.valid, observed=self.observed,
            source=self.source, confidence=self.confidence, modality=self.modality,
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """The change as JSON values, without what it does not say."""
        given = {name: getattr(self, name) for name in (*_TEXTS, "claim")}
        given |= {name: to_json(getattr(self, name)) for name in _VALUES}
        whole = {"op": self.op, "source": self.source, "confidence": self.confidence, "modality": self.modality}
        given["types"] = list(self.types) if any(self.types) else None
        given["links"] = [list(link) for link in self.links] or None
        quotes = [asdict(quote) for quote in self.quotes]
        times = [time.to_dict() for time in self.times]
        order = [field.name for field in fields(self)]
        found = {**whole, **given, "quotes": quotes, "times": times}
        return {name: found[name] for name in order if found[name] is not None}

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> "Change":
        """The change that `to_dict` gave, maybe edited. Raises BadPatch, naming the field."""
        unknown = sorted(set(raw) - {field.name for field in fields(cls)})
        if unknown:
            raise BadPatch(f"a change has no field {unknown[0]!r}: it has {', '.join(f.name for f in fields(cls))}")
        if raw.get("op") not in OPS:
            raise BadPatch(f"op {raw.get('op')!r} of a change: use {', '.join(OPS)}")
        given: dict[str, Any] = {"op": raw["op"]}
        for name in ("source", "modality", *_TEXTS):
            given[name] = _field(raw, name, str)
        given["source"] = given["source"] or ""
        given["modality"] = given["modality"] or "asserted"
        given["claim"] = _field(raw, "claim", int)
        if given["claim"] is not None and not 0 < given["claim"] < MAX:
            raise BadPatch(f"claim {given['claim']} of a change is no id")
        confidence = _field(raw, "confidence", (int, float))
        given["confidence"] = 1.0 if confidence is None else confidence
        try:
            given |= {name: from_json(raw.get(name)) for name in _VALUES}
            given["quotes"] = tuple(Quote(str(each["text"]), int(each["start"])) for each in raw.get("quotes", ()))
            given["times"] = tuple(_time(each) for each in raw.get("times", ()))
            given["links"] = tuple(Linking(*each) for each in raw.get("links", ()))
            subject_type, object_type = raw.get("types", ("", ""))
            given["types"] = str(subject_type), str(object_type)
        except (KeyError, TypeError, ValueError, InputError) as error:
            raise BadPatch(f"a change cannot be read, {type(error).__name__}: {error}; it is {dict(raw)!r}") from None
        return cls(**given)

    def fingerprint(self) -> str:
        """What makes it the same change when the words are read again: all but the claim that an extractor was shown
        under a number of its own, and how its names were found."""
        return json.dumps(replace(self, claim=None, links=()).to_dict(), ensure_ascii=False, sort_keys=True)


def proposed(item: Candidate | Skipped, message: Message, conventions: "Conventions | None" = None) -> Change | Skipped:
    """The change that a candidate comes to, or the candidate as passed over where it is none. What is masked since an
    erasure is nobody, and nobody in particular says anything."""
    if isinstance(item, Skipped):
        return item
    if MASK in message.speaker or any(MASK in str(name) for name in (item.subject, item.object)):
        return Skipped("erased", item.span, item.quote)
    if not item.quote or message.content[slice(*item.span)] != item.quote:
        return Skipped("its quote is not in the message", item.span, item.quote)
    if item.op in ("record", "end") and (item.subject is None or item.predicate is None):
        return Skipped("it names no subject or no predicate", item.span, item.quote)
    try:
        return _change(item, message, conventions)
    except InputError as error:
        return Skipped(f"{error.code}: {error}", item.span, item.quote)


def _change(item: Candidate, message: Message, conventions: "Conventions | None") -> Change:
    within = item.within and item.op in ("record", "end")
    said = anchorings(item, message.at, conventions, within=within)
    times = tuple(each for each in said if each is not None)
    if item.op == "retract":
        times = tuple(replace(each, bound=None) for each in times)
    bounds = _bounds(item, message.at, *said, within=within)
    return Change(
        item.op,
        tuple(Quote(message.content[slice(*span)], span[0]) for span in (item.span, *item.more)),
        message.speaker,
        item.subject,
        item.predicate,
        item.object,
        item.was,
        valid_from=bounds.get("valid_from"),
        valid_to=bounds.get("valid_to"),
        valid=bounds.get("valid"),
        observed=bounds.get("observed"),
        confidence=item.confidence,
        modality=item.modality,
        claim=item.about,
        statement=item.statement,
        start_text=item.start_text,
        end_text=item.end_text,
        times=times,
        types=(item.subject_type, item.object_type),
    )


def _bounds(
    item: Candidate, at: datetime, start: Anchoring | None, end: Anchoring | None, *, within: bool
) -> dict[str, str | None]:
    """The bounds of what is said, as the fields that say them."""
    if item.op == "retract":
        return {}
    bound = None if start is None else start.bound
    if within:
        return {"valid": bound} if bound is not None else {"observed": at.isoformat(), "valid_to": "unknown"}
    bounds: dict[str, str | None] = {}
    if bound is not None:
        bounds["valid_from"] = bound
    if item.op == "record" and end is not None and end.words is not None:
        bounds["valid_to"] = end.bound if end.bound is not None else "unknown"
    if item.op == "end" or item.still_holds or bound is None:
        bounds["observed"] = at.isoformat()
    return bounds


def _field(raw: Mapping[str, Any], name: str, kind: type | tuple[type, ...]) -> Any:
    value = raw.get(name)
    if value is not None and (isinstance(value, bool) or not isinstance(value, kind)):
        raise BadPatch(f"{name} {value!r} of a change is a {type(value).__name__}")
    return value


def _time(raw: Any) -> Anchoring:
    if not isinstance(raw, Mapping):
        raise BadPatch(f"a time of a change is an object, not {raw!r}")
    given = {
        name: _field(raw, name, str) for name in ("words", "anchored", "rule", "chosen_by", "note", "bound", "guess")
    }
    if raw["side"] not in SIDES:
        raise BadPatch(f"side {raw['side']!r} of a time: use {', '.join(SIDES)}")
    said_at = datetime.fromisoformat(raw["said_at"])
    if said_at.tzinfo is None:
        raise BadPatch(f"said_at {raw['said_at']!r} of a time has no offset")
    return Anchoring(raw["side"], said_at=said_at, **given)
