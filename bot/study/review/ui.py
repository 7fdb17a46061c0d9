"""`/review`: progress, summary, one move at a time beside a better one, and the handlers of their buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

import discord
from discord import app_commands

from bot.catalog import Animated, Coloured, Diagram, positions_along, recent_moves
from bot.core.people import Names
from bot.core.snapshot import GameSnapshot
from bot.play.assist.hints import FairPlay
from bot.play.games.ids import AskReview, AtPly, OfGame
from bot.play.games.referee import Referee
from bot.play.games.which_ui import finished_game, finished_games, game_with, may_see
from bot.play.web_links import WebLinks
from bot.study.review import words
from bot.study.review.reviews import QuietReviews, ReviewReport, Reviews
from bot.study.review.verdicts import ERRORS, JudgedMove, Review
from bot.ui.component_ids import SETS, SHOWS, ComponentId, Step
from bot.ui.components import after_step, button, line_text, number_of, step_buttons
from bot.ui.layout import BLUE, GOLD, GREY, Part, View, around, card, picture, row, view
from bot.ui.messenger import Showing, shows
from bot.ui.options import Typed
from bot.ui.pictures import (
    DrawnPart,
    draw_position,
    drawn_part,
    image_file,
    look_for_all,
    own_look,
    picture_names,
    text_board,
)
from bot.ui.publisher import Drawing, Subject
from bot.ui.refusals import OtherVersion
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.ui.slash import completion, is_moderator, slash_command
from engine import Position
from languages import gettext, pgettext, speaking
from renderers import before_after
from renderers.before_after import Heading
from renderers.overlays import Better
from renderers.replay import Film
from renderers.review_chart import ReviewCourse, ReviewPoint, describe_course, draw_course
from renderers.themes import Look


class OpenReviewPage(OfGame, action="review_web", timeless=SHOWS):
    """Tell where a review can be seen in a browser."""


class CancelReview(OfGame, action="review_cancel", marks="review", timeless=SETS):
    """Cancel a review."""


class OpenSteps(OfGame, action="review_open", timeless=SHOWS):
    """Step through the moves of a reviewed game, from its start."""


class ReviewStep(AtPly, action="review_step"):
    step: Step


class NextError(AtPly, action="review_error"):
    """Go from the position after `ply` moves to the next one that came from an error."""


class AnimateError(AtPly, action="review_animate"):
    """Show the error that led to the position after `ply` moves, and the better move, as an animation."""


class HowComputed(ComponentId, action="review_how"):
    """Explain how a review is computed."""


def progress_view(report: ReviewReport) -> View:
    game_id = report.snapshot.game.id
    if report.status.in_progress:
        # Translators: a button; it ends a review before it is complete.
        cancel = button(gettext("Cancel"), CancelReview(game_id), emoji="✖️")
        return card(words.progress_text(report), row(cancel), colour=BLUE)
    again = button(gettext("Review"), AskReview(game_id), emoji="🔍")
    return card(words.progress_text(report), row(again), colour=GREY)


def review_view(snapshot: GameSnapshot, review: Review, chart: Part, *, on_web: bool = False) -> View:
    """Draw a finished review; `chart` is a picture, or the words for it. `on_web`, it has a page, too."""
    game_id = snapshot.game.id
    # Translators: a button; it leads to the same review on a web page.
    page = [button(gettext("Open in the browser"), OpenReviewPage(game_id), emoji="🌐")] if on_web else []
    return card(
        words.review_text(snapshot, review),
        chart,
        row(
            button(
                gettext("Step through"),
                OpenSteps(game_id),
                style=discord.ButtonStyle.primary,
                emoji="▶️",
            ),
            button(
                # Translators: a button; it leads to the first error of a game.
                gettext("First error"),
                NextError(game_id, 0),
                emoji="❓",
                disabled=review.next_error(0) is None,
            ),
            button(gettext("How this is computed"), HowComputed(), emoji="🧮"),
            *page,
        ),
        colour=GOLD,
    )


async def draw_review(
    names: Names, report: ReviewReport, look: Look, seen_in: int | None, *, on_web: bool = False
) -> Drawing:
    """Draw a review, done or not, as seen in a server (None: outside of all); see `review_view`."""
    if report.review is None:
        return Drawing(progress_view(report), [])
    snapshot = report.snapshot
    course = course_of(snapshot, report.review, await picture_names(names, snapshot.game, seen_in))
    inks = snapshot.kind.inks(look.theme) if isinstance(snapshot.kind, Coloured) else None
    png = await asyncio.to_thread(draw_course, course, theme=look.theme, inks=inks)
    chart, files = drawn_part(png, f"review-{snapshot.game.id}.png", describe_course(course), look)
    return Drawing(review_view(snapshot, report.review, chart, on_web=on_web), files)


def course_of(snapshot: GameSnapshot, review: Review, names: tuple[str, str]) -> ReviewCourse:
    """Return the curve of a review's chart."""
    sides, unit = snapshot.kind.sides, snapshot.kind.judging.unit
    led_by = {move.ply + 1: move for move in review.moves}
    return ReviewCourse(
        names=(names[0] or sides[0].name, names[1] or sides[1].name),
        sides=(sides[0].name, sides[1].name),
        accuracies=(review.sides[0].accuracy, review.sides[1].accuracy),
        points=tuple(
            ReviewPoint(
                point.score if unit else None if point.points is None else point.points - 50.0,
                point.depth,
                *_error(led_by.get(point.ply)),
            )
            for point in review.points
        ),
        numbers=tuple(number_of(snapshot, point.ply - 1) for point in review.points),
        losses=(_losses(review, 0, unit), _losses(review, 1, unit)),
        # Translators: on the axis of a chart, between the names of the sides that win.
        ends=None if unit else (sides[0].name, pgettext("result", "draw"), sides[1].name),
    )


