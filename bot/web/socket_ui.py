"""The connections of pages: snapshots out, a person's actions in.

A page gets whole snapshots, never more of them than it can take. The connection of a client that is slow or
silent, or sends anything unknown, is closed with a reason; the page reconnects where that can help.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
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
from bot.web.messages import MESSAGES, Act, Beat, Play
from bot.web.page_limits import BURST, PageLimits, Recent
from bot.web.stream import BoardStream, EventKey, Key, Watched
from bot.web.vote_view import own_vote, vote_board
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
    TOO_FAST = 4429


class LivePage:
    """One page that shows what changes; what it shows are `keys` of the stream."""

    def __init__(
        self,
        services: Services,
        socket: web.WebSocketResponse,
        keys: Iterable[Key],
        language: Language,
        who: Callable[[], Any],
    ) -> None:
        """`who` returns the signed-in person, or None; it is called before each action."""
        self._services = services
        self._socket = socket
        self._language = language
        self._who = who
        self._woken = asyncio.Event()
        self._recent = Recent(BURST)
        self.person_id: int | None = None
        self._sending = asyncio.Lock()
        self._keys = tuple(keys)
        self._watched: dict[Key, Watched] = {}
        """What the page shows."""

    def wake(self) -> None:
        """Show the newest state soon."""
        self._woken.set()

    async def run(self) -> None:
        """Serve the page until it leaves."""
        for key in self._keys:
            self._join(key)
        self.wake()
        showing = asyncio.create_task(self._show())
        try:
            await self._listen()
        finally:
            for key in tuple(self._watched):
                self._leave(key)
            showing.cancel()
            with suppress(asyncio.CancelledError):
                await showing

    def _join(self, key: Key) -> None:
        self._watched[key] = self._services[BoardStream].join(key, self)

    def _leave(self, key: Key) -> None:
        self._services[BoardStream].leave(key, self)
        del self._watched[key]

    async def _send_changes(self) -> None:
        """Send what has changed; raises UnknownGame if there is nothing to show."""
        raise NotImplementedError

    async def _obey(self, wanted: Play | Act) -> None:
        """Carry out what the page sends; pages without actions end for it."""
        await self.close(CloseCode.BAD_MESSAGE)

    async def _show(self) -> None:
        """Send the state whenever it has changed."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            if self._services.background.closing:
                await self.close(CloseCode.STOPPING)
                return
            if any(self._watched[key].ended for key in self._keys):
                await self.close(CloseCode.NO_GAME)
                return
            try:
                await self._send_changes()
            except UnknownGame:
                await self.close(CloseCode.NO_GAME)
                return
            except (ConnectionError, TimeoutError, RuntimeError):
                self._abort()
                return
            except Exception as error:
                log.exception("a page could not be drawn", shown=self._keys, error=described(error))
                await self.close(CloseCode.FAULT)
                return

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
                await self._obey(wanted)
            elif self.person_id is not None:
                # They may have signed out on another process.
                self.wake()

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


def as_text(message: dict[str, Any]) -> str:
    """Return a message as pages get it."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


VISITOR = as_text({"t": "you", "side": None, "name": None, "buttons": []})
"""What is told to who is not signed in."""


class PageConnection(LivePage):
    """One page that shows a game, maybe one of an event."""

    def __init__(
        self,
        services: Services,
        frames: GameFrames,
        socket: web.WebSocketResponse,
        game_id: int,
        language: Language,
        who: Callable[[], Any],
        limits: PageLimits,
        event: EventKey | None = None,
    ) -> None:
        """The page ends with the link of the `event`, if that has led to it."""
        super().__init__(services, socket, [game_id, *([event] if event else [])], language, who)
        self._frames = frames
        self._game_id = game_id
        self._limits = limits
        self._actions: set[asyncio.Task[None]] = set()
        self._last_shown = self._last_own = ""

    async def _send_changes(self) -> None:
        shown = await self._frames.text(self._game_id, self._watched[self._game_id], self._language)
        if shown != self._last_shown:
            self._last_shown = shown
            await self._send(shown)
        own = await self._own()
        if own != self._last_own:
            self._last_own = own
            await self._send(own)

    async def _own(self) -> str:
        """Return the message about the person: their side and their buttons."""
        who: Person | None = await self._who()
        self.person_id = None if who is None else who.id
        if who is None:
            return VISITOR
        services = self._services
        snapshot = await services[Referee].snapshot(self._game_id)
        vote = await vote_board(services, snapshot)
        seat = {"side": snapshot.side_of(who.id)} if vote is None else own_vote(vote, who)
        side = None if vote else seat["side"]
        buttons: list[dict[str, Any]] = []
        if side is not None and not snapshot.is_exhibition:
            kinds = (await services[Questions].askable(self._game_id, who))[1] if snapshot.going else ()
            step = await services[LevelAdvice].step(snapshot)
            with speaking(self._language):
                status = services[Computer].status(self._game_id)
                buttons = [*answers_of(snapshot, side), *buttons_of(snapshot, status, step, kinds)]
        name = await services[Names].of_people({who.id: who.id}, snapshot.game.guild_id)
        return as_text({"t": "you", **seat, "name": name.get(who.id), "buttons": buttons})

    async def _obey(self, wanted: Play | Act) -> None:
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
                await self._send(as_text(await self._said(reply)))

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
            return ActionReply(extra={"to": address})
        return reply

    async def _said(self, reply: ActionReply) -> dict[str, Any]:
        """Return a reply as the page gets it."""
        snapshot = await self._services[Referee].snapshot(self._game_id)
        mentioned = {person: person for person in people_in(reply.text)}
        names = await self._services[Names].of_people(mentioned, snapshot.game.guild_id)
        text = {"lines": lines_of(reply.text, names)} if reply.text else {}
        question = {"question": reply.question, "yes": reply.yes} if reply.question else {}
        return {"t": "said", **text, **question, **reply.extra}
