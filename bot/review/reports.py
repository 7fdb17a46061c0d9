"""What people are shown of a review."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.games.people import Place
from bot.games.snapshot import GameSnapshot
from bot.messages.delivery import Delivered, Messenger
from bot.review.verdicts import Review, judge
from data import Storage, StoredReview


class Status(Enum):
    """How far a review is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def under_way(self) -> bool:
        """Whether it is to be done."""
        return self in (Status.WAITING, Status.RUNNING)


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """A review as people are shown it: `done` of `plies` are known; the review once all of them are."""

    stored: StoredReview
    snapshot: GameSnapshot
    status: Status = Status.WAITING
    done: int = 0
    plies: int = 0
    review: Review | None = None


def done_report(stored: StoredReview, snapshot: GameSnapshot) -> ReviewReport:
    game = snapshot.game
    review = judge(snapshot.kind.judging, snapshot.positions(), game.moves, stored.plies, game.winner)
    return ReviewReport(stored, snapshot, Status.DONE, len(stored.plies), len(stored.plies), review)


async def update_names(storage: Storage, messenger: Messenger, game_id: int) -> bool:
    """Redraw the message of a game's review with today's names; False if that should be retried."""
    stored, game = await storage.reviews.of(game_id), await storage.game(game_id)
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
