"""The rules on English: what each kind of sentence becomes, and how much is passed over."""

import json
import random
from datetime import datetime
from pathlib import Path

import pytest

from tests.reading import RULES, SAID_AT, SHIPPED, candidates, extracted, facts, only, reasons
from tkg.errors import BadMessage, BadSchema
from tkg.extract import Candidate, Message, Rules
from tkg.ontology import Ontology
from tkg.values import Entity, Quantity, Text

PIECES = """
I moved to Berlin last Friday, not Lyon. don't I'm 我住在上海了，不是北京。 my wife Anna 去年 in 2021 ' ’ “ ” ? ! used
to work at Acme since 2019 if Bob's — ( ) 打算 搬到 以前 没 的 and then joined Globex
"""
EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("I live in Berlin.", "lives_in", Entity("Berlin", "place")),
        ("I'm currently living in New York City, by the way.", "lives_in", Entity("New York City", "place")),
        ("I still live in the UK.", "lives_in", Entity("UK", "place")),
        ("I’m based in São Paulo.", "lives_in", Entity("São Paulo", "place")),
        ("Well, I work at Johnson & Johnson.", "works_for", Entity("Johnson & Johnson", "organisation")),
        ("I work for the University of Oslo.", "works_for", Entity("University of Oslo", "organisation")),
        ("I work at McDonald's.", "works_for", Entity("McDonald's", "organisation")),
        ("I work as a nurse.", "job_title", Text("nurse")),
        ("I am married to Ben.", "married_to", Entity("Ben", "person")),
        ("My husband, Ben, cooks.", "married_to", Entity("Ben", "person")),
        ("I have a son named Leo.", "has_child", Entity("Leo", "person")),
        ("I have a little dog called Rex!", "has_pet", Entity("Rex", "animal")),
        ("I own a Tesla.", "owns", Entity("Tesla", "thing")),
        ("I really love hiking.", "likes", Text("hiking")),
        ("I'm a big fan of live music", "likes", Text("live music")),
        ("I don't like dark beer.", "dislikes", Text("dark beer")),
        ("I can't stand jazz.", "dislikes", Text("jazz")),
        ("I speak some Spanish.", "speaks", Entity("Spanish", "language")),
        ("I'm allergic to peanuts.", "allergic_to", Text("peanuts")),
        ("I weigh 72.5 kg.", "weighs", Quantity(72.5, "kg")),
        ("I work on Apollo.", "works_on", Entity("Apollo", "project")),
        ("I'm a member of Greenpeace.", "member_of", Entity("Greenpeace", "organisation")),
        ("I am a strict vegetarian.", "vegetarian", True),
        ("I don't smoke.", "smokes", False),
    ],
)
def test_a_present_tense_is_seen_to_hold(text: str, predicate: str, value: object) -> None:
    found = only(text)
    assert (found.op, found.subject, found.predicate, found.object) == ("record", "Mia", predicate, value)
    assert (found.tense, found.modality, found.still_holds) == ("present", "asserted", True)
    assert (found.start_text, found.end_text) == (None, None)


@pytest.mark.parametrize(
    ("text", "predicate", "value", "start"),
    [
        ("I moved to Berlin last Friday.", "lives_in", "Berlin", "last Friday"),
        ("Last year, I moved to Berlin.", "lives_in", "Berlin", "Last year"),
        ("In 2021 I moved from Paris to Berlin.", "lives_in", "Berlin", "2021"),
        ("I joined Acme as a nurse in March 2021.", "works_for", "Acme", "March 2021"),
        ("I started working at Globex two weeks ago!", "works_for", "Globex", "two weeks ago"),
        ("I married Ben in 2015.", "married_to", "Ben", "2015"),
        ("I was diagnosed with asthma in 2020.", "has_condition", "asthma", "2020"),
        ("Yesterday I bought a red bike.", "owns", "red bike", "Yesterday"),
        ("I visited Japan last summer.", "visited", "Japan", "last summer"),
        ("I attended PyCon in May.", "attended", "PyCon", "May"),
    ],
)
def test_a_beginning_starts_when_its_time_words_say_and_is_no_sighting(
    text: str, predicate: str, value: str, start: str
) -> None:
    found = only(text)
    assert (found.op, found.predicate, str(found.object)) == ("record", predicate, value)
    assert (found.start_text, found.tense, found.still_holds) == (start, "past", False)


def test_an_object_never_swallows_time_words() -> None:
    assert only("I visited Paris last May with Ann.").object == Entity("Paris", "place")
    assert only("I moved last month to Berlin.").object == Entity("Berlin", "place")


