"""The texts of refusals: what players read when something isn't possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.catalog import GAMES
from bot.computer.opponents.names import level_name, part_name, style_name
from bot.core.people import Place
from bot.core.refusals import Refusal
from bot.ui.times import countdown
from bot.ui.untrusted import escaped, safe
from bot.ui.words import OTHER_VERSION, channel_mention, command_name, mention, message_link, role_mention
from engine import EngineError
from languages import count, gettext, gettext_noop, ngettext
from languages.numbers import capitalized, enumerated, joined


class BadRequest(Refusal):
    """Options of a command that do not go together; `said` is what the person reads."""

    said: str


class OtherVersion(Refusal):
    """A component that this version does not have, or that an altered client sent."""

    text = OTHER_VERSION


def _sentences(*whole: str) -> dict[str, str]:
    """Return sentences by the engine's reasons, which have the same words."""
    return {sentence[0].lower() + sentence[1:-1]: sentence for sentence in whole}


RECIPES: Mapping[str, str] = {
    **_sentences(
        # Translators, all below: whole sentences, after “I can't read that recipe.” Recipes are typed in
        # English: leave positional:4, time, cap, misjudges and other words of recipes as they are.
        gettext_noop("“{text}” is not a style with a depth, such as positional:4 or patterns:time."),
        # Translators: {styles} are names of styles, as people type them.
        gettext_noop("{game} has no style “{name}”; it has {styles}."),
        gettext_noop("The opening needs a style and a number of moves, not {moves}."),
        gettext_noop("The end needs a style and a number of moves, not {moves}."),
        gettext_noop("The depth must be a whole number, not “{text}”."),
        gettext_noop("The opening moves must be a whole number, not “{text}”."),
        gettext_noop("The end moves must be a whole number, not “{text}”."),
        gettext_noop("The seed must be a whole number, not “{text}”."),
        gettext_noop("The cap must be a number, not “{text}”."),
        # Translators: A computer player blunders on purpose in a share of its moves.
        gettext_noop("The share of blunders must be a number, not “{text}”."),
        # Translators: The points that a computer player may lose by a blunder on purpose.
        gettext_noop("The cost of a blunder must be a number, not “{text}”."),
        gettext_noop("The cost of a blunder must be 0 points or more, not {points}."),
        # Translators: The error with which a computer player misjudges moves on purpose.
        gettext_noop("The error must be a number, not “{text}”."),
        gettext_noop("The error must be 0 points or more, not {points}."),
        # Translators: A computer player misses (overlooks) a share of the moves hard to see.
        gettext_noop("The share of moves missed must be a number, not “{text}”."),
        gettext_noop(
            "“{name}” is not a style: alignments have five weights, numbers from -{most} to "
            "{most}, and the last may be inf: alignments-0,0.5,4,16,inf."
        ),
        gettext_noop(
            "“{name}” is not a style: vectors have six parameters, numbers from -{most} to "
            "{most}, such as vectors-20,30,1,3,2,1."
        ),
    ),
    "“{style}” cannot be the name of a style": gettext_noop("“{style}” can't be the name of a style."),
    # Translators: {known} are words of recipes, such as “cap, seed”.
    "a player has no “{name}”; it may have {known}": gettext_noop(
        "A recipe has no “{name}”; it can have {known}."
    ),
    "depth must be above zero, not {value}": gettext_noop("The depth must be above zero, not {value}."),
    "seconds must be above zero, not {value}": gettext_noop("The seconds must be above zero, not {value}."),
    "blunders must be a share from 0 to 1, not {share}": gettext_noop(
        "The share of blunders must be from 0 to 1, not {share}."
    ),
    # Translators: The most points that a computer player gives away by one move.
    "the limit on what is given away must be a number, not “{text}”": gettext_noop(
        "The limit for one move must be a number, not “{text}”."
    ),
    "the limit on what is given away must be 0 points or more, not {points}": gettext_noop(
        "The limit for one move must be 0 points or more, not {points}."
    ),
    "the limit on what is given away in a game must be a number, not “{text}”": gettext_noop(
        "The limit for a whole game must be a number, not “{text}”."
    ),
    "the limit on what is given away in a game must be 0 points or more, not {points}": gettext_noop(
        "The limit for a whole game must be 0 points or more, not {points}."
    ),
    "misjudges and misses need a limit on what may be given away": gettext_noop(
        "misjudges and misses need a limit on the points given away."
    ),
    "misses must be a share from 0 to 1, not {share}": gettext_noop(
        "The share of moves missed must be from 0 to 1, not {share}."
    ),
}

