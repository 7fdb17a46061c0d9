"""Vote games between two servers, as tests need them."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from simcord.builders import ChannelHandle

from tests.e2e.seen import Seen
from tests.e2e.world import Person, World

SOON = 5.0
"""Seconds after which a board shows the votes."""


class OtherServer(NamedTuple):
    """A second server, with a channel and a person."""

    channel: ChannelHandle
    dora: Person


def board(world: World, channel: ChannelHandle | None = None) -> Seen:
    """Return the latest board in a channel."""
    return world.boards(channel=channel)[-1]


def label(shown: Seen, move: str) -> str:
    """Return the label of the button of a move, which may have a number of votes."""
    return next(one for one in shown.labels if one.split(" ")[0] == move)


async def ends(world: World, person: Person, channel: ChannelHandle | None = None) -> None:
    """End the game of a channel, or of the world's own."""
    question = await person.taps("End game", board(world, channel))
    await person.taps("End game", question.messages[0])


async def between_servers(world: World, locale: str = "en-GB", **options: Any) -> OtherServer:
    """Begin a game between the world's server, which moves first, and another one."""
    there = world.env.create_guild("Another server", preferred_locale=locale)
    channel = there.create_text_channel("votes")
    dora = Person(world, there.add_member(world.env.create_user("dora", global_name="Dora")))
    answer = await world.ann.types("vote", against="server", **options)
    code = re.search(r"code:(\w{6})", answer.public)
    assert code is not None
    await dora.types("vote", channel=channel, code=code[1])
    await world.pass_time(SOON)
    return OtherServer(channel, dora)
