"""Whether words can be the value that the verb before them asks for.

A pattern says where a value stands. Verbs that take many kinds of object (joined, taking, 去, 叫, 得了, 停了) need
more: what the words look like. A club that is joined is nobody's employer, and 得了第一名 names no illness. Where a
shape can be told it is asked for; else what is known not to fit is left out. These are rules of the languages, over
the kinds of values, and name no predicate.
"""

import re

from tkg.extract import wordlists
from tkg.ontology import Predicate

_JOINING = {
    "en": re.compile(r"\b(?:join(?:ed|ing)?|left|quit) (?:the )?$", re.IGNORECASE),
    "zh": re.compile("(?:加入|离开)了?$"),
}
_CLUB = {
    "en": re.compile(
        r"\b(?:choir|club|society|association|union|party|league|band|orchestra|gym|board|committee|guild|church"
        r"|congregation|team|squad|crew|group|forum|network|alliance|federation)$",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "(?:俱乐部|协会|工会|[^社]会|(?<!集)团|队|联盟|党|(?<!出版)(?<!通讯)(?<!旅行)(?<!杂志)(?<!报)社|会员|小组)$"
    ),
}
_COMPANY_EN = re.compile(r"\s*for (?:a|an|the|some|lunch|dinner|breakfast|brunch|drinks|coffee|tea)\b", re.IGNORECASE)
_TAKING_EN = re.compile(r"\btak(?:e|es|ing) (?:an? )?$", re.IGNORECASE)
_NO_MEDICINE_EN = re.compile(
    r"(?:notes|pictures|photos|pics|selfies|calls|risks|showers|baths|breaks|naps|classes|lessons|orders|part|turns"
    r"|care|advantage|sides|time|trains|taxis|buses|cabs|bets|days|responsibility|sugar|milk|public transport"
    r"|walk|shower|nap|break|bath|look|selfie|photo|taxi|cab|train|bus)\b",
    re.IGNORECASE,
)
_PARTICLE_EN = re.compile(r"(?:up|down|out|off|away|back|over|badly|well|worse|best)\b", re.IGNORECASE)
_NO_RESIDENCE_EN = re.compile(
    r"(?:.* )?(?:Labs?|Inc|Ltd|GmbH|Corp|AG|LLC|Bank|Logistics|Group|Marketing|Sales|Engineering|Finance"
    r"|HR|Legal|Support|Slack|Teams|Zoom|Discord|Notion|Linux|Windows|Android|Python|Rust|Excel|Gmail|Room)$"
)
_SCHOOL_EN = re.compile(r"(?:.* )?(?:University|College|School|Academy|Institute)$")
_NO_PLACE_EN = re.compile(r"(?:University|College|School|Church|Court|Mass|Parliament|Hospital|Work|Bed)$")
_GIVEN_EN = re.compile(r"['’]s\b|\s+(?:a|an|the|my|his|her|some)\b", re.IGNORECASE)
_NO_LANGUAGE_EN = re.compile(
    r"(?:Python|Java|JavaScript|TypeScript|Rust|Go|Ruby|Swift|Kotlin|SQL|HTML|CSS|PHP|Scala|Haskell|Excel|Photoshop"
    r"|Docker|Kubernetes|React|Linux|Git|Blender|Figma|Chess|Piano)$"
)

