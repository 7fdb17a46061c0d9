"""Achievements: announced once where they were earned, shown in profiles, and rewarded with roles."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from simcord.builders import RoleHandle

from bot.ranks.achievements.achievements import CUP, Achievements, level_win
from data.games.records import Ending, Outcome
from data.people.preferences import Owner, PreferenceStore
from tests.e2e.seen import ROLE_SELECT, Answer, Seen
from tests.e2e.stored_games import stored_game
from tests.e2e.test_tournament_corrections import correct, knockout
from tests.e2e.test_turn_notices import direct
from tests.e2e.tournaments import SOON, found, play_all
from tests.e2e.world import RECOVERY_SECONDS, Person, World

PATH = "/guilds/*/members/*/roles/*"


@pytest.fixture
def mia(world: World) -> Person:
    """A person who may manage the server and its roles, below the bot's own role."""
    role = world.server.create_role("Flipfour", permissions=discord.Permissions.none())
    world.env.backend.add_member_role(world.server.id, world.flipfour.id, role.id)
    return world._allowed("Mia", discord.Permissions(manage_guild=True, manage_roles=True))


@pytest.fixture
def role(world: World, mia: Person) -> RoleHandle:
    return world.server.create_role("Winners", permissions=discord.Permissions.none(), position=1)


async def may_give_roles(world: World, may: bool) -> None:
    """Change the permissions that the bot was invited with."""
    backend = world.env.backend
    (own,) = [role for role in backend.get_guild(world.server.id).roles.values() if role.managed]
    permissions = discord.Permissions(own.permissions)
    permissions.update(manage_roles=may)
    backend.edit_role(world.server.id, own.id, {"permissions": permissions.value})
    await world.env.settle()


def latest(world: World, person: Person) -> Seen:
    return [seen for seen in world.seen(world.channel, person) if "Roles for achievements" in seen.text][-1]


async def opens(world: World, person: Person, menu: str, key: str) -> Seen:
    """Open the card of roles and choose an achievement."""
    await person.types("settings")
    await person.taps("Roles for achievements")
    await person.chooses(menu, key.replace(":", "."))
    return latest(world, person)


async def maps(world: World, person: Person, role: RoleHandle, level: str = "easy") -> Answer:
    """Choose a role for the first win against a level."""
    card = await opens(world, person, "Reversi: first win against…", level_win("reversi", level))
    return await person.chooses_from(card, ROLE_SELECT, "Choose a role", role)


def has(world: World, person: Person, role: RoleHandle) -> bool:
    return role.id in world.env.backend.get_member(world.server.id, person.id).role_ids


def puts(world: World) -> int:
    return sum(request.method == "PUT" and "/roles/" in request.path for request in world.env.http_requests)


