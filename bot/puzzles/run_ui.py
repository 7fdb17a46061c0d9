"""Runs of puzzles: `/puzzle run:…`, their messages, and the buttons below them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from typing import Any

import discord

from bot.catalog import GAMES, Diagram, GameKind, recent_moves
from bot.core.attempts import AttemptEvent
from bot.play.games.ids import OpenPuzzleRace
from bot.puzzles import run_words
from bot.puzzles.puzzles import positions_of
from bot.puzzles.races import NotInRace, PuzzleRaces, RaceBegun, RaceDirector, RaceOver
from bot.puzzles.runs import PuzzleRuns, RecordList, RunRecords, RunStep
from bot.ui.component_ids import ONCE, SETS, SHOWS, ComponentId
from bot.ui.components import ComponentItem, button, rows_of_moves
from bot.ui.layout import BLUE, GOLD, GREEN, GREY, Row, View, around, card, row
from bot.ui.messenger import Showing, shows
from bot.ui.options import game_of
from bot.ui.pictures import DrawnPart, draw_diagram, own_look
from bot.ui.publisher import Drawing, Subject
from bot.ui.refusals import OtherVersion
from bot.ui.request import CONNECTION_LOST, QUIET, Request
from bot.ui.routes import on_move, on_press
from bot.ui.slash import is_moderator, place_to_write
from data.puzzles.races import RaceRecord, RaceState
from data.puzzles.runs import RunKind
from engine.puzzles import Puzzle
from languages import gettext, pgettext, speaking
from renderers.overlays import Values
from renderers.themes import Look


class OpenSolution(ComponentId, action="puzzle_solution"):
    """Open the solution at its first position, in a new message."""

    puzzle: str


class StopRun(ComponentId, action="run_stop"):
    """End a run at puzzle `number`."""

    run: int
    number: int


class RunMove(ComponentId, action="run_move", menu="run_choose"):
    """Answer puzzle `number` of a run with a move."""

    run: int
    number: int
    ply: int
    move: str


class StartRun(ComponentId, action="run_start"):
    """Begin a run, or resume an unfinished one."""

    kind: RunKind
    key: str


class ShowRecords(ComponentId, action="run_records"):
    """Show the records of runs in the game with this key, in a new message."""

    key: str


class TurnRecords(ComponentId, action="run_turn"):
    """Show the records of runs in the game with this key, in the same message."""

    key: str


async def draw_board(
    puzzle: Puzzle, ply: int, look: Look, *, hints: bool, values: Values | None = None
) -> DrawnPart:
    """Draw the position after `ply` moves of a puzzle's line, with the files to be sent."""
    kind, positions = GAMES[puzzle.game], positions_of(puzzle)
    recent = recent_moves(positions, puzzle.line[:ply])
    diagram = Diagram(positions[ply], recent, hints=hints, values=values)
    return await draw_diagram(kind, diagram, look, f"puzzle-{puzzle.id}-{ply}.png")


async def draw_run(step: RunStep, look: Look) -> Drawing:
    run, trial = step.run, step.trial
    ply = trial.attempt.ply
    board, files = await draw_board(trial.puzzle, ply, look, hints=True)
    moves = rows_of_moves(
        trial.kind.buttons(trial.position),
        lambda move: RunMove(run.id, run.number, ply, move),
    )
    # Translators: a button; it ends a streak, a rush or one's part in a race of puzzles.
    stop = row(button(gettext("Give up"), StopRun(run.id, run.number), emoji="🏳️"))
    return Drawing(card(*around(board, run_words.run_text(step)), *moves, stop, colour=BLUE), files)


async def draw_end(step: RunStep, records: RunRecords, look: Look) -> Drawing:
    run, trial = step.run, step.trial
    board, files = await draw_board(trial.puzzle, trial.attempt.ply, look, hints=False)
    # A rematch of a race begins at its card.
    # Translators: a button; it begins another streak or rush of puzzles.
    again = [_start(run.new.kind, run.new.game, gettext("Play again"), primary=True)]
    buttons = row(
        *(again if run.new.race_id is None else []),
        # Translators: a button; it shows the solution move by move.
        button(gettext("Step through"), OpenSolution(trial.puzzle.id), emoji="▶️"),
        # Translators: a button; it shows the records of puzzle streaks, rushes and races.
        button(gettext("Records"), ShowRecords(run.new.game), emoji="🏅"),
    )
    return Drawing(card(*around(board, run_words.end_text(step, records)), buttons, colour=GOLD), files)


def ready_view(kind: GameKind) -> View:
    """Ask whether a person is ready for a rush: its clock starts with the tap."""
    # Translators: a button; it starts the clock of a puzzle rush.
    return card(run_words.ready_text(kind), row(_start(RunKind.RUSH, kind.key, gettext("Go"), primary=True)))


