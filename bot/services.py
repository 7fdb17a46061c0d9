"""The use-cases of the bot, bundled by feature."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.account.linked_roles.links import LinkedRoles
from bot.account.privacy.own_data import OwnData
from bot.account.privacy.retention import Retention
from bot.computer.computer import Computer
from bot.computer.opponents.choices import OpponentChoices
from bot.computer.opponents.level_advice import LevelAdvice
from bot.computer.opponents.saved import SavedOpponents
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.background import BackgroundTasks
from bot.core.metrics import Metrics
from bot.core.people import Blocking, Names
from bot.core.publisher import Publisher, Taps
from bot.core.runtime import Runtime
from bot.events.matches.exhibitions import ExhibitionRunner
from bot.events.matches.strength import StrengthTests
from bot.events.simuls.director import SimulDirector
from bot.events.simuls.simuls import Simuls
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.news import TournamentNews
from bot.events.tournaments.tournaments import Tournaments
from bot.events.votes.games import VoteGames
from bot.hosting.backups import ScheduledBackups
from bot.hosting.monitor import Monitor
from bot.play.assist.fair_play import FairPlay
from bot.play.assist.hints import Hints
from bot.play.channel_lists.channel_lists import ChannelLists
from bot.play.games.adjournments import Adjournments
from bot.play.games.challenges import Challenges
from bot.play.games.clocks import ClockWatch
from bot.play.games.conditionals import Conditionals
from bot.play.games.finding import GameFinder
from bot.play.games.flow import GameFlow
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.play.my_games.my_games import PlayerGames, Relocations
from bot.play.notices.turns import TurnNotices
from bot.play.questions.questions import Questions
from bot.preferences.languages import Languages
from bot.preferences.preferences import Looks, Preferences
from bot.puzzles.daily import DailyPuzzles
from bot.puzzles.mistakes import Mistakes
from bot.puzzles.posted import PostedPuzzles
from bot.puzzles.puzzles import Puzzles
from bot.puzzles.runs import PuzzleRuns
from bot.ranks.achievements.achievements import Achievements
from bot.ranks.achievements.roles import AchievementRoles
from bot.ranks.periods.boards import BoardPages
from bot.ranks.periods.posting import PeriodBoards
from bot.ranks.stats.comparisons import Comparisons
from bot.ranks.stats.profiles import Profiles
from bot.ranks.stats.standings import Leaderboard
from bot.settings.settings import Settings
from bot.study.analysis.analyses import Analyses
from bot.study.imports.imports import Imports
from bot.study.openings.explorer import Explorer
from bot.study.openings.passes import OpeningPass
from bot.study.openings.repertoires import Repertoires
from bot.study.openings.training import Training
from bot.study.records.past_games import Exports, HistoryPages
from bot.study.replay.replays import Replays
from bot.study.review.reviews import Reviews
from data import Storage
from data.db.numbers import NumberStore
from data.games.explorer import PlayedMove

CLOSING_SECONDS = 5.0
"""Seconds a stopping bot waits for answers in progress."""


@dataclass(frozen=True, slots=True)
class GameServices:
    """Games between people, and everything that moves them forward."""

    finder: GameFinder
    challenges: Challenges
    referee: Referee
    flow: GameFlow
    publisher: Publisher
    taps: Taps
    clock_watch: ClockWatch
    adjournments: Adjournments
    my_games: PlayerGames
    relocations: Relocations
    conditionals: Conditionals
    questions: Questions


@dataclass(frozen=True, slots=True)
class ComputerServices:
    """The computer player, its opponents to choose from, and the searches behind both."""

    search_core: SearchCore
    pool: SearchPool
    player: Computer
    choices: OpponentChoices
    saved_opponents: SavedOpponents
    level_advice: LevelAdvice


@dataclass(frozen=True, slots=True)
class HelpServices:
    """The computer's help for a player."""

    hints: Hints
    analyses: Analyses
    fair_play: FairPlay
    handovers: HandOvers


