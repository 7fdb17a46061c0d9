"""The template of the catalogues."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from release.languages import collect


@pytest.fixture(scope="module")
def template() -> Catalog:
    return collect()


@pytest.mark.parametrize(
    ("context", "english"),
    [
        ("command", "game"),
        ("command", "view"),
        ("command description", "The best players, by rating"),
        ("option", "opponent"),
        ("option description", "Your side (default: random)"),
        ("choice", "White"),
        ("menu", "Challenge to Reversi"),
        ("opening", "Cow Bat / Bat / Cambridge"),
    ],
)
def test_texts_of_commands_and_names_of_openings_are_collected(
    template: Catalog, context: str, english: str
) -> None:
    assert template.get(english, context) is not None


def test_a_word_that_several_commands_share_is_translated_once_and_names_them_all(template: Catalog) -> None:
    message = template.get("list", "command")
    assert message is not None
    assert message.auto_comments == ["/opponent list, /block list"]
