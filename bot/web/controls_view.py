"""The buttons of a person on a game's page: those of its message on Discord that a page can carry out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.computer.computer import ComputerStatus
from bot.computer.opponents.level_advice import LevelStep
from bot.core.people import Person
from bot.core.snapshot import GameSnapshot
from bot.play.games import ids
from bot.play.games.links_view import HintAt, TakeOverFrom
from bot.play.games.ui import controls
from bot.play.questions.words import MENU
from bot.ui.component_ids import ComponentId, action_of
from bot.web.messages import NAMED
from data.games.records import Game, QuestionKind
from languages import gettext, pgettext

NAMES: Mapping[type[ComponentId], str] = {
    HintAt: "hint",
    ids.UndoMove: "undo",
    ids.Resign: "resign",
    ids.Rematch: "rematch",
    ids.OtherLevel: "level",
    ids.TakeUpAt: "resume",
    ids.RetryMove: "retry",
    ids.MoveNow: "now",
    TakeOverFrom: "take_over",
}
"""The name on a page of each kind of button."""

ACTS: Mapping[str, tuple[type[ComponentId], str]] = {kind.action: (kind, act) for kind, act in NAMES.items()}
"""Each kind of button and what a page calls it, by the button's action."""

ASKED_HERE = frozenset({QuestionKind.TAKE_BACK, QuestionKind.DRAW, QuestionKind.SWAP, QuestionKind.ADJOURN})
"""The questions that can be asked on a page; others name a computer player."""


def buttons_of(
    snapshot: GameSnapshot,
    status: ComputerStatus | None,
    step: LevelStep | None,
    kinds: Sequence[QuestionKind],
) -> list[dict[str, Any]]:
    """Return a player's buttons, then what they can ask their opponent."""
    rows = controls(snapshot, status, None, step, first_game=False)
    found = [_button(item) for row in rows for item in row.children if isinstance(item, discord.ui.Button)]
    asked = [
        {"act": "ask", "value": kind.value, "label": gettext(MENU[kind])}
        for kind in kinds
        if kind in ASKED_HERE
    ]
    can_ask = _two_people(snapshot) and not snapshot.game.by_clicks
    return [*filter(None, found), *(asked if can_ask else ())]


def named(snapshot: GameSnapshot, side: int, buttons: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return buttons with what each one names, which the page sends back."""
    ways = [NAMED[button["act"]].now for button in buttons]
    return [
        button if now is None else {**button, "names": now(snapshot, side)}
        for button, now in zip(buttons, ways, strict=True)
    ]


def answers_of(snapshot: GameSnapshot, side: int) -> list[dict[str, Any]]:
    """Return the buttons for an open question: those of the opponent, or of the asker."""
    question = snapshot.game.open_question
    if question is None:
        return []
    if question.side == side:
        return [{"act": "no", "label": gettext("Withdraw the request"), "emoji": ""}]
    asked = gettext(MENU[question.kind])
    return [
        # Translators: a button; {asked} is what the opponent has asked, such as “Offer a draw”.
        {"act": "yes", "label": gettext("Agree: {asked}", asked=asked), "emoji": ""},
        {"act": "no", "label": pgettext("button", "Decline"), "emoji": ""},
    ]


def offer_named(offer: Game) -> str:
    return f"{offer.id}.{offer.version}"


def rematch_answers(offer: Game, who: Person) -> list[dict[str, Any]]:
    """Return the buttons for an open offer of a rematch: those of the opponent, or of the asker."""
    names = {"names": offer_named(offer), "emoji": ""}
    if offer.challenger_id == who.id:
        return [{"act": "decline", "label": gettext("Withdraw the request"), **names}]
    asked = gettext("Agree: {asked}", asked=pgettext("button", "Rematch"))
    return [
        {"act": "accept", "label": asked, **names},
        {"act": "decline", "label": pgettext("button", "Decline"), **names},
    ]


def _button(item: discord.ui.Button[Any]) -> dict[str, Any] | None:
    known = ACTS.get(action_of(item.custom_id or "") or "")
    if known is None:
        return None
    kind, act = known
    pressed = kind.parse(item.custom_id or "")
    button = {"act": act, "label": item.label, "emoji": str(item.emoji or ""), "off": item.disabled}
    return button | ({"value": pressed.level} if isinstance(pressed, ids.OtherLevel) else {})


def _two_people(snapshot: GameSnapshot) -> bool:
    return all(seat.player_id is not None for seat in snapshot.game.seats)
