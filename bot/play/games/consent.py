"""Help from the computer in a game: who may have it, who has to agree, and what it costs."""

from __future__ import annotations

from bot.core.snapshot import GameSnapshot, unrating_loses
from bot.play.games import refusals
from bot.play.games.changes import require_casual
from bot.play.games.terms import computer_rating
from data import Storage
from data.games.records import Game
from data.ratings.unrating import UnratingStore
from engine.players.computer import style_names


async def record_asked(
    storage: Storage, snapshot: GameSnapshot, side: int, answers: int | None = None
) -> Game:
    """Store that the person on `side` requested hints; `answers` is the question that allowed it."""
    if snapshot.game.asked and answers is None:
        return snapshot.game
    return await storage[UnratingStore].record_asked(
        snapshot.game,
        side,
        as_loss=unrating_loses(snapshot),
        computer_rating=computer_rating(snapshot),
        answers=answers,
    )


def needs_consent(snapshot: GameSnapshot) -> bool:
    """Return whether an opponent has to agree to hints first."""
    return not snapshot.game.asked and all(seat.player_id is not None for seat in snapshot.game.seats)


def require_hintable(snapshot: GameSnapshot, side: int) -> None:
    """Refuse hints to a player who is not to move themselves, and in tournaments and exhibitions."""
    require_casual(snapshot)
    if snapshot.game.delegates[side] is not None:
        raise refusals.HandedOver
    if snapshot.position.turn != side:
        raise refusals.NotYourTurn
    if not style_names(snapshot.position.game):
        raise refusals.NoHints(snapshot.kind.title)