def test_since_dates_a_present_state_and_another_time_does_not() -> None:
    assert only("I've lived in Oslo since 2019.").start_text == "2019"
    assert only("I have been working at Acme for three years.").still_holds
    assert only("I work at Acme today.").start_text is None
    until = only("I live in Berlin until June.")
    assert (until.start_text, until.end_text, until.still_holds) == (None, "June", True)


def test_a_past_state_is_recorded_for_its_period_alone() -> None:
    for text, words in (
        ("Back in 2015 I lived in Oslo.", "2015"),
        ("I lived in Oslo from 2015 to 2018.", "from 2015 to 2018"),
    ):
        found = only(text)
        assert (found.op, found.start_text, found.end_text, found.within) == ("record", words, words, True)
        assert not found.still_holds


@pytest.mark.parametrize(
    ("text", "predicate", "value", "over"),
    [
        ("I used to live in Paris.", "lives_in", "Paris", None),
        ("I lived in Paris.", "lives_in", "Paris", None),
        ("I no longer work at Acme.", "works_for", "Acme", None),
        ("I don't work at Acme anymore.", "works_for", "Acme", None),
        ("I left Acme in March.", "works_for", "Acme", "March"),
        ("I was laid off by Acme last week.", "works_for", "Acme", "last week"),
        ("I worked at Acme until 2018.", "works_for", "Acme", "2018"),
        ("I graduated from MIT in 2009.", "studies_at", "MIT", "2009"),
        ("I moved out of Lyon in May.", "lives_in", "Lyon", "May"),
        ("I'm no longer allergic to cats.", "allergic_to", "cats", None),
        ("I quit smoking two years ago.", "smokes", "True", "two years ago"),
        ("My dog Rex died last week.", "has_pet", "Rex", "last week"),
        ("I got divorced in 2020.", "married_to", "None", "2020"),
        ("I quit my job.", "works_for", "None", None),
        ("I lost my job at Acme.", "works_for", "Acme", None),
    ],
)
def test_what_is_over_is_an_end(text: str, predicate: str, value: str, over: str | None) -> None:
    found = only(text)
    assert (found.op, found.predicate, str(found.object), found.start_text) == ("end", predicate, value, over)
    assert not found.still_holds


@pytest.mark.parametrize(
    ("text", "predicate", "value", "start"),
    [
        ("I'm moving to Lisbon in March.", "lives_in", "Lisbon", "March"),
        ("I will move to Lisbon.", "lives_in", "Lisbon", None),
        ("I plan to visit Vancouver next week.", "visited", "Vancouver", "next week"),
        ("I'm joining Initech in September.", "works_for", "Initech", "September"),
        ("Bob's moving to Berlin in May.", "lives_in", "Berlin", "May"),
    ],
)
def test_a_plan_is_planned(text: str, predicate: str, value: str, start: str | None) -> None:
    found = only(text)
    assert (found.op, found.predicate, str(found.object), found.start_text) == ("record", predicate, value, start)
    assert (found.modality, found.tense, found.still_holds) == ("planned", "future", False)


@pytest.mark.parametrize(
    "text",
    [
        "I'm not moving to Lisbon after all.",
        "I won't be moving to Lisbon.",
        "I decided not to move to Lisbon.",
        "The move to Lisbon is off.",
        "Our move to Lisbon fell through.",
        "I cancelled the move to Lisbon.",
    ],
)
def test_a_plan_called_off_is_retracted(text: str) -> None:
    found = only(text)
    assert (found.op, found.subject, found.predicate) == ("retract", "Mia", "lives_in")
    assert (found.object, found.modality) == (Entity("Lisbon", "place"), "planned")


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Actually, it's Globex, not Initech.", "Globex", "Initech"),
        ("I meant Bremen, not Hamburg.", "Bremen", "Hamburg"),
        ("Sorry, it was tea, not coffee.", "tea", "coffee"),
        ("It's not Lille, it's Lyon.", "Lyon", "Lille"),
    ],
)
def test_a_bare_correction_names_the_value_that_was_wrong_and_no_predicate(text: str, right: str, wrong: str) -> None:
    found = only(text)
    assert (found.op, found.subject, found.predicate, found.object, found.was) == ("correct", None, None, right, wrong)


