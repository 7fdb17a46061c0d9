"""Custom opponents of a server: described, checked, saved and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.catalog import GameKind
from bot.computer.opponents.choices import (
    MAX_MOVES,
    MAX_WORD,
    RANDOM,
    STYLE_DEPTH,
    BadMoves,
    OpponentGone,
    Part,
    RecipeTooLong,
    read_depth,
    require_sound,
    reserved_names,
    styles_of,
    tidy,
    whole_number,
)
from bot.computer.opponents.names import english_recipe
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, remember
from bot.core.refusals import Refusal, Sentence
from data import Storage
from data.db.errors import NameTaken
from data.db.registry import Registry
from data.people.preferences import NewOpponent, OpponentStore, SavedOpponent
from engine import EngineError
from engine.players.computer import ComputerPlayer, Phase
from engine.search.registry import default_style
from languages import gettext_noop
from languages.typed import folded

MAX_NAME = 32
"""Maximum characters of a name."""

NOT_IN_NAMES = frozenset('*_~`|<>@#:\\[]()/"')
"""Characters with a meaning in messages or in stored specs."""

OPENING_MOVES = 8
"""Default length of an opening, in moves."""

END_MOVES = 12
"""Default length of the end of a game, in moves."""


class BadRecipe(Refusal):
    """The recipe cannot be read; `reason` is the engine's, `example` a recipe that can."""

    # Translators: {reason} is a sentence such as: The depth must be a whole number, not “x”.
    text = gettext_noop("I can't read that recipe. {reason} Recipes look like `{example}`.")
    reason: EngineError
    example: str


class OneWayToPlay(Refusal):
    text = gettext_noop("I can only play {title} in one way, so you can't choose a level.")
    title: str


class NameTooLong(Refusal):
    """The name has `length` characters; 1 to `most` are allowed."""

    # Translators: {length} is a number of characters.
    text = gettext_noop("A name has 1 to {most} characters; this one has {length}.")
    length: int
    most: int


class BadLetters(Refusal):
    # Translators: {letters} are signs such as “* < >”.
    text = gettext_noop("A name can't have {letters} in it. Letters, digits, spaces, - ' . ! ? & + are fine.")
    invisible = gettext_noop(
        "A name can't have an invisible character in it. Letters, digits, spaces, - ' . ! ? & + are fine."
    )
    # Translators: {letters} are signs such as “* < >”.
    both = gettext_noop(
        "A name can't have {letters} or an invisible character in it. Letters, digits, spaces, - ' . ! ? & + "
        "are fine."
    )
    letters: Sequence[str]

    def sentence(self) -> Sentence:
        if all(map(str.isprintable, self.letters)):
            return self.text
        return self.both if any(map(str.isprintable, self.letters)) else self.invisible


class NameReserved(Refusal):
    text = gettext_noop("{name} is the name of a level or a style. Please choose another one.")
    name: str


class NameInUse(Refusal):
    text = gettext_noop(
        "This server already has an opponent called {name}. Choose another name, or delete that one first."
    )
    name: str


class NotYourOpponent(Refusal):
    text = gettext_noop(
        "{person} created {name}: only they, and people who can manage this server, can delete it."
    )
    creator_id: int
    name: str


class SavedOpponents:
    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def of_guild(self, guild_id: int) -> tuple[SavedOpponent, ...]:
        return await self._storage[OpponentStore].of_guild(guild_id)

    async def require_free(self, guild_id: int, typed: str) -> str:
        """Return the name as it would be saved. Refused if it is invalid or taken."""
        name = read_name(typed)
        if await self._find(guild_id, name) is not None:
            raise NameInUse(name)
        return name

    async def save(
        self, guild_id: int, who: Person, typed: str, kind: GameKind, player: ComputerPlayer
    ) -> SavedOpponent:
        """Save `player` under a name, for everyone in the server."""
        name = read_name(typed)
        player = ComputerPlayer.parse(tidy(str(player)))
        require_sound(kind, player)
        await remember(self._storage, who)
        there = await self._find(guild_id, name)
        if there is None:
            new = NewOpponent(guild_id, name, str(player), who.id)
            try:
                with refusing_at_limits(who.id):
                    return await self._storage[OpponentStore].create(new)
            except NameTaken:
                there = await self._find(guild_id, name)
        if there is not None and (there.creator_id, there.player) == (who.id, str(player)):
            # The second half of a double click.
            return there
        raise NameInUse(name)

    async def require_deletable(
        self, guild_id: int, who: Person, opponent_id: int, *, manager: bool
    ) -> SavedOpponent:
        """Return the opponent if `who` may delete it: its creator, or a manager of the server."""
        saved = await self.of_guild(guild_id)
        opponent = next((opponent for opponent in saved if opponent.id == opponent_id), None)
        if opponent is None:
            raise OpponentGone
        if not may_delete(opponent, who.id, manager=manager):
            raise NotYourOpponent(opponent.creator_id, opponent.name)
        return opponent

    async def delete(self, guild_id: int, who: Person, opponent_id: int, *, manager: bool) -> SavedOpponent:
        """Delete an opponent; games against it continue. Refused except to its creator and managers."""
        opponent = await self.require_deletable(guild_id, who, opponent_id, manager=manager)
        if not await self._storage[OpponentStore].delete(opponent.id):
            raise OpponentGone
        return opponent

    async def _find(self, guild_id: int, name: str) -> SavedOpponent | None:
        saved = await self.of_guild(guild_id)
        return next((opponent for opponent in saved if folded(opponent.name) == folded(name)), None)


