"""Shared by the bot's tests: people, places, a clock, and ways into a game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from bot.catalog import GAMES, GameKind
from bot.computer.computer import Computer
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.background import BackgroundTasks
from bot.core.metrics import Metrics
from bot.core.people import Person, Place
from bot.core.publisher import Publisher, UserRequest
from bot.core.runtime import Now, Runtime, utc_now
from bot.core.snapshot import GameSnapshot
from bot.features import Feature, Kit
from bot.messages.delivery import Delivered, Delivery, Messenger
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.play.questions import Questions
from bot.preferences.preferences import Preferences
from bot.settings.settings import Settings
from data import Storage
from data.games.limits import FairUseBounds
from data.games.records import Game, QuestionKind, SideChoice
from data.games.time_control import TimeControl
from engine import Candidate, Position, SearchResult
from tests.cases import there

ANN, BOB, CAT = Person(1001, "Ann"), Person(1002, "Bob"), Person(1003, "Cat")
PLACE = Place(channel_id=8001, guild_id=7001)
BOUNDLESS = FairUseBounds(*[10_000] * 6)
"""For tests that play more games than people do."""
REVERSI: GameKind = GAMES["reversi"]

Refused = TypeVar("Refused", bound=BaseException)

BLACK_WIPES_OUT = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
"""The shortest game: nine plies, then every disc is black and most of the board is empty."""

BLACK_PASSES_AFTER = ("d3", "c3", "e6", "d2", "d1", "e1", "b2", "c1")
"""After these black has no move: ply 8 is their pass."""

BLACK_PASSES_TWICE = (
    *("f5", "f6", "f7", "g5", "d3", "e7", "h5", "f8", "g7", "h4", "d7", "h8", "h7", "h6"),
    "pass",
    *("c7", "pass"),
)
"""White moves three times in a row at the end: h6, c7, and any next move."""

_LISTED = Candidate("d3", 1.0, "exact", "c3"), Candidate("c4", 0.5, "at most", None)
SEARCHED = SearchResult("d3", 1.0, 9, 1234, 0.0, exact=False, line=("d3", "c3"), candidates=_LISTED)
"""An estimate of two of the first moves of Reversi."""


class Clock:
    """A manual time of day."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **amount: float) -> None:
        """Let time pass; the parameters are those of `timedelta`."""
        self.now += timedelta(**amount)


BY_NAME: Mapping[str, type] = {
    "messenger": Messenger,
    "preferences": Preferences,
    "pool": SearchPool,
    "search_core": SearchCore,
}


async def _never(seconds: float) -> None:
    await asyncio.Event().wait()


class QuickReviews(Settings):
    """Settings for reviews that take next to no time."""

    @property
    def review_seconds(self) -> float:
        return 0.2


USUAL: tuple[Feature, ...] = (
    (Messenger, lambda kit: RecordingMessenger()),
    (SearchPool, lambda kit: SearchPool(1, 1.0)),
    (SearchCore, lambda kit: SearchCore()),
    (Computer, lambda kit: Computer(kit[SearchPool])),
    (Publisher, lambda kit: Unwatched()),  # type: ignore[abstract]
)


def kit_of(
    storage: Storage,
    clock: Now = utc_now,
    features: Mapping[Any, Any] | None = None,
    *,
    settings: Settings | None = None,
    background: BackgroundTasks | None = None,
    metrics: Metrics | None = None,
    **environment: Any,
) -> Kit:
    """What features are built from: `features`, else without Discord, and with timers that never ring.

    `environment` has fields of `Runtime`, and some features by their names in `BY_NAME`.
    """
    given = {kind: environment.pop(name) for name, kind in BY_NAME.items() if name in environment}
    usual: dict[str, Any] = {"now": clock, "rest": _never, "rng": random.Random(3)}
    kit = Kit(settings or Settings(), Runtime(**(usual | environment)), storage, metrics)
    kit.background = background or kit.background
    kit.declare(USUAL)
    for kind, feature in (given | dict(features or {})).items():
        kit[kind] = feature
    return kit


def line(start: Position, moves: Iterable[str]) -> list[Position]:
    """The positions from a start to the last of these moves."""
    return [*accumulate(moves, lambda position, move: position.play(move), initial=start)]


async def begin(
    challenges: Challenges,
    first: Person = ANN,
    second: Person = BOB,
    colour: SideChoice = "first",
    game: str = "reversi",
    time: TimeControl | None = None,
) -> GameSnapshot:
    """A game between two people that has just begun."""
    offer = await challenges.challenge(GAMES[game], PLACE, first, second, colour, "", time)
    return await challenges.accept(offer.game.id, second)


async def play_out(
    referee: Referee, snapshot: GameSnapshot, moves: Iterable[str], people: tuple[Person, Person] = (ANN, BOB)
) -> GameSnapshot:
    """Put down these discs in turn; `people` are black and white."""
    for move in moves:
        snapshot = await referee.move(
            snapshot.game.id, people[snapshot.position.turn], snapshot.game.ply, move
        )
    return snapshot


