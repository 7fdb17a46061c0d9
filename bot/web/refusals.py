"""Why something is not possible on a page."""

from __future__ import annotations

from bot.core.refusals import refusal

SignedOut = refusal("You are signed out. Please sign in again to play.")
NotOpened = refusal(
    "Discord didn't open the board here. *Watch in the browser* under *More* shows it, too. In a server, "
    "members need the permission *Use Activities*."
)
TooFast = refusal("That was a lot at once. Please wait a moment.")
VotesInDiscord = refusal("Give your first vote in Discord. From then on you can vote here, too.")