@dataclass(frozen=True, slots=True)
class MatchServices:
    """Games and series between computer players, and games in which teams vote."""

    exhibitions: ExhibitionRunner
    strength_tests: StrengthTests
    votes: VoteGames


@dataclass(frozen=True, slots=True)
class TournamentServices:
    """Tournaments, what runs them, and their messages."""

    tournaments: Tournaments
    director: TournamentDirector
    news: TournamentNews


@dataclass(frozen=True, slots=True)
class SimulServices:
    """Simultaneous exhibitions, and what runs them."""

    simuls: Simuls
    director: SimulDirector


@dataclass(frozen=True, slots=True)
class PuzzleServices:
    """Puzzles that players solve alone, and those posted in channels."""

    solving: Puzzles
    runs: PuzzleRuns
    posted: PostedPuzzles
    daily: DailyPuzzles
    mistakes: Mistakes


@dataclass(frozen=True, slots=True)
class RecordServices:
    """Finished games: replayed, reviewed, exported and imported."""

    history: HistoryPages
    replays: Replays
    reviews: Reviews
    exports: Exports
    imports: Imports
    opening_names: OpeningPass[str]
    opening_index: OpeningPass[Sequence[PlayedMove]]
    explorer: Explorer
    repertoires: Repertoires
    training: Training


@dataclass(frozen=True, slots=True)
class PeopleServices:
    """Players' preferences, statistics and data."""

    names: Names
    preferences: Preferences
    looks: Looks
    languages: Languages
    leaderboard: Leaderboard
    boards: BoardPages
    period_boards: PeriodBoards
    profiles: Profiles
    comparisons: Comparisons
    achievements: Achievements
    achievement_roles: AchievementRoles
    linked_roles: LinkedRoles
    own_data: OwnData
    blocking: Blocking


@dataclass(frozen=True, slots=True)
class MessageServices:
    """Messages that are not a game's board."""

    channel_lists: ChannelLists
    turn_notices: TurnNotices


@dataclass(frozen=True, slots=True)
class HostingServices:
    """The work of the process for its host."""

    metrics: Metrics
    backups: ScheduledBackups
    monitor: Monitor
    retention: Retention
    numbers: NumberStore


@dataclass(frozen=True, slots=True)
class Services:
    """All use-cases of the bot; `bot.composition` builds them."""

    settings: Settings
    runtime: Runtime
    storage: Storage
    background: BackgroundTasks
    games: GameServices
    computer: ComputerServices
    help: HelpServices
    matches: MatchServices
    tournaments: TournamentServices
    simuls: SimulServices
    puzzles: PuzzleServices
    records: RecordServices
    people: PeopleServices
    messages: MessageServices
    hosting: HostingServices

    async def close(self) -> None:
        """Abandon searches, which the next start resumes, and finish everything else."""
        self.background.closing = True
        self.computer.search_core.close()
        self.games.clock_watch.close()
        self.messages.channel_lists.close()
        self.messages.turn_notices.close()
        self.puzzles.posted.close()
        self.puzzles.runs.close()
        self.puzzles.daily.close()
        self.puzzles.mistakes.close()
        self.people.achievements.close()
        self.people.period_boards.close()
        self.people.achievement_roles.close()
        self.tournaments.director.close()
        self.simuls.director.close()
        self.matches.votes.close()
        self.games.publisher.close()
        self.hosting.backups.close()
        self.help.analyses.close()
        self.computer.pool.close()
        await self.background.finish(CLOSING_SECONDS)
        await asyncio.gather(
            self.matches.exhibitions.close(CLOSING_SECONDS),
            self.matches.strength_tests.close(CLOSING_SECONDS),
            self.records.reviews.close(CLOSING_SECONDS),
        )
        self.computer.player.close()
        await asyncio.to_thread(self.computer.pool.executor.close)
