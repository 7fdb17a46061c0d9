"""The bot put together: every use-case with its storage, its messages on Discord and its limits."""

from __future__ import annotations

from functools import partial

import discord

from bot.account.linked_roles.api import role_connections
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
from bot.core.heavy import HeavyWork
from bot.core.metrics import Metrics, gauge
from bot.core.people import Blocking, Names
from bot.core.publisher import Publisher, Taps
from bot.core.runtime import Runtime
from bot.events.matches.announcements import Announcements
from bot.events.matches.exhibitions import ExhibitionRunner
from bot.events.matches.strength import StrengthTests
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.news import TournamentNews
from bot.events.tournaments.threads_ui import TournamentThreads
from bot.events.tournaments.tournaments import SimulDoings, Tournaments
from bot.events.tournaments.web_links import TournamentLinks
from bot.events.votes.boards import VoteBoards
from bot.events.votes.games import VoteGames
from bot.events.votes.records import VoteRecords
from bot.hosting.alerts import Alerts
from bot.hosting.backups import ScheduledBackups
from bot.hosting.health import Gateway
from bot.hosting.monitor import ErrorCount, Monitor
from bot.hosting.workers import SEARCH_WORKERS, new_threads, observe_search, search_on_cluster
from bot.play.assist.fair_play import FairPlay
from bot.play.assist.hints import Hints
from bot.play.boards.boards_ui import Boards
from bot.play.boards.freshness_ui import Freshness
from bot.play.channel_lists.channel_lists import ChannelLists
from bot.play.games.adjournments import Adjournments
from bot.play.games.challenges import Challenges
from bot.play.games.clocks import ClockWatch
from bot.play.games.conditionals import Conditionals
from bot.play.games.finding import GameFinder
from bot.play.games.flow import ComputerMoves, GameFlow
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.play.games.shown import ShownGames
from bot.play.games.threads import GameThreads
from bot.play.my_games.my_games import PlayerGames, Relocations
from bot.play.notices.turns import TurnNotices
from bot.play.questions.questions import Questions
from bot.play.web_links.activities import Activities
from bot.play.web_links.web_links import WebLinks
from bot.preferences.languages import Languages
from bot.preferences.preferences import Looks, Preferences
from bot.puzzles.daily import DailyPuzzles
from bot.puzzles.mistakes import Mistakes
from bot.puzzles.posted import PostedPuzzles
from bot.puzzles.puzzles import Puzzles
from bot.puzzles.race_director import RaceDirector
from bot.puzzles.races import PuzzleRaces
from bot.puzzles.runs import PuzzleRuns
from bot.ranks.achievements.achievements import Achievements
from bot.ranks.achievements.giving_ui import DiscordRoles
from bot.ranks.achievements.roles import AchievementRoles
from bot.ranks.insights.director import InsightsDirector
from bot.ranks.insights.insights import InsightCards
from bot.ranks.periods.boards import BoardPages
from bot.ranks.periods.posting import PeriodBoards
from bot.ranks.stats.comparisons import Comparisons
from bot.ranks.stats.profiles import Profiles
from bot.ranks.stats.standings import Leaderboard
from bot.rooms import features as features_of_rooms
from bot.services.services import Kit, Services
from bot.settings.machine import required_memory
from bot.settings.settings import Settings
from bot.study.analysis.analyses import Analyses
from bot.study.analysis.known_values import ProvedPositions
from bot.study.imports.imports import Imports
from bot.study.openings.explorer import Explorer
from bot.study.openings.passes import OpeningIndex, OpeningNames
from bot.study.openings.repertoires import Repertoires
from bot.study.openings.training import Training
from bot.study.records.past_games import Exports, HistoryPages
from bot.study.replay.replays import Replays
from bot.study.review.director import MAX_A_DAY, QuietReviews
from bot.study.review.reports import update_names
from bot.study.review.reviews import Reviews
from bot.ui.messenger import DiscordMessenger
from bot.ui.publisher import EDITS_DROPPED, MessagePublisher
from bot.ui.rights import Voters
from bot.ui.threads import DiscordThreads
from bot.web.activity import ActivityGames
from bot.web.open_pages import OpenPages
from bot.web.processes import WebProcesses
from bot.web.sessions import WebSessions
from bot.web.stream import BoardStream, EventKey, ReviewKey
from bot.web.ui import everyone_sees
from data import Storage
from data.db.numbers import NumberStore
from data.games.changes import GameChanges
from data.tournaments.tournaments import TournamentStore

