"""The policy `role`: among sources that disagree the role decides, then the confidence, then who said it last."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.command_line import CommandLine
from tests.conftest import Opener, SetClock, line, objects
from tests.extracting import said
from tkg import errors
from tkg.replay import replay
from tkg.words import Episode, Words
from tkg.writer import Writer

SINCE = "2020-01-01"


def believed(graph: tkg.View, **options: Any) -> list[Any]:
    """Where Ann lives, under the policy."""
    return objects(graph, "Ann", "lives_in", **{"policy": "role", **options})


def states(graph: tkg.Graph, *claims: tuple[str, str, float]) -> None:
    """Who says where Ann has lived since 2020, and how surely."""
    for source, place, confidence in claims:
        graph.record("Ann", "lives_in", place, valid_from=SINCE, source=source, confidence=confidence)


@pytest.fixture
def dispute(graph: tkg.Graph) -> tkg.Graph:
    """Three agents of three roles write one slot: the better the role, the less sure and the earlier."""
    for source, role in (("Ann", "user"), ("Helper", "assistant"), ("CRM", "tool")):
        graph.assign_role(source, role)
    states(graph, ("Ann", "Oslo", 0.3), ("Helper", "Rome", 0.6), ("CRM", "Bergen", 0.9))
    return graph


# --- what decides ---


@pytest.mark.parametrize(
    ("roles", "place"),
    [
        (None, "Oslo"),
        (["user", "assistant", "tool"], "Oslo"),
        (["assistant", "user"], "Rome"),
        (("tool",), "Bergen"),
        (["Tool", " USER "], "Bergen"),
        (["editor", "assistant"], "Rome"),
    ],
)
def test_the_role_named_first_decides(dispute: tkg.Graph, roles: Any, place: str) -> None:
    assert believed(dispute, roles=roles) == [place]
    assert believed(dispute.as_of(policy="role", roles=roles)) == [place]
    assert [fact.object for fact in dispute.timeline("Ann", "lives_in", policy="role", roles=roles)] == [place]
    assert dispute.search("Where does Ann live?", policy="role", roles=roles, k=1).facts[0].object == place


def test_roles_that_are_not_named_rank_last_and_alike(dispute: tkg.Graph) -> None:
    """So the confidence decides, also over a source without a role."""
    assert believed(dispute, roles=["editor"]) == ["Bergen"]
    states(dispute, ("nobody", "Turin", 0.95))
    assert believed(dispute, roles=["editor"]) == ["Turin"]
    assert believed(dispute) == ["Oslo"]


def test_of_one_role_the_surer_one_is_believed(graph: tkg.Graph) -> None:
    for source in ("one", "two", "three"):
        graph.assign_role(source, "assistant")
    states(graph, ("one", "Oslo", 0.8), ("two", "Rome", 0.5))
    assert believed(graph) == ["Oslo"]
    assert objects(graph, "Ann", "lives_in") == ["Rome"]


def test_of_one_role_and_equally_sure_the_last_one_is_believed(graph: tkg.Graph) -> None:
    for source in ("one", "two"):
        graph.assign_role(source, "assistant")
    states(graph, ("one", "Oslo", 0.5), ("two", "Rome", 0.5))
    assert believed(graph) == ["Rome"]


def test_a_source_overrules_itself_however_sure_it_was(graph: tkg.Graph) -> None:
    graph.assign_role("Ann", "user")
    states(graph, ("Ann", "Oslo", 0.9), ("Ann", "Rome", 0.1))
    assert believed(graph) == ["Rome"]


@pytest.mark.parametrize(
    ("role", "confidence", "found"),
    [("user", 0.5, []), ("user", 0.9, []), ("user", 0.4, ["Oslo"]), ("assistant", 1.0, ["Oslo"]), ("", 1.0, ["Oslo"])],
)
def test_only_who_ranks_no_lower_ends_a_value(graph: tkg.Graph, role: str, confidence: float, found: list[str]) -> None:
    """The rank is the pair of role and confidence: Ann's is (user, 0.5)."""
    graph.assign_role("Ann", "user")
    if role:
        graph.assign_role("other", role)
    states(graph, ("Ann", "Oslo", 0.5))
    graph.end("Ann", "lives_in", "Oslo", valid_from="2021-01-01", source="other", confidence=confidence)
    assert believed(graph) == found


