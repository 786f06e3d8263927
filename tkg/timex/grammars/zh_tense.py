"""Which way a Chinese clause looks: 将, 会, 要 and 了, 过, 已, where they are no part of another word.

Characters that are verbs in one sentence and parts of nouns in the next count only where what stands beside them says
so: 会 is 发布会 and 会来, 将 is 将其判刑 and 将于. Where a clause does not tell there is no direction, since the
others of its sentence speak of other times: 昨天订好了酒店，周六出发.
"""

import re

from tkg.timex.anchored import Prefer
from tkg.traditional import SIMPLIFIED

# What a 了 ends that is not over: 快到了, 别忘了, 可以休息了.
_NOT_OVER = re.compile("(?:快|就|马上|要|即将|能|可以|该|得|别|不要|千万|为|除)[^，,。；;！!？?]{0,10}了|[为除不]了")
_PAST = re.compile(
    "了(?!解|不|得)"
    "|(?<![通经超不难路跨渡月日号点我你他她们家去])过(?![去程年节于分期敏度来生春冬夏秋端元中国教圣母父七重]|[^，。]{1,4}节)"
    "|曾|已(?!定|知)|刚(?![要好性需])|以来|昨|去年|上[周个]|[0-9]日(?:电|讯)|表示|宣布|指出|透露|报道|获悉|被(?![子套单迫告])"
)
_MODAL_SUBJECT = "我你妳您他她它们咱家都也就还才不定能该概许必自月日号天年周点晚后上午期末一二三四五六时人司方府队"
_FUTURE = re.compile(
    # 将 before what it announces; before a noun it is 把.
    "将(?=[于在会要为是有被不再继正首全迎到达赴与同对从由届随]|举[行办]|召开|开[始学幕业放播赛盘馆设展启]|进[行入]|推出|发[布射售]|公布"
    "|上[映市线演]|启[动用程]|完[成工]|结束|竣工|出[席任台版访发]|参加|访问|前往|抵达|来[临到访]|成[为立]|实[施行]|执行|生效|建成|通车|陆续|提交"
    "|接受|面临|获得|交付|入[学住职]|搬[到去入至])"
    f"|(?<=[{_MODAL_SUBJECT}])会(?![议计员长见面场谈晤上后前中的址展客诊餐所籍费馆标])"
    "|(?<![主重需首简只不必纪摘概提])要(?![求素塞点闻是么])"
    "|打算|准备(?![好的金工时期了]|[^，。]{1,6}时)|计划(?![书的生经没已中内外是])|即将|明天|明年|下[周个]|截止|集合|记得|提醒|[别勿]忘|一起.{0,6}[?？吗吧]"
    "|(?:去|来|要).{0,5}吗|都行|都可以|快要|马上|快.{0,4}了|[别勿].{0,6}了|改天|改日|下次|下回|再[说聊议谈约]"
    # Asking for something, and arranging it.
    "|(?<![邀申聘宴敬提])请(?![了过客假教示求柬帖安])|务必|(?:定|订|拟|择)于|有没有空|[有得]空[吗么嘛不]|有时间[吗么]|方便吗|不见不散"
    "|(?:改|推迟|延期|延迟|顺延|提前|挪|改签|延后|改期)[到至在]"
    "|前(?:必须|务必|需|要|得)?(?:交|完成|提交|回复|答复|付清|搞定|上报|归还)(?![了过])"
    "|(?<![酒网贴陶水书茶清])吧(?=[。！!？?，,;；~～…\\s]|$)"
    "|[一二三四五六日天末晚早午上点半号分刻里方场站口店]见(?=[。！!？?，,~～…\\s]|$)"
)

CLAUSES = re.compile("[，,；;：:]")
"""What ends a clause."""

BARE = re.compile(r"\W*\w?\W*")
"""What stands beside a time that has no verb of its own: 周二，外交部发言人表示."""


def tense(sentence: str, clause: tuple[int, int] | None = None) -> Prefer | None:
    """Which way the words of a clause look, or of a whole sentence; None where none says, or two disagree."""
    folded = (sentence if clause is None else sentence[slice(*clause)]).translate(SIMPLIFIED)
    ahead, behind = bool(_FUTURE.search(folded)), bool(_PAST.search(_NOT_OVER.sub("", folded)))
    if ahead == behind:
        return None
    return "future" if ahead else "past"
