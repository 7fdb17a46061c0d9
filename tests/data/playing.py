"""Games to store in tests, and how they end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from data import Storage
from data.games.records import Ending, Game, GameState, NewGame, NewMove, Outcome, Seat
from data.ratings.ratings import RatingChange
from data.tournaments.records import SIMUL, NewTournament, TournamentTerms
from tests.cases import there
from tests.data.helpers import ANN, BOB, CHANNEL, GUILD

FIRST_WINS = Outcome(0, 12, Ending.PLAYED)
SECOND_WINS = Outcome(1, -12, Ending.PLAYED)
DRAWN = Outcome(None, 0, Ending.PLAYED)
CALLED_OFF = Outcome(None, None, Ending.CALLED_OFF)


class Played(NamedTuple):
    """A finished game and its rating changes."""

    game: Game
    changes: tuple[RatingChange, ...]


def simul(starts_at: datetime, *, exhibitor: str | None = None, places: int = 5) -> NewTournament:
    """A simultaneous exhibition by Ann, or a computer player."""
    terms = TournamentTerms("reversi", "", SIMUL, None, places, 0, 0, False, True, None, "first", exhibitor)
    return NewTournament(GUILD, CHANNEL, ANN, terms, 0, starts_at, None)


def between(first: int = ANN, second: int = BOB, **changes: object) -> NewGame:
    """A rated game of Reversi between two people that starts at once."""
    new = NewGame(
        game="reversi", options="", guild_id=GUILD, channel_id=CHANNEL, challenger_id=first,
        opponent_id=second, seats=(Seat(player_id=first), Seat(player_id=second)), side_choice="first",
        state=GameState.PLAYING, rated=True,
    )  # fmt: skip
    return replace(new, **changes)  # type: ignore[arg-type]


def against_computer(player: int = ANN, computer: str = "easy", **changes: object) -> NewGame:
    """A rated game of a person, who moves first, against the computer."""
    seats = (Seat(player_id=player), Seat(computer=computer))
    given = {"opponent_id": None, "seats": seats} | changes
    return replace(between(player), **given)  # type: ignore[arg-type]


def offer(challenger: int = ANN, opponent: int | None = BOB, **changes: object) -> NewGame:
    """An offer of which only the challenger's seat is filled."""
    seats = (Seat(player_id=challenger), Seat())
    given = {"opponent_id": opponent, "seats": seats, "state": GameState.OFFERED} | changes
    return replace(between(challenger), **given)  # type: ignore[arg-type]


def move(text: str, by: int, seconds: float = 1.0) -> NewMove:
    """A move that took a second."""
    return NewMove(text, by, seconds)


async def played(
    storage: Storage, new: NewGame, outcome: Outcome, computer_rating: int | None = None
) -> Played:
    """Store a game of one move that ends with this outcome."""
    game = await storage.create_game(new)
    game = await storage.add_moves(game, [move("d3", 0)], outcome, computer_rating=computer_rating)
    return Played(game, await storage.rating_changes(game.id))


async def reload(storage: Storage, game: Game) -> Game:
    return there(await storage.game(game.id))
