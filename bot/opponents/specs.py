"""Who the computer can be: a named level of the game, or any computer player described as text.

The text, the player's spec, is what a stored game has, so that it needs nothing else to go on: a level by its
name, and any other player as `name|description`, or the description alone when it has no name. What people
type becomes a spec through `require_player` alone, and only such specs are stored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.catalog import GameKind
from bot.refusals import (
    CannotPlay,
    NumberTooLarge,
    Part,
    RecipeTooLong,
    Refusal,
    TooDeep,
    TooManyMoves,
    UnknownPlayer,
)
from data import Untrusted
from engine import EngineError
from engine.players.computer import ComputerPlayer, Phase
from engine.players.styles import style_named

NAME_END = "|"

MOST_DEPTH = 30
"""The deepest that people can ask for; whatever the depth, a search ends when its time is over."""

MOST_MOVES = 100
"""So many moves an opening may last, and an end may begin before the end of the game."""

MOST_DIGITS = 4
"""Digits of a number in a style's name, such as a weight."""

MOST_DESCRIPTION = 200
"""Characters of a description."""

MOST_WORD = 100
"""Characters of one word of a description, which the engine repeats where something is wrong with it."""

NUMBERS = re.compile(r"(?<=-)[^\s:@=]*,[^\s:@=]*")
"""The numbers in a style's name, such as `0,0.5,4,16,inf` in `alignments-0,0.5,4,16,inf`."""

FRACTION = re.compile(r"[+-]?(\d+\.\d*|\.\d+)", re.ASCII)

LARGE = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player as people meet it; `rating` is None for one that nobody is rated against."""

    name: str
    player: ComputerPlayer
    rating: int | None

    @property
    def spec(self) -> str:
        """The text that a stored game has for it."""
        if self.rating is not None or self.name == str(self.player):
            return self.name
        return NAME_END.join((self.name, str(self.player)))


def opponent(kind: GameKind, spec: str) -> Opponent:
    """The computer player that a spec describes; `EngineError` for what describes none."""
    level = kind.levels.get(spec)
    if level is not None:
        return Opponent(spec, level.player, level.rating)
    name, bar, description = spec.rpartition(NAME_END)
    player = ComputerPlayer.parse(tidy(description))
    return Opponent(name if bar else str(player), player, None)


def opponent_name(spec: str) -> Untrusted:
    """What the computer player with this spec is called."""
    name, bar, _ = spec.partition(NAME_END)
    return Untrusted(name if bar else tidy(name))


def tidy(description: str) -> str:
    """A description with its numbers in the one way to write them: `alignments-007, 1.50` has 7 and 1.5.

    What is no number stays as it is, for the engine to refuse.
    """
    joined = re.sub(r"\s*,\s*", ",", description)
    return NUMBERS.sub(lambda found: ",".join(map(_number, found[0].split(","))), joined)


def require_player(kind: GameKind, spec: str) -> Opponent:
    """The computer player that a spec describes, if it may be stored; its `spec` is what to store.

    Raises UnknownPlayer for what describes none, and what `require_sound` raises.
    """
    try:
        found = opponent(kind, spec)
        if found.rating is None:
            require_sound(kind, found.player)
    except (EngineError, CannotPlay) as error:
        raise UnknownPlayer(spec, kind.title, tuple(kind.levels)) from error
    return found


def require_sound(kind: GameKind, player: ComputerPlayer) -> None:
    """Refuse a player that may not be stored: CannotPlay for one that does not know the game, TooDeep,
    TooManyMoves, NumberTooLarge or RecipeTooLong for numbers and texts out of range."""
    phases: dict[Part, Phase | None] = {
        "middle": Phase(player.style, player.depth),
        "opening": player.opening,
        "end": player.end,
    }
    for part, phase in phases.items():
        if phase is not None and phase.depth is not None and phase.depth > MOST_DEPTH:
            raise TooDeep(part, phase.depth, MOST_DEPTH)
    lengths: dict[Part, int] = {"opening": player.opening_moves, "end": player.end_moves}
    for part, moves in lengths.items():
        if moves > MOST_MOVES:
            raise TooManyMoves(part, moves, MOST_MOVES)
    if len(str(player)) > MOST_DESCRIPTION:
        raise RecipeTooLong
    for phase in phases.values():
        if phase is not None:
            _require_style(kind, phase.style)


def is_style(kind: GameKind, name: str) -> bool:
    """Whether a computer player can be stored that plays the game in this style."""
    try:
        require_sound(kind, ComputerPlayer(name))
    except (EngineError, Refusal):
        return False
    return True


def whole_number(typed: str, least: int, most: int) -> int | None:
    """A whole number as people type it, None for anything else and for one out of range."""
    digits = typed.strip().lstrip("0") or typed.strip()[-1:]
    if (
        digits.isascii()
        and digits.isdigit()
        and len(digits) <= len(str(most))
        and least <= int(digits) <= most
    ):
        return int(digits)
    return None


def _require_style(kind: GameKind, name: str) -> None:
    try:
        style_named(kind.start("").game, name)
    except EngineError as error:
        raise CannotPlay(kind.title, str(error)) from error
    if LARGE.search(name):
        raise NumberTooLarge(MOST_DIGITS)


def _number(text: str) -> str:
    if FRACTION.fullmatch(text):
        whole, _, fraction = text.rstrip("0").lstrip("+").partition(".")
        sign, digits = whole[: whole.startswith("-")], whole.lstrip("-").lstrip("0") or "0"
        return f"{sign}{digits}.{fraction}" if fraction else _number(f"{sign}{digits}")
    try:
        return str(int(text))
    except ValueError:
        return text
