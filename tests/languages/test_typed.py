"""What people type, compared with names in two languages."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import languages.typed
from languages import pgettext, speaking
from languages.typed import folded, key_typed
from tests.cases import for_each
from tests.languages.catalogues import language_with

NAMES = ("easy", "hard", "medium")


def name(key: str) -> str:
    return pgettext("level", key)


def test_examples_in_the_module() -> None:
    assert doctest.testmod(languages.typed).failed == 0


@for_each(
    ("typed", "same"),
    [
        ("  Débutant ", "debutant"),
        ("de\u0301butant", "débutant"),
        ("８ｘ８", "8x8"),
        ("GROẞ", "gross"),
        ("l’ordi", "l'ordi"),
        ("3\u00a0jours", "3  jours"),
    ],
)
def test_case_accents_and_widths_do_not_matter(typed: str, same: str) -> None:
    assert folded(typed) == folded(same)


def test_japanese_letters_with_marks_are_other_letters() -> None:
    assert folded("が") != folded("か")


@pytest.mark.parametrize("typed", ["facile", "Facile", "FACILE ", "easy", "Easy"])
def test_a_name_is_understood_in_english_and_in_the_current_language(tmp_path: Path, typed: str) -> None:
    french = language_with(tmp_path, "fr", {("level", "easy"): "facile"})
    with speaking(french):
        assert key_typed(typed, NAMES, name) == "easy"


def test_other_languages_are_not_guessed(tmp_path: Path) -> None:
    language_with(tmp_path, "fr", {("level", "easy"): "facile"})
    assert key_typed("facile", NAMES, name) is None


def test_an_english_name_is_never_another_ones_translation(tmp_path: Path) -> None:
    french = language_with(tmp_path, "fr", {("level", "easy"): "medium"})
    with speaking(french):
        assert key_typed("medium", NAMES, name) == "medium"
