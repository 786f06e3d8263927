"""Whether Chinese words can be the subject or the value that a verb asks for, by what they look like.

A place is a known one or is called a town, a firm is known or is called one, and so on: what shows no sign of its kind
is passed over, since most of what stands behind 去, 在, 叫 or 停了 is something else.
"""

import re

from tkg.extract import chinese, wordlists
from tkg.extract.grammar import MASK
from tkg.ontology import Predicate

_COUNT = re.compile(
    r"第?[一两二三四五六七八九十几半百\d]+(?:个|年|天|周|月|次|楼|层|号|点|岁|名|趟|场|会儿|些|下|句|页|版|分钟)"
)
_BEGINS_NOTHING = re.compile("[了得着过归极就也都还才没不被]")
_STAYING = re.compile(rf"[\s{MASK}]*(?:工作|上班|任职|就职|读[书博研]|留学|上学|念书|上大学|面试|开会|当)")
_LATIN = re.compile(r"[A-Z][\w .&'’-]*$")

_KNOWN_PLACE = re.compile("|".join(sorted(chinese.PLACES, key=len, reverse=True)))
_DISTRICT = re.compile(rf"(?:{chinese.DISTRICT}|[省市])+$")
_NO_DISTRICT = re.compile(
    ".*(?:[小社园校景山灾地]区|地区|乡下|[小老新某]村|小镇|古镇|夜市|超市|菜市|城市|都市|股市|楼市)$|[小老新某这那该本外]"
)
_SIGHT = re.compile(rf"{chinese.SIGHT}$")

_FIRM = re.compile(rf".{{2,}}(?:{chinese.FIRM_ENDS})$")
_NO_FIRM = re.compile(
    "(?:朋友|别的|别人|以前|现在|上家|下家|前|一家|某|那|这|同一|隔壁|附近|对面|附属|新的|线上|网上|用|跟|给|在|去|从)|.*(?:的|大军|行列|阵营|队伍)"
)
_CLUB = re.compile(
    "(?:俱乐部|协会|工会|学会|商会|委员会|业委会|理事会|联合会|读书会|(?<!集)团|队|联盟|党|(?<!出版)(?<!通讯)(?<!旅行)(?<!杂志)(?<!报)社|合唱团|乐团)$"
)
_SCHOOL = re.compile(rf".+(?:{chinese.SCHOOL_ENDS})$")
_STUDYING_BEFORE = re.compile("(?:考上|考入|考进|毕业于|就读于|被)了?$")
_STUDYING_AFTER = re.compile(r"[\s\x01]*(?:读|念|上学|上过|学习|就读|上大学|毕业|退学|录取)")
_BELONGING = re.compile("(?:是|成为了?|退出了?|加入了?)$")

_GIVEN = "[一-鿿]{1,2}"
_NAMED = re.compile(
    rf"(?:(?:欧阳|司马|诸葛|上官|司徒|[{wordlists.SURNAMES_ZH}]){_GIVEN}|[小老阿][一-鿿]{{1,2}}|([一-鿿])\1"
    rf"|[A-Z][\w .'’-]*)"
)
_NO_NAME_END = re.compile("[员师生长家人工手官霸迷管商民警兵子货精鬼板座脸哈幺粉友族]$")
_KIN = re.compile("(?:儿子|女儿|妻子|老婆|太太|丈夫|老公|爱人|哥|姐|弟|妹)$")
_BESIDE = re.compile(rf"[{wordlists.SURNAMES_ZH}]{_GIVEN}|([一-鿿])\1")
_GOES_ON = re.compile(
    rf"[\s{MASK}]*(?:$|[，。！？,.!?)）]|[把住在说是叫有要会能刚终也都又就还去来想对不从跟和被给]|[一二两三四五六七八九十\d]+岁)"
)
_SHORT_NAME = 2  # characters
_BEING = re.compile("是$")
_NO_PET = re.compile("外卖|爸|妈|爷|奶|救|好|人|车|起|苦|停|嚣|嚷|板|号|唤|喊|醒|门|声|春|得|个|什么|了|啥|哪|谁")

