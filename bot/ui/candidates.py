"""What searches find in words and figures: values of moves, expected lines, and the cost of searching."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from bot.catalog import GameKind
from bot.catalog.kind import ByColumn
from bot.computer.thoughts import Thought, efforts
from bot.core.snapshot import GameSnapshot, is_solved
from bot.ui.words import player_name
from engine import Candidate, Position, SearchResult
from engine.search.position import PASS
from engine.search.results import Final, Proved, points_behind
from languages import count, gettext, ngettext, pgettext
from languages.numbers import decimal
from renderers.overlays import Values

BOUNDS = {"exact": "", "at most": "≤", "at least": "≥"}

NOT_LOOKED_AT = 0.5
"""The colour of a move without a value: neither poor nor good."""

COLUMNS_IN_ROW = 8
CELL_WIDTH = 4
"""Columns and characters per column of a table, which fits on a phone."""

MAX_TEXT = 3500
"""Maximum characters of the lines, of the 4000 that Discord accepts in all."""


def candidate_lines(kind: GameKind, position: Position, found: SearchResult, taken: int) -> list[str]:
    """Return the moves with their values, best first, and the expected line, as many as fit after the
    characters already used.
    """
    lines, number = list[str](), 1
    for group in equally_good(kind, position, found):
        line = _candidates(number, group)
        taken += len(line) + 1
        if taken > MAX_TEXT:
            left = len(found.candidates) - number + 1
            # Translators: the moves of a list that are not shown.
            lines.append(ngettext("… and {number} more.", "… and {number} more.", left))
            break
        lines.append(line)
        number += len(group.moves)
    return [*lines, *expected_line(found)]


def expected_line(found: SearchResult) -> list[str]:
    """Return the line of the moves expected next; nothing if they are not known."""
    # A search that ended halfway may prefer another move already, whose value is not in the list.
    if len(found.line) < 2 or found.line[0] != found.candidates[0].move:
        return []
    # Translators: {line} are the moves that are expected next, such as “d3 c5 f6”.
    return [gettext("-# Expected: {line}", line=" ".join(found.line))]


def deciding_line(kind: GameKind, position: Position, score: int) -> str | None:
    """Return with which disc the winner wins; None for a draw and in other games."""
    number = kind.deciding_disc(position, score) if isinstance(kind, ByColumn) else None
    if number is None:
        return None
    # Translators: {number} is the number of the disc that ends the game, counted from its start.
    return gettext("The game ends with disc {number}.", number=number)


def solved_lines(kind: GameKind, position: Position, found: SearchResult) -> list[str] | None:
    """Return a table of the proved value of every column with what the figures mean, and the expected line.

    None for other games, and if not every move is proved.
    """
    if not isinstance(kind, ByColumn) or not is_solved(found):
        return None
    values = {
        candidate.move: kind.brief_value(position, round(candidate.score)) for candidate in found.candidates
    }
    columns = [item.move for item in kind.buttons(position)]
    parts = [columns[start : start + COLUMNS_IN_ROW] for start in range(0, len(columns), COLUMNS_IN_ROW)]
    rows = [
        "".join(f"{cell:>{CELL_WIDTH}}" for cell in cells)
        for part in parts
        for cells in (part, [values.get(column, ".") for column in part])
    ]
    table = "\n".join(rows)
    meaning = gettext("-# Columns: `+5` wins in 5 moves, `=` is a draw, `-5` loses in 5 moves.")
    return [f"```\n{table}\n```", meaning, *expected_line(found)]


@dataclass(frozen=True, slots=True)
class EquallyGood:
    """Neighbours in a list whose values read the same; a single one also has its best answer."""

    moves: tuple[str, ...]
    value: str
    answer: str | None

    @property
    def names(self) -> str:
        """Return the moves for a text that puts them in bold."""
        return "**, **".join(self.moves)


def equally_good(kind: GameKind, position: Position, found: SearchResult) -> list[EquallyGood]:
    """Return the candidates, best first, those of one value together."""
    groups = []
    for value, same in groupby(found.candidates, lambda each: value_words(kind, position, found, each)):
        candidates = list(same)
        answer = candidates[0].answer if len(candidates) == 1 else None
        groups.append(EquallyGood(tuple(each.move for each in candidates), value, answer))
    return groups


def _candidates(number: int, group: EquallyGood) -> str:
    """Describe moves of one value: the value, and the best answer if known."""
    if group.answer in (None, PASS):
        return f"{number}. **{group.names}** {group.value}"
    # Translators: a move in a list, its value, and the best answer, a move as well.
    return gettext(
        "{number}. **{move}** {value} · then {answer}",
        number=number,
        move=group.names,
        value=group.value,
        answer=group.answer,
    )


def is_looked_at(found: SearchResult, candidate: Candidate) -> bool:
    """Return whether a move's value can be compared with the best one.

    Next to a proved best move, a value from a shallower search is not, nor is an upper bound.
    """
    return not found.exact or (isinstance(candidate.score, Proved) and not _no_better(found, candidate))


def _no_better(result: SearchResult, candidate: Candidate) -> bool:
    """Return whether the only fact about a move is that it is no better than the proved one."""
    proved = result.exact and isinstance(candidate.score, Proved)
    return proved and candidate.bound == "at most" and float(candidate.score) >= float(result.score)


def value_words(kind: GameKind, position: Position, found: SearchResult, candidate: Candidate) -> str:
    """Describe a move's value: a proved result, a bound, an estimate, or that it was not searched."""
    if candidate.proved:
        return kind.proved(position, round(candidate.score))
    if _no_better(found, candidate):
        # Translators: in place of a move's value: no better than the best move.
        return gettext("no better")
    if not is_looked_at(found, candidate):
        # Translators: in place of a move's value.
        return gettext("not analysed")
    if isinstance(candidate.score, Proved) and not candidate.winner:
        value = gettext("a draw")
    elif _in_sight(candidate):
        return gettext("a win in sight") if candidate.winner > 0 else gettext("a loss in sight")
    else:
        value = kind.estimate(position, candidate.score)
    if candidate.bound == "exact":
        return value
    if candidate.bound == "at most":
        # Translators: {value} is such as “+2.3” or “a draw”.
        return gettext("at most {value}", value=value)
    # Translators: {value} is such as “+2.3” or “a draw”.
    return gettext("at least {value}", value=value)


