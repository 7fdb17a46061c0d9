"""Games in which teams vote for their moves: a channel against the computer, or two teams.

A vote is stored and counted until the countdown for its move ends, or a majority agrees. Closing a countdown
stores the move it decides; only then the referee plays that for the team, like any player's, and the next
countdown begins. Each step finds what the one before has stored, so that a game continues wherever a process
was killed. Without votes the countdown begins again; after a few of those, or a day, the game is put aside.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

import structlog

from bot.catalog import GameKind
from bot.computer.opponents.choices import require_player
from bot.core.background import KeyedLock, Schedule
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place, remember
from bot.core.refusals import (
    ComputerThinks,
    GameOver,
    IllegalHere,
    NotAdjourned,
    Outdated,
    Refusal,
    UnknownGame,
    refusal,
)
from bot.core.snapshot import GameSnapshot, is_vote_game
from bot.events.votes.boards import TEAMS, VoteBoards, VoteRecords, has_majority, is_unattended, winner
from bot.features import Kit
from bot.play.games.challenges import unrated_game
from bot.play.games.changes import change, require_going
from bot.play.games.flow import GameFlow
from bot.play.games.referee import CALLED_OFF, ClockWatch, Referee
from bot.preferences.preferences import HouseRules
from bot.study.review.reviews import ReviewDone
from data.db.chores import Chore
from data.games.changes import GameChanges
from data.games.clocks import ClockStore
from data.games.records import Game, GameChanged, GameState, Seat
from data.games.votes import (
    Ballot,
    NewVoteGame,
    VoteForm,
    VoteGame,
    VoteGameThere,
    VoteRefused,
    VoteState,
    VoteStore,
    votes_in_progress,
)

VoteOver = refusal("The countdown for this move is over. Please vote for the next one.", outdated=True)
OtherTeam = refusal("You're on the other team in this game.")
TeamWaits = refusal("The other team is voting. Your team is next.", outdated=True)
NotYourVoteGame = refusal("Only the person who started this game, or a moderator, can end it.")
VoteGameHere = refusal("A game with votes is already in progress in this channel. It has to end first.")
VotesOfServersEnded = refusal(
    "Servers can't vote against each other any more, so this game has ended. A channel can still play me "
    "by vote, or as two teams."
)
TeamsFixed = refusal("The first move has been decided, so everyone stays on their team.")


log = structlog.get_logger(__name__)

AFTER_FAULT = timedelta(seconds=30)


class VoteGames:
    """Starts vote games, takes votes, and moves the games forward."""

    chores: ClassVar[tuple[Chore, ...]] = (votes_in_progress,)

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._store = kit[VoteStore]
        self._referee = kit[Referee]
        self._flow = kit[GameFlow]
        self.boards = kit[VoteBoards]
        self._records = kit[VoteRecords]
        self._background = kit.background
        self._house_rules = kit[HouseRules]
        self._rng = kit.runtime.rng
        self._clocks = kit[ClockWatch]
        self._now = kit.now
        self._locks = KeyedLock()
        self._schedule = Schedule("votes", self._do_due, kit, after_fault=AFTER_FAULT)
        kit[GameChanges].listen(self._react_to_move)
        kit[ReviewDone].listen(lambda game_id: kit.background.spawn(self._guarded(game_id)))

    # --- requests of players -----------------------------------------------------------------------------

    async def start(
        self,
        kind: GameKind,
        place: Place,
        who: Person,
        options: str,
        *,
        seconds: int,
        side: int,
        computer: str | None,
    ) -> GameSnapshot:
        """Begin a game of the channel on `side` against a computer player, or (None) of two teams."""
        await self._house_rules.require_games_here(place)
        seats = [Seat(TEAMS[0].id, None), Seat(TEAMS[1].id, None)]
        form: VoteForm = "teams"
        if computer is not None:
            form, seats[1 - side] = "computer", Seat(None, require_player(kind, computer).spec)
        vote = NewVoteGame(form, seconds, self._rng.randrange(2**31), side)
        new = unrated_game(kind, place, who.id, (seats[0], seats[1]), kind.drawn(options, self._rng))
        votes_begin = new.seats[new.turn].computer is None
        ends_at = self._now() + timedelta(seconds=seconds) if votes_begin else None
        await remember(self._storage, who)
        with refusing_at_limits(who.id):
            try:
                game = await self._store.begin(new, vote, ends_at)
            except VoteGameThere as there:
                raise VoteGameHere from there
        return GameSnapshot.of(game)

    async def join(self, game_id: int, who: Person, side: int) -> tuple[GameSnapshot, bool]:
        """Put a person on a side for the game; before the first move they can still change it.

        Returns True with the game if they were on that side.
        """
        state = await self._state(game_id)
        snapshot = GameSnapshot.of(state.game)
        require_going(snapshot)
        await remember(self._storage, who)
        if await self._store.join(game_id, who.id, side) != side:
            raise OtherTeam
        self.boards.update(game_id)
        return snapshot, state.ballot.members.get(who.id) == side

    async def leave(self, game_id: int, who: Person) -> None:
        """Take a person off their side, and their vote back, before the first move."""
        require_going(await self._load(game_id))
        if not await self._store.leave(game_id, who.id):
            raise TeamsFixed
        self.boards.update(game_id)

    async def vote(self, game_id: int, who: Person, ply: int, move: str) -> None:
        """Store a vote for a move at `ply`."""
        snapshot = await self._load(game_id)
        self._require_voting(snapshot, ply)
        if move not in snapshot.position.legal_moves():
            raise IllegalHere(move)
        await remember(self._storage, who)
        try:
            await self._store.vote(game_id, ply, who.id, snapshot.position.turn, move)
        except VoteRefused as refused:
            raise (VoteOver if refused.side is None else TeamWaits) from refused
        self.boards.update(game_id)
        state = await self._store.state(game_id)
        if state is not None and has_majority(state.ballot):
            await self._background.begin(self._step(game_id))

    async def record_hint(self, game_id: int, who: Person, ply: int) -> GameSnapshot:
        """Note that a person asked for a hint, which the board tells everyone."""
        snapshot = await self._load(game_id)
        self._require_voting(snapshot, ply)
        await remember(self._storage, who)
        try:
            await self._store.record_hint(game_id, ply, who.id, snapshot.position.turn)
        except VoteRefused as refused:
            raise TeamWaits from refused
        self.boards.update(game_id)
        return snapshot

    async def resume(self, game_id: int, ply: int | None = None) -> None:
        """Resume a game, put aside at `ply` if that is given, for anyone in its channel."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            if not snapshot.adjourned:
                require_going(snapshot)
                raise NotAdjourned
            if ply not in (None, snapshot.game.ply):
                raise Outdated
            if await self._store.in_progress(snapshot.game.channel_id) is not None:
                raise VoteGameHere
            with refusing_at_limits():
                return await self._storage.take_up(snapshot.game)

        await change(await self._load(game_id), attempt)
        await self._background.begin(self._step(game_id))

    async def require_endable(self, game_id: int, who: Person, *, moderator: bool) -> None:
        """Refuse unless the person may end a game now: who started it, and moderators."""
        _require_endable(await self._load(game_id), who, moderator)

    async def end(self, game_id: int, who: Person, *, moderator: bool) -> GameSnapshot:
        """Call off a game, for the person who started it and moderators."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            _require_endable(snapshot, who, moderator)
            return await self._storage.finish(snapshot.game, CALLED_OFF)

        ended = await change(await self._load(game_id), attempt)
        await self._background.begin(self._step(game_id))
        return ended

    # --- in the background -------------------------------------------------------------------------------

    async def on_start(self) -> None:
        for game_id, _ in await self._store.unfinished():
            self.boards.update(game_id)
        await self._schedule.run()

    async def recover(self) -> None:
        """Continue all games, now and from now on."""
        await self._schedule.run()
        for game_id, _ in await self._store.unfinished():
            await self._guarded(game_id)

    def close(self) -> None:
        """Do nothing more; the next start does."""
        self._schedule.close()

    def _react_to_move(self, game: Game) -> None:
        if is_vote_game(game) and not self._schedule.closed and not self._background.closing:
            self._background.spawn(self._guarded(game.id))

    async def _do_due(self) -> datetime | None:
        unfinished = await self._store.unfinished()
        due = [game_id for game_id, ends_at in unfinished if ends_at is not None and ends_at <= self._now()]
        for game_id in due:
            await self._guarded(game_id)
        if due:
            unfinished = await self._store.unfinished()
        now = self._now()
        # A game that could not be continued is retried, but not at once.
        ends = [
            ends_at if ends_at > now else now + AFTER_FAULT
            for _, ends_at in unfinished
            if ends_at is not None
        ]
        return min(ends, default=None)

    async def _guarded(self, game_id: int) -> None:
        try:
            await self._step(game_id)
        except Exception:
            # A bug in one game must not stop the rest.
            log.exception("vote game not continued", game=game_id)

    async def _step(self, game_id: int) -> None:
        """Do what a game waits for: begin or close its countdown, play the move, or end it."""
        async with self._locks.hold(game_id):
            await self._step_alone(game_id)

    async def _step_alone(self, game_id: int) -> None:
        # After a suspension of the process, the countdown gets its time back.
        await self._storage[ClockStore].follow()
        state = await self._store.state(game_id)
        if state is None or state.vote.record == "done":
            return
        vote, game, snapshot = state.vote, state.game, GameSnapshot.of(state.game)
        if game.state is GameState.FINISHED:
            await self._conclude(snapshot, vote)
        elif not snapshot.going or snapshot.computer_to_move:
            if vote.ends_at is not None:
                await self._store.stop_countdown(game_id, "none")
                self.boards.update(game_id, now=True)
        elif vote.ply != game.ply or vote.ends_at is None:
            await self._begin_countdown(snapshot)
        else:
            await self._close_countdown(snapshot, vote, state.ballot)

    async def _begin_countdown(self, snapshot: GameSnapshot) -> None:
        vote = await self._store.begin_countdown(snapshot.game.id, snapshot.game.ply)
        if vote is not None and vote.ends_at is not None:
            self._wake_at(vote.ends_at)
        self.boards.update(snapshot.game.id, now=True)

    def _wake_at(self, ends_at: datetime) -> None:
        self._schedule.wake_at(ends_at)
        # While a countdown runs, it is stored that the bot is there.
        self._storage[ClockStore].schedule_deadline(ends_at)

    async def _close_countdown(self, snapshot: GameSnapshot, vote: VoteGame, ballot: Ballot) -> None:
        game_id, ply = snapshot.game.id, snapshot.game.ply
        assert vote.ends_at is not None
        if vote.decided is None:
            over = self._now() >= vote.ends_at
            if over and not self._clocks.watching:
                # Nobody can vote: `recover` gives the time back.
                return
            if not over and not has_majority(ballot):
                self._wake_at(vote.ends_at)
                return
            closed = await self._store.close_countdown(game_id, ply, winner)
            if closed is None:
                return
            vote = closed
        if vote.decided is not None:
            await self._play(snapshot, vote.decided)
        elif is_unattended(vote):
            await self._put_aside(snapshot)
        else:
            assert vote.ends_at is not None
            self._wake_at(vote.ends_at)
            self.boards.update(game_id, now=True)

    async def _play(self, snapshot: GameSnapshot, move: str) -> None:
        """Play the decided move, unless a killed process or another one has just done so."""
        team = TEAMS[snapshot.position.turn]
        try:
            played = await self._referee.move(snapshot.game.id, team, snapshot.game.ply, move)
        except Refusal as refusal:
            log.info("decided move not played", game=snapshot.game.id, reason=type(refusal).__name__)
            return
        self._background.spawn(self._flow.proceed(played))

    async def _put_aside(self, snapshot: GameSnapshot) -> None:
        try:
            await self._storage.adjourn(snapshot.game)
        except (GameChanged, ValueError):
            # A move has just come in.
            return
        await self._store.stop_countdown(snapshot.game.id, "none")
        self.boards.update(snapshot.game.id, now=True)

    async def _conclude(self, snapshot: GameSnapshot, vote: VoteGame) -> None:
        """Have an ended game reviewed, and show the record of the best voters once that is done."""
        record = await self._records.advance(snapshot, vote)
        if record != vote.record or vote.ends_at is not None:
            await self._store.stop_countdown(snapshot.game.id, record)
            self.boards.update(snapshot.game.id, now=True)

    # --- checks ------------------------------------------------------------------------------------------

    async def _load(self, game_id: int) -> GameSnapshot:
        return GameSnapshot.of((await self._state(game_id)).game)

    async def _state(self, game_id: int) -> VoteState:
        state = await self._store.state(game_id)
        if state is None:
            raise UnknownGame
        if state.vote.new.form == "servers":
            raise VotesOfServersEnded
        return state

    @staticmethod
    def _require_voting(snapshot: GameSnapshot, ply: int) -> None:
        """Refuse when no team votes at this ply."""
        require_going(snapshot)
        if snapshot.computer_to_move:
            raise ComputerThinks
        if snapshot.game.ply != ply:
            raise VoteOver


def _require_endable(snapshot: GameSnapshot, who: Person, moderator: bool) -> None:
    if snapshot.game.challenger_id != who.id and not moderator:
        raise NotYourVoteGame
    if snapshot.game.state is not GameState.PLAYING:
        raise GameOver
