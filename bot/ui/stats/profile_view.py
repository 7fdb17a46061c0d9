"""A player's profile: ratings with their course as a picture, figures, and recent games."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.catalog import GAMES
from bot.ui.access import Click, services_of
from bot.ui.answers import send
from bot.ui.language import gettext
from bot.ui.layout import BLUE, Part, card, picture
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.stats import words
from bot.ui.stats.standings import is_provisional
from bot.ui.words import POOLS
from data import Pool, Profile, Standing
from renderers.profile import MOST_CARDS, Card, describe_profile, draw_profile

GAMES_DRAWN = 60
"""So many of the last games make the courses of the ratings."""
GAMES_LISTED = 10


async def answer(click: Click, user: discord.User | discord.Member) -> None:
    """Answer `/profile` for `user`."""
    if user.bot:
        raise BadRequest(gettext(words.NO_BOT_PROFILES))
    profile = await services_of(click).storage.profile(user.id, recent=GAMES_DRAWN)
    view, files = await _draw(user.display_name, profile)
    await send(click, view, private=False, files=files)


async def _draw(name: str, profile: Profile | None) -> Drawing:
    """The message about a player."""
    parts: list[Part] = [f"### {discord.utils.escape_markdown(name)}\n{words.figures(profile)}"]
    files = []
    if profile is not None and profile.standings:
        cards = [_card(profile, *key, standing) for key, standing in profile.standings.items()][:MOST_CARDS]
        png = await asyncio.to_thread(draw_profile, name, cards)
        files.append(discord.File(io.BytesIO(png), filename=f"profile-{profile.player_id}.png"))
        parts.append(picture(files[0], describe_profile(name, cards)))
    if profile is not None and profile.recent:
        games = "\n".join(map(words.recent_game, profile.recent[:GAMES_LISTED]))
        parts += [discord.ui.Separator(), f"{gettext(words.RECENT_GAMES)}\n{games}"]
    return Drawing(card(*parts, colour=BLUE), files)


def _card(profile: Profile, game: str, pool: Pool, standing: Standing) -> Card:
    """What the picture shows of one game in one pool."""
    course: list[float] = []
    latest: list[str] = []
    for played in reversed(profile.recent):
        in_pool = (Pool.PEOPLE if played.computer is None else Pool.COMPUTER) is pool
        if played.game != game or not in_pool or played.rating_before is None or played.rating_after is None:
            continue
        course += (
            [played.rating_after.value] if course else [played.rating_before.value, played.rating_after.value]
        )
        latest.append(played.outcome)
    return Card(
        title=GAMES[game].title,
        subtitle=gettext(POOLS[pool]),
        rating=round(standing.rating.value),
        deviation=round(standing.rating.deviation),
        rank=standing.rank,
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
        provisional=is_provisional(standing),
        course=course,
        latest=latest,
    )
