"""What a search thinks of every move, in words and figures: in hints, and where positions are analysed."""

from __future__ import annotations

from bot.catalog import GameKind
from bot.ui.language import gettext
from engine import Candidate, Position, SearchResult
from engine.search.position import PASS
from renderers.heat_map import Values

BOUNDS = {"exact": "", "at most": "≤", "at least": "≥"}

MOST_TEXT = 3500
"""Discord takes 4000 characters in all."""


def candidate_lines(kind: GameKind, position: Position, found: SearchResult, taken: int) -> list[str]:
    """The moves with their values, best first, and the line that is expected; as many as there is room for
    beside so many characters that are taken."""
    lines = []
    for number, candidate in enumerate(found.candidates, 1):
        line = _candidate(kind, position, number, candidate, exact=found.exact)
        taken += len(line) + 1
        if taken > MOST_TEXT:
            lines.append(gettext("… and {number} more.", number=len(found.candidates) - number + 1))
            break
        lines.append(line)
    # A search that ended halfway may prefer another move already, whose value is not in the list.
    if len(found.line) > 1 and found.line[0] == found.candidates[0].move:
        lines.append(gettext("-# Expected: {line}", line=" ".join(found.line)))
    return lines


def _candidate(kind: GameKind, position: Position, number: int, candidate: Candidate, *, exact: bool) -> str:
    """One move: its value, and the best answer to it if that is known."""
    if exact and candidate.bound == "exact":
        value = kind.proved(position, round(candidate.score))
    else:
        estimate = kind.estimate(position, candidate.score)
        value = {
            "exact": estimate,
            "at most": gettext("at most {value}", value=estimate),
            "at least": gettext("at least {value}", value=estimate),
        }[candidate.bound]
    if candidate.answer in (None, PASS):
        return f"{number}. **{candidate.move}** {value}"
    return gettext(
        "{number}. **{move}** {value} · then {answer}",
        number=number,
        move=candidate.move,
        value=value,
        answer=candidate.answer,
    )


def move_values(kind: GameKind, position: Position, found: SearchResult) -> Values:
    """Every move's value in figures, and its quality between the worst (0) and the best (1)."""
    valued = [candidate for candidate in found.candidates if candidate.move != PASS]
    scores = [candidate.score for candidate in valued]
    spread = max(scores, default=0) - min(scores, default=0)
    return {
        candidate.move: (
            move_value(kind, position, found, candidate),
            (candidate.score - min(scores)) / spread if spread else 1.0,
        )
        for candidate in valued
    }


def move_value(kind: GameKind, position: Position, found: SearchResult, candidate: Candidate) -> str:
    """One move's value in figures."""
    proved = found.exact and candidate.bound == "exact"
    return BOUNDS[candidate.bound] + kind.value_label(position, candidate.score, exact=proved)
