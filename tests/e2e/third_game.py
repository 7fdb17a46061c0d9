"""The process of `test_new_room`: a third game, from its search to the leaderboard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from structlog.typing import EventDict

from bot.events.matches.computer_matches import PACE
from engine import Limits, perft, search, warm_up
from engine.jit import ready_note
from engine.players.computer import levels_of
from engine.search.registry import EXACT
from tests import third_game
from tests.cases import missing
from tests.data.helpers import rank_everyone
from tests.e2e.world import World

pytestmark = pytest.mark.english
"""The third game has no translations."""

third_game.add()


def test_the_compiled_core_plays_tic_tac_toe() -> None:
    from engine import tictactoe  # type: ignore[attr-defined]

    assert not ready_note.PLAIN_PYTHON
    start = tictactoe.Position()
    won = start.play("a1").play("b1")
    # The compiler's time is not taken from the two seconds of a search before the warm-up.
    early = search(won, Limits(seconds=2.0))
    assert (early.exact, early.score) == (True, 1)
    steps: list[tuple[int, int]] = []
    warm_up("tictactoe", lambda done, total: steps.append((done, total)))
    assert steps == [(done, 4) for done in range(5)]
    # The published number of games, those that end early included.
    assert perft(start, 9) == 255168
    drawn = search(start, Limits(seconds=60))
    assert (drawn.exact, drawn.score) == (True, 0)
    found = search(won, Limits(seconds=60), style=EXACT)
    assert (found.exact, found.score) == (True, 1)
    assert found.move in {"a2", "b2", "c2", "a3", "b3", "c3"}
    reply = levels_of("tictactoe")["perfect"].player.choose(start.play("b2"), 60).move
    assert reply in {"a1", "c1", "a3", "c3"}


@pytest.fixture
async def world(tmp_path: Path, log: list[EventDict]) -> AsyncIterator[World]:
    """A world whose bot was made after the game was added."""
    made = World(tmp_path / "games.db")
    await made.start()
    yield made
    await made.end()
    assert not [entry for entry in log if entry["log_level"] == "error"]


async def test_a_third_game_is_played_out(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("tictactoe start", opponent=ben, colour="first")
    await ben.taps("Accept")
    for mover, move in zip((ann, ben, ann, ben), ("a1", "b1", "a2", "b2"), strict=True):
        await mover.taps(move)
    assert (await ben.taps("a3")).private.startswith(f"It is {ann.mention}'s turn")
    await ann.taps("a3")
    assert f"🏆 **{ann.mention} wins with three in a row**" in world.posts()[-1].text
    assert f"{ann.mention}: placement game 1 of about " in world.posts()[-1].text
    await rank_everyone(world.bot.kit.storage)
    leaderboard = await ann.types("leaderboard", game="tictactoe")
    assert "Tic-tac-toe" in leaderboard.public
    assert "1. Ann (you): " in leaderboard.messages[0].alt
    assert "leaderboard is still empty" in (await ann.types("leaderboard", game="reversi")).public
    assert "Tic-tac-toe" in (await ann.types("profile")).public
    # It can be seen again, position by position: it has nothing to show in between.
    await ben.types("replay", show="post")
    with Image.open(BytesIO(world.picture(world.posts()[-1]))) as animation:
        assert (animation.format, animation.size) == ("GIF", (90, 90))
        assert getattr(animation, "n_frames", 1) == 6
    (start,) = (await ann.types("replay")).messages
    (looked,) = (await ann.taps("Analyse", start)).messages
    assert "Tic-tac-toe: ❌ Crosses to move" in looked.text
    await ann.taps("Play on against…", looked)
    assert "Tic-tac-toe" in world.posts()[-1].text


async def test_its_computers_play_each_other(world: World) -> None:
    await world.ann.types("match", first="perfect", second="perfect", game="tictactoe")
    assert "❌ Flipfour (perfect) · ⭕ Flipfour (perfect)" in world.posts()[-1].text
    await world.pass_time(PACE * 12)
    assert "the board is full" in world.posts()[-1].text
    await world.ann.taps("Again, sides swapped")
    assert (await world.snapshot(2)).going


async def test_its_computers_are_compared(world: World) -> None:
    await world.ann.types("match", first="perfect", second="perfect", games=10, game="tictactoe")
    seen = world.posts()[-1]
    assert not missing(seen.text, "Tic-tac-toe · ", "**10 games** played", "not yet conclusive")
    assert "perfect (1) as Crosses, perfect (2) as Noughts" in seen.alt
    offered = await world.ann.actor.autocomplete(world.channel, "match", "first", "", game="tictactoe")
    assert {"novice", "perfect", "lines"} <= {choice["value"] for choice in offered}


async def test_its_computer_plays_and_a_restart_does_not_matter(world: World) -> None:
    ann = world.ann
    await ann.types("tictactoe start", bot="perfect", colour="first")
    await ann.taps("b2")
    # Every other answer loses.
    assert (await world.moves()).split()[1] in {"a1", "c1", "a3", "c3"}
    assert "Noughts answered **" in world.posts()[-1].text
    await world.kill()
    # The square opposite is taken by the computer: no line goes through it and the middle.
    await ann.taps("b1")
    assert (await world.moves()).endswith(" b1 b3")
    assert "Three in a row" in (await ann.reads_rules("tictactoe")).private
