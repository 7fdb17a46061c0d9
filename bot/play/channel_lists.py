"""Lists of a channel's games, posted in the channel and kept up to date."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from bot.core.background import Backoff
from bot.core.fields import Frozen
from bot.core.people import Place
from bot.core.publisher import UserRequest
from bot.core.refusals import refusal
from bot.features import Kit
from bot.messages.delivery import Messenger, Post, Posts, recorded_in
from bot.play.web_links import LinkWithdrawn, WebLinks
from data.games.changes import GameChanges
from data.games.records import Game
from data.messages.channels import ChannelList, ChannelListStore, ListedGame, ThreadStore

NoListHere = refusal("This channel has no list of its games.")


MAX_LISTED = 25
"""Maximum games read for a list; a message may hold fewer."""

DEBOUNCE = timedelta(seconds=3)
INTERVAL = timedelta(seconds=10)
"""Minimum time between two edits of a list."""

BACKOFF = Backoff(2 * INTERVAL, timedelta(minutes=15))


class ChannelGames(Frozen):
    """A list's content: the first of the `total` games in a channel."""

    channel_id: int
    games: tuple[ListedGame, ...]
    total: int
    addresses: Mapping[int, str]
    """Links to games that can be watched in a browser, by game."""


class ChannelLists:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._links = kit[WebLinks]
        self._messenger = kit[Messenger]
        self._background = kit.background
        self._posts = Posts(
            "channel list",
            self._load,
            recorded_in(kit[ChannelListStore]),
            kit,
            backoff=BACKOFF,
            interval=INTERVAL,
            refused=self._give_up,
        )
        self._channels: set[int] | None = None
        kit[GameChanges].listen(self._note)
        kit[LinkWithdrawn].listen(self._note)

    async def post(self, place: Place, request: UserRequest) -> ChannelGames:
        """Answer a command with the list of its channel, which replaces an earlier one."""
        store = self._storage[ChannelListStore]
        before = await store.of(place.channel_id)
        # A list without a digest is posted by the next start, unless that finds the message.
        old = None if before is None else before.message_id
        await store.keep(ChannelList(place.channel_id, place.guild_id, old))
        try:
            content = await self._posts.answer(place.channel_id, request)
        except Exception:
            await (store.forget(place.channel_id) if before is None else store.keep(before))
            raise
        if content is None:
            raise NoListHere
        if self._channels is not None:
            self._channels.add(place.channel_id)
        # Games may have changed while it was sent.
        self._posts.update(place.channel_id, DEBOUNCE)
        return content

    async def remove(self, place: Place) -> None:
        entry = await self._storage[ChannelListStore].of(place.channel_id)
        if entry is None or not await self._storage[ChannelListStore].forget(place.channel_id):
            raise NoListHere
        self._drop(place.channel_id)
        if entry.message_id is not None:
            await self._messenger.remove(_place(entry), entry.message_id)

    async def on_start(self) -> None:
        """Update every list: games may have changed since it was shown."""
        self._channels = set(await self._storage[ChannelListStore].channels())
        for channel_id in self._channels:
            self._posts.update(channel_id, timedelta())

    def close(self) -> None:
        self._posts.close()

    def _note(self, game: Game) -> None:
        """Update the list of the channel in which a game or its link has changed."""
        if not self._channels:
            return
        if game.channel_id in self._channels:
            self._posts.update(game.channel_id, DEBOUNCE)
        else:
            self._background.spawn(self._react_to_thread(game.channel_id))

    async def _react_to_thread(self, thread_id: int) -> None:
        """Update the list of a thread's channel, if it has one."""
        parent_id = await self._storage[ThreadStore].parent_of(thread_id)
        if parent_id is not None and self._channels and parent_id in self._channels:
            self._posts.update(parent_id, DEBOUNCE)

    async def _load(self, channel_id: int) -> Post[ChannelGames] | None:
        entry = await self._storage[ChannelListStore].of(channel_id)
        if entry is None:
            return None
        games, total = await self._storage[ChannelListStore].games_in(channel_id, MAX_LISTED)
        addresses = await self._links.of_public([(game.id, game.guild_id, game.channel_id) for game in games])
        content = ChannelGames(channel_id, tuple(games), total, addresses)
        unknown = entry.digest is None
        return Post(content, _place(entry), entry.message_id, entry.digest or "", repost=unknown)

    async def _give_up(self, channel_id: int, *_: object) -> None:
        await self._storage[ChannelListStore].forget(channel_id)
        self._drop(channel_id)

    def _drop(self, channel_id: int) -> None:
        if self._channels is not None:
            self._channels.discard(channel_id)
        self._posts.drop(channel_id)


def _place(entry: ChannelList) -> Place:
    return Place(entry.channel_id, entry.guild_id)
