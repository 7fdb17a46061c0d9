"""Why something is too much: of one person, or in one server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bot.refusals.base import Refusal

Scope = Literal["person", "server"]


@dataclass(eq=False)
class TooManyGames(Refusal):
    """`most` games go on already: of the person who asked, of the one with `player_id`, or in the server."""

    scope: Scope
    most: int
    player_id: int | None


@dataclass(eq=False)
class TooManyChallenges(Refusal):
    """The person, or everybody in the server together, has made `most` challenges within an hour; the next
    one is possible at `again_at`."""

    scope: Scope
    most: int
    again_at: datetime


@dataclass(eq=False)
class TooManyQuestions(Refusal):
    """The same for questions to the other person of a game."""

    scope: Scope
    most: int
    again_at: datetime
