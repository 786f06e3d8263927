"""What can happen to a file, for Hypothesis to make histories of, and what can be asked of it.

Everything is small, so that what is made up meets: six names, seven predicates, years from 2009 to 2022. Questions are
drawn by `random`, evenly, since one that finds nothing tests little and there is nothing in them to make smaller.
"""

import random
from typing import Any

from hypothesis import strategies as st

from tests.spec.properties import POLICIES, D
from tests.spec.ranked import ORDERS, ROLES

Json = dict[str, Any]

PREDICATES = ("one", "once", "many", "ev", "nat", "alt")
KINDS = ("facts", "timeline", "runs", "history", "beliefs", "diff", "range", "conflicts", "last_observed", "audit")

_predicates = st.sampled_from(PREDICATES[:2] * 2 + PREDICATES)
_values = st.sampled_from("ABCs")
_starts = st.one_of(
    st.integers(10, 18).map(D),
    st.integers(10, 18).map(D),
    st.sampled_from(("always", "unknown", "2012", "2014", "2013-05", "2012-06-15T10:00:00Z")),
)
_ends = st.one_of(
    st.integers(14, 21).map(D),
    st.sampled_from(("ongoing", "forever", "unknown", "2016", "2017-03")),
)
_observed = st.integers(10, 21).map(D)
_bounds = st.fixed_dictionaries({}, optional={"from": _starts, "to": _ends, "observed": _observed})
_edtf = st.sampled_from(("2012/2015", "2013-05/..", "/2014", "../2016", "2014")).map(lambda text: {"valid": text})
_rules = st.one_of(
    st.fixed_dictionaries({"cardinality": st.sampled_from(("one", "many"))}),
    st.fixed_dictionaries({"resumes": st.booleans()}),
    st.fixed_dictionaries({"extent": st.sampled_from(("state", "event", "timeless"))}),
)

BOUNDS = st.one_of(_bounds, _bounds, _bounds, _edtf)
SAID = st.fixed_dictionaries(
    {
        "s": st.sampled_from("sst"),
        "p": _predicates,
        "o": _values,
        "source": st.integers(0, 2),
        "confidence": st.sampled_from((0.1, 0.5, 0.9)),
        "modality": st.sampled_from(("asserted",) * 9 + ("planned",)),
    }
)
CHANGES = st.one_of(
    BOUNDS,
    st.sampled_from(({"o": "C"}, {"s": "t"}, {"modality": "planned"}, {"source": 1}, {"confidence": 0.1})),
)
ROLE = st.tuples(st.sampled_from(ROLES), st.booleans())


@st.composite
def naming(draw: st.DrawFn, claims: list[str]) -> Json:
    """An operation on names, rules or content; `claims` are those that there are."""
    kind = draw(st.sampled_from(("merge", "map_predicate", "split", "declare", "erase")))
    claim = st.sampled_from(claims)
    if kind == "merge":
        old, into, *_ = draw(st.permutations("stuAB"))
        return {"op": kind, "from": old, "into": into}
    if kind == "map_predicate":
        old, into, *_ = draw(st.permutations(("one", "once", "many", "alt")))
        return {"op": kind, "from": old, "into": into, "flip": draw(st.sampled_from((False, False, True)))}
    if kind == "split":
        mention = st.fixed_dictionaries({"id": claim, "role": st.sampled_from("sso")})
        mentions = draw(st.lists(mention, min_size=1, max_size=2))
        return {"op": kind, "to": draw(st.sampled_from("stuv")), "claims": mentions}
    if kind == "declare":
        return {"op": kind, "p": draw(_predicates), **draw(_rules)}
    erased = st.one_of(
        st.fixed_dictionaries({"target": claim}), st.fixed_dictionaries({"entity": st.sampled_from("tuA")})
    )
    return {"op": kind, **draw(erased)}


def question(r: random.Random, now: int, seen: list[Json], days: list[str]) -> Json:
    """Something to ask, where recorded time has come to `now` (a year of this century); `seen` are triples of which
    somebody said when, `days` some at which something begins or ends."""
    kind = r.choice(KINDS)
    if kind == "audit":
        return {"query": kind}
    asked: Json = {"query": kind, "modality": r.choice(("asserted",) * 7 + ("planned",))}
    if r.random() < 0.5:
        asked["s"] = r.choice("ssstuA")
    if r.random() < 0.4:
        asked["p"] = r.choice(PREDICATES)
    known = r.choice((None, None, D(r.randrange(now - 3, now + 2)), D(r.randrange(29, now + 1))))
    if kind == "last_observed":
        return {**asked, **r.choice([*seen, {"s": "s", "p": "one", "o": "A"}]), "known_at": known}
    if kind != "conflicts":
        asked |= r.choice((*POLICIES, *({"policy": "role", **order} for order in ORDERS)))
    if kind == "diff":
        asked |= {"known_a": D(r.randrange(29, now + 2)), "known_b": known}
    elif kind not in ("history", "beliefs"):
        asked["known_at"] = known
    if kind in ("facts", "beliefs", "conflicts") or (kind == "diff" and r.random() < 0.5):
        asked["valid_at"] = r.choice((D(r.randrange(11, 21)), *days[-3:]))
    if kind == "range":
        start = r.randrange(9, 20)
        asked |= {"from": D(start), "to": D(r.randrange(start + 1, 23))}
        asked["match"] = r.choice(("overlaps", "throughout", "within", "starts_within"))
    return asked
