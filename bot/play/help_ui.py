"""`/play` and `/help`: their cards, with buttons and menus, and their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.computer.opponents.choices import style_handle, styles_of
from bot.computer.opponents.level_advice import LevelAdvice
from bot.computer.opponents.names import level_name, style_name
from bot.play.games.ids import (
    AN_EASY_PUZZLE,
    GiveEasyPuzzle,
    OpenFeature,
    OpenInsights,
    OpenPuzzleRace,
    ShowRules,
    StartGame,
    rules_button,
)
from bot.play.games.ui import show_rules
from bot.play.offers_ui import play_computer, start_game
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button, user_select
from bot.ui.layout import GREEN, Part, View, card, row
from bot.ui.opponent_menu import LEVELS, Menu, Page, menu_for, page_of
from bot.ui.opponent_words import level_description, style_words
from bot.ui.options import game_of
from bot.ui.refusals import OtherVersion
from bot.ui.request import OPENS_DIALOG, REQUEST, Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import slash_command
from bot.ui.words import command_line
from executors.address import flipfour_version
from languages import gettext, gettext_noop, pgettext
from languages.numbers import alternatives

HEADINGS: Mapping[str, str] = {
    "play": gettext_noop("### Play\nAgainst me, a friend, or anyone here."),
    "better": gettext_noop(
        "### Get better\nPuzzles, reviews, what your games say about you, and openings to learn."
    ),
    "together": gettext_noop("### Together\nTournaments, puzzle races, games by vote, and who is best."),
    "yours": gettext_noop("### Yours\nYour games, your computer players, your settings and your data."),
}

OPENS: Mapping[str, str] = {
    # Translators, all below: short labels of buttons; each opens a feature.
    "play": gettext_noop("Play"),
    "games": gettext_noop("My games"),
    # Translators: a button; it shows a puzzle.
    "puzzle": gettext_noop("Puzzle"),
    "review": gettext_noop("Review my last game"),
    "position": gettext_noop("Analyse my last game"),
    # Translators: a button; it opens the explorer of openings.
    "opening explore": gettext_noop("Openings"),
    "opening train": gettext_noop("Train openings"),
    # Translators: a button; it shows what a player's reviewed games say about how they play.
    "insights": gettext_noop("Insights"),
    # Translators: a button; it opens a race in which several people solve the same puzzles.
    "race": gettext_noop("Puzzle race"),
    # Translators: a button; it lists tournaments.
    "tournament list": gettext_noop("Tournaments"),
    "simul": gettext_noop("Play many at once"),
    "vote": gettext_noop("Play by vote"),
    "match": gettext_noop("Watch computers play"),
    "leaderboard": gettext_noop("Leaderboard"),
    "profile": gettext_noop("My profile"),
    "history": gettext_noop("Finished games"),
    "import": gettext_noop("Import a game"),
    # Translators: a button; it lists computer players of the server.
    "opponent": gettext_noop("Computer players"),
    "me": gettext_noop("Settings and privacy"),
}

ABOUT: Mapping[str, str] = {
    "race": gettext_noop(
        "### Puzzle race\nUp to 20 people solve the same puzzles in the same order for three minutes, each "
        "on their own board. I post a card that anyone here can join; it shows the race as it goes.\n"
        "-# `{command}` has an option for the game."
    ),
    "simul": gettext_noop(
        "### Play many at once\nYou play up to 20 people, each on their own board in one thread. I post a "
        "card "
        "that anyone here can join; it begins when it is full, or when you start it.\n-# `{command}` has "
        "options: the game, the time, a computer player in your place, and more."
    ),
    "vote": gettext_noop(
        "### Play by vote\nThis channel plays against me: everyone votes for the next move, and after a "
        "minute the move with the most votes is played.\n-# `{command}` has options: two teams, more "
        "time, and more."
    ),
    "match": gettext_noop(
        "### Watch computers play\nTwo computer players play each other here, move by move: the level that "
        "suits you, and the one above it.\n-# `{command}` has options: which players, and with `games:` a "
        "measurement of which is stronger."
    ),
}
"""Descriptions of commands that post something for everyone."""

OWN_STYLES = gettext_noop(
    "-# `/reversi start bot:positional:6` looks 6 moves ahead. `/opponent` combines "
    "styles into a custom opponent, and `/match` with `games:` measures which of "
    "two is stronger."
)


class StartAtLevel(ComponentId, action="start_level"):
    game: str


class StartAgainstOther(ComponentId, action="start_other"):
    """Play the computer in a style, or as one of the server's custom opponents."""

    game: str
    group: Literal["style", "own"]
    page: int


