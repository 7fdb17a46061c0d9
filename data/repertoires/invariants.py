"""Invariants of stored repertoires and training sessions."""

from __future__ import annotations

from sqlalchemy import func, or_

from data.db.invariants import (
    Invariants,
    RowRule,
    always_if,
    at_least,
    in_order,
    never,
    not_negative,
    only_if,
)
from data.tables.repertoires import repertoire_moves, training_questions, training_sessions

REPERTOIRES: Invariants = (
    never(
        "training session {id} asks about a move of another person",
        training_sessions.c.id,
        training_questions.c.session_id == training_sessions.c.id,
        training_questions.c.move_id == repertoire_moves.c.id,
        repertoire_moves.c.player_id != training_sessions.c.player_id,
    ),
    *not_negative(repertoire_moves.c.stage, repertoire_moves.c.misses),
    never(
        "training session {id} asks about a move of another game or side",
        training_sessions.c.id,
        training_questions.c.session_id == training_sessions.c.id,
        training_questions.c.move_id == repertoire_moves.c.id,
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
