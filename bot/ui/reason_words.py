"""Reasons why moves are good or bad, in words: for reviews, hints and puzzles.

Every sentence says what is true on the board (`engine.reasons`); "it" is the move. The sides go by their
colours, so that everyone can read it.
"""

from __future__ import annotations

from typing import Any

from bot.catalog import GameKind
from bot.ui.components import line_text
from engine import Candidate, Position, SearchResult
from engine.reasons import Comparison, Reason, kinds, merit_of
from languages import gettext, ngettext
from languages.numbers import capitalized, enumerated


def reversi_sentence(reason: Reason, values: dict[str, Any]) -> str:
    """Return the sentence for a reason; "" for one of another game."""
    return _reversi_flaw(reason, values) or _reversi_merit(reason, values)


def _reversi_flaw(reason: Reason, values: dict[str, Any]) -> str:
    """Say why a move is worse; "" for another reason."""
    match reason:
        case kinds.LosesAllDiscs(reply):
            # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} such as d3.
            return gettext("After {other}'s {reply}, {own} has no discs left.", reply=reply, **values)
        case kinds.GivesCorner(corner):
            # Translators: why a move is bad; {other} is the opponent (Black or White), {corner} such as a1.
            return gettext("It gives {other} the corner {corner}.", corner=corner, **values)
        case kinds.LeavesCorner(corner):
            # Translators: why a move is bad; {other} is the opponent (Black or White), {corner} such as a1.
            return gettext("It leaves the corner {corner} open to {other}.", corner=corner, **values)
        case kinds.GivesCornerSoon(reply, corner):
            # Translators: {other} is the opponent of {own} (Black, White); {reply} is a move such as d3.
            return gettext(
                "It gives {other} the corner {corner} in two moves: after {reply}, {own} can't prevent it.",
                reply=reply,
                corner=corner,
                **values,
            )
        case kinds.ExposesCorner(reply, corner):
            # Translators: {other} is the opponent (Black or White); {reply} is their move, such as d3.
            return gettext(
                "It exposes the corner {corner}: with {reply}, {other} threatens to take it.",
                reply=reply,
                corner=corner,
                **values,
            )
        case kinds.MustPass(reply):
            # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} such as d3.
            return gettext(
                "After {other}'s {reply}, {own} has no move and must pass, so {other} plays twice in a row.",
                reply=reply,
                **values,
            )
        case kinds.ExposesEdge(reply, discs):
            # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} such as d3.
            return ngettext(
                "It exposes an edge: {other}'s {reply} flips {number} disc of {own}'s there.",
                "It exposes an edge: {other}'s {reply} flips {number} discs of {own}'s there.",
                discs,
                reply=reply,
                **values,
            )
        case kinds.SecuresTheirs(reply, discs):
            # Translators: {other} is the opponent (Black or White); {reply} is their move, such as d3.
            return ngettext(
                "With {reply}, {other} gets at least {number} more disc that can never be flipped again.",
                "With {reply}, {other} gets at least {number} more discs that can never be flipped again.",
                discs,
                reply=reply,
                **values,
            )
        case kinds.OddRegion(squares):
            # Translators: {other} is the opponent (Black or White); {squares} such as “a1, a2, b1”.
            return ngettext(
                "It leaves {other} the single empty square {squares}; after {better}, every region of empty "
                "squares would be even.",
                "It leaves {other} a region with an odd number of empty squares, {squares}: "
                "the side that starts there usually also gets the last move. After {better}, every "
                "region would be even.",
                len(squares),
                squares=enumerated(squares),
                **values,
            )
        case _:
            return _mobility(reason, values)


