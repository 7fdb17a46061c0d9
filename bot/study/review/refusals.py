"""Refusals about reviews."""

from __future__ import annotations

from bot.core.refusals import InProgress, NotYours, Refusal
from languages import gettext_noop


class NothingToReview(Refusal):
    text = gettext_noop("No one made a move in this game, so I can't review it.")


class ReviewUnderWay(InProgress):
    text = gettext_noop("This game is being reviewed right now: {link}")
    unseen = gettext_noop("This game is being reviewed right now. Ask again in a moment.")


class NoReview(Refusal):
    text = gettext_noop("There is no review of this game. Ask for one with `/review`.")


class NotYourReview(NotYours):
    text = gettext_noop(
        "{person} requested this review: only {person} and the moderators here can cancel it."
    )


class ReviewOver(Refusal):
    text = gettext_noop("This review has already ended.")
