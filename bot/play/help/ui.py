"""`/play` and `/help`: their cards, with buttons and menus."""

from __future__ import annotations

from discord import app_commands

from bot.catalog import GAMES
from bot.computer.opponents.choices import style_handle
from bot.computer.opponents.level_advice import LevelAdvice
from bot.play.games.ui import show_rules
from bot.play.help import ids, words
from bot.play.help.view import about_card, features_card, friend_card, play_card, styles_card
from bot.play.offers.ui import play_computer, start_game
from bot.ui.layout import View
from bot.ui.links import OpenFeature, ShowRules, StartGame
from bot.ui.opponent_menu import LEVELS, Page, menu_for, page_of
from bot.ui.options import game_of
from bot.ui.refusals import OtherVersion
from bot.ui.request import OPENS_DIALOG, REQUEST, Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import slash_command


async def show_card(request: Request) -> None:
    """Answer a command with the card, in private."""
    await request.send(await _card(request), private=True)


@on_press(StartGame)
async def start_game_at_once(request: Request, pressed: StartGame) -> None:
    """Start a game against the computer at the level that suits the player."""
    await play_computer(request, game_of(pressed.game))


async def show_features(request: Request) -> None:
    """Show the features in private."""
    card = features_card(request.user_id, in_server=not request.place.is_private_chat)
    await request.send(card, private=True)


async def choose_player(
    request: Request, menu: ids.StartAtLevel | ids.StartAgainstOther, chosen: str
) -> None:
    """Start a game against the chosen computer player, or turn to another part of the menu."""
    kind, page = game_of(menu.game), page_of(chosen)
    if page is None:
        await play_computer(request, kind, chosen)
    else:
        await request.replace(await _card(request, kind.key, page))


@on_press(ids.AgainstFriend)
async def against_friend(request: Request, pressed: ids.AgainstFriend) -> None:
    """Explain in private how to play against people."""
    await request.send(friend_card(), private=True)


@on_choice(ids.InviteFriend)
async def invite_friend(request: Request, menu: ids.InviteFriend, user_id: str) -> None:
    """Challenge the chosen member."""
    await start_game(request, game_of(menu.game), request.chosen_user(user_id), None)


@on_press(ids.OpenToAll)
async def open_to_all(request: Request, pressed: ids.OpenToAll) -> None:
    """Post a start card that anyone can join."""
    await start_game(request, game_of(pressed.game), None, None)


@on_press(ShowRules)
async def rules(request: Request, pressed: ShowRules) -> None:
    """Show the rules of a game in private."""
    await show_rules(request, game_of(pressed.game))


@on_press(ids.ShowStyles)
async def styles(request: Request, pressed: ids.ShowStyles) -> None:
    """Show the styles of play in private."""
    await request.send(styles_card(), private=True)


@on_press(ids.PlayStyle)
async def play_style(request: Request, pressed: ids.PlayStyle) -> None:
    """Start a game against the computer in a style."""
    await play_computer(request, game_of(pressed.game), style_handle(pressed.style))


@on_press(ids.ShowMore)
async def more(request: Request, pressed: ids.ShowMore) -> None:
    """Show the features in private."""
    await show_features(request)


@on_press(OpenFeature)
async def open_feature(request: Request, pressed: OpenFeature) -> None:
    """Do what a command does without options."""
    await _use(request, pressed.command, dialog=False)


@on_press(ids.OpenDialog, opens_dialog=True)
async def open_dialog(request: Request, pressed: ids.OpenDialog) -> None:
    """Do what a command does without options."""
    await _use(request, pressed.command, dialog=True)


@on_press(ids.AboutFeature)
async def about(request: Request, pressed: ids.AboutFeature) -> None:
    """Explain a command, with a button that uses it."""
    if pressed.command not in words.ABOUT:
        raise OtherVersion
    await request.send(about_card(pressed.command), private=True)


async def _use(request: Request, name: str, *, dialog: bool) -> None:
    """Call a command without options, as if the person had typed it."""
    *group, last = name.split(" ")
    tree = request.interaction.client.tree
    found = tree.get_command(group[0] if group else last)
    if isinstance(found, app_commands.Group):
        found = found.get_command(last)
    if (
        not isinstance(found, app_commands.Command)
        or bool(found.extras.get(OPENS_DIALOG)) is not dialog
        or any(parameter.required for parameter in found.parameters)
    ):
        raise OtherVersion
    request.interaction.extras[REQUEST] = request
    await found.callback(request.interaction)  # type: ignore[call-arg]


async def _card(request: Request, game: str = "", page: Page = LEVELS) -> View:
    """Draw the card with a page of one game's menu; the other menus show levels."""
    menus = [await menu_for(request, kind, page if kind.key == game else LEVELS) for kind in GAMES.values()]
    newcomer = await request.kit[LevelAdvice].is_newcomer(request.user_id)
    return play_card(menus, friends=not request.place.is_private_chat, newcomer=newcomer)


on_choice(ids.StartAtLevel)(choose_player)
on_choice(ids.StartAgainstOther)(choose_player)


@slash_command(name="play", description="Play: choose a game, a level or a friend")
async def play(request: Request) -> None:
    """Show the card."""
    await show_card(request)


@slash_command(name="help", description="Everything you can do here, with a button for each")
async def help_command(request: Request) -> None:
    """Show the features."""
    await show_features(request)


COMMANDS = (play, help_command)
