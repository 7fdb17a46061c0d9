"""Numbers, lists and sentences in several languages."""

from __future__ import annotations

import doctest
import re
from types import ModuleType

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit

import languages.numbers
import languages.typed
import languages.word_forms
from bot.study.imports_words import FILE_HINT
from bot.study.records.refusals import FileTooLarge
from languages import LANGUAGES, Language, count, forms, gettext, language_of, speaking
from languages.numbers import alternatives, capitalized, decimal, facts_line, joined, listed, percent
from tests.cases import for_each, there


@for_each("module", [languages.numbers, languages.typed, languages.word_forms])
def test_examples_in_the_modules(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


@for_each(("line", "shown"), [
    ("knockout · 5 min", "Knockout · 5 min"),
    ("-# ✅ column 7 is right", "-# ✅ Column 7 is right"),
    ("a draw", "A draw"),
    ("élo", "Élo"),
    # Squares, mentions, commands and numbers are kept.
    ("✅ d3 is right", "✅ d3 is right"),
    ("<@1> won", "<@1> won"),
    ("`play` begins", "`play` begins"),
    ("5 min · knockout", "5 min · knockout"),
    ("", ""),
])  # fmt: skip
def test_a_line_begins_with_a_capital(line: str, shown: str) -> None:
    assert capitalized(line) == shown


def test_facts_are_one_small_line() -> None:
    assert (facts_line(["knockout", "5 min"]), facts_line([])) == ("-# Knockout · 5 min", "")


@for_each(("code", "thousands", "written", "share"), [
    ("en", "1,234", "−1,234.5", "62%"), ("fr", "1\u202f234", "−1\u202f234,5", "62\u00a0%"),
    ("de", "1.234", "−1.234,5", "62\u00a0%"),
    # Spanish groups from five digits on.
    ("es", "1234", "−1234,5", "62\u00a0%"), ("pt_BR", "1.234", "−1.234,5", "62%"),
    ("ja", "1,234", "−1,234.5", "62%"), ("it", "1234", "−1234,5", "62%"), ("ko", "1,234", "−1,234.5", "62%"),
])  # fmt: skip
def test_numbers(code: str, thousands: str, written: str, share: str) -> None:
    with speaking(LANGUAGES[code]):
        assert (count(1234), decimal(-1234.5), percent(62)) == (thousands, written, share)


@for_each(
    ("locale", "thousands", "share"), [("es-ES", "12.345", "62,5\u00a0%"), ("es-419", "12,345", "62.5%")]
)
def test_numbers_of_latin_america(locale: str, thousands: str, share: str) -> None:
    language = there(language_of(locale))
    with speaking(language):
        assert (count(12345), percent(62.5, 1)) == (thousands, share)
        written = Locale.parse(locale, sep="-")
        assert format_decimal(12345, locale=written) == thousands
        assert format_percent(0.625, locale=written, decimal_quantization=False) == share
        assert listed(["a", "b"]) == "a y b"


@for_each(("items", "both", "either"), [
    ("Ana Inés", "Ana e Inés", "Ana o Inés"),
    ("Ana **Hilda**", "Ana e **Hilda**", "Ana o **Hilda**"),
    ("Ana Óscar", "Ana y Óscar", "Ana u Óscar"),
    ("Ana Horacio", "Ana y Horacio", "Ana u Horacio"),
    ("Ana Hielo", "Ana y Hielo", "Ana o Hielo"),
    ("Ana Ian", "Ana y Ian", "Ana o Ian"),
    ("7 8", "7 y 8", "7 u 8"),
    ("10 11", "10 y 11", "10 u 11"),
    ("10 110", "10 y 110", "10 o 110"),
    ("Ana {0}", "Ana y {0}", "Ana o {0}"),
])  # fmt: skip
def test_spanish_conjunctions_follow_the_sound(items: str, both: str, either: str) -> None:
    with speaking(LANGUAGES["es"]):
        assert (listed(items.split()), alternatives(items.split())) == (both, either)
        first, second = items.split()
        assert f"{both}." in gettext("{title}: {first} and {second}.", title="x", first=first, second=second)
    with speaking(LANGUAGES["pt_BR"]):
        assert listed(["Ana", "Inês"]) == "Ana e Inês"


@for_each(("value", "text"), [(0.004, "0"), (-0.4, "0"), (-0.6, "−1"), (12.2, "+12")])
def test_signs(value: float, text: str) -> None:
    assert languages.numbers.signed(value) == text


@for_each(("value", "text"), [(3.0, "3"), (2.5, "2,5"), (-1.25, "−1,25")])
def test_figures_have_the_decimals_that_they_need(value: float, text: str) -> None:
    with speaking(LANGUAGES["fr"]):
        assert languages.numbers.figure(value) == text


def test_japanese_sentences_have_no_spaces_between_them() -> None:
    with speaking(LANGUAGES["ja"]):
        assert joined(["黒の勝ちです。", "もう一度？"]) == "黒の勝ちです。もう一度？"
    with speaking(LANGUAGES["fr"]):
        assert joined(["Noir gagne.", "Encore ?"]) == "Noir gagne. Encore ?"


@for_each("language", [form for form in forms() if form.code not in {"ja", "ko"}])
def test_lists_are_those_of_the_language(language: Language) -> None:
    """Compared with CLDR; Japanese has a word of speech between the last two, Korean a comma."""
    with speaking(language):
        for items in (["A", "B"], ["A", "B", "C"]):
            assert listed(items) == format_list(items, "standard", language.cldr)
            assert alternatives(items) == format_list(items, "or", language.cldr)


@for_each("language", forms())
def test_sizes_of_files_have_the_unit_of_the_language(language: Language) -> None:
    # For one, the data of some languages have rarer names.
    unit = format_unit(2, "megabyte", "short", locale=language.cldr).strip("2\u00a0\u202f ")
    with speaking(language):
        assert isinstance(FileTooLarge.text, str)
        for text in (FILE_HINT, str(FileTooLarge.text)):
            assert re.search(rf"1\s?{unit}(?![a-z])", gettext(text))
