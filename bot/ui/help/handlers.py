"""`/play` and `/help`: one card under both names, and its buttons and menus."""

from __future__ import annotations

from bot.catalog import GAMES
from bot.ui.games.handlers import show_rules
from bot.ui.help import ids
from bot.ui.help.view import friend_card, help_card, more_card, styles_card
from bot.ui.layout import View
from bot.ui.offers.handlers import game_of, play_computer, start_game
from bot.ui.opponents.menu import LEVELS, Page, menu_for, page_of
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import slash_command


async def show_card(request: Request) -> None:
    """Answer a command with the card, in private."""
    await request.send(await _card(request), private=True)


@on_press(ids.StartGame)
async def start_game_at_once(request: Request, pressed: ids.StartGame) -> None:
    """Start a game against the computer at the level that suits the player."""
    await play_computer(request, game_of(pressed.game))


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


@on_press(ids.ShowRules)
async def rules(request: Request, pressed: ids.ShowRules) -> None:
    """Show the rules of a game in private."""
    await show_rules(request, game_of(pressed.game))


@on_press(ids.ShowStyles)
async def styles(request: Request, pressed: ids.ShowStyles) -> None:
    """Explain styles of play in private."""
    await request.send(styles_card(), private=True)


@on_press(ids.ShowMore)
async def more(request: Request, pressed: ids.ShowMore) -> None:
    """List the other features in private."""
    await request.send(more_card(linkable=request.services.people.linked_roles.enabled), private=True)


async def _card(request: Request, game: str = "", page: Page = LEVELS) -> View:
    """Draw the card with a page of one game's menu; the other menus show levels."""
    menus = [await menu_for(request, kind, page if kind.key == game else LEVELS) for kind in GAMES.values()]
    return help_card(menus, friends=not request.place.is_private_chat)


on_choice(ids.StartAtLevel)(choose_player)
on_choice(ids.StartAgainstOther)(choose_player)


@slash_command(name="play", description="Play: choose a game, a level or a friend")
async def play(request: Request) -> None:
    """Show the card."""
    await show_card(request)


@slash_command(name="help", description="What you can play here, and where to read more")
async def help_command(request: Request) -> None:
    """Show the card."""
    await show_card(request)
