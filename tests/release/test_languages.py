"""The template of the catalogues, the names of commands in them, and the list of languages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from bot.rooms import unconnected_tree
from bot.ui.localization import command_texts
from languages import LANGUAGES, forms
from release import languages, locales
from release.command_names import Names, wrong_names
from release.languages import FOLDER, PACKAGES, found_in, main
from release.lock import ROOT
from release.merging import whole
from tests.cases import for_each, there
from tests.languages.test_catalogues import catalogue, template

TEXTS = [*command_texts(unconnected_tree())]


@pytest.mark.long
@for_each(("context", "english"), [
    ("command", "game"),
    ("command", "view"),
    ("command description", "The best players: ratings, points of a week or season, cups, streaks"),
    ("option", "opponent"),
    ("option description", "Your side (default: random)"),
    ("choice", "White"),
    ("menu", "Challenge to Reversi"),
    ("opening", "Cow Bat / Bat / Cambridge"),
])  # fmt: skip
def test_texts_of_commands_and_names_of_openings_are_collected(context: str, english: str) -> None:
    assert template().get(english, context) is not None


def test_a_word_that_several_commands_share_is_translated_once_and_names_them_all() -> None:
    assert there(template().get("start", "command")).auto_comments == ["/reversi start, /connect4 start"]


def test_a_comment_is_for_the_next_line_or_for_a_whole_block(tmp_path: Path) -> None:
    source = tmp_path / "words.py"
    source.write_text(
        "A = {\n"
        "    # Translators, all below: buttons,\n"
        "    # which are short.\n"
        "    1: gettext('One'),\n"
        "    # Translators: the second.\n"
        "    2: gettext('Two'),\n"
        "}\n"
        "\n"
        "B = gettext('Three')\n"
        "# Translators: the last.\n"
        "C = gettext('Four') if B else gettext('Five')\n"
    )
    assert [(sentence, comments) for sentence, comments, _ in found_in(source)] == [
        ("One", ["buttons, which are short."]),
        ("Two", ["the second.", "buttons, which are short."]),
        ("Three", []),
        ("Four", ["the last."]),
        ("Five", ["the last."]),
    ]


def test_every_comment_reaches_the_translators() -> None:
    told = "\n".join(comment for message in template() for comment in message.auto_comments)
    sources = [path.read_text("utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    comment = re.compile("# Translators(?:, all below)?: (.+)")
    written = {text for source in sources for text in comment.findall(source)}
    assert len(written) > 200
    assert [text for text in sorted(written) if text not in told] == []
    assert "Translators" not in told


def test_a_short_text_says_what_it_is() -> None:
    """One or two words mean different things in different places: they have a context or a comment."""
    bare = [
        message.id
        for message in template()
        if isinstance(message.id, str)
        and 0 < len(message.id.split()) <= 2
        and "{" not in message.id
        and not (message.context or message.auto_comments)
    ]
    assert bare == []


def test_sentences_mention_existing_commands() -> None:
    names = Names(TEXTS)
    sentences = [message.id for message in template() if isinstance(message.id, str)]
    required = [one for sentence in sentences for one in names.required(sentence)]
    assert ("/game ask",) in required
    assert ("games:",) in required


@for_each("sentence", ["Type `/gone`.", "Type `/game gone`.", "Type `/{game} gone`."])
def test_a_command_that_does_not_exist_is_found(sentence: str) -> None:
    with pytest.raises(ValueError, match="gone"):
        [*Names(TEXTS).required(sentence)]


@for_each("path", sorted(FOLDER.glob("*.po")))
def test_every_language_has_valid_names_and_mentions_them(path: Path) -> None:
    assert not [*wrong_names(whole(catalogue(path.stem), path), TEXTS)]


FRENCH = {
    ("command", "game"): "partie", ("command", "ask"): "demander", ("command", "start"): "jouer",
    ("option", "bot"): "ordi", ("option", "opponent"): "adversaire",
}  # fmt: skip


def french(english: str, translated: str) -> Catalog:
    """Return a catalogue with one sentence and the names it mentions."""
    catalogue = Catalog(locale="fr")
    for (context, name), localized in FRENCH.items():
        catalogue.add(name, localized, context=context)
    catalogue.add(english, translated)
    return catalogue


ASK = "Ask with More, or with `/game ask`."
START = "For another one: `/{game} start bot:`."
OPTIONS = "Choose either an `opponent` or a `bot` level."
OUTSIDE = "as in /game ask, for you and/or others"


@for_each(("english", "translated"), [
    (ASK, "Demandez par Plus ou par `/partie demander`."),
    (START, "Pour une autre : `/{game} jouer ordi:`."),
    (START, "Pour une autre : `/{game} jouer ordi:facile`."),
    (OPTIONS, "Choisissez un niveau d'`ordi` ou un `adversaire`."),
    (OUTSIDE, "comme dans /partie demander"),
    (OUTSIDE, "「/partie demander」や/partie demanderのように"),
])  # fmt: skip
def test_commands_are_mentioned_by_the_readers_names(english: str, translated: str) -> None:
    assert not [*wrong_names(french(english, translated), TEXTS)]


@for_each(("english", "translated", "said"), [
    (ASK, "Demandez par Plus ou par `/game ask`.", "has to mention /partie demander"),
    (ASK, "Demandez par `/partie demander` ou `/game ask`.", "mentions /game ask"),
    (ASK, "Demandez par Plus.", "has to mention /partie demander"),
    (START, "Pour une autre : `/{game} jouer bot:`.", "has to mention ordi:"),
    (START, "Pour une autre : `/{game} jouerons ordi:`.", "has to mention /{game} jouer"),
    (OPTIONS, "Choisissez un niveau de `bot` ou un `adversaire`.", "has to mention ordi"),
    (OUTSIDE, "comme dans /game ask", "has to mention /partie demander"),
    (OPTIONS, "Choisissez un niveau d'ordi (`bot`) ou un `adversaire`.", "has to mention ordi in code"),
])  # fmt: skip
def test_other_names_in_a_translation_are_found(english: str, translated: str, said: str) -> None:
    found = [*wrong_names(french(english, translated), TEXTS)]
    assert found
    assert said in "; ".join(found)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of languages and catalogues of the test's own."""
    shutil.copy(locales.SPOKEN, tmp_path)
    monkeypatch.setattr(locales, "SPOKEN", tmp_path / "spoken.json")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    return tmp_path


