"""The messages of the leaderboard, of profiles and of comparisons, with their buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import discord

import renderers.leaderboard
from bot.catalog import GAMES
from bot.core.fields import Frozen
from bot.core.paging import ListPage
from bot.play.games.ids import AskReview, OpenInsights
from bot.puzzles.run_words import profile_line
from bot.ranks.achievements.roles import AchievementRoles
from bot.ranks.achievements.words import profile_lines
from bot.ranks.periods.ui import ShowLeaderboard, games_row, kinds_row
from bot.ranks.periods.words import badge_lines
from bot.ranks.stats import words
from bot.ranks.stats.pictures import game_card, head_to_head
from bot.ranks.stats.profiles import Comparison, Comparisons, Leaderboard, PersonProfile, Profiles
from bot.ranks.stats.words import cups_line, result_words
from bot.study.history_ui import game_lines
from bot.study.records.files import history_page
from bot.ui.component_ids import SHOWS, ComponentId
from bot.ui.components import button, turning, user_select
from bot.ui.layout import BLUE, GOLD, Part, Row, card, row, section
from bot.ui.pictures import drawn_part, look_for_all, unwritten_names
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import ChosenUser, Request
from bot.ui.untrusted import safe, shortened
from bot.ui.words import addressed
from data.games.history import PastGame, PastGames
from data.ratings.leaderboard import Standing, StandingPage
from data.ratings.ratings import Pool, RatingList
from languages import gettext
from renderers.comparison import HeadToHead, describe_comparison, draw_comparison
from renderers.profile import describe_profile, draw_profile
from renderers.themes import Look


class ShowProfile(ComponentId, action="profile", timeless=SHOWS):
    """Show a person's profile with another game in full."""

    player_id: int
    game: str


class ShowComparison(ComponentId, action="compare", timeless=SHOWS):
    """Compare two people in another game."""

    first_id: int
    second_id: int
    game: str


class CompareWith(ComponentId, action="compare_with", timeless=SHOWS):
    """Compare the player of a profile with a person chosen from a menu."""

    player_id: int


LISTED = 3
"""Number of last games listed."""

User = discord.User | discord.Member


async def answer_comparison(request: Request, first: User, second: User, game: str | None) -> None:
    """Answer `/compare`."""
    if first.bot or second.bot:
        raise BadRequest(gettext(words.PEOPLE_ONLY))
    if first.id == second.id:
        raise BadRequest(gettext(words.TWO_PEOPLE))
    asked = ShowComparison(first.id, second.id, game or "")
    names = [first.display_name, second.display_name]
    await request.show_publicly(draw_compared(request, asked, names), new=True)


async def answer_with(request: Request, player_id: int, other: ChosenUser) -> None:
    """Compare the player of a profile with a person chosen there."""
    if other.is_bot:
        raise BadRequest(gettext(words.PEOPLE_ONLY))
    if other.person.id == player_id:
        raise BadRequest(gettext(words.TWO_PEOPLE))
    asked = ShowComparison(player_id, other.person.id, "")
    names = [None, other.person.nickname or other.person.name]
    await request.show_publicly(draw_compared(request, asked, names), new=True)


async def draw_compared(
    request: Request, asked: ShowComparison, known: Sequence[str | None] = (None, None)
) -> Drawing:
    """Draw the message, with the names from Discord where they are known, or else the stored ones."""
    kit = request.kit
    compared = await kit[Comparisons].compare(
        asked.first_id, asked.second_id, request.guild_id, asked.game or None
    )
    wanted = PastGames(asked.first_id, game=compared.game, opponent_id=asked.second_id)
    last = await history_page(kit, wanted, request.viewer, 0)
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
    parts += games_row(
        compared.games, compared.game, lambda game: ShowComparison(asked.first_id, asked.second_id, game)
    )
    if last:
        # Translators: a heading above the latest games of two players with each other.
        parts += [discord.ui.Separator(), gettext("**Last games**")]
        parts += [
            # Translators: a button; it shows the review of a game.
            section(game_lines(game), button(gettext("Review"), AskReview(game.id), emoji="🔍"))
            for game in last
        ]
    return Drawing(card(*parts, colour=BLUE), files)


async def answer_profile(request: Request, user: discord.User | discord.Member, game: str | None) -> None:
    """Answer `/profile` for `user`."""
    if user.bot:
        raise BadRequest(gettext(words.NO_BOT_PROFILES))
    found = await request.kit[Profiles].load(user.id, request.guild_id, game)
    await request.show_publicly(_draw_profile(request, user.display_name, found), new=True)
    if found is not None and found.achievements and request.guild_id is not None and request.bot_is_member:
        await request.kit[AchievementRoles].catch_up(request.guild_id, user.id)


async def turn_profile(request: Request, pressed: ShowProfile) -> None:
    """Show another game in the same message."""
    found = await request.kit[Profiles].load(pressed.player_id, request.guild_id, pressed.game)
    await request.show_publicly(
        _draw_profile(request, None if found is None else found.profile.name, found), new=False
    )


async def _draw_profile(request: Request, name: str | None, found: PersonProfile | None) -> Drawing:
    """Draw the message about a player, who was deleted if the `name` is None."""
    name, profile = name or gettext(words.DELETED_PLAYER), None if found is None else found.profile
    parts: list[Part] = [f"### {safe(name)}\n{words.figures(profile)}"]
    files: list[discord.File] = []
    if found is not None and found.shown is not None and found.shown.games:
        drawn = game_card(found.shown, name)
        look = await look_for_all(request)
        png = await asyncio.to_thread(draw_profile, drawn, theme=look.theme)
        name = f"profile-{found.profile.player_id}.png"
        part, files = drawn_part(png, name, describe_profile(drawn), look)
        parts.append(part)
    elif found is not None and found.shown is not None:
        parts.append(gettext("No games of {game} yet.", game=GAMES[found.shown.game].title))
    if found is not None:
        game = "" if found.shown is None else found.shown.game
        parts += games_row(found.games, game or None, lambda game: ShowProfile(found.profile.player_id, game))
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
        # Translators: a button; it shows what a player's reviewed games say about how they play.
        insights = button(gettext("Insights"), OpenInsights(found.profile.player_id, game), emoji="📊")
        parts.append(row(insights))
        # Translators: in an empty menu of people.
        parts.append(row(user_select(gettext("Compare with…"), CompareWith(found.profile.player_id))))
    return Drawing(card(*parts, colour=BLUE), files)


class Query(Frozen):
    """The part of a leaderboard to show, and to whom; pages count from 0."""

    rated_in: RatingList
    in_server: bool
    page: int
    asker_id: int


async def draw_leaderboard(request: Request, query: Query) -> Drawing:
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

    def of_game(game: str) -> ShowLeaderboard:
        return _leading_to(replace(query, rated_in=RatingList(game, query.rated_in.pool), page=0), "g")

    rows = games_row(GAMES, None if query.rated_in.board else query.rated_in.game, of_game)
    if buttons:
        rows.append(row(*buttons))
    return [*rows, kinds_row(None, "s" if query.in_server else "e")]


def _leading_to(query: Query, purpose: Literal["b", "n", "p", "s", "g"]) -> ShowLeaderboard:
    scope: Literal["s", "e"] = "s" if query.in_server else "e"
    game, pool, board = query.rated_in
    return ShowLeaderboard(game, board, pool, scope, query.page, query.asker_id, purpose)