_LIKING = re.compile("(?:喜欢|热爱|喜爱|爱好|爱吃|爱喝|讨厌|受不了|爱上|迷上|喜欢上)了?(?:一?[个只种款])?$")
_LOVING = re.compile("(?<!不)(?:喜欢|热爱|喜爱|爱上|迷上)了?$")
_CHOSEN = re.compile(
    "方案|第[一二三四五六七八九十\\d]|前者|后者|前面|后面|上面|下面|.*(?:那个|那张|那款|那版|那种|这种|一点|一些|点的|的那)|[红蓝绿黄黑白粉紫灰]色"
    "|.*(?:版|回答|答案|风格|语气|的)$|短|长|简短|简单|正式|[上下]?[他她你您]|[上下][一个]|用|.*[你您]|.*(?:女孩|男孩|女生|男生|的人|有人|别人)|[死疯极热冷气]|委屈|刺激|广泛|不多|很多"
    "|归|与否|啥|哪"
)
_AILING_BEFORE = re.compile("(?:[得患]了?|患有|患上了?|(?:确诊|诊断)(?:为|出)?了?)$")
_OVER = re.compile("(?:痊愈|好|治好)了")
_ILLNESS = re.compile(
    "(?!.*(?:拖延|懒|尴尬|公主|困难症|相思|强迫症|依赖|综合症|社恐|穷病|恐惧症|的|手机|红眼病$))"
    ".*(?:病|症|炎|癌|感冒|流感|瘤|高血压|低血压|痛|喘|疹|障碍|抑郁|焦虑|新冠|甲流|痘|疮|结石|骨折|息肉|失眠|甲减|甲亢|中风|贫血|结节|溃疡|糖尿|三高|高烧|低烧|发烧|不耐受)$"
)
_TREATED = re.compile("(?:停|停用|停服|服用|不服用|给我开)了?$")
_MEDICINE = re.compile(
    "(?!.*(?:的|牛奶|鸡汤)).*(?:.药|.{2}(?:素|片|胶囊|林|平|汀|芬|胍|尔|唑|酮|酚|乐|坦|因|丸|剂|肽|辛|宁|灵|散|康|钙|啶|定|素片|维[A-Z]))$"
)
_NO_MEDICINE = re.compile("点药|吃药|农药|火药|炸药|配药|.*(?:订阅|插件|音乐|快乐|可乐|名单|照片|图片|卡片|名片)$")
_WORKING_AS = re.compile(
    "(?:担任过?|当过|(?:职位|职务|职业|工作)是|升(?:职)?为了?|升任了?|晋升为了?|提拔为了?|卸任了?|不再担任)$"
)
_TITLE = re.compile(
    "(?!.*(?:班长|群主|家长|学长|学员|队员|成员|会员|演员表|网红|的))"
    ".*(?:[师员长理监医工家者官总裁]|护士|司机|教授|会计|翻译|编辑|老板|顾问|主任|秘书|导演|演员|保安|模特|经纪人|客服|医生|设计|销售|前台|厨子|程序猿|博士后"
    "|主播|主管|店主|农民|译者|组长)$"
)
_ALLERGIC = re.compile("(?:严重|有点|有些)?过敏")
_LANGUAGE = re.compile(
    "(?!.*(?:[笑脏梦谎实好大坏假真胡废情反空套狠鬼闲电]话|悄悄话|漂亮话|场面话|成语|口语|术语|俚语|语文|作文|论文|课文|[一两几半]句)).*(?:语|话|文|方言)$"
)
_WEIGHED = re.compile(r"\s*(?:公斤|千克|kg)\s*(?:$|左右|上下|[了啊啦哦呢吧]|[^一-鿿A-Za-z])", re.IGNORECASE)
_UNREAL = re.compile(
    "[假准前]|免费|业余|野生|退休|未来|冒牌|朋友圈|民间|半个|人形|人肉|专属|全能|金牌|好|坏|烂|合格|优秀|伟大|普通|小小|实习"
)
_NOWHERE = re.compile("[里中]我[就也]?是(?:一名|一个|名|个)?$|在(?:家|.{0,5}[里上中])(?:当|做|担任)(?:一名|一个)?$")
_EMPLOYED_AS = re.compile("(?:是|当|做|担任)(?:一名|一个|一位|名|个)?$")
_VEHICLE = re.compile("辆$")
_DURABLE = re.compile(
    "(?!玩具|共享|被|送|给|.*(?:的月卡|票|模型|周边)).*(?:车|房|房子|公寓|别墅|院子|商铺|机|电脑|笔记本|平板|手机|相机|电视|冰箱|空调|钢琴|提琴|吉他|琴|船|艇|摩托|沙发|打印机|音响"
    "|音箱|投影仪|望远镜|机器人|洗碗机|跑步机|特斯拉|宝马|奔驰|奥迪|丰田|本田|大众|比亚迪|蔚来|理想|小鹏|五菱|路虎|保时捷|沃尔沃|屋)$"
)
_NO_VEHICLE = re.compile("玩具|共享|模型|梦想|被|送|给|.*(?:被|送|撞|票|卡|模)")
_GIVEN_AWAY = re.compile("[给送让]")
_EVENT = re.compile(".{2,}(?:会|赛|节|展|马拉松|论坛|婚礼|葬礼|典礼|训练营|夏令营|博览会|音乐会|演唱会|峰会)$")
_NO_EVENT = re.compile(
    "(?:会议|例会|周会|早会|晚会|开会|同学聚会|聚会|家长会|讨论会|机会|比赛|社会|宴会|派对|(?:他|她|它|你|我)|一[个场次]|个)"
)
_GENERIC_PROJECT = re.compile(
    "(?:健身|毕业|抽奖|交换|志愿|新|老|大|小|别的|其他|他们|我们|公司|学校|一个|这个|那个|工作|学习|做饭|开车|运动|作业|PPT|梦)(?:的)?(?:项目)?$"
)
_SENTENCE = re.compile("(?:公司|集团)(?!$)|[说讲听]|认为|觉得|知道|因为|如果|但|不过|虽然|[里上]写")
_NO_PROJECT = re.compile(
    "(?:报名|投稿|作业|保修|优惠|简历|申请|护照|签证|合同|房租|考试|比赛|活动|会员|牛奶|水费|电费|门票|发票|晚饭|午饭|早饭|家里|家|小组|小区|钱|孩子|财政|大权|等式|罪名|群|我俩)"
)


