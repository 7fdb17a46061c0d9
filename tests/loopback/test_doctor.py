"""`flipfour doctor` against the loopback Discord, and on the pages and the Activity."""

from __future__ import annotations

import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.hosting import discord_check
from bot.hosting.checking import Grade
from bot.hosting.discord_check import ACTIVITY, PAGES, check_discord, check_pages
from bot.hosting.health import application
from bot.hosting.web_server import served
from bot.rooms import add_commands
from bot.settings.settings import Settings
from bot.web import site_ui
from tests.loopback.activity import ActivityScene
from tests.loopback.server import LoopbackDiscord
from tests.ports import HOST, free_port


async def test_every_server_is_checked(discord: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_check, "PAGE_SIZE", 2)
    for number in range(3):
        discord.create_guild(f"Server {number}")
    found = await check_discord(
        Settings(discord_api=discord.api, discord_token=SecretStr(discord.token)), add_commands
    )
    assert [finding.text for finding in found if finding.grade is Grade.BAD] == []
    assert "complete in 3 servers" in [finding.text for finding in found]


async def test_the_page_of_linked_roles_is_compared(discord: LoopbackDiscord) -> None:
    settings = Settings(
        discord_api=discord.api,
        discord_token=SecretStr(discord.token),
        linked_roles_url="https://flipfour.example.org",
    )

    async def found() -> list[tuple[Grade, str]]:
        everything = await check_discord(settings, add_commands)
        return [(one.grade, one.text) for one in everything if one.subject == "linked roles"]

    assert await found() == [(Grade.NOTE, "Discord leads people to no page")]
    discord.oauth.verification_url = "https://flipfour.example.org/linked-role"
    assert await found() == [(Grade.GOOD, "Discord leads people to this bot's page")]


def settings_for(discord: LoopbackDiscord, address: str, *, secret: bool = True) -> Settings:
    return Settings(
        discord_api=discord.api,
        discord_token=SecretStr(discord.token),
        web_url=address,
        discord_client_secret=SecretStr("secret") if secret else None,
    )


async def test_pages_and_proxies_in_the_way(opened: ActivityScene, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, discord, port = opened.scene.bot, opened.scene.discord, free_port()
    found = await check_pages(settings_for(discord, opened.address))
    assert [(one.grade, one.text) for one in found] == [
        (Grade.NOTE, f"{opened.address} is not encrypted"),
        (Grade.GOOD, f"they answer at {opened.address}"),
        (Grade.GOOD, "WebSockets arrive"),
    ]
    found = await check_pages(settings_for(discord, opened.address, secret=False))
    assert [one.text for one in found][-1] == "people can only watch"
    async with served(application(bot.health, bot.metrics, public=[HOST]), HOST, port):
        found = await check_pages(settings_for(discord, f"http://{HOST}:{port}"))
    assert found[-1].text.startswith("the proxy forwards to FLIPFOUR_HEALTH_PORT")
    monkeypatch.setitem(site_ui.SECURITY, "X-Frame-Options", "SAMEORIGIN")
    found = await check_pages(settings_for(discord, opened.address))
    assert "the proxy adds X-Frame-Options: SAMEORIGIN" in [one.text for one in found]


async def test_addresses_where_no_pages_are(discord: LoopbackDiscord) -> None:
    assert await check_pages(Settings()) == []
    address = f"http://{HOST}:{(port := free_port())}"
    found = await check_pages(settings_for(discord, address))
    assert "can't be reached" in found[-1].text
    assert found[-1].grade is Grade.NOTE
    async with served(web.Application(), HOST, port):
        found = await check_pages(settings_for(discord, address))
    assert "something else answers" in found[-1].text


async def test_the_portal_is_compared(discord: LoopbackDiscord) -> None:
    address = "https://flipfour.example.org"

    async def found(subject: str) -> list[tuple[Grade, str]]:
        everything = await check_discord(settings_for(discord, address), add_commands)
        return [(one.grade, one.text) for one in everything if one.subject == subject]

    assert await found(PAGES) == [(Grade.NOTE, f"Discord names no redirect to {address}/sign-in/callback")]
    assert await found(ACTIVITY) == [
        (Grade.NOTE, "it is not switched on, so boards open in the browser alone")
    ]
    discord.oauth.redirect_uris.add(f"{address}/sign-in/callback")
    discord.application_flags = 1 << 17
    assert (await found(PAGES))[0][0] is Grade.GOOD
    assert (await found(ACTIVITY))[0][1] == "it is switched on, but has no entry point in the App Launcher"
    discord.enable_activities()
    assert (await found(ACTIVITY))[0][0] is Grade.GOOD
