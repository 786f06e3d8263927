"""From two conversations to answers as of any date: `make demo`, or `python examples/demo.py [--json] [--keep DIR]`.

Each conversation goes into a fresh file, one session at a time, with a clock that stands where the session ended: so
the file learns things when they were told, and can be asked what it believed in between. "Now" is the end of the
conversation, so that the answers stay the same whenever this runs.

Exit status: 0, or 1 if a file does not verify, or 2 if `--keep` would overwrite one.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

import tkg
from tkg.audit import Report
from tkg.facts import Fact

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Story:
    """One conversation, and the words in which it is asked about. Days are civil days in `zone`."""

    language: str
    zone: str
    teller: str
    corrected: tuple[str, str]
    earlier: str
    before_correction: str
    late_told: str
    before_late_told: str
    planned_for: str
    before_cancelling: str
    questions: dict[str, tuple[str, str]]
    words: dict[str, str]


ENGLISH = Story(
    language="en",
    zone="Europe/Berlin",
    teller="Nora",
    corrected=("Clara", "lives_in"),
    earlier="2023-03-20",
    before_correction="2023-12-31",
    late_told="2016-06-01",
    before_late_told="2023-09-01",
    planned_for="2024-04-01",
    before_cancelling="2023-12-31",
    questions={
        "now": ("What is true of Nora now?", "valid time: the end of the conversation"),
        "earlier": ("Where did she live and work on {earlier}?", "valid time: an earlier day"),
        "correction": ("Where does her sister Clara live?", "recorded time: before and after a correction"),
        "timeline": ("Which jobs has she had?", "all of valid time; a gap is a gap"),
        "plan": (
            "Will she live somewhere else on {planned_for}?",
            "what was planned, before and after it was called off",
        ),
        "late": ("Where did she live on {late_told}?", "an old fact, told late, in the past tense"),
        "why": ("Why do we think that she worked at Globex?", "from the answer down to the words"),
    },
    words={
        "nothing": "nothing",
        "known": "as known on {day}",
        "now": "as known now",
        "from": "from {day}",
        "or_earlier": "from {day} or earlier",
        "until": "until {day}",
        "about": "about {day}",
        "gap": "(no job)",
    },
)
CHINESE = Story(
    language="zh",
    zone="Asia/Shanghai",
    teller="林悦",
    corrected=("林菲", "studies_at"),
    earlier="2023-03-01",
    before_correction="2023-12-31",
    late_told="2014-06-01",
    before_late_told="2023-09-01",
    planned_for="2024-04-01",
    before_cancelling="2023-12-31",
    questions={
        "now": ("林悦现在的情况如何？", "What is true of Lin Yue now?"),
        "earlier": ("{earlier} 那天她住在哪里，在哪里工作？", "Where did she live and work on {earlier}?"),
        "correction": ("她妹妹林菲在哪里读书？", "Where does her sister Lin Fei study? Before and after a correction."),
        "timeline": ("她做过哪些工作？", "Which jobs has she had?"),
        "plan": (
            "{planned_for} 她打算住在别处吗？",
            "Does she plan to live elsewhere on {planned_for}? Before and after.",
        ),
        "late": ("{late_told} 那天她住在哪里？", "Where did she live on {late_told}? It was told late."),
        "why": ("为什么说她在字节跳动工作过？", "Why do we think that she worked at ByteDance?"),
    },
    words={
        "nothing": "无",
        "known": "截至 {day} 所知",
        "now": "截至现在所知",
        "from": "{day} 起",
        "or_earlier": "{day} 起或更早",
        "until": "{day} 前",
        "about": "约 {day}",
        "gap": "（没有工作）",
    },
)


@dataclass(frozen=True, slots=True)
class Answer:
    """A question in words, the rows that answer it on a screen, and the same as JSON values."""

    name: str
    question: str
    gloss: str
    rows: tuple[tuple[str, ...], ...]
    data: Any


def load(path: Path) -> list[dict[str, Any]]:
    """The messages of a conversation, in order."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def listen(story: Story, messages: list[dict[str, Any]], path: Path) -> tkg.Graph:
    """Ingest a conversation session by session (a day is a session), each recorded at the time of its last message."""
    now_us = 0
    graph = tkg.open(path, zone=story.zone, clock=lambda: now_us)
    for _, session in groupby(messages, key=lambda message: message["timestamp"][:10]):
        told = list(session)
        now_us = int(ended(told).timestamp()) * 1_000_000
        graph.ingest(told)
    return graph


def ended(messages: list[dict[str, Any]]) -> datetime:
    return datetime.fromisoformat(messages[-1]["timestamp"])


