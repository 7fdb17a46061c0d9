"""Invariants of stored puzzles, and of people's attempts at them."""

from __future__ import annotations

from typing import Any, get_args

from sqlalchemy import and_, case, exists, func, not_, or_, select

from data.db.invariants import (
    Invariant,
    Invariants,
    RowRule,
    always_if,
    at_least,
    dates,
    in_order,
    never,
    not_negative,
    one_of,
    only_if,
    together,
    within,
)
from data.puzzles.races import RaceReason
from data.ratings.ratings import Pool
from data.tables.playing import games
from data.tables.puzzles import (
    own_puzzles,
    puzzle_attempts,
    puzzle_posts,
    puzzle_racers,
    puzzle_races,
    puzzle_ratings,
    puzzle_run_attempts,
    puzzle_runs,
    puzzle_tries,
)
from data.tables.standings import ratings

_attempt, _run, _race, _post, _own = (
    puzzle_attempts.c,
    puzzle_runs.c,
    puzzle_races.c,
    puzzle_posts.c,
    own_puzzles.c,
)
_in_run = puzzle_run_attempts.c.run_id == _run.id
_race_over = _race.state.in_(("finished", "cancelled"))


def _attempts(*conditions: Any) -> Any:
    """Return a query for the number of a run's attempts that fulfil conditions."""
    query = select(func.count()).where(_in_run, *conditions)
    return query.correlate(puzzle_runs).scalar_subquery()


_complete = _attempts(puzzle_run_attempts.c.number == 1) == 1
"""True of a run none of whose attempts was forgotten: they are, the oldest first."""

_rated = and_(_attempt.player_id == ratings.c.player_id, _attempt.game == ratings.c.game)


def _with_result(result: str) -> Any:
    """Return a query for the number of rated attempts of a rating with a result."""
    these = (_rated, _attempt.value_after.is_not(None), _attempt.result == result)
    return select(func.count()).where(*these).correlate(ratings).scalar_subquery()


