"""The card of `/play` and `/help`, and the cards behind its buttons."""

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
    """Draw the games as buttons, their computer players as menus, and buttons for more information.

    `friends` is true where other people can play. The card is short, so that its buttons are visible at the
    end of the channel.
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
    """Explain the styles, how to type them, and how to compare strengths."""
    with_styles = [(kind, styles_of(kind)) for kind in GAMES.values() if styles_of(kind)]
    return card(words.styles_explained(with_styles), colour=GREEN)


def more_card(*, linkable: bool = False) -> View:
    """List the other features; `linkable` tells of Linked Roles."""
    return card(words.more(linkable=linkable), colour=GREEN)


def _play(kind: GameKind) -> ComponentItem:
    return button(
        kind.title, ids.StartGame(kind.key), style=discord.ButtonStyle.primary, emoji=kind.sides[0].disc
    )


def _computers(menu: Menu) -> ComponentItem:
    game = menu.kind.key
    return menu.select(
        words.other_player(menu.kind), ids.StartAtLevel(game), partial(ids.StartAgainstOther, game)
    )
