"""The connection of a page to its game: snapshots out, a person's actions in.

A page gets whole snapshots, never more of them than it can take. The connection of a client that is slow or
silent, or sends anything unknown, is closed with a reason; the page reconnects where that can help.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from typing import Any

import structlog
from aiohttp import WSMessage, WSMsgType, web
from pydantic import ValidationError

from bot.computer.computer import Computer
from bot.computer.opponents.level_advice import LevelAdvice
from bot.core.masking import described
from bot.core.people import Names, Person
from bot.core.refusals import Refusal, UnknownGame
from bot.play.games.referee import Referee
from bot.play.questions.questions import Questions
from bot.play.web_links.web_links import WebLinks
from bot.services.services import Services
from bot.ui.refusals import refusal_text
from bot.ui.words import APOLOGY
from bot.web import refusals
from bot.web.actions_ui import NOTHING, ActionReply, GameActions
from bot.web.controls_view import answers_of, buttons_of
from bot.web.game_view import GameFrames
from bot.web.markup_view import lines_of, people_in
from bot.web.messages import MAX_MESSAGE, MESSAGES, Act, Beat, Play
from bot.web.page_limits import BURST, PageLimits, Recent
from bot.web.stream import BoardStream
from languages import Language, gettext, speaking

log = structlog.get_logger(__name__)

SEND_SECONDS = 10.0
"""Time limit for a client to take a message."""

SILENT_SECONDS = 75.0
"""Time after which a client that sends nothing is gone; pages send a beat every 25 seconds."""

MAX_ACTIONS = 4
"""Maximum actions of a connection in progress."""


class CloseCode(IntEnum):
    """Why a connection ends; pages know these numbers."""

    FAULT = 1011
    STOPPING = 1012
    BAD_MESSAGE = 4400
    SIGNED_OUT = 4401
    NO_GAME = 4404
    ELSEWHERE = 4421
    TOO_FAST = 4429


class PageConnection:
    """One page that shows a game."""

    def __init__(
        self,
        services: Services,
        frames: GameFrames,
        socket: web.WebSocketResponse,
        game_id: int,
        language: Language,
        who: Callable[[], Any],
        limits: PageLimits,
    ) -> None:
        """`who` returns the signed-in person, or None; it is called before each action."""
        self._services = services
        self._frames = frames
        self._socket = socket
        self._game_id = game_id
        self._language = language
        self._who = who
        self._woken = asyncio.Event()
        self._limits = limits
        self._recent = Recent(BURST)
        self.person_id: int | None = None
        self._actions: set[asyncio.Task[None]] = set()
        self._last_shown = self._last_own = ""
        self._sending = asyncio.Lock()

    def wake(self) -> None:
        """Show the newest state soon."""
        self._woken.set()

    async def run(self) -> None:
        """Serve the page until it leaves."""
        watched = self._services[BoardStream].join(self._game_id, self)
        self.wake()
        showing = asyncio.create_task(self._show(watched))
        try:
            await self._listen()
        finally:
            self._services[BoardStream].leave(self._game_id, self)
            showing.cancel()
            with suppress(asyncio.CancelledError):
                await showing

    async def _show(self, watched: Any) -> None:
        """Send the state whenever it has changed."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            if self._services.background.closing:
                await self.close(CloseCode.STOPPING)
                return
            if watched.ended:
                await self.close(CloseCode.NO_GAME)
                return
            try:
                shown = await self._frames.text(self._game_id, watched, self._language)
                if shown != self._last_shown:
                    self._last_shown = shown
                    await self._send(shown)
                own = await self._own()
                if own != self._last_own:
                    self._last_own = own
                    await self._send(own)
            except UnknownGame:
                await self.close(CloseCode.NO_GAME)
                return
            except (ConnectionError, TimeoutError, RuntimeError):
                self._abort()
                return
            except Exception as error:
                log.exception("a page could not be drawn", game=self._game_id, error=described(error))
                await self.close(CloseCode.FAULT)
                return

    async def _own(self) -> str:
        """Return the message about the person: their side and their buttons."""
        who: Person | None = await self._who()
        self.person_id = None if who is None else who.id
        if who is None:
            return _text({"t": "you", "side": None, "name": None, "buttons": []})
        services = self._services
        snapshot = await services[Referee].snapshot(self._game_id)
        side = snapshot.side_of(who.id)
        buttons: list[dict[str, Any]] = []
        if side is not None and not snapshot.is_exhibition:
            kinds = (await services[Questions].askable(self._game_id, who))[1] if snapshot.going else ()
            step = await services[LevelAdvice].step(snapshot)
            with speaking(self._language):
                status = services[Computer].status(self._game_id)
                buttons = [*answers_of(snapshot, side), *buttons_of(snapshot, status, step, kinds)]
        name = await services[Names].of_people({who.id: who.id}, snapshot.game.guild_id)
        return _text({"t": "you", "side": side, "name": name.get(who.id, ""), "buttons": buttons})

    async def _listen(self) -> None:
        """Carry out what the page sends."""
        while True:
            try:
                message: WSMessage = await self._socket.receive(timeout=SILENT_SECONDS)
            except TimeoutError:
                self._abort()
                return
            if message.type is not WSMsgType.TEXT:
                if message.type in (WSMsgType.BINARY, WSMsgType.CONTINUATION):
                    await self.close(CloseCode.BAD_MESSAGE)
                return
            try:
                wanted = MESSAGES.validate_json(message.data)
            except ValidationError:
                await self.close(CloseCode.BAD_MESSAGE)
                return
            if self._recent.is_too_fast(self._services.runtime.monotonic()):
                await self.close(CloseCode.TOO_FAST)
                return
            if not isinstance(wanted, Beat):
                self._begin(wanted)
            elif self.person_id is not None:
                # They may have signed out on another process.
                self.wake()

    def _begin(self, wanted: Play | Act) -> None:
        if len(self._actions) >= MAX_ACTIONS:
            return
        task = self._services.background.spawn(self._carry_out(wanted))
        self._actions.add(task)
        task.add_done_callback(self._actions.discard)

    async def _carry_out(self, wanted: Play | Act) -> None:
        with speaking(self._language):
            try:
                reply = await self._done(wanted)
            except Refusal as refusal:
                reply = ActionReply(refusal_text(refusal), extra={"refused": True})
                if refusal.outdated:
                    self.wake()
            except Exception as error:
                log.exception("an action on a page failed", game=self._game_id, error=described(error))
                reply = ActionReply(gettext(APOLOGY), extra={"refused": True})
        if reply is not NOTHING:
            with suppress(ConnectionError, TimeoutError, RuntimeError):
                await self._send(_text(await self._said(reply)))

    async def _done(self, wanted: Play | Act) -> ActionReply:
        who: Person | None = await self._who()
        if who is None:
            raise refusals.SignedOut
        if self._limits.acts_too_fast(who.id, self._services.runtime.monotonic()):
            raise refusals.TooFast
        actions = GameActions(self._services, who, self._game_id)
        if isinstance(wanted, Play):
            return await actions.play(wanted)
        reply = await actions.act(wanted)
        if wanted.act in ("ask", "no"):
            # Questions are no changes of the game.
            self._services[BoardStream].wake(self._game_id)
        if "game" in reply.extra:
            address = await self._services[WebLinks].for_person(reply.extra["game"], who)
            return ActionReply(extra={"to": address, "game": reply.extra["game"]})
        return reply

    async def _said(self, reply: ActionReply) -> dict[str, Any]:
        """Return a reply as the page gets it."""
        snapshot = await self._services[Referee].snapshot(self._game_id)
        mentioned = {person: person for person in people_in(reply.text)}
        names = await self._services[Names].of_people(mentioned, snapshot.game.guild_id)
        text = {"lines": lines_of(reply.text, names)} if reply.text else {}
        question = {"question": reply.question, "yes": reply.yes} if reply.question else {}
        return {"t": "said", **text, **question, **reply.extra}

    async def _send(self, text: str) -> None:
        async with self._sending, asyncio.timeout(SEND_SECONDS):
            await self._socket.send_str(text)

    async def close(self, code: CloseCode) -> None:
        """End the connection with a reason."""
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.close(code=code, message=code.name.lower().encode())

    def _abort(self) -> None:
        transport = self._socket._req.transport if self._socket._req is not None else None
        if transport is not None:
            transport.abort()


async def refuse_socket(request: web.Request, code: CloseCode) -> web.StreamResponse:
    """Tell a page why it gets no connection; it can't read the status of a refused one."""
    socket = web.WebSocketResponse(max_msg_size=MAX_MESSAGE)
    await socket.prepare(request)
    await socket.close(code=code, message=code.name.lower().encode())
    return socket


def _text(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
