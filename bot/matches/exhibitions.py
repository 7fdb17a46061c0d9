"""Matches: two computer players play each other in a channel, at a pace people can follow.

A match is a stored, unrated game both of whose seats are taken by computers. `ExhibitionRunner` alone moves
it, one move every few seconds. Whoever started it, and whoever moderates the channel, can pause it, step
through it, let it go on, and stop it. Whether it is paused is stored, so that a restart changes nothing. A
match ends when its message is deleted; one that was forgotten ends by itself, or makes room as soon as
somebody wants to see another match in its channel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import structlog

from bot import refusals
from bot.catalog import GameKind
from bot.computer.computer import Computer
from bot.games.people import Person, Place
from bot.games.referee import Referee
from bot.games.snapshot import GameSnapshot, is_exhibition
from bot.opponents.specs import require_player
from bot.runtime import Now, Rest, utc_now
from data import Ending, Game, GameChanged, GameState, NewGame, Outcome, Seat, Storage

log = structlog.get_logger(__name__)

PACE = 3.0
"""Seconds from one move to the next; longer only when a search takes longer."""

MAKES_ROOM_AFTER = timedelta(minutes=10)
"""A match in which nothing has happened for so long ends when somebody starts another one there."""

FORGOTTEN_AFTER = timedelta(hours=24)
"""A match paused for so long ends by itself."""

STOPPED = Outcome(winner=None, score=None, ending=Ending.CALLED_OFF)

Show = Callable[[], Awaitable[bool]]
"""Brings the message of a match up to date; False when nobody can see it any more."""


class ExhibitionRunner:
    """Starts matches, moves them, and does with them what those who started them ask for."""

    def __init__(
        self,
        storage: Storage,
        referee: Referee,
        computer: Computer,
        *,
        rest: Rest = asyncio.sleep,
        now: Now = utc_now,
    ) -> None:
        self._storage = storage
        self._referee = referee
        self._computer = computer
        self._rest = rest
        self._now = now
        self._starting = asyncio.Lock()
        self._runs: dict[int, asyncio.Task[None]] = {}
        self._shows: dict[int, Show] = {}
        self._moves: set[asyncio.Task[bool]] = set()
        self._closing = False

    # --- what people ask for -----------------------------------------------------------------------------

    async def start(
        self,
        kind: GameKind,
        place: Place,
        who: Person,
        players: tuple[str, str],
        options: str = "",
        *,
        moderator: bool = False,
    ) -> tuple[GameSnapshot, tuple[GameSnapshot, ...]]:
        """Begin a match of two computer players, each a level or a player's text; the first moves first.

        The second value is the matches that have made room. Refused while another match is going on there.
        `moderator`, here and below, tells that the person moderates the channel.
        """
        for player in players:
            require_player(kind, player)
        # Two who start one at the same moment must not both find the channel free.
        async with self._starting:
            ended = await self._make_room(place, who, moderator)
            await self._storage.remember_player(who.id, who.name)
            game = await self._storage.create_game(
                NewGame(
                    game=kind.key,
                    options=options,
                    guild_id=place.guild_id,
                    channel_id=place.channel_id,
                    challenger_id=who.id,
                    opponent_id=None,
                    computer=players[1],
                    colour="first",
                    seats=(Seat(None, players[0]), Seat(None, players[1])),
                    state=GameState.PLAYING,
                    rated=False,
                )
            )
        return GameSnapshot.of(game), ended

    async def again(
        self, game_id: int, who: Person, *, moderator: bool = False
    ) -> tuple[GameSnapshot, tuple[GameSnapshot, ...]]:
        """The players of a match that is over once more, with the sides exchanged; as `start` returns it."""
        snapshot = await self._referee.snapshot(game_id)
        if snapshot.going:
            raise refusals.NotOver
        game = snapshot.game
        place = Place(game.channel_id, game.guild_id)
        first, second = (seat.computer or "" for seat in game.seats)
        return await self.start(snapshot.kind, place, who, (second, first), game.options, moderator=moderator)

    async def pause(self, game_id: int, who: Person, *, moderator: bool = False) -> None:
        """Let the match rest after the move that is being made."""
        snapshot = await self._held(game_id, who, moderator)
        if not snapshot.paused:
            await self._change(self._storage.pause(game_id))

    async def resume(self, game_id: int, who: Person, *, moderator: bool = False) -> GameSnapshot:
        """The match is to go on by itself: the caller lets it, with `go_on`."""
        snapshot = await self._held(game_id, who, moderator)
        return await self._change(self._storage.resume(game_id)) if snapshot.paused else snapshot

    async def step(self, game_id: int, who: Person, ply: int, *, moderator: bool = False) -> None:
        """Make one move of a paused match, the one at `ply`."""
        snapshot = await self._held(game_id, who, moderator)
        if not snapshot.paused:
            raise refusals.ExhibitionGoesOn
        if snapshot.game.ply != ply:
            raise refusals.Outdated
        await self._computer.answer(snapshot)

    async def stop(self, game_id: int, who: Person, *, moderator: bool = False) -> None:
        """End the match without a winner."""
        await self._end(await self._held(game_id, who, moderator))

    # --- how matches go on -------------------------------------------------------------------------------

    def go_on(self, snapshot: GameSnapshot, show: Show, *, at_once: bool = False) -> None:
        """Let a match play on by itself, if it may and does not already; the first move comes after a rest.

        `show` is called after every move from now on.
        """
        game_id = snapshot.game.id
        if self._closing or not snapshot.goes_on_by_itself:
            return
        self._shows[game_id] = show
        if game_id not in self._runs:
            run = asyncio.create_task(self._run(game_id, at_once), name=f"match {game_id}")
            self._runs[game_id] = run

    async def look_after(self, snapshot: GameSnapshot, show: Show) -> None:
        """A match that stands still and should not goes on; one that is forgotten ends."""
        if snapshot.paused and self._still_for(snapshot.game) > FORGOTTEN_AFTER:
            await self._end(snapshot)
            await show()
        elif snapshot.game.id not in self._runs:
            self.go_on(snapshot, show)

    async def close(self, seconds: float) -> None:
        """Begin no more moves, and wait at most `seconds` for those being made."""
        self._closing = True
        if self._moves:
            await asyncio.wait(self._moves, timeout=seconds)
        for run in self._runs.values():
            run.cancel()

    async def _run(self, game_id: int, at_once: bool) -> None:
        try:
            if not at_once:
                await self._rest(PACE)
            while (snapshot := await self._referee.snapshot(game_id)).goes_on_by_itself:
                move = asyncio.create_task(self._move(snapshot))
                self._moves.add(move)
                move.add_done_callback(self._moves.discard)
                moved, _ = await asyncio.gather(move, self._rest(PACE))
                if not moved or self._closing:
                    return
        except Exception:
            log.exception("a match stands still; it goes on in a minute", game=game_id)
        finally:
            # Not later: whoever lets the match go on after this has to find that nobody moves it.
            del self._runs[game_id], self._shows[game_id]

    async def _move(self, snapshot: GameSnapshot) -> bool:
        """Make one move and show it; False when the match does not go on after it by itself."""
        show = self._shows[snapshot.game.id]
        moved = await self._computer.answer(snapshot)
        if not await show():
            # A game of people, whose computers play for them, waits until they see it again.
            if snapshot.is_exhibition:
                await self._end_unseen(snapshot, show)
            return False
        return moved is not None

    async def _end_unseen(self, snapshot: GameSnapshot, show: Show) -> None:
        """End a match that nobody can see any more."""
        log.info("a match ends: nobody can see it", game=snapshot.game.id, channel=snapshot.game.channel_id)
        await self._end(snapshot)
        # It cannot be shown either; tried now, it is not tried again.
        await show()

    # --- checks ------------------------------------------------------------------------------------------

    async def _held(self, game_id: int, who: Person, moderator: bool) -> GameSnapshot:
        """The match, if it is going on and `who` holds its buttons: he started it, or moderates there."""
        snapshot = await self._referee.snapshot(game_id)
        if snapshot.game.challenger_id != who.id and not moderator:
            raise refusals.NotYourExhibition(snapshot.game.challenger_id)
        if not snapshot.going:
            raise refusals.ExhibitionOver
        return snapshot

    async def _make_room(self, place: Place, who: Person, moderator: bool) -> tuple[GameSnapshot, ...]:
        """End the matches in a channel that nobody looks at any more; refuse when there is another one."""
        there = [
            game for game in await self._storage.playing_games(channel_id=place.channel_id) if is_exhibition(game)
        ]
        for game in there:
            held = moderator or game.challenger_id == who.id
            if not (held and game.paused_at is not None) and self._still_for(game) < MAKES_ROOM_AFTER:
                raise refusals.ExhibitionHere(
                    game.challenger_id, Place(game.channel_id, game.guild_id), game.message_id
                )
        return tuple([await self._end(GameSnapshot.of(game)) for game in there])

    def _still_for(self, game: Game) -> timedelta:
        """How long nothing has happened in a match."""
        return self._now() - max(game.moved_at, game.paused_at or game.moved_at)

    async def _end(self, snapshot: GameSnapshot) -> GameSnapshot:
        try:
            return GameSnapshot.of((await self._storage.finish(snapshot.game.id, None, STOPPED)).game)
        except GameChanged as changed:
            # Its last move came between: it has ended by itself.
            return GameSnapshot.of(changed.game)

    @staticmethod
    async def _change(change: Awaitable[Game]) -> GameSnapshot:
        try:
            return GameSnapshot.of(await change)
        except GameChanged as changed:
            raise refusals.ExhibitionOver from changed
