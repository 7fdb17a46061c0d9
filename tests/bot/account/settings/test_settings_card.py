"""The cards of settings: everything has words and a control, and fits into a message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import make_dataclass
from typing import Any

from bot.account.settings import ui as view
from bot.account.settings import words
from bot.account.settings.ui import pages
from bot.preferences.settings import (
    EVERYBODY,
    LEVELS,
    NONE,
    Channel,
    Channels,
    Circle,
    Circles,
    OneOf,
    PersonSettings,
    ServerSettings,
    Switch,
    Time,
    setting,
    settings_of,
)
from data.games.time_control import Live
from tests.cases import for_each
from tests.e2e.limits import check_message
from tests.e2e.seen import walk
from tests.loopback.model import COMPONENTS_V2

KINDS: dict[Any, Any] = {"server": ServerSettings, "person": PersonSettings}


@for_each("owner", KINDS)
def test_every_setting_and_choice_has_words_and_nothing_else_has(owner: Any) -> None:
    # The others have cards of their own.
    shown = [name for name, setting in settings_of(KINDS[owner]).items() if not setting.elsewhere]
    assert list(words.WORDS[owner]) == shown
    for name, named in words.WORDS[owner].items():
        declared = settings_of(KINDS[owner])[name]
        if isinstance(declared.allowed, OneOf):
            for choice in {*declared.allowed.words, *([NONE] if declared.allowed.or_none else [])} - {
                *LEVELS
            }:
                assert words.choice_name(named, choice) not in ("", choice), (name, choice)
        assert words.value_name(named, declared, declared.default)


def extreme(kind: Any) -> dict[str, Any]:
    """Values that need the most room."""
    values: dict[str, Any] = {}
    for name, declared in settings_of(kind).items():
        match declared.allowed:
            case Switch():
                values[name] = not declared.default
            case Channels(most=most):
                values[name] = tuple(10**18 + number for number in range(most))
            case Channel():
                values[name] = 10**18
            case Circles():
                values[name] = Circle("role", 10**18)
            case Time():
                values[name] = Live(180, 60)
            case OneOf(words=choices):
                values[name] = next(choice for choice in choices if choice != declared.default)
    return values


def cards(settings: Any) -> Iterator[Any]:
    for page in range(len(pages(type(settings)))):
        made: Any = view.settings_card(settings, page)
        yield {"components": made.to_components(), "flags": COMPONENTS_V2, "allowed_mentions": {"parse": []}}


@for_each("kind", [ServerSettings, PersonSettings])
def test_every_page_fits_into_a_message_with_all_settings(kind: Any) -> None:
    for settings in (kind(), kind(**extreme(kind))):
        shown = list(cards(settings))
        for card in shown:
            check_message(card)
        text = "\n".join(
            part["content"] for card in shown for part in walk(card["components"]) if part["type"] == 10
        )
        for title in (words.SERVER if kind is ServerSettings else words.PERSON).values():
            assert text.count(f"**{title.title}: ") == 1


def test_many_settings_take_several_pages_and_others_are_the_nearest() -> None:
    fields = [(f"s{number}", Circle, setting(EVERYBODY, Circles())) for number in range(23)]
    many = make_dataclass("many", fields, frozen=True)
    made = pages(many)
    assert [declared.name for page in made for declared in page] == [f"s{number}" for number in range(23)]
    assert all(view.AROUND + 7 * len(page) <= view.MAX_PARTS for page in made)
    assert len(made) == 6
    last = len(pages(ServerSettings)) - 1
    first_card, *_, last_card = [*cards(ServerSettings()), *cards(ServerSettings())]
    for nearest, expected in ((-3, first_card), (last + 9, last_card)):
        card: Any = view.settings_card(ServerSettings(), nearest)
        assert card.to_components() == expected["components"]
