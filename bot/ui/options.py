"""Options that several commands share: completions, boards, times, and why some don't go together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

import discord
from discord import AppCommandOptionType, app_commands

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import OpponentChoices, completions
from bot.computer.opponents.level_advice import LevelAdvice
from bot.preferences.periods import place_name, zone_named
from bot.preferences.preferences import Preferences
from bot.ui.opponent_menu import suggestions
from bot.ui.refusals import BadRequest, OtherVersion
from bot.ui.request import Request
from bot.ui.slash import Command, completion
from bot.ui.times import UNLIMITED, countdown, in_words, no_such_time, time_label, time_name, time_typed
from bot.ui.untrusted import MAX_REPEATED, SEPARATOR, fitted, safe
from bot.ui.words import no_such_board
from data.games.time_control import Correspondence, Live, TimeControl, TimeControlError
from engine import EngineError
from languages import ENGLISH, count, gettext, gettext_noop, pgettext, speaking
from languages.moments import date_written, moment_typed, time_written
from languages.numbers import enumerated
from languages.typed import folded

USUAL = "usual"
"""Value of the usual board in the list of boards, since Discord accepts no empty value."""

MAX_CHOICES = 25

TIMES = (Live(3, 2), Live(5, 5), Live(10, 10), Correspondence(1), Correspondence(3), Correspondence(7))
"""Suggested times; others can be typed."""

Typed: TypeAlias = app_commands.Range[str, 1, MAX_REPEATED]
"""Text that a person types for an option of a command."""


def choices(typed: str, named: Iterable[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """Return the (name, value) pairs whose name contains the typed text, as many as Discord accepts.

    Names that start with it come first. Case and accents don't matter.
    """
    wanted = folded(typed)
    matches = [(folded(name), name, value) for name, value in named if wanted in folded(name)]
    matches.sort(key=lambda choice: not choice[0].startswith(wanted))
    return [_choice(name, value) for _, name, value in matches[:MAX_CHOICES]]


def _choice(name: str, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=fitted(name.split(SEPARATOR), SEPARATOR.join), value=value)


def named_choices(
    typed: str, keys: Iterable[str], name: Callable[[str], str]
) -> list[app_commands.Choice[str]]:
    """Return the keys whose name, in English or the reader's language, contains the typed text."""
    names = {key: name(key) for key in keys}
    matches = choices(typed, ((named, key) for key, named in names.items()))
    there = {choice.value for choice in matches}
    with speaking(ENGLISH):
        english = choices(typed, [(name(key), key) for key in names if key not in there])
    more = [_choice(names[choice.value], choice.value) for choice in english]
    return [*matches, *more][:MAX_CHOICES]


async def player_choices(request: Request, kind: GameKind, typed: str) -> list[app_commands.Choice[str]]:
    """Return the computer players of a game that match the typed text: levels, custom opponents, styles."""
    kit = request.kit
    players = await kit[OpponentChoices].choices(kind, request.guild_id)
    suited = await kit[LevelAdvice].suggested(kind, request.user_id, request.guild_id)
    offered = suggestions(kind, players, completions(kind, typed), suited, typed)
    return [_choice(name, value) for name, value in offered[:MAX_CHOICES]]


def game_choices() -> list[app_commands.Choice[str]]:
    """List every game, the usual one first."""
    return [app_commands.Choice(name=kind.title, value=kind.key) for kind in GAMES.values()]


def usual_game() -> GameKind:
    return next(iter(GAMES.values()))


def game_of(key: str) -> GameKind:
    """Return the game that a component names; refused if this version does not have it."""
    if key not in GAMES:
        raise OtherVersion
    return GAMES[key]


def game_typed(request: Request) -> GameKind:
    """Return the game chosen so far in the command being typed, or the default one."""
    return GAMES.get(str(getattr(request.interaction.namespace, "game", None) or ""), usual_game())