def answers(story: Story, graph: tkg.Graph, now: datetime) -> Iterator[Answer]:
    """Every question of the story, answered by the graph."""
    words, teller = story.words, story.teller
    days = {name: getattr(story, name) for name in ("earlier", "planned_for", "late_told")}

    def answer(name: str, rows: Sequence[tuple[str, ...]], data: Any) -> Answer:
        question, gloss = (text.format_map(days) for text in story.questions[name])
        return Answer(name, question, gloss, tuple(rows), data)

    def known(fact: Fact | None, day: str | None = None) -> tuple[str, ...]:
        when = words["now"] if day is None else words["known"].format(day=day)
        return (when, *(shown(fact, story) if fact is not None else (words["nothing"],)))

    facts = graph.find(teller, valid_at=now)
    yield answer("now", [(fact.predicate, *shown(fact, story)) for fact in facts], [fact.to_dict() for fact in facts])

    then = graph.as_of(valid_at=story.earlier)
    both_facts = then.find(teller, "lives_in") + then.find(teller, "works_for")
    rows = [(fact.predicate, *shown(fact, story)) for fact in both_facts]
    yield answer("earlier", rows, [fact.to_dict() for fact in both_facts])

    before = graph.get(*story.corrected, valid_at=now, known_at=story.before_correction)
    after = graph.get(*story.corrected, valid_at=now)
    yield answer("correction", [known(before, story.before_correction), known(after)], both(before, after))

    jobs = graph.timeline(teller, "works_for")
    yield answer("timeline", list(with_gaps(jobs, story)), [fact.to_dict() for fact in jobs])

    plans = graph.as_of(valid_at=story.planned_for, modality="planned")
    before = plans.get(teller, "lives_in", known_at=story.before_cancelling)
    after = plans.get(teller, "lives_in")
    yield answer("plan", [known(before, story.before_cancelling), known(after)], both(before, after))

    before = graph.get(teller, "lives_in", valid_at=story.late_told, known_at=story.before_late_told)
    after = graph.get(teller, "lives_in", valid_at=story.late_told)
    yield answer("late", [known(before, story.before_late_told), known(after)], both(before, after))

    explanation = graph.explain(jobs[-1])
    yield answer("why", [(line,) for line in str(explanation).splitlines()], explanation.to_dict())


def both(before: Fact | None, after: Fact | None) -> dict[str, Any]:
    return {"before": before and before.to_dict(), "after": after and after.to_dict()}


def shown(fact: Fact, story: Story) -> tuple[str, str, str]:
    """Value, beginning and end of a fact, in the story's words and no more exactly than they were said."""
    end = "" if fact.valid_to is None else bound("until", fact.valid_to_text, fact.valid_to_grain, story)
    return str(fact.object), bound("from", fact.valid_from_text, fact.valid_from_grain, story), end


def bound(word: str, text: str | None, grain: str, story: Story) -> str:
    """A bound without its time of day: "about" if it lies somewhere in a few days, "or earlier" if by then at least."""
    day = (text or "").partition("T")[0]
    if grain == "about":
        day = story.words["about"].format(day=day)
    return story.words["or_earlier" if grain == "unknown" and word == "from" else word].format(day=day)


def with_gaps(facts: Sequence[Fact], story: Story) -> Iterator[tuple[str, ...]]:
    """A timeline, with a row where nothing was so: between two facts, and after the last if it ended."""
    for fact, following in zip(facts, [*facts[1:], None], strict=True):
        yield shown(fact, story)
        gone = bound("from", fact.valid_to_text, fact.valid_to_grain, story)
        if following is None and fact.valid_to is not None:
            yield story.words["gap"], gone, ""
        elif following is not None and following.valid_from != fact.valid_to:
            back = bound("until", following.valid_from_text, following.valid_from_grain, story)
            yield story.words["gap"], gone, back


def show(console: Console, story: Story, now: datetime, found: list[Answer], report: Report) -> None:
    """One conversation on the screen."""
    console.rule(f"conversation.{story.language}.jsonl", style="dim")
    console.print(f'"Now" is the end of the conversation, {now:%Y-%m-%d %H:%M}.', style="dim")
    for answer in found:
        console.print()
        console.print(Text(answer.question, style="bold"))
        console.print(Text(answer.gloss, style="dim italic"))
        if all(len(row) == 1 for row in answer.rows):
            for (line,) in answer.rows:
                console.print(Text(f"  {line}"), soft_wrap=True)
            continue
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        for row in answer.rows:
            table.add_row(*(Text(cell) for cell in row))
        console.print(table)
    console.print()
    state = "verified" if report.ok else "DOES NOT VERIFY"
    style = "green" if report.ok else "bold red"
    counts = f"{report.episodes} messages, {report.claims} claims, {report.beliefs} beliefs"
    console.print(f"[{style}]{state}[/]: {counts}", highlight=False)
    for problem in (*report.problems, *map(str, report.differences)):
        console.print(problem, style="red", markup=False)
    console.print()


def run(directory: Path, *, as_json: bool) -> bool:
    """Tell both stories with files in `directory`; whether both files verify."""
    console, told, ok = Console(), {}, True
    for story in (ENGLISH, CHINESE):
        messages = load(HERE / f"conversation.{story.language}.jsonl")
        with listen(story, messages, directory / f"{story.language}.db") as graph:
            now = ended(messages)
            found, report = list(answers(story, graph, now)), graph.verify()
        ok &= report.ok
        if not as_json:
            show(console, story, now, found, report)
        told[story.language] = {
            "now": now.isoformat(),
            "answers": {a.name: {"question": a.question, "gloss": a.gloss, "answer": a.data} for a in found},
            "verify": report.to_dict(),
        }
    if as_json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
    return ok


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="the answers as JSON")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the files in DIR")
    arguments = parser.parse_args()
    if arguments.keep is None:
        with tempfile.TemporaryDirectory(prefix="tkg-demo-") as directory:
            return 0 if run(Path(directory), as_json=arguments.json) else 1
    arguments.keep.mkdir(parents=True, exist_ok=True)
    for story in (ENGLISH, CHINESE):
        path = arguments.keep / f"{story.language}.db"
        if path.exists():
            print(
                f"{path} is there already: the demo starts from fresh files, so name another directory", file=sys.stderr
            )
            return 2
    return 0 if run(arguments.keep, as_json=arguments.json) else 1


if __name__ == "__main__":
    raise SystemExit(main())
