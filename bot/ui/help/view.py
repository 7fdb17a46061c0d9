"""The card of `/play` and `/help`, and those that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord

from bot.catalog import GAMES, GameKind
from bot.opponents.choices import styles_of
from bot.ui.components import ComponentItem, button, user_select
from bot.ui.help import ids, words
from bot.ui.layout import GREEN, Part, View, card, row
from bot.ui.opponents.menu import Menu


def help_card(menus: Sequence[Menu], *, friends: bool) -> View:
    """The games as buttons, their computer players as menus, and ways to read more.

    `friends` is whether other people can play here. The card is short, since people see the end of a channel:
    the buttons have to be there.
    """
    kinds = GAMES.values()
    games = [_play(kind) for kind in kinds]
    if friends:
        games.append(button(words.against_friend(), ids.AgainstFriend(), emoji="👥"))
    return card(
        words.welcome({menu.kind.key: menu.suited for menu in menus}),
        row(*games),
        *(row(_computers(menu)) for menu in menus),
        row(
            *(button(words.rules_of(kind), ids.ShowRules(kind.key), emoji="📖") for kind in kinds),
            button(words.styles_of_play(), ids.ShowStyles(), emoji="🎨"),
            button(words.what_else(), ids.ShowMore(), emoji="💡"),
        ),
        words.version(),
        colour=GREEN,
    )


def friend_card() -> View:
    """A menu of people for each game, and a card that anybody can join."""
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
    """What styles there are, how they are typed, and how to find out who is stronger."""
    with_styles = [(kind, styles_of(kind)) for kind in GAMES.values() if styles_of(kind)]
    return card(words.styles_explained(with_styles), colour=GREEN)


def more_card() -> View:
    """Where everything else is."""
    return card(words.more(), colour=GREEN)


def _play(kind: GameKind) -> ComponentItem:
    return button(
        kind.title, ids.StartGame(kind.key), style=discord.ButtonStyle.primary, emoji=kind.sides[0].disc
    )


def _computers(menu: Menu) -> ComponentItem:
    game = menu.kind.key
    return menu.select(
        words.other_player(menu.kind), ids.StartAtLevel(game), partial(ids.StartAgainstOther, game)
    )
