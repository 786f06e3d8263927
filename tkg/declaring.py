"""Predicates settled: declared, mapped to one another, dropped; each a step of the record that can be taken back.

What extractors say of a relation is kept under the name that they give it, where no name of the file is the same. These
verbs settle such a name afterwards, for what is recorded already and for what comes, in every scope. None of them
changes an answer as of before.
"""

from typing import TYPE_CHECKING, Any, Unpack

from tkg.committing import Committing, WriteOptions, only
from tkg.errors import BadSchema

if TYPE_CHECKING:
    from tkg.undeclared import Undeclared


class Declaring(Committing):
    """A view of now whose predicates can be settled."""

    def map_predicate(self, old: str, into: str, *, flip: bool = False, **options: Unpack[WriteOptions]) -> None:
        """From now on the predicate `old` reads as `into`, subject and object swapped if `flip`, in every scope.

        Raises IntoItself, Cycle, AlreadyMapped.
        """
        call = ("map_predicate", old, into, flip)
        self._write(only(lambda writer: writer.map_predicate(old, into, flip=flip)), call, options)

    def unmap_predicate(self, name: str, **options: Unpack[WriteOptions]) -> None:
        """Take the map of a predicate back: from now on `name`, and what is mapped to it, reads as itself again.

        It can be mapped again. An alias of the vocabulary is a map as well. Raises NotMapped.
        """
        call = ("unmap_predicate", name)
        self._write(only(lambda writer: writer.unmap_predicate(name)), call, options)

    def drop_predicate(self, name: str, **options: Unpack[WriteOptions]) -> int:
        """From now on extractors record nothing under this predicate, and what they did is retracted, in every scope;
        how many claims. What was recorded by hand stays.

        Raises AlreadyDropped, AlreadyMapped for a name that reads as another.
        """
        from tkg import dropping

        reason, call = options.get("reason"), ("drop_predicate", name)
        return len(self._commit(lambda writer: dropping.drop(writer, name, reason=reason), call, options).ids)

    def keep_predicate(self, name: str, **options: Unpack[WriteOptions]) -> int:
        """Take the drop of a predicate back: what it retracted is live again, unless something else was said of it
        since; how many claims. Raises NotDropped.
        """
        from tkg import dropping

        reason, call = options.get("reason"), ("keep_predicate", name)
        return len(self._commit(lambda writer: dropping.keep(writer, name, reason=reason), call, options).ids)

    def undeclared(self) -> "list[Undeclared]":
        """The predicates that claims are made of and nobody declared, those most used first, then those dropped.

        Claims are counted in all scopes, since what is decided of a predicate holds in each; the example is of this
        one. The nearest declared predicate is a proposal by the embedder, if there is one. Raises EmbedderError,
        BadEmbedding.
        """
        from tkg.nearest import Nearest, declared_ways
        from tkg.undeclared import survey, with_nearest

        with self._store.snapshot() as last:
            found = survey(self._store, last.place, self._store.scope_id(self.scope))
            ways = declared_ways(self._store.names, last.place)
        embedder = self._searching.embedder if found else None
        return with_nearest(found, None if embedder is None else Nearest(ways, embedder))

    def declare(
        self,
        /,
        predicate: str,
        *,
        key: str | None = None,
        actor: str | None = None,
        reason: str | None = None,
        **rule: Any,
    ) -> None:
        """From now on: `cardinality` one or many, `resumes`, `extent` state, event or timeless, `stale_after` a length
        of time ("180 days", "P6M") or "never", `subject`, `object`, `unit`. What is not given stays as it was; answers
        as of earlier moments stay, too. Raises BadSchema."""
        for name in ("aliases", "inverse"):
            if name in rule:
                raise BadSchema(f"{name} is not declared but mapped: use map_predicate")
        options = WriteOptions(key=key, actor=actor, reason=reason)
        self._write(only(lambda writer: writer.declare(predicate, rule)), ("declare", predicate, rule), options)
