"""Any history of one file: a graph in this process and one in another, and the oracle of the contract.

Hypothesis makes up what happens, step by step: statements, corrections, names, declarations, roles and erasures,
written through either graph; questions of every kind, under every policy, to either; answers as of a closed moment,
asked again later; and in between restarts of either, VACUUM by a third hand, beliefs dropped and derived anew, and
`verify`. The oracle refuses what the graphs refuse, for the same reason, and gives the same answers.

The same histories are tried in every run, at least 5,000 steps over the four parts, and each part has to come through
every operation, and to get an answer that is not empty from every kind of question. `TKG_SPEC_SEED` tries others,
`TKG_SPEC_STEPS` more of them. What is made up is described in `happening`.
"""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import tkg.derive
from tests.spec import happening
from tests.spec.adapter import Adapter
from tests.spec.elsewhere import Elsewhere
from tests.spec.oracle import POS, instant
from tests.spec.properties import POLICIES, SCHEMA, D, Oracle
from tests.spec.ranked import DEFAULT, Ranked, Told, assignment, tell
from tests.spec.test_random_logs import EMPTY, SEED, WHOLE, WINDOW, Json, answer, code

LEAST_STEPS = int(os.environ.get("TKG_SPEC_STEPS", "5000"))
STEPS, HISTORIES = 50, 12
"""The most steps of one history, and how many are made up from one seed."""
ASKED_AT_ONCE, ASKED_AT_THE_END = 5, 10
PARTS = [(("",), WHOLE), (("",), WINDOW), (("a", "b", "x"), WHOLE), (("a", "b", "x"), WINDOW)]
FIRST_YEAR = 30
OPERATIONS = ("assert", "end", "correct", "retract", "undo", "merge", "split", "map_predicate", "declare", "erase")
POLICY_NAMES = ("latest", "confidence", "source_priority", "role", "all")

later, here = st.integers(0, 1), st.booleans()


