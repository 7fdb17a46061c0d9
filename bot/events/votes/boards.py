"""The boards of vote games, the rules of votes, and the record of the best voters."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple, Protocol

from cachetools import LRUCache

from bot.core.background import Backoff
from bot.core.fields import Frozen
from bot.core.limits import OverLimit
from bot.core.people import Person, Place
from bot.core.publisher import UserRequest
from bot.core.refusals import Refusal
from bot.core.signals import NamesOutdated, VotesOutdated
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.messages.delivery import Delivered, Messenger, Post, Posts, Undelivered
from bot.study.review.reviews import Reviews, ReviewUnderWay, review_of
from bot.study.review.verdicts import Review
from data.db.registry import Signal
from data.games.records import Game
from data.games.votes import Ballot, Record, VoteGame, VoteState, VoteStore
from data.games.waiting import WaitingStore
from data.jobs.reviews import ReviewStore
from data.people.personal import TEAM_PLAYERS


class VoterRecord(NamedTuple):
    """A person's votes, and the number of those for the best move."""

    player_id: int
    best: int
    votes: int


class VoteRecords:
    """Requests the reviews of ended vote games, and makes records of them."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._reviews = kit[Reviews]

    async def of(self, state: VoteState) -> tuple[VoterRecord, ...]:
        """Return the record of a game, best voters first; empty until it is computed."""
        if state.vote.record != "done" or not state.cast:
            return ()
        # A finished review never changes, so it may be read later than the rest.
        stored = await self._storage[ReviewStore].of(state.game.id)
        if stored is None or not stored.done:
            return ()
        return ranked(review_of(stored, GameSnapshot.of(state.game)), state.cast)

    async def advance(self, snapshot: GameSnapshot, vote: VoteGame) -> Record:
        """Request the review of an ended game once; returns the progress of the record."""
        game = snapshot.game
        if vote.record == "asked":
            stored = await self._storage[ReviewStore].of(game.id)
            # Cancelled reviews are not requested again.
            return "done" if stored is None or stored.done else "asked"
        if not await self._storage[VoteStore].all_votes(game.id):
            return "done"
        starter = Person(game.challenger_id, "")
        try:
            report, begun = await self._reviews.request(game.id, starter, Place.of(game), sees_channel=True)
        except OverLimit:
            # Their other reviews come first.
            return "none"
        except ReviewUnderWay:
            return "asked"
        except Refusal:
            return "done"
        if begun:
            self._reviews.resume(report.stored)
        return "asked" if begun else "done"


def ranked(review: Review, votes: Iterable[tuple[int, int, str]]) -> tuple[VoterRecord, ...]:
    """Return how many votes (ply, person, move) of each person were for the best move, most first."""
    cast: Counter[int] = Counter()
    best: Counter[int] = Counter()
    for ply, player_id, move in votes:
        judged = review.move_at(ply)
        if judged is None:
            continue
        cast[player_id] += 1
        best[player_id] += move == judged.best_move or (move == judged.move and judged.better is None)
    rows = [VoterRecord(player_id, best[player_id], number) for player_id, number in cast.items()]
    return tuple(sorted(rows, key=lambda row: (-row.best, row.votes, row.player_id)))


DEBOUNCE = timedelta(seconds=1)

INTERVAL = timedelta(seconds=3)
"""Minimum time between two edits of a board: a channel takes about five edits in five seconds."""

BACKOFF = Backoff(timedelta(seconds=2), timedelta(minutes=5))

CACHE_SIZE = 1000
"""Maximum boards whose shown position is known."""


class VoteBoard(Frozen):
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


SECONDS = (30, 60, 120, 300, 900, 3600, 6 * 3600, 24 * 3600)
"""Times to vote for a move."""

USUAL_SECONDS = 60

MAX_EMPTY = 3
"""Countdowns in a row without a vote after which a game is put aside."""

MAX_EMPTY_SECONDS = 24 * 3600
"""Time without a vote after which a game is put aside, if that comes first."""

TEAMS = (Person(TEAM_PLAYERS[0], "Team 1"), Person(TEAM_PLAYERS[1], "Team 2"))
"""The players in the seats of teams, by side."""


def tally(votes: Mapping[int, str]) -> dict[str, int]:
    """Return the number of votes for each move, most first."""
    counted = Counter(votes.values())
    return dict(sorted(counted.items(), key=lambda entry: (-entry[1], entry[0])))


def leaders(votes: Mapping[int, str]) -> list[str]:
    counted = tally(votes)
    most = max(counted.values(), default=0)
    return sorted(move for move, number in counted.items() if number == most)


def winner(vote: VoteGame, ballot: Ballot) -> str | None:
    """Return the move with the most votes, by lot if there are several; None without votes."""
    tied = leaders(ballot.votes)
    if not tied:
        return None
    # The seed is stored, so that the lot is the same whenever it is drawn.
    return random.Random(f"{vote.new.lot}:{vote.ply}").choice(tied)


def is_unattended(vote: VoteGame) -> bool:
    """Return whether enough countdowns passed without a vote to put the game aside."""
    return vote.empty >= MAX_EMPTY or vote.empty * vote.new.seconds >= MAX_EMPTY_SECONDS


def has_majority(ballot: Ballot) -> bool:
    """Return whether more than half of those who decide want one move.

    Those are the voters of the side's last move and the present ones. At a side's first move the countdown
    is never cut short, since no one knows who else will vote.
    """
    if not ballot.previous or not ballot.votes:
        return False
    deciding = ballot.previous | ballot.votes.keys()
    return 2 * max(tally(ballot.votes).values()) > len(deciding)
