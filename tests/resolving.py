"""What the tests of resolving share: a statement as an extraction writes it, names resolved first."""

import tkg
from tkg.resembling import Resembling
from tkg.resolving import Resolved, Resolver
from tkg.statement import Statement
from tkg.values import Value
from tkg.writer import Writer

_EPISODE = """
    INSERT INTO episode (scope, speaker, role, observed, zone, text, digest, tx)
    VALUES (?, 'Mia', 'user', 0, 'UTC', '-', ?, ?) RETURNING id
"""
_EVIDENCE = """
    INSERT INTO evidence (claim, episode, span_from, span_to, extractor, tx) VALUES (?, ?, 0, 1, 'test', ?) RETURNING id
"""
_LINKING = "INSERT INTO linking (evidence, role, said, how, score, type) VALUES (?, ?, ?, ?, ?, ?)"

Sides = tuple[Resolved, Resolved | None]


def told(
    graph: tkg.Graph,
    subject: str | tkg.Entity,
    predicate: str,
    value: Value,
    *,
    types: tuple[str, str] = ("", ""),
    scope: str = "default",
    resembling: Resembling | None = None,
) -> Sides:
    """Write what an extractor read, with what has to be kept of it beside the claim."""
    store = graph._store
    with store.transaction() as transaction:
        writer = Writer(store, transaction, scope)
        resolver = Resolver(store, writer.scope, resembling)
        sides = resolver.sides(subject, predicate, value, writer.here, types=types)
        claim = writer.state(Statement(sides[0].value, predicate, value if sides[1] is None else sides[1].value))
        execute, tx = store.connection.execute, transaction.tx
        (episode,) = execute(_EPISODE, (writer.scope, claim.to_bytes(16), tx)).fetchone()
        (evidence,) = execute(_EVIDENCE, (claim, episode, tx)).fetchone()
        for role, side in enumerate(sides):
            if side is not None and side.type:
                execute(_LINKING, (evidence, role, None, side.how, side.score, side.type))
    return sides


def resolved(
    graph: tkg.Graph, name: str | tkg.Entity, type_: str = "", *, predicate: str = "mentions", scope: str = "default"
) -> Resolved:
    """What a name would be, as the subject of a predicate; nothing is written."""
    store = graph._store
    with store.transaction() as transaction:
        writer = Writer(store, transaction, scope)
        found, _ = Resolver(store, writer.scope).sides(name, predicate, None, writer.here, types=(type_, ""))
        transaction.abandon()
    return found
