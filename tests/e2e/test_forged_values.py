"""Values that no menu, button or dialog of ours offers: an altered client can send any."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from simcord import interactions as payloads
from simcord.enums import InteractionType
from sqlalchemy import Connection, select, text

from bot.play.games.ids import OpenFeature
from bot.play.help_ui import OpenDialog
from bot.rooms import all_routes, unconnected_tree
from bot.ui.routes import Route, Use
from data.tables.schema import metadata
from tests.e2e.seen import Seen
from tests.e2e.world import Person, World
from tests.extent import extent

HUGE = 10**30
"""More than a column can hold."""

FORGED = ("nonsense", "", "-1", "1" * 30, *extent((), (" ", "0", "999", "1.5", ":", "👾")))

pytestmark = pytest.mark.english


def custom_ids(route: Route, number: int, text: str) -> Iterator[str]:
    """Yield ids with a number and a text in the fields that can be forged; all members of the others."""
    types = get_type_hints(route.kind)
    known = [types[name] for name in route.kind.names]
    for at in range(max(map(len, map(members, known)), default=1)):
        values = [
            {int: str(number), str: text}.get(type_) or members(type_)[at % len(members(type_))]
            for type_ in known
        ]
        yield ":".join(["f4", route.kind.action, *values])


def members(type_: Any) -> list[str]:
    """Return what a field of a closed type can be."""
    if get_origin(type_) is Literal:
        return [*get_args(type_)]
    if isinstance(type_, type) and issubclass(type_, Enum):
        return [str(member.value) for member in type_]
    return [""]


def send_dialog(world: World, person: Person, custom_id: str, typed: list[str]) -> None:
    """Send a dialog, which need not have been shown."""
    fields = [
        {"type": 18, "component": {"type": 4, "custom_id": f"field{number}", "value": text}}
        for number, text in enumerate(typed)
    ]
    _, payload = payloads.base_payload(
        world.env.backend,
        type=InteractionType.MODAL_SUBMIT,
        channel_id=world.channel.id,
        guild_id=world.server.id,
        user_id=person.id,
        data={"custom_id": custom_id, "components": fields},
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)


@pytest.fixture
async def shown(world: World) -> Seen:
    """A message in a server in which there is something with the number 1 of most kinds."""
    world.ann = world.manager("Ann")
    await world.begin(world.ann, world.ben)
    await world.play("d3", world.ann)
    await world.ann.types("tournament create")
    await world.ann.types("simul")
    await world.ann.types("connect4 start")
    return world.board()


def stored(connection: Connection) -> dict[str, list[Any]]:
    """Return all rows that a choice could change."""
    return {
        table.name: sorted(map(str, connection.execute(select(text("*")).select_from(table))))
        for table in metadata.sorted_tables
    }


@pytest.mark.long
async def test_forged_choices_are_refused_without_a_fault(world: World, shown: Seen) -> None:
    storage = world.bot.kit.storage
    before = await storage._database.read(stored)
    for route in all_routes():
        if route.use is not Use.CHOICE:
            continue
        for custom_id in custom_ids(route, 1, "reversi"):
            for value in FORGED:
                world.ann.send_tap(shown, custom_id, [value])
            world.ann.send_tap(shown, custom_id, [])
            world.ann.send_tap(shown, custom_id, ["1", "nonsense"])
        await world.env.settle()
    assert await storage._database.read(stored) == before


@pytest.mark.long
async def test_forged_dialogs_are_refused_without_a_fault(world: World, shown: Seen) -> None:
    for route in all_routes():
        if route.use is not Use.DIALOG:
            continue
        for custom_id in custom_ids(route, 1, "reversi"):
            for number in range(extent(3, 8)):
                send_dialog(world, world.ann, custom_id, ["nonsense"] * number)
            for value in FORGED:
                send_dialog(world, world.ann, custom_id, [value] * max(1, route.least))
        await world.env.settle()


@pytest.mark.parametrize(("number", "text"), [(HUGE, "👾"), (0, "")])
@pytest.mark.first(1)
async def test_forged_ids_are_refused_and_no_fault(world: World, shown: Seen, number: int, text: str) -> None:
    for route in all_routes():
        for custom_id in custom_ids(route, number, text):
            if route.use is Use.DIALOG:
                send_dialog(world, world.ann, custom_id, [text] * max(1, route.least))
            else:
                world.ann.send_tap(shown, custom_id, [text] if route.use is Use.CHOICE else None)
        await world.env.settle()
    # Nor does one that names a command which no button names.
    for command in unconnected_tree().walk_commands():
        for kind in (OpenFeature, OpenDialog):
            world.ann.send_tap(shown, str(kind(command.qualified_name)))
        await world.env.settle()
