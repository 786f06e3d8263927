"""The vectors of a file, in memory and in a cache beside it, ranked by how close they are to a question."""

from tkg.index.ranking import Ranking
from tkg.index.rows import Block, Feed, Standing
from tkg.index.side import EXACT_UP_TO, Index, State, discard, inspect

__all__ = ["EXACT_UP_TO", "Block", "Feed", "Index", "Ranking", "Standing", "State", "discard", "inspect"]
