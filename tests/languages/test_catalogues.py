"""The catalogues: up to date, like English where they must be, short enough; terms and typed words."""

from __future__ import annotations

import ast
import io
import re
import string
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import languages
import languages.moments
import languages.typed
from languages import ENGLISH, LANGUAGES, Language, forms, language_of, speaking
from languages.typed import folded, key_typed
from release.languages import FOLDER, KEYWORDS, PACKAGES, collect, written
from release.lock import ROOT
from release.merging import is_searched, merged, whole
from renderers.writing import has_glyph
from tests.cases import for_each, there
from tests.extent import extent
from tests.languages.catalogues import language_with

TRANSLATED = [code for code in LANGUAGES if code != ENGLISH.code]
REGIONAL = sorted(
    {form.cldr for form in forms()} & {path.stem for path in FOLDER.glob("*.po")} - {*LANGUAGES}
)
"""Catalogues with what one form of a language says otherwise."""

MARKUP = ("**", "__", "~~", "`", "\n", "-# ", "### ", "<", ">")
"""Markup that a translation has as often as the English sentence."""

EMOJI = re.compile("[\u2190-\u21ff\u2300-\u25ee\u25f0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")

MAX_LABEL, MAX_BUTTON = 45, 80
"""Discord's limits for titles and labels of dialogs, and for labels of buttons."""

SHORT = 14
"""Maximum characters of a text that may label a dialog; one three times as long may label a button."""


@cache
def template() -> Catalog:
    return collect()


