"""Reasons in Connect 4, found on the grid; where values are proved, reasons agree with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.connect4 import threats
from engine.connect4.position import Position
from engine.reasons import kinds
from engine.reasons.kinds import Comparison, Reason


def flaws(compared: Comparison) -> Iterator[Reason]:
    """Yield why a move is worse, the weightiest reason first."""
    position = compared.position
    assert isinstance(position, Position)
    after, better = position.play(compared.move), position.play(compared.better)
    other = 1 - position.turn
    if after.result() is not None:
        return
    now = threats.completing_now(after)
    if now and not (better.result() is None and threats.completing_now(better)):
        before = threats.completing_now(position, other)
        yield from (kinds.IgnoresThreat(column) for column in sorted(now & before, key=int))
        if compared.move in now - before:
            yield kinds.OpensSquareAbove()
    if now:
        return
    replies = after.legal_moves() if compared.answer is None else [compared.answer]
    holds = compared.better_value is not None and compared.better_value >= 0
    yield from _double_threats(after, better, replies, holds=holds)
    yield from _forced(after, better, holds=holds)
    yield from _follow_up(compared, after, replies)
    yield from _threats(compared, after, better)
    yield from _tempo(compared, after, better)


def _double_threats(
    after: Position, better: Position, replies: Iterable[str], *, holds: bool
) -> Iterator[Reason]:
    """Yield a reply that makes two threats; the better move is known to allow none if it `holds`."""
    for reply in replies:
        made = threats.double_threat(after.play(reply), after.turn)
        if made and (holds or not any_double_threat(better)):
            yield kinds.AllowsDoubleThreat(reply, stacked=len(made) == 1)
            return


def any_double_threat(position: Position) -> str | None:
    """Return a move of the side to move that makes two threats at once, or completes a row; else None."""
    if position.result() is not None:
        return None
    moves = position.legal_moves()
    now = threats.completing_now(position)
    if now:
        return min(now, key=int)
    return next((move for move in moves if threats.double_threat(position.play(move), position.turn)), None)


def _forced(after: Position, better: Position, *, holds: bool) -> Iterator[Reason]:
    won = threats.forced_win(after)
    if won and (holds or threats.forced_win(better) == ()):
        yield kinds.AllowsForcedWin(won)


def _threats(compared: Comparison, after: Position, better: Position) -> Iterator[Reason]:
    """Yield the threats that the best reply makes, if none to the better move makes any."""
    position = compared.position
    assert isinstance(position, Position)
    if compared.answer is None or better.result() is not None:
        return
    before = threats.completing_squares(position, after.turn)

    def made(by: Position) -> int:
        return threats.completing_squares(by, after.turn) & ~before

    new = made(after.play(compared.answer))
    if new and not any(made(better.play(reply)) for reply in better.legal_moves()):
        yield kinds.AllowsThreat(compared.answer, threats.columns_of(position, new))


def _tempo(compared: Comparison, after: Position, better: Position) -> Iterator[Reason]:
    """Yield what a move does that only makes the other side reply where it wants to be."""
    position = compared.position
    assert isinstance(position, Position)
    made = threats.completing_now(after, position.turn)
    if len(made) != 1 or compared.answer not in made | {None}:
        return
    (reply,) = made
    above = 1 << position.move_square(compared.move) + 1
    if reply == compared.move and above & threats.completing_squares(position, position.turn):
        if compared.better != compared.move and better.result() is None:
            yield kinds.GivesAwayThreat()
    elif threats.completing_now(after.play(reply), after.turn) and not _drives(position, compared.better):
        yield kinds.LosesTempo(reply)


def _drives(position: Position, move: str) -> bool:
    """Return whether a move makes one threat, and the reply that stops it threatens a row in turn."""
    after = position.play(move)
    if after.result() is not None:
        return False
    made = threats.completing_now(after, position.turn)
    return any(threats.completing_now(after.play(reply), after.turn) for reply in made)


def _follow_up(compared: Comparison, after: Position, replies: Iterable[str]) -> Iterator[Reason]:
    """Yield a follow-up of the other side that explains the proved value of the move."""
    if compared.value is None or compared.better_value is None or compared.value > 0:
        return
    for reply in replies:
        most = threats.follow_up(after.play(reply))
        if most is not None and most == _outcome(compared.value) < _outcome(compared.better_value):
            yield kinds.AllowsFollowUp(reply, wins=most < 0)
            return


def _outcome(value: int) -> int:
    return (value > 0) - (value < 0)


def merits(compared: Comparison) -> Iterator[Reason]:
    """Yield why the better move is better, the weightiest reason first."""
    position = compared.position
    assert isinstance(position, Position)
    after, better = position.play(compared.move), position.play(compared.better)
    own, other = position.turn, 1 - position.turn
    result = better.result()
    if result is not None:
        if result.winner == own and after.result() is None:
            yield kinds.CompletesRow()
        return
    if after.result() is not None:
        return
    before = threats.completing_now(position, other)
    if before == {compared.better} and not threats.completing_now(better):
        yield kinds.StopsRow()
    elif not threats.completing_now(better):
        yield from _wins(position, compared)
        reply = None if any_double_threat(better) else any_double_threat(after)
        if reply is not None and not threats.completing_now(after):
            yield kinds.StopsDoubleThreat(reply)
    if compared.better_value is not None and compared.value is not None:
        best = _outcome(compared.better_value)
        if best > _outcome(compared.value):
            most = threats.follow_up(better)
            if most is not None and -most == best:
                yield kinds.KeepsFollowUp(wins=best > 0)
            if compared.keepers == 1 and best >= 0:
                yield kinds.OnlyMove(wins=best > 0)


def _wins(position: Position, compared: Comparison) -> Iterator[Reason]:
    """Yield how the better move wins by threats, if the other one does not."""
    wins_not = compared.value is not None and compared.value <= 0
    if not wins_not and threats.forced_win(position, compared.move) != ():
        return
    made = threats.double_threat(position.play(compared.better), position.turn)
    if made:
        yield kinds.MakesDoubleThreat(stacked=len(made) == 1)
        return
    won = threats.forced_win(position, compared.better)
    if won:
        yield kinds.ForcesWin(won)
