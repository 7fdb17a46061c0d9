"""Every action of a page names what it answers, and does nothing once that has changed."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from bot.core.people import Person
from bot.play.games.challenges import Challenges
from bot.play.games.conditionals import Conditionals
from bot.play.questions import Questions
from bot.puzzles.puzzles import Puzzles
from bot.puzzles.runs import PuzzleRuns
from bot.study.analyses import Analyses
from bot.web import messages
from bot.web.connection_ui import Connection
from bot.web.messages import BEATS, MESSAGES, NAMED, PUZZLE_MESSAGES, Act, PuzzleAct, StopAnalysis, Try
from bot.web.puzzle_page_ui import ELSEWHERE, PuzzleConnection
from bot.web.review_page_ui import ReviewConnection
from bot.web.socket_ui import PageConnection
from data.games.records import Game, GameState, QuestionKind
from data.puzzles.puzzles import PuzzleStore
from data.puzzles.runs import RunKind
from data.ratings.unrating import UnratingStore
from engine import puzzles
from tests.cases import there
from tests.data.playing import FIRST_WINS
from tests.web.browser import WebWorld
from tests.web.test_game_page import FOUR_IN_A_ROW, begin
from tests.web.test_odd_messages import carried_out, parts_of_a_connection

pytestmark = [pytest.mark.usefixtures("slow_beats"), pytest.mark.english]

PAGES: Mapping[str, Any] = {
    "game": MESSAGES,
    "event": BEATS,
    "puzzles": PUZZLE_MESSAGES,
    "review": messages.REVIEW_MESSAGES,
}
"""What each page may send."""


def actions(schema: Any) -> Iterator[str]:
    """Yield the names of all actions in a schema of messages."""
    kinds: Any = [schema._type] if isinstance(schema._type, type) else get_args(get_args(schema._type)[0])
    for message in kinds:
        yield from get_args(message.model_fields.get("act", message.model_fields["do"]).annotation)


@dataclass
class Scene:
    """A page of Ann's, and the world around it."""

    pages: WebWorld

    @property
    def ann(self) -> Person:
        return Person(self.pages.world.ann.id, "Ann")

    @property
    def ben(self) -> Person:
        return Person(self.pages.world.ben.id, "Ben")

    def use(self, kind: type[Any]) -> Any:
        return self.pages.world.bot.kit[kind]

    def connection(self, kind: Callable[..., Connection[Any]], *about: Any) -> Any:
        """Open a page of Ann's without a socket."""

        async def who() -> Person:
            return self.ann

        kit, socket, language, _, limits = parts_of_a_connection(self.pages)
        return kind(*about, kit, socket, language, who, limits)

    async def send(self, kind: Callable[..., Connection[Any]], message: BaseModel, *about: Any) -> str:
        """Send a message from a new page of Ann's; returns how it was refused."""
        return await carried_out(self.connection(kind, *about), self.ann, message)

    async def press(self, act: Act, game: int = 1) -> str:
        return await self.send(PageConnection, act, game)

    async def button(self, act: Any, game: int = 1, **more: Any) -> Act:
        """Return the use of a button that Ann's page has now."""
        page = self.connection(PageConnection, game)
        buttons = json.loads(await page._own())["buttons"]
        button = next(button for button in buttons if button["act"] == act)
        about = {"value": button.get("value", ""), **more}
        return Act(do="act", act=act, names=button["names"], **about)

    async def named(self, act: Any, **more: Any) -> Act:
        """Return the use of a button that a page would have now, whether it shows it or not."""
        return Act(do="act", act=act, names=NAMED[act].now(await self.pages.world.snapshot(1), 0), **more)

    async def game(self) -> Game:
        return (await self.pages.world.snapshot(1)).game

    async def is_refused(self, act: Act) -> None:
        """An outdated action is refused, and changes nothing."""
        before = await self.game()
        assert await self.press(act)
        assert await self.game() == before


async def hint(scene: Scene) -> None:
    world = scene.pages.world
    await world.ann.types("connect4 start", bot="easy", colour="first")
    old = [await scene.named(act, sure=True) for act in ("hint", "retry", "now")]
    await world.ann.taps("4")
    for act in old:
        await scene.is_refused(act)


async def undo(scene: Scene) -> None:
    world = scene.pages.world
    await world.ann.types("connect4 start", bot="random", colour="first")
    for move in "41":
        await world.ann.taps(move, world.board())
    old = await scene.button("undo", sure=True)
    await world.ann.taps("Undo", world.board())
    await scene.is_refused(old)
    assert (await scene.game()).ply == 2