async def game_after(challenges: Challenges, *moves: str, **terms: Any) -> GameSnapshot:
    """A game between two people after these moves; the parameters are those of `begin`."""
    return await play_out(Referee(challenges._storage), await begin(challenges, **terms), moves)


async def computer_game(
    challenges: Challenges, *moves: str, level: str = "easy", colour: SideChoice = "first", board: str = ""
) -> GameSnapshot:
    """A game of Ann's against the computer after these moves."""
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, level, colour, board)
    return await put_down(Referee(challenges._storage), begun, moves)


async def put_down(referee: Referee, snapshot: GameSnapshot, moves: Iterable[str]) -> GameSnapshot:
    """Put down these discs in turn, the computer's too."""
    for move in moves:
        snapshot = await referee.play(snapshot, move)
    return snapshot


async def put_down_until(referee: Referee, snapshot: GameSnapshot, ply: int, turn: int = 0) -> GameSnapshot:
    """Put down the first legal disc again and again, until `ply` is reached and it is this side's turn."""
    while snapshot.game.ply < ply or snapshot.position.turn != turn:
        snapshot = await referee.play(snapshot, snapshot.position.legal_moves()[0])
    return snapshot


def with_game(snapshot: GameSnapshot, **changes: Any) -> GameSnapshot:
    """The snapshot with another state of its game."""
    return replace(snapshot, game=replace(snapshot.game, **changes))


async def agreed(
    storage: Storage, game: Game, asker: Person, kind: QuestionKind, player: str | None = None
) -> GameSnapshot:
    """Have one player ask the opponent, who agrees."""
    questions = kit_of(storage)[Questions]
    side = game.seats[1].player_id == asker.id
    other = next(person for person in (ANN, BOB, CAT) if person.id == game.seats[1 - side].player_id)
    asked = await questions.ask(game.id, asker, kind, player)
    return (await questions.agree(game.id, asked.question.id, int(side), other)).after


async def stored(storage: Storage, game_id: int) -> Game:
    """The game as the database has it."""
    return there(await storage.game(game_id))


async def refuses(refusal: type[Refused], *doing: Awaitable[object]) -> Refused:
    """Require that each of these is refused so; return the last refusal."""
    for each in doing:
        with pytest.raises(refusal) as caught:
            await each
    return caught.value


async def settle(turns: int = 10) -> None:
    """Let every task reach its next wait."""
    for _ in range(turns):
        await asyncio.sleep(0)


class NoThreads:
    """Leaves all games in their channels."""

    async def move_to_thread(self, game_id: int, request: UserRequest) -> bool:
        return False


class Unwatched(Publisher):
    """A publisher that shows nothing."""

    async def show(
        self, game_id: int, request: UserRequest | None = None, *, known: GameSnapshot | None = None
    ) -> bool:
        return True


class RecordingMessenger:
    """A messenger that delivers nothing but records the content of every message."""

    def __init__(self) -> None:
        self.shown: list[Any] = []
        self.sent: list[Any] = []

    async def answer(self, content: object, place: Place, request: UserRequest) -> Delivered:
        self.shown.append(content)
        return Delivered(1, place.channel_id)

    async def show(
        self,
        content: object,
        place: Place,
        message_id: int | None = None,
        request: UserRequest | None = None,
        *,
        digest: str | None = None,
        repost: bool = False,
        in_place: bool = False,
    ) -> Delivery:
        self.shown.append(content)
        return Delivered(message_id or 1, place.channel_id)

    async def rewrite(
        self, content: object, place: Place, message_id: int, request: UserRequest | None = None
    ) -> Delivery:
        return await self.show(content, place, message_id, request)

    async def conclude(self, content: object, place: Place, message_id: int) -> Delivery:
        """Record the last state of a message."""
        return await self.show(content, place, message_id)

    async def send(self, content: object, place: Place) -> Delivery:
        self.sent.append(content)
        return Delivered(1, place.channel_id)

    async def send_direct(self, content: object, person_id: int) -> Delivery:
        return await self.send(content, Place(person_id, None))

    async def remove(self, place: Place, message_id: int) -> bool:
        return True


def spied(patch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """Return a list that gets the arguments of each call of a function, which is carried out as before."""
    calls, function = list[tuple[Any, ...]](), getattr(owner, name)

    def noted(*arguments: Any, **options: Any) -> Any:
        calls.append(arguments)
        return function(*arguments, **options)

    patch.setattr(owner, name, noted)
    return calls


def run_machine(made: Callable[[], RuleBasedStateMachine], examples: int, steps: int) -> None:
    """Run a state machine on `examples` examples of `steps` steps each."""
    machine: Any = made
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=steps))
