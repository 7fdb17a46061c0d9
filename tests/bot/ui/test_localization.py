"""Commands in the languages of players, within Discord's rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.rooms import unconnected_tree
from bot.ui.localization import CommandTranslator, command_texts, faults, is_name
from languages import LANGUAGES
from tests.cases import for_each
from tests.languages.catalogues import language_with, teach
from tests.loopback.rules import broken_by_command
from tests.loopback.schema import check_request

TREE = unconnected_tree()
TEXTS = [*command_texts(TREE)]

FRENCH: Mapping[tuple[str | None, str], str] = {
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


async def test_every_text_of_a_command_is_sent_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = await payload(tmp_path, monkeypatch, "fr", FRENCH)
    game = sent["game"]
    assert game["name"] == "game"
    assert game["name_localizations"] == {"fr": "partie"}
    assert game["description_localizations"] == {"fr": "Aide"}
    ask = next(option for option in game["options"] if option["name"] == "ask")
    assert ask["name_localizations"] == {"fr": "demander"}
    assert ask["description_localizations"] == {"fr": "Demander la nulle"}
    what = ask["options"][0]
    assert what["name_localizations"] == {"fr": "quoi"}
    assert what["description_localizations"] == {"fr": "Ce que vous demandez"}
    (draw,) = (choice for choice in what["choices"] if choice["name"] == "Offer a draw")
    assert draw["name_localizations"] == {"fr": "Proposer la nulle"}
    assert sent["Challenge to Reversi"]["name_localizations"] == {"fr": "Défier au Reversi"}
    check_request("PUT", "/applications/{application_id}/commands", [*sent.values()])


async def test_both_kinds_of_spanish_have_the_same_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = await payload(tmp_path, monkeypatch, "es", {("command", "game"): "partida"})
    assert sent["game"]["name_localizations"] == {"es-ES": "partida", "es-419": "partida"}


async def test_one_bad_name_is_left_out_and_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with capture_logs() as logs:
        texts = {**FRENCH, ("command", "ask"): "Demander à"}
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
    with capture_logs() as logs:
        sent = await payload(tmp_path, monkeypatch, "fr", {**FRENCH, ("option", "game"): "La partie"})
    assert len(logs) > 1
    assert sent["game"]["name_localizations"] == {"fr": "partie"}
    assert "La partie" not in str(sent)


@for_each(
    ("wrong", "said"),
    [
        ({("command", "game"): "Partie"}, "lower-case"),
        ({("command", "game"): "la partie"}, "lower-case"),
        ({("command", "game"): "p" * 33}, "33 characters, not 1 to 32"),
        ({("option", "what"): "quoi?"}, "lower-case"),
        ({("command", "game"): "partie", ("command", "games"): "partie"}, "another command"),
        # The English name of another one.
        ({("command", "hint"): "help"}, "another command"),
        ({("command", "resign"): "board"}, "another command"),
        ({("option", "bot"): "qui", ("option", "opponent"): "qui"}, "another option"),
        (
            {("choice", "Black (moves first)"): "au hasard", ("choice", "Random"): "au hasard"},
            "another choice",
        ),
        ({("menu", "Challenge to Reversi"): "x" * 33}, "33 characters"),
        (
            {("option description", "What to ask for (default: choose from a menu)"): "x" * 101},
            "101 characters, not 1 to 100",
        ),
        ({("choice", "Offer a draw"): "x" * 101}, "101 characters"),
    ],
)
def test_what_discord_would_refuse_is_found(wrong: dict[tuple[str, str], str], said: str) -> None:
    found = [*faults(TEXTS, lambda context, english: wrong.get((context, english), english))]
    assert found
    assert all(said in fault.reason for fault in found)
    assert {(fault.text.context, fault.text.english) for fault in found} <= wrong.keys()


def test_the_same_name_in_different_groups_is_no_clash() -> None:
    same = {("command", "computer"): "x", ("command", "create"): "x", ("option", "game"): "x"}
    assert not [*faults(TEXTS, lambda context, english: same.get((context, english), english))]


@for_each("name", ["partie", "rückgängig", "l'ordi", "対局", "リバーシ", "人々", "हिन्दी", "ไทย", "4-4"])
def test_names_that_discord_takes(name: str) -> None:
    assert is_name(name)


@for_each("name", ["Partie", "deux mots", "mate!", "・", "ÉTÉ"])
def test_names_that_discord_refuses(name: str) -> None:
    assert not is_name(name)


async def test_the_commands_of_all_catalogues_keep_to_the_limits() -> None:
    translator = CommandTranslator(TREE)
    sent = [await command.get_translated_payload(TREE, translator) for command in TREE.get_commands()]
    check_request("PUT", "/applications/{application_id}/commands", sent)
    assert not [rule for command in sent for rule in broken_by_command(command)]
