"""Computer players: a value that describes an opponent, and prints and parses as text."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from engine import search
from engine.errors import EngineError, UnknownStyle
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position
from engine.search.registry import Style, registered, registered_games
from engine.search.results import Candidate, ProgressCallback, SearchResult

if TYPE_CHECKING:
    from engine.search.tables import TranspositionTable


#: No search: any legal move, all equally likely.
RANDOM = Style("random", -1)


def style_named(game: str, name: str) -> Style:
    """The style of a game by name. Raises UnknownStyle, and EngineError for an unknown game."""
    if name == RANDOM.name:
        return RANDOM
    description = registered(game)
    for style in description.styles:
        if style.name == name:
            return style
    parsed = description.parse_style(name)
    if parsed is None:
        raise UnknownStyle(
            "{game} has no style “{name}”; it has {styles}",
            game=game,
            name=name,
            styles=", ".join(style_names(game)),
        )
    return parsed


def style_names(game: str) -> tuple[str, ...]:
    """The names of a game's styles in alphabetical order, without those that have numbers in them."""
    return tuple(sorted([RANDOM.name, *(style.name for style in registered(game).styles)]))


#: Factor of the error in judging a move that is hard to see.
_HARD = 2.0


@dataclass(frozen=True, slots=True)
class Phase:
    """A player's way of thinking in one part of the game: its style, and how many plies it looks ahead.

    A depth of None means as far as the time allows. `str(phase)` is "positional:4" or "network:time".
    """

    style: str
    depth: int | None = None

    def __post_init__(self) -> None:
        if not self.style or not set(self.style) <= set("abcdefghijklmnopqrstuvwxyz0123456789-,."):
            raise UnknownStyle("“{style}” cannot be the name of a style", style=self.style)
        Limits(depth=self.depth)

    def __str__(self) -> str:
        return f"{self.style}:{'time' if self.depth is None else self.depth}"

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Inverse of `str`. Raises UnknownStyle or EngineError."""
        style, colon, depth = text.partition(":")
        if not colon or not style:
            raise UnknownStyle(
                "“{text}” is not a style with a depth, such as positional:4 or patterns:time", text=text
            )
        return cls(style, None if depth == "time" else _whole(depth, "depth"))


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """An opponent. Its text is what is stored and what people type:

    >>> player = ComputerPlayer.parse("positional:4 opening=random:1@6 end=win-or-lose:12@12 cap=2.5 seed=7")
    >>> str(player)
    'positional:4 opening=random:1@6 end=win-or-lose:12@12 cap=2.5 seed=7'

    - `style` and `depth` apply in the middle game. Without a depth, the player chooses at random among the
      good moves of the style's opening book while the book lasts.
    - `opening` applies while at most `opening_moves` moves have been made, and before `end`, which applies
      once at most `end_moves` can still be played (in Reversi, the number of empty squares).
    - `cap` is the most seconds it takes for a move, when the game grants more.
    - `random_ties` ("random-ties") chooses at random among the best moves instead of taking the first, as
      players of some styles always do (`Style.random_ties`).
    - `blunder_rate` is the share of moves in which it plays the second-best move, unless that loses more
      than `blunder_cost` points ("blunders=0.1@3.0"): a believable mistake.
    - `misjudges` is the deviation of the error, in points, with which it values each move, twice that for
      moves that are hard to see, and `gives_away` the most that it loses by a move so ("misjudges=2.5@10.0").
    - `gives_away_in_all` is the most that it loses so in a whole game ("misjudges=2.5@10.0/60.0"); None where
      nothing bounds that.
    - `misses` is the share of the moves hard to see that it overlooks, within `gives_away` as well.
    - `ponders` is whether it prepares answers, deeper than its own depth, while its opponent thinks; a player
      that must not says "no-pondering".
    - `seed` makes the random choices depend on the position alone.
    """

    style: str = "network"
    depth: int | None = None
    opening: Phase | None = None
    opening_moves: int = 0
    end: Phase | None = None
    end_moves: int = 0
    cap: float | None = None
    random_ties: bool = False
    blunder_rate: float = 0.0
    blunder_cost: float = 0.0
    misjudges: float = 0.0
    gives_away: float = 0.0
    gives_away_in_all: float | None = None
    misses: float = 0.0
    ponders: bool = True
    seed: int | None = None

    def __post_init__(self) -> None:
        Phase(self.style, self.depth)
        Limits(seconds=self.cap)
        for name, phase, moves in (
            ("opening", self.opening, self.opening_moves),
            ("end", self.end, self.end_moves),
        ):
            if (phase is None) != (moves == 0) or moves < 0:
                raise EngineError(
                    f"the {name} needs a style and a number of moves, not {{moves}}", moves=moves
                )
        if not 0 <= self.blunder_rate <= 1:
            raise EngineError("blunders must be a share from 0 to 1, not {share}", share=self.blunder_rate)
        if not 0 <= self.blunder_cost < float("inf"):
            raise EngineError(
                "the cost of a blunder must be 0 points or more, not {points}", points=self.blunder_cost
            )
        for name, points in (
            ("error", self.misjudges),
            ("limit on what is given away", self.gives_away),
            ("limit on what is given away in a game", self.gives_away_in_all or 0.0),
        ):
            if not 0 <= points < float("inf"):
                raise EngineError(f"the {name} must be 0 points or more, not {{points}}", points=points)
        if not 0 <= self.misses <= 1:
            raise EngineError("misses must be a share from 0 to 1, not {share}", share=self.misses)
        errs = self.misjudges or self.misses or self.gives_away_in_all is not None
        if errs and not self.gives_away:
            raise EngineError("misjudges and misses need a limit on what may be given away")

    def __str__(self) -> str:
        parts = [str(Phase(self.style, self.depth))]
        if self.opening is not None:
            parts.append(f"opening={self.opening}@{self.opening_moves}")
        if self.end is not None:
            parts.append(f"end={self.end}@{self.end_moves}")
        if self.cap is not None:
            parts.append(f"cap={self.cap!r}")
        if self.random_ties:
            parts.append("random-ties")
        if self.blunder_rate:
            parts.append(f"blunders={self.blunder_rate!r}@{self.blunder_cost!r}")
        if self.gives_away:
            in_all = "" if self.gives_away_in_all is None else f"/{self.gives_away_in_all!r}"
            parts.append(f"misjudges={self.misjudges!r}@{self.gives_away!r}{in_all}")
        if self.misses:
            parts.append(f"misses={self.misses!r}")
        if not self.ponders:
            parts.append("no-pondering")
        if self.seed is not None:
            parts.append(f"seed={self.seed}")
        return " ".join(parts)

    @classmethod
    def parse(cls, text: str) -> ComputerPlayer:
        """Parse what `str` returns. Raises UnknownStyle or EngineError."""
        first, *rest = text.split() or [""]
        middle = Phase.parse(first)
        player = cls(middle.style, middle.depth)
        for part in rest:
            name, _, value = part.partition("=")
            player = player._with(name, value)
        return player

    @property
    def is_random(self) -> bool:
        """Return whether some of its moves are chosen at random after a search."""
        return self.random_ties or self.blunder_rate > 0 or self.gives_away > 0

    def phase(self, position: Position) -> Phase:
        """Return how the player thinks in a position."""
        if self.opening is not None and position.moves_played <= self.opening_moves:
            return self.opening
        if self.end is not None:
            from engine.search import rules

            if int(rules.moves_left(position.state())) <= self.end_moves:
                return self.end
        return Phase(self.style, self.depth)

    def throughout(self, phase: Phase) -> ComputerPlayer:
        """The player with its habits, thinking by one phase in the whole game, without a cap on its time."""
        return replace(
            self,
            style=phase.style,
            depth=phase.depth,
            opening=None,
            opening_moves=0,
            end=None,
            end_moves=0,
            cap=None,
        )

    def gave_away(self, found: SearchResult) -> float:
        """Points by which the move of a result is worse than the best one, by the search for it.

        0 for a player that does not misjudge moves.
        """
        return found.points_behind().get(found.move, 0.0) if self.gives_away else 0.0

    def left_to_give_away(self, given_away: float) -> float:
        """Return how many points it may still lose on purpose in a game; inf without a bound."""
        if self.gives_away_in_all is None:
            return math.inf
        return max(0.0, self.gives_away_in_all - given_away)

    def choose(
        self,
        position: Position,
        seconds: float | None,
        stop: StopFlag | None = None,
        progress: ProgressCallback | None = None,
        *,
        given_away: float = 0.0,
        within: float = 0.0,
        table: TranspositionTable | None = None,
        threads: int = 1,
    ) -> SearchResult:
        """Choose a move in at most `seconds` of real time. Raises EngineError when the game is over.

        With `seconds` None, a player with a depth takes as long as that needs. `given_away` is what it has
        lost in this game so far: the sum of `gave_away` of its moves. Candidates at most `within` points
        worse than the best have exact values. With several `threads` it looks further in the same time; a
        player with a fixed depth uses one only, to be reproducible.
        """
        phase = self.phase(position)
        style = style_named(position.game, phase.style)
        moves = position.legal_moves()
        if not moves:
            raise EngineError("the game is over: there is no move to choose")
        rng = random.Random(None if self.seed is None else f"{self.seed} {position}")
        if style is RANDOM:
            move = rng.choice(moves)
            return SearchResult(move, 0.0, 0, 0, 0.0, exact=False, line=(move,), candidates=())
        bounds = [bound for bound in (seconds, self.cap) if bound is not None]
        limits = Limits(
            seconds=min(bounds, default=None),
            # A forced move needs no thought.
            depth=1 if len(moves) == 1 else phase.depth,
            early_stop=True,
        )
        found = search(
            position,
            limits,
            stop,
            progress,
            style=style,
            table=table,
            threads=threads if limits.depth is None else 1,
            within=math.inf if self.is_random or style.random_ties else within,
        )
        book = style.book_for(position) if phase.depth is None else None
        by_book = {} if book is None else book.choices(position)
        ties = self.random_ties or style.random_ties
        return self._chosen(found, rng, ties, by_book, _seen_once(position, style), given_away)

    def tries(self, position: Position, times: int) -> list[str]:
        """Return the moves that a player with a fixed depth makes in the same position over many tries.

        They depend on the position alone. Raises EngineError when the game is over.
        """
        phase, rng = self.phase(position), random.Random(str(position))
        limits = Limits(seconds=None, depth=phase.depth)
        style = style_named(position.game, phase.style)
        ties, hard_to_see = self.random_ties or style.random_ties, _seen_once(position, style)
        found = search(position, limits, style=style, within=math.inf if self.is_random or ties else 0.0)
        return [self._chosen(found, rng, ties, {}, hard_to_see).move for _ in range(times)]

    def _chosen(
        self,
        found: SearchResult,
        rng: random.Random,
        random_ties: bool,
        by_book: dict[str, float],
        hard_to_see: Callable[[str], bool],
        given_away: float = 0.0,
    ) -> SearchResult:
        """The result with the move the player settles on; `by_book` has book moves with their weights.

        `random_ties` says whether it chooses at random among the best moves.
        """
        choice: list[Candidate] = []
        if len(found.candidates) > 1 and self.gives_away:
            most = min(self.gives_away, self.left_to_give_away(given_away))
            choice = [self._misjudged(found, most, hard_to_see, rng)]
        elif len(found.candidates) > 1 and rng.random() < self.blunder_rate:
            others = [candidate for candidate in found.candidates if candidate.move != found.move]
            second = max(others, key=lambda candidate: candidate.score)
            if found.points_behind()[second.move] <= self.blunder_cost:
                choice = [candidate for candidate in others if candidate.score == second.score]
        elif random_ties:
            choice = [each for each in found.candidates if each.score == found.score]
        elif by_book and not self.is_random:
            opening = rng.choices(list(by_book), list(by_book.values()))[0]
            choice = [candidate for candidate in found.candidates if candidate.move == opening]
        return found.with_choice(rng.choice(choice)) if choice else found

    def _misjudged(
        self, found: SearchResult, most: float, hard_to_see: Callable[[str], bool], rng: random.Random
    ) -> Candidate:
        """Return the candidate that looks best to the player, at most `most` points worse than the best one.

        The candidates need exact values, not bounds. One that is overlooked is chosen if there is no other.
        """
        behind = found.points_behind()
        looks: list[tuple[float, Candidate]] = []
        overlooked: list[tuple[float, Candidate]] = []
        for candidate in found.candidates:
            if behind[candidate.move] > most:
                continue
            hard = hard_to_see(candidate.move)
            look = rng.gauss(0.0, self.misjudges * (_HARD if hard else 1.0)) - behind[candidate.move]
            unseen = hard and rng.random() < self.misses
            (overlooked if unseen else looks).append((look, candidate))
        return max(looks or overlooked, key=lambda pair: pair[0])[1]

    def _with(self, name: str, value: str) -> ComputerPlayer:
        """The player with one more part of its text."""
        if name in ("opening", "end"):
            phase, _, moves = value.partition("@")
            number = _whole(moves, f"{name} moves")
            return replace(self, **{name: Phase.parse(phase), f"{name}_moves": number})  # type: ignore[arg-type]
        if name == "cap":
            return replace(self, cap=_number(value, "cap"))
        if name == "random-ties" and not value:
            return replace(self, random_ties=True)
        if name == "blunders":
            share, _, cost = value.partition("@")
            rate, points = _number(share, "share of blunders"), _number(cost, "cost of a blunder")
            return replace(self, blunder_rate=rate, blunder_cost=points)
        if name == "misjudges":
            deviation, _, bounds = value.partition("@")
            most, slash, most_in_all = bounds.partition("/")
            error, points = _number(deviation, "error"), _number(most, "limit on what is given away")
            in_all = _number(most_in_all, "limit on what is given away in a game") if slash else None
            return replace(self, misjudges=error, gives_away=points, gives_away_in_all=in_all)
        if name == "misses":
            return replace(self, misses=_number(value, "share of moves missed"))
        if name == "no-pondering" and not value:
            return replace(self, ponders=False)
        if name == "seed":
            return replace(self, seed=_whole(value, "seed"))
        known = "opening, end, cap, random-ties, blunders, misjudges, misses, no-pondering, seed"
        raise EngineError("a player has no “{name}”; it may have {known}", name=name, known=known)


def _seen_once(position: Position, style: Style) -> Callable[[str], bool]:
    """Return whether people of a style easily overlook a move, judging each move once."""
    hard_to_see = style.hard_to_see or registered(position.game).hard_to_see
    return functools.cache(functools.partial(hard_to_see, position))


def _whole(text: str, name: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise EngineError(f"the {name} must be a whole number, not “{{text}}”", text=text)
    return int(text)


def _number(text: str, name: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise EngineError(f"the {name} must be a number, not “{{text}}”", text=text) from None


class Level(NamedTuple):
    """A computer player and the fixed rating with which games against it are counted."""

    player: ComputerPlayer
    rating: int


@functools.cache
def levels_of(game: str) -> dict[str, Level]:
    """The levels of a game by name, weakest first. Raises EngineError for an unknown game."""
    return {row.name: Level(ComputerPlayer.parse(row.player), row.rating) for row in registered(game).levels}


@functools.cache
def thinking_levels(game: str) -> tuple[Level, ...]:
    """Return the levels with which puzzles are made and graded, weakest first."""
    return tuple(levels_of(game)[row.name] for row in registered(game).levels if row.thinks)


#: Of each game, its levels from the weakest to the strongest.
LEVELS: dict[str, dict[str, Level]] = {game.key: levels_of(game.key) for game in registered_games()}
