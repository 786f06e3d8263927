"""One sentence with what all patterns look at: its time words, the text with those masked, clauses, and its frame.

What holds for the whole sentence is found once, however often a pattern matches in it.
"""

from dataclasses import dataclass
from functools import cached_property

from tkg.extract import frames, lexicon
from tkg.extract.grammar import MASK
from tkg.extract.protocol import Message, Span
from tkg.extract.sentences import Sentence, clauses
from tkg.extract.times import Time, masked, times


@dataclass(frozen=True)
class Passage:
    """A sentence of a message, and the next one. All is looked for at first use: most sentences match no pattern."""

    message: Message
    sentence: Sentence
    after: str = ""

    @property
    def text(self) -> str:
        return self.sentence.text

    @property
    def language(self) -> str:
        return self.sentence.language

    @cached_property
    def times(self) -> list[Time]:
        return times(self.text, self.language, self.message.at)

    @cached_property
    def masked(self) -> str:
        return masked(self.text, self.times)

    @cached_property
    def clauses(self) -> list[Span]:
        return clauses(self.masked, self.language)

    @cached_property
    def silenced(self) -> str | None:
        """Why nothing in the sentence counts, None if something may."""
        found = frames.frame(self.text, self.language, self.after)
        if found is None and self.language == "en" and frames.is_capitalised(self.text):
            return "not a name"
        if found is None and frames.corrects_date(self.text, self.language, self.times, self.after, self.message.at):
            return "corrects a date"
        return found

    @cached_property
    def quoted(self) -> list[Span]:
        return [found.span() for found in lexicon.QUOTED.finditer(self.text)]

    @cached_property
    def is_cited(self) -> bool:
        """Whether the line is one of another message, as mail and chat mark them, or all is given to be worked on."""
        line = self.message.content.rfind("\n", 0, self.sentence.start) + 1
        content = self.message.content
        return content[line:].lstrip().startswith((">", "＞")) or bool(lexicon.TASK.match(content))

    @cached_property
    def repaired_at(self) -> int | None:
        """Where the speaker takes back what they just said, to say it otherwise."""
        found = [each.start() for each in lexicon.REPAIR[self.language].finditer(self.text)]
        return found[-1] if found else None

    @cached_property
    def reported_from(self) -> int | None:
        """From where on someone else is said to vouch for it."""
        if self.language == "en" and lexicon.REPORT_AFTER.search(self.text):
            return 0
        own = [found.span() for found in lexicon.OWN_WORDS.finditer(self.text)]
        for found in lexicon.REPORTED[self.language].finditer(self.text):
            if not any(start <= found.start() < end for start, end in own):
                return found.end()
        return None

    def near(self, clause: int, end: int) -> list[Time]:
        """The time words of a clause, or up to `end` if that is later, and of neighbours that are nothing else."""
        start, end = self.clauses[clause][0], max(self.clauses[clause][1], end)
        if clause > 0 and self.is_time(clause - 1):
            start = self.clauses[clause - 1][0]
        if clause + 1 < len(self.clauses) and self.is_time(clause + 1):
            end = max(end, self.clauses[clause + 1][1])
        return [time for time in self.times if start <= time.start and time.end <= end]

    def is_time(self, clause: int) -> bool:
        """Whether a clause is only time words: "Last year, I moved"."""
        start, end = self.clauses[clause]
        words = self.masked[start:end]
        return MASK in words and not words.strip(MASK + " ,.。，!！")

    def span(self, start: int, end: int) -> Span:
        """A stretch of the sentence, without the space around it, as offsets into the message."""
        words = self.text[start:end]
        first = self.sentence.start + start + len(words) - len(words.lstrip())
        return first, first + len(words.strip())

    def quote(self, span: Span) -> str:
        return self.message.content[span[0] : span[1]]
