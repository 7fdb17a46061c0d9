"""Checking and changing a game as one step, safe against concurrent changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.core.people import Person
from bot.core.refusals import GameOver, NotBegun, OfferClosed, UnknownGame, UnseenGame
from bot.core.snapshot import GameSnapshot
from bot.play.games import refusals
from data import Storage
from data.games.records import Ending, Game, GameChanged, GameState, NewMove, Outcome
from engine import Position
from engine.search.position import PASS

Attempt = Callable[[GameSnapshot], Awaitable[Game]]
"""Checks whether a change is possible now (a `Refusal` says why not) and stores it."""


async def load(storage: Storage, game_id: int) -> GameSnapshot:
    """Return a stored game. Raises UnknownGame."""
    game = await storage.game(game_id)
    if game is None:
        raise UnknownGame
    return GameSnapshot.of(game)


async def load_seen(storage: Storage, game_id: int, who: Person, *, sees_channel: bool) -> GameSnapshot:
    """Return a game of `who`, or any game if they can see its channel. Raises UnknownGame."""
    snapshot = await load(storage, game_id)
    if snapshot.side_of(who.id) is None and not sees_channel:
        raise UnseenGame(game_id)
    return snapshot


async def change(snapshot: GameSnapshot, attempt: Attempt) -> GameSnapshot:
    """Change a game that was just read; returns the changed game.

    If it was changed meanwhile, `attempt` checks the newer one.
    """
    while True:
        try:
            return GameSnapshot.of(await attempt(snapshot))
        except GameChanged as changed:
            snapshot = GameSnapshot.of(changed.game)


def require_begun(snapshot: GameSnapshot) -> None:
    """Refuse an offer, open or closed."""
    if snapshot.game.state is GameState.OFFERED:
        raise NotBegun
    if snapshot.game.state is GameState.CLOSED:
        raise OfferClosed(snapshot.game.game)


def require_going(snapshot: GameSnapshot) -> None:
    require_begun(snapshot)
    if snapshot.adjourned:
        raise refusals.Adjourned
    if not snapshot.going:
        raise GameOver


def require_ply(snapshot: GameSnapshot, ply: int) -> None:
    """Refuse the answer to a question about another position."""
    if snapshot.game.ply != ply:
        raise refusals.MovedSince


def require_side(snapshot: GameSnapshot, who: Person) -> int:
    """Return the side of `who` in a game in progress. Refuses spectators."""
    require_going(snapshot)
    side = snapshot.side_of(who.id)
    if side is None:
        raise refusals.Spectator(snapshot.game.game)
    return side


def require_casual(snapshot: GameSnapshot) -> None:
    """Refuse help and changes of what was agreed in the game of a tournament or an exhibition."""
    if snapshot.game.event is not None:
        raise refusals.InSimul if snapshot.game.in_simul else refusals.InTournament


def plies(position: Position, move: NewMove) -> tuple[list[NewMove], Outcome | None]:
    """Return the plies of `move` and the passes it forces, and the outcome if it ends the game.

    Raises IllegalMove.
    """
    made = [move]
    position = position.play(move.move)
    while position.legal_moves() == (PASS,):
        made.append(NewMove(PASS, position.turn, 0.0))
        position = position.play(PASS)
    return made, _outcome(position)


def _outcome(position: Position) -> Outcome | None:
    result = position.result()
    if result is None:
        return None
    # The engine scores for the side to move; stored scores are the first player's.
    score = result.score if position.turn == 0 else -result.score
    return Outcome(winner=result.winner, score=score, ending=Ending.PLAYED)