async def resign(scene: Scene) -> None:
    world = scene.pages.world
    await world.begin(world.ann, world.ben)
    old = await scene.button("resign", sure=True)
    await world.play("d3 c3 c4 e3", world.ann, world.ben)
    await scene.is_refused(old)


async def ask(scene: Scene) -> None:
    world = scene.pages.world
    await world.begin(world.ann, world.ben)
    await world.play("d3 c3 c4 e3", world.ann, world.ben)
    old = await scene.button("ask", value="draw")
    await world.ann.taps("f4")
    await scene.is_refused(old)


async def answer(scene: Scene) -> None:
    """Ben replaces his request by another one."""
    world, questions = scene.pages.world, scene.use(Questions)
    await world.begin(world.ann, world.ben)
    await world.play("d3 c3 c4 e3", world.ann, world.ben)
    assert await questions.post(await questions.ask(1, scene.ben, QuestionKind.TAKE_BACK))
    old = [await scene.button(act) for act in ("yes", "no")]
    assert await questions.post(await questions.ask(1, scene.ben, QuestionKind.DRAW))
    for act in old:
        await scene.is_refused(act)
    assert (await scene.game()).state is GameState.PLAYING


async def resume(scene: Scene) -> None:
    world, storage = scene.pages.world, scene.pages.world.bot.kit.storage
    await world.begin(world.ann, world.ben)
    await world.play("d3 c3", world.ann, world.ben)
    await storage.adjourn(await scene.game())
    old = await scene.button("resume")
    await storage.take_up(await scene.game())
    await world.pass_time(1)
    await storage.adjourn(await scene.game())
    await scene.is_refused(old)


async def take_over(scene: Scene) -> None:
    world, storage = scene.pages.world, scene.pages.world.bot.kit.storage
    await world.begin(world.ann, world.ben)
    await storage[UnratingStore].set_delegate(await scene.game(), 0, "easy")
    old = await scene.button("take_over")
    await storage[UnratingStore].set_delegate(await scene.game(), 0, "hard")
    await scene.is_refused(old)


async def again(scene: Scene) -> None:
    """There is one rematch, whatever is pressed how often."""
    world = scene.pages.world
    await world.ann.types("connect4 start", bot="random", colour="first")
    await scene.pages.world.bot.kit.storage.finish(await scene.game(), FIRST_WINS)
    old = await scene.button("rematch")
    for act in (old, old, old.model_copy(update={"act": "level", "value": "easy"})):
        assert not await scene.press(act)
    assert (await scene.game()).rematch == 2
    assert await scene.pages.world.bot.kit.storage.game(3) is None


async def offer(scene: Scene) -> None:
    """Ben withdraws his offer of a rematch."""
    world, challenges = scene.pages.world, scene.use(Challenges)
    storage = world.bot.kit.storage
    await world.begin(world.ann, world.ben)
    await storage.finish(await scene.game(), FIRST_WINS)
    made, _ = await challenges.rematch(1, scene.ben)
    old = [await scene.button(act) for act in ("accept", "decline")]
    await challenges.withdraw(made.game.id, scene.ben)
    for act in old:
        await scene.is_refused(act)
    closed = there(await storage.game(made.game.id))
    assert closed.state is GameState.CLOSED


async def plans(scene: Scene) -> None:
    world = scene.pages.world
    await world.begin(world.ann, world.ben, time="1 day")
    await world.play("d3", world.ann)
    old = [await scene.button("plans", value="c3"), await scene.named("plan", value="c3 c4")]
    page = scene.connection(PageConnection, 1)
    shown = (await page._carry_out(scene.ann, old[1])).extra["plans"]
    removal = Act(do="act", act="unplan", names=shown["named"], value="all")
    await scene.use(Conditionals).plan(1, scene.ann, ["e3 f3"])
    await scene.is_refused(removal)
    assert len((await scene.use(Conditionals).planned(1, scene.ann))[1]) == 2
    await world.play("c5 b6", world.ben, world.ann)
    for act in old:
        await scene.is_refused(act)


async def move(scene: Scene) -> None:
    world = scene.pages.world
    await world.ann.types("connect4 start", bot="random", colour="first")
    await world.ann.taps("4")
    before = await scene.game()
    assert await scene.send(PageConnection, messages.Play(do="move", ply=0, move="4"), 1)
    assert await scene.game() == before


