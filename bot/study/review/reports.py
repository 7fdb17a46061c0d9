"""Reports of reviews, as players see them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.messages.delivery import Delivered, Messenger
from bot.messages.jobs import Status
from bot.study.review.verdicts import Review, judge
from data import Storage
from data.jobs.reviews import ReviewStore, StoredReview


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """A review and its progress: `done` of `plies` are analysed; `review` is None until all are."""

    stored: StoredReview
    snapshot: GameSnapshot
    status: Status = Status.WAITING
    done: int = 0
    plies: int = 0
    review: Review | None = None


def done_report(stored: StoredReview, snapshot: GameSnapshot) -> ReviewReport:
    """Return the report of a review whose plies are all analysed."""
    game = snapshot.game
    review = judge(snapshot.kind.judging, snapshot.positions(), game.moves, stored.plies, game.winner)
    return ReviewReport(stored, snapshot, Status.DONE, len(stored.plies), len(stored.plies), review)


async def update_names(storage: Storage, messenger: Messenger, game_id: int) -> bool:
    """Redraw the message of a game's review with today's names; False if that should be retried."""
    stored, game = await storage[ReviewStore].of(game_id), await storage.game(game_id)
    if stored is None or game is None:
        return True
    if not stored.done:
        # A message with the old names may be on its way.
        return False
    if stored.message_id is None:
        return True
    snapshot = GameSnapshot.of(game)
    shown = await messenger.rewrite(
        done_report(stored, snapshot), place_of(stored, snapshot), stored.message_id
    )
    return isinstance(shown, Delivered) or shown.permanent


def place_of(stored: StoredReview, snapshot: GameSnapshot) -> Place:
    """Return where the message of a review is."""
    asked, game = stored.asked, snapshot.game
    by_clicks = game.by_clicks and game.channel_id == asked.channel_id
    return Place(asked.channel_id, asked.guild_id, by_clicks)
