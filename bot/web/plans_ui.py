"""Conditional moves on a game's page: planned by tapping the opponent's move, one's answer, and so on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from bot.core.people import Person
from bot.core.refusals import Outdated
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.conditionals import words
from bot.play.conditionals.ui import ALL
from bot.play.games.conditionals import Conditionals, can_be_planned
from bot.study.analysis.study import Study
from bot.ui.component_ids import read_number
from bot.ui.refusals import BadRequest
from bot.ui.words import OTHER_VERSION
from bot.web.actions_ui import ActionReply
from bot.web.game_view import position_facts
from bot.web.markup_view import lines_of
from bot.web.messages import Act, position_named
from data.games.conditional import ConditionalLine
from engine import IllegalMove
from languages import gettext, gettext_noop, pgettext

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
    """Add the line that was planned."""
    return _reply(await use.plan(game_id, who, [message.value]), who, ())


async def _remove(use: Conditionals, game_id: int, who: Person, message: Act) -> ActionReply:
    """Remove a line, or all that are shown."""
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
        "lines": lines_of(words.heading(snapshot, lines), {}),
        "planned": [[str(line.id), words.line_label(snapshot, line)] for line in lines],
        "all": pgettext("menu of conditional moves", words.REMOVE_ALL) if len(lines) > 1 else None,
        "remove": pgettext("menu of conditional moves", words.REMOVE),
        "how": lines_of(gettext(words.MOVE_FIRST if own_turn else HOW), {}),
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


async def plan(kit: Kit, game_id: int, who: Person, message: Act) -> ActionReply:
    """Carry out what a player does with their plans."""
    return await PLAN_ACTIONS[message.act](kit[Conditionals], game_id, who, message)
