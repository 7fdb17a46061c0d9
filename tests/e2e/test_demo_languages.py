"""The demo in other languages: of the people there, of the server, and of the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from simcord import preview as simcords

from bot.demo.cafe import GREETING
from bot.demo.page import SCRIPT_CHANGES, SCRIPT_WORDING, WORDING
from bot.demo.page_words import wording
from bot.play.games.referee import Referee
from languages import LANGUAGES, speaking
from tests.e2e.demo_page import BrowserPage, demo, preview
from tests.languages.catalogues import language_with, teach

FRENCH = {
    ("command", "reversi"): "othello",
    ("command", "start"): "jouer",
    ("command description", "Start a game of Reversi against a friend, anyone, or the computer"): "Jouer !",
    ("option", "bot"): "ordi",
    ("option", "colour"): "couleur",
    ("choice", "Black (moves first)"): "Noir (commence)",
    ("button", "Resign"): "Abandonner",
    (None, "Developer tools"): "Outils de développement",
    (None, "End the demo"): "Terminer <la démo>",
    (None, "Reversi and Connect 4: type /play"): "Tapez /play",
    ("level", "easy"): "facile",
    (None, "The team"): "L'équipe",
    (None, "{game} tournament #{number}"): "Tournoi n° {number} : {game}",
    (None, "{challenger} challenges {opponent} to a game ({terms})."): "{challenger} défie {opponent}",
    (None, GREETING): "Bienvenue à {moderator}",
}


MARKED = "‹"
"""What English texts have in tests."""


@pytest.fixture(autouse=True)
def _french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    teach(monkeypatch, language_with(tmp_path, "fr", FRENCH))


async def words_of(page: BrowserPage, viewer: str) -> dict[str, object]:
    """What the scripts of a page say."""
    _, _, script = await page.get(f"/flipfour/words.js?as={viewer}")
    words: dict[str, object] = json.loads(script.decode().removeprefix("window.demoWords = ").rstrip(";\n"))
    return words


async def test_the_demo_can_be_in_another_language_from_the_start(database: Path) -> None:
    async with demo(database, language=LANGUAGES["fr"]) as cafe, preview(cafe) as shown:
        async with BrowserPage.opened(shown) as page:
            _, _, html = await page.get("/?as=Ann")
            assert b'<html lang="fr">' in html
            assert "Terminer &lt;la démo&gt;" in html.decode()
            assert page.state["profile"]["locale"] == "fr"
            words = await words_of(page, "Ann")
            assert (words["developerTools"], words["spoken"]) == ("Outils de développement", "fr")
            await cafe.people[0].slash(cafe.channel, "reversi start", bot="facile", colour="first")
            await shown.catch_up()
            await page.look()
            assert await page.tap("Abandonner")
            entry = (await page.commands())["othello jouer"]
            # Commands have their English names in every language.
            assert entry["english"] == "reversi start"
            for line in (
                "/reversi start bot:easy colour:first",
                "/othello jouer ordi:easy couleur:noir (commence)",
            ):
                assert not (await page.say(line))["rejected"]
            assert entry["description"] == "Jouer !"
            options = {option["name"]: option for option in entry["options"]}
            assert {"ordi", "couleur", "time"} <= options.keys()
            assert "Noir (commence)" in [choice["name"] for choice in options["couleur"]["choices"]]
            asked = {"focused": "ordi", "value": "faci", "options": {"couleur": "first"}}
            offered = await page.use("autocomplete_command", "othello jouer", **asked)
            assert offered["result"]["choices"][0]["value"] == "easy"
            filled = {"ordi": "easy", "couleur": "first"}
            assert not (await page.use("run_command", "othello jouer", options=filled))["rejected"]
        for game in range(2, 5):
            assert (await cafe.bot.kit[Referee].snapshot(game)).game.seats[1].computer == "easy"
        channel = cafe.bot.get_channel(cafe.channel.id)
        assert channel.topic == "Tapez /play"  # type: ignore[union-attr]


@pytest.mark.long
async def test_simcords_own_page_and_scripts_have_our_words(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        with speaking(LANGUAGES["ja"]):
            known = [*WORDING, *wording()]
        html = Path(simcords.__file__).with_name("static").joinpath("index.html").read_text(encoding="utf-8")
        assert [part for part in known if part not in html] == []
        words = await words_of(page, "Ann")
        for path, parts in [*SCRIPT_WORDING.items(), *SCRIPT_CHANGES.items()]:
            script = (await page.get(path))[2].decode()
            for theirs, ours in parts.items():
                assert ours in script
                assert theirs not in script.replace(ours, "")
                assert set(re.findall(r"demoWords\.(\w+)", ours)) <= words.keys()


async def test_a_menu_changes_the_language_of_everything_and_everyone(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown:
        ann, ben = cafe.people[:2]
        # A board of a game that is over, one in progress, a tournament, votes, and a challenge.
        await ann.slash(cafe.channel, "reversi start", bot="easy", colour="first")
        await ann.click(cafe.channel.history()[-1], label="d3")
        await ann.slash(cafe.channel, "game resign")
        await ann.click(cafe.channel.history(viewer=ann)[-1], custom_id="f4:resign_sure:1:nobody")
        await ann.slash(cafe.channel, "reversi start", bot="easy", colour="first")
        await ann.slash(cafe.channel, "tournament create", game="reversi")
        await ann.slash(cafe.channel, "vote", bot="easy")
        await ann.slash(cafe.channel, "connect4 start", opponent=ben)
        for person in (ann, ben):
            await person.slash(cafe.channel, "help")
        before = {person: len(cafe.channel.history(viewer=person)) for person in (ann, ben)}
        async with BrowserPage.opened(shown, "Ben") as page:
            assert await page.speak("tlh") == 400
            assert (await words_of(page, "Ben"))["spoken"] == "en"
            assert await page.speak("fr") == 200
            # What only one person sees vanishes with the old language.
            for person in (ann, ben):
                assert len(cafe.channel.history(viewer=person)) < before[person]
            for viewer in ("Ann", "Ben"):
                assert (await words_of(page, viewer))["spoken"] == "fr"
            await shown.catch_up()
            await page.look()
            assert page.state["channel"]["topic"] == "Tapez /play"
            assert any(text.startswith("Bienvenue à Mona") for text in page.texts)
            for said in ("L'équipe", "défie", "Tournoi n° 1"):
                assert any(said in text for text in page.texts), said
            assert sum("facile" in text for text in page.texts) >= 2
            own = [text for text in page.texts if "#" not in text and "Reversi:" not in text]
            assert not any("easy" in text for text in own)
            assert not any(MARKED in text for text in page.texts)
            # The board is for everyone there.
            assert await page.tap("Abandonner")
        for person in cafe.people:
            async with BrowserPage.opened(shown, person.user.global_name) as page:
                assert "othello jouer" in await page.commands()
                assert page.state["language"] == "fr"
                assert page.state["profile"]["locale"] == "fr"


@pytest.mark.long
async def test_a_finished_tournament_its_news_and_its_thread_change_their_language(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown:
        ann, ben = cafe.people[:2]
        await ann.slash(cafe.channel, "tournament create", game="connect4", form="knockout", places=2)
        card = cafe.channel.history()[-1]
        for person in (ann, ben):
            await person.click(card, custom_id="f4:tour_join:1")
        [thread] = cafe.channel.threads
        [game] = await cafe.bot.kit.storage.playing_games(channel_id=thread.id)
        await ann.slash(thread, "game resign")
        await ann.click(thread.history(viewer=ann)[-1], custom_id=f"f4:resign_sure:{game.id}:loss")
        async with BrowserPage.opened(shown, place=str(thread.id)) as page:
            assert any(MARKED in text for text in page.texts)
            assert await page.speak("fr") == 200
            await shown.catch_up()
            await page.look()
            assert any(text.startswith("⚔️ **Tournoi n° 1") for text in page.texts)
            assert not any(MARKED in text for text in page.texts)
            assert page.state["places"][1]["name"].startswith("Tournoi n° 1")
        async with BrowserPage.opened(shown) as page:
            assert sum("Tournoi n° 1" in text for text in page.texts) == 3
            assert [text for text in page.texts if MARKED in text] == []
