"""Facts read by a language model behind a server that speaks OpenAI's protocol: typed and grounded.

`Model` says which model, `Batch` what to read, `LLM.extract` gives a `Reply`. Reads no store and writes nothing. The
client libraries (`pip install 'tkg[llm]'`) are loaded by the first call.
"""

from tkg.extract.llm.extractor import LLM
from tkg.extract.llm.prompt import PROMPT_VERSION
from tkg.extract.llm.reader import ModelExtractor
from tkg.extract.llm.settings import Mode, Model
from tkg.extract.llm.types import REASONS, Batch, Item, Known, Reason, Rejected, Reply, Turn

__all__ = [
    "LLM",
    "PROMPT_VERSION",
    "REASONS",
    "Batch",
    "Item",
    "Known",
    "Mode",
    "Model",
    "ModelExtractor",
    "Reason",
    "Rejected",
    "Reply",
    "Turn",
]
