"""What the computer thinks of a person's moves, for him alone."""

from __future__ import annotations

import discord

from bot.games.snapshot import GameSnapshot
from bot.ui import components
from engine import Candidate, SearchResult
from engine.search.position import PASS

MOST_TEXT = 3500
"""Discord takes 4000 characters in all."""


def question_view(snapshot: GameSnapshot) -> discord.ui.LayoutView:
    """Whether the person wants to see it although the game is unrated then."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(
        discord.ui.TextDisplay(
            "Shall I show you what I think of your moves? This game becomes **unrated** then, and its board "
            "says so."
        )
    )
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    game = snapshot.game
    row.add_item(components.button("Show me", "think", game.id, game.ply, style=discord.ButtonStyle.primary))
    row.add_item(components.button("No, keep it rated", "think_no"))
    view.add_item(row)
    return view


def thinking_text(snapshot: GameSnapshot, found: SearchResult) -> str:
    """The moves with their values, best first, and whether the result is proved."""
    if not found.candidates:
        return "I was needed in another game before I had looked at your moves. Please ask again in a moment."
    side = snapshot.kind.sides[snapshot.position.turn]
    lines = [f"**Your moves, {side.disc} {side.name}**, best first"]
    if found.exact:
        words = snapshot.kind.proved(snapshot.position, round(found.score))
        lines.append(f"Proved, with best play of both sides: **{words}** for you.")
    else:
        lines.append(
            f"Estimates, {found.depth} plies deep: the higher, the better for you. Nothing is proved."
        )
    length = sum(map(len, lines))
    for number, candidate in enumerate(found.candidates, 1):
        line = _line(snapshot, number, candidate, exact=found.exact)
        length += len(line) + 1
        if length > MOST_TEXT:
            lines.append(f"… and {len(found.candidates) - number + 1} more.")
            break
        lines.append(line)
    # A search that was ended in the middle may prefer another move already, whose value is not in the list.
    if len(found.line) > 1 and found.line[0] == found.candidates[0].move:
        lines.append(f"-# Expected: {' '.join(found.line)}")
    return "\n".join(lines)


def _line(snapshot: GameSnapshot, number: int, candidate: Candidate, *, exact: bool) -> str:
    """One move: its value, and the best answer to it if that is known."""
    bound = {"exact": "", "at most": "at most ", "at least": "at least "}[candidate.bound]
    if exact and candidate.bound == "exact":
        value = snapshot.kind.proved(snapshot.position, round(candidate.score))
    else:
        value = f"{bound}{snapshot.kind.estimate(snapshot.position, candidate.score)}"
    answer = "" if candidate.answer in (None, PASS) else f" · then {candidate.answer}"
    return f"{number}. **{candidate.move}** {value}{answer}"
