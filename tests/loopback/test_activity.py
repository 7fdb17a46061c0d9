"""The Activity over sockets: the button, the entry point, who is signed in, and which game is shown."""

from __future__ import annotations

import asyncio
import gc

import pytest
from aiohttp import ClientSession

from bot.play.web_links import Activities
from bot.web import activity
from bot.web.connection_ui import CloseCode
from bot.web.open_pages import WebSessions
from tests.cases import there
from tests.e2e.seen import Seen
from tests.loopback.activity import ActivityScene
from tests.loopback.interactions import COMMAND, LAUNCH
from tests.loopback.people import Person


async def press(opened: ActivityScene, person: Person, game: int = 1) -> str:
    """Press *Open board*; return the instance that Discord opens."""
    interaction = person.presses("Open board", opened.scene.board(game))
    await person._acknowledged(interaction)
    assert interaction.callback == LAUNCH
    return person._discord.join(person.channel, person.user)


async def test_a_player_opens_the_board_and_sees_their_game(opened: ActivityScene) -> None:
    scene = opened.scene
    await scene.begin(scene.ann, scene.ben)
    await scene.begin(scene.ann, scene.ben, "connect4")
    await scene.discord.until(lambda: scene.boards(2), "the second board")
    instance = await press(opened, scene.ann, 2)
    cookie = await opened.signed_in(scene.ann, instance)
    reply = await opened.open(cookie, instance, locale="de")
    assert (reply.told["kind"], reply.told["lang"]) == ("game", "de")
    game, you = await opened.live(cookie, reply.told["live"])
    assert (game["t"], game["number"]) == ("game", 2)
    assert (you["t"], you["side"]) == ("you", 0)
    # The last press in the channel decides; a link in a notice says it for itself.
    await press(opened, scene.ann, 1)
    assert (await opened.open(cookie, instance)).told["live"].startswith(f"{instance}/1/live")
    assert (await opened.open(cookie, instance, "game-2")).told["live"].startswith(f"{instance}/2/live")
    # Visitors and other sites get nothing.
    assert (await opened.open("", instance)).status == 401
    assert (await opened.open(cookie, "i-never-was")).status == 403
    assert await opened.live("", f"{instance}/1/live") == [4401]
    at = f"{opened.address}/activity/{instance}/1/live"
    # The pages outside of Discord take no sockets of its frame.
    origins = {"https://example.org": at, opened.origin: f"{opened.address}/g/x/live"}
    for origin, address in origins.items():
        async with (
            ClientSession(headers={"Cookie": cookie, "Origin": origin}) as browser,
            browser.ws_connect(address) as socket,
        ):
            assert (await socket.receive()).data == CloseCode.FOREIGN


async def test_only_people_in_the_instance_are_signed_in(opened: ActivityScene) -> None:
    scene = opened.scene
    instance = scene.discord.join(scene.channel, scene.ann.user)
    assert (await opened.sign_in(scene.ben, instance)).status == 403
    assert (await opened.sign_in(scene.ann, "i-never-was")).status == 403
    assert (await opened.sign_in(scene.ann, instance, code="made-up")).status == 403
    assert (await opened.sign_in(scene.ann, instance, origin="https://example.org")).status == 403
    assert (await opened.sign_in(scene.ann, instance, origin="https://1.discordsays.com")).status == 403
    reply = await opened.sign_in(scene.ann, instance)
    assert reply.status == 200
    # The cookie is for Discord's frame alone.
    cookie, *rules = reply.headers["Set-Cookie"].split("; ")
    assert {"HttpOnly", "Secure", "SameSite=None", "Partitioned", "Path=/"} <= set(rules)
    person = there(await scene.bot.kit[WebSessions].person(cookie.partition("=")[2]))
    assert person.id == scene.ann.id
    # Opening it again uses the same session.
    scene.discord.join(scene.channel, scene.ben.user)
    again = await opened.sign_in(scene.ann, instance, cookie=cookie)
    assert again.told["token"]
    assert "Set-Cookie" not in again.headers
    # Another account on the same device is another person.
    assert "Set-Cookie" in (await opened.sign_in(scene.ben, instance, cookie=cookie)).headers
    assert await scene.bot.kit[WebSessions].sign_out_everywhere(scene.ann.id) == 1
    async with ClientSession(headers={"Origin": opened.origin}) as browser:
        for body in ("", "{}", '{"code":"x"}', '{"code":"x","instance":"a/b"}', "x" * 5000):
            async with browser.post(f"{opened.address}/activity/session", data=body) as answer:
                assert (body, answer.status in (400, 413)) == (body, True)


