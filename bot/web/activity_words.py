"""The words of the Activity, besides those of the page of a game."""

from __future__ import annotations

from bot.web.words import Notice
from languages import Language, gettext, speaking


def activity_words() -> dict[str, str]:
    """Return the words of the Activity in the reader's language."""
    return {
        # Translators, all below: words of the board that opens inside of Discord.
        "chooseGame": gettext("Which game do you want to see?"),
        "noGames": gettext("There is no game in this channel. Start one with /reversi or /connect4."),
        "notAllowed": gettext("Discord didn't say who you are, so I can't show a board here."),
        "noCookie": gettext(
            "Your browser doesn't let a page inside of Discord remember you. Please use Discord's app."
        ),
        "notReached": gettext("I couldn't be reached. Please try again in a minute."),
        "elsewhere": gettext(
            "I can't show the boards of this server inside of Discord. You can watch and play in the browser."
        ),
        "inBrowser": gettext("Watch in the browser"),
        "tryAgain": gettext("Try again"),
    }


def open_in_discord(language: Language) -> Notice:
    """Say that the page is for Discord."""
    with speaking(language):
        return gettext("Flipfour in Discord"), gettext("Press “Open board” below a board in Discord.")
