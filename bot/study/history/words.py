"""Texts of a list of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.catalog import GAMES, board_label
from bot.core.paging import ListPage
from bot.study.history.ids import COMPUTER, ShowHistory
from bot.ui.untrusted import escaped, shortened
from bot.ui.words import is_team, mention, opponent_label, team_name
from data.games.history import HistoryPart, PastGame
from data.games.records import Ending
from languages import count, gettext, gettext_noop, ngettext, pgettext, pgettext_noop
from languages.numbers import facts_line

RESULTS: Mapping[str, str] = {
    "win": pgettext_noop("games", "won"),
    "draw": pgettext_noop("games", "drawn"),
    "loss": pgettext_noop("games", "lost"),
}

WON: Mapping[Ending, str] = {
    # Translators: the result of a game in a list.
    Ending.PLAYED: gettext_noop("{winner} won"),
    Ending.RESIGNED: gettext_noop("{winner} won by resignation"),
    Ending.TIME: gettext_noop("{winner} won on time"),
}


def heading(found: ListPage[HistoryPart], asked: ShowHistory) -> str:
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
        if asked.opponent == COMPUTER:
            filters.append(gettext("against the computer"))
        else:
            # Translators: in a list of filters, after “Games of Ann”.
            filters.append(gettext("against {opponent}", opponent=mention(asked.opponent)))
    if asked.result:
        filters.append(pgettext("games", RESULTS[asked.result]))
    if asked.rated:
        filters.append(pgettext("games", "rated") if asked.rated == "yes" else pgettext("games", "unrated"))
    number = ngettext("{number} game", "{number} games", found.content.total)
    if not found.content.total:
        number = gettext("No matching games that you can see here.")
    elif found.last_page:
        # Translators: in a list of facts.
        pages = gettext("page {page} of {last}", page=count(found.page + 1), last=count(found.last_page + 1))
        number = f"{number} · {pages}"
    return f"{title}\n{facts_line([*filters, number])}"


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
    return f"{players}\n{facts_line(details)}"


def short_name(game: PastGame) -> str:
    return shortened(f"#{game.id} · {' – '.join(_names(game))}")


def ending(game: PastGame) -> str:
    """Describe a game in a menu: its kind, board and result."""
    return shortened(f"{_board(game)} · {_result(game, _names(game))}")


def _names(game: PastGame) -> tuple[str, str]:
    """Name the players; people elsewhere cannot be mentioned here."""
    alone = game.first_computer is not None or game.second_computer is not None
    first = team_name(0, alone=alone) if is_team(game.first_player_id) else ""
    second = team_name(1, alone=alone) if is_team(game.second_player_id) else ""
    return (
        first or opponent_label(game.first_computer, game.first_name),
        second or opponent_label(game.second_computer, game.second_name),
    )


def _board(game: PastGame) -> str:
    kind = GAMES[game.game]
    # Translators: {board} such as “10x10” or “6x6, anti-Reversi: fewest discs win”.
    return gettext("{game} {board}", game=kind.title, board=board_label(kind, game.options))


def _result(game: PastGame, names: Sequence[str]) -> str:
    if game.ending is Ending.CALLED_OFF:
        # Translators: the result of a game in a list.
        return gettext("called off")
    if game.winner is None:
        # Translators: the result of a game in a list.
        return pgettext("result", "a draw")
    winner, score = names[game.winner], game.score
    if game.ending is Ending.PLAYED and score is not None and GAMES[game.game].margin(score):
        # Translators: the result of a game in a list; {margin} is a number of discs.
        return gettext("{winner} won by {margin}", winner=winner, margin=count(abs(score)))
    return gettext(WON[game.ending], winner=winner)
