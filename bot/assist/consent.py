"""Consent of the other person of a game to the computer's help: theirs alone, and for one position only."""

from __future__ import annotations

from bot import refusals
from bot.games.changes import require_going
from bot.games.people import Person
from bot.games.snapshot import GameSnapshot


def consent_needed(snapshot: GameSnapshot, side: int) -> int | None:
    """The id of the person who has to agree before a computer helps this side, if there is one."""
    return snapshot.game.seats[1 - side].player_id


def require_answerer(snapshot: GameSnapshot, side: int, who: Person) -> None:
    """Refuse an answer to the person on `side` by anybody but the other one, and when the game is over."""
    other = consent_needed(snapshot, side)
    if other != who.id:
        raise refusals.NotAskedForConsent(other)
    require_going(snapshot)


def require_asked_now(snapshot: GameSnapshot, side: int, ply: int) -> None:
    """Refuse to agree to what the person on `side` asked for at another `ply`."""
    if snapshot.game.ply != ply:
        asker = snapshot.game.seats[side].player_id
        assert asker is not None
        raise refusals.QuestionLapsed(asker)
