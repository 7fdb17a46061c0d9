"""`/vote`: games in which teams vote for their moves, and the buttons of their boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord
from discord import app_commands

from bot.catalog import GAMES, MoveButton
from bot.computer.opponents.choices import OpponentChoices
from bot.core.snapshot import GameSnapshot
from bot.events.votes import words
from bot.events.votes.boards import (
    SECONDS,
    USUAL_SECONDS,
    Staleness,
    VoteBoard,
    VoteBoards,
    VoteRecords,
    tally,
)
from bot.events.votes.games import VoteGames
from bot.play.assist.hints import Hints
from bot.play.boards.freshness_ui import Freshness
from bot.play.games.flow import GameFlow
from bot.play.games.ids import AtPly, OfGame, WatchOnWeb, looking_back, watch_button
from bot.play.games.words import board_heading
from bot.ui.component_ids import ASKS, EARLIER, ONCE, SETS
from bot.ui.components import button, confirm_view, rows_of_moves
from bot.ui.layout import BLUE, GOLD, Part, Row, card, picture, row
from bot.ui.messenger import Showing, shows
from bot.ui.options import Typed, board_options, choice, complete_terms, game_choices, refuse_with, usual_game
from bot.ui.pictures import board_files, board_part, picture_file, picture_name, picture_names
from bot.ui.publisher import Drawing, Subject
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_move, on_press
from bot.ui.slash import Command, is_moderator, place_to_write, slash_command
from bot.ui.words import team_name
from engine.players.computer import style_names
from languages import count, gettext, ngettext, pgettext
from languages.numbers import joined


class VoteMove(AtPly, action="vote_move", menu="vote_menu", marks="game"):
    board: int
    move: str


class JoinTeam(OfGame, action="vote_join", marks="game", timeless=SETS):
    side: int


class LeaveTeam(OfGame, action="vote_leave", timeless=SETS):
    """Leave the side, before the first move."""


class EndVotes(OfGame, action="vote_end", timeless=ASKS):
    """Ask before the game ends."""


class ConfirmEndVotes(OfGame, action="vote_end_yes", timeless=ONCE):
    """End the game after the question."""


class AskVoteHint(AtPly, action="vote_hint", marks="game"):
    """Ask for a hint, which everyone is told."""

    board: int


class ResumeVotes(OfGame, action="vote_resume", marks="game", timeless=EARLIER):
    """Resume a game whenever it was put aside: on boards of earlier versions."""


class ResumeVotesAt(AtPly, action="vote_resume_at", marks="game"):
    """Resume a game that was put aside at `ply`."""


OTHERS = (0.5, 0.8)
"""Range of places on the scale of colours for moves without the most votes: red would call them errors."""


async def _board(
    scene: Showing, snapshot: GameSnapshot, counted: Mapping[str, int]
) -> tuple[Part, list[discord.File]]:
    """Return the board with the number of votes on each square, and its file."""
    names, seen_in = scene.names, scene.place.guild_id
    look = await scene.look(snapshot.game.challenger_id)
    if look.in_words or not counted:
        return board_part(snapshot, look), await board_files(names, snapshot, look, seen_in)
    most = max(counted.values())
    values = {move: (count(number), _quality(number, most)) for move, number in counted.items()}
    diagram = replace(
        snapshot.diagram, names=await picture_names(names, snapshot.game, seen_in), values=values
    )
    file = await picture_file(snapshot.kind, diagram, look, picture_name(snapshot))
    described = [snapshot.kind.describe(snapshot.diagram), words.described_votes(snapshot, counted)]
    return picture(file, joined(described)), [file]


def _quality(number: int, most: int) -> float:
    """Return the colour's place for a number of votes: green for the moves with the most."""
    least, greatest = OTHERS
    return 1.0 if number == most else least + (greatest - least) * number / most


def _rows(content: VoteBoard, on_web: bool) -> list[Row]:
    snapshot, game_id = content.snapshot, content.snapshot.game.id
    watch = [watch_button(WatchOnWeb(game_id))] if on_web else []
    end = button(words.end_game(), EndVotes(game_id), emoji="🏁")
    if snapshot.adjourned:
        resume = button(
            # Translators: a button; the game was put aside.
            gettext("Resume game"),
            ResumeVotesAt(game_id, snapshot.game.ply),
            style=discord.ButtonStyle.primary,
            emoji="▶️",
        )
        return [row(resume, end)]
    if not snapshot.going:
        buttons = looking_back(snapshot)
        return [row(*buttons)] if buttons else []
    rows = []
    if votes_here(content):
        ply = snapshot.game.ply
        counted = tally(content.ballot.votes)
        moves = snapshot.kind.buttons(snapshot.position)
        rows = rows_of_moves(
            [_with_votes(move, counted) for move in moves],
            lambda move: VoteMove(game_id, ply, 0, move),
            {
                move: (_described(number), _quality(number, max(counted.values())))
                for move, number in counted.items()
            },
        )
    controls = []
    if content.vote.new.form == "teams":
        controls = [
            button(
                # Translators: a button; {side} is a colour.
                gettext("Join {side}", side=side.name),
                JoinTeam(game_id, number),
            )
            for number, side in enumerate(snapshot.kind.sides)
        ]
    if style_names(snapshot.position.game):
        hint = AskVoteHint(game_id, snapshot.game.ply, 0)
        controls.append(
            button(pgettext("button", "Hint"), hint, emoji="💡", disabled=not votes_here(content))
        )
    return [*rows, row(*controls, end, *watch)]


