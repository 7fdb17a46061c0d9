"""The connection of a page to its game: snapshots out, a person's actions in.

A page gets whole snapshots, never more of them than it can take.
"""

from __future__ import annotations

from typing import Any

from bot.computer.computer import Computer
from bot.computer.opponents.level_advice import LevelAdvice
from bot.core.people import Names, Person
from bot.core.refusals import UnknownGame
from bot.play.games.referee import Referee
from bot.play.questions.questions import Questions
from bot.play.web_links.refusals import NoLink
from bot.play.web_links.web_links import WebLinks
from bot.web.actions_ui import ActionReply, GameActions
from bot.web.connection_ui import CloseCode, Connection, as_text
from bot.web.controls_view import answers_of, buttons_of
from bot.web.game_view import GameFrames
from bot.web.messages import MESSAGES, Act, Play
from bot.web.plans_ui import PLAN_ACTIONS, plan, plan_button
from bot.web.stream import BoardStream, Watched
from languages import speaking


class PageConnection(Connection[Play | Act]):
    """One page that shows a game."""

    schema = MESSAGES

    def __init__(self, game_id: int, frames: GameFrames, *args: Any) -> None:
        super().__init__(*args)
        self._frames = frames
        self._game_id = game_id
        self._watched = Watched()
        self._last_shown = self._last_own = ""

    async def run(self) -> None:
        """Serve the page until it leaves."""
        self._watched = self._services[BoardStream].join(self._game_id, self)
        try:
            await super().run()
        finally:
            self._services[BoardStream].leave(self._game_id, self)

    async def _show(self) -> None:
        """Send what has changed."""
        if self._watched.ended:
            await self.close(CloseCode.NO_GAME)
            return
        try:
            shown = await self._frames.text(self._game_id, self._watched, self._language)
        except (UnknownGame, NoLink):
            await self.close(CloseCode.NO_GAME)
            return
        if shown != self._last_shown:
            self._last_shown = shown
            await self._send(shown)
        own = await self._own()
        if own != self._last_own:
            self._last_own = own
            await self._send(own)

    async def _beat(self) -> None:
        """End the page if not everyone sees the game's channel any more; else see who is signed in."""
        game = self._watched.game
        if game is not None and await self._services[WebLinks].is_hidden(game):
            await self.close(CloseCode.NO_GAME)
        else:
            await super()._beat()

    async def _own(self) -> str:
        """Return the message about the person: their side and their buttons."""
        who = await self._who()
        self.person_id = None if who is None else who.id
        if who is None:
            return as_text({"t": "you", "side": None, "name": None, "buttons": []})
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
                buttons += plan_button(snapshot, side)
        name = await services[Names].of_people({who.id: who.id}, snapshot.game.guild_id)
        return as_text({"t": "you", "side": side, "name": name.get(who.id, ""), "buttons": buttons})

    async def _carry_out(self, who: Person, wanted: Play | Act) -> ActionReply:
        actions = GameActions(self._services, who, self._game_id)
        if isinstance(wanted, Play):
            return await actions.play(wanted)
        if wanted.act in PLAN_ACTIONS:
            return await plan(self._services, self._game_id, who, wanted)
        reply = await actions.act(wanted)
        if wanted.act in ("ask", "no"):
            # Questions are no changes of the game.
            self._services[BoardStream].wake(self._game_id)
        if "game" in reply.extra:
            address = await self._services[WebLinks].for_person(reply.extra["game"], who)
            return ActionReply(extra={"to": address, "game": reply.extra["game"]})
        return reply

    async def _server(self) -> int | None:
        """Return the server whose names the page shows."""
        return (await self._services[Referee].snapshot(self._game_id)).game.guild_id
