"""Refusals about openings: the explorer, repertoires and their training."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals.base import Refusal


@dataclass(eq=False)
class NotExplored(Refusal):
    """The explorer of openings does not have the game."""

    title: str


class NotFromStart(Refusal):
    """The line does not begin at the usual start of a game that has openings."""


@dataclass(eq=False)
class LineTooLong(Refusal):
    """A line of a repertoire has at most `most` moves."""

    most: int


class NoMoveOfSide(Refusal):
    """The line has no move of the side whose repertoire it is for."""


@dataclass(eq=False)
class RepertoireFull(Refusal):
    """The repertoire has the maximum of `most` moves already."""

    most: int


@dataclass(eq=False)
class UnknownOpening(Refusal):
    """No opening has the typed name."""

    typed: str


class NoRepertoire(Refusal):
    """The user has nothing in the repertoires they want to train."""


class TrainingGone(Refusal):
    """The training session was replaced by another one, or its data deleted."""


class NotYourTraining(Refusal):
    """The training session is another user's."""


class AllInPlay(Refusal):
    """All positions to train are those of games in progress, in which nothing may help."""
