"""Storage: tables, migrations, queries.

    storage = await Storage.open("sqlite:///flipfour.db")

The rest of the program uses `Storage` and the names listed here.
"""

from data.db.backup import Backup, BackupStopped, Copied, back_up, backups, copy_database
from data.db.copying import CopiedDatabase, CopiedTable, copy_everything
from data.db.errors import (
    AttemptChanged,
    LeaseLost,
    Limit,
    LimitReached,
    LimitScope,
    NameTaken,
    StorageError,
)
from data.db.leases import Worker
from data.db.locations import database_file
from data.db.migrate import migrate_file as update_tables
from data.db.migrate import newest_revision, tables_of
from data.db.restore import Restored, restore_database
from data.db.share import Share
from data.games.boards import (
    DRAWN,
    Beginning,
    board_set_up,
    chosen_board,
    is_set_up,
    same_board_again,
    set_up_on,
)
from data.games.clocks import (
    DAYS_A_MOVE,
    Correspondence,
    GameClock,
    Live,
    TimeControl,
    TimeControlError,
    TimeUp,
    read_time_control,
)
from data.games.conditional import ConditionalLine, Reply
from data.games.explorer import MoveRecord, PlayedMove
from data.games.history import PastGame, PastGames, Viewer
from data.games.limits import FairUseBounds, SelfPlayBounds
from data.games.my_games import Awaits, GameChoice, MyGame, MyGamesPage, MyTurn
from data.games.records import (
    ClosedAs,
    Ending,
    ExhibitionThere,
    Game,
    GameChanged,
    GameNotFound,
    GameState,
    NewGame,
    NewMove,
    Outcome,
    PastQuestion,
    Question,
    QuestionGone,
    QuestionKind,
    QuestionThere,
    Seat,
    SideChoice,
    Unrated,
    Verdict,
    WhyUnrated,
)
from data.games.votes import (
    INVITATION_LIFETIME,
    Ballot,
    NewInvitation,
    NewVoteGame,
    OtherChannel,
    VoteForm,
    VoteGame,
    VoteGameThere,
    VoteRefused,
)
from data.games.waiting import LeftBoard
from data.jobs.imports import ImportedGame
from data.jobs.reviews import NewReview, ReviewedPly, StoredReview
from data.jobs.strength_tests import NewStrengthTest, StrengthTest
from data.messages.channels import ChannelList, ListedGame
from data.messages.notices import Notice
from data.messages.unanswered import Unanswered
from data.people.achievements import (
    Achievement,
    Examined,
    FreshReview,
    LevelWin,
    NewAchievement,
    Solves,
    Untold,
)
from data.people.blocks import MAX_BLOCKED
from data.people.opponents import MAX_BY_PERSON, MAX_OPPONENTS, NewOpponent, SavedOpponent
from data.people.personal import DELETED_NAME, DELETED_PLAYER, TEAM_PLAYERS, DataKind
from data.people.preferences import Owner, OwnerKind
from data.people.role_grants import RoleGrant
from data.puzzles.own_puzzles import NewOwnPuzzle, OwnPuzzle
from data.puzzles.puzzle_posts import NewPuzzlePost, PostAttempt, PostResults, PostSolver, PuzzlePost
from data.puzzles.puzzles import MAX_PERSON_CHANGE, AskedPuzzle, Attempt, Deed
from data.puzzles.runs import MAX_MISSES, RUSH_TIME, Best, NewRun, Run, RunEnding, RunKind
from data.puzzles.streaks import Streak
from data.ratings.glicko2 import LISTED_BELOW, Rating, estimated, games_until
from data.ratings.leaderboard import Profile, RecentGame, Standing, StandingPage
from data.ratings.ratings import Listing, Pool, Rated, RatingChange, RatingList
from data.ratings.statistics import Meeting, RatedGame, Tally
from data.simuls.records import (
    NewSimul,
    Simul,
    SimulChanged,
    SimulOpponent,
    SimulOutcome,
    SimulReason,
    SimulRecord,
    SimulSide,
    SimulState,
    SimulTerms,
    TooManySimuls,
)
from data.storage import Storage
from data.tables.schema import Untrusted
from data.tournaments.records import (
    Cup,
    NewPairing,
    NewTournament,
    OutcomeText,
    StoredPairing,
    TooManyTournaments,
    Tournament,
    TournamentChanged,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
    TournamentTerms,
)
from data.upkeep.inspection import Inspection, count_rows, file_faults
from data.upkeep.pending import Chore, Figures, Lifetimes

