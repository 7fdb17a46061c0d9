"""Fixtures: a world to play in, and the bot's log."""

from __future__ import annotations

import fnmatch
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord import app_commands
from simcord.http import router
from structlog.typing import EventDict

import languages
from bot import app, rooms
from bot.catalog import GAMES
from bot.catalog.reversi import Reversi
from bot.core import snapshot
from bot.hosting import discord_api
from bot.play.games import referee
from engine import Limits, Position, SearchResult, reversi
from engine.search import listing
from engine.search.tables import TranspositionTable
from executors import tasks
from languages import LANGUAGES, Language
from tests.data.plans import faults
from tests.databases import on_postgres
from tests.e2e.acknowledged import unanswered
from tests.e2e.in_loop import work_in_loop
from tests.e2e.sequences import MANY_MOVES
from tests.e2e.world import Person, World
from tests.languages.pseudo import PERSON, SERVER

NODES = 4_000
"""Nodes of a search without an explicit limit."""


@pytest.fixture(autouse=True)
def _in_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Do in the event loop what the bot gives to threads, but in tests marked threads."""
    if request.node.get_closest_marker("threads") is not None:
        yield
        return
    with work_in_loop():
        yield


@pytest.fixture(autouse=True)
def _planned() -> Iterator[None]:
    """Every query must be fast in a large database."""
    if on_postgres():
        yield
        return
    with faults() as found:
        yield
    assert found == []


@pytest.fixture
def max_nodes() -> int:
    """Maximum nodes of a search with an explicit limit."""
    return 100_000


@pytest.fixture(autouse=True)
def _small_searches(max_nodes: int) -> Iterator[None]:
    """End searches after a number of nodes, as if their time were over: the same on a busy machine."""

    def small(search: Callable[..., SearchResult]) -> Callable[..., SearchResult]:
        def limited(position: Position, limits: Limits, *arguments: Any, **options: Any) -> SearchResult:
            options["table"] = options.get("table") or TranspositionTable(1)
            found = search(
                position, replace(limits, nodes=min(limits.nodes or NODES, max_nodes)), *arguments, **options
            )
            return replace(found, seconds=max(found.seconds, limits.seconds or 0.0))

        return limited

    # Not the fixture `monkeypatch`, which a test wants undone before its world ends.
    with pytest.MonkeyPatch.context() as patch:
        for module in (tasks, listing):
            patch.setattr(module, "search", small(module.search))
        yield


@pytest.fixture(autouse=True)
def _pseudo_languages(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have people and their server speak different pseudo-languages."""
    if request.node.get_closest_marker("english") is not None:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        for language in (PERSON, SERVER):
            patch.setitem(LANGUAGES, language.code, language)
            for locale in language.locales:
                patch.setitem(languages._BY_LOCALE, locale, language)
        yield


Tree = app_commands.CommandTree[Any]

_COMMANDS: dict[tuple[str, ...], list[Any]] = {}
"""The commands of all bots, by the games that there are."""

_TRANSLATED: dict[tuple[object, ...], tuple[list[Language], list[dict[str, Any]]]] = {}
"""The commands as Discord gets them, by games and languages; tests have languages of their own."""


@pytest.fixture(autouse=True)
def _commands_made_once() -> Iterator[None]:
    """Make and translate the commands once for all bots of this process: that took half of a bot's start."""
    # The fixture `monkeypatch` would then be made before `world`, and undo what a test patched only after it.
    add, translate = rooms.add_commands, discord_api.translated

    def added(tree: Tree) -> None:
        if tuple(GAMES) not in _COMMANDS:
            add(tree)
            _COMMANDS[tuple(GAMES)] = tree.get_commands()
            return
        for command in _COMMANDS[tuple(GAMES)]:
            tree.add_command(command)

    async def translated(tree: Tree) -> list[dict[str, Any]]:
        spoken = [*LANGUAGES.values(), *languages._BY_LOCALE.values()]
        key = (*GAMES, *map(id, spoken), *languages._BY_LOCALE)
        if key not in _TRANSLATED:
            _TRANSLATED[key] = spoken, await translate(tree)
        # simcord copies what it is sent.
        return _TRANSLATED[key][1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(app, "add_commands", added)
        patched.setattr(discord_api, "translated", translated)
        yield


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Path:
    """A separate database without games."""
    return Path(shutil.copy(empty_database, tmp_path / "games.db"))


@pytest.fixture
async def world(request: pytest.FixtureRequest, database: Path, log: list[EventDict]) -> AsyncIterator[World]:
    """A virtual Discord with the bot connected. At the end everything sent must be within Discord's limits,
    nothing may have been read or stored for an interaction before it was acknowledged, and the test must have
    taken all errors that the bot logged out of `log`."""
    settings = request.node.get_closest_marker("settings")
    made = World(database, **(settings.kwargs if settings else {}))
    await made.start()
    with unanswered() as waited_for:
        yield made
    await made.end()
    assert waited_for == []
    assert [entry for entry in log if entry["log_level"] in ("error", "critical")] == []


@pytest.fixture
def ann(world: World) -> Person:
    return world.ann


@pytest.fixture
def ben(world: World) -> Person:
    return world.ben


@pytest.fixture
def chloe(world: World) -> Person:
    return world.chloe


@pytest.fixture
def slow_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check clocks every few hours only, so that days pass in a few steps."""
    monkeypatch.setattr(referee, "BEAT", timedelta(hours=6))
    monkeypatch.setattr(referee, "ABSENCE", timedelta(hours=12))


@pytest.fixture
def crowded_start() -> Iterator[None]:
    """Begin games of Reversi with more moves than Discord allows buttons."""

    def start(_: Reversi, options: str) -> Position:
        return reversi.parse(MANY_MOVES)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reversi, "start", start)
        # Replays that are remembered began from another position than those of these tests.
        snapshot._replay.cache_clear()
        yield
    snapshot._replay.cache_clear()


@pytest.fixture
def lose_connection(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Return a function that breaks the connection at the next request with this method and path."""
    losses: list[tuple[str, str]] = []
    dispatch = router.dispatch

    def unreliable(backend: Any, method: str, path: str, **options: Any) -> Any:
        for loss in losses:
            if method == loss[0] and fnmatch.fnmatch(path, loss[1]):
                losses.remove(loss)
                raise aiohttp.ServerDisconnectedError
        return dispatch(backend, method, path, **options)

    monkeypatch.setattr(router, "dispatch", unreliable)
    return lambda method, path: losses.append((method, path))
