"""Texts of the explorer."""

from __future__ import annotations

from bot.catalog import board_label
from bot.catalog.kind import ByColumn
from bot.catalog.openings import opening_label
from bot.core.snapshot import is_solved
from bot.study.analysis.study import Study
from bot.study.analysis.words import book_line, certainty_line, position_facts, result_line
from bot.study.openings.explorer import PROVING_SECONDS, Exploration, ExploredMove
from bot.study.openings.passes import INDEXED_PLIES
from bot.ui.candidates import solved_lines, value_words
from data.games.explorer import MoveRecord
from languages import count, gettext, ngettext
from languages.numbers import enumerated, percent

MAX_MOVES = 12
"""Maximum moves with a line of their own."""

MINE = "⭐ "
"""Mark of the move that the person's repertoire has in the position."""

MAX_SAME = 3
"""Maximum moves named as the same but for symmetry."""


def exploration_text(exploration: Exploration, note: str = "") -> str:
    """Describe a position: its opening, the values of the moves, and the games played from it.

    The `note` is about what was just done.
    """
    study = exploration.study
    lines = [title(study), *filter(None, [note]), *position_facts(study)]
    if study.over:
        return "\n".join([*lines, result_line(study)])
    lines += _values(exploration)
    lines += _moves(exploration)
    if any(move.mine for move in exploration.moves):
        lines.append(gettext("-# ⭐ marks the move in your repertoire."))
    if not exploration.counted:
        lines.append(
            gettext("-# Only the first {number} moves of each game are counted.", number=INDEXED_PLIES)
        )
    elif not any(_games(move) for move in exploration.moves):
        lines.append(
            gettext("-# No finished game has reached this position yet, or it is still being counted.")
        )
    return "\n".join(lines)


def title(study: Study) -> str:
    """Return the heading: the game, and the side to move."""
    kind = study.kind
    game = enumerated([kind.title, board_label(kind, study.board)] if study.board else [kind.title])
    if study.over:
        return f"### 📖 {game}"
    side = kind.sides[study.position.turn]
    # Translators: a heading; {game} is a game, perhaps with its board: “Reversi, 6x6”.
    return gettext("### 📖 {game}: {disc} {side} to move", game=game, disc=side.disc, side=side.name)


def _values(exploration: Exploration) -> list[str]:
    """Say what is known of the moves' values, and how surely."""
    study, found = exploration.study, exploration.found
    kind, position = study.kind, study.position
    if found is None:
        if isinstance(kind, ByColumn):
            unproved = ngettext(
                "{number} second wasn't enough for a proof, so there are no values. `/position` "
                "estimates them.",
                "{number} seconds weren't enough for a proof, so there are no values. "
                "`/position` estimates them.",
                round(PROVING_SECONDS),
            )
            return [unproved]
        return [gettext("My book doesn't have this position. `/position` analyses it.")]
    if is_solved(found):
        return [certainty_line(study, found), *(solved_lines(kind, position, found) or [])]
    if found.exact:
        return [certainty_line(study, found)]
    return [book_line(study)]


def _moves(exploration: Exploration) -> list[str]:
    """Return lines for the moves that are in the book, have a name, or were played: best first."""
    found, study = exploration.found, exploration.study
    values = {} if found is None else {each.move: each for each in found.candidates}
    order = list(values)
    # In a solved position, a table has the values already.
    solved = found is not None and solved_lines(study.kind, study.position, found) is not None
    lines = []
    for move in sorted(exploration.moves, key=lambda one: (_place(one, order), -_games(one))):
        value = values.get(_named(move, order))
        valued = found is not None and value is not None and value.bound == "exact"
        if not (_games(move) or move.opening or move.mine or (valued and not solved)):
            continue
        parts = [f"{MINE if move.mine else ''}**{_named(move, order)}**"]
        if len(move.moves) > 1:
            others = [other for other in move.moves if other != _named(move, order)][:MAX_SAME]
            # Translators: moves that are the same as another one but for symmetry, such as “(or c4, d3)”.
            parts[0] += " " + gettext("(or {moves})", moves=enumerated(others))
        if found is not None and value is not None and valued:
            parts.append(value_words(study.kind, study.position, found, value))
        if move.opening:
            parts.append(opening_label(move.opening))
        lines.append(" · ".join(parts))
        lines += _record_lines(move)
        if len(lines) >= 2 * MAX_MOVES:
            break
    return lines


def _named(move: ExploredMove, order: list[str]) -> str:
    """Return the one of equal moves that is named: the book's."""
    return next((one for one in order if one in move.moves), move.moves[0])


def _place(move: ExploredMove, order: list[str]) -> int:
    return min((order.index(one) for one in move.moves if one in order), default=len(order))


def _games(move: ExploredMove) -> int:
    return move.here.games + (0 if move.own is None else move.own.games)


def _record_lines(move: ExploredMove) -> list[str]:
    parts = []
    if move.here.games:
        # Translators: how often a move was played on this server, and the results in percent: “Here 20×: …”.
        here = gettext(
            "Here {games}×: {wins} won, {draws} drawn, {losses} lost",
            games=count(move.here.games),
            **_shares(move.here),
        )
        parts.append(here)
    if move.own is not None and move.own.games:
        # Translators: how often the reader played a move, and the results in percent: “You 20×: …”.
        own = gettext(
            "You {games}×: {wins} won, {draws} drawn, {losses} lost",
            games=count(move.own.games),
            **_shares(move.own),
        )
        parts.append(own)
    return [f"-# {' · '.join(parts)}"] if parts else []


def _shares(record: MoveRecord) -> dict[str, str]:
    return {
        name: percent(100 * number / record.games)
        for name, number in (("wins", record.wins), ("draws", record.draws), ("losses", record.losses))
    }
