"""The course of simultaneous exhibitions: the thread, the boards one by one, their results."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from bot.core.snapshot import GameSnapshot
from bot.events import refusals
from bot.events.tournaments.cards import EventCourse, SimulBegins, WayOut, boards_place
from bot.events.tournaments.simul_rules import (
    Board,
    board_of,
    boards_of,
    field,
    is_abandoned,
    outcome_of,
    seats_of,
    time_shares,
)
from bot.features import Kit
from bot.messages.delivery import Delivered, Undelivered
from bot.messages.events import AFTER_FAULT
from bot.play.games.referee import CALLED_OFF
from data.games.records import Game, GameState, WhyUnrated
from data.people.personal import DELETED_PLAYER
from data.people.players import PeopleStore
from data.tournaments.records import (
    PairingOutcome,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
)


class SimulCourse(EventCourse):
    """The course of simultaneous exhibitions."""

    shows_moves: ClassVar[bool] = True

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._without_thread: set[int] = set()
        """Exhibitions that are full and could not begin; they try again at their start."""

    def forget_all_but(self, active: set[int]) -> None:
        """Forget what is known of exhibitions that are over."""
        self._without_thread &= active

    def way_out(self, record: TournamentRecord, entry: TournamentEntrant | None) -> WayOut:
        """Return the game that an opponent resigns. Refused for everyone else."""
        board = None if entry is None or entry.player_id is None else board_of(record, entry.player_id)
        if board is None or board.game_id is None or board.outcome is not None:
            raise refusals.NoBoardToLeave
        return WayOut(board.game_id)

    async def remove(self, record: TournamentRecord, number: int) -> None:
        """Remove an opponent, whose board is called off."""
        pairing = next((pairing for pairing in record.pairings if pairing.second == number), None)
        if pairing is None:
            await self._store.leave(record, number, None, removed=True)
        else:
            await self._store.settle(record, [(pairing, PairingOutcome.DOUBLE_LOSS, True)], {})

    async def cancel(self, record: TournamentRecord) -> None:
        if record.tournament.state is TournamentState.RUNNING:
            await self._store.finish(record, [], "organiser")
        else:
            await super().cancel(record)

    async def next_due(self, record: TournamentRecord) -> datetime | None:
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
        tournament = record.tournament
        if tournament.organiser_id == DELETED_PLAYER:
            await self._store.cancel(record, "organiser")
            return True
        if (gone := record.entrant_of(DELETED_PLAYER)) is not None:
            await self._store.leave(record, gone.number, None)
            return True
        is_due = tournament.starts_at <= self._now()
        is_full = tournament.terms.when_full and len(record.entrants) >= tournament.terms.places
        if not is_due and (not is_full or tournament.id in self._without_thread):
            return False
        if not record.entrants:
            await self._store.cancel(record, "too few")
            return True
        opened = await self._begin(record)
        if not isinstance(opened, Undelivered):
            return True
        is_refused = opened.permanent and not opened.message_gone
        if is_refused and is_due:
            await self._store.cancel(record, "no thread")
            return True
        if is_refused:
            self._without_thread.add(tournament.id)
        return False

    async def run(self, record: TournamentRecord) -> bool:
        boards, games = boards_of(record), await self._store.boards_of(record)
        settled = [
            (board.pairing, outcome, outcome is PairingOutcome.DOUBLE_LOSS)
            for board in boards
            if board.pairing is not None
            and (outcome := _new_result(board, games.get(board.game_id or 0))) is not None
        ]
        if settled:
            await self._store.settle(record, settled, {})
            return True
        to_begin = [board for board in boards if board.outcome is None and board.game_id is None]
        if to_begin and record.tournament.exhibitor_id == DELETED_PLAYER:
            await self._store.finish(record, [], "organiser")
            return True
        if all(board.outcome is not None for board in boards):
            await self._store.finish(record, [])
            return True
        if await self.wind_down(record):
            return True
        if not _is_told(record):
            return await self._call(record)
        if to_begin:
            await self._begin_board(record, to_begin[0])
        return bool(to_begin)

    async def wind_down(self, record: TournamentRecord) -> bool:
        """End a game in progress on a board that has its result already; returns whether there was one."""
        games = await self._store.boards_of(record)
        for board in boards_of(record):
            game = games.get(board.game_id or 0)
            if board.outcome is None or game is None or _is_over(game):
                continue
            ended = await self._storage.finish(game, CALLED_OFF)
            await self._flow.proceed(GameSnapshot.of(ended))
            return True
        return False

    async def _begin(self, record: TournamentRecord) -> int | Undelivered:
        opened = await self._open_thread(record)
        if not isinstance(opened, Undelivered):
            entrants, pairings = field(record)
            await self._store.start(record, entrants, None, pairings, boards_id=opened)
        return opened

    async def _open_thread(self, record: TournamentRecord) -> int | Undelivered:
        """Open the thread of an exhibition, whose message is posted again if it was deleted."""
        tournament, exhibitor = record.tournament, record.tournament.exhibitor_id
        name = ""
        if exhibitor is not None:
            name = str(await self._storage[PeopleStore].name(exhibitor, tournament.guild_id))
        opened = await self._threads.open(record, name)
        if isinstance(opened, Undelivered) and opened.message_gone:
            await self._store.record_message(tournament.id, None, digest="")
            if isinstance(await self._cards.show(tournament.id), Delivered):
                fresh = await self._store.find(tournament.id)
                assert fresh is not None
                return await self._threads.open(fresh, name)
        return opened

    async def _call(self, record: TournamentRecord) -> bool:
        """Call the players to their boards; False if that should be retried."""
        if not await self.send(SimulBegins(record), boards_place(record)):
            return False
        await self._store.record_told([pairing.id for pairing in record.pairings])
        return True

    async def _begin_board(self, record: TournamentRecord, board: Board) -> None:
        """Begin the game of a board and show it.

        One after the other: Discord takes about five messages in five seconds in a channel.
        """
        tournament, pairing = record.tournament, board.pairing
        assert pairing is not None
        by_person: dict[str, Any] = {}
        if tournament.exhibitor_id is not None:
            by_person = {
                "challenger_id": tournament.exhibitor_id,
                "opponent_id": board.player_id,
                "shares": time_shares(record, board),
            }
        begun = await self._begin_game(
            record,
            pairing,
            seats_of(record, board),
            tournament.terms.time,
            why_unrated=WhyUnrated.SIMUL,
            **by_person,
        )
        await self._publisher.show(begun.game.id, known=begun)
        if begun.computer_to_move:
            self._background.spawn(self._flow.proceed(begun))


def _new_result(board: Board, game: Game | None) -> PairingOutcome | None:
    """Return the result of a board that has none yet: of its game, or none at all without an opponent."""
    if board.outcome is not None:
        return None
    if game is not None:
        return outcome_of(board, game) if _is_over(game) else None
    is_gone = board.game_id is None and board.player_id == DELETED_PLAYER
    return PairingOutcome.DOUBLE_LOSS if is_gone else None


def _is_told(record: TournamentRecord) -> bool:
    return all(pairing.told for pairing in record.pairings)


def _is_over(game: Game) -> bool:
    return game.state is not GameState.PLAYING or is_abandoned(game)
