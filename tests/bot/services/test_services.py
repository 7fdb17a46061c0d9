"""Use-cases by their classes and by their protocols."""

from __future__ import annotations

from typing import Any, cast

from bot.core.background import BackgroundTasks
from bot.core.runtime import Runtime
from bot.services.services import Closes, Services
from bot.settings.settings import Settings


class Open:
    pass


class Door:
    def close(self) -> None:
        pass


class Gate(Door):
    pass


class BetterDoor(Door):
    pass


def test_those_with_a_protocol_are_found_in_their_order_even_after_one_was_replaced() -> None:
    features: dict[type, object] = {Gate: Gate(), Open: Open(), Door: Door()}
    nothing = cast(Any, None)
    services = Services(Settings(), Runtime(), nothing, BackgroundTasks(), features)
    assert services.those(Closes) == services.those(Closes) == (features[Gate], features[Door])
    better = services[Door] = BetterDoor()
    assert services.those(Closes) == (features[Gate], better)
