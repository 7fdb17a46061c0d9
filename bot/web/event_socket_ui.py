"""The connection of an event's page: one stream for its card and all its boards."""

from __future__ import annotations

from typing import Any

from bot.core.people import Person
from bot.events.tournaments.web_links import TournamentLinks
from bot.web.actions_ui import NOTHING, ActionReply
from bot.web.connection_ui import LivePage
from bot.web.event_view import EventFrames
from bot.web.messages import BEATS, Beat
from bot.web.stream import EventKey
from data.tournaments.records import TournamentRecord


class EventConnection(LivePage[Beat]):
    """One page that shows an event."""

    schema = BEATS

    def __init__(self, event: TournamentRecord, frames: EventFrames, *args: Any) -> None:
        self._event = event
        self._key = EventKey(event.tournament.id)
        super().__init__([self._key], self._key, *args)
        self._frames = frames

    async def _send_changes(self) -> None:
        shown = await self._frames.event(self._key, self._watched[self._key], self._language)
        await self._send_new("event", shown.text)
        self._follow(shown.games)
        for game_id in shown.games:
            text = await self._frames.board(game_id, self._watched[game_id], self._language)
            if text:
                await self._send_new(game_id, text)
        who = await self._who()
        self.person_id = None if who is None else who.id
        await self._send_new("you", await self._frames.own(self._key, who))

    async def _is_hidden(self) -> bool:
        return await self._kit[TournamentLinks].is_hidden(self._event)

    def _follow(self, games: tuple[int, ...]) -> None:
        """Hear of the changes of these games alone."""
        for key in set(self._watched) - {self._key, *games}:
            self._leave(key)
            self._sent.pop(key, None)
        for game_id in games:
            if game_id not in self._watched or self._watched[game_id].ended:
                self._join(game_id)

    async def _carry_out(self, who: Person, wanted: Beat) -> ActionReply:
        # Boards are played on their own pages.
        return NOTHING