@pytest.mark.parametrize(("predicate", "values"), [("lives_in", ("Oslo", "Rome")), ("works_for", ("Acme", "Globex"))])
def test_only_who_ranks_no_lower_knows_of_a_change(graph: tkg.Graph, predicate: str, values: tuple[str, str]) -> None:
    """A home that resumes and a job that does not: what an assistant says of later is a contradiction, no change."""
    graph.assign_role("Ann", "user")
    graph.assign_role("Helper", "assistant")
    graph.record("Ann", predicate, values[0], valid_from="2020-01-01", source="Ann", confidence=0.2)
    graph.record("Ann", predicate, values[1], valid_from="2021-01-01", source="Helper")
    assert line(graph, "Ann", predicate) == [(values[0], "2020-01-01", "2021-01-01"), (values[1], "2021-01-01", None)]
    assert line(graph, "Ann", predicate, policy="role") == [(values[0], "2020-01-01", None)]
    graph.assign_role("Helper", "user")
    assert line(graph, "Ann", predicate, policy="role") == line(graph, "Ann", predicate)


# --- which role a source has ---


def test_who_speaks_in_messages_needs_no_assignment(graph: tkg.Graph) -> None:
    graph.ingest([said("Hello.", "Ann"), said("Hello, Ann.", "Helper", role="assistant")])
    graph.record("Ann", "lives_in", "Oslo", valid_from=SINCE, source="Ann")
    graph.record("Ann", "lives_in", "Rome", valid_from=SINCE, source="Helper")
    assert (objects(graph, "Ann", "lives_in"), believed(graph)) == (["Rome"], ["Oslo"])


def test_the_latest_message_stored_gives_the_role(graph: tkg.Graph) -> None:
    graph.ingest([said("Hello.", "Ann"), said("Hello.", "Bot", role="assistant")])
    states(graph, ("Ann", "Oslo", 0.5), ("Bot", "Rome", 0.9))
    before = graph.claims()[-1].recorded_at
    assert believed(graph) == ["Oslo"]
    graph.ingest([said("Me again.", "Bot", id="m2", role="user")])
    assert believed(graph) == ["Rome"]
    assert believed(graph, known_at=before) == ["Oslo"]


def test_a_message_without_a_place_of_its_own_in_the_log_is_not_known_before_it(
    graph: tkg.Graph, clock: SetClock
) -> None:
    """Words that are stored and say nothing leave the last place where it was: time alone tells the two apart."""
    states(graph, ("Ann", "Oslo", 0.5), ("Bot", "Rome", 0.9))
    before = clock.now
    graph.ingest([said("Lovely weather.", "Ann")])
    assert (believed(graph, known_at=before), believed(graph)) == (["Rome"], ["Oslo"])


def test_a_speaker_is_the_source_of_that_name_however_it_is_spelled(graph: tkg.Graph) -> None:
    graph.ingest([said("Hello.", "  Ann   Lee "), said("Hello.", "e\u0301milie", role="assistant", id="2")])
    states(graph, ("Ann Lee", "Oslo", 0.5), ("\u00e9milie", "Rome", 0.9), ("nobody", "Turin", 1.0))
    assert believed(graph) == ["Oslo"]
    assert believed(graph, roles=["assistant"]) == ["Rome"]


def test_what_no_source_can_be_named_and_what_no_role_can_be_are_nobodys(graph: tkg.Graph) -> None:
    graph.ingest([said("Hello.", "a\x07b"), said("Hello.", "Bot", role="\x07", id="2")])
    states(graph, ("Ann", "Oslo", 0.5), ("Bot", "Rome", 0.9))
    assert believed(graph) == ["Rome"]


def test_a_role_that_is_assigned_is_heeded_whatever_is_spoken_later(graph: tkg.Graph) -> None:
    graph.ingest([said("Hello.", "Ann"), said("Hello.", "Bot", id="2")])
    states(graph, ("Ann", "Oslo", 0.5), ("Bot", "Rome", 0.9))
    assert believed(graph) == ["Rome"]
    graph.assign_role("Bot", "assistant")
    assert believed(graph) == ["Oslo"]
    graph.ingest([said("I am a user.", "Bot", id="3")])
    assert believed(graph) == ["Oslo"]


