"""Runs simultaneous exhibitions: opens the thread, begins the boards one by one, notes their results."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.catalog import GAMES
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.events import refusals
from bot.events.tournaments.news import TournamentNews, boards_place
from bot.events.tournaments.simul_rules import (
    Board,
    boards_of,
    field,
    is_abandoned,
    outcome_of,
    seats_of,
    time_shares,
)
from bot.features import Kit
from bot.messages.delivery import Undelivered
from bot.messages.events import AFTER_FAULT
from bot.play.games.challenges import Challenges
from bot.play.games.flow import GameFlow
from bot.play.games.referee import CALLED_OFF
from data.games.records import EventRef, Game, GameChanged, GameState, WhyUnrated
from data.people.personal import DELETED_PLAYER
from data.tournaments.pairings import PairingOutcome
from data.tournaments.records import StoredPairing, TournamentRecord, TournamentState
from data.tournaments.tournaments import TournamentStore


class SimulCourse:
    """The steps of simultaneous exhibitions, as the director of tournaments takes them."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._challenges = kit[Challenges]
        self._flow = kit[GameFlow]
        self._publisher = kit[Publisher]
        self._news = kit[TournamentNews]
        self._background = kit.background
        self._now = kit.now
        self._without_thread: set[int] = set()
        """Exhibitions that are full and could not begin; they try again at their start."""

    def forget_all_but(self, active: set[int]) -> None:
        """Forget what is known of exhibitions that are over."""
        self._without_thread &= active

    def next_due(self, record: TournamentRecord) -> datetime | None:
        """Return when the next step is due in one that is not over."""
        tournament, now = record.tournament, self._now()
        if tournament.state is TournamentState.OPEN:
            return tournament.starts_at if tournament.starts_at > now else now + AFTER_FAULT
        return None if _is_told(record) else now + AFTER_FAULT

    async def begin(self, record: TournamentRecord) -> None:
        """Begin now. Refused without opponents or a thread."""
        if not record.entrants:
            raise refusals.NoOpponents
        if isinstance(await self._begin(record), Undelivered):
            raise refusals.NoSimulThread

    async def prepare(self, record: TournamentRecord) -> bool:
        """Begin when it is time or all places are taken; without opponents, cancel."""
        tournament, store = record.tournament, self._storage[TournamentStore]
        if tournament.organiser_id == DELETED_PLAYER:
            await store.cancel(record, "organiser")
            return True
        if (gone := record.entrant_of(DELETED_PLAYER)) is not None:
            await store.leave(record, gone.number, None)
            return True
        is_due = tournament.starts_at <= self._now()
        is_full = tournament.terms.when_full and len(record.entrants) >= tournament.terms.places
        if not is_due and (not is_full or tournament.id in self._without_thread):
            return False
        if not record.entrants:
            await store.cancel(record, "too few")
            return True
        opened = await self._begin(record)
        if not isinstance(opened, Undelivered):
            return True
        is_refused = opened.permanent and not opened.message_gone
        if is_refused and is_due:
            await store.cancel(record, "no thread")
            return True
        if is_refused:
            self._without_thread.add(tournament.id)
        return False

    async def run(self, record: TournamentRecord) -> bool:
        """Take the first step that is due in an exhibition in progress; returns whether there was one."""
        store = self._storage[TournamentStore]
        boards, games = boards_of(record), await store.boards_of(record)
        results = [
            (pairing, PairingOutcome.DOUBLE_LOSS if game is None else outcome_of(board, game))
            for board in boards
            if (pairing := _pending(board)) is not None
            for game in (games.get(pairing.game_id or 0),)
            if (game is not None and _is_over(game))
            or (pairing.game_id is None and board.player_id == DELETED_PLAYER)
        ]
        if results:
            settled = [
                (pairing, outcome, outcome is PairingOutcome.DOUBLE_LOSS) for pairing, outcome in results
            ]
            await store.settle(record, settled, {})
            return True
        to_begin = [board for board in boards if board.outcome is None and board.game_id is None]
        if to_begin and record.tournament.exhibitor_id == DELETED_PLAYER:
            await store.finish(record, [], "organiser")
            return True
        if all(board.outcome is not None for board in boards):
            await store.finish(record, [])
            return True
        if await self.call_off(record):
            return True
        if not _is_told(record):
            return await self._news.call(record)
        if to_begin:
            await self._begin_board(record, to_begin[0])
        return bool(to_begin)

    async def call_off(self, record: TournamentRecord) -> bool:
        """End a game in progress on a board that has its result already; returns whether there was one."""
        games = await self._storage[TournamentStore].boards_of(record)
        for board in boards_of(record):
            game = games.get(board.game_id or 0)
            if board.outcome is None or game is None or _is_over(game):
                continue
            ended = await self._storage.finish(game, CALLED_OFF)
            await self._flow.proceed(GameSnapshot.of(ended))
            return True
        return False

    async def _begin(self, record: TournamentRecord) -> int | Undelivered:
        """Open the thread and begin."""
        opened = await self._news.open_simul(record)
        if not isinstance(opened, Undelivered):
            entrants, pairings = field(record)
            await self._storage[TournamentStore].start(record, entrants, None, pairings, boards_id=opened)
        return opened

    async def _begin_board(self, record: TournamentRecord, board: Board) -> None:
        """Begin the game of a board and show it.

        One after the other: Discord takes about five messages in five seconds in a channel.
        """
        tournament, pairing = record.tournament, board.pairing
        terms = tournament.terms
        assert pairing is not None
        new = await self._challenges.arranged(
            GAMES[terms.game],
            boards_place(record),
            seats_of(record, board),
            terms.options,
            terms.time,
            why_unrated=WhyUnrated.SIMUL,
        )
        new = replace(new, event=EventRef("simul", tournament.id))
        if tournament.exhibitor_id is not None:
            new = replace(
                new,
                challenger_id=tournament.exhibitor_id,
                opponent_id=board.player_id,
                shares=time_shares(record, board),
            )
        try:
            begun = GameSnapshot.of(await self._storage[TournamentStore].begin_game(pairing, new, 0))
        except GameChanged as there:
            begun = GameSnapshot.of(there.game)
        await self._publisher.show(begun.game.id, known=begun)
        if begun.computer_to_move:
            self._background.spawn(self._flow.proceed(begun))


def _pending(board: Board) -> StoredPairing | None:
    return board.pairing if board.outcome is None else None


def _is_told(record: TournamentRecord) -> bool:
    return all(pairing.told for pairing in record.pairings)


def _is_over(game: Game) -> bool:
    return game.state is not GameState.PLAYING or is_abandoned(game)
