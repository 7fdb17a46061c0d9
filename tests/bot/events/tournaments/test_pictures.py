"""From a tournament's results to pictures with names."""

from __future__ import annotations

from random import Random

import renderers.bracket
from bot.events.tournaments import pictures
from bot.events.tournaments.forms.standings import standings
from bot.events.tournaments.forms.types import Form
from data.tournaments.records import Entrant, Pairing
from renderers.bracket import Contestant
from renderers.table import describe_standings_table, draw_standings_table
from tests.bot.events.tournaments.forms.playing import DRAW, NEITHER, SECOND, Tournament, entrants
from tests.cases import for_each

NAMES = {number: f"Player {number}" for number in range(1, 65)}


@for_each("form", [Form.SWISS, Form.ROUND_ROBIN, Form.KNOCKOUT])
def test_standings_of_every_form_are_drawn_and_described(form: Form) -> None:
    random = Random(1)
    tournament = Tournament(form, entrants(random, 8), 3)
    tournament.play_to_the_end(random)
    table = tournament.table()
    rows, headings = pictures.standing_rows(form, table, NAMES), pictures.tie_break_headings(form)
    assert draw_standings_table(rows, headings, final=True).startswith(b"\x89PNG")
    assert f"1. Player {table[0].number}: " in describe_standings_table(rows)
    for row in rows:
        assert len(row.tie_breaks) == len(headings)


def test_an_arena_shows_performances() -> None:
    table = standings(Form.ARENA, [Entrant(1, 1500), Entrant(2, 1512.6)], [Pairing(1, 1, 2, DRAW)])
    rows = pictures.standing_rows(Form.ARENA, table, NAMES)
    assert [row.tie_breaks for row in rows] == [(1513,), (1500,)]
    headings = pictures.tie_break_headings(Form.ARENA)
    assert draw_standings_table(rows, headings).startswith(b"\x89PNG")


def test_a_bracket_has_seeds_results_and_byes() -> None:
    field = [Entrant(number, 1000.0 + number) for number in range(1, 4)]
    played = [
        Pairing(1, 3, None, None, slot=1),
        Pairing(1, 2, 1, DRAW, slot=2),
        Pairing(1, 1, 2, SECOND, replay=1, slot=2),
        Pairing(2, 3, 2, None, slot=3),
    ]
    tree = pictures.bracket_tree(field, played, NAMES)
    bye, semifinal = tree.rounds[0]
    assert bye.is_bye
    assert bye.contestants == (Contestant(1, "Player 3"), None)
    assert semifinal.contestants == (Contestant(2, "Player 2", "½1"), Contestant(3, "Player 1", "½0"))
    assert semifinal.winner == 0
    assert tree.rounds[1][0].is_live
    assert renderers.bracket.current_page(tree) == 0
    assert renderers.bracket.draw(tree).startswith(b"\x89PNG")
    assert "Player 2 – Player 1 (Player 2 won)" in renderers.bracket.describe(tree)


def test_absences_are_marked_and_matches_without_players_are_no_byes() -> None:
    field = [Entrant(1, 1600), Entrant(2, 1500)]
    played = [Pairing(1, 1, 2, NEITHER, forfeit=True, slot=1)]
    tree = pictures.bracket_tree(field, played, NAMES)
    (final,) = tree.rounds[0]
    assert [one.marks for one in final.contestants if one] == ["−", "−"]
    assert final.is_over
    assert final.winner is None
    field = [Entrant(number, 1600 - number) for number in range(1, 5)]
    played = [
        Pairing(1, 1, 4, NEITHER, forfeit=True, slot=1),
        Pairing(1, 2, 3, NEITHER, forfeit=True, slot=2),
    ]
    names = {number: f"Player {number}" for number in range(1, 5)}
    tree = pictures.bracket_tree(field, played, names)
    assert tree.third is not None
    assert [(one.is_over, one.is_bye) for one in (tree.rounds[1][0], tree.third)] == [(True, False)] * 2
