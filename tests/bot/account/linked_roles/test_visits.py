"""Budgets of visits, and whose they are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from multidict import CIMultiDict

from bot.account.linked_roles.visits import MAX_ALL, MAX_CLIENT, MAX_UNKNOWN, ExchangeBudget, client_of


def test_every_client_has_a_budget() -> None:
    budget = ExchangeBudget()
    assert [budget.admit("a", second) for second in range(MAX_CLIENT + 2)] == [
        *[True] * MAX_CLIENT,
        *[False] * 2,
    ]
    assert budget.admit("b", 11.0)
    assert not budget.admit("a", 59.9)
    assert budget.admit("a", 60.0)


def test_all_clients_together_have_one_too() -> None:
    budget = ExchangeBudget()
    assert sum(budget.admit(str(client), 0.0) for client in range(MAX_ALL + 50)) == MAX_ALL
    assert budget.admit("late", 60.0)
    assert len(budget._by_client) == len(budget._admitted) == 1


def test_clients_that_cannot_be_told_apart_share_a_larger_one() -> None:
    budget = ExchangeBudget()
    assert sum(budget.admit(None, 0.0) for _ in range(MAX_UNKNOWN + 1)) == MAX_UNKNOWN
    assert budget.admit("known", 0.0)


@pytest.mark.parametrize(
    ("remote", "forwarded", "client"),
    [
        ("203.0.113.9", [], "203.0.113.9"),
        # Only a proxy of the host's own is believed.
        ("8.8.8.8", ["1.1.1.1"], "8.8.8.8"),
        ("127.0.0.1", ["1.1.1.1"], "1.1.1.1"),
        ("172.18.0.1", ["8.8.8.8, 1.1.1.1"], "1.1.1.1"),
        ("10.0.0.1", ["8.8.8.8", "1.1.1.1"], "1.1.1.1"),
        ("::1", ["2606:4700:1:2:3:4:5:6"], "2606:4700:1:2::/64"),
        ("::ffff:127.0.0.1", ["::ffff:1.1.1.1"], "1.1.1.1"),
        ("127.0.0.1", [], None),
        ("127.0.0.1", ["unknown"], None),
        (None, ["x" * 9000], None),
    ],
)
def test_clients(remote: str | None, forwarded: list[str], client: str | None) -> None:
    headers = CIMultiDict([("X-Forwarded-For", each) for each in forwarded])
    request: Any = SimpleNamespace(remote=remote, headers=headers)
    if remote == "203.0.113.9":
        # Documentation's addresses count as private.
        client = None
    assert client_of(request) == client
