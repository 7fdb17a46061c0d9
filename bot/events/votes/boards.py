"""The boards of vote games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Protocol

from cachetools import LRUCache

from bot.core.people import Place
from bot.core.publisher import UserRequest
from bot.core.schedule import Backoff
from bot.core.signals import NamesOutdated, VotesOutdated
from bot.core.snapshot import GameSnapshot
from bot.events.votes.records import VoteRecords, VoterRecord
from bot.features import Kit
from bot.messages.delivery import Delivered, Messenger, Post, Posts, Undelivered
from data.db.signals import Signal
from data.games.records import Game
from data.games.votes import Ballot, VoteGame, VoteStore
from data.games.waiting import WaitingStore

DEBOUNCE = timedelta(seconds=1)

INTERVAL = timedelta(seconds=3)
"""Minimum time between two edits of a board: a channel takes about five edits in five seconds."""

BACKOFF = Backoff(timedelta(seconds=2), timedelta(minutes=5))

CACHE_SIZE = 1000
"""Maximum boards whose shown position is known."""


@dataclass(frozen=True, slots=True)
class VoteBoard:
    """The content of a board."""

    snapshot: GameSnapshot
    vote: VoteGame
    ballot: Ballot
    record: tuple[VoterRecord, ...] = ()


class VotesChanged(Signal[int, object]):
    """The votes or the countdown of a game have changed."""


class Staleness(Protocol):
    """Tells whether a message is old or far up in its channel, and is better posted again."""

    async def is_stale(self, game: Game) -> bool:
        """Return whether the message of a game is."""


class VoteBoards:
    """Posts boards and keeps them up to date."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._messenger = kit[Messenger]
        self._records = kit[VoteRecords]
        self._is_stale = kit[Staleness].is_stale
        self._now = kit.now
        self._posts = Posts(
            "vote board",
            self._load,
            self._record,
            kit,
            backoff=BACKOFF,
            interval=INTERVAL,
            refused=self._give_up,
        )
        self._changed = kit[VotesChanged]
        kit[VotesOutdated].listen(lambda game_id: self.update(game_id, now=True))
        kit[NamesOutdated].listen(self.update_names)
        self._shown_ply: LRUCache[int, int] = LRUCache(CACHE_SIZE)
        """Moves played before the position that each board shows."""

    async def post(self, snapshot: GameSnapshot, request: UserRequest) -> None:
        """Answer a command with the board of a new game."""
        await self._posts.answer(snapshot.game.id, request)
        self.update(snapshot.game.id)

    def update(self, game_id: int, *, now: bool = False) -> None:
        """Update the board of a game soon, or (`now`) at once where the last edit is long enough ago."""
        self._posts.update(game_id, timedelta() if now else DEBOUNCE)
        self._changed.tell(game_id)

    async def update_names(self, game_id: int) -> bool:
        """Rewrite the board of a game, one of whose people was deleted; False if that should be retried."""
        content = await self.content(game_id)
        if content is None or content.snapshot.game.message_id is None:
            return True
        game = content.snapshot.game
        shown = await self._messenger.rewrite(content, Place.of(game), content.snapshot.game.message_id)
        return isinstance(shown, Delivered) or shown.permanent

    def close(self) -> None:
        """Update nothing more; the next start does."""
        self._posts.close()

    async def _load(self, game_id: int) -> Post[VoteBoard] | None:
        content = await self.content(game_id)
        if content is None:
            return None
        game = content.snapshot.game
        # Between two moves a board stays where people are tapping.
        repost = game.ply != self._shown_ply.get(game_id) and await self._is_stale(game)
        return Post(content, Place.of(game), game.message_id, repost=repost)

    async def _record(self, game_id: int, content: VoteBoard, shown: Delivered) -> None:
        game = content.snapshot.game
        await self._storage[WaitingStore].mark_shown(game, game.channel_id, shown.message_id)
        self._shown_ply[game_id] = game.ply

    async def _give_up(self, _: int, content: VoteBoard, why: Undelivered) -> None:
        game = content.snapshot.game
        await self._storage[WaitingStore].mark_refused(game, None if why.channel_gone else game.message_id)

    async def content(self, game_id: int) -> VoteBoard | None:
        """Return what a board shows; None if this is no vote game."""
        state = await self._storage[VoteStore].state(game_id)
        if state is None:
            return None
        vote = state.vote
        if vote.ply == state.game.ply and vote.ends_at is not None and vote.ends_at <= self._now():
            # It has run out and is about to be closed.
            vote = replace(vote, ends_at=None)
        elif vote.ply != state.game.ply:
            # The countdown of this ply has not begun.
            vote = replace(vote, ends_at=None, empty=0)
        return VoteBoard(GameSnapshot.of(state.game), vote, state.ballot, await self._records.of(state))
