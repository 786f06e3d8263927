"""From the words of a message to typed candidates. `protocol` says what an extractor is, `rules` is the built-in."""

from tkg.extract.protocol import BatchExtractor, Candidate, Extractor, Message, Skipped
from tkg.extract.rules import Rules

__all__ = ["BatchExtractor", "Candidate", "Extractor", "Message", "Rules", "Skipped"]
