"""The rules on Chinese: no spaces, no tense, names without capitals."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from tests.reading import RULES, SHIPPED, candidates, facts, only, reasons
from tkg.extract import Candidate, Message
from tkg.values import Entity, Quantity, Text

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("我住在上海。", "lives_in", Entity("上海", "place")),
        ("俺住在济南。", "lives_in", Entity("济南", "place")),
        ("俺妻子叫李梅。", "married_to", Entity("李梅", "person")),
        ("本人住在上海。", "lives_in", Entity("上海", "place")),
        ("我现在住在上海浦东。", "lives_in", Entity("上海浦东", "place")),
        ("我从小住在成都。", "lives_in", Entity("成都", "place")),
        ("我在阿里巴巴工作。", "works_for", Entity("阿里巴巴", "organisation")),
        ("我还在Acme上班", "works_for", Entity("Acme", "organisation")),
        ("我在北京大学读书。", "studies_at", Entity("北京大学", "organisation")),
        ("我妻子叫李梅。", "married_to", Entity("李梅", "person")),
        ("我的女儿叫小雨。", "has_child", Entity("小雨", "person")),
        ("我有一个弟弟叫李明。", "has_sibling", Entity("李明", "person")),
        ("我家的猫叫咪咪。", "has_pet", Entity("咪咪", "animal")),
        ("我喜欢喝茶。", "likes", Text("喝茶")),
        ("我很喜欢周杰伦的歌！", "likes", Text("周杰伦的歌")),
        ("我不喜欢咖啡。", "dislikes", Text("咖啡")),
        ("我会说法语。", "speaks", Entity("法语", "language")),
        ("我对花生过敏。", "allergic_to", Text("花生")),
        ("我体重72公斤。", "weighs", Quantity(72, "kg")),
        ("我负责凤凰项目。", "works_on", Entity("凤凰", "project")),
        ("我吃素。", "vegetarian", True),
        ("我不抽烟。", "smokes", False),
    ],
)
def test_a_present_state_is_seen_to_hold(text: str, predicate: str, value: object) -> None:
    found = only(text)
    assert (found.op, found.subject, found.predicate, found.object) == ("record", "Mia", predicate, value)
    assert (found.tense, found.modality, found.still_holds) == ("present", "asserted", True)


@pytest.mark.parametrize(
    ("text", "predicate", "value", "start"),
    [
        ("我上周三搬到了上海。", "lives_in", "上海", "上周三"),
        ("上个月，我搬到了上海。", "lives_in", "上海", "上个月"),
        ("我2019年搬到上海。", "lives_in", "上海", "2019年"),
        ("我2021年加入了字节跳动。", "works_for", "字节跳动", "2021年"),
        ("我和李梅去年结婚了。", "married_to", "李梅", "去年"),
        ("我去年夏天去了日本。", "visited", "日本", "去年夏天"),
        ("我三年前去了趟北京。", "visited", "北京", "三年前"),
        ("我去年参加了北京马拉松。", "attended", "北京马拉松", "去年"),
        ("我昨天买了一辆特斯拉。", "owns", "特斯拉", "昨天"),
    ],
)
def test_a_beginning_starts_when_its_time_words_say(text: str, predicate: str, value: str, start: str) -> None:
    found = only(text)
    assert (found.op, found.predicate, str(found.object), found.start_text) == ("record", predicate, value, start)
    assert (found.tense, found.still_holds) == ("past", False)


def test_since_dates_a_present_state() -> None:
    for text in ("我从2019年起住在北京。", "自2019年以来我一直住在北京。"):
        found = only(text)
        assert (found.start_text, found.end_text, found.still_holds) == ("2019年", None, True)


@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("我2015年到2019年住在巴黎。", "巴黎", "2015年到2019年"),
        ("2012年到2016年我住在成都，口味早就变重了。", "成都", "2012年到2016年"),
        ("我去年住在苏州。", "苏州", "去年"),
    ],
)
def test_a_past_state_is_recorded_for_its_period_alone(text: str, value: str, words: str) -> None:
    found = only(text)
    assert (found.op, str(found.object), found.start_text, found.within) == ("record", value, words, True)
    assert not found.still_holds


@pytest.mark.parametrize(
    ("text", "predicate", "value", "over"),
    [
        ("我以前住在北京。", "lives_in", "北京", None),
        ("我在北京住过三年。", "lives_in", "北京", None),
        ("我不再住在北京。", "lives_in", "北京", None),
        ("我已经不住在北京了。", "lives_in", "北京", None),
        ("我不在阿里巴巴工作了。", "works_for", "阿里巴巴", None),
        ("我曾经在腾讯工作过。", "works_for", "腾讯", None),
        ("上个月我从字节跳动离职了。", "works_for", "字节跳动", "上个月"),
        ("我去年离开了腾讯。", "works_for", "腾讯", "去年"),
        ("我2012年从复旦大学毕业。", "studies_at", "复旦大学", "2012年"),
        ("我两个月前戒烟了。", "smokes", "True", "两个月前"),
        ("我不吃素了。", "vegetarian", "True", None),
        ("我辞职了。", "works_for", "None", None),
    ],
)
def test_what_is_over_is_an_end(text: str, predicate: str, value: str, over: str | None) -> None:
    found = only(text)
    assert (found.op, found.predicate, str(found.object), found.start_text) == ("end", predicate, value, over)


@pytest.mark.parametrize(
    ("text", "predicate", "value", "start"),
    [
        ("我打算明年三月搬到深圳。", "lives_in", "深圳", "明年三月"),
        ("我下个月搬到深圳。", "lives_in", "深圳", "下个月"),
        ("我准备明年去日本旅游。", "visited", "日本", "明年"),
        ("我决定加入小米。", "works_for", "小米", None),
    ],
)
def test_a_plan_is_planned(text: str, predicate: str, value: str, start: str | None) -> None:
    found = only(text)
    assert (found.op, found.predicate, str(found.object), found.start_text) == ("record", predicate, value, start)
    assert (found.modality, found.still_holds) == ("planned", False)


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("我不搬到深圳了，公司不同意。", "lives_in", "深圳"),
        ("我不打算去日本了。", "visited", "日本"),
        ("我不去日本了。", "visited", "日本"),
        ("我取消了去日本的旅行。", "visited", "日本"),
        ("去日本的旅行取消了。", "visited", "日本"),
        ("我拒绝了小米的邀请。", "works_for", "小米"),
    ],
)
def test_a_plan_called_off_is_retracted(text: str, predicate: str, value: str) -> None:
    found = only(text)
    assert (found.op, found.subject, found.predicate, str(found.object)) == ("retract", "Mia", predicate, value)
    assert found.modality == "planned"


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("不是腾讯，是阿里。", "阿里", "腾讯"),
        ("不是腾讯，而是阿里。", "阿里", "腾讯"),
        ("其实是杭州，不是苏州。", "杭州", "苏州"),
        ("我说的是苏州，不是上海。", "苏州", "上海"),
        ("说错了，是东南大学，不是南京大学。", "东南大学", "南京大学"),
    ],
)
def test_a_bare_correction_names_the_value_that_was_wrong(text: str, right: str, wrong: str) -> None:
    found = only(text)
    assert (found.op, found.predicate, found.object, found.was) == ("correct", None, right, wrong)


def test_a_correction_with_its_sentence_names_the_predicate() -> None:
    found = only("我其实住在杭州，不是苏州。")
    assert (found.op, found.subject, found.predicate) == ("correct", "Mia", "lives_in")
    assert (found.object, found.was) == (Entity("杭州", "place"), Entity("苏州", "place"))


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "right", "wrong"),
    [
        ("我不是在百度工作，是在华为工作。", "Mia", "works_for", "华为", "百度"),
        ("我不是在百度工作，而是在华为工作。", "Mia", "works_for", "华为", "百度"),
        ("我并不是在百度上班，是在华为工作。", "Mia", "works_for", "华为", "百度"),
        ("其实我是在华为工作，不是在百度工作。", "Mia", "works_for", "华为", "百度"),
        ("王丽不是住在苏州，是住在无锡。", "王丽", "lives_in", "无锡", "苏州"),
        ("我不是住在苏州，是无锡。", "Mia", "lives_in", "无锡", "苏州"),
        ("我住在无锡，不是住在苏州。", "Mia", "lives_in", "无锡", "苏州"),
        ("我不是去了北京，是去了上海。", "Mia", "visited", "上海", "北京"),
    ],
)
def test_not_this_but_that_corrects_within_its_sentence(
    text: str, subject: str, predicate: str, right: str, wrong: str
) -> None:
    found = only(text)
    assert (found.op, found.subject, found.predicate) == ("correct", subject, predicate)
    assert (str(found.object), str(found.was)) == (right, wrong)


def test_not_this_but_that_without_a_subject_names_the_value() -> None:
    found = only("不是在百度工作，是在华为工作。")
    assert (found.op, found.predicate, found.object, found.was) == ("correct", None, "华为", "百度")


@pytest.mark.parametrize(
    "text",
    [
        "我不是住在苏州，是路过。",
        "我不是在百度工作，是实习。",
        "我不是在百度工作，是在上海工作。",
        "我不是喜欢喝茶，是没办法。",
    ],
)
def test_not_this_but_something_else_corrects_nothing(text: str) -> None:
    assert candidates(text) == []


def test_a_third_person_needs_a_clear_name() -> None:
    assert facts("李雷在腾讯工作。") == [("record", "李雷", "works_for", "腾讯")]
    assert facts("王芳2018年搬到了广州。") == [("record", "王芳", "lives_in", "广州")]
    assert facts("我妹妹林菲在南京大学读书，周末常来。") == [
        ("record", "Mia", "has_sibling", "林菲"),
        ("record", "林菲", "studies_at", "南京大学"),
    ]
    assert facts("宋为群自2003年加入强生公司。") == [("record", "宋为群", "works_for", "强生公司")]
    assert facts("华为总部位于深圳。") == [("record", "华为", "located_in", "深圳")]
    assert reasons("他住在上海。") == {"pronoun"}
    assert candidates("我妈妈住在成都。") == []
    assert candidates("高中毕业后住在上海。") == []


def test_a_clause_carries_on_with_the_subject_before_it() -> None:
    assert facts("我离开了字节，加入了阿里巴巴。") == [
        ("end", "Mia", "works_for", "字节"),
        ("record", "Mia", "works_for", "阿里巴巴"),
    ]
    assert facts("我在Google上班，住在上海。") == [
        ("record", "Mia", "works_for", "Google"),
        ("record", "Mia", "lives_in", "上海"),
    ]


def test_dates_are_values_of_the_grain_that_was_said() -> None:
    assert only("我出生于1990年3月14日。").object == "1990-03-14"
    assert only("阿里巴巴成立于1999年。").object == "1999"
    assert only("凤凰项目的截止日期是2024年6月1日。").object == "2024-06-01"


def test_two_facts_of_one_speaker_stay_two() -> None:
    assert facts("我喜欢喝茶。我住在上海。") == [
        ("record", "Mia", "likes", "喝茶"),
        ("record", "Mia", "lives_in", "上海"),
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("你住在上海吗？", "question"),
        ("我住在上海吗", "question"),
        ("如果我搬到上海，我会告诉你。", "conditional"),
        ("要是我住在上海就好了。", "conditional"),
        ("我可能搬到上海。", "hedged"),
        ("我想搬到上海。", "hedged"),
        ("我大概明年搬到上海。", "hedged"),
        ("我没有搬到上海。", "negated"),
        ("我不在阿里巴巴工作。", "negated"),
        ("我以前不住在北京。", "negated"),
        ("我没去过日本。", "negated"),
        ("李雷说：“我在腾讯工作。”", "quotation"),
        ("大家都喜欢喝茶。", "pronoun"),
        ("俺们住在济南。", "pronoun"),
        ("我七月搬到上海。", "unclear tense"),
        ("我在上海工作。", "unclear value"),
        ("我在一家银行工作。", "unclear value"),
        ("我搬到了新家。", "unclear value"),
        ("我去了超市。", "unclear value"),
        ("我很喜欢这个地方。", "unclear value"),
        ("我加入了公司的篮球队。", "unclear value"),
    ],
)
def test_what_the_speaker_does_not_vouch_for_is_skipped_with_its_reason(text: str, reason: str) -> None:
    assert reasons(text) == {reason}


@pytest.mark.parametrize(
    "text",
    [
        "我住的地方在上海。",
        "李雷说他在腾讯工作。",
        "我以为李雷在腾讯工作。",
        "不是我不想去，是没时间。",
        "这不是钱的问题，是时间的问题。",
        "我在深圳住了三年了。",
        "菲律宾对关系的担忧不是冲突，而是走近。",
        "李小璐在九江影视文化工作室拍戏。",
        "我叔叔创办了那家公司。",
        "他今年三十岁，有两个孩子。",
    ],
)
def test_nothing_is_made_of_sentences_without_a_fact_of_these_kinds(text: str) -> None:
    assert candidates(text) == []


def test_the_example_conversation_is_read_rightly() -> None:
    found = []
    for line in (EXAMPLES / "conversation.zh.jsonl").read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        at = datetime.fromisoformat(said["timestamp"])
        message = Message(said["speaker"], said["role"], said["content"], at, said["id"])
        for each in RULES.extract(message, SHIPPED):
            if isinstance(each, Candidate):
                found.append((each.op, each.subject, each.predicate, str(each.object), each.start_text))
    assert found == [
        ("record", "林悦", "lives_in", "杭州", "上周三"),
        ("record", "林悦", "has_pet", "豆豆", None),
        ("record", "林悦", "works_for", "阿里巴巴", None),
        ("record", "林悦", "has_sibling", "林菲", None),
        ("record", "林菲", "studies_at", "南京大学", None),
        ("record", "陈默", "lives_in", "武汉", None),
        ("record", "林悦", "works_for", "字节跳动", "上个月"),
        ("end", "林悦", "works_for", "阿里巴巴", "五月"),
        ("record", "林悦", "allergic_to", "花生", None),
        ("record", "林悦", "likes", "吃辣", None),
        ("record", "林悦", "lives_in", "成都", "2012年到2016年"),
        ("record", "林悦", "visited", "日本", "上个月"),
        ("record", "林悦", "lives_in", "深圳", "明年三月"),
        ("retract", "林悦", "lives_in", "深圳", None),
        ("correct", None, None, "东南大学", None),
        ("end", "林悦", "works_for", "字节跳动", "上周"),
        ("end", "陈默", "smokes", "True", "两个月前"),
    ]