def board_choices(kind: GameKind, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the boards of a game, the usual one first."""
    boards = {variant.options or USUAL: variant for variant in kind.variants}
    return named_choices(typed, boards, lambda board: boards[board].label)


def complete_terms(command: Command, kind: GameKind | None = None) -> None:
    """Complete the times, boards and computer players among a command's options, for a game or its `game`."""

    async def times(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return time_choices(typed)

    async def boards(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return board_choices(kind or game_typed(request), typed)

    async def players(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return await player_choices(request, kind or game_typed(request), typed)

    completions = {"time": times, "board": boards, "bot": players, "first": players, "second": players}
    for option in command.parameters:
        if option.name in completions and not option.choices:
            completion(command, option.name)(completions[option.name])


def board_options(kind: GameKind, board: str | None) -> str:
    """Parse a typed or chosen board. Raises `BadRequest` for an unknown one."""
    if board is None or board.strip() == USUAL:
        return ""
    try:
        return kind.read_options(board)
    except EngineError as error:
        raise BadRequest(no_such_board(kind, board)) from error


def time_choices(typed: str) -> list[app_commands.Choice[str]]:
    matches = named_choices(typed, [UNLIMITED, *map(str, TIMES)], time_label)
    try:
        own = time_typed(typed)
    except TimeControlError:
        return matches
    if own is None or any(choice.value == str(own) for choice in matches):
        return matches
    return [app_commands.Choice(name=time_name(own), value=str(own)), *matches]


def time_option(typed: str | None) -> TimeControl | None:
    """Parse a typed or chosen time; None means no limit. Raises `BadRequest`."""
    try:
        return time_typed(typed or "")
    except TimeControlError as error:
        raise BadRequest(no_such_time(typed or "")) from error


def option(name: str, value: str = "") -> str:
    """Write an option as the reader types it; `value` is in their language."""
    named = pgettext("option", name)
    return f"`{named}:{value}`" if value else f"`{named}`"


def choice(name: str, chosen: str) -> str:
    """Write an option with one of its choices, by the choice's English name."""
    return option(name, pgettext("choice", chosen))


def refuse_with(other: str, **given: object) -> None:
    """Refuse the options that have a value, since `other`, which has one, leaves them without effect."""
    for name in _named(given):
        raise BadRequest(
            # Translators: {option} and {other} are options of a command, as they are typed: `form:Knockout`.
            gettext("{option} has no effect with {other}. Leave one of them out.", option=name, other=other)
        )


def refuse_without(other: str, **given: object) -> None:
    """Refuse the options that have a value, since they have no effect without `other`."""
    for name in _named(given):
        raise BadRequest(
            # Translators: {option} and {other} are options of a command, as they are typed: `form:Arena`.
            gettext(
                "{option} only has an effect with {other}. Add that, or leave it out.",
                option=name,
                other=other,
            )
        )


def _named(options: dict[str, object]) -> list[str]:
    return [option(name) for name, value in options.items() if value is not None and value is not False]


UNUSABLE = gettext_noop("I can't use {typed} for the option `{option}`. {possible}")
BETWEEN = gettext_noop("It has to be a number from {least} to {most}.")
LENGTH = gettext_noop("It can have {least} to {most} characters.")
CHOOSE = gettext_noop("Please choose one of Discord's suggestions, and try again.")


def unusable_option(interaction: discord.Interaction[Any], error: app_commands.TransformerError) -> str:
    """Name the option whose value can't be used, and say what is possible."""
    names = [pgettext("option", name) for name, value in interaction.namespace if value == error.value]
    return gettext(
        UNUSABLE, typed=safe(str(error.value)), option=enumerated(names), possible=_possible(error)
    )


def _possible(error: app_commands.TransformerError) -> str:
    least, most = error.transformer.min_value, error.transformer.max_value
    if least is None or most is None:
        return gettext(CHOOSE)
    is_text = error.type is AppCommandOptionType.string
    return gettext(LENGTH if is_text else BETWEEN, least=count(int(least)), most=count(int(most)))


NO_MOMENT = gettext_noop(
    "I can't read {typed} as a time for `{option}`. Type a time of day, such as "
    "`18:00`, a day and a time, such as `tomorrow 10:00`, how long until then, such "
    "as `in 2 hours`, or choose one with `@time`."
)
UNDERSTOOD = gettext_noop(
    "I understood {typed} as {moment}, {countdown}, in the time zone {zone}. This "
    "server's time zone is set in `/settings`."
)


async def moment_option(request: Request, option: str, typed: str | None) -> datetime | None:
    """Return the moment that a person typed for an option of a command; raises `BadRequest`."""
    if typed is None:
        return None
    moment = moment_typed(typed, request.interaction.created_at, await _zone(request))
    if moment is None:
        raise BadRequest(gettext(NO_MOMENT, typed=safe(typed), option=option))
    return moment


async def confirm_moment(request: Request, typed: str | None, moment: datetime | None) -> None:
    """Tell the person how their own words were understood; nothing for a time by `@time`, which Discord
    shows."""
    if typed is not None and moment is not None and not typed.strip().startswith("<"):
        zone = place_name((await _zone(request)).key)
        words = {"moment": in_words(moment), "countdown": countdown(moment), "zone": zone}
        await request.tell(gettext(UNDERSTOOD, typed=safe(typed), **words))


def complete_moment(command: Command, option: str) -> None:
    """Show how a typed time is understood, while it is typed."""

    @completion(command, option)
    async def complete(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        zone = await _zone(request)
        moment = moment_typed(typed, request.interaction.created_at, zone)
        if moment is None:
            return []
        there = moment.astimezone(zone)
        name = f"{date_written(there)} {time_written(there)} ({place_name(zone.key)})"
        return [app_commands.Choice(name=name, value=f"<t:{int(moment.timestamp())}:F>")]


async def _zone(request: Request) -> ZoneInfo:
    settings = await request.kit[Preferences].for_server(request.own_server())
    return zone_named(settings.time_zone)
