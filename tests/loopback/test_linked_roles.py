"""Linked Roles over sockets: people link their accounts, and Discord is told their figures from then on."""

from __future__ import annotations

import asyncio
import base64
import secrets
import shutil
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from sqlalchemy import Connection, select
from structlog.typing import EventDict

from bot.games.people import Person as Who
from bot.hosting.health import application, served
from bot.linked_roles import links
from bot.run import add_link_pages
from bot.settings import names
from data import RoleLink, RoleUnlink, SealedGrant
from data.people import role_links
from data.tables import role_unlinks
from languages import LANGUAGES
from tests.loopback.oauth import OAuth
from tests.loopback.people import Person
from tests.loopback.running import Scene
from tests.loopback.server import LoopbackDiscord
from tests.loopback.started import Processes
from tests.loopback.visitor import Shown, Visitor

HERE = "127.0.0.1"
ME = "/users/@me"


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HERE, 0))
        port: int = found.getsockname()[1]
        return port


def new_key() -> str:
    return base64.b64encode(secrets.token_bytes(32)).decode()


class Linked:
    """The bot with linked roles switched on, and its pages."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.port = free_port()
        self.address = f"http://{HERE}:{self.port}"
        self.start_page = f"{self.address}/linked-role"
        self.oauth: OAuth = scene.discord.oauth
        self.oauth.redirect_uris.add(f"{self.start_page}/callback")
        self.settings: dict[str, Any] = {
            "health_port": self.port,
            "linked_roles_url": self.address,
            "discord_client_secret": self.oauth.client_secret,
            "linked_roles_keys": new_key(),
        }
        self._serving = AsyncExitStack()

    async def start(self) -> None:
        """Start the bot and serve its pages."""
        self.scene.settings = self.settings
        await self.scene.start()
        await self.serve()

    async def serve(self) -> None:
        """Serve the pages of the present bot."""
        bot = self.scene.bot
        setup = bot._settings.linked_roles
        assert setup is not None
        page = application(bot.health, bot.metrics)
        add_link_pages(page, bot, bot._settings, setup)
        await self._serving.enter_async_context(served(page, HERE, self.port))

    async def stop(self) -> None:
        """Stop both."""
        await self._serving.aclose()
        await self.scene.stop()

    async def restart(self) -> None:
        """Stop the bot, and start it again."""
        await self.stop()
        await self.start()

    async def visits(self, person: Person, **options: Any) -> Shown:
        """Have a person link their account."""
        async with Visitor(self.scene.discord, person.id) as visitor:
            return await visitor.opens(self.start_page, **options)

    async def link_of(self, person: Person) -> RoleLink | None:
        """What is stored of a person."""
        return await self.scene.bot.services.storage.role_links.of(person.id)

    async def pass_over(self) -> None:
        """Have the periodic pass do all that is due."""
        use_case = self.scene.bot.services.people.linked_roles
        use_case.recover()
        assert use_case._task is not None
        await use_case._task

    def figures(self, person: Person) -> dict[str, str]:
        """What Discord knows of a person."""
        metadata: dict[str, str] = self.oauth.connections[person.id]["metadata"]
        return metadata


@pytest.fixture
async def linked(
    discord: LoopbackDiscord, empty_database: Path, tmp_path: Path, log: list[EventDict]
) -> AsyncIterator[Linked]:
    made = Linked(Scene(discord, Path(shutil.copy(empty_database, tmp_path / "games.db"))))
    await made.start()
    yield made
    await made.stop()
    assert [entry for entry in log if entry["log_level"] in ("error", "critical")] == []


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord be told of a person without a pause."""
    monkeypatch.setattr(role_links, "PUSH_EVERY", timedelta())


async def plays_rated(linked: Linked, *, game: int) -> None:
    """Ann and Ben play a rated game to its end."""
    scene = linked.scene
    await scene.begin(scene.ann, scene.ben, "connect4")
    await scene.play(scene.ann, scene.ben, game=game)
    assert (await scene.bot.services.storage.rating_changes(game)) != ()


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


async def test_tokens_that_end_by_the_clock_are_refreshed_before_they_are_used(linked: Linked) -> None:
    linked.oauth.expires_in = 1
    await linked.visits(linked.scene.ann)
    assert linked.oauth.refreshed == 1
    assert linked.scene.ann.id in linked.oauth.connections


