"""`/replay`, and the buttons of replays and animations."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.core.people import Names
from bot.core.snapshot import GameSnapshot
from bot.play.games.which_ui import finished_game, finished_games, game_with, may_see
from bot.study.analysis.study import Study
from bot.study.analysis.ui import leads_on
from bot.study.replay import ids, words
from bot.study.replay.replays import Replays
from bot.study.replay.view import animation_file, animation_name, animation_view, draw_step
from bot.ui.component_ids import read_number
from bot.ui.layout import picture
from bot.ui.links import ChooseReplay, OpenReplay
from bot.ui.options import Typed
from bot.ui.pictures import look_for_all, own_look, picture_names
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import completion, slash_command
from bot.ui.step_through import after_step
from languages import gettext
from renderers.themes import Look

TOO_LARGE = 40005
"""Discord's error code for a file above the server's limit."""


POST: Final = "post"


ANIMATION: Final = "animation"


STEPS: Final = "steps"


@on_press(OpenReplay)
async def open_replay(request: Request, pressed: OpenReplay) -> None:
    """Show the start of a game in private."""
    await show_replay(request, await _replay(request, pressed.game_id))


@on_choice(ChooseReplay, read_number)
async def choose_replay(request: Request, menu: ChooseReplay, game_id: int) -> None:
    """Show the start of a game chosen from a list, which only has games the player may see."""
    await show_replay(request, await _replay(request, game_id))


async def show_replay(request: Request, snapshot: GameSnapshot, ply: int = 0) -> None:
    """Show the position after `ply` moves in private."""
    look, names = await own_look(request), request.kit[Names]
    drawing = await draw_step(names, snapshot, ply, look, request.guild_id)
    await request.show_in(ids.ReplayStep, view=drawing.view, files=drawing.files)


@on_press(ids.ReplayStep)
async def step(request: Request, pressed: ids.ReplayStep) -> None:
    """Show another position."""
    snapshot = await _replay(request, pressed.game_id)
    await show_replay(request, snapshot, after_step(pressed.ply, pressed.step, snapshot.game.ply))


@leads_on(ids.AnalyseReplayed, ids.PlayOnReplayed)
async def _study(request: Request, pressed: ids.AnalyseReplayed | ids.PlayOnReplayed) -> Study:
    """Return the position shown."""
    snapshot = await _replay(request, pressed.game_id)
    return Study.of(snapshot.kind, snapshot.positions()[0], snapshot.game.moves[: pressed.ply])


@on_press(ids.Animate)
async def animate(request: Request, pressed: ids.Animate) -> None:
    """Show the animation in private."""
    await show_animation(request, await _replay(request, pressed.game_id))


async def show_animation(request: Request, snapshot: GameSnapshot) -> None:
    """Answer with the animation in private, with a button to post it."""
    gif = await _animation(request, snapshot, await own_look(request))
    file = animation_file(snapshot, gif)
    view = animation_view(snapshot, picture(file, words.animation_alt(snapshot)))
    await request.send(view, private=True, files=[file])


@on_press(ids.PostAnimation)
async def post(request: Request, pressed: ids.PostAnimation) -> None:
    """Post the animation and note that in the private message."""
    snapshot = await _replay(request, pressed.game_id)
    assert request.message is not None
    with request.kit[Replays].posting_once(request.message.id):
        await post_animation(request, snapshot)
        animation = picture(animation_name(snapshot), words.animation_alt(snapshot))
        seen = animation_view(snapshot, animation, posted=True)
        await request.replace(seen, request.message.attachments)


async def post_animation(request: Request, snapshot: GameSnapshot) -> None:
    """Answer with the animation for everyone, as an ordinary message that can be forwarded."""
    if request.answers_are_private:
        raise BadRequest(gettext(words.NOT_SEEN))
    place = request.place
    needed = discord.Permissions(attach_files=True)
    if place.guild_id is not None and not place.by_clicks and request.missing_permissions(needed):
        raise BadRequest(gettext(words.NOT_ALLOWED))
    with request.publicly():
        gif = await _animation(request, snapshot, await look_for_all(request))
        text, file = words.animation_text(snapshot), animation_file(snapshot, gif)
    try:
        await request.send(text, private=False, files=[file])
    except discord.Forbidden as error:
        raise BadRequest(gettext(words.NOT_ALLOWED)) from error
    except discord.HTTPException as error:
        if error.code != TOO_LARGE:
            raise
        raise BadRequest(gettext(words.TOO_LARGE)) from error


async def _animation(request: Request, snapshot: GameSnapshot, look: Look) -> bytes:
    """Return the animation with the players' names in this server."""
    kit = request.kit
    names = await picture_names(kit[Names], snapshot.game, request.guild_id)
    return await kit[Replays].animation(snapshot, request.person, look, names)


async def _replay(request: Request, game_id: int) -> GameSnapshot:
    """Return the game of a message; people who see the message may see the game."""
    return await request.kit[Replays].require(game_id, request.person, sees_channel=True)


@slash_command(name="replay", description="Replay a finished game move by move, or as an animation to share")
@app_commands.describe(
    game="One of your games, a game's number, or a link to its message (default: your last game)",
    show="How to show it (default: move by move)",
)
@app_commands.choices(
    show=[
        app_commands.Choice(name="Move by move, for me", value=STEPS),
        app_commands.Choice(name="As an animation, for me", value=ANIMATION),
        app_commands.Choice(name="As an animation, for everyone here", value=POST),
    ]
)
async def replay(request: Request, game: Typed | None = None, show: str = STEPS) -> None:
    """Show the game in the chosen way."""
    kit = request.kit
    number = await finished_game(request, game)
    found = await game_with(request, number)
    sees = may_see(request, found)
    snapshot = await kit[Replays].require(number, request.person, sees_channel=sees)
    shown = {STEPS: show_replay, ANIMATION: show_animation, POST: post_animation}[show]
    await shown(request, snapshot)


completion(replay, "game")(finished_games)


FEATURES = (Replays,)

COMMANDS = (replay,)
