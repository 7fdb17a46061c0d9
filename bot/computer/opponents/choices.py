"""Computer players to choose from: levels, a server's custom opponents, and styles, with their specs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.names import english_name, level_name, style_name, typed_name
from bot.core.fields import Frozen
from bot.core.refusals import Refusal, Sentence, TooMany, refusal
from data import Storage
from data.db.registry import Registry
from data.people.preferences import OpponentStore, SavedOpponent
from data.tables.schema import Untrusted
from engine import EngineError
from engine.players.computer import ComputerPlayer, Phase, style_named, style_names
from languages import LANGUAGES, gettext_noop, ngettext_noop, speaking
from languages.typed import folded, nearest

Part = Literal["opening", "middle", "end"]
"""A part of a game in which a computer player can have a separate style."""


class UnknownPlayer(Refusal):
    # Translators: {levels} is a list of levels' names.
    text = gettext_noop(
        "I have no level “{typed}” in {title}. Choose one of: {levels}; the list that appears while you type "
        "has everything."
    )
    # Translators: {near} is a level that has a similar name.
    meant = gettext_noop("I have no level “{typed}” in {title}. Did you mean “{near}”?")
    typed: str
    title: str
    levels: Sequence[str]

    def sentence(self) -> Sentence:
        return self.meant if self._near() else self.text

    def values(self) -> dict[str, object]:
        return super().values() | {"near": self._near()}

    def _near(self) -> str | None:
        """Return the level that was probably meant, in the reader's language or in English."""
        return nearest(self.typed, [*self.levels, *map(level_name, self.levels)])


class OtherGame(Refusal):
    text = gettext_noop("{name} can't play {title}: its styles belong to another game.")
    name: str
    title: str


OpponentGone = refusal("That opponent has been deleted. Please choose another one.")


class BadDepth(Refusal):
    """The typed depth is neither a number from 1 to `most` nor the word for no limit."""

    # Translators: {part} is “Opening”, “Middle game” or “End”. Leave `time`, which is to be typed.
    text = gettext_noop(
        "{part}: enter a depth from 1 to {most} moves, or `time` for as deep as time allows, not “{typed}”."
    )
    without_part = gettext_noop(
        "A depth is a number of moves from 1 to {most}, or `time` for as deep as time allows; “{typed}” is "
        "not one."
    )
    typed: str
    most: int
    part: Part | None = None

    def sentence(self) -> Sentence:
        return self.without_part if self.part is None else self.text


class BadMoves(Refusal):
    """The typed length of a part is no number from 0 to `most`."""

    text = gettext_noop("{part}: enter a number of moves from 0 to {most}, not “{typed}”.")
    typed: str
    most: int
    part: Part


class CannotPlay(Refusal):
    """The player cannot play the game; `reason` is the engine's."""

    # Translators: {reason} is a sentence such as: Reversi has no style “clever”; it has …
    text = gettext_noop("That can't play {title}. {reason}")
    title: str
    reason: EngineError


RecipeTooLong = refusal("That recipe is too long for me. Try it with fewer digits.")


class NumberTooLarge(TooMany):
    text = ngettext_noop(
        "A number in the name of a style has at most {most} digit.",
        "A number in the name of a style has at most {most} digits.",
    )


NAME_END = "|"

MAX_DEPTH = 30
"""Maximum depth that can be typed; a search also ends when its time is over."""

MAX_MOVES = 100
"""Maximum moves of an opening, and of the end of a game."""

MAX_DIGITS = 4
"""Maximum digits of a number in a style's name, such as a weight."""

MAX_DESCRIPTION = 200
"""Maximum characters of a description."""

MAX_WORD = 100
"""Maximum characters of a word in a description, as error messages repeat it."""

WORD = re.compile(r"[^\s:@=]+")
"""A word that can be a style's name with numbers, such as `alignments-0,0.5,4,16,inf`."""

FRACTION = re.compile(r"[+-]?(\d+\.\d*|\.\d+)", re.ASCII)

LARGE = re.compile(rf"\d{{{MAX_DIGITS + 1}}}")


class Opponent(Frozen):
    """A computer player as players see it; `rating` is None without a fixed rating."""

    name: str
    player: ComputerPlayer
    rating: int | None

    @property
    def spec(self) -> str:
        """Text stored with a game."""
        if self.rating is not None or self.name == str(self.player):
            return self.name
        return NAME_END.join((self.name, str(self.player)))


def opponent(kind: GameKind, spec: str) -> Opponent:
    """Return the computer player of a spec. Raises `EngineError` for an invalid one."""
    level = kind.levels.get(spec)
    if level is not None:
        return Opponent(spec, level.player, level.rating)
    name, bar, description = spec.rpartition(NAME_END)
    player = ComputerPlayer.parse(tidy(description))
    return Opponent(name if bar else str(player), player, None)


def opponent_name(spec: str) -> Untrusted:
    """Return the name of the computer player of a spec, translated unless a person chose it."""
    name, bar, description = spec.partition(NAME_END)
    if not bar:
        return Untrusted(typed_name(tidy(name)))
    return Untrusted(style_name(name) if name == description.partition(":")[0] else name)


