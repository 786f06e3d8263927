"""The built-in extractor: sentence patterns from the ontology, English and Chinese, precision before recall.

For each sentence the patterns whose cue occurs in it are tried, on a copy in which the time words are masked. A match
is proposed unless something says that the speaker does not vouch for it now and here: a question, a condition, a
hedge, a negation, a quotation, a pronoun that would have to be guessed. Those become `Skipped`.

Decisions that the patterns share, whatever the predicate:

- A plain negation ("I don't work at Acme") says nothing about when, or whether it ever was: it is skipped. With "no
  longer" or "any more" (不再, 不…了) it is an end. Of a yes-or-no predicate it is the value False.
- A past state ("I lived in Oslo") with a period is recorded for that period alone; without one it is an end at a time
  that nobody knows; with "until 2019" it is an end in 2019.
- The present perfect ("I have lived in Oslo since 2019") holds only if the sentence says since when.
- A present tense whose start lies ahead is a plan, and no word decides that alone: "Will Tarrow leads Acme from
  2027" is one, "Will leads Acme" is not.
- A present tense takes a start from "since" words alone: the day in "I work at Acme today" is not when it began.
- "X, not Y" after a value corrects Y, and so does 不是Y，是X. Without a predicate in the sentence the claim is found
  by Y. A date is not corrected: the sentence is passed over, or the wrong date would stay and the right one join it.
- A value that is known to be of another kind than the verb takes is none ("I left Hannah", "I left Netflix"). Where
  a verb takes nearly anything, the value must show its kind: 去北京 is a visit since Beijing is known, 去拔牙 is none.
- A sentence that is denied, guessed, fiction or taken back says nothing at all, whichever of its clauses says so.
- Only people's own turns are read: nothing that an assistant, a memory, a system or a tool says becomes a
  fact.
"""

from collections.abc import Sequence
from itertools import zip_longest

from tkg.extract.corrections import Corrections
from tkg.extract.passage import Passage
from tkg.extract.patterns import Book
from tkg.extract.protocol import NOBODY, Candidate, Message, Skipped
from tkg.extract.reading import read
from tkg.extract.sentences import sentences
from tkg.ontology import Ontology

_LONGEST_SENTENCE = 2_000  # characters; nobody says one, and what would read it could be slow
_LONGEST_QUOTE = 80  # characters
_NOT_PEOPLE = NOBODY | {"assistant"}


class Rules:
    """The built-in extractor. It keeps the compiled patterns of the ontology that it last saw, and nothing else."""

    name = "rules/1"

    def __init__(self) -> None:
        self._compiled: tuple[Ontology, Book, Corrections] | None = None

    def extract(self, message: Message, ontology: Ontology) -> Sequence[Candidate | Skipped]:
        """What a person's message says, in the order of the text; nothing from any other role.

        Raises `BadSchema` for an ontology with a pattern that cannot be read.
        """
        book, corrections = self._patterns(ontology)
        if message.role.casefold() in _NOT_PEOPLE:
            return ()
        found: list[Candidate | Skipped] = []
        told = [*sentences(message.content)]
        for sentence, after in zip_longest(told, told[1:]):
            if len(sentence.text) > _LONGEST_SENTENCE:
                span = sentence.start, sentence.start + _LONGEST_QUOTE
                found.append(Skipped("too long", span, message.content[slice(*span)]))
                continue
            passage = Passage(message, sentence, after.text[:_LONGEST_QUOTE] if after else "")
            patterns = book.candidates(sentence.text, sentence.language)
            said = read(passage, patterns) if patterns else []
            if corrections.may_occur(sentence) and not any(isinstance(each, Candidate) for each in said):
                said = [*said, *corrections.find(passage, said)]
            found += sorted(said, key=lambda each: each.span)
        return found

    def _patterns(self, ontology: Ontology) -> tuple[Book, Corrections]:
        compiled = self._compiled
        if compiled is None or compiled[0] is not ontology:
            compiled = self._compiled = ontology, Book(ontology), Corrections(ontology)
        return compiled[1], compiled[2]
