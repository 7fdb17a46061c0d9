"""Texts of replays."""

from __future__ import annotations

from bot.core.snapshot import GameSnapshot
from bot.play.games.words import players_line, result_sentence
from bot.ui.components import number_of, pass_line, step_title
from engine import Position
from engine.search.position import PASS
from languages import gettext, gettext_noop, ngettext

# Translators: the animation is in the channel.
POSTED = gettext_noop("✅ Posted.")
OFFER = gettext_noop("-# Only you see this. Post it to show it here, and to forward it.")
NOT_SEEN = gettext_noop("No one else sees my answers to you here, so I can't post it for everyone.")
NOT_ALLOWED = gettext_noop(
    "I'm not allowed to post pictures here. A server manager can grant me **Attach Files** in this channel."
)
TOO_LARGE = gettext_noop("This animation is too large for Discord in this channel. A shorter game will work.")


def step_text(snapshot: GameSnapshot, ply: int, before: Position) -> str:
    """Describe the position after `ply` moves; `before` is the position one move earlier."""
    lines = [step_title(snapshot, ply)]
    lines.append(players_line(snapshot) if ply == 0 else _move_line(snapshot, ply, before))
    if ply == snapshot.game.ply:
        lines.append(result_sentence(snapshot))
    return "\n".join(lines)


def _move_line(snapshot: GameSnapshot, ply: int, before: Position) -> str:
    move = snapshot.game.moves[ply - 1]
    if move == PASS:
        return pass_line(snapshot, before)
    side = snapshot.kind.sides[before.turn]
    # Translators: {side} is Black, Red and so on; {move} such as “d3” or “column 6”.
    return gettext(
        "{disc} {side} played **{move}**.",
        disc=side.disc,
        side=side.name,
        move=snapshot.kind.move_name(move),
    )


def animation_text(snapshot: GameSnapshot) -> str:
    """Name the players of an animation and the result."""
    return f"{players_line(snapshot)}\n{result_sentence(snapshot)}"


def animation_alt(snapshot: GameSnapshot) -> str:
    end = snapshot.kind.describe(snapshot.diagram)
    moves = number_of(snapshot, snapshot.game.ply)
    # Translators: the description of an animation for people who do not see it; {end} describes the last
    # position in sentences.
    return ngettext(
        "The whole game, move by move: {number} move. Its end: {end}",
        "The whole game, move by move: {number} moves. Its end: {end}",
        moves,
        end=end,
    )
