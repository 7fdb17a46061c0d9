"""Two people head to head: a picture of their games with each other, and the last of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.catalog import GAMES
from bot.play.games.links_view import AskReview
from bot.ranks.stats import words
from bot.ranks.stats.comparisons import Comparison, Comparisons
from bot.ranks.stats.ids import ShowComparison
from bot.ranks.stats.pictures import head_to_head
from bot.study.history.words import game_lines
from bot.study.records.past_games import HistoryPages
from bot.ui.components import button
from bot.ui.layout import BLUE, Part, Row, card, row, section
from bot.ui.pictures import drawn_part, look_for_all
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import ChosenUser, Request
from bot.ui.untrusted import safe
from data.games.history import PastGame, PastGames
from languages import gettext
from renderers.comparison import HeadToHead, describe_comparison, draw_comparison
from renderers.themes import Look

LISTED = 3
"""Number of last games listed."""

User = discord.User | discord.Member


async def answer(request: Request, first: User, second: User, game: str | None) -> None:
    """Answer `/compare`."""
    if first.bot or second.bot:
        raise BadRequest(gettext(words.PEOPLE_ONLY))
    if first.id == second.id:
        raise BadRequest(gettext(words.TWO_PEOPLE))
    asked = ShowComparison(first.id, second.id, game or "")
    with request.publicly():
        view, files = await _draw(request, asked, [first.display_name, second.display_name])
    await request.send(view, private=False, files=files)


async def turn_to(request: Request, pressed: ShowComparison) -> None:
    """Show another game in the same message."""
    with request.publicly():
        view, files = await _draw(request, pressed)
    await request.replace(view, files)


async def answer_with(request: Request, player_id: int, other: ChosenUser) -> None:
    """Compare the player of a profile with a person chosen there."""
    if other.is_bot:
        raise BadRequest(gettext(words.PEOPLE_ONLY))
    if other.person.id == player_id:
        raise BadRequest(gettext(words.TWO_PEOPLE))
    asked = ShowComparison(player_id, other.person.id, "")
    with request.publicly():
        view, files = await _draw(request, asked, [None, other.person.nickname or other.person.name])
    await request.send(view, private=False, files=files)


async def _draw(
    request: Request, asked: ShowComparison, known: Sequence[str | None] = (None, None)
) -> Drawing:
    """Draw the message, with the names from Discord where they are known, or else the stored ones."""
    kit = request.kit
    compared = await kit[Comparisons].compare(
        asked.first_id, asked.second_id, request.guild_id, asked.game or None
    )
    wanted = PastGames(asked.first_id, game=compared.game, opponent_id=asked.second_id)
    last = await kit[HistoryPages].page(wanted, request.viewer, 0)
    names = [
        name or (gettext(words.DELETED_PLAYER) if person is None else person.name)
        for name, person in zip(known, compared.people, strict=True)
    ]
    first, second = map(safe, names)
    drawn = head_to_head(compared, (names[0], names[1]))
    look = await look_for_all(request)
    return await _message(asked, compared, (first, second), drawn, last.content.games[:LISTED], look)


async def _message(
    asked: ShowComparison,
    compared: Comparison,
    names: tuple[str, str],
    drawn: HeadToHead,
    last: tuple[PastGame, ...],
    look: Look,
) -> Drawing:
    parts: list[Part] = [words.head_to_head(compared, names)]
    files: list[discord.File] = []
    if compared.record.games or any(compared.courses):
        png = await asyncio.to_thread(draw_comparison, drawn, theme=look.theme)
        name = f"compare-{asked.first_id}-{asked.second_id}.png"
        part, files = drawn_part(png, name, describe_comparison(drawn), look)
        parts.append(part)
    parts += _other_games(asked, compared)
    if last:
        parts += [discord.ui.Separator(), gettext(words.LAST_GAMES)]
        parts += [
            # Translators: a button; it shows the review of a game.
            section(game_lines(game), button(gettext("Review"), AskReview(game.id), emoji="🔍"))
            for game in last
        ]
    return Drawing(card(*parts, colour=BLUE), files)


def _other_games(asked: ShowComparison, compared: Comparison) -> list[Row]:
    """Return a button for each game that both play, if there is more than the one shown."""
    if set(compared.games) <= {compared.game}:
        return []
    return [
        row(
            *(
                button(
                    GAMES[game].title,
                    ShowComparison(asked.first_id, asked.second_id, game),
                    emoji=GAMES[game].sides[0].disc,
                    disabled=game == compared.game,
                )
                for game in compared.games
            )
        )
    ]
