"""Every error that tkg raises on purpose, in one tree.

    TkgError
    ├── InputError (ValueError)        what was handed in cannot be meant
    │   ├── BadTime                    not a time, or one outside the years 1 to 9999
    │   │   └── UnclearTime            time words in a question with several readings, or without a date
    │   ├── AmbiguousTime              a period where a point is needed: `as_of(valid_at="2021")`
    │   ├── EmptyInterval              ends at or before its start
    │   ├── EndNeedsValue              `end` of a many-valued predicate without the value that is over
    │   ├── BadModality                none of asserted, planned, hypothetical, reported
    │   ├── BadPolicy                  no policy that there is, or one without an order that it needs
    │   ├── BadRole                    a split of a role that the claim does not have
    │   ├── BadSchema                  a declaration or an ontology that cannot hold
    │   ├── UnknownPredicate           not declared, and the graph is strict
    │   ├── WrongKind                  a subject or a value of another kind than the predicate takes
    │   ├── BadMessage                 a message without words, speaker or time
    │   ├── BadPatch                   a patch that cannot be read, or whose quotes are not in its words
    │   ├── BadExport                  what is to be restored is no export, or a damaged one
    │   ├── BadFilter                  a filter of a search with a field, an operator or a value that there is not
    │   ├── BadEmbedding               an embedder gave something else than a row of numbers for each text
    │   └── BadName                    an empty name, or one that no name can be
    ├── RefusedError                   well said, but the record does not allow it
    │   ├── UnknownClaim               no such claim in this scope, or its content is erased
    │   ├── UnknownEpisode             no such message in this scope
    │   ├── UnknownHeld                no such change is held for review in this scope, or it is settled already
    │   ├── DuplicateId                a claim of this id is there already
    │   ├── AlreadyRetracted           retract or correct of what is retracted
    │   ├── NotRetracted               undo of what is live
    │   ├── IntoItself                 merge or map of a name into itself
    │   ├── Cycle                      the other way round is mapped already
    │   ├── AlreadyMapped              both names read as one already, or this one as another
    │   ├── NotMapped                  taking back the map of a predicate that reads as itself
    │   ├── AlreadyDropped             drop of a predicate that is dropped
    │   ├── NotDropped                 keep of a predicate that is not dropped
    │   ├── KeyReused                  an idempotency key that came with another write
    │   └── RecordedTimeRegression     a replayed log that goes back in recorded time
    ├── ReadError                      a question without one answer
    │   ├── ManyValues                 `get` where several values are believed
    │   └── TooImprecise               imprecise bounds that depend too much on each other to say what is certain
    ├── EmbedderError                  an embedder could not be asked: no answer, or a refusal
    ├── WrongEmbedder                  the file is searched with another embedder than the one at hand
    ├── ExtractionError                a language model did not read the messages; "no facts" is no error
    │   ├── Unreachable                no answer, or one that may pass: a timeout, a reset, 429, 5xx
    │   ├── ModelRefused               the model, or a filter before it, will not read these words
    │   ├── CutOff                     the answer does not fit, even for a single message
    │   ├── UnreadableReply            an answer without the JSON that was asked for
    │   └── Misconfigured              no model, or a server that knows no such key, model or parameter
    └── StorageError                   the file
        ├── NotAStore                  a file of something else
        ├── NotEmpty                   a file that holds a graph, where an empty one is needed
        ├── TooNew                     written by a newer tkg
        ├── MigrationFailed            the upgrade was rolled back
        ├── Locked                     another writer held the file for longer than the timeout
        └── ReadOnly                   a write through a read-only graph

`code` is the short name that the contract and the command line use.
"""

from typing import Any


class TkgError(Exception):
    """The root: catch this to catch whatever tkg raises on purpose."""

    code = "error"


class InputError(TkgError, ValueError):
    code = "bad_input"


class BadTime(InputError):
    code = "bad_time"


class UnclearTime(BadTime):
    code = "unclear_time"


class AmbiguousTime(InputError):
    code = "ambiguous_time"


class EmptyInterval(InputError):
    code = "empty_interval"


class EndNeedsValue(InputError):
    code = "end_needs_value"


class BadModality(InputError):
    code = "bad_modality"


class BadPolicy(InputError):
    code = "bad_policy"


class BadRole(InputError):
    code = "bad_role"


class BadSchema(InputError):
    code = "bad_schema"


class UnknownPredicate(InputError):
    code = "unknown_predicate"


class WrongKind(InputError):
    code = "wrong_kind"


class BadMessage(InputError):
    code = "bad_message"


class BadPatch(InputError):
    code = "bad_patch"


class BadName(InputError):
    code = "bad_name"


class BadExport(InputError):
    code = "bad_export"


class BadFilter(InputError):
    code = "bad_filter"


class BadEmbedding(InputError):
    code = "bad_embedding"


class RefusedError(TkgError):
    code = "refused"


class UnknownClaim(RefusedError):
    code = "unknown_claim"


class UnknownEpisode(RefusedError):
    code = "unknown_episode"


class UnknownHeld(RefusedError):
    code = "unknown_held"


class DuplicateId(RefusedError):
    code = "duplicate_id"


class AlreadyRetracted(RefusedError):
    code = "already_retracted"


class NotRetracted(RefusedError):
    code = "not_retracted"


class IntoItself(RefusedError):
    code = "into_itself"


class Cycle(RefusedError):
    code = "cycle"


class AlreadyMapped(RefusedError):
    code = "already_mapped"


class NotMapped(RefusedError):
    code = "not_mapped"


class AlreadyDropped(RefusedError):
    code = "already_dropped"


class NotDropped(RefusedError):
    code = "not_dropped"


class KeyReused(RefusedError):
    code = "key_reused"


class RecordedTimeRegression(RefusedError):
    code = "recorded_time_regression"


class ReadError(TkgError):
    code = "read"


class ManyValues(ReadError):
    code = "many_values"


class TooImprecise(ReadError):
    code = "too_imprecise"


class EmbedderError(TkgError):
    code = "embedder_error"


class WrongEmbedder(TkgError):
    code = "wrong_embedder"


class ExtractionError(TkgError):
    """`usage` is what was spent until then, a `tkg.extract.llm.Usage`, or None where nothing was asked.

    `of_words` says whether the words that were to be read are why, or may be: of several messages one then costs only
    itself. `retryable` says whether the same request may succeed later, `retry_after_s` when, if the server said so.
    """

    code = "extraction"
    retryable = False
    of_words = False

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s
        self.usage: Any = None


class Unreachable(ExtractionError):
    code = "unreachable"
    retryable = True


class ModelRefused(ExtractionError):
    code = "model_refused"
    of_words = True


class CutOff(ExtractionError):
    code = "cut_off"
    of_words = True


class UnreadableReply(ExtractionError):
    code = "unreadable_reply"
    retryable = True
    of_words = True


class Misconfigured(ExtractionError):
    code = "misconfigured"


class StorageError(TkgError):
    code = "storage"


class NotAStore(StorageError):
    code = "not_a_store"


class NotEmpty(StorageError):
    code = "not_empty"


class TooNew(StorageError):
    code = "too_new"


class MigrationFailed(StorageError):
    code = "migration_failed"


class Locked(StorageError):
    code = "locked"


class ReadOnly(StorageError):
    code = "read_only"
