"""`/history`: the games of two people, and of a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands

from bot.catalog import GAMES, board_label
from bot.core.paging import ListPage
from bot.play.games.ids import AskReview, ChooseReplay, OpenFeature
from bot.study.records.files import history_page
from bot.ui.component_ids import SHOWS, ComponentId
from bot.ui.components import button, select, turning
from bot.ui.layout import BLUE, Part, View, card, row, section
from bot.ui.options import game_choices
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.ui.slash import slash_command
from bot.ui.untrusted import escaped, shortened
from bot.ui.words import is_team, mention, opponent_label, team_name
from data.games.history import HistoryPart, PastGame, PastGames
from data.games.records import Ending
from languages import count, gettext, gettext_noop, ngettext, pgettext, pgettext_noop
from languages.numbers import facts_line

NOBODY = 0
"""Player id that means the whole server, or any opponent."""

COMPUTER = 1
"""Player id that means the computer as an opponent; Discord assigns it to no user."""


class ShowHistory(ComponentId, action="past_games", timeless=SHOWS):
    """Replace the message by a page of the list; "" means all games, or all results."""

    page: int
    player: int
    only: str
    opponent: int
    result: Literal["", "win", "draw", "loss"]
    rated: Literal["", "yes", "no"]


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
    if asked.opponent == COMPUTER:
        filters.append(gettext("against the computer"))
    elif asked.opponent:
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


def _option(game: PastGame) -> discord.SelectOption:
    """Return a game in a menu: its number and players, its board and result."""
    names = _names(game)
    return discord.SelectOption(
        label=shortened(f"#{game.id} · {' – '.join(names)}"),
        value=str(game.id),
        description=shortened(f"{_board(game)} · {_result(game, names)}"),
    )


def _names(game: PastGame) -> tuple[str, str]:
    """Name the players; people elsewhere cannot be mentioned here."""
    alone = game.first_computer is not None or game.second_computer is not None
    first = opponent_label(game.first_computer, game.first_name)
    second = opponent_label(game.second_computer, game.second_name)
    return (
        team_name(0, alone=alone) if is_team(game.first_player_id) else first,
        team_name(1, alone=alone) if is_team(game.second_player_id) else second,
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


def history_card(found: ListPage[HistoryPart], asked: ShowHistory, viewer_id: int) -> View:
    """Draw a page of the list with a review button for every game."""
    parts: list[Part] = [heading(found, asked)]
    parts += [
        section(game_lines(game), button(gettext("Review"), AskReview(game.id), emoji="🔍"))
        for game in found.content.games
    ]
    if found.content.games:
        options = [_option(game) for game in found.content.games]
        parts.append(row(select(gettext("Replay a game"), options, ChooseReplay())))
    whose = (asked.player, asked.only, asked.opponent, asked.result, asked.rated)
    below = turning(found, lambda page: ShowHistory(page, *whose))
    if asked.player == viewer_id:
        below.append(button(gettext("Export all of mine"), OpenFeature("export"), emoji="📤"))
    if below:
        parts.append(row(*below))
    return card(*parts, colour=BLUE)


THIS_SERVER = "server"


@on_press(ShowHistory)
async def show_page(request: Request, pressed: ShowHistory) -> None:
    await request.replace(await listed(request, pressed))


async def listed(request: Request, asked: ShowHistory) -> View:
    """Draw a page of the list, limited to games the player may see."""
    wanted = PastGames(
        player_id=asked.player or None,
        game=asked.only if asked.only in GAMES else None,
        opponent_id=asked.opponent if asked.opponent not in (NOBODY, COMPUTER) else None,
        against_computer=asked.opponent == COMPUTER,
        result=asked.result or None,
        rated=asked.rated == "yes" if asked.rated else None,
    )
    page = await history_page(request.kit, wanted, request.viewer, asked.page)
    return history_card(page, asked, request.user_id)


@slash_command(name="history", description="Finished games: yours, someone else's, or this server's")
@app_commands.describe(
    person="Whose games (default: yours)",
    whose="Show all games of this server instead of one person's",
    game="Only this game",
    opponent="Only games against this person; choose me for games against the computer",
    result="How they ended for that player",
    rated="Only games that were rated, or only those that were not",
)
@app_commands.choices(
    whose=[app_commands.Choice(name="This server's", value=THIS_SERVER)], game=game_choices()
)
async def history(
    request: Request,
    person: discord.User | None = None,
    whose: str | None = None,
    game: str | None = None,
    opponent: discord.User | None = None,
    result: Literal["win", "draw", "loss"] | None = None,
    rated: bool | None = None,
) -> None:
    player = (person or request.interaction.user).id
    if whose == THIS_SERVER:
        request.own_server()
        if person is not None or result is not None:
            raise BadRequest(
                gettext("`person` and `result` only work with one person's games: leave out `whose`.")
            )
        player = NOBODY
    against = NOBODY
    if opponent is not None:
        against = COMPUTER if opponent.id == request.interaction.client.user.id else opponent.id
    counted: Literal["", "yes", "no"] = "" if rated is None else "yes" if rated else "no"
    asked = ShowHistory(0, player, game or "", against, result or "", counted)
    await request.send(await listed(request, asked), private=True)


COMMANDS = (history,)
