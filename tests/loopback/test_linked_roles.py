"""Linked Roles over sockets: people link their accounts, and Discord is told their figures from then on."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import Connection, select
from structlog.typing import EventDict

from bot.account.linked_roles import links
from bot.account.linked_roles.links import LinkedRoles
from bot.account.privacy.own_data import OwnData
from bot.core.people import Person as Who
from data.people import role_links
from data.people.role_links import RoleLinkStore, RoleUnlink, SealedGrant
from data.tables.people import role_unlinks
from data.upkeep.forgetting import ForgettingStore
from languages import forms
from tests.cases import there
from tests.loopback.conftest import started
from tests.loopback.linked import Linked, new_key
from tests.loopback.people import Person
from tests.loopback.running import Scene
from tests.loopback.visitor import Visitor

ME = "/users/@me"


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord be told of a person without a pause."""
    monkeypatch.setattr(role_links, "PUSH_EVERY", timedelta())


async def plays_rated(linked: Linked, *, game: int) -> None:
    """Ann and Ben play a rated game to its end."""
    scene = linked.scene
    await scene.begin(scene.ann, scene.ben, "connect4")
    await scene.play(scene.ann, scene.ben, game=game)
    assert (await scene.bot.kit.storage.rating_changes(game)) != ()


@pytest.mark.usefixtures("_at_once")
async def test_from_the_first_visit_to_the_revoked_grant(linked: Linked) -> None:
    scene, ann = linked.scene, linked.scene.ann
    shown = await linked.visits(ann)
    assert (shown.status, "Your account is linked" in shown.text) == (200, True)
    assert linked.oauth.connections[ann.id]["platform_name"] == "Flipfour"
    assert linked.figures(ann)["rated_games"] == "0"

    await plays_rated(linked, game=1)
    assert linked.figures(ann)["rated_games"] == "0"
    await linked.restart()
    await linked.pass_over()
    assert linked.figures(ann)["rated_games"] == "1"
    assert scene.ben.id not in linked.oauth.connections

    # The access token ends, and Discord says so only when it is used.
    linked.oauth.expire(ann.id)
    await plays_rated(linked, game=2)
    await linked.pass_over()
    assert linked.figures(ann)["rated_games"] == "2"
    assert linked.oauth.refreshed == 1

    linked.oauth.take_back(ann.id)
    await plays_rated(linked, game=3)
    await linked.pass_over()
    assert await linked.link_of(ann) is None
    assert linked.oauth.connections == {}
    # Since the restart.
    counted = scene.bot.metrics.text().decode()
    assert 'flipfour_linked_roles_total{outcome="told"} 2.0' in counted
    assert 'flipfour_linked_roles_total{outcome="revoked"} 1.0' in counted


@pytest.mark.long
async def test_tokens_are_refreshed_in_time_and_figures_told_every_five_minutes(linked: Linked) -> None:
    ann = linked.scene.ann
    linked.oauth.expires_in = 1
    await linked.visits(ann)
    assert linked.oauth.refreshed == 1
    assert ann.id in linked.oauth.connections
    await plays_rated(linked, game=1)
    await linked.pass_over()
    assert [who for who, _ in linked.oauth.told] == [ann.id]
    before, link = await linked.scene.bot.kit[RoleLinkStore].due(9), await linked.link_of(ann)
    assert before == ()
    assert link is not None
    assert link.changes == 1


async def test_records_are_registered_once_in_all_languages(linked: Linked) -> None:
    scene = linked.scene
    await scene.discord.until(lambda: linked.oauth.records, "the records are registered")
    assert [record["key"] for record in linked.oauth.records] == [
        "reversi_rating",
        "connect4_rating",
        "rated_games",
        "puzzles_solved",
    ]
    translated = {locale for one in forms()[1:] for locale in one.locales}
    for record in linked.oauth.records:
        assert set(record["name_localizations"]) == translated
        assert set(record["description_localizations"]) == translated
    await linked.restart()
    writes = [one for one in scene.discord.requests if one.path.endswith("/role-connections/metadata")]
    assert [one.method for one in writes if one.method == "PUT"] == ["PUT"]


async def test_a_start_without_the_records(offline: Scene, log: list[EventDict]) -> None:
    offline.discord.faults.refuse("GET", "/applications/*/role-connections/metadata", 403, 20001)
    async with started(Linked(offline), log) as made:
        assert "to move" in (await made.scene.ann.types("reversi start", bot="easy", colour="first")).public
    assert [entry["event"] for entry in log if entry["log_level"] == "warning"] == [
        "linked roles could not be registered; the next start tries again"
    ]


