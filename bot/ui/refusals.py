"""The texts of refusals: what players read when something isn't possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.computer.opponents.names import level_name, part_name
from bot.core.people import Place
from bot.core.refusals import Refusal
from bot.ui.engine_words import reason_text
from bot.ui.times import countdown
from bot.ui.untrusted import escaped, safe
from bot.ui.words import OTHER_VERSION, channel_mention, command_name, mention, message_link, role_mention
from languages import count, gettext, ngettext
from languages.numbers import enumerated, joined


class BadRequest(Refusal):
    """Options of a command that do not go together; `said` is what the person reads."""

    said: str


class OtherVersion(Refusal):
    """A component that this version does not have, or that an altered client sent."""

    text = OTHER_VERSION


def _bold_part(part: str) -> str:
    return f"**{part_name(part)}**"


def _channels(ids: tuple[int, ...]) -> str:
    return enumerated([*map(channel_mention, ids)])


def _letters(letters: tuple[str, ...]) -> str:
    return " ".join(escaped(letter) for letter in letters if letter.isprintable())


def _levels(levels: tuple[str, ...]) -> str:
    return enumerated([*map(level_name, levels)])


COUNTS = ("most", "maximum", "days", "squares", "length", "games", "expected", "found")
TYPED = ("typed", "name", "move")

FORMATS: Mapping[str, Callable[[Any], str]] = {
    **dict.fromkeys(COUNTS, count),
    **dict.fromkeys(TYPED, safe),
    "channels": _channels,
    "game": command_name,
    "letters": _letters,
    "levels": _levels,
    "part": _bold_part,
    "person": mention,
    "reason": reason_text,
    "role": role_mention,
    "wait": countdown,
}
"""The formats of placeholders; others are words already."""

PLACEHOLDERS = {
    "player_id": "person",
    "creator_id": "person",
    "role_id": "role",
    "again_at": "wait",
    "due_at": "wait",
}
"""The placeholders of fields with other names."""


def refusal_text(refusal: Refusal) -> str:
    """Return what the player reads."""
    if isinstance(refusal, BadRequest):
        return refusal.said
    sentence, values = refusal.sentence(), _formatted(refusal.values())
    if isinstance(sentence, str):
        text = gettext(sentence, **values)
    else:
        text = ngettext(*sentence, getattr(refusal, refusal.counted), **values)
    advice = refusal.advice()
    return text if advice is None else joined([text, advice])


def _formatted(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of placeholders as people read them."""
    formatted: dict[str, object] = {}
    for field, value in values.items():
        name = PLACEHOLDERS.get(field, field)
        formatted[name] = FORMATS[name](value) if name in FORMATS and value is not None else value
    match values:
        case {"place": Place() as place, "message_id": int() | None as message_id}:
            link = message_link(place.guild_id, place.channel_id, message_id)
            formatted["link"] = link or channel_mention(place.channel_id)
    return formatted
