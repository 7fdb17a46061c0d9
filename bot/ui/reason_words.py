"""Reasons why moves are good or bad, in words: for reviews, hints and puzzles.

Every sentence says what is true on the board (`engine.reasons`); "it" is the move. The sides go by their
colours, so that everyone can read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.catalog import GameKind
from bot.ui.components import line_text
from engine import Candidate, Position, SearchResult
from engine.reasons import Comparison, Reason, kinds, merit_of
from languages import gettext, gettext_noop, ngettext, ngettext_noop
from languages.numbers import capitalized, enumerated

SENTENCES: Mapping[type[Reason] | tuple[type[Reason], bool], str | tuple[str, str]] = {
    # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} such as d3.
    kinds.LosesAllDiscs: gettext_noop("After {other}'s {reply}, {own} has no discs left."),
    # Translators: why a move is bad; {other} is the opponent (Black or White), {corner} such as a1.
    kinds.GivesCorner: gettext_noop("It gives {other} the corner {corner}."),
    # Translators: why a move is bad; {other} is the opponent (Black or White), {corner} such as a1.
    kinds.LeavesCorner: gettext_noop("It leaves the corner {corner} open to {other}."),
    # Translators: {other} is the opponent of {own} (Black, White); {reply} is a move such as d3.
    kinds.GivesCornerSoon: gettext_noop(
        "It gives {other} the corner {corner} in two moves: after {reply}, {own} can't prevent it."
    ),
    # Translators: {other} is the opponent (Black or White); {reply} is their move, such as d3.
    kinds.ExposesCorner: gettext_noop(
        "It exposes the corner {corner}: with {reply}, {other} threatens to take it."
    ),
    # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} such as d3.
    kinds.MustPass: gettext_noop(
        "After {other}'s {reply}, {own} has no move and must pass, so {other} plays twice in a row."
    ),
    # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} such as d3.
    kinds.ExposesEdge: ngettext_noop(
        "It exposes an edge: {other}'s {reply} flips {number} disc of {own}'s there.",
        "It exposes an edge: {other}'s {reply} flips {number} discs of {own}'s there.",
    ),
    # Translators: {other} is the opponent (Black or White); {reply} is their move, such as d3.
    kinds.SecuresTheirs: ngettext_noop(
        "With {reply}, {other} gets at least {number} more disc that can never be flipped again.",
        "With {reply}, {other} gets at least {number} more discs that can never be flipped again.",
    ),
    # Translators: {other} is the opponent (Black or White); {squares} such as “a1, a2, b1”.
    kinds.OddRegion: ngettext_noop(
        "It leaves {other} the single empty square {squares}; after {better}, every region of empty squares "
        "would be even.",
        "It leaves {other} a region with an odd number of empty squares, {squares}: the side that starts "
        "there usually also gets the last move. After {better}, every region would be even.",
    ),
    # Translators: {own} made the move, {other} is the opponent (Black, White); the rest are numbers
    # of squares, and {better} is the better move, such as d3.
    kinds.GivesUpAccess: gettext_noop(
        "It gives up mobility. Moves available after it: {other} {others}, {own} {owns}; after {better}: "
        "{other} {better_others}, {own} {better_owns}."
    ),
    # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} and {better}
    # are moves such as d3, {more} is a number of moves.
    kinds.ShutsIn: ngettext_noop(
        "After {other}'s {reply}, {own} has only {number} move; after {better} there are at least {more}, "
        "whatever the answer.",
        "After {other}'s {reply}, {own} has only {number} moves; after {better} there are at least {more}, "
        "whatever the answer.",
    ),
    # Translators: {other} is the opponent (Black or White), {squares} such as “a1, b2”.
    kinds.OpensSquares: ngettext_noop(
        "It opens {number} more square to {other}: {squares}.",
        "It opens {number} more squares to {other}: {squares}.",
    ),
    # Translators: {own} made the move, {other} is the opponent (Black, White); {better} is a move
    # such as d3, {fewer} a number of squares.
    kinds.BuildsWall: ngettext_noop(
        "It exposes {own}'s discs: {number} empty square touches them; after {better}, only {fewer} would.",
        "It exposes {own}'s discs: {number} empty squares touch them; after {better}, only {fewer} would.",
    ),
    # Translators: why a move is good; {other} is the opponent (Black or White).
    kinds.TakesAllDiscs: gettext_noop("It flips {other}'s last discs."),
    kinds.TakesCorner: gettext_noop("It takes a corner, which can never be flipped."),
    # Translators: why a move is good; {other} is the opponent (Black or White), {corner} such as a1.
    kinds.GuardsCorner: gettext_noop("It keeps {other} out of the corner {corner} for now."),
    # Translators: why a move is good; {own} and {other} are Black and White, {corner} such as a1.
    kinds.TrapsCorner: gettext_noop(
        "It wins the corner {corner}: {own} can take it next, whatever {other} answers."
    ),
    # Translators: why a move is good; {own} and {other} are Black and White.
    kinds.ForcesPass: gettext_noop("It leaves {other} without a move, so {own} plays twice in a row."),
    # Translators: why a move is good.
    kinds.SecuresOwn: ngettext_noop(
        "It secures at least {number} disc that can never be flipped again.",
        "It secures at least {number} discs that can never be flipped again.",
    ),
    # Translators: why a move is good; {own} and {other} are Black and White.
    kinds.EvenRegions: gettext_noop(
        "Every region of empty squares is then even: {other} has to start there, and {own} can finish."
    ),
    # Translators: why a move is good; {other} is the opponent (Black or White).
    kinds.FewReplies: ngettext_noop(
        "It leaves {other} only {number} move.",
        "It leaves {other} only {number} moves.",
    ),
    # Translators: why a move is good; {other} is the opponent (Black or White).
    kinds.OpensNothing: gettext_noop("It is quiet: no new square opens to {other}."),
    # Translators: why a move is bad; {other} is the opponent (Red or Yellow), {column}: “column 6”.
    kinds.IgnoresThreat: gettext_noop("It doesn't stop {other}, who can complete a row with {column}."),
    # Translators: why a move is bad; {other} is the opponent (Red or Yellow).
    kinds.OpensSquareAbove: gettext_noop("It opens the square above, where {other} can complete a row."),
    # Translators: {own} moved, {other} is the opponent (Red, Yellow); {reply}: “column 6”.
    (kinds.AllowsDoubleThreat, True): gettext_noop(
        "With {reply}, {other} threatens two squares, one above the other: {own} can only stop the lower one."
    ),
    # Translators: {own} made the move, {other} is the opponent (Red, Yellow); {reply}: “column 6”.
    (kinds.AllowsDoubleThreat, False): gettext_noop(
        "With {reply}, {other} makes two threats at once, and {own} can only stop one."
    ),
    # Translators: {other} is the opponent (Red or Yellow); {line} is such as “🟡 4, 🔴 5, 🟡 3”,
    # and {number} are the opponent's discs in it.
    kinds.AllowsForcedWin: ngettext_noop(
        "{other} can then win with {number} more disc, each a threat: {line}.",
        "{other} can then win with {number} more discs, each a threat: {line}.",
    ),
    # Translators: zugzwang; {other} is the opponent (Red or Yellow), {reply} such as “column 6”.
    (kinds.AllowsFollowUp, True): gettext_noop(
        "It gives up control of zugzwang: after {reply}, {other} can answer every disc with one on top of "
        "it, and wins that way."
    ),
    # Translators: zugzwang; {other} is the opponent (Red or Yellow), {reply} such as “column 6”.
    (kinds.AllowsFollowUp, False): gettext_noop(
        "It gives up control of zugzwang: after {reply}, {other} can answer every disc with one on top of "
        "it, and can't lose."
    ),
    # Translators: {other} is the opponent (Red or Yellow), {reply} and {better} such as “column 6”;
    # {columns} are numbers of columns, such as “2, 5”.
    kinds.AllowsThreat: ngettext_noop(
        "With {reply}, {other} gets a threat in column {columns}; after {better}, no answer would make a "
        "new one.",
        "With {reply}, {other} gets threats in columns {columns}; after {better}, no answer would make a "
        "new one.",
    ),
    # Translators: why a move is bad; {own} made it, {other} is the opponent (Red, Yellow).
    kinds.GivesAwayThreat: gettext_noop(
        "It gives away the square above, where {own} could have completed a row: {other} takes it."
    ),
    # Translators: why a move is bad; {other} is the opponent (Red or Yellow), {reply}: “column 6”.
    kinds.LosesTempo: gettext_noop(
        "It loses the tempo: {other} stops its threat with {reply}, which makes a threat in turn."
    ),
    kinds.CompletesRow: gettext_noop("It wins at once."),
    # Translators: why a move is good; {other} is the opponent (Red or Yellow).
    kinds.StopsRow: gettext_noop("It stops {other} from completing a row there."),
    # Translators: why a move is good; {other} is the opponent (Red or Yellow).
    (kinds.MakesDoubleThreat, True): gettext_noop(
        "It threatens two squares, one above the other: {other} can only stop the lower one."
    ),
    # Translators: why a move is good; {other} is the opponent (Red or Yellow).
    (kinds.MakesDoubleThreat, False): gettext_noop(
        "It makes two threats at once, and {other} can only stop one."
    ),
    # Translators: why a move is good; {line} such as “🔴 4, 🟡 5, 🔴 3”, {number} one's own discs.
    kinds.ForcesWin: ngettext_noop(
        "It wins by force with {number} disc, each a threat: {line}.",
        "It wins by force with {number} discs, each a threat: {line}.",
    ),
    # Translators: why a move is good; {other} is the opponent (Red or Yellow), {reply}: “column 6”.
    kinds.StopsDoubleThreat: gettext_noop("It keeps {other} from making two threats at once with {reply}."),
    # Translators: zugzwang, why a move is good; {own} made it (Red or Yellow).
    (kinds.KeepsFollowUp, True): gettext_noop(
        "{own} can then answer every disc with one on top of it, and wins that way."
    ),
    # Translators: zugzwang, why a move is good; {own} made it (Red or Yellow).
    (kinds.KeepsFollowUp, False): gettext_noop(
        "{own} can then answer every disc with one on top of it, and can't lose."
    ),
    (kinds.OnlyMove, True): gettext_noop("Only this move wins."),
    (kinds.OnlyMove, False): gettext_noop("Only this move keeps the draw."),
}
"""The sentences by kinds of reasons, and by their fact that is true or not if they have one."""

PLACEHOLDERS = {
    "own": "owns",
    "other": "others",
    "better_own": "better_owns",
    "better_other": "better_others",
    "better_moves": "more",
    "better_squares": "fewer",
}
"""The placeholders of facts with other names."""


def reason_text(kind: GameKind, position: Position, reason: Reason, better: str) -> str:
    """Return a sentence on a move in a position; some compare it with a `better` one."""
    turn, number = position.turn, 1
    values: dict[str, object] = {
        "own": kind.sides[turn].name,
        "other": kind.sides[1 - turn].name,
        "better": kind.move_name(better),
    }
    facts: Any = reason
    key: type[Reason] | tuple[type[Reason], bool] = type(reason)
    for name in facts.__match_args__:
        match name, getattr(reason, name):
            case _, bool() as is_so:
                key = type(reason), is_so
            case "reply" | "column", move:
                values[name] = kind.move_name(move)
            case "line", line:
                begins = 1 - turn if isinstance(reason, kinds.AllowsForcedWin) else turn
                number, values[name] = (len(line) + 1) // 2, line_text(kind, line, begins)
            case _, tuple() as several:
                number, values[name] = len(several), enumerated(several)
            case "discs" | "moves" | "replies" | "squares", size:
                number = size
            case _, fact:
                values[PLACEHOLDERS.get(name, name)] = fact
    sentence = SENTENCES[key]
    return gettext(sentence, **values) if isinstance(sentence, str) else ngettext(*sentence, number, **values)


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
