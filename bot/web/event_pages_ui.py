"""The page of a tournament or an exhibition, which shows all boards small.

/e/CODE        the event, live
/e/CODE/live   its socket
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from aiohttp import web

from bot.core.people import Names, Person, Place
from bot.core.refusals import UnknownGame
from bot.core.visitors import LOOK, SOCKET, add_routes
from bot.events.tournaments import simul_words
from bot.events.tournaments import words as event_words
from bot.events.tournaments.cards import EventCards, SimulMessage, TournamentLinks, TournamentMessage
from bot.events.tournaments.forms.types import Form, last_round
from bot.events.tournaments.pictures import bracket_tree, standing_rows, tie_break_headings
from bot.events.tournaments.rules import form_of, standings_of
from bot.features import Kit
from bot.play.games.referee import Referee
from bot.preferences.preferences import Looks
from bot.ui.pictures import picture_names
from bot.ui.words import message_link
from bot.web.actions_ui import NOTHING, ActionReply
from bot.web.connection_ui import LivePage
from bot.web.game_view import as_text, frame, lines_of, people_in, theme_name
from bot.web.messages import BEATS, Beat
from bot.web.page_limits import EVENT, find_event
from bot.web.site_ui import Site
from bot.web.stream import EventKey
from data.tournaments.records import TournamentRecord, TournamentState
from languages import Language, gettext, speaking
from languages.numbers import figure
from renderers.bracket import Box, round_name
from renderers.table import headings_of_columns, results

NOT_SMALL = {"title", "sides", "legal", "before", "computer", "hands", "adjourned", "moves"}
"""What a small board does not need of a game."""


async def event_frame(kit: Kit, tournament_id: int, language: Language) -> tuple[str, tuple[int, ...]]:
    """Return the message for pages that shows an event, and its boards in order."""
    content = await kit[EventCards].content(tournament_id)
    if content is None:
        raise UnknownGame
    record, tournament = content.record, content.record.tournament
    games = await kit[TournamentLinks].boards(record)
    place = Place(tournament.channel_id, tournament.guild_id)
    look = await kit[Looks].for_place(place, tournament.organiser_id)
    with speaking(language):
        title, text = _texts(content)
        notes = _without_boards(record, games)
        names = await kit[Names].of_people(people_in(f"{text}\n{notes}"), tournament.guild_id)
        shown = {
            "t": "event",
            "version": tournament.version,
            "going": tournament.state in (TournamentState.OPEN, TournamentState.RUNNING),
            "title": title,
            "lines": lines_of(text, names),
            "notes": lines_of(notes, names) if notes else [],
            "boards": games,
            "theme": theme_name(look),
            "discord": message_link(tournament.guild_id, tournament.channel_id, tournament.message_id),
            **(_ranking(content) if isinstance(content, TournamentMessage) else {}),
        }
    return as_text(shown), tuple(games)


async def board_text(kit: Kit, game_id: int, language: Language) -> str:
    """Return the message for pages that shows a small board now; "" once retention has deleted the game."""
    try:
        snapshot = await kit[Referee].snapshot(game_id)
    except UnknownGame:
        return ""
    game = snapshot.game
    with speaking(language):
        names = await picture_names(kit[Names], game, game.guild_id, whole=True)
        small = {name: fact for name, fact in frame(snapshot, names).items() if name not in NOT_SMALL}
        return as_text({**small, "t": "board", "alt": snapshot.kind.describe(snapshot.diagram)})


def _texts(content: TournamentMessage | SimulMessage) -> tuple[str, str]:
    """Return the title of an event, and the other words of its card but the list of its boards."""
    if isinstance(content, SimulMessage):
        head, *lines = simul_words.simul_text(content).split("\n")
    else:
        head, *lines = event_words.head(content.record).split("\n")
    # Pages have no channels: their boards are there.
    return head.removeprefix("### "), "\n".join(line for line in lines if "<#" not in line)


def _without_boards(record: TournamentRecord, games: Sequence[int]) -> str:
    """Describe the pairings of the present round whose boards are not shown."""
    if record.tournament.terms.is_simul or record.tournament.state is not TournamentState.RUNNING:
        return ""
    latest = last_round(record.pairings)
    return "\n".join(
        event_words.pairing_line(record, pairing, {})
        for pairing in record.pairings
        if pairing.round == latest and pairing.game_id not in games
    )


def _ranking(content: TournamentMessage) -> dict[str, Any]:
    """Return the bracket of a knockout, the standings of any other form."""
    record, form = content.record, form_of(content.record)
    if record.tournament.state not in (TournamentState.RUNNING, TournamentState.FINISHED):
        return {}
    labels = {one.number: event_words.picture_label(one, content.names) for one in record.entrants}
    if form is Form.KNOCKOUT:
        tree = bracket_tree(record.entrants, record.pairings, labels)
        rounds = [
            {"name": round_name(number, len(boxes)), "matches": [_match(box) for box in boxes]}
            for number, boxes in enumerate(tree.rounds, 1)
        ]
        third = {"name": gettext("Third place"), "matches": [_match(tree.third)]} if tree.third else None
        return {"bracket": [*rounds, *([third] if third else [])]}
    rank, player, games, points = headings_of_columns()
    rows = [
        {
            "cells": [
                str(row.rank),
                row.name,
                figure(row.points),
                results(*map(str, (row.wins, row.draws, row.losses))),
                *("" if value is None else figure(value) for value in row.tie_breaks),
            ],
            "left": row.has_left,
        }
        for row in standing_rows(form, standings_of(record), labels)
    ]
    return {"table": {"headings": [rank, player, points, games, *tie_break_headings(form)], "rows": rows}}


def _match(box: Box) -> dict[str, Any]:
    return {
        "names": ["" if one is None else one.name for one in box.contestants],
        "marks": ["" if one is None else one.marks for one in box.contestants],
        "winner": box.winner,
        "live": box.is_live,
        "bye": box.is_bye,
    }


class EventConnection(LivePage[Beat]):
    schema = BEATS

    def __init__(self, event: TournamentRecord, *args: Any) -> None:
        self._event = event
        self._key = EventKey(event.tournament.id)
        super().__init__([self._key], self._key, *args)

    async def _send_changes(self) -> None:
        kit, language = self._kit, self._language
        draw = partial(event_frame, kit, self._key.tournament_id, language)
        shown, games = await self._watched[self._key].once(("event", language.code), draw)
        await self._send_new("event", shown)
        self._follow(games)
        for game_id in games:
            draw_board = partial(board_text, kit, game_id, language)
            text = await self._watched[game_id].once(("small", language.code), draw_board)
            if text:
                await self._send_new(game_id, text)
        who = await self._who()
        self.person_id = None if who is None else who.id
        guild_id: int | None = None
        sides: Mapping[int, int] = {}
        if who is not None:
            # Their sides on the boards.
            guild_id, sides = await kit[TournamentLinks].sides_of(self._key.tournament_id, who)
        await self._send_new("you", as_text({**await self._you(who, guild_id), "sides": sides}))

    async def _is_hidden(self) -> bool:
        return await self._kit[TournamentLinks].is_hidden(self._event)

    def _follow(self, games: tuple[int, ...]) -> None:
        """Hear of the changes of these games alone."""
        for key in set(self._watched) - {self._key, *games}:
            self._leave(key)
            self._sent.pop(key, None)
        for game_id in games:
            if game_id not in self._watched or self._watched[game_id].ended:
                self._join(game_id)

    async def _carry_out(self, who: Person, wanted: Beat) -> ActionReply:
        # Boards are played on their own pages.
        return NOTHING


class EventPages:
    def __init__(self, pages: Site) -> None:
        self._pages = pages

    def add_to(self, app: web.Application) -> None:
        add_routes(app, LOOK, [self._pages.shown(EVENT, self.event)])
        add_routes(app, SOCKET, [self._pages.socket(f"{EVENT}/live", self.live)])

    async def event(self, request: web.Request, kit: Kit, language: Language) -> web.StreamResponse:
        event = await find_event(kit, request)
        await self._pages.require_here(kit, EventKey(event.tournament.id), request.path)
        return self._pages.page(language, "event", {"live": self._pages.path(f"{request.path}/live")})

    async def live(self, request: web.Request) -> web.StreamResponse:
        kit = self._pages.require_kit()
        event = await find_event(kit, request)
        visitor = await self._pages.visitor(request, kit)
        key = EventKey(event.tournament.id)
        return await self._pages.connect(request, kit, visitor, partial(EventConnection, event), key)
