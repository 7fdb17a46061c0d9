"""A player's figures and recent games."""

from __future__ import annotations

from typing import Any

import discord

from bot.catalog import GAMES
from bot.ui.access import services_of
from bot.ui.refusals import BadRequest
from bot.ui.words import POOLS, computer_name
from data import Profile, RecentGame

MARKS = {"win": "🟢 won", "draw": "⚪ drew", "loss": "🔴 lost", "called off": "⚫ called off"}
PROVISIONAL = 110.0
"""A rating with a larger deviation is still a guess, and is marked so."""


async def answer(interaction: discord.Interaction[Any], user: discord.User | discord.Member) -> None:
    """Answer `/profile` for `user`."""
    if user.bot:
        raise BadRequest(
            "Bots have no profile. My own strength stands beside each level when you start a game."
        )
    profile = await services_of(interaction).storage.profile(user.id)
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        accent_colour=discord.Colour(0x4C7BD9)
    )
    name = discord.utils.escape_markdown(user.display_name)
    container.add_item(discord.ui.TextDisplay(f"### {name}\n{_figures(profile)}"))
    if profile is not None and profile.recent:
        container.add_item(discord.ui.Separator())
        games = "\n".join(_recent(game) for game in profile.recent)
        container.add_item(discord.ui.TextDisplay(f"**Recent games**\n{games}"))
    view.add_item(container)
    await interaction.response.send_message(view=view)


def _figures(profile: Profile | None) -> str:
    if profile is None or not profile.standings:
        return f"No rated games yet. `/{next(iter(GAMES))} start` is where it begins."
    lines = []
    for (game, pool), standing in profile.standings.items():
        mark = "?" if standing.rating.deviation > PROVISIONAL else ""
        lines.append(
            f"**{GAMES[game].title}** {POOLS[pool]}: **{round(standing.rating.value)}{mark}** "
            f"(± {round(standing.rating.deviation)}), number {standing.rank} · "
            f"{standing.wins} won, {standing.draws} drawn, {standing.losses} lost"
        )
    return "\n".join(lines)


def _recent(game: RecentGame) -> str:
    when = discord.utils.format_dt(game.finished_at, "R")
    score = f" {game.score:+d}" if game.score is not None else ""
    rating = ""
    if game.rating_before is not None and game.rating_after is not None:
        rating = f" · rating {round(game.rating_after.value - game.rating_before.value):+d}"
    opponent = discord.utils.escape_markdown(game.opponent_name or computer_name(game.computer or ""))
    return f"{MARKS[game.outcome]}{score} against {opponent} · {GAMES[game.game].title}{rating} · {when}"
