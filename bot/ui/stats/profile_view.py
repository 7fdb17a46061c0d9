"""A player's profile: ratings with their course as a picture, figures, and recent games."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.games.snapshot import GameSnapshot
from bot.ui.access import Click, services_of
from bot.ui.answers import send
from bot.ui.language import gettext
from bot.ui.layout import BLUE, Part, card
from bot.ui.looks import files_of, look_for_all, shown
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.stats import words
from bot.ui.stats.standings import is_provisional, list_title, result_words
from bot.ui.words import POOLS
from data import Pool, Profile, RatingList, Standing, Storage
from renderers.look import Look
from renderers.profile import MOST_CARDS, Card, LastGame, describe_profile, draw_profile

GAMES_DRAWN = 60
"""So many of the last games make the courses of the ratings."""
GAMES_LISTED = 10
MOST_ALT = 1024
"""Discord takes no longer text for a picture."""


async def answer(click: Click, user: discord.User | discord.Member) -> None:
    """Answer `/profile` for `user`."""
    if user.bot:
        raise BadRequest(gettext(words.NO_BOT_PROFILES))
    storage = services_of(click).storage
    profile = await storage.standings.profile(user.id, click.guild_id, recent=GAMES_DRAWN)
    view, files = await _draw(storage, user.display_name, profile, await look_for_all(click))
    await send(click, view, private=False, files=files)


async def _draw(storage: Storage, name: str, profile: Profile | None, look: Look) -> Drawing:
    """The message about a player."""
    parts: list[Part] = [f"### {discord.utils.escape_markdown(name)}\n{words.figures(profile)}"]
    files: list[discord.File] = []
    if profile is not None and profile.standings:
        cards = [_card(profile, rated_in, standing) for rated_in, standing in profile.standings.items()][
            :MOST_CARDS
        ]
        last = await _last_game(storage, profile, look)
        png = await asyncio.to_thread(draw_profile, name, cards, last, theme=look.theme)
        file = discord.File(io.BytesIO(png), filename=f"profile-{profile.player_id}.png")
        parts.append(shown(look, file, describe_profile(name, cards, last)[:MOST_ALT]))
        files = files_of(look, file)
    if profile is not None and profile.recent:
        games = "\n".join(words.recent_game(game, profile) for game in profile.recent[:GAMES_LISTED])
        parts += [discord.ui.Separator(), f"{gettext(words.RECENT_GAMES)}\n{games}"]
    return Drawing(card(*parts, colour=BLUE), files)


async def _last_game(storage: Storage, profile: Profile, look: Look) -> LastGame | None:
    """The board on which the person's last game ended, with its result."""
    played = next((game for game in profile.recent if game.outcome != "called off"), None)
    game = await storage.game(played.game_id) if played is not None else None
    if played is None or game is None:
        return None
    snapshot = GameSnapshot.of(game)
    board = await asyncio.to_thread(
        snapshot.kind.draw, snapshot.position, snapshot.last, game.winner, False, look=Look(look.theme)
    )
    verdict, *details = words.last_game(played, snapshot)
    return LastGame(board, gettext(words.LAST_GAME), played.outcome, verdict, details)


def _card(profile: Profile, rated_in: RatingList, standing: Standing) -> Card:
    """What the picture shows of one list."""
    course: list[float] = []
    latest: list[str] = []
    for played in reversed(profile.recent):
        pool = Pool.PEOPLE if played.computer is None else Pool.COMPUTER
        there = RatingList(played.game, pool, played.board) == rated_in
        if not there or played.rating_before is None or played.rating_after is None:
            continue
        course += (
            [played.rating_after.value] if course else [played.rating_before.value, played.rating_after.value]
        )
        latest.append(played.outcome)
    return Card(
        title=list_title(rated_in),
        subtitle=gettext(POOLS[rated_in.pool]),
        rating=round(standing.rating.value),
        deviation=round(standing.rating.deviation),
        rank=standing.rank,
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
        provisional=is_provisional(standing),
        course=course,
        latest=latest,
        words=result_words(rated_in.pool),
    )
