"""Every check: what it rejects and with which reason, and what it leaves."""

from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.llm_server import proposal
from tkg.extract.llm import REASONS, Batch, Item, Known, Rejected, Turn
from tkg.extract.llm.checks import RAW_CHARACTERS, Checked, Checker
from tkg.extract.llm.types import Reason

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


def turn(text: str, number: int = 1, speaker: str = "Ana", role: str = "user", is_context: bool = False) -> Turn:
    return Turn(number, speaker, role, NOON, text, is_context)


def check(batch: Batch | str, *proposals: Any) -> Checked:
    return Checker(Batch((turn(batch),)) if isinstance(batch, str) else batch).check(proposals)


def item(batch: Batch | str, raw: dict[str, Any]) -> Item:
    """The one item that comes of a proposal."""
    checked = check(batch, raw)
    assert checked.rejected == ()
    (one,) = checked.items
    return one


def rejection(batch: Batch | str, raw: Any) -> Rejected:
    checked = check(batch, raw)
    assert checked.items == ()
    (one,) = checked.rejected
    return one


def reason(batch: Batch | str, raw: Any) -> str:
    return rejection(batch, raw).reason


TEXT = "I have worked at Acme since March 2021. My sister Zoë likes aerial yoga."
ACME = proposal("I have worked at Acme since March 2021", "I", "works at", "Acme", start_text="since March 2021")


def test_the_reasons_are_the_documented_ones() -> None:
    assert get_args(Reason) == REASONS


def test_what_an_item_says() -> None:
    raw = ACME | {"object_type": "organization", "start_guess": "2021-03", "was": " Orbi ", "subject_type": "null"}
    assert item(TEXT, raw) == Item(
        turn=1,
        op="record",
        subject="Ana",
        subject_type=None,
        predicate="works_at",
        object="Acme",
        object_type="organization",
        was="Orbi",
        statement="I works at Acme",
        quotes=((0, 38),),
        start_text="since March 2021",
        start_span=(22, 38),
        start_guess="2021-03",
        modality="asserted",
        tense="present",
        still_holds=True,
        confidence=0.9,
    )


# The shape


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn": "1"},
        {"turn": True},
        {"op": "add"},
        {"object": ["Acme"]},
        {"object": float("inf")},
        {"object": 1 << 64},
        {"subject": None},
        {"subject": "A\x00na"},
        {"subject": "A\ud800na"},
        {"statement": "x" * 4001},
        {"quotes": "I have worked at Acme"},
        {"tense": "now"},
        {"modality": None},
        {"still_holds": "yes"},
        {"confidence": 1.1},
        {"confidence": float("nan")},
    ],
)
def test_what_is_not_of_the_shape_is_malformed_and_says_where(wrong: dict[str, Any]) -> None:
    rejected = rejection(TEXT, ACME | wrong)
    assert rejected.reason == "malformed"
    assert rejected.text.startswith(next(iter(wrong)))
    rejected.raw.encode()


@pytest.mark.parametrize("raw", [None, 3, "Ana works at Acme", [], {}, {"properties": {}}])
def test_what_is_no_proposal_is_malformed(raw: Any) -> None:
    assert reason(TEXT, raw) == "malformed"


@pytest.mark.parametrize("key", ["turn", "op", "subject", "predicate", "statement", "quotes", "modality", "tense"])
def test_what_must_be_said_is_not_guessed(key: str) -> None:
    raw = {name: value for name, value in ACME.items() if name != key}
    assert reason(TEXT, raw) == "malformed"


def test_keys_whose_absence_says_null_may_be_left_out_and_others_are_passed_over() -> None:
    raw = {key: value for key, value in ACME.items() if value is not None} | {"why": "because"}
    assert item(TEXT, raw) == item(TEXT, ACME)


def test_the_raw_item_is_kept_up_to_a_length() -> None:
    assert len(rejection(TEXT, {"subject": "x" * 9999}).raw) == RAW_CHARACTERS


@pytest.mark.parametrize("value", [3, 2.5, True, False, "three"])
def test_a_value_keeps_its_type(value: Any) -> None:
    said = item("I have three cats.", proposal("I have three cats", "I", "has_cats", value)).object
    assert (type(said), said) == (type(value), value)


# Turns and known facts


def test_a_turn_that_was_not_offered() -> None:
    assert reason(TEXT, ACME | {"turn": 2}) == "unknown_turn"


@pytest.mark.parametrize(
    "shown",
    [turn(TEXT, is_context=True), turn(TEXT, role="system"), turn(TEXT, role="tool"), turn(TEXT, role="memory")],
)
def test_context_and_system_and_tool_turns_are_no_evidence(shown: Turn) -> None:
    assert reason(Batch((shown, turn("ok", 2))), ACME) == "not_evidence"
    assert reason(Batch((shown, turn("Acme is nice", 2))), ACME) == "not_evidence"


