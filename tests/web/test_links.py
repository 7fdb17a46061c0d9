"""Which games have a link, and signed-in browsers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.core.people import Person
from bot.play.web_links.refusals import LinkForPlayers, NoLink
from bot.play.web_links.web_links import WebLinks
from bot.web.sessions import LIFETIME, WebSessions
from data.games.records import Game
from tests.web.browser import WebWorld


def of(person: Any) -> Person:
    return Person(person.id, "?")


@pytest.mark.english
async def test_a_private_game_has_a_link_when_a_player_asks_until_it_is_withdrawn(pages: WebWorld) -> None:
    world = pages.world
    game = await world.begin(world.ann, world.ben)
    ended: list[Game] = []
    links = WebLinks(
        world.bot.services.storage, "https://example.org", lambda guild_id, channel_id: False, ended.append
    )
    with pytest.raises(LinkForPlayers):
        await links.for_person(game, of(world.chloe))
    address = await links.for_person(game, of(world.ann))
    assert await links.for_person(game, of(world.ben)) == address
    code = address.removeprefix("https://example.org/g/")
    assert len(code) == 22
    assert await links.find(code) == game
    with pytest.raises(LinkForPlayers):
        await links.withdraw(game, of(world.chloe))
    assert ended == []
    await links.withdraw(game, of(world.ben))
    assert [one.id for one in ended] == [game]
    with pytest.raises(NoLink):
        await links.withdraw(game, of(world.ben))
    assert await links.find(code) is None
    assert await links.for_person(game, of(world.ann)) != address


@pytest.mark.english
async def test_a_public_game_gets_no_other_link_after_a_player_withdrew_it(pages: WebWorld) -> None:
    world = pages.world
    game = await world.begin(world.ann, world.ben)
    links = WebLinks(
        world.bot.services.storage,
        "https://example.org",
        lambda guild_id, channel_id: True,
        list[Game]().append,
    )
    assert (await links.for_person(game, of(world.chloe))).startswith("https://example.org/g/")
    await links.withdraw(game, of(world.ann))
    with pytest.raises(LinkForPlayers):
        await links.for_person(game, of(world.chloe))


@pytest.mark.english
async def test_a_session_expires_and_can_be_revoked(pages: WebWorld) -> None:
    world = pages.world
    sessions = world.bot.services[WebSessions]
    first, second = [await sessions.sign_in(world.ann.id) for _ in range(2)]
    assert first.token != second.token
    assert (await sessions.person(first.token) or of(world.ben)).id == world.ann.id
    assert await sessions.sign_out_everywhere(world.ann.id) == 2
    assert await sessions.person(first.token) is None
    third = await sessions.sign_in(world.ann.id)
    world.skip(LIFETIME + timedelta(seconds=1))
    assert await sessions.person(third.token) is None


@pytest.mark.english
async def test_the_list_of_a_channel_links_the_boards_that_everyone_sees(pages: WebWorld) -> None:
    world = pages.world
    game = await world.begin(world.ann, world.ben)
    await world.manager("Mo").sets_games_list("post")
    (listed,) = [seen for seen in world.posts() if "Games in this channel" in seen.text]
    address = await world.bot.services[WebLinks].for_person(game, of(world.chloe))
    assert f" · [Watch]({address})" in listed.text
