"""docs/architecture.md is true to the code: it places every module, and names every table."""

import re
import sqlite3
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`([a-z_]+)`", PAGE))

MODULES = sorted(
    path.stem
    for path in (ROOT / "tkg").iterdir()
    if (path.suffix == ".py" and path.stem != "__init__") or (path / "__init__.py").exists()
)


def tables() -> list[str]:
    connection = sqlite3.connect(":memory:")
    connection.executescript((ROOT / "schema" / "schema.sql").read_text(encoding="utf-8"))
    found = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%alembic%' "
        "AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'entry_words_%'"
    )
    names = [name for (name,) in found]
    connection.close()
    return names


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_its_room_on_the_page(module: str) -> None:
    assert module in NAMED


@pytest.mark.parametrize("table", tables())
def test_every_table_is_named_on_the_page(table: str) -> None:
    assert table in NAMED