def test_roles_are_those_of_one_scope(dispute: tkg.Graph) -> None:
    for source, place in (("CRM", "Oslo"), ("Ann", "Rome")):
        dispute.record("Ann", "lives_in", place, valid_from=SINCE, source=source, scope="other")
    dispute.assign_role("CRM", "user", scope="other")
    assert believed(dispute, scope="other") == ["Oslo"]
    assert believed(dispute) == ["Oslo"]


# --- recorded time ---


def test_a_role_holds_from_its_recorded_time_on(graph: tkg.Graph) -> None:
    states(graph, ("Ann", "Oslo", 0.5), ("CRM", "Bergen", 0.9))
    told = graph.claims()[-1].recorded_at
    views = [graph.as_of(policy="role")]
    graph.assign_role("Ann", "user")
    views.append(graph.as_of(policy="role"))
    graph.assign_role("Ann", "visitor")
    views.append(graph.as_of(policy="role"))
    found = [["Bergen"], ["Oslo"], ["Bergen"]]
    assert [believed(view) for view in views] == found
    assert [believed(graph, known_at=view.known_at) for view in views] == found
    runs = [(b.object, b.recorded_from) for b in graph.beliefs("Ann", "lives_in", policy="role")]
    at = [view.known_at for view in views]
    assert runs == [("Oslo", graph.claims()[0].recorded_at), ("Bergen", told), ("Oslo", at[1]), ("Bergen", at[2])]
    now = graph.get("Ann", "lives_in", policy="role")
    assert now is not None
    assert (now.recorded_from, now.recorded_to, now.believed_since) == (at[2], None, at[2])
    diff = graph.diff(told, at[1], policy="role")
    assert ([f.object for f in diff.added], [f.object for f in diff.removed]) == (["Oslo"], ["Bergen"])


def test_another_connection_sees_a_role_once_it_is_committed(reopen: Opener) -> None:
    one, other = reopen(), reopen()
    states(one, ("Ann", "Oslo", 0.5), ("Bot", "Rome", 0.9))
    assert believed(other) == ["Rome"]
    one.assign_role("Ann", "user")
    assert believed(other) == ["Oslo"]
    one.ingest([said("Hello.", "Bot", role="editor")])
    assert believed(other, roles=["editor", "user"]) == ["Rome"]
    one.ingest([said("Hello.", "Bot", role="critic", id="2")])
    assert believed(other, roles=["critic", "user"]) == ["Rome"]
    assert believed(other, roles=["editor", "user"]) == ["Oslo"]


def test_a_write_that_is_rolled_back_is_forgotten(graph: tkg.Graph) -> None:
    states(graph, ("Ann", "Oslo", 0.5), ("Bot", "Rome", 0.9))
    with pytest.raises(ZeroDivisionError), graph._store.transaction() as transaction:
        writer = Writer(graph._store, transaction, "default")
        writer.assign_role("Ann", "user")
        message = Episode("Bot", "tool", 0, "UTC", "Hm.", None)
        Words(graph._store, writer.scope).add(transaction, message, None)
        assert believed(graph) == ["Rome"], "it is not committed"
        raise ZeroDivisionError
    assert believed(graph) == ["Rome"]
    graph.ingest([said("Hello.", "Ann")])
    assert believed(graph) == believed(graph, roles=["tool", "user"]) == ["Oslo"]


def test_a_log_brings_roles_along(graph: tkg.Graph) -> None:
    said_of: dict[str, Any] = {"op": "assert", "s": "Ann", "p": "lives_in", "from": SINCE, "at": "2030-01-01"}
    log = [
        {**said_of, "id": "1", "o": "Oslo", "source": "Ann", "confidence": 0.5},
        {**said_of, "id": "2", "o": "Rome", "source": "Bot", "confidence": 0.9},
        {"op": "assign_role", "source": "Ann", "role": "user", "at": "2030-01-02"},
    ]
    replay(graph._store, log, scope="default")
    assert [believed(graph, known_at=day) for day in ("2030-01-01", "2030-01-02")] == [["Rome"], ["Oslo"]]
    assert graph.verify().ok


# --- saying it wrong ---