class AgainstFriend(ComponentId, action="start_friend"):
    """Show how to play against people."""


class InviteFriend(ComponentId, action="start_invite"):
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
    games = [
        button(kind.title, StartGame(kind.key), style=discord.ButtonStyle.primary, emoji=kind.sides[0].disc)
        for kind in GAMES.values()
    ]
    if friends:
        # Translators: a button, max. 80 characters; short is better.
        games.append(button(gettext("Against a friend"), AgainstFriend(), emoji="👥"))
    rules = _rules_buttons()
    path: list[Part] = []
    if newcomer:
        puzzle = button(gettext(AN_EASY_PUZZLE), GiveEasyPuzzle(""), emoji="🧩")
        how = gettext("🌱 **New here?** First the rules, then a game, then a puzzle.")
        path, rules = [how, row(*rules, puzzle)], []
    return card(
        welcome(menus),
        row(*games),
        *path,
        *(row(_computers(menu)) for menu in menus),
        row(
            *rules,
            _styles_button(),
            # Translators: a button; it shows what else the bot can do.
            button(gettext("More features"), ShowMore(), emoji="💡"),
        ),
        _version(),
        colour=GREEN,
    )


def welcome(menus: Sequence[Menu]) -> str:
    """Invite to play, with the level of each game that suits the player."""
    titles = [f"**{kind.title}**" for kind in GAMES.values()]
    lines = [
        # Translators: a heading; {games} is “Connect 4 or Reversi”.
        gettext("## Play {games}", games=alternatives(titles)),
        gettext("Tap a game to play against me. Every move is one tap, too."),
    ]
    lines += [
        # Translators: {level} is a level of the computer, {description} says how it plays.
        gettext(
            "{discs} **{game}**: **{level}** suits you · {description}",
            discs="".join(side.disc for side in menu.kind.sides),
            game=menu.kind.title,
            level=level_name(menu.suited),
            description=level_description(menu.kind, menu.suited),
        )
        for menu in menus
    ]
    return "\n".join(lines)


def _version() -> str:
    return f"-# Flipfour {flipfour_version()}"


def _rules_buttons() -> list[ComponentItem]:
    return [rules_button(kind) for kind in GAMES.values()]


def _styles_button() -> ComponentItem:
    # Translators: a button; short is better.
    return button(gettext("Styles of play"), ShowStyles(), emoji="🎨")


def friend_card() -> View:
    """Draw a menu of members for each game, and buttons for start cards anyone can join."""
    how = gettext(
        "**Against a friend**: choose who to challenge, or post a card that anyone here "
        "can join. You can change the board, colours and time on that card."
    )
    menus, buttons = [], []
    for kind in GAMES.values():
        # Translators: in an empty menu of people.
        invite = gettext("{game}: choose a friend", game=kind.title)
        menus.append(row(user_select(invite, InviteFriend(kind.key))))
        # Translators: a button that posts an invitation for everyone in the channel.
        anyone = gettext("{game} with anyone here", game=kind.title)
        buttons.append(button(anyone, OpenToAll(kind.key), emoji=kind.sides[0].disc))
    return card(how, *menus, row(*buttons), colour=GREEN)


def styles_card() -> View:
    """Describe each game's styles, with a button that plays each."""
    parts: list[Part] = [
        gettext(
            "### Styles of play\n"
            "A level plays like a person; a style plays by one idea, 4 moves deep. Tap one "
            "to play against it."
        )
    ]
    for kind in GAMES.values():
        styles = styles_of(kind)
        if styles:
            goals = {style: goal for style in styles if (goal := style_words(style))}
            # Translators: {style} is a style of play, {goal} says how it plays.
            lines = [
                gettext("**{style}**: {goal}", style=style_name(style), goal=goal)
                for style, goal in goals.items()
            ]
            parts.append("\n".join([f"**{kind.title}**", *lines]))
        buttons = [
            button(style_name(style), PlayStyle(kind.key, style), emoji=kind.sides[0].disc)
            for style in styles
        ]
        parts += [row(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)]
    parts.append(gettext(OWN_STYLES))
    return card(*parts, colour=GREEN)