def records_view(kind: GameKind, lists: tuple[RecordList, ...], *, in_server: bool, private: bool) -> View:
    starts = [
        # Translators: a button; it begins a puzzle streak, which the first miss ends.
        _start(RunKind.STREAK, kind.key, gettext("Streak")),
        # Translators: a button; it begins a puzzle rush of three minutes.
        _start(RunKind.RUSH, kind.key, gettext("Rush")),
    ]
    others = [
        button(other.title, TurnRecords(other.key), emoji=other.sides[0].disc, disabled=other is kind)
        for other in GAMES.values()
    ]
    text = run_words.records_text(kind, lists, in_server=in_server, private=private)
    return card(text, row(*starts, *others[:3]), colour=GOLD)


def _start(kind: RunKind, game: str, label: str, *, primary: bool = False) -> ComponentItem:
    style = discord.ButtonStyle.primary if primary else discord.ButtonStyle.secondary
    return button(label, StartRun(kind, game), style=style, emoji=run_words.EMOJI[kind])


Edit = Callable[..., Awaitable[Any]]


async def start(request: Request, run_kind: RunKind, kind: GameKind | None) -> None:
    """Show a run privately, begun now or before; ask before the clock of a new rush starts."""
    runs = request.kit[PuzzleRuns]
    kind = kind or await runs.usual_game(request.person)
    if run_kind is RunKind.RUSH and not await runs.is_running(request.person, run_kind, kind, request.place):
        await request.send(ready_view(kind), private=True)
        return
    await send(request, await runs.start(request.person, run_kind, kind, request.place))


async def show_records(request: Request, kind: GameKind | None, *, public: bool) -> None:
    kind = kind or await request.kit[PuzzleRuns].usual_game(request.person)
    await request.send(await _records(request, kind, private=not public), private=not public)


@on_press(StartRun)
async def start_again(request: Request, pressed: StartRun) -> None:
    if pressed.kind is RunKind.RACE:
        # An altered client: races have buttons of their own.
        raise OtherVersion
    runs, kind = request.kit[PuzzleRuns], game_of(pressed.key)
    step = await runs.start(request.person, pressed.kind, kind, request.place)
    await (_put if request.on_private_message else send)(request, step)


@on_press(ShowRecords)
async def open_records(request: Request, pressed: ShowRecords) -> None:
    await show_records(request, game_of(pressed.key), public=False)


@on_press(TurnRecords)
async def turn_records(request: Request, pressed: TurnRecords) -> None:
    private = request.on_private_message
    await request.replace(await _records(request, game_of(pressed.key), private=private))


@on_move(RunMove)
async def answer(request: Request, chosen: RunMove) -> None:
    run, number, ply, move = chosen.run, chosen.number, chosen.ply, chosen.move
    runs, who = request.kit[PuzzleRuns], request.person
    await _put(request, await runs.move(who, run, number, ply, move, request.received_at))


@on_press(StopRun)
async def stop(request: Request, pressed: StopRun) -> None:
    await _put(request, await request.kit[PuzzleRuns].stop(request.person, pressed.run, pressed.number))


async def show_in(request: Request, step: RunStep, edit: Edit) -> None:
    """Show a run in a private message, by its `edit`."""
    drawing = await _draw(request, step)
    await edit(view=drawing.view, attachments=drawing.files, allowed_mentions=QUIET)
    _watch(request, step, edit)


async def send(request: Request, step: RunStep) -> None:
    """Show a run in a new private message."""
    drawing = await _draw(request, step)
    message = await request.send(drawing, private=True)
    _watch(request, step, message.edit)


async def _put(request: Request, step: RunStep) -> None:
    """Show the current state of a run, in place of the message with the button."""
    await request.replace(await _draw(request, step))
    request.record_change()
    if step.event is not AttemptEvent.OUTDATED:
        _watch(request, step, request.interaction.edit_original_response)


async def _draw(request: Request, step: RunStep) -> Drawing:
    look = await own_look(request)
    if not step.run.over:
        return await draw_run(step, look)
    return await draw_end(step, await request.kit[PuzzleRuns].compare(step.run), look)


def _watch(request: Request, step: RunStep, edit: Edit) -> None:
    """Show the end of a rush when its time is over, through the request that showed it last."""

    async def show(ended: RunStep) -> None:
        with suppress(discord.HTTPException, *CONNECTION_LOST):
            await show_in(request, ended, edit)

    request.kit[PuzzleRuns].watch(step.run, show)


async def _records(request: Request, kind: GameKind, *, private: bool) -> discord.ui.LayoutView:
    lists = await request.kit[PuzzleRuns].records(request.person, kind, request.place)
    in_server = request.guild_id is not None and request.bot_is_member
    with nullcontext() if private else request.publicly():
        return records_view(kind, lists, in_server=in_server, private=private)


class OfRace(ComponentId):
    race_id: int


class JoinRace(OfRace, action="race_join", marks="race", timeless=SETS):
    """Take part."""


class LeaveRace(OfRace, action="race_leave", timeless=SETS):
    """No longer take part."""


class BeginRace(OfRace, action="race_begin", timeless=ONCE):
    """Begin the race at once."""


