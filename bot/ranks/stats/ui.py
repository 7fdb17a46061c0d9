"""`/leaderboard`, `/profile` and `/compare`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.preferences.periods import Span
from bot.ranks.periods import words as board_words
from bot.ranks.periods.rankings import RankingKind
from bot.ranks.periods.ui import RankingQuery, ShowLeaderboard, draw_ranking
from bot.ranks.stats import view, words
from bot.ranks.stats.profiles import Comparisons, Leaderboard, Profiles
from bot.ranks.stats.view import CompareWith, Query, ShowComparison, ShowProfile
from bot.ui.options import Typed, board_options, complete_terms, game_choices, game_of, usual_game
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import slash_command
from data.ratings.ratings import Pool, RatingList
from languages import gettext


@on_press(ShowLeaderboard)
async def show_leaderboard(request: Request, pressed: ShowLeaderboard) -> None:
    game_of(pressed.game)
    rated_in = RatingList(pressed.game, pressed.pool, pressed.board)
    query = Query(rated_in, pressed.scope == "s", pressed.page, request.user_id)
    await request.show_publicly(view.draw_leaderboard(request, query), new=False)


@on_press(ShowProfile)
async def show_profile(request: Request, pressed: ShowProfile) -> None:
    game_of(pressed.game)
    await view.turn_profile(request, pressed)


@on_press(ShowComparison)
async def show_comparison(request: Request, pressed: ShowComparison) -> None:
    game_of(pressed.game)
    await request.show_publicly(view.draw_compared(request, pressed), new=False)


@on_choice(CompareWith)
async def compare_with(request: Request, menu: CompareWith, user_id: str) -> None:
    await view.answer_with(request, menu.player_id, request.chosen_user(user_id))


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


def _ranking_query(show: str | None, period: str | None, *, in_server: bool) -> RankingQuery | None:
    """Return the board that a person wishes to see; None for ratings. Raises BadRequest."""
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
    span = None if period in (None, "all") else Span(period.removeprefix("last "))
    back = 1 if period is not None and period.startswith("last ") else 0
    return RankingQuery(kind, span, in_server, back=back)


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
        board_query = _ranking_query(
            None if show is None else show.value,
            None if period is None else period.value,
            in_server=in_server,
        )
        if board_query is not None:
            if game or board or against:
                raise BadRequest(gettext(board_words.ALL_GAMES_TOGETHER))
            await request.show_publicly(draw_ranking(request, board_query), new=True)
            return
        kind = GAMES[game.value] if game else usual_game()
        options = board_options(kind, board)
        pool = Pool(against.value) if against else Pool.PEOPLE
        if options and pool is not Pool.PEOPLE:
            raise BadRequest(gettext(words.NO_COMPUTER_LIST))
        query = Query(RatingList(kind.key, pool, options), in_server, 0, request.user_id)
        await request.show_publicly(view.draw_leaderboard(request, query), new=True)

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
    await view.answer_profile(request, player or request.interaction.user, game)


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
    await view.answer_comparison(request, first, second, game)


FEATURES = (Leaderboard, Profiles, Comparisons)

COMMANDS = (leaderboard, profile, compare)
