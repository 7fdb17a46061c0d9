"""Pictures of a tournament with their alt texts: standings and bracket, with names for its numbers.

Names are those for places without markup, see `bot.ui.untrusted.shortened`. Drawing takes up to
a tenth of a second, so call `draw_standings_table` and `renderers.bracket.draw` in a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.events.tournaments.forms.knockout import Match, bracket, seeds
from bot.events.tournaments.forms.standings import TournamentStanding
from bot.events.tournaments.forms.types import Form
from data.tournaments.records import Entrant, Pairing
from languages import pgettext
from renderers.bracket import Box, Contestant, Tree
from renderers.table import StandingRow

Names = Mapping[int, str]
"""Name by the entrant's number."""

_MARKS = {1.0: "1", 0.5: "½", 0.0: "0"}
_FORFEITS = {1.0: "+", 0.0: "−"}


def tie_break_headings(form: Form) -> tuple[str, ...]:
    """Return the headings of the tie-breaks that a picture of standings shows."""
    # Translators: a tie-break of tournaments, Buchholz; above a column with room for four letters.
    buchholz = pgettext("heading", "BH")
    # Translators: a tie-break of tournaments, Sonneborn-Berger; above a column with room for four letters.
    sonneborn_berger = pgettext("heading", "SB")
    match form:
        case Form.SWISS:
            return buchholz, sonneborn_berger
        case Form.ROUND_ROBIN:
            return (sonneborn_berger,)
        case Form.ARENA:
            # Translators: performance, how strong a player was, like a rating; room for five letters.
            return (pgettext("heading", "perf."),)
        case Form.KNOCKOUT:
            return ()


def standing_rows(form: Form, table: Iterable[TournamentStanding], names: Names) -> list[StandingRow]:
    return [
        StandingRow(
            one.rank,
            names[one.number],
            one.points,
            one.wins,
            one.draws,
            one.losses,
            _tie_breaks(form, one),
            has_left=one.has_left,
        )
        for one in table
    ]


def _tie_breaks(form: Form, one: TournamentStanding) -> tuple[float | None, ...]:
    match form:
        case Form.SWISS:
            return one.buchholz, one.sonneborn_berger
        case Form.ROUND_ROBIN:
            return (one.sonneborn_berger,)
        case Form.ARENA:
            return (None if one.performance is None else round(one.performance),)
        case Form.KNOCKOUT:
            return ()


def bracket_tree(entrants: Sequence[Entrant], played: Sequence[Pairing], names: Names) -> Tree:
    """Return the bracket of a knockout with names."""
    drawn = bracket(entrants, played)
    places = {number: place for place, number in enumerate(seeds(entrants), 1)}

    def contestant(match: Match, number: int | None) -> Contestant | None:
        if number is None:
            return None
        marks = "".join(mark for game in match.games if (mark := _mark(game, number)))
        return Contestant(places.get(number, 0), names[number], marks)

    def box(match: Match) -> Box:
        winner = None if match.winner is None else (match.first, match.second).index(match.winner)
        return Box(
            (contestant(match, match.first), contestant(match, match.second)),
            winner,
            is_over=match.is_over,
            is_live=any(game.is_pending for game in match.games),
            is_bye=match.is_over and (match.first is None) != (match.second is None),
        )

    rounds = [[box(match) for match in matches] for matches in drawn.rounds]
    return Tree(rounds, box(drawn.third) if drawn.third else None)


def _mark(game: Pairing, number: int) -> str:
    """Return an entrant's result in a game, "" while there is none."""
    if game.second is None or game.outcome is None:
        return ""
    return (_FORFEITS if game.is_forfeit else _MARKS)[game.points_of(number)]
