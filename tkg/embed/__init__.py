"""Texts as vectors: what an embedder is, the built-in one, and two ways to bring another.

An embedder turns passages and questions into vectors of one dimension whose cosine says how close their meanings are.
It has a `name` that stands for its model, since vectors of two models cannot be compared: a change of model is a change
of name. `Nano` comes with tkg and needs no network; `Endpoint` asks a server that speaks OpenAI's protocol; `Function`
wraps a function of your own. Each is loaded when it is first used.
"""

from tkg.embed.endpoint import Endpoint
from tkg.embed.function import Function
from tkg.embed.nano import Nano
from tkg.embed.protocol import Embedder, Vectors, unit_vectors

__all__ = ["Embedder", "Endpoint", "Function", "Nano", "Vectors", "unit_vectors"]
