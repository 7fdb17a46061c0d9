"""Strength tests: many games between two computer players, to tell which is stronger.

A piece is one second of play, so that other background work gets its turn. After a restart, a test continues
with the game it was at. A server has one test at a time.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import ClassVar

import structlog
from cachetools import FIFOCache

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import opponent, require_player
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.fields import Frozen
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place
from bot.core.refusals import InProgress, NotYours, refusal
from bot.core.signals import PersonForgotten
from bot.core.snapshot import GameSnapshot, is_computer_match
from bot.features import Kit
from bot.messages.delivery import Messenger
from bot.messages.jobs import Job, Jobs, Status
from bot.preferences.preferences import HouseRules, Preferences
from data.db.chores import Chore
from data.games.changes import GameChanges
from data.games.explorer import chosen_board
from data.games.records import Ending, Game, GameState
from data.jobs.reviews import NewStrengthTest, StrengthTest, StrengthTestStore, strength_tests_in_progress
from data.people.personal import DELETED_PLAYER
from data.ratings.glicko2 import LISTED_BELOW
from data.ratings.leaderboard import Standing, StandingStore
from data.ratings.ratings import RatingList
from engine import Position, StopFlag
from engine.players.matches import MatchGame, ResumableMatch, random_openings
from executors.tasks import PlayOn
from languages import gettext_noop

StrengthTestOver = refusal("This strength test is over. For another one: `/match` with `games:`.")


class StrengthTestHere(InProgress):
    text = gettext_noop(
        "One strength test at a time, and {person} has one in progress: {link}\nStart yours when it is over."
    )
    unseen = gettext_noop(
        "One strength test at a time, and {person} has one in progress.\nStart yours when it is over."
    )
    player_id: int


class NotYourStrengthTest(NotYours):
    text = gettext_noop(
        "{person} requested this: only {person} and the moderators here can cancel it. "
        "To start your own: `/match` with `games:`."
    )


log = structlog.get_logger(__name__)

FRESH = timedelta(minutes=1)
"""Maximum age of news: later changes of a finished game are not announced."""

CACHE_SIZE = 10_000
"""More games than end in that time."""


class MatchOver(Frozen):
    """The news that a game between computer players is over."""

    snapshot: GameSnapshot


class StrengthMeasured(Frozen):
    """The news that a strength test is done."""

    test: StrengthTest


class NewLeader(Frozen):
    """The news that a rated game has put a new player first on a list of its server."""

    game: Game
    rated_in: RatingList
    leader: Standing


class Announcements:
    """Sends news to the channel that a server has chosen for it."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._preferences = kit[Preferences]
        self._messenger = kit[Messenger]
        self._background = kit.background
        self._now = kit.now
        self._told: FIFOCache[int, None] = FIFOCache(CACHE_SIZE)
        kit[GameChanges].listen(self._react_to_move)

    def strength_measured(self, test: StrengthTest) -> None:
        """Announce a strength test that is done."""
        self._background.spawn(self._tell_strength(test))

    def _react_to_move(self, game: Game) -> None:
        """Follow a change of a game; one that is over may still change."""
        if game.state is not GameState.FINISHED or game.guild_id is None or game.finished_at is None:
            return
        if not (game.rated or is_computer_match(game)) or self._now() - game.finished_at > FRESH:
            return
        if game.id not in self._told:
            self._told[game.id] = None
            self._background.spawn(self._tell_game(game))

    async def _tell_game(self, game: Game) -> None:
        try:
            channel_id = (await self._preferences.for_server(game.guild_id)).announcements
            if channel_id is None:
                return
            if is_computer_match(game):
                # Its own channel has seen it.
                if game.ending is Ending.PLAYED and game.event is None and game.channel_id != channel_id:
                    await self._send(MatchOver(GameSnapshot.of(game)), channel_id, game.guild_id)
                return
            changed = await self._new_leader(game)
            if changed is not None:
                await self._send(NewLeader(game, *changed), channel_id, game.guild_id)
        except Exception:
            log.exception("game not announced", game=game.id)

    async def _tell_strength(self, test: StrengthTest) -> None:
        try:
            channel_id = (await self._preferences.for_server(test.asked.guild_id)).announcements
            if channel_id is not None and channel_id != test.asked.channel_id:
                await self._send(StrengthMeasured(test), channel_id, test.asked.guild_id)
        except Exception:
            log.exception("strength test not announced", strength_test=test.id)

    async def _send(self, news: object, channel_id: int, guild_id: int | None) -> None:
        await self._messenger.send(news, Place(channel_id, guild_id))

    async def _new_leader(self, game: Game) -> tuple[RatingList, Standing] | None:
        """Return the player whom a rated game has put first on the list of its server, if it has."""
        changes = {change.player_id: change for change in await self._storage.rating_changes(game.id)}
        if not changes:
            return None
        pool = next(iter(changes.values())).pool
        rated_in = RatingList(game.game, pool, chosen_board(game.options))
        # The two players of the game, and the best of all others.
        page = await self._storage[StandingStore].leaderboard(
            rated_in, guild_id=game.guild_id, asker_id=None, limit=3
        )
        ranked = [row for row in page.rows if row.rank is not None]
        if not ranked:
            return None
        before = {row.player_id: row.rating.value for row in ranked if row.player_id not in changes}
        before |= {
            player_id: change.before.value
            for player_id, change in changes.items()
            if change.before.deviation < LISTED_BELOW
        }
        leader = ranked[0]
        if before and max(before, key=before.__getitem__) == leader.player_id:
            return None
        return rated_in, leader


MAX_GAMES = 200

MOVE_SECONDS = 0.25
"""Maximum search time of a move."""

