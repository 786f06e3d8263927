"""Where words that a model copied stand in the text that it copied them from.

The words must be there as they are. Two things may differ, since a tokenizer or a habit of typesetting changes them and
no meaning with them: runs of white space, and the shape of quotation marks, apostrophes and dashes. What is handed out
is always the span of the text itself, never the model's copy.
"""

import re

from tkg.extract.protocol import Span

_MARKS = {
    **dict.fromkeys("“”„‟«»「」『』＂", '"'),
    **dict.fromkeys("‘’‚‛‹›＇`´", "'"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}
_TABLE = str.maketrans(_MARKS)
_WORD = re.compile(r"\w")


class Ground:
    """A text in which quotes are looked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._plain, self._at = _plain(text)

    def spans(self, words: str) -> tuple[Span, ...]:
        """Every span of the words, those that cut no word in two first, each kind in the order of the text."""
        words = words.strip()
        if not words:
            return ()
        exact = _occurrences(self.text, words)
        spans = exact or tuple(self._span(*each) for each in _occurrences(self._plain, _plain(words)[0]))
        return tuple(sorted(spans, key=lambda span: (not self._is_whole(span), span)))

    def span(self, words: str, within: tuple[Span, ...] | None = None) -> Span | None:
        """The first of the spans, or the first that lies in one of `within`; None if there is none."""
        for span in self.spans(words):
            if within is None or any(start <= span[0] and span[1] <= end for start, end in within):
                return span
        return None

    def _span(self, start: int, end: int) -> Span:
        return self._at[start], self._at[end - 1] + 1

    def _is_whole(self, span: Span) -> bool:
        start, end = span
        cut_before = start > 0 and _WORD.match(self.text[start - 1]) and _WORD.match(self.text[start])
        cut_after = end < len(self.text) and _WORD.match(self.text[end]) and _WORD.match(self.text[end - 1])
        return not (cut_before or cut_after)


def _plain(text: str) -> tuple[str, list[int]]:
    """A text with one space for each run of white space and plain marks, and where each of its characters stands."""
    plain: list[str] = []
    at: list[int] = []
    for index, char in enumerate(text):
        if not char.isspace():
            plain.append(char.translate(_TABLE))
            at.append(index)
        elif not plain or plain[-1] != " ":
            plain.append(" ")
            at.append(index)
    return "".join(plain), at


def _occurrences(text: str, words: str) -> tuple[Span, ...]:
    spans: list[Span] = []
    at = text.find(words)
    while at >= 0:
        spans.append((at, at + len(words)))
        at = text.find(words, at + 1)
    return tuple(spans)
