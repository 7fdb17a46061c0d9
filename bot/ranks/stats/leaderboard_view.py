"""The leaderboard: a picture of ten players, and pages when it is long."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Literal

import renderers.leaderboard
from bot.catalog import GAMES
from bot.core.paging import ListPage
from bot.ranks.periods.ids import ShowLeaderboard
from bot.ranks.periods.view import kinds_row
from bot.ranks.stats import words
from bot.ranks.stats.standings import Leaderboard
from bot.ranks.stats.words import result_words
from bot.ui.components import ComponentItem, button, turning
from bot.ui.layout import GOLD, Row, card, row
from bot.ui.pictures import drawn_part, look_for_all, unwritten_names
from bot.ui.publisher import Drawing
from bot.ui.request import Request
from bot.ui.untrusted import shortened
from bot.ui.words import addressed
from data.ratings.leaderboard import Standing, StandingPage
from data.ratings.ratings import Pool, RatingList
from languages import gettext


@dataclass(frozen=True, slots=True)
class Query:
    """The part of a leaderboard to show, and to whom; pages count from 0."""

    rated_in: RatingList
    in_server: bool
    page: int
    asker_id: int


async def answer(request: Request, query: Query) -> None:
    with request.publicly():
        view, files = await _draw(request, query)
    await request.send(view, private=False, files=files)


async def turn_page(request: Request, query: Query) -> None:
    """Show another page in the same message."""
    with request.publicly():
        view, files = await _draw(request, query)
    await request.replace(view, files)


async def _draw(request: Request, query: Query) -> Drawing:
    found = await request.kit[Leaderboard].page(
        query.rated_in,
        query.page,
        guild_id=request.guild_id if query.in_server else None,
        asker_id=query.asker_id,
    )
    query, page = replace(query, page=found.page), found.content
    title = words.leaderboard_title(query.rated_in, in_server=query.in_server)
    in_guild = request.guild_id is not None and request.bot_is_member
    controls = _controls(query, found, in_guild=in_guild)
    if not page.rows:
        text = f"{title}\n{words.no_players_yet(query.rated_in, page.asker)}"
        return Drawing(card(text, *controls, colour=GOLD), [])
    standings = [*page.rows]
    if page.asker is not None and page.asker.place is not None and page.asker not in standings:
        standings.append(page.asker)
    rows = sorted((_row(standing, query.asker_id) for standing in standings), key=lambda row: row.place)
    look = await look_for_all(request)
    results = result_words(query.rated_in.pool)
    png = await asyncio.to_thread(renderers.leaderboard.draw, rows, theme=look.theme, words=results)
    description = renderers.leaderboard.describe(rows, results)
    picture, files = drawn_part(png, f"leaderboard-{query.page}.png", description, look)
    view = card(
        title,
        picture,
        *unwritten_names(look, ((one.name, words.standing_line(one)) for one in standings)),
        addressed(query.asker_id, words.asker_line(page, query.rated_in.pool)),
        *controls,
        colour=GOLD,
    )
    return Drawing(view, files)


def _row(standing: Standing, asker_id: int) -> renderers.leaderboard.RankRow:
    assert standing.place is not None
    return renderers.leaderboard.RankRow(
        place=standing.place,
        name=shortened(standing.name),
        rating=round(standing.rating.value),
        deviation=round(standing.rating.deviation),
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
        is_asker=standing.player_id == asker_id,
        provisional=standing.rank is None,
    )


def _controls(query: Query, found: ListPage[StandingPage], *, in_guild: bool) -> list[Row]:
    buttons = turning(
        found,
        lambda page: _leading_to(replace(query, page=page), "b" if page < query.page else "n"),
    )
    if not query.rated_in.board:
        # Against the computer, only games on the usual board are rated; puzzles have one list.
        for pool in (other for other in Pool if other is not query.rated_in.pool):
            there = replace(query, rated_in=query.rated_in._replace(pool=pool), page=0)
            buttons.append(button(words.pool_button(pool), _leading_to(there, "p")))
    if in_guild:
        # Translators: a button that shows the list of all servers, or of this one.
        label = gettext("Everywhere") if query.in_server else gettext("This server")
        buttons.append(button(label, _leading_to(replace(query, in_server=not query.in_server, page=0), "s")))
    games = row(*(_game_button(query, game) for game in GAMES))
    boards = kinds_row(None, "s" if query.in_server else "e")
    return [games, row(*buttons), boards] if buttons else [games, boards]


def _game_button(query: Query, game: str) -> ComponentItem:
    there = replace(query, rated_in=RatingList(game, query.rated_in.pool), page=0)
    kind, current = GAMES[game], there.rated_in == query.rated_in
    return button(kind.title, _leading_to(there, "g"), emoji=kind.sides[0].disc, disabled=current)


def _leading_to(query: Query, purpose: Literal["b", "n", "p", "s", "g"]) -> ShowLeaderboard:
    scope: Literal["s", "e"] = "s" if query.in_server else "e"
    game, pool, board = query.rated_in
    return ShowLeaderboard(game, board, pool, scope, query.page, query.asker_id, purpose)
