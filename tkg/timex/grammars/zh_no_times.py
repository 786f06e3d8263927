"""Chinese words that hold a time word and are no time: 聪明天真, 十月革命, 李国庆, 上涨3点, 当今天下.

A kind of words can name the single characters beside it that make it a part of another one (`Words`). What takes more
context than one character is covered here before anything is read: every character of it becomes a sign that no rule
knows, so that all places in the text stay what they are.
"""

import re

from tkg.timex import numerals

_COVER = "□"
# Surnames that are hardly ever the end of a word before a festival; 小李国庆加班 speaks of the festival.
_SURNAMES = (
    "李王张周何刘陈杨赵吴徐孙朱胡郭罗宋郑谢韩唐冯董萧曹袁邓傅沈彭吕苏卢蒋蔡贾魏薛阎潘杜戴姜姚谭廖邹熊陆郝崔邱顾侯邵"
)
_GIVEN_NAMES = (
    "国庆|元旦|清明|中秋|端午|重阳|元宵|除夕|立春|立夏|立秋|立冬|春分|秋分|夏至|冬至|谷雨|白露|小满|芒种|惊蛰"
)
_CLEAR_HEADED = "头脑|政治|神志|神智|吏治|世道|朝政|目光|眼神|意识|心境"

# Which one is meant: the same month is no January, but a contract (合同) of January is, and a director's (主任).
_SAME = "(?<=(?<![合胡共如等相不赞认协陪伙会连随大雷趋混])同)"
_ONE_OF = "|".join(
    (
        _SAME,
        f"(?<=(?<![{_SURNAMES}某])某)",
        "(?<=(?<![主责信担上离前现历继兼就委聘留连升出接调赴卸胜放转重时首新后])任)",
        "(?<=任何)",
        "(?<=(?<![应本活])该)",
        "(?<=(?<![订名账清保菜罢货报表成])单)",
        "(?<=[另哪那])",
    )
)
_DAY_FOLLOWS = f"份?的?[0-9{numerals.CHARACTERS}]"

_NO_TIME = re.compile(
    "|".join(
        (
            rf"(?<![小老阿大国女主开紧为如这上下本每两一][{_SURNAMES}])(?<=[{_SURNAMES}])(?:{_GIVEN_NAMES})(?![节期假长黄前后当晚日夜])",
            "周(?:一[鸣凡诺涵鹤楠]|一帆(?!风)|天[宇佑翔])",
            f"(?:{_CLEAR_HEADED})清明",
            "清明(?:上河|盛世|之治)",
            "(?:[一二三四五六七八九]|十[一二]?|(?<![0-9])1?[0-9])月革命",
            "十二月党人|五月花号?|六月雪",
            # Points of an index or on a plane, not of the clock.
            rf"[涨跌升降扣减][了超近约逾]{{0,2}}[0-9{numerals.CHARACTERS}.]+点",
            "(?<![到至和与~-])[两二三]点之间",
            "[说证声表阐聪文发透简严高鲜英]明天(?:真|赋|性)",
            "[说证]明天气(?!温|预|象|转|变|会|还|很|较|晴|将|怎)",
            "(?:(?<!保)证|[说声聪标注查])明(?=日期|日程|年份|年限|年龄|年代|年满|年纪|月份|日子)",
            "[当如]今天下(?![午班雨雪课车来去单载])",
            "今天下(?=三分|太平|英雄|无|之|乱|大(?![雨雪暴雾])|[,.;!?]|$)",
            # Titles of books and films, unless they hold a date.
            "《[^《》0-9]{1,20}》",
            "先天(?:性)?(?:和|与|及|还是|或)后天",
            "比分[^，。,;]{0,4}?[0-9]{1,3}[:比-][0-9]{1,3}",
            "(?:[0-9]{1,2}|[一二三四五六七八九十两]{1,2})点钟?方向",
            "四季度假",
            "月饼(?!节)",
            "月亮(?![相灯出剑牌])",
            "年底薪(?![水资酬金])",
            # Only the number is covered: 同一月份 as a whole still says that it follows something told.
            f"{_SAME}一(?=月)",
            f"(?:{_ONE_OF})一(?=月(?!{_DAY_FOLLOWS})|季度|日)",
            "(?<=这)一(?=日)",
            "(?<=(?<![目日之以此年])前)一(?=月份|季度)",
        )
    )
)


def without_no_times(text: str) -> str:
    """A folded text of the same length in which what is no time for all its looks is covered."""
    return _NO_TIME.sub(lambda match: _COVER * len(match[0]), text)