def _mobility(reason: Reason, values: dict[str, Any]) -> str:
    match reason:
        case kinds.GivesUpAccess(others, owns, better_others, better_owns):
            # Translators: {own} made the move, {other} is the opponent (Black, White); the rest are numbers
            # of squares, and {better} is the better move, such as d3.
            return gettext(
                "It gives up mobility. Moves available after it: {other} {others}, {own} "
                "{owns}; after {better}: {other} {better_others}, {own} {better_owns}.",
                others=others,
                owns=owns,
                better_others=better_others,
                better_owns=better_owns,
                **values,
            )
        case kinds.ShutsIn(reply, moves, better_moves):
            # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} and {better}
            # are moves such as d3, {more} is a number of moves.
            return ngettext(
                "After {other}'s {reply}, {own} has only {number} move; after {better} there are at least "
                "{more}, whatever the answer.",
                "After {other}'s {reply}, {own} has only {number} moves; after {better} there are at least "
                "{more}, whatever the answer.",
                moves,
                reply=reply,
                more=better_moves,
                **values,
            )
        case kinds.OpensSquares(squares):
            # Translators: {other} is the opponent (Black or White), {squares} such as “a1, b2”.
            return ngettext(
                "It opens {number} more square to {other}: {squares}.",
                "It opens {number} more squares to {other}: {squares}.",
                len(squares),
                squares=enumerated(squares),
                **values,
            )
        case kinds.BuildsWall(squares, better_squares):
            # Translators: {own} made the move, {other} is the opponent (Black, White); {better} is a move
            # such as d3, {fewer} a number of squares.
            return ngettext(
                "It exposes {own}'s discs: {number} empty square touches them; after {better}, "
                "only {fewer} would.",
                "It exposes {own}'s discs: {number} empty squares touch them; after {better}, "
                "only {fewer} would.",
                squares,
                fewer=better_squares,
                **values,
            )
        case _:
            return ""


def _reversi_merit(reason: Reason, values: dict[str, Any]) -> str:
    """Say why a move is good; "" for another reason."""
    match reason:
        case kinds.TakesAllDiscs():
            # Translators: why a move is good; {other} is the opponent (Black or White).
            return gettext("It flips {other}'s last discs.", **values)
        case kinds.TakesCorner():
            return gettext("It takes a corner, which can never be flipped.")
        case kinds.GuardsCorner(corner):
            # Translators: why a move is good; {other} is the opponent (Black or White), {corner} such as a1.
            return gettext("It keeps {other} out of the corner {corner} for now.", corner=corner, **values)
        case kinds.TrapsCorner(corner):
            # Translators: why a move is good; {own} and {other} are Black and White, {corner} such as a1.
            return gettext(
                "It wins the corner {corner}: {own} can take it next, whatever {other} answers.",
                corner=corner,
                **values,
            )
        case kinds.ForcesPass():
            # Translators: why a move is good; {own} and {other} are Black and White.
            return gettext("It leaves {other} without a move, so {own} plays twice in a row.", **values)
        case kinds.SecuresOwn(discs):
            # Translators: why a move is good.
            return ngettext(
                "It secures at least {number} disc that can never be flipped again.",
                "It secures at least {number} discs that can never be flipped again.",
                discs,
            )
        case kinds.EvenRegions():
            # Translators: why a move is good; {own} and {other} are Black and White.
            return gettext(
                "Every region of empty squares is then even: {other} has to start there, and {own} can "
                "finish.",
                **values,
            )
        case kinds.FewReplies(replies):
            # Translators: why a move is good; {other} is the opponent (Black or White).
            return ngettext(
                "It leaves {other} only {number} move.",
                "It leaves {other} only {number} moves.",
                replies,
                **values,
            )
        case kinds.OpensNothing():
            # Translators: why a move is good; {other} is the opponent (Black or White).
            return gettext("It is quiet: no new square opens to {other}.", **values)
        case _:
            return ""


def connect4_sentence(reason: Reason, kind: GameKind, turn: int, values: dict[str, Any]) -> str:
    """Return the sentence for a reason on a move of the side `turn`; "" for one of another game."""
    return _connect4_flaw(reason, kind, turn, values) or _connect4_merit(reason, kind, turn, values)


def _connect4_flaw(reason: Reason, kind: GameKind, turn: int, values: dict[str, Any]) -> str:
    """Say why a move is worse; "" for another reason."""
    match reason:
        case kinds.IgnoresThreat(column):
            # Translators: why a move is bad; {other} is the opponent (Red or Yellow), {column}: “column 6”.
            return gettext(
                "It doesn't stop {other}, who can complete a row with {column}.",
                column=kind.move_name(column),
                **values,
            )
        case kinds.OpensSquareAbove():
            # Translators: why a move is bad; {other} is the opponent (Red or Yellow).
            return gettext("It opens the square above, where {other} can complete a row.", **values)
        case kinds.AllowsDoubleThreat(reply, stacked):
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
        case kinds.AllowsForcedWin(line):
            # Translators: {other} is the opponent (Red or Yellow); {line} is such as “🟡 4, 🔴 5, 🟡 3”,
            # and {number} are the opponent's discs in it.
            return ngettext(
                "{other} can then win with {number} more disc, each a threat: {line}.",
                "{other} can then win with {number} more discs, each a threat: {line}.",
                (len(line) + 1) // 2,
                line=line_text(kind, line, 1 - turn),
                **values,
            )
        case kinds.AllowsFollowUp(reply, wins):
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
        case kinds.AllowsThreat(reply, columns):
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
        case kinds.GivesAwayThreat():
            # Translators: why a move is bad; {own} made it, {other} is the opponent (Red, Yellow).
            return gettext(
                "It gives away the square above, where {own} could have completed a row: {other} takes it.",
                **values,
            )
        case kinds.LosesTempo(reply):
            # Translators: why a move is bad; {other} is the opponent (Red or Yellow), {reply}: “column 6”.
            return gettext(
                "It loses the tempo: {other} stops its threat with {reply}, which makes a threat in turn.",
                reply=kind.move_name(reply),
                **values,
            )
        case _:
            return ""


