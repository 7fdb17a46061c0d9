"""The messages of rankings of points, with their buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Literal

import discord

from bot.catalog import GAMES
from bot.core.fields import Frozen
from bot.preferences.periods import Period, Span
from bot.ranks.periods import words
from bot.ranks.periods.rankings import (
    PeriodRanking,
    RankingKind,
    RankingPages,
    RankingPosts,
    ShownRanking,
    WeeklyRankingOff,
)
from bot.ui.component_ids import SHOWS, ComponentId
from bot.ui.components import ComponentItem, button, turning
from bot.ui.layout import GOLD, Part, Row, card, row
from bot.ui.messenger import Note, Showing, shows
from bot.ui.pictures import drawn_part, look_for_all, unwritten_names
from bot.ui.publisher import Drawing, Subject
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.ui.untrusted import shortened
from bot.ui.words import addressed
from data.periods.points import RankingRow
from data.ratings.ratings import Pool
from languages import count, gettext
from renderers import table
from renderers.table import Column, TableRow
from renderers.themes import Look


class ShowLeaderboard(ComponentId, action="standings"):
    """Show a page of a leaderboard, of this server (`s`) or of everywhere (`e`); `board` is "" for the usual
    one.

    `purpose` keeps the ids of a message distinct: two of its buttons may lead to the same page.
    """

    game: str
    board: str
    pool: Pool
    scope: Literal["s", "e"]
    page: int
    asker_id: int
    purpose: Literal["b", "n", "p", "s", "g"]


class ShowRanking(ComponentId, action="board"):
    """Show a page of a ranking, of this server (`s`) or of everywhere (`e`).

    `first_day` is that of the week or season, "" for the present one. `purpose` keeps the ids of a message
    distinct: two of its buttons may lead to the same page.
    """

    kind: RankingKind
    span: Literal["week", "season", "all"]
    first_day: str
    scope: Literal["s", "e"]
    page: int
    purpose: Literal["before", "after", "earlier", "later", "scope", "span", "kind"]


class ShowMyPoints(ComponentId, action="board_mine", marks="board", timeless=SHOWS):
    """Show a person's own points of the ranking that was posted."""

    post: int


Purpose = Literal["before", "after", "earlier", "later", "scope", "span", "kind"]


class RankingQuery(Frozen):
    """The part of a ranking to show; pages count from 0.

    The period is the one that begins on `first_day`, "" for the present one, less a number of periods `back`.
    """

    kind: RankingKind
    span: Span | None
    in_server: bool
    first_day: str = ""
    page: int = 0
    back: int = 0


async def draw_posted(content: PeriodRanking, look: Look) -> Drawing:
    """Draw the message about a period that is over."""
    head, first = words.posted_text(content)
    part, files = await _picture(content.board, look, 0)
    how = words.how_it_counts(RankingKind.POINTS)
    # Translators: a button below the board of a week or season; it tells the person's own points.
    mine = button(gettext("My points"), ShowMyPoints(content.post.id), emoji="⭐")
    return Drawing(card(head, first, *part, how, row(mine), colour=GOLD), files)


async def draw_ranking(request: Request, query: RankingQuery) -> Drawing:
    boards = request.kit[RankingPages]
    guild_id = request.guild_id if query.in_server else None
    period = None
    if query.span is not None:
        period = Period.parse(query.span, query.first_day) if query.first_day else None
        period = period or await boards.current(query.span, guild_id)
        for _ in range(query.back):
            period = period.previous()
    board = await boards.page(query.kind, period, query.page, guild_id=guild_id, asker_id=request.user_id)
    has_list = request.guild_id is not None and request.bot_is_member
    controls = _controls(board, in_server=query.in_server, in_guild=has_list)
    title = words.title(board, in_server=query.in_server)
    how = words.how_it_counts(board.kind)
    if not board.content.rows:
        return Drawing(card(f"{title}\n{words.empty(board)}", how, *controls, colour=GOLD), [])
    parts, files = await _picture(board, await look_for_all(request), request.user_id)
    asker = addressed(request.user_id, words.asker_line(board))
    return Drawing(card(title, *parts, f"{asker}\n{how}", *controls, colour=GOLD), files)


async def _picture(board: ShownRanking, look: Look, asker_id: int) -> tuple[list[Part], list[discord.File]]:
    """Draw the rows and, set apart, the asker's own; with the names that the picture cannot show."""
    rows = _with_asker(board)
    drawn = [_table_row(board_row, asker_id, apart) for board_row, apart in rows]
    png = await asyncio.to_thread(table.draw, drawn, columns(board.kind), theme=look.theme)
    people = [board_row for board_row, _ in rows]
    name, description = f"{board.kind.value}-{board.page}.png", words.describe(board.kind, people, asker_id)
    picture, files = drawn_part(png, name, description, look)
    lines = ((board_row.name, words.row_line(board.kind, board_row)) for board_row in people)
    return [picture, *unwritten_names(look, lines)], files


def columns(kind: RankingKind) -> list[Column]:
    """Return the columns of a board's picture."""
    *parts, value = words.headings(kind)
    return [*(Column(part, 76, 60) for part in parts), Column(value, 92, 80)]


