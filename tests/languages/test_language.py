"""Sentences with their placeholders filled in, and what every language has."""

from __future__ import annotations

import re
from pathlib import Path

from babel import Locale
from babel.messages.pofile import read_po

from languages import (
    ENGLISH,
    FOLDER,
    LANGUAGES,
    Language,
    gettext,
    gettext_noop,
    moments,
    ngettext,
    ngettext_noop,
)
from renderers.writing import has_glyph
from tests.cases import for_each


def test_placeholders_are_filled_in_once() -> None:
    assert gettext("{name} likes {what}.", name="{what}", what="{braces}") == "{what} likes {braces}."


@for_each(("number", "text"), [(0, "0 moves"), (1, "one move"), (2, "2 moves")])
def test_a_number_chooses_the_form(number: int, text: str) -> None:
    assert ngettext("one move", "{number} moves", number) == text


def test_a_marked_sentence_stays_as_it_is_until_it_is_used() -> None:
    assert gettext_noop("{name} resigned.") == "{name} resigned."


def test_a_marked_pair_is_chosen_from_when_it_is_used() -> None:
    pair = ngettext_noop("one move", "{number} moves")
    assert ngettext(*pair, 1) == "one move"
    assert ngettext(*pair, 3) == "3 moves"


PAGES = Path(__file__).parents[2]


@for_each("language", LANGUAGES.values())
def test_everything_knows_every_language(language: Language) -> None:
    assert language.code in moments._WORDS
    english = Locale.parse(language.code).get_display_name("en") or ""
    named = {english, " ".join(reversed(english.replace("Brazil", "Brazilian").strip(")").split(" (")))}
    spoken = re.search(r"\*\*In your language\*\*: ([^;]*);", (PAGES / "README.md").read_text("utf-8"))
    assert spoken is not None
    assert named & {*re.split(r",\s+", spoken[1])}
    assert language is ENGLISH or f"\n## {language.name}\n" in (PAGES / "docs/terms.md").read_text("utf-8")


@for_each("path", sorted(FOLDER.glob("*.po")))
def test_pictures_can_write_every_catalogue(path: Path) -> None:
    with path.open("rb") as file:
        texts = [str(message.string) for message in read_po(file, locale=path.stem) if message.id]
    assert {letter for letter in "".join(texts) if letter.isalnum() and not has_glyph(letter)} == set()
