"""The explorer of openings, and its buttons."""

from __future__ import annotations

from bot.play.assist.fair_play import FairPlay
from bot.study.analysis.study import Study, StudyError
from bot.study.analysis.view import AtPosition
from bot.study.openings.explorer import Explorer
from bot.study.openings.ids import ExploreBack, ExploreChoice, ExploreHere, ExploreMove, ExploreStart
from bot.study.openings.refusals import NotExplored
from bot.study.openings.symmetry import has_symmetries
from bot.study.openings.view import draw_exploration
from bot.ui.component_ids import find
from bot.ui.pictures import look_for_all, own_look
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from bot.ui.words import OTHER_VERSION
from engine import IllegalMove
from languages import gettext


async def explore(request: Request, study: Study, *, public: bool = False, note: str = "") -> None:
    """Show a position: to everyone if `public`, else in the person's own explorer, below a `note`."""
    services, who = request.services, request.person
    if not has_symmetries(study.kind):
        raise NotExplored(study.kind.title)
    await services[FairPlay].require_fair(study.kind, study.position, who, request.channel_id)
    exploration = await services[Explorer].explore(study, who, request.guild_id, public=public)
    if public:
        look = await look_for_all(request)
        with request.publicly():
            drawing = await draw_exploration(exploration, look)
        await request.send(drawing.view, private=False, files=drawing.files)
        return
    drawing = await draw_exploration(exploration, await own_look(request), note)
    if is_own_explorer(request):
        await request.replace(drawing.view, drawing.files)
    else:
        await request.send(drawing.view, private=True, files=drawing.files)


@on_press(ExploreMove)
async def walk_on(request: Request, pressed: ExploreMove) -> None:
    """Play a move of a button."""
    await _walk(request, pressed, pressed.move)


@on_choice(ExploreChoice)
async def choose_way(request: Request, menu: ExploreChoice, move: str) -> None:
    """Play a move from a menu."""
    await _walk(request, menu, move)


@on_press(ExploreBack)
async def walk_back(request: Request, pressed: ExploreBack) -> None:
    """Take the last move back."""
    await explore(request, study_at(pressed).back())


@on_press(ExploreStart)
async def walk_from_start(request: Request, pressed: ExploreStart) -> None:
    """Take all moves back."""
    study = study_at(pressed)
    await explore(request, Study.of(study.kind, study.root))


@on_press(ExploreHere)
async def open_explorer(request: Request, pressed: ExploreHere) -> None:
    """Open the explorer at a position."""
    await explore(request, study_at(pressed))


async def _walk(request: Request, used: AtPosition, move: str) -> None:
    try:
        after = study_at(used).play(move)
    except IllegalMove as error:
        raise BadRequest(gettext(OTHER_VERSION)) from error
    await explore(request, after)


def study_at(pressed: AtPosition) -> Study:
    """Return the position of a button."""
    try:
        return pressed.study()
    except StudyError as error:
        raise BadRequest(gettext(OTHER_VERSION)) from error


def is_own_explorer(request: Request) -> bool:
    """True if the button was in the person's own, private explorer."""
    if request.message is None or not request.on_private_message:
        return False
    return find(ExploreBack, request.message.components) is not None
