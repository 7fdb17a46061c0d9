"""Storage: tables, migrations, queries.

    storage = await Storage.open("sqlite:///flipfour.db")

Everything outside this package uses `Storage` and the values named here only.
"""

from data.backup import Backup, BackupStopped, Copied, back_up, backups, copy_database
from data.blocks import MOST_BLOCKED
from data.boards import (
    DRAWN,
    board_set_up,
    chosen_board,
    is_set_up,
    same_board_again,
    set_up_on,
)
from data.channel_lists import ChannelList, ListedGame
from data.chores import Chore, Lifetimes
from data.clock import GameClock, TimeUp
from data.column_types import Untrusted
from data.conditional import ConditionalLine, Reply
from data.copying import CopiedDatabase, CopiedTable, copy_everything
from data.errors import (
    AttemptChanged,
    ExhibitionThere,
    GameChanged,
    GameNotFound,
    LeaseLost,
    NameTaken,
    QuestionGone,
    QuestionThere,
    StorageError,
    TooManyBlocked,
    TooManyByOne,
    TooManyGames,
    TooManyOpponents,
    TooManyRequests,
    TooManyReviews,
    TooManySelfPlaying,
)
from data.fair_use import FairUseBounds, Request
from data.glicko2 import LISTED_BELOW, estimated, games_until
from data.imports import ImportedGame
from data.inspection import Inspection, file_faults
from data.leases import Worker
from data.left_boards import LeftBoard
from data.locations import database_file
from data.migrate import migrate_file as update_tables
from data.migrate import newest_revision, tables_of
from data.my_games import Awaits, MyGame, MyGamesPage, MyTurn
from data.notices import Notice
from data.openings import Beginning
from data.opponents import MOST_BY_ONE, MOST_OPPONENTS, NewOpponent, SavedOpponent
from data.own_puzzles import NewOwnPuzzle, OwnPuzzle
from data.past_games import PastGame, PastGames, Viewer
from data.personal import DELETED_PLAYER, Subject
from data.preferences import Owner, OwnerKind
from data.puzzle_posts import NewPuzzlePost, PostResults, PuzzlePost, Solver, Streak
from data.puzzles import MOST_FOR_PERSON, AskedPuzzle, Attempt
from data.rating_records import (
    Listing,
    Page,
    Pool,
    Profile,
    Rated,
    Rating,
    RatingChange,
    RatingList,
    RecentGame,
    Standing,
    Verdict,
)
from data.records import (
    ClosedAs,
    Ending,
    Game,
    GameState,
    NewGame,
    NewMove,
    Outcome,
    OwnGame,
    PastQuestion,
    Question,
    QuestionKind,
    Seat,
    SideChoice,
)
from data.restore import Restored, restore_database
from data.reviews import NewReview, ReviewedPly, StoredReview
from data.self_play import SelfPlayBounds
from data.share import Share
from data.statistics import Meeting, RatedGame, Tally
from data.storage import Storage
from data.strength_tests import NewStrengthTest, StrengthTest
from data.time_control import (
    Correspondence,
    Live,
    TimeControl,
    TimeControlError,
    read_time_control,
)
from data.unanswered import Unanswered
from data.unrated import Unrated, WhyUnrated
from data.upkeep import Figures

__all__ = [
    "DELETED_PLAYER",
    "DRAWN",
    "LISTED_BELOW",
    "MOST_BLOCKED",
    "MOST_BY_ONE",
    "MOST_FOR_PERSON",
    "MOST_OPPONENTS",
    "AskedPuzzle",
    "Attempt",
    "AttemptChanged",
    "Awaits",
    "Backup",
    "BackupStopped",
    "Beginning",
    "ChannelList",
    "Chore",
    "ClosedAs",
    "ConditionalLine",
    "Copied",
    "CopiedDatabase",
    "CopiedTable",
    "Correspondence",
    "Ending",
    "ExhibitionThere",
    "FairUseBounds",
    "Figures",
    "Game",
    "GameChanged",
    "GameClock",
    "GameNotFound",
    "GameState",
    "ImportedGame",
    "Inspection",
    "LeaseLost",
    "LeftBoard",
    "Lifetimes",
    "ListedGame",
    "Listing",
    "Live",
    "Meeting",
    "MyGame",
    "MyGamesPage",
    "MyTurn",
    "NameTaken",
    "NewGame",
    "NewMove",
    "NewOpponent",
    "NewOwnPuzzle",
    "NewPuzzlePost",
    "NewReview",
    "NewStrengthTest",
    "Notice",
    "Outcome",
    "OwnGame",
    "OwnPuzzle",
    "Owner",
    "OwnerKind",
    "Page",
    "PastGame",
    "PastGames",
    "PastQuestion",
    "Pool",
    "PostResults",
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
    "Request",
    "Restored",
    "ReviewedPly",
    "SavedOpponent",
    "Seat",
    "SelfPlayBounds",
    "Share",
    "SideChoice",
    "Solver",
    "Standing",
    "Storage",
    "StorageError",
    "StoredReview",
    "Streak",
    "StrengthTest",
    "Subject",
    "Tally",
    "TimeControl",
    "TimeControlError",
    "TimeUp",
    "TooManyBlocked",
    "TooManyByOne",
    "TooManyGames",
    "TooManyOpponents",
    "TooManyRequests",
    "TooManyReviews",
    "TooManySelfPlaying",
    "Unanswered",
    "Unrated",
    "Untrusted",
    "Verdict",
    "Viewer",
    "WhyUnrated",
    "Worker",
    "back_up",
    "backups",
    "board_set_up",
    "chosen_board",
    "copy_database",
    "copy_everything",
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
