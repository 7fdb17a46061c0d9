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


@dataclass(eq=False)
class OfferChanged(Refusal):
    """The challenger has changed the sides or the board since the person looked."""

    player_id: int
    outdated = True


@dataclass(eq=False)
class OnlyChallenger(Refusal):
    """Somebody tried to change what another person offers."""

    player_id: int
    game: str


@dataclass(eq=False)
class InvitedAlready(Refusal):
    """The offer is for one person now, who must find it as it was when they were asked."""

    player_id: int
    outdated = True


@dataclass(eq=False)
class NotTogether(Refusal):
    """The other one does not take this person's challenges; which of the two it is, is not told."""

    player_id: int
    game: str


@dataclass(eq=False)
class PlayerGone(Refusal):
    """The other one has deleted their data, and is no longer known."""

    game: str


@dataclass(eq=False)
class BlockedByYou(Refusal):
    """A person wants to play somebody whom they block."""

    player_id: int


class SelfBlock(Refusal):
    """A person wants to block themselves."""


@dataclass(eq=False)
class NotBlocked(Refusal):
    """There is no block to take back."""

    player_id: int


class OwnOffer(Refusal):
    """A person tried to accept what they offered themselves."""


class NotYourOffer(Refusal):
    """Only the challenger can withdraw."""
