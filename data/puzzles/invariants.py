"""Invariants of stored puzzles, and of people's attempts at them."""

from __future__ import annotations

from sqlalchemy import and_, not_, or_

from data.db.invariants import dates, never, not_negative
from data.tables.playing import games
from data.tables.puzzles import (
    own_puzzles,
    puzzle_attempts,
    puzzle_posts,
    puzzle_races,
    puzzle_ratings,
    puzzle_run_attempts,
    puzzle_runs,
)

PUZZLES = (
    never(
        "puzzle run {id} is over without a reason, or the other way round",
        puzzle_runs.c.id,
        or_(
            and_(puzzle_runs.c.ended_at.is_(None), puzzle_runs.c.ending.is_not(None)),
            and_(puzzle_runs.c.ended_at.is_not(None), puzzle_runs.c.ending.is_(None)),
        ),
    ),
    never(
        "puzzle run {id} has an attempt of another person",
        puzzle_runs.c.id,
        puzzle_run_attempts.c.run_id == puzzle_runs.c.id,
        puzzle_run_attempts.c.player_id != puzzle_runs.c.player_id,
    ),
    never(
        "puzzle race {id} is over, and a run in it is not",
        puzzle_races.c.id,
        puzzle_races.c.finished_at.is_not(None),
        puzzle_runs.c.race_id == puzzle_races.c.id,
        puzzle_runs.c.ended_at.is_(None),
    ),
    never(
        "puzzle race {id} runs without puzzles or a deadline",
        puzzle_races.c.id,
        puzzle_races.c.state == "running",
        or_(puzzle_races.c.puzzles == "", puzzle_races.c.deadline.is_(None)),
    ),
    never(
        "puzzle {id} was solved at no time",
        puzzle_attempts.c.puzzle,
        puzzle_attempts.c.result == "solved",
        puzzle_attempts.c.solved_at.is_(None),
    ),
    never(
        "puzzle post {id} is answered, and its answer is due",
        puzzle_posts.c.id,
        puzzle_posts.c.answered.is_(True),
        puzzle_posts.c.answer_at.is_not(None),
    ),
    never(
        "own puzzle {id} is of someone who did not play the game",
        own_puzzles.c.id,
        own_puzzles.c.game_id == games.c.id,
        not_(
            or_(
                games.c.challenger_id == own_puzzles.c.player_id,
                games.c.first_player_id.is_not_distinct_from(own_puzzles.c.player_id),
                games.c.second_player_id.is_not_distinct_from(own_puzzles.c.player_id),
            )
        ),
    ),
    *dates(puzzle_posts.c.day),
    *not_negative(
        puzzle_runs.c.score,
        puzzle_runs.c.misses,
        puzzle_runs.c.seconds_left,
        puzzle_ratings.c.attempts,
        puzzle_ratings.c.deviation,
        own_puzzles.c.failures,
        own_puzzles.c.stage,
    ),
)
