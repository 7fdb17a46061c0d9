"""Options typed in the reader's language or in English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices, completions
from bot.computer.opponents.refusals import UnknownPlayer
from bot.computer.opponents.saved import read_recipe
from bot.play.games.refusals import NoGameHere
from bot.puzzles.words import theme_name
from bot.ui.opponent_menu import suggestions
from bot.ui.options import board_choices, board_options, named_choices, time_choices, time_option
from bot.ui.refusals import BadRequest, refusal_text
from bot.ui.words import command_line
from data import Storage
from languages import speaking
from tests.languages.catalogues import language_with

REVERSI, CONNECT4 = GAMES["reversi"], GAMES["connect4"]

FRENCH = {
    ("command", "opponent"): "adversaire",
    ("command", "create"): "créer",
    ("command", "connect4"): "puissance4",
    ("option", "name"): "nom",
    ("option", "game"): "jeu",
    ("level", "beginner"): "débutant",
    ("level", "easy"): "facile",
    ("style", "greedy"): "glouton",
    ("style", "positional"): "par cases",
    ("style", "random"): "hasard",
    (None, "{size}, anti-Reversi: fewest discs win"): "{size}, anti-Reversi : le moins de pions gagne",
    (None, "{size}, five in a row"): "{size}, cinq à la suite",
    (None, "No time limit"): "Sans limite de temps",
    (None, "{minutes} min + {seconds} s per move"): "{minutes} min + {seconds} s par coup",
    ("typed", "d day days"): "j jour jours",
    ("puzzle theme", "corner"): "coin",
}


@pytest.fixture(autouse=True)
def _in_french(tmp_path: Path) -> Iterator[None]:
    with speaking(language_with(tmp_path, "fr", FRENCH)):
        yield


@pytest.mark.parametrize(
    ("typed", "board"),
    [
        ("6x6, anti-Reversi : le moins de pions gagne", "6x6 anti"),
        ("6X6, ANTI-REVERSI : LE MOINS DE PIONS GAGNE", "6x6 anti"),
        ("6x6, anti-Reversi: fewest discs win", "6x6 anti"),
        ("6x6 anti", "6x6 anti"),
        ("１０x１０", "10x10"),
        ("8x8", ""),
    ],
)
def test_a_board_is_understood_in_both_languages(typed: str, board: str) -> None:
    assert board_options(REVERSI, typed) == board


def test_a_board_of_connect4_is_understood_without_accents() -> None:
    assert board_options(CONNECT4, "9x6, cinq a la suite") == "9x6c5"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("cinq a", ["9x6c5"]), ("five", ["9x6c5"]), ("suite", ["9x6c5"]), ("quatre", [])],
)
def test_boards_are_suggested_in_the_readers_words(typed: str, offered: list[str]) -> None:
    found = board_choices(CONNECT4, typed)
    assert [choice.value for choice in found] == offered
    assert all(choice.name == "9x6, cinq à la suite" for choice in found)


@pytest.mark.parametrize(
    ("typed", "control"),
    [
        ("3 jours", "3d"),
        ("1 jour", "1d"),
        ("2j", "2d"),
        ("3 days", "3d"),
        ("5+3", "5+3"),
        ("5 min + 3 s par coup", None),
        ("10 min", "10+0"),
        ("sans limite de temps", "None"),
        ("none", "None"),
        ("3 semaines", None),
    ],
)
def test_a_time_is_understood_in_both_languages(typed: str, control: str | None) -> None:
    if control is None:
        with pytest.raises(BadRequest):
            time_option(typed)
    else:
        assert str(time_option(typed)) == control


def test_times_are_suggested_in_the_readers_words() -> None:
    (unlimited,) = time_choices("limite")
    assert (unlimited.name, unlimited.value) == ("Sans limite de temps", "none")
    assert [choice.value for choice in time_choices("no time")] == ["none"]
    assert time_choices("4 jours")[0].value == "4d"


def test_a_suggestion_by_the_english_name_is_shown_in_the_readers_words() -> None:
    (corner,) = named_choices("corner", ["corner", "parity"], theme_name)
    assert (corner.name, corner.value) == ("coin", "corner")


@pytest.mark.parametrize(
    ("typed", "spec"),
    [
        ("Débutant", "beginner"),
        ("debutant", "beginner"),
        ("beginner", "beginner"),
        ("facile", "easy"),
        ("glouton:6", "greedy:6"),
        ("Par cases : time", "positional:time"),
        ("glouton：６", "greedy:6"),
        ("hasard", "random|random:1"),
    ],
)
async def test_a_computer_player_is_understood_in_both_languages(
    storage: Storage, typed: str, spec: str
) -> None:
    assert (await OpponentChoices(storage).find(REVERSI, None, typed)).spec == spec


async def test_an_unknown_level_is_answered_with_the_readers_names(storage: Storage) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        await OpponentChoices(storage).find(REVERSI, None, "fácil")
    assert "“facile”?" in refusal_text(caught.value)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("debu", "beginner"), ("begin", "beginner"), ("glou", "greedy"), ("GLOUTON:6", "greedy:6")],
)
async def test_computer_players_are_suggested_in_the_readers_words(
    storage: Storage, typed: str, value: str
) -> None:
    players = await OpponentChoices(storage).choices(REVERSI, None)
    found = suggestions(REVERSI, players, completions(REVERSI, typed), "easy", typed)
    assert found[0][1] == value
    assert found[0][0].startswith(("débutant", "glouton"))


@pytest.mark.parametrize(
    ("typed", "recipe"),
    [
        ("glouton:4 opening=hasard:1@6 end=glouton:12@10", "greedy:4 opening=random:1@6 end=greedy:12@10"),
        ("greedy:4 random-ties cap=2.5", "greedy:4 random-ties cap=2.5"),
    ],
)
def test_a_recipe_may_name_styles_in_both_languages(typed: str, recipe: str) -> None:
    assert str(read_recipe(REVERSI, typed)) == str(read_recipe(REVERSI, recipe))


def test_a_command_to_type_is_in_the_readers_words() -> None:
    typed = command_line("opponent", name="Otto", game="Reversi")
    assert typed == "/adversaire nom:Otto jeu:Reversi"


def test_a_refusal_names_the_command_of_a_game_as_the_reader_sees_it() -> None:
    assert "`/puissance4 start`" in refusal_text(NoGameHere("connect4"))