def _table_row(board_row: RankingRow, asker_id: int, apart: bool) -> TableRow:
    cells = (*(count(part) if part else "–" for part in board_row.parts), count(board_row.value))
    name, is_asker = shortened(board_row.name), board_row.player_id == asker_id
    return TableRow(board_row.place, name, cells, medals=True, is_asker=is_asker, apart=apart)


def _with_asker(board: ShownRanking) -> list[tuple[RankingRow, bool]]:
    """Return the rows of a page and the asker's, each with whether places are left out above it."""
    rows: list[tuple[RankingRow, bool]] = [(board_row, False) for board_row in board.content.rows]
    asker = board.content.asker
    if asker is None or asker in board.content.rows:
        return rows
    first = board.content.rows[0]
    if asker.place <= first.place and board.page > 0:
        return [(asker, False), (first, True), *rows[1:]]
    return [*rows, (asker, True)]


def _controls(board: ShownRanking, *, in_server: bool, in_guild: bool) -> list[Row]:
    scope: Literal["s", "e"] = "s" if in_server else "e"

    def page_id(page: int) -> ComponentId:
        return _id(board.kind, board.period, scope, page, "before" if page < board.page else "after")

    turns = turning(board, page_id)
    if board.period is not None:
        earlier = _id(board.kind, board.period.previous(), scope, 0, "earlier")
        later = _id(board.kind, board.period.following(), scope, 0, "later")
        turns += [
            # Translators: a button that shows the week or season before.
            button(gettext("Earlier"), earlier, emoji="⏪"),
            # Translators: a button that shows the week or season after.
            button(gettext("Later"), later, emoji="⏩", disabled=board.current),
        ]
    if in_guild:
        # Translators: a button that shows the list of all servers, or of this one.
        label = gettext("Everywhere") if in_server else gettext("This server")
        other: Literal["s", "e"] = "e" if in_server else "s"
        turns.append(button(label, _id(board.kind, board.period, other, 0, "scope")))
    rows = [row(*turns)] if turns else []
    spans = _span_buttons(board, scope)
    return [*([row(*spans)] if spans else []), *rows, kinds_row(board.kind, scope)]


def _span_buttons(board: ShownRanking, scope: Literal["s", "e"]) -> list[ComponentItem]:
    spans: Sequence[Span | None] = {
        RankingKind.POINTS: (Span.WEEK, Span.SEASON),
        RankingKind.CUPS: (None, Span.WEEK, Span.SEASON),
        RankingKind.STREAKS: (),
    }[board.kind]
    labels = {
        # Translators: a button: neither of a week nor of a season.
        None: gettext("All time"),
        # Translators: a button.
        Span.WEEK: gettext("This week"),
        # Translators: a button; a season is three months.
        Span.SEASON: gettext("This season"),
    }
    shown_span = None if board.period is None else board.period.span
    is_present = board.period is None or board.current
    return [
        button(
            labels[span],
            ShowRanking(board.kind, _written(span), "", scope, 0, "span"),
            disabled=span == shown_span and is_present,
        )
        for span in spans
    ]


def kinds_row(current: RankingKind | None, scope: Literal["s", "e"]) -> Row:
    """Return buttons for all kinds of leaderboards; `current` is the one shown, None for ratings."""
    ratings = ShowLeaderboard(next(iter(GAMES)), "", Pool.PEOPLE, scope, 0, 0, "g")
    buttons = [] if current is None else [button(gettext(words.RATINGS), ratings, emoji="📈")]
    for kind in RankingKind:
        span: Literal["week", "all"] = "week" if kind is RankingKind.POINTS else "all"
        there = ShowRanking(kind, span, "", scope, 0, "kind")
        label = gettext(words.KIND_BUTTONS[kind])
        buttons.append(button(label, there, emoji=words.EMOJI[kind], disabled=kind is current))
    return row(*buttons)


def games_row(games: Collection[str], current: str | None, to: Callable[[str], ComponentId]) -> list[Row]:
    """Return a button for each game, if there is another than the `current` one."""
    if set(games) <= {current}:
        return []
    return [
        row(
            *(
                button(GAMES[game].title, to(game), emoji=GAMES[game].sides[0].disc, disabled=game == current)
                for game in games
            )
        )
    ]


def _id(
    kind: RankingKind, period: Period | None, scope: Literal["s", "e"], page: int, purpose: Purpose
) -> ShowRanking:
    if period is None:
        return ShowRanking(kind, "all", "", scope, page, purpose)
    return ShowRanking(kind, _written(period.span), period.first.isoformat(), scope, page, purpose)


def _written(span: Span | None) -> Literal["week", "season", "all"]:
    match span:
        case None:
            return "all"
        case Span.WEEK:
            return "week"
        case Span.SEASON:
            return "season"


@on_press(ShowRanking)
async def show_ranking(request: Request, pressed: ShowRanking) -> None:
    span = None if pressed.span == "all" else Span(pressed.span)
    if pressed.kind is RankingKind.POINTS and span is None:
        span = Span.WEEK
    query = RankingQuery(pressed.kind, span, pressed.scope == "s", pressed.first_day, pressed.page)
    await request.show_publicly(draw_ranking(request, query), new=False)


@on_press(ShowMyPoints)
async def show_my_points(request: Request, pressed: ShowMyPoints) -> None:
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
