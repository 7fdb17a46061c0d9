"""Pages of tournaments, exhibitions and votes: one stream for all boards, and the privacy of their links."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from bot.core.people import Person
from bot.events.tournaments.cards import EventLinkWithdrawn, TournamentLinks
from bot.events.votes.boards import USUAL_SECONDS
from bot.play.web_links import IsPublic, LinkForThosePlaying, WebLinks
from bot.settings.settings import Settings
from bot.web.connection_ui import CloseCode
from bot.web.stream import BoardStream, EventKey
from data.db.share import Share
from data.games.votes import VoteStore
from tests.bot.helpers import kit_of
from tests.cases import there
from tests.e2e.tournaments import SOON, card, crowd, join, pending, play_all, resign, threads
from tests.e2e.world import World
from tests.web.browser import PHONE, WebWorld
from tests.web.test_connections import connected, reason_of_end, said, status_of, told
from tests.web.test_game_page import by_mouse, opened

pytestmark = pytest.mark.english


def of(person: Any) -> Person:
    return Person(person.id, "?")


async def round_robin(world: World, places: int = 4, **options: Any) -> list[Any]:
    """Begin a tournament of everyone against everyone."""
    people = crowd(world, places)
    await world.ann.types("tournament create", form="round_robin", places=places, **options)
    await join(world, *people)
    await world.pass_time(SOON)
    return people


async def address_of(pages: WebWorld, seen_by: str = "") -> str:
    links = pages.world.bot.kit[TournamentLinks]
    address = await links.for_person(1, of(pages.world.ann))
    return f"{address}?as={seen_by}" if seen_by else address


async def shown(page: ClientWebSocketResponse, games: list[int]) -> Any:
    """Read until the page has each of these boards and no others; return the event."""
    event: Any = {"boards": None}
    boards: set[int] = set()
    while event["boards"] != games or not boards.issuperset(games):
        message = await page.receive_json()
        if message["t"] == "event":
            event = message
        elif message["t"] == "board":
            boards.add(message["number"])
    return event


def _boards(world: World, number: int) -> list[Any]:
    return [seen for channel in (*threads(world), world.channel) for seen in world.boards(number, channel)]


@pytest.mark.long
async def test_one_stream_has_all_boards_and_the_standings(pages: WebWorld, world: World) -> None:
    people = await round_robin(world)
    rounds = [await pending(world)]
    games = [game for game, *_ in rounds[0]]
    address = await address_of(pages)
    for name, sides in (("Ann", 1), ("", 0)):
        async with connected(pages, f"{address}?as={name}") as page:
            own = await told(page, "you")
            assert (own["name"] or "", len(own["sides"])) == (name, sides)
    async with connected(pages, address) as page:
        event = await shown(page, games)
        assert event["title"] == "🏆 Reversi tournament #1"
        assert [row["cells"][2] for row in event["table"]["rows"]] == ["0"] * 4
        number, first, _ = rounds[0][0]
        mover = next(one for one in people if one.id == first)
        await mover.taps("d3", next(s for s in _boards(world, number)))
        moved = await told(page, "board")
        assert (moved["number"], moved["ply"], moved["last"]) == (number, 1, ["d3"])
        assert "moves" not in moved
        await resign(world, mover, number)
        await world.pass_time(SOON)
        while (event := await told(page, "event"))["table"]["rows"][0]["cells"][2] != "1":
            pass
        number, first, _ = rounds[0][1]
        await resign(world, next(one for one in people if one.id == first), number)
        await world.pass_time(SOON)
        second = [game for game, *_ in await pending(world)]
        assert not set(games) & set(second)
        # Pages may see the round while it is being opened.
        await shown(page, second)
        assert world.bot.kit[BoardStream].watching(games[0]) == 0
    assert world.bot.kit[BoardStream].watching(EventKey(1)) == 0
    assert world.bot.kit[BoardStream].watching(second[0]) == 0


async def test_a_link_is_withdrawn_with_all_pages_it_led_to(pages: WebWorld, world: World) -> None:
    """That of a board by a player, then that of the event."""
    people = await round_robin(world)
    (number, first, _), (other, *_) = await pending(world)
    player = of(next(one for one in people if one.id == first))
    links, address = world.bot.kit[WebLinks], await address_of(pages)
    await links.for_person(number, player)
    async with (
        connected(pages, address) as page,
        connected(pages, f"{address}/{number}") as board,
        connected(pages, f"{address}/{other}") as kept,
    ):
        await told(page, "you")
        await links.withdraw(number, player)
        assert await reason_of_end(board) == CloseCode.NO_GAME
        while (await told(page, "event"))["boards"] != [other]:
            pass
        assert await status_of(f"{address}/{number}") == 404
        await told(kept, "you")
        # A client that answers the end too late does not know the reason.
        ends = [asyncio.create_task(reason_of_end(socket)) for socket in (page, kept)]
        await world.ann.taps("Watch in the browser", card(world))
        assert "no longer works" in (await world.ann.taps("Withdraw the link")).private
        assert await asyncio.gather(*ends) == [CloseCode.NO_GAME, CloseCode.NO_GAME]
    assert [await status_of(path) for path in (address, f"{address}/{other}")] == [404, 404]
    assert await address_of(pages) != address


async def test_only_boards_of_the_event_are_below_its_address(pages: WebWorld, world: World) -> None:
    await round_robin(world)
    (number, *_), *_ = await pending(world)
    other = await world.begin(world.ann, world.ben)
    address = await address_of(pages)
    async with ClientSession() as session:
        for path, status in ((str(number), 200), (str(other), 404), ("9" * 15, 404), ("x", 404)):
            async with session.get(f"{address}/{path}") as found:
                assert found.status == status
                assert found.headers.get("X-Robots-Tag") in (
                    "noindex, nofollow",
                    None if status == 404 else "",
                )
    async with connected(pages, f"{address}/{other}") as socket:
        assert await reason_of_end(socket) == CloseCode.NO_GAME
    # A wrong person is refused there.
    snapshot = await world.snapshot(number)
    wrong = next(name for name, one in pages.people.items() if name and snapshot.side_of(one) is None)
    async with connected(pages, f"{address}/{number}?as={wrong}") as socket:
        assert (await told(socket, "you"))["side"] is None
        assert (await said(socket, "move", ply=0, move="d3"))["refused"]
    assert await world.moves(number) == ""
    # They are at the process that has the event's server.
    database = world.bot.kit.storage._database
    database.share = next(one for one in (Share(0, 0, 2), Share(1, 1, 2)) if not one.has(world.server.id))
    for path in (address, f"{address}/{number}", f"{address}/{number}/review"):
        async with ClientSession() as session, session.get(path) as page:
            assert page.status == 503
            assert "This board has moved" in await page.text()
        async with connected(pages, path) as socket:
            assert await reason_of_end(socket) == CloseCode.ELSEWHERE


async def test_in_a_private_place_only_those_who_take_part_share_a_link(pages: WebWorld) -> None:
    world, ended = pages.world, list[int]()
    organiser = world.newcomer("Olga")
    await organiser.types("tournament create", places=4)
    await join(world, world.ben)
    features = {IsPublic: lambda guild_id, channel_id, parent_id=None: False}
    kit = kit_of(world.bot.kit.storage, features=features, settings=Settings(web_url="https://example.org"))
    kit[EventLinkWithdrawn].listen(lambda event: ended.append(event.tournament.id))
    links = kit[TournamentLinks]
    for stranger in (world.ann, world.chloe):
        with pytest.raises(LinkForThosePlaying):
            await links.for_person(1, of(stranger))
    address = await links.for_person(1, of(organiser))
    assert await links.for_person(1, of(world.ben)) == address
    with pytest.raises(LinkForThosePlaying):
        await links.withdraw(1, of(world.ann))
    await links.withdraw(1, of(world.ben))
    assert (ended, await links.find(address.removeprefix("https://example.org/e/"))) == ([1], None)


async def test_a_vote_has_a_page_where_those_on_a_team_vote(pages: WebWorld, world: World) -> None:
    await world.ann.types("vote", against="teams")
    await world.pass_time(SOON)
    await world.ann.taps("Join Black")
    await world.ben.taps("Join White")
    address = (await world.ann.taps("Watch in the browser")).private
    link = there(re.search(r"http://\S+", address))
    async with connected(pages, f"{link[0]}?as=Ann") as ann, connected(pages, f"{link[0]}?as=Chloe") as chloe:
        game = await told(ann, "game")
        assert (game["votes"], game["names"]) == ({}, ["Team 1", "Team 2"])
        assert (await told(ann, "you"))["side"] == 0
        spectator = await told(chloe, "you")
        assert spectator["side"] is None
        assert "first vote in Discord" in spectator["note"]
        refused = await said(chloe, "move", ply=0, move="d3")
        assert refused["refused"]
        assert "first vote in Discord" in str(refused["lines"])
        await ann.send_json({"do": "move", "ply": 0, "move": "d3"})
        assert (await told(ann, "game"))["votes"] == {"d3": "1"}
        assert (await told(ann, "you"))["vote"] == "d3"
        await world.pass_time(SOON)
        assert "d3 · 1" in world.boards()[-1].labels
        await world.pass_time(USUAL_SECONDS)
        assert await world.moves() == "d3"
    async with connected(pages, f"{link[0]}?as=Ann") as ann:
        assert (await said(ann, "move", ply=1, move="c3"))["refused"]


async def test_who_is_thrown_out_of_the_server_votes_no_more(pages: WebWorld, world: World) -> None:
    await world.ann.types("vote", against="teams")
    await world.pass_time(SOON)
    await world.ann.taps("Join Black")
    address = await pages.link(1, world.ann, "Ann")
    world.server.remove_member(world.ann.actor)
    async with connected(pages, address) as page:
        for move in ("d3", "c4"):
            assert (await said(page, "move", ply=0, move=move))["refused"]
    state = there(await world.bot.kit[VoteStore].state(1))
    assert state.ballot.votes == {}
    # Discord is asked once a minute.
    assert sum("/members/" in str(request) for request in world.env.http_requests) == 1


@pytest.mark.long
async def test_a_whole_tournament_on_a_page(pages: WebWorld, world: World, browser: Any) -> None:
    long = ("Maximiliane Wolkenstein-Rodenegg", "Bartholomäus" * 2, "Zoë")
    people = [world.ann, *map(world.newcomer, long)]
    await world.ann.types("tournament create", form="round_robin", places=4)
    await join(world, *people)
    await world.pass_time(SOON)
    page = await opened(pages, browser, await address_of(pages, "Ann"), PHONE)
    await page.wait_for_function("() => document.querySelectorAll('.mini .disc').length >= 12")
    assert await page.locator(".mini").count() == 2
    await page.locator(".mini.own").wait_for()
    assert await page.locator(".mini").first.get_attribute("class") == "mini own your-turn"
    await page.locator(".mini").first.click()
    await page.wait_for_selector("main.your-turn")
    await by_mouse(page, "d3")
    await page.wait_for_selector('.square.last[data-move="d3"]')
    await page.locator(".back").click()
    await page.wait_for_selector(".mini.own:not(.your-turn) .square.last")
    # Long names leave room for the points.
    room = "shown => shown.scrollWidth <= shown.clientWidth"
    assert await page.locator(".ranking .wide").evaluate(room)
    await play_all(world, people)
    await world.pass_time(SOON)
    await page.wait_for_function("() => document.body.innerText.includes('Won by')")
    assert "Ann" in await page.locator(".standings tbody tr").first.inner_text()


@pytest.mark.long
async def test_a_bracket_on_a_page(pages: WebWorld, world: World, browser: Any) -> None:
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="knockout", places=4)
    await join(world, *people)
    await world.pass_time(SOON)
    page = await opened(pages, browser, await address_of(pages))
    await page.wait_for_selector(".match.live")
    assert await page.locator(".round h2").all_inner_texts() == ["Semifinals", "Final", "Third place"]
    await play_all(world, people)
    await world.pass_time(SOON)
    await page.wait_for_selector(".round:nth-child(2) .match .winner")


@pytest.mark.long
async def test_a_simul_on_a_page(pages: WebWorld, world: World, browser: Any) -> None:
    await world.ann.types("simul", places=3)
    (posted,) = [seen for seen in world.posts() if "simultaneous exhibition #1\n" in seen.text]
    for person in crowd(world, 4)[1:]:
        await person.taps("Join", posted)
    await world.pass_time(SOON)
    page = await opened(pages, browser, await address_of(pages, "Ann"))
    await page.wait_for_function("() => document.querySelectorAll('.mini.own').length == 3")
    assert "Ann against 3 opponents" in await page.locator(".status").inner_text()


@pytest.mark.long
async def test_a_vote_by_tap_on_a_page(pages: WebWorld, world: World, browser: Any) -> None:
    await world.ann.types("vote", against="computer", bot="easy", game="connect4")
    await world.pass_time(SOON)
    await world.ann.taps("4")
    address = await pages.link(1, world.ann, "Ann")
    page = await opened(pages, browser, address)
    await page.wait_for_selector('.column.mine[data-move="4"][data-votes="1"]')
    assert re.search("1 .*votes|votes", await page.locator(".status").inner_text())
    await by_mouse(page, "5")
    await page.wait_for_selector('.column.mine[data-move="5"][data-votes="1"]')
    assert await page.locator('[data-votes][data-move="4"]').count() == 0
