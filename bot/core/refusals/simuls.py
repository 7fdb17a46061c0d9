"""Refusals about simultaneous exhibitions."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals.base import Refusal


class UnknownSimul(Refusal):
    """The exhibition does not exist here."""


class SimulOver(Refusal):
    """The exhibition has ended or was cancelled."""


class SimulBegun(Refusal):
    """It is too late for this."""


class OwnSimul(Refusal):
    """The exhibitor can't play against themselves."""


@dataclass(eq=False)
class SimulFull(Refusal):
    """All places are taken."""

    most: int


@dataclass(eq=False)
class NotInvitedToSimul(Refusal):
    """Only people invited by the organiser can join."""

    player_id: int


class InSimulAlready(Refusal):
    """The person has a place already."""


class RemovedFromSimul(Refusal):
    """The person was removed, and can return by invitation only."""


class NotInSimul(Refusal):
    """The person has no place, or no board in progress."""


@dataclass(eq=False)
class OnlySimulOrganiser(Refusal):
    """Only the organiser and moderators can do this."""

    player_id: int


class NobodyJoined(Refusal):
    """It takes an opponent to begin."""


@dataclass(eq=False)
class ManySimuls(Refusal):
    """The server has the maximum of exhibitions that are not over."""

    most: int


@dataclass(eq=False)
class BadSimulStart(Refusal):
    """The start is in the past, or more than this many days away."""

    days: int


class NoSimulThread(Refusal):
    """The thread for the boards could not be opened."""


class InSimul(Refusal):
    """Help, moves taken back, other sides and breaks don't exist in an exhibition's games."""