@cache
def catalogue(code: str) -> Catalog:
    with (FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def messages(code: str) -> Iterator[tuple[Message, str, str]]:
    """Yield each message that is translated with its English and its translation, in every plural form."""
    for message in catalogue(code):
        if isinstance(message.id, str) and message.id and message.string:
            assert isinstance(message.string, str)
            yield message, message.id, message.string
        elif message.id and isinstance(message.string, tuple) and any(message.string):
            texts = message.string
            assert len(texts) == catalogue(code).num_plurals, message.id
            for form in texts:
                yield message, message.id[-1], form


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_every_language_has_a_catalogue() -> None:
    assert {path.stem for path in FOLDER.glob("*.po")} - {form.cldr for form in forms()} == set()
    assert {*TRANSLATED} - {path.stem for path in FOLDER.glob("*.po")} == set()


@for_each("path", sorted(FOLDER.glob("*.po"))[: extent(2, None)])
def test_every_catalogue_has_the_sentences_of_the_source(path: Path) -> None:
    """They need not be translated: `python -m release.languages --check` counts what is not."""
    assert written(merged(template(), path)).decode() == path.read_text("utf-8")


@for_each("code", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_source(code: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(code), use_fuzzy=True)
    compiled.seek(0)
    source, found = GNUTranslations(compiled), LANGUAGES[code].catalogue
    for message in catalogue(code):
        if isinstance(message.id, str) and message.id:
            key = message.id if message.context is None else f"{message.context}\x04{message.id}"
            assert found.gettext(key) == source.gettext(key), "run `uv sync` to compile them again"


@for_each("code", TRANSLATED + REGIONAL)
def test_translations_have_the_placeholders_of_english(code: str) -> None:
    for message, english, text in messages(code):
        # A form for one thing may say "one".
        several = not isinstance(message.id, str)
        optional = {"number"} | (fields(message.id[1]) - fields(message.id[0])) if several else set()
        assert fields(text) <= fields(english), text
        assert fields(english) - fields(text) <= optional, text


@for_each("code", TRANSLATED + REGIONAL)
def test_translations_have_the_markup_of_english(code: str) -> None:
    for message, english, text in messages(code):
        assert [*map(text.count, MARKUP)] == [*map(english.count, MARKUP)], text
        assert EMOJI.findall(text) == EMOJI.findall(english), text
        ends = [(one[:1].isspace(), one[-1:].isspace()) for one in (text, english)]
        # Japanese has no spaces between the parts of a list.
        assert ends[0] == ends[1] or message.context in {"list", "moves"}, text


@for_each("code", REGIONAL)
def test_a_regional_catalogue_has_nothing_in_common_with_its_language(code: str) -> None:
    language = next(form.code for form in forms() if form.cldr == code)
    for message in catalogue(code):
        common = catalogue(language).get(message.id, message.context)
        assert not message.id or (common is not None and common.string != message.string), message.id


@for_each(("locale", "verb"), [("es-ES", "Gestionar"), ("es-419", "Administrar")])
def test_each_spanish_names_permissions_as_discord_does(locale: str, verb: str) -> None:
    language = there(language_of(locale))
    said = 0
    for message in catalogue("es"):
        english = re.findall(r"\*\*(Manage \w+)\*\*|\((Manage \w+)\)", str(message.id))
        if english:
            text = language.catalogue.gettext(str(message.id))
            assert re.findall(r"\*\*(\w+) \w+\*\*|\((\w+) \w+\)", text)[-1] in {(verb, ""), ("", verb)}, text
            said += 1
    assert said > 3


OF_SPAIN = re.compile(
    r"\b(?:máquina|puls|gestion|añad|cuenta atrás|coste\b|plaza|sitio|prisa|de media\b"
    r"|ordenador|móvil|vídeo|fichero|coge|vosotr|vuestr|os\b|\w+[áé]is\b)",
    re.IGNORECASE,
)
"""Words that Latin America says otherwise: `release/regional.py` has what it says."""


def test_latin_america_reads_none_of_the_words_of_spain() -> None:
    shown = whole(catalogue("es_419"), FOLDER / "es_419.po")
    texts = [str(message.string) for message in shown if message.id and message.context != "opening"]
    assert [text for text in texts if OF_SPAIN.search(text)] == []
    assert OF_SPAIN.search(str([message.string for message in catalogue("es")]))


@for_each("locale", ["es-ES", "es-419"])
def test_both_forms_of_spanish_share_what_they_can(locale: str) -> None:
    language = there(language_of(locale))
    assert language.catalogue.pgettext("command", "settings") == "ajustes"


NEIGHBOURS = {"es", "pt_BR", "it"}
"""Languages that have whole sentences in common."""

SEVERAL_WORDS = re.compile(r"(?:[^\W\d_]{2,}\W+){4}")


def test_no_sentence_is_in_another_language() -> None:
    found: dict[str, set[str]] = {}
    for code in TRANSLATED:
        for message, _, text in messages(code):
            if message.context != "opening" and SEVERAL_WORDS.search(re.sub(r"\{\w+\}|`[^`]*`", "", text)):
                found.setdefault(text, set()).add(code)
    assert {text: codes for text, codes in found.items() if len(codes) > 1 and not codes <= NEIGHBOURS} == {}


OTHER_LETTERS = {"ja": "[가-힣]", "ko": "[\u3040-\u30ff\u4e00-\u9fff]"}


@for_each("code", TRANSLATED + REGIONAL)
def test_translations_are_in_the_letters_of_their_language(code: str) -> None:
    other = re.compile(OTHER_LETTERS.get(code, "[가-힣\u3040-\u30ff\u4e00-\u9fff]"))
    assert [text for _, _, text in messages(code) if other.search(text)] == []


@for_each("code", TRANSLATED + REGIONAL)
def test_short_texts_stay_short(code: str) -> None:
    for message, english, text in messages(code):
        if len(english) <= 3 * SHORT and "{" not in english and not is_searched(message):
            most = MAX_LABEL if len(english) <= SHORT else MAX_BUTTON
            assert len(text) <= most, f"{english!r}: {text!r}"


def test_no_message_is_inside_an_f_string() -> None:
    """Before Python 3.12 Babel does not look there: such messages would differ with the version."""
    code = """f"{gettext('Hello')} {gettext(name)} {pgettext('option', name)}" + gettext("Outside")"""
    assert [ast.unparse(each) for each in _messages_in_f_strings(code)] == ["gettext('Hello')"]
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if any(word in (source := path.read_text("utf-8")) for word in KEYWORDS)
        for call in _messages_in_f_strings(source)
    ]
    assert found == []


def _messages_in_f_strings(source: str) -> list[ast.Call]:
    """Return the calls with a literal message that are a part of an f-string, each once."""
    inside = {
        node: None
        for text in ast.walk(ast.parse(source))
        if isinstance(text, ast.JoinedStr)
        for node in ast.walk(text)
        if isinstance(node, ast.Call)
    }
    return [call for call in inside if _has_literal_message(call)]


def _has_literal_message(call: ast.Call) -> bool:
    function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if function not in KEYWORDS:
        return False
    places = [place for place in KEYWORDS[function] or (1,) if isinstance(place, int)]
    return any(isinstance(call.args[place - 1], ast.Constant) for place in places if place <= len(call.args))


@cache
def table() -> tuple[tuple[str, ...], ...]:
    """Return the rows of the table, the languages first."""
    _, _, section = (ROOT / "docs/terms.md").read_text("utf-8").partition("## One thing, one word")
    lines = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return tuple(tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines)


def terms(code: str) -> Iterator[tuple[re.Pattern[str], str, list[str]]]:
    """Yield where English has a term, what a language calls it, and what it does not."""
    languages, _, *rows = table()
    for row in rows:
        cell = row[languages.index(code)]
        pattern = re.compile(rf"\b{row[0]}", re.IGNORECASE if row[0].islower() else 0)
        yield pattern, cell.partition(" ~~")[0].casefold(), re.findall("~~(.+?)~~", cell.casefold())


@for_each("code", TRANSLATED)
def test_one_thing_has_one_word(code: str) -> None:
    wrong = []
    for pattern, word, others in terms(code):
        found = [text.casefold() for _, english, text in messages(code) if pattern.search(english)]
        assert any(word in text for text in found), f"no translation of {pattern.pattern} has {word}"
        # The word may contain another one, as Rangliste does Liste.
        wrong += [(word, text) for text in found for other in others if other in text.replace(word, "")]
    assert not wrong


NAMES = ("easy", "hard", "medium")


def name(key: str) -> str:
    return languages.pgettext("level", key)


@for_each(("typed", "same"), [
    ("  Débutant ", "debutant"), ("de\u0301butant", "débutant"), ("８ｘ８", "8x8"), ("GROẞ", "gross"),
    ("l’ordi", "l'ordi"), ("3\u00a0jours", "3  jours"),
])  # fmt: skip
def test_case_accents_and_widths_do_not_matter(typed: str, same: str) -> None:
    assert folded(typed) == folded(same)

    # Japanese letters with marks are other letters.
    assert folded("が") != folded("か")


@pytest.mark.parametrize(("translated", "typed", "meant"), [
    *(("facile", typed, "easy") for typed in ("facile", "Facile", "FACILE ", "easy", "Easy")),
    # An English name is never another one's translation.
    ("medium", "medium", "medium"),
])  # fmt: skip
def test_a_name_is_understood_in_english_and_in_the_current_language_alone(
    tmp_path: Path, translated: str, typed: str, meant: str
) -> None:
    french = language_with(tmp_path, "fr", {("level", "easy"): translated})
    assert key_typed("facile", NAMES, name) is None
    with speaking(french):
        assert key_typed(typed, NAMES, name) == meant


def test_placeholders_are_filled_in_once_and_a_number_chooses_the_form() -> None:
    text = "{name} likes {what}."
    assert languages.gettext(text, name="{what}", what="{braces}") == "{what} likes {braces}."
    assert languages.gettext_noop("{name} resigned.") == "{name} resigned."
    texts = ["0 moves", "one move", "2 moves"]
    for pair in (("one move", "{number} moves"), languages.ngettext_noop("one move", "{number} moves")):
        assert [languages.ngettext(*pair, number) for number in range(3)] == texts


PAGES = Path(__file__).parents[2]


@for_each("language", LANGUAGES.values())
def test_everything_knows_every_language(language: Language) -> None:
    assert language.code in languages.moments._WORDS
    english = Locale.parse(language.code).get_display_name("en") or ""
    named = {english, " ".join(reversed(english.replace("Brazil", "Brazilian").strip(")").split(" (")))}
    spoken = there(re.search(r"\*\*In your language\*\*: ([^;]*);", (PAGES / "README.md").read_text("utf-8")))
    assert named & {*re.split(r",\s+", spoken[1])}
    assert language is ENGLISH or f"\n## {language.name}\n" in (PAGES / "docs/terms.md").read_text("utf-8")


@for_each("path", sorted(languages.FOLDER.glob("*.po")))
def test_pictures_can_write_every_catalogue(path: Path) -> None:
    with path.open("rb") as file:
        texts = [str(message.string) for message in read_po(file, locale=path.stem) if message.id]
    assert {letter for letter in "".join(texts) if letter.isalnum() and not has_glyph(letter)} == set()
