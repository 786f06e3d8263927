"""What English and Chinese do to a statement: adverbs in it, negation, hedges, conditions, reports, questions, clauses.

These belong to the languages and to no predicate; what belongs to a predicate is data in `schema/ontology.toml`.
"""

import re

_FILLERS_EN = (
    "now|currently|presently|still|just|recently|also|already|finally|actually|really|even|officially|happily"
    "|both|first|then|originally|only|always|absolutely|totally|truly|sometimes|often|usually|mostly|mainly|never"
    "|not|no longer|have|has|had|do|does|did|don['’]?t|doesn['’]?t|didn['’]?t|haven['’]?t|hasn['’]?t|hadn['’]?t"
    "|won['’]?t|barely|hardly|ever|used to|personally|permanently|temporarily|eventually|later|soon|since|so|very"
    "|quite|proudly|definitely|certainly|myself"
)
_FILLERS_ZH = (
    "是|现在|目前|一直|已经|刚刚|刚|又|也|还是|还|就|都|终于|其实|最近|后来|仍然|仍|正|正式|本来|原本|曾经|真的|特别|非常|很|最|挺"
    "|比较|超级|超|从小|之前|以前|从来|从|并没有|并不|没有|没|不再|不|并|未|别|早就|早|主要|平时|经常|常常|常|偶尔|先|再|才"
    "|却|则|可能|也许|或许|想要|想|考虑|希望|应该|大概|好像|差点|差一点|梦想"
)
FILLERS = {"en": _FILLERS_EN, "zh": _FILLERS_ZH}
"""What may stand between a subject and the words that a pattern turns on."""

NEGATION = {
    "en": re.compile(r"\b(?:not|never|no longer|barely|hardly|won['’]?t)\b|n['’]?t\b", re.IGNORECASE),
    "zh": re.compile("不|没|未|别"),
}

CONDITIONAL = {
    "en": re.compile(
        r"\b(?:if|unless|what if|suppose|supposing|imagine|pretend|pretending|as though|assuming|provided"
        r"|in case|as soon as|let['’]s say|once I|once (?-i:[A-Z])|whenever|wherever)\b"
        r"|^say (?:that )?(?:I\b|(?-i:[A-Z]))"
        r"|^(?:\w+,? )?when\b.*?(?:\b(?:will|would|gonna)\b|['’](?:ll|d)\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "如果|要是|假定|就当|权当|假如|就好了|就好啦|算了|假设|倘若|若是|万一|除非|的话|(?<![一-鿿])等[^，,。]{1,16}(?:再|就|以后|之后)|要不是|一旦|即使|就算|哪怕"
    ),
}
HEDGE = {
    "en": re.compile(
        r"(?i:\b(?:might|(?-i:may)|could|would|should|maybe|perhaps|possibly|probably|presumably|supposedly|wish|wished"
        r"|wishes|hope|hopes|hoped|hoping|want|wants|wanted|dream|dreams|dreamed|dreamt|dreaming|considering|think|thinks|thinking"
        r"|thought|guess|suppose|doubt|believe|feel like|almost|nearly|feels like|felt like|as good as"
        r"|sometimes|barely|hardly|mostly|mainly|usually|often|(?:not|n['’]?t) really|pretended|joking"
        r"|kidding|rather|like to|as if"
        r"|joke|jokes|joked|forgot that|rumou?r|sort of|kind of|not sure|unsure|wondering|wonder|who|which|whether)\b"
        r"|\bmust have\b|['’]d\b)"
    ),
    "zh": re.compile(
        "可能|也许|或许|大概|好像|似乎|说不定|没准|应该|恐怕|估计|想要|想过|想着|想|希望|考虑|梦想|梦见|梦到|幻想|假装|差点|几乎"
        "|貌似|看来|看样子|看起来|听起来|想必|多半|八成|怕是|疑似|像是|搞不好|猜|以为|觉得"
        "|认为|怀疑|不确定|不一定|是否|能不能|要不要|会不会|是不是|开玩笑|但愿|恨不得|巴不得"
        "|相信|不信|宁愿|愿意|怕 *$|担心|气得|宁可|死也|打死|等于|简直"
    ),
}
"""Before the subject in its clause, or in the gap, these say that the speaker does not vouch for it."""

REPORTED = {
    "en": re.compile(
        r"\b(?:said|say|says|saying|told (?:me|us|him|them|everyone|people|(?:my|her|his|our) \w+"
        r"|(?-i:[A-Z])\w+)|(?:was|were|been|got) told|tells (?:me|us)|heard|hear"
        r"|mentioned|mentions|claims?|claimed|reckons|announced|apparently|according to|reportedly|allegedly|wrote"
        r"|reads?)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "(?:上|里|资料|简历)写[着的了]?|显示|听说|据说|据悉|传说|传言|告诉我|告诉我们|跟我说|和我说|对我说|(?<![我小按再别虽胡瞎会能先你来要想得该直就便话可敢爱没])(?:说(?!下|一下|说|个|句|点|错|反|漏|岔|实话|真的|白了|不定|不准|起|到|来|好了|明|服|话)过?|表示|宣布|透露|提到)"
    ),
}
"""Before the subject in its sentence, these say that someone else vouches for it."""