async def test_who_earns_it_gets_the_role(world: World, mia: Person, role: RoleHandle) -> None:
    await maps(world, mia, role)
    assert f"First win against easy (Reversi, level 4 of 19): {role.mention}" in latest(world, mia).text
    await beats(world, world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    assert has(world, world.ann, role)
    await mia.taps("No role")
    assert role.mention not in latest(world, mia).text
    await beats(world, world.ben)
    await world.pass_time(RECOVERY_SECONDS)
    assert not has(world, world.ben, role)
    # What was earned before gives it, once.
    await maps(world, mia, role)
    assert has(world, world.ben, role)
    world.env.backend.remove_member_role(world.server.id, world.ben.id, role.id)
    await world.ben.types("profile")
    await world.pass_time(2 * RECOVERY_SECONDS)
    assert not has(world, world.ben, role)


@pytest.mark.long
@pytest.mark.parametrize(("status", "code", "retried"), [(500, 0, True), (404, 10007, False)])
async def test_only_outages_are_soon_retried_also_by_the_next_start(
    world: World, mia: Person, role: RoleHandle, status: int, code: int, retried: bool
) -> None:
    await maps(world, mia, role)
    world.env.inject_error("PUT", PATH, times=None, status=status, code=code)
    await beats(world, world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    first = puts(world)
    assert first >= 1
    await world.pass_time(5 * RECOVERY_SECONDS)
    assert (puts(world) > first) is retried
    world.env.backend.faults.clear()
    await world.kill()
    await world.pass_time(3 * RECOVERY_SECONDS)
    assert has(world, world.ann, role) is retried


async def test_a_permission_that_comes_back_gives_it(world: World, mia: Person, role: RoleHandle) -> None:
    await maps(world, mia, role)
    await may_give_roles(world, False)
    await mia.taps("Back")
    assert "⚠️ I can't give roles here yet" in latest(world, mia).text
    await beats(world, world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    # Not even asked for: Discord would count it.
    assert puts(world) == 0
    await may_give_roles(world, True)
    await maps(world, mia, role)
    assert has(world, world.ann, role)
    # A deleted role is forgotten.
    world.env.backend.delete_role(world.server.id, role.id)
    await world.env.settle()
    before = puts(world)
    await stored_game(world, world.ben, "easy", "f5 d6", WON)
    await world.pass_time(3 * RECOVERY_SECONDS)
    assert puts(world) == before
    await mia.taps("Back")
    assert "First win against easy" not in latest(world, mia).text


async def test_kind_answers_to_roles_that_are_impossible(world: World, mia: Person, role: RoleHandle) -> None:
    powerful = world.server.create_role("Boss", permissions=discord.Permissions(ban_members=True), position=1)
    high = world.server.create_role("Crown", permissions=discord.Permissions.none(), position=90)
    assert "permissions to moderate this server" in (await maps(world, mia, powerful)).private
    assert "is above my own role" in (await maps(world, mia, high)).private
    noah = world._allowed("Noah", discord.Permissions(manage_guild=True))
    assert "You can only choose a role you could give yourself" in (await maps(world, noah, role)).private
    await may_give_roles(world, False)
    assert "give me the permission **Manage Roles**" in (await maps(world, mia, role)).private


@pytest.mark.long
async def test_a_corrected_result_takes_and_gives_the_role_for_a_cup(world: World, role: RoleHandle) -> None:
    storage = world.bot.kit.storage
    await storage[PreferenceStore].put(Owner("server", world.server.id), f"role:{CUP}", str(role.id))
    people, moderator = await knockout(world), world.moderator("Mo")
    await play_all(world, people)
    await world.pass_time(SOON)
    await world.pass_time(2 * RECOVERY_SECONDS)
    assert [person for person in people if has(world, person, role)] == people[:1]
    world.env.inject_error("DELETE", PATH, status=503)
    record = await found(world)
    final = next(one for one in record.pairings if one.slot == 3)
    first = record.entrant(final.first).player_id
    second = record.entrant(final.second or 0).player_id
    for label in ("1–0", "0–1", "1–0"):
        await correct(world, moderator, final.id, label)
        await world.pass_time(4 * RECOVERY_SECONDS)
        winner = first if label == "1–0" else second
        assert [person.id for person in people if has(world, person, role)] == [winner]


WON = Outcome(0, 22, Ending.PLAYED)


def news(world: World) -> list[Seen]:
    return [seen for seen in world.posts() if "new achievement" in seen.text]


async def beats(world: World, person: Person, level: str = "easy") -> None:
    """A person has beaten a level, and a periodic pass has found out."""
    await stored_game(world, person, level, "f5 d6", WON)
    await world.pass_time(RECOVERY_SECONDS)


async def test_a_first_win_is_announced_once_and_stays_in_the_profile(world: World) -> None:
    await stored_game(world, world.ann, "easy", "f5 d6", WON)
    # Killed before it was announced.
    await world.kill(away=timedelta(minutes=5))
    await world.pass_time(RECOVERY_SECONDS)
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
    for key in ("perfect:connect4", "comeback", "streak:7", "streak:30", "cup"):
        await world.bot.kit[Achievements].award(world.ann.id, key)
    assert (
        "💎 Perfect game of Connect 4\n🎢 Comeback from 20 discs behind\n"
        "🧩 Daily puzzle solved on 30 days in a row\n🏆 Won a tournament"
    ) in (await world.ann.types("profile")).public


async def test_one_chooses_to_hear_of_them_privately_or_not_at_all(world: World) -> None:
    for person, choice in ((world.ann, "off"), (world.ben, "direct")):
        await person.types("me")
        await person.chooses("Achievements: choose", choice)
        await beats(world, person)
    assert news(world) == []
    (told,) = [seen for seen in direct(world, world.ben) if "achievement" in seen.text]
    assert told.text.endswith("Choose in `/me` where I announce these.")
