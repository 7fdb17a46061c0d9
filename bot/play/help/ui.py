"""`/play` and `/help`: their cards, with buttons and menus."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import discord
from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import style_handle, styles_of
from bot.computer.opponents.level_advice import LevelAdvice
from bot.computer.opponents.names import style_name
from bot.play.games.ids import (
    AN_EASY_PUZZLE,
    GiveEasyPuzzle,
    OpenFeature,
    OpenInsights,
    OpenPuzzleRace,
    ShowRules,
    StartGame,
)
from bot.play.games.ui import show_rules
from bot.play.help import words
from bot.play.offers.ui import play_computer, start_game
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button, user_select
from bot.ui.layout import GREEN, Part, View, card, row
from bot.ui.opponent_menu import LEVELS, Menu, Page, menu_for, page_of
from bot.ui.options import game_of
from bot.ui.refusals import OtherVersion
from bot.ui.request import OPENS_DIALOG, REQUEST, Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import slash_command
from languages import gettext


class StartAtLevel(ComponentId, action="start_level"):
    """Play the computer at a level chosen from a menu."""

    game: str


class StartAgainstOther(ComponentId, action="start_other"):
    """Play the computer in a style, or as one of the server's custom opponents."""

    game: str
    group: Literal["style", "own"]
    page: int


class AgainstFriend(ComponentId, action="start_friend"):
    """Show how to play against people."""


class InviteFriend(ComponentId, action="start_invite"):
    """Challenge a member chosen from a menu."""

    game: str


class OpenToAll(ComponentId, action="start_open"):
    """Post a start card that anyone can join."""

    game: str


class ShowStyles(ComponentId, action="styles"):
    """Explain styles of play and recipes."""


class ShowMore(ComponentId, action="what_else"):
    """Show the card of `/help`."""


class PlayStyle(ComponentId, action="start_style"):
    game: str
    style: str


class OpenDialog(ComponentId, action="open_dialog"):
    """Do what a command does without options that then opens a dialog."""

    command: str


class AboutFeature(ComponentId, action="about"):
    """Explain a command that posts something for everyone, with a button that uses it."""

    command: str


def play_card(menus: Sequence[Menu], *, friends: bool, newcomer: bool = False) -> View:
    """Draw the games as buttons, their computer players as menus, and buttons for more information.

    `friends` is true where other people can play. A `newcomer` is led from the rules to a game and a puzzle.
    The card is short, so that its buttons are visible at the end of the channel.
    """
    kinds = GAMES.values()
    games = [_play(kind) for kind in kinds]
    if friends:
        games.append(button(words.against_friend(), AgainstFriend(), emoji="👥"))
    rules = [button(words.rules_of(kind), ShowRules(kind.key), emoji="📖") for kind in kinds]
    path: list[Part] = []
    if newcomer:
        puzzle = button(gettext(AN_EASY_PUZZLE), GiveEasyPuzzle(""), emoji="🧩")
        path, rules = [words.new_here(), row(*rules, puzzle)], []
    return card(
        words.welcome({menu.kind.key: menu.suited for menu in menus}),
        row(*games),
        *path,
        *(row(_computers(menu)) for menu in menus),
        row(
            *rules,
            button(words.styles_of_play(), ShowStyles(), emoji="🎨"),
            # Translators: a button; it shows what else the bot can do.
            button(gettext("More features"), ShowMore(), emoji="💡"),
        ),
        words.version(),
        colour=GREEN,
    )


def friend_card() -> View:
    """Draw a menu of members for each game, and buttons for start cards anyone can join."""
    kinds = GAMES.values()
    parts: list[Part] = [
        words.how_with_friends(),
        *(row(user_select(words.invite_to(kind), InviteFriend(kind.key))) for kind in kinds),
        row(*(button(words.anyone(kind), OpenToAll(kind.key), emoji=kind.sides[0].disc) for kind in kinds)),
    ]
    return card(*parts, colour=GREEN)


def styles_card() -> View:
    """Describe each game's styles, with a button that plays each."""
    parts: list[Part] = [words.styles_heading()]
    for kind in GAMES.values():
        styles = styles_of(kind)
        if styles:
            parts.append(words.styles_of_game(kind, styles))
        buttons = [
            button(style_name(style), PlayStyle(kind.key, style), emoji=kind.sides[0].disc)
            for style in styles
        ]
        parts += [row(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)]
    parts.append(words.own_styles())
    return card(*parts, colour=GREEN)


