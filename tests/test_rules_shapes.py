"""What the words around a verb make of its object, and that no word decides the tense alone."""

import pytest

from tests.reading import candidates, facts, only, reasons


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("I joined the Kiel Rowing Club in May.", "member_of", "Kiel Rowing Club"),
        ("I joined Orbital Bakery in May.", "works_for", "Orbital Bakery"),
        ("何川去年加入了绿港合唱团。", "member_of", "绿港合唱团"),
        ("何川去年加入了青屿出版社。", "works_for", "青屿出版社"),
    ],
)
def test_a_club_that_is_joined_is_nobodys_employer(text: str, predicate: str, value: str) -> None:
    found = only(text)
    assert (found.op, found.predicate, str(found.object)) == ("record", predicate, value)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [("I left the Kiel Chess Club.", "member_of"), ("I left Orbital Bakery in May.", "works_for")],
)
def test_a_club_that_is_left_was_nobodys_employer(text: str, predicate: str) -> None:
    found = only(text)
    assert (found.op, found.predicate) == ("end", predicate)


@pytest.mark.parametrize(
    "text",
    [
        "I joined Petra for lunch.",
        "I left Kofi a message.",
        "I left Orbital at 6 pm.",
        "I smoke brisket.",
        "I was fired up about it.",
        "I quit taking notes.",
        "I take a walk daily.",
        "I can't stand up straight.",
        "I learned Python last year.",
        "I attended Kiel University.",
        "Petra moved to Marketing.",
        "I went to University in Kiel.",
        "My birthday is tomorrow.",
        "I was born yesterday, sure.",
    ],
)
def test_an_english_verb_with_another_kind_of_object_says_nothing(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "我要去上班了",
        "我要去洗澡",
        "我会去问问",
        "我打算去打球",
        "我去了就知道",
        "我去了趟洗手间",
        "我在努力工作",
        "我在网上上班",
        "我加入了购物车",
        "我退出登录了",
        "我入职三年了",
        "我住在六楼",
        "我会说服他",
        "我会讲笑话",
        "我得了第一名",
        "我停了健身卡",
        "我戒烟失败",
        "我老婆是老师",
        "我女儿是学霸",
        "我儿子叫外卖",
        "我家狗叫得好惨",
        "我的工作是暂时的",
        "我对海鲜不过敏",
        "我生日是明天",
        "晚饭由程远负责",
    ],
)
def test_a_chinese_verb_with_another_kind_of_object_says_nothing(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("What can I say, I love turtles.", "likes", "turtles"),
        ("I smoke outside.", "smokes", "True"),
        ("I live in Leeds btw", "lives_in", "Leeds"),
        ("I stopped taking sertraline.", "takes_medication", "sertraline"),
        ("I don't eat meat.", "vegetarian", "True"),
        ("我会讲一点法语", "speaks", "法语"),
        ("我得了流感", "has_condition", "流感"),
        ("我停了二甲双胍", "takes_medication", "二甲双胍"),
        ("我老公是程远", "married_to", "程远"),
        ("何川的工作是司机", "job_title", "司机"),
        ("我搬到北京后瘦了", "lives_in", "北京"),
        ("云帆项目由卫来负责", "led_by", "卫来"),
    ],
)
def test_an_object_that_fits_its_verb_is_a_value(text: str, predicate: str, value: str) -> None:
    assert [(each.predicate, str(each.object)) for each in candidates(text)] == [(predicate, value)]


def test_the_speaker_is_no_part_of_a_name() -> None:
    assert facts("When I moved to Kiel I had no car.") == [("record", "Mia", "lives_in", "Kiel")]
    assert facts("Glad I moved to Kiel.") == []


def test_somewhere_to_work_is_no_visit() -> None:
    assert facts("我要去麦田食品工作") == [("record", "Mia", "works_for", "麦田食品")]
    assert facts("我打算去北京读书") == []


@pytest.mark.parametrize(
    "text", ["我在麦田食品上班的时候很胖。", "我住在北京时很胖。", "等我搬到北京了再说。", "我和程远要结婚了。"]
)
def test_a_state_that_only_tells_when_is_not_said_to_hold(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "> I moved to Kiel in May.",
        "Look:\n> 我搬到北京了",
        "Translate this: I live in Kiel. I work at Orbital.",
        "帮我翻译：我住在北京。我在麦田食品上班。",
    ],
)
def test_what_is_cited_or_given_to_be_worked_on_is_a_quotation(text: str) -> None:
    assert reasons(text) == {"quotation"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Petra lives in Kiel, doesn't she", "question"),
        ("So Petra lives in Kiel now, huh", "question"),
        ("How do you say I'm allergic to nuts in Polish", "question"),
        ("我住在北京对吧", "question"),
        ("For example, I live in Kiel.", "fiction"),
        ("比如我住在北京", "fiction"),
        ("I'm vegan, mostly", "hedged"),
    ],
)
def test_chat_asks_and_hedges_without_marks(text: str, reason: str) -> None:
    assert reasons(text) == {reason}


def test_a_husband_who_died_is_not_recorded_as_one() -> None:
    assert facts("My husband Tomas died.") == []
    assert facts("My husband Tomas is away.") == [("record", "Mia", "married_to", "Tomas")]


@pytest.mark.parametrize(
    ("text", "predicate", "value", "modality", "start"),
    [
        ("Will Tarrow leads Orbital from 2027.", "led_by", "Will Tarrow", "planned", "2027"),
        ("Will Tarrow leads Orbital.", "led_by", "Will Tarrow", "asserted", None),
        ("Will works at Orbital.", "works_for", "Orbital", "asserted", None),
        ("Will moved to Kiel in 2022.", "lives_in", "Kiel", "asserted", "2022"),
        ("Will will move to Kiel in 2027.", "lives_in", "Kiel", "planned", "2027"),
        ("I work at Orbital from May 2027.", "works_for", "Orbital", "planned", "May 2027"),
        ("I'm set to join Orbital in 2027.", "works_for", "Orbital", "planned", "2027"),
        ("2027年起我在麦田食品上班。", "works_for", "麦田食品", "planned", "2027年"),
        ("2022年起我在麦田食品上班。", "works_for", "麦田食品", "asserted", "2022年"),
        ("我会说粤语。", "speaks", "粤语", "asserted", None),
        ("我会搬到北京。", "lives_in", "北京", "planned", None),
        ("何川明年将搬到北京。", "lives_in", "北京", "planned", "明年"),
        ("我要去北京。", "visited", "北京", "planned", None),
    ],
)
def test_no_word_decides_the_tense_alone(
    text: str, predicate: str, value: str, modality: str, start: str | None
) -> None:
    found = only(text)
    assert (found.op, found.predicate, str(found.object)) == ("record", predicate, value)
    assert (found.modality, found.start_text) == (modality, start)
    assert found.still_holds is (modality == "asserted" and found.tense == "present")
    assert found.tense == ("future" if modality == "planned" else found.tense)


@pytest.mark.parametrize(
    "text",
    [
        "The thermostat was set to 21C at noon.",
        "The table was set for Petra.",
        "Set the alarm for Kiel.",
        "Will work for food.",
        "我会的。",
        "我要一杯拿铁。",
        "将就着吃吧。",
        "会议在三点。",
        "Ich werde nächstes Jahr nach Graz umziehen.",
        "Petra wird im Mai nach Graz umziehen.",
        "Petra will in Graz wohnen.",
        "Das Thermostat wurde mittags auf 21 Grad gestellt.",
    ],
)
def test_set_and_will_and_their_like_are_no_fact_alone(text: str) -> None:
    assert facts(text) == []
