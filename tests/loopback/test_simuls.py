"""A simultaneous exhibition over sockets: twenty boards within Discord's limits, and a restart meanwhile."""

from __future__ import annotations

import pytest

from data.tournaments.tournaments import TournamentStore
from tests.loopback.rate_limits import RateLimits
from tests.loopback.running import Scene
from tests.loopback.test_whole_games import check_answers

BOARDS = 20


def boards(scene: Scene) -> int:
    return sum(len(scene.boards(game)) for game in range(1, BOARDS + 1))


@pytest.mark.long
async def test_twenty_boards_within_the_limits_of_a_channel(scene: Scene) -> None:
    # As many as Discord takes, in a tenth of its time.
    scene.discord.limits = RateLimits(per_route=(5, 0.5), per_second=50)
    await scene.ann.types("simul", game="connect4", places=BOARDS, side="second")
    for number in range(BOARDS):
        await scene.newcomer(f"P{number}").taps("Join")
    await scene.until(lambda: boards(scene) >= 3, "some boards")
    await scene.restart()
    await scene.until(lambda: boards(scene) == BOARDS, "all boards")
    record = await scene.bot.kit[TournamentStore].find(1)
    assert record is not None
    assert sorted(one.game_id or 0 for one in record.pairings) == list(range(1, BOARDS + 1))
    thread = scene.discord.channels[record.tournament.boards_id or 0]
    calls = [message for message in thread.messages.values() if not message.files]
    assert len(calls) == 1, "the call to the boards"
    await scene.ann.waits_for(f"{BOARDS} boards in progress")
    assert scene.discord.limits.exceeded <= BOARDS
    check_answers(scene)
