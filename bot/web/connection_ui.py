"""A page's connection: what it shows goes out, a person's actions come in.

The connection of a client that is slow or silent, or sends anything unknown, is closed with a reason; the
page reconnects where that can help.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from enum import IntEnum
from typing import Any, ClassVar, Generic, TypeVar

import structlog
from aiohttp import WSMessage, WSMsgType, web
from pydantic import TypeAdapter, ValidationError

from bot.core.masking import described
from bot.core.people import Names, Person
from bot.core.refusals import Refusal, UnknownGame
from bot.features import Kit
from bot.play.web_links import NoLink
from bot.ui.refusals import refusal_text
from bot.ui.untrusted import shortened
from bot.ui.words import APOLOGY
from bot.web import words
from bot.web.actions_ui import NOTHING, ActionReply
from bot.web.game_view import as_text, lines_of, milliseconds, people_in
from bot.web.messages import Beat, PageMessage
from bot.web.open_pages import OpenPages
from bot.web.page_limits import BURST, MAX_MESSAGE, PORT, VISITOR_BURST, VISITOR_SECONDS, PageLimits, Recent
from bot.web.stream import BoardStream, Key, Link, Watched
from languages import Language, gettext, speaking

log = structlog.get_logger(__name__)

SEND_SECONDS = 10.0
"""Time limit for a client to take a message."""

CLOSE_SECONDS = 2.0
"""Time limit for a client to answer that its connection ends."""

REFUSED_SECONDS = 1.0
"""Time limit for a client to take the reason why it gets no connection."""

SILENT_SECONDS = 75.0
"""Time after which a client that sends nothing is gone; pages send a beat every 25 seconds."""

MAX_ACTIONS = 4
"""Maximum actions of a connection in progress."""


ENDED = frozenset({WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR})
"""Kinds of messages after which there are no more."""


class CloseCode(IntEnum):
    """Why a connection ends; pages know these numbers."""

    FAULT = 1011
    STOPPING = 1012
    BAD_MESSAGE = 4400
    SIGNED_OUT = 4401
    FOREIGN = 4403
    NO_GAME = 4404
    ELSEWHERE = 4421
    TOO_FAST = 4429
    TOO_MANY = 4430


Wanted = TypeVar("Wanted", bound=PageMessage)

Who = Callable[[], Awaitable[Person | None]]
"""Returns the signed-in person, or None."""

Permitted = Callable[[], Awaitable[bool]]
"""Returns whether the person of a page may still see it."""


async def nobody() -> None:
    """Return that nobody is signed in."""


class Connection(ABC, Generic[Wanted]):
    """One open page; subclasses say what it shows, and what people do there."""

    schema: ClassVar[TypeAdapter[Any]]
    """What the page may send."""

    def __init__(
        self, kit: Kit, socket: web.WebSocketResponse, language: Language, who: Who, limits: PageLimits
    ) -> None:
        """`who` is called before each action."""
        self._kit = kit
        self._socket = socket
        self._language = language
        self._who = who
        self._woken = asyncio.Event()
        self._limits = limits
        self._recent = Recent(BURST)
        self.person_id: int | None = None
        self.token: str | None = None
        self.link: Link | None = None
        self.permitted: Permitted | None = None
        self._actions: set[asyncio.Task[None]] = set()
        self._sending = asyncio.Lock()
        self._ending = False
        self._closing: asyncio.Task[None] | None = None

    def opened_by(self, person: Person | None, token: str | None) -> None:
        """Note who has opened the page, and by which session."""
        if person is None:
            # A browser that signs in gets a new page, so this one never has anything to do but to beat.
            self._recent = Recent(VISITOR_BURST, VISITOR_SECONDS)
            self._who = nobody
        else:
            self.person_id, self.token = person.id, token

    def wake(self) -> None:
        """Show the newest state soon."""
        self._woken.set()

    def sign_out(self) -> None:
        """Show from now on what visitors see."""
        self._who, self.token = nobody, None
        self.wake()

    def end(self, code: CloseCode = CloseCode.NO_GAME) -> None:
        """End the page soon, without waiting for its client."""
        if not self._ending and self._closing is None:
            self._closing = self._kit.background.spawn(self.close(code))

    async def run(self) -> None:
        """Serve the page until it leaves."""
        self.wake()
        self._kit[OpenPages].add(self)
        showing = asyncio.create_task(self._keep_showing())
        try:
            await self._listen()
        finally:
            self._kit[OpenPages].remove(self)
            # A page that is being told why it ends must hear it.
            if not self._ending:
                showing.cancel()
            with suppress(asyncio.CancelledError):
                await showing
            if self._closing is not None:
                await asyncio.wait({self._closing})
            # Without this, a client that takes nothing would never be gone.
            self._abort()

    def flooded(self) -> None:
        """End the page, which sent more than a page may, in whatever form."""
        if self._ending:
            self._abort()
        else:
            self.end(CloseCode.TOO_FAST)

    @abstractmethod
    async def _show(self) -> None:
        """Send what has changed."""

    @abstractmethod
    async def _carry_out(self, who: Person, wanted: Wanted) -> ActionReply:
        """Carry out what a person does."""

    async def _server(self) -> int | None:
        """Return the server whose names the page shows."""
        return None

    async def _keep_showing(self) -> None:
        while not self._ending:
            await self._woken.wait()
            self._woken.clear()
            if self._ending:
                return
            if self._kit.background.closing:
                await self.close(CloseCode.STOPPING)
                return
            try:
                await self._show()
            except (ConnectionError, TimeoutError, RuntimeError):
                self._abort()
                return
            except Exception as error:  # noqa: BLE001 - logged
                self._log_fault("a page could not be drawn", error)
                await self.close(CloseCode.FAULT)
                return

    async def _listen(self) -> None:
        while True:
            try:
                message: WSMessage = await self._socket.receive(timeout=SILENT_SECONDS)
            except TimeoutError:
                self._abort()
                return
            if message.type in ENDED:
                return
            # Control frames, too: aiohttp would answer any number of them without giving way to others.
            if self._recent.is_too_fast(self._kit.runtime.monotonic()):
                await self.close(CloseCode.TOO_FAST)
                return
            if message.type is WSMsgType.PING:
                await self._pong(message.data)
                continue
            if message.type is WSMsgType.PONG:
                continue
            wanted = self._read(message)
            if wanted is None:
                await self.close(CloseCode.BAD_MESSAGE)
                return
            if isinstance(wanted, Beat):
                await self._beat()
            else:
                self._begin(wanted)

    def _read(self, message: WSMessage) -> Any:
        """Return what a page wants; None if it is nothing that it may send."""
        if message.type is not WSMsgType.TEXT:
            return None
        try:
            return self.schema.validate_json(message.data)
        except ValidationError:
            return None

    async def _pong(self, data: bytes) -> None:
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            async with self._sending, asyncio.timeout(SEND_SECONDS):
                await self._socket.pong(data)

    async def _beat(self) -> None:
        """Tell the page that the server is still there, too, which costs as little as possible."""
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            await self._send(BEAT)

    def _begin(self, wanted: Wanted) -> None:
        if len(self._actions) >= MAX_ACTIONS:
            return
        task = self._kit.background.spawn(self._answer(wanted))
        self._actions.add(task)
        task.add_done_callback(self._actions.discard)

    async def _answer(self, wanted: Wanted) -> None:
        with speaking(self._language):
            try:
                reply = await self._carry_out(await self._person(), wanted)
            except Refusal as refusal:
                reply = ActionReply(refusal_text(refusal), extra={"refused": True})
                if refusal.outdated:
                    self.wake()
            except Exception as error:  # noqa: BLE001 - logged
                self._log_fault("an action on a page failed", error)
                reply = ActionReply(gettext(APOLOGY), extra={"refused": True})
        if reply is not NOTHING:
            await self._tell(await self._said(reply))

    def _log_fault(self, event: str, error: Exception) -> None:
        """Log a fault of ours; one that people repeat must not fill the log."""
        page, kind = type(self).__name__, type(error).__name__
        facts = self._limits.lines.admit(f"{event} {page} {kind}", self._kit.runtime.monotonic())
        if facts is not None:
            log.error(event, page=page, error=described(error), exc_info=error, **facts)

    async def _person(self) -> Person:
        """Return who acts; refused to visitors, and to people who do too much at once."""
        who = await self._who()
        if who is None:
            raise words.SignedOut
        if self._limits.acts_too_fast(who.id, self._kit.runtime.monotonic()):
            raise words.TooFast
        return who

    async def _said(self, reply: ActionReply) -> dict[str, Any]:
        text = {"lines": await self._lines(reply.text)} if reply.text else {}
        question = {"question": reply.question, "yes": reply.yes, "no": reply.no} if reply.question else {}
        return {"t": "said", **text, **question, **reply.extra}

    async def _lines(self, text: str) -> list[dict[str, object]]:
        return lines_of(text, await self._kit[Names].of_people(people_in(text), await self._server()))

    async def _you(self, who: Person | None, guild_id: int | None) -> dict[str, Any]:
        """Return the message about who is signed in; people who have never played have no name here."""
        if who is None:
            return {"t": "you", "name": None}
        names = await self._kit[Names].of_people([who.id], guild_id)
        return {"t": "you", "name": shortened(names.get(who.id, ""))}

    async def _tell(self, message: dict[str, Any]) -> bool:
        """Send a message; returns False if the page is gone."""
        try:
            await self._send(as_text(message))
        except (ConnectionError, TimeoutError, RuntimeError):
            return False
        return True

    async def _send(self, text: str) -> None:
        """Send a message with the present time, by which pages count: it may have been drawn long before."""
        async with self._sending:
            text = f'{{"now":{milliseconds(self._kit.runtime.now())},{text[1:]}'
            transport = self._transport
            if transport is not None and not transport.get_write_buffer_size():
                # Nothing is queued, so this can't block, and a timer would double its cost.
                await self._socket.send_str(text)
                return
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_str(text)

    async def close(self, code: CloseCode) -> None:
        """End the connection with a reason, whether or not the client answers."""
        self._ending = True
        self.wake()
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._socket.close(code=code, message=code.name.lower().encode())
        self._abort()

    def _abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    @property
    def _transport(self) -> asyncio.WriteTransport | None:
        """The connection's transport; None once it is closed."""
        return None if self._socket._req is None else self._socket._req.transport


