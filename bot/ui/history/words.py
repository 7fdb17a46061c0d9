"""Texts of a list of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.catalog import GAMES, board_label
from bot.records.past_games import HistoryPage
from bot.ui.history.ids import COMPUTER, ShowHistory
from bot.ui.untrusted import escaped, shortened
from bot.ui.words import mention, opponent_label
from data import Ending, PastGame
from languages import gettext, gettext_noop, ngettext

RESULTS: Mapping[str, str] = {
    "win": gettext_noop("won"),
    "draw": gettext_noop("drawn"),
    "loss": gettext_noop("lost"),
}

WON: Mapping[Ending, str] = {
    Ending.PLAYED: gettext_noop("{winner} won {margin}"),
    Ending.RESIGNED: gettext_noop("{winner} won by resignation"),
    Ending.TIME: gettext_noop("{winner} won on time"),
}


def heading(found: HistoryPage, asked: ShowHistory) -> str:
    """Return the title of the list, with its filters and its size."""
    title = (
        gettext("### Games of {person}", person=mention(asked.player))
        if asked.player
        else gettext("### Games in this server")
    )
    filters = []
    if asked.only in GAMES:
        filters.append(GAMES[asked.only].title)
    if asked.opponent:
        other = gettext("the computer") if asked.opponent == COMPUTER else mention(asked.opponent)
        filters.append(gettext("against {opponent}", opponent=other))
    if asked.result:
        filters.append(gettext(RESULTS[asked.result]))
    if asked.rated:
        filters.append(gettext("rated") if asked.rated == "yes" else gettext("not rated"))
    number = ngettext("{number} game", "{number} games", found.total)
    if not found.total:
        number = gettext("There are no such games that you can see here.")
    elif found.last_page:
        pages = gettext("page {page} of {last}", page=found.page + 1, last=found.last_page + 1)
        number = f"{number} · {pages}"
    return f"{title}\n-# {' · '.join([*filters, number])}"


def game_lines(game: PastGame) -> str:
    """Describe a game in two lines: its players, and how and when it ended."""
    kind, names = GAMES[game.game], tuple(map(escaped, _names(game)))
    players = " – ".join(f"{side.disc} {name}" for side, name in zip(kind.sides, names, strict=True))
    details = [
        _board(game),
        _result(game, names),
        discord.utils.format_dt(game.finished_at, "d"),
        f"#{game.id}",
    ]
    return f"{players}\n-# {' · '.join(details)}"


def short_name(game: PastGame) -> str:
    """Name a game in a menu."""
    return shortened(f"#{game.id} · {' – '.join(_names(game))}")


def ending(game: PastGame) -> str:
    """Describe a game in a menu: its kind, board and result."""
    return shortened(f"{_board(game)} · {_result(game, _names(game))}")


def _names(game: PastGame) -> tuple[str, str]:
    """Name the players; people elsewhere cannot be mentioned here."""
    first = opponent_label(game.first_computer, game.first_name)
    return first, opponent_label(game.second_computer, game.second_name)


def _board(game: PastGame) -> str:
    kind = GAMES[game.game]
    return f"{kind.title} {board_label(kind, game.options)}"


def _result(game: PastGame, names: Sequence[str]) -> str:
    if game.ending is Ending.CALLED_OFF:
        return gettext("called off")
    if game.winner is None:
        return gettext("a draw")
    margin = "" if game.score is None else GAMES[game.game].margin(game.score)
    return gettext(WON[game.ending], winner=names[game.winner], margin=margin).rstrip()
