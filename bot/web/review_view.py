"""A review as pages get it: every position with its words, the chart, both sides' figures and the errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.catalog import recent_moves
from bot.catalog.judging import Phase
from bot.core.snapshot import GameSnapshot
from bot.study.review import words
from bot.study.review.before_after_view import two_moves
from bot.study.review.ui import course_of
from bot.study.review.verdicts import ERRORS, JudgedMove, Review
from bot.ui.components import number_of
from bot.web.game_view import board_facts, diagram_facts, position_facts
from bot.web.markup_view import lines_of
from engine import Position
from languages import pgettext
from languages.numbers import percent
from renderers.review_chart import describe_course

Names = Mapping[int, str]
"""People's names by their ids."""


def review_facts(
    snapshot: GameSnapshot, review: Review, seats: tuple[str, str], names: Names
) -> dict[str, Any]:
    """Return the whole review, in the current language."""
    course = course_of(snapshot, review, seats)
    telling = review.turning_point or review.next_error(0)
    positions = snapshot.positions()
    return {
        **board_facts(snapshot.kind, positions[0]),
        "number": snapshot.game.id,
        "names": list(course.names),
        "opened": 0 if telling is None else telling.ply + 1,
        "steps": [_step(snapshot, review, positions, ply, names) for ply in range(len(positions))],
        "chart": {
            "points": [
                [judged.ply, point.value, point.depth, point.error, point.side]
                for judged, point in zip(review.points, course.points, strict=True)
            ],
            "ends": course.ends,
            "alt": describe_course(course),
        },
        "phases": [pgettext("phase", words.PHASES[phase]) for phase in Phase],
        "figures": [_figures(snapshot, review, side, names) for side in (0, 1)],
        "course": lines_of("\n".join(words.course_lines(snapshot, review)), names),
        "errors": [_error(snapshot, move) for move in review.moves if move.verdict.is_error],
        "how": lines_of(words.how_computed(), {}),
    }


def _step(
    snapshot: GameSnapshot, review: Review, positions: Sequence[Position], ply: int, names: Names
) -> dict[str, Any]:
    """Return the position after `ply` moves, what is to be said of it, and the better move."""
    kind = snapshot.kind
    before = positions[max(0, ply - 1)]
    score = kind.score(positions[ply])
    text = words.step_text(snapshot, review, ply, before)
    step = {
        **position_facts(kind, positions[ply], recent_moves(positions, snapshot.game.moves[:ply])),
        "score": None if score is None else list(score),
        "lines": lines_of(text, names),
    }
    judged = review.move_at(ply - 1)
    if judged is not None and judged.better is not None:
        step["better"] = [judged.better, kind.value_label(before, judged.best, exact=judged.proved)]
    compared = two_moves(snapshot, review, ply)
    if compared is not None:
        step["instead"] = {
            "board": diagram_facts(kind, compared.better),
            "headings": [list(heading) for heading in compared.headings],
        }
    return step


def _figures(snapshot: GameSnapshot, review: Review, side: int, names: Names) -> dict[str, Any]:
    """Return a side's accuracy in all and by phase, and its errors in words."""
    verdict = review.sides[side]
    return {
        "accuracy": None if verdict.accuracy is None else percent(verdict.accuracy),
        "phases": [
            None if (accuracy := verdict.phases.get(phase)) is None else percent(accuracy) for phase in Phase
        ],
        "facts": lines_of(words.side_facts(snapshot, review, side), names),
    }


def _error(snapshot: GameSnapshot, move: JudgedMove) -> dict[str, Any]:
    """Return an error as it is listed, with the position to which it led."""
    kind = snapshot.kind
    return {
        "ply": move.ply + 1,
        "side": move.side,
        "size": ERRORS.index(move.verdict) + 1,
        "number": number_of(snapshot, move.ply),
        "move": kind.move_name(move.move),
        "verdict": pgettext("verdict", words.VERDICTS[move.verdict]),
    }
