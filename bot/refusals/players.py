"""Why a computer player cannot be chosen or described so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.refusals.base import Part, Refusal


@dataclass(eq=False)
class UnknownPlayer(Refusal):
    """What was typed names no computer player."""

    typed: str
    title: str
    levels: Sequence[str]


@dataclass(eq=False)
class OtherGame(Refusal):
    """The saved opponent `name` has styles that belong to another game."""

    name: str
    title: str


class OpponentGone(Refusal):
    """The saved opponent that a button names has been deleted."""


@dataclass(eq=False)
class BadDepth(Refusal):
    """What was typed for a depth is neither a number from 1 to `most` nor the word for no limit."""

    typed: str
    most: int
    part: Part | None = None


@dataclass(eq=False)
class BadMoves(Refusal):
    """What was typed for the length of a part is no number from 0 to `most`."""

    typed: str
    most: int
    part: Part


@dataclass(eq=False)
class TooDeep(Refusal):
    """A part of a recipe looks further ahead than `most` plies."""

    part: Part
    depth: int
    most: int


@dataclass(eq=False)
class TooManyMoves(Refusal):
    """The opening or the end of a recipe lasts longer than `most` moves."""

    part: Part
    moves: int
    most: int


@dataclass(eq=False)
class CannotPlay(Refusal):
    """The player cannot play the game; `reason` is the engine's."""

    title: str
    reason: str


@dataclass(eq=False)
class BadRecipe(Refusal):
    """The recipe cannot be read; `reason` is the engine's, `example` a recipe that can."""

    reason: str
    example: str


class RecipeTooLong(Refusal):
    """The recipe, or one of its words, has more characters than can be stored."""


@dataclass(eq=False)
class NumberTooLarge(Refusal):
    """The name of a style has a number of more than `most` digits in it."""

    most: int


@dataclass(eq=False)
class OneWayToPlay(Refusal):
    """The game has no styles to choose from."""

    title: str