@pytest.mark.parametrize(
    ("roles", "why"),
    [
        ("user", "is no list"),
        ({"user": 1}, "is no list"),
        ([], "names none"),
        (["user", 3], "3 is a int"),
        (["user", " "], "is empty"),
        (["user", "tool", "User"], "'User' twice"),
    ],
)
def test_an_order_that_cannot_be_meant_is_refused(reopen: Opener, roles: Any, why: str) -> None:
    graph = reopen()
    for read in (graph.as_of, graph.find):
        with pytest.raises(errors.BadPolicy, match=why):
            read(policy="role", roles=roles)
    with pytest.raises(errors.BadPolicy, match=why):
        reopen(roles=roles)


@pytest.mark.parametrize(
    ("source", "role"), [("Ann", ""), ("Ann", "a\x00b"), ("Ann", 3), (3, "user"), ("\x07", "user")]
)
def test_what_no_role_or_source_can_be_named_is_refused(graph: tkg.Graph, source: Any, role: Any) -> None:
    before = list(graph._store.connection.iterdump())
    with pytest.raises(errors.BadName):
        graph.assign_role(source, role)
    assert list(graph._store.connection.iterdump()) == before


def test_a_graph_has_an_order_of_its_own(reopen: Opener, dispute: tkg.Graph) -> None:
    graph = reopen(roles=["tool", "user"])
    assert believed(graph) == ["Bergen"]
    assert believed(graph, roles=["assistant"]) == ["Rome"]
    assert believed(graph.as_of(roles=["user"])) == ["Oslo"]
    assert objects(graph, "Ann", "lives_in") == ["Bergen"]


# --- why ---


@pytest.mark.parametrize(
    ("roles", "rule"),
    [
        (["user"], "sources disagree, and the role named first is taken: user before tool"),
        (["assistant", "user"], "sources disagree, and the role named first is taken: assistant before user"),
        (["editor"], "sources of one rank disagree, and the claim of the greatest confidence is taken"),
    ],
)
def test_explain_says_what_decided_and_shows_who_lost(dispute: tkg.Graph, roles: list[str], rule: str) -> None:
    fact = dispute.get("Ann", "lives_in", policy="role", roles=roles)
    assert fact is not None
    assert fact.contested
    why = dispute.explain(fact)
    assert (why.policy, why.rule) == ("role", rule)
    (winner,) = why.believed
    assert [(lost.reason, lost.by) for lost in why.beaten] == [
        ("the policy prefers another source's claim", winner.claim.id)
    ] * 2
    assert {item.claim.source: item.role for item in (*why.believed, *why.beaten)} == {
        "Ann": "user", "Helper": "assistant", "CRM": "tool"
    }  # fmt: skip
    assert "Bergen, says CRM (tool), recorded" in str(why)


def test_explain_names_the_last_word_and_no_role(graph: tkg.Graph) -> None:
    states(graph, ("", "Oslo", 1.0), ("Bot", "Rome", 1.0))
    graph.assign_role("Bot", "tool")
    graph.assign_role("", "assistant")
    explained = [
        graph.explain(fact)
        for roles in (["tool"], ["editor"])
        for fact in graph.find("Ann", "lives_in", policy="role", roles=roles)
    ]
    assert [why.rule for why in explained] == [
        "sources disagree, and the role named first is taken: tool before assistant",
        "sources of one rank disagree, equally sure, and the claim recorded last is taken",
    ]
    assert "Oslo, says somebody (assistant), recorded" in str(explained[0])


def test_conflicts_are_there_whichever_policy_settles_them(dispute: tkg.Graph) -> None:
    (conflict,) = dispute.conflicts(policy="role")
    assert set(conflict.values) == {"Oslo", "Rome", "Bergen"}
    assert dispute.conflicts() == [conflict]


# --- erasure ---


def test_a_source_that_is_erased_keeps_the_role_it_was_assigned(dispute: tkg.Graph) -> None:
    dispute.record("Zoe", "lives_in", "Lima", valid_from=SINCE, source="Quentin", confidence=0.1)
    dispute.record("Zoe", "lives_in", "Cusco", valid_from=SINCE, source="CRM")
    dispute.assign_role("Quentin", "user")
    dispute.record("Quentin", "likes", "tea")
    dispute.erase(entity="Quentin")
    assert objects(dispute, "Zoe", "lives_in", policy="role") == ["Lima"]
    assert "Quentin" not in "\n".join(dispute._store.connection.iterdump())
    rows = dispute._store.connection.execute("SELECT role FROM source_role ORDER BY place").fetchall()
    assert rows == [("user",), ("assistant",), ("tool",), ("user",)]


