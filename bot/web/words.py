"""The words of the pages, besides those that boards on Discord have."""

from __future__ import annotations

from bot.core.refusals import refusal
from bot.ui.components import step_words
from bot.ui.words import JUST_CHANGED
from languages import gettext, gettext_noop, ngettext, pgettext

# Translators: a button; it makes the address of a game's board lead nowhere.
WITHDRAW = gettext_noop("Withdraw the link")
WITHDRAWN = gettext_noop(
    "The link is withdrawn and no longer works. *Watch in the browser* gives those who take part another one."
)

PLACE = "{}"
"""The placeholder that scripts fill in."""


def page_words() -> dict[str, str]:
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


# Notices: the heading and the text of a page, for `Site.notice`.
PAGE_NOT_FOUND = (
    gettext_noop("This link doesn't work"),
    gettext_noop(
        "It is mistyped, a player has withdrawn it, or its channel isn't public any more. "
        "“Watch in the browser” in Discord gives you a new one."
    ),
)
SIGN_IN_FAILED = (
    gettext_noop("You are not signed in"),
    gettext_noop("Discord didn't confirm who you are. Please go back to the board and try again."),
)
ONE_MOMENT = gettext_noop("One moment, please")
BUSY = (ONE_MOMENT, gettext_noop("Too many people are signing in just now. Please try again in a minute."))
STARTING = (ONE_MOMENT, gettext_noop("I'm starting up. Please try again in a minute."))
ELSEWHERE = (
    gettext_noop("This board has moved"),
    gettext_noop("It has a new address now. “Watch in the browser” in Discord gives it to you."),
)
OPEN_IN_DISCORD = (
    gettext_noop("Flipfour in Discord"),
    gettext_noop("Press “Open board” below a board in Discord."),
)


def about_link(address: str) -> str:
    return gettext(
        "Watch and play this game in your browser: {address}\n-# Anyone with this link can watch.",
        address=address,
    )


def about_review(address: str) -> str:
    return gettext(
        "Go through this review in your browser: {address}\n-# Anyone with this link can see it.",
        address=address,
    )


def about_event_link(address: str) -> str:
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


def activity_words() -> dict[str, str]:
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


NO_REVIEW_NOW = gettext_noop("This review can't be shown yet")
NO_REVIEW = gettext_noop("This game has no review yet.")


def review_words() -> dict[str, str]:
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


SignedOut = refusal("You are signed out. Please sign in again to play.")
NotOpened = refusal(
    "Discord didn't open the board here. *Watch in the browser* under *More* shows it, too. In a server, "
    "members need the permission *Use Activities*."
)
TooFast = refusal("That was a lot at once. Please wait a moment.")
VotesInDiscord = refusal("Give your first vote in Discord. From then on you can vote here, too.")
