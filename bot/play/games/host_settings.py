"""Settings of games."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from bot.settings.declared import SettingsGroup
from data.games.limits import FairUseBounds

QUESTIONS_PER_CHALLENGE = 1.5
"""Maximum questions to opponents within an hour, per permitted challenge."""


class GameSettings(SettingsGroup):
    """Limits on games and challenges."""

    section: ClassVar[str] = "Limits"

    games_person: int = Field(default=50, ge=1, le=10_000)
    """Maximum games in progress per person. Games put aside don't count."""
    games_server: int = Field(default=1000, ge=1, le=100_000)
    """Maximum games in progress per server."""
    challenges_person: int = Field(default=20, ge=1, le=10_000)
    """Maximum challenges per person and hour; open games and rematches with people count, too. Questions
    to opponents (take a move back, a draw, …) may be half as many again."""
    challenges_server: int = Field(default=200, ge=1, le=100_000)
    """Maximum challenges per server and hour; questions may be half as many again."""
    rated_a_day: int = Field(default=10, ge=0, le=1000)
    """Maximum rated games that two people can start with each other per day. Further games are unrated.
    0: all their games are unrated."""

    @property
    def fair_use(self) -> FairUseBounds:
        """The limits on games in progress, and on challenges and questions per hour."""
        return FairUseBounds(
            self.games_person,
            self.games_server,
            self.challenges_person,
            self.challenges_server,
            int(self.challenges_person * QUESTIONS_PER_CHALLENGE),
            int(self.challenges_server * QUESTIONS_PER_CHALLENGE),
        )