def _connect4_merit(reason: Reason, kind: GameKind, turn: int, values: dict[str, Any]) -> str:
    """Say why a move is good; "" for another reason."""
    match reason:
        case kinds.CompletesRow():
            return gettext("It wins at once.")
        case kinds.StopsRow():
            # Translators: why a move is good; {other} is the opponent (Red or Yellow).
            return gettext("It stops {other} from completing a row there.", **values)
        case kinds.MakesDoubleThreat(stacked):
            if stacked:
                # Translators: why a move is good; {other} is the opponent (Red or Yellow).
                return gettext(
                    "It threatens two squares, one above the other: {other} can only stop the lower one.",
                    **values,
                )
            # Translators: why a move is good; {other} is the opponent (Red or Yellow).
            return gettext("It makes two threats at once, and {other} can only stop one.", **values)
        case kinds.ForcesWin(line):
            # Translators: why a move is good; {line} such as “🔴 4, 🟡 5, 🔴 3”, {number} one's own discs.
            return ngettext(
                "It wins by force with {number} disc, each a threat: {line}.",
                "It wins by force with {number} discs, each a threat: {line}.",
                (len(line) + 1) // 2,
                line=line_text(kind, line, turn),
            )
        case kinds.StopsDoubleThreat(reply):
            # Translators: why a move is good; {other} is the opponent (Red or Yellow), {reply}: “column 6”.
            return gettext(
                "It keeps {other} from making two threats at once with {reply}.",
                reply=kind.move_name(reply),
                **values,
            )
        case kinds.KeepsFollowUp(wins):
            if wins:
                # Translators: zugzwang, why a move is good; {own} made it (Red or Yellow).
                return gettext(
                    "{own} can then answer every disc with one on top of it, and wins that way.", **values
                )
            # Translators: zugzwang, why a move is good; {own} made it (Red or Yellow).
            return gettext(
                "{own} can then answer every disc with one on top of it, and can't lose.", **values
            )
        case kinds.OnlyMove(wins):
            return gettext("Only this move wins.") if wins else gettext("Only this move keeps the draw.")
        case _:
            return ""


def reason_text(kind: GameKind, position: Position, reason: Reason, better: str) -> str:
    """Return a sentence on a move in a position; some compare it with a `better` one."""
    values = {
        "own": kind.sides[position.turn].name,
        "other": kind.sides[1 - position.turn].name,
        "better": kind.move_name(better),
    }
    return reversi_sentence(reason, values) or connect4_sentence(reason, kind, position.turn, values)


def merit_text(kind: GameKind, position: Position, found: SearchResult, move: str) -> str:
    """Say what a move has that the best of the others has not; "" if there is nothing to say."""
    own = next((each for each in found.candidates if each.move == move), None)
    other = next((each for each in found.candidates if each.move != move), None)
    if own is None or other is None or own.score <= other.score:
        return ""
    compared = Comparison(position, other.move, move, value=_proved(other), better_value=_proved(own))
    merit = merit_of(compared)
    return "" if merit is None else reason_text(kind, position, merit, move)


def _proved(candidate: Candidate) -> int | None:
    return round(candidate.score) if candidate.proved else None


def why_better(kind: GameKind, move: str, reason: str) -> str:
    """Return the sentence on a good move after its name."""
    # Translators: {reason} is a sentence such as “It wins at once.”
    return capitalized(gettext("💡 **{move}**: {reason}", move=kind.move_name(move), reason=reason))


def answer_text(kind: GameKind, answer: str) -> str:
    """Say how the computer would punish a move."""
    # Translators: a review's computer on an error; {answer} such as “d3” or “column 6”.
    return gettext("I'd answer it with {answer}.", answer=kind.move_name(answer))
