"""`/leaderboard`, `/profile` and `/compare`, their messages and buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

import renderers.leaderboard
from bot.catalog import GAMES
from bot.core.paging import ListPage
from bot.play.games.ids import AskReview, OpenInsights
from bot.preferences.periods import Span
from bot.puzzles.run_words import profile_line
from bot.ranks.achievements.roles import AchievementRoles
from bot.ranks.achievements.words import profile_lines
from bot.ranks.periods import words as board_words
from bot.ranks.periods.rankings import RankingKind, RankingPages
from bot.ranks.periods.ui import ShowLeaderboard, ShowRanking, draw_ranking, games_row, kinds_row
from bot.ranks.periods.words import badge_lines
from bot.ranks.stats import words
from bot.ranks.stats.pictures import game_card, head_to_head
from bot.ranks.stats.profiles import Comparison, PersonProfile, Profiles
from bot.ranks.stats.words import cups_line
from bot.study.history_ui import game_lines
from bot.study.records.files import history_page
from bot.ui.component_ids import SHOWS, ComponentId
from bot.ui.components import button, turning, user_select
from bot.ui.layout import BLUE, GOLD, Part, Row, card, row, section
from bot.ui.options import Typed, board_options, complete_terms, game_choices, game_of, usual_game
from bot.ui.pictures import drawn_part, look_for_all, unwritten_names
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import slash_command
from bot.ui.untrusted import safe, shortened
from bot.ui.words import addressed
from data.games.history import PastGame, PastGames
from data.ratings.leaderboard import Standing, StandingPage
from data.ratings.ratings import Pool, RatingList
from languages import gettext
from renderers.comparison import HeadToHead, describe_comparison, draw_comparison
from renderers.figures import OF_GAMES, OF_PUZZLES
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


async def draw_compared(
    request: Request, asked: ShowComparison, known: Sequence[str | None] = (None, None)
) -> Drawing:
    """Draw the message, with the names from Discord where they are known, or else the stored ones."""
    kit = request.kit
    compared = await kit[Profiles].compare(
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


async def _draw_profile(request: Request, name: str | None, facts: PersonProfile | None) -> Drawing:
    """Draw the message about a player, who was deleted if the `name` is None."""
    name, profile = name or gettext(words.DELETED_PLAYER), None if facts is None else facts.profile
    parts: list[Part] = [f"### {safe(name)}\n{words.figures(profile)}"]
    files: list[discord.File] = []
    if facts is not None and facts.shown is not None and facts.shown.games:
        drawn = game_card(facts.shown, name)
        look = await look_for_all(request)
        png = await asyncio.to_thread(draw_profile, drawn, theme=look.theme)
        name = f"profile-{facts.profile.player_id}.png"
        part, files = drawn_part(png, name, describe_profile(drawn), look)
        parts.append(part)
    elif facts is not None and facts.shown is not None:
        parts.append(gettext("No games of {game} yet.", game=GAMES[facts.shown.game].title))
    if facts is not None:
        game = "" if facts.shown is None else facts.shown.game
        parts += games_row(facts.games, game or None, lambda game: ShowProfile(facts.profile.player_id, game))
        cups = cups_line(facts.cups, facts.cups_won)
        if cups:
            parts += [discord.ui.Separator(), cups]
        badges = badge_lines(facts.badges, facts.badges_won)
        if badges:
            parts += [discord.ui.Separator(), badges]
        runs = profile_line(facts.runs)
        if runs:
            parts.append(runs)
        achievements = profile_lines([one.key for one in facts.achievements])
        if achievements:
            parts += [discord.ui.Separator(), achievements]
        if facts.profile.recent:
            games = "\n".join(words.recent_game(game) for game in facts.profile.recent)
            parts += [discord.ui.Separator(), f"{gettext(words.RECENT_GAMES)}\n{games}"]
        # Translators: a button; it shows what a player's reviewed games say about how they play.
        insights = button(gettext("Insights"), OpenInsights(facts.profile.player_id, game), emoji="📊")
        parts.append(row(insights))
        # Translators: in an empty menu of people.
        parts.append(row(user_select(gettext("Compare with…"), CompareWith(facts.profile.player_id))))
    return Drawing(card(*parts, colour=BLUE), files)


async def draw_leaderboard(request: Request, asked: ShowLeaderboard) -> Drawing:
    in_server, rated_in = asked.scope == "s", RatingList(asked.game, asked.pool, asked.board)
    guild_id = request.guild_id if in_server else None
    list_page = await request.kit[Profiles].leaderboard(
        rated_in, asked.page, guild_id=guild_id, asker_id=asked.asker_id
    )
    asked, page = replace(asked, page=list_page.page), list_page.content
    title = words.leaderboard_title(rated_in, in_server=in_server)
    in_guild = request.guild_id is not None and request.bot_is_member
    controls = _controls(asked, list_page, in_guild=in_guild)
    if not page.rows:
        text = f"{title}\n{words.no_players_yet(rated_in, page.asker)}"
        return Drawing(card(text, *controls, colour=GOLD), [])
    standings = [*page.rows]
    if page.asker is not None and page.asker.place is not None and page.asker not in standings:
        standings.append(page.asker)
    rows = sorted((_row(standing, asked.asker_id) for standing in standings), key=lambda row: row.place)
    look = await look_for_all(request)
    results = OF_PUZZLES if asked.pool is Pool.PUZZLES else OF_GAMES
    png = await asyncio.to_thread(renderers.leaderboard.draw, rows, theme=look.theme, words=results)
    description = renderers.leaderboard.describe(rows, results)
    picture, files = drawn_part(png, f"leaderboard-{asked.page}.png", description, look)
    view = card(
        title,
        picture,
        *unwritten_names(look, ((one.name, words.standing_line(one)) for one in standings)),
        addressed(asked.asker_id, words.asker_line(page, asked.pool)),
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


def _controls(asked: ShowLeaderboard, list_page: ListPage[StandingPage], *, in_guild: bool) -> list[Row]:
    buttons = turning(
        list_page, lambda page: replace(asked, page=page, purpose="b" if page < asked.page else "n")
    )
    first = replace(asked, page=0)
    if not asked.board:
        # Against the computer, only games on the usual board are rated; puzzles have one list.
        for pool in (other for other in Pool if other is not asked.pool):
            label = gettext(words.POOL_BUTTONS[pool])
            buttons.append(button(label, replace(first, pool=pool, purpose="p")))
    if in_guild:
        # Translators: a button that shows the list of all servers, or of this one.
        label = gettext("Everywhere") if asked.scope == "s" else gettext("This server")
        buttons.append(button(label, replace(first, scope="e" if asked.scope == "s" else "s", purpose="s")))
    rows = games_row(
        GAMES,
        None if asked.board else asked.game,
        lambda game: replace(first, game=game, board="", purpose="g"),
    )
    if buttons:
        rows.append(row(*buttons))
    return [*rows, kinds_row(None, asked.scope)]


@on_press(ShowLeaderboard)
async def show_leaderboard(request: Request, pressed: ShowLeaderboard) -> None:
    game_of(pressed.game)
    asked = replace(pressed, asker_id=request.user_id)
    await request.show_publicly(draw_leaderboard(request, asked), new=False)


@on_press(ShowProfile)
async def show_profile(request: Request, pressed: ShowProfile) -> None:
    game_of(pressed.game)
    facts = await request.kit[Profiles].load(pressed.player_id, request.guild_id, pressed.game)
    name = None if facts is None else facts.profile.name
    await request.show_publicly(_draw_profile(request, name, facts), new=False)


@on_press(ShowComparison)
async def show_comparison(request: Request, pressed: ShowComparison) -> None:
    game_of(pressed.game)
    await request.show_publicly(draw_compared(request, pressed), new=False)


@on_choice(CompareWith)
async def compare_with(request: Request, menu: CompareWith, user_id: str) -> None:
    other = request.chosen_user(user_id)
    asked = ShowComparison(menu.player_id, other.person.id, "")
    names = [None, other.person.nickname or other.person.name]
    await _compare(request, asked, names, with_bot=other.is_bot)


async def _compare(
    request: Request, asked: ShowComparison, names: Sequence[str | None], *, with_bot: bool
) -> None:
    """Answer with a comparison. Refused for bots, and of a person with themselves."""
    if with_bot:
        raise BadRequest(gettext(words.PEOPLE_ONLY))
    if asked.first_id == asked.second_id:
        raise BadRequest(gettext(words.TWO_PEOPLE))
    await request.show_publicly(draw_compared(request, asked, names), new=True)


SCOPE_CHOICES = [
    app_commands.Choice(name="this server", value="server"),
    app_commands.Choice(name="everywhere", value="everywhere"),
]
POOL_CHOICES = [
    app_commands.Choice(name="games between people", value=Pool.PEOPLE.value),
    app_commands.Choice(name="games against the computer", value=Pool.COMPUTER.value),
    app_commands.Choice(name="puzzles", value=Pool.PUZZLES.value),
]


SHOW_CHOICES = [
    app_commands.Choice(name="ratings", value="ratings"),
    app_commands.Choice(name="points of a week or season", value=RankingKind.POINTS.value),
    app_commands.Choice(name="cups: tournaments won", value=RankingKind.CUPS.value),
    app_commands.Choice(name="streaks of daily puzzles", value=RankingKind.STREAKS.value),
]
PERIOD_CHOICES = [
    app_commands.Choice(name="all time", value="all"),
    app_commands.Choice(name="this week", value="week"),
    app_commands.Choice(name="last week", value="last week"),
    app_commands.Choice(name="this season", value="season"),
    app_commands.Choice(name="last season", value="last season"),
]


async def _ranking(
    request: Request, show: str | None, period: str | None, *, in_server: bool
) -> ShowRanking | None:
    """Return the ranking that a person wishes to see; None for ratings. Raises BadRequest."""
    of_time = period not in (None, "all")
    if show is None:
        show = RankingKind.POINTS.value if of_time else "ratings"
    if show == "ratings":
        if of_time:
            raise BadRequest(gettext(board_words.NO_PERIOD_OF_RATINGS))
        return None
    kind = RankingKind(show)
    if kind is RankingKind.STREAKS and of_time:
        raise BadRequest(gettext("Streaks are always the current ones: leave out `period`."))
    if kind is RankingKind.POINTS and period == "all":
        raise BadRequest(gettext(board_words.NO_POINTS_OF_ALL_TIME))
    if period is None and kind is RankingKind.POINTS:
        period = "week"
    asked = ShowRanking(kind, "all", "", "s" if in_server else "e", 0, "kind")
    if period in (None, "all"):
        return asked
    asked = replace(asked, span="week" if period.endswith("week") else "season")
    if not period.startswith("last "):
        return asked
    guild_id = request.guild_id if in_server else None
    current = await request.kit[RankingPages].current(Span(asked.span), guild_id)
    return replace(asked, first_day=current.previous().first.isoformat())


def leaderboard() -> app_commands.Command[Any, ..., None]:
    @slash_command(
        name="leaderboard",
        description="The best players: ratings, points of a week or season, cups, streaks",
        public=True,
    )
    @app_commands.describe(
        game=f"Which game (default: {usual_game().title})",
        board="The ratings of another board",
        where="Players of this server, or everyone",
        against="Which ratings (default: games between people)",
        show="What to show (default: ratings; points if you choose a period)",
        period="The period of the points or cups",
    )
    @app_commands.choices(
        game=game_choices(),
        where=SCOPE_CHOICES,
        against=POOL_CHOICES,
        show=SHOW_CHOICES,
        period=PERIOD_CHOICES,
    )
    async def command(
        request: Request,
        game: app_commands.Choice[str] | None = None,
        board: Typed | None = None,
        where: app_commands.Choice[str] | None = None,
        against: app_commands.Choice[str] | None = None,
        show: app_commands.Choice[str] | None = None,
        period: app_commands.Choice[str] | None = None,
    ) -> None:
        has_list = request.guild_id is not None and request.bot_is_member
        if where is not None and where.value == "server" and not has_list:
            raise BadRequest(gettext(words.NO_SERVER_LIST))
        in_server = has_list and (where is None or where.value == "server")
        ranking = await _ranking(
            request,
            None if show is None else show.value,
            None if period is None else period.value,
            in_server=in_server,
        )
        if ranking is not None:
            if game or board or against:
                raise BadRequest(gettext(board_words.ALL_GAMES_TOGETHER))
            await request.show_publicly(draw_ranking(request, ranking), new=True)
            return
        kind = GAMES[game.value] if game else usual_game()
        options = board_options(kind, board)
        pool = Pool(against.value) if against else Pool.PEOPLE
        if options and pool is not Pool.PEOPLE:
            raise BadRequest(gettext(words.NO_COMPUTER_LIST))
        asked = ShowLeaderboard(kind.key, options, pool, "s" if in_server else "e", 0, request.user_id, "g")
        await request.show_publicly(draw_leaderboard(request, asked), new=True)

    complete_terms(command)
    return command


@slash_command(
    name="profile",
    description="A player's ratings over time, form, results by opponent and opening, and recent games",
    public=True,
)
@app_commands.describe(
    player="Whose profile (default: yours)", game="Which game (default: the one they play most)"
)
@app_commands.choices(game=game_choices())
async def profile(request: Request, player: discord.User | None = None, game: str | None = None) -> None:
    user = player or request.interaction.user
    if user.bot:
        raise BadRequest(gettext(words.NO_BOT_PROFILES))
    facts = await request.kit[Profiles].load(user.id, request.guild_id, game)
    await request.show_publicly(_draw_profile(request, user.display_name, facts), new=True)
    if facts is not None and facts.achievements and request.guild_id is not None and request.bot_is_member:
        await request.kit[AchievementRoles].catch_up(request.guild_id, user.id)


@slash_command(
    name="compare",
    description="Two players head to head: their games with each other and ratings",
    public=True,
)
@app_commands.describe(
    player="Who to compare with you, or with the other player",
    other="Who to compare them with (default: you)",
    game="Which game (default: the one they play most)",
)
@app_commands.choices(game=game_choices())
async def compare(
    request: Request, player: discord.User, other: discord.User | None = None, game: str | None = None
) -> None:
    first, second = (request.interaction.user, player) if other is None else (player, other)
    asked = ShowComparison(first.id, second.id, game or "")
    names = [first.display_name, second.display_name]
    await _compare(request, asked, names, with_bot=first.bot or second.bot)


FEATURES = (Profiles,)

COMMANDS = (leaderboard, profile, compare)