def _in_sight(candidate: Candidate) -> bool:
    """Return whether a search has only seen that the game can be won or lost this way."""
    reaches_end = isinstance(candidate.score, Final) and not isinstance(candidate.score, Proved)
    return reaches_end and candidate.winner != 0


def move_values(kind: GameKind, position: Position, found: SearchResult) -> Values:
    """Return every move's value in figures, and its quality from 0 (worst) to 1 (best)."""
    valued = [candidate for candidate in found.candidates if candidate.move != PASS]
    comparable = [candidate for candidate in valued if is_looked_at(found, candidate)]
    behind = points_behind(candidate.score for candidate in comparable)
    spread = max(behind, default=0.0)
    quality = {
        candidate.move: 1.0 - points / spread if spread else 1.0
        for candidate, points in zip(comparable, behind, strict=True)
    }
    return {
        candidate.move: (
            move_value(kind, position, found, candidate),
            quality.get(candidate.move, NOT_LOOKED_AT),
        )
        for candidate in valued
    }


def move_value(kind: GameKind, position: Position, found: SearchResult, candidate: Candidate) -> str:
    if not is_looked_at(found, candidate):
        return "?"
    if _in_sight(candidate):
        # Translators: a move's value on its square: very short.
        return pgettext("value", "win?") if candidate.winner > 0 else pgettext("value", "loss?")
    return BOUNDS[candidate.bound] + kind.value_label(position, candidate.score, exact=candidate.proved)


SHORTEST = 0.1
"""Shortest thinking time that is shown as a number, seconds."""

LISTED = 5
"""Values of candidates shown to people who watch a match; the rest is counted."""


def effort_lines(snapshot: GameSnapshot) -> list[str]:
    """List the nodes and the thinking time of every computer player in a game."""
    lines = []
    for side, effort in enumerate(efforts(snapshot)):
        player = snapshot.player_of(side)
        if player is not None and effort.moves:
            lines.append(
                ngettext(
                    "-# 🧮 {disc} {player}: {nodes} nodes searched in {seconds} s, for {number} move",
                    "-# 🧮 {disc} {player}: {nodes} nodes searched in {seconds} s, for {number} moves",
                    effort.moves,
                    disc=snapshot.kind.sides[side].disc,
                    player=player_name(player),
                    nodes=count(effort.nodes),
                    seconds=_seconds(effort.seconds),
                )
            )
    return lines


def _seconds(seconds: float) -> str:
    """Format a thinking time, which is never zero."""
    # Translators: less than a tenth of a second; {seconds} is “0.1”.
    least = gettext("less than {seconds}", seconds=decimal(SHORTEST))
    return least if seconds < SHORTEST else decimal(seconds)


def move_played(kind: GameKind, player: str, thought: Thought) -> str:
    """Describe the value of a computer player's move, by its search."""
    result = thought.found
    values = {"player": player_name(player), "move": kind.move_name(result.move)}
    if not result.depth and not result.exact:
        return gettext("**{player}** played **{move}** without a search.", **values)
    played = Candidate(result.move, result.score, "exact")
    # Translators: {value} is such as “+2.3” or “a win by exactly 4”, {depth} a number of moves.
    return gettext(
        "**{player}** played **{move}** and values it at {value}, {depth} deep, {nodes} nodes.",
        value=value_words(kind, thought.position, result, played),
        depth=result.depth,
        nodes=count(result.nodes),
        **values,
    )


def thinking_list(snapshot: GameSnapshot, thought: Thought) -> list[str]:
    """Describe the last move of a match, its best candidates and their number."""
    kind = snapshot.kind
    assert snapshot.recent.latest is not None
    lines = [f"🧠 {move_played(kind, snapshot.player_of(snapshot.recent.latest.by) or '', thought)}"]
    number = 0
    for group in equally_good(kind, thought.position, thought.found)[:LISTED]:
        values = {"number": number + 1, "move": group.names, "value": group.value}
        if group.answer is None:
            lines.append(gettext("-# {number}. **{move}** {value}", **values))
        else:
            lines.append(
                # Translators: a move in a list, its value, and the best answer, a move as well.
                gettext("-# {number}. **{move}** {value} · then {answer}", answer=group.answer, **values)
            )
        number += len(group.moves)
    more = thought.candidates - number
    if number and more:
        lines.append(ngettext("-# and {number} more candidate", "-# and {number} more candidates", more))
    return lines
