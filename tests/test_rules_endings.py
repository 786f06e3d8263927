"""Slots whose value must end with certain words: `{object:title}` in the language of patterns."""

import pytest

from tests.reading import SAID_AT, facts
from tkg.errors import BadSchema
from tkg.extract import Candidate, Message, Rules
from tkg.ontology import Language, Ontology


def drinks(pattern: str, tea: str = "(tea|oolong|<rare>|*chai)") -> Ontology:
    predicates = Ontology.of({"drinks": {"object": "text", "en": {"present": [pattern]}}}).predicates
    return Ontology(predicates, {"en": Language({"tea": tea, "rare": "(pu-erh)"})})


def read(text: str, ontology: Ontology) -> list[str]:
    found = Rules().extract(Message("Mia", "user", text, SAID_AT), ontology)
    return [str(each.object) for each in found if isinstance(each, Candidate)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I drink green tea.", ["green tea"]),
        ("I drink oolong with milk", ["oolong"]),
        ("I drink pu-erh.", ["pu-erh"]),
        ("I drink masalachai.", ["masalachai"]),
        ("I drink coffee.", []),
        ("I drink tea cocktails.", []),
        ("I drink a friend of tea.", []),
    ],
)
def test_a_value_ends_with_one_of_the_words_and_nothing_carries_it_on(text: str, values: list[str]) -> None:
    assert read(text, drinks("{subject} drink/drinks {object:tea}")) == values


def test_words_without_a_star_are_telling_enough_to_turn_on() -> None:
    assert read("I have oolong.", drinks("{subject} have/has {object:tea}", "(tea|oolong)")) == ["oolong"]
    with pytest.raises(BadSchema, match="no word that is telling"):
        read("I have oolong.", drinks("{subject} have/has {object:tea}", "(tea|*chai)"))


@pytest.mark.parametrize("slot", ["{object:wine}", "{name:tea}", "{subject:tea}"])
def test_a_list_that_is_not_there_is_refused_by_name(slot: str) -> None:
    with pytest.raises(BadSchema, match="no shared words"):
        read("I drink tea.", drinks(f"{{subject}} drink/drinks {slot}"))


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("I'm a nurse in Riga.", "job_title", "nurse"),
        ("I work as a crane operator.", "job_title", "crane operator"),
        ("Dana is CTO of Brinex.", "job_title", "CTO"),
        ("I have type 1 diabetes.", "has_condition", "type 1 diabetes"),
        ("I've had eczema since 2010.", "has_condition", "eczema"),
        ("I'm on warfarin.", "takes_medication", "warfarin"),
        ("I take esomeprazole.", "takes_medication", "esomeprazole"),
        ("My doctor put me on statins.", "takes_medication", "statins"),
        ("I have a wasp allergy.", "allergic_to", "wasp"),
        ("i hate olives", "dislikes", "olives"),
        ("im based in Riga", "lives_in", "Riga"),
        ("i dont smoke", "smokes", "False"),
        ("我是兽医", "job_title", "兽医"),
        ("我芒果过敏", "allergic_to", "芒果"),
        ("我有痛风", "has_condition", "痛风"),
        ("我会希腊语", "speaks", "希腊语"),
        ("我在云图科技当会计", "works_for", "云图科技"),
    ],
)
def test_what_is_listed_can_be_said_with_the_plainest_verb(text: str, predicate: str, value: str) -> None:
    assert (predicate, value) in [(each[2], each[3]) for each in facts(text)]


@pytest.mark.parametrize("text", ["i.e. live in Riga", "I want olives", "Ill live in Riga", "im Kent"])
def test_small_letters_make_no_speaker_of_other_words(text: str) -> None:
    assert facts(text) == []


def test_a_kin_word_and_a_clear_name_beside_it_are_enough() -> None:
    assert facts("我儿子果果想睡觉了") == [("record", "Mia", "has_child", "果果")]
    assert facts("我儿子常常想睡觉") == []
    assert facts("我弟何川把门修好了") == [("record", "Mia", "has_sibling", "何川")]
    assert facts("Tom's wife Dana is here.") == [("record", "Tom", "married_to", "Dana")]