class History(RuleBasedStateMachine):
    """One file. Recorded time is a year of this century, from 2030 on; several operations may share one."""

    sources: ClassVar[tuple[str, ...]]
    whole_up_to: ClassVar[int]
    elsewhere: ClassVar[Elsewhere]
    done: ClassVar[Counter[str]]

    def __init__(self) -> None:
        super().__init__()
        self.year, self.number, self.closed = FIRST_YEAR, 0, False
        self.oracle, self.told = Oracle(SCHEMA), list[Told]()
        self.graph = Adapter(SCHEMA)
        self.elsewhere.open(self.graph.path, SCHEMA, whole_up_to=self.whole_up_to)
        self.answered: list[tuple[Json, Any]] = []

    def teardown(self) -> None:
        try:
            self.ask_at_the_end()
            self.keep_their_answers()
            self.derive_again()
        finally:
            self.elsewhere.leave()
            self.graph.close()

    def ask_at_the_end(self) -> None:
        for policy in POLICIES:
            self.check({"query": "timeline", **policy}, self.elsewhere)
        for year in (13, 15, 18):
            self.check({"query": "conflicts", "valid_at": D(year)}, self.graph)
        for question in self.questions(self.number, ASKED_AT_THE_END):
            self.check(question, self.graph, self.elsewhere)

    # --- writing ---

    def write(self, op: Json, *, here: bool) -> None:
        """One operation, into the oracle and through one of the graphs."""
        expected = code(self.oracle, op)
        assert code(self.graph if here else self.elsewhere, op) == expected, op
        if expected is None:
            self.closed = False
            self.done[op["op"]] += 1

    def at(self, later: int) -> Json:
        self.year += max(later, int(self.closed))
        return {"at": D(self.year)}

    def new(self, kind: str, said: Json, when: Json, **given: Any) -> Json:
        """A claim of the next number, with one of the sources of this part."""
        self.number += 1
        if "source" in said:
            said = said | {"source": self.sources[said["source"] % len(self.sources)]}
        return {"op": kind, "id": f"c{self.number}", **given, **said, **when}

    def claims(self, *, live: bool) -> list[str]:
        """Ids of claims, those first that an operation can be about; one of them is of none."""
        found = [claim.id for claim in self.oracle.claims.values() if not claim.erased]
        fit = [id_ for id_ in found if (self.oracle.claims[id_].periods[-1][1] == POS) is live]
        return [*fit * 3, *self.oracle.claims, "nobody's"]

    @initialize(said=st.lists(st.tuples(happening.SAID, happening.BOUNDS), min_size=3, max_size=6))
    def begin(self, said: list[tuple[Json, Json]]) -> None:
        for what, when in said:
            self.write(self.new("assert", what, when, **self.at(1)), here=True)

    @rule(said=happening.SAID, when=happening.BOUNDS, later=later, here=here)
    def state(self, said: Json, when: Json, later: int, here: bool) -> None:
        self.write(self.new("assert", said, when, **self.at(later)), here=here)

    @rule(said=happening.SAID, year=st.integers(12, 13), later=later, here=here)
    def state_much_the_same(self, said: Json, year: int, later: int, here: bool) -> None:
        self.write(self.new("assert", said, {"from": D(year)}, **self.at(later)), here=here)

    @rule(said=happening.SAID, when=happening.BOUNDS, later=later, whole=st.booleans(), here=here)
    def end(self, said: Json, when: Json, later: int, whole: bool, here: bool) -> None:
        said = {key: value for key, value in said.items() if key != "o" or not whole}
        self.write(self.new("end", said, when, **self.at(later)), here=here)

    @rule(data=st.data(), changes=happening.CHANGES, later=later, here=here)
    def correct(self, data: st.DataObject, changes: Json, later: int, here: bool) -> None:
        about = data.draw(st.sampled_from(self.claims(live=True)))
        self.write(self.new("correct", changes, {}, target=about, **self.at(later)), here=here)

    @rule(data=st.data(), later=later, here=here)
    def retract(self, data: st.DataObject, later: int, here: bool) -> None:
        about = data.draw(st.sampled_from(self.claims(live=True)))
        self.write({"op": "retract", **self.at(later), "target": about}, here=here)

    @rule(data=st.data(), later=later, here=here)
    def undo(self, data: st.DataObject, later: int, here: bool) -> None:
        about = data.draw(st.sampled_from(self.claims(live=False)))
        self.write({"op": "undo", **self.at(later), "target": about}, here=here)

    @rule(data=st.data(), here=here)
    def change_what_names_mean(self, data: st.DataObject, here: bool) -> None:
        op = data.draw(happening.naming(self.claims(live=True)))
        self.write({**op, **self.at(1)}, here=here)
        if op["op"] == "erase":
            self.answered.clear()

    @rule(given=happening.ROLE, number=st.integers(0, 2), here=here)
    def tell_a_role(self, given: tuple[str, bool], number: int, here: bool) -> None:
        role, assigned = given
        told = Told(instant(self.at(1)["at"]), self.sources[number % len(self.sources)] or "a", role, assigned)
        if assigned and not here:
            self.elsewhere.apply(assignment(told))
        else:
            tell(self.graph, told)
        self.told.append(told)
        self.closed = False

    # --- reading ---

    def expected(self, question: Json) -> Any:
        ranked = Ranked(self.oracle, self.told, question.get("roles", DEFAULT))
        side = ranked if question.get("policy") == "role" else self.oracle
        if question["query"] != "runs":
            return answer(side, question)
        known_at = instant(question.get("known_at"))
        under: Json = {key: question[key] for key in ("policy", "sources", "roles", "modality") if key in question}
        rows = side.query({"query": "history", **under})
        held = [row for row in rows if instant(row[5]) <= known_at < (instant(row[6]) if row[6] else POS)]
        segments = side.query({**question, "query": "timeline"})
        return sorted(repr(row) for row in held if row[:5] in segments)

    def check(self, question: Json, *sides: Any) -> None:
        expected = self.expected(question)
        for side in sides:
            assert answer(side, question) == expected, question
        self.done[question.get("policy", "latest")] += 1
        if expected not in ([], None, {"added": [], "removed": []}):
            self.done[question["query"]] += 1

    @rule(random=st.integers(0, 2**32), here=here)
    def ask(self, random: int, here: bool) -> None:
        for question in self.questions(random, ASKED_AT_ONCE):
            self.check(question, self.graph if here else self.elsewhere)

    @rule(random=st.integers(0, 2**32))
    def ask_both(self, random: int) -> None:
        for question in self.questions(random, ASKED_AT_ONCE):
            self.check(question, self.graph, self.elsewhere)

    def questions(self, random: int, count: int) -> Iterator[Json]:
        r = Random(f"{random} {self.year} {self.number}")
        claims = list(self.oracle.claims.values())
        seen = [{"s": claim.s, "p": claim.p, "o": claim.o} for claim in claims if claim.seen and claim.o is not None]
        bounds = [claim.when[side] for claim in claims for side in ("from", "to") if side in claim.when]
        days = [text for text in bounds if len(text) == len(D(10))]
        return (happening.question(r, self.year, seen, days) for _ in range(count))

    @rule(random=st.integers(0, 2**32), here=here)
    def remember(self, random: int, here: bool) -> None:
        """Answers as of now, after which the recorded time of now is closed."""
        for question in self.questions(random, ASKED_AT_ONCE):
            if "known_at" in question and question["query"] != "runs":  # a run may end later
                asked = {**question, "known_at": D(self.year)}
                self.answered.append((asked, answer(self.graph if here else self.elsewhere, asked)))
                self.closed = True

    @rule()
    def keep_their_answers(self) -> None:
        for number, (question, answered) in enumerate(self.answered):
            assert answer(self.elsewhere if number % 2 else self.graph, question) == answered, question

    # --- upkeep ---

    @rule(here=here)
    def restart(self, here: bool) -> None:
        (self.graph if here else self.elsewhere).reopen()

    @rule()
    def vacuum(self) -> None:
        with closing(sqlite3.connect(self.graph.path)) as third:
            third.execute("VACUUM")

    @rule(here=here)
    def rebuild(self, here: bool) -> None:
        (self.graph if here else self.elsewhere).rebuild()

    @rule()
    def derive_again(self) -> None:
        """`verify`, which takes every slot for short."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(tkg.derive, "WHOLE_UP_TO", WHOLE)
            assert self.graph.graph.verify().ok
        assert self.graph.graph._store.connection.execute(EMPTY).fetchall() == []

    @invariant()
    def count_it(self) -> None:
        self.done["steps"] += 1


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Elsewhere]:
    process = Elsewhere()
    yield process
    process.stop()


@pytest.mark.parametrize(
    ("sources", "whole_up_to"), PARTS, ids=["one, whole", "one, window", "three, whole", "three, window"]
)
def test_a_file_answers_as_the_oracle_does_whatever_happened_to_it(
    sources: tuple[str, ...], whole_up_to: int, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", whole_up_to)
    done = Counter[str]()
    given = {"sources": sources, "whole_up_to": whole_up_to, "elsewhere": elsewhere, "done": done}
    made_up = settings(
        max_examples=HISTORIES,
        stateful_step_count=STEPS,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    for number in count():
        part = seed(f"{SEED} {number} {sources} {whole_up_to}")(type("Part", (History,), given))
        run_state_machine_as_test(part, settings=made_up)
        if done["steps"] >= LEAST_STEPS / len(PARTS):
            break
    assert {*OPERATIONS, *POLICY_NAMES, *happening.KINDS} - {"conflicts"} <= set(done)
    assert len(sources) == 1 or done["conflicts"] > 0
