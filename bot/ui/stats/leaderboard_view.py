"""The leaderboard: a picture of ten players, their names beside it, and pages when it is long."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass, replace
from typing import Literal

import discord

import renderers.leaderboard
from bot.ui.access import Click, is_member_there, services_of
from bot.ui.answers import QUIET, send
from bot.ui.components import ComponentItem, button
from bot.ui.language import gettext
from bot.ui.layout import GOLD, Row, card, picture, row
from bot.ui.publisher import Drawing
from bot.ui.stats import words
from bot.ui.stats.component_ids import ShowLeaderboard
from bot.ui.stats.standings import is_provisional
from data import Page, Pool, Standing

PAGE = 10


@dataclass(frozen=True, slots=True)
class Query:
    """What of the leaderboard is shown, and to whom; pages count from 0."""

    game: str
    pool: Pool
    in_server: bool
    page: int
    asker_id: int


async def answer(click: Click, query: Query) -> None:
    """Answer the command."""
    view, files = await _draw(click, query)
    await send(click, view, private=False, files=files)


async def turn_page(click: Click, query: Query) -> None:
    """Show another page in the same message."""
    view, files = await _draw(click, query)
    await click.edit_original_response(view=view, attachments=files, allowed_mentions=QUIET)


async def _draw(click: Click, query: Query) -> Drawing:
    page = await services_of(click).storage.standings.leaderboard(
        query.game,
        query.pool,
        guild_id=click.guild_id if query.in_server else None,
        asker_id=query.asker_id,
        offset=query.page * PAGE,
        limit=PAGE,
    )
    if not page.rows and query.page > 0:
        return await _draw(click, replace(query, page=0))
    title = words.leaderboard_title(query.game, query.pool, in_server=query.in_server)
    controls = _controls(query, page, in_guild=click.guild_id is not None and is_member_there(click))
    if not page.rows:
        return Drawing(card(f"{title}\n{words.nobody_yet(query.game)}", controls, colour=GOLD), [])
    shown = list(page.rows)
    if page.asker is not None and page.asker not in shown:
        shown.append(page.asker)
    rows = [_row(standing, query.asker_id) for standing in sorted(shown, key=lambda row: row.rank)]
    png = await asyncio.to_thread(renderers.leaderboard.draw, rows)
    file = discord.File(io.BytesIO(png), filename=f"leaderboard-{query.page}.png")
    view = card(
        f"{title}\n{words.leaderboard_names(page, query.asker_id)}",
        picture(file, renderers.leaderboard.describe(rows)),
        words.asker_line(page),
        controls,
        colour=GOLD,
    )
    return Drawing(view, [file])


def _row(standing: Standing, asker_id: int) -> renderers.leaderboard.Row:
    return renderers.leaderboard.Row(
        rank=standing.rank,
        name=standing.name,
        rating=round(standing.rating.value),
        deviation=round(standing.rating.deviation),
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
        is_asker=standing.player_id == asker_id,
        provisional=is_provisional(standing),
    )


def _controls(query: Query, page: Page, *, in_guild: bool) -> Row:
    last = max(0, (page.total - 1) // PAGE)
    buttons: list[ComponentItem] = []
    if last > 0:
        before = _leading_to(replace(query, page=max(0, query.page - 1)), "b")
        after = _leading_to(replace(query, page=min(last, query.page + 1)), "n")
        buttons += [
            button(gettext("Previous"), before, emoji="◀️", disabled=query.page == 0),
            button(gettext("Next"), after, emoji="▶️", disabled=query.page >= last),
        ]
    other = Pool.COMPUTER if query.pool is Pool.PEOPLE else Pool.PEOPLE
    buttons.append(button(words.pool_button(other), _leading_to(replace(query, pool=other, page=0), "p")))
    if in_guild:
        label = gettext("Everywhere") if query.in_server else gettext("This server")
        there = _leading_to(replace(query, in_server=not query.in_server, page=0), "s")
        buttons.append(button(label, there))
    return row(*buttons)


def _leading_to(query: Query, purpose: Literal["b", "n", "p", "s"]) -> ShowLeaderboard:
    scope: Literal["s", "e"] = "s" if query.in_server else "e"
    return ShowLeaderboard(query.game, query.pool, scope, query.page, query.asker_id, purpose)
