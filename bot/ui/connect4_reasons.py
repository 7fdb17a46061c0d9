"""Reasons in Connect 4 in words."""

from __future__ import annotations

from typing import Any

from bot.catalog import GameKind
from bot.ui.moves import line_text
from engine.reasons import Reason
from engine.reasons import connect4_kinds as connect4
from languages import gettext, ngettext
from languages.numbers import enumerated


def sentence(reason: Reason, kind: GameKind, turn: int, values: dict[str, Any]) -> str:
    """Return the sentence for a reason on a move of the side `turn`; "" for one of another game."""
    return _flaw(reason, kind, turn, values) or _merit(reason, kind, turn, values)


def _flaw(reason: Reason, kind: GameKind, turn: int, values: dict[str, Any]) -> str:
    """Say why a move is worse; "" for another reason."""
    match reason:
        case connect4.IgnoresThreat(column):
            # Translators: why a move is bad; {other} is the opponent (Red or Yellow), {column}: “column 6”.
            return gettext(
                "It doesn't stop {other}, who can complete a row with {column}.",
                column=kind.move_name(column),
                **values,
            )
        case connect4.OpensSquareAbove():
            # Translators: why a move is bad; {other} is the opponent (Red or Yellow).
            return gettext("It opens the square above, where {other} can complete a row.", **values)
        case connect4.AllowsDoubleThreat(reply, stacked):
            reply = kind.move_name(reply)
            if stacked:
                # Translators: {own} moved, {other} is the opponent (Red, Yellow); {reply}: “column 6”.
                return gettext(
                    "With {reply}, {other} threatens two squares, one above the other: {own} can only stop "
                    "the lower one.",
                    reply=reply,
                    **values,
                )
            # Translators: {own} made the move, {other} is the opponent (Red, Yellow); {reply}: “column 6”.
            return gettext(
                "With {reply}, {other} makes two threats at once, and {own} can only stop one.",
                reply=reply,
                **values,
            )
        case connect4.AllowsForcedWin(line):
            # Translators: {other} is the opponent (Red or Yellow); {line} is such as “🟡 4, 🔴 5, 🟡 3”,
            # and {number} are the opponent's discs in it.
            return ngettext(
                "{other} can then win with {number} more disc, each a threat: {line}.",
                "{other} can then win with {number} more discs, each a threat: {line}.",
                (len(line) + 1) // 2,
                line=line_text(kind, line, 1 - turn),
                **values,
            )
        case connect4.AllowsFollowUp(reply, wins):
            reply = kind.move_name(reply)
            if wins:
                # Translators: zugzwang; {other} is the opponent (Red or Yellow), {reply} such as “column 6”.
                return gettext(
                    "It gives up control of zugzwang: after {reply}, {other} can answer every disc "
                    "with one on top of it, and wins that way.",
                    reply=reply,
                    **values,
                )
            # Translators: zugzwang; {other} is the opponent (Red or Yellow), {reply} such as “column 6”.
            return gettext(
                "It gives up control of zugzwang: after {reply}, {other} can answer every disc "
                "with one on top of it, and can't lose.",
                reply=reply,
                **values,
            )
        case connect4.AllowsThreat(reply, columns):
            # Translators: {other} is the opponent (Red or Yellow), {reply} and {better} such as “column 6”;
            # {columns} are numbers of columns, such as “2, 5”.
            return ngettext(
                "With {reply}, {other} gets a threat in column {columns}; after {better}, no answer would "
                "make a new one.",
                "With {reply}, {other} gets threats in columns {columns}; after {better}, no answer would "
                "make a new one.",
                len(columns),
                reply=kind.move_name(reply),
                columns=enumerated(columns),
                **values,
            )
        case connect4.GivesAwayThreat():
            # Translators: why a move is bad; {own} made it, {other} is the opponent (Red, Yellow).
            return gettext(
                "It gives away the square above, where {own} could have completed a row: {other} takes it.",
                **values,
            )
        case connect4.LosesTempo(reply):
            # Translators: why a move is bad; {other} is the opponent (Red or Yellow), {reply}: “column 6”.
            return gettext(
                "It loses the tempo: {other} stops its threat with {reply}, which makes a threat in turn.",
                reply=kind.move_name(reply),
                **values,
            )
        case _:
            return ""


def _merit(reason: Reason, kind: GameKind, turn: int, values: dict[str, Any]) -> str:
    """Say why a move is good; "" for another reason."""
    match reason:
        case connect4.CompletesRow():
            return gettext("It wins at once.")
        case connect4.StopsRow():
            # Translators: why a move is good; {other} is the opponent (Red or Yellow).
            return gettext("It stops {other} from completing a row there.", **values)
        case connect4.MakesDoubleThreat(stacked):
            if stacked:
                # Translators: why a move is good; {other} is the opponent (Red or Yellow).
                return gettext(
                    "It threatens two squares, one above the other: {other} can only stop the lower one.",
                    **values,
                )
            # Translators: why a move is good; {other} is the opponent (Red or Yellow).
            return gettext("It makes two threats at once, and {other} can only stop one.", **values)
        case connect4.ForcesWin(line):
            # Translators: why a move is good; {line} such as “🔴 4, 🟡 5, 🔴 3”, {number} one's own discs.
            return ngettext(
                "It wins by force with {number} disc, each a threat: {line}.",
                "It wins by force with {number} discs, each a threat: {line}.",
                (len(line) + 1) // 2,
                line=line_text(kind, line, turn),
            )
        case connect4.StopsDoubleThreat(reply):
            # Translators: why a move is good; {other} is the opponent (Red or Yellow), {reply}: “column 6”.
            return gettext(
                "It keeps {other} from making two threats at once with {reply}.",
                reply=kind.move_name(reply),
                **values,
            )
        case connect4.KeepsFollowUp(wins):
            if wins:
                # Translators: zugzwang, why a move is good; {own} made it (Red or Yellow).
                return gettext(
                    "{own} can then answer every disc with one on top of it, and wins that way.",
                    **values,
                )
            # Translators: zugzwang, why a move is good; {own} made it (Red or Yellow).
            return gettext(
                "{own} can then answer every disc with one on top of it, and can't lose.", **values
            )
        case connect4.OnlyMove(wins):
            return gettext("Only this move wins.") if wins else gettext("Only this move keeps the draw.")
        case _:
            return ""
