"""What people are shown of a review."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.games.publisher import Request
from bot.games.snapshot import GameSnapshot
from bot.review.verdicts import Review, judge
from data import StoredReview


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
class Report:
    """A review as people are shown it: `done` of `plies` are known; the review once all of them are."""

    stored: StoredReview
    snapshot: GameSnapshot
    status: Status = Status.WAITING
    done: int = 0
    plies: int = 0
    review: Review | None = None


class Unseen(Exception):  # noqa: N818 - somebody deleted it on purpose
    """Nobody can see a review any more: its message is gone, or the bot may not write there."""


class ReviewPublisher(Protocol):
    """Brings reviews before people."""

    async def post(self, report: Report, request: Request) -> int:
        """Answer an interaction with a message; returns its id."""

    async def show(self, report: Report, request: Request | None = None) -> int | None:
        """Show how far a review is, or what it says; returns the id of the message that shows it.

        `request` is the interaction that was answered with the message, if the bot has it still.

        None means that it failed and is to be tried again. Raises Unseen.
        """


def done_report(stored: StoredReview, snapshot: GameSnapshot) -> Report:
    game = snapshot.game
    review = judge(snapshot.kind.judging, snapshot.positions(), game.moves, stored.plies, game.winner)
    return Report(stored, snapshot, Status.DONE, len(stored.plies), len(stored.plies), review)
