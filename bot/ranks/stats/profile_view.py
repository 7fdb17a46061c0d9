"""A player's profile: their ratings and last games in words, and a picture of one of the games they play."""

from __future__ import annotations

import asyncio

import discord

from bot.catalog import GAMES
from bot.play.help.ids import OpenInsights
from bot.puzzles.run_words import profile_line
from bot.ranks.achievements.roles import AchievementRoles
from bot.ranks.achievements.words import profile_lines
from bot.ranks.periods.words import badge_lines
from bot.ranks.stats import words
from bot.ranks.stats.ids import CompareWith, ShowProfile
from bot.ranks.stats.pictures import game_card
from bot.ranks.stats.profiles import PersonProfile, Profiles
from bot.ranks.stats.words import cups_line
from bot.ui.components import button, user_select
from bot.ui.layout import BLUE, Part, Row, card, row
from bot.ui.pictures import drawn_part, look_for_all
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.untrusted import safe
from languages import gettext
from renderers.profile import describe_profile, draw_profile
from renderers.themes import Look


async def answer(request: Request, user: discord.User | discord.Member, game: str | None) -> None:
    """Answer `/profile` for `user`."""
    if user.bot:
        raise BadRequest(gettext(words.NO_BOT_PROFILES))
    found = await request.kit[Profiles].load(user.id, request.guild_id, game)
    with request.publicly():
        view, files = await _draw(user.display_name, found, await look_for_all(request))
    await request.send(view, private=False, files=files)
    if found is not None and found.achievements and request.guild_id is not None and request.bot_is_member:
        await request.kit[AchievementRoles].catch_up(request.guild_id, user.id)


async def turn_to(request: Request, pressed: ShowProfile) -> None:
    """Show another game in the same message."""
    found = await request.kit[Profiles].load(pressed.player_id, request.guild_id, pressed.game)
    with request.publicly():
        name = gettext(words.DELETED_PLAYER) if found is None else found.profile.name
        view, files = await _draw(name, found, await look_for_all(request))
    await request.replace(view, files)


async def _draw(name: str, found: PersonProfile | None, look: Look) -> Drawing:
    """Draw the message about a player."""
    profile = None if found is None else found.profile
    parts: list[Part] = [f"### {safe(name)}\n{words.figures(profile)}"]
    files: list[discord.File] = []
    if found is not None and found.shown is not None and found.shown.games:
        drawn = game_card(found.shown, name)
        png = await asyncio.to_thread(draw_profile, drawn, theme=look.theme)
        name = f"profile-{found.profile.player_id}.png"
        part, files = drawn_part(png, name, describe_profile(drawn), look)
        parts.append(part)
    elif found is not None and found.shown is not None:
        parts.append(gettext(words.NO_GAMES_OF_KIND, game=GAMES[found.shown.game].title))
    if found is not None:
        parts += _other_games(found)
        cups = cups_line(found.cups, found.cups_won)
        if cups:
            parts += [discord.ui.Separator(), cups]
        badges = badge_lines(found.badges, found.badges_won)
        if badges:
            parts += [discord.ui.Separator(), badges]
        runs = profile_line(found.runs)
        if runs:
            parts.append(runs)
        achievements = profile_lines([one.key for one in found.achievements])
        if achievements:
            parts += [discord.ui.Separator(), achievements]
        if found.profile.recent:
            games = "\n".join(words.recent_game(game) for game in found.profile.recent)
            parts += [discord.ui.Separator(), f"{gettext(words.RECENT_GAMES)}\n{games}"]
        game = "" if found.shown is None else found.shown.game
        # Translators: a button; it shows what a player's reviewed games say about how they play.
        insights = button(gettext("Insights"), OpenInsights(found.profile.player_id, game), emoji="📊")
        parts.append(row(insights))
        # Translators: in an empty menu of people.
        parts.append(row(user_select(gettext("Compare with…"), CompareWith(found.profile.player_id))))
    return Drawing(card(*parts, colour=BLUE), files)


def _other_games(found: PersonProfile) -> list[Row]:
    """Return a button for each game the person plays, if there is more than the one shown."""
    current = None if found.shown is None else found.shown.game
    if set(found.games) <= {current}:
        return []
    return [
        row(
            *(
                button(
                    GAMES[game].title,
                    ShowProfile(found.profile.player_id, game),
                    emoji=GAMES[game].sides[0].disc,
                    disabled=game == current,
                )
                for game in found.games
            )
        )
    ]
