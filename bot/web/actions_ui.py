"""People's actions on a game's page: each is the use-case of the same button on Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from bot.computer.computer import ComputerStatus
from bot.computer.opponents.level_advice import LevelStep
from bot.computer.pool import SearchPool
from bot.core.people import Person
from bot.core.publisher import Publisher
from bot.core.refusals import OfferClosed, Outdated, QuestionClosed
from bot.core.snapshot import GameSnapshot, is_vote_game
from bot.features import Kit
from bot.play.assist import words as hint_words
from bot.play.assist.hints import FairPlay, Hints, moves_to_look_at
from bot.play.games import conditionals_ui, ids, words
from bot.play.games.challenges import Challenges
from bot.play.games.conditionals import Conditionals, can_be_planned
from bot.play.games.conditionals_ui import ALL
from bot.play.games.flow import Adjournments, GameFlow
from bot.play.games.handover import needs_consent
from bot.play.games.ids import HintAt, TakeOverFrom
from bot.play.games.referee import Referee, resigning_calls_off
from bot.play.games.refusals import OtherHasToAgree
from bot.play.games.ui import BoardFacts, controls
from bot.play.questions import Questions
from bot.play.questions_ui import MENU
from bot.study.analyses import Study
from bot.ui.component_ids import ComponentId, action_of, read_number
from bot.ui.refusals import BadRequest
from bot.ui.words import OTHER_VERSION
from bot.web.game_view import cast_vote, lines_of, position_facts
from bot.web.messages import NAMED, Act, Play, position_named
from data.games.conditional import ConditionalLine
from data.games.records import Ending, Game, GameState, Question, QuestionKind
from engine import IllegalMove
from languages import gettext, gettext_noop, pgettext

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
    rows = controls(snapshot, BoardFacts(status, step=step))
    buttons = [_button(item) for row in rows for item in row.children if isinstance(item, discord.ui.Button)]
    asked = [
        {"act": "ask", "value": kind.value, "label": gettext(MENU[kind])}
        for kind in kinds
        if kind in ASKED_HERE
    ]
    two_people = all(seat.player_id is not None for seat in snapshot.game.seats)
    can_ask = two_people and not snapshot.game.by_clicks
    return [*filter(None, buttons), *(asked if can_ask else ())]


def named(snapshot: GameSnapshot, side: int, buttons: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return buttons with what each one names, which the page sends back."""
    named_buttons = []
    for button in buttons:
        way = NAMED.get(button["act"])
        named_buttons.append(button if way is None else {**button, "names": way.now(snapshot, side)})
    return named_buttons


# Translators: on the web page of a game; conditional moves are planned by tapping the board.
HOW_TO_PLAN = gettext_noop("-# Tap your opponent's next move on the board, then your answer, and so on.")


def plan_button(snapshot: GameSnapshot, side: int) -> list[dict[str, Any]]:
    """Return the button of a player who can have conditional moves."""
    game = snapshot.game
    if not snapshot.going or not can_be_planned(game) or game.delegates[side] is not None:
        return []
    return [{"act": "plans", "label": gettext("Plan moves"), "emoji": "🔮"}]


def lines_named(snapshot: GameSnapshot, lines: Sequence[ConditionalLine]) -> str:
    return f"{position_named(snapshot)}.{max((line.id for line in lines), default=0)}"


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


@dataclass(frozen=True, slots=True)
class ActionReply:
    """The reply to an action: a text, maybe a question, and moves to point at."""

    text: str = ""
    question: str = ""
    """The act that the answer yes carries out."""
    yes: str = ""
    no: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


NOTHING = ActionReply()

Action = Callable[["GameActions", Act], Awaitable[ActionReply]]


