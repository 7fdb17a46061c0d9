"""The cards of `/play` and `/help`, and those behind their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import styles_of
from bot.computer.opponents.names import style_name
from bot.play.help import ids, words
from bot.ui.components import ComponentItem, button, user_select
from bot.ui.layout import GREEN, Part, View, card, row
from bot.ui.links import (
    AN_EASY_PUZZLE,
    GiveEasyPuzzle,
    OpenFeature,
    OpenInsights,
    OpenPuzzleRace,
    ShowRules,
    StartGame,
)
from bot.ui.opponent_menu import Menu
from languages import gettext


def play_card(menus: Sequence[Menu], *, friends: bool, newcomer: bool = False) -> View:
    """Draw the games as buttons, their computer players as menus, and buttons for more information.

    `friends` is true where other people can play. A `newcomer` is led from the rules to a game and a puzzle.
    The card is short, so that its buttons are visible at the end of the channel.
    """
    kinds = GAMES.values()
    games = [_play(kind) for kind in kinds]
    if friends:
        games.append(button(words.against_friend(), ids.AgainstFriend(), emoji="👥"))
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
            button(words.styles_of_play(), ids.ShowStyles(), emoji="🎨"),
            button(words.what_else(), ids.ShowMore(), emoji="💡"),
        ),
        words.version(),
        colour=GREEN,
    )


def friend_card() -> View:
    """Draw a menu of members for each game, and buttons for start cards anyone can join."""
    kinds = GAMES.values()
    parts: list[Part] = [
        words.how_with_friends(),
        *(row(user_select(words.invite_to(kind), ids.InviteFriend(kind.key))) for kind in kinds),
        row(
            *(button(words.anyone(kind), ids.OpenToAll(kind.key), emoji=kind.sides[0].disc) for kind in kinds)
        ),
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
            button(style_name(style), ids.PlayStyle(kind.key, style), emoji=kind.sides[0].disc)
            for style in styles
        ]
        parts += [row(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)]
    parts.append(words.own_styles())
    return card(*parts, colour=GREEN)


def features_card(player_id: int, *, in_server: bool) -> View:
    """Draw the features under four headings, each with a button; those of servers only where they work."""
    rules = [button(words.rules_of(kind), ShowRules(kind.key), emoji="📖") for kind in GAMES.values()]
    styles = button(words.styles_of_play(), ids.ShowStyles(), emoji="🎨")
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
            button(words.opens("import"), ids.OpenDialog("import"), emoji="📥"),
            *([_opener("opponent", "🛠️")] if in_server else []),
            _opener("me", "⚙️"),
        ),
        words.version(),
        colour=GREEN,
    )


def about_card(command: str) -> View:
    """Explain a command that posts something for everyone, with a button that uses it."""
    opens = OpenPuzzleRace() if command == "race" else OpenFeature(command)
    start = button(words.post_it(), opens, style=discord.ButtonStyle.primary, emoji="▶️")
    return card(words.about(command), row(start), colour=GREEN)


def _opener(command: str, emoji: str) -> ComponentItem:
    return button(words.opens(command), OpenFeature(command), emoji=emoji)


def _about(command: str, emoji: str) -> ComponentItem:
    return button(words.opens(command), ids.AboutFeature(command), emoji=emoji)


def _play(kind: GameKind) -> ComponentItem:
    return button(
        kind.title, StartGame(kind.key), style=discord.ButtonStyle.primary, emoji=kind.sides[0].disc
    )


def _computers(menu: Menu) -> ComponentItem:
    game = menu.kind.key
    return menu.select(
        words.other_player(menu.kind), ids.StartAtLevel(game), partial(ids.StartAgainstOther, game)
    )
