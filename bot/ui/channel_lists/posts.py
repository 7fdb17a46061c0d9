"""The list of a channel's games as a message on Discord."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from bot.channel_lists.posts import Listed, NotListed
from bot.games.people import Place
from bot.ui.channel_lists import words
from bot.ui.layout import BLUE, card
from bot.ui.publisher import Drawing, MessagePublisher, NotShown
from bot.ui.request import Request
from data import ChannelList, ListedGame


class ChannelListPosts:
    """Posts lists, edits and removes them."""

    def __init__(self, publisher: MessagePublisher) -> None:
        self._publisher = publisher

    async def answer(self, request: Request, games: Sequence[ListedGame], total: int) -> Listed:
        """Answer a command with a list."""
        text = words.list_text(games, total)
        sent = await self._publisher.answer(request, _drawing(text))
        return Listed(sent.id, _digest(text))

    async def show(self, kept: ChannelList, games: Sequence[ListedGame], total: int) -> Listed | NotListed:
        """Bring the message of a list up to date: a new one in its place where it is gone, or too old to be
        edited."""
        text = words.list_text(games, total)
        digest = _digest(text)
        if kept.message_id is not None and kept.digest == digest:
            return Listed(kept.message_id, digest)

        async def draw() -> Drawing:
            return _drawing(text)

        place = Place(kept.channel_id, kept.guild_id)
        about = {"list of channel": kept.channel_id}
        shown = await self._publisher.publish(draw, place, kept.message_id, about=about)
        if isinstance(shown, NotShown):
            return NotListed(shown.permanent)
        if kept.message_id not in (None, shown.message_id):
            assert kept.message_id is not None
            await self._publisher.remove(place, kept.message_id)
        return Listed(shown.message_id, digest)

    async def remove(self, kept: ChannelList) -> None:
        """Remove the message of a list that is of no use any more."""
        if kept.message_id is not None:
            await self._publisher.remove(Place(kept.channel_id, kept.guild_id), kept.message_id)


def _drawing(text: str) -> Drawing:
    return Drawing(card(text, colour=BLUE), [])


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
