"""What one person, and one server, can have at once and ask for within an hour, as people are told of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot import refusals
from bot.games.people import Person
from data import Request, TooManyGames, TooManyRequests


@contextmanager
def fair(who: Person) -> Iterator[None]:
    """Refuse what would be too much of `who`, of the person they play with, or in the server."""
    try:
        yield
    except TooManyGames as error:
        other = None if error.player_id == who.id else error.player_id
        raise refusals.TooManyGames(error.scope, error.most, other) from error
    except TooManyRequests as error:
        too_many = (
            refusals.TooManyChallenges if error.request is Request.CHALLENGE else refusals.TooManyQuestions
        )
        raise too_many(error.scope, error.most, error.again_at) from error
