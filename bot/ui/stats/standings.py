"""What a player's standing is worth."""

from __future__ import annotations

from bot.opponents.level_advice import SETTLED
from data import Standing


def is_provisional(standing: Standing) -> bool:
    """Whether the rating stands for too few games to be relied on; it is shown with a question mark then."""
    return standing.wins + standing.draws + standing.losses < SETTLED


def rating_text(standing: Standing) -> str:
    """The rating as people read it: "1623", or "1500?" while it is provisional."""
    return f"{round(standing.rating.value)}{'?' if is_provisional(standing) else ''}"
