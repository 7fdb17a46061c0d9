"""Texts of any length: what people type is bounded, and what old databases hold does no harm."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.computer.opponents.choices import MAX_DESCRIPTION
from bot.play.more_ui import MAX_PLANNED
from bot.rooms import add_commands
from bot.settings.settings import Settings
from bot.sharded import create_bot
from bot.study.analyses import MAX_TYPED as MAX_ANALYSED
from bot.study.imports_ui import MAX_TYPED as MAX_IMPORTED
from bot.ui.untrusted import MAX_REPEATED
from tests.e2e.world import RECOVERY_SECONDS, World

LONG = f"alignments-{'0' * 4200}1,1,4,16,inf:1"
BROKEN = "alignments-0,1,4,1_6,inf:1"
STRING = 3


def options(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The options of a command, those of its subcommands included."""
    for option in command.get("options", ()):
        yield option
        yield from options(option)


def test_every_typed_text_has_a_maximum_length(tmp_path: Path) -> None:
    bot = create_bot(Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}"))
    add_commands(bot.tree)
    typed = {
        (command.name, option["name"]): option.get("max_length")
        for command in bot.tree.get_commands()
        for option in options(command.to_dict(bot.tree))
        if option["type"] == STRING and not option.get("choices")
    }
    assert typed[("reversi", "bot")] == MAX_REPEATED
    assert {length for (_, name), length in typed.items() if name == "recipe"} == {MAX_DESCRIPTION}
    # Of moves, no more than one line is repeated, or they are a position.
    assert {length for (_, name), length in typed.items() if name == "moves"} == {MAX_PLANNED, MAX_ANALYSED}
    # Whole games and positions are read, and not repeated.
    assert (typed[("import", "text")], typed[("position", "text")]) == (MAX_IMPORTED, MAX_ANALYSED)
    # Discord's client fills in a time.
    long = {"recipe", "moves", "text", "start"}
    assert {length for (_, name), length in typed.items() if name not in long} == {MAX_REPEATED}


@pytest.mark.long
async def test_a_strength_test_of_a_long_text_does_not_stop_the_next(world: World) -> None:
    zeros = "0" * 50
    await world.ann.types(
        "match", first=f"alignments-{zeros}1,1,4,16,inf:1", second="random", games=2, game="connect4"
    )
    assert "Which is stronger: alignments-1,1,4,16,inf:1 or random?" in world.posts()[-1].text
    await world.ann.types("match", first="beginner", second="easy", games=2)
    assert "**2 games** played" in world.posts()[-1].text
    # Nor does one that plays for a person.
    await world.ann.types("connect4 start", bot="easy", colour="first")
    await world.ann.types("game ask", bot="alignments-0, 1, 4, 1_6, inf:1")
    assert (await world.snapshot()).game.delegates[0] == "alignments-0,1,4,16,inf:1"
    await world.pass_time(10)
    assert (await world.snapshot()).game.ply >= 2


@pytest.mark.first(1)
@pytest.mark.sqlite
@pytest.mark.parametrize("old", [LONG, BROKEN])
async def test_games_with_long_texts_in_old_databases_go_on(world: World, tmp_path: Path, old: str) -> None:
    await world.ann.types("connect4 start", bot="easy", colour="first")
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute("UPDATE games SET second_computer = ?, version = version + 1", (old,))
    await world.restart()
    await world.ann.taps("4")
    assert (await world.snapshot()).game.ply == 2
    assert f"Flipfour (alignments-{'1' if old == LONG else '0'},1,4,16,inf:1)" in world.board().text
    await world.ann.resigns()
    await world.ann.taps("Rematch", world.board())
    computers = [seat.computer for seat in (await world.snapshot(2)).game.seats]
    assert f"alignments-{'1' if old == LONG else '0'},1,4,16,inf:1" in computers


@pytest.mark.long
@pytest.mark.sqlite
async def test_an_old_name_of_any_length_is_shortened(world: World, tmp_path: Path) -> None:
    await world.ann.types("reversi start", bot="easy", colour="first")
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute(
            "UPDATE games SET second_computer = ?, version = version + 1", ("x" * 5000 + "|greedy:1",)
        )
        database.execute(
            "INSERT INTO measurements (place_id, guild_id, channel_id, asker_id, game, options, first,"
            " second, games, seed, results) VALUES (?, ?, ?, ?, 'reversi', '', ?, 'random:1', 2, 1, '')",
            (*(world.server.id,) * 2, world.channel.id, world.ann.id, "y" * 5000 + "|greedy:1"),
        )
    world.untranslated += [letter * count for letter in "xyn" for count in range(20, MAX_REPEATED)]
    await world.restart()
    await world.pass_time(RECOVERY_SECONDS)
    await world.ann.taps("d3")
    assert f"Flipfour ({'x' * (MAX_REPEATED - 1)}…)" in world.board().text
    offered = await world.ann.suggestions("game board", "game")
    assert offered[0].startswith("Reversi #1 against Flipfour (xxx")
    assert any("yyy…** won" in seen.text and "2 games" in seen.text for seen in world.posts())
