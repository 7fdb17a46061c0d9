"""Catalogues after a change of English sentences, and the spaces of French and Japanese."""

from __future__ import annotations

import doctest
import gettext
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Generic, TypeVar

import pytest
from babel.messages.catalog import Catalog

from release import spacing
from release.languages import counted, missing, written
from release.merging import confirm, merged, whole
from release.spacing import right_spaces
from tests.cases import for_each, there

Value = TypeVar("Value")

OLD = "{winner} wins the game with four in a row."


class _Hook(Generic[Value]):
    """What a build has in place of hatchling's class."""

    root = ""


def template(*sentences: str | tuple[str, str], context: str | None = None) -> Catalog:
    found = Catalog()
    for sentence in sentences:
        found.add(sentence, context=context)
    return found


def catalogue_of(folder: Path, code: str, english: str, translated: str, context: str | None = None) -> Path:
    catalogue = Catalog(locale=code)
    catalogue.add(english, translated, context=context)
    (folder / f"{code}.po").write_bytes(written(catalogue))
    return folder / f"{code}.po"


def test_a_reworded_sentence_keeps_its_translation_to_be_read_again(tmp_path: Path) -> None:
    path = catalogue_of(tmp_path, "fr", OLD, "{winner} gagne avec quatre jetons.")
    new = "{winner} won the game with four in a row."
    catalogue = merged(template(new, "Something else."), path)
    message = there(catalogue.get(new))
    assert (message.string, message.fuzzy) == ("{winner} gagne avec quatre jetons.", True)
    assert [each.id for each in missing(catalogue)] == [new, "Something else."]
    assert counted(catalogue) == "0 of 2 translated, 1 to be read again, 1 in English"
    # It stays marked when catalogues are merged again.
    path.write_bytes(written(catalogue))
    assert written(merged(template(new, "Something else."), path)) == path.read_bytes()


@pytest.mark.parametrize("read", [False, True])
def test_a_kept_translation_is_fuzzy_until_it_differs_or_is_confirmed(tmp_path: Path, read: bool) -> None:
    path = catalogue_of(tmp_path, "fr", OLD, "{winner} gagne avec quatre jetons.")
    new = template("{winner} won the game with four in a row.")
    catalogue = merged(new, path)
    if read:
        confirm(catalogue)
    for message in catalogue:
        message.flags.discard("fuzzy")
    path.write_bytes(written(catalogue))
    catalogue = merged(new, path)
    (message,) = (each for each in catalogue if each.id)
    assert message.fuzzy is not read
    message.string, message.flags = "{winner} a gagné avec quatre jetons.", set()
    path.write_bytes(written(catalogue))
    assert [*missing(merged(new, path))] == []


def test_no_language_gets_the_translation_of_another(tmp_path: Path) -> None:
    new = template("{winner} won the game with four in a row.")
    merged(new, catalogue_of(tmp_path, "fr", OLD, "{winner} gagne avec quatre jetons."))
    italian = merged(new, catalogue_of(tmp_path, "it", "Draw", "Patta"))
    assert [(bool(each.string), each.fuzzy) for each in missing(italian)] == [(False, False)]


@pytest.mark.parametrize("new", [
    "{loser} loses the game with four in a row.", "{winner} wins the **game** with four in a row.",
    "{winner} wins the game with `four` in a row.", "{winner} resigned.",
])  # fmt: skip
def test_a_translation_that_may_not_fit_is_dropped(tmp_path: Path, new: str) -> None:
    path = catalogue_of(tmp_path, "fr", OLD, "{winner} gagne avec quatre jetons.")
    message = there(merged(template(new), path).get(new))
    assert (not message.string, message.fuzzy) == (True, False)


def test_a_translation_is_not_taken_from_a_sentence_that_is_still_there(tmp_path: Path) -> None:
    path = catalogue_of(tmp_path, "fr", OLD, "{winner} gagne avec quatre jetons.")
    new = OLD.replace("wins", "won")
    assert [each.id for each in missing(merged(template(OLD, new), path))] == [new]


