"""The games and events to which addresses lead.

/g/CODE         a game
/e/CODE         an event
/e/CODE/GAME    a board of an event
"""

from __future__ import annotations

import re
from typing import NamedTuple

from aiohttp import web

from bot.events.tournaments.web_links import PAGES_OF_EVENTS, TournamentLinks
from bot.features import Kit
from bot.play.web_links.web_links import PAGES_OF_GAMES, WebLinks
from data.tournaments.records import Tournament

MAX_DIGITS = 15
"""Maximum digits of a game's number in an address."""

GAME, EVENT = f"{PAGES_OF_GAMES}{{code}}", f"{PAGES_OF_EVENTS}{{code}}"
BOARD = f"{EVENT}/{{game:[0-9]{{1,{MAX_DIGITS}}}}}"


CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The form of a link's code."""


class FoundGame(NamedTuple):
    """A game, and the event whose link leads to it."""

    game_id: int
    event: Tournament | None = None


async def find_game(kit: Kit, request: web.Request) -> FoundGame | None:
    """Return the game to which an address leads, None for a link that leads nowhere."""
    code, number = request.match_info["code"], request.match_info.get("game")
    if not CODE.fullmatch(code):
        return None
    if number is None:
        game_id = await kit[WebLinks].find(code)
        return None if game_id is None else FoundGame(game_id)
    event = await kit[TournamentLinks].find_board(code, int(number))
    return None if event is None else FoundGame(int(number), event)


async def find_event(kit: Kit, request: web.Request) -> Tournament | None:
    """Return the event to which an address leads, None for a link that leads nowhere."""
    code = request.match_info["code"]
    return await kit[TournamentLinks].find(code) if CODE.fullmatch(code) else None
