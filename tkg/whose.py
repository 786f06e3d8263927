"""Whose claims a read hears, and who ranks above whom, as the reader says it: checked, and in the form in which it is
kept."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tkg.basis import Options
from tkg.errors import BadPolicy
from tkg.heard import heard_alone, names_of
from tkg.policy import policy_name
from tkg.priority import order_of
from tkg.roles import role_order
from tkg.terms import clean

_READ: Mapping[str, Callable[[Any], object]] = {
    "policy": policy_name,
    "priority": order_of,
    "roles": role_order,
    "sources": heard_alone,
    "without": partial(names_of, "without"),
    "scope": partial(clean, what="the scope"),
}


def in_form(given: Mapping[str, Any]) -> dict[str, object]:
    """Those of the options of a read that are about this. Raises BadPolicy, InputError, BadName."""
    return {name: _READ[name](value) for name, value in given.items() if name in _READ}


def refuse_order(given: Mapping[str, Any], chosen: Options) -> None:
    """Raise BadPolicy where one call asks for an order and gives sources to be heard alone: `sources` was its name."""
    if "sources" in given and given.get("policy") == "source_priority" and not chosen.priority:
        raise BadPolicy(
            "policy='source_priority' ranks by priority=[...], and sources=[...] hears these sources alone: "
            f"for an order of sources write priority={list(chosen.sources or ())}, best first"
        )
