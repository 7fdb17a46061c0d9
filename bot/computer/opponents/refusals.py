"""Refusals about computer players: choosing, naming and saving them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.computer.opponents.names import level_name
from bot.core.refusals import Refusal, Sentence, TooMany, refusal
from engine import EngineError
from languages import gettext_noop, ngettext_noop
from languages.typed import nearest

Part = Literal["opening", "middle", "end"]
"""A part of a game in which a computer player can have a separate style."""


class UnknownPlayer(Refusal):
    # Translators: {levels} is a list of levels' names.
    text = gettext_noop(
        "I have no level “{typed}” in {title}. Choose one of: {levels}; the list that appears while you type "
        "has everything."
    )
    # Translators: {near} is a level that has a similar name.
    meant = gettext_noop("I have no level “{typed}” in {title}. Did you mean “{near}”?")
    typed: str
    title: str
    levels: Sequence[str]

    def sentence(self) -> Sentence:
        return self.meant if self._near() else self.text

    def values(self) -> dict[str, object]:
        return super().values() | {"near": self._near()}

    def _near(self) -> str | None:
        """Return the level that was probably meant, in the reader's language or in English."""
        return nearest(self.typed, [*self.levels, *map(level_name, self.levels)])


class OtherGame(Refusal):
    """The saved opponent `name` has styles that belong to another game."""

    text = gettext_noop("{name} can't play {title}: its styles belong to another game.")
    name: str
    title: str


OpponentGone = refusal("That opponent has been deleted. Please choose another one.")


class BadDepth(Refusal):
    """The typed depth is neither a number from 1 to `most` nor the word for no limit."""

    # Translators: {part} is “Opening”, “Middle game” or “End”. Leave `time`, which is to be typed.
    text = gettext_noop(
        "{part}: enter a depth from 1 to {most} moves, or `time` for as deep as time allows, not “{typed}”."
    )
    without_part = gettext_noop(
        "A depth is a number of moves from 1 to {most}, or `time` for as deep as time allows; “{typed}” is "
        "not one."
    )
    typed: str
    most: int
    part: Part | None = None

    def sentence(self) -> Sentence:
        return self.without_part if self.part is None else self.text


class BadMoves(Refusal):
    """The typed length of a part is no number from 0 to `most`."""

    text = gettext_noop("{part}: enter a number of moves from 0 to {most}, not “{typed}”.")
    typed: str
    most: int
    part: Part


class CannotPlay(Refusal):
    """The player cannot play the game; `reason` is the engine's."""

    # Translators: {reason} is a sentence such as: Reversi has no style “clever”; it has …
    text = gettext_noop("That can't play {title}. {reason}")
    title: str
    reason: EngineError


class BadRecipe(Refusal):
    """The recipe cannot be read; `reason` is the engine's, `example` a recipe that can."""

    # Translators: {reason} is a sentence such as: The depth must be a whole number, not “x”.
    text = gettext_noop("I can't read that recipe. {reason} Recipes look like `{example}`.")
    reason: EngineError
    example: str


RecipeTooLong = refusal("That recipe is too long for me. Try it with fewer digits.")


class NumberTooLarge(TooMany):
    """The name of a style has a number of more than `most` digits in it."""

    text = ngettext_noop(
        "A number in the name of a style has at most {most} digit.",
        "A number in the name of a style has at most {most} digits.",
    )


class OneWayToPlay(Refusal):
    text = gettext_noop("I can only play {title} in one way, so you can't choose a level.")
    title: str


class NameTooLong(Refusal):
    """The name has `length` characters; 1 to `most` are allowed."""

    # Translators: {length} is a number of characters.
    text = gettext_noop("A name has 1 to {most} characters; this one has {length}.")
    length: int
    most: int


class BadLetters(Refusal):
    # Translators: {letters} are signs such as “* < >”.
    text = gettext_noop("A name can't have {letters} in it. Letters, digits, spaces, - ' . ! ? & + are fine.")
    invisible = gettext_noop(
        "A name can't have an invisible character in it. Letters, digits, spaces, - ' . ! ? & + are fine."
    )
    # Translators: {letters} are signs such as “* < >”.
    both = gettext_noop(
        "A name can't have {letters} or an invisible character in it. Letters, digits, spaces, - ' . ! ? & + "
        "are fine."
    )
    letters: Sequence[str]

    def sentence(self) -> Sentence:
        if all(map(str.isprintable, self.letters)):
            return self.text
        return self.both if any(map(str.isprintable, self.letters)) else self.invisible


class NameReserved(Refusal):
    text = gettext_noop("{name} is the name of a level or a style. Please choose another one.")
    name: str


class NameInUse(Refusal):
    text = gettext_noop(
        "This server already has an opponent called {name}. Choose another name, or delete that one first."
    )
    name: str


class NotYourOpponent(Refusal):
    text = gettext_noop(
        "{person} created {name}: only they, and people who can manage this server, can delete it."
    )
    creator_id: int
    name: str
