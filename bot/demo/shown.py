"""What the bot's messages show, to be shown again in another language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cachetools import LRUCache

from bot.demo.earlier import thread_name
from bot.events.tournaments.cards import EventMessage
from data import Storage

ShowAgain = Callable[[], Awaitable[object]]

MAX_MESSAGES = 200
"""Messages remembered, the latest."""


class ShownMessages:
    """The content of the bot's latest messages, except boards of games: these follow from the games."""

    def __init__(self) -> None:
        self._contents: LRUCache[int, tuple[object, ShowAgain]] = LRUCache(MAX_MESSAGES)

    def note(self, message_id: int, content: object, show_again: ShowAgain) -> None:
        """Remember what a message shows now."""
        self._contents[message_id] = content, show_again

    async def translate(self) -> None:
        """Show all again in the language of their places, the newest first."""
        for message_id in sorted(self._contents, reverse=True):
            translated = None
            # The bot may change the message meanwhile.
            while (shown := self._contents.get(message_id)) is not None and shown is not translated:
                translated = shown
                await shown[1]()

    async def threads(self, storage: Storage) -> dict[int, str]:
        """Return the names of the threads of events, by id."""
        names = {}
        for content, _ in [*self._contents.values()]:
            if not isinstance(content, EventMessage):
                continue
            tournament = content.record.tournament
            if tournament.boards_id is not None:
                names[tournament.boards_id] = await thread_name(storage, tournament)
        return names