async def test_a_person_is_told_once_in_five_minutes(linked: Linked) -> None:
    ann = linked.scene.ann
    await linked.visits(ann)
    await plays_rated(linked, game=1)
    await linked.pass_over()
    assert [who for who, _ in linked.oauth.told] == [ann.id]
    before, link = await linked.scene.bot.services.storage.role_links.due(9), await linked.link_of(ann)
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
    translated = {locale for one in list(LANGUAGES.values())[1:] for locale in one.locales}
    for record in linked.oauth.records:
        assert set(record["name_localizations"]) == translated
        assert set(record["description_localizations"]) == translated
    await linked.restart()
    writes = [one for one in scene.discord.requests if one.path.endswith("/role-connections/metadata")]
    assert [one.method for one in writes if one.method == "PUT"] == ["PUT"]


async def test_a_start_without_the_records(
    discord: LoopbackDiscord, empty_database: Path, tmp_path: Path, log: list[EventDict]
) -> None:
    discord.faults.refuse("GET", "/applications/*/role-connections/metadata", 403, 20001)
    made = Linked(Scene(discord, Path(shutil.copy(empty_database, tmp_path / "games.db"))))
    await made.start()
    answer = await made.scene.ann.types("reversi start", bot="easy", colour="first")
    assert "to move" in answer.public
    await made.stop()
    assert [entry["event"] for entry in log if entry["log_level"] == "warning"] == [
        "linked roles could not be registered; the next start tries again"
    ]


async def test_nothing_is_registered_or_served_unless_it_is_switched_on(scene: Scene) -> None:
    assert scene.discord.oauth.records == []
    assert [one for one in scene.discord.requests if "role-connections" in one.path] == []
    assert not scene.bot.services.people.linked_roles.enabled


async def test_a_person_who_does_not_allow_it(linked: Linked) -> None:
    shown = await linked.visits(linked.scene.ann, agrees=False)
    assert (shown.status, "Nothing was linked" in shown.text) == (200, True)
    assert await linked.link_of(linked.scene.ann) is None


async def test_one_who_was_sent_by_another_person_is_not_linked(linked: Linked) -> None:
    """The code of an attacker does not link the attacker's account in a victim's browser."""
    discord, ann, ben = linked.scene.discord, linked.scene.ann, linked.scene.ben
    async with Visitor(discord, ben.id) as attacker, Visitor(discord, ann.id) as victim:
        to_discord = await attacker.opens(linked.start_page, stays=True)
        from_discord = await attacker.opens(to_discord.headers["Location"], stays=True)
        back = from_discord.headers["Location"]
        assert (await victim.opens(back)).status == 400
        assert "That took too long" in (await victim.opens(back)).text
        assert await linked.link_of(ben) is None
        assert (await attacker.opens(back)).status == 200
        # It works once.
        assert (await attacker.opens(back)).status == 400
    assert await linked.link_of(ben) is not None


async def test_a_code_that_came_too_late(linked: Linked) -> None:
    async with Visitor(linked.scene.discord, linked.scene.ann.id) as visitor:
        to_discord = await visitor.opens(linked.start_page, stays=True)
        back = (await visitor.opens(to_discord.headers["Location"], stays=True)).headers["Location"]
        linked.oauth.expire_codes()
        shown = await visitor.opens(back)
    assert (shown.status, "Please start again" in shown.text) == (400, True)


async def test_too_few_scopes(linked: Linked) -> None:
    async with Visitor(linked.scene.discord, linked.scene.ann.id) as visitor:
        to_discord = await visitor.opens(linked.start_page, stays=True)
        less = to_discord.headers["Location"].replace("identify+role_connections.write", "identify")
        assert less != to_discord.headers["Location"]
        shown = await visitor.opens(less)
    assert "allow everything" in shown.text
    assert linked.oauth.permissions == []


async def test_discord_is_down_or_busy_in_the_middle(linked: Linked) -> None:
    faults, ann = linked.scene.discord.faults, linked.scene.ann
    faults.refuse("POST", "/oauth2/token", 503)
    shown = await linked.visits(ann)
    assert (shown.status, "Discord does not answer" in shown.text) == (502, True)
    faults.limit("POST", "/oauth2/token", retry_after=7.2)
    shown = await linked.visits(ann)
    assert (shown.status, shown.headers["Retry-After"]) == (503, "7")
    faults.refuse("GET", ME, 500)
    assert (await linked.visits(ann)).status == 502
    # A grant without an owner is given back.
    assert linked.oauth.permissions == []
    assert await linked.link_of(ann) is None


