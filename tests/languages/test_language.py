"""Sentences with their placeholders filled in."""

from __future__ import annotations

import pytest

from languages import gettext, gettext_noop, ngettext, ngettext_noop


def test_placeholders_are_filled_in_once() -> None:
    assert gettext("{name} likes {what}.", name="{what}", what="{braces}") == "{what} likes {braces}."


@pytest.mark.parametrize(("number", "text"), [(0, "0 moves"), (1, "one move"), (2, "2 moves")])
def test_a_number_chooses_the_form(number: int, text: str) -> None:
    assert ngettext("one move", "{number} moves", number) == text


def test_a_marked_sentence_stays_as_it_is_until_it_is_used() -> None:
    assert gettext_noop("{name} resigned.") == "{name} resigned."


def test_a_marked_pair_is_chosen_from_when_it_is_used() -> None:
    pair = ngettext_noop("one move", "{number} moves")
    assert ngettext(*pair, 1) == "one move"
    assert ngettext(*pair, 3) == "3 moves"
