"""The draft of an opponent lives in the ids of its message."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.catalog import GAMES
from bot.play.opponents.view import PAGE, Draft, draft_of, draft_view, list_view
from bot.ui.layout import View
from data.people.opponents import SavedOpponent
from engine.players.computer import ComputerPlayer
from tests.bot.helpers import ANN, REVERSI
from tests.cases import for_each


def received(parts: Any) -> list[Any]:
    """Components as discord.py hands them out with a message."""
    return [
        SimpleNamespace(
            custom_id=part.get("custom_id"),
            label=part.get("label"),
            disabled=part.get("disabled", False),
            children=received(part.get("components", ())),
        )
        for part in parts
    ]


def message(view: View) -> list[Any]:
    """The components of a message."""
    return received(view.to_components())  # type: ignore[no-untyped-call]


@for_each(
    "recipe",
    [
        "positional:4",
        "mobility:time opening=random:1@8",
        "loser:3 end=narrow:9@10",
        "greedy:2 opening=random:1@4 end=win-or-lose:10@10 cap=1.5 random-ties blunders=0.25@3.0 seed=4",
    ],
)
def test_a_draft_is_read_from_the_message_that_shows_it(recipe: str) -> None:
    draft = Draft("Doctor Octo", REVERSI, ComputerPlayer.parse(recipe))
    assert draft_of(message(draft_view(draft))) == draft


def test_the_ids_of_a_posted_message_hold_its_draft() -> None:
    posted = [
        "f4:own_opening:opening=random/1@8",
        "f4:own_middle:alignments-w1/4",
        "f4:own_end:",
        "f4:own_save:connect4:Doctor Octo",
        "f4:own_numbers:random-ties blunders=0.25@3.0",
        "f4:own_cancel",
    ]
    parts = [{"components": [{"custom_id": custom_id}]} for custom_id in posted]
    expected = ComputerPlayer.parse("alignments-w1:4 opening=random:1@8 random-ties blunders=0.25@3.0")
    assert draft_of(received(parts)) == Draft("Doctor Octo", GAMES["connect4"], expected)


def test_a_message_without_a_draft_has_none() -> None:
    assert draft_of(message(list_view([], 0, ANN.id, manager=False))) is None


@for_each(("page", "off"), [(-1, [0]), (0, [0]), (1, []), (2, [1]), (9, [1])])
def test_the_list_has_pages_and_no_way_out_of_them(page: int, off: list[int]) -> None:
    saved = [SavedOpponent(n, 7001, f"Octo {n}", "positional:3", ANN.id) for n in range(2 * PAGE + 1)]
    (card,) = message(list_view(saved, page, ANN.id, manager=False))
    buttons = card.children[-1].children
    assert [number for number, button in enumerate(buttons) if button.disabled] == off
