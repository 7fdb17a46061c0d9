"""The connection of a page to its game: snapshots out, a person's actions in.

A page gets whole snapshots, never more of them than it can take.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from bot.computer.computer import Computer
from bot.computer.opponents.level_advice import LevelAdvice
from bot.core.people import Person
from bot.core.refusals import UnknownGame
from bot.core.snapshot import GameSnapshot
from bot.events.tournaments.cards import TournamentLinks
from bot.play.games.referee import Referee
from bot.play.questions import Questions
from bot.play.web_links import WebLinks
from bot.ui.refusals import refusal_text
from bot.web.actions_ui import (
    ActionReply,
    GameActions,
    answers_of,
    buttons_of,
    named,
    plan_button,
    rematch_answers,
)
from bot.web.connection_ui import LivePage, Permitted, Wanted
from bot.web.game_view import as_text, game_text, plain, vote_board
from bot.web.messages import MESSAGES, Act, Play
from bot.web.stream import EventKey, Key, Link
from bot.web.words import VotesInDiscord
from data.games.records import Game, GameState
from data.tournaments.records import TournamentRecord
from languages import gettext, speaking

VISITOR = as_text({"t": "you", "side": None, "name": None, "buttons": []})
"""What is told to who is not signed in."""


class GamePage(LivePage[Wanted]):
    """A page about one game, maybe one of an event."""

    def __init__(
        self,
        game_id: int,
        *args: Any,
        event: TournamentRecord | None = None,
        permitted: Permitted | None = None,
        also: tuple[Key, ...] = (),
    ) -> None:
        """`event` is that whose link has led to the page; it shows what is `also` there, too."""
        link: Link = game_id if event is None else EventKey(event.tournament.id)
        super().__init__({game_id, link, *also}, link, *args, permitted=permitted)
        self._game_id = game_id
        self._event = event

    async def _is_hidden(self) -> bool:
        kit = self._kit
        if self._event is not None:
            return await kit[TournamentLinks].is_hidden(self._event)
        return await kit[WebLinks].is_hidden((await kit[Referee].snapshot(self._game_id)).game)

    async def _server(self) -> int | None:
        return (await self._kit[Referee].snapshot(self._game_id)).game.guild_id


class PageConnection(GamePage[Play | Act]):
    schema = MESSAGES

    async def _send_changes(self) -> None:
        draw = partial(game_text, self._kit, self._game_id, self._language)
        await self._send_new("game", await self._watched[self._game_id].once(self._language.code, draw))
        await self._send_new("you", await self._own())

    async def _own(self) -> str:
        """Return the message about the person: their side and their buttons."""
        who = await self._who()
        self.person_id = None if who is None else who.id
        if who is None:
            return VISITOR
        kit = self._kit
        snapshot = await kit[Referee].snapshot(self._game_id)
        vote = await vote_board(kit, snapshot)
        seat: dict[str, Any] = {"side": snapshot.side_of(who.id)}
        if vote is not None:
            seat = {"side": vote.ballot.members.get(who.id), "vote": vote.ballot.votes.get(who.id)}
        side = None if vote else seat["side"]
        if vote is not None and seat["side"] is None and snapshot.going:
            with speaking(self._language):
                seat["note"] = plain(refusal_text(VotesInDiscord()), {})
        buttons: list[dict[str, Any]] = []
        if side is not None and not snapshot.is_computer_match:
            kinds = (await kit[Questions].askable(self._game_id, who))[1] if snapshot.going else ()
            step = await kit[LevelAdvice].step(snapshot)
            with speaking(self._language):
                question = snapshot.game.open_question
                if question is not None and question.side == side:
                    seat["note"] = gettext("Your opponent has been asked.")
                status = kit[Computer].status(self._game_id)
                buttons = [*answers_of(snapshot, side), *buttons_of(snapshot, status, step, kinds)]
                buttons += plan_button(snapshot, side)
                offer = await self._rematch(snapshot)
                if offer is not None:
                    others = [button for button in buttons if button["act"] not in ("rematch", "level")]
                    buttons = [*rematch_answers(offer, who), *others]
                buttons = named(snapshot, side, buttons)
        you = await self._you(who, snapshot.game.guild_id)
        return as_text({**you, **seat, "buttons": buttons})

    async def _rematch(self, snapshot: GameSnapshot) -> Game | None:
        if snapshot.game.rematch is None:
            return None
        offer = (await self._kit[Referee].snapshot(snapshot.game.rematch)).game
        return offer if offer.state is GameState.OFFERED else None

    async def _said(self, reply: ActionReply) -> dict[str, Any]:
        """Return a reply with the state of the game in which it holds."""
        said = await super()._said(reply)
        with suppress(UnknownGame):
            said["version"] = (await self._kit[Referee].snapshot(self._game_id)).game.version
        return said

    async def _carry_out(self, who: Person, wanted: Play | Act) -> ActionReply:
        actions = GameActions(self._kit, who, self._game_id)
        if isinstance(wanted, Play):
            return await actions.play(wanted)
        reply = await actions.act(wanted)
        if "game" in reply.extra:
            address = await self._kit[WebLinks].for_person(reply.extra["game"], who)
            return ActionReply(extra={"to": address, "game": reply.extra["game"]})
        return reply
