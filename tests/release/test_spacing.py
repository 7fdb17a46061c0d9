"""The spaces of French and Japanese, and French ones that other languages don't have."""

from __future__ import annotations

import doctest
from pathlib import Path

from babel.messages.catalog import Catalog

from release import spacing
from release.languages import written
from release.merging import merged
from release.spacing import right_spaces
from tests.cases import for_each


def test_examples_in_the_module() -> None:
    assert doctest.testmod(spacing).failed == 0


@for_each(
    ("typed", "right"),
    [
        ("Prêt ? Oui!", "Prêt_? Oui_!"),
        ("« {typed} »; fin", "«_{typed}_»_; fin"),
        ("**Regarde** : {moves}", "**Regarde**_: {moves}"),
        ("**Regarde :** {moves}", "**Regarde_:** {moves}"),
        ("Voici:", "Voici_:"),
        ("à 18:00, `/partie si coups:` <t:1:R> https://a.b/?c;d", None),
        ("il faut une valeur après {option}:", None),
        ("Lettres, - ' . ! ? & +", None),
        ("Quoi ?!", "Quoi_?!"),
    ],
)
def test_french(typed: str, right: str | None) -> None:
    expected = typed if right is None else right.replace("_", spacing.NARROW)
    assert right_spaces("fr", typed) == expected
    assert right_spaces("fr", expected) == expected


@for_each(
    ("typed", "right"),
    [
        ("{number} 手を追加", "{number}手を追加"),
        ("❌ {given} ではなく **{move}** です。", "❌ {given}ではなく**{move}**です。"),
        ("**/遊ぶ 見る** か `/定石` と", "**/遊ぶ 見る**か`/定石`と"),
        ("{year}年 第{number}", "{year}年第{number}"),
        ("### 見出し", None),
        ("🏆 {disc} {side}の番", None),
        ("**先手は黒です。** 空いている", None),
        ("正確さ **{accuracy}** · 評価 {value}", None),
        ("{first} 対 {second}", None),
        ("/遊ぶ と入力", None),
        ("Elo {points}、対局 #{game}", None),
    ],
)
def test_japanese(typed: str, right: str | None) -> None:
    expected = typed if right is None else right
    assert right_spaces("ja", typed) == expected
    assert right_spaces("ja", expected) == expected


def test_catalogues_get_the_spaces_of_their_language(tmp_path: Path) -> None:
    template, catalogue = Catalog(), Catalog(locale="ja")
    for english, context, translated in (("one", None, "{a} 手"), ("two", "typed", "分 分間")):
        template.add(english, context=context)
        catalogue.add(english, translated, context=context)
    path = tmp_path / "ja.po"
    path.write_bytes(written(catalogue))
    found = merged(template, path)
    assert [message.string for message in found if message.id] == ["{a}手", "分 分間"]
