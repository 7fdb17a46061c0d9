"""Every refusal has words."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from bot import refusals
from bot.games.people import Place
from bot.refusals import Refusal
from bot.ui.refusals import refusal_text

EXAMPLES: dict[str, Any] = {
    "part": "opening",
    "levels": ("easy",),
    "letters": ("*", "\u200b"),
    "place": Place(channel_id=4711, guild_id=None),
    "message_id": None,
}

REFUSALS = [
    found
    for found in vars(refusals).values()
    if isinstance(found, type) and issubclass(found, Refusal) and found is not Refusal
]


@pytest.mark.parametrize("kind", REFUSALS, ids=lambda kind: kind.__name__)
def test_every_refusal_has_words_with_its_data(kind: Any) -> None:
    fields: tuple[Any, ...] = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    names = [field.name for field in fields]
    data = {name: EXAMPLES.get(name, 4711) for name in names}
    text = refusal_text(kind(**data))
    assert text
    assert "4711" in text or 4711 not in data.values()
