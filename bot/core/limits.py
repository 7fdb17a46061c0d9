"""The refusal of more than a limit allows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Literal, TypeAlias

from bot.core.refusals import Refusal, Sentence
from data.db.errors import Limit, LimitReached, LimitScope
from languages import ngettext_noop

Whose: TypeAlias = LimitScope | Literal["other"]

LIMITS: dict[tuple[Limit, Whose], tuple[str, str]] = {
    # Translators: the first form is for a limit of one, which the sentence says.
    (Limit.GAMES, "person"): ngettext_noop(
        "You can only have one game in progress. Finish it or put it aside first.",
        "You already have {maximum} games in progress, the maximum. Finish one or put one aside first.",
    ),
    (Limit.GAMES, "other"): ngettext_noop(
        "{person} already has a game in progress and can only have one. Try again when it is over.",
        "{person} already has {maximum} games in progress, the maximum. Try again when one is over.",
    ),
    (Limit.GAMES, "server"): ngettext_noop(
        "This server can only have one game in progress. Try again when it is over, or "
        "play me in a private chat.",
        "This server already has {maximum} games in progress, the maximum. Try again "
        "when one is over, or play me in a private chat.",
    ),
    (Limit.UNPLAYED, "person"): ngettext_noop(
        "You already have a game against me in which you haven't moved yet. Move there "
        "or resign it first: `/games` links to it.",
        "You already have {maximum} games against me in which you haven't moved yet. "
        "Move in one or resign one first: `/games` links to them.",
    ),
    (Limit.UNPLAYED, "other"): ngettext_noop(
        "{person} already has a game against me in which they haven't moved yet, the maximum.",
        "{person} already has {maximum} games against me in which they haven't moved yet, the maximum.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.STRENGTH_TESTS, "person"): ngettext_noop(
        "You can start one strength test an hour. You can start the next one {wait}.",
        "You've started {maximum} strength tests in the last hour, the maximum. You can "
        "start the next one {wait}.",
    ),
    (Limit.TOURNAMENTS, "person"): ngettext_noop(
        "You can only have one tournament here. Create the next one when it is over, or "
        "cancel it with Manage on its card.",
        "You already have {maximum} tournaments here, the maximum. Create the next one "
        "when one is over, or cancel one with Manage on its card.",
    ),
    (Limit.SIMULS, "person"): ngettext_noop(
        "You can only have one exhibition here. Start the next one when it is over, or "
        "end it with Manage on its card.",
        "You already have {maximum} exhibitions here, the maximum. Start the next one "
        "when one is over, or end one with Manage on its card.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.CHALLENGES, "person"): ngettext_noop(
        "You can send one challenge an hour. You can send the next one {wait}. Joining "
        "other games and playing me works right away.",
        "You've sent {maximum} challenges in the last hour, the maximum. You can send "
        "the next one {wait}. Joining other games and playing me works right away.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.CHALLENGES, "server"): ngettext_noop(
        "This server can have one challenge an hour. The next one is possible {wait}.",
        "This server has had {maximum} challenges in the last hour, the maximum. The next one is possible "
        "{wait}.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.QUESTIONS, "person"): ngettext_noop(
        "You can send one request an hour. You can send the next one {wait}.",
        "You've sent {maximum} requests in the last hour, the maximum. You can send the next one {wait}.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.QUESTIONS, "server"): ngettext_noop(
        "This server can have one request an hour. The next one is possible {wait}.",
        "This server has had {maximum} requests in the last hour, the maximum. The next "
        "one is possible {wait}.",
    ),
    (Limit.SELF_PLAY, "other"): ngettext_noop(
        "{person} can only have one game in which computers play both sides. Stop it or "
        "take over a side first.",
        "{person} already has {maximum} games in which computers play both sides, the "
        "maximum. Stop one or take over a side first.",
    ),
    (Limit.SELF_PLAY, "channel"): ngettext_noop(
        "This channel can only have one game in which computers play both sides. Try "
        "again when it is over, or in another channel.",
        "This channel already has {maximum} games in which computers play both sides, the maximum. Try again "
        "when one is over, or in another channel.",
    ),
    (Limit.SELF_PLAY, "server"): ngettext_noop(
        "This server can only have one game in which computers play both sides. Try again when it is over.",
        "This server already has {maximum} games in which computers play both sides, the maximum. Try again "
        "when one is over.",
    ),
    (Limit.REVIEWS, "person"): ngettext_noop(
        "I'm already reviewing a game for you. Ask again when it is done.",
        "I'm already reviewing {maximum} games for you. Ask again when one is done.",
    ),
    (Limit.OPPONENTS, "person"): ngettext_noop(
        "You can only have one custom opponent in this server. Delete it with `/opponent` first.",
        "You already have {maximum} custom opponents in this server, the maximum. "
        "Delete one with `/opponent` first.",
    ),
    (Limit.OPPONENTS, "server"): ngettext_noop(
        "This server can only have one custom opponent. Delete it with `/opponent` first.",
        "This server has as many custom opponents as it can have. Delete one with `/opponent` first.",
    ),
    (Limit.BLOCKS, "person"): ngettext_noop(
        "You can only block one person. Unblock them in `/me` first.",
        "You've blocked {maximum} people, the maximum. Unblock someone in `/me` first.",
    ),
}
"""Sentences for limits, one or more, by whose they are; "other" names a person."""


class OverLimit(Refusal):
    """The asker, the one with `player_id`, the channel or the server has the maximum already.

    A limit on requests within an hour has room again at `again_at`.
    """

    counted = "maximum"
    limit: Limit
    scope: LimitScope
    maximum: int
    player_id: int | None = None
    again_at: datetime | None = None

    def sentence(self) -> Sentence:
        return LIMITS[self.limit, self.scope if self.player_id is None else "other"]


@contextmanager
def refusing_at_limits(asker_id: int | None = None) -> Iterator[None]:
    """Turn storage's `LimitReached` into a refusal, which names no person if that is the asker."""
    try:
        yield
    except LimitReached as reached:
        other_id = None if reached.player_id == asker_id else reached.player_id
        raise OverLimit(
            reached.limit, reached.scope, reached.maximum, other_id, reached.again_at
        ) from reached
