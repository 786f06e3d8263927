"""A vocabulary put into a file: declarations, aliases, inverses, the order of sources, recorded like everything else.

A new file takes its vocabulary at genesis, before all recorded time, so that it holds as of any moment. Bringing
another vocabulary to a file that is in use records what differs, as declared from now on: what was answered as of an
earlier moment stays as it was. The file remembers which rules it was handed last, so that handing in the same ones at
every opening does not take back what was declared in between.
"""

import json
import sqlite3

from tkg import dropping
from tkg.names import Names
from tkg.ontology import Ontology, Predicate, Rule
from tkg.store import Store
from tkg.writer import Writer

_NAMES = "SELECT name FROM predicate"
_PREDICATE = (
    "INSERT INTO predicate (name, used) VALUES (?, 0) ON CONFLICT (name) DO UPDATE SET used = used RETURNING id"
)
_DECLARE = "INSERT INTO declaration (place, predicate, rule, tx) VALUES (0, ?, ?, 0)"
_ORDER = "INSERT INTO source_order (place, sources, tx) VALUES (0, ?, 0)"
_HANDED_IN = "SELECT value FROM meta WHERE key = 'ontology'"
_HAND_IN = "INSERT INTO meta (key, value) VALUES ('ontology', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
_MAP = "INSERT INTO predicate_map (place, old, new, flip, tx) VALUES (0, ?, ?, ?, 0)"


def genesis(connection: sqlite3.Connection, ontology: Ontology) -> None:
    """Record a vocabulary before all time, inside the transaction that gives a new file its zone.

    What an older tkg left in the file stands: only names that it does not know are declared or mapped.
    """
    known = {name for (name,) in connection.execute(_NAMES)}
    for predicate in ontology:
        id_ = connection.execute(_PREDICATE, (predicate.name,)).fetchone()[0]
        if predicate.name not in known:
            rule = json.dumps(dict(predicate.rule()), ensure_ascii=False, sort_keys=True)
            connection.execute(_DECLARE, (id_, rule))
        for name, flip in _other_names(predicate):
            if name not in known:
                (other,) = connection.execute(_PREDICATE, (name,)).fetchone()
                connection.execute(_MAP, (other, id_, flip))
    if ontology.priority is not None:
        connection.execute(_ORDER, (json.dumps(ontology.priority, ensure_ascii=False),))
    connection.execute(_HAND_IN, (_text(ontology),))


def adopt(store: Store, ontology: Ontology, *, scope: str) -> bool:
    """Record what a vocabulary says anew, if anything, in one transaction; whether there was something."""
    with store.snapshot() as last:
        handed_in = json.loads(store.connection.execute(_HANDED_IN).fetchone()[0])
        anew = [predicate for predicate in ontology if handed_in.get(predicate.name) != dict(predicate.rule())]
        changes = [(p.name, rule) for p in anew if (rule := _changes(store.names, p, last.place))]
        maps = [
            (name, predicate.name, flip)
            for predicate in anew
            for name, flip in _other_names(predicate)
            if not _reads_as(store.names, name, predicate.name, last.place)
        ]
        order = ontology.priority
        if order is not None and store.priority.is_declared(order, last.place):
            order = None
    if not anew and order is None:
        return False
    with store.transaction(reason="vocabulary") as transaction:
        writer = Writer(store, transaction, scope)
        for name, rule in changes:
            writer.declare(name, rule)
        for name, into, flip in maps:
            writer.map_predicate(name, into, flip=flip)
        if order is not None:
            writer.order_sources(order)
        store.connection.execute(_HAND_IN, (_text(ontology),))
    return True


def in_use(store: Store, place: int) -> Ontology:
    """The predicates that the file declares as of a place of the log, without those that are dropped: what a model is
    told to use. Inside a snapshot."""
    names = store.names
    dropped = dropping.dropped(store.connection)
    found = {
        name: names.typed(predicate, place)
        for predicate, name in names.all_predicates()
        if predicate not in dropped and names.is_declared(predicate, place) and names.mapped(predicate, place) is None
    }
    return Ontology(found)


def _text(ontology: Ontology) -> str:
    return json.dumps({p.name: dict(p.rule()) for p in ontology}, ensure_ascii=False, sort_keys=True)


def _other_names(predicate: Predicate) -> list[tuple[str, bool]]:
    inverse = [(predicate.inverse, True)] if predicate.inverse else []
    return [*((alias, False) for alias in predicate.aliases), *inverse]


def _changes(names: Names, predicate: Predicate, place: int) -> Rule:
    id_ = names.predicate_id(predicate.name)
    declared = {} if id_ is None else names.declared(names.predicate(id_, place)[0], place)
    return {field: value for field, value in predicate.rule().items() if declared.get(field) != value}


def _reads_as(names: Names, name: str, into: str, place: int) -> bool:
    first, second = names.predicate_id(name), names.predicate_id(into)
    if first is None or second is None:
        return False
    return names.predicate(first, place)[0] == names.predicate(second, place)[0]
