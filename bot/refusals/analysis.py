"""Why a position is not analysed."""

from __future__ import annotations

from dataclasses import dataclass

from bot.refusals.base import Refusal


@dataclass(eq=False)
class ImpossiblePosition(Refusal):
    """No game leads to the position; `reason` says why, in words of the engine."""

    reason: str


@dataclass(eq=False)
class NoBoardOfSize(Refusal):
    """There is no board of so many squares."""

    squares: int


class NoSideToMove(Refusal):
    """It is not said who is to move."""


@dataclass(eq=False)
class OtherKindOfGame(Refusal):
    """What was typed is a game of `title`, not of the one that was chosen, `wanted`."""

    title: str
    wanted: str


@dataclass(eq=False)
class SeveralGames(Refusal):
    """One position was to be typed, not the `number` games that were."""

    number: int


@dataclass(eq=False)
class PositionInPlay(Refusal):
    """The position is that of a game that goes on, or close to it, in which the computer must not help."""

    number: int


class NoPositionHere(Refusal):
    """There is no game here whose position could be analysed."""


class PositionOver(Refusal):
    """The game is over in the position."""


class AnalysisOver(Refusal):
    """The search that is to be stopped is over already."""