def votes_here(content: VoteBoard) -> bool:
    """Return whether people vote on this board now."""
    return content.snapshot.going and not content.snapshot.computer_to_move


def _with_votes(move: MoveButton, counted: Mapping[str, int]) -> MoveButton:
    if move.move not in counted:
        return move
    return replace(move, label=f"{move.label} · {count(counted[move.move])}")


def _described(number: int) -> str:
    # Translators: a number in a list of moves.
    return ngettext("{number} vote", "{number} votes", number)


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
        options, computer = board_options(kind, board), None
        if form == "computer":
            opponent = await request.kit[OpponentChoices].find(kind, request.guild_id, bot or USUAL_LEVEL)
            computer = opponent.spec
        request.own_server()
        votes = request.kit[VoteGames]
        snapshot = await votes.start(
            kind,
            place_to_write(request),
            request.person,
            options,
            seconds=time.value if time else USUAL_SECONDS,
            side=int(colour is not None and colour.value == "second"),
            computer=computer,
        )
        await votes.boards.post(snapshot, request)
        await request.kit[GameFlow].proceed(snapshot)

    complete_terms(command)
    return command


@on_move(VoteMove)
async def vote(request: Request, chosen: VoteMove) -> None:
    await request.kit[VoteGames].vote(chosen.game_id, request.person, chosen.ply, chosen.move)


@on_press(JoinTeam)
async def join_team(request: Request, pressed: JoinTeam) -> None:
    """Join a side; for who is on it, ask before the first move whether they want to leave it."""
    votes = request.kit[VoteGames]
    snapshot, was_there = await votes.join(pressed.game_id, request.person, pressed.side)
    if was_there and not snapshot.game.ply:
        leave = LeaveTeam(pressed.game_id)
        question = gettext(
            "**You're on {team}.** Until the first move is played you can leave it, or join the other team.",
            team=team_name(pressed.side),
        )
        # Translators: a button; the person leaves their team.
        label = gettext("Leave the team")
        await request.send(confirm_view(question, label, leave), private=True)


@on_press(LeaveTeam, on_refusal=OnRefusal.REPLACE)
async def leave_team(request: Request, pressed: LeaveTeam) -> None:
    await request.kit[VoteGames].leave(pressed.game_id, request.person)
    await request.replace(gettext("You're on neither team now, and your vote is withdrawn."))


@on_press(EndVotes)
async def ask_to_end(request: Request, pressed: EndVotes) -> None:
    votes, moderator = request.kit[VoteGames], is_moderator(request)
    await votes.require_endable(pressed.game_id, request.person, moderator=moderator)
    confirm = ConfirmEndVotes(pressed.game_id)
    await request.send(confirm_view(gettext(words.END_QUESTION), words.end_game(), confirm), private=True)


@on_press(ConfirmEndVotes, on_refusal=OnRefusal.REPLACE)
async def end(request: Request, pressed: ConfirmEndVotes) -> None:
    await request.kit[VoteGames].end(pressed.game_id, request.person, moderator=is_moderator(request))
    await request.replace(gettext(words.ENDED))


@on_press(AskVoteHint)
async def ask_hint(request: Request, pressed: AskVoteHint) -> None:
    kit = request.kit
    snapshot = await kit[VoteGames].record_hint(pressed.game_id, request.person, pressed.ply)
    result = await kit[Hints].think(snapshot, request.person)
    await request.tell(words.hint(snapshot, result.move))


async def resume(request: Request, pressed: ResumeVotes | ResumeVotesAt) -> None:
    """Resume a game that was put aside, unless there was a move since."""
    ply = pressed.ply if isinstance(pressed, ResumeVotesAt) else None
    await request.kit[VoteGames].resume(pressed.game_id, ply)


on_press(ResumeVotes)(resume)
on_press(ResumeVotesAt)(resume)


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
    snapshot = content.snapshot
    counted = tally(content.ballot.votes) if votes_here(content) else {}
    board, files = await _board(scene, snapshot, counted)
    heading = f"{board_heading(snapshot)}\n{words.about(content)}"
    parts = [heading, board, words.status(content), *_rows(content, scene.on_web)]
    return Drawing(card(*parts, colour=BLUE if snapshot.going else GOLD), files)


FEATURES = ((Staleness, Freshness), VoteRecords, VoteBoards, VoteGames)

COMMANDS = (vote_command,)
