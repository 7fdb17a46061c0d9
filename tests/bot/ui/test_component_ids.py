"""Custom ids: those already posted keep their meaning, and each says the same when it is read again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_type_hints

import pytest

from bot.play import opponents_view as opponents
from bot.play.games import ids as games
from bot.rooms import all_routes
from bot.ui.component_ids import MAX_CUSTOM_ID, ComponentId, ComponentIdError
from bot.ui.routes import Routes
from tests.cases import for_each, there

POSTED = dict(
    line.split("\t")
    for line in Path(__file__).with_name("posted_ids.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
)


@for_each("custom_id", POSTED)
def test_every_posted_id_keeps_its_meaning(custom_id: str) -> None:
    _, found = there(all_routes().read(custom_id))
    assert (repr(found), str(found)) == (POSTED[custom_id], custom_id)


def test_every_kind_of_id_has_one_handler_and_a_posted_example() -> None:
    routed = [route.kind for route in all_routes()]
    assert sorted(map(_name, routed)) == sorted(set(_kinds(ComponentId)))
    assert set(routed) == {type(there(all_routes().read(custom_id))[1]) for custom_id in POSTED}


STATES = {"ply", "version", "number", "question", "pairing_id", "counts", "players"}
"""Fields that name the state of what an id is about."""


def test_an_id_of_something_stored_names_its_state_or_says_why_not() -> None:
    for kind in {route.kind for route in all_routes()}:
        types = {name: get_type_hints(kind)[name] for name in kind.names}
        is_about_a_number = next(iter(types.values()), None) is int
        assert bool(kind.timeless) is (is_about_a_number and not STATES & set(types)), kind


def _kinds(base: type[ComponentId]) -> Iterator[str]:
    """The names of all kinds in the product that have an action; bases of others have none."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("bot.") and kind.action:
            yield _name(kind)
        yield from _kinds(kind)


def _name(kind: type[ComponentId]) -> str:
    # Not the class: a data class with slots leaves behind the one it was made from.
    return f"{kind.__module__}.{kind.__name__}"


@for_each(
    "custom_id",
    *("f4:takeback:1:0", "f4:move:1:0", "f4:move:1:0:d3:again", "f4:move:one:0:d3", "f4:move:١:0:d3"),
    *("f4:resign_sure:7:perhaps", "f4:standings:reversi::robots:s:0:4711:b", "f5:nudge:7"),
    *("f4:nudge:7\n", ""),
)
def test_unknown_ids_are_rejected(custom_id: str) -> None:
    assert all_routes().read(custom_id) is None


@for_each("text", ["a:b", "x" * MAX_CUSTOM_ID])
def test_an_unreadable_id_cannot_be_made(text: str) -> None:
    with pytest.raises(ComponentIdError):
        str(opponents.ChooseMiddle(text))


def test_fields_have_supported_types_and_literals() -> None:
    with pytest.raises(ComponentIdError):
        str(games.ConfirmResign(7, "perhaps"))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        str(Unreadable("a"))
    routes = Routes()
    routes.on_press(games.Retry)(ignore)
    with pytest.raises(ValueError, match="nudge"):
        routes.on_press(Alias)(ignore)


class Alias(ComponentId, action="nudge"):
    """A component of another kind with a game button's action."""

    game_id: int


class Unreadable(ComponentId, action="unreadable"):
    """A kind with a field that no custom id can hold."""

    value: Literal["a"] | None


async def ignore(request: object, pressed: ComponentId) -> None:
    """Handle nothing."""