class LivePage(Connection[Wanted]):
    """A page of the board stream, which shows what changes; it ends with the link that led to it."""

    def __init__(
        self, keys: Iterable[Key], link: Link, *args: Any, permitted: Permitted | None = None
    ) -> None:
        """The page shows `keys`; its `link` leads to one of them, unless `permitted` is what counts."""
        super().__init__(*args)
        self._keys = tuple(keys)
        self.permitted = permitted
        self.link = link if permitted is None else None
        self._watched: dict[Key, Watched] = {}
        """What the page shows."""
        self._sent: dict[object, str] = {}

    async def run(self) -> None:
        for key in self._keys:
            self._join(key)
        try:
            await super().run()
        finally:
            for key in tuple(self._watched):
                self._leave(key)

    @abstractmethod
    async def _send_changes(self) -> None:
        """Send what has changed; raises `UnknownGame` if there is nothing to show."""

    @abstractmethod
    async def _is_hidden(self) -> bool:
        """Return whether the page's link leads nowhere because not everyone sees the channel any more."""

    async def _show(self) -> None:
        try:
            ended = [key for key in self._keys if self._watched[key].ended]
            if self.link is None:
                # Those who came by the link were sent away.
                for key in ended:
                    self._join(key)
            elif bool(ended) or await self._watched[self.link].once("hidden", self._is_hidden):
                raise NoLink
            await self._send_changes()
        except (UnknownGame, NoLink):
            await self.close(CloseCode.NO_GAME)

    def sign_out(self) -> None:
        """Show what visitors see if the page came by a link; end it otherwise."""
        super().sign_out()
        if self.link is None:
            self.end(CloseCode.SIGNED_OUT)

    def _join(self, key: Key) -> None:
        self._watched[key] = self._kit[BoardStream].join(key, self.wake)

    def _leave(self, key: Key) -> None:
        self._kit[BoardStream].leave(key, self.wake)
        del self._watched[key]

    async def _send_new(self, what: object, text: str) -> None:
        """Send a message unless it is the last one about the same."""
        if self._sent.get(what) != text:
            self._sent[what] = text
            await self._send(text)


def new_socket(request: web.Request, close_seconds: float) -> web.WebSocketResponse:
    """Return a socket for a page; `close_seconds` is the time limit for an answer that it ends."""
    if not request.headers.get("Sec-WebSocket-Key", "").isascii():
        # aiohttp decodes it without a look.
        raise web.HTTPBadRequest
    return web.WebSocketResponse(
        compress=False, autoping=False, max_msg_size=MAX_MESSAGE, timeout=close_seconds
    )


async def refuse_socket(request: web.Request, code: CloseCode) -> web.StreamResponse:
    """Tell a page why it gets no connection; it can't read the status of a refused one.

    Its place is free for others at once, whether or not its client answers.
    """
    socket = new_socket(request, REFUSED_SECONDS)
    await socket.prepare(request)
    if PORT in request.app:
        request.app[PORT].refuse(request.transport, REFUSED_SECONDS)
    await socket.close(code=code, message=code.name.lower().encode())
    if request.transport is not None:
        request.transport.abort()
    return socket


BEAT = as_text({"t": "beat"})
"""The answer to a beat."""
