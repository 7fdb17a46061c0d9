"""Refusals about reviews."""

from __future__ import annotations

from bot.core.refusals import InProgress, NotYours, refusal
from languages import gettext_noop

NothingToReview = refusal("No one made a move in this game, so I can't review it.")


class ReviewUnderWay(InProgress):
    text = gettext_noop("This game is being reviewed right now: {link}")
    unseen = gettext_noop("This game is being reviewed right now. Ask again in a moment.")


NoReview = refusal("There is no review of this game. Ask for one with `/review`.")


class NotYourReview(NotYours):
    text = gettext_noop(
        "{person} requested this review: only {person} and the moderators here can cancel it."
    )


ReviewOver = refusal("This review has already ended.")
