"""Which embedder a command works with, from its options or the environment.

`--embedder` is "built-in", "none", or the URL of an endpoint, which has a model and a dimension besides.
`TKG_EMBEDDER`, `TKG_EMBEDDING_MODEL` and `TKG_EMBEDDING_DIMENSION` stand for the options, so that a file which is
searched with an endpoint is so by every command. The key of the endpoint is only ever in `TKG_EMBEDDER_KEY`: what
stands on a command line is seen by others.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import typer

from tkg.cli.notes import noting
from tkg.graph import Graph
from tkg.searching import BUILT_IN, Chosen

NONE = "none"
KEY = "TKG_EMBEDDER_KEY"


@contextmanager
def chosen(name: str | None, model: str | None, dimension: int | None) -> Iterator[Chosen]:
    """The embedder, whose connections are closed at the end. What cannot be meant is wrong usage."""
    if name is None and (model is not None or dimension is not None):
        raise typer.BadParameter("a model and a dimension go with the URL of an endpoint", param_hint="--embedder")
    if name in (None, BUILT_IN):
        yield BUILT_IN
    elif name == NONE:
        yield None
    elif not name.startswith(("http://", "https://")):
        raise typer.BadParameter(
            f"{name!r} is neither {BUILT_IN} nor {NONE}, nor a URL such as https://host/v1", param_hint="--embedder"
        )
    elif model is None or dimension is None:
        raise typer.BadParameter("an endpoint takes --embedding-model and --dimension", param_hint="--embedder")
    else:
        from tkg.embed import Endpoint

        with Endpoint(name, model, dimension, key=os.environ.get(KEY)) as endpoint:
            yield endpoint


@contextmanager
def opened(
    how: Callable[[str, str, Chosen], AbstractContextManager[Graph]],
    path: str,
    scope: str,
    named: tuple[str | None, str | None, int | None],
    *,
    as_json: bool,
) -> Iterator[Graph]:
    """The graph, opened by one of `tkg.cli.opening` with the embedder that these options name. What the library logs
    meanwhile is said as notes."""
    with noting(as_json=as_json), chosen(*named) as embedder, how(path, scope, embedder) as graph:
        yield graph
