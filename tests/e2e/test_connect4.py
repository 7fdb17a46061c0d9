"""Connect 4 from the command to the result, on the usual grid and on others, and in French."""

from __future__ import annotations

import random

import pytest

import languages
from languages import LANGUAGES
from tests.e2e.test_puzzles import given, own, solves
from tests.e2e.world import World

#: A game without a line.
DRAWN = "4 1 3 3 4 3 2 4 1 1 7 5 4 2 3 1 7 3 7 5 1 5 5 6 3 4 5 1 4 6 5 7 7 7 6 6 6 6 2 2 2 2"


async def test_two_people_play_to_four_in_a_row(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("connect4 start", opponent=ben, colour="first")
    await ben.taps("Accept")
    board = world.board()
    assert board.picture == "connect4-1-0.png"
    assert f"🔴 {ann.mention} · 🟡 {ben.mention}" in board.text
    assert [label for label in board.labels if label.isdigit()] == list("1234567")
    await world.play("4 4 5 5 6 6", ann, ben)
    board = world.board()
    assert "Red played **column 6**, Yellow answered **column 6**." in board.text
    assert "Row 5: yellow 4 5 6. Row 6: red 4 5 6." in board.alt
    assert (await ben.taps("7")).private.startswith(f"It is {ann.mention}'s turn")
    await ann.taps("7")
    board = world.board()
    assert f"🏆 **{ann.mention} wins with four in a row**" in board.text
    assert f"{ann.mention}: placement game 1 of about 10" in board.text
    assert board.labels == ["Rematch", "Review", "Replay"]
    assert "Connect 4" in (await ann.types("leaderboard", game="connect4")).public
    rules = await ann.reads_rules("connect4")
    assert "Four in a row win" in rules.private
    assert "Red has won the game." in rules.messages[0].alt


@pytest.mark.long
async def test_a_full_column_cannot_be_tapped_and_a_full_grid_is_a_draw(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("connect4 start", opponent=ben, colour="first")
    await ben.taps("Accept")
    first, last = DRAWN[:55], DRAWN[56:]
    await world.play(first, ann, ben)
    assert world.board().moves == list("24567")
    await world.play(last, ann, ben)
    assert "**A draw**, the grid is full." in world.board().text


@pytest.mark.long
@pytest.mark.parametrize(("board", "columns"), [("5x4c3", 5), ("12 × 6", 12)])
async def test_a_person_plays_the_computer_on_other_grids(world: World, board: str, columns: int) -> None:
    ann = world.ann
    await ann.types("connect4 start", bot="easy", colour="second", board=board)
    rng = random.Random(board)
    while (shown := world.board()).moves:
        assert set(shown.moves) <= set(map(str, range(1, columns + 1)))
        assert len(shown.moves) == columns or (await world.snapshot()).game.ply > 4
        assert f"**{ann.mention} to move.**" in shown.text
        await ann.taps(rng.choice(shown.moves))
    assert (await world.snapshot()).position.result() is not None
    assert "🔴 Flipfour (easy)" in shown.text
    assert "placement game" not in shown.text


async def test_a_grid_that_is_not_offered_is_refused_in_words(world: World) -> None:
    answer = await world.ann.types("connect4 start", bot="easy", board="4x4c6")
    assert answer.private == (
        "Connect 4 has no board “4x4c6”. Choose one of: 7x6, 12x6, 8x7, 9x6c5, or any grid from 4x4 "
        "to 12x8 with a row of 3 to 6 that fits on it, e.g. 9x6c5."
    )
    assert not world.posts()


FRENCH = {
    "accept": "Accepter",
    "challenge": "### 🔴🟡 Puissance 4\n{ann} défie {ben} ({ann} joue Rouge).",
    "answered": "Rouge a joué **colonne 3**, Jaune a répondu **colonne 1**.",
    "to move": "🔴 **À {ann} de jouer.**",
    "described": "4 à aligner, 7 colonnes sur 6 lignes ; la ligne 1 est en haut. Les derniers coups étaient "
    "colonne 3 et, en réponse, colonne 1. À Rouge de jouer. Ligne 1 : vide.",
    "wrong turn": "C’est à {ann} de jouer. Ton tour vient juste après.",
    "won": "🏆 **{ann} gagne avec quatre pions alignés**.\n{ann} : partie de placement 1 sur 10 environ",
    "below": "Revanche, Faire le bilan, Revoir",
    "review": "Faire le bilan",
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
    """What is expected in French, the language of everyone and of the server."""
    for locale in ("en-US", "en-GB"):
        monkeypatch.setitem(languages._BY_LOCALE, locale, LANGUAGES["fr"])
    return FRENCH


@pytest.mark.english
async def test_a_game_its_review_and_a_puzzle_in_french(words: dict[str, str], world: World) -> None:
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
