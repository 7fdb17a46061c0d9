"""The template of the catalogues, and the names of commands in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from bot.rooms import unconnected_tree
from bot.ui.localization import command_texts
from release.command_names import Names, wrong_names
from release.languages import FOLDER, found_in
from release.merging import whole
from tests.cases import for_each
from tests.languages.test_catalogues import catalogue, template

TEXTS = [*command_texts(unconnected_tree())]


@for_each(
    ("context", "english"),
    [
        ("command", "game"),
        ("command", "view"),
        ("command description", "The best players: ratings, points of a week or season, cups, streaks"),
        ("option", "opponent"),
        ("option description", "Your side (default: random)"),
        ("choice", "White"),
        ("menu", "Challenge to Reversi"),
        ("opening", "Cow Bat / Bat / Cambridge"),
    ],
)
def test_texts_of_commands_and_names_of_openings_are_collected(context: str, english: str) -> None:
    assert template().get(english, context) is not None


def test_a_word_that_several_commands_share_is_translated_once_and_names_them_all() -> None:
    message = template().get("start", "command")
    assert message is not None
    assert message.auto_comments == ["/reversi start, /connect4 start"]


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
    ("command", "game"): "partie",
    ("command", "ask"): "demander",
    ("command", "start"): "jouer",
    ("option", "bot"): "ordi",
    ("option", "opponent"): "adversaire",
}


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


@for_each(
    ("english", "translated"),
    [
        (ASK, "Demandez par Plus ou par `/partie demander`."),
        (START, "Pour une autre : `/{game} jouer ordi:`."),
        (START, "Pour une autre : `/{game} jouer ordi:facile`."),
        (OPTIONS, "Choisissez un niveau d'`ordi` ou un `adversaire`."),
        (OUTSIDE, "comme dans /partie demander"),
        (OUTSIDE, "「/partie demander」や/partie demanderのように"),
    ],
)
def test_commands_are_mentioned_by_the_readers_names(english: str, translated: str) -> None:
    assert not [*wrong_names(french(english, translated), TEXTS)]


@for_each(
    ("english", "translated", "said"),
    [
        (ASK, "Demandez par Plus ou par `/game ask`.", "has to mention /partie demander"),
        (ASK, "Demandez par `/partie demander` ou `/game ask`.", "mentions /game ask"),
        (ASK, "Demandez par Plus.", "has to mention /partie demander"),
        (START, "Pour une autre : `/{game} jouer bot:`.", "has to mention ordi:"),
        (START, "Pour une autre : `/{game} jouerons ordi:`.", "has to mention /{game} jouer"),
        (OPTIONS, "Choisissez un niveau de `bot` ou un `adversaire`.", "has to mention ordi"),
        (OUTSIDE, "comme dans /game ask", "has to mention /partie demander"),
        (OPTIONS, "Choisissez un niveau d'ordi (`bot`) ou un `adversaire`.", "has to mention ordi in code"),
    ],
)
def test_other_names_in_a_translation_are_found(english: str, translated: str, said: str) -> None:
    found = [*wrong_names(french(english, translated), TEXTS)]
    assert found
    assert said in "; ".join(found)
