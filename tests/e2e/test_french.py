"""A whole game, its review, a puzzle and settings in French and Japanese, as players read them."""

from __future__ import annotations

import pytest

import languages
from languages import LANGUAGES
from tests.e2e.test_puzzles import given, own, solves
from tests.e2e.test_turn_notices import AWAY
from tests.e2e.world import World

pytestmark = pytest.mark.english
"""The languages here are real ones."""

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
    "own settings": "## Tes réglages\nIls valent sur tous les serveurs, et pour toi uniquement.",
    "server settings": "## Réglages de ce serveur\n-# Page 1 sur 3",
    "notices": "Notifications\u202f: choisir",
    "notice": "{ben}, à toi de jouer contre Ann : https://discord.com/channels/",
}
JAPANESE = {
    "accept": "受ける",
    "challenge": "### 🔴🟡 四目並べ\n{ann}さんが{ben}さんに挑戦しています（{ann}さんが赤）。",
    "answered": "赤が**3列目**に打ち、黄が**1列目**で応じました。",
    "to move": "🔴 **{ann}の番です。**",
    "described": "4つ並べたら勝ち、7列×6段。1段目が一番上です。最後の手は3列目、それに応じて1列目。"
    "赤の番です。1段目：空き。",
    "wrong turn": "{ann}さんの番です。あなたはその次です。",
    "won": "🏆 **{ann}の勝ち（4つ並び）**。\n{ann}さん：レーティング測定中（約10局のうち1局目）",
    "below": "再戦, 検討, リプレイ",
    "review": "検討",
    "reviewed": "### 🔍 対局 #1の検討\n🔴 {ann}：正確さ **15%** · 悪手1、大悪手2",
    "chart": "Ann：正確さ15%、逃した勝ち2.5。Ben：正確さ5%",
    "task": "### 🧩 リバーシのパズル\n⚫ **黒の番：勝ちを決めてください。**\n-# 2手中1手目 · 数え",
    "solved": "🎉 **1回目で正解！**",
    "own settings": "## あなたの設定\nどのサーバーでも、あなただけに適用されます。",
    "server settings": "## このサーバーの設定\n-# 1 / 3ページ",
    "notices": "手番の通知：選ぶ",
    "notice": "{ben}さん、Annとの対局はあなたの番です：https://discord.com/channels/",
}


def unbroken(text: str | None) -> str:
    """Return a text with usual spaces in place of those that do not break."""
    return (text or "").replace("\u202f", " ").replace("\u00a0", " ")


@pytest.fixture(params=["fr", "ja"])
def words(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What is expected, in the language of everyone and of the server."""
    code: str = request.param
    for locale in ("en-US", "en-GB"):
        monkeypatch.setitem(languages._BY_LOCALE, locale, LANGUAGES[code])
    return {"fr": FRENCH, "ja": JAPANESE}[code]


@pytest.mark.first(1)
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


@pytest.mark.first(1)
@pytest.mark.usefixtures("slow_beats")
async def test_settings_and_a_notice_after_a_restart(words: dict[str, str], world: World) -> None:
    ann, ben = world.ann, world.ben
    assert words["server settings"] in unbroken((await world.manager("Mia").types("settings")).private)
    assert (await ben.types("me")).private.startswith(words["own settings"])
    await ben.chooses(words["notices"], "direct")
    await ann.types("reversi start", opponent=ben, colour="first", time="3 days")
    await ben.taps(words["accept"])
    await world.pass_time(AWAY)
    await ann.taps("d3", world.posts()[-1])
    await world.restart()
    await world.pass_time(AWAY)
    (notice,) = world.seen(ben.actor.user.dm_channel)
    assert unbroken(notice.text).startswith(words["notice"].format(ben=ben.mention))
