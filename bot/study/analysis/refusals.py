"""Refusals to analyse a position."""

from __future__ import annotations

from bot.core.refusals import Refusal, refusal
from languages import gettext_noop, ngettext_noop


class OtherKindOfGame(Refusal):
    """The typed text is a game of `title`, not of the chosen `wanted`."""

    # Translators: {title} and {wanted} are games, such as “Reversi”.
    text = gettext_noop("I read that as {title}, not as {wanted}.")
    title: str
    wanted: str


class SeveralGames(Refusal):
    """The text has `games` games instead of one position."""

    text = ngettext_noop(
        "That's {number} game. This command takes one position or one game; for several: `/import`.",
        "That's {number} games. This command takes one position or one game; for several: `/import`.",
    )
    counted = "games"
    games: int


PositionOver = refusal("The game is over in that position: neither side has a move.")
AnalysisOver = refusal("This analysis has ended. Press Analyse again to restart it.")