def test_the_list_agrees_with_discord_and_cldr() -> None:
    listed = locales.spoken()
    assert listed == {
        code: locales.described(code, ("en-US", "en-GB") if code == "en" else locales.locales_of(code))
        for code in listed
    }
    assert {locale for form in forms() for locale in form.locales} <= {*locales.DISCORD}


@pytest.mark.parametrize(
    ("code", "name", "locale", "number"),
    [("sv_SE", "Svenska (Sverige)", "sv-SE", "\u00a0"), ("nb", "Norsk bokmål", "no", "\u00a0")],
)
def test_a_language_is_begun(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, name: str, locale: str, number: str
) -> None:
    monkeypatch.setitem(LANGUAGES, code, LANGUAGES["en"])
    monkeypatch.setattr(languages, "collect", Catalog)
    assert main(["--add", code]) == 0
    entry = locales.spoken()[code]
    assert entry["name"] == name
    (form,) = entry["forms"]
    assert (form["locales"], form["group"]) == ([locale], number)
    assert b"Plural-Forms: nplurals=2" in (folder / f"{code}.po").read_bytes()


@pytest.mark.parametrize(("code", "said"), [
    ("xx", "“xx” is not a language that Babel knows."),
    ("../fr", "“../fr” is not a language that Babel knows."),
    ("la", "Discord has no language “la”."),
    ("pt", "Discord has no language “pt”."),
    ("fr", "Flipfour speaks “fr” already."),
    ("es_419", "Flipfour speaks “es_419” already."),
])  # fmt: skip
def test_another_code_is_refused_with_those_that_there_are(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str, said: str
) -> None:
    before = (folder / "spoken.json").read_bytes()
    assert main(["--add", code]) == 2
    refused = capsys.readouterr().err
    assert said in refused
    assert "Choose one of Discord's that Flipfour doesn't speak yet: bg, cs, da," in refused
    assert ", fr," not in refused
    assert (folder / "spoken.json").read_bytes() == before
    assert not [*folder.glob("*.po")]
