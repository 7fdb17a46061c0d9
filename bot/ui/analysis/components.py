"""What the buttons under a position do that is analysed, and how one is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import structlog

from bot.analysis.analyses import Report, Status
from bot.analysis.study import Study, StudyError
from bot.catalog.squares import options_from
from bot.games.terms import Terms
from bot.refusals import AnalysisOver, PositionOver
from bot.ui.access import Click, person, services_of
from bot.ui.analysis import component_ids as ids
from bot.ui.analysis.view import draw_report
from bot.ui.answers import QUIET, send
from bot.ui.component_ids import find
from bot.ui.games.starting import start_game
from bot.ui.language import gettext
from bot.ui.looks import own_look
from bot.ui.publisher import CONNECTION_LOST
from bot.ui.refusals import BadRequest
from bot.ui.router import on_choice, on_press
from bot.ui.words import OTHER_VERSION
from engine import IllegalMove

log = structlog.get_logger(__name__)

Edit = Callable[..., Awaitable[Any]]


async def analyse(click: Click, study: Study) -> None:
    """Show the person a position and what the search thinks of it, deeper and deeper."""
    services, who = services_of(click), person(click)
    await _require_fair(click, study)
    look = await own_look(click)
    first = await draw_report(Report(study, Status.RUNNING), look)
    if _is_board(click):
        assert click.message is not None
        message_id = click.message.id
        edit: Edit = click.edit_original_response
        await services.help.analyses.end(who, message_id)
        await edit(view=first.view, attachments=first.files, allowed_mentions=QUIET)
    else:
        message = await send(click, first.view, private=True, files=first.files)
        message_id, edit = message.id, message.edit

    async def show(report: Report) -> bool:
        drawing = await draw_report(report, look)
        return await _edited(edit, view=drawing.view, attachments=drawing.files, allowed_mentions=QUIET)

    if not study.over:
        await services.help.analyses.run(study, who, message_id, show)


async def play_next(click: Click, pressed: ids.PlayNext) -> None:
    """Play a move."""
    await _play(click, pressed, pressed.move)


async def choose_next(click: Click, menu: ids.ChooseNext, move: str) -> None:
    """Play a move from a menu."""
    await _play(click, menu, move)


async def _play(click: Click, used: ids.AtPosition, move: str) -> None:
    try:
        after = _study(used).play(move)
    except IllegalMove as error:
        raise BadRequest(gettext(OTHER_VERSION)) from error
    await analyse(click, after)


async def go_back(click: Click, pressed: ids.GoBack) -> None:
    """Take the last move back."""
    await analyse(click, _study(pressed).back())


async def look_again(click: Click, pressed: ids.LookAgain) -> None:
    """Search the position once more; what the search remembers lets it come further."""
    await analyse(click, _study(pressed))


async def stop_looking(click: Click, pressed: ids.StopLooking) -> None:
    """End the search. One that a restart has ended is told of, and the message brought up to date."""
    assert click.message is not None
    try:
        services_of(click).help.analyses.stop(person(click), click.message.id)
    except AnalysisOver:
        drawing = await draw_report(Report(_study(pressed), Status.STOPPED), await own_look(click))
        await click.edit_original_response(
            view=drawing.view, attachments=drawing.files, allowed_mentions=QUIET
        )
        raise


async def play_on(click: Click, pressed: ids.PlayOn) -> None:
    """Begin a game from the position: a card to start from, as for every game."""
    await begin_from(click, _study(pressed))


async def begin_from(click: Click, study: Study) -> None:
    """Post a card for a game that begins from a position."""
    if study.over:
        raise PositionOver
    await _require_fair(click, study)
    terms = Terms(options=options_from(study.kind, study.position))
    await start_game(click, study.kind, None, None, terms)


async def _require_fair(click: Click, study: Study) -> None:
    assert click.channel_id is not None
    fair_play = services_of(click).help.fair_play
    await fair_play.require_fair(study.kind, study.position, person(click), click.channel_id)


def _study(pressed: ids.AtPosition) -> Study:
    try:
        return pressed.study()
    except StudyError as error:
        raise BadRequest(gettext(OTHER_VERSION)) from error


def _is_board(click: Click) -> bool:
    """Whether a button was pressed under a position already, in a message that the person alone sees."""
    if click.message is None or not click.message.flags.ephemeral:
        return False
    return find(ids.GoBack, click.message.components) is not None


async def _edited(edit: Edit, **message: Any) -> bool:
    """Whether anybody sees a message any more; an edit that does not arrive for another reason is let go."""
    try:
        await edit(**message)
    except discord.NotFound:
        return False
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        log.info("what was found out of a position could not be shown", error=repr(error))
    return True


ANALYSIS_ROUTES = (
    on_press(ids.PlayNext, play_next),
    on_choice(ids.ChooseNext, choose_next),
    on_press(ids.GoBack, go_back),
    on_press(ids.StopLooking, stop_looking),
    on_press(ids.LookAgain, look_again),
    on_press(ids.PlayOn, play_on),
)