def features_card(player_id: int, *, in_server: bool) -> View:
    """Draw the features under four headings, each with a button; those of servers only where they work."""
    together = [
        *([_opener("tournament list", "🏆"), _about("simul", "♟️"), _about("vote", "🗳️")] if in_server else []),
        _about("match", "🤖"),
        _opener("leaderboard", "🥇"),
    ]
    headings = {room: gettext(heading) for room, heading in HEADINGS.items()}
    insights, imports = OPENS["insights"], OPENS["import"]
    return card(
        headings["play"],
        row(_opener("play", "▶️"), _opener("games", "🎮"), *_rules_buttons()[:2], _styles_button()),
        headings["better"],
        row(
            _opener("puzzle", "🧩"),
            _opener("review", "🔍"),
            _opener("position", "📈"),
            _opener("opening explore", "📖"),
            _opener("opening train", "🎓"),
        ),
        row(button(gettext(insights), OpenInsights(player_id, ""), emoji="📊")),
        headings["together"],
        row(*together),
        *([row(_about("race", "🏁"))] if in_server else []),
        headings["yours"],
        row(
            _opener("profile", "👤"),
            _opener("history", "🗂️"),
            button(gettext(imports), OpenDialog("import"), emoji="📥"),
            *([_opener("opponent", "🛠️")] if in_server else []),
            _opener("me", "⚙️"),
        ),
        _version(),
        colour=GREEN,
    )


def about_card(command: str) -> View:
    """Explain a command that posts something for everyone, with a button that uses it."""
    opens: ComponentId = OpenFeature(command)
    line = command_line(command)
    if command == "race":
        opens, line = OpenPuzzleRace(), command_line("puzzle", run=pgettext("choice", "race"))
    # Translators: a button; it posts something that everyone in the channel sees.
    start = button(gettext("Start it here"), opens, style=discord.ButtonStyle.primary, emoji="▶️")
    return card(gettext(ABOUT[command], command=line), row(start), colour=GREEN)


def _opener(command: str, emoji: str) -> ComponentItem:
    return button(gettext(OPENS[command]), OpenFeature(command), emoji=emoji)


def _about(command: str, emoji: str) -> ComponentItem:
    return button(gettext(OPENS[command]), AboutFeature(command), emoji=emoji)


def _computers(menu: Menu) -> ComponentItem:
    game = menu.kind.key
    # Translators: in an empty menu, max. 150 characters.
    label = gettext("{game}: another level, or a style", game=menu.kind.title)
    return menu.select(label, StartAtLevel(game), partial(StartAgainstOther, game))


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


on_choice(StartAtLevel)(choose_player)
on_choice(StartAgainstOther)(choose_player)


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
    if pressed.command not in ABOUT:
        raise OtherVersion
    await request.send(about_card(pressed.command), private=True)


async def _use(request: Request, name: str, *, dialog: bool) -> None:
    """Call a command without options, as if the person had typed it."""
    *group, last = name.split(" ")
    tree = request.interaction.client.tree
    command = tree.get_command(group[0] if group else last)
    if isinstance(command, app_commands.Group):
        command = command.get_command(last)
    if (
        not isinstance(command, app_commands.Command)
        or bool(command.extras.get(OPENS_DIALOG)) is not dialog
        or any(parameter.required for parameter in command.parameters)
    ):
        raise OtherVersion
    request.interaction.extras[REQUEST] = request
    await command.callback(request.interaction)  # type: ignore[call-arg]


async def _card(request: Request, game: str = "", page: Page = LEVELS) -> View:
    """Draw the card with a page of one game's menu; the other menus show levels."""
    menus = [await menu_for(request, kind, page if kind.key == game else LEVELS) for kind in GAMES.values()]
    newcomer = await request.kit[LevelAdvice].is_newcomer(request.user_id)
    return play_card(menus, friends=not request.place.is_private_chat, newcomer=newcomer)


@slash_command(name="play", description="Play: choose a game, a level or a friend")
async def play(request: Request) -> None:
    await request.send(await _card(request), private=True)


@slash_command(name="help", description="Everything you can do here, with a button for each")
async def help_command(request: Request) -> None:
    await show_features(request)


COMMANDS = (play, help_command)