def test_a_value_that_stands_in_context_alone_is_no_evidence() -> None:
    batch = Batch((turn("Ana likes tea", is_context=True), turn("I like it", 2)))
    assert reason(batch, proposal("I like it", "Ana", "likes", "tea", turn=2)) == "not_evidence"


KNOWN = Batch(
    (turn("I left Acme in May. Bob moved to its office."),),
    (Known(1, "Ana works_at Acme", 41), Known(2, "Zoë likes tea", 42)),
)
LEFT = proposal("I left Acme in May", "Ana", "works_at", "Acme", op="end", end_text="in May", tense="past")


@pytest.mark.parametrize(("about", "claim"), [("F1", 41), ("1", 41), (1, 41), (None, None), ("", None), ("null", None)])
def test_a_known_fact_is_named_by_its_label(about: Any, claim: int | None) -> None:
    assert item(KNOWN, LEFT | {"about": about}).about == claim


@pytest.mark.parametrize("about", ["F3", "F0", "T1", "-1", "F1 or F2", 41, 0])
def test_a_label_that_was_not_offered(about: Any) -> None:
    assert reason(KNOWN, LEFT | {"about": about}) == "unknown_fact"


def test_a_label_in_range_of_a_fact_about_something_else_is_wrong_all_the_same() -> None:
    assert reason(KNOWN, LEFT | {"about": "F2"}) == "unrelated_fact"


def test_what_is_over_is_the_value_of_the_known_fact() -> None:
    batch = Batch((turn("I left Orbi in May. I work at Acme."),), (Known(1, "Ana works_at Orbi", 41),))
    left = proposal("I left Orbi in May", "Ana", "works_at", "Orbi", op="end", about="F1", tense="past")
    assert item(batch, left).about == 41
    assert reason(batch, left | {"object": "Acme"}) == "ungrounded"
    both = left | {"object": "Acme", "quotes": ["I left Orbi in May. I work at Acme"]}
    assert reason(batch, both) == "unrelated_fact"
    pronoun = Batch((turn("I left it in May."), turn("Acme is big.", 2)))
    raw = left | {"object": "Acme", "about": None, "quotes": ["I left it in May"]}
    assert reason(pronoun, raw) == "ungrounded"
    right = proposal("I work at Acme", "Ana", "works_at", "Acme", op="correct", about="F1")
    assert item(batch, right).about == 41
    assert reason(batch, right | {"subject": "May", "was": "June"}) == "unrelated_fact"


def test_what_is_recorded_is_about_no_claim() -> None:
    raw = proposal("Bob moved to its office", "Bob", "moved_to", "office", about="F2")
    assert item(KNOWN, raw).about is None


# Names and what is missing


@pytest.mark.parametrize(
    ("subject", "role", "meant"),
    [
        ("me", "user", "Ana"),
        ("user", "user", "Ana"),
        ("The user", "assistant", "Ana"),
        ("assistant", "assistant", "Bot"),
    ],
)
def test_who_is_meant(subject: str, role: str, meant: str) -> None:
    batch = Batch((turn("Hello."), turn("Oslo is nice.", 2, "Ana" if role == "user" else "Bot", role)))
    assert item(batch, proposal("Oslo is nice", subject, "likes", "Oslo", turn=2)).subject == meant


def test_the_user_is_nobody_where_there_are_two() -> None:
    batch = Batch((turn("Hello."), turn("Hi.", 2, "Zoë"), turn("Oslo is nice.", 3, "Bot", "assistant")))
    assert reason(batch, proposal("Oslo is nice", "the user", "likes", "Oslo", turn=3)) == "ungrounded"


def test_a_first_person_as_value_is_the_speaker() -> None:
    assert item("Bob married me.", proposal("Bob married me", "Bob", "married_to", "me")).object == "Ana"


def test_what_is_the_speakers_is_theirs_as_a_value_and_still_has_to_be_quoted() -> None:
    assert item("Bob knows my sister.", proposal("Bob knows my sister", "Bob", "knows", "my sister")).object == (
        "Ana's sister"
    )
    told = "Bob is nice. He knows my sister."
    assert reason(told, proposal("Bob is nice", "Bob", "knows", "my sister")) == "ungrounded"


@pytest.mark.parametrize(
    "missing", [{"subject": " "}, {"predicate": ""}, {"object": None}, {"object": ""}, {"statement": "\n"}]
)
def test_what_is_empty(missing: dict[str, Any]) -> None:
    assert reason(TEXT, ACME | missing) == "empty"