__all__ = [
    "DAYS_A_MOVE",
    "DELETED_NAME",
    "DELETED_PLAYER",
    "DRAWN",
    "INVITATION_LIFETIME",
    "LISTED_BELOW",
    "MAX_BLOCKED",
    "MAX_BY_PERSON",
    "MAX_MISSES",
    "MAX_OPPONENTS",
    "MAX_PERSON_CHANGE",
    "RUSH_TIME",
    "TEAM_PLAYERS",
    "Achievement",
    "AskedPuzzle",
    "Attempt",
    "AttemptChanged",
    "Awaits",
    "Backup",
    "BackupStopped",
    "Ballot",
    "Beginning",
    "Best",
    "ChannelList",
    "Chore",
    "ClosedAs",
    "ConditionalLine",
    "Copied",
    "CopiedDatabase",
    "CopiedTable",
    "Correspondence",
    "Cup",
    "DataKind",
    "Deed",
    "Ending",
    "Examined",
    "ExhibitionThere",
    "FairUseBounds",
    "Figures",
    "FreshReview",
    "Game",
    "GameChanged",
    "GameChoice",
    "GameClock",
    "GameNotFound",
    "GameState",
    "ImportedGame",
    "Inspection",
    "LeaseLost",
    "LeftBoard",
    "LevelWin",
    "Lifetimes",
    "Limit",
    "LimitReached",
    "LimitScope",
    "ListedGame",
    "Listing",
    "Live",
    "Meeting",
    "MoveRecord",
    "MyGame",
    "MyGamesPage",
    "MyTurn",
    "NameTaken",
    "NewAchievement",
    "NewGame",
    "NewInvitation",
    "NewMove",
    "NewOpponent",
    "NewOwnPuzzle",
    "NewPairing",
    "NewPuzzlePost",
    "NewReview",
    "NewRun",
    "NewSimul",
    "NewStrengthTest",
    "NewTournament",
    "NewVoteGame",
    "Notice",
    "OtherChannel",
    "Outcome",
    "OutcomeText",
    "OwnPuzzle",
    "Owner",
    "OwnerKind",
    "PastGame",
    "PastGames",
    "PastQuestion",
    "PlayedMove",
    "Pool",
    "PostAttempt",
    "PostResults",
    "PostSolver",
    "Profile",
    "PuzzlePost",
    "Question",
    "QuestionGone",
    "QuestionKind",
    "QuestionThere",
    "Rated",
    "RatedGame",
    "Rating",
    "RatingChange",
    "RatingList",
    "RecentGame",
    "Reply",
    "Restored",
    "ReviewedPly",
    "RoleGrant",
    "Run",
    "RunEnding",
    "RunKind",
    "SavedOpponent",
    "Seat",
    "SelfPlayBounds",
    "Share",
    "SideChoice",
    "Simul",
    "SimulChanged",
    "SimulOpponent",
    "SimulOutcome",
    "SimulReason",
    "SimulRecord",
    "SimulSide",
    "SimulState",
    "SimulTerms",
    "Solves",
    "Standing",
    "StandingPage",
    "Storage",
    "StorageError",
    "StoredPairing",
    "StoredReview",
    "Streak",
    "StrengthTest",
    "Tally",
    "TimeControl",
    "TimeControlError",
    "TimeUp",
    "TooManySimuls",
    "TooManyTournaments",
    "Tournament",
    "TournamentChanged",
    "TournamentEntrant",
    "TournamentRecord",
    "TournamentState",
    "TournamentTerms",
    "Unanswered",
    "Unrated",
    "Untold",
    "Untrusted",
    "Verdict",
    "Viewer",
    "VoteForm",
    "VoteGame",
    "VoteGameThere",
    "VoteRefused",
    "WhyUnrated",
    "Worker",
    "back_up",
    "backups",
    "board_set_up",
    "chosen_board",
    "copy_database",
    "copy_everything",
    "count_rows",
    "database_file",
    "estimated",
    "file_faults",
    "games_until",
    "is_set_up",
    "newest_revision",
    "read_time_control",
    "restore_database",
    "same_board_again",
    "set_up_on",
    "tables_of",
    "update_tables",
]
