"""The buttons under a finished board that lead back into the game."""

from __future__ import annotations

from bot.games.snapshot import GameSnapshot
from bot.replay.replays import can_be_replayed
from bot.ui.components import ComponentItem, button
from bot.ui.language import gettext
from bot.ui.replay.component_ids import OpenReplay
from bot.ui.review.view import review_button


def looking_back(snapshot: GameSnapshot) -> list[ComponentItem]:
    """The ways to the review and the replay, where there is something to show."""
    return [*review_button(snapshot), *replay_button(snapshot)]


def replay_button(snapshot: GameSnapshot) -> list[ComponentItem]:
    """The way to the replay, where there is something to show."""
    if not can_be_replayed(snapshot):
        return []
    return [button(gettext("Replay"), OpenReplay(snapshot.game.id), emoji="🎬")]
