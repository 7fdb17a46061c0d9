"""The button under a finished board that leads to its review."""

from __future__ import annotations

from bot.games.referee import CALLED_OFF_BEFORE
from bot.games.snapshot import NO_SIDE, GameSnapshot
from bot.ui.components import ComponentItem, button
from bot.ui.language import gettext
from bot.ui.review.component_ids import AskReview
from data import GameState


def review_button(snapshot: GameSnapshot) -> list[ComponentItem]:
    """The button, where there is enough to review."""
    moves = sum(by != NO_SIDE for by in snapshot.movers)
    if snapshot.game.state is not GameState.FINISHED or moves < CALLED_OFF_BEFORE:
        return []
    return [button(gettext("Review"), AskReview(snapshot.game.id), emoji="🔍")]
