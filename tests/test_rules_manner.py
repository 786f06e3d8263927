"""What is said in a manner of speaking, for a time only, of a choice, or by somebody who is quoted, is no fact."""

import pytest

from tests.reading import candidates, facts, only, reasons


@pytest.mark.parametrize(
    "text",
    [
        "I love paying taxes.",
        "I just love waiting in line.",
        "I love traffic jams.",
        "我最喜欢交税了呢",
        "我太喜欢堵车了",
    ],
)
def test_nobody_loves_a_nuisance(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I like option B.",
        "I like blue better.",
        "I like bullet points for this.",
        "I like number two.",
        "I love u.",
        "I hate winter right now.",
        "I hate admitting this.",
        "I can't stand straight.",
        "I'm into week three.",
        "我喜欢第一版",
        "我喜欢方案二",
        "我喜欢短一点",
        "我喜欢蓝色那个",
        "我喜欢看你笑",
    ],
)
def test_a_choice_and_a_mood_are_no_taste(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I'm vegan in January.",
        "I don't eat meat on Fridays.",
        "I'm vegetarian except for bacon.",
        "I went vegan for a week.",
        "I'm vegan-ish.",
        "I quit smoking every January.",
        "I smoke at parties.",
        "I quit my job every Monday.",
        "Tom sometimes lives in Riga.",
        "Tom smokes but only at weddings.",
        "I left Brinex this morning.",
        "我今天吃素",
        "我周一吃素",
        "我吃素鸡",
        "我戒烟糖吃完了",
        "我抽烟被抓",
    ],
)
def test_what_holds_on_some_days_only_does_not_hold(text: str) -> None:
    assert facts(text) == []
    assert facts("I don't smoke or drink.") == [("record", "Mia", "smokes", "False")]


@pytest.mark.parametrize(
    "text",
    [
        "I'm a terrible manager.",
        "I'm an aspiring journalist.",
        "I'm a designer at heart.",
        "I'm a judge of character.",
        "I'm a doctor who fan.",
        "I'm a nurse's kid.",
        "I'm the CEO of overthinking.",
        "I have OCD about spacing.",
        "I have diabetes in the family.",
        "I take aspirin when my head hurts.",
        "I'm on steroids, figuratively.",
        "我是老师教出来的",
        "我是护士的女儿",
        "我是业余摄影师",
        "我在家当厨师",
        "家里我是司机",
        "我是保姆、司机、厨师",
        "我有糖尿病食谱",
        "我怕我有糖尿病",
    ],
)
def test_an_occupation_or_an_illness_in_a_manner_of_speaking_is_none(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I'll move to Riga when pigs fly.",
        "I'm moving to Canada lol",
        "I live in Riga in my head.",
        "Feels like I live in Riga.",
        "I moved to Ohio, as the kids say.",
        "I was prescribed codeine but didn't take it.",
        "I was diagnosed with gout but it turned out fine.",
        "我住在绍兴就好了",
        "我本来要搬到绍兴的",
        "我才不搬到绍兴",
        "气得我要搬到绍兴",
    ],
)
def test_what_came_to_nothing_or_never_will_is_no_fact(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Riddle: Anna lives in Riga, Tom in Kent, who is older?",
        "Write a scene where Anna lives in Riga.",
        "Give me a sample bio: I live in Riga.",
        "he goes, I live in Riga, like that explains it",
        "The correct form is I work at Brinex",
        "her tagline is I live in Riga",
        "the nurse wrote that I take insulin, I don't",
        "她的签名是我喜欢海",
        "老师让写我喜欢秋天的作文",
        "有一天，小明搬到了绍兴",
        "我在腾讯上班的朋友",
        "王丽离开腾讯了没有",
    ],
)
def test_what_is_made_up_quoted_or_asked_is_no_fact(text: str) -> None:
    assert facts(text) == []


def test_a_report_may_follow_what_it_reports() -> None:
    assert only("Pavel joined Brinex, Dana told me.").modality == "reported"
    assert only("Tom's mum told my mum Tom moved to Riga.").modality == "reported"
    assert only("陈默说，林夏住在绍兴。").modality == "reported"


@pytest.mark.parametrize(
    "text",
    [
        "说反了，陈默住在无锡，不是苏州",
        "说错了，陈默住在无锡，不是苏州",
        "先说下，陈默住在无锡",
        "我会说一点法语，陈默住在无锡",
    ],
)
def test_saying_it_wrongly_or_at_all_is_no_report(text: str) -> None:
    assert {each.modality for each in candidates(text)} == {"asserted"}


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, I meant the second one, not the first.",
        "It's Chapter 3, not Chapter 4.",
        "No, it's 5, not 6.",
        "It was Anna who called, not Tom.",
        "不是第一个，是第二个",
        "这不是bug，是特性",
        "我要的是拿铁，不是美式",
    ],
)
def test_which_of_several_things_is_meant_corrects_no_fact(text: str) -> None:
    assert facts(text) == []


def test_a_doctor_who_is_no_magician_corrects_nothing() -> None:
    assert only("I'm a doctor, not a magician.").op == "record"


def test_the_time_words_of_one_statement_date_no_other() -> None:
    left, joined = candidates("After I left Brinex in 2019 I joined Globex.")
    assert (left.start_text, joined.start_text) == ("2019", None)


def test_a_couple_is_read_in_either_order() -> None:
    assert facts("Dana and I got divorced in 2020.") == [("end", "Mia", "married_to", "Dana")]
    assert facts("Dana and Pavel got married last May.") == [("record", "Pavel", "married_to", "Dana")]


def test_a_plan_is_called_off_by_more_than_not_wanting_it() -> None:
    assert reasons("我不想搬到绍兴") == {"negated"}
    assert [each.op for each in candidates("我不搬到绍兴了")] == ["retract"]
