"""The messages of runs of puzzles: a puzzle of a run, its end, and the records."""

from __future__ import annotations

import discord

from bot.catalog import GAMES, GameKind
from bot.puzzles import ids, run_words
from bot.puzzles.runs import RecordList, RunRecords, RunStep
from bot.puzzles.view import draw_board
from bot.ui.components import ComponentItem, button
from bot.ui.layout import BLUE, GOLD, View, around, card, row
from bot.ui.moves import rows_of_moves
from bot.ui.publisher import Drawing
from data.puzzles.runs import RunKind
from languages import gettext
from renderers.themes import Look


async def draw_run(step: RunStep, look: Look) -> Drawing:
    """Draw the present puzzle of a run."""
    run, trial = step.run, step.trial
    ply = trial.attempt.ply
    board, files = await draw_board(trial.puzzle, ply, look, hints=True)
    moves = rows_of_moves(
        trial.kind.buttons(trial.position),
        lambda move: ids.RunMove(run.id, run.number, ply, move),
    )
    # Translators: a button; it ends a streak, a rush or one's part in a race of puzzles.
    stop = row(button(gettext("Give up"), ids.StopRun(run.id, run.number), emoji="🏳️"))
    return Drawing(card(*around(board, run_words.run_text(step)), *moves, stop, colour=BLUE), files)


async def draw_end(step: RunStep, records: RunRecords, look: Look) -> Drawing:
    """Draw the end of a run, with its last puzzle."""
    run, trial = step.run, step.trial
    board, files = await draw_board(trial.puzzle, trial.attempt.ply, look, hints=False)
    # A rematch of a race begins at its card.
    # Translators: a button; it begins another streak or rush of puzzles.
    again = [_start(run.new.kind, run.new.game, gettext("Play again"), primary=True)]
    buttons = row(
        *(again if run.new.race_id is None else []),
        # Translators: a button; it shows the solution move by move.
        button(gettext("Step through"), ids.OpenSolution(trial.puzzle.id), emoji="▶️"),
        # Translators: a button; it shows the records of puzzle streaks, rushes and races.
        button(gettext("Records"), ids.ShowRecords(run.new.game), emoji="🏅"),
    )
    return Drawing(card(*around(board, run_words.end_text(step, records)), buttons, colour=GOLD), files)


def ready_view(kind: GameKind) -> View:
    """Ask whether a person is ready for a rush: its clock starts with the tap."""
    # Translators: a button; it starts the clock of a puzzle rush.
    return card(run_words.ready_text(kind), row(_start(RunKind.RUSH, kind.key, gettext("Go"), primary=True)))


def records_view(kind: GameKind, lists: tuple[RecordList, ...], *, in_server: bool, private: bool) -> View:
    """Return the records in a game, with buttons to begin a run and to turn to the other games."""
    starts = [
        # Translators: a button; it begins a puzzle streak, which the first miss ends.
        _start(RunKind.STREAK, kind.key, gettext("Streak")),
        # Translators: a button; it begins a puzzle rush of three minutes.
        _start(RunKind.RUSH, kind.key, gettext("Rush")),
    ]
    others = [
        button(other.title, ids.TurnRecords(other.key), emoji=other.sides[0].disc, disabled=other is kind)
        for other in GAMES.values()
    ]
    text = run_words.records_text(kind, lists, in_server=in_server, private=private)
    return card(text, row(*starts, *others[:3]), colour=GOLD)


def _start(kind: RunKind, game: str, label: str, *, primary: bool = False) -> ComponentItem:
    style = discord.ButtonStyle.primary if primary else discord.ButtonStyle.secondary
    return button(label, ids.StartRun(kind, game), style=style, emoji=run_words.EMOJI[kind])
