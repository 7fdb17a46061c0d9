"""Strength tests: many games between two computer players, to tell which is stronger.

A piece is one second of play, so that other background work gets its turn. After a restart, a test continues
with the game it was at. A server has one test at a time.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import ClassVar

import structlog

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import opponent, require_player
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place
from bot.events.matches import refusals
from bot.events.matches.announcements import Announcements
from bot.features import Kit
from bot.messages.jobs import Job, Jobs, Status
from bot.preferences.preferences import HouseRules
from data.db.chores import Chore
from data.jobs.reviews import (
    NewStrengthTest,
    StrengthTest,
    StrengthTestStore,
    strength_tests_in_progress,
)
from engine import Position, StopFlag
from engine.players.matches import MatchGame, ResumableMatch, random_openings
from executors.tasks import PlayOn

log = structlog.get_logger(__name__)

MAX_GAMES = 200

MOVE_SECONDS = 0.25
"""Maximum search time of a move."""

OPENING_PLIES = 6
"""Random plies at the beginning of a game; the next game begins with the same ones."""

PIECE_SECONDS = 1.0
"""Time until other background work gets its turn."""

LETTERS = {1.0: "w", 0.5: "d", 0.0: "l"}
OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class StrengthReport:
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
    over = refusals.StrengthTestOver
    not_yours = refusals.NotYourStrengthTest
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
            raise refusals.StrengthTestHere(
                Place(asked.channel_id, asked.guild_id), test.message_id, asked.asker_id
            )
        self._beginning.add(test.id)
        return test

    def rename(self, asker_id: int, name_id: int) -> None:
        """Change the id of a person who requested strength tests."""
        for job in self._jobs.values():
            if job.stored.asked.asker_id == asker_id:
                job.stored = replace(job.stored, asked=replace(job.stored.asked, asker_id=name_id))

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
