"""Matches: two computer players play each other in a channel, at a pace people can follow.

A match is a stored, unrated game with computers in both seats. `ComputerMatches` alone plays it, one
move every few seconds. Its starter and the channel's moderators can pause, step, resume and stop it. The
pause is stored, so that a restart changes nothing. A match ends when its message is deleted; a
forgotten one ends automatically, or makes room as soon as another is started in its channel.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from typing import ClassVar

import structlog

from bot.catalog import GameKind, chosen_board
from bot.computer.opponents.choices import require_player
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place, remember
from bot.core.refusals import InProgress, NotOver, NotYours, Outdated, refusal
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.games.challenges import unrated_game
from bot.play.games.changes import change, load
from bot.play.games.flow import ComputerMoves, ComputersToMove
from bot.play.games.referee import CALLED_OFF
from bot.preferences.preferences import HouseRules
from data.db.chores import Chore
from data.games.records import ComputerMatchThere, Game, Seat
from data.games.waiting import WaitingStore, forgotten_matches
from languages import gettext_noop

ComputerMatchOver = refusal("This match is over. For another one: `/match`.", outdated=True)
ComputerMatchRuns = refusal(
    "The match is running on its own. Press Pause first, then Step for each move.", outdated=True
)


class NotYourComputerMatch(NotYours):
    text = gettext_noop(
        "{person} started this match: its buttons are for {person} and the moderators here. To start "
        "your own: `/match`."
    )


class ComputerMatchHere(InProgress):
    text = gettext_noop(
        "One match at a time per channel, and {person} has one in progress: {link}\nStart yours when "
        "it is over, or in another channel."
    )
    unseen = gettext_noop(
        "One match at a time per channel, and {person} has one in progress here.\nStart yours when it is "
        "over, or in another channel."
    )
    player_id: int


log = structlog.get_logger(__name__)

PACE = 3.0
"""Minimum seconds between two moves."""

MAKES_ROOM_AFTER = timedelta(minutes=10)
"""Time without a move after which a match ends when another one is started in its channel."""

FORGOTTEN_AFTER = timedelta(hours=24)
"""Time after which a paused match ends automatically."""


class ComputerMatches:
    """Starts, plays and controls matches."""

    chores: ClassVar[tuple[Chore, ...]] = (partial(forgotten_matches, age=FORGOTTEN_AFTER),)

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._computer_moves = kit[ComputerMoves]
        self._publisher = kit[ComputerMoves].publisher
        self._house_rules = kit[HouseRules]
        self._rest = kit.rest
        self._now = kit.now
        self._rng = kit.runtime.rng
        self._runs: dict[int, asyncio.Task[None]] = {}
        self._moves: set[asyncio.Task[bool]] = set()
        self._closing = False
        kit[ComputersToMove].listen(self.proceed)

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
        """Begin a match of two computer players by their specs; the first moves first.

        The second value lists the matches that made room. Refused while another one is in progress there.
        `moderator`, here and below, is True for a moderator of the channel.
        """
        first, second = (require_player(kind, player).spec for player in players)
        await self._house_rules.require_matches(place, who, moderator=moderator)
        seats = (Seat(None, first), Seat(None, second))
        new = unrated_game(kind, place, who.id, seats, kind.drawn(options, self._rng))
        await remember(self._storage, who)
        ended: list[GameSnapshot] = []
        while True:
            try:
                with refusing_at_limits():
                    return GameSnapshot.of(await self._storage.create_game(new)), tuple(ended)
            except ComputerMatchThere as there:
                ended.append(await self._make_room(there.game, who, moderator))

    async def again(
        self, game_id: int, who: Person, *, parent_id: int | None = None, moderator: bool = False
    ) -> tuple[GameSnapshot, tuple[GameSnapshot, ...]]:
        """Begin another match of the same players with the sides swapped; returns what `start` does.

        `parent_id` is the parent channel of its thread.
        """
        snapshot = await load(self._storage, game_id)
        if snapshot.going:
            raise NotOver
        game = snapshot.game
        place = Place.of(game, parent_id)
        first, second = (seat.computer or "" for seat in game.seats)
        board = chosen_board(game.options)
        return await self.start(snapshot.kind, place, who, (second, first), board, moderator=moderator)

    async def pause(
        self, game_id: int, who: Person, *, paused: bool, moderator: bool = False
    ) -> GameSnapshot:
        """Pause a match after the current move, or note that it is resumed; `proceed` plays it."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            _require_held(snapshot, who, moderator)
            if snapshot.paused == paused:
                return snapshot.game
            set_paused = self._storage.pause if paused else self._storage.resume
            return await set_paused(snapshot.game)

        return await change(await load(self._storage, game_id), attempt)

    async def step(self, game_id: int, who: Person, ply: int, *, moderator: bool = False) -> None:
        """Play one move of a paused match, the one at `ply`."""
        snapshot = await load(self._storage, game_id)
        _require_held(snapshot, who, moderator)
        if not snapshot.paused:
            raise ComputerMatchRuns
        if snapshot.game.ply != ply:
            raise Outdated
        await self._computer_moves.answer(snapshot)

    async def require_held(self, game_id: int, who: Person, *, moderator: bool = False) -> None:
        """Refuse unless the person may stop a match now."""
        _require_held(await load(self._storage, game_id), who, moderator)

    async def stop(self, game_id: int, who: Person, *, moderator: bool = False) -> None:
        """End a match without a winner."""
        snapshot = await load(self._storage, game_id)
        _require_held(snapshot, who, moderator)
        await self._end(snapshot)

    def proceed(self, snapshot: GameSnapshot, *, at_once: bool = False) -> None:
        """Play a match in the background unless it is paused or in progress.

        The first move comes after a rest unless `at_once`.
        """
        game_id = snapshot.game.id
        if self._closing or not snapshot.self_play_running or game_id in self._runs:
            return
        run = asyncio.create_task(self._run(game_id, at_once), name=f"match {game_id}")
        self._runs[game_id] = run

    async def recover(self) -> None:
        """End matches that have been paused for too long."""
        for game_id in await self._storage[WaitingStore].paused_before(self._now() - FORGOTTEN_AFTER):
            try:
                ended = await self._end(await load(self._storage, game_id))
            except Exception:
                # A bug in one game must not stop the rest.
                log.exception("forgotten match not ended", game=game_id)
            else:
                await self._publisher.show(game_id, known=ended)

    async def finish(self, seconds: float) -> None:
        """Begin no more moves, and wait at most `seconds` for those in progress."""
        self._closing = True
        if self._moves:
            await asyncio.wait(self._moves, timeout=seconds)
        for run in self._runs.values():
            run.cancel()

    async def _run(self, game_id: int, at_once: bool) -> None:
        try:
            if not at_once:
                await self._rest(PACE)
            while (snapshot := await load(self._storage, game_id)).self_play_running:
                move = asyncio.create_task(self._move(snapshot))
                self._moves.add(move)
                move.add_done_callback(self._moves.discard)
                moved, _ = await asyncio.gather(move, self._rest(PACE))
                if not moved or self._closing:
                    return
        except Exception:
            log.exception("match failed; will resume in a minute", game=game_id)
        finally:
            # At once: a later `proceed` must find no runner.
            del self._runs[game_id]

    async def _move(self, snapshot: GameSnapshot) -> bool:
        """Play one move and show it; False when the game does not continue after it."""
        moved = await self._computer_moves.answer(snapshot)
        if not await self._publisher.show(snapshot.game.id, known=moved or snapshot):
            # A game of players whose computers play for them waits until they see it again.
            if snapshot.is_computer_match:
                await self._end_unseen(snapshot)
            return False
        return moved is not None

    async def _end_unseen(self, snapshot: GameSnapshot) -> None:
        game = snapshot.game
        log.info("match ends: its message is gone", game=game.id, channel=game.channel_id)
        await self._end(snapshot)
        # A failed attempt now is not retried later.
        await self._publisher.show(game.id)

    async def _make_room(self, game: Game, who: Person, moderator: bool) -> GameSnapshot:
        """End an idle match for another one in its channel; refused if it is not idle."""
        held = moderator or game.challenger_id == who.id
        idle = self._now() - max(game.moved_at, game.paused_at or game.moved_at)
        if not (held and game.paused_at is not None) and idle < MAKES_ROOM_AFTER:
            raise ComputerMatchHere(
                Place(game.channel_id, game.guild_id), game.message_id, game.challenger_id
            )
        return await self._end(GameSnapshot.of(game))

    async def _end(self, snapshot: GameSnapshot) -> GameSnapshot:
        """End a match without a winner, unless its last move has just ended it."""

        async def attempt(now: GameSnapshot) -> Game:
            return await self._storage.finish(now.game, CALLED_OFF) if now.going else now.game

        return await change(snapshot, attempt)


def _require_held(snapshot: GameSnapshot, who: Person, moderator: bool) -> None:
    """Refuse unless the person started the match or moderates its channel, and it is in progress."""
    if snapshot.game.challenger_id != who.id and not moderator:
        raise NotYourComputerMatch(snapshot.game.challenger_id)
    if not snapshot.going:
        raise ComputerMatchOver
