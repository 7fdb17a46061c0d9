"""Everything the bot can do, put together in one place: what commands and components are given."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from bot.analysis.analyses import Analyses
from bot.analysis.fair_play import FairPlay
from bot.announcements.announcements import AnnouncementPosts, Announcements
from bot.assist.handover import HandOvers
from bot.assist.hints import ADVICE_SECONDS, Hints
from bot.background import BackgroundTasks
from bot.channel_lists.lists import ChannelLists
from bot.channel_lists.posts import ListPosts
from bot.clocks.watch import ClockWatch
from bot.computer.cluster import search_on_cluster
from bot.computer.computer import Computer
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.computer.worker_threads import new_threads
from bot.games.adjournments import Adjournments
from bot.games.blocks import Blocking
from bot.games.care import Caretaker
from bot.games.challenges import Challenges
from bot.games.conditionals import Conditionals
from bot.games.flow import ComputerMoves, GameFlow
from bot.games.my_games import MyGames
from bot.games.publisher import Publisher
from bot.games.referee import Referee
from bot.games.relocations import Relocations
from bot.games.taps import Taps
from bot.hosting.alerts import AlertPosts, Alerts
from bot.hosting.backups import ScheduledBackups
from bot.hosting.gateway import Gateway
from bot.hosting.metrics import Metrics
from bot.hosting.monitor import ErrorCount, Monitor
from bot.matches.exhibitions import ExhibitionRunner
from bot.matches.strength import StrengthPublisher, StrengthTests
from bot.notices.posts import NoticePosts
from bot.notices.turns import TurnNotices
from bot.opponents.choices import OpponentChoices
from bot.opponents.level_advice import LevelAdvice
from bot.opponents.saved import SavedOpponents
from bot.preferences import HouseRules, Looks, Preferences
from bot.preferences.preferences import StillThere
from bot.privacy.own_data import OwnData
from bot.privacy.retention import Retention
from bot.puzzles.daily import DailyPuzzles
from bot.puzzles.mistakes import Mistakes
from bot.puzzles.posted import PostedPuzzles, PuzzlePublisher
from bot.puzzles.puzzles import Puzzles
from bot.questions.questions import Questions
from bot.records.exports import Exports
from bot.records.imports import Imports
from bot.replay.replays import Replays
from bot.review.reports import ReviewPublisher
from bot.review.reviews import Reviews
from bot.runtime import Runtime
from bot.settings import Settings
from bot.stats.comparisons import Comparisons
from bot.stats.openings import OpeningNames
from bot.stats.profiles import Profiles
from bot.threads.threads import GameThreads, ThreadRooms
from data import Storage

CLOSING_SECONDS = 5.0
"""How long a bot that is told to stop waits for answers on their way to people."""

MakePublisher = Callable[[Storage, Computer, BackgroundTasks, LevelAdvice, Looks], Publisher]


@dataclass(frozen=True, slots=True)
class Services:
    """The use-cases of the bot and what they work with."""

    settings: Settings
    runtime: Runtime
    background: BackgroundTasks
    storage: Storage
    preferences: Preferences
    looks: Looks
    search_core: SearchCore
    pool: SearchPool
    challenges: Challenges
    blocking: Blocking
    referee: Referee
    computer: Computer
    publisher: Publisher
    taps: Taps
    flow: GameFlow
    clock_watch: ClockWatch
    channel_lists: ChannelLists
    turn_notices: TurnNotices
    adjournments: Adjournments
    my_games: MyGames
    relocations: Relocations
    caretaker: Caretaker
    exhibitions: ExhibitionRunner
    strength_tests: StrengthTests
    strength_publisher: StrengthPublisher
    opponent_choices: OpponentChoices
    level_advice: LevelAdvice
    saved_opponents: SavedOpponents
    handovers: HandOvers
    hints: Hints
    puzzles: Puzzles
    analyses: Analyses
    fair_play: FairPlay
    posted_puzzles: PostedPuzzles
    daily_puzzles: DailyPuzzles
    mistakes: Mistakes
    reviews: Reviews
    replays: Replays
    review_publisher: ReviewPublisher
    questions: Questions
    conditionals: Conditionals
    exports: Exports
    imports: Imports
    opening_names: OpeningNames
    profiles: Profiles
    comparisons: Comparisons
    own_data: OwnData
    retention: Retention
    metrics: Metrics
    backups: ScheduledBackups
    monitor: Monitor

    async def close(self) -> None:
        """Abandon the searches, which the next start resumes; let everything else come to its end."""
        self.background.closing = True
        self.search_core.close()
        self.caretaker.close()
        self.clock_watch.close()
        self.channel_lists.close()
        self.turn_notices.close()
        self.posted_puzzles.close()
        self.daily_puzzles.close()
        self.mistakes.close()
        self.publisher.close()
        self.backups.close()
        self.analyses.close()
        self.pool.close()
        await self.background.finish(CLOSING_SECONDS)
        await asyncio.gather(
            self.exhibitions.close(CLOSING_SECONDS),
            self.strength_tests.close(CLOSING_SECONDS),
            self.reviews.close(CLOSING_SECONDS),
        )
        self.computer.close()
        await asyncio.to_thread(self.pool.executor.close)


def build_services(
    settings: Settings,
    runtime: Runtime,
    storage: Storage,
    make_publisher: MakePublisher,
    make_strength_publisher: Callable[[Looks], StrengthPublisher],
    make_review_publisher: Callable[[Looks], ReviewPublisher],
    still_there: StillThere,
    list_posts: ListPosts,
    make_notice_posts: Callable[[Storage], NoticePosts],
    announcement_posts: AnnouncementPosts,
    make_thread_rooms: Callable[[Storage], ThreadRooms],
    alert_posts: AlertPosts,
    metrics: Metrics,
    gateway: Gateway,
    errors: ErrorCount,
    make_puzzle_publisher: Callable[[Preferences, Looks], PuzzlePublisher],
) -> Services:
    """Put the services together; the publishers bring to people what they do."""
    preferences = Preferences(storage, still_there)
    house_rules, looks = HouseRules(preferences), Looks(preferences)
    strength_publisher, review_publisher = make_strength_publisher(looks), make_review_publisher(looks)
    background = BackgroundTasks()
    search_core = SearchCore(runtime.wait)
    pool = SearchPool(
        settings.workers,
        settings.move_seconds,
        run=runtime.run_search,
        wait=runtime.wait,
        note=metrics.note_search,
        lost_thread=partial(new_threads, settings.search_threads),
    )
    if settings.search_backend:
        search_on_cluster(pool, settings.search_backend, settings.workers, metrics)
    metrics.note_limits(settings.move_seconds, settings.workers)
    challenges = Challenges(
        storage,
        offer_lifetime=timedelta(hours=settings.offer_hours),
        rated_a_day=settings.rated_a_day,
        house_rules=house_rules,
        now=runtime.now,
        rng=runtime.rng,
    )
    referee = Referee(storage, now=runtime.now)
    handovers = HandOvers(storage)

    level_advice = LevelAdvice(storage, preferences)

    def show_progress(game_id: int) -> None:
        publisher.show_progress(game_id)

    computer = Computer(pool, show_progress, settings.ponder_seconds, search_core, runtime.rng)
    publisher = make_publisher(storage, computer, background, level_advice, looks)
    adjournments = Adjournments(
        storage, computer, untouched=timedelta(days=settings.adjourn_days), now=runtime.now
    )
    computer_moves = ComputerMoves(referee, computer, publisher, background)
    exhibitions = ExhibitionRunner(
        storage,
        computer_moves,
        publisher,
        house_rules=house_rules,
        rest=runtime.rest,
        now=runtime.now,
        rng=runtime.rng,
    )
    threads = GameThreads(storage, preferences, publisher, make_thread_rooms(storage))
    announcements = Announcements(storage, preferences, announcement_posts, background, now=runtime.now)
    flow = GameFlow(referee, computer, computer_moves, exhibitions, handovers, publisher, background, threads)
    strength_tests = StrengthTests(
        storage,
        pool,
        search_core,
        strength_publisher,
        house_rules=house_rules,
        announce=announcements.strength_measured,
        rest=runtime.rest,
        clock=runtime.monotonic,
        rng=runtime.rng,
    )
    turn_notices = TurnNotices(
        storage,
        preferences,
        make_notice_posts(storage),
        publisher,
        background,
        rest=runtime.rest,
        now=runtime.now,
    )
    alerts = Alerts(settings.alert_people, alert_posts, background, runtime.now)
    file = settings.database_file
    fair_play = FairPlay(storage)
    puzzle_publisher = make_puzzle_publisher(preferences, looks)
    posted_puzzles = PostedPuzzles(storage, puzzle_publisher, background, rest=runtime.rest, now=runtime.now)
    opening_names = OpeningNames(storage)
    profiles = Profiles(storage, opening_names, now=runtime.now)
    own_data = OwnData(storage, computer, strength_tests, publisher, background, turn_notices, posted_puzzles)
    return Services(
        settings=settings,
        runtime=runtime,
        taps=Taps(settings.double_tap_ms / 1000, runtime.monotonic),
        background=background,
        storage=storage,
        preferences=preferences,
        looks=looks,
        search_core=search_core,
        pool=pool,
        challenges=challenges,
        blocking=Blocking(storage),
        referee=referee,
        computer=computer,
        publisher=publisher,
        flow=flow,
        adjournments=adjournments,
        my_games=MyGames(storage, now=runtime.now),
        relocations=Relocations(storage, publisher, house_rules),
        clock_watch=ClockWatch(
            storage, referee, computer, publisher, background, rest=runtime.rest, now=runtime.now
        ),
        turn_notices=turn_notices,
        channel_lists=ChannelLists(storage, list_posts, background, rest=runtime.rest, now=runtime.now),
        caretaker=Caretaker(
            storage,
            challenges,
            adjournments,
            computer,
            exhibitions,
            flow,
            publisher,
            background,
            now=runtime.now,
        ),
        exhibitions=exhibitions,
        strength_tests=strength_tests,
        strength_publisher=strength_publisher,
        opponent_choices=OpponentChoices(storage),
        level_advice=level_advice,
        saved_opponents=SavedOpponents(storage),
        handovers=handovers,
        hints=Hints(
            storage,
            pool,
            min(ADVICE_SECONDS, settings.move_seconds),
            search_core,
            computer.prepared_answers,
        ),
        analyses=Analyses(pool, search_core, seconds=settings.analysis_seconds, wait=runtime.wait),
        fair_play=fair_play,
        puzzles=Puzzles(storage, pool, search_core, house_rules, rng=runtime.rng, now=runtime.now),
        mistakes=Mistakes(storage, pool, search_core, background),
        posted_puzzles=posted_puzzles,
        daily_puzzles=DailyPuzzles(
            storage,
            preferences,
            posted_puzzles,
            puzzle_publisher,
            background,
            rng=runtime.rng,
            rest=runtime.rest,
            now=runtime.now,
        ),
        reviews=Reviews(
            storage,
            pool,
            search_core,
            review_publisher,
            seconds=settings.review_seconds,
            megabytes=settings.search_mb,
            rest=runtime.rest,
            wait=runtime.wait,
            clock=runtime.monotonic,
        ),
        review_publisher=review_publisher,
        replays=Replays(storage, pool, background),
        questions=Questions(storage),
        conditionals=Conditionals(storage),
        exports=Exports(storage),
        imports=Imports(storage, fair_play),
        opening_names=opening_names,
        profiles=profiles,
        comparisons=Comparisons(storage, opening_names, profiles),
        own_data=own_data,
        retention=Retention(storage, adjournments, own_data, settings.keep, now=runtime.now),
        metrics=metrics,
        backups=ScheduledBackups(
            file,
            settings.backups,
            timedelta(hours=settings.backup_hours),
            settings.backup_kept,
            background,
            alerts,
            metrics.note_backup,
            run=runtime.run_aside,
            now=runtime.now,
        ),
        monitor=Monitor(storage, file and file.parent, metrics, alerts, gateway, errors, now=runtime.now),
    )