async def test_figures_that_discord_does_not_take_at_once(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, ann = linked.scene, linked.scene.ann
    scene.discord.faults.limit("PUT", f"{ME}/applications/*", retry_after=300.0)
    shown = await linked.visits(ann)
    assert (shown.status, "in a few minutes" in shown.text) == (200, True)
    await linked.pass_over()
    assert linked.oauth.told == []
    use_case = scene.bot.services.people.linked_roles
    # Later than the minute of the back-off, but not before Discord allows it.
    for minutes, told in ((4, 0), (6, 1)):
        later = scene.bot._runtime.now() + timedelta(minutes=minutes)
        monkeypatch.setattr(scene.bot.services.storage.role_links, "_clock", lambda later=later: later)
        monkeypatch.setattr(use_case, "_now", lambda later=later: later)
        await linked.pass_over()
        assert len(linked.oauth.told) == told


async def test_a_wrong_secret(linked: Linked, log: list[EventDict]) -> None:
    linked.oauth.client_secret += "another"
    shown = await linked.visits(linked.scene.ann)
    assert (shown.status, "the person who runs this bot" in shown.text) == (502, True)
    (warning,) = [entry for entry in log if entry["log_level"] == "warning"]
    assert "DISCORD_CLIENT_SECRET" in warning["event"]
    assert "invalid_client" in warning["error"]


async def test_a_person_unlinks_in_me(linked: Linked) -> None:
    ann = linked.scene.ann
    await linked.visits(ann)
    await ann.types("me")
    await ann.taps("Linked Roles")
    await linked.scene.discord.until(lambda: ann.finds("Unlink my account"), "the card")
    await ann.taps("Unlink my account")
    await linked.scene.discord.until(lambda: not linked.oauth.permissions, "the grant is given back")
    assert linked.oauth.connections == {}
    assert await linked.link_of(ann) is None


async def test_deleted_data_end_the_connection_too_even_after_an_outage(linked: Linked) -> None:
    scene, ann = linked.scene, linked.scene.ann
    await linked.visits(ann)
    scene.discord.faults.refuse("DELETE", f"{ME}/applications/*", 503)
    person = await scene.bot.services.people.own_data.export(person_of(ann))
    assert b'"role_links"' in person
    assert b"tokens" not in person
    await scene.bot.services.people.own_data.delete(person_of(ann))
    await linked.pass_over()
    assert ann.id in linked.oauth.connections
    await linked.restart()
    storage = scene.bot.services.storage
    assert not await storage.forgetting.knows(ann.id)
    (unlink,) = await all_unlinks(linked)
    await storage.role_links.note_unlink_failed(unlink, storage.role_links._clock())
    await linked.pass_over()
    assert (linked.oauth.connections, linked.oauth.permissions) == ({}, [])
    assert await all_unlinks(linked) == ()


async def test_one_who_links_again_stays_linked(linked: Linked) -> None:
    """An outage delays the end of the first grant until there is a second one."""
    scene, ann = linked.scene, linked.scene.ann
    await linked.visits(ann)
    storage = scene.bot.services.storage
    assert await storage.role_links.unlink(ann.id)
    await linked.visits(ann)
    await linked.pass_over()
    assert ann.id in linked.oauth.connections
    assert await all_unlinks(linked) == ()


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


async def test_new_tokens_are_stored_even_if_the_bot_is_stopped_meanwhile(linked: Linked) -> None:
    """The old ones are worthless once Discord has answered."""
    scene, ann = linked.scene, linked.scene.ann
    await linked.visits(ann)
    linked.oauth.expire(ann.id)
    await due_now(linked, ann)
    fault = scene.discord.faults.hold("POST", "/oauth2/token")
    scene.bot.services.people.linked_roles.recover()
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
async def test_a_killed_process_tells_after_its_next_start(
    discord: LoopbackDiscord, processes: Processes, tmp_path: Path
) -> None:
    linked = Linked(Scene(discord, tmp_path / "games.db"))
    scene, ann = linked.scene, linked.scene.ann
    given = {name: str(linked.settings[field]) for field, name in names().items() if field in linked.settings}
    first = await processes.start(**given)
    shown = await linked.visits(ann)
    assert "Your account is linked" in shown.text
    game = await scene.begin(ann, scene.ben, "connect4")
    await scene.play(ann, scene.ben, game=game, plies=2)
    # The pages are those of a real server, with the pages for supervisors beside them.
    async with ClientSession() as session, session.get(f"{linked.address}/healthz") as health:
        assert (await health.json())["healthy"] is True
    first.kill()
    await first.wait()
    # The minutes until Discord may be told again pass while nothing runs.
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute("UPDATE role_links SET due_at = linked_at")
    linked.oauth.expire(ann.id)
    discord.gateway.forget_sessions()
    await processes.start(**given)
    await discord.until(lambda: len(linked.oauth.told) == 2, "Discord is told again")
    assert linked.oauth.refreshed == 1


async def test_the_database_has_no_tokens(linked: Linked) -> None:
    ann = linked.scene.ann
    await linked.visits(ann)
    (permission,) = linked.oauth.permissions
    content = b"".join(path.read_bytes() for path in linked.scene.database.parent.glob("games.db*"))
    for token in (permission.access, permission.refresh):
        assert token.encode() not in content


async def test_the_page_speaks_the_visitors_language(linked: Linked) -> None:
    async with Visitor(linked.scene.discord, linked.scene.ann.id, "xx, de-CH;q=0.9, en;q=0.5") as visitor:
        shown = await visitor.opens(f"{linked.start_page}/callback")
    assert '<html lang="de">' in shown.text
    assert "<script" not in shown.text
    assert shown.headers["Cache-Control"] == "no-store"


async def test_cookies_are_for_this_page_alone(linked: Linked) -> None:
    async with Visitor(linked.scene.discord, linked.scene.ann.id) as visitor:
        cookie = (await visitor.opens(linked.start_page, stays=True)).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/linked-role" in cookie


async def test_the_pages_for_supervisors_stay_private(linked: Linked) -> None:
    linked.settings["linked_roles_url"] = "https://flipfour.example.org"
    await linked.restart()
    async with ClientSession() as session:
        for path, host, status in (
            ("/metrics", HERE, 200),
            ("/metrics", "flipfour.example.org", 404),
            ("/warnings", "flipfour.example.org:443", 404),
            ("/linked-role", "flipfour.example.org", 302),
        ):
            headers = {"Host": host}
            async with session.get(f"{linked.address}{path}", headers=headers, allow_redirects=False) as got:
                assert (path, got.status) == (path, status)
                if status == 302:
                    assert "Secure" in got.headers["Set-Cookie"]


async def test_requests_that_no_browser_sends(linked: Linked) -> None:
    linked.settings["linked_roles_url"] = "https://flipfour.example.org"
    await linked.restart()
    callback = b"GET /linked-role/callback?state=%ff\xff&code=1 HTTP/1.1\r\nHost: "
    for request in (
        callback + b"x\r\nCookie: flipfour_linked_role=\xff\xfe\r\n",
        callback + b"[::1\r\nX-Forwarded-Host: ,,[\r\n",
        callback + b"x\r\nAccept-Language: \xff;q=9,,;=\r\n",
        b"GET /linked-role/callback?code=" + b"9" * 4000 + b" HTTP/1.1\r\nHost: x\r\n",
        b"GET /linked-role/callback?error=%00&error=x HTTP/1.1\r\nHost: x\r\n",
    ):
        reader, writer = await asyncio.open_connection(HERE, linked.port)
        writer.write(request + b"Connection: close\r\n\r\n")
        status = (await reader.readline()).split()[1]
        writer.close()
        assert (request, status) == (request, b"400")


async def test_more_people_than_are_read_at_once(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "BATCH", 2)
    people = [linked.scene.newcomer(f"P{number}") for number in range(5)]
    for person in people:
        await linked.visits(person)
        await due_now(linked, person)
    await linked.pass_over()
    assert [who for who, _ in linked.oauth.told[5:]] == [person.id for person in people]


async def test_an_outage_is_not_tried_with_everyone(linked: Linked) -> None:
    people = [linked.scene.newcomer(f"P{number}") for number in range(5)]
    for person in people:
        await linked.visits(person)
        await due_now(linked, person)
    fault = linked.scene.discord.faults.refuse("PUT", f"{ME}/applications/*", 503, times=9)
    await linked.pass_over()
    assert len(fault.met) == links.MAX_FAULTS
    linked.scene.discord.faults.clear()
    await linked.pass_over()
    assert [who for who, _ in linked.oauth.told[5:]] == [person.id for person in people[3:]]


async def test_the_page_before_the_bot_is_there(linked: Linked) -> None:
    linked.scene.bot.duty.clear()
    shown = await linked.visits(linked.scene.ann)
    linked.scene.bot.duty.set()
    assert (shown.status, "just starting" in shown.text) == (503, True)


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

    return await linked.scene.bot.services.storage._database.read(read)


async def due_now(linked: Linked, person: Person) -> None:
    """Let a person be told again."""
    storage, link = linked.scene.bot.services.storage, await linked.link_of(person)
    assert link is not None
    await storage.role_links.note_failed(link, storage.role_links._clock())
