"""Chinese words for what lies so far from now: 上周三, 大前年, 今晚; and for what comes again."""

from tkg.timex import amounts, cycles, steps
from tkg.timex.amounts import Amount
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule
from tkg.timex.grammars.zh_clock import part_of
from tkg.timex.meaning import Cycle, Time


def unit_step(count: int, grain: Grain) -> Time | None:
    return steps.unit_step(grain, count) if grain > Grain.DAY or grain is Grain.HOUR else None


def step_one(count: int, time: Time) -> Time | None:
    return steps.cycle_step(time, count) if isinstance(time, Cycle) and time.grain >= Grain.DAY else None


def day_years_away(count: int) -> Time:
    """'去年的今天'."""
    length = Amount(months=12 * abs(count), grain=Grain.DAY)
    return amounts.from_time(length, 1 if count > 0 else -1, steps.day_step(0))


STEP_RULES = (
    Rule("day_word", "DAYWORD", steps.day_step, ("昨天", "大后天"), cost=0.1),
    Rule("now", "NOW", lambda _: steps.now(), ("现在",), same=True, cost=0.1),
    Rule("year_step", "YEARSTEP", lambda n: steps.unit_step(Grain.YEAR, n), ("去年", "大前年"), cost=0.1),
    Rule("same_day", "YEARSTEP 的? 今 天|日", lambda n: day_years_away(n) if n else None, ("去年的今天",)),
    Rule("unit_step", "STEP 一? UNIT", unit_step, ("上周", "这个月", "下下个星期"), cost=0.5),
    Rule("month_step", "STEP 月", lambda n: steps.unit_step(Grain.MONTH, n), ("上月",), cost=0.5),
    Rule("quarter_step", "STEP 季", lambda n: steps.unit_step(Grain.QUARTER, n), ("本季",), latent=True),
    Rule(
        "week_weekday",
        "STEP 个? WEEKDAY",
        lambda n, day: steps.in_week(cycles.weekday(day), n),
        ("上周三", "下下周一"),
        cost=0.4,
    ),
    Rule("one_weekday", "STEP 一 个? WEEKDAY", lambda n, day: step_one(n, cycles.weekday(day)), ("上一个周三",)),
    Rule(
        "weekend_step", "STEP 一? 个? WEEKEND", lambda n, _: steps.in_week(cycles.weekend(), n), ("上周末",), cost=0.4
    ),
    Rule("festival_step", "STEP 一? 个 FESTIVAL", lambda n, key: step_one(n, cycles.festival(key)), ("下个圣诞节",)),
    Rule("season_step", "STEP 一? 个? SEASON", lambda n, name: step_one(n, cycles.season(name)), ("上个冬天",)),
    Rule("day_part", "DAYPART", lambda pair: steps.part_today(*pair), ("今晚", "明早"), cost=0.2),
    Rule("part", "PART", cycles.part_of_day, ("下午",), latent=True, cost=0.4),
    Rule("time_part", "TIME ,|的? PART|SHORTPART", part_of, ("周一早上", "3月5日晚"), cost=0.9),
    Rule(
        "repeat",
        "EVERY UNIT|PART|SHORTPART|MONTH|WEEKEND|SHORTUNIT|SEASON",
        lambda *_: Kind.REPETITION,
        ("每天", "每个月"),
        gives="REPETITION",
    ),
    Rule("repeat_count", "EVERY AMOUNT", lambda *_: Kind.REPETITION, ("每两周",), gives="REPETITION"),
    Rule("repeat_time", "EVERY 一? 个? TIME", lambda *_: Kind.REPETITION, ("每周三",), gives="REPETITION"),
    Rule("repeat_more", "REPETITION 的? TIME", lambda *_: Kind.REPETITION, ("每天早上8点",), gives="REPETITION"),
    Rule(
        "repeat_per",
        "NUM 年|天|周|星|礼|月 期|拜? NUM 次",
        lambda *_: Kind.REPETITION,
        ("一周三次",),
        gives="REPETITION",
    ),
)
