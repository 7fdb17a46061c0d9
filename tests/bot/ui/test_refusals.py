"""Every refusal of the bot's rooms has words."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import product
from typing import Any, get_args

import bot.app  # noqa: F401 - brings all rooms along
from bot.computer.opponents import refusals
from bot.computer.opponents.names import level_name
from bot.computer.opponents.refusals import Part
from bot.core.limits import LIMITS, OverLimit
from bot.core.people import Place
from bot.core.refusals import InProgress, NotYours, Refusal, TooMany
from bot.events.refusals import EventRefusal
from bot.play.assist.refusals import Whose
from bot.study.openings.refusals import UnknownOpening
from bot.study.records.formats.refusals import Fault, Foreign, Lack
from bot.ui.refusals import BadRequest, refusal_text
from bot.ui.untrusted import MAX_REPEATED, shortened
from data.db.errors import Limit
from data.games.records import EventKind, QuestionKind
from engine import EngineError
from languages import LANGUAGES, speaking
from tests.cases import for_each

EXAMPLES: dict[str, Any] = {
    **dict.fromkeys(("typed", "name", "move", "game", "title", "wanted", "file_format", "example"), "4711"),
    "limit": Limit.GAMES,
    "scope": "person",
    "levels": ("easy",),
    "letters": ("*", "\u200b"),
    "place": Place(channel_id=4711, guild_id=None),
    "channels": (4711,),
    "again_at": datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
    "due_at": datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
    "reason": EngineError("4711"),
}
"""Examples of fields; of others, it is 4711."""

CHOICES: dict[str, Sequence[Any]] = {
    "either": (False, True),
    "event": get_args(EventKind),
    "fault": get_args(Fault),
    "kind": tuple(QuestionKind),
    "lack": get_args(Lack),
    "message_id": (4711, None),
    "part": (*get_args(Part), None),
    "role_id": (4711, None),
    "seems": get_args(Foreign),
    "whose": get_args(Whose),
}
"""Fields that choose among sentences, or words of them."""

TYPED = {
    "UnknownOpening": ("typed",),
    "UnknownPlayer": ("typed",),
    "OtherGame": ("name",),
    "BadDepth": ("typed",),
    "BadMoves": ("typed",),
    "IllegalHere": ("move",),
    "IllegalInLine": ("typed", "move"),
    "LineWithoutAnswer": ("typed",),
    "UnreadableGame": ("typed",),
    "NotYourOpponent": ("name",),
    "NameReserved": ("name",),
    "NameInUse": ("name",),
}
"""Refusals that repeat typed text, and their fields that hold it."""


FORMS = {EventRefusal, InProgress, NotYours, TooMany}
"""Forms that several refusals share, without a sentence."""


def kinds_of(base: type[Refusal]) -> Iterator[type[Refusal]]:
    """Yield the refusals of all rooms with a sentence of their own."""
    for kind in base.__subclasses__():
        if kind is not BadRequest and kind.__module__.startswith("bot."):
            yield from () if kind in FORMS else (kind,)
            yield from kinds_of(kind)


REFUSALS = sorted(kinds_of(Refusal), key=lambda kind: (kind.__module__, kind.__name__))


def fields_of(kind: type[Refusal]) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()


def examples_of(kind: type[Refusal]) -> Iterator[dict[str, Any]]:
    """Yield examples of a refusal's fields, one for each of its sentences."""
    fields = fields_of(kind)
    choices = [
        [
            choice
            for choice in CHOICES.get(field.name, (EXAMPLES.get(field.name, 4711),))
            if choice is not None or "None" in str(field.type)
        ]
        for field in fields
    ]
    for values in product(*choices):
        yield {field.name: value for field, value in zip(fields, values, strict=True)}


@for_each("kind", REFUSALS)
def test_every_refusal_has_words_with_its_data(kind: Any) -> None:
    for data in examples_of(kind):
        text = refusal_text(kind(**data))
        assert text
        named = "4711" in map(str, data.values()) and data != {"event": "tournament", "player_id": 4711}
        assert "4711" in text.replace(",", "") or not named


def test_a_misspelt_level_or_opening_is_recognised() -> None:
    levels = ("easy", "medium", "hard")
    assert "“esay” in Reversi. Did you mean “easy”?" in refusal_text(
        refusals.UnknownPlayer("esay", "Reversi", levels)
    )
    assert "Choose one of" in refusal_text(refusals.UnknownPlayer("grandmaster", "Reversi", levels))
    assert "Did you mean “Tiger”?" in refusal_text(UnknownOpening("tigr"))
    with speaking(LANGUAGES["de"]):
        assert f"„{level_name('easy')}“" in refusal_text(
            refusals.UnknownPlayer(f"{level_name('easy')}x", "Reversi", levels)
        )


@for_each(("limit", "scope"), LIMITS)
def test_every_limit_has_words_with_its_maximum(limit: Limit, scope: Any) -> None:
    player_id = 4711 if scope == "other" else None
    text = refusal_text(OverLimit(limit, scope, 12, player_id, EXAMPLES["again_at"]))
    assert "12" in text or (limit, scope) == (Limit.OPPONENTS, "server")
    assert player_id is None or "<@4711>" in text


@for_each(("limit", "scope"), LIMITS)
def test_a_limit_of_one_is_worded_in_the_singular(limit: Limit, scope: Any) -> None:
    player_id = 4711 if scope == "other" else None
    text = refusal_text(OverLimit(limit, scope, 1, player_id, EXAMPLES["again_at"]))
    assert not re.search(r"\b1\b", text)
    assert re.search(r"\bone\b| a game", text)


@for_each("kind", REFUSALS)
def test_no_answer_repeats_more_than_a_line_of_what_was_typed(kind: Any) -> None:
    texts = {field.name: "x" * 6000 for field in fields_of(kind) if field.name in {"typed", "name", "move"}}
    assert tuple(texts) == TYPED.get(kind.__name__, ())
    for data in examples_of(kind):
        text = refusal_text(kind(**{**data, **texts}))
        assert "x" * (MAX_REPEATED + 1) not in text
        assert len(text) < 500


@for_each("typed", ["a\n\nb", " a b ", "a\tb"])
def test_typed_text_is_repeated_in_one_line(typed: str) -> None:
    assert shortened(typed) == "a b"


def test_shortened_text_is_marked() -> None:
    assert shortened("x" * MAX_REPEATED) == "x" * MAX_REPEATED
    assert shortened("x" * (MAX_REPEATED + 1)) == "x" * (MAX_REPEATED - 1) + "…"
