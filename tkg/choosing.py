"""The options of a read: as they are given to a call, and checked and in one form as reads work with them.

What a call does not give is that of the view. Nearly all calls give nothing or an instant, so that only what is given
is looked at.
"""

from collections.abc import Collection, Sequence
from typing import Any, TypedDict

from tkg.asking import places
from tkg.basis import Options
from tkg.bounds import Certainty, When
from tkg.errors import BadModality, InputError
from tkg.policy import PolicyName
from tkg.slots import MODALITIES
from tkg.store import Store
from tkg.whose import in_form, refuse_order

CERTAINTIES: tuple[Certainty, ...] = ("nominal", "certain", "possible")


class ReadOptions(TypedDict, total=False):
    """What every read takes.

    `valid_at`: the instant of the world asked about (default: now). `known_at`: the recorded time as of which (default:
    now). Both take ISO 8601, or words as people write them ("yesterday", "last spring", 上周三), which count from
    `reference_time` (default: now) in the file's zone; words for a stretch of valid time ask for all that holds at some
    time in it. `policy`: how contradictions are settled; `priority` is the order of sources for `source_priority`
    (default: the one that the file declares), `roles` that of roles for `role` (default: user, assistant, tool), both
    best first. `sources` and `without`: a what-if, from the claims of these sources alone, or of all but those; of
    sources that nobody knows, nothing is believed. `modality`: asserted, planned, hypothetical or reported.
    `certainty`: nominal, or what is certain or possible in view of imprecise bounds. `scope`: whose facts.
    """

    valid_at: When | None
    known_at: When | None
    reference_time: When | None
    policy: PolicyName
    priority: Sequence[str]
    roles: Sequence[str]
    sources: Collection[str]
    without: Collection[str]
    modality: str
    certainty: Certainty
    scope: str


_NAMES = frozenset(ReadOptions.__annotations__)


def choose(options: Options, given: ReadOptions, store: Store) -> Options:
    """The options of a view with those given for one call, None being what is not given.

    Raises BadPolicy, BadModality, AmbiguousTime, BadTime, InputError.
    """
    if not given:
        return options
    if not _NAMES.issuperset(given):
        unknown = min(set(given) - _NAMES)
        raise InputError(f"a read takes no {unknown!r}: it takes {', '.join(ReadOptions.__annotations__)}")
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    changes |= places(changes, options.reference_time, options.asked, store.zone, store.clock)
    changes |= in_form(changes)
    found = options._replace(**changes)
    refuse_order(given, found)
    if found.modality not in MODALITIES:
        raise BadModality(f"{found.modality!r} is no modality: use {', '.join(MODALITIES)}")
    if found.certainty not in CERTAINTIES:
        raise InputError(f"certainty={found.certainty!r}: use {', '.join(CERTAINTIES)}")
    if found.certainty != "nominal" and found.valid_until is not None:
        raise InputError(f"certainty={found.certainty!r} is asked of one instant, and valid_at is a stretch of time")
    return found


def choose_nominal(options: Options, given: ReadOptions, store: Store, read: str) -> Options:
    """The same for a `read` of more than one instant. Raises InputError for another certainty than nominal, too."""
    found = choose(options, given, store)
    if found.certainty != "nominal":
        raise InputError(f"{read} takes bounds nominally: certain and possible are asked of one instant, with find")
    return found
