"""Why a challenge is not made, answered or withdrawn."""

from __future__ import annotations

from dataclasses import dataclass

from bot.refusals.base import Refusal


class SelfChallenge(Refusal):
    """A person challenged themselves."""


@dataclass(eq=False)
class OfferClosed(Refusal):
    """The challenge was answered, withdrawn, or is too old."""

    game: str
    outdated = True


@dataclass(eq=False)
class NotChallenged(Refusal):
    """Somebody else was challenged."""

    player_id: int
    game: str


class OwnOffer(Refusal):
    """A person tried to accept what they offered themselves."""


class NotYourOffer(Refusal):
    """Only the challenger can withdraw."""
