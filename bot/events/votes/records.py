"""The record at the end of a vote game: who voted for the best move most often, by the game's review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from bot.core.limits import OverLimit
from bot.core.people import Person, Place
from bot.core.refusals import Refusal
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.study.review.refusals import ReviewUnderWay
from bot.study.review.reviews import Reviews, done_report
from bot.study.review.verdicts import Review
from data.games.votes import Record, VoteGame, VoteState, VoteStore
from data.jobs.reviews import ReviewStore


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
        review = done_report(stored, GameSnapshot.of(state.game)).review
        return () if review is None else ranked(review, state.cast)

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
