"""How pictures look: as the server has it where all see them, as each person has it where they alone do."""

from __future__ import annotations

from bot.games.people import Place
from bot.preferences.preferences import Preferences
from data import Game
from renderers.look import Look
from renderers.themes import THEMES


class Looks:
    """Finds out how something is to be shown."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    async def of_game(self, game: Game) -> Look:
        """The board of a game, in its channel."""
        people = [seat.player_id for seat in game.seats if seat.player_id is not None]
        return await self.of_place(Place.of(game), people[0] if people else game.challenger_id)

    async def of_place(self, place: Place, person_id: int) -> Look:
        """Something for all who are there; `person_id` is the one with whom the bot has a private chat."""
        if place.is_private_chat:
            return await self.of_person(person_id, None)
        return Look(THEMES[(await self._preferences.of_server(place.guild_id)).theme])

    async def of_person(self, person_id: int, guild_id: int | None) -> Look:
        """Something that one person alone sees, in a server or not."""
        own = await self._preferences.of_person(person_id)
        theme = own.theme or (await self._preferences.of_server(guild_id)).theme
        return Look(THEMES[theme], turned=own.flip, in_words=own.text_board)
