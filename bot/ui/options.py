"""Options that several commands share: completions and boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.opponents.choices import completions
from bot.ui.games.terms_words import NO_LIMIT, no_such_time, time_name
from bot.ui.opponents.menu import suggestions
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.untrusted import MAX_REPEATED, shortened
from bot.ui.words import no_such_board
from data import Correspondence, Live, TimeControl, TimeControlError, read_time_control
from engine import EngineError
from languages import gettext

USUAL = "usual"
"""Value of the usual board in the list of boards, since Discord accepts no empty value."""

MAX_CHOICES = 25

UNLIMITED = "none"
"""Value of "no time limit" in the list of times."""

TIMES = (Live(3, 2), Live(5, 5), Live(10, 10), Correspondence(1), Correspondence(3), Correspondence(7))
"""Suggested times; others can be typed."""

Typed: TypeAlias = app_commands.Range[str, 1, MAX_REPEATED]
"""Text that a person types for an option of a command."""


def choices(typed: str, named: Iterable[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """Return the (name, value) pairs whose name contains the typed text, as many as Discord accepts.

    Names that start with it come first.
    """
    wanted = typed.casefold()
    found = [(name, value) for name, value in named if wanted in name.casefold()]
    found.sort(key=lambda pair: not pair[0].casefold().startswith(wanted))
    return [app_commands.Choice(name=shortened(name), value=value) for name, value in found[:MAX_CHOICES]]


async def player_choices(request: Request, kind: GameKind, typed: str) -> list[app_commands.Choice[str]]:
    """Return the computer players of a game that match the typed text: levels, custom opponents, styles."""
    services = request.services
    players = await services.computer.choices.choices(kind, request.guild_id)
    suited = await services.computer.level_advice.suggested(kind, request.user_id, request.guild_id)
    offered = suggestions(kind, players, completions(kind, typed), suited, typed)
    return [app_commands.Choice(name=shortened(name), value=value) for name, value in offered[:MAX_CHOICES]]


def game_choices() -> list[app_commands.Choice[str]]:
    """List every game, the usual one first."""
    return [app_commands.Choice(name=kind.title, value=kind.key) for kind in GAMES.values()]


def usual_game() -> GameKind:
    """Return the default game."""
    return next(iter(GAMES.values()))


def board_choices(kind: GameKind, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the boards of a game, the usual one first."""
    return choices(typed, ((v.label, v.options or USUAL) for v in kind.variants))


def board_options(kind: GameKind, board: str | None) -> str:
    """Parse a typed or chosen board. Raises `BadRequest` for an unknown one."""
    if board is None or board.strip() == USUAL:
        return ""
    try:
        return kind.read_options(board)
    except EngineError as error:
        raise BadRequest(no_such_board(kind, board)) from error


def time_choices(typed: str) -> list[app_commands.Choice[str]]:
    """Suggest times, and the typed one."""
    named = [(gettext(NO_LIMIT), UNLIMITED), *((time_name(time), str(time)) for time in TIMES)]
    found = choices(typed, named)
    try:
        own = read_time_control(typed)
    except TimeControlError:
        return found
    if own is None or any(choice.value == str(own) for choice in found):
        return found
    return [app_commands.Choice(name=time_name(own), value=str(own)), *found]


def time_option(typed: str | None) -> TimeControl | None:
    """Parse a typed or chosen time; None means no limit. Raises `BadRequest`."""
    try:
        return read_time_control(typed or "")
    except TimeControlError as error:
        raise BadRequest(no_such_time(typed or "")) from error
