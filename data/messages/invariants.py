"""Invariants of stored messages."""

from __future__ import annotations

from sqlalchemy import func

from data.db.invariants import Invariants, RowRule, never, not_negative, together
from data.tables.messages import channel_lists, notices, outdated_names, threads, unanswered
from data.tables.playing import games

MESSAGES: Invariants = (
    never(
        "game {id} has a turn notice for a person who does not play it",
        notices.c.game_id,
        notices.c.game_id == games.c.id,
        func.coalesce(games.c.first_player_id, 0) != notices.c.player_id,
        func.coalesce(games.c.second_player_id, 0) != notices.c.player_id,
    ),
    *not_negative(notices.c.failures, outdated_names.c.failures),
    *together(notices.c.message_id, notices.c.channel_id),
    RowRule(threads.c.channel_id, threads.c.channel_id == threads.c.id, "a thread in itself"),
    RowRule(channel_lists.c.digest, func.length(channel_lists.c.digest) < 8, "no digest"),
    RowRule(unanswered.c.token, func.length(unanswered.c.token) == 0, "it is empty"),
)
