"""The words of the demo's guided tour, in the language of the person who looks at the page."""

from __future__ import annotations

from bot.ui.words import command_line
from languages import gettext


def tour_words() -> dict[str, object]:
    """Return what the tour says; a step may have a command that it offers to type."""
    return {
        # Translators: on the demo's web page: above a list of things to try.
        "title": gettext("Try this next"),
        # Translators: on the demo's web page: a button that closes the list of things to try.
        "close": gettext("Close the tour"),
        # Translators: on the demo's web page: in a menu; opens the list of things to try.
        "open": gettext("Show the tour"),
        # Translators: on the demo's web page: when everything in a list of things to try was done.
        "done": gettext("That's the end of the tour. Type / to see everything else."),
        "steps": [
            _step("game", gettext("Tap a game on the card to play the computer.")),
            _step("move", gettext("Make a move: tap a square or a column.")),
            _step("review", gettext("See where a finished game was decided."), "review"),
            _step("puzzle", gettext("Solve a puzzle."), "puzzle"),
            _step("tournament", gettext("Look at the tournaments, or create one."), "tournament list"),
            _step("standings", gettext("See who is the strongest here."), "leaderboard"),
        ],
    }


def _step(key: str, text: str, command: str | None = None) -> dict[str, str]:
    typed = {} if command is None else {"command": command_line(command)}
    return {"key": key, "text": text, **typed}
