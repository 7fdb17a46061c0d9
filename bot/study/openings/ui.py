"""The explorer of openings, and its buttons."""

from __future__ import annotations

from bot.play.assist.fair_play import FairPlay
from bot.play.assist.refusals import PositionInPlay
from bot.study.analysis.study import Study
from bot.study.openings.explorer import Explorer
from bot.study.openings.ids import ExploreBack, ExploreHere, ExploreMove, ExploreStart
from bot.study.openings.refusals import NotExplored
from bot.study.openings.symmetry import has_symmetries
from bot.study.openings.view import draw_exploration, draw_in_play
from bot.ui.pictures import look_for_all, own_look
from bot.ui.refusals import refusal_text
from bot.ui.request import Request
from bot.ui.routes import on_move, on_press


async def explore(request: Request, study: Study, *, public: bool = False, note: str = "") -> None:
    """Show a position: to everyone if `public`, else in the person's own explorer, below a `note`."""
    kit, who = request.kit, request.person
    if not has_symmetries(study.kind):
        raise NotExplored(study.kind.title)
    try:
        await kit[FairPlay].require_fair(study.kind, study.position, who, request.channel_id)
    except PositionInPlay as refusal:
        if public or refusal.whose != "voted":
            raise
        # Only this position is closed: the explorer leads past it.
        drawing = await draw_in_play(study, refusal_text(refusal), await own_look(request))
        await request.show_in(ExploreBack, view=drawing.view, files=drawing.files)
        return
    exploration = await kit[Explorer].explore(study, who, request.guild_id, public=public)
    if public:
        look = await look_for_all(request)
        with request.publicly():
            drawing = await draw_exploration(exploration, look)
        await request.send(drawing.view, private=False, files=drawing.files)
        return
    drawing = await draw_exploration(exploration, await own_look(request), note)
    await request.show_in(ExploreBack, view=drawing.view, files=drawing.files)


@on_move(ExploreMove)
async def walk_on(request: Request, chosen: ExploreMove) -> None:
    """Play a move."""
    await explore(request, chosen.after(chosen.move))


@on_press(ExploreBack)
async def walk_back(request: Request, pressed: ExploreBack) -> None:
    """Take the last move back."""
    await explore(request, pressed.study().back())


@on_press(ExploreStart)
async def walk_from_start(request: Request, pressed: ExploreStart) -> None:
    """Take all moves back."""
    study = pressed.study()
    await explore(request, Study.of(study.kind, study.root))


@on_press(ExploreHere)
async def open_explorer(request: Request, pressed: ExploreHere) -> None:
    """Open the explorer at a position."""
    await explore(request, pressed.study())
