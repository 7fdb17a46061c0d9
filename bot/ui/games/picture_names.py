"""Players' names as they appear in the picture of a board."""

from __future__ import annotations

from bot.games.people import Names
from bot.ui.untrusted import shortened
from bot.ui.words import opponent_label
from data import Game


async def picture_names(names: Names, game: Game, seen_in: int | None) -> tuple[str, str]:
    """Return both players' names for a picture seen in a server (None: elsewhere); "" where unknown."""
    first, second = [
        opponent_label(seat.computer, seat.name) if seat.player_id is None else shortened(name or "")
        for seat, name in zip(game.seats, await names.of_players(game, seen_in), strict=True)
    ]
    return first, second
