"""The players' names as they stand in the picture of a board."""

from __future__ import annotations

from bot.ui.untrusted import shortened
from bot.ui.words import opponent_label
from data import Game, Seat, Storage


async def picture_names(storage: Storage, game: Game, seen_in: int | None) -> tuple[str, str]:
    """Both players' names, for a picture that is seen in a server (None: outside of all), wherever the game
    is played; a person nobody has seen yet has none."""
    first, second = game.seats
    return await _name(storage, first, seen_in), await _name(storage, second, seen_in)


async def _name(storage: Storage, seat: Seat, guild_id: int | None) -> str:
    if seat.player_id is None:
        return opponent_label(seat.computer, seat.name)
    name = await storage.people.name(seat.player_id, guild_id)
    return "" if name == str(seat.player_id) else shortened(name)
