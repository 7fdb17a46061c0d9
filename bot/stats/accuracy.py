"""How accurately somebody plays, by the reviews of their games that are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from bot.games.snapshot import GameSnapshot
from bot.review.reports import done_report
from data import Game, Storage, StoredReview

GAMES = 12
"""So many of the last reviewed games count: judging one takes about 10 ms."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The mean of so many reviewed games, in percent."""

    percent: float
    games: int


async def accuracy_of(storage: Storage, player_id: int, game: str) -> Accuracy | None:
    """The mean accuracy of somebody's last reviewed games of one kind; None without any."""
    reviewed = []
    for game_id in await storage.reviews.latest_of(player_id, game, GAMES):
        played, review = await storage.game(game_id), await storage.reviews.of(game_id)
        if played is not None and review is not None:
            reviewed.append((played, review))
    return await asyncio.to_thread(_mean, player_id, reviewed) if reviewed else None


def _mean(player_id: int, reviewed: Iterable[tuple[Game, StoredReview]]) -> Accuracy | None:
    found = []
    for game, stored in reviewed:
        snapshot = GameSnapshot.of(game)
        side, review = snapshot.side_of(player_id), done_report(stored, snapshot).review
        accuracy = None if side is None or review is None else review.sides[side].accuracy
        if accuracy is not None:
            found.append(accuracy)
    return Accuracy(fmean(found), len(found)) if found else None
