"""The messages of puzzle races: the public card, and the private one of those who wait for the start."""

from __future__ import annotations

import discord

from bot.puzzles import race_ids as ids
from bot.puzzles import race_words as words
from bot.puzzles.race_director import RaceMessage
from bot.ui.components import button
from bot.ui.layout import BLUE, GOLD, GREEN, GREY, Part, Row, View, card, row
from bot.ui.publisher import Drawing
from data.puzzles.races import RaceRecord, RaceState
from languages import gettext, pgettext

COLOURS = {
    RaceState.OPEN: GREEN,
    RaceState.RUNNING: BLUE,
    RaceState.FINISHED: GOLD,
    RaceState.CANCELLED: GREY,
}


def race_view(content: RaceMessage) -> Drawing:
    """Draw the public message of a race."""
    record = content.record
    parts: list[Part] = [words.race_text(record), _buttons(record)]
    return Drawing(card(*parts, colour=COLOURS[record.race.state]), [])


def _buttons(record: RaceRecord) -> Row:
    race = record.race
    match race.state:
        case RaceState.OPEN:
            return row(
                button(pgettext("button", "Join"), ids.JoinRace(race.id), style=discord.ButtonStyle.success),
                button(pgettext("button", "Leave"), ids.LeaveRace(race.id)),
                button(pgettext("button", "Start"), ids.BeginRace(race.id), emoji="▶️"),
            )
        case RaceState.RUNNING:
            # Translators: a button; it opens the reader's own board of a puzzle race privately.
            label, style = gettext("My board"), discord.ButtonStyle.primary
            return row(button(label, ids.OpenRaceBoard(race.id), style=style, emoji="🧩"))
        case _:
            # Translators: a button; it opens another puzzle race with the same people.
            return row(button(gettext("Race again"), ids.RaceAgain(race.id), emoji="🏁"))


def waiting_view(record: RaceRecord) -> View:
    """Return the private message of a person who waits for the start."""
    return card(words.waiting_text(record), colour=GREEN)