def tidy(description: str) -> str:
    """Normalize the numbers in a description: `alignments-007, 1.50` has 7 and 1.5.

    Invalid numbers are kept, for the engine to refuse.
    """
    return WORD.sub(_with_tidy_numbers, ",".join(part.strip() for part in description.split(",")))


def require_player(kind: GameKind, spec: str) -> Opponent:
    """Return the computer player of a spec if it may be stored; its `spec` is the text to store.

    Raises UnknownPlayer for an invalid spec, and the refusals of `require_sound`.
    """
    try:
        candidate = opponent(kind, spec)
        if candidate.rating is None:
            require_sound(kind, candidate.player)
    except (EngineError, CannotPlay) as error:
        raise UnknownPlayer(spec, kind.title, tuple(kind.levels)) from error
    return candidate


def require_sound(kind: GameKind, player: ComputerPlayer) -> None:
    """Refuse a player that cannot be stored.

    CannotPlay for one that does not know the game; BadDepth, BadMoves, NumberTooLarge or RecipeTooLong for
    numbers and texts out of range.
    """
    phases: dict[Part, Phase | None] = {
        "middle": Phase(player.style, player.depth),
        "opening": player.opening,
        "end": player.end,
    }
    for part, phase in phases.items():
        if phase is not None and phase.depth is not None and phase.depth > MAX_DEPTH:
            raise BadDepth(str(phase.depth), MAX_DEPTH, part)
    lengths: dict[Part, int] = {"opening": player.opening_moves, "end": player.end_moves}
    for part, moves in lengths.items():
        if moves > MAX_MOVES:
            raise BadMoves(str(moves), MAX_MOVES, part)
    if len(str(player)) > MAX_DESCRIPTION:
        raise RecipeTooLong
    for style in (phase.style for phase in phases.values() if phase is not None):
        try:
            style_named(kind.start("").game, style)
        except EngineError as error:
            raise CannotPlay(kind.title, error) from error
        if LARGE.search(style):
            raise NumberTooLarge(MAX_DIGITS)


def is_style(kind: GameKind, name: str) -> bool:
    try:
        require_sound(kind, ComputerPlayer(name))
    except (EngineError, Refusal):
        return False
    return True


def whole_number(typed: str, least: int, most: int) -> int | None:
    """Parse a typed whole number; None for anything else and for one out of range."""
    text = folded(typed)
    digits = text.lstrip("0") or text[-1:]
    if (
        digits.isascii()
        and digits.isdigit()
        and len(digits) <= len(str(most))
        and least <= int(digits) <= most
    ):
        return int(digits)
    return None


def _with_tidy_numbers(match: re.Match[str]) -> str:
    style, hyphen, numbers = match[0].partition("-")
    if "," not in numbers:
        return match[0]
    return f"{style}{hyphen}{','.join(map(_number, numbers.split(',')))}"


def _number(text: str) -> str:
    if FRACTION.fullmatch(text):
        whole, _, fraction = text.rstrip("0").lstrip("+").partition(".")
        sign, digits = whole[: whole.startswith("-")], whole.lstrip("-").lstrip("0") or "0"
        return f"{sign}{digits}.{fraction}" if fraction else _number(f"{sign}{digits}")
    try:
        return str(int(text))
    except ValueError:
        return text


STYLE_DEPTH = 4
"""Default plies that a style looks ahead."""

EXAMPLES = {"connect4": ("alignments-0,1,4,16,inf:4", "vectors-20,30,1,3,2,1:4")}
"""Examples of styles with custom numbers, by game, as they can be typed."""

COMPLETED_DEPTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12, None)
"""Depths suggested for a style; None uses all the time. Others can be typed."""

RANDOM = "random"
"""The style that never looks ahead."""


class OpponentChoice(Frozen):
    """A computer player to choose, as players type it and as games and buttons store it.

    `depth` is how far a style looks ahead; None for other players, and for one that uses all its time.
    """

    sort: Literal["level", "own", "style"]
    typed: str
    spec: str
    handle: str
    depth: int | None = None


