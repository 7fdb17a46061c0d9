"""`/opening`, and the buttons of the explorer."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.analysis.study import MAX_TYPED, Study, StudyError, read_position
from bot.catalog import GAMES, GameKind
from bot.openings.symmetry import has_symmetries
from bot.refusals import NotExplored
from bot.ui.analysis.view import AtPosition
from bot.ui.component_ids import find
from bot.ui.openings.ids import ExploreBack, ExploreChoice, ExploreMove, ExploreStart
from bot.ui.openings.view import draw_exploration
from bot.ui.options import game_choices
from bot.ui.pictures import look_for_all, own_look
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import slash_command
from bot.ui.words import OTHER_VERSION
from engine import IllegalMove
from languages import gettext

DEFAULT = "reversi"
"""The game explored without any other choice."""


async def explore(request: Request, study: Study, *, public: bool = False) -> None:
    """Show a position: to everyone if `public`, else in the person's own explorer."""
    services, who = request.services, request.person
    if not has_symmetries(study.kind):
        raise NotExplored(study.kind.title)
    await services.help.fair_play.require_fair(study.kind, study.position, who, request.channel_id)
    exploration = await services.records.explorer.explore(study, who, request.guild_id, public=public)
    if public:
        look = await look_for_all(request)
        with request.publicly():
            drawing = await draw_exploration(exploration, look)
        await request.send(drawing.view, private=False, files=drawing.files)
        return
    drawing = await draw_exploration(exploration, await own_look(request))
    if _is_own(request):
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
    await explore(request, _study(pressed).back())


@on_press(ExploreStart)
async def walk_from_start(request: Request, pressed: ExploreStart) -> None:
    """Take all moves back."""
    study = _study(pressed)
    await explore(request, Study.of(study.kind, study.root))


async def _walk(request: Request, used: AtPosition, move: str) -> None:
    try:
        after = _study(used).play(move)
    except IllegalMove as error:
        raise BadRequest(gettext(OTHER_VERSION)) from error
    await explore(request, after)


def _study(pressed: AtPosition) -> Study:
    try:
        return pressed.study()
    except StudyError as error:
        raise BadRequest(gettext(OTHER_VERSION)) from error


def _is_own(request: Request) -> bool:
    """True if the button was in the person's own, private explorer."""
    if request.message is None or not request.on_private_message:
        return False
    return find(ExploreBack, request.message.components) is not None


def opening_group() -> app_commands.Group:
    """Create the commands, with the registered games as choices."""
    group = app_commands.Group(name="opening", description="Openings: names, values, and what people play")

    @slash_command(
        group, name="explore", description="Walk through openings: names, values, and what people play"
    )
    @app_commands.describe(
        game="Which game (default: Reversi)",
        moves="Where to begin: moves such as f5d6c3 or 4455, or the squares (default: the start)",
        public="Post it for everyone in this channel (default: for you alone)",
    )
    @app_commands.choices(game=game_choices())
    async def command(
        request: Request,
        game: str | None = None,
        moves: app_commands.Range[str, 1, MAX_TYPED] | None = None,
        public: bool = False,
    ) -> None:
        kind: GameKind | None = None if game is None else GAMES[game]
        if moves is not None:
            study = read_position(moves, kind)
        else:
            kind = kind or GAMES[DEFAULT]
            study = Study.of(kind, kind.start(""))
        await explore(request, study, public=public)

    _: Any = command
    return group
