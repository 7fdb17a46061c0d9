"""The buttons of boards."""

from __future__ import annotations

from bot.preferences.periods import Span
from bot.ranks.periods import words
from bot.ranks.periods.boards import RankingKind, RankingPages
from bot.ranks.periods.ids import ShowBoard, ShowMyPoints
from bot.ranks.periods.posting import PeriodRanking, RankingPosts, WeeklyRankingOff
from bot.ranks.periods.view import BoardQuery, draw_posted, turn
from bot.ui.layout import GOLD, card
from bot.ui.messenger import Note, Showing, shows
from bot.ui.publisher import Drawing, Subject
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press
from languages import gettext


@on_press(ShowBoard)
async def show_board(request: Request, pressed: ShowBoard) -> None:
    """Show another page, period, scope or kind in the same message."""
    span = None if pressed.span == "all" else Span(pressed.span)
    if pressed.kind is RankingKind.POINTS and span is None:
        span = Span.WEEK
    query = BoardQuery(pressed.kind, span, pressed.scope == "s", pressed.first_day, pressed.page)
    await turn(request, query)


@on_press(ShowMyPoints)
async def show_my_points(request: Request, pressed: ShowMyPoints) -> None:
    """Tell a person privately their own points of a board."""
    found = await request.kit[RankingPosts].points_of(pressed.post, request.user_id)
    if found is None:
        raise BadRequest(gettext(words.BOARD_GONE))
    period, row = found
    text = f"{words.my_points(period, row)}\n{words.how_it_counts(RankingKind.POINTS)}"
    await request.send(card(text, colour=GOLD), private=True)


@shows(
    PeriodRanking,
    lambda board: {"board": board.post.id},
    subject=lambda board: Subject("board", board.post.id),
)
async def draw_board(content: PeriodRanking, scene: Showing) -> Drawing:
    """Draw the leaderboard of a week or season."""
    return await draw_posted(content, await scene.look())


@shows(WeeklyRankingOff, lambda news: {"weekly board off": news.guild_id})
async def draw_switched_off(news: WeeklyRankingOff, scene: Showing) -> Note:
    """Tell a server that its weekly leaderboard has been switched off."""
    return Note(words.switched_off(news.channel_id))


FEATURES = (RankingPages, RankingPosts)