def may_be(predicate: Predicate, words: str) -> bool:
    """Whether a subject of that name can be what the predicate asks for."""
    kinds = predicate.subject.split("|")
    if words in chinese.PROGRAMS or ("person" not in kinds and _SENTENCE.search(words)):
        return False
    if "person" in kinds:
        return not (is_word(words) or words in chinese.PLACES)
    if kinds == ["any"]:
        return not _NO_PROJECT.fullmatch(words)
    if _NO_PROJECT.match(words) or (_is_named(words) and not _is_body(words) and not words.endswith("项目")):
        return False
    founded = kinds == ["organisation"]
    return not founded or _is_body(words) or bool(_CLUB.search(words)) or words in chinese.PLACES


def is_word(words: str) -> bool:
    """Whether words that begin like a name are known to be none."""
    return any(each in known for each in (words, words[:2]) for known in (chinese.NOT_NAMES, wordlists.NOT_NAMES_ZH))


def fits(predicate: Predicate, before: str, words: str, after: str) -> bool:
    """Whether `words` can be a value of the predicate between what stands before and after them."""
    kinds = predicate.object.split("|")
    if "number" in kinds:
        return bool(_WEIGHED.match(after))
    if "place" in kinds:
        return _is_place(predicate, words, after)
    if _BEGINS_NOTHING.match(words) or _COUNT.match(words):
        return False
    if "text" in kinds and before.endswith(MASK):
        return False  # 我喜欢五月天的歌
    if "text" in kinds:
        return _is_text(before, words, after)
    if "person" in kinds:
        return _is_beside(words, after) if _KIN.search(before) else _is_named(words)
    if "animal" in kinds:
        return not (_NO_PET.match(words) or _BEING.search(before) or words in chinese.PROGRAMS)
    if "language" in kinds:
        return bool(_LANGUAGE.match(words)) or (bool(_LATIN.match(words)) and words not in chinese.PROGRAMS)
    if "thing" in kinds:
        return _is_thing(before, words, after)
    if "event" in kinds:
        return (bool(_EVENT.match(words)) or bool(_LATIN.match(words))) and not _NO_EVENT.match(words)
    if "project" in kinds:
        return not _GENERIC_PROJECT.match(words) and words not in chinese.PROGRAMS
    if "organisation" in kinds:
        return _is_joined(before, words, after)
    return True


