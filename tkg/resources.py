"""Where the files that travel with the package are: the migrations and the schema.

In a wheel they lie inside the package, as `_migrations` and `_schema`; in a checkout, editable install or not, they lie
beside it, as `../migrations` and `../schema`. The package looks for its own first.
"""

from pathlib import Path

from tkg import errors

_PACKAGE = Path(__file__).resolve().parent


def migrations() -> Path:
    """The Alembic script directory. Raises StorageError if the installation lacks it."""
    return _find("migrations", "env.py")


def schema(name: str) -> Path:
    """A file of the schema, such as `ontology.toml`. Raises StorageError if the installation lacks it."""
    return _find("schema", name) / name


def _find(directory: str, witness: str) -> Path:
    candidates = (_PACKAGE / f"_{directory}", _PACKAGE.parent / directory)
    for candidate in candidates:
        if (candidate / witness).is_file():
            return candidate
    places = " or ".join(str(candidate) for candidate in candidates)
    raise errors.StorageError(
        f"no {directory}/{witness} in this installation of tkg: looked in {places}; reinstall tkg"
    )
