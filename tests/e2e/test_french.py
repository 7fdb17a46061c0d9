"""A whole game, its review and a puzzle in French, as players read them."""

from __future__ import annotations

import pytest

import languages
from languages import LANGUAGES
from tests.e2e.test_puzzles import given, own, solves
from tests.e2e.world import World

pytestmark = pytest.mark.english
"""The language here is a real one."""

FRENCH = {
    "accept": "Accepter",
    "challenge": "### 🔴🟡 Puissance 4\n{ann} défie {ben} ({ann} joue Rouge).",
    "answered": "Rouge a joué **colonne 3**, Jaune a répondu **colonne 1**.",
    "to move": "🔴 **À {ann} de jouer.**",
    "described": "4 à aligner, 7 colonnes sur 6 lignes ; la ligne 1 est en haut. Les derniers coups étaient "
    "colonne 3 et, en réponse, colonne 1. À Rouge de jouer. Ligne 1 : vide.",
    "wrong turn": "C’est à {ann} de jouer. Ton tour vient juste après.",
    "won": "🏆 **{ann} gagne avec quatre pions alignés**.\n{ann} : partie de placement 1 sur 10 environ",
    "below": "Revanche, Bilan, Revoir",
    "review": "Bilan",
    "reviewed": "### 🔍 Bilan de la partie #1\n🔴 {ann} : **15 %** de précision · 1 erreur, 2 gaffes",
    "chart": "Ann : précision 15 %, victoires perdues : 2,5. Ben : précision 5 %",
    "task": "### 🧩 Problème (Reversi)\n⚫ **Noir joue et gagne.**\n-# Coup 1 sur 2 · seul",
    "solved": "🎉 **Résolu au premier essai !**",
}


def unbroken(text: str | None) -> str:
    """Return a text with usual spaces in place of those that do not break."""
    return (text or "").replace("\u202f", " ").replace("\u00a0", " ")


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What is expected, in the language of everyone and of the server."""
    for locale in ("en-US", "en-GB"):
        monkeypatch.setitem(languages._BY_LOCALE, locale, LANGUAGES["fr"])
    return FRENCH


async def test_a_game_its_review_and_a_puzzle(words: dict[str, str], world: World) -> None:
    ann, ben = world.ann, world.ben
    said = {key: text.format(ann=ann.mention, ben=ben.mention) for key, text in words.items()}

    await ann.types("connect4 start", opponent=ben, colour="first")
    assert unbroken(world.posts()[-1].text) == said["challenge"]
    await ben.taps(words["accept"])
    for number, column in enumerate(["1", "1", "2", "1", "3", "1"]):
        await (ann, ben)[number % 2].taps(column, world.board())
    assert said["answered"] in world.board().text
    assert said["to move"] in world.board().text
    assert unbroken(world.board().alt).startswith(said["described"])
    assert (await ben.taps("4", world.board())).private == said["wrong turn"]
    await ann.taps("4", world.board())
    assert said["won"] in unbroken(world.board().text)
    assert ", ".join(world.board().labels) == said["below"]

    await ann.taps(words["review"], world.board())
    review = world.posts()[-1]
    assert unbroken(review.text).startswith(said["reviewed"])
    assert unbroken(review.alt).startswith(said["chart"])

    puzzle = await given(world, ann, 2)
    assert own(world, ann).text.startswith(said["task"])
    await solves(world, ann, puzzle)
    assert said["solved"] in unbroken(own(world, ann).text)
