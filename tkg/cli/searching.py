"""`tkg search` and `tkg ask`: what is believed, found by a question in words.

Both take the time that the question names for a point in valid time, and say on stderr, or in the JSON, what it was
taken to mean. Both take in what was written since the last search, where they may write the file.
"""

from tkg.cli import embedders, hits
from tkg.cli import options as given
from tkg.cli import search_options as asked
from tkg.cli.opening import searching
from tkg.cli.progress import bar

WORDS = 3
"""The best words that `ask` shows beside facts."""

CLOSE = 0.5
"""What scores less than this part of the best is left out of an answer. Scores compare hits of one question, so that
what is far behind the best is most likely about something else."""


def search(
    text: asked.Text,
    db: given.Database,
    what: asked.Searched = "facts",
    k: asked.Count = 10,
    valid_at: asked.OfTime = None,
    known_at: given.KnownAt = None,
    reference_time: given.ReferenceTime = None,
    source: given.Sources = None,
    without: given.Without = None,
    filter_: asked.Filters = None,
    threshold: asked.Threshold = 0.0,
    explain: asked.Signals = False,
    embedder: given.Embedder = None,
    embedding_model: given.EmbeddingModel = None,
    dimension: given.Dimension = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Find facts, messages or names.

    The best hits among what is believed, with their scores. What does not hold now is marked, and comes after what does
    in its slot. A time that TEXT names is that of the facts.

    Example: tkg search "Where did Ann work in 2021?" --db memory.db --explain
    """
    options = given.read_options(valid_at, known_at, reference_time, sources=source, without=without)
    filters = given.filters(filter_)
    named = embedder, embedding_model, dimension
    with embedders.opened(searching, db, scope, named, as_json=as_json) as graph:
        with bar("searching"):
            found = graph.search(
                text, k=k, what=what, filters=filters, threshold=threshold, explain=explain, **options
            )  # fmt: skip
        hits.show_hits(found, as_json=as_json, explain=explain)


def ask(
    text: asked.Text,
    db: given.Database,
    k: asked.Count = 5,
    valid_at: asked.OfTime = None,
    known_at: given.KnownAt = None,
    reference_time: given.ReferenceTime = None,
    source: given.Sources = None,
    without: given.Without = None,
    embedder: given.Embedder = None,
    embedding_model: given.EmbeddingModel = None,
    dimension: given.Dimension = None,
    scope: given.Scope = "default",
    as_json: given.AsJson = False,
) -> None:
    """Answer a question with facts and their evidence.

    The facts of the time that the question names, each with the words that it rests on: who said them, and when. Then
    the nearest words that none of these facts rests on. No language model is asked: what is shown was said.

    Example: tkg ask "Where did Ann work in 2021?" --db memory.db
    """
    options = given.read_options(valid_at, known_at, reference_time, sources=source, without=without)
    named = embedder, embedding_model, dimension
    with embedders.opened(searching, db, scope, named, as_json=as_json) as graph:
        with bar("searching"):
            facts = graph.search(text, what="facts", k=k, explain=True, **options)
            # Some of the best words are those that the facts rest on.
            words = graph.search(text, what="episodes", k=k + WORDS, **options)
        hits.show_answer(hits.Answer.of(facts, words, close=CLOSE, words_at_most=WORDS), as_json=as_json)
