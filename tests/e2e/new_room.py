"""The process of `test_new_room`: thanks, from the command to the deletion of one's data."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from structlog.typing import EventDict

from bot.play.thanks import refusals
from bot.play.thanks.store import thanks_outdated
from bot.settings.settings import names
from bot.ui.refusals import refusal_text
from data.db.migrate import migrate_file
from data.upkeep.pending import PendingStore
from languages import LANGUAGES, speaking
from tests.data.db.first_release import create_first_release
from tests.e2e.test_own_data import delete_all, exported, stored_of
from tests.e2e.world import RECOVERY_SECONDS, World

pytestmark = pytest.mark.english


@pytest.fixture
async def world(tmp_path: Path, log: list[EventDict]) -> AsyncIterator[World]:
    made = World(tmp_path / "games.db", thanks_length=12)
    await made.start()
    yield made
    await made.end()
    assert not [entry for entry in log if entry["log_level"] == "error"]


async def test_thanks_are_posted_and_joined(world: World) -> None:
    await world.ann.types("thanks", person=world.ben, note="Good game!")
    (card,) = [seen for seen in world.posts() if "thanks" in seen.text]
    assert f"{world.ann.mention} thanks {world.ben.mention}. Good game!" in card.text
    await world.ben.taps("Me too", card)
    (card,) = [seen for seen in world.posts() if "thanks" in seen.text]
    assert "1 joined." in card.text
    assert b"flipfour_thanks_total 1.0" in world.bot.metrics.text()
    # Their length is a setting.
    assert names()["thanks_length"] == "FLIPFOUR_THANKS_LENGTH"
    await world.ann.types("thanks", person=world.ben, note="For a very good game")
    assert "For a very g" in world.posts()[-1].text
    assert "For a very go" not in world.posts()[-1].text


@pytest.mark.parametrize("killed", [False, True])
async def test_what_was_not_posted_is_posted_by_a_pass_or_start(world: World, killed: bool) -> None:
    world.env.inject_error("POST", "/channels/*/messages", status=503)
    await world.ann.types("thanks", person=world.ben)
    assert not [seen for seen in world.posts() if "thanks" in seen.text]
    await (world.kill() if killed else world.pass_time(RECOVERY_SECONDS))
    assert len([seen for seen in world.posts() if "thanks" in seen.text]) == 1
    # Nothing is done while the condition is not met.
    assert thanks_outdated not in await world.bot.kit[PendingStore].waiting([thanks_outdated])


async def test_nobody_thanks_themselves(world: World) -> None:
    assert (await world.ann.types("thanks", person=world.ann)).private == "You can't thank yourself."
    with speaking(LANGUAGES["de"]):
        assert refusal_text(refusals.OwnThanks()) == "Du kannst dir nicht selbst danken."


async def test_they_are_exported_and_deleted_with_ones_data(world: World) -> None:
    await world.ann.types("thanks", person=world.ben, note="Good game!")
    document = exported(world, await world.ann.exports_data())
    assert [one["note"] for one in document["thanks"]] == ["Good game!"]
    await delete_all(world.ann)
    assert await stored_of(world, world.ann.id, "Good game!") == []


def test_a_database_without_the_table_gets_it(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    create_first_release(path)
    migrate_file(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM thanks").fetchone() == (0,)
