"""What waits to be extracted: a row for each episode that an extractor has not read yet, kept in the file.

A job is put in with the words, in one transaction, and taken out with what was made of them, in another; so whatever is
killed in between, the words are there and the job with them, and nothing is written twice. A worker *takes* jobs for a
time, its lease: nobody else has them until that is over or they are given back. A job that came to nothing waits for
longer after each attempt, and is *failed* after `MOST_ATTEMPTS`, or at once where trying again is of no use: a dead
letter, kept with its reason until somebody says to try it again. A job whose worker died counts as an attempt, so that
words which kill every worker do not do so for ever.
"""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from tkg.store import Store, Transaction

MOST_ATTEMPTS = 6
"""After so many a job is failed."""

FIRST_WAIT_US = 30 * 1_000_000
"""How long a job waits after its first attempt; after each further one twice as long."""

LONGEST_WAIT_US = 3_600 * 1_000_000
LONGEST_ASKED_US = 24 * LONGEST_WAIT_US
"""How long a job waits at most because somebody asked for it."""

LEASE_US = 600 * 1_000_000
"""How long a worker has what it took, unless it says that it is still at it."""

WHOLE = 2
"""How a job says that its message is read anew even if the same is found: what that had built on is gone."""

_DIED = "no worker that took it came to an end"
_IS_DUE = "j.failed = 0 AND j.not_before <= :now AND COALESCE(j.lease_until, 0) <= :now"
_ADD = """
    INSERT INTO job (extractor, episode, scope, queued, not_before, lease_until, worker, attempts)
    VALUES (:extractor, :episode, :scope, :now, :now, :lease, :worker, :attempts)
    ON CONFLICT (extractor, episode) DO UPDATE SET lease_until = :lease, worker = :worker, failed = 0,
        attempts = attempts + 1 WHERE :worker IS NOT NULL
"""
_ADD_AGAIN = """
    INSERT INTO job (extractor, episode, scope, queued, not_before, again)
    VALUES (:extractor, :episode, :scope, :now, :now, 1)
    ON CONFLICT (extractor, episode) DO UPDATE SET failed = 0, attempts = 0, not_before = :now,
        again = CASE WHEN again > 1 THEN again ELSE 1 END
"""
_LEAVE = "DELETE FROM job WHERE episode = ?"
_BUILT_ON = f"""
    SELECT j.episode FROM job j WHERE j.extractor = :extractor AND j.again = {WHOLE} AND {_IS_DUE}
"""
_AMONG = "(:among IS NULL OR j.episode IN (SELECT value FROM json_each(:among)))"
_FAIL_DEAD = f"""
    UPDATE job AS j SET failed = 1, reason = COALESCE(reason, :died), lease_until = NULL, worker = NULL
    WHERE j.extractor = :extractor AND {_IS_DUE} AND j.attempts >= :most
"""
_DUE = f"""
    SELECT j.episode, e.scope, e.labels, LENGTH(e.text) FROM job j JOIN episode e ON e.id = j.episode
    WHERE j.extractor = :extractor AND {_IS_DUE} AND {_AMONG}
        AND j.scope NOT IN (SELECT value FROM json_each(:without)) ORDER BY j.episode LIMIT :count
"""
_LEASE = """
    UPDATE job SET lease_until = :lease, worker = :worker, attempts = attempts + 1
    WHERE extractor = :extractor AND episode IN (SELECT value FROM json_each(:episodes))
"""
_MINE = "extractor = :extractor AND worker = :worker AND episode IN (SELECT value FROM json_each(:episodes))"
_KEEP = f"UPDATE job SET lease_until = :lease WHERE {_MINE}"
_DONE = f"DELETE FROM job WHERE {_MINE} RETURNING episode, again"
_ATTEMPTS = f"SELECT episode, attempts FROM job WHERE {_MINE}"
_RELEASE = """
    UPDATE job SET lease_until = NULL, worker = NULL, attempts = :attempts, not_before = :not_before, failed = :failed,
        reason = :reason WHERE extractor = :extractor AND worker = :worker AND episode = :episode
"""
_FAILED_ONES = """
    failed = 1 AND scope = :scope AND (:episodes IS NULL OR episode IN (SELECT value FROM json_each(:episodes)))
"""
_RETRY = f"""
    UPDATE job SET failed = 0, attempts = 0, not_before = :now WHERE extractor = :extractor AND {_FAILED_ONES}
"""
_TAKE_OVER = f"""
    UPDATE OR IGNORE job SET failed = 0, attempts = 0, not_before = :now, extractor = :extractor
    WHERE extractor <> :extractor AND {_FAILED_ONES}
        AND NOT EXISTS (SELECT 1 FROM extraction x WHERE x.episode = job.episode AND x.extractor = :extractor)
        AND NOT EXISTS (SELECT 1 FROM job other WHERE other.episode = job.episode AND other.extractor = :extractor)
"""
_COUNT = """
    SELECT COALESCE(SUM(failed = 0), 0), COALESCE(SUM(failed = 1), 0) FROM job
    WHERE extractor = :extractor AND (:episodes IS NULL OR episode IN (SELECT value FROM json_each(:episodes)))
"""
_NEXT_DUE = "SELECT MIN(MAX(not_before, COALESCE(lease_until, 0))) FROM job WHERE failed = 0 AND extractor = ?"