@pytest.mark.parametrize("op", ["end", "correct", "retract"])
def test_a_change_of_what_cannot_be_found(op: str) -> None:
    raw = LEFT | {"op": op, "predicate": ""}
    assert reason(KNOWN, raw) == "unfindable"
    assert reason(KNOWN, raw | {"about": "F1"}) == "empty"


def test_an_end_may_be_without_a_value() -> None:
    assert item(KNOWN, LEFT | {"object": None}).object is None


# Sentinels


@pytest.mark.parametrize("field", ["subject", "predicate", "object", "statement", "was", "start_guess", "object_type"])
@pytest.mark.parametrize("sentinel", ["Zorblatt Quennix", "vexolune", "glow kayaking", "2718-03", "In Trindlewick now"])
def test_words_of_the_examples_are_refused_wherever_they_are(field: str, sentinel: str) -> None:
    assert reason(TEXT, ACME | {field: sentinel}) == "sentinel"


def test_a_turn_may_say_them_itself() -> None:
    text = "I met Zorblatt Quennix in 2718."
    raw = proposal(text, "Ana", "met", "Zorblatt Quennix", start_text="in 2718", start_guess="2718")
    assert item(text, raw).object == "Zorblatt Quennix"


def test_a_turn_may_have_the_number_of_the_year() -> None:
    assert item(Batch((turn(TEXT, 2718),)), ACME | {"turn": 2718}).turn == 2718


# Quotes and times


@pytest.mark.parametrize("quote", ["I work at Acme", "acme", "", "...", "I have worked at Acme since March 2021!"])
def test_words_that_the_turn_does_not_have(quote: str) -> None:
    assert reason(TEXT, ACME | {"quotes": [quote]}) == "quote"


def test_a_quote_of_another_turn() -> None:
    batch = Batch((turn(TEXT), turn("Nothing new.", 2)))
    assert reason(batch, ACME | {"turn": 2}) == "quote"


def test_no_quote_at_all() -> None:
    assert reason(TEXT, ACME | {"quotes": []}) == "no_quote"


@pytest.mark.parametrize("words", ["in March 2021", "2022", "aerial"])
@pytest.mark.parametrize("field", ["start_text", "end_text"])
def test_time_words_that_no_quote_has(field: str, words: str) -> None:
    assert reason(TEXT, ACME | {field: words}) == "time_words"


def test_a_date_of_the_models_own_is_a_guess_and_nothing_else() -> None:
    said = item(TEXT, ACME | {"start_text": None, "start_guess": "2021-03-01"})
    assert (said.start_text, said.start_span, said.start_guess) == (None, None, "2021-03-01")


@pytest.mark.parametrize("guess", ["March 2021", "2021-13", "2021-02-30", "0000", "21", "2021-03-01 or so"])
def test_a_guess_that_is_no_date_is_left_out_with_a_note(guess: str) -> None:
    checked = check(TEXT, ACME | {"start_guess": guess})
    assert checked.items[0].start_guess is None
    assert checked.notes == (f"turn 1: the guess {guess!r} is no ISO date and was left out",)


def test_an_end_has_the_time_when_it_was_over_at_its_start() -> None:
    said = item(KNOWN, LEFT | {"end_guess": "2026-05"})
    assert (said.start_text, said.start_span, said.start_guess) == ("in May", (12, 18), "2026-05")
    assert (said.end_text, said.end_span, said.end_guess) == (None, None, None)
    assert item(KNOWN, LEFT | {"end_text": None, "start_text": "in May"}).start_text == "in May"


# What the words say


def test_a_value_or_a_subject_that_nobody_spoke_of() -> None:
    assert reason(TEXT, ACME | {"object": "Initech"}) == "ungrounded"
    assert reason(TEXT, ACME | {"subject": "Bob"}) == "ungrounded"
    assert reason("我住在奥斯陆", proposal("我住在奥斯陆", "我", "lives_in", "Oslo")) == "ungrounded"


def test_a_value_that_the_turn_says_in_other_words_than_those_quoted() -> None:
    nurse = proposal("我不吃肉", "我", "job_title", "护士")
    assert reason("我当护士。我不吃肉。", nurse) == "ungrounded"
    assert item("我当护士。我不吃肉。", nurse | {"quotes": ["我当护士"]}).object == "护士"


def test_the_contrary_of_the_quote() -> None:
    text = "I do not eat meat."
    assert reason(text, proposal(text, "Ana", "eats", "meat")) == "negated"
    assert item(text, proposal(text, "Ana", "does_not_eat", "meat")).object == "meat"
    assert item(text, proposal(text, "Ana", "eats", "meat", op="end")).op == "end"


