"""Games whose channel was deleted go on in another one, at the wish of somebody who plays them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import refusals
from bot.games.changes import load, require_going
from bot.games.people import Person, Place
from bot.games.publisher import Publisher
from bot.preferences.house_rules import HouseRules
from data import Storage


class Relocations:
    """Lets games go on elsewhere."""

    def __init__(self, storage: Storage, publisher: Publisher, house_rules: HouseRules) -> None:
        self._storage = storage
        self._publisher = publisher
        self._house_rules = house_rules

    async def note_gone(self, channel_id: int) -> None:
        """A channel was deleted: find out where the boards of its games are now, if anywhere."""
        for game in await self._storage.playing_games(channel_id=channel_id):
            await self._publisher.show(game.id)

    async def go_on_in(
        self,
        game_id: int,
        who: Person,
        place: Place,
        *,
        gone: bool,
        sees_place: Callable[[int], Awaitable[bool]],
    ) -> None:
        """Post the board of a game where one of its players is; from then on it is played there.

        `gone` says whether the game's own channel is; `sees_place` is asked whether the other person can play
        in the new one.
        """
        snapshot = await load(self._storage, game_id)
        game = snapshot.game
        side = snapshot.side_of(who.id)
        if side is None:
            raise refusals.Spectator(game.game)
        if not snapshot.adjourned:
            require_going(snapshot)
        if place.by_clicks:
            raise refusals.NotAMember
        if place.guild_id != game.guild_id:
            raise refusals.OfAnotherServer
        if not gone:
            raise refusals.BoardIsThere
        await self._house_rules.require_games_here(place)
        other_id = game.seats[1 - side].player_id
        if other_id is not None and not await sees_place(other_id):
            raise refusals.OtherNotHere(other_id)
        if not await self._publisher.move(game_id, place):
            raise refusals.NoBoardHere
