"""What people read of the moves that are marked on a board: the last one, and what it answered."""

from __future__ import annotations

from collections.abc import Sequence

from bot.catalog import LastMove
from bot.games.snapshot import GameSnapshot
from bot.ui.language import gettext


def last_moves(snapshot: GameSnapshot) -> list[str]:
    """The last moves of both sides, and the passes between and after them, in a line; none before the first.

    Where one person plays the computer, the board speaks to that person.
    """
    recent = snapshot.recent
    if not recent.last:
        return []
    if len(recent.last) > 1:
        told = [] if recent.before is None else [_single(snapshot, recent.before)]
        told.append(_several(snapshot, recent.last))
    elif recent.before is None:
        told = [_single(snapshot, recent.last[0])]
    else:
        told = [_answer(snapshot, recent.before, recent.last[0])]
    if recent.passed is not None:
        told.append(_pass(snapshot, recent.passed))
    return [" ".join(told)]


def _reader(snapshot: GameSnapshot) -> int | None:
    """The side of the only person in a game, who moves for themselves; None in other games."""
    sides = [side for side in (0, 1) if snapshot.player_of(side) is None]
    alone = len(sides) == 1 and not snapshot.delegated
    return sides[0] if alone else None


def _side(snapshot: GameSnapshot, side: int) -> str:
    return snapshot.kind.sides[side].name


def _single(snapshot: GameSnapshot, made: LastMove) -> str:
    move = snapshot.kind.move_name(made.move)
    if made.by == _reader(snapshot):
        return gettext("You played **{move}**.", move=move)
    return gettext("{side} played **{move}**.", side=_side(snapshot, made.by), move=move)


def _answer(snapshot: GameSnapshot, first: LastMove, reply: LastMove) -> str:
    reader = _reader(snapshot)
    values = {
        "side": _side(snapshot, first.by),
        "move": snapshot.kind.move_name(first.move),
        "other": _side(snapshot, reply.by),
        "reply": snapshot.kind.move_name(reply.move),
    }
    if first.by == reader:
        return gettext("You played **{move}**, {other} answered **{reply}**.", **values)
    if reply.by == reader:
        return gettext("{side} played **{move}**, you answered **{reply}**.", **values)
    return gettext("{side} played **{move}**, {other} answered **{reply}**.", **values)


def _several(snapshot: GameSnapshot, made: Sequence[LastMove]) -> str:
    """Moves of one side in a row, since the other one had to pass in between."""
    reader, by = _reader(snapshot), made[0].by
    moves = f"**{snapshot.kind.move_name(made[0].move)}**"
    for one in made[1:]:
        moves = gettext("{moves}, then **{move}**", moves=moves, move=snapshot.kind.move_name(one.move))
    values = {"side": _side(snapshot, by), "other": _side(snapshot, 1 - by), "moves": moves}
    if reader == 1 - by:
        return gettext("You had no move: {side} played {moves}.", **values)
    if reader == by:
        return gettext("{other} had no move: you played {moves}.", **values)
    return gettext("{other} had no move: {side} played {moves}.", **values)


def _pass(snapshot: GameSnapshot, side: int) -> str:
    if side == _reader(snapshot):
        return gettext("You have no move and **pass**.")
    return gettext("{side} has no move and **passes**.", side=_side(snapshot, side))
