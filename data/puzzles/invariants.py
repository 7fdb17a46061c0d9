"""Invariants of puzzles, of repertoires, and of people's attempts at both."""

from __future__ import annotations

from typing import Any, get_args

from sqlalchemy import Column, and_, case, exists, func, not_, or_, select

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
from data.tables.repertoires import repertoire_moves, training_questions, training_sessions
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


def _counts(column: Column[Any], result: str, text: str) -> Invariant:
    """Return the invariant that a column of runs counts their attempts with a result."""
    these = _attempts(puzzle_run_attempts.c.result == result)
    wrong = case((_complete, column != these), else_=column < these)
    return Invariant(text, select(_run.id, column, these.label(result)).where(wrong))


_rated = and_(_attempt.player_id == ratings.c.player_id, _attempt.game == ratings.c.game)


def _with_result(result: str) -> Any:
    """Return a query for the number of rated attempts of a rating with a result."""
    these = (_rated, _attempt.value_after.is_not(None), _attempt.result == result)
    return select(func.count()).where(*these).correlate(ratings).scalar_subquery()


PUZZLES: Invariants = (
    _counts(
        _run.score,
        "solved",
        "puzzle run {id} has a score of {score}, and {solved} attempts that solved their puzzle",
    ),
    _counts(
        _run.misses, "failed", "puzzle run {id} counts {misses} misses, and has {failed} attempts that failed"
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
        puzzle_runs.c.ended_at.is_(None) != puzzle_runs.c.ending.is_(None),
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

_asked = and_(
    training_questions.c.session_id == training_sessions.c.id,
    training_questions.c.move_id == repertoire_moves.c.id,
)

REPERTOIRES: Invariants = (
    never(
        "training session {id} asks about a move of another person",
        training_sessions.c.id,
        _asked,
        repertoire_moves.c.player_id != training_sessions.c.player_id,
    ),
    *not_negative(repertoire_moves.c.stage, repertoire_moves.c.misses),
    never(
        "training session {id} asks about a move of another game or side",
        training_sessions.c.id,
        _asked,
        or_(
            repertoire_moves.c.game != training_sessions.c.game,
            repertoire_moves.c.side != training_sessions.c.side,
        ),
    ),
    *at_least(1, training_questions.c.number),
    *only_if(training_questions.c.answer.is_not(None), "there is no answer", training_questions.c.right),
    *always_if(training_questions.c.answer.is_not(None), "there is an answer", training_questions.c.right),
    *in_order(training_sessions.c.begun_at, training_sessions.c.ended_at),
    RowRule(repertoire_moves.c.move, func.length(repertoire_moves.c.move) == 0, "no move"),
)
