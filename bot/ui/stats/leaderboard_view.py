"""The leaderboard: a picture of the first ten, the names beside it, and pages when it is long."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass, replace
from typing import Any, Self

import discord

import renderers.leaderboard
from bot.catalog import GAMES
from bot.ui import components
from bot.ui.access import services_of
from bot.ui.words import POOLS
from data import Page, Pool, Standing

PAGE = 10
GOLD = discord.Colour(0xE0A93B)
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class Query:
    """What of the leaderboard is shown; it travels in the buttons' ids."""

    game: str
    pool: Pool
    in_server: bool
    page: int
    asker_id: int

    @classmethod
    def parse(cls, arguments: tuple[str, ...]) -> Self:
        """Read what `arguments` wrote; the last one only tells buttons of one message apart."""
        game, pool, scope, page, asker, _ = arguments
        return cls(game, Pool(pool), scope == "s", int(page), int(asker))

    def arguments(self, purpose: str) -> tuple[object, ...]:
        """The arguments of a button that leads to this query."""
        return self.game, self.pool.value, "s" if self.in_server else "e", self.page, self.asker_id, purpose


async def answer(interaction: discord.Interaction[Any], query: Query) -> None:
    """Answer the command, which has been deferred."""
    view, files = await _draw(interaction, query)
    await interaction.followup.send(
        view=view, files=files, allowed_mentions=discord.AllowedMentions.none(), wait=True
    )


async def turn_page(interaction: discord.Interaction[Any], query: Query) -> None:
    """Show another page in the same message; whoever turns it sees his own rank."""
    query = replace(query, asker_id=interaction.user.id)
    view, files = await _draw(interaction, query)
    await interaction.edit_original_response(
        view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()
    )


async def _draw(
    interaction: discord.Interaction[Any], query: Query
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    guild_id = interaction.guild_id if query.in_server else None
    storage = services_of(interaction).storage
    page = await storage.leaderboard(
        query.game,
        query.pool,
        guild_id=guild_id,
        asker_id=query.asker_id,
        offset=query.page * PAGE,
        limit=PAGE,
    )
    if not page.rows and query.page > 0:
        return await _draw(interaction, replace(query, page=0))
    kind = GAMES[query.game]
    where = "in this server" if query.in_server else "everywhere"
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=GOLD)
    heading = f"### 🏆 {kind.title}: {POOLS[query.pool]}, {where}"
    files = []
    if not page.rows:
        container.add_item(discord.ui.TextDisplay(f"{heading}\n{_nobody(query)}"))
    else:
        shown = list(page.rows)
        if page.asker is not None and page.asker not in shown:
            shown.append(page.asker)
        rows = [_row(standing, query.asker_id) for standing in sorted(shown, key=lambda row: row.rank)]
        png = await asyncio.to_thread(renderers.leaderboard.draw, rows)
        picture = discord.File(io.BytesIO(png), filename=f"leaderboard-{query.page}.png")
        files.append(picture)
        container.add_item(discord.ui.TextDisplay(f"{heading}\n{_names(page, query)}"))
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media=picture, description=renderers.leaderboard.describe(rows))
        container.add_item(gallery)
        container.add_item(discord.ui.TextDisplay(_asker(page)))
    container.add_item(_controls(interaction, query, page))
    view.add_item(container)
    return view, files


def _row(standing: Standing, asker_id: int) -> renderers.leaderboard.Row:
    return renderers.leaderboard.Row(
        rank=standing.rank,
        rating=round(standing.rating.value),
        deviation=round(standing.rating.deviation),
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
        is_asker=standing.player_id == asker_id,
    )


def _names(page: Page, query: Query) -> str:
    lines = []
    for standing in page.rows:
        name = discord.utils.escape_markdown(standing.name)
        if standing.player_id == query.asker_id:
            name = f"**{name}** (you)"
        place = MEDALS.get(standing.rank, f"{standing.rank}.")
        lines.append(
            f"{place} {name} · {round(standing.rating.value)} · "
            f"{standing.wins} won, {standing.draws} drawn, {standing.losses} lost"
        )
    return "\n".join(lines)


def _asker(page: Page) -> str:
    asker = page.asker
    if asker is None:
        return f"-# {page.total} players. You are not among them yet: finish a rated game."
    return f"-# You are number **{asker.rank}** of {page.total}, rating {round(asker.rating.value)}."


def _nobody(query: Query) -> str:
    return f"Nobody has finished a rated game here yet. Be the first: `/{query.game} start`."


def _controls(
    interaction: discord.Interaction[Any], query: Query, page: Page
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    last = max(0, (page.total - 1) // PAGE)
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    if last > 0:
        back, on = replace(query, page=query.page - 1), replace(query, page=query.page + 1)
        first = query.page == 0
        row.add_item(
            components.button(
                "Previous", "lb", *(query if first else back).arguments("b"), emoji="◀️", disabled=first
            )
        )
        end = query.page >= last
        row.add_item(
            components.button("Next", "lb", *(query if end else on).arguments("n"), emoji="▶️", disabled=end)
        )
    other_pool = Pool.COMPUTER if query.pool is Pool.PEOPLE else Pool.PEOPLE
    row.add_item(
        components.button(
            f"Games {POOLS[other_pool]}", "lb", *replace(query, pool=other_pool, page=0).arguments("p")
        )
    )
    if interaction.guild_id is not None:
        row.add_item(
            components.button(
                "Everywhere" if query.in_server else "This server",
                "lb",
                *replace(query, in_server=not query.in_server, page=0).arguments("s"),
            )
        )
    return row
