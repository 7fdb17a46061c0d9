"""Specs of computer players: a level's name, or any player described as text.

A stored game holds the spec and needs nothing else to continue: a level by its name, and any other player as
`name|description`, or the description alone. Only specs returned by `require_player` are stored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.catalog import GameKind
from bot.computer.opponents.names import style_name, typed_name
from bot.computer.opponents.refusals import (
    BadDepth,
    BadMoves,
    CannotPlay,
    NumberTooLarge,
    Part,
    RecipeTooLong,
    UnknownPlayer,
)
from bot.core.refusals import Refusal
from data.tables.schema import Untrusted
from engine import EngineError
from engine.players.computer import ComputerPlayer, Phase, style_named
from languages.typed import folded

NAME_END = "|"

MAX_DEPTH = 30
"""Maximum depth that can be typed; a search also ends when its time is over."""

MAX_MOVES = 100
"""Maximum moves of an opening, and of the end of a game."""

MAX_DIGITS = 4
"""Maximum digits of a number in a style's name, such as a weight."""

MAX_DESCRIPTION = 200
"""Maximum characters of a description."""

MAX_WORD = 100
"""Maximum characters of a word in a description, as error messages repeat it."""

WORD = re.compile(r"[^\s:@=]+")
"""A word that can be a style's name with numbers, such as `alignments-0,0.5,4,16,inf`."""

FRACTION = re.compile(r"[+-]?(\d+\.\d*|\.\d+)", re.ASCII)

LARGE = re.compile(rf"\d{{{MAX_DIGITS + 1}}}")


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player as players see it; `rating` is None without a fixed rating."""

    name: str
    player: ComputerPlayer
    rating: int | None

    @property
    def spec(self) -> str:
        """Text stored with a game."""
        if self.rating is not None or self.name == str(self.player):
            return self.name
        return NAME_END.join((self.name, str(self.player)))


def opponent(kind: GameKind, spec: str) -> Opponent:
    """Return the computer player of a spec. Raises `EngineError` for an invalid one."""
    level = kind.levels.get(spec)
    if level is not None:
        return Opponent(spec, level.player, level.rating)
    name, bar, description = spec.rpartition(NAME_END)
    player = ComputerPlayer.parse(tidy(description))
    return Opponent(name if bar else str(player), player, None)


def opponent_name(spec: str) -> Untrusted:
    """Return the name of the computer player of a spec, translated unless a person chose it."""
    name, bar, description = spec.partition(NAME_END)
    if not bar:
        return Untrusted(typed_name(tidy(name)))
    return Untrusted(style_name(name) if name == description.partition(":")[0] else name)


def tidy(description: str) -> str:
    """Normalize the numbers in a description: `alignments-007, 1.50` has 7 and 1.5.

    Invalid numbers are kept, for the engine to refuse.
    """
    return WORD.sub(_with_tidy_numbers, ",".join(part.strip() for part in description.split(",")))


def require_player(kind: GameKind, spec: str) -> Opponent:
    """Return the computer player of a spec if it may be stored; its `spec` is the text to store.

    Raises UnknownPlayer for an invalid spec, and the refusals of `require_sound`.
    """
    try:
        found = opponent(kind, spec)
        if found.rating is None:
            require_sound(kind, found.player)
    except (EngineError, CannotPlay) as error:
        raise UnknownPlayer(spec, kind.title, tuple(kind.levels)) from error
    return found


def require_sound(kind: GameKind, player: ComputerPlayer) -> None:
    """Refuse a player that cannot be stored.

    CannotPlay for one that does not know the game; BadDepth, BadMoves, NumberTooLarge or RecipeTooLong for
    numbers and texts out of range.
    """
    phases: dict[Part, Phase | None] = {
        "middle": Phase(player.style, player.depth),
        "opening": player.opening,
        "end": player.end,
    }
    for part, phase in phases.items():
        if phase is not None and phase.depth is not None and phase.depth > MAX_DEPTH:
            raise BadDepth(str(phase.depth), MAX_DEPTH, part)
    lengths: dict[Part, int] = {"opening": player.opening_moves, "end": player.end_moves}
    for part, moves in lengths.items():
        if moves > MAX_MOVES:
            raise BadMoves(str(moves), MAX_MOVES, part)
    if len(str(player)) > MAX_DESCRIPTION:
        raise RecipeTooLong
    for phase in phases.values():
        if phase is not None:
            _require_style(kind, phase.style)


def is_style(kind: GameKind, name: str) -> bool:
    """Return whether a computer player with this style can be stored for the game."""
    try:
        require_sound(kind, ComputerPlayer(name))
    except (EngineError, Refusal):
        return False
    return True


def whole_number(typed: str, least: int, most: int) -> int | None:
    """Parse a typed whole number; None for anything else and for one out of range."""
    text = folded(typed)
    digits = text.lstrip("0") or text[-1:]
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
        raise CannotPlay(kind.title, error) from error
    if LARGE.search(name):
        raise NumberTooLarge(MAX_DIGITS)


def _with_tidy_numbers(found: re.Match[str]) -> str:
    style, hyphen, numbers = found[0].partition("-")
    if "," not in numbers:
        return found[0]
    return f"{style}{hyphen}{','.join(map(_number, numbers.split(',')))}"


def _number(text: str) -> str:
    if FRACTION.fullmatch(text):
        whole, _, fraction = text.rstrip("0").lstrip("+").partition(".")
        sign, digits = whole[: whole.startswith("-")], whole.lstrip("-").lstrip("0") or "0"
        return f"{sign}{digits}.{fraction}" if fraction else _number(f"{sign}{digits}")
    try:
        return str(int(text))
    except ValueError:
        return text
