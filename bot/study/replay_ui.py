"""`/replay`: a game move by move or as an animation, and the buttons that open both."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from bot.core.people import Names
from bot.core.snapshot import GameSnapshot
from bot.play.games.ids import AtPly, ChooseReplay, OfGame, OpenReplay, review_button
from bot.play.games.which_ui import finished_game, finished_games, game_with, may_see
from bot.play.games.words import players_line, result_sentence
from bot.study.analyses import Study
from bot.study.analysis_ui import leads_on, ways_on
from bot.study.replays import Replays
from bot.ui.component_ids import FIXED, Step, read_number
from bot.ui.components import after_step, button, number_of, pass_line, step_buttons, step_title
from bot.ui.layout import GOLD, Part, View, around, card, picture, row
from bot.ui.options import Typed
from bot.ui.pictures import draw_position, look_for_all, own_look, picture_names
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import completion, slash_command
from engine.search.position import PASS
from languages import gettext, gettext_noop, ngettext
from renderers.themes import Look

NOT_SEEN = gettext_noop("No one else sees my answers to you here, so I can't post it for everyone.")
NOT_ALLOWED = gettext_noop(
    "I'm not allowed to post pictures here. A server manager can grant me **Attach Files** in this channel."
)


def step_text(snapshot: GameSnapshot, ply: int) -> str:
    lines = [step_title(snapshot, ply), players_line(snapshot) if ply == 0 else _move_line(snapshot, ply)]
    if ply == snapshot.game.ply:
        lines.append(result_sentence(snapshot))
    return "\n".join(lines)


def _move_line(snapshot: GameSnapshot, ply: int) -> str:
    before, move = snapshot.positions()[ply - 1], snapshot.game.moves[ply - 1]
    if move == PASS:
        return pass_line(snapshot, before)
    side = snapshot.kind.sides[before.turn]
    # Translators: {side} is Black, Red and so on; {move} such as “d3” or “column 6”.
    return gettext(
        "{disc} {side} played **{move}**.",
        disc=side.disc,
        side=side.name,
        move=snapshot.kind.move_name(move),
    )


def animation_text(snapshot: GameSnapshot) -> str:
    return f"{players_line(snapshot)}\n{result_sentence(snapshot)}"


def animation_alt(snapshot: GameSnapshot) -> str:
    end = snapshot.kind.describe(snapshot.diagram)
    moves = number_of(snapshot, snapshot.game.ply)
    # Translators: the description of an animation for people who do not see it; {end} describes the last
    # position in sentences.
    return ngettext(
        "The whole game, move by move: {number} move. Its end: {end}",
        "The whole game, move by move: {number} moves. Its end: {end}",
        moves,
        end=end,
    )


class ReplayStep(AtPly, action="replay_step"):
    step: Step


class AnalyseReplayed(AtPly, action="replay_look"):
    """Analyse the position after `ply` moves."""


class PlayOnReplayed(AtPly, action="replay_play"):
    """Start a game from the position after `ply` moves."""


class Animate(OfGame, action="replay_animate", timeless=FIXED):
    """Show the animation of a finished game in private."""


class PostAnimation(OfGame, action="replay_post", timeless=FIXED):
    """Post the animation for everyone."""


def step_view(snapshot: GameSnapshot, ply: int, board: Part) -> View:
    game_id = snapshot.game.id
    over = snapshot.positions()[ply].result() is not None
    steps = step_buttons(ply, snapshot.game.ply, lambda step: ReplayStep(game_id, ply, step))
    # Translators: a button; it shows the game as an animation.
    animate = button(gettext("Animation"), Animate(game_id), emoji="🎞️")
    return card(
        *around(board, step_text(snapshot, ply)),
        row(*steps),
        row(animate, *review_button(snapshot)),
        row(*ways_on(AnalyseReplayed(game_id, ply), PlayOnReplayed(game_id, ply), over=over)),
        colour=GOLD,
    )


def animation_view(snapshot: GameSnapshot, animation: Part, *, posted: bool = False) -> View:
    """Draw the private message of an animation, which can be posted once."""
    if posted:
        # Translators: the animation is in the channel.
        below: list[Part] = [gettext("✅ Posted.")]
    else:
        post = button(
            gettext("Post for everyone"),
            PostAnimation(snapshot.game.id),
            style=discord.ButtonStyle.primary,
            emoji="📤",
        )
        below = [gettext("-# Only you see this. Post it to show it here, and to forward it."), row(post)]
    return card(animation_text(snapshot), animation, *below, colour=GOLD)


def animation_name(snapshot: GameSnapshot) -> str:
    return f"{snapshot.game.game}-{snapshot.game.id}.gif"


def animation_file(snapshot: GameSnapshot, gif: bytes) -> discord.File:
    alt = animation_alt(snapshot)
    return discord.File(io.BytesIO(gif), filename=animation_name(snapshot), description=alt)


ENTITY_TOO_LARGE = 40005
"""Discord's error code for a file above the server's limit."""


STEPS, ANIMATION, POST = "steps", "animation", "post"
"""How a game is shown: values of the command's option."""


