"""Strength tests: requested, followed, cancelled, interrupted, and their result."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.events.matches.computer_matches import PACE
from bot.events.matches.strength import StrengthTests
from data.jobs.reviews import StrengthTest, StrengthTestStore
from data.people.players import PeopleStore
from data.people.preferences import NewOpponent, OpponentStore
from engine import StopFlag
from engine.players.matches import PlayOn, ResumableMatch
from tests.cases import missing
from tests.e2e.logs import taken_out
from tests.e2e.seen import Seen
from tests.e2e.world import World

EASY: dict[str, Any] = {"first": "beginner", "second": "easy", "games": 4}


@pytest.fixture
async def waiting(world: World) -> World:
    """Hold the first search of Ann's strength test."""
    world.searches.hold()
    await world.ann.types("match", **EASY)
    return world


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every piece of a strength test one game."""
    play_on = ResumableMatch.play_on

    def game(
        series: ResumableMatch, seconds: float, seconds_per_move: float, stop: StopFlag, play: PlayOn
    ) -> None:
        before = len(series.outcomes)
        while len(series.outcomes) == before and not stop.is_set():
            play_on(series, 1e-4, seconds_per_move, stop, play)

    monkeypatch.setattr(ResumableMatch, "play_on", game)


async def play_one(world: World) -> None:
    world.searches.let_one_go()
    await world.env.settle()


def seem_later(world: World) -> None:
    """Let time pass until the progress is shown again."""
    world.skip(timedelta(seconds=StrengthTests.show_every))


def post(world: World) -> Seen:
    """Return the only message of the strength test."""
    (found,) = (seen for seen in world.posts() if "Which is stronger" in seen.text)
    return found


async def stored(world: World) -> tuple[StrengthTest, ...]:
    return await world.bot.kit[StrengthTestStore].in_progress()


@pytest.mark.long
async def test_the_result_has_a_chart_and_its_words(world: World) -> None:
    await world.ann.types("match", first="beginner", second="hard", games=7)
    seen = post(world)
    # An odd number of games is made even.
    assert "Which is stronger: beginner or hard?" in seen.text
    assert "Reversi · at most 0.25 s per move · requested by " + world.ann.mention in seen.text
    assert not missing(seen.text, "**8 games** played", "**hard** won", "(95%")
    assert "-# Nodes searched per move: 🟦 " in seen.text
    assert seen.picture == "strength-1.png"
    assert "beginner and hard have played 8 games." in seen.alt
    assert seen.labels == []
    assert await stored(world) == ()


@pytest.mark.long
async def test_progress_is_shown_at_a_fair_rate_until_cancelled(world: World, one_at_a_time: None) -> None:
    world.searches.hold()
    await world.ann.types("match", **EASY)
    assert "**0 of 4** games" in post(world).text
    assert post(world).labels == ["Cancel"]
    await play_one(world)
    # The second has begun; the first is stored, and too fresh to be shown.
    assert "**0 of 4** games" in post(world).text
    (test,) = await stored(world)
    assert len(test.results) == 1
    seem_later(world)
    await play_one(world)
    assert "▰▰▰▰▰▰▱▱▱▱▱▱ **2 of 4** games · less than a minute left" in post(world).text
    await world.ann.confirms("Cancel", then="Cancel the test")
    seen = post(world)
    assert not missing(seen.text, "✖️ **Cancelled** after 2 of 4 games.", "won")
    assert (seen.picture, seen.labels) == ("strength-1.png", [])
    assert await stored(world) == ()


async def test_only_the_asker_and_moderators_can_cancel(waiting: World) -> None:
    ann, mod = waiting.ann, waiting.moderator("Mo")
    running = post(waiting)
    answer = await waiting.ben.taps("Cancel")
    assert f"only {ann.mention} and the moderators here" in answer.private
    question = await ann.taps("Cancel")
    assert question.private.startswith("**Cancel the strength test?**")
    await ann.taps("No, go back", question.messages[0])
    assert post(waiting).labels == ["Cancel"]
    questions = [(who, (await who.taps("Cancel", running)).messages[0]) for who in (ann, mod)]
    answers = await waiting.together(*((who, question, "Cancel the test") for who, question in questions))
    assert "The strength test has been cancelled." in [answer.private for answer in answers]
    for _ in range(2):
        # Before the first game there is no chart.
        assert "✖️ **Cancelled** after 0 of 4 games." in post(waiting).text
        assert post(waiting).picture is None
        await waiting.let_go()
    assert "This strength test is over" in (await ann.taps_late("Cancel", running, post(waiting))).private


@pytest.mark.long
async def test_a_server_has_one_test_at_a_time(waiting: World) -> None:
    answer = await waiting.ben.types("match", **EASY)
    assert f"{waiting.ann.mention} has one in progress" in answer.private
    assert str(post(waiting).id) in answer.private
    elsewhere = waiting.server.create_text_channel("elsewhere")
    assert "One strength test" in (await waiting.ben.types("match", channel=elsewhere, **EASY)).private
    await waiting.ann.confirms("Cancel", then="Cancel the test")
    await waiting.ben.types("match", channel=elsewhere, **EASY)
    assert "**0 of 4**" in waiting.posts(elsewhere)[-1].text
    await waiting.let_go()
    assert "**4 games**" in waiting.posts(elsewhere)[-1].text


async def test_a_deleted_message_ends_the_test(world: World, one_at_a_time: None) -> None:
    world.searches.hold()
    await world.ann.types("match", **EASY)
    world.delete(post(world))
    seem_later(world)
    await play_one(world)
    assert world.posts() == []
    assert await stored(world) == ()
    assert world.searches.asked == 1


@pytest.mark.long
async def test_a_test_resumes_after_a_start(waiting: World, one_at_a_time: None) -> None:
    await play_one(waiting)
    seem_later(waiting)
    await play_one(waiting)
    await waiting.restart()
    await waiting.kill()
    await waiting.let_go()
    assert "**4 games** played" in post(waiting).text
    assert await stored(waiting) == ()


async def test_a_test_stored_by_another_version_ends(waiting: World, log: list[EventDict]) -> None:
    bot = waiting.bot
    (test,) = await stored(waiting)
    await waiting.ann.confirms("Cancel", then="Cancel the test")
    other, _ = await bot.kit[StrengthTestStore].begin(replace(test.asked, first="gone"))
    waiting.untranslated.append("gone")
    await waiting.kill()
    assert "**Ended by an error on my side** after 0 of 4 games." in waiting.posts()[-1].text
    assert taken_out(log, "strength test not readable") == 1
    assert await stored(waiting) == ()
    assert other.id != test.id


async def test_a_servers_own_opponent_can_be_compared_and_watched(world: World) -> None:
    own = NewOpponent(world.server.id, "*Bold* $x$", "positional:2 opening=random:1@6", world.ann.id)
    world.untranslated.append(own.name)
    await world.bot.kit[PeopleStore].remember(world.ann.id, "Ann")
    await world.bot.kit[OpponentStore].create(own)
    await world.ann.types("match", first="*bold* $X$", second="positional:1", games=2)
    seen = post(world)
    assert r"\*Bold\* $x$ or positional:1?" in seen.text
    assert "*Bold* $x$ and positional:1 have played 2 games." in seen.alt
    await world.ann.types("match", first="*bold* $x$", second="positional")
    await world.pass_time(PACE)
    assert "Flipfour (positional) to move" in world.posts()[-1].text
