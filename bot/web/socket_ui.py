"""The connection of a page to its game: snapshots out, a person's actions in.

A page gets whole snapshots, never more of them than it can take.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from bot.computer.computer import Computer
from bot.computer.opponents.level_advice import LevelAdvice
from bot.core.people import Person
from bot.core.refusals import Outdated, UnknownGame
from bot.core.snapshot import GameSnapshot
from bot.events.tournaments.cards import TournamentLinks
from bot.play.games import conditionals_ui
from bot.play.games.conditionals import Conditionals, can_be_planned
from bot.play.games.conditionals_ui import ALL
from bot.play.games.referee import Referee
from bot.play.questions import Questions
from bot.play.web_links import WebLinks
from bot.study.analyses import Study
from bot.ui.component_ids import read_number
from bot.ui.refusals import BadRequest, refusal_text
from bot.ui.words import OTHER_VERSION
from bot.web.actions_ui import ActionReply, GameActions, answers_of, buttons_of, named, rematch_answers
from bot.web.connection_ui import LivePage, Permitted, Wanted
from bot.web.game_view import as_text, game_text, lines_of, plain, position_facts, vote_board
from bot.web.messages import MESSAGES, Act, Play, position_named
from bot.web.stream import EventKey, Key, Link
from bot.web.words import VotesInDiscord
from data.games.conditional import ConditionalLine
from data.games.records import Game, GameState
from data.tournaments.records import TournamentRecord
from engine import IllegalMove
from languages import gettext, gettext_noop, pgettext, speaking

# Translators: on the web page of a game; conditional moves are planned by tapping the board.
HOW = gettext_noop("-# Tap your opponent's next move on the board, then your answer, and so on.")

Planned = tuple[GameSnapshot, tuple[ConditionalLine, ...]]


def plan_button(snapshot: GameSnapshot, side: int) -> list[dict[str, Any]]:
    """Return the button of a player who can have conditional moves."""
    game = snapshot.game
    if not snapshot.going or not can_be_planned(game) or game.delegates[side] is not None:
        return []
    return [{"act": "plans", "label": gettext("Plan moves"), "emoji": "🔮"}]


async def _show(use: Conditionals, game_id: int, who: Person, message: Act) -> ActionReply:
    """List the plans, with the position after the moves of the line that is being planned."""
    return _reply(await use.planned(game_id, who), who, message.value.split())


async def _add(use: Conditionals, game_id: int, who: Person, message: Act) -> ActionReply:
    return _reply(await use.plan(game_id, who, [message.value]), who, ())


async def _remove(use: Conditionals, game_id: int, who: Person, message: Act) -> ActionReply:
    snapshot, lines = await use.planned(game_id, who)
    if message.names != _lines_named(snapshot, lines):
        raise Outdated
    line_id = None if message.value == ALL else _number(message.value)
    return _reply(await use.remove(game_id, who, line_id), who, ())


def _lines_named(snapshot: GameSnapshot, lines: Sequence[ConditionalLine]) -> str:
    return f"{position_named(snapshot)}.{max((line.id for line in lines), default=0)}"


def _reply(planned: Planned, who: Person, path: Sequence[str]) -> ActionReply:
    snapshot, lines = planned
    side = snapshot.side_of(who.id)
    try:
        study = Study.of(snapshot.kind, snapshot.position, path)
    except IllegalMove as error:
        raise BadRequest(gettext(OTHER_VERSION)) from error
    last, own_turn = study.recent.latest, snapshot.position.turn == side
    plans = {
        "lines": lines_of(conditionals_ui.heading(snapshot, lines), {}),
        "planned": [[str(line.id), conditionals_ui.line_label(snapshot, line)] for line in lines],
        "all": pgettext("menu of conditional moves", conditionals_ui.REMOVE_ALL) if len(lines) > 1 else None,
        "remove": pgettext("menu of conditional moves", conditionals_ui.REMOVE),
        "how": lines_of(gettext(conditionals_ui.MOVE_FIRST if own_turn else HOW), {}),
        "path": list(path),
        "ply": snapshot.game.ply,
        "names": position_named(snapshot),
        "named": _lines_named(snapshot, lines),
        "board": None if own_turn else position_facts(study.kind, study.position, study.recent),
        "done": last is not None and bool(path) and last.by == side,
    }
    return ActionReply(extra={"plans": plans})


def _number(value: str) -> int:
    try:
        return read_number(value)
    except ValueError as error:
        raise BadRequest(gettext(OTHER_VERSION)) from error


PlanAction = Callable[[Conditionals, int, Person, Act], Awaitable[ActionReply]]

PLAN_ACTIONS: Mapping[str, PlanAction] = {"plans": _show, "plan": _add, "unplan": _remove}


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
        if wanted.act in PLAN_ACTIONS:
            await actions.require_named(wanted)
            plan = PLAN_ACTIONS[wanted.act]
            return await plan(self._kit[Conditionals], self._game_id, who, wanted)
        reply = await actions.act(wanted)
        if "game" in reply.extra:
            address = await self._kit[WebLinks].for_person(reply.extra["game"], who)
            return ActionReply(extra={"to": address, "game": reply.extra["game"]})
        return reply
