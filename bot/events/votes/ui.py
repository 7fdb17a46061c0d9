"""`/vote`: games in which teams vote for their moves, and the buttons of their boards."""

from __future__ import annotations

from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import OpponentChoices
from bot.events.votes import ids, words
from bot.events.votes.boards import Staleness, VoteBoard, VoteBoards
from bot.events.votes.games import VoteGames
from bot.events.votes.records import VoteRecords
from bot.events.votes.rules import SECONDS, USUAL_SECONDS
from bot.events.votes.view import draw_votes
from bot.play.assist.hints import Hints
from bot.play.boards.freshness_ui import Freshness
from bot.play.games.flow import GameFlow
from bot.ui.components import confirm_view
from bot.ui.messenger import Showing, shows
from bot.ui.options import (
    Typed,
    board_options,
    choice,
    complete_terms,
    game_choices,
    refuse_with,
    usual_game,
)
from bot.ui.publisher import Drawing, Subject
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_move, on_press
from bot.ui.slash import Command, is_moderator, place_to_write, slash_command
from languages import gettext

TIMES = dict(
    zip(
        SECONDS,
        ("30 seconds", "1 minute", "2 minutes", "5 minutes", "15 minutes", "1 hour", "6 hours", "1 day"),
        strict=True,
    )
)
"""The choices of the command, which Discord translates."""

FORMS = {"computer": "The computer", "teams": "Two teams in this channel"}

USUAL_LEVEL = "medium"


def vote_command() -> Command:
    """Create the command, with the registered games as choices."""

    @slash_command(
        name="vote", description="Start a game in which this channel votes for its moves", public=True
    )
    @app_commands.describe(
        against="Who plays: this channel against the computer (default), or two teams",
        game=f"Which game (default: {usual_game().title})",
        bot="Against the computer: a level, a style, or a custom opponent",
        colour="This channel's side (default: it moves first)",
        board="A board other than the standard one",
        time="Time to vote for each move (default: 1 minute)",
    )
    @app_commands.choices(
        time=[app_commands.Choice(name=name, value=seconds) for seconds, name in TIMES.items()]
    )
    @app_commands.choices(
        game=game_choices(),
        against=[app_commands.Choice(name=name, value=form) for form, name in FORMS.items()],
        colour=[
            app_commands.Choice(name="Moves first", value="first"),
            app_commands.Choice(name="Moves second", value="second"),
        ],
    )
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def command(
        request: Request,
        against: app_commands.Choice[str] | None = None,
        game: app_commands.Choice[str] | None = None,
        bot: Typed | None = None,
        colour: app_commands.Choice[str] | None = None,
        board: Typed | None = None,
        time: app_commands.Choice[int] | None = None,
    ) -> None:
        form = against.value if against else "computer"
        if form == "teams":
            refuse_with(choice("against", FORMS[form]), bot=bot, colour=colour)
        kind = GAMES[game.value] if game else usual_game()
        side = int(colour is not None and colour.value == "second")
        await _start(
            request, kind, form, bot, side, board_options(kind, board), time.value if time else USUAL_SECONDS
        )

    complete_terms(command)
    return command


async def _start(
    request: Request, kind: GameKind, form: str, bot: str | None, side: int, options: str, seconds: int
) -> None:
    votes, computer = request.kit[VoteGames], None
    if form == "computer":
        found = await request.kit[OpponentChoices].find(kind, request.guild_id, bot or USUAL_LEVEL)
        computer = found.spec
    request.own_server()
    place = place_to_write(request)
    snapshot = await votes.start(
        kind, place, request.person, options, seconds=seconds, side=side, computer=computer
    )
    await votes.boards.post(snapshot, request)
    await request.kit[GameFlow].proceed(snapshot)


@on_move(ids.VoteMove)
async def vote(request: Request, chosen: ids.VoteMove) -> None:
    await request.kit[VoteGames].vote(chosen.game_id, request.person, chosen.ply, chosen.move)


@on_press(ids.JoinTeam)
async def join_team(request: Request, pressed: ids.JoinTeam) -> None:
    """Join a side; for who is on it, ask before the first move whether they want to leave it."""
    votes = request.kit[VoteGames]
    snapshot, was_there = await votes.join(pressed.game_id, request.person, pressed.side)
    if was_there and not snapshot.game.ply:
        leave = ids.LeaveTeam(pressed.game_id)
        question = words.leave_question(pressed.side)
        await request.send(confirm_view(question, words.leave_team(), leave), private=True)


@on_press(ids.LeaveTeam, on_refusal=OnRefusal.REPLACE)
async def leave_team(request: Request, pressed: ids.LeaveTeam) -> None:
    """Leave a side before the first move."""
    await request.kit[VoteGames].leave(pressed.game_id, request.person)
    await request.replace(gettext(words.LEFT_TEAM))


@on_press(ids.EndVotes)
async def ask_to_end(request: Request, pressed: ids.EndVotes) -> None:
    """Ask the person who started the game, or a moderator, whether they mean it."""
    votes, moderator = request.kit[VoteGames], is_moderator(request)
    await votes.require_endable(pressed.game_id, request.person, moderator=moderator)
    confirm = ids.ConfirmEndVotes(pressed.game_id)
    await request.send(confirm_view(gettext(words.END_QUESTION), words.end_game(), confirm), private=True)


@on_press(ids.ConfirmEndVotes, on_refusal=OnRefusal.REPLACE)
async def end(request: Request, pressed: ids.ConfirmEndVotes) -> None:
    """End the game after the question."""
    await request.kit[VoteGames].end(pressed.game_id, request.person, moderator=is_moderator(request))
    await request.replace(gettext(words.ENDED))


@on_press(ids.AskVoteHint)
async def ask_hint(request: Request, pressed: ids.AskVoteHint) -> None:
    """Announce that the person asked for a hint, and show it to them."""
    kit = request.kit
    snapshot = await kit[VoteGames].record_hint(pressed.game_id, request.person, pressed.ply)
    found = await kit[Hints].think(snapshot, request.person)
    await request.tell(words.hint(snapshot, found.move))


async def resume(request: Request, pressed: ids.ResumeVotes | ids.ResumeVotesAt) -> None:
    """Resume a game that was put aside, unless there was a move since."""
    ply = pressed.ply if isinstance(pressed, ids.ResumeVotesAt) else None
    await request.kit[VoteGames].resume(pressed.game_id, ply)


on_press(ids.ResumeVotes)(resume)
on_press(ids.ResumeVotesAt)(resume)


@shows(
    VoteBoard,
    lambda content: {
        "vote game": content.vote.game_id,
        "version": content.snapshot.game.version,
    },
    subject=lambda content: Subject("game", content.vote.game_id),
    person=lambda content: content.snapshot.game.challenger_id,
)
async def draw_board(content: VoteBoard, scene: Showing) -> Drawing:
    return await draw_votes(scene.names, scene.looks, content, scene.place, on_web=scene.on_web)


FEATURES = ((Staleness, Freshness), VoteRecords, VoteBoards, VoteGames)

COMMANDS = (vote_command,)
