"""What each button of a replay does."""

from __future__ import annotations

import discord

from bot.analysis.study import Study
from bot.games.snapshot import GameSnapshot
from bot.ui.access import Click, person, place_of, seen_by_nobody_else, services_of
from bot.ui.analysis.components import analyse, begin_from
from bot.ui.answers import QUIET, send
from bot.ui.games.picture_names import picture_names
from bot.ui.language import gettext
from bot.ui.layout import picture
from bot.ui.looks import look_for_all, own_look
from bot.ui.permissions import missing_permissions
from bot.ui.refusals import BadRequest
from bot.ui.replay import component_ids as ids
from bot.ui.replay import words
from bot.ui.replay.drawing import animation_file, animation_name, draw_step
from bot.ui.replay.view import animation_view
from bot.ui.router import on_choice, on_press
from bot.ui.step_through import after_step, show_step
from renderers.look import Look

TOO_LARGE = 40005
"""Discord's code for files larger than a server takes."""


async def open_replay(click: Click, pressed: ids.OpenReplay) -> None:
    """Show the person alone the start of a game."""
    await show_replay(click, await _replay(click, pressed.game_id))


async def choose_replay(click: Click, menu: ids.ChooseReplay, chosen: str) -> None:
    """Show the person alone the start of a game of a list, which has only those that they can see."""
    await show_replay(click, await _replay(click, int(chosen)))


async def show_replay(click: Click, snapshot: GameSnapshot, ply: int = 0) -> None:
    """Show the person alone the position after `ply` moves."""
    look, names = await own_look(click), services_of(click).people.names
    drawing = await draw_step(names, snapshot, ply, look, click.guild_id)
    await show_step(click, drawing, ids.ReplayStep)


async def step(click: Click, pressed: ids.ReplayStep) -> None:
    """Show another position."""
    snapshot = await _replay(click, pressed.game_id)
    await show_replay(click, snapshot, after_step(pressed.ply, pressed.step, snapshot.game.ply))


async def analyse_here(click: Click, pressed: ids.AnalyseReplayed) -> None:
    """Analyse the position that is shown."""
    await analyse(click, _study(await _replay(click, pressed.game_id), pressed.ply))


async def play_on(click: Click, pressed: ids.PlayOnReplayed) -> None:
    """Begin a game from the position that is shown."""
    await begin_from(click, _study(await _replay(click, pressed.game_id), pressed.ply))


async def animate(click: Click, pressed: ids.Animate) -> None:
    """Show the person alone the animated picture."""
    await show_animation(click, await _replay(click, pressed.game_id))


async def show_animation(click: Click, snapshot: GameSnapshot) -> None:
    """Answer with the animated picture, for the person alone, who can post it then."""
    gif = await _animation(click, snapshot, await own_look(click))
    file = animation_file(snapshot, gif)
    view = animation_view(snapshot, picture(file, words.animation_alt(snapshot)))
    await send(click, view, private=True, files=[file])


async def post(click: Click, pressed: ids.PostAnimation) -> None:
    """Post the animated picture that the person has seen, and say so there."""
    snapshot = await _replay(click, pressed.game_id)
    assert click.message is not None
    with services_of(click).records.replays.posting_once(click.message.id):
        await post_animation(click, snapshot)
        animation = picture(animation_name(snapshot), words.animation_alt(snapshot))
        seen = animation_view(snapshot, animation, posted=True)
        await click.edit_original_response(
            view=seen, attachments=click.message.attachments, allowed_mentions=QUIET
        )


async def post_animation(click: Click, snapshot: GameSnapshot) -> None:
    """Answer with the animated picture for everybody: a usual message, which can be forwarded."""
    if seen_by_nobody_else(click):
        raise BadRequest(gettext(words.NOT_SEEN))
    place = place_of(click)
    needed = discord.Permissions(attach_files=True)
    if place.guild_id is not None and not place.by_clicks and missing_permissions(click, needed):
        raise BadRequest(gettext(words.NOT_ALLOWED))
    gif = await _animation(click, snapshot, await look_for_all(click))
    try:
        files = [animation_file(snapshot, gif)]
        await send(click, words.animation_text(snapshot), private=False, files=files)
    except discord.Forbidden as error:
        raise BadRequest(gettext(words.NOT_ALLOWED)) from error
    except discord.HTTPException as error:
        if error.code != TOO_LARGE:
            raise
        raise BadRequest(gettext(words.TOO_LARGE)) from error


async def _animation(click: Click, snapshot: GameSnapshot, look: Look) -> bytes:
    """Return the animated picture with the players' names as they are in this server."""
    services = services_of(click)
    names = await picture_names(services.people.names, snapshot.game, click.guild_id)
    return await services.records.replays.animation(snapshot, look, names)


def _study(snapshot: GameSnapshot, ply: int) -> Study:
    return Study.of(snapshot.kind, snapshot.positions()[0], snapshot.game.moves[:ply])


async def _replay(click: Click, game_id: int) -> GameSnapshot:
    """A game that a message led to: whoever sees the message can see it."""
    return await services_of(click).records.replays.of(game_id, person(click), sees_channel=True)


REPLAY_ROUTES = (
    on_press(ids.OpenReplay, open_replay),
    on_choice(ids.ChooseReplay, choose_replay),
    on_press(ids.ReplayStep, step),
    on_press(ids.AnalyseReplayed, analyse_here),
    on_press(ids.PlayOnReplayed, play_on),
    on_press(ids.Animate, animate),
    on_press(ids.PostAnimation, post),
)
