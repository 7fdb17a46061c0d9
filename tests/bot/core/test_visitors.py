"""Limits of visitors and of requests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from multidict import CIMultiDict

from bot.core.visitors import MINUTE, UNKNOWN, Groups, MinuteBudget, Places, alone, groups_at, groups_of
from tests.cases import for_each

TOTAL, EACH = 80, 4


def v6(household: int) -> Groups:
    return groups_at(f"2606:4700:1:{household:x}::1")


def taken(places: Places, *visitors: Groups) -> int:
    count = 0
    for groups in visitors:
        if places.has_room(groups):
            places.take(groups)
            count += 1
    return count


@for_each(
    ("remote", "forwarded", "names"),
    ("8.8.8.8", ["1.1.1.1"], ["8.8.8.8/32", "8.8.8.0/24"]),
    ("127.0.0.1", ["1.1.1.1"], ["1.1.1.1/32", "1.1.1.0/24"]),
    ("172.18.0.1", ["8.8.8.8, 1.1.1.1"], ["1.1.1.1/32", "1.1.1.0/24"]),
    ("10.0.0.1", ["8.8.8.8", "1.1.1.1"], ["1.1.1.1/32", "1.1.1.0/24"]),
    ("::1", ["2606:4700:1:2:3:4:5:6%eth0"], ["2606:4700:1:2::/64", "2606:4700:1::/56", "2606:4700:1::/48"]),
    ("::ffff:127.0.0.1", ["::ffff:1.1.1.1"], ["1.1.1.1/32", "1.1.1.0/24"]),
    ("127.0.0.1", [], [""]),
    ("127.0.0.1", ["unknown"], [""]),
    (None, ["x" * 9000], [""]),
)
def test_visitors_are_grouped_by_the_address_that_a_private_proxy_names(
    remote: str | None, forwarded: list[str], names: list[str]
) -> None:
    headers = CIMultiDict([("X-Forwarded-For", each) for each in forwarded])
    request: Any = SimpleNamespace(remote=remote, headers=headers)
    assert [group.name for group in groups_of(request)] == names


def test_networks_have_their_part_of_places_that_are_given_back() -> None:
    places = Places(TOTAL, EACH)
    assert (taken(places, *[v6(0)] * TOTAL), taken(places, *map(v6, range(256)))) == (EACH, EACH)
    assert taken(places, *map(v6, range(0, 65536, 97))) == 2 * EACH
    assert taken(places, *[groups_at(f"1.1.1.{last}") for last in range(256)] * 2) == 4 * EACH
    assert taken(places, *[UNKNOWN] * TOTAL) == TOTAL // 2
    assert taken(places, *[groups_at(f"9.9.{net}.9") for net in range(256)]) == TOTAL // 10
    places = Places(TOTAL, TOTAL)
    assert taken(places, *[v6(0)] * TOTAL) == TOTAL // 2
    assert taken(places, *[groups_at("1.1.1.1")] * TOTAL) == TOTAL // 2
    places = Places(TOTAL, 1)
    places.take(v6(0))
    places.give_back(v6(0))
    assert not places._taken
    assert places.has_room(v6(0))


def test_a_budget_is_renewed_by_the_minute_and_counts_what_it_admits() -> None:
    budget = MinuteBudget(TOTAL, 2)
    assert [budget.admit(alone(7), second) for second in (0.0, 1.0, 2.0, MINUTE, MINUTE, MINUTE + 1)] == [
        *[True] * 2,
        False,
        True,
        False,
        True,
    ]
    assert budget.admit(alone(8), MINUTE)
    assert budget.admit(UNKNOWN, 3 * MINUTE)
    assert len(budget._admitted) == budget._places._all == 1


BOT = Path(__file__).parents[3] / "bot"

METHODS = (
    *("application_info", "create_dm", "fetch_channel", "fetch_commands"),
    *("fetch_guild", "fetch_member", "fetch_message", "fetch_user"),
)

UNLIMITED = {
    # At the start, in the background, with retries of their own.
    "hosting/discord_api.py:_registered",
    "hosting/discord_api.py:find_gateway",
    "hosting/discord_api.py:register_role_records",
    "hosting/discord_api.py:sync_commands",
    # Their callers have a limit.
    "hosting/pending_commands.py:_recover",
    # No request.
    "sharded.py:_keep",
}


def _requesting(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Yield the functions of a file that make requests, with their names."""
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(function, ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            match node:
                case ast.Call(ast.Attribute(ast.Attribute(attr="http") | ast.Name("http"))):
                    yield f"{path.relative_to(BOT).as_posix()}:{function.name}", function
                case ast.Call(ast.Attribute(attr=method)) if method in METHODS:
                    yield f"{path.relative_to(BOT).as_posix()}:{function.name}", function


def _is_limited(function: ast.AST) -> bool:
    used = [node for node in ast.walk(function) if isinstance(node, ast.Attribute)]
    limited = {"timeout", "in_time"} & {node.attr for node in used}
    return bool(limited) or "asyncio.wait_for" in map(ast.unparse, used)


def test_every_request_has_a_limit() -> None:
    paths = (path for path in BOT.rglob("*.py") if "demo" not in path.parts)
    found = {name: function for path in paths for name, function in _requesting(path)}
    assert {name for name, function in found.items() if not _is_limited(function)} == UNLIMITED
