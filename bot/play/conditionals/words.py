"""Texts of conditional moves."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.snapshot import GameSnapshot
from bot.ui.untrusted import shortened
from data.games.conditional import ConditionalLine
from engine.search.position import PASS
from languages import gettext, gettext_noop, pgettext_noop
from languages.numbers import enumerated

REMOVE = pgettext_noop("menu of conditional moves", "Remove")
REMOVE_ALL = pgettext_noop("menu of conditional moves", "All of them")
HOW = gettext_noop(
    "-# Plan with `/game if moves:`: your opponent's move, your answer, and so on, "
    "such as `{example}`; separate several lines with commas."
)
MOVE_FIRST = gettext_noop(
    "-# It is your turn: make your move first. Then plan your answers while your opponent thinks."
)


def plans(snapshot: GameSnapshot, lines: Sequence[ConditionalLine], player_id: int) -> str:
    """List a player's plans in a game, and explain how to plan more."""
    written = [f"- {line_words(snapshot, line)}" for line in lines]
    own_turn = snapshot.going and snapshot.to_move.player_id == player_id
    how = gettext(MOVE_FIRST) if own_turn else gettext(HOW, example=_example(snapshot))
    return "\n".join([heading(snapshot, lines), *written, how])


def heading(snapshot: GameSnapshot, lines: Sequence[ConditionalLine]) -> str:
    """Introduce a player's plans in a game."""
    number = snapshot.game.id
    if not lines:
        return gettext("🔮 You have no conditional moves in game #{game}.", game=number)
    return gettext(
        "🔮 **Your conditional moves in game #{game}.** Only you can see them. They are played at once "
        "if your opponent makes the planned move, and dropped if not.",
        game=number,
    )


def line_words(snapshot: GameSnapshot, line: ConditionalLine) -> str:
    """Describe a line: “if c4, then d3, if c5, then f6”."""
    owner, parts, condition = snapshot.side_of(line.player_id), list[str](), ""
    for mover, move in enumerate(line.after(snapshot.game.moves), start=snapshot.game.turn):
        if move == PASS:
            continue
        name = snapshot.kind.move_name(move)
        if mover % 2 == owner:
            parts.append(_answer(condition, name))
            condition = ""
        else:
            parts += _open(condition)
            condition = name
    return enumerated([*parts, *_open(condition)])


def _answer(condition: str, answer: str) -> str:
    """Describe an answer to a move, or to a pass."""
    if condition:
        # Translators: a conditional move: the opponent's, and the answer.
        return gettext("if **{move}**, then **{answer}**", move=condition, answer=answer)
    # Translators: a move after others in a list of conditional moves.
    return gettext("then **{move}**", move=answer)


def _open(condition: str) -> list[str]:
    """Describe a move without an answer, if any."""
    # Translators: a move of the opponent in a list of conditional moves.
    return [gettext("if **{move}**", move=condition)] if condition else []


def line_label(snapshot: GameSnapshot, line: ConditionalLine) -> str:
    """Describe a line in plain text for a menu."""
    return shortened(line_words(snapshot, line).replace("**", ""))


def _example(snapshot: GameSnapshot) -> str:
    position, moves = snapshot.position, list[str]()
    if snapshot.going:
        for _ in range(2):
            legal = position.legal_moves()
            if not legal or legal == (PASS,):
                break
            moves.append(legal[0])
            position = position.play(legal[0])
    return " ".join(moves) if len(moves) == 2 else "c4 d3"