def test_names_of_commands_are_never_guessed(tmp_path: Path) -> None:
    path = catalogue_of(tmp_path, "fr", "tournament", "tournoi", "command")
    message = there(merged(template("tournaments", context="command"), path).get("tournaments", "command"))
    assert not message.string


def test_what_is_to_be_read_again_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interface = "hatchling.builders.hooks.plugin.interface"
    names = interface.split(".")
    for end in range(1, len(names) + 1):
        monkeypatch.setitem(sys.modules, ".".join(names[:end]), ModuleType(names[end - 1]))
    # Only builds have the package.
    monkeypatch.setattr(sys.modules[interface], "BuildHookInterface", _Hook, raising=False)
    monkeypatch.delitem(sys.modules, "hatch_build", raising=False)
    hook = import_module("hatch_build").CataloguesHook()
    monkeypatch.delitem(sys.modules, "hatch_build")
    (tmp_path / "languages").mkdir()
    path = catalogue_of(tmp_path / "languages", "fr", OLD, "{winner} gagne avec quatre jetons.")
    path.write_text(path.read_text("utf-8").replace('msgid "{', '#, fuzzy\nmsgid "{'), "utf-8")
    hook.root = str(tmp_path)
    hook.initialize("", {"artifacts": []})
    with path.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext(OLD) == "{winner} gagne avec quatre jetons."


def test_a_regional_catalogue_has_only_what_it_says_otherwise(tmp_path: Path) -> None:
    catalogue_of(tmp_path, "es", "Computer", "La máquina")
    path = catalogue_of(tmp_path, "es_419", "Board", "Tablero de allá")
    both = template("Computer", "Board", "Something else.")
    kept = merged(both, path)
    texts = {message.id: message.string for message in kept if message.id}
    assert texts == {"Computer": "La computadora", "Board": "Tablero de allá"}
    assert [*missing(kept)] == []
    # What has the region's words follows its language; what was written for the region stays.
    path.write_bytes(written(kept))
    catalogue_of(tmp_path, "es", "Computer", "El bot")
    assert [message.id for message in merged(both, path) if message.id] == ["Board"]
    assert not [message for message in merged(template("Something else."), path) if message.id]


def test_a_regional_catalogue_is_shown_with_the_rest_of_its_language(tmp_path: Path) -> None:
    spanish = Catalog(locale="es")
    for english, translated in (("Computer", "Ordenador"), ("Board", "Tablero")):
        spanish.add(english, translated)
    (tmp_path / "es.po").write_bytes(written(spanish))
    path = catalogue_of(tmp_path, "es_419", "Computer", "Computadora")
    shown = whole(merged(template("Computer", "Board"), path), path)
    assert [message.string for message in shown if message.id] == ["Computadora", "Tablero"]


def test_examples_in_the_module() -> None:
    assert doctest.testmod(spacing).failed == 0


@for_each(("typed", "right"), [
    ("Prêt ? Oui!", "Prêt_? Oui_!"),
    ("« {typed} »; fin", "«_{typed}_»_; fin"),
    ("**Regarde** : {moves}", "**Regarde**_: {moves}"),
    ("**Regarde :** {moves}", "**Regarde_:** {moves}"),
    ("Voici:", "Voici_:"),
    ("à 18:00, `/partie si coups:` <t:1:R> https://a.b/?c;d", None),
    ("il faut une valeur après {option}:", None),
    ("Lettres, - ' . ! ? & +", None),
    ("Quoi ?!", "Quoi_?!"),
])  # fmt: skip
def test_french(typed: str, right: str | None) -> None:
    expected = typed if right is None else right.replace("_", spacing.NARROW)
    assert right_spaces("fr", typed) == expected
    assert right_spaces("fr", expected) == expected


@for_each(("typed", "right"), [
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
])  # fmt: skip
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