def _losses(review: Review, side: int, unit: str) -> tuple[float, ...]:
    """Return a side's cumulative loss at each position, in units of its scores or in wins."""
    lost = {
        move.ply + 1: move.loss if unit else (move.points_lost or 0.0) / 100
        for move in review.moves
        if move.side == side
    }
    return tuple(accumulate(lost.get(point.ply, 0.0) for point in review.points))


def _error(move: JudgedMove | None) -> tuple[int, int]:
    """Return the size of the error that led to a position, and its side."""
    if move is None or move.verdict not in ERRORS:
        return 0, 0
    return ERRORS.index(move.verdict) + 1, move.side


class TwoMoves(NamedTuple):
    """An error and the better move: the position before them, and those after each.

    `answer` is the best answer to the error, None if the review does not know it.
    """

    before: Position
    played: Diagram
    better: Diagram
    answer: str | None
    headings: tuple[Heading, Heading]


def two_moves(snapshot: GameSnapshot, review: Review, ply: int) -> TwoMoves | None:
    """Compare the move before the position after `ply` moves with the better one; None if it is no error."""
    move = review.move_at(ply - 1)
    if move is None or not move.verdict.is_error or move.better is None:
        return None
    positions = snapshot.positions()[:ply]
    before = positions[-1]
    if move.better not in before.legal_moves():
        return None
    played = _after(snapshot, positions, move.move)
    answer = review.answer_to(move.ply)
    return TwoMoves(
        before,
        played,
        _after(snapshot, positions, move.better),
        answer if answer in played.position.legal_moves() else None,
        _headings(snapshot, before, move, move.better),
    )


def _after(snapshot: GameSnapshot, positions: Sequence[Position], move: str) -> Diagram:
    moves = [*snapshot.game.moves[: len(positions) - 1], move]
    return Diagram(positions[-1].play(move), recent_moves(positions, moves))


def _headings(
    snapshot: GameSnapshot, before: Position, move: JudgedMove, better: str
) -> tuple[Heading, Heading]:
    name, value = snapshot.kind.move_name, partial(words.value_words, snapshot, before, move)
    return (
        # Translators: above a board, short: the move that was made, such as d3 or “column 6”.
        Heading(gettext("Played: {move}", move=name(move.move)), value(move.played)),
        # Translators: above a board, short: a move that would have been better, such as d3 or “column 6”.
        Heading(gettext("Better: {move}", move=name(better)), value(move.best)),
    )


async def draw_two_moves(snapshot: GameSnapshot, moves: TwoMoves, look: Look, name: str) -> DrawnPart:
    """Draw both boards as one picture, or write both for people who want words."""
    kind = snapshot.kind
    if look.in_words:
        played, better = moves.headings
        # Two descriptions would be too long for a message.
        letters = kind.write(moves.better, turned=look.turned)
        written = (
            f"**{played.move}** · {played.value}\n{text_board(kind, moves.played, look)}",
            f"**{better.move}** · {better.value}\n```\n{letters}\n```",
        )
        return DrawnPart("\n".join(written), [])

    def draw() -> bytes:
        boards = [kind.draw(diagram, look) for diagram in (moves.played, moves.better)]
        return before_after.draw(boards, moves.headings, theme=look.theme)

    return drawn_part(await asyncio.to_thread(draw), name, alt_of(snapshot, moves), look)


