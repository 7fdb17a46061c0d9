"""Refusals about computer players: choosing and saving them, exhibitions and strength tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.refusals.base import Part, Refusal
from engine import EngineError

if TYPE_CHECKING:
    from bot.core.people import Place


@dataclass(eq=False)
class UnknownPlayer(Refusal):
    """The typed name is no computer player's."""

    typed: str
    title: str
    levels: Sequence[str]


@dataclass(eq=False)
class OtherGame(Refusal):
    """The saved opponent `name` has styles that belong to another game."""

    name: str
    title: str


class OpponentGone(Refusal):
    """The saved opponent of the button was deleted."""


@dataclass(eq=False)
class BadDepth(Refusal):
    """The typed depth is neither a number from 1 to `most` nor the word for no limit."""

    typed: str
    most: int
    part: Part | None = None


@dataclass(eq=False)
class BadMoves(Refusal):
    """The typed length of a part is no number from 0 to `most`."""

    typed: str
    most: int
    part: Part


@dataclass(eq=False)
class TooDeep(Refusal):
    """A part of a recipe searches deeper than `most` plies."""

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
    reason: EngineError


@dataclass(eq=False)
class BadRecipe(Refusal):
    """The recipe cannot be read; `reason` is the engine's, `example` a recipe that can."""

    reason: EngineError
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


@dataclass(eq=False)
class NameTooLong(Refusal):
    """The name has `length` characters; 1 to `most` are allowed."""

    length: int
    most: int


@dataclass(eq=False)
class BadLetters(Refusal):
    """The name has forbidden, possibly invisible, letters."""

    letters: Sequence[str]


@dataclass(eq=False)
class NameReserved(Refusal):
    """The name is that of a level or a style."""

    name: str


@dataclass(eq=False)
class NameInUse(Refusal):
    """The server already has an opponent of this name."""

    name: str


@dataclass(eq=False)
class NotYourOpponent(Refusal):
    """The opponent was created by another user, and the user does not manage the server."""

    creator_id: int
    name: str


@dataclass(eq=False)
class NotYourExhibition(Refusal):
    """The user neither started this exhibition nor moderates the channel."""

    player_id: int


class ExhibitionOver(Refusal):
    """The exhibition has ended."""

    outdated = True


class ExhibitionGoesOn(Refusal):
    """The exhibition moves automatically; single steps are not possible."""

    outdated = True


@dataclass(eq=False)
class ExhibitionHere(Refusal):
    """The channel already has an exhibition, shown in `message_id` if that was sent."""

    player_id: int
    place: Place
    message_id: int | None


@dataclass(eq=False)
class StrengthTestHere(Refusal):
    """The server has a strength test in progress, shown in `message_id` if that was sent."""

    player_id: int
    place: Place
    message_id: int | None


@dataclass(eq=False)
class NotYourStrengthTest(Refusal):
    """The user neither requested this strength test nor moderates the channel."""

    player_id: int


class StrengthTestOver(Refusal):
    """The strength test has ended."""