async def puzzle(scene: Scene) -> None:
    """Nothing comes of what is done about a puzzle that is over."""
    use, ann = scene.use(Puzzles), scene.ann

    async def give() -> None:
        assert not await scene.send(PuzzleConnection, PuzzleAct(do="act", act="next", game="connect4"))

    async def latest() -> Any:
        return list((await scene.pages.world.bot.kit[PuzzleStore].attempts(ann.id)).values())

    await give()
    (attempt,) = await latest()
    found = there(puzzles.find(attempt.puzzle))
    for ply in range(0, len(found.line), 2):
        await use.move(ann, found.id, ply, found.line[ply], ELSEWHERE)
    before = await latest()
    for act in ("hint", "solution", "keep", "step", "look"):
        await scene.send(PuzzleConnection, PuzzleAct(do="act", act=act, puzzle=found.id, ply=0))
    wrong = next(move for move in "1234567" if move != found.line[0])
    await scene.send(PuzzleConnection, Try(do="move", puzzle=found.id, ply=0, move=wrong))
    assert await latest() == before
    # The next one is begun once.
    for _ in range(2):
        await give()
    assert len(await latest()) == 2
    await scene.send(PuzzleConnection, PuzzleAct(do="act", act="mistake"))
    assert len(await latest()) == 2


async def run(scene: Scene) -> None:
    runs, ann = scene.use(PuzzleRuns), scene.ann
    step = await runs.start(ann, RunKind.STREAK, None, ELSEWHERE)
    found = step.trial.puzzle
    for ply in range(0, len(found.line), 2):
        step = await runs.move(
            ann, step.run.id, 1, ply, found.line[ply], scene.pages.world.bot.kit.runtime.now()
        )
    assert step.run.number == 2
    old = {"run": step.run.id, "number": 1, "puzzle": found.id, "ply": 0}
    await scene.send(PuzzleConnection, PuzzleAct(do="act", act="stop", **old))
    await scene.send(PuzzleConnection, Try(do="move", move="1", **old))
    await scene.send(PuzzleConnection, PuzzleAct(do="act", act="streak"))
    now = (await runs.start(ann, RunKind.STREAK, None, ELSEWHERE)).run
    assert (now.id, now.number, now.over) == (step.run.id, 2, False)


async def review(scene: Scene) -> None:
    world = scene.pages.world
    await begin(scene.pages, "connect4")
    await world.play(FOUR_IN_A_ROW, world.ann, world.ben)
    for _ in range(2):
        assert not await scene.send(ReviewConnection, messages.AskForReview(do="review"), 1)
    page, stopped = scene.connection(ReviewConnection, 1), list[int]()
    for ply in (1, 2):
        assert not await carried_out(page, scene.ann, messages.Analyse(do="analyse", ply=ply))
    scene.use(Analyses).stop = lambda who, number: stopped.append(number)
    assert await carried_out(page, scene.ann, StopAnalysis(do="stop", ply=1, moves=[]))
    assert not stopped
    assert not await carried_out(page, scene.ann, StopAnalysis(do="stop", ply=2, moves=[]))
    assert stopped


HELPS = ("puzzles hint", "puzzles solution", "puzzles keep", "puzzles step", "puzzles look")

SCENES: Mapping[Callable[[Scene], Awaitable[None]], tuple[str, ...]] = {
    move: ("game move",),
    hint: ("game hint", "game retry", "game now"),
    undo: ("game undo",),
    resign: ("game resign",),
    again: ("game rematch", "game level"),
    offer: ("game accept", "game decline"),
    ask: ("game ask",),
    answer: ("game yes", "game no"),
    resume: ("game resume",),
    take_over: ("game take_over",),
    plans: ("game plans", "game plan", "game unplan"),
    puzzle: ("puzzles move", "puzzles next", "puzzles mistake", *HELPS),
    run: ("puzzles streak", "puzzles stop"),
    review: ("review review", "review analyse", "review stop"),
}
"""What is tried with which actions."""


def test_every_action_is_tried() -> None:
    there = {page: set(actions(schema)) for page, schema in PAGES.items()}
    assert there["event"] == {"beat"}
    # The rest names what use-cases compare.
    assert set(get_args(Act.model_fields["act"].annotation)) - set(NAMED) == {"accept", "decline", "unplan"}
    tried = {action for actions in SCENES.values() for action in actions}
    assert tried == {f"{page} {action}" for page in there for action in there[page] - {"beat"}}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_outdated_acts_do_nothing(pages: WebWorld, scene: Callable[[Scene], Awaitable[None]]) -> None:
    await scene(Scene(pages))
