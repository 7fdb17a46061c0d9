"""The words of the pages, besides those that boards on Discord have."""

from __future__ import annotations

from bot.ui.words import JUST_CHANGED
from languages import Language, gettext, gettext_noop, ngettext, pgettext, speaking

# Translators: a button; it makes the address of a game's board lead nowhere.
WITHDRAW = gettext_noop("Withdraw the link")
WITHDRAWN = gettext_noop(
    "The link is withdrawn and no longer works. *Watch in the browser* gives players another one."
)
EVENT_WITHDRAWN = gettext_noop(
    "The link is withdrawn and no longer works. *Watch in the browser* gives those who take part another one."
)

PLACE = "{}"
"""The placeholder that scripts fill in."""


def page_words() -> dict[str, str]:
    """Return the words of a board's page in the reader's language."""
    return {
        # Translators, all below: words of the web page that shows a board.
        "board": gettext("Board"),
        "moves": gettext("Moves"),
        "you": pgettext("player", "you"),
        "yourTurn": gettext("Your turn"),
        "live": gettext("Live"),
        "connecting": gettext("Connecting…"),
        "lost": gettext("The connection was lost. Trying again…"),
        "signIn": gettext("Sign in with Discord to play"),
        "signOut": gettext("Sign out"),
        "signedIn": gettext("Signed in as {name}", name=PLACE),
        "legal": gettext("legal"),
        "empty": gettext("empty"),
        "last": gettext("last move"),
        "suggested": gettext("suggested"),
        # Translators: {number} is the number of a column of Connect 4.
        "column": gettext("Column {number}", number=PLACE),
        "full": gettext("full"),
        "theme": gettext("Theme"),
        "asInChannel": gettext("As in the channel"),
        "turned": gettext("Turn the board"),
        "close": gettext("Close"),
        "discord": gettext("Open in Discord"),
        # Translators: the time left in a game of days per move, short, such as “3 d”.
        "days": gettext("{days} d", days=PLACE),
        # Translators: the same in hours, such as “5 h”.
        "hours": gettext("{hours} h", hours=PLACE),
        # Translators: a link below a board that another site shows; it leads to the board's own page.
        "whole": gettext("Open the board"),
        # Translators: a link to the page with puzzles.
        "puzzles": gettext("Puzzles"),
        # Translators: buttons for a line of conditional moves.
        "savePlan": gettext("Save this line"),
        "stepBack": pgettext("step", "Back"),
        # Translators: a button of the web page; it leads to a finished game's review.
        "review": gettext("Review"),
        "rematch": pgettext("button", "Rematch"),
        # Translators: the link was withdrawn, or its channel is not public any more.
        "gone": gettext("This page is no longer available."),
        # Translators: on a page at another address than the host has set; a link to the right one follows.
        "foreign": gettext("This page works at its own address only:"),
        "stale": gettext("This page is out of date."),
        "reload": pgettext("button", "Reload"),
        "crowded": gettext("You have too many boards open. Close one, and this page will connect."),
        "notSent": gettext(
            "You're not connected right now, so nothing was sent. Please try again in a moment."
        ),
        "justChanged": gettext(JUST_CHANGED),
        "boards": gettext("Boards"),
        "standings": gettext("Standings"),
        "bracket": gettext("Bracket"),
        "bye": pgettext("bracket", "bye"),
        "allBoards": gettext("All boards"),
        # Translators: {votes} is the number of votes for a move.
        "votes": gettext("votes: {votes}", votes=PLACE),
        "yourVote": gettext("your vote"),
    }


Notice = tuple[str, str]
"""The heading and the text of a page."""


def page_not_found(language: Language) -> Notice:
    """Say that there is no such page."""
    with speaking(language):
        return (
            gettext("This link doesn't work"),
            gettext(
                "It is mistyped, a player has withdrawn it, or its channel isn't public any more. "
                "“Watch in the browser” in Discord gives you a new one."
            ),
        )


def sign_in_failed(language: Language) -> Notice:
    """Say that the visitor is not signed in."""
    with speaking(language):
        return (
            gettext("You are not signed in"),
            gettext("Discord didn't confirm who you are. Please go back to the board and try again."),
        )


def busy(language: Language) -> Notice:
    """Say that signing in has to wait."""
    with speaking(language):
        return (
            gettext("One moment, please"),
            gettext("Too many people are signing in just now. Please try again in a minute."),
        )


def starting(language: Language) -> Notice:
    """Say that the bot starts."""
    with speaking(language):
        return (
            gettext("One moment, please"),
            gettext("I'm starting up. Please try again in a minute."),
        )


def elsewhere(language: Language) -> Notice:
    """Say that another process has the game."""
    with speaking(language):
        return (
            gettext("This board has moved"),
            gettext("It has a new address now. “Watch in the browser” in Discord gives it to you."),
        )


def about_link(address: str) -> str:
    """Tell a player the address of their game's page."""
    return gettext(
        "Watch and play this game in your browser: {address}\n-# Anyone with this link can watch.",
        address=address,
    )


def about_review(address: str) -> str:
    """Tell a person the address of a review's page."""
    return gettext(
        "Go through this review in your browser: {address}\n-# Anyone with this link can see it.",
        address=address,
    )


def about_event_link(address: str) -> str:
    """Tell a person the address of an event's page."""
    return gettext(
        "Watch all boards in your browser: {address}\n-# Anyone with this link can watch.", address=address
    )


def signed_out(browsers: int) -> str:
    """Say in how many browsers a person was signed in."""
    if not browsers:
        return gettext("You weren't signed in anywhere.")
    return ngettext(
        "You are signed out of {number} browser.", "You are signed out of {number} browsers.", browsers
    )
