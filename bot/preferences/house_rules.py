"""What the settings of a server allow people to do there."""

from __future__ import annotations

from bot import refusals
from bot.games.people import Person, Place
from bot.preferences.preferences import Preferences


class HouseRules:
    """Checks what people are about to start."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    async def require_games_here(self, place: Place) -> None:
        """Refuse to start a game where none may be started; in a thread its channel counts."""
        channels = (await self._preferences.of_server(place.guild_id)).channels
        if channels and not {place.channel_id, place.parent_id} & set(channels):
            raise refusals.GamesElsewhere(channels)

    async def require_matches(self, place: Place, who: Person, *, moderator: bool) -> None:
        """Refuse games of computers to those who may not start them; moderators always may."""
        await self.require_games_here(place)
        circle = (await self._preferences.of_server(place.guild_id)).matches
        if moderator or circle.who == "everybody" or circle.role_id in who.roles:
            return
        raise refusals.MatchesRestricted(circle.role_id)

    async def rated(self, guild_id: int | None) -> bool:
        """Whether games of a server can be rated."""
        return (await self._preferences.of_server(guild_id)).rated
