"""The handlers of puzzle races: `/puzzle run:race`, and the buttons of their card."""

from __future__ import annotations

import discord

from bot.catalog import GameKind
from bot.puzzles import race_ids as ids
from bot.puzzles import refusals, run_ui
from bot.puzzles.race_director import RaceDirector, RaceMessage
from bot.puzzles.race_view import race_view, waiting_view
from bot.puzzles.races import PuzzleRaces
from bot.puzzles.runs import PuzzleRuns
from bot.ui.links import OpenPuzzleRace
from bot.ui.messenger import Showing, shows
from bot.ui.posted import Subject
from bot.ui.publisher import Drawing
from bot.ui.request import CONNECTION_LOST, Request
from bot.ui.rights import is_moderator, place_to_write
from bot.ui.routes import on_press
from data.puzzles.races import RaceState
from languages import speaking


async def start(request: Request, kind: GameKind | None) -> None:
    """Answer a command with a race that people can join; the person is in it."""
    request.own_server()
    place = place_to_write(request)
    kind = kind or await request.kit[PuzzleRuns].usual_game(request.person)
    race_id = await request.kit[PuzzleRaces].open(request.person, kind, place)
    assert race_id is not None
    await request.kit[RaceDirector].post(race_id, place, request)
    await _wait(request, race_id)


@on_press(OpenPuzzleRace)
async def open_race(request: Request, pressed: OpenPuzzleRace) -> None:
    """Open a race in the game of the person's last puzzle."""
    await start(request, None)


@on_press(ids.JoinRace)
async def join(request: Request, pressed: ids.JoinRace) -> None:
    """Take part."""
    await request.kit[PuzzleRaces].join(pressed.race_id, request.person)
    await request.kit[RaceDirector].show(pressed.race_id, request)
    await _open_board(request, pressed.race_id)


@on_press(ids.LeaveRace)
async def leave(request: Request, pressed: ids.LeaveRace) -> None:
    """No longer take part."""
    await request.kit[PuzzleRaces].leave(pressed.race_id, request.person)
    await request.kit[RaceDirector].show(pressed.race_id, request)


@on_press(ids.BeginRace)
async def begin(request: Request, pressed: ids.BeginRace) -> None:
    """Begin the race."""
    races, moderator = request.kit[PuzzleRaces], is_moderator(request)
    await races.start(pressed.race_id, request.person, moderator=moderator)
    await request.kit[RaceDirector].show(pressed.race_id, request)
    request.record_change()


@on_press(ids.OpenRaceBoard)
async def open_board(request: Request, pressed: ids.OpenRaceBoard) -> None:
    """Open the person's board privately."""
    await _open_board(request, pressed.race_id)


@on_press(ids.RaceAgain)
async def race_again(request: Request, pressed: ids.RaceAgain) -> None:
    """Open a rematch, or join the one that is open."""
    place = place_to_write(request)
    race_id, is_new = await request.kit[PuzzleRaces].rematch(pressed.race_id, request.person, place)
    if is_new:
        await request.kit[RaceDirector].post(race_id, place, request)
    await _open_board(request, race_id)


async def _open_board(request: Request, race_id: int) -> None:
    """Show the person's board, or, before the start, that it will come."""
    record = await request.kit[PuzzleRaces].load(race_id, request.guild_id)
    race = record.race
    if record.racer(request.user_id) is None:
        raise refusals.RaceBegun if race.state is RaceState.RUNNING else refusals.NotInRace
    if race.over:
        raise refusals.RaceOver
    if race.begins_at is None or race.begins_at > request.kit.runtime.now():
        await _wait(request, race_id)
        return
    step = await request.kit[PuzzleRuns].open_in_race(request.person, race_id)
    if step is None:
        raise refusals.NotInRace
    await run_ui.send(request, step)


async def _wait(request: Request, race_id: int) -> None:
    """Tell the person that they are in, in a private message that becomes their board at the start."""
    record = await request.kit[PuzzleRaces].load(race_id, request.guild_id)
    message = await request.send(waiting_view(record), private=True)

    async def show_board() -> None:
        step = await request.kit[PuzzleRuns].open_in_race(request.person, race_id)
        if step is None:
            return
        try:
            with speaking(request.language):
                await run_ui.show_in(request, step, message.edit)
        except (discord.HTTPException, *CONNECTION_LOST):
            # The card has a button for it.
            return

    request.kit[RaceDirector].wait(record, request.user_id, show_board)


@shows(
    RaceMessage,
    lambda shown: {"race": shown.record.race.id, "version": shown.record.race.version},
    subject=lambda shown: Subject("race", shown.record.race.id),
)
async def draw_card(content: RaceMessage, scene: Showing) -> Drawing:
    """Draw a race's card."""
    return race_view(content)