def test_a_correction_with_its_sentence_names_the_predicate() -> None:
    found = only("Actually, I joined Globex in May, not Initech.")
    assert (found.op, found.predicate, found.start_text) == ("correct", "works_for", "May")
    assert (found.object, found.was) == (Entity("Globex", "organisation"), Entity("Initech", "organisation"))
    found = only("No, I work at Globex, not at Acme.")
    assert (found.op, found.subject, found.predicate) == ("correct", "Mia", "works_for")
    assert (found.object, found.was) == (Entity("Globex", "organisation"), Entity("Acme", "organisation"))
    assert found.quote == "I work at Globex, not at Acme"


def test_a_third_person_needs_a_name_right_there() -> None:
    assert facts("My sister Clara lives in Hamburg.") == [
        ("record", "Mia", "has_sibling", "Clara"),
        ("record", "Clara", "lives_in", "Hamburg"),
    ]
    assert facts("Bob Stone used to work for Acme.") == [("end", "Bob Stone", "works_for", "Acme")]
    assert facts("Bob doesn't live in Paris any more.") == [("end", "Bob", "lives_in", "Paris")]
    assert facts("Ann Lee is the head of Globex.") == [("record", "Globex", "led_by", "Ann Lee")]
    assert facts("Globex is based in Zurich.") == [("record", "Globex", "located_in", "Zurich")]


def test_a_clause_carries_on_with_the_subject_before_it() -> None:
    assert facts("I left Acme in March and joined Globex in April.") == [
        ("end", "Mia", "works_for", "Acme"),
        ("record", "Mia", "works_for", "Globex"),
    ]
    starts = [each.start_text for each in candidates("I left Acme in March and joined Globex in April.")]
    assert starts == ["March", "April"]
    assert facts("Clara moved to Rome in 2020 and works for Initech.")[1] == ("record", "Clara", "works_for", "Initech")
    assert facts("I went to Rome to study and work at Acme.") == [("record", "Mia", "visited", "Rome")]


def test_dates_are_values_of_the_grain_that_was_said() -> None:
    assert only("I was born on 14 March 1990.").object == "1990-03-14"
    assert only("Globex was founded in 1998.").object == "1998"
    assert only("The deadline for Apollo was moved to 15 July 2024.").object == "2024-07-15"
    assert reasons("The deadline for Apollo is sometime next spring.") <= {"unclear value"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Do you think I live in Berlin?", "question"),
        ("Would you believe I moved to Berlin?", "question"),
        ("If I moved to Rome, would you visit?", "question"),
        ("If Bob works at Acme, I will ask him.", "conditional"),
        ("I wish I lived in Paris.", "hedged"),
        ("I think Bob works at Acme.", "hedged"),
        ("Maybe I'm moving to Lisbon in May.", "hedged"),
        ("I have a friend who quit and moved to Rome.", "hedged"),
        ("I don't work at Acme.", "negated"),
        ("I never lived in Paris.", "negated"),
        ("I haven't left Acme.", "negated"),
        ("I'm not allergic to cats.", "negated"),
        ('He said "I live in Paris".', "quotation"),
        ("She lives in Berlin.", "pronoun"),
        ("We moved to Berlin.", "pronoun"),
        ("Everyone lives in Berlin.", "not a name"),
        ("A cousin of Bob lives in Paris.", "subordinate"),
        ("I like your idea.", "unclear value"),
        ("I love it when you call.", "unclear value"),
        ("I joined the Acme security team.", "unclear value"),
        ("I left Berlin.", "unclear value"),
        ("I love stories that end well.", "unclear value"),
        ("I like action and adventure movies.", "unclear value"),
    ],
)
def test_what_the_speaker_does_not_vouch_for_is_skipped_with_its_reason(text: str, reason: str) -> None:
    assert reasons(text) == {reason}


@pytest.mark.parametrize(
    "text",
    [
        "I work from home.",
        "I live in a small flat with my parents.",
        "I moved on.",
        "I moved to a new apartment.",
        "I was going to move to Rome.",
        "I almost moved to Rome.",
        "I'd love to live in Paris.",
        "I have lived in Paris.",
        "I'm thinking of moving to Rome.",
        "I want to move to Rome.",
        "The company moved to Austin.",
        "Thanks, that's awesome, not too far away then!",
        "Sometimes it's hard when things don't go my way.",
        "I joined the gym.",
        "I'm always taking notes for my novel.",
        "It may rain on Monday, not on Sunday.",
        "You're not alone and have a great community around you.",
        "He is 30 years old and has 2 kids.",
    ],
)
def test_nothing_is_made_of_sentences_without_a_fact_of_these_kinds(text: str) -> None:
    assert candidates(text) == []


