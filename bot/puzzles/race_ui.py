"""Puzzle races: their card, its buttons, and what people press there."""

from __future__ import annotations

import discord

from bot.catalog import GameKind
from bot.play.help.ids import OpenPuzzleRace
from bot.puzzles import refusals, run_ui
from bot.puzzles import run_words as words
from bot.puzzles.races import PuzzleRaces, RaceDirector, RaceMessage
from bot.puzzles.runs import PuzzleRuns
from bot.ui.component_ids import ONCE, SETS, SHOWS, ComponentId
from bot.ui.components import button
from bot.ui.layout import BLUE, GOLD, GREEN, GREY, Part, Row, View, card, row
from bot.ui.messenger import Showing, shows
from bot.ui.publisher import Drawing, Subject
from bot.ui.request import CONNECTION_LOST, Request
from bot.ui.routes import on_press
from bot.ui.slash import is_moderator, place_to_write
from data.puzzles.races import RaceRecord, RaceState
from languages import gettext, pgettext, speaking


class JoinRace(ComponentId, action="race_join", marks="race", timeless=SETS):
    """Take part."""

    race_id: int


class LeaveRace(ComponentId, action="race_leave", timeless=SETS):
    """No longer take part."""

    race_id: int


class BeginRace(ComponentId, action="race_begin", timeless=ONCE):
    """Begin with those who have joined."""

    race_id: int


class OpenRaceBoard(ComponentId, action="race_board", marks="race", timeless=SHOWS):
    """Open the person's own board privately."""

    race_id: int


class RaceAgain(ComponentId, action="race_again", marks="race", timeless=ONCE):
    """Open a rematch, or join the one that is open."""

    race_id: int


COLOURS = {
    RaceState.OPEN: GREEN,
    RaceState.RUNNING: BLUE,
    RaceState.FINISHED: GOLD,
    RaceState.CANCELLED: GREY,
}


def race_view(content: RaceMessage) -> Drawing:
    record = content.record
    parts: list[Part] = [words.race_text(record), _buttons(record)]
    return Drawing(card(*parts, colour=COLOURS[record.race.state]), [])


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


def waiting_view(record: RaceRecord) -> View:
    """Return the private message of a person who waits for the start."""
    return card(words.waiting_text(record), colour=GREEN)


async def start(request: Request, kind: GameKind | None) -> None:
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
    """Open a race in the game of the person's last puzzle."""
    await start(request, None)


@on_press(JoinRace)
async def join(request: Request, pressed: JoinRace) -> None:
    """Take part."""
    await request.kit[PuzzleRaces].join(pressed.race_id, request.person)
    await request.kit[RaceDirector].show(pressed.race_id, request)
    await _open_board(request, pressed.race_id)


@on_press(LeaveRace)
async def leave(request: Request, pressed: LeaveRace) -> None:
    """No longer take part."""
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
    """Open the person's board privately."""
    await _open_board(request, pressed.race_id)


@on_press(RaceAgain)
async def race_again(request: Request, pressed: RaceAgain) -> None:
    """Open a rematch, or join the one that is open."""
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
    return race_view(content)
