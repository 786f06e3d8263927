"""Word lists of English and Chinese: what is no name, what may follow a value, surnames, well-known places.

These belong to the languages and to no predicate; what belongs to a predicate is data in `schema/ontology.toml`. A word
is here because leaving it out lets a wrong fact through, or hides a right one often.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TOO_COMMON = _words(
    """
    i me my a an the am is are was were be have has had do does did not will to of in on at for and or but with as
    by it got get one 我 是 在 的 了 有 不 没 到
    """
)
"""No pattern can turn on these alone: they are in nearly every sentence."""

AFTER_OBJECT_EN = _words(
    """
    in on at for from to with by of as since until till after before during through about near around under over
    between into via without within per and or but so because although though while when where which who whose if
    then than that now again already anymore any too also well instead today still currently here there together
    alone last next this full part permanently temporarily recently originally lately soon later right is was has
    had will would can could i we he she they you it these those just only even very almost once twice every each
    all both not yet ever most more mostly especially particularly including like except a an the my our his her
    their your btw lol haha hahaha hehe tbh imo imho fyi omg rn atm tho though pls plz please yay ugh smh sorry
    anyway thanks thx
    """
)
"""What may follow a value: after any other word the value would be the first half of a compound."""

COMPLETING_EN = _words(
    """
    cigarettes cigars tobacco lots heavily occasionally regularly daily socially outside indoors anymore
    yesterday tonight tomorrow monday tuesday wednesday thursday friday saturday sunday
    """
)
"""What may follow a verb that is a statement without an object."""

LIMITING_EN = _words(
    "except apart at for in on once twice during that of with when while like until till unless you me my"
)
"""After a yes-or-no statement these make it less than it seems: "I smoke at parties"."""

NOT_NAMES_EN = _words(
    """
    i the a an my our your his her their its this that these those yes no yeah well so and but or then also hey hi
    hello thanks thank wow oh ok okay sure great nice cool good congrats congratulations since when while after
    before if because although though however anyway besides plus today yesterday tomorrow now just only even still
    not never ever here there what who whom whose which where why how everyone everybody someone somebody anyone
    anybody nobody none nothing something everything people some many most all both each every one two three first
    second last next maybe perhaps actually really finally recently currently apparently sorry please let dear mr
    mrs ms dr mom dad mum mama papa grandma grandpa uncle aunt monday tuesday wednesday thursday friday saturday
    sunday january february march april june july august september october november december god christmas easter
    thanksgiving he she they we you it by in on at from to for with as of like mommy daddy bro dude man guys folks
    honestly obviously unfortunately luckily sadly happily meanwhile later soon lately supposedly purportedly
    allegedly reportedly presumably probably possibly hopefully seemingly theoretically hypothetically potentially
    arguably ideally almost nearly barely rarely scarcely narrowly half quite rather early daily fully badly madly
    oddly practically basically virtually technically newly merely mostly myself yourself neither nor either whether
    whenever wherever until once hardly despite except say suppose imagine rumor rumour legend had have has were was
    is are am do does did would could should can might must
    """
)
"""Capitalised at the start of a sentence, or always, and still nobody's name."""

DETERMINERS_EN = _words("the a an my our your his her its their this that these those")

NAMES_EN_LY = _words("beverly kimberly waverly everly reilly shelly cecily karly stanly")
"""Of the longer words in -ly these are names; the others are adverbs, capitalised where a sentence begins."""

NOT_NAMES_ZH = _words(
    """
    高中 初中 大学 毛病 方便 安全 任何 时候 金融 程序 万一 江边 夏天 秋天 温度 钱包 马上 高兴 白天 方法 周末 周围
    周日 周一 周二 周三 周四 周五 周六 向来 任务 孔子 黄金 马路 金额 石头 常常 安排 陪同 何时 何况 平时 易于 成功
    成都 江苏 江西 黄山 安徽 小区 小时 小学 小孩 小狗 小猫 老板 老师 老家 老人 老公 老婆 小姐 阿姨 曾经 顾客 莫非
    余下 许多 万分
    """
)
"""They begin like a Chinese name and are none."""

OPENING_EN = _words(
    """
    and but so because that why when yes yeah yep no well now then since plus also honestly as where while though
    although know mean said say told think hi hey hello oh ok okay wow before after until or if you him her them me
    hope guess wish believe actually sorry thanks today news is was first fyi btw lol haha course fact sure like
    cause 'cause reason reasons except much out
    """
)
"""Before "I" these let a statement begin; after a noun it is a relative clause ("the things I love")."""

CARRYING_EN = _words(
    """
    of with from for by to near like and or than about at in on as without against between
    """
)
"""Before a name these make it a part of something else."""

