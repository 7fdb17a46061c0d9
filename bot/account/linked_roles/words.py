"""The texts of linked roles: the web pages on which people link their accounts, and the part of `/me`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from discord.utils import format_dt

from bot.account.linked_roles.links import LinkStatus
from bot.core.fields import Frozen
from languages import gettext, gettext_noop
from languages.numbers import joined


class PageOutcome(Enum):
    """The outcome of a person's visit."""

    LINKED = "linked"
    LINKED_SOON = "linked soon"
    """Discord has yet to be told the figures."""
    DENIED = "denied"
    INCOMPLETE = "incomplete"
    EXPIRED = "expired"
    """The visit took too long, was begun in another browser, or its code was used before."""
    BUSY = "busy"
    DOWN = "down"
    """Discord can't be reached."""
    REFUSED = "refused"
    """The host has made a mistake."""
    STARTING = "starting"
    WITHDRAWN = "withdrawn"
    """Discord gave tokens for the code, but does not accept them."""
    NOT_STORED = "not stored"


class PageText(Frozen):
    """A page: its heading, a paragraph, and whether it offers to start again."""

    heading: str
    text: str
    again: bool = True


PAGES: Mapping[PageOutcome, PageText] = {
    PageOutcome.LINKED: PageText(
        # Translators, all below: headings and texts of web pages for linking an account.
        gettext_noop("Your account is linked"),
        gettext_noop(
            "Discord now knows your ratings, rated games and solved puzzles, and gets "
            "updates when they change. Go back to Discord to get your role. You can unlink "
            "at any time with /me."
        ),
        again=False,
    ),
    PageOutcome.LINKED_SOON: PageText(
        gettext_noop("Your account is linked"),
        gettext_noop(
            "Discord couldn't take your stats just now and will get them in a few minutes: "
            "claim your role then. You can unlink at any time with /me."
        ),
        again=False,
    ),
    PageOutcome.DENIED: PageText(
        gettext_noop("Nothing was linked"),
        gettext_noop(
            "You didn't allow it on Discord's page, so nothing was stored. You can close "
            "this page, or start again if you change your mind."
        ),
    ),
    PageOutcome.INCOMPLETE: PageText(
        gettext_noop("Nothing was linked"),
        gettext_noop(
            "Discord didn't let me share your stats with it, so nothing was stored. Please "
            "start again and allow everything that Discord asks for."
        ),
    ),
    PageOutcome.EXPIRED: PageText(
        gettext_noop("This page has expired"),
        gettext_noop(
            "It works once, within ten minutes, and only in the browser in which you started. Nothing was "
            "linked this time; /me on Discord shows whether your account is linked. If it isn't, please "
            "start again."
        ),
    ),
    PageOutcome.BUSY: PageText(
        gettext_noop("One moment, please"),
        gettext_noop(
            "Too many people are linking their accounts just now. Nothing was linked. Please start again in "
            "a few minutes."
        ),
    ),
    PageOutcome.DOWN: PageText(
        gettext_noop("Discord isn't responding"),
        gettext_noop("I couldn't reach Discord, so nothing was linked. Please start again in a few minutes."),
    ),
    PageOutcome.REFUSED: PageText(
        gettext_noop("Not available right now"),
        gettext_noop(
            "Discord didn't accept my request, and the person who runs this bot needs to "
            "fix that. Nothing was linked."
        ),
    ),
    PageOutcome.STARTING: PageText(
        gettext_noop("One moment, please"),
        gettext_noop("I'm starting up. Please try again in a minute."),
    ),
    PageOutcome.WITHDRAWN: PageText(
        gettext_noop("Nothing was linked"),
        gettext_noop(
            "Discord no longer accepts the permission you gave; you may have revoked it. Please start again."
        ),
    ),
    PageOutcome.NOT_STORED: PageText(
        gettext_noop("One moment, please"),
        gettext_noop("I couldn't save it just now, so nothing was linked. Please start again in a minute."),
    ),
}

# Translators: a link on such a web page.
AGAIN = gettext_noop("Start again")

UNLINKED = gettext_noop(
    "Your account is no longer linked. Discord deletes your stats within minutes, "
    "and servers may take back the roles they gave you for them."
)
NOT_LINKED = gettext_noop("Your account isn't linked, so I can't unlink it.")


# Translators, all below: buttons. “Linked Roles” is Discord's name of roles that people get for such stats.
BUTTON = gettext_noop("Linked Roles")
LINK = gettext_noop("Link my account")
UNLINK = gettext_noop("Unlink my account")
# Translators: a button that leads back to the card before.
BACK = gettext_noop("Back")


def link_text(status: LinkStatus | None) -> str:
    """Describe a person's link, or what it is for."""
    if status is None:
        return gettext(
            "### Linked Roles\nYour account is not linked. Servers can give roles for your ratings, rated "
            "games and solved puzzles, if you let Discord know them."
        )
    sentences = [
        # Translators: {date} is a date.
        gettext(
            "Your account has been linked since {date}: Discord knows your ratings, rated games and solved "
            "puzzles, and servers can give roles for them.",
            date=format_dt(status.linked_at, "D"),
        )
    ]
    if status.pushed_at is not None:
        # Translators: {time} is such as “5 minutes ago”.
        sentences.append(gettext("Last updated {time}.", time=format_dt(status.pushed_at, "R")))
    # Translators: a heading, and below it a text.
    return gettext("### Linked Roles\n{text}", text=joined(sentences))