_COUNT_ZH = re.compile(r"第?[一两二三四五六七八九十几半百\d]+(?:个|年|天|周|月|次|楼|层|号|点|岁|名|趟|场|会儿|些|下)")
_REPEATED_ZH = re.compile(r"(.)\1(?!.)|(.)一\2$")
_BEGINS_NOTHING_ZH = re.compile("[了得着过个归极就也都还才没不]")
_DOING_ZH = re.compile(
    "[洗睡吃喝跑问试找接拿取买卖送逛帮陪修玩领寄]|打(?!浦)|处理|看(?!丹)|开会|读[书博研]|上班|上课|上学|上厕所|工作|学习"
    "|健身|锻炼|游泳|爬山|散步|旅[游行]|出差|度假|面试|体检|加班|讨论|参加|排队|报[到名]|办(?!公)|交(?!河)|见(?!山)|做|写|听"
)
_STAYING_ZH = re.compile(r"[\s\x01]*(?:工作|上班|任职|就职|读[书博研]|留学|上学|念书|上大学|面试)")
_LOCATIVE_ZH = re.compile(
    ".*(?:(?:网|路|地铁|车|床|桌|家|公司|学校|店|楼|沙发|飞机|火车|高铁|手机|电脑|梦|街|厂|线|天|船)[上里中下]"
    "|[楼层室]|隔壁|对面|附近|旁边?|外面|里面|[客餐]厅|咖啡厅|房间|书房|厨房|阳台|院子)"
)
_MOOD_ZH = re.compile(
    "讨论|聊天|努力|认真|拼命|专心|疯狂|安心|埋头|偷偷|好好|紧张|远程|线上|居家|兼职|全职|加班|正常|继续|独立|通宵|熬夜"
)
_ILL_ZH = re.compile("(?:得|患)了?$")
_ILLNESS_ZH = re.compile(
    "(?!.*(?:拖延症|懒癌|尴尬癌|公主病|选择困难|相思病|强迫症))"
    ".*(?:病|症|炎|癌|感冒|流感|瘤|高血压|低血压|痛|喘|疹|热|障碍|抑郁|焦虑|新冠|甲流|痘|疮|结石|骨折|息肉|失眠|甲减|甲亢"
    "|痛风|中风|贫血|结节|溃疡|糖尿|三高)$"
)
_STOPPED_ZH = re.compile("停了?$")
_MEDICINE_ZH = re.compile(
    ".*药$|.{2,}(?:素|片|胶囊|林|平|汀|芬|胍|尔|唑|酮|酚|乐|坦|因|丸|剂|肽|辛|宁|灵|散|康|钙|维[A-Z])$"
)
_OCCUPATION_ZH = re.compile("工作[是为]$")
_TITLE_ZH = re.compile(
    ".*(?:[师员长理监医工家者官总裁]|护士|司机|教授|会计|翻译|编辑|老板|顾问|主任|秘书|导演|演员|保安|模特|经纪人|客服|医生"
    "|设计|销售|前台|厨子|程序猿|博士后|主播|主管|店主|农民)$"
)
_BEING_ZH = re.compile("是$")
_NAMED_ZH = re.compile(
    rf"(?:[{wordlists.SURNAMES_ZH}][一-鿿]{{1,2}}|[小老阿][一-鿿]|[A-Z][\w .'’-]*)"
    "(?<![员师生长家人工手官霸迷管商民警兵子货精鬼板])"
)
_CALLED_ZH = re.compile("叫$")
_NO_NAME_ZH = re.compile("外卖|爸|妈|爷|奶|救|好|人|车|起|苦|停|嚣|板|号|唤|喊|醒|门")
_LANGUAGE_ZH = re.compile(
    "(?!.*(?:[笑脏梦谎实好大坏假真胡废情反空套狠鬼闲电]话|悄悄话|漂亮话|场面话|成语|口语|术语|俚语|语文|作文|论文|课文)$).*(?:语|话|文|方言)$"
    "|[A-Z]\\w+$"
)
_BORN_ZH = re.compile("春天|夏天|秋天|冬天|忧患|半夜|清晨|凌晨|医院|出租车|车上")


def fits(predicate: Predicate, language: str, text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]`, in a masked sentence, can be a value of the predicate after the words before it."""
    before, words, after = text[max(0, start - 20) : start], text[start:end], text[end : end + 20]
    kinds = predicate.object.split("|")
    if "organisation" in kinds and _JOINING[language].search(before):
        # one has one employer and many clubs
        club = bool(_CLUB[language].search(words))
        other = language == "en" and (_COMPANY_EN.match(after) or _GIVEN_EN.match(after))
        return club is not predicate.one and not other
    if language == "zh":
        return _fits_zh(predicate, kinds, before, words, after)
    if "text" in kinds:
        return not (_PARTICLE_EN.match(words) or (_TAKING_EN.search(before) and _NO_MEDICINE_EN.match(words)))
    if "place" in kinds:
        return not (_NO_PLACE_EN if predicate.extent == "event" else _NO_RESIDENCE_EN).match(words)
    if "event" in kinds:
        return not _SCHOOL_EN.match(words)
    return not ("language" in kinds and _NO_LANGUAGE_EN.match(words))


def _fits_zh(predicate: Predicate, kinds: list[str], before: str, words: str, after: str) -> bool:
    if words in wordlists.PLACES and "place" in kinds:
        return not (predicate.extent == "event" and _STAYING_ZH.match(after))
    if _BEGINS_NOTHING_ZH.match(words) or _COUNT_ZH.match(words):
        return False
    if "text" in kinds:
        return all(
            shape.match(words)
            for verb, shape in ((_ILL_ZH, _ILLNESS_ZH), (_STOPPED_ZH, _MEDICINE_ZH), (_OCCUPATION_ZH, _TITLE_ZH))
            if verb.search(before)
        )
    if "person" in kinds or "animal" in kinds:
        if _BEING_ZH.search(before):
            return bool(_NAMED_ZH.fullmatch(words)) and words not in wordlists.NOT_NAMES_ZH
        return not (_CALLED_ZH.search(before) and _NO_NAME_ZH.match(words))
    if "language" in kinds:
        return bool(_LANGUAGE_ZH.match(words))
    if "place" in kinds:
        staying = predicate.extent == "event" and _STAYING_ZH.match(after)
        doing = _DOING_ZH.match(words) or _REPEATED_ZH.match(words) or _BORN_ZH.match(words)
        return not (staying or doing or _LOCATIVE_ZH.fullmatch(words))
    if "organisation" in kinds:
        return not (_LOCATIVE_ZH.fullmatch(words) or _MOOD_ZH.match(words))
    return True
