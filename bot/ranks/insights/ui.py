"""The handlers of the buttons of insights."""

from __future__ import annotations

from bot.puzzles.trials import PuzzleWish
from bot.puzzles.ui import give, give_mistake
from bot.ranks.insights import ids, refusals
from bot.ranks.insights.director import InsightsDirector
from bot.ranks.insights.insights import InsightCards
from bot.ranks.insights.view import draw_own, draw_shared
from bot.study.analysis.study import Study
from bot.study.openings.ui import explore
from bot.study.replay.words import NOT_SEEN
from bot.ui.links import OpenInsights
from bot.ui.options import game_of
from bot.ui.pictures import look_for_all, own_look
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press
from languages import gettext


@on_press(OpenInsights)
async def open_insights(request: Request, pressed: OpenInsights) -> None:
    """Show a person's insights, to them alone."""
    if pressed.player_id != request.user_id:
        raise refusals.NotYourInsights(pressed.player_id)
    found = await request.kit[InsightCards].load(request.user_id, pressed.game or None)
    view, files = await draw_own(found, await own_look(request))
    await request.send(view, private=True, files=files)


@on_press(ids.TurnInsights)
async def turn(request: Request, pressed: ids.TurnInsights) -> None:
    """Show another game, or another number of games, in the same message."""
    await _show(request, pressed.game, pressed.last)


@on_press(ids.ShareInsights)
async def share(request: Request, pressed: ids.ShareInsights) -> None:
    """Post the person's insights, named, for everyone."""
    if request.answers_are_private:
        raise BadRequest(gettext(NOT_SEEN))
    found = await request.kit[InsightCards].load(request.user_id, pressed.game, pressed.last)
    name = request.interaction.user.display_name
    with request.publicly():
        view, files = await draw_shared(found, name, await look_for_all(request))
    await request.send(view, private=False, files=files)


@on_press(ids.SwitchReviews)
async def switch(request: Request, pressed: ids.SwitchReviews) -> None:
    """Turn background reviews on or off."""
    await request.kit[InsightCards].switch(request.person, on=pressed.to == "on")
    await _show(request, pressed.game, pressed.last)


@on_press(ids.PractiseKind)
async def practise_kind(request: Request, pressed: ids.PractiseKind) -> None:
    """Give one of the person's mistakes of a kind."""
    errors = await request.kit[InsightCards].errors_of(request.person, pressed.game, pressed.kind)
    await give_mistake(request, errors)


@on_press(ids.PractisePuzzles)
async def practise(request: Request, pressed: ids.PractisePuzzles) -> None:
    """Give a puzzle."""
    await give(request, game_of(pressed.game), PuzzleWish())


@on_press(ids.SeePlace)
async def see_place(request: Request, pressed: ids.SeePlace) -> None:
    """Show the position before the usual first error of an opening."""
    snapshot = await request.kit[InsightCards].line_to(request.person, pressed.game_id, pressed.ply)
    moves = snapshot.game.moves[: pressed.ply]
    await explore(request, Study.of(snapshot.kind, snapshot.positions()[0], moves))


async def _show(request: Request, game: str, last: int) -> None:
    found = await request.kit[InsightCards].load(request.user_id, game, last)
    view, files = await draw_own(found, await own_look(request))
    await request.replace(view, files)


FEATURES = (InsightCards, InsightsDirector)
