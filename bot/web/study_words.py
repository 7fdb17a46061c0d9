"""The words of the pages for learning: reviews and puzzles."""

from __future__ import annotations

from bot.web.words import PLACE
from languages import gettext, gettext_noop, pgettext

NO_REVIEW_NOW = gettext_noop("This review can't be shown yet")
NO_REVIEW = gettext_noop("This game has no review yet.")


def step_words() -> dict[str, str]:
    """Return the words for stepping through positions."""
    return {
        "first": pgettext("step", "First"),
        "back": pgettext("step", "Back"),
        "forward": pgettext("step", "Forward"),
        "last": pgettext("step", "Last"),
    }


def review_words() -> dict[str, str]:
    """Return the words of a review's page in the reader's language."""
    return {
        **step_words(),
        # Translators, all below: words of the web page that shows a review.
        "review": gettext("Review"),
        "ask": gettext("Review this game"),
        # Translators: {number} is the number of a move; the value of a slider.
        "move": gettext("Move {number}", number=PLACE),
        "slider": gettext("Position in the game"),
        "accuracy": gettext("Accuracy"),
        "notJudged": gettext("not judged"),
        "errors": gettext("Errors"),
        "noErrors": gettext("no errors"),
        "nextError": gettext("Next error"),
        "how": gettext("How this is computed"),
        "analyse": gettext("Analyse"),
        "again": gettext("Analyse again"),
        "stop": gettext("Stop"),
        "toReview": gettext("Back to the review"),
        "signIn": gettext("Sign in with Discord to analyse positions"),
        "tryMoves": gettext("Tap a square to see what would have followed."),
    }


def puzzle_page_words() -> dict[str, str]:
    """Return the words of the page of puzzles in the reader's language."""
    return {
        **step_words(),
        # Translators, all below: words of the web page with puzzles.
        "game": gettext("Game"),
        "lastGame": gettext("As last time"),
        # Translators: in a menu of themes.
        "asInChannel": gettext("Default"),
        "puzzle": gettext("Puzzle"),
        "streak": gettext("Streak"),
        "slider": gettext("Position in the solution"),
        "move": gettext("Move {number}", number=PLACE),
        "signIn": gettext("Sign in with Discord to solve puzzles"),
        "noSignIn": gettext("Puzzles can't be solved here, since the host hasn't set up signing in."),
    }