GENERIC_ZH = _words(
    """
    公司 银行 医院 学校 大学 超市 商场 新家 老家 娘家 婆家 家 国外 海外 外地 外面 郊区 市区 市中心 城里 乡下 农村
    小区 宿舍 单位 机场 公园 海边 山上 新房 新房子 新公司 外企 国企 工厂 家里 本地 对面 隔壁 楼上 楼下 餐厅 图书馆
    健身房 电影院 学院 会议 活动 比赛 婚礼 聚会 派对 项目 团队 部门 新团队 新项目 新部门 北方 南方 东部 西部 沿海
    办公室 会场 洗手间 厕所 卫生间 客厅 卧室 厨房 阳台 购物车 群聊 登录 微信 页面
    程序 系统 账号 全屏 聊天 应用 编辑 舞台 会员 研究生 公务员 博士 硕士 咖啡馆
    咖啡厅 网吧 便利店 网上 线上 方法 办法 说法 标准 流程 方案 葱 青菜 韭菜
    香菜 面条 瓜子
    内地 大城市 小城市 一线城市 那边 这边 朋友家 亲戚家 爸妈家
    """
)
"""Common nouns that stand where a name would."""

SURNAMES_ZH = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔骆卫祁柯阮鲍凌霍翁耿钟谭陆汪范金石"
    "廖贾夏韦傅方邹熊白孟秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟"
)

_PLACES_ZH = _words(
    """
    北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 大连 厦门 宁波 福州 济南 合肥 昆明
    沈阳 哈尔滨 长春 无锡 东莞 佛山 珠海 南昌 贵阳 南宁 太原 石家庄 兰州 海口 三亚 拉萨 乌鲁木齐 呼和浩特 银川 西宁
    香港 澳门 台北 高雄 广东 浙江 江苏 四川 湖南 湖北 河南 河北 山东 山西 陕西 福建 江西 安徽 云南 贵州 广西 海南
    甘肃 青海 新疆 西藏 宁夏 内蒙古 辽宁 吉林 黑龙江 台湾 浦东 中国 美国 英国 法国 德国 日本 韩国 加拿大 澳大利亚
    新加坡 意大利 西班牙 荷兰 瑞士 瑞典 泰国 越南 印度 俄罗斯 纽约 伦敦 巴黎 东京 大阪 柏林 首尔 悉尼 硅谷 旧金山
    洛杉矶 西雅图 国内 欧洲 亚洲 美洲 非洲
    """
)
_PLACES_EN = """
    Amsterdam, Athens, Austin, Bangkok, Barcelona, Beijing, Berlin, Bern, Boston, Brussels, Budapest, Cairo,
    Chicago, Copenhagen, Dallas, Denver, Dubai, Dublin, Edinburgh, Florence, Frankfurt, Geneva, Hamburg, Helsinki,
    Hong Kong, Houston, Istanbul, Kyoto, Lagos, Lisbon, London, Los Angeles, Lyon, Madrid, Manchester, Melbourne,
    Mexico City, Miami, Milan, Montreal, Moscow, Mumbai, Munich, Nairobi, Naples, New York, New York City, Oslo,
    Oxford, Paris, Philadelphia, Porto, Prague, Rome, San Diego, San Francisco, Seattle, Seoul, Shanghai, Singapore,
    Stockholm, Sydney, Tokyo, Toronto, Vancouver, Venice, Vienna, Warsaw, Zurich, Argentina, Australia, Austria,
    Belgium, Brazil, Canada, China, Denmark, Egypt, England, Finland, France, Germany, Greece, Hungary, India,
    Indonesia, Ireland, Italy, Japan, Kenya, Mexico, Netherlands, New Zealand, Norway, Poland, Portugal, Russia,
    Scotland, South Korea, Spain, Sweden, Switzerland, Thailand, Turkey, UK, US, USA, United Kingdom, United States,
    Vietnam, Wales, California, Florida, Texas, Europe, Asia, Africa, America,
    Well-known places:  and 我在上海工作 name no employer.
"""
PLACES = _PLACES_ZH | {place.strip() for place in _PLACES_EN.split(",")}
"""Well-known places: "I left Berlin" and 我在上海工作 name no employer."""

SPEAKER = _words("i my 我 俺 本人")
PRONOUNS = _words(
    """
    we you they he she it our your their his her its 我们 俺们 咱们 他 她 它 你 您 他们 她们 它们 你们 您们 大家
    """
)
"""The speaker, and whoever nobody can tell without guessing."""

POINTING_EN = _words(
    """
    myself yourself himself herself itself the this that these those it its them him her he she they we us me you i
    my your his their our how what when where why who which there here to so such one ones something anything
    everything nothing someone everyone being having seeing getting doing making taking going trying spending giving
    helping knowing hearing looking talking thinking catching sharing using bringing putting showing supporting
    every each all both everyone's more most much many lot lots way same idea thing things stuff fact feeling moment
    and or not no just really also if as about whatever whenever either neither
    u ya ur yr em dis dat tis y'all yall none nobody
    """
)
"""In a phrase these point into the conversation, or begin something other than a value."""

RESTRICTING_EN = _words(
    """
    that which who whose of than to like except the a an my our his her their your
    """
)
"""After a phrase these go on to say which one is meant: the phrase alone is not the value."""

RUNNING_ON_EN = _words(
    """
    with to about for on up out into around from over off together through as and or
    """
)
"""After a phrase that begins with a verb in -ing these belong to it."""

UNFINISHED_EN = _words(
    """
    playing watching creating exploring learning experimenting making using working building
    """
)
"""Verbs that are no value alone."""

NO_VALUE_EN = _words(
    """
    who which please one ones first second third pronounced spelled spelt called about for it that this so just only
    sure yet him her them me you i he she they we what a the
    """
)
"""In "not A but B" these show that A and B are no values."""