PUZZLES: Invariants = (
    Invariant(
        "puzzle run {id} has a score of {score}, and {solved} attempts that solved their puzzle",
        select(
            _run.id, _run.score, _attempts(puzzle_run_attempts.c.result == "solved").label("solved")
        ).where(
            case(
                (_complete, _run.score != _attempts(puzzle_run_attempts.c.result == "solved")),
                else_=_run.score < _attempts(puzzle_run_attempts.c.result == "solved"),
            )
        ),
    ),
    Invariant(
        "puzzle run {id} counts {misses} misses, and has {failed} attempts that failed",
        select(
            _run.id, _run.misses, _attempts(puzzle_run_attempts.c.result == "failed").label("failed")
        ).where(
            case(
                (_complete, _run.misses != _attempts(puzzle_run_attempts.c.result == "failed")),
                else_=_run.misses < _attempts(puzzle_run_attempts.c.result == "failed"),
            )
        ),
    ),
    Invariant(
        "puzzle run {id} is in a race of another game or without its person",
        select(_run.id).where(
            _run.race_id == _race.id,
            or_(
                _run.game != _race.game,
                _run.kind != "race",
                ~exists()
                .where(puzzle_racers.c.race_id == _race.id, puzzle_racers.c.player_id == _run.player_id)
                .correlate(puzzle_runs, puzzle_races),
            ),
        ),
    ),
    Invariant(
        "player {player_id} has rated attempts at puzzles of {game} and a rating that counts others",
        select(ratings.c.player_id, ratings.c.game).where(
            ratings.c.pool == Pool.PUZZLES,
            or_(
                ratings.c.wins != _with_result("solved"),
                ratings.c.losses != _with_result("failed"),
            ),
        ),
    ),
    Invariant(
        "player {player_id} has a rating in puzzles of {game} that no attempt led to",
        select(ratings.c.player_id, ratings.c.game).where(
            ratings.c.pool == Pool.PUZZLES,
            ~exists()
            .where(_rated, func.abs(_attempt.value_after - ratings.c.value) < 1e-6)
            .correlate(ratings),
        ),
    ),
    Invariant(
        "player {player_id} has rated attempts at puzzles of {game} and no rating",
        select(_attempt.player_id, _attempt.game)
        .where(
            _attempt.value_after.is_not(None),
            ~exists().where(_rated, ratings.c.pool == Pool.PUZZLES).correlate(puzzle_attempts),
        )
        .distinct(),
    ),
    Invariant(
        "puzzle {puzzle} counts fewer attempts than there are",
        select(_attempt.puzzle)
        .outerjoin(puzzle_ratings, puzzle_ratings.c.puzzle == _attempt.puzzle)
        .where(_attempt.value_after.is_not(None))
        .group_by(_attempt.puzzle, puzzle_ratings.c.attempts)
        .having(func.count() > func.coalesce(puzzle_ratings.c.attempts, 0)),
    ),
    Invariant(
        "puzzle post {post_id} was tried by {player_id}, who never saw the puzzle",
        select(puzzle_tries.c.post_id, puzzle_tries.c.player_id).where(
            puzzle_tries.c.post_id == _post.id,
            ~exists()
            .where(_attempt.player_id == puzzle_tries.c.player_id, _attempt.puzzle == _post.puzzle)
            .correlate(puzzle_tries, puzzle_posts),
        ),
    ),
    Invariant(
        "puzzle post {post_id} is of another day than the try of {player_id}",
        select(puzzle_tries.c.post_id, puzzle_tries.c.player_id).where(
            puzzle_tries.c.post_id == _post.id, puzzle_tries.c.day.is_distinct_from(_post.day)
        ),
    ),
    Invariant(
        "puzzle post {post_id} was solved by {player_id} otherwise than they solved the puzzle",
        select(puzzle_tries.c.post_id, puzzle_tries.c.player_id).where(
            puzzle_tries.c.post_id == _post.id,
            _attempt.player_id == puzzle_tries.c.player_id,
            _attempt.puzzle == _post.puzzle,
            or_(
                and_(puzzle_tries.c.solved_at.is_not(None), _attempt.solved_at.is_(None)),
                and_(
                    puzzle_tries.c.first,
                    puzzle_tries.c.solved_at.is_not(None),
                    _attempt.result.is_distinct_from("solved"),
                ),
            ),
        ),
    ),
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
    *only_if(_attempt.result.is_not(None), "the attempt has no result", _attempt.value_before),
    *together(_attempt.value_before, _attempt.value_after),
    *within(-2000, 6000, _attempt.value_before, _attempt.value_after, puzzle_ratings.c.value, _own.rating),
    RowRule(
        _attempt.value_after,
        or_(
            and_(_attempt.result == "solved", _attempt.value_after < _attempt.value_before),
            and_(_attempt.result == "failed", _attempt.value_after > _attempt.value_before),
        ),
        "the result changes it the other way",
    ),
    *only_if(_attempt.result == "solved", "it was not solved", _attempt.guild_id),
    *in_order(_attempt.begun_at, _attempt.solved_at),
    *in_order(puzzle_run_attempts.c.begun_at, puzzle_run_attempts.c.solved_at),
    *always_if(puzzle_run_attempts.c.result == "solved", "it was solved", puzzle_run_attempts.c.solved_at),
    *only_if(puzzle_run_attempts.c.result == "solved", "it was not solved", puzzle_run_attempts.c.solved_at),
    *in_order(_run.begun_at, _run.ended_at),
    *in_order(_race.created_at, _race.finished_at),
    *in_order(_race.begins_at, _race.deadline),
    *in_order(_race.created_at, _race.expires_at),
    *in_order(_post.posted_at, _post.answer_at),
    *only_if(_post.day.is_not(None), "it is no daily puzzle", _post.answer_at),
    *only_if(_run.ended_at.is_(None), "the run is over", _run.seconds_left),
    *only_if(_run.deadline.is_(None), "it has a deadline", _run.seconds_left),
    *only_if(_run.kind != "streak", "a streak has no time", _run.deadline),
    *only_if(_run.kind == "race", "it is in no race", _run.race_id),
    RowRule(_run.misses, _run.misses > case((_run.kind == "streak", 1), else_=3), "more than end a run"),
    RowRule(
        _run.ending,
        and_(_run.ending == "miss", _run.misses < case((_run.kind == "streak", 1), else_=3)),
        "too few misses",
    ),
    one_of(_race.reason, get_args(RaceReason)),
    *only_if(_race.state == "cancelled", "it was not cancelled", _race.reason),
    *always_if(_race.state == "cancelled", "it was cancelled", _race.reason),
    *only_if(_race_over, "the race is not over", _race.finished_at),
    *always_if(_race_over, "the race is over", _race.finished_at),
    RowRule(_race.rematch_of, _race.rematch_of >= _race.id, "a later race"),
    RowRule(_race.digest, func.length(_race.digest) < 8, "no digest"),
    *not_negative(
        _race.version, _attempt.ply, puzzle_run_attempts.c.ply, _post.shown, _own.game_ply, _own.ply
    ),
    *at_least(1, puzzle_run_attempts.c.number, puzzle_ratings.c.attempts),
    *within(1, 1000, puzzle_ratings.c.deviation),
    *within(0, 1, puzzle_ratings.c.volatility),
    *at_least(0, _own.margin),
    *always_if(_own.result == "solved", "it was solved", _own.solved_at),
)