def test_a_part_of_the_noun() -> None:
    yoga = proposal("My sister Zoë likes aerial yoga", "Zoë", "likes", "yoga")
    assert reason(TEXT, yoga) == "shortened"
    assert item(TEXT, yoga | {"object": "aerial yoga"}).object == "aerial yoga"


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value", "tense"),
    [
        ("The thermostat was set to 21C at noon", "The thermostat", "set_to", "21C", "past"),
        ("Will Smith leads Acme from 2027", "Will Smith", "leads", "Acme", "present"),
        ("Ana wird nach Oslo umziehen", "Ana", "moves_to", "Oslo", "future"),
        ("王芳会说法语", "王芳", "speaks", "法语", "present"),
    ],
)
def test_no_word_decides_a_tense(text: str, subject: str, predicate: str, value: str, tense: str) -> None:
    for said in ("past", "present", "future"):
        assert item(text, proposal(text, subject, predicate, value, tense=said)).tense == said
    assert item(text, proposal(text, subject, predicate, value, tense=tense)).still_holds is (tense == "present")


@pytest.mark.parametrize(
    ("tense", "modality", "op", "holds"),
    [
        ("present", "asserted", "record", True),
        ("present", "reported", "record", True),
        ("present", "asserted", "correct", True),
        ("past", "asserted", "record", False),
        ("future", "asserted", "record", False),
        ("present", "planned", "record", False),
        ("present", "hypothetical", "record", False),
        ("present", "asserted", "end", False),
    ],
)
def test_a_thing_still_holds_by_the_present_tense_alone(tense: str, modality: str, op: str, holds: bool) -> None:
    raw = ACME | {"tense": tense, "modality": modality, "op": op}
    assert item(TEXT, raw).still_holds is holds
    assert item(TEXT, raw | {"still_holds": False}).still_holds is False


# The assistant, and twice the same


ECHO = proposal("you work at Acme", "Ana", "works_at", "Acme", turn=2)


@pytest.mark.parametrize("is_context", [False, True])
def test_the_echo_of_an_assistant_is_no_fact(is_context: bool) -> None:
    user = turn("I work at Acme.", is_context=is_context)
    batch = Batch((user, turn("So you work at Acme. It is in Oslo.", 2, "Bot", "assistant")))
    assert reason(batch, ECHO) == "echo"
    own = proposal("It is in Oslo", "Acme", "located_in", "Oslo", turn=2)
    assert item(batch, own).turn == 2


@pytest.mark.parametrize(("role", "is_echo"), [("memory", True), ("system", True), ("tool", False)])
def test_what_an_assistant_was_reminded_of_is_an_echo_and_what_a_tool_told_it_is_news(role: str, is_echo: bool) -> None:
    batch = Batch((turn("Ana works at Acme.", 1, role, role), turn("So you work at Acme.", 2, "Bot", "assistant")))
    checked = check(batch, ECHO | {"subject": "Ana"})
    assert [each.reason for each in checked.rejected] == (["echo"] if is_echo else [])
    assert len(checked.items) == (not is_echo)


def test_what_a_user_says_after_an_assistant_is_no_echo() -> None:
    batch = Batch((turn("Do you work at Acme?", 1, "Bot", "assistant"), turn("I work at Acme.", 2)))
    assert item(batch, proposal("I work at Acme", "I", "works_at", "Acme", turn=2)).subject == "Ana"


def test_the_same_twice_is_one() -> None:
    checked = check(TEXT, ACME, ACME | {"confidence": 0.1, "subject": "Ana"})
    assert len(checked.items) == 1
    assert [each.reason for each in checked.rejected] == ["duplicate"]


def test_the_same_at_another_time_is_another_fact() -> None:
    text = "I lived in Oslo in 2015 and in 2020."
    lived = proposal(text, "Ana", "lived_in", "Oslo")
    assert len(check(text, *[lived | {"start_text": year} for year in ("in 2015", "in 2020", "in 2015")]).items) == 2


def test_none_costs_another() -> None:
    checked = check(TEXT, None, ACME, ACME | {"turn": 9}, {"turn": 1})
    assert len(checked.items) == 1
    assert [each.turn for each in checked.rejected] == [None, 9, 1]


@given(st.lists(st.sampled_from([ACME, ACME | {"turn": 2}, LEFT, {}, 3, ACME | {"quotes": ["Acme"]}]), max_size=6))
def test_every_proposal_comes_out_once(proposals: list[Any]) -> None:
    checked = check(TEXT, *proposals)
    assert len(checked.items) + len(checked.rejected) == len(proposals)
