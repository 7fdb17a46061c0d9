"""What pages are told: no name turns a sentence round."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from bot.ui.untrusted import END_OF_ISOLATE, ISOLATE
from tests.e2e.test_hostile_names import INVISIBLE
from tests.web.browser import WebWorld
from tests.web.test_connections import connected
from tests.web.test_event_pages import address_of
from tests.web.test_review_page import CONNECT4_GAME, given

TURNED, UNCLOSED, HEBREW = "A\u202enn", "\u2067Ben", "\u05d0\u2069\u05d1"


def texts(told: Any) -> Iterator[str]:
    """Return all texts of a message."""
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


@pytest.mark.english
async def test_no_page_is_told_a_name_that_turns_its_sentences(pages: WebWorld) -> None:
    world = pages.world
    world.ann, world.ben, world.chloe = map(world.newcomer, (TURNED, UNCLOSED, HEBREW))
    await world.ann.types("connect4 start", opponent=world.ben, colour="first")
    await world.ben.taps("Accept")
    await world.play(CONNECT4_GAME, world.ann, world.ben)
    await world.ann.taps("Review", world.board(1))
    for person in (world.ann, world.chloe):
        await world.ben.types("reversi start", opponent=person, colour="first")
        await person.taps("Accept")
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