async def test_people_choose_among_the_channels_games_and_their_own_elsewhere(opened: ActivityScene) -> None:
    scene = opened.scene
    instance = scene.discord.join(scene.channel, scene.ann.user)
    cookie = await opened.signed_in(scene.ann, instance)
    nothing = (await opened.open(cookie, instance)).told
    assert (nothing["kind"], nothing["games"]) == ("choose", [])
    chloe = scene.newcomer("Chloe")
    await scene.begin(chloe, scene.ben)
    (offered,) = (await opened.open(cookie, instance)).told["games"]
    assert offered == {"game": "game-1", "label": "Reversi #1", "players": "Chloe – Ben"}
    shown = await opened.open(cookie, instance, offered["game"])
    game, you = await opened.live(cookie, shown.told["live"])
    assert (game["number"], you["side"], you["name"]) == (1, None, "")
    # Games of other channels are shown to their players alone.
    elsewhere = scene.discord.create_channel(scene.guild, "elsewhere", hidden=True)
    dora, emil = scene.newcomer("Dora", elsewhere), scene.newcomer("Emil", elsewhere)
    await scene.begin(dora, emil)
    scene.discord.join(scene.channel, dora.user)
    doras = await opened.signed_in(dora, instance)
    assert (await opened.open(cookie, instance, "game-2")).told["kind"] == "choose"
    assert await opened.live(cookie, f"{instance}/2/live") == [4404]
    assert await opened.live(cookie, f"{instance}/99/live") == [4404]
    assert (await opened.open(doras, instance, "game-2")).told["kind"] == "game"
    assert (await opened.live(doras, f"{instance}/2/live"))[1]["side"] == 0


async def test_an_outage_ends_no_page(opened: ActivityScene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = opened.scene
    await scene.begin(scene.ann, scene.ben)
    instance = await press(opened, scene.ann)
    cookie = await opened.signed_in(scene.ann, instance)
    monkeypatch.setattr(activity, "FRESH_SECONDS", 0.0)
    fault = scene.discord.faults.refuse("GET", "/applications/*/activity-instances/*", 500, times=100)
    assert (await opened.live(cookie, f"{instance}/1/live"))[0]["number"] == 1
    assert fault.met
    # What was never known can't be known now.
    assert (await opened.open(cookie, "i-another")).status == 503


async def test_the_page_may_be_framed_by_discord_and_talks_to_its_proxy(opened: ActivityScene) -> None:
    async with ClientSession() as browser:
        for path, root in (("/activity", ""), ("/activity/", ""), ("/", "activity/")):
            async with browser.get(f"{opened.address}{path}?frame_id=1&instance_id=i") as answer:
                policy = answer.headers["Content-Security-Policy"]
                text = await answer.text()
            assert answer.status == 200
            assert "unsafe" not in policy
            proxy = opened.origin.removeprefix("https://")
            assert f"connect-src 'self' wss://{proxy};" in policy
            assert policy.endswith(f"'self' https://discord.com https://*.discord.com {opened.origin}")
            # Relative, since Discord's proxy has its own root.
            assert f'src="{root}web/' in text
        async with browser.get(f"{opened.address}/activity/") as answer:
            assert "Open board" in await answer.text()


@pytest.mark.long
async def test_the_entry_point_outlives_the_registration_and_is_answered(opened: ActivityScene) -> None:
    scene = opened.scene
    entry = there(scene.discord.entry_point)
    assert len(scene.discord.commands) > 1
    assert (entry["name"], entry["handler"]) == ("launch", 2)
    data = {"id": entry["id"], "name": entry["name"], "type": entry["type"]}
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    interaction = scene.discord.interact(COMMAND, scene.ann.user, scene.channel, data)
    await scene.ann._acknowledged(interaction)
    assert interaction.callback == LAUNCH
    # discord.py has no such command: an error would be found with the task that met it.
    await scene.ann.types("help")
    gc.collect()
    assert interaction.told == []
    assert faults == []


async def test_the_menu_opens_the_board_and_a_refusal_is_explained(opened: ActivityScene) -> None:
    scene = opened.scene
    await scene.begin(scene.ann, scene.ben)
    asked = scene.ann.presses("More", scene.board())
    await scene.discord.until(lambda: asked.told, "the menu")
    menu = Seen(scene.channel.messages[asked.told[-1]].payload())
    assert [label for label in menu.labels if "oard" in label] == ["Open board"]
    interaction = scene.ann.presses("Open board", menu)
    await scene.ann._acknowledged(interaction)
    assert interaction.callback == LAUNCH
    scene.discord.launches_fail = True
    assert "Watch in the browser" in (await scene.ann.taps("Open board", scene.board())).messages[-1].text
    scene.discord.broken_rules.clear()
    # Without an Activity there is no button.
    scene.bot.kit[Activities].found(exists=False)
    await scene.begin(scene.ann, scene.ben, "connect4")
    await scene.discord.until(lambda: scene.boards(2), "the second board")
    assert "Open board" not in scene.board(2).labels
