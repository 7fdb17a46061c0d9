"""Reasons in Reversi in words."""

from __future__ import annotations

from typing import Any

from engine.reasons import Reason
from engine.reasons import reversi_kinds as reversi
from languages import gettext, ngettext
from languages.numbers import enumerated


def sentence(reason: Reason, values: dict[str, Any]) -> str:
    """Return the sentence for a reason; "" for one of another game."""
    return _flaw(reason, values) or _merit(reason, values)


def _flaw(reason: Reason, values: dict[str, Any]) -> str:
    """Say why a move is worse; "" for another reason."""
    match reason:
        case reversi.LosesAllDiscs(reply):
            # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} such as d3.
            return gettext("After {other}'s {reply}, {own} has no discs left.", reply=reply, **values)
        case reversi.GivesCorner(corner):
            # Translators: why a move is bad; {other} is the opponent (Black or White), {corner} such as a1.
            return gettext("It gives {other} the corner {corner}.", corner=corner, **values)
        case reversi.LeavesCorner(corner):
            # Translators: why a move is bad; {other} is the opponent (Black or White), {corner} such as a1.
            return gettext("It leaves the corner {corner} open to {other}.", corner=corner, **values)
        case reversi.GivesCornerSoon(reply, corner):
            # Translators: {other} is the opponent of {own} (Black, White); {reply} is a move such as d3.
            return gettext(
                "It gives {other} the corner {corner} in two moves: after {reply}, {own} can't prevent it.",
                reply=reply,
                corner=corner,
                **values,
            )
        case reversi.ExposesCorner(reply, corner):
            # Translators: {other} is the opponent (Black or White); {reply} is their move, such as d3.
            return gettext(
                "It exposes the corner {corner}: with {reply}, {other} threatens to take it.",
                reply=reply,
                corner=corner,
                **values,
            )
        case reversi.MustPass(reply):
            # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} such as d3.
            return gettext(
                "After {other}'s {reply}, {own} has no move and must pass, so {other} plays twice in a row.",
                reply=reply,
                **values,
            )
        case reversi.ExposesEdge(reply, discs):
            # Translators: {own} made the move, {other} is the opponent (Black, White); {reply} such as d3.
            return ngettext(
                "It exposes an edge: {other}'s {reply} flips {number} disc of {own}'s there.",
                "It exposes an edge: {other}'s {reply} flips {number} discs of {own}'s there.",
                discs,
                reply=reply,
                **values,
            )
        case reversi.SecuresTheirs(reply, discs):
            # Translators: {other} is the opponent (Black or White); {reply} is their move, such as d3.
            return ngettext(
                "With {reply}, {other} gets at least {number} more disc that can never be flipped again.",
                "With {reply}, {other} gets at least {number} more discs that can never be flipped again.",
                discs,
                reply=reply,
                **values,
            )
        case reversi.OddRegion(squares):
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
        case reversi.GivesUpAccess(others, owns, better_others, better_owns):
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
        case reversi.ShutsIn(reply, moves, better_moves):
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
        case reversi.OpensSquares(squares):
            # Translators: {other} is the opponent (Black or White), {squares} such as “a1, b2”.
            return ngettext(
                "It opens {number} more square to {other}: {squares}.",
                "It opens {number} more squares to {other}: {squares}.",
                len(squares),
                squares=enumerated(squares),
                **values,
            )
        case reversi.BuildsWall(squares, better_squares):
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


def _merit(reason: Reason, values: dict[str, Any]) -> str:
    """Say why a move is good; "" for another reason."""
    match reason:
        case reversi.TakesAllDiscs():
            # Translators: why a move is good; {other} is the opponent (Black or White).
            return gettext("It flips {other}'s last discs.", **values)
        case reversi.TakesCorner():
            return gettext("It takes a corner, which can never be flipped.")
        case reversi.GuardsCorner(corner):
            # Translators: why a move is good; {other} is the opponent (Black or White), {corner} such as a1.
            return gettext("It keeps {other} out of the corner {corner} for now.", corner=corner, **values)
        case reversi.TrapsCorner(corner):
            # Translators: why a move is good; {own} and {other} are Black and White, {corner} such as a1.
            return gettext(
                "It wins the corner {corner}: {own} can take it next, whatever {other} answers.",
                corner=corner,
                **values,
            )
        case reversi.ForcesPass():
            # Translators: why a move is good; {own} and {other} are Black and White.
            return gettext("It leaves {other} without a move, so {own} plays twice in a row.", **values)
        case reversi.SecuresOwn(discs):
            # Translators: why a move is good.
            return ngettext(
                "It secures at least {number} disc that can never be flipped again.",
                "It secures at least {number} discs that can never be flipped again.",
                discs,
            )
        case reversi.EvenRegions():
            # Translators: why a move is good; {own} and {other} are Black and White.
            return gettext(
                "Every region of empty squares is then even: {other} has to start there, and {own} can "
                "finish.",
                **values,
            )
        case reversi.FewReplies(replies):
            # Translators: why a move is good; {other} is the opponent (Black or White).
            return ngettext(
                "It leaves {other} only {number} move.",
                "It leaves {other} only {number} moves.",
                replies,
                **values,
            )
        case reversi.OpensNothing():
            # Translators: why a move is good; {other} is the opponent (Black or White).
            return gettext("It is quiet: no new square opens to {other}.", **values)
        case _:
            return ""
