"""How a write of a graph goes: one transaction, made idempotent by a key.

Each call of a verb is one transaction: recorded at one instant, committed when it returns, or refused without a trace.
A `key` makes any of them idempotent: the same call with the same key again changes nothing and gives what it gave;
another call with that key raises KeyReused.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from tkg.basis import Options
from tkg.errors import InputError, KeyReused
from tkg.extracting import Extracting
from tkg.facts import Claim
from tkg.ingesting import Ingesting
from tkg.lookup import Lookup
from tkg.reader import Reader
from tkg.searching import Searching
from tkg.store import Store
from tkg.terms import storable

if TYPE_CHECKING:
    from tkg.writer import Writer

_RESULT = "SELECT fingerprint, result FROM idempotency WHERE scope = ? AND key = ?"
_KEEP = "INSERT INTO idempotency (scope, key, fingerprint, result, tx) VALUES (?, ?, ?, ?, ?)"


class WriteOptions(TypedDict, total=False):
    """What every write takes.

    `scope`: whose facts. `key`: makes the write idempotent. `actor` and `reason`: who did it and why, for the record.
    """

    scope: str | None
    key: str | None
    actor: str | None
    reason: str | None


class Committed(NamedTuple):
    """What a write did: the scope that it was made in, and the ids of the claims that it made or was about."""

    scope: int
    ids: list[int]


class Committing(Ingesting):
    """A view of now that can be written to. `strict` refuses undeclared predicates."""

    def __init__(
        self,
        store: Store,
        options: Options,
        searching: Searching,
        extracting: Extracting,
        *,
        strict: bool = False,
    ) -> None:
        super().__init__(store, options, searching, extracting)
        self._strict = strict

    def _write(self, write: "Callable[[Writer], list[int]]", call: Sequence[Any], options: WriteOptions) -> list[Claim]:
        """One transaction; the claims that it made or was about. `call` is what its key stands for."""
        scope, ids = self._commit(write, call, options)
        with self._store.snapshot() as last:
            lookup = Lookup(Reader(self._store, scope, 0, last))
            return [lookup.claim(id_) for id_ in ids] if len(ids) < 2 else list(lookup.all_of(ids))

    def _commit(self, write: "Callable[[Writer], list[int]]", call: Sequence[Any], options: WriteOptions) -> Committed:
        """The same, for claims of any scope."""
        from tkg.writer import Writer

        unknown = sorted(set(options) - set(WriteOptions.__annotations__))
        if unknown:
            raise InputError(
                f"there is no {unknown[0]!r}: a write takes {', '.join(WriteOptions.__annotations__)} "
                "besides what its verb says"
            )
        for name, given in options.items():
            if name != "scope" and given is not None and not isinstance(given, str):
                raise InputError(f"{name} {given!r} is a {type(given).__name__}, not text")
            storable(str(given or ""), name)
        key, scope = options.get("key"), self._scope_of(options.get("scope"))
        with self._store.transaction(actor=options.get("actor"), reason=options.get("reason")) as transaction:
            writer = Writer(self._store, transaction, scope, strict=self._strict)
            ids = write(writer) if key is None else self._once(write, writer, key, call)
        self._searching.empty_log()
        return Committed(writer.scope, ids)

    def _once(
        self, write: "Callable[[Writer], list[int]]", writer: "Writer", key: str, call: Sequence[Any]
    ) -> list[int]:
        """Write under a key, or, where it has been used for the same call, give what it gave. Raises KeyReused."""
        execute = self._store.connection.execute
        text = json.dumps(_canonical(call), sort_keys=True)
        fingerprint = blake2b(text.encode(), key=self._store.terms.hash_key, digest_size=16).hexdigest()
        kept = execute(_RESULT, (writer.scope, key)).fetchone()
        if kept is None:
            ids = write(writer)
            execute(_KEEP, (writer.scope, key, fingerprint, json.dumps(ids), writer.transaction.tx))
            return ids
        if kept[0] != fingerprint:
            raise KeyReused(f"key {key!r} came with another write before: use a key once for each write")
        writer.transaction.abandon()
        return list(json.loads(kept[1]))


def _canonical(value: Any) -> Any:
    """A call in a form that is equal exactly where the calls are: types kept apart, 1 and 1.0 not."""
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, {field.name: _canonical(getattr(value, field.name)) for field in fields(value)}]
    if isinstance(value, Mapping):
        return {str(name): _canonical(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [_canonical(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if value is None or type(value) in (str, int, float, bool):
        return value
    return [type(value).__name__, str(value)]


def only(write: "Callable[[Writer], None]") -> "Callable[[Writer], list[int]]":
    """A write that makes no claims."""

    def run(writer: "Writer") -> list[int]:
        write(writer)
        return []

    return run
