"""A value of another kind than the verb takes is passed over: brands, people, peoples, schools, buttons, meals."""

import pytest

from tests.reading import candidates, facts, only


@pytest.mark.parametrize(
    "text",
    [
        "I left Hannah at the airport.",
        "I left Hannah.",
        "I quit Duolingo after a year.",
        "I joined Slack yesterday.",
        "I joined Tom in Riga.",
        "I left Windows for Linux.",
        "I left the Union Jack at home.",
        "I'm joining Hannah tonight.",
        "I work for Free.",
        "Yoga works for Tom.",
        "Chrome works for Windows.",
        "I'm enrolled at Starbucks.",
        "I work for the city of Riga.",
    ],
)
def test_what_is_no_employer_is_not_joined_or_left_as_one(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "My wife is German.",
        "My husband Catholic, me neither.",
        "My wife is Hannah's cousin.",
        "My wife FaceTimed me.",
        "My daughter Instagrams everything.",
        "I'm married to Excel.",
        "My cat Siamese.",
        "My dog Labrador mix.",
        "Pastor John married Tom and Hannah.",
        "I'm married to Chelsea FC.",
        "Arsenal leads Chelsea.",
        "Anna heads North.",
        "Tom leads Anna by the hand.",
    ],
)
def test_what_is_nobodys_name_is_nobody(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I went to Hannah for help.",
        "I went to IKEA yesterday.",
        "I went to Tesco's for milk.",
        "I've been to Hannah's already.",
        "I went to HR about it.",
        "I went to Settings and clicked Reset.",
        "I went to Harvard.",
        "I went to Riga as a student.",
        "Silver went to Kenya.",
        "I moved to Neovim and never looked back.",
        "I moved to Plan B.",
        "I'm flying to Anna.",
        "I attended Yale.",
        "I spoke at Length.",
    ],
)
def test_what_is_no_place_is_not_visited_and_a_school_is_no_event(text: str) -> None:
    assert facts(text) == []


def test_an_event_is_called_one_or_was_at_some_time() -> None:
    assert only("I attended NordConf.").predicate == "attended"
    assert only("I attended Helsing in May.").predicate == "attended"
    assert facts("I went to NordConf last week.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Python likes spaces.",
        "Excel hates dates.",
        "Misery loves company.",
        "The Honda smokes.",
        "Having worked at Brinex I know it.",
        "Nearly moved to Riga once.",
        "Almost joined Brinex.",
        "Has Tom moved to Riga",
        "Germany speaks German.",
        "My Sim married Bella.",
    ],
)
def test_a_sentence_that_begins_with_another_word_has_no_subject(text: str) -> None:
    assert facts(text) == []


def test_what_somebody_is_like_is_no_part_of_the_name() -> None:
    assert facts("Poor Hannah moved to Riga.") == [("record", "Hannah", "lives_in", "Riga")]
    assert facts("I live in Georgia.") == [("record", "Mia", "lives_in", "Georgia")]


def test_capitals_everywhere_tell_nothing() -> None:
    assert facts("I WORK FOR MY MUM.") == []
    assert facts("I Live In Fear Of It.") == []
    assert facts("I live in NYC.") == [("record", "Mia", "lives_in", "NYC")]


@pytest.mark.parametrize(
    "text",
    [
        "I bought a sandwich.",
        "I bought a bus ticket.",
        "I bought a car for my dad.",
        "I bought Anna a bike.",
        "I bought a lamp but sent it back.",
        "I bought a house in Minecraft.",
        "I own a bad temper.",
        "I'm buying a round.",
        "我买了一台电脑又退了",
        "我买了一台游戏机送人",
        "我有一套理论",
        "我把同事卖了",
        "我买了一辆玩具车",
    ],
)
def test_what_is_eaten_given_or_taken_back_is_not_owned(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I'm allergic to stupidity.",
        "I'm allergic to hard work.",
        "Tom is allergic to commitment.",
        "I have a bad allergy.",
        "I suffer from success.",
        "I came down with a suitcase.",
        "I recovered from my backup.",
        "I stopped taking shortcuts.",
        "I was prescribed bed rest.",
        "I came off stage.",
        "the doctor put me on hold",
        "I work as a team.",
        "I got promoted to level 12.",
        "My position is clear.",
        "I speak Sarcasm fluently.",
        "I weigh 3 kg more than him.",
        "I'm working on Chapter 4.",
        "I work on Wall Street.",
        "I belong to Tom.",
        "我对加班过敏",
        "我对早起过敏",
        "我得了懒病",
        "我停用了账号",
        "我停用插件了",
        "医生给我开了病假",
        "我的代码好了",
        "我担任人肉闹钟",
        "我体重70公斤就好了",
        "我在做毕业项目",
    ],
)
def test_a_verb_that_takes_anything_needs_a_sign_of_what_it_takes(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "我要去拔牙",
        "我要去倒垃圾",
        "我去了海底捞",
        "我去了王丽家",
        "我要去腾讯面试",
        "我住在地铁口",
        "我住在江边",
        "我搬到飞书了",
        "我搬来救兵了",
        "我生在红旗下",
        "我在互联网行业工作",
        "我在跟客户工作",
        "我在陆家嘴上班",
        "我加入了讨论",
        "我加入了一点盐",
        "我会加入注释",
        "我离开了房间",
        "我离开手机活不了",
        "我入职体检过了",
        "我考上了驾照",
        "我在抖音上学做饭",
        "我嫁给了爱情",
        "我和电脑结婚了",
        "我儿子叫嚷着要走",
        "我姐姐叫王丽别来",
        "我家狗是柯基",
        "我儿子小升初",
        "我老公向我道歉了",
        "我弟马上到",
        "高铁喜欢晚点",
        "许多人喜欢吃辣",
        "老虎不吃素",
        "王丽的领导是李雷",
        "吴金贵先生1970年到广州。",
    ],
)
def test_chinese_words_that_only_stand_where_a_name_would_are_none(text: str) -> None:
    assert facts(text) == []


def test_a_chinese_place_ends_where_the_rest_begins() -> None:
    assert facts("我住在绍兴一间老房子里") == [("record", "Mia", "lives_in", "绍兴")]
    assert facts("我住在绍兴柯桥区") == [("record", "Mia", "lives_in", "绍兴柯桥区")]


def test_a_birth_is_told_from_a_title() -> None:
    assert facts("吴金贵生于1970年。") == [("record", "吴金贵", "born_on", "1970")]


def test_a_name_that_may_go_on_is_not_taken_for_the_shorter_one() -> None:
    assert facts("姜志刚搬到了绍兴。") == []
    assert facts("姜志刚刚搬到了绍兴。") == []


def test_nothing_of_another_person_is_read_as_the_speakers() -> None:
    assert [each.subject for each in candidates("Anna is my sister's boss.")] == []
    assert [each.subject for each in candidates("Anna is my sister in law.")] == []
    assert facts("Anna is my sister.") == [("record", "Mia", "has_sibling", "Anna")]