def _is_place(predicate: Predicate, words: str, after: str) -> bool:
    if predicate.extent == "event" and _STAYING.match(after):
        return False
    if words in wordlists.PLACES:
        return True
    known = _KNOWN_PLACE.match(words)
    while known and known.end() < len(words):
        further = _KNOWN_PLACE.match(words, known.end())
        if further is None:
            return bool(_DISTRICT.match(words, known.end())) and not _NO_DISTRICT.match(words[known.end() :])
        known = further
    if known:
        return True
    district = len(words) > 2 and _DISTRICT.match(words) and not _NO_DISTRICT.match(words)
    return bool(district) or (predicate.extent == "event" and bool(_SIGHT.match(words)))


def _is_text(before: str, words: str, after: str) -> bool:
    if _LIKING.search(before):
        unmeant = bool(_LOVING.search(before)) and any(words.startswith(each) for each in chinese.NUISANCES)
        return not (unmeant or _CHOSEN.match(words))
    unreal = _UNREAL.match(words) or _NOWHERE.search(before) or after.startswith("、")
    if _EMPLOYED_AS.search(before) and unreal:
        return False
    if _AILING_BEFORE.search(before) or (before.endswith("的") and _OVER.match(after)):
        return bool(_ILLNESS.match(words))
    if _TREATED.search(before):
        return bool(_MEDICINE.match(words)) and not _NO_MEDICINE.match(words)
    if _WORKING_AS.search(before):
        return bool(_TITLE.match(words))
    if _ALLERGIC.match(after):
        return words not in chinese.FIGURATIVE and not re.search("[不没]|可能|好像|应该", words)
    return True


def _is_named(words: str) -> bool:
    named = _NAMED.fullmatch(words) and not _NO_NAME_END.search(words)
    return bool(named) and words not in chinese.PROGRAMS and words not in chinese.PLACES and not is_word(words)


def _is_beside(words: str, after: str) -> bool:
    """Whether words right after who somebody is to the speaker are the name: 我弟何川把, and not 我弟周末."""
    name = _BESIDE.fullmatch(words) and not (len(words) > _SHORT_NAME and _GOES_ON.match(words[-1]))
    return bool(name) and _is_named(words) and not re.search("[我你他她它们]", words) and bool(_GOES_ON.match(after))


def _is_thing(before: str, words: str, after: str) -> bool:
    if _GIVEN_AWAY.match(after):
        return False
    if _VEHICLE.search(before):
        return "的" not in words and not _NO_VEHICLE.match(words)
    return bool(_DURABLE.match(words))


def _is_body(words: str) -> bool:
    """Whether words call a firm or a school."""
    if words in chinese.NO_FIRM or words in chinese.PROGRAMS or words in chinese.PLACES or words in wordlists.PLACES:
        return False
    known = words in chinese.FIRMS or words in chinese.SCHOOLS or bool(_LATIN.match(words))
    return known or (bool(_FIRM.match(words) or _SCHOOL.match(words)) and not _NO_FIRM.match(words))


def _is_joined(before: str, words: str, after: str) -> bool:
    if _STUDYING_AFTER.match(after) or _STUDYING_BEFORE.search(before):
        school = _SCHOOL.match(words) or words in chinese.SCHOOLS or _LATIN.match(words)
        return bool(school) and _is_body(words)
    club = bool(_CLUB.search(words)) and len(words) > 2 and not _NO_FIRM.match(words)
    return _is_body(words) or (club and bool(_BELONGING.search(before) or re.search("加入了?$", before)))
