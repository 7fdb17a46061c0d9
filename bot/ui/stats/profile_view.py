"""A player's figures and recent games."""

from __future__ import annotations

import discord

from bot.ui.access import Click, services_of
from bot.ui.language import gettext
from bot.ui.layout import BLUE, Part, View, card
from bot.ui.refusals import BadRequest
from bot.ui.stats import words
from data import Profile


async def answer(click: Click, user: discord.User | discord.Member) -> None:
    """Answer `/profile` for `user`."""
    if user.bot:
        raise BadRequest(gettext(words.NO_BOT_PROFILES))
    profile = await services_of(click).storage.profile(user.id)
    await click.response.send_message(view=profile_view(user.display_name, profile))


def profile_view(name: str, profile: Profile | None) -> View:
    """The message about a player."""
    parts: list[Part] = [f"### {discord.utils.escape_markdown(name)}\n{words.figures(profile)}"]
    if profile is not None and profile.recent:
        games = "\n".join(map(words.recent_game, profile.recent))
        parts += [discord.ui.Separator(), f"{gettext(words.RECENT_GAMES)}\n{games}"]
    return card(*parts, colour=BLUE)