OPENING_PLIES = 6
"""Random plies at the beginning of a game; the next game begins with the same ones."""

PIECE_SECONDS = 1.0
"""Time until other background work gets its turn."""

LETTERS = {1.0: "w", 0.5: "d", 0.0: "l"}
OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()}


class StrengthReport(Frozen):
    """A strength test as players see it; `seconds_left` is an estimate, None without one."""

    test: StrengthTest
    status: Status = Status.WAITING
    seconds_left: float | None = None


@dataclass(eq=False, slots=True)
class _Test(Job):
    """A strength test in progress; `before` is its state when this process began."""

    stored: StrengthTest
    match: ResumableMatch = field(init=False)
    before: StrengthTest = field(init=False)
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        self.before, self.begun = self.stored, self.shown_at


class StrengthTests(Jobs[_Test]):
    """Plays many games between two computer players, to tell which is stronger."""

    chores: ClassVar[tuple[Chore, ...]] = (strength_tests_in_progress,)

    job = _Test
    name = "strength test"
    show_every = 5.0
    over = StrengthTestOver
    not_yours = NotYourStrengthTest
    ends_unseen = True
    outlasts_token = True

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit[StrengthTestStore], kit)
        self._storage = kit.storage
        self._pool = kit[SearchPool]
        self._search_core = kit[SearchCore]
        self._house_rules = kit[HouseRules]
        self._announce = kit[Announcements].strength_measured
        self._rng = kit.runtime.rng
        kit[PersonForgotten].listen(self._hide_name)

    async def begin(
        self,
        kind: GameKind,
        place: Place,
        who: Person,
        players: tuple[str, str],
        games: int,
        options: str = "",
        *,
        moderator: bool = False,
    ) -> StrengthTest:
        """Store a strength test, which `start` begins; `games` is made even: each opening is played twice.

        Refused while another one is in progress in the server, and to who has begun too many within an hour.
        `moderator`: the person moderates the channel.
        """
        first, second = (require_player(kind, player).spec for player in players)
        await self._house_rules.require_matches(place, who, moderator=moderator)
        with refusing_at_limits(who.id):
            test, begun = await self._storage[StrengthTestStore].begin(
                NewStrengthTest(
                    guild_id=place.guild_id,
                    channel_id=place.channel_id,
                    asker_id=who.id,
                    game=kind.key,
                    options=options,
                    first=first,
                    second=second,
                    games=games + games % 2,
                    seed=self._rng.getrandbits(32),
                )
            )
        if not begun:
            asked = test.asked
            raise StrengthTestHere(Place(asked.channel_id, asked.guild_id), test.message_id, asked.asker_id)
        self._beginning.add(test.id)
        return test

    def _hide_name(self, player_id: int) -> None:
        for job in self._jobs.values():
            if job.stored.asked.asker_id == player_id:
                job.stored = replace(job.stored, asked=replace(job.stored.asked, asker_id=DELETED_PLAYER))

    @asynccontextmanager
    async def _loaded(self, job: _Test) -> AsyncIterator[None]:
        try:
            job.match = _match(job.stored)
        except Exception:
            # Stored by another version, for instance.
            log.exception("strength test not readable", strength_test=job.stored.id)
            job.status = Status.FAILED
        else:
            await self._search_core.ready(job.stored.asked.game)
        yield

    def _is_complete(self, job: _Test) -> bool:
        return job.match.over

    async def _work(self, job: _Test) -> None:
        def work(seconds: float, stop: StopFlag) -> None:
            job.match.play_on(seconds, MOVE_SECONDS, stop, self._play_on)

        await self._pool.run_in_background(work, PIECE_SECONDS)

    def _play_on(self, game: MatchGame, seconds: float, seconds_per_move: float, stop: StopFlag) -> MatchGame:
        return self._pool.executor.run(PlayOn(game, seconds_per_move), seconds, stop)

    async def _save(self, job: _Test) -> None:
        before, played = job.before, job.match.played
        test = replace(
            job.stored,
            results="".join(LETTERS[outcome] for outcome in job.match.outcomes),
            nodes=(before.nodes[0] + played.nodes[0], before.nodes[1] + played.nodes[1]),
            moves=(before.moves[0] + played.moves[0], before.moves[1] + played.moves[1]),
        )
        if test != job.stored:
            job.stored = test
            await self._storage[StrengthTestStore].record_results(test)

    async def _finish(self, job: _Test, *, shown: bool) -> None:
        if shown:
            await self._storage[StrengthTestStore].drop(job.stored.id)
            self._announce(job.stored)

    async def _report(self, job: _Test) -> tuple[StrengthReport, Place]:
        test, asked, left = job.stored, job.stored.asked, None
        played = len(test.results)
        here = played - len(job.before.results)
        if here:
            left = (self._clock() - job.begun) / here * (asked.games - played)
        return StrengthReport(test, job.status, left), Place(asked.channel_id, asked.guild_id)


def _match(test: StrengthTest) -> ResumableMatch:
    """Return the games of a strength test, from the one it is at."""
    asked = test.asked
    kind = GAMES[asked.game]
    players = (opponent(kind, asked.first).player, opponent(kind, asked.second).player)
    openings = openings_of(kind, asked.options, random.Random(asked.seed))
    return ResumableMatch(players, openings, asked.games, (OUTCOMES[letter] for letter in test.results))


def openings_of(kind: GameKind, options: str, rng: random.Random) -> Iterator[Position]:
    """Yield the games' first positions: after random moves, or those a board chooses at random itself."""
    while True:
        drawn = kind.drawn(options, rng)
        plies = OPENING_PLIES if drawn == options else 0
        yield next(random_openings(kind.start(drawn), plies, rng))