def may_delete(opponent: SavedOpponent, person_id: int, *, manager: bool) -> bool:
    """Return whether a person may delete an opponent: their own, or any as a manager of the server."""
    return manager or opponent.creator_id == person_id


def read_name(typed: str) -> str:
    """Return a typed name with single spaces. Refused if it is invalid."""
    name = " ".join(typed.split())
    if not 1 <= len(name) <= MAX_NAME:
        raise NameTooLong(len(name), MAX_NAME)
    bad = sorted({letter for letter in name if letter in NOT_IN_NAMES or not letter.isprintable()})
    if bad:
        raise BadLetters(bad)
    if folded(name) in reserved_names():
        raise NameReserved(name)
    return name


def first_draft(kind: GameKind) -> ComputerPlayer:
    """Return the draft that a new opponent starts from."""
    if not styles_of(kind):
        raise OneWayToPlay(kind.title)
    return ComputerPlayer(default_style(kind.start("").game).name, STYLE_DEPTH)


def read_recipe(kind: GameKind, typed: str) -> ComputerPlayer:
    """Return the player of a one-line recipe. Refused, with the reason, if it is invalid."""
    words = tidy(english_recipe(typed, styles_of(kind)))
    if max(map(len, words.split()), default=0) > MAX_WORD:
        raise RecipeTooLong
    try:
        player = ComputerPlayer.parse(words)
    except EngineError as error:
        draft = first_draft(kind)
        example = f"{draft} opening=random:1@{OPENING_MOVES} end={draft.style}:10@{END_MOVES}"
        raise BadRecipe(error, example) from error
    require_sound(kind, player)
    return player


def with_style(player: ComputerPlayer, part: str, style: str | None) -> ComputerPlayer:
    """Return the player with another style in a part of the game: `opening`, `middle` or `end`.

    With None, that part is played like the middle game.
    """
    middle = Phase(player.style, player.depth)
    if part == "middle":
        assert style is not None
        phase = _restyled(middle, style)
        return replace(player, style=phase.style, depth=phase.depth)
    if part == "opening":
        if style is None:
            return replace(player, opening=None, opening_moves=0)
        opening = _restyled(player.opening or middle, style)
        return replace(player, opening=opening, opening_moves=player.opening_moves or OPENING_MOVES)
    if style is None:
        return replace(player, end=None, end_moves=0)
    return replace(
        player, end=_restyled(player.end or middle, style), end_moves=player.end_moves or END_MOVES
    )


def with_numbers(player: ComputerPlayer, typed: Sequence[str]) -> ComputerPlayer:
    """Return the player with the typed depths and lengths. Refused if one is out of range.

    In order: the opening's depth and length, the middle game's depth, the end's depth and length.
    """
    opening_depth, opening_moves, depth, end_depth, end_moves = typed
    opening, end = player.opening or Phase(player.style), player.end or Phase(player.style)
    lasts, begins = _moves("opening", opening_moves), _moves("end", end_moves)
    # A part of no moves does not exist, so its depth does not matter.
    return replace(
        player,
        depth=read_depth(depth, "middle"),
        opening=Phase(opening.style, read_depth(opening_depth, "opening")) if lasts else None,
        opening_moves=lasts,
        end=Phase(end.style, read_depth(end_depth, "end")) if begins else None,
        end_moves=begins,
    )


def _moves(part: Part, typed: str) -> int:
    moves = whole_number(typed, 0, MAX_MOVES)
    if moves is None:
        raise BadMoves(typed.strip(), MAX_MOVES, part)
    return moves


def _restyled(before: Phase, style: str) -> Phase:
    """Return a phase with another style and the same depth; random play does not look ahead."""
    if style == RANDOM:
        return Phase(style, 1)
    return Phase(style, STYLE_DEPTH if before.style == RANDOM else before.depth)