class OpponentChoices:
    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def choices(self, kind: GameKind, guild_id: int | None) -> list[OpponentChoice]:
        """Return all choices with a name: levels, then the server's custom opponents, then styles."""
        saved = await self._storage[OpponentStore].of_guild(guild_id) if guild_id is not None else ()
        levels = [_level(name) for name in kind.levels]
        own = [_own(opponent) for opponent in saved if can_play(kind, opponent.player)]
        return [*levels, *own, *(_style(name) for name in styles_of(kind))]

    async def find(self, kind: GameKind, guild_id: int | None, typed: str) -> OpponentChoice:
        """Return the computer player that was typed. Refused if there is none."""
        exact, wanted = " ".join(typed.split()).casefold(), folded(typed)
        named = [
            opponent for opponent in await self.choices(kind, guild_id) if folded(opponent.typed) == wanted
        ]
        if named:
            # A custom opponent may be older than a level of its name, or than the comparison without accents.
            return max(named, key=lambda choice: (choice.sort == "own", choice.typed.casefold() == exact))
        if (built_in := built_in_choice(kind, wanted)) is not None:
            return built_in
        if guild_id is not None:
            for saved in await self._storage[OpponentStore].of_guild(guild_id):
                if wanted == folded(saved.name):
                    raise OtherGame(saved.name, kind.title)
        raise UnknownPlayer(typed, kind.title, tuple(kind.levels))

    async def by_handle(self, kind: GameKind, handle: str) -> OpponentChoice:
        """Return the computer player in a button's id. Raises `OpponentGone` if it was deleted."""
        if handle in kind.levels:
            return _level(handle)
        if handle.startswith("#"):
            saved = await self._storage[OpponentStore].find(int(handle[1:]))
            if saved is not None:
                return _own(saved)
        style, _, depth = handle.rpartition(".")
        if is_style(kind, tidy(style)):
            return _style(tidy(style), read_depth(depth))
        raise OpponentGone


def completions(kind: GameKind, typed: str) -> list[OpponentChoice]:
    """Return completions of a typed style, with depths and numbers.

    `positional:` is completed with some depths, and so is `alignments-0,2,4,8,inf`.
    """
    wanted = tidy(english_name(folded(typed), (), styles_of(kind)))
    examples = [
        replace(_style(style, read_depth(depth)), typed=example)
        for example in EXAMPLES.get(kind.key, ())
        for style, _, depth in (example.partition(":"),)
        if wanted and (example.startswith(wanted) or wanted == style.partition("-")[0])
    ]
    style, colon, depth = (part.strip() for part in wanted.partition(":"))
    if style == RANDOM or not is_style(kind, style) or (not colon and style in styles_of(kind)):
        return examples
    depths = [one for one in COMPLETED_DEPTHS if _reach(one).startswith(depth)]
    try:
        exact = [read_depth(depth)] if depth else []
    except BadDepth:
        exact = []
    # The typed depth comes first, and once.
    completed = [
        replace(_style(style, spec), typed=f"{style}:{_reach(spec)}")
        for spec in dict.fromkeys([*exact, *depths])
    ]
    known = {choice.spec for choice in completed}
    return [*completed, *(example for example in examples if example.spec not in known)]


def built_in_choice(kind: GameKind, typed: str) -> OpponentChoice | None:
    """Return the level or style of a text: `easy`, `positional` or `positional:2`. Raises BadDepth.

    Their names may be English or the reader's.
    """
    wanted = english_name(folded(typed), kind.levels, styles_of(kind))
    if wanted in kind.levels:
        return _level(wanted)
    style, colon, depth = (part.strip() for part in tidy(wanted).partition(":"))
    if not is_style(kind, style):
        return None
    return _style(style, read_depth(depth)) if colon else _style(style)


def can_play(kind: GameKind, player: str) -> bool:
    try:
        require_player(kind, player)
    except Refusal:
        return False
    return True


def styles_of(kind: GameKind) -> tuple[str, ...]:
    return style_names(kind.start("").game)


def reserved_names() -> set[str]:
    """Return the folded names of levels and styles in all languages, which custom opponents cannot have."""
    built_in = {name for kind in GAMES.values() for name in (*kind.levels, *styles_of(kind))}
    reserved = {folded(name) for name in built_in}
    for language in LANGUAGES.values():
        with speaking(language):
            reserved |= {folded(typed_name(name)) for name in built_in}
    return reserved


def custom_handle(opponent_id: int) -> str:
    return f"#{opponent_id}"


def style_handle(name: str) -> str:
    """Return the handle of a style at its usual depth."""
    return _style(name).handle


def read_depth(typed: str, part: Part | None = None) -> int | None:
    """Parse a typed depth for a part of the game; None for `time`. Raises BadDepth."""
    text = folded(typed)
    if text == "time":
        return None
    number = whole_number(text, 1, MAX_DEPTH)
    if number is None:
        raise BadDepth(typed.strip(), MAX_DEPTH, part)
    return number


def _level(name: str) -> OpponentChoice:
    return OpponentChoice("level", name, name, name)


def _own(saved: SavedOpponent) -> OpponentChoice:
    return OpponentChoice(
        "own", saved.name, NAME_END.join((saved.name, saved.player)), custom_handle(saved.id)
    )


def _style(name: str, depth: int | None = STYLE_DEPTH) -> OpponentChoice:
    if name == RANDOM:
        return OpponentChoice("style", name, f"{name}{NAME_END}{name}:1", f"{name}.1")
    phase, handle = f"{name}:{_reach(depth)}", f"{name}.{_reach(depth)}"
    if depth == STYLE_DEPTH:
        return OpponentChoice("style", name, f"{name}{NAME_END}{phase}", handle, depth)
    return OpponentChoice("style", phase, phase, handle, depth)


def _reach(depth: int | None) -> str:
    return "time" if depth is None else str(depth)
