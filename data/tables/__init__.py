"""The tables, by room. A change needs a migration: see data/migrations/README.md; a test compares the two."""

from __future__ import annotations

from data.tables.hosting import (
    presence,
    servers,
    workers,
)
from data.tables.messages import (
    channel_lists,
    left_boards,
    notices,
    outdated_names,
    threads,
    unanswered,
)
from data.tables.people import (
    blocks,
    imports,
    led_to,
    nicknames,
    opponents,
    players,
    preferences,
    requests,
)
from data.tables.playing import (
    ADJOURNED,
    BY_ITSELF,
    COMPUTER_TO_MOVE,
    EXHIBITION,
    IMPORTED,
    IN_CHANNEL,
    NOT_SHOWN,
    OPENING_UNKNOWN,
    PAUSED,
    PLAYING,
    REFUSED,
    UNTOUCHED,
    conditional_moves,
    games,
    moves,
    past_questions,
    questions,
)
from data.tables.puzzles import (
    daily_puzzles,
    own_puzzles,
    puzzle_attempts,
    puzzle_posts,
    puzzle_ratings,
    puzzle_tries,
)
from data.tables.schema import (
    metadata,
)
from data.tables.searching import (
    reviewed_plies,
    reviews,
    strength_tests,
)
from data.tables.standings import (
    ratings,
    results,
    server_players,
)

__all__ = [
    "ADJOURNED",
    "BY_ITSELF",
    "COMPUTER_TO_MOVE",
    "EXHIBITION",
    "IMPORTED",
    "IN_CHANNEL",
    "NOT_SHOWN",
    "OPENING_UNKNOWN",
    "PAUSED",
    "PLAYING",
    "REFUSED",
    "UNTOUCHED",
    "blocks",
    "channel_lists",
    "conditional_moves",
    "daily_puzzles",
    "games",
    "imports",
    "led_to",
    "left_boards",
    "metadata",
    "moves",
    "nicknames",
    "notices",
    "opponents",
    "outdated_names",
    "own_puzzles",
    "past_questions",
    "players",
    "preferences",
    "presence",
    "puzzle_attempts",
    "puzzle_posts",
    "puzzle_ratings",
    "puzzle_tries",
    "questions",
    "ratings",
    "requests",
    "results",
    "reviewed_plies",
    "reviews",
    "server_players",
    "servers",
    "strength_tests",
    "threads",
    "unanswered",
    "workers",
]
