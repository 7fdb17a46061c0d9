"""All examples in the documentation and the help are valid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices
from bot.computer.opponents.saved import read_recipe
from bot.core.refusals import Refusal
from bot.play.help.words import own_styles
from bot.play.questions.words import WHICH_COMPUTER
from data import Storage

ROOT = Path(__file__).parents[4]
HELP = own_styles()
TEXTS = {
    "docs/playing.md": (ROOT / "docs" / "playing.md").read_text(),
    "docs/origins.md": (ROOT / "docs" / "origins.md").read_text(),
    "README.md": (ROOT / "README.md").read_text(),
    "help": HELP + WHICH_COMPUTER,
}
SAVED = {"Octo", "Doctor"}
"""Names of opponents that the texts have saved before."""


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
async def test_documented_players(storage: Storage, text: str) -> None:
    found = re.findall(r"\b(?:bot|first|second):([A-Za-z][\w:,.-]*[\w])", text)
    assert found
    choices = OpponentChoices(storage)
    for typed in set(found) - SAVED:
        assert [kind.key for kind in GAMES.values() if await known(choices, kind.key, typed)], typed


async def known(choices: OpponentChoices, game: str, typed: str) -> bool:
    try:
        await choices.find(GAMES[game], None, typed)
    except Refusal:
        return False
    return True


def test_documented_recipes() -> None:
    found = re.findall(r"recipe:([a-z][^`]+)`", TEXTS["docs/origins.md"])
    assert found
    for recipe in found:
        kind = GAMES["connect4" if "alignments" in recipe else "reversi"]
        assert read_recipe(kind, recipe)
