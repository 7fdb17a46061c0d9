"""“Challenge to Reversi” and its like, in the menu of a person's name."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from tests.e2e.world import World


@pytest.mark.parametrize(("title", "key"), [("Reversi", "reversi"), ("Connect 4", "connect4")])
async def test_a_person_is_challenged(world: World, title: str, key: str) -> None:
    ann, ben = world.ann, world.ben
    await ann.uses_menu_of(ben, f"Challenge to {title}")
    assert f"{ann.mention} challenges {ben.mention} to a game (random colours)." in world.offer().text
    (stored,) = world.env.backend.messages[world.channel.id].values()
    assert stored.ping_user_ids == [ben.id]
    await ben.taps("Accept")
    assert world.board().picture == f"{key}-1-0.png"


async def test_oneself_and_other_bots_are_refused_in_private(world: World) -> None:
    robot = world.server.add_member(world.env.create_user("robot", bot=True))
    own = await world.ann.uses_menu_of(world.ann, "Challenge to Reversi")
    assert own.private.startswith("You can't challenge yourself.")
    other = await world.ann.uses_menu_of(robot, "Challenge to Reversi")
    assert f"{robot.mention} is a bot and can't press buttons." in other.private
    assert world.posts() == []


async def test_flipfour_answers_with_a_card_to_start_from(world: World) -> None:
    flipfour = MemberActor(world.env, world.server, world.flipfour)
    await world.ann.uses_menu_of(flipfour, "Challenge to Connect 4")
    assert world.offer().labels == ["Join", "Play me: child", "Withdraw"]
    await world.ann.chooses("Play me: another level, or a style", "medium")
    assert "Flipfour (medium)" in world.board().text