class OpenRaceBoard(OfRace, action="race_board", marks="race", timeless=SHOWS):
    """Open the person's own board privately."""


class RaceAgain(OfRace, action="race_again", marks="race", timeless=ONCE):
    """Open a rematch, or join the one that is open."""


COLOURS = {
    RaceState.OPEN: GREEN,
    RaceState.RUNNING: BLUE,
    RaceState.FINISHED: GOLD,
    RaceState.CANCELLED: GREY,
}


def _buttons(record: RaceRecord) -> Row:
    race = record.race
    match race.state:
        case RaceState.OPEN:
            return row(
                button(pgettext("button", "Join"), JoinRace(race.id), style=discord.ButtonStyle.success),
                button(pgettext("button", "Leave"), LeaveRace(race.id)),
                button(pgettext("button", "Start"), BeginRace(race.id), emoji="▶️"),
            )
        case RaceState.RUNNING:
            # Translators: a button; it opens the reader's own board of a puzzle race privately.
            label, style = gettext("My board"), discord.ButtonStyle.primary
            return row(button(label, OpenRaceBoard(race.id), style=style, emoji="🧩"))
        case _:
            # Translators: a button; it opens another puzzle race with the same people.
            return row(button(gettext("Race again"), RaceAgain(race.id), emoji="🏁"))


async def start_race(request: Request, kind: GameKind | None) -> None:
    """Answer a command with a race that people can join; the person is in it."""
    request.own_server()
    place = place_to_write(request)
    kind = kind or await request.kit[PuzzleRuns].usual_game(request.person)
    race_id = await request.kit[PuzzleRaces].open(request.person, kind, place)
    assert race_id is not None
    await request.kit[RaceDirector].post(race_id, request)
    await _wait(request, race_id)


@on_press(OpenPuzzleRace)
async def open_race(request: Request, pressed: OpenPuzzleRace) -> None:
    await start_race(request, None)


@on_press(JoinRace)
async def join(request: Request, pressed: JoinRace) -> None:
    await request.kit[PuzzleRaces].join(pressed.race_id, request.person)
    await request.kit[RaceDirector].show(pressed.race_id, request)
    await _open_board(request, pressed.race_id)


@on_press(LeaveRace)
async def leave(request: Request, pressed: LeaveRace) -> None:
    await request.kit[PuzzleRaces].leave(pressed.race_id, request.person)
    await request.kit[RaceDirector].show(pressed.race_id, request)


@on_press(BeginRace)
async def begin(request: Request, pressed: BeginRace) -> None:
    races, moderator = request.kit[PuzzleRaces], is_moderator(request)
    await races.start(pressed.race_id, request.person, moderator=moderator)
    await request.kit[RaceDirector].show(pressed.race_id, request)
    request.record_change()


@on_press(OpenRaceBoard)
async def open_board(request: Request, pressed: OpenRaceBoard) -> None:
    await _open_board(request, pressed.race_id)


@on_press(RaceAgain)
async def race_again(request: Request, pressed: RaceAgain) -> None:
    place = place_to_write(request)
    race_id, is_new = await request.kit[PuzzleRaces].rematch(pressed.race_id, request.person, place)
    if is_new:
        await request.kit[RaceDirector].post(race_id, request)
    await _open_board(request, race_id)


async def _open_board(request: Request, race_id: int) -> None:
    """Show the person's board, or, before the start, that it will come."""
    record = await request.kit[PuzzleRaces].load(race_id, request.guild_id)
    race = record.race
    if record.racer(request.user_id) is None:
        raise RaceBegun if race.state is RaceState.RUNNING else NotInRace
    if race.over:
        raise RaceOver
    if race.begins_at is None or race.begins_at > request.kit.runtime.now():
        await _wait(request, race_id)
        return
    step = await request.kit[PuzzleRuns].open_in_race(request.person, race_id)
    if step is None:
        raise NotInRace
    await send(request, step)


async def _wait(request: Request, race_id: int) -> None:
    """Tell the person that they are in, in a private message that becomes their board at the start."""
    record = await request.kit[PuzzleRaces].load(race_id, request.guild_id)
    message = await request.send(card(run_words.waiting_text(record), colour=GREEN), private=True)

    async def show_board() -> None:
        step = await request.kit[PuzzleRuns].open_in_race(request.person, race_id)
        if step is None:
            return
        # If Discord refuses it, the card has a button for it.
        with suppress(discord.HTTPException, *CONNECTION_LOST), speaking(request.language):
            await show_in(request, step, message.edit)

    request.kit[RaceDirector].wait(record, request.user_id, show_board)


@shows(
    RaceRecord,
    lambda record: {"race": record.race.id, "version": record.race.version},
    subject=lambda record: Subject("race", record.race.id),
)
async def draw_card(record: RaceRecord, scene: Showing) -> Drawing:
    text = run_words.race_text(record)
    return Drawing(card(text, _buttons(record), colour=COLOURS[record.race.state]), [])