class GameActions:
    def __init__(self, kit: Kit, who: Person, game_id: int) -> None:
        self._kit = kit
        self._who = who
        self._game_id = game_id

    async def play(self, message: Play) -> ActionReply:
        snapshot = await self._kit[Referee].snapshot(self._game_id)
        if is_vote_game(snapshot.game):
            await cast_vote(self._kit, self._game_id, self._who, message.ply, message.move)
            return NOTHING
        await self._kit[GameFlow].move(self._game_id, self._who, message.ply, message.move, None, self._now())
        return NOTHING

    async def act(self, message: Act) -> ActionReply:
        """Carry out a button, unless what it names has changed."""
        self._require_named(message, await self._kit[Referee].snapshot(self._game_id))
        reply = await ACTIONS[message.act](self, message)
        if reply.question or "hint" in reply.extra:
            # The answer, or the next step, is about the same.
            return replace(reply, extra={**reply.extra, "names": message.names})
        return reply

    def _require_named(self, message: Act, snapshot: GameSnapshot) -> None:
        """Refuse an outdated action in a game as it is now; spectators are refused by the use-cases."""
        named, side = NAMED.get(message.act), snapshot.side_of(self._who.id)
        if named is not None and side is not None and message.names != (now := named.now(snapshot, side)):
            raise named.refusal(now)

    async def hint(self, message: Act) -> ActionReply:
        """Show where to look, then the move; a rated game needs the answer to a question first."""
        kit, who = self._kit, self._who
        snapshot = await kit[Hints].require_hintable(self._game_id, who)
        self._require_named(message, snapshot)
        await kit[FairPlay].require_not_voted_on(snapshot.kind, snapshot.position, who)
        if needs_consent(snapshot):
            raise OtherHasToAgree
        if snapshot.game.rated and not message.sure:
            asked = hint_words.confirm_hint(snapshot)
            return ActionReply(asked, "hint", gettext("Give me a hint"), gettext("No, keep it rated"))
        was_asked = snapshot.game.asked
        snapshot = await kit[Hints].ask(self._game_id, snapshot.game.ply, who)
        if not was_asked:
            await kit[Publisher].show(self._game_id)
        result = await kit[Hints].think(snapshot, who)
        if not result.candidates:
            return ActionReply(gettext(hint_words.NOTHING_FOUND))
        kind, position = snapshot.kind, snapshot.position
        moves = moves_to_look_at(kind, position, result.candidates[0].move)
        if message.value != "move" and len(moves) < len(position.legal_moves()):
            shown = {"moves": list(moves), "ply": snapshot.game.ply, "next": "move"}
            shown["label"] = gettext("Show me the move")
            return ActionReply(hint_words.where(snapshot, result, moves, turned=False), extra={"hint": shown})
        best = [result.candidates[0].move]
        return ActionReply(
            hint_words.move(snapshot, result), extra={"hint": {"moves": best, "ply": snapshot.game.ply}}
        )

    async def undo(self, message: Act) -> ActionReply:
        """Take back the person's move that the button names; in a rated game after a question."""
        snapshot = await self._kit[Referee].require_take_back(self._game_id, self._who)
        self._require_named(message, snapshot)
        if snapshot.game.rated and not message.sure:
            asked = words.take_back_question(snapshot)
            return ActionReply(asked, "undo", pgettext("button", "Take back"), gettext("No, keep it rated"))
        await self._kit[GameFlow].take_back(self._game_id, self._who, snapshot.game.ply, None)
        return ActionReply(gettext(words.TAKEN_BACK))

    async def resign(self, message: Act) -> ActionReply:
        """Resign after the question, which says whether that counts."""
        referee, flow = self._kit[Referee], self._kit[GameFlow]
        snapshot = await referee.require_playing(self._game_id, self._who)
        calls_off = resigning_calls_off(snapshot)
        if not message.sure:
            asked = gettext(words.END_QUESTION if calls_off else words.RESIGN_QUESTION)
            return ActionReply(asked, "resign", pgettext("button", "Resign"), gettext("Keep playing"))
        after = await flow.resign(self._game_id, self._who, as_loss=message.names != "nobody")
        await self._kit[Publisher].show(self._game_id)
        called_off = after.game.ending is Ending.CALLED_OFF
        return ActionReply(gettext(words.CALLED_OFF if called_off else words.RESIGNED))

    async def rematch(self, message: Act) -> ActionReply:
        """Play the same opponent again, at another level if the message names one."""
        level = message.value or None
        snapshot, made = await self._kit[Challenges].rematch(self._game_id, self._who, level)
        if made:
            await self._kit[GameFlow].proceed(snapshot, None, self._now())
        else:
            # The opponent had asked before.
            await self._kit[Publisher].show(snapshot.game.id)
        return await self._to_game(snapshot)

    async def accept(self, message: Act) -> ActionReply:
        """Accept the opponent's offer of a rematch, the one that the button names."""
        offer = await self._offer(message)
        begun = await self._kit[Challenges].accept(offer.id, self._who, offer.version)
        await self._kit[GameFlow].proceed(begun, None, self._now())
        return await self._to_game(begun)

    async def decline(self, message: Act) -> ActionReply:
        """Decline the opponent's offer of a rematch, or withdraw the person's own."""
        offer = await self._offer(message)
        await self._kit[Challenges].decline(offer.id, self._who)
        await self._kit[Publisher].show(offer.id)
        return NOTHING

    async def _offer(self, message: Act) -> Game:
        """Return the open offer of a rematch that the button names."""
        played = (await self._kit[Referee].snapshot(self._game_id)).game
        offer = None
        if played.rematch is not None:
            offer = (await self._kit[Referee].snapshot(played.rematch)).game
        if offer is None or offer.state is not GameState.OFFERED or offer_named(offer) != message.names:
            raise OfferClosed(played.game)
        return offer

    async def resume(self, message: Act) -> ActionReply:
        snapshot = await self._kit[Adjournments].resume(self._game_id, self._who)
        await self._kit[GameFlow].proceed(snapshot, None, self._now())
        return NOTHING

    async def ask(self, message: Act) -> ActionReply:
        """Ask the opponent, who can answer on their page and in Discord."""
        questions = self._kit[Questions]
        if message.value not in ASKED_HERE:
            raise BadRequest(gettext(OTHER_VERSION))
        asked = await questions.ask(self._game_id, self._who, QuestionKind(message.value))
        if not await questions.post(asked):
            return ActionReply(gettext("I couldn't ask your opponent in Discord. Please try again later."))
        # Their page says that they have asked until there is an answer.
        return NOTHING

    async def agree(self, message: Act) -> ActionReply:
        """Agree to the opponent's question, the one that the button names."""
        snapshot, question = await self._asked(message)
        questions = self._kit[Questions]
        answered = await questions.agree(self._game_id, question.id, question.side, self._who)
        await questions.show_ending(snapshot, question, "agreed")
        await self._kit[GameFlow].proceed(answered.after, None, self._now())
        return NOTHING

    async def refuse(self, message: Act) -> ActionReply:
        """Refuse the opponent's question, or withdraw the person's own."""
        snapshot, question = await self._asked(message)
        questions = self._kit[Questions]
        answer = (await questions.refuse(self._game_id, question.id, question.side, self._who))[2]
        await questions.show_ending(snapshot, question, answer)
        return ActionReply(extra={"asked": None})

    async def _asked(self, message: Act) -> tuple[GameSnapshot, Question]:
        snapshot = await self._kit[Referee].require_playing(self._game_id, self._who)
        question = snapshot.game.open_question
        if question is None or str(question.id) != message.names:
            raise QuestionClosed
        return snapshot, question

    async def retry(self, message: Act) -> ActionReply:
        await self._kit[GameFlow].retry(self._game_id, self._who, None, self._now())
        return NOTHING

    async def play_now(self, message: Act) -> ActionReply:
        await self._kit[GameFlow].play_now(self._game_id, self._who)
        return NOTHING

    async def take_over(self, message: Act) -> ActionReply:
        """Return the side to its person."""
        snapshot = await self._kit[GameFlow].take_over(self._game_id, self._who)
        await self._kit[GameFlow].proceed(snapshot, None, self._now())
        return ActionReply(gettext("You're making your own moves again."))

    async def plans(self, message: Act) -> ActionReply:
        """List the plans, with the position after the moves of the line that is being planned."""
        planned = await self._kit[Conditionals].planned(self._game_id, self._who)
        return self._planned(*planned, message.value.split())

    async def plan(self, message: Act) -> ActionReply:
        planned = await self._kit[Conditionals].plan(self._game_id, self._who, [message.value])
        return self._planned(*planned)

    async def unplan(self, message: Act) -> ActionReply:
        """Remove a planned line, or all of them."""
        conditionals = self._kit[Conditionals]
        snapshot, lines = await conditionals.planned(self._game_id, self._who)
        if message.names != lines_named(snapshot, lines):
            raise Outdated
        try:
            line_id = None if message.value == ALL else read_number(message.value)
        except ValueError as error:
            raise BadRequest(gettext(OTHER_VERSION)) from error
        return self._planned(*await conditionals.remove(self._game_id, self._who, line_id))

    def _planned(
        self, snapshot: GameSnapshot, lines: Sequence[ConditionalLine], path: Sequence[str] = ()
    ) -> ActionReply:
        side = snapshot.side_of(self._who.id)
        try:
            study = Study.of(snapshot.kind, snapshot.position, path)
        except IllegalMove as error:
            raise BadRequest(gettext(OTHER_VERSION)) from error
        last, own_turn = study.recent.latest, snapshot.position.turn == side
        menu = "menu of conditional moves"
        plans = {
            "lines": lines_of(conditionals_ui.heading(snapshot, lines), {}),
            "planned": [[str(line.id), conditionals_ui.line_label(snapshot, line)] for line in lines],
            "all": pgettext(menu, conditionals_ui.REMOVE_ALL) if len(lines) > 1 else None,
            "remove": pgettext(menu, conditionals_ui.REMOVE),
            "how": lines_of(gettext(conditionals_ui.MOVE_FIRST if own_turn else HOW_TO_PLAN), {}),
            "path": list(path),
            "ply": snapshot.game.ply,
            "names": position_named(snapshot),
            "named": lines_named(snapshot, lines),
            "board": None if own_turn else position_facts(study.kind, study.position, study.recent),
            "done": last is not None and bool(path) and last.by == side,
        }
        return ActionReply(extra={"plans": plans})

    async def _to_game(self, snapshot: GameSnapshot) -> ActionReply:
        """Lead to another game of the person, if it has begun."""
        if snapshot.game.state is not GameState.PLAYING:
            return ActionReply(gettext("Your opponent has been asked for a rematch in Discord."))
        return ActionReply(extra={"game": snapshot.game.id})

    def _now(self) -> float:
        return self._kit[SearchPool].now()


ACTIONS: dict[str, Action] = {
    "hint": GameActions.hint,
    "undo": GameActions.undo,
    "resign": GameActions.resign,
    "rematch": GameActions.rematch,
    "level": GameActions.rematch,
    "accept": GameActions.accept,
    "decline": GameActions.decline,
    "resume": GameActions.resume,
    "ask": GameActions.ask,
    "yes": GameActions.agree,
    "no": GameActions.refuse,
    "retry": GameActions.retry,
    "now": GameActions.play_now,
    "take_over": GameActions.take_over,
    "plans": GameActions.plans,
    "plan": GameActions.plan,
    "unplan": GameActions.unplan,
}
