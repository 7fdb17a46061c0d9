"""Achievements: announced once where they were earned, and shown in profiles."""

from __future__ import annotations

from datetime import timedelta

from bot.ranks.achievements.achievements import Achievements
from data.games.records import Ending, Outcome
from tests.e2e.seen import Seen
from tests.e2e.stored_games import stored_game
from tests.e2e.test_turn_notices import direct
from tests.e2e.world import RECOVERY_SECONDS, Person, World

WON = Outcome(0, 22, Ending.PLAYED)


def news(world: World) -> list[Seen]:
    return [seen for seen in world.posts() if "new achievement" in seen.text]


async def beats(world: World, person: Person, level: str = "easy") -> None:
    """A person has beaten a level, and a periodic pass has found out."""
    await stored_game(world, person, level, "f5 d6", WON)
    await world.pass_time(RECOVERY_SECONDS)


async def test_a_first_win_is_announced_once_and_stays_in_the_profile(world: World) -> None:
    await beats(world, world.ann)
    (told,) = news(world)
    assert told.text == (
        f"🏅 {world.ann.mention} has a new achievement:\n- 🎯 First win against easy (Reversi, level 4 of 19)"
    )
    await beats(world, world.ann)
    await world.restart()
    await world.pass_time(RECOVERY_SECONDS)
    assert len(news(world)) == 1
    profile = await world.ben.types("profile", player=world.ann)
    assert "**Achievements**\n🎯 Reversi: levels beaten: **1** of 19; the strongest: easy" in profile.public
    assert "Achievements" not in (await world.ben.types("profile")).public


async def test_all_kinds_in_a_profile(world: World) -> None:
    achievements = world.bot.services[Achievements]
    await beats(world, world.ann, "beginner")
    for key in ("perfect:connect4", "comeback", "streak:7", "streak:30", "cup"):
        await achievements.award(world.ann.id, key)
    profile = await world.ann.types("profile")
    assert (
        "💎 Perfect game of Connect 4\n🎢 Comeback from 20 discs behind\n"
        "🧩 Daily puzzle solved on 30 days in a row\n🏆 Won a tournament"
    ) in profile.public


async def test_killed_before_it_was_announced(world: World) -> None:
    await stored_game(world, world.ann, "easy", "f5 d6", WON)
    await world.kill(away=timedelta(minutes=5))
    await world.pass_time(RECOVERY_SECONDS)
    assert len(news(world)) == 1


async def test_one_chooses_to_hear_of_them_privately_or_not_at_all(world: World) -> None:
    for person, choice in ((world.ann, "off"), (world.ben, "direct")):
        await person.types("me")
        await person.chooses("Achievements: choose", choice)
        await beats(world, person)
    assert news(world) == []
    (told,) = [seen for seen in direct(world, world.ben) if "achievement" in seen.text]
    assert told.text.endswith("Choose in `/me` where I announce these.")