def alt_of(snapshot: GameSnapshot, moves: TwoMoves) -> str:
    """Describe the two boards: the first one in full, the second one by its move."""
    played, better = moves.headings
    # Translators: {played} such as “Played: d3”, {better} such as “Better: c5”; {board} describes a board.
    return gettext(
        "Two boards. Right: {better}, {best}. Left: {played}, {value}. {board}",
        better=better.move,
        best=better.value,
        played=played.move,
        value=played.value,
        board=snapshot.kind.describe(moves.played),
    )


def film_of(snapshot: GameSnapshot, moves: TwoMoves, following: Sequence[Sequence[str]], look: Look) -> Film:
    """Return the film of both moves, side by side, each with the moves that follow it."""
    kind = snapshot.kind
    assert isinstance(kind, Animated)
    films = []
    for diagram, line in zip((moves.played, moves.better), following, strict=True):
        positions = positions_along(diagram.position, line)
        films.append(kind.film([moves.before, *positions], None, None, look))
    return before_after.film(films, moves.headings, theme=look.theme)


def following_text(snapshot: GameSnapshot, moves: TwoMoves, following: Sequence[Sequence[str]]) -> str:
    """Say what each move leads to and what follows it, and where that comes from."""
    kind, written = snapshot.kind, []
    for heading, diagram, line in zip(moves.headings, (moves.played, moves.better), following, strict=True):
        written.append(f"**{heading.move}** · {heading.value}")
        if line:
            # Translators: {line} are the moves that are expected after another one, such as “⚪ c5, ⚫ f6”.
            expected = gettext("Expected after it: {line}", line=line_text(kind, line, diagram.position.turn))
            written.append(expected)
    if any(following):
        # Translators: below the moves that are expected after two moves of a game.
        written.append(gettext("-# What follows is what a short search expects."))
    return "\n".join(written)


@on_press(AskReview)
async def ask(request: Request, pressed: AskReview) -> None:
    """Show the review privately, or start one publicly if there is none."""
    await show_review(request, pressed.game_id, sees_channel=True, private=True)


async def show_review(request: Request, game_id: int, *, sees_channel: bool, private: bool) -> None:
    """Answer with the review of a game; `private` if it is there already."""
    kit = request.kit
    snapshot = await kit[Referee].snapshot(game_id)
    if not snapshot.going:
        await _require_not_voted_on(request, snapshot)
    report, begun = await kit[Reviews].request(
        game_id, request.person, request.place, sees_channel=sees_channel
    )
    if not begun:
        look = await (own_look(request) if private else look_for_all(request))
        with speaking(request.language if private else request.public_language):
            on_web = kit[WebLinks].enabled
            drawing = await draw_review(kit[Names], report, look, request.guild_id, on_web=on_web)
        await request.send(drawing, private=private)
        return
    await kit[Reviews].start(report.stored, report, request.place, request)


@on_press(CancelReview)
async def cancel(request: Request, pressed: CancelReview) -> None:
    await request.kit[Reviews].cancel(pressed.game_id, request.person, moderator=is_moderator(request))


@on_press(OpenSteps)
async def open_steps(request: Request, pressed: OpenSteps) -> None:
    snapshot, review = await request.kit[Reviews].require(pressed.game_id)
    await _show_step(request, snapshot, review, 1)


@on_press(ReviewStep)
async def step(request: Request, pressed: ReviewStep) -> None:
    snapshot, review = await request.kit[Reviews].require(pressed.game_id)
    await _show_step(request, snapshot, review, after_step(pressed.ply, pressed.step, snapshot.game.ply))


@on_press(NextError)
async def next_error(request: Request, pressed: NextError) -> None:
    """Show the position after the next error, of a player their own."""
    snapshot, review = await request.kit[Reviews].require(pressed.game_id)
    error = review.next_error(pressed.ply, _own_side(request, snapshot, review))
    await _show_step(request, snapshot, review, pressed.ply if error is None else error.ply + 1)


