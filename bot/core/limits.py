"""The refusal of more than a limit allows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from bot.core.refusals import Refusal, Sentence
from data.db.errors import Limit, LimitReached, LimitScope
from languages import ngettext_noop

Whose: TypeAlias = LimitScope | Literal["other"]

LIMITS: dict[tuple[Limit, Whose], tuple[str, str]] = {
    # Translators: the first form is for a limit of one, which the sentence says.
    (Limit.GAMES, "person"): ngettext_noop(
        "You already have a game in progress, and one is the maximum for a person. Finish it or put it "
        "aside, then try again.",
        "You already have {maximum} games in progress, the maximum for one person. Finish one or put one "
        "aside, then try again.",
    ),
    (Limit.GAMES, "other"): ngettext_noop(
        "{person} already has a game in progress, and one is the maximum for a person. Please try again when "
        "it is over.",
        "{person} already has {maximum} games in progress, the maximum for one person. Please try again when "
        "one is over.",
    ),
    (Limit.GAMES, "server"): ngettext_noop(
        "This server already has a game in progress, and one is the maximum. Please try again when it is "
        "over, or play me in a private chat.",
        "This server already has {maximum} games in progress, the maximum. Please try again when one is "
        "over, or play me in a private chat.",
    ),
    (Limit.UNPLAYED, "person"): ngettext_noop(
        "You have a game against me in which you haven't moved yet, and one is the maximum. Make a move "
        "there, or resign it: `/games` leads you to it.",
        "You have {maximum} games against me in which you haven't moved yet, the maximum. Make a move in one "
        "of them, or resign it: `/games` leads you to them.",
    ),
    (Limit.UNPLAYED, "other"): ngettext_noop(
        "{person} has a game against me in which they haven't moved yet, and one is the maximum.",
        "{person} has {maximum} games against me in which they haven't moved yet, the maximum.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.STRENGTH_TESTS, "person"): ngettext_noop(
        "You can start one strength test an hour. You can start the next one {wait}.",
        "You've started {maximum} strength tests in the last hour, the maximum for one person. You can start "
        "the next one {wait}.",
    ),
    (Limit.TOURNAMENTS, "person"): ngettext_noop(
        "You already have a tournament here, and one is the maximum for a person. Create the next one when "
        "it is over, or cancel it: Manage on its card.",
        "You already have {maximum} tournaments here, the maximum for one person. Create the next one when "
        "one of them is over, or cancel one: Manage on its card.",
    ),
    (Limit.SIMULS, "person"): ngettext_noop(
        "You already have an exhibition here, and one is the maximum for a person. Start the next one when "
        "it is over, or end it: Manage on its card.",
        "You already have {maximum} exhibitions here, the maximum for one person. Start the next one when "
        "one of them is over, or end one: Manage on its card.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.CHALLENGES, "person"): ngettext_noop(
        "You can make one challenge an hour. You can make the next one {wait}. You can join other people's "
        "games, or play me, right away.",
        "You've made {maximum} challenges in the last hour, the maximum for one person. You can make the "
        "next one {wait}. You can join other people's games, or play me, right away.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.CHALLENGES, "server"): ngettext_noop(
        "This server can have one challenge an hour. The next one is possible {wait}.",
        "This server has had {maximum} challenges in the last hour, the maximum. The next one is possible "
        "{wait}.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.QUESTIONS, "person"): ngettext_noop(
        "You can ask one question an hour. You can ask the next one {wait}.",
        "You've asked {maximum} questions in the last hour, the maximum for one person. You can ask the next "
        "one {wait}.",
    ),
    # Translators: the first form is for a limit of one. {wait} is Discord's text such as “in 20 minutes”.
    (Limit.QUESTIONS, "server"): ngettext_noop(
        "This server can have one question an hour. The next one is possible {wait}.",
        "This server has had {maximum} questions in the last hour, the maximum. The next one is possible "
        "{wait}.",
    ),
    (Limit.SELF_PLAY, "other"): ngettext_noop(
        "{person} already has a game in which computers play both sides, and one is the maximum for a "
        "person. Stop it, or take over a side, then try again.",
        "{person} already has {maximum} games in which computers play both sides, the maximum for one "
        "person. Stop one, or take over a side, then try again.",
    ),
    (Limit.SELF_PLAY, "channel"): ngettext_noop(
        "This channel already has a game in which computers play both sides, and one is the maximum. Try "
        "again when it is over, or in another channel.",
        "This channel already has {maximum} games in which computers play both sides, the maximum. Try again "
        "when one is over, or in another channel.",
    ),
    (Limit.SELF_PLAY, "server"): ngettext_noop(
        "This server already has a game in which computers play both sides, and one is the maximum. Try "
        "again when it is over.",
        "This server already has {maximum} games in which computers play both sides, the maximum. Try again "
        "when one is over.",
    ),
    (Limit.REVIEWS, "person"): ngettext_noop(
        "I'm already reviewing a game for you. Ask again when it is done.",
        "I'm already reviewing {maximum} games for you. Ask again when one is done.",
    ),
    (Limit.OPPONENTS, "person"): ngettext_noop(
        "You've made one of this server's opponents, the maximum for one person. Use `/opponent` to "
        "make room.",
        "You've made {maximum} of this server's opponents, the maximum for one person. Use `/opponent` to "
        "make room.",
    ),
    (Limit.OPPONENTS, "server"): ngettext_noop(
        "This server has a custom opponent, and one is the maximum. Use `/opponent` to make room.",
        "This server has as many custom opponents as it can have. Use `/opponent` to make room.",
    ),
    (Limit.BLOCKS, "person"): ngettext_noop(
        "You've blocked a person, and one is the maximum. Unblock someone in `/me` to make room.",
        "You've blocked {maximum} people, the maximum. Unblock someone in `/me` to make room.",
    ),
}
"""Sentences for limits, one or more, by whose they are; "other" names a person."""


@dataclass(eq=False)
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
