"""Invariants of stored repertoires and training sessions."""

from __future__ import annotations

from data.db.invariants import never, not_negative
from data.tables.repertoires import repertoire_moves, training_questions, training_sessions

REPERTOIRES = (
    never(
        "training session {id} asks about a move of another person",
        training_sessions.c.id,
        training_questions.c.session_id == training_sessions.c.id,
        training_questions.c.move_id == repertoire_moves.c.id,
        repertoire_moves.c.player_id != training_sessions.c.player_id,
    ),
    *not_negative(repertoire_moves.c.stage, repertoire_moves.c.misses),
)
