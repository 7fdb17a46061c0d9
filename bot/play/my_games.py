"""A player's games everywhere: listed, visited in turn, and moved to another channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

from bot.core.paging import ListPage, load_page
from bot.core.people import Person, Place
from bot.core.publisher import Publisher
from bot.core.refusals import NotAMember, Refusal, refusal
from bot.core.signals import ChannelDeleted
from bot.features import Kit
from bot.play.games.changes import load, require_going
from bot.play.games.refusals import Spectator
from bot.preferences.preferences import HouseRules
from data import Storage
from data.db.registry import Registry
from data.games.my_games import MyGame, MyGamesPage, MyGamesStore, MyTurn
from data.tournaments.tournaments import TournamentStore
from languages import gettext_noop

OfAnotherServer = refusal("This game can only continue in the server where it started. Use `/games` there.")
BoardIsThere = refusal("The board is still in its channel. Use `/games` for a link to it.")


class OtherNotHere(Refusal):
    text = gettext_noop("{person} can't see this channel. Use `/games` in one in which you can both play.")
    player_id: int


NoBoardHere = refusal(
    "I can't post a board in this channel: I need to see it, send messages and attach files. Ask a "
    "server manager, or use `/games` in another channel."
)


PAGE = 8
"""Games listed on a page."""

TICK = timedelta(microseconds=1)
NEVER, NO_TIME_LIMIT = (moment.replace(tzinfo=UTC) for moment in (datetime.min, datetime.max))


class PlayerGames:
    """Lists a player's games, and finds the next one that waits for them."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]
        self._now = kit[Storage].clock

    async def listed(
        self, who: Person, guild_id: int | None, game: str | None, page: int
    ) -> ListPage[MyGamesPage]:
        """Return a page of a player's games, of one kind or (None) all; at most the last page.

        Names are those in the server `guild_id` (None: outside of servers).
        """
        load = self._storage[MyGamesStore].page
        return await load_page(
            lambda offset, limit: load(who.id, guild_id, game=game, offset=offset, limit=limit), page, PAGE
        )

    async def one(self, who: Person, guild_id: int | None, game_id: int) -> MyGame | None:
        """Return one of a player's games as in their list; None if it has left the list."""
        return await self._storage[MyGamesStore].one(who.id, guild_id, game_id)

    async def next_waiting(
        self, who: Person, here: int | None = None, channel_id: int | None = None
    ) -> int | None:
        """Return the next game that waits for a player, and note their visit; None if there is none.

        `here` is the game they come from, `channel_id` where they are: in a simultaneous exhibition its
        boards come first.
        """
        turns, last = await self._storage[MyGamesStore].turns(who.id)
        round_in = await self._round_in(here, channel_id)
        chosen = next_turn(turns, here if here is not None else last, round_in)
        if chosen is None:
            return None
        latest = max((turn.led_at for turn in turns if turn.led_at is not None), default=NEVER)
        # Moments must differ even when the clock has not advanced.
        moment = max(self._now(), latest + TICK)
        if here is not None and here != chosen:
            await self._storage[MyGamesStore].record_led(who.id, here, moment)
            moment += TICK
        await self._storage[MyGamesStore].record_led(who.id, chosen, moment)
        return chosen

    async def _round_in(self, here: int | None, channel_id: int | None) -> int | None:
        """Return the thread of the simultaneous exhibition that a player is in."""
        game = None if here is None else await self._storage.game(here)
        if game is not None and game.in_simul:
            return game.channel_id
        if channel_id is not None and await self._storage[TournamentStore].simuls_in(channel_id):
            return channel_id
        return None


def next_turn(turns: Sequence[MyTurn], last: int | None, round_in: int | None = None) -> int | None:
    """Return the game to visit next, not the `last` one while others wait; those in a channel first.

    Games not visited since the player's turn began come first: those with the least time left, then those
    waiting longest. After that, all in the order of the earlier visits.
    """

    def order(turn: MyTurn) -> tuple[datetime, datetime, datetime, int]:
        led = turn.led_at is not None and turn.led_at >= turn.moved_at
        visited_at = turn.led_at if led and turn.led_at is not None else NEVER
        return (visited_at, turn.flag_at or NO_TIME_LIMIT, turn.moved_at, turn.id)

    others = [turn for turn in turns if turn.id != last] or list(turns)
    others = [turn for turn in others if turn.channel_id == round_in] or others
    return min(others, key=order).id if others else None


class Relocations:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._publisher = kit[Publisher]
        self._house_rules = kit[HouseRules]
        kit[ChannelDeleted].listen(self._react_to_deletion)

    async def _react_to_deletion(self, channel_id: int) -> None:
        """Find out where the boards of a deleted channel's games are now, if anywhere."""
        for game in await self._storage.playing_games(channel_id=channel_id):
            await self._publisher.show(game.id)

    async def move_game(
        self,
        game_id: int,
        who: Person,
        place: Place,
        *,
        gone: bool,
        sees_place: Callable[[int], Awaitable[bool]],
    ) -> None:
        """Post the board of a game where one of its players is, and play it there from now on.

        `gone` tells whether the game's own channel is deleted; `sees_place` checks whether the opponent can
        play in the new one.
        """
        snapshot = await load(self._storage, game_id)
        game = snapshot.game
        side = snapshot.side_of(who.id)
        if side is None:
            raise Spectator(game.game)
        if not snapshot.adjourned:
            require_going(snapshot)
        if place.by_clicks:
            raise NotAMember
        if place.guild_id != game.guild_id:
            raise OfAnotherServer
        if not gone:
            raise BoardIsThere
        await self._house_rules.require_games_here(place)
        other_id = game.seats[1 - side].player_id
        if other_id is not None and not await sees_place(other_id):
            raise OtherNotHere(other_id)
        if not await self._publisher.move(game_id, place):
            raise NoBoardHere
