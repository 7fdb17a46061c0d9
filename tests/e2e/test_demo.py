"""The demo's way of thinking: simcord waits for nothing that takes real time."""

from __future__ import annotations

import shutil
from pathlib import Path

import simcord

from bot import Runtime
from bot.app import create_bot
from bot.demo import DetachedSearches, demo_env
from bot.settings import Settings

SETTLE_SECONDS = 20.0
LONGER_THAN_THAT = 60.0


async def test_clicks_are_answered_while_games_wait_for_a_worker(
    empty_database: Path, tmp_path: Path
) -> None:
    database = tmp_path / "games.db"
    shutil.copy(empty_database, database)
    settings = Settings(
        database_url=f"sqlite+aiosqlite:///{database}",
        move_seconds=LONGER_THAN_THAT,
        search_workers=1,
        ponder_seconds=LONGER_THAN_THAT,
    )
    searches = DetachedSearches()
    bot = create_bot(settings, Runtime(run_search=searches, wait=searches.wait, rest=searches.rest))
    env = simcord.Env(bot, settle_timeout=SETTLE_SECONDS)
    searches.env = env
    server = env.create_guild("Café")
    channel = server.create_text_channel("games")
    ann = server.add_member(env.create_user("ann"))
    await env.start()
    try:
        # The first game takes the worker; the others wait for it, and so does what is prepared aside.
        for _ in range(3):
            # There is no book of openings for this board.
            answer = await ann.slash(channel, "reversi start", bot="master", colour="second", board="10x10")
            assert answer.acknowledged
        games = await bot.services.storage.playing_games()
        assert len(games) == 3
        assert not any(game.moves for game in games)
    finally:
        bot.services.pool.close()
        await env.shutdown()
        await bot.close()


async def test_a_command_that_is_refused_is_no_failure_to_the_page(
    empty_database: Path, tmp_path: Path
) -> None:
    database = tmp_path / "games.db"
    shutil.copy(empty_database, database)
    env = demo_env(create_bot(Settings(database_url=f"sqlite+aiosqlite:///{database}")))
    server = env.create_guild("Café")
    channel = server.create_text_channel("games")
    ann = server.add_member(env.create_user("ann"))
    await env.start()
    try:
        before = env.error_cursor
        answer = await ann.slash(channel, "reversi resign")
        assert answer.acknowledged
        assert env.errors_since(before) == ()
        assert env.errors
    finally:
        await env.shutdown()
        await env.bot.close()