async def test_visits_that_link_no_one(linked: Linked) -> None:
    discord, ann, ben = linked.scene.discord, linked.scene.ann, linked.scene.ben
    shown = await linked.visits(ann, agrees=False)
    assert (shown.status, "Nothing was linked" in shown.text) == (200, True)
    async with Visitor(discord, ben.id) as attacker, Visitor(discord, ann.id) as victim:
        to_discord = await victim.opens(linked.start_page, stays=True)
        less = to_discord.headers["Location"].replace("identify+role_connections.write", "identify")
        assert less != to_discord.headers["Location"]
        assert "allow everything" in (await victim.opens(less)).text
        assert linked.oauth.permissions == []
        # The code of an attacker does not link the attacker's account in a victim's browser.
        to_discord = await attacker.opens(linked.start_page, stays=True)
        back = (await attacker.opens(to_discord.headers["Location"], stays=True)).headers["Location"]
        assert (await victim.opens(back)).status == 400
        assert "has expired" in (await victim.opens(back)).text
        assert await linked.link_of(ben) is None
        assert (await attacker.opens(back)).status == 200
        # It works once, and not too late.
        assert (await attacker.opens(back)).status == 400
        back = await victim.back(linked.start_page)
        linked.oauth.expire_codes()
        shown = await victim.opens(back)
        assert (shown.status, "please start again" in shown.text) == (400, True)
    assert await linked.link_of(ben) is not None
    assert await linked.link_of(ann) is None


async def test_discord_is_down_or_busy_or_takes_no_secret(linked: Linked, log: list[EventDict]) -> None:
    faults, ann = linked.scene.discord.faults, linked.scene.ann
    faults.refuse("POST", "/oauth2/token", 503)
    shown = await linked.visits(ann)
    assert (shown.status, "responding" in shown.text) == (502, True)
    faults.limit("POST", "/oauth2/token", retry_after=7.2)
    shown = await linked.visits(ann)
    assert (shown.status, shown.headers["Retry-After"]) == (503, "7")
    faults.refuse("GET", ME, 500)
    assert (await linked.visits(ann)).status == 502
    linked.oauth.client_secret += "another"
    shown = await linked.visits(ann)
    assert (shown.status, "the person who runs this bot" in shown.text) == (502, True)
    warning = [entry for entry in log if entry["log_level"] == "warning"][-1]
    assert "DISCORD_CLIENT_SECRET" in warning["event"]
    assert "invalid_client" in warning["error"]
    # A grant without an owner is given back.
    assert linked.oauth.permissions == []
    assert await linked.link_of(ann) is None


