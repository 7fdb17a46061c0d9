"""`/review`, and the handlers of the buttons of reviews."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.core.people import Names
from bot.core.snapshot import GameSnapshot
from bot.play.assist.fair_play import FairPlay
from bot.play.games.referee import Referee
from bot.play.games.which_ui import finished_game, finished_games, game_with, may_see
from bot.play.web_links.web_links import WebLinks
from bot.study.review.before_after_view import (
    animation_view,
    can_be_animated,
    film_of,
    following_text,
    two_moves,
)
from bot.study.review.director import QuietReviews
from bot.study.review.ids import AnimateError, CancelReview, HowComputed, NextError, OpenSteps, ReviewStep
from bot.study.review.reports import ReviewReport
from bot.study.review.reviews import Reviews
from bot.study.review.view import draw_review, draw_step, how_view
from bot.ui.layout import view
from bot.ui.links import AskReview
from bot.ui.messenger import Showing, shows
from bot.ui.options import Typed
from bot.ui.pictures import image_file, look_for_all, own_look
from bot.ui.publisher import Drawing
from bot.ui.refusals import OtherVersion
from bot.ui.request import Request
from bot.ui.rights import is_moderator
from bot.ui.routes import on_press
from bot.ui.slash import completion, slash_command
from bot.ui.step_through import after_step
from languages import speaking


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
        await request.send(drawing.view, private=private, files=drawing.files)
        return
    await kit[Reviews].start(report.stored, report, request.place, request)


@on_press(CancelReview)
async def cancel(request: Request, pressed: CancelReview) -> None:
    """Cancel a review; its message shows that."""
    await request.kit[Reviews].cancel(pressed.game_id, request.person, moderator=is_moderator(request))


@on_press(OpenSteps)
async def open_steps(request: Request, pressed: OpenSteps) -> None:
    """Show the person alone the first move of the game."""
    await _show_step(request, pressed.game_id, 1)


@on_press(ReviewStep)
async def step(request: Request, pressed: ReviewStep) -> None:
    """Show another position."""
    plies = (await request.kit[Reviews].require(pressed.game_id)).snapshot.game.ply
    await _show_step(request, pressed.game_id, after_step(pressed.ply, pressed.step, plies))


@on_press(NextError)
async def next_error(request: Request, pressed: NextError) -> None:
    """Show the position after the next error, of a player their own."""
    report = await request.kit[Reviews].require(pressed.game_id)
    assert report.review is not None
    error = report.review.next_error(pressed.ply, _own_side(report, request.user_id))
    await _show_step(request, pressed.game_id, pressed.ply if error is None else error.ply + 1)


@on_press(AnimateError)
async def animate_error(request: Request, pressed: AnimateError) -> None:
    """Show privately what follows an error and the better move, as an animation and in words."""
    report = await request.kit[Reviews].require(pressed.game_id)
    assert report.review is not None
    snapshot = report.snapshot
    await _require_not_voted_on(request, snapshot)
    moves = two_moves(snapshot, report.review, pressed.ply)
    if moves is None or not can_be_animated(snapshot):
        raise OtherVersion
    look, reviews = await own_look(request), request.kit[Reviews]
    after = ((moves.played.position, moves.answer), (moves.better.position, None))
    following = await reviews.expected_after(request.person, snapshot.kind, after)
    text = following_text(snapshot, moves, following)
    if look.in_words:
        await request.send(view(text), private=True)
        return
    gif = await reviews.animate(request.person, partial(film_of, snapshot, moves, following, look))
    name = f"review-{pressed.game_id}-move-{pressed.ply}.gif"
    file = image_file(gif, name)
    await request.send(animation_view(file, snapshot, moves, text), private=True, files=[file])


async def _show_step(request: Request, game_id: int, ply: int) -> None:
    kit = request.kit
    report = await kit[Reviews].require(game_id)
    assert report.review is not None
    await _require_not_voted_on(request, report.snapshot)
    side, look = _own_side(report, request.user_id), await own_look(request)
    drawing = await draw_step(kit[Names], report.snapshot, report.review, ply, look, request.guild_id, side)
    await request.show_in(ReviewStep, view=drawing.view, files=drawing.files)


async def _require_not_voted_on(request: Request, snapshot: GameSnapshot) -> None:
    """Refuse a game through the position of one in which the person may vote."""
    fair_play = request.kit[FairPlay]
    await fair_play.require_game_not_voted_on(snapshot.kind, snapshot.positions(), request.person)


def _own_side(report: ReviewReport, player_id: int) -> int | None:
    """Return the side whose errors the person steps through: their own if it made any, else None for both."""
    side, review = report.snapshot.side_of(player_id), report.review
    if side is None or review is None or review.next_error(0, side) is None:
        return None
    return side


@on_press(HowComputed)
async def how_computed(request: Request, pressed: HowComputed) -> None:
    """Explain how a review is computed."""
    await request.send(how_view(), private=True)


@slash_command(
    name="review",
    description="Judge every move of a finished game: what was good, and what was better",
    public=True,
)
@app_commands.describe(
    game="One of your games, a game's number, or a link to its message (default: your last game)"
)
async def review(request: Request, game: Typed | None = None) -> None:
    """Show the review of a game, or start it."""
    game_id = await finished_game(request, game)
    found = await game_with(request, game_id)
    sees = may_see(request, found)
    await show_review(request, game_id, sees_channel=sees, private=False)


completion(review, "game")(finished_games)


@shows(
    ReviewReport,
    lambda report: {"review": report.snapshot.game.id, "done": report.done},
    person=lambda report: report.stored.asked.asker_id,
    repost=False,
)
async def draw_report(report: ReviewReport, scene: Showing) -> Drawing:
    """Draw a review in the look of the person who asked for it."""
    look = await scene.look(report.stored.asked.asker_id)
    return await draw_review(scene.names, report, look, scene.place.guild_id, on_web=scene.on_web)


FEATURES = (Reviews, QuietReviews)

COMMANDS = (review,)