def features_card(player_id: int, *, in_server: bool) -> View:
    """Draw the features under four headings, each with a button; those of servers only where they work."""
    rules = [button(words.rules_of(kind), ShowRules(kind.key), emoji="📖") for kind in GAMES.values()]
    styles = button(words.styles_of_play(), ShowStyles(), emoji="🎨")
    together = [
        *([_opener("tournament list", "🏆"), _about("simul", "♟️"), _about("vote", "🗳️")] if in_server else []),
        _about("match", "🤖"),
        _opener("leaderboard", "🥇"),
    ]
    return card(
        words.heading("play"),
        row(_opener("play", "▶️"), _opener("games", "🎮"), *rules[:2], styles),
        words.heading("better"),
        row(
            _opener("puzzle", "🧩"),
            _opener("review", "🔍"),
            _opener("position", "📈"),
            _opener("opening explore", "📖"),
            _opener("opening train", "🎓"),
        ),
        row(button(words.opens("insights"), OpenInsights(player_id, ""), emoji="📊")),
        words.heading("together"),
        row(*together),
        *([row(_about("race", "🏁"))] if in_server else []),
        words.heading("yours"),
        row(
            _opener("profile", "👤"),
            _opener("history", "🗂️"),
            button(words.opens("import"), OpenDialog("import"), emoji="📥"),
            *([_opener("opponent", "🛠️")] if in_server else []),
            _opener("me", "⚙️"),
        ),
        words.version(),
        colour=GREEN,
    )


def about_card(command: str) -> View:
    """Explain a command that posts something for everyone, with a button that uses it."""
    opens = OpenPuzzleRace() if command == "race" else OpenFeature(command)
    # Translators: a button; it posts something that everyone in the channel sees.
    start = button(gettext("Start it here"), opens, style=discord.ButtonStyle.primary, emoji="▶️")
    return card(words.about(command), row(start), colour=GREEN)


def _opener(command: str, emoji: str) -> ComponentItem:
    return button(words.opens(command), OpenFeature(command), emoji=emoji)


def _about(command: str, emoji: str) -> ComponentItem:
    return button(words.opens(command), AboutFeature(command), emoji=emoji)


def _play(kind: GameKind) -> ComponentItem:
    return button(
        kind.title, StartGame(kind.key), style=discord.ButtonStyle.primary, emoji=kind.sides[0].disc
    )


def _computers(menu: Menu) -> ComponentItem:
    game = menu.kind.key
    return menu.select(words.other_player(menu.kind), StartAtLevel(game), partial(StartAgainstOther, game))


@on_press(StartGame)
async def start_game_at_once(request: Request, pressed: StartGame) -> None:
    await play_computer(request, game_of(pressed.game))


async def show_features(request: Request) -> None:
    card = features_card(request.user_id, in_server=not request.place.is_private_chat)
    await request.send(card, private=True)


async def choose_player(request: Request, menu: StartAtLevel | StartAgainstOther, chosen: str) -> None:
    """Start a game against the chosen computer player, or turn to another part of the menu."""
    kind, page = game_of(menu.game), page_of(chosen)
    if page is None:
        await play_computer(request, kind, chosen)
    else:
        await request.replace(await _card(request, kind.key, page))


@on_press(AgainstFriend)
async def against_friend(request: Request, pressed: AgainstFriend) -> None:
    await request.send(friend_card(), private=True)


@on_choice(InviteFriend)
async def invite_friend(request: Request, menu: InviteFriend, user_id: str) -> None:
    await start_game(request, game_of(menu.game), request.chosen_user(user_id), None)


@on_press(OpenToAll)
async def open_to_all(request: Request, pressed: OpenToAll) -> None:
    await start_game(request, game_of(pressed.game), None, None)


@on_press(ShowRules)
async def rules(request: Request, pressed: ShowRules) -> None:
    await show_rules(request, game_of(pressed.game))


@on_press(ShowStyles)
async def styles(request: Request, pressed: ShowStyles) -> None:
    await request.send(styles_card(), private=True)


@on_press(PlayStyle)
async def play_style(request: Request, pressed: PlayStyle) -> None:
    """Start a game against the computer in a style."""
    await play_computer(request, game_of(pressed.game), style_handle(pressed.style))


@on_press(ShowMore)
async def more(request: Request, pressed: ShowMore) -> None:
    await show_features(request)


@on_press(OpenFeature)
async def open_feature(request: Request, pressed: OpenFeature) -> None:
    await _use(request, pressed.command, dialog=False)


@on_press(OpenDialog, opens_dialog=True)
async def open_dialog(request: Request, pressed: OpenDialog) -> None:
    await _use(request, pressed.command, dialog=True)


@on_press(AboutFeature)
async def about(request: Request, pressed: AboutFeature) -> None:
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


on_choice(StartAtLevel)(choose_player)
on_choice(StartAgainstOther)(choose_player)


@slash_command(name="play", description="Play: choose a game, a level or a friend")
async def play(request: Request) -> None:
    await request.send(await _card(request), private=True)


@slash_command(name="help", description="Everything you can do here, with a button for each")
async def help_command(request: Request) -> None:
    await show_features(request)


COMMANDS = (play, help_command)
