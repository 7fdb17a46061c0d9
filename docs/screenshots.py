"""Take the documentation's pictures from the running demo.

    uv run --with playwright python docs/screenshots.py

Fill a database with players and results, run `flipfour demo` on it, play in Chromium as a person would, and
write docs/images/: the cards alone, at two pixels per CSS pixel, in dark, the only look of the demo's page.
`--gallery` only draws the themes and a replay, without a browser; `--readme` only takes those of the README.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import random
import re
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from PIL import Image
from playwright.async_api import FloatRect, Locator, Page, async_playwright

import renderers.connect4
import renderers.reversi
import renderers.reversi_replay
from data import Storage
from data.games.records import Ending, GameState, NewGame, Outcome, Seat
from data.games.waiting import WaitingStore
from data.people.players import PeopleStore
from engine import connect4, reversi
from renderers.board import Situation
from renderers.replay import Projection
from renderers.themes import THEMES, WIDTH, Look

IMAGES = Path(__file__).parent / "images"
MESSAGE = ".channel-message[data-message-id]"
CARD = ".message-components, .component-container"
CHANNEL_INPUT = "#channel-composer-input"
ENABLED = 'button:not([aria-disabled="true"])'
ANSWERED = """([messages, card, before]) => {
    const newest = [...document.querySelectorAll(messages)].at(-1);
    return newest.dataset.messageId != before && newest.querySelector(card);
}"""
CHANGED = "([id, text]) => document.querySelector(`[data-message-id='${id}']`)?.innerText != text"
MOVE = re.compile(r"^([a-h][1-8]|[1-7])$")
PLAYERS = ("Ada", "Boris", "Chen", "Dunja", "Emeka", "Fleur", "Goran", "Hana", "Ines", "Jonas", "Kaya")
GAMES = 150
REPLAYED = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""A short game in which black takes every disc."""
GALLERY = ("wood", "midnight", "high-contrast")
DISCORD = (49, 51, 56)
"""Discord's background colour, RGB."""
GAP = 24
SCALE = 2
"""Pixels per CSS pixel, for screens of high density."""
EDGE = 20
"""Pixels at the lower edge of a card that hold its rounded corners, and nothing else."""
FRAME_MS = 1200
"""Time of a frame of the animation, in milliseconds."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


async def fill(url: str) -> None:
    """Store players and finished games; earlier names are stronger players."""
    rng = random.Random(4)
    storage = await Storage.open(url)
    for player_id, name in enumerate(PLAYERS, start=1):
        await storage[PeopleStore].remember(player_id, name)
    for _ in range(GAMES):
        first, second = rng.sample(range(1, len(PLAYERS) + 1), 2)
        game = await storage.create_game(
            NewGame(
                game="reversi",
                options="",
                guild_id=None,
                channel_id=1,
                challenger_id=first,
                opponent_id=second,
                side_choice="first",
                seats=(Seat(first), Seat(second)),
                state=GameState.PLAYING,
                rated=True,
            )
        )
        chance = 1 / (1 + 10 ** ((first - second) / 8))
        draw = rng.random() < 0.05
        winner = None if draw else 0 if rng.random() < chance else 1
        outcome = Outcome(winner=winner, score=0, ending=Ending.PLAYED)
        done = await storage.finish(game, outcome)
        await storage[WaitingStore].mark_shown(done, 1, None)
    await storage.close()


async def command(page: Page, text: str) -> None:
    """Type a slash command with its options, and send it."""
    before = await page.locator(MESSAGE).last.get_attribute("data-message-id")
    await page.locator(CHANNEL_INPUT).click()
    await page.keyboard.type(text)
    await page.keyboard.press("Enter")
    await page.wait_for_function(ANSWERED, arg=[MESSAGE, CARD, before])
    await page.wait_for_timeout(1200)


def last_message(page: Page) -> Locator:
    """Return the newest message with a card: one without is an answer to a tap that came too soon."""
    return page.locator(MESSAGE).filter(has=page.locator(CARD)).last


async def play(page: Page, moves: int) -> None:
    """Press the middle move button `moves` times, or until the game is over."""
    over = last_message(page).get_by_role("button", name="Rematch")
    move = page.locator(ENABLED).filter(has_text=MOVE)
    board = page.locator(MESSAGE).filter(has=move).last
    buttons = board.locator(ENABLED).filter(has_text=MOVE)
    for _ in range(moves):
        await buttons.or_(over).first.wait_for()
        if await over.count():
            return
        before = [await board.get_attribute("data-message-id"), await board.inner_text()]
        await buttons.nth((await buttons.count()) // 2).click()
        await page.wait_for_function(CHANGED, arg=before)
        # A tap within 0.7 s of the reply would be ignored.
        await page.wait_for_timeout(1200)


async def choose(page: Page, before: str, after: str) -> None:
    """Open the menu that shows `before`, and choose `after`."""
    await page.get_by_text(before, exact=True).first.click()
    await page.get_by_text(after, exact=True).last.click()
    await page.wait_for_timeout(800)


async def press(page: Page, label: str) -> None:
    """Press a button of the newest message."""
    await last_message(page).get_by_role("button", name=label).click()
    await page.wait_for_timeout(600)


async def watch(page: Page, seconds: float) -> None:
    """Wait while two computers play."""
    await page.wait_for_timeout(seconds * 1000)


async def photograph(page: Page) -> Image.Image:
    """Take a picture of the newest card."""
    await page.mouse.move(5, 5)
    card = last_message(page).locator(CARD).last
    await card.evaluate("card => card.scrollIntoView({block: 'end'})")
    await page.wait_for_timeout(500)
    # The page replaces a card that changes, so the picture is of its place.
    box = await card.bounding_box()
    assert box is not None
    clip: FloatRect = {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
    return Image.open(io.BytesIO(await page.screenshot(clip=clip))).convert("RGB")


async def shoot(page: Page, name: str) -> None:
    """Store a picture of the newest card."""
    picture = await photograph(page)
    path = IMAGES / f"{name}.png"
    picture.quantize(256, method=Image.Quantize.MEDIANCUT).save(path, optimize=True)
    print(path.name, file=sys.stderr)


def stretch(card: Image.Image, height: int) -> Image.Image:
    """Return a card made higher between its content and its lower edge."""
    width, edge = card.width, card.height - EDGE
    stretched = Image.new("RGB", (width, height))
    stretched.paste(card)
    row = card.crop((0, edge - 1, width, edge))
    stretched.paste(row.resize((width, height - card.height + 1)), (0, edge - 1))
    stretched.paste(card.crop((0, edge, width, card.height)), (0, height - EDGE))
    return stretched


async def film(page: Page, name: str, moves: int) -> None:
    """Play, and store an animation of the newest card with a frame per pair of moves."""
    frames = [await photograph(page)]
    for _ in range(moves):
        await play(page, 1)
        frames.append(await photograph(page))
    height = max(frame.height for frame in frames)
    stretched = [stretch(frame, height) for frame in frames]
    # With one palette for all, only what changes is stored.
    palette = stretched[-1].quantize(256, method=Image.Quantize.MEDIANCUT)
    first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in stretched)
    path = IMAGES / f"{name}.gif"
    first.save(path, save_all=True, append_images=others, duration=FRAME_MS, loop=0, optimize=True)
    print(path.name, file=sys.stderr)


def draw_gallery() -> None:
    """Both games in some of the themes, one above the other."""
    before, last = _played(reversi.start(), "d3 c3 c4 c5 b4 d2 e6 d6 c6"), "f5"
    marked = Situation((last,), "c6", before.flips(last))
    grid = connect4.parse("4445556723")
    for name in GALLERY:
        look = Look(THEMES[name])
        drawn = (
            renderers.reversi.draw(before.play(last), marked, look=look),
            renderers.connect4.draw(grid, Situation(("3",), "2"), look=look),
        )
        boards = [Image.open(io.BytesIO(png)).convert("RGBA") for png in drawn]
        picture = Image.new("RGB", (WIDTH, sum(board.height for board in boards) + GAP), DISCORD)
        picture.paste(boards[0], (0, 0), boards[0])
        picture.paste(boards[1], (0, boards[0].height + GAP), boards[1])
        picture.thumbnail((360, 1000), Image.Resampling.LANCZOS)
        path = IMAGES / f"theme-{name}.png"
        picture.quantize(256, method=Image.Quantize.MEDIANCUT).save(path, optimize=True)
        print(path.name, file=sys.stderr)


def draw_replay() -> None:
    """Draw a short game as `/replay` animates it."""
    positions = [reversi.start()]
    for move in REPLAYED.split():
        positions.append(positions[-1].play(move))
    gif = Projection(partial(renderers.reversi_replay.film, positions)).resume(lambda: False)
    assert gif is not None
    path = IMAGES / "replay.gif"
    path.write_bytes(gif)
    print(path.name, file=sys.stderr)


def _played(position: reversi.Position, moves: str) -> reversi.Position:
    for move in moves.split():
        position = position.play(move)
    return position


async def readme(page: Page) -> None:
    """Take the pictures of the README."""
    await command(page, "/reversi start bot:hard colour:first")
    await film(page, "playing", 11)
    await command(page, "/connect4 start bot:hard colour:first")
    await play(page, 4)
    await shoot(page, "connect4")
    await play(page, 60)
    await press(page, "🔍 Review")
    await last_message(page).get_by_role("button", name="Step through").wait_for()
    await shoot(page, "review")
    await command(page, "/leaderboard where:everywhere")
    await shoot(page, "leaderboard")


async def others(page: Page) -> None:
    """Take the pictures of the other pages."""
    await command(page, "/reversi start bot:hard colour:first")
    await play(page, 11)
    await command(page, "/game ask")
    await last_message(page).get_by_role("combobox").first.click()
    await page.locator('.select-option[data-value="thinking"]').last.click()
    await page.get_by_role("button", name="Show me").click()
    await last_message(page).get_by_text("best first").wait_for()
    await shoot(page, "thinking")
    await command(page, "/opponent")
    await press(page, "New for Reversi")
    name = page.locator("#modal-root").get_by_role("textbox").first
    await name.fill("Doctor Octo")
    await name.press("Enter")
    await page.get_by_text("Opening: like the middle game", exact=True).first.wait_for()
    await choose(page, "Opening: like the middle game", "Opening: random")
    await choose(page, "End: like the middle game", "End: win-or-lose")
    await shoot(page, "opponent")
    await command(page, "/reversi start")
    await shoot(page, "start")
    await command(page, "/reversi start opponent:Ben")
    await shoot(page, "challenge")
    await command(page, "/help")
    await press(page, "Rules of Reversi")
    await shoot(page, "rules")
    await command(page, "/match first:medium second:strong")
    await watch(page, 75)
    await press(page, "Pause")
    await shoot(page, "match")
    await command(page, "/match first:medium second:hard games:40")
    await last_message(page).locator(".gallery-image").wait_for(timeout=180_000)
    await shoot(page, "strength")


async def main(chromium: str, *, only_readme: bool) -> None:
    """Run the demo, play, and take the pictures."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "demo.db"
        await fill(f"sqlite:///{database}")
        demo = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "demo", "--no-browser", "--database", str(database)),
            stdout=asyncio.subprocess.PIPE,
        )
        assert demo.stdout is not None
        try:
            address = None
            while address is None:
                line = await demo.stdout.readline()
                if not line:
                    raise SystemExit("the demo did not start")
                address = re.search(r"http://\S+", line.decode())
            async with async_playwright() as driver:
                browser = await driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
                page = await browser.new_page(
                    viewport={"width": 1100, "height": 1800}, device_scale_factor=SCALE
                )
                await page.goto(address[0])
                await page.locator(CHANNEL_INPUT).wait_for()
                await readme(page)
                if not only_readme:
                    await others(page)
                await browser.close()
        finally:
            demo.terminate()
            await demo.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="path of the browser")
    parser.add_argument("--gallery", action="store_true", help="only draw the themes and a replay")
    parser.add_argument("--readme", action="store_true", help="only take the README's pictures")
    asked = parser.parse_args()
    if not asked.readme:
        draw_gallery()
        draw_replay()
    if not asked.gallery:
        asyncio.run(main(asked.chromium, only_readme=asked.readme))
