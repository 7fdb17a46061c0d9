"""Which games have a link, and signed-in browsers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.core.people import Person
from bot.play.web_links import IsPublic, LinkForThosePlaying, LinkWithdrawn, NoLink, WebLinks
from bot.settings.settings import Settings
from bot.web.open_pages import LIFETIME, WebSessions
from bot.web.ui import everyone_sees
from data import Storage
from data.games.records import Game
from tests.bot.helpers import kit_of
from tests.cases import there
from tests.e2e.world import World
from tests.web.browser import WebWorld, hide

pytestmark = pytest.mark.english


def of(person: Any) -> Person:
    return Person(person.id, "?")


def links_of(
    storage: Storage, is_public: IsPublic, withdrawn: Callable[[Game], object] = lambda game: None
) -> WebLinks:
    kit = kit_of(storage, features={IsPublic: is_public}, settings=Settings(web_url="https://example.org"))
    kit[LinkWithdrawn].listen(withdrawn)
    return kit[WebLinks]


async def test_a_private_game_has_a_link_when_a_player_asks_until_it_is_withdrawn(pages: WebWorld) -> None:
    world = pages.world
    game = await world.begin(world.ann, world.ben)
    ended: list[Game] = []
    links = links_of(world.bot.kit.storage, lambda guild_id, channel_id, parent_id=None: False, ended.append)
    with pytest.raises(LinkForThosePlaying):
        await links.for_person(game, of(world.chloe))
    address = await links.for_person(game, of(world.ann))
    assert await links.for_person(game, of(world.ben)) == address
    code = address.removeprefix("https://example.org/g/")
    assert len(code) == 32
    assert there(await links.find(code)).id == game
    with pytest.raises(LinkForThosePlaying):
        await links.withdraw(game, of(world.chloe))
    assert ended == []
    await links.withdraw(game, of(world.ben))
    assert [one.id for one in ended] == [game]
    with pytest.raises(NoLink):
        await links.withdraw(game, of(world.ben))
    assert await links.find(code) is None
    assert await links.for_person(game, of(world.ann)) != address


async def test_a_public_games_link_leads_nowhere_while_its_channel_is_private(pages: WebWorld) -> None:
    world = pages.world
    game = await world.begin(world.ann, world.ben)
    sight: list[bool | None] = [True]
    links = links_of(world.bot.kit.storage, lambda guild_id, channel_id, parent_id=None: sight[-1])
    public = (await links.for_person(game, of(world.ann))).rpartition("/")[2]
    sight.append(None)
    assert there(await links.find(public)).id == game
    sight.append(False)
    assert await links.find(public) is None
    own = (await links.for_person(game, of(world.ann))).rpartition("/")[2]
    assert there(await links.find(own)).id == game
    assert await links.find(public) is None
    sight.append(True)
    address = await links.for_person(game, of(world.chloe))
    assert address == f"https://example.org/g/{own}"
    # It gets no other one after a player withdrew it.
    await links.withdraw(game, of(world.ann))
    with pytest.raises(LinkForThosePlaying):
        await links.for_person(game, of(world.chloe))


async def test_everyone_sees_a_channel_while_its_permissions_say_so(pages: WebWorld, world: World) -> None:
    client, server, channel = world.bot, world.server.id, world.channel.id
    assert everyone_sees(client, server, channel) is True
    assert everyone_sees(client, server, 1, channel) is True
    assert everyone_sees(client, server, 1) is False
    assert everyone_sees(client, None, channel) is False
    await hide(world)
    assert everyone_sees(client, server, channel) is False
    assert everyone_sees(client, server, 1, channel) is False
    world.env.backend.emit("GUILD_DELETE", {"id": str(server), "unavailable": True})
    await world.env.settle()
    assert everyone_sees(client, server, channel) is None


async def test_a_session_expires_and_can_be_revoked(pages: WebWorld, world: World) -> None:
    sessions = world.bot.kit[WebSessions]
    first, second = [await sessions.sign_in(world.ann.id) for _ in range(2)]
    assert first != second
    assert (await sessions.person(first) or of(world.ben)).id == world.ann.id
    assert await sessions.sign_out_everywhere(world.ann.id) == 2
    assert await sessions.person(first) is None
    third = await sessions.sign_in(world.ann.id)
    world.skip(LIFETIME + timedelta(seconds=1))
    assert await sessions.person(third) is None


async def test_a_channels_list_links_the_boards_that_everyone_sees(pages: WebWorld, world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.manager("Mo").sets_games_list("post")
    (listed,) = [seen for seen in world.posts() if "Games in this channel" in seen.text]
    address = await world.bot.kit[WebLinks].for_person(game, of(world.chloe))
    assert f" · [Watch]({address})" in listed.text
    await world.bot.kit[WebLinks].withdraw(game, of(world.ann))
    await world.pass_time(4)
    (listed,) = [seen for seen in world.posts() if "Games in this channel" in seen.text]
    assert world.ben.mention in listed.text
    assert "[Watch]" not in listed.text