MOVE_CAP = gauge("move_cap_seconds", "Maximum time of the computer's answer.")
MEMORY_EXPECTED = gauge("memory_expected_bytes", "Memory the settings may take.")


def compose(
    client: discord.Client,
    settings: Settings,
    runtime: Runtime,
    storage: Storage,
    metrics: Metrics,
    gateway: Gateway,
    errors: ErrorCount,
) -> Services:
    """Build the services of a bot that speaks to Discord through `client`."""
    now, rng = runtime.now, runtime.rng
    background = BackgroundTasks()

    def still_there(guild_id: int, there_id: int) -> bool:
        """Return whether a server has a channel or role, as far as the bot knows."""
        guild = client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return True
        return guild.get_channel_or_thread(there_id) is not None or guild.get_role(there_id) is not None

    def server_locale(guild_id: int) -> str | None:
        guild = client.get_guild(guild_id)
        return None if guild is None else str(guild.preferred_locale)

    names = Names(storage)
    preferences = Preferences(storage, still_there)
    looks = Looks(preferences)
    languages = Languages(preferences, storage, server_locale)

    messages = MessagePublisher(
        client,
        note_undelivered=lambda failure: metrics.count(
            EDITS_DROPPED, "refused" if failure.permanent else "failed"
        ),
    )
    messenger = DiscordMessenger(
        client,
        messages,
        languages,
        looks,
        names,
        note_shown=runtime.note_shown,
        on_web=bool(settings.web_url),
    )
    threads = DiscordThreads(client, messages, names)
    questions = Questions(storage, messenger)
    level_advice, choices = LevelAdvice(storage, preferences), OpponentChoices(storage)

    search_core = SearchCore(runtime.wait)
    pool = SearchPool(
        settings.workers,
        settings.move_seconds,
        run=runtime.run_search,
        wait=runtime.wait,
        note=partial(observe_search, metrics),
        lost_thread=partial(new_threads, settings.search_threads),
    )
    metrics.set(SEARCH_WORKERS, settings.workers)
    if settings.search_backend:
        search_on_cluster(pool, settings.search_backend, settings.workers, metrics)
    kit = Kit(
        background,
        runtime.rest,
        now,
        settings,
        storage,
        messenger,
        preferences,
        metrics,
        pool,
        search_core,
        runtime.wait,
        runtime.monotonic,
        rng,
    )
    metrics.set(MOVE_CAP, settings.move_seconds)
    metrics.set(MEMORY_EXPECTED, required_memory(settings))

    computer = Computer(
        pool,
        # The board shows the computer's progress, and asks the computer what to show.
        lambda game_id: publisher.show_progress(game_id),
        settings.background_seconds,
        search_core,
        rng,
    )
    freshness = Freshness(client)
    can_sign_in = bool(settings.web_url and settings.discord_client_secret)
    activities = Activities(lambda: client.application_id, can_sign_in=can_sign_in)
    shown_games = ShownGames(storage)
    publisher = Boards(
        kit,
        messages,
        shown_games,
        computer,
        level_advice,
        looks,
        languages,
        freshness,
        threads,
        questions,
        names,
        choices,
        partial(update_names, storage, messenger),
        lambda game_id: votes.boards.update(game_id, now=True),
        lambda game_id: votes.boards.update_names(game_id),
        activities,
    )

    challenges = Challenges(kit)
    referee = Referee(storage, now=now)
    handovers = HandOvers(storage)
    adjournments = Adjournments(storage, computer, now=now)
    announcements = Announcements(kit)
    computer_moves = ComputerMoves(referee, computer, publisher, background)
    exhibitions = ExhibitionRunner(kit, computer_moves)
    game_threads = GameThreads(storage, preferences, publisher, threads.open)
    flow = GameFlow(computer_moves, exhibitions, handovers, game_threads)
    clock_watch = ClockWatch(kit, referee, computer, publisher)
    strength_tests = StrengthTests(kit, announcements.strength_measured)

    achievements = Achievements(kit)
    period_pages = BoardPages(kit)
    tournament_threads = TournamentThreads(client, messages, languages)
    news = TournamentNews(kit, achievements, tournament_threads)
    director = TournamentDirector(kit, challenges, flow, publisher, news)
    tournaments = Tournaments(kit, director.advance, SimulDoings(director.begin, director.note))
    puzzle_runs = PuzzleRuns(kit)
    race_director = RaceDirector(kit, puzzle_runs)
    posted_puzzles = PostedPuzzles(kit)
    voters = Voters(client, runtime.monotonic)
    fair_play, heavy = FairPlay(storage, voters.may_vote), HeavyWork()
    names_of_openings, index, proved = OpeningNames(storage), OpeningIndex(storage), ProvedPositions()
    explorer = Explorer(kit, index, proved)
    reviews = Reviews(kit)

    vote_records = VoteRecords(storage, reviews)
    votes = VoteGames(
        kit,
        referee,
        flow,
        VoteBoards(kit, vote_records, freshness.is_stale),
        vote_records,
        reachable=lambda: clock_watch.watching,
    )

    turn_notices = TurnNotices(kit, publisher, activities)
    profiles = Profiles(storage, names_of_openings, now=now)
    own_data = OwnData(
        storage,
        heavy,
        computer,
        strength_tests,
        publisher,
        background,
        turn_notices,
        posted_puzzles,
        race_director,
    )

    alerts = Alerts(kit)
    board_stream = BoardStream(storage[GameChanges], background)
    questions.listen(board_stream.wake)
    storage[TournamentStore].listen(lambda tournament_id: board_stream.wake(EventKey(tournament_id)))
    votes.boards.listen(board_stream.wake)
    reviews.follow(lambda game_id: board_stream.wake(ReviewKey(game_id)))
    is_public = partial(everyone_sees, client)
    web_links = WebLinks(storage, settings.web_url, is_public, board_stream.end_game)
    event_links = TournamentLinks(
        storage,
        settings.web_url,
        is_public,
        lambda tournament_id: board_stream.end(EventKey(tournament_id)),
    )
    open_pages = OpenPages(storage, background, web_links, event_links)
    own_data.listen(open_pages.check_soon)
    own_data.listen(board_stream.wake_all)
    features: list[object] = [
        # Playing.
        GameFinder(storage),
        voters,
        challenges,
        referee,
        flow,
        Taps(runtime.double_tap_seconds, runtime.monotonic),
        clock_watch,
        adjournments,
        PlayerGames(storage, now=now),
        Relocations(kit, publisher),
        Conditionals(storage),
        questions,
        handovers,
        Hints(kit, computer.prepared_answers),
        fair_play,
        # Messages that are kept up to date.
        ChannelLists(kit, web_links),
        votes,
        turn_notices,
        tournaments,
        director,
        news,
        posted_puzzles,
        DailyPuzzles(kit, posted_puzzles),
        PeriodBoards(kit, period_pages, achievements),
        period_pages,
        # Computers, searches and what people study.
        search_core,
        pool,
        computer,
        choices,
        SavedOpponents(storage),
        level_advice,
        exhibitions,
        strength_tests,
        reviews,
        QuietReviews(kit, MAX_A_DAY if settings.background_seconds else 0),
        Mistakes(kit),
        Puzzles(kit),
        puzzle_runs,
        race_director,
        PuzzleRaces(kit, race_director),
        Analyses(kit, proved),
        HistoryPages(storage),
        Replays(kit),
        Exports(storage, heavy),
        Imports(storage, fair_play, heavy),
        explorer,
        Repertoires(storage, index),
        Training(kit, explorer, fair_play),
        # People.
        names,
        preferences,
        looks,
        languages,
        Leaderboard(storage),
        profiles,
        Comparisons(storage, names_of_openings, profiles),
        InsightCards(storage, preferences),
        InsightsDirector(kit),
        own_data,
        Blocking(storage),
        Retention(kit, adjournments, own_data, period_pages),
        names_of_openings,
        index,
        achievements,
        AchievementRoles(kit, DiscordRoles(client), still_there),
        shown_games,
        web_links,
        activities,
        ActivityGames(storage, activities, is_public),
        WebProcesses(storage, settings.web_url),
        event_links,
        WebSessions(storage, open_pages.check_soon),
        board_stream,
        open_pages,
        _linked_roles(client, kit),
        # The host.
        metrics,
        storage[NumberStore],
        ScheduledBackups(kit, alerts, runtime.run_in_background),
        Monitor(kit, alerts, gateway, errors),
        *features_of_rooms(kit),
    ]
    return Services(
        settings,
        runtime,
        storage,
        background,
        {**{type(feature): feature for feature in features}, Publisher: publisher},
    )


def _linked_roles(client: discord.Client, kit: Kit) -> LinkedRoles:
    setup = kit.settings.linked_roles
    if setup is None:
        return LinkedRoles(kit)
    # It needs a package that few hosts have.
    from bot.account.linked_roles.vault import Vault

    return LinkedRoles(kit, role_connections(client, kit.settings, setup), Vault(setup.keys))
