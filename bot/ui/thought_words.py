"""Findings and cost of a computer player's searches in words, for More, `/game thinking` and matches."""

from __future__ import annotations

from bot.catalog import GameKind
from bot.computer.thoughts import Thought, efforts
from bot.core.snapshot import GameSnapshot
from bot.ui.candidates import equally_good, value_words
from bot.ui.words import player_name
from engine import Candidate
from languages import count, gettext, ngettext
from languages.numbers import decimal

SHORTEST = 0.1
"""Shortest thinking time that is shown as a number, seconds."""

LISTED = 5
"""Values of candidates shown to people who watch a match; the rest is counted."""


def effort_lines(snapshot: GameSnapshot) -> list[str]:
    """List the nodes and the thinking time of every computer player in a game."""
    lines = []
    for side, effort in enumerate(efforts(snapshot)):
        player = snapshot.player_of(side)
        if player is not None and effort.moves:
            lines.append(
                ngettext(
                    "-# 🧮 {disc} {player}: {nodes} nodes searched in {seconds} s, for {number} move",
                    "-# 🧮 {disc} {player}: {nodes} nodes searched in {seconds} s, for {number} moves",
                    effort.moves,
                    disc=snapshot.kind.sides[side].disc,
                    player=player_name(player),
                    nodes=count(effort.nodes),
                    seconds=_seconds(effort.seconds),
                )
            )
    return lines


def _seconds(seconds: float) -> str:
    """Format a thinking time, which is never zero."""
    # Translators: less than a tenth of a second; {seconds} is “0.1”.
    least = gettext("less than {seconds}", seconds=decimal(SHORTEST))
    return least if seconds < SHORTEST else decimal(seconds)


def move_played(kind: GameKind, player: str, thought: Thought) -> str:
    """Describe the value of a computer player's move, by its search."""
    found = thought.found
    values = {"player": player_name(player), "move": kind.move_name(found.move)}
    if not found.depth and not found.exact:
        return gettext("**{player}** played **{move}** without a search.", **values)
    played = Candidate(found.move, found.score, "exact")
    # Translators: {value} is such as “+2.3” or “a win by exactly 4”, {depth} a number of moves.
    return gettext(
        "**{player}** played **{move}** and values it at {value}, {depth} deep, {nodes} nodes.",
        value=value_words(kind, thought.position, found, played),
        depth=found.depth,
        nodes=count(found.nodes),
        **values,
    )


def thinking_list(snapshot: GameSnapshot, thought: Thought) -> list[str]:
    """Describe the last move of a match, its best candidates and their number."""
    kind = snapshot.kind
    assert snapshot.recent.latest is not None
    lines = [f"🧠 {move_played(kind, snapshot.player_of(snapshot.recent.latest.by) or '', thought)}"]
    number = 0
    for group in equally_good(kind, thought.position, thought.found)[:LISTED]:
        values = {"number": number + 1, "move": group.names, "value": group.value}
        if group.answer is None:
            lines.append(gettext("-# {number}. **{move}** {value}", **values))
        else:
            lines.append(
                # Translators: a move in a list, its value, and the best answer, a move as well.
                gettext("-# {number}. **{move}** {value} · then {answer}", answer=group.answer, **values)
            )
        number += len(group.moves)
    more = thought.candidates - number
    if number and more:
        lines.append(ngettext("-# and {number} more candidate", "-# and {number} more candidates", more))
    return lines