async def test_figures_that_discord_takes_later(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, ann = linked.scene, linked.scene.ann
    scene.discord.faults.limit("PUT", f"{ME}/applications/*", retry_after=300.0)
    shown = await linked.visits(ann)
    assert (shown.status, "in a few minutes" in shown.text) == (200, True)
    await linked.pass_over()
    assert linked.oauth.told == []
    use_case = scene.bot.kit[LinkedRoles]
    # Later than the minute of the back-off, but not before Discord allows it.
    for minutes, told in ((4, 0), (6, 1)):
        later = scene.bot._runtime.now() + timedelta(minutes=minutes)
        monkeypatch.setattr(scene.bot.kit[RoleLinkStore], "_clock", lambda later=later: later)
        monkeypatch.setattr(use_case, "_now", lambda later=later: later)
        await linked.pass_over()
        assert len(linked.oauth.told) == told


async def test_a_person_unlinks_in_me(linked: Linked) -> None:
    ann = linked.scene.ann
    await linked.visits(ann)
    (permission,) = linked.oauth.permissions
    content = b"".join(path.read_bytes() for path in linked.scene.database.parent.glob("games.db*"))
    for token in (permission.access, permission.refresh):
        assert token.encode() not in content
    await ann.types("me")
    await ann.taps("Linked Roles")
    await linked.scene.discord.until(lambda: ann.finds("Unlink my account"), "the card")
    await ann.taps("Unlink my account")
    await linked.scene.discord.until(lambda: not linked.oauth.permissions, "the grant is given back")
    assert linked.oauth.connections == {}
    assert await linked.link_of(ann) is None
    # One who links again stays linked, though an outage delays the end of the first grant.
    await linked.visits(ann)
    storage = linked.scene.bot.kit.storage
    assert await storage[RoleLinkStore].unlink(ann.id)
    await linked.visits(ann)
    await linked.pass_over()
    assert ann.id in linked.oauth.connections
    assert await all_unlinks(linked) == ()


async def test_deleted_data_end_the_connection_too_even_after_an_outage(linked: Linked) -> None:
    scene, ann = linked.scene, linked.scene.ann
    await linked.visits(ann)
    scene.discord.faults.refuse("DELETE", f"{ME}/applications/*", 503)
    exported = there(await scene.bot.kit[OwnData].export(person_of(ann)))
    person = exported.content
    assert b'"role_links"' in person
    assert b"tokens" not in person
    await scene.bot.kit[OwnData].delete(ann.id)
    await linked.pass_over()
    assert ann.id in linked.oauth.connections
    await linked.restart()
    storage = scene.bot.kit.storage
    assert not await storage[ForgettingStore].knows(ann.id)
    (unlink,) = await all_unlinks(linked)
    await storage[RoleLinkStore].record_unlink_failure(unlink, storage[RoleLinkStore]._clock())
    await linked.pass_over()
    assert (linked.oauth.connections, linked.oauth.permissions) == ({}, [])
    assert await all_unlinks(linked) == ()


@pytest.mark.long
async def test_keys_are_replaced_and_lost(linked: Linked, log: list[EventDict]) -> None:
    ann, old = linked.scene.ann, linked.settings["linked_roles_keys"]
    await linked.visits(ann)
    linked.settings["linked_roles_keys"] = f"{new_key()},{old}"
    await linked.restart()
    await linked.pass_over()
    linked.settings["linked_roles_keys"] = linked.settings["linked_roles_keys"].partition(",")[0]
    await linked.restart()
    linked.oauth.expire(ann.id)
    await due_now(linked, ann)
    await linked.pass_over()
    assert len(linked.oauth.told) == 2
    linked.settings["linked_roles_keys"] = new_key()
    await linked.restart()
    await due_now(linked, ann)
    await linked.pass_over()
    assert len(linked.oauth.told) == 2
    assert "can't be decrypted" in [entry["event"] for entry in log if entry["log_level"] == "warning"][-1]
    # It may be a mistake, so the link stays.
    assert await linked.link_of(ann) is not None


@pytest.mark.long
async def test_new_tokens_are_stored_even_if_the_bot_is_stopped_meanwhile(linked: Linked) -> None:
    """The old ones are worthless once Discord has answered."""
    scene, ann = linked.scene, linked.scene.ann
    await linked.visits(ann)
    linked.oauth.expire(ann.id)
    await due_now(linked, ann)
    fault = scene.discord.faults.hold("POST", "/oauth2/token")
    scene.bot.kit[LinkedRoles].recover()
    await scene.until(lambda: fault.met, "the tokens are requested")
    stopping = asyncio.create_task(linked.stop())
    await asyncio.sleep(0)
    assert fault.held is not None
    fault.held.set()
    await stopping
    await linked.start()
    await due_now(linked, ann)
    await linked.pass_over()
    assert linked.oauth.refreshed == 1
    assert len(linked.oauth.told) >= 2


@pytest.mark.long
async def test_an_outage_is_not_tried_with_everyone(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [linked.scene.newcomer(f"P{number}") for number in range(5)]
    for person in people:
        await linked.visits(person)

    async def told() -> list[int]:
        """Return who is told next."""
        before = len(linked.oauth.told)
        await linked.pass_over()
        return [who for who, _ in linked.oauth.told[before:]]

    for person in people:
        await due_now(linked, person)
    with monkeypatch.context() as patched:
        patched.setattr(links, "BATCH", 2)
        assert await told() == [person.id for person in people]
    for person in people:
        await due_now(linked, person)
    fault = linked.scene.discord.faults.refuse("PUT", f"{ME}/applications/*", 503, times=9)
    assert await told() == []
    assert len(fault.met) == links.MAX_FAULTS
    linked.scene.discord.faults.clear()
    assert await told() == [person.id for person in people[3:]]


def person_of(person: Person) -> Who:
    return Who(person.id, "Ann")


async def all_unlinks(linked: Linked) -> tuple[RoleUnlink, ...]:
    """All grants of unlinked people."""

    def read(connection: Connection) -> tuple[RoleUnlink, ...]:
        rows = connection.execute(select(role_unlinks)).mappings()
        return tuple(
            RoleUnlink(row["id"], SealedGrant(row["tokens"], row["expires_at"]), row["unlinked_at"], 0)
            for row in rows
        )

    return await linked.scene.bot.kit.storage._database.read(read)


async def due_now(linked: Linked, person: Person) -> None:
    """Let a person be told again."""
    storage, link = linked.scene.bot.kit.storage, await linked.link_of(person)
    assert link is not None
    await storage[RoleLinkStore].record_failure(link, storage[RoleLinkStore]._clock())
