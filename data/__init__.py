"""Storage: tables, migrations, queries.

    storage = await Storage.open("sqlite:///flipfour.db")

Everything outside this package uses `Storage` and the values named here only.
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
    board_set_up,
    chosen_board,
    is_set_up,
    same_board_again,
    set_up_on,
)
from data.games.clock import GameClock, TimeUp
from data.games.conditional import ConditionalLine, Reply
from data.games.errors import (
    ExhibitionThere,
    GameChanged,
    GameNotFound,
    QuestionGone,
    QuestionThere,
)
from data.games.left_boards import LeftBoard
from data.games.limits import FairUseBounds, SelfPlayBounds
from data.games.my_games import Awaits, MyGame, MyGamesPage, MyTurn
from data.games.openings import Beginning
from data.games.past_games import PastGame, PastGames, Viewer
from data.games.records import (
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
    Verdict,
)
from data.games.time_control import (
    Correspondence,
    Live,
    TimeControl,
    TimeControlError,
    read_time_control,
)
from data.games.unrated import Unrated, WhyUnrated
from data.jobs.imports import ImportedGame
from data.jobs.reviews import NewReview, ReviewedPly, StoredReview
from data.jobs.strength_tests import NewStrengthTest, StrengthTest
from data.messages.channel_lists import ChannelList, ListedGame
from data.messages.notices import Notice
from data.messages.unanswered import Unanswered
from data.people.blocks import MOST_BLOCKED
from data.people.opponents import MOST_BY_ONE, MOST_OPPONENTS, NewOpponent, SavedOpponent
from data.people.personal import DELETED_PLAYER, Subject
from data.people.preferences import Owner, OwnerKind
from data.puzzles.own_puzzles import NewOwnPuzzle, OwnPuzzle
from data.puzzles.puzzle_posts import NewPuzzlePost, PostResults, PuzzlePost, Solver, Streak
from data.puzzles.puzzles import MOST_FOR_PERSON, AskedPuzzle, Attempt
from data.ratings.glicko2 import LISTED_BELOW, estimated, games_until
from data.ratings.rating_records import (
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
)
from data.ratings.statistics import Meeting, RatedGame, Tally
from data.storage import Storage
from data.tables.column_types import Untrusted
from data.upkeep.chores import Chore, Lifetimes
from data.upkeep.inspection import Inspection, file_faults
from data.upkeep.upkeep import Figures

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
    "Limit",
    "LimitReached",
    "LimitScope",
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
