"""Messages that are valid and make no sense, and names that would turn sentences: nothing comes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from pydantic import BaseModel
from structlog.typing import EventDict

from bot.core.masking import MAX_LINES
from bot.core.people import Person
from bot.core.refusals import Refusal
from bot.ui.refusals import refusal_text
from bot.ui.untrusted import END_OF_ISOLATE, ISOLATE
from bot.web.connection_ui import Connection
from bot.web.game_view import as_text
from bot.web.messages import NAMED, Act, Analyse, Play, PuzzleAct, StopAnalysis, Try
from bot.web.page_limits import PageLimits
from bot.web.puzzle_page_ui import PuzzleConnection
from bot.web.review_page_ui import ReviewConnection
from bot.web.socket_ui import PageConnection
from data.games.records import QuestionKind
from data.tables.schema import Untrusted
from languages import ENGLISH, speaking
from tests.e2e.test_hostile_names import INVISIBLE
from tests.e2e.world import World
from tests.web.browser import WebWorld
from tests.web.test_connections import FakeSocket, connected
from tests.web.test_event_pages import address_of
from tests.web.test_game_page import FOUR_IN_A_ROW, begin
from tests.web.test_review_page import CONNECT4_GAME, given

ODD = ("", "d3 d3", "ß" * 16)
LARGE = 2**63 - 1


def acts(message: type[BaseModel]) -> tuple[Any, ...]:
    """Return the buttons of a page."""
    return get_args(message.model_fields["act"].annotation)


async def carried_out(connection: Connection[Any], who: Person, wanted: Any) -> str:
    """Carry out what a page wants; returns how it was refused, if it was."""
    with speaking(ENGLISH):
        try:
            await connection._carry_out(who, wanted)
        except Refusal as refusal:
            return refusal_text(refusal)
    return ""


def parts_of_a_connection(pages: WebWorld) -> tuple[Any, ...]:
    """Return what every connection is given."""

    async def nobody() -> None:
        return None

    return pages.world.bot.kit, FakeSocket(asyncio.Queue()), ENGLISH, nobody, PageLimits()


@pytest.mark.long
@pytest.mark.english
@pytest.mark.parametrize("over", [False, True], ids=["in progress", "over"])
async def test_buttons_of_a_game(pages: WebWorld, world: World, over: bool) -> None:
    number = await begin(pages, "connect4")
    await world.play(FOUR_IN_A_ROW if over else "4", world.ann, world.ben)
    connection = PageConnection(number, *parts_of_a_connection(pages))
    ann, shown = Person(world.ann.id, "Ann"), await world.snapshot(number)

    def now(act: str) -> str:
        """Return what a button names."""
        return NAMED[act].now(shown, 0) if act in NAMED else ""

    for value in ODD:
        assert await carried_out(connection, ann, Play(do="move", ply=9999, move=value or "?"))
        for act in acts(Act):
            for names in (value, now(act)):
                wanted = Act(do="act", act=act, names=names, value=value)
                # A page has no such button.
                assert "More" not in await carried_out(connection, ann, wanted)
    # They need a computer player, which a page can't name.
    for kind in (QuestionKind.HAND_OVER, QuestionKind.THINKING):
        assert await carried_out(connection, ann, Act(do="act", act="ask", names=now("ask"), value=kind))
    assert await world.moves(number) == (FOUR_IN_A_ROW if over else "4")


@pytest.mark.english
async def test_analyses(pages: WebWorld, world: World) -> None:
    number = await begin(pages, "connect4")
    await world.play(FOUR_IN_A_ROW, world.ann, world.ben)
    connection = ReviewConnection(number, *parts_of_a_connection(pages))
    ann = Person(world.ann.id, "Ann")
    assert await carried_out(connection, ann, StopAnalysis(do="stop", ply=0, moves=[]))
    for value in ODD[1:]:
        assert await carried_out(connection, ann, Analyse(do="analyse", ply=0, moves=[value]))
    assert await carried_out(connection, ann, Analyse(do="analyse", ply=9999, moves=["4"]))


@pytest.mark.english
async def test_puzzles(pages: WebWorld) -> None:
    ann = Person(pages.world.ann.id, "Ann")
    connection = PuzzleConnection(*parts_of_a_connection(pages))
    for value in ODD:
        for run in (0, LARGE):
            tried = Try(do="move", puzzle=value, ply=1000, move=value or "?", run=run, number=100_000)
            assert await carried_out(connection, ann, tried)
        for act in acts(PuzzleAct):
            for game in ("", value):
                wanted = PuzzleAct(do="act", act=act, puzzle=value, ply=1000, game=game, run=LARGE)
                await carried_out(connection, ann, wanted)


async def test_a_fault_that_people_repeat_does_not_fill_the_log(
    pages: WebWorld, log: list[EventDict], monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = parts_of_a_connection(pages)

    async def fails(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(PuzzleConnection, "_show", fails)
    monkeypatch.setattr(PuzzleConnection, "_person", fails)
    for _ in range(MAX_LINES + 3):
        connection = PuzzleConnection(*everything)
        await connection._answer(PuzzleAct(do="act", act="next"))
        connection.wake()
        await connection._keep_showing()
    for event in ("a page could not be drawn", "an action on a page failed"):
        assert sum(line["event"] == event for line in log) == MAX_LINES


def test_no_message_has_an_unprepared_name() -> None:
    name = Untrusted("\u202eAnn\n")
    sent = as_text({"names": [name, (name,)], name: {"a": name}})
    assert sent == '{"names":["Ann",["Ann"]],"Ann":{"a":"Ann"}}'


TURNED, UNCLOSED, HEBREW = "A\u202enn", "\u2067Ben", "\u05d0\u2069\u05d1"


def texts(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        for part in told.values() if isinstance(told, dict) else told:
            yield from texts(part)


def check(told: Any) -> None:
    """No text has a control that turns what is after it."""
    for text in texts(told):
        assert not INVISIBLE.search(text), ascii(text)
        assert text.count(ISOLATE) == text.count(END_OF_ISOLATE), ascii(text)


@pytest.mark.long
@pytest.mark.english
async def test_no_page_is_told_a_name_that_turns_its_sentences(pages: WebWorld, world: World) -> None:
    world.ann, world.ben, world.chloe = map(world.newcomer, (TURNED, UNCLOSED, HEBREW))
    await world.begin(world.ann, world.ben, "connect4")
    await world.play(CONNECT4_GAME, world.ann, world.ben)
    await world.ann.taps("Review", world.board(1))
    for person in (world.ann, world.chloe):
        await world.begin(world.ben, person)
    await world.ann.types("tournament create", form="round_robin", places=3, time="5+3")
    for person in (world.ben, world.chloe):
        await person.taps("Join")
    addresses = [await pages.link(game, world.ben, "Chloe") for game in (1, 2, 3)]
    review = f"{addresses[0].partition('?')[0]}/review"
    check(await given(review))
    for address in (*addresses, f"{review}?as=Ann", await address_of(pages, "Chloe")):
        async with connected(pages, address) as socket:
            kinds: set[str] = set()
            while not {"you", *(["event"] if "/e/" in address else [])} <= kinds:
                message = await asyncio.wait_for(socket.receive_json(), 60)
                check(message)
                kinds.add(message["t"])
