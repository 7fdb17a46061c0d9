"""The connections of pages: when they end, and how much they may send."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSCloseCode, WSMsgType

from bot.core.people import Person
from bot.core.visitors import groups_at
from bot.play.web_links import WebLinks
from bot.web import connection_ui, page_limits
from bot.web.connection_ui import CloseCode, nobody
from bot.web.open_pages import OpenPages, WebSessions
from bot.web.page_limits import MAX_MESSAGE, MAX_PAGES_PERSON, PERSON_BURST, PageLimits, Recent
from bot.web.socket_ui import PageConnection
from bot.web.stream import BATCH, BoardStream, Watched, _wake_all
from languages import ENGLISH
from tests.cases import for_each, there
from tests.e2e.world import World
from tests.web.browser import WebWorld, hide

pytestmark = pytest.mark.english


@asynccontextmanager
async def connected(pages: WebWorld, address: str) -> AsyncIterator[ClientWebSocketResponse]:
    """Open the socket of a page."""
    path, _, query = address.partition("?")
    async with (
        ClientSession() as session,
        session.ws_connect(f"{path}/live?{query}", headers={"Origin": pages.address}) as socket,
    ):
        yield socket


async def told(socket: ClientWebSocketResponse, kind: str) -> Any:
    """Return the next message of a kind."""
    while True:
        message = await socket.receive_json()
        if message["t"] == kind:
            return message


async def said(socket: ClientWebSocketResponse, do: str, **more: Any) -> Any:
    """Send what a page wants, and return what it is told."""
    await socket.send_json({"do": do, **more})
    return await told(socket, "said")


async def status_of(address: str) -> int:
    async with ClientSession() as session, session.get(address) as page:
        return page.status


async def reason_of_end(socket: ClientWebSocketResponse) -> int | None:
    """Read until the end; return the reason."""
    while (message := await socket.receive()).type not in (
        WSMsgType.CLOSE,
        WSMsgType.CLOSED,
        WSMsgType.ERROR,
    ):
        pass
    # The client's own answer may come too late.
    return message.data if message.type is WSMsgType.CLOSE else socket.close_code


@pytest.mark.long
async def test_pages_of_a_public_game_end_with_the_next_move_in_a_private_channel(
    pages: WebWorld, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await world.begin(world.ann, world.ben)
    address = await pages.link(game, world.chloe)
    async with connected(pages, address) as socket:
        await told(socket, "you")
        monkeypatch.setattr(world.bot.kit[OpenPages], "check", lambda: asyncio.sleep(0))
        await hide(world)
        ended = asyncio.create_task(reason_of_end(socket))
        await world.ann.taps("d3")
        assert await ended == CloseCode.NO_GAME
    assert await status_of(address) == 404


async def test_players_withdraw_the_link_where_it_is_given(pages: WebWorld, world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.ann.taps("More")
    await world.ann.taps("Watch in the browser")
    code = (await world.bot.kit[WebLinks].for_person(game, Person(world.ann.id, ""))).rpartition("/")[2]
    assert there(await world.bot.kit[WebLinks].find(code)).id == game
    await world.ann.taps("Withdraw the link")
    assert await world.bot.kit[WebLinks].find(code) is None
    # So does who started a match, and nobody else.
    await world.ann.types("match", first="easy", second="easy")
    assert "/g/" in (await world.ann.taps("Watch in the browser")).private
    await world.ann.taps("Withdraw the link")
    with pytest.raises(AssertionError):
        await world.chloe.taps("Withdraw the link")


async def test_signing_out_everywhere_reaches_open_pages(pages: WebWorld, world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    sessions = world.bot.kit[WebSessions]
    token = await sessions.sign_in(world.ann.id)
    sent = asyncio.Queue[str]()
    connection = connection_of(pages, game, FakeSocket(sent), lambda: sessions.person(token))
    running = asyncio.create_task(connection.run())
    connection.opened_by(Person(world.ann.id, "Ann"), token)
    while '"side":0' not in await sent.get():
        pass
    await world.ann.types("me")
    await world.ann.taps("Privacy")
    await world.ann.taps("Sign out everywhere")
    assert '"side":null' in await sent.get()
    assert await sessions.person(token) is None
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


class FakeSocket:
    """A socket whose client says nothing; without a queue, it takes nothing either."""

    def __init__(self, sent: asyncio.Queue[str] | None = None) -> None:
        self._sent = sent
        self.aborted = asyncio.Event()
        self._req = self
        self.transport = self

    def abort(self) -> None:
        self.aborted.set()

    async def close(self, **_: object) -> None:
        self.abort()

    def get_write_buffer_size(self) -> int:
        return 0 if self._sent else 1

    async def send_str(self, text: str) -> None:
        if self._sent is None:
            await asyncio.Event().wait()
        else:
            self._sent.put_nowait(text)

    async def receive(self, timeout: float) -> Any:  # noqa: ASYNC109
        async with asyncio.timeout(timeout):
            await self.aborted.wait()
            raise ConnectionResetError


def connection_of(
    pages: WebWorld, game: int, socket: FakeSocket, who: Any = nobody, **link: Any
) -> PageConnection:
    kit: Any = pages.world.bot.kit
    return PageConnection(game, kit, socket, ENGLISH, who, PageLimits(), **link)


async def test_who_did_not_come_by_the_link_sees_a_game_whose_link_leads_nowhere(pages: WebWorld) -> None:
    world = pages.world
    game = await world.begin(world.ann, world.ben)
    await pages.link(game, world.chloe)
    await hide(world)
    sent: asyncio.Queue[str] = asyncio.Queue()

    async def permitted() -> bool:
        return True

    running = asyncio.create_task(connection_of(pages, game, FakeSocket(sent), permitted=permitted).run())
    async with asyncio.timeout(600):
        assert '"t":"game"' in await sent.get()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_clients_that_do_nothing_are_let_go(pages: WebWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await pages.world.begin(pages.world.ann, pages.world.ben)
    says_nothing = FakeSocket(asyncio.Queue())
    with monkeypatch.context() as patched:
        patched.setattr(connection_ui, "SILENT_SECONDS", 0)
        await connection_of(pages, game, says_nothing).run()
    monkeypatch.setattr(connection_ui, "SEND_SECONDS", 0)
    takes_nothing = FakeSocket()
    with pytest.raises(ConnectionResetError):
        await connection_of(pages, game, takes_nothing).run()
    for socket in (says_nothing, takes_nothing):
        assert socket.aborted.is_set()
    assert pages.world.bot.kit[BoardStream].watching(game) == 0


@for_each(
    ("sent", "code"),
    [
        ('{"do":"win"}', CloseCode.BAD_MESSAGE),
        ("{", CloseCode.BAD_MESSAGE),
        ("[" * 2000, CloseCode.BAD_MESSAGE),
        ('{"do":"move","ply":NaN,"move":"d3"}', CloseCode.BAD_MESSAGE),
        ('{"do":"move","ply":0,"move":"\\ud800"}', CloseCode.BAD_MESSAGE),
        ('{"do":"move","ply":0,"move":"\\u0000"}', CloseCode.BAD_MESSAGE),
        (b"binary", CloseCode.BAD_MESSAGE),
        ('{"do":"beat"}'.ljust(MAX_MESSAGE + 1), WSCloseCode.MESSAGE_TOO_BIG),
    ],
)
async def test_anything_unknown_ends_the_connection(pages: WebWorld, sent: str | bytes, code: int) -> None:
    game = await pages.world.begin(pages.world.ann, pages.world.ben)
    async with connected(pages, await pages.link(game, pages.world.ann, "Ann")) as socket:
        await told(socket, "you")
        await (socket.send_bytes(sent) if isinstance(sent, bytes) else socket.send_str(sent))
        assert await reason_of_end(socket) == code
        async with asyncio.timeout(600):
            while pages.world.bot.kit[BoardStream].watching(game):  # noqa: ASYNC110
                await asyncio.sleep(0)


async def test_the_server_answers_beats_of_its_own_pages_only(pages: WebWorld) -> None:
    game = await pages.world.begin(pages.world.ann, pages.world.ben)
    address = await pages.link(game, pages.world.ann)
    for path in ("", "/review"):
        async with connected(pages, f"{address}{path}") as socket:
            await socket.send_json({"do": "beat"})
            await told(socket, "beat")
    for origin in ("https://example.org", "null", ""):
        async with (
            ClientSession() as session,
            session.ws_connect(f"{address}/live", headers={"Origin": origin}) as socket,
        ):
            # The first that they hear is the end.
            ended = await socket.receive()
            assert (ended.type, ended.data) == (WSMsgType.CLOSE, CloseCode.FOREIGN)


async def page_of(
    limits: PageLimits, address: str | None, person_id: int | None, *, plays: bool = False
) -> ExitStack | None:
    """Open a page; return how to close it, None if there is no room."""

    async def is_playing(_: int) -> bool:
        return plays

    groups, page = groups_at(address), ExitStack()
    places = await limits.places(groups, person_id, is_playing)
    if places is None:
        return None
    page.enter_context(limits.opened(places, groups, person_id))
    return page


async def test_a_page_too_many_is_told_so(pages: WebWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_limits, "MAX_PAGES_PERSON", 1)
    game = await pages.world.begin(pages.world.ann, pages.world.ben)
    address = await pages.link(game, pages.world.ann, "Ann")
    async with connected(pages, address) as first, connected(pages, address) as second:
        await told(first, "you")
        assert await reason_of_end(second) == CloseCode.TOO_MANY


async def test_a_person_has_a_limit_of_open_pages_at_all_addresses() -> None:
    limits = PageLimits()
    open_pages = [await page_of(limits, f"9.9.{number}.9", 7) for number in range(MAX_PAGES_PERSON)]
    assert None not in open_pages
    assert not await page_of(limits, "8.8.8.8", 7)
    assert await page_of(limits, "8.8.8.8", 8)
    assert await page_of(limits, "8.8.8.8", None)
    assert open_pages[0] is not None
    open_pages[0].close()
    assert await page_of(limits, "8.8.8.8", 7)


@for_each("proxy", ["names addresses", "names none"])
async def test_half_of_the_places_are_left_to_players(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setattr(page_limits, "MAX_PAGES", 400)
    limits, named = PageLimits(), proxy == "names addresses"

    def at(number: int) -> str | None:
        return f"2606:4700:{number}::1" if named else None

    silent = [page for number in range(400) if (page := await page_of(limits, at(number), None))]
    assert len(silent) == (200 if named else 100)
    assert not await page_of(limits, at(0), 7, plays=False)
    assert await page_of(limits, at(0), 8, plays=True)


def test_a_person_has_a_limit_of_actions_on_all_pages() -> None:
    limits = PageLimits()
    assert not any(limits.acts_too_fast(7, 0.0) for _ in range(PERSON_BURST))
    assert limits.acts_too_fast(7, 9.0)
    assert not limits.acts_too_fast(8, 9.0)
    assert not limits.acts_too_fast(7, 10.0)


def test_only_the_last_seconds_count() -> None:
    recent = Recent(2)
    assert [now for now in (0.0, 1.0, 9.0, 12.0, 19.0, 30.0) if recent.is_too_fast(now)] == [9.0]


class Counting:
    """A watcher that counts."""

    person_id: int | None = None

    def __init__(self) -> None:
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1


class Drawn:
    """A watcher that shows what is drawn for all; it counts how many wait for the same drawing."""

    person_id: int | None = None
    waiting = most = shown = 0

    def __init__(self, watched: Watched, tasks: set[asyncio.Task[None]]) -> None:
        self._watched = watched
        self._tasks = tasks

    def wake(self) -> None:
        self._tasks.add(asyncio.create_task(self._show()))

    async def _show(self) -> None:
        Drawn.waiting += 1
        Drawn.most = max(Drawn.most, Drawn.waiting)
        await self._watched.once("en", self._draw)
        Drawn.waiting -= 1
        Drawn.shown += 1

    async def _draw(self) -> str:
        for _ in range(200):
            await asyncio.sleep(0)
        return "the board"


async def test_a_crowd_does_not_go_on_at_once_when_the_board_is_drawn() -> None:
    watched, tasks = Watched(), set[asyncio.Task[None]]()
    watched.watchers |= {Drawn(watched, tasks).wake for _ in range(100)}
    await _wake_all(watched, watched.changes)
    await asyncio.gather(*tasks)
    assert Drawn.shown == 100
    assert Drawn.most <= 2 * BATCH


async def test_a_link_given_again_shows_the_game_to_those_who_come_then(pages: WebWorld) -> None:
    stream = pages.world.bot.kit[BoardStream]
    before, after = Counting(), Counting()
    ended: Watched = stream.join(1, before.wake)
    stream.end(1)
    assert (ended.ended, before.woken) == (True, 1)
    assert not stream.join(1, after.wake).ended
    stream.leave(1, before.wake)
    assert stream.watching(1) == 1