POSITIONS: Mapping[str, str] = {
    **_sentences(
        # Translators: {square} is a square such as d4.
        # Translators, all below: whole sentences, after “No game can reach that position.”
        gettext_noop("The disc on {square} is not connected to the centre."),
        # Translators: X and O are typed letters for discs.
        gettext_noop("The side to move must be X (black) or O (white), not -."),
    ),
    # Translators: {square} such as d4.
    "{square} is empty: no game leaves a centre square empty": gettext_noop(
        "{square} is empty, and no game leaves a centre square empty."
    ),
    "{columns} × {rows} squares are not those of this board": gettext_noop(
        "This board doesn't have {columns} × {rows} squares."
    ),
    # Translators: {crosses} and {noughts} are numbers of discs.
    "{crosses} discs X and {noughts} O: X moves first, it has as many or one more": gettext_noop(
        "There are {crosses} X and {noughts} O, but X moves first: it has as many discs as O, or one more."
    ),
    # Translators: The disc floats: the square below it is empty.
    "the disc in column {column}, row {row} from the top, floats": gettext_noop(
        "The disc in column {column}, row {row} from the top, hangs in the air."
    ),
    # Translators: {side} is X or O.
    "{side} has a line, but the other side moved after it": gettext_noop(
        "{side} has completed a row, but the other side moved after that."
    ),
    # Translators: {mover} and {side} are X or O.
    "with so many discs, {mover} is to move, not {side}": gettext_noop(
        "With that many discs it is the turn of {mover}, not {side}."
    ),
}


def reason_text(error: EngineError) -> str:
    """Return the engine's reason in the reader's language; as it is if people don't cause it."""
    sentence = RECIPES.get(error.sentence) or POSITIONS.get(error.sentence)
    if sentence is None:
        return f"{capitalized(safe(str(error)))}."
    values = {name: safe(str(value)) for name, value in error.values.items()}
    if "game" in values:
        values["game"] = GAMES[str(error.values["game"])].title
    if "known" in values:
        values["known"] = enumerated(str(error.values["known"]).split(", "))
    if "styles" in values:
        styles = str(error.values["styles"]).split(", ")
        values["styles"] = enumerated([*map(style_name, styles)])
    return gettext(sentence, **values)


FORMATS: Mapping[str, Callable[[Any], str]] = {
    **dict.fromkeys(("most", "maximum", "days", "squares", "length", "games", "expected", "found"), count),
    **dict.fromkeys(("typed", "name", "move"), safe),
    "channels": lambda ids: enumerated([*map(channel_mention, ids)]),
    "game": command_name,
    "letters": lambda letters: " ".join(escaped(letter) for letter in letters if letter.isprintable()),
    "levels": lambda levels: enumerated([*map(level_name, levels)]),
    "part": lambda part: f"**{part_name(part)}**",
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
    formatted: dict[str, object] = {}
    for field, value in values.items():
        name = PLACEHOLDERS.get(field, field)
        formatted[name] = FORMATS[name](value) if name in FORMATS and value is not None else value
    match values:
        case {"place": Place() as place, "message_id": int() | None as message_id}:
            link = message_link(place.guild_id, place.channel_id, message_id)
            formatted["link"] = link or channel_mention(place.channel_id)
    return formatted
