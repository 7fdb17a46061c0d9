"""Linked Roles as people see them on Discord; `tests/loopback/test_linked_roles.py` has the web pages."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot import app
from bot.account.linked_roles import ui
from bot.account.linked_roles.connections import Tokens
from bot.account.linked_roles.links import LinkedRoles
from data.people.role_links import RoleFigures, RoleLinkStore, SealedGrant
from tests.e2e.world import RECOVERY_SECONDS, World

PAGE = "https://flipfour.example.org/linked-role"


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    """Discord takes everything, and has no records."""
    made = AsyncMock()
    monkeypatch.setattr(ui, "role_connections", lambda *_: made)
    monkeypatch.setattr(app, "register_role_records", AsyncMock())
    return made


@pytest.fixture
async def world(silent: AsyncMock, database: Path) -> AsyncIterator[World]:
    """A bot of a host who has switched them on."""
    settings: dict[str, Any] = {
        "linked_roles_url": PAGE.removesuffix("/linked-role"),
        "discord_client_secret": "a secret",
        "linked_roles_keys": base64.b64encode(bytes(32)).decode(),
    }
    made = World(database, **settings)
    await made.start()
    yield made
    await made.end()


async def test_a_person_is_led_to_the_page_and_unlinks(world: World, silent: AsyncMock) -> None:
    silent.person.return_value = world.ann.id
    (card,) = (await world.ann.types("me")).messages
    await world.ann.taps("Linked Roles", card)
    card = world.seen(world.channel, world.ann)[-1]
    assert "Your account is not linked." in card.text
    assert card.addresses == [PAGE]
    await world.ann.taps("Back", card)
    # They link it on the web page.
    vault = world.bot.kit[LinkedRoles]._vault
    assert vault is not None
    with world.env._bot_scope():
        grant = SealedGrant(vault.seal(Tokens("access", "refresh")), world.now().replace(year=2999))
        await world.bot.kit[RoleLinkStore].put(world.ann.id, grant)
    await world.pass_time(RECOVERY_SECONDS)
    assert [call.args[1] for call in silent.push.await_args_list] == [RoleFigures({}, 0, 0)]

    await world.ann.taps("Linked Roles", world.seen(world.channel, world.ann)[-1])
    card = world.seen(world.channel, world.ann)[-1]
    assert "Your account has been linked since" in card.text
    assert "Last updated" in card.text
    await world.ann.taps("Unlink my account", card)
    assert "no longer linked" in world.seen(world.channel, world.ann)[-1].text
    silent.clear.assert_awaited_once_with(Tokens("access", "refresh"))
    silent.revoke.assert_awaited_once_with(Tokens("access", "refresh"))
    # A second tap, on a card that was open elsewhere.
    await world.ann.taps("Unlink my account", card)
    assert "so I can't unlink it" in world.seen(world.channel, world.ann)[-1].text
    assert "Discord's Linked Roles" in (await world.ann.reads_privacy()).private


async def test_without_the_hosts_word_there_is_no_button(database: Path) -> None:
    off = World(database)
    await off.start()
    (card,) = (await off.ann.types("me")).messages
    assert "Linked Roles" not in card.labels
    await off.end()
