"""Options of commands, and their localisation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices, UnknownPlayer, completions
from bot.computer.opponents.saved import read_recipe
from bot.play.games.refusals import NoGameHere
from bot.puzzles.words import theme_name
from bot.rooms import unconnected_tree
from bot.ui.localization import CommandTranslator, command_texts, faults, is_name
from bot.ui.opponent_menu import suggestions
from bot.ui.options import board_choices, board_options, named_choices, time_choices, time_option
from bot.ui.refusals import BadRequest, refusal_text
from bot.ui.words import command_line
from data import Storage
from languages import LANGUAGES, Language, forms, speaking
from tests.cases import for_each
from tests.languages.catalogues import language_with, teach
from tests.loopback.rules import broken_by_command
from tests.loopback.schema import check_request

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


@for_each(
    ("typed", "board"),
    ("6x6, anti-Reversi : le moins de pions gagne", "6x6 anti"),
    ("6X6, ANTI-REVERSI : LE MOINS DE PIONS GAGNE", "6x6 anti"),
    ("6x6, anti-Reversi: fewest discs win", "6x6 anti"),
    ("6x6 anti", "6x6 anti"),
    ("１０x１０", "10x10"),
    ("8x8", ""),
)
def test_a_board_is_understood_in_both_languages(typed: str, board: str) -> None:
    assert board_options(REVERSI, typed) == board


def test_boards_times_and_commands_are_in_the_readers_words() -> None:
    assert board_options(CONNECT4, "9x6, cinq a la suite") == "9x6c5"
    (unlimited,) = time_choices("limite")
    assert (unlimited.name, unlimited.value) == ("Sans limite de temps", "none")
    assert [choice.value for choice in time_choices("no time")] == ["none"]
    assert time_choices("4 jours")[0].value == "4d"
    (corner,) = named_choices("corner", ["corner", "parity"], theme_name)
    assert (corner.name, corner.value) == ("coin", "corner")
    typed = command_line("opponent", name="Otto", game="Reversi")
    assert typed == "/adversaire nom:Otto jeu:Reversi"
    assert "`/puissance4 start`" in refusal_text(NoGameHere("connect4"))


@for_each(
    ("typed", "offered"), ("cinq a", ["9x6c5"]), ("five", ["9x6c5"]), ("suite", ["9x6c5"]), ("quatre", [])
)
def test_boards_are_suggested_in_the_readers_words(typed: str, offered: list[str]) -> None:
    found = board_choices(CONNECT4, typed)
    assert [choice.value for choice in found] == offered
    assert all(choice.name == "9x6, cinq à la suite" for choice in found)


@for_each(
    ("typed", "control"),
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
)
def test_a_time_is_understood_in_both_languages(typed: str, control: str | None) -> None:
    if control is None:
        with pytest.raises(BadRequest):
            time_option(typed)
    else:
        assert str(time_option(typed)) == control


@for_each(
    ("typed", "spec"),
    ("Débutant", "beginner"),
    ("debutant", "beginner"),
    ("beginner", "beginner"),
    ("facile", "easy"),
    ("glouton:6", "greedy:6"),
    ("Par cases : time", "positional:time"),
    ("glouton：６", "greedy:6"),
    ("hasard", "random|random:1"),
)
async def test_a_computer_player_is_read_in_both_languages(storage: Storage, typed: str, spec: str) -> None:
    assert (await OpponentChoices(storage).find(REVERSI, None, typed)).spec == spec


async def test_computer_players_are_suggested_in_the_readers_words(storage: Storage) -> None:
    choices = OpponentChoices(storage)
    players = await choices.choices(REVERSI, None)
    values = {"debu": "beginner", "begin": "beginner", "glou": "greedy", "GLOUTON:6": "greedy:6"}
    for typed, value in values.items():
        (name, chosen), *_ = suggestions(REVERSI, players, completions(REVERSI, typed), "easy", typed)
        assert chosen == value
        assert name.startswith(("débutant", "glouton"))
    with pytest.raises(UnknownPlayer) as caught:
        await choices.find(REVERSI, None, "fácil")
    assert "“facile”?" in refusal_text(caught.value)


@for_each(
    ("typed", "recipe"),
    ("glouton:4 opening=hasard:1@6 end=glouton:12@10", "greedy:4 opening=random:1@6 end=greedy:12@10"),
    ("greedy:4 random-ties cap=2.5", "greedy:4 random-ties cap=2.5"),
)
def test_a_recipe_may_name_styles_in_both_languages(typed: str, recipe: str) -> None:
    assert str(read_recipe(REVERSI, typed)) == str(read_recipe(REVERSI, recipe))


TREE = unconnected_tree()
TEXTS = [*command_texts(TREE)]

FRENCH_LOCALIZATION: Mapping[tuple[str | None, str], str] = {
    ("command", "game"): "partie",
    ("command", "ask"): "demander",
    (
        "command description",
        "Ask for a draw, a takeback, what I think, or a computer to play for you",
    ): "Demander la nulle",
    (
        "command description",
        "Your game: its board, resigning, requests to your opponent, planned moves",
    ): "Aide",
    ("option", "what"): "quoi",
    ("option description", "What to ask for (default: choose from a menu)"): "Ce que vous demandez",
    ("choice", "Offer a draw"): "Proposer la nulle",
    ("menu", "Challenge to Reversi"): "Défier au Reversi",
}


async def payload(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, texts: Mapping[tuple[str | None, str], str]
) -> dict[str, dict[str, Any]]:
    """Return what is sent to Discord, by command, if only one catalogue has texts, these ones."""
    for other in LANGUAGES:
        given = texts if other == code else {}
        teach(monkeypatch, language_with(folder, other, given))
    translator = CommandTranslator(TREE)
    return {
        command.name: await command.get_translated_payload(TREE, translator)
        for command in TREE.get_commands()
    }


@for_each("language", forms())
def test_the_small_catalogue_of_commands_has_all_their_texts(language: Language) -> None:
    for text in TEXTS:
        whole = language.catalogue.pgettext(text.context, text.english)
        assert language.commands.pgettext(text.context, text.english) == whole
    others = [message for message in getattr(language.commands, "_catalog", {}) if "\x04" not in message]
    assert others in ([], [""])


async def test_every_text_of_a_command_is_sent_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = await payload(tmp_path, monkeypatch, "fr", FRENCH_LOCALIZATION)
    game, menu = sent["game"], sent["Challenge to Reversi"]
    (ask,) = (option for option in game["options"] if option["name"] == "ask")
    what, *_ = ask["options"]
    (draw,) = (choice for choice in what["choices"] if choice["name"] == "Offer a draw")
    assert game["name"] == "game"
    for one, name, description in (
        *((game, "partie", "Aide"), (ask, "demander", "Demander la nulle")),
        (what, "quoi", "Ce que vous demandez"),
        *((draw, "Proposer la nulle", None), (menu, "Défier au Reversi", None)),
    ):
        assert one["name_localizations"] == {"fr": name}
        assert description is None or one["description_localizations"] == {"fr": description}
    check_request("PUT", "/applications/{application_id}/commands", [*sent.values()])


async def test_both_kinds_of_spanish_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = await payload(tmp_path, monkeypatch, "es", {("command", "game"): "partida"})
    assert sent["game"]["name_localizations"] == {"es-ES": "partida", "es-419": "partida"}


async def test_one_bad_name_is_left_out_and_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with capture_logs() as logs:
        texts = {**FRENCH_LOCALIZATION, ("command", "ask"): "Demander à"}
        sent = await payload(tmp_path, monkeypatch, "fr", texts)
    assert not any(option["name_localizations"] for option in sent["game"]["options"])
    assert sent["game"]["name_localizations"] == {"fr": "partie"}
    (entry,) = logs
    assert entry["language"] == "fr"
    assert "'ask' (/game ask): 'Demander à'" in entry["fault"]


async def test_a_bad_name_of_several_commands_is_left_out_of_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sum((text.context, text.english) == ("option", "game") for text in TEXTS) > 1
    texts = {**FRENCH_LOCALIZATION, ("option", "game"): "La partie"}
    with capture_logs() as logs:
        sent = await payload(tmp_path, monkeypatch, "fr", texts)
    assert len(logs) > 1
    assert sent["game"]["name_localizations"] == {"fr": "partie"}
    assert "La partie" not in str(sent)


@for_each(
    ("wrong", "said"),
    ({("command", "game"): "Partie"}, "lower-case"),
    ({("command", "game"): "la partie"}, "lower-case"),
    ({("command", "game"): "p" * 33}, "33 characters, not 1 to 32"),
    ({("option", "what"): "quoi?"}, "lower-case"),
    ({("command", "game"): "partie", ("command", "games"): "partie"}, "another command"),
    # The English name of another one.
    ({("command", "hint"): "help"}, "another command"),
    ({("command", "resign"): "board"}, "another command"),
    ({("option", "bot"): "qui", ("option", "opponent"): "qui"}, "another option"),
    ({("choice", "Black (moves first)"): "au hasard", ("choice", "Random"): "au hasard"}, "another choice"),
    ({("menu", "Challenge to Reversi"): "x" * 33}, "33 characters"),
    (
        {("option description", "What to ask for (default: choose from a menu)"): "x" * 101},
        "101 characters, not 1 to 100",
    ),
    ({("choice", "Offer a draw"): "x" * 101}, "101 characters"),
)
def test_what_discord_would_refuse_is_found(wrong: dict[tuple[str, str], str], said: str) -> None:
    found = [*faults(TEXTS, lambda context, english: wrong.get((context, english), english))]
    assert found
    assert all(said in fault.reason for fault in found)
    assert {(fault.text.context, fault.text.english) for fault in found} <= wrong.keys()


def test_the_same_name_in_different_groups_is_no_clash() -> None:
    same = {("command", "computer"): "x", ("command", "create"): "x", ("option", "game"): "x"}
    assert not [*faults(TEXTS, lambda context, english: same.get((context, english), english))]


def test_names_are_those_that_discord_takes() -> None:
    taken = ["partie", "rückgängig", "l'ordi", "対局", "リバーシ", "人々", "हिन्दी", "ไทย", "4-4"]
    names = [*taken, "Partie", "deux mots", "mate!", "・", "ÉTÉ"]
    assert [name for name in names if is_name(name)] == taken


async def test_the_commands_of_all_catalogues_keep_to_the_limits() -> None:
    translator = CommandTranslator(TREE)
    sent = [await command.get_translated_payload(TREE, translator) for command in TREE.get_commands()]
    check_request("PUT", "/applications/{application_id}/commands", sent)
    assert not [rule for command in sent for rule in broken_by_command(command)]