TOLD = {
    "en": re.compile(
        r"(?<!as )(?<!like )\b(?:I|we)(?:['’](?:ve|m|re))?"
        r"(?: (?:have|am|are|just|already|always|never|once|often|usually|even|only|\w+ly))*"
        r" (?:said|say|saying|tell|told|telling|claim|claimed|mention|mentioned|announced|wrote|write)\b"
        r"(?! (?:to )?you\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "我们?(?:曾经?|都|也|总|老|一直|已经)*(?:(?:跟|和|对)(?!你)[^，,。]{1,6}?说|(?:骗|告诉)(?!你)|说$)"
    ),
}
"""In the clause, the speaker says what they told others. Whether it was so is not said; "I told you" says it again."""

OWN_WORDS = re.compile(
    r"\b(?:I|we)\b(?:['’](?:ve|m|re))?(?: (?!was|were|been|get|got)\w+){0,2}"
    r" (?:said|say|saying|tell|told|telling|mention|mentioned|wrote|announced)\b",
    re.IGNORECASE,
)
"""What the speaker says themselves is no report of somebody else."""

LABEL = re.compile(r"^\W*(?!.*\b(?:I|my|we|our)\b)(?:[\w.'’-]+ ){0,3}[\w.'’-]+\s*[:：]\s*$", re.IGNORECASE)
LABEL_ZH = re.compile(r"^\W*[^我你，,。:：]{1,8}[:：]\s*$")
OWN_LABEL = re.compile(
    r"\b(?:(?<!fake )news|updates?|facts?|truth|thing|deal|point|summary|intro|about me|answer|reason|status|notes?"
    r"|reminder|fyi|btw|p\.?s\.?|correction|first|second|also|plus|plans?|so|well|anyway)\s*:\s*$"
    r"|(?:消息|更新|事实|介绍|总结|备注|提醒|情况|计划|一下|更正|补充)[:：]\s*$",
    re.IGNORECASE,
)
"""A few words and a colon: what follows is somebody else's or nobody's, except after these."""

TASK = re.compile(
    r"^\W*(?:(?:hey|hi|ok|please|pls|can you|could you|now|help me)\b\W*)*(?:translate|rewrite|rephrase|paraphrase"
    r"|proofread|polish|(?:write|correct|fix|summari[sz]e|continue|complete|reply|draft|compose)\b[^.:\n]{0,60}[:\"“])"
    r"|^\W*(?:(?:please|pls|can you|could you|now)\b\W*)*(?:write|draft|compose|make up|invent|create"
    r"|generate|give me|come up with|imagine)\b"
    r"[^.:\n]{0,40}\b(?:scene|story|sample|persona|dialogue|dialog|test data|example|fake|fictional|skit"
    r"|character|sketch|dummy)\b"
    r"|^\W*(?:premise|riddle|puzzle|quiz|lyrics|exercise|prompt|joke|q\d?|sentence \d|knock,? knock|roses are red)\b\W"
    r"|^\W*(?:请|帮我|麻烦|给我)*(?:翻译|改写|润色|续写|校对|仿写|扩写|(?:写|总结|修改|补全|造)[^。：:\n]{0,20}[：:“\"])",
    re.IGNORECASE,
)
"""At the beginning of a message: a task for whoever reads it, on words that nobody vouches for."""

EXAMPLE = {
    "en": re.compile(r"^\W*(?:for (?:example|instance)\b|e\.g\.|example\b|sample\b)", re.IGNORECASE),
    "zh": re.compile("^\\W*(?:比如|例如|譬如|有一天|从前|很久以前|话说|举个?例|按照?剧本)"),
}
"""At the beginning of a sentence: what follows is made up."""

QUESTION_EN = re.compile(
    r",\s*(?:right|huh|eh|innit|correct|no|yeah"
    r"|(?:is|are|was|were|do|does|did|has|have|can|could|will|would|wo|ca)n['’]?t (?:I|you|he|she|it|we|they))\W*$"
    r"|^\W*(?:(?:so|and|but|ok|okay|hey|wait|hm+)\b\W*)*(?:(?:guess )?who|whose|whom|is it true|remind me"
    r"|how (?:do|does|did|can|would|should|to|come)|what (?!an?\b|can I say\b)|why|where"
    r"|when (?:do|does|did|is|are|was|were|will))\b",
    re.IGNORECASE,
)
QUESTION_ZH = re.compile(
    "[吗么]\\W*$|了没有?\\W*$|(?:对吧|是吧|对不对|对么)\\W*$|难道|莫非|岂|什么|是不是|有没有|会不会|哪[里儿个年天家]|谁|怎么|为什么|几时|何时|多少"
)
"""A question without its mark."""

QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|「[^」]*」|『[^』]*』|‘[^’]*’(?!\w)|《[^》]*》")

CLAUSE = {
    "en": re.compile(
        r"[,;:]\s*(?:(?:and|but|so|then|and then|or)\s+)?|\s[-–—]+\s|[()]"
        r"|\s(?:and then|and|but|so|because|although|though|while|when|then|since I|where|until I|before|after|or)\s"
    ),
    "zh": re.compile(
        "[，、：；（）,;:—]+(?:然后|而且|并且|但是|不过|可是|但|而|所以|后来|并|也|又|还|接着)?|然后|而且|并且|但是|不过|可是"
    ),
}


OR = {"en": re.compile(r"\s*,?\s*(?:or|(?:but|and) only)\b", re.IGNORECASE), "zh": re.compile("[，,]?(?:或|还是|要么)")}
"""After a value: it may be another one."""

REPAIR = {
    "en": re.compile(
        r"[,;.–—-]\s*(?:(?:no,? )?wait\b|no, |sorry, |I mean\b|I meant\b|or rather\b|correction\b|oops\b|make that\b"
        r"|my mistake\b|I misspoke\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile("[，,、。—…\\s](?:哦|啊|噢|呃)?(?:不对|不，|说错|错了|口误|更正|我是说)"),
}
"""After a statement: the speaker says it again, and otherwise."""

VOUCHED_EN = re.compile(
    r"\b(?:(?<!n['’]t )(?<!not )(?<!never )(?:know|knows|knew|remember|realised?|realized?|notice|noticed|see|forget)"
    r"|glad|happy|proud|sad|sorry|excited|grateful|thankful|lucky|pleased|thrilled|delighted|love|fact|truth|news|mean|note|given|now|you"
    r"|(?:(?:happy|glad|proud|pleased|sad|sorry|need|want) to|can|should|must)"
    r" (?:say|mention|report|announce|share|add)"
    r"|(?:fact|truth|news|thing|point) is|turns out|so|such) that\W*$",
    re.IGNORECASE,
)
"""Before a clause with "that": the speaker takes it for a fact."""

OF_SOMEONE_EN = re.compile(
    r"\b(?:my|our|his|her|their|your|(?!there|it|that|what|here|he|she|who|let)(?-i:[A-Z])\w+['’]s) (?:[\w-]+ ){1,3}$"
    r"|\b(?:fact|truth|news|thing|point) is *$",
    re.IGNORECASE,
)
"""Before a name: who that is ("my sister Clara")."""

NOT_WHO = {
    "en": re.compile(r"\b(?:not|nor|neither|never|hardly)\W*$", re.IGNORECASE),
    "zh": re.compile("(?:不是|并非|没有|不|没|非) *$"),
}
"""Right before a subject: it is somebody else."""

SUPPORT_EN = re.compile(r"\b(?:used to|does|did|doesn['’]?t|didn['’]?t)\b", re.IGNORECASE)
"""What stands before the bare form of a verb after a name."""

NO_LONGER = {"en": re.compile("no longer", re.IGNORECASE), "zh": re.compile("不再|没再")}
ANYMORE = {"en": re.compile(r"[\s,]*(?:anymore|any more|any longer)\b", re.IGNORECASE), "zh": re.compile("了")}
ONCE = {
    "en": re.compile(r"\bused to\b|\bdid\b|\bhad\b", re.IGNORECASE),
    "zh": re.compile("以前|曾经|曾|过去|原来|原先|之前|从前|本来|原本"),
}
"""In the gap before a present form: it held once."""

AHEAD_ZH = re.compile("下|明|后天|大后|将来|未来")
BEHIND_ZH = re.compile(
    r"上|去年|前|昨|那年|当时|今天|今早|已经|刚|后来|终于|最近|早就|\d{4}年|[一二三四五六七八九〇零]{4}年"
)
"""Chinese verbs have no tense: without 了 or 过 these tell a plan from what has happened."""

PERFECT_EN = re.compile(r"\b(?:have|has)\b|['’](?:ve|s)\b", re.IGNORECASE)
SINCE_EN = re.compile(
    r"\bsince\b|\b(?:for|over) (?:(?:over|about|almost|nearly|more than|around|the past|the last) )*(?:an? )?[\w-]+ "
    r"(?:years?|months?|weeks?|days?|decades?)\b|\bfor (?:years|months|weeks|decades|ages)\b|\ball my life\b",
    re.IGNORECASE,
)
"""With these a present perfect says that it still holds."""

THEN_ZH = re.compile(r"上|去年|前|昨|那年|当时|\d{4}年|[一二三四五六七八九〇零]{4}年")
"""Time words that put a present form in the past."""


COMPOUND_ZH = re.compile("[室者员组坊量力族区机糖]|时间|期间|日|路上|摸鱼|一下午|一上午|一整天")
"""After a match these make its last word another one: 工作室."""

TITLED_ZH = re.compile("[先学医女男考花发产卫]生\\W*$")
"""Before a date these are no birth: 吴先生1970年."""

FAILED_ZH = re.compile(r"失败|未遂|不了|不成|[一两二三四五六七八九十几\d]+次|期间?|中(?![一-鿿])")
"""After a match: it did not come off, or is still going on."""

LAUGH = re.compile(r"[\s,.!]*(?:lol|lmao|rofl|haha\w*|hehe\w*|jk|xd|😂|🤣|哈哈)", re.IGNORECASE)
"""Right after a plan: it may be none."""

QUOTING = {
    "en": re.compile(
        r"\b(?:goes|be like|(?:is|was|were|am|['’](?:s|m|re)) (?:all |just )?like)\s*[,:]?\s*[\"“]?$"
        r"|\b(?:form|line|sentence|phrase|translation|answer|caption|motto|password|lyrics|slogan|tagline)"
        r" (?:is|are|goes) [\"“]?$",
        re.IGNORECASE,
    ),
    "zh": re.compile("(?:签名|标题|题目|歌词|昵称|口号|台词|密码|答案|简介|备注名)(?:里|上)?(?:是|叫|写|为)$"),
}
"""Right before a sentence: it is a quotation."""

REPORT_AFTER = re.compile(
    r"[,–—(-]\s*(?:or so |(?:at least )?that['’]s what )?(?:(?:he|she|they|(?-i:[A-Z])\w+"
    r"|my \w+) (?:told (?:me|us)|sa(?:ys|id)|tells (?:me|us)"
    r"|claims|reckons|heard|mentioned)|I(?:['’]m| was)? (?:told|heard|hear))\W*$",
    re.IGNORECASE,
)
"""At the end of an English sentence: someone else vouches for it."""

DISOWNED_EN = re.compile(
    r"[,;–—(-]\s*(?:but )?(?:I|he|she|they) (?:don|doesn|didn|haven|hasn|isn|aren|wasn|ain|can|won)['’]?t\W*$"
    r"|\bI['’]m not\W*$",
    re.IGNORECASE,
)
"""At the end of what somebody else says: it is not so."""

UNDONE = {
    "en": re.compile(
        r"[^.;!?]*?\b(?:but|then|and)\b[^.;!?]*?\b(?:returned|cancelled|canceled|sent (?:it|them) back"
        r"|took (?:it|them) back"
        r"|(?:did|does|do|have|has|was|is)(?: not|n['’]t) (?:take|use|go|work|happen|buy|true)|never (?:took"
        r"|went|used|happened|did)"
        r"|sold (?:it|them)|fell through|changed my mind|turned out (?:fine|wrong|false|to be)|(?:was|were"
        r"|it['’]?s|is) (?:wrong|broken|a lie|not true))\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "[^。！？；]*?(?:又|但|不过|结果|后来|最后|然后)[^。！？；]{0,6}(?:退了|退货|黄了|取消|反悔|没[吃用去成]|误诊|搞错|弄错|复吸|又抽)"
    ),
}
"""After a statement: it came to nothing."""

DIED = {
    "en": re.compile(r"[\s,]+(?:has |have )?(?:died|passed away|is dead|is gone)\b", re.IGNORECASE),
    "zh": re.compile("(?:已经)?(?:去世|过世|死)了?"),
}
"""After who somebody is to the speaker: they no longer are."""

WHILE_ZH = re.compile("了?(?:的时候|时(?!间|尚|常|不时)|那会|那阵|那时|那几|那年|那段|那些|这几|期间|之前|以前)")
"""After a state: it only says when something else was."""

PART_OF_DAY = {
    "en": re.compile(r"\b(?:night|evening|morning|afternoon|tonight)\b", re.IGNORECASE),
    "zh": re.compile("[晚早]上?$|下午|中午|凌晨|夜"),
}
"""No state is over within one."""

WEAK_OFF_ZH = re.compile("^[^不]*(?:不想|不会|不要|不(?![打准计]))")
"""These negate a plan, and call it off with 了 only."""

YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)|['’]\d\d\b|\d\d年|[一二三四五六七八九〇零]{2,4}年")

RELATIVE_ZH = re.compile("的(?=[一-鿿])(?!时)")
"""After a statement: it only says which one is meant."""

OWN_START = {"en": re.compile(r"\s*([Ii])(?=\b)(?!['’]d|\.)"), "zh": re.compile(r"\s*([我俺])(?!们|的)")}
"""A clause that begins with the speaker."""
