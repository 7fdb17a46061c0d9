"""Why something is not possible on a page."""

from __future__ import annotations

from bot.core.refusals import Refusal
from languages import gettext_noop


class SignedOut(Refusal):
    text = gettext_noop("You are signed out. Please sign in again to play.")


class NotOpened(Refusal):
    text = gettext_noop(
        "Discord didn't open the board here. *Watch in the browser* under *More* shows it, too. In a server, "
        "members need the permission *Use Activities*."
    )


class TooFast(Refusal):
    text = gettext_noop("That was a lot at once. Please wait a moment.")


class VotesInDiscord(Refusal):
    text = gettext_noop("Give your first vote in Discord. From then on you can vote here, too.")
