"""What each button of a review does."""

from __future__ import annotations

from bot.review.reports import Report
from bot.ui.looks import look_for_all, own_look
from bot.ui.matches.components import is_moderator
from bot.ui.request import Request
from bot.ui.review import component_ids as ids
from bot.ui.review.drawing import draw_review, draw_step
from bot.ui.review.view import how_view
from bot.ui.routes import on_press
from bot.ui.step_through import after_step, show_step


@on_press(ids.AskReview)
async def ask(request: Request, pressed: ids.AskReview) -> None:
    """Show the review to the person who asks; if there is none, make it, for everybody to see."""
    await show_review(request, pressed.game_id, sees_channel=True, private=True)


async def show_review(request: Request, game_id: int, *, sees_channel: bool, private: bool) -> None:
    """Answer with the review of a game; `private` if it is there already."""
    services = request.services
    report, begun = await services.records.reviews.ask(
        game_id, request.person, request.place, sees_channel=sees_channel
    )
    if not begun:
        look = await (own_look(request) if private else look_for_all(request))
        drawing = await draw_review(services.people.names, report, look, request.guild_id)
        await request.send(drawing.view, private=private, files=drawing.files)
        return
    message_id = None
    try:
        message_id = await services.records.review_publisher.post(report, request)
    finally:
        # Even if that could not be sent: then it is sent with the next news.
        services.records.reviews.go_on(report.stored, message_id, request)


@on_press(ids.CancelReview)
async def cancel(request: Request, pressed: ids.CancelReview) -> None:
    """End a review early; its message says so by itself."""
    await request.services.records.reviews.cancel(
        pressed.game_id, request.person, moderator=is_moderator(request)
    )


@on_press(ids.OpenSteps)
async def open_steps(request: Request, pressed: ids.OpenSteps) -> None:
    """Show the person alone the first move of the game."""
    await _show_step(request, pressed.game_id, 1)


@on_press(ids.ReviewStep)
async def step(request: Request, pressed: ids.ReviewStep) -> None:
    """Show another position."""
    plies = (await request.services.records.reviews.of(pressed.game_id)).snapshot.game.ply
    await _show_step(request, pressed.game_id, after_step(pressed.ply, pressed.step, plies))


@on_press(ids.NextError)
async def next_error(request: Request, pressed: ids.NextError) -> None:
    """Show the position after the next error: of a player, their own."""
    report = await request.services.records.reviews.of(pressed.game_id)
    assert report.review is not None
    error = report.review.next_error(pressed.ply, _own_side(report, request.user_id))
    await _show_step(request, pressed.game_id, pressed.ply if error is None else error.ply + 1)


async def _show_step(request: Request, game_id: int, ply: int) -> None:
    services = request.services
    report = await services.records.reviews.of(game_id)
    assert report.review is not None
    side, look = _own_side(report, request.user_id), await own_look(request)
    drawing = await draw_step(
        services.people.names, report.snapshot, report.review, ply, look, request.guild_id, side
    )
    await show_step(request, drawing, ids.ReviewStep)


def _own_side(report: Report, player_id: int) -> int | None:
    """The side whose errors a person goes through: their own if it has made any, else (None) both."""
    side, review = report.snapshot.side_of(player_id), report.review
    if side is None or review is None or review.next_error(0, side) is None:
        return None
    return side


@on_press(ids.HowComputed)
async def how_computed(request: Request, pressed: ids.HowComputed) -> None:
    """Say how it is computed."""
    await request.send(how_view(), private=True)
