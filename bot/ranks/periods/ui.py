"""The messages of rankings of points, with their buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal

import discord

from bot.catalog import GAMES
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

SpanName = Literal["week", "season", "all"]

SPANS: Mapping[RankingKind, Sequence[SpanName]] = {
    RankingKind.POINTS: ("week", "season"),
    RankingKind.CUPS: ("all", "week", "season"),
    RankingKind.STREAKS: (),
}


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
    span: SpanName
    first_day: str
    scope: Literal["s", "e"]
    page: int
    purpose: Literal["before", "after", "earlier", "later", "scope", "span", "kind"]

    @property
    def in_server(self) -> bool:
        return self.scope == "s"


class ShowMyPoints(ComponentId, action="board_mine", marks="board", timeless=SHOWS):
    """Show a person's own points of the ranking that was posted."""

    post: int


async def draw_ranking(request: Request, asked: ShowRanking) -> Drawing:
    boards = request.kit[RankingPages]
    guild_id = request.guild_id if asked.in_server else None
    period = None
    if asked.span != "all":
        period = Period.parse(Span(asked.span), asked.first_day) if asked.first_day else None
        period = period or await boards.current(Span(asked.span), guild_id)
    board = await boards.page(asked.kind, period, asked.page, guild_id=guild_id, asker_id=request.user_id)
    has_list = request.guild_id is not None and request.bot_is_member
    controls = _controls(board, asked, in_guild=has_list)
    title = words.title(board, in_server=asked.in_server)
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


def _controls(board: ShownRanking, asked: ShowRanking, *, in_guild: bool) -> list[Row]:
    if board.period is None:
        here = replace(asked, span="all", first_day="")
    else:
        here = replace(asked, first_day=board.period.first.isoformat())
    turns = turning(
        board, lambda page: replace(here, page=page, purpose="before" if page < board.page else "after")
    )
    here = replace(here, page=0)
    if board.period is not None:
        before, after = board.period.previous().first, board.period.following().first
        earlier = replace(here, first_day=before.isoformat(), purpose="earlier")
        later = replace(here, first_day=after.isoformat(), purpose="later")
        turns += [
            # Translators: a button that shows the week or season before.
            button(gettext("Earlier"), earlier, emoji="⏪"),
            # Translators: a button that shows the week or season after.
            button(gettext("Later"), later, emoji="⏩", disabled=board.current),
        ]
    if in_guild:
        # Translators: a button that shows the list of all servers, or of this one.
        label = gettext("Everywhere") if asked.in_server else gettext("This server")
        turns.append(button(label, replace(here, scope="e" if asked.in_server else "s", purpose="scope")))
    rows = [row(*turns)] if turns else []
    spans = _span_buttons(here, is_present=board.period is None or board.current)
    return [*([row(*spans)] if spans else []), *rows, kinds_row(board.kind, asked.scope)]


def _span_buttons(here: ShowRanking, *, is_present: bool) -> list[ComponentItem]:
    labels: Mapping[SpanName, str] = {
        # Translators: a button: neither of a week nor of a season.
        "all": gettext("All time"),
        # Translators: a button.
        "week": gettext("This week"),
        # Translators: a button; a season is three months.
        "season": gettext("This season"),
    }
    return [
        button(
            labels[span],
            replace(here, span=span, first_day="", purpose="span"),
            disabled=span == here.span and is_present,
        )
        for span in SPANS[here.kind]
    ]


def kinds_row(current: RankingKind | None, scope: Literal["s", "e"]) -> Row:
    """Return buttons for all kinds of leaderboards; `current` is the one shown, None for ratings."""
    ratings = ShowLeaderboard(next(iter(GAMES)), "", Pool.PEOPLE, scope, 0, 0, "g")
    buttons = [] if current is None else [button(gettext(words.RATINGS), ratings, emoji="📈")]
    for kind in RankingKind:
        there = ShowRanking(kind, "week" if kind is RankingKind.POINTS else "all", "", scope, 0, "kind")
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


@on_press(ShowRanking)
async def show_ranking(request: Request, pressed: ShowRanking) -> None:
    if pressed.kind is RankingKind.POINTS and pressed.span == "all":
        pressed = replace(pressed, span="week")
    await request.show_publicly(draw_ranking(request, pressed), new=False)


@on_press(ShowMyPoints)
async def show_my_points(request: Request, pressed: ShowMyPoints) -> None:
    points = await request.kit[RankingPosts].points_of(pressed.post, request.user_id)
    if points is None:
        raise BadRequest(gettext(words.BOARD_GONE))
    period, row = points
    text = f"{words.my_points(period, row)}\n{words.how_it_counts(RankingKind.POINTS)}"
    await request.send(card(text, colour=GOLD), private=True)


@shows(
    PeriodRanking,
    lambda board: {"board": board.post.id},
    subject=lambda board: Subject("board", board.post.id),
)
async def draw_board(content: PeriodRanking, scene: Showing) -> Drawing:
    """Draw the leaderboard of a week or season that is over."""
    head, first = words.posted_text(content)
    part, files = await _picture(content.board, await scene.look(), 0)
    how = words.how_it_counts(RankingKind.POINTS)
    # Translators: a button below the board of a week or season; it tells the person's own points.
    mine = button(gettext("My points"), ShowMyPoints(content.post.id), emoji="⭐")
    return Drawing(card(head, first, *part, how, row(mine), colour=GOLD), files)


@shows(WeeklyRankingOff, lambda news: {"weekly board off": news.guild_id})
async def draw_switched_off(news: WeeklyRankingOff, scene: Showing) -> Note:
    """Tell a server that its weekly leaderboard has been switched off."""
    return Note(words.switched_off(news.channel_id))


FEATURES = (RankingPages, RankingPosts)