@on_press(OpenReplay)
async def open_replay(request: Request, pressed: OpenReplay) -> None:
    await show_replay(request, await _replay(request, pressed.game_id))


@on_choice(ChooseReplay, read_number)
async def choose_replay(request: Request, menu: ChooseReplay, game_id: int) -> None:
    """Show the start of a game chosen from a list, which only has games the player may see."""
    await show_replay(request, await _replay(request, game_id))


async def show_replay(request: Request, snapshot: GameSnapshot, ply: int = 0) -> None:
    """Show the position after `ply` moves in private."""
    look, names = await own_look(request), request.kit[Names]
    name = f"replay-{snapshot.game.id}-move-{ply}.png"
    drawn = await draw_position(names, snapshot, snapshot.positions(), ply, look, request.guild_id, name)
    await request.show_in(Drawing(step_view(snapshot, ply, drawn.part), drawn.files), ReplayStep)


@on_press(ReplayStep)
async def step(request: Request, pressed: ReplayStep) -> None:
    snapshot = await _replay(request, pressed.game_id)
    await show_replay(request, snapshot, after_step(pressed.ply, pressed.step, snapshot.game.ply))


@leads_on(AnalyseReplayed, PlayOnReplayed)
async def _study(request: Request, pressed: AnalyseReplayed | PlayOnReplayed) -> Study:
    snapshot = await _replay(request, pressed.game_id)
    return Study.of(snapshot.kind, snapshot.positions()[0], snapshot.game.moves[: pressed.ply])


@on_press(Animate)
async def animate(request: Request, pressed: Animate) -> None:
    await show_animation(request, await _replay(request, pressed.game_id))


async def show_animation(request: Request, snapshot: GameSnapshot) -> None:
    """Answer with the animation in private, with a button to post it."""
    gif = await _animation(request, snapshot, await own_look(request))
    file = animation_file(snapshot, gif)
    view = animation_view(snapshot, picture(file, animation_alt(snapshot)))
    await request.send(view, private=True, files=[file])


@on_press(PostAnimation)
async def post(request: Request, pressed: PostAnimation) -> None:
    """Post the animation and note that in the private message."""
    snapshot = await _replay(request, pressed.game_id)
    assert request.message is not None
    with request.kit[Replays].posting_once(request.message.id):
        await post_animation(request, snapshot)
        animation = picture(animation_name(snapshot), animation_alt(snapshot))
        view = animation_view(snapshot, animation, posted=True)
        await request.replace(view, request.message.attachments)


async def post_animation(request: Request, snapshot: GameSnapshot) -> None:
    """Answer with the animation for everyone, as an ordinary message that can be forwarded."""
    if request.answers_are_private:
        raise BadRequest(gettext(NOT_SEEN))
    place = request.place
    needed = discord.Permissions(attach_files=True)
    if place.guild_id is not None and not place.by_clicks and request.missing_permissions(needed):
        raise BadRequest(gettext(NOT_ALLOWED))
    with request.publicly():
        gif = await _animation(request, snapshot, await look_for_all(request))
        text, file = animation_text(snapshot), animation_file(snapshot, gif)
    try:
        await request.send(text, private=False, files=[file])
    except discord.Forbidden as error:
        raise BadRequest(gettext(NOT_ALLOWED)) from error
    except discord.HTTPException as error:
        if error.code != ENTITY_TOO_LARGE:
            raise
        raise BadRequest(
            gettext("This animation is too large for Discord in this channel. A shorter game will work.")
        ) from error


async def _animation(request: Request, snapshot: GameSnapshot, look: Look) -> bytes:
    """Return the animation with the players' names in this server."""
    names = await picture_names(request.kit[Names], snapshot.game, request.guild_id)
    return await request.kit[Replays].animation(snapshot, request.person, look, names)


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
    number = await finished_game(request, game)
    sees = may_see(request, await game_with(request, number))
    snapshot = await request.kit[Replays].require(number, request.person, sees_channel=sees)
    await {STEPS: show_replay, ANIMATION: show_animation, POST: post_animation}[show](request, snapshot)


completion(replay, "game")(finished_games)


FEATURES = (Replays,)

COMMANDS = (replay,)
