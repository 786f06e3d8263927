"""A log brought in: operations as the contract writes them, each with its own recorded time.

Only an import, or a test, brings recorded times of its own: everything else is recorded by the clock. Operations of one
recorded time are one transaction. An operation is a mapping with the keys of `spec/semantics.md`; names of claims in it
(`id`, `target`) are the caller's own.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from tkg.bounds import canonical, unit
from tkg.erasure import Eraser
from tkg.errors import InputError, UnknownClaim
from tkg.statement import Statement
from tkg.store import Store
from tkg.terms import encode
from tkg.writer import Writer

Operation = Mapping[str, Any]

_FIELDS = {
    "s": "subject", "p": "predicate", "o": "object", "from": "valid_from", "to": "valid_to", "valid": "valid",
    "observed": "observed", "source": "source", "confidence": "confidence", "modality": "modality",
}  # fmt: skip
_ROLES = {"s": "subject", "o": "object"}
_RULE = ("cardinality", "resumes", "extent")


def replay(store: Store, log: Iterable[Operation], *, scope: str) -> None:
    """Append the operations of `log`, in order, at the recorded times that they bring.

    Raises what the operation that is refused raises; of its transaction nothing is kept, of those before it all.
    """
    for at, operations in groupby(log, key=lambda operation: _recorded(store, operation)):
        with store.transaction(at=at) as transaction:
            writer = Writer(store, transaction, scope)
            for operation in operations:
                _apply(writer, operation)


def _recorded(store: Store, operation: Operation) -> int:
    return unit(canonical(operation["at"], store.zone))[0]


def _apply(writer: Writer, operation: Operation) -> None:
    kind = operation["op"]
    said = {name: operation[key] for key, name in _FIELDS.items() if operation.get(key) is not None}
    if kind in ("assert", "end"):
        writer.state(Statement(**said, op="record" if kind == "assert" else "end", ref=operation["id"]))
    elif kind == "correct":
        writer.correct(_target(writer, operation), said, ref=operation["id"], reason=operation.get("reason"))
    elif kind == "retract":
        writer.retract(_target(writer, operation), reason=operation.get("reason"))
    elif kind == "undo":
        writer.undo(_target(writer, operation), reason=operation.get("reason"))
    elif kind == "merge":
        writer.merge(operation["from"], operation["into"])
    elif kind == "split":
        mentions = ((_claim(writer, x["id"]), _ROLES.get(x["role"], x["role"])) for x in operation["claims"])
        writer.split(mentions, operation["to"])
    elif kind == "map_predicate":
        writer.map_predicate(operation["from"], operation["into"], flip=operation.get("flip", False))
    elif kind == "declare":
        writer.declare(operation["p"], {name: operation[name] for name in _RULE if name in operation})
    elif kind == "assign_role":
        writer.assign_role(operation["source"], operation["role"])
    elif kind == "order_sources":
        writer.order_sources(operation["sources"])
    elif kind == "erase":
        _erase(writer, operation)
    else:
        raise InputError(f"{kind!r} is no operation of a log")


def _target(writer: Writer, operation: Operation) -> int:
    return _claim(writer, operation["target"])


def _claim(writer: Writer, ref: str) -> int:
    found = writer.claim_id(ref)
    if found is None:
        raise UnknownClaim(f"claim {ref!r}: there is none in this scope")
    return found


def _erase(writer: Writer, operation: Operation) -> None:
    """A log that erases what it does not hold has nothing to hide."""
    eraser = Eraser(writer.store, writer.transaction, writer.scope)
    if operation.get("entity") is not None:
        entity = writer.terms.intern(writer.scope, encode(operation["entity"], "any", "the entity"))
        eraser.erase_entity(entity, reason=operation.get("reason"))
    claim = writer.claim_id(operation["target"]) if operation.get("target") is not None else None
    if claim is not None:
        eraser.erase_claim(claim, reason=operation.get("reason"))
