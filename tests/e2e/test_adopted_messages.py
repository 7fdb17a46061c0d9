"""Messages that answered a command, of a process that was killed before it could store them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, get_type_hints

import pytest

import bot.rooms  # noqa: F401 - it imports the components of all rooms
from bot.app import Flipfour
from bot.messages.delivery import Messenger
from bot.ui import component_ids
from bot.ui.messenger import KINDS, Note
from bot.ui.publisher import Drawing
from data import Storage
from data.db.store import Store
from data.games.waiting import WaitingStore
from data.jobs.reviews import ReviewStore, StrengthTestStore
from data.messages.channels import UnansweredStore
from data.puzzles.races import PuzzleRaceStore
from data.tournaments.tournaments import TournamentStore
from tests.e2e.test_reviews import finish
from tests.e2e.world import RECOVERY_SECONDS, World

pytestmark = pytest.mark.english

AWAY = timedelta(minutes=10)
"""Less than a command's token is valid."""


@dataclass(frozen=True)
class Scene:
    """A command that posts a message, the store that records it, and how the recorded one is read.

    `before` is what people do first.
    """

    command: str | None
    options: dict[str, Any]
    store: type[Store]
    recorded: Callable[[Storage], Awaitable[int | None]]
    record: str = "record_message"
    before: Callable[[World], Awaitable[object]] | None = None


async def _game(storage: Storage) -> int | None:
    game = await storage.game(1)
    return None if game is None else game.message_id


async def _event(storage: Storage) -> int | None:
    event = await storage[TournamentStore].find(1)
    return None if event is None else event.tournament.message_id


async def _race(storage: Storage) -> int | None:
    race = await storage[PuzzleRaceStore].find(1)
    return None if race is None else race.race.message_id


async def _strength_test(storage: Storage) -> int | None:
    (test,) = await storage[StrengthTestStore].in_progress()
    return test.message_id


async def _review(storage: Storage) -> int | None:
    (review,) = await storage[ReviewStore].in_progress()
    return review.message_id


SCENES = {
    "game": Scene("reversi start", {"bot": "easy"}, WaitingStore, _game, "mark_shown"),
    "race": Scene("puzzle", {"run": "race"}, PuzzleRaceStore, _race),
    "review": Scene("review", {}, ReviewStore, _review, before=finish),
    "simul": Scene("simul", {"places": 3}, TournamentStore, _event),
    "strength test": Scene(
        "match", {"first": "easy", "second": "easy", "games": 40}, StrengthTestStore, _strength_test
    ),
    "tournament": Scene("tournament create", {}, TournamentStore, _event),
}

NOT_NEEDED = {
    "board": "no command posts the ranking of a week",
    "puzzle": "the first tap on a puzzle stores the message that it was on",
    "race": "Discord's answer to the command is private; its pass finds the public message by its buttons",
}

NOT_FOUND = {"QuestionMessage": "it is never sent again, and its buttons say which question they answer"}
"""Cards that no start looks for."""


def test_each_kind_of_message_is_adopted_or_need_not_be() -> None:
    kinds = {kind for _, kind in component_ids._MARKS.values()}
    assert SCENES.keys() | NOT_NEEDED.keys() == kinds


def test_each_card_has_a_subject_by_which_a_start_finds_it() -> None:
    drawn = {content: get_type_hints(kind.draw)["return"] for content, kind in KINDS.items()}
    assert set(drawn.values()) == {Drawing, Note}
    cards = [content for content, result in drawn.items() if result is Drawing]
    assert {card.__name__ for card in cards if KINDS[card].subject is None} == NOT_FOUND.keys()


def _killed_here(world: World) -> Callable[..., Awaitable[None]]:
    async def never(*_: Any, **__: Any) -> None:
        await world.env.external_wait(asyncio.Event().wait(), reason="the process is killed before this")

    return never


async def _kill_before_recording(world: World, monkeypatch: pytest.MonkeyPatch, scene: Scene) -> int:
    """Kill the bot once its message is posted; returns that."""

    killed_here = _killed_here(world)
    if scene.before is not None:
        await scene.before(world)
    stood = world.posts()
    world.searches.hold()
    monkeypatch.setattr(world.bot.kit[scene.store], scene.record, killed_here)
    monkeypatch.setattr(world.bot.kit[UnansweredStore], "forget", killed_here)
    if scene.command is None:
        await world.ann.taps("Review", stood[-1])
    else:
        await world.ann.types(scene.command, **scene.options)
    (posted,) = world.posts()[len(stood) :]
    assert await scene.recorded(world.bot.kit.storage) is None
    await world.kill(AWAY)
    return posted.id


@pytest.mark.parametrize("kind", sorted(SCENES.keys() - NOT_NEEDED.keys()))
async def test_a_message_is_adopted(world: World, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """The channel need not even be read, which the bot may not be allowed to."""

    async def later(*_: Any, **__: Any) -> None:
        """The start has not come to this yet."""

    monkeypatch.setattr(Flipfour, "_recover", later)
    posted = await _kill_before_recording(world, monkeypatch, SCENES[kind])
    assert await SCENES[kind].recorded(world.bot.kit.storage) == posted


async def test_a_race_is_found_by_its_buttons(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    posted = await _kill_before_recording(world, monkeypatch, SCENES["race"])
    await world.pass_time(RECOVERY_SECONDS)
    assert [seen.id for seen in world.posts()] == [posted]
    assert await SCENES["race"].recorded(world.bot.kit.storage) == posted


async def test_a_tapped_review_is_found_by_its_buttons(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only answers to commands are adopted."""
    tapped = replace(SCENES["review"], command=None)
    posted = await _kill_before_recording(world, monkeypatch, tapped)
    await world.let_go()
    assert [seen.id for seen in world.posts() if "accuracy" in seen.text] == [posted]


async def test_one_without_buttons_is_found_by_its_mark(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first process dies before it sends the review, the second when it has sent the result."""
    await finish(world)
    world.searches.hold()
    monkeypatch.setattr(world.bot.kit[Messenger], "answer", _killed_here(world))
    await world.ann.types("review")
    await world.kill(AWAY)
    monkeypatch.setattr(world.bot.kit[ReviewStore], "record_message", _killed_here(world))
    await world.let_go()
    (posted,) = (seen.id for seen in world.posts() if "accuracy" in seen.text)
    await world.kill(AWAY)
    await world.let_go()
    assert [seen.id for seen in world.posts() if "accuracy" in seen.text] == [posted]
