"""A view: one point (or all) of valid time, one moment of recorded time, one policy, one scope, and every read.

`Graph` is the view of now; `as_of` gives another one, which is immutable and stays the same whatever is written later
(an erasure apart, which `erased_since` tells). Every read takes the same options as `as_of`, for that call alone.

A view that is pinned has its moment of recorded time fixed when it is made, at the latest commit that there is then: a
`known_at` later than that is clamped to it, since a transaction that has its instant and is not committed yet must not
appear in an answer that was already given. `known_at` says which moment it became.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any, Unpack, cast

from tkg.answers import Facts, Order
from tkg.asking import Asked, no_point
from tkg.basis import Basis, Options, ranks_by_file, reading
from tkg.bounds import DAY_US, Grain, Time, When, canonical, span, unit
from tkg.choosing import ReadOptions, choose, choose_nominal
from tkg.errors import BadName, EmptyInterval, InputError, ManyValues
from tkg.facts import Belief, Claim, Conflict, Diff, Fact, instant
from tkg.intervals import MAX, MIN, Match, Stretch, coalesce, matches
from tkg.lookup import NOTHING, Lookup
from tkg.ontology import Predicate
from tkg.policy import LATEST
from tkg.reader import IN_ORDER, Question, Reader, Rectangle, Row
from tkg.searching import Searching
from tkg.store import Store
from tkg.values import Entity, Value

if TYPE_CHECKING:
    from tkg.audit import Explanation
    from tkg.hits import Hits
    from tkg.neighbors import Direction, Neighbors
    from tkg.request import Reranker, What


class View:
    """Reads over one store under one set of options."""

    def __init__(self, store: Store, options: Options, searching: Searching) -> None:
        self._store, self._options, self._searching = store, options, searching

    def __repr__(self) -> str:
        words = {asked.option: asked.words for asked in self.asked}
        valid_at, known_at = words.get("valid_at", self.valid_at), self.known_at
        point = f"<View of {self._options.scope!r} at valid {valid_at or 'now'}, known {known_at or 'now'}"
        whose = (("by", self._options.sources), ("without", self._options.without))
        return ", ".join((point, *(f"{how} {', '.join(names)}" for how, names in whose if names))) + ">"

    # --- what it is a view of ---

    @property
    def zone(self) -> tzinfo:
        """The zone of the file: times without an offset are read in it, and times out are shown in it."""
        return self._store.zone

    @property
    def scope(self) -> str:
        return self._options.scope

    @property
    def valid_at(self) -> datetime | None:
        """The valid instant, or the beginning of the stretch that `asked` names; None for "now" or no beginning."""
        at = self._options.valid_at
        if at is None or at == MIN:
            return None
        return Time(at, Grain.DAY if at % DAY_US == 0 else Grain.INSTANT).datetime(self.zone)

    @property
    def known_at(self) -> datetime | None:
        """The moment of recorded time that the view has become, or None for "now"."""
        at = self._options.known_at
        return None if at is None else instant(at, self.zone)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """What the time words that this view was asked for with were taken to mean; empty where there were none."""
        return self._options.asked

    @property
    def is_of_a_stretch(self) -> bool:
        """Whether `valid_at` was words for a stretch of time, so that an answer is of all of it."""
        return self._options.valid_until is not None

    @property
    def erased_since(self) -> tuple[datetime, ...]:
        """When content of this scope was erased after the moment of this view: it may lack what was known then."""
        with reading(self._store, self._options) as reader:
            return tuple(cast(datetime, instant(at, self.zone)) for at in Lookup(reader).erasures_after())

    def as_of(self, **options: Unpack[ReadOptions]) -> "View":
        """The view at another point: `as_of(valid_at="2021-05-01", known_at=claim.recorded_at)`.

        With `valid_at` in words it may be of a stretch of time ("last spring"), which `get`, `find` and `diff` read. A
        `reference_time` alone is that of the words in later questions.

        Raises AmbiguousTime for a year or a month in ISO form, which is no point (use `range`), and for words that name
        a stretch of recorded time; UnclearTime for words with several readings or without a date; BadTime, BadPolicy,
        BadModality.
        """
        chosen = self._chosen(options)
        known_at = chosen.known_at
        # Nothing comes to be known any more as of a moment that lies before a commit that was seen.
        if known_at is None or known_at > self._store.seen_at or chosen.policy == "source_priority":
            with self._store.snapshot() as last:
                ranks_by_file(self._store, chosen, last)
                known_at = last.at if known_at is None else min(known_at, last.at)
        return self._under(chosen._replace(known_at=known_at))

    # --- reads ---

    def get(self, subject: str | Entity, predicate: str, **options: Unpack[ReadOptions]) -> Fact | None:
        """The one fact of a subject and predicate at a valid instant, or None. Raises ManyValues if there are more.

        Where `valid_at` is words for a stretch ("last spring"): the one that holds at some time in it.
        """
        if subject is None or predicate is None:
            raise BadName("get takes a subject and a predicate: use find() to leave one open")
        facts = self.find(subject, predicate, **options)
        if len(facts) > 1:
            values = ", ".join(repr(str(fact.object)) for fact in facts[:5])
            where = next((f"in {asked.meaning}" for asked in facts[0].asked if asked.option == "valid_at"), "here")
            raise ManyValues(
                f"{subject} {predicate} has {len(facts)} values {where} ({values}{', ...' if len(facts) > 5 else ''}): "
                "use find() for all of them"
            )
        return facts[0] if facts else None

    def find(
        self,
        subject: str | Entity | None = None,
        predicate: str | None = None,
        object: Value | None = None,
        **options: Unpack[ReadOptions],
    ) -> Facts:
        """The facts at a valid instant, of whatever is named; all of the scope if nothing is.

        Where `valid_at` is words for a stretch ("last spring"): those that hold at some time in it, each with its whole
        interval; bounds are taken nominally then.
        """
        chosen = self._chosen(options)
        with reading(self._store, chosen) as reader:
            question = self._question(reader, subject, predicate, object)
            if chosen.valid_at is not None and chosen.valid_until is not None:
                low, high = chosen.valid_at, chosen.valid_until
                rows = [row for row in reader.rows(question) if matches(row[3], row[4], low, high, "overlaps")]
                return self._facts(reader, chosen, rows, low, IN_ORDER)
            at = self._instant(chosen, reader)
            return self._facts(reader, chosen, reader.rows(question, at), at, IN_ORDER)

    def timeline(
        self,
        subject: str | Entity | None = None,
        predicate: str | None = None,
        object: Value | None = None,
        **options: Unpack[ReadOptions],
    ) -> Facts:
        """How the world changed, as known at one moment: every segment of valid time, `valid_at` set aside."""
        chosen = self._nominal(options, "timeline")
        with reading(self._store, chosen) as reader:
            rows = reader.rows(self._question(reader, subject, predicate, object))
            return self._facts(reader, chosen, rows, None, IN_ORDER)

    def range(
        self,
        start: When | Sequence[When | tuple[When, When]],
        end: When | None = None,
        *,
        subject: str | Entity | None = None,
        predicate: str | None = None,
        object: Value | None = None,
        match: Match = "overlaps",
        **options: Unpack[ReadOptions],
    ) -> Facts:
        """The segments that stand in relation `match` to a stretch of valid time, or to one of several.

        `range("2021")` is the whole of 2021, `range("2021/2022-06")` includes June, `range(start, end)` excludes its
        end, `range(["2019", (start, end)])` is either. `match`: overlaps, throughout (all of it), within (inside it),
        starts_within. Raises BadTime, EmptyInterval, InputError.
        """
        stretches = self._stretches(start, end)
        if match not in ("overlaps", "throughout", "within", "starts_within"):
            raise InputError(f"match={match!r}: use overlaps, throughout, within or starts_within")
        chosen = self._nominal(options, "range")
        with reading(self._store, chosen) as reader:
            rows = [
                row
                for row in reader.rows(self._question(reader, subject, predicate, object))
                if any(matches(row[3], row[4], low, high, match) for low, high in stretches)
            ]
            return self._facts(reader, chosen, rows, None, IN_ORDER)

    def history(
        self,
        subject: str | Entity | None = None,
        predicate: str | None = None,
        object: Value | None = None,
        **options: Unpack[ReadOptions],
    ) -> Facts:
        """How our knowledge changed: every segment that was ever believed, with its run of recorded time.

        `known_at` leaves out what was recorded later.
        """
        chosen = self._nominal(options, "history")
        with reading(self._store, chosen) as reader:
            rows = reader.history(self._question(reader, subject, predicate, object))
            return self._facts(reader, chosen, _known(rows, chosen.known_at), None)

    def beliefs(
        self,
        subject: str | Entity | None = None,
        predicate: str | None = None,
        object: Value | None = None,
        **options: Unpack[ReadOptions],
    ) -> list[Belief]:
        """What was believed of one valid instant, through recorded time."""
        chosen = self._nominal(options, "beliefs")
        with reading(self._store, chosen) as reader:
            at = self._instant(chosen, reader)
            rows = _known(reader.history(self._question(reader, subject, predicate, object)), chosen.known_at)
            held = [(row[:3], row.since, row.until) for row in rows if row.holds_at(at)]
            return [
                Belief(*self._named(reader, item), instant(since, self.zone), instant(until, self.zone))
                for item, since, until in sorted(coalesce(held), key=lambda piece: piece[1:])
            ]

    def diff(
        self,
        known_a: "When | View",
        known_b: "When | View | None" = None,
        *,
        subject: str | Entity | None = None,
        predicate: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> Diff:
        """What is believed as of `known_b` (default: this view) and was not as of `known_a`, and the other way round.

        Either may be another view of this graph, which is read as it is: `graph.diff(graph.as_of(sources=["HR"]))` is
        what is believed and HR alone does not say, and what HR says and is not believed. With `valid_at`, of that
        instant or stretch; without, of all valid time. Raises InputError for views of two scopes, or of which one is of
        an instant and the other is not.
        """
        from tkg.comparing import diff

        return diff(self, known_a, known_b, subject, predicate, options)

    def neighbors(
        self,
        entity: str | Entity,
        depth: int = 1,
        *,
        predicate: str | Collection[str] | None = None,
        direction: "Direction" = "both",
        limit: int = 1_000,
        **options: Unpack[ReadOptions],
    ) -> "Neighbors":
        """The entities within `depth` facts (1 to 3) of an entity at a valid instant, the nearest first, each with the
        facts that lead there.

        `predicate` limits it to facts of one relation or of several, `direction` to facts that lead "out" of an entity,
        as their subject, or "in". Of more than `limit`, the answer says that it is `truncated`. Raises InputError, and
        AmbiguousTime where `valid_at` is a stretch of time.
        """
        from tkg.neighbors import neighbors

        return neighbors(self, entity, depth, predicate, direction, limit, options)

    def conflicts(
        self,
        subject: str | Entity | None = None,
        predicate: str | None = None,
        *,
        during: When | None = None,
        **options: Unpack[ReadOptions],
    ) -> list[Conflict]:
        """The slots whose sources disagree at a valid instant, each graded: certain, possible, or only a boundary.

        `during` asks about a stretch instead, as `range` takes it ("2021", "2021/2022-06"; "../.." is all of time), and
        gives a slot once for each part of it in which it is disputed in the same way; so do words for a stretch as
        `valid_at`. Listed is what disagrees under nominal bounds; with `certainty`, only what certainly does, or
        all that possibly does. Raises BadTime, EmptyInterval, TooImprecise, and what `as_of` does.
        """
        from tkg.conflicting import conflicts

        chosen = self._chosen(options)
        with reading(self._store, chosen) as asked:
            reader = replace(asked, policy=LATEST)
            when: int | Stretch
            if during is not None:
                if options.get("valid_at") is not None:
                    raise InputError("conflicts takes valid_at or during, not both")
                when = self._stretch(during, None)
                if when[0] >= when[1]:
                    raise EmptyInterval(f"during={during!r} holds no time: its end comes after its start")
            elif chosen.valid_at is not None and chosen.valid_until is not None:
                when = chosen.valid_at, chosen.valid_until
            else:
                when = self._instant(chosen, reader)
            return list(conflicts(reader, self._question(reader, subject, predicate, None), when))

    def last_observed(
        self, subject: str | Entity, predicate: str, object: Value | None = None, **options: Unpack[ReadOptions]
    ) -> datetime | None:
        """The latest time at which a source said that it saw this hold, believed or not; None if none ever did."""
        with reading(self._store, self._nominal(options, "last_observed")) as reader:
            seen = reader.last_observed(self._question(reader, subject, predicate, object))
            return None if seen is None else instant(seen, self.zone)

    def search(
        self,
        text: str,
        *,
        k: int = 10,
        what: "What" = "facts",
        filters: Mapping[str, Any] | None = None,
        threshold: float = 0.0,
        explain: bool = False,
        reranker: "Reranker | None" = None,
        embed: bool = True,
        weights: Mapping[str, float] | None = None,
        **options: Unpack[ReadOptions],
    ) -> "Hits":
        """The `k` best hits for a question among what is believed: facts, episodes, entities or all of them.

        Without `valid_at`, in all of valid time: a fact that is superseded comes after the one that holds now in its
        slot, and says so. With it, what was true then (an event: had happened by then; words: had been said). A time
        that the question names does the same for facts. `known_at` moves all of it to what was believed then.

        `filters` is described in `tkg.filters`; the `threshold` from 0 to 1 that a score has to reach, the signals that
        `explain` gives, and the `weights` that they have unless told otherwise, in `tkg.fusion`. What was written since
        the last search is taken in and embedded first, unless `embed` is False: then it is found by its words. A
        `reranker` scores the best hits anew; if it fails, they stay as they are.

        Raises InputError, BadFilter, WrongEmbedder, BadEmbedding, and BadTime and AmbiguousTime as every read.
        """
        from tkg.finding import search
        from tkg.request import Request

        self._searching.empty_log()
        request = Request(text, k, what, filters, threshold, explain, reranker, embed, weights)
        return search(self, self._searching.finder, self._chosen(options), request)

    def explain(self, fact: Fact) -> "Explanation":
        """The rule that decided, the claims it beat, and the words they came from."""
        if not isinstance(fact, Fact):
            raise InputError(f"explain takes a Fact, as get, find and timeline give them, not {fact!r}")
        from tkg.audit import explain

        with reading(fact._basis.store, fact._basis.options) as reader:
            return explain(reader, fact)

    def claims(
        self, subject: str | Entity | None = None, predicate: str | None = None, *, scope: str | None = None
    ) -> list[Claim]:
        """Every claim ever made, as it was said, retracted and erased ones too, in order of recording."""
        chosen = self._options if scope is None else self._options._replace(scope=scope)
        with reading(self._store, chosen) as reader:
            question = self._question(reader, subject, predicate, None)
            return list(Lookup(reader).claims(question.subjects, question.predicate))

    def claim(self, id: int) -> Claim:  # noqa: A002 - the name of the field
        """One claim as it was said, with what became of it as of this view. Raises UnknownClaim."""
        with reading(self._store, self._options) as reader:
            return Lookup(reader).claim(id)

    def reads_as(self, predicate: str) -> tuple[Predicate, bool]:
        """The predicate that a name reads as, as of this view, with what is declared of it; and whether subject and
        object change places, as for an inverse."""
        with reading(self._store, self._options) as reader:
            names, place = self._store.names, reader.moment.place
            known = Lookup(reader).predicate(predicate)
            if known == NOTHING:
                return Predicate(predicate), False
            root, flip = names.predicate(known, place)
            return names.typed(root, place), flip

    # --- from words to integers ---

    def _under(self, options: Options) -> "View":
        """The view of the same graph under options that have been checked."""
        return View(self._store, options, self._searching)

    def _chosen(self, given: ReadOptions) -> Options:
        """These options with those given for one call."""
        return choose(self._options, given, self._store)

    def _nominal(self, given: ReadOptions, read: str) -> Options:
        return choose_nominal(self._options, given, self._store, read)

    def _instant(self, chosen: Options, reader: Reader) -> int:
        """The valid instant; "now" is never before what is known, wherever the clock stands.

        Raises AmbiguousTime where words asked for a stretch.
        """
        if chosen.valid_until is not None:
            raise no_point(next(asked for asked in chosen.asked if asked.option == "valid_at"))
        return max(self._store.clock(), reader.moment.at) if chosen.valid_at is None else chosen.valid_at

    def _stretches(self, start: When | Sequence[When | tuple[When, When]], end: When | None) -> list[tuple[int, int]]:
        """The stretches of `range`. Raises BadTime, EmptyInterval, and InputError for none, or an end of several."""
        if isinstance(start, (list, tuple)):
            pairs = [each if isinstance(each, tuple) else (each, None) for each in start]
            if not pairs or end is not None or any(len(pair) != 2 for pair in pairs):
                raise InputError(
                    f"range({start!r}, {end!r}): give several stretches as a list of them, or of (start, end)"
                )
            return [stretch for pair in pairs for stretch in self._stretches(*pair)]
        low, high = self._stretch(cast(When, start), end)
        if low >= high:
            raise EmptyInterval(f"range from {start} to {end or start} holds no time: its end comes after its start")
        return [(low, high)]

    def _stretch(self, start: When, end: When | None) -> tuple[int, int]:
        if end is not None:
            return tuple(unit(canonical(when, self.zone))[0] for when in (start, end))  # type: ignore[return-value]
        return span(start, self.zone)

    def _question(
        self, reader: Reader, subject: str | Entity | None, predicate: str | None, value: Value | None
    ) -> Question:
        lookup = Lookup(reader)
        return Question(
            None if subject is None else lookup.entities(subject),
            None if predicate is None else lookup.predicate(predicate),
            None if value is None else lookup.values(value),
        )

    def _named(self, reader: Reader, item: tuple[int, int, int]) -> tuple[Value, str, Value]:
        terms = self._store.terms
        return terms.value(item[0]), self._store.names.predicate_name(item[1]), terms.value(item[2])

    def _facts(
        self, reader: Reader, chosen: Options, rows: Sequence[Row], at: int | None, order: Order | None = None
    ) -> Facts:
        """The facts of rows that were read under these options, which are in order unless one is given."""
        return Facts(rows, self._basis(reader, chosen, at), order)

    def _basis(self, reader: Reader, chosen: Options, at: int | None) -> Basis:
        return Basis(self._store, chosen, reader.moment, at, self._store.names.predicate_names)


def _known(rows: Iterable[Rectangle], known_at: int | None) -> list[Rectangle]:
    """Rows as of a moment of recorded time: nothing that was recorded later, nor that something ended later."""
    if known_at is None:
        return list(rows)
    known = (row for row in rows if row.since <= known_at)
    return [row._replace(until=MAX) if row.until > known_at else row for row in known]
