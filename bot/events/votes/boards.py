"""The boards of vote games: one message in the game's channel, and one in that of the second server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from cachetools import LRUCache

from bot.core.people import Place
from bot.core.publisher import Request
from bot.core.schedule import Backoff
from bot.core.snapshot import GameSnapshot
from bot.events.votes.records import VoteRecords, VoterRecord
from bot.messages.delivery import Delivered, Delivery
from bot.messages.kept import KeptMessages
from bot.services.services import Kit
from data.games.records import Game
from data.games.votes import Ballot, VoteGame, VoteStore
from data.games.waiting import WaitingStore

DEBOUNCE = timedelta(seconds=1)

INTERVAL = timedelta(seconds=3)
"""Minimum time between two edits of a board: a channel takes about five edits in five seconds."""

BACKOFF = Backoff(timedelta(seconds=2), timedelta(minutes=5))

BOARDS = 2
"""Maximum boards of a game."""

CACHE_SIZE = 1000
"""Maximum boards whose shown position is known."""


@dataclass(frozen=True, slots=True)
class VoteBoard:
    """The content of a board: `board` is 0 in the game's channel, 1 in that of the second server."""

    snapshot: GameSnapshot
    vote: VoteGame
    ballot: Ballot
    board: int
    record: tuple[VoterRecord, ...] = ()


class VoteBoards:
    """Posts boards and keeps them up to date."""

    def __init__(self, kit: Kit, records: VoteRecords, is_stale: Callable[[Game], Awaitable[bool]]) -> None:
        """`is_stale` tells whether a message is old or far up in its channel, and is better posted again."""
        self._storage = kit.storage
        self._messenger = kit.messenger
        self._records = records
        self._is_stale = is_stale
        self._now = kit.now
        self._messages = KeptMessages(
            "vote board",
            self._show,
            kit,
            backoff=BACKOFF,
            interval=INTERVAL,
        )
        self._listeners: list[Callable[[int], object]] = []
        self._posting: set[int] = set()
        self._shown_ply: LRUCache[int, int] = LRUCache(CACHE_SIZE)
        """Moves played before the position that each board shows."""

    def listen(self, listener: Callable[[int], object]) -> None:
        """Call `listener` with every game whose votes or countdown change from now on; it must be quick."""
        self._listeners.append(listener)

    async def post(self, snapshot: GameSnapshot, board: int, request: Request) -> None:
        """Answer a command with a board of a new game."""
        game_id = snapshot.game.id
        key = game_id * BOARDS + board
        self._posting.add(key)
        try:
            content = await self.content(game_id, board)
            if content is not None:
                place = _place(content)
                sent = await self._messenger.answer(content, place, request)
                await self._note(content, place, sent.message_id)
        finally:
            self._posting.discard(key)
        self.update(game_id)

    def update(self, game_id: int, *, now: bool = False) -> None:
        """Update the boards of a game soon, or (`now`) at once where the last edit is long enough ago."""
        for board in range(BOARDS):
            self._messages.update(game_id * BOARDS + board, timedelta() if now else DEBOUNCE)
        for listener in self._listeners:
            listener(game_id)

    async def update_names(self, game_id: int) -> bool:
        """Rewrite the boards of a game, one of whose people was deleted; False if that should be retried."""
        done = True
        for board in range(BOARDS):
            content = await self.content(game_id, board)
            message_id = None if content is None else _message_of(content)
            if content is None or message_id is None:
                continue
            shown = await self._messenger.rewrite(content, _place(content), message_id)
            done = done and (isinstance(shown, Delivered) or shown.permanent)
        return done

    def close(self) -> None:
        """Update nothing more; the next start does."""
        self._messages.close()

    async def _show(self, key: int) -> Delivery | None:
        if key in self._posting:
            # The answer to the command is on its way.
            return None
        game_id, board = divmod(key, BOARDS)
        content = await self.content(game_id, board)
        if content is None:
            return None
        place, game, message_id = _place(content), content.snapshot.game, _message_of(content)
        # Between two moves a board stays where people are tapping.
        seen = replace(game, guild_id=place.guild_id, channel_id=place.channel_id, message_id=message_id)
        fresh = game.ply != self._shown_ply.get(key) and await self._is_stale(seen)
        shown = await self._messenger.show(content, place, message_id, repost=fresh)
        if isinstance(shown, Delivered):
            await self._note(content, place, shown.message_id)
            self._shown_ply[key] = game.ply
        elif shown.permanent and board == 0:
            await self._storage[WaitingStore].mark_refused(
                game, None if shown.channel_gone else game.message_id
            )
        return shown

    async def _note(self, content: VoteBoard, place: Place, message_id: int) -> None:
        if content.board == 0:
            await self._storage[WaitingStore].mark_shown(content.snapshot.game, place.channel_id, message_id)
        else:
            await self._storage[VoteStore].record_message(content.vote.game_id, place.channel_id, message_id)

    async def content(self, game_id: int, board: int) -> VoteBoard | None:
        """Return what a board shows; None if the game has no such board."""
        state = await self._storage[VoteStore].state(game_id)
        if state is None or (board == 1 and state.vote.new.other is None):
            return None
        vote = state.vote
        if vote.ply == state.game.ply and vote.ends_at is not None and vote.ends_at <= self._now():
            # It has run out and is about to be closed.
            vote = replace(vote, ends_at=None)
        elif vote.ply != state.game.ply:
            # The countdown of this ply has not begun.
            vote = replace(vote, ends_at=None, empty=0)
        return VoteBoard(
            GameSnapshot.of(state.game), vote, state.ballot, board, await self._records.of(state)
        )


def _message_of(content: VoteBoard) -> int | None:
    other = content.vote.new.other
    return content.snapshot.game.message_id if content.board == 0 or other is None else other.message_id


def _place(content: VoteBoard) -> Place:
    other = content.vote.new.other
    if content.board == 1 and other is not None:
        return Place(other.channel_id, other.guild_id)
    return Place.of(content.snapshot.game)
