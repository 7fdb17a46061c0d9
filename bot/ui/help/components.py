"""What the card of `/play` and `/help` does."""

from __future__ import annotations

from bot.catalog import GAMES, GameKind
from bot.ui.access import Click, asked_at, person, place_of, services_of
from bot.ui.answers import send
from bot.ui.games.rules import show_rules
from bot.ui.help import component_ids as ids
from bot.ui.help.view import help_card, more_card
from bot.ui.language import gettext
from bot.ui.refusals import BadRequest
from bot.ui.router import on_choice, on_press
from bot.ui.words import OTHER_VERSION


async def show_card(click: Click) -> None:
    """Answer a command with the card, for the person alone."""
    advice, guild_id = services_of(click).level_advice, click.guild_id
    suited = {kind.key: await advice.suggested(kind, click.user.id, guild_id) for kind in GAMES.values()}
    await send(click, help_card(suited), private=True)


async def start_game(click: Click, pressed: ids.StartGame) -> None:
    """Begin a game against the computer at the level that suits the person."""
    await _begin(click, pressed.game, None)


async def start_at_level(click: Click, menu: ids.StartAtLevel, level: str) -> None:
    """Begin a game against the computer at the level chosen."""
    await _begin(click, menu.game, level)


async def _begin(click: Click, game: str, level: str | None) -> None:
    services, kind = services_of(click), _kind(game)
    place, who = place_of(click), person(click)
    spec = level or await services.level_advice.suggested(kind, who.id, place.guild_id)
    snapshot = await services.challenges.play_computer(kind, place, who, spec, "random")
    await services.flow.open(snapshot, click, asked_at(click))


async def rules(click: Click, pressed: ids.ShowRules) -> None:
    """Show the rules of a game to the person alone."""
    await show_rules(click, _kind(pressed.game))


async def more(click: Click, pressed: ids.ShowMore) -> None:
    """Tell the person alone what else there is to do."""
    await send(click, more_card(), private=True)


def _kind(game: str) -> GameKind:
    """The game of a button; refused when this version does not have it."""
    if game not in GAMES:
        raise BadRequest(gettext(OTHER_VERSION))
    return GAMES[game]


HELP_ROUTES = (
    on_press(ids.StartGame, start_game),
    on_choice(ids.StartAtLevel, start_at_level),
    on_press(ids.ShowRules, rules),
    on_press(ids.ShowMore, more),
)