def test_a_report_is_reported_and_holds_for_nobody() -> None:
    found = only("Ann said that Bob works at Acme.")
    assert (found.subject, found.modality, found.still_holds) == ("Bob", "reported", False)
    assert only("I told you that I moved to Berlin.").modality == "asserted"
    assert only("As I said, I moved to Berlin.").modality == "asserted"
    assert reasons("I told Bob that I moved to Berlin.") == {"reported"}


@pytest.mark.parametrize("role", ["assistant", "memory", "system", "tool"])
def test_only_people_state_facts(role: str) -> None:
    assert extracted("I live in Berlin.", role) == []


def test_sentences_are_split_where_they_end() -> None:
    text = "Hi Dr. Smith! I live in Berlin. I work at Acme Inc. and I love tea.\nMy dog Rex is fine."
    assert facts(text) == [
        ("record", "Mia", "lives_in", "Berlin"),
        ("record", "Mia", "works_for", "Acme Inc"),
        ("record", "Mia", "likes", "tea"),
        ("record", "Mia", "has_pet", "Rex"),
    ]


def test_any_text_is_read_without_an_error_and_every_span_is_exact() -> None:
    pieces = PIECES.split()
    dice = random.Random(7)
    for _ in range(400):
        extracted(" ".join(dice.choices(pieces, k=dice.randint(1, 14))) + ".")


def test_the_same_message_is_read_the_same_way_whatever_was_read_before() -> None:
    message = Message("Mia", "user", "I left Acme in March and joined Globex.", SAID_AT)
    assert list(RULES.extract(message, SHIPPED)) == list(Rules().extract(message, SHIPPED))


def test_a_message_needs_words_a_speaker_and_a_zone() -> None:
    for speaker, content, at in (
        (" ", "Hi", SAID_AT),
        ("Mia", " \n", SAID_AT),
        ("Mia", "Hi", datetime(2024, 6, 12)),  # noqa: DTZ001  a time without a zone is what is refused
    ):
        with pytest.raises(BadMessage):
            Message(speaker, "user", content, at)


def test_patterns_of_ones_own_are_read_and_bad_ones_refused_by_name() -> None:
    message = Message("Mia", "user", "I drive a Volvo to work.", SAID_AT)
    rule = {"object": "car", "en": {"present": ["{subject} drive/drives a {object}"]}}
    (found,) = Rules().extract(message, Ontology.of({"drives": rule}))
    assert isinstance(found, Candidate)
    assert (found.predicate, found.object) == ("drives", Entity("Volvo", "car"))
    for pattern in ("{subject} is {object}", "{subject} (drive {object}", "{who} drives {object}", "<gone> drives"):
        with pytest.raises(BadSchema, match=r"'drives': en\.present"):
            Rules().extract(message, Ontology.of({"drives": {"en": {"present": [pattern]}}}))


def test_the_example_conversation_is_read_rightly() -> None:
    found = []
    for line in (EXAMPLES / "conversation.en.jsonl").read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        at = datetime.fromisoformat(said["timestamp"])
        message = Message(said["speaker"], said["role"], said["content"], at, said["id"])
        for each in RULES.extract(message, SHIPPED):
            if isinstance(each, Candidate):
                found.append((each.op, each.subject, each.predicate, str(each.object), each.start_text))
    assert found == [
        ("record", "Nora", "lives_in", "Berlin", "last Friday"),
        ("record", "Nora", "has_pet", "Biscuit", None),
        ("record", "Nora", "works_for", "Acme", None),
        ("record", "Nora", "job_title", "data engineer", None),
        ("record", "Nora", "has_sibling", "Clara", None),
        ("record", "Clara", "lives_in", "Hamburg", None),
        ("record", "Tom", "lives_in", "Leeds", None),
        ("record", "Nora", "works_for", "Globex", "two weeks ago"),
        ("end", "Nora", "works_for", "Acme", "April"),
        ("record", "Nora", "works_on", "Apollo", None),
        ("record", "Apollo", "deadline", "2023-11-30", None),
        ("record", "Nora", "allergic_to", "peanuts", None),
        ("record", "Nora", "likes", "Thai food", None),
        ("record", "Nora", "lives_in", "Oslo", "From 2015 to 2018"),
        ("record", "Nora", "visited", "Japan", "last month"),
        ("record", "Nora", "lives_in", "Lisbon", "March"),
        ("retract", "Nora", "lives_in", "Lisbon", None),
        ("correct", None, None, "Bremen", None),
        ("end", "Nora", "works_for", "Globex", "last week"),
        ("end", "Tom", "smokes", "True", "two months ago"),
    ]