@dataclass(frozen=True, slots=True)
class Portion:
    """Jobs of one scope and one conversation that are extracted together: their episodes, in order."""

    scope: int
    episodes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many jobs wait, taken ones among them, and how many are failed."""

    waiting: int
    failed: int


class Jobs:
    """The jobs of one extractor, by its name, as one worker sees them."""

    def __init__(self, store: Store, extractor: str, worker: str) -> None:
        self.store, self.extractor, self.worker = store, extractor, worker
        self._execute = store.connection.execute

    # --- inside somebody's transaction ---

    def add(self, transaction: Transaction, scope: int, episodes: Iterable[int], *, take: bool) -> None:
        """Queue episodes of a scope. `take`: this worker has them from the first, even of another that had them;
        otherwise what is queued stays as it is."""
        now = transaction.at
        lease, worker = (now + LEASE_US, self.worker) if take else (None, None)
        for episode in episodes:
            given = {"extractor": self.extractor, "episode": episode, "scope": scope, "now": now, "lease": lease}
            self._execute(_ADD, {**given, "worker": worker, "attempts": int(take)})

    def add_again(self, transaction: Transaction, scope: int, episodes: Iterable[int]) -> None:
        """Queue episodes of a scope that are to be read anew."""
        given = {"extractor": self.extractor, "scope": scope, "now": transaction.at}
        for episode in episodes:
            self._execute(_ADD_AGAIN, {**given, "episode": episode})

    def done(self, episodes: Collection[int]) -> dict[int, int]:
        """Take jobs out of the queue; those of them that this worker still had, each with whether it reads anew: not
        (0), unless it finds the same (1), or whatever it finds (`WHOLE`)."""
        return dict(self._execute(_DONE, self._given(episodes)).fetchall())

    # --- transactions of their own ---

    def take(
        self,
        count: int,
        characters: int,
        among: Collection[int] | None = None,
        *,
        without: Collection[int] = (),
    ) -> Portion | None:
        """Take the next jobs that are due, up to `count` of one conversation with up to `characters` in all, or one
        message that is longer; None if nothing is due. `among`: only of these episodes; `without`: of no such scope.

        Raises Locked, ReadOnly.
        """
        with self.store.upkeep():
            now = self.store.clock()
            given = {"extractor": self.extractor, "now": now, "among": _listed(among)}
            self._execute(_FAIL_DEAD, {**given, "most": MOST_ATTEMPTS, "died": _DIED})
            rows = self._execute(_DUE, {**given, "count": count, "without": _listed(without)}).fetchall()
            if not rows:
                return None
            (scope, _), together = next(iter(groupby(rows, key=lambda row: row[1:3])))
            episodes = tuple(_within(together, characters))
            self._execute(_LEASE, {**self._given(episodes), "lease": now + LEASE_US})
        return Portion(scope, episodes)

    def give_back(self, episodes: Collection[int], reason: str, *, wait_us: int | None = None, again: bool) -> bool:
        """Say why jobs came to nothing. They wait before they are tried again, at least `wait_us` if that is given; or
        are failed, unless `again`, or if they were tried too often. Whether any of them waits."""
        waits = False
        with self.store.upkeep():
            now = self.store.clock()
            for episode, attempts in self._execute(_ATTEMPTS, self._given(episodes)).fetchall():
                failed = not again or attempts >= MOST_ATTEMPTS
                waits = waits or not failed
                wait = min(FIRST_WAIT_US << (attempts - 1), LONGEST_WAIT_US)
                wait = max(wait, min(wait_us or 0, LONGEST_ASKED_US))
                self._release(episode, attempts, now + wait, reason, failed=failed)
        return waits

    def keep(self, episodes: Collection[int]) -> None:
        """Have jobs that this worker still has for the length of a lease from now on."""
        with self.store.upkeep():
            self._execute(_KEEP, {**self._given(episodes), "lease": self.store.clock() + LEASE_US})

    def put_back(self, episodes: Collection[int], reason: str | None = None) -> None:
        """Leave jobs to whoever takes them next, as if they had not been taken."""
        with self.store.upkeep():
            now = self.store.clock()
            for episode, attempts in self._execute(_ATTEMPTS, self._given(episodes)).fetchall():
                self._release(episode, attempts - 1, now, reason)

    def count(self, episodes: Collection[int] | None = None) -> Counts:
        """How many jobs there are, of these episodes or all. Inside a snapshot."""
        return Counts(*self._execute(_COUNT, {"extractor": self.extractor, "episodes": _listed(episodes)}).fetchone())

    def built_on(self) -> list[int]:
        """Episodes that are due to be read anew because what they built on is gone. Inside a snapshot."""
        given = {"extractor": self.extractor, "now": self.store.clock()}
        return [episode for (episode,) in self._execute(_BUILT_ON, given).fetchall()]

    def next_due(self) -> int | None:
        """When the next job is due, in microseconds; None if none waits. Inside a snapshot."""
        due: int | None = self._execute(_NEXT_DUE, (self.extractor,)).fetchone()[0]
        return due

    def _release(
        self, episode: int, attempts: int, not_before: int, reason: str | None, *, failed: bool = False
    ) -> None:
        state = {"attempts": attempts, "not_before": not_before, "failed": int(failed), "reason": reason}
        self._execute(_RELEASE, {**state, "episode": episode, "extractor": self.extractor, "worker": self.worker})

    def _given(self, episodes: Collection[int]) -> dict[str, object]:
        return {"extractor": self.extractor, "worker": self.worker, "episodes": _listed(episodes)}


def retry(store: Store, extractor: str, scope: int, episodes: Collection[int] | None = None) -> int:
    """Let an extractor try failed jobs of a scope again: its own, and those of others for what it has not read or in
    its queue; of these episodes, or all. How many. Raises Locked, ReadOnly."""
    with store.upkeep():
        given = {"extractor": extractor, "scope": scope, "episodes": _listed(episodes), "now": store.clock()}
        return sum(int(store.connection.execute(query, given).rowcount) for query in (_RETRY, _TAKE_OVER))


def leave(store: Store, episode: int) -> None:
    """Take an episode out of the queue of every extractor. Only inside a write."""
    store.connection.execute(_LEAVE, (episode,))


def _within(rows: Iterable[tuple[int, int, str | None, int]], characters: int) -> Iterator[int]:
    """The first episodes that together have no more than so many characters; at least one."""
    so_far = 0
    for at, (episode, _, _, length) in enumerate(rows):
        so_far += length
        if at and so_far > characters:
            return
        yield episode


def _listed(episodes: Collection[int] | None) -> str | None:
    return None if episodes is None else json.dumps(sorted(episodes))