def test_a_speaker_that_is_erased_has_spoken_in_no_role(reopen: Opener) -> None:
    """Its name is gone from the messages; what it says later counts for it again, also before it states something."""
    one, other = reopen(), reopen()
    one.ingest([said("Hello.", "Bob")])
    states(one, ("Bob", "Oslo", 0.5), ("CRM", "Rome", 0.9))
    one.record("Bob", "likes", "tea")
    assert believed(one) == believed(other) == ["Oslo"]
    one.erase(entity="Bob")
    assert believed(one) == believed(other) == ["Rome"]
    one.ingest([said("Hello again.", "Bob", id="2")], mode="later")
    spoken = one.as_of(policy="role")
    assert believed(spoken) == believed(other) == ["Oslo"]
    one.record("Bob", "likes", "coffee", source="Bob")
    assert believed(spoken) == believed(other, known_at=spoken.known_at) == ["Oslo"]


# --- what it costs others ---


@contextmanager
def statements(connection: sqlite3.Connection) -> Iterator[list[str]]:
    """The statements that are run while the block runs."""
    run: list[str] = []
    connection.set_trace_callback(run.append)
    try:
        yield run
    finally:
        connection.set_trace_callback(None)


def test_a_read_under_another_policy_asks_nothing_of_roles(dispute: tkg.Graph) -> None:
    dispute.ingest([said("Hello.", "Ann")])
    connection = dispute._store.connection
    others: list[dict[str, Any]] = [{}, {"policy": "confidence"}, {"policy": "all"}]
    dispute.get("Ann", "lives_in")  # after which it is known whether anything was ever erased
    for options in others:
        with statements(connection) as run:
            dispute.get("Ann", "lives_in", **{**options, "valid_at": "2019-01-01"})
        assert run
        assert not [text for text in run if "source_role" in text or "episode" in text or "erasure" in text]
    with statements(connection) as run:
        dispute.get("Ann", "lives_in")
    assert len(run) == 5, "BEGIN, the last commit, the subject, the row that covers the point, COMMIT"


def test_messages_are_gone_through_once(graph: tkg.Graph) -> None:
    graph.ingest([said(f"Hello {number}.", "Ann") for number in range(20)])
    states(graph, ("Ann", "Oslo", 0.5), ("Bot", "Rome", 0.9))
    runs = []
    for _ in range(2):
        with statements(graph._store.connection) as run:
            assert believed(graph) == ["Oslo"]
        runs.append([text for text in run if "speaker" in text])
    assert [len(run) for run in runs] == [1, 0]


# --- the other doors ---


def test_by_the_command_line(dispute: tkg.Graph, path: Path) -> None:
    dispute.close()
    cli = CommandLine(path)

    def found(*options: str) -> list[str]:
        return [row[2] for row in cli.rows("find", "Ann", "lives_in", *options)]

    assert found("--policy", "role") == ["Oslo"]
    assert found("--policy", "role", "--roles", "tool,user") == ["Bergen"]
    assert found("--roles", "assistant, tool") == ["Rome"]
    assert cli.rows("assign", "Helper", "tool") == [["Helper", "tool"]]
    assert cli.json("assign", "CRM", "tool") == {"source": "CRM", "role": "tool"}
    assert found("--roles", "assistant, tool") == ["Bergen"]
    assert cli.json("explain", "Ann", "lives_in", "--policy", "role")[0]["believed"][0]["role"] == "user"
    assert len(cli.rows("conflicts", "--policy", "role")) == 3
    assert "--roles" in cli.run("find", "--policy", "latest", "--roles", "user", status=2).stderr
    assert "--roles" in cli.run("find", "--priority", "CRM", "--roles", "user", status=2).stderr
    assert cli.refused("find", "--roles", "user,,tool") == "bad_policy"
    assert cli.refused("assign", "CRM", "") == "bad_name"


def test_in_an_event_loop(dispute: tkg.Graph, path: Path) -> None:
    async def use() -> list[Any]:
        async with await tkg.aopen(path, roles=["tool"], embedder=None) as graph:
            await graph.assign_role("Ann", "tool")
            return [fact.object for fact in await graph.find("Ann", "lives_in", policy="role")]

    assert asyncio.run(use()) == ["Bergen"]