@on_press(AnimateError)
async def animate_error(request: Request, pressed: AnimateError) -> None:
    look, reviews = await own_look(request), request.kit[Reviews]
    snapshot, review = await reviews.require(pressed.game_id)
    await _require_not_voted_on(request, snapshot)
    moves = two_moves(snapshot, review, pressed.ply)
    if moves is None or not isinstance(snapshot.kind, Animated):
        raise OtherVersion
    after = ((moves.played.position, moves.answer), (moves.better.position, None))
    following = await reviews.expected_after(request.person, snapshot.kind, after)
    text = following_text(snapshot, moves, following)
    if look.in_words:
        await request.send(view(text), private=True)
        return
    gif = await reviews.animate(request.person, partial(film_of, snapshot, moves, following, look))
    file = image_file(gif, f"review-{pressed.game_id}-move-{pressed.ply}.gif")
    animation = picture(file, alt_of(snapshot, moves))
    await request.send(view(animation, text), private=True, files=[file])


async def _show_step(request: Request, snapshot: GameSnapshot, review: Review, ply: int) -> None:
    """Show the position after `ply` moves; a player's buttons step through their own errors."""
    await _require_not_voted_on(request, snapshot)
    look, positions, game_id = await own_look(request), snapshot.positions(), snapshot.game.id
    before, name = positions[max(0, ply - 1)], f"review-{game_id}-move-{ply}.png"
    compared = two_moves(snapshot, review, ply)
    if compared is None:
        better, names = _better(snapshot, before, review.move_at(ply - 1)), request.kit[Names]
        drawn = await draw_position(names, snapshot, positions, ply, look, request.guild_id, name, better)
    else:
        drawn = await draw_two_moves(snapshot, compared, look, name)
    steps = step_buttons(ply, snapshot.game.ply, lambda step: ReviewStep(game_id, ply, step))
    error = button(
        # Translators: a button; it leads to the next error of a game.
        gettext("Next error"),
        NextError(game_id, ply),
        emoji="❓",
        disabled=review.next_error(ply, _own_side(request, snapshot, review)) is None,
    )
    rows = [row(*steps, error)]
    # Translators: a button; it says which moves are expected after the move played and the better one.
    in_words = gettext("What follows")
    # Translators: a button; it shows the move played and the better one as an animation.
    as_film = gettext("Animate both")
    if compared is not None and isinstance(snapshot.kind, Animated):
        follows = in_words if look.in_words else as_film
        rows.append(row(button(follows, AnimateError(game_id, ply), emoji="🎬")))
    text = words.step_text(snapshot, review, ply, before)
    shown = card(*around(drawn.part, text), *rows, colour=GOLD)
    await request.show_in(Drawing(shown, drawn.files), ReviewStep)


def _better(snapshot: GameSnapshot, before: Position, judged: JudgedMove | None) -> Better | None:
    if judged is None or judged.better is None:
        return None
    return Better(judged.better, snapshot.kind.value_label(before, judged.best, exact=judged.proved))


async def _require_not_voted_on(request: Request, snapshot: GameSnapshot) -> None:
    """Refuse a game through the position of one in which the person may vote."""
    fair_play = request.kit[FairPlay]
    await fair_play.require_game_not_voted_on(snapshot.kind, snapshot.positions(), request.person)


def _own_side(request: Request, snapshot: GameSnapshot, review: Review) -> int | None:
    """Return the side whose errors the person steps through: their own if it made any, else None for both."""
    side = snapshot.side_of(request.user_id)
    return None if side is None or review.next_error(0, side) is None else side


@on_press(HowComputed)
async def how_computed(request: Request, pressed: HowComputed) -> None:
    await request.send(view(words.how_computed()), private=True)


@slash_command(
    name="review",
    description="Judge every move of a finished game: what was good, and what was better",
    public=True,
)
@app_commands.describe(
    game="One of your games, a game's number, or a link to its message (default: your last game)"
)
async def review(request: Request, game: Typed | None = None) -> None:
    game_id = await finished_game(request, game)
    sees = may_see(request, await game_with(request, game_id))
    await show_review(request, game_id, sees_channel=sees, private=False)


completion(review, "game")(finished_games)


@shows(
    ReviewReport,
    lambda report: {"review": report.snapshot.game.id, "done": report.done},
    subject=lambda report: Subject("review", report.snapshot.game.id),
    person=lambda report: report.stored.asked.asker_id,
    repost=False,
)
async def draw_report(report: ReviewReport, scene: Showing) -> Drawing:
    look = await scene.look(report.stored.asked.asker_id)
    return await draw_review(scene.names, report, look, scene.place.guild_id, on_web=scene.on_web)


FEATURES = (Reviews, QuietReviews)

COMMANDS = (review,)
