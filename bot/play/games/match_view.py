"""The board of a match between computer players: its controls, and what they think."""

from __future__ import annotations

import discord

from bot.computer.computer import ComputerStatus
from bot.computer.thoughts import last_thought
from bot.core.snapshot import GameSnapshot
from bot.play.games.ids import (
    Pause,
    PlayAgain,
    Resume,
    StepMatch,
    Stop,
    WatchOnWeb,
    looking_back,
    watch_button,
)
from bot.ui.components import button
from bot.ui.engine_words import effort_lines, thinking_list
from bot.ui.layout import Row, row
from bot.ui.words import seat_name
from languages import gettext, pgettext


def match_controls(snapshot: GameSnapshot, *, on_web: bool = False) -> Row:
    """Return the buttons for the person who started the match; once it is over, one for everyone."""
    game, primary = snapshot.game, discord.ButtonStyle.primary
    if not snapshot.going:
        again = button(gettext("Again, sides swapped"), PlayAgain(game.id), style=primary, emoji="🔁")
        return row(again, *looking_back(snapshot))
    stop = button(pgettext("button", "Stop"), Stop(game.id), emoji="⏹️")
    watch = [watch_button(WatchOnWeb(game.id))] if on_web else []
    if not snapshot.paused:
        return row(button(pgettext("button", "Pause"), Pause(game.id), emoji="⏸️"), stop, *watch)
    return row(
        button(pgettext("button", "Step"), StepMatch(game.id, game.ply), style=primary, emoji="⏭️"),
        button(pgettext("button", "Resume"), Resume(game.id), emoji="▶️"),
        stop,
        *watch,
    )


def match_status(snapshot: GameSnapshot, status: ComputerStatus | None) -> str:
    """Describe whose turn it is in a match, or what it is waiting for."""
    disc = snapshot.kind.sides[snapshot.position.turn].disc
    mover = f"{disc} {seat_name(snapshot.to_move)}"
    if status is ComputerStatus.FAILED:
        if snapshot.paused:
            return gettext("{mover} **ran into a problem**. Press Step to try again.", mover=mover)
        return gettext("{mover} **ran into a problem**. It will try again in a minute.", mover=mover)
    if snapshot.paused:
        return gettext("⏸️ **Paused**, {mover} to move.", mover=mover)
    return gettext("{mover} to move.", mover=mover)


def match_thinking(snapshot: GameSnapshot) -> list[str]:
    """Return the thoughts of the player that moved last, and the search effort of both."""
    thought = last_thought(snapshot)
    listed = [] if thought is None else thinking_list(snapshot, thought)
    return [*listed, *effort_lines(snapshot)]
