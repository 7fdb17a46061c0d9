"""Hints for a player whose turn it is, with the pointers before one names the move; and fair play.

Games in progress get no help from the computer unless their players allow it. The rule for hints holds for a
game's position wherever it is analysed, and for positions a few moves away, which would tell as much. Anyone
who sees a channel may vote in its games: the very position that is voted on is protected from them, wherever
they ask, and no other, so that one vote keeps no server from its openings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from statistics import mean
from typing import Literal, Protocol, TypeAlias

from cachetools import LRUCache

from bot.catalog import GameKind, Mapped
from bot.computer.computer import Computer
from bot.computer.opponents.choices import opponent
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.fields import Frozen
from bot.core.people import Person, Place
from bot.core.refusals import Refusal, Sentence
from bot.core.snapshot import GameSnapshot, is_vote_game
from bot.features import Kit
from bot.play.games.changes import change, load, require_casual, require_ply, require_side
from bot.play.games.handover import needs_consent, record_asked, require_hintable
from data.games.records import Game
from data.games.votes import VoteStore
from engine import Candidate, Position, SearchResult, StopFlag
from engine.players.computer import RANDOM, Phase, style_named
from engine.search.position import PASS
from engine.search.registry import default_style
from engine.search.results import Proved, turned
from executors.tasks import ListMoves
from languages import gettext_noop

ADVICE_SECONDS = 3.0
"""Maximum time of the search for a hint, in seconds."""


CACHE_SIZE = 256
"""Maximum positions whose results are cached."""


class OpponentThinking(Frozen):
    """A computer opponent's view of the player's moves, with scores for the player.

    `phase` is its way of thinking in this part of the game; random play finds nothing. `pondered` means that
    it prepared the answers on the player's turn, maybe deeper than it would search.
    """

    player: str
    phase: Phase
    found: SearchResult | None
    pondered: bool = False


class Hints:
    def __init__(self, kit: Kit) -> None:
        self._prepared: Callable[[GameSnapshot], Mapping[str, SearchResult]] = kit[Computer].prepared_answers
        self._storage = kit.storage
        self._pool = kit[SearchPool]
        self._search_core = kit[SearchCore]
        self._seconds = min(ADVICE_SECONDS, kit.settings.move_seconds)
        self._found: LRUCache[tuple[int, tuple[str, ...]], SearchResult] = LRUCache(CACHE_SIZE)

    async def require_hintable(self, game_id: int, who: Person) -> GameSnapshot:
        """Return the game if it is the turn of `who` and hints are possible."""
        snapshot = await load(self._storage, game_id)
        require_hintable(snapshot, require_side(snapshot, who))
        return snapshot

    async def ask(self, game_id: int, ply: int, who: Person) -> GameSnapshot:
        """Note that `who` has requested hints at this ply, which makes the game unrated.

        Raises ValueError where another person has to agree first.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            require_hintable(snapshot, require_side(snapshot, who))
            require_ply(snapshot, ply)
            if needs_consent(snapshot):
                raise ValueError(f"the other person in game {game_id} has to agree first")
            return await record_asked(self._storage, snapshot, snapshot.position.turn)

        return await change(await load(self._storage, game_id), attempt)

    async def think(self, snapshot: GameSnapshot, who: Person) -> SearchResult:
        """Return every move of the side to move with its value, from a background search for a person.

        The candidates are empty when it had to end too early. Recent results are cached.
        """
        key = (snapshot.game.id, snapshot.game.moves)
        result: SearchResult | None = self._found.get(key)
        if result is None:
            result = await self._search(snapshot, who)
            if result.candidates:
                self._found[key] = result
        return result

    async def opponent_thinks(self, snapshot: GameSnapshot, who: Person) -> OpponentThinking | None:
        """Return the computer opponent's view of the player's moves; None against a person.

        Also None where `think` finds the same: for an opponent of the strongest style without a fixed depth.
        """
        spec = snapshot.player_of(1 - snapshot.position.turn)
        if spec is None:
            return None
        phase = opponent(snapshot.kind, spec).player.phase(snapshot.position)
        if style_named(snapshot.position.game, phase.style) is RANDOM:
            return OpponentThinking(spec, phase, None)
        pondered = _pondered(snapshot.position, self._prepared(snapshot))
        if pondered is not None and pondered.depth > (phase.depth or 0):
            return OpponentThinking(spec, phase, pondered, pondered=True)
        if phase == Phase(default_style(snapshot.position.game).name):
            return None
        return OpponentThinking(spec, phase, await self._search(snapshot, who, phase))

    async def _search(self, snapshot: GameSnapshot, who: Person, phase: Phase | None = None) -> SearchResult:
        def work(seconds: float, stop: StopFlag) -> SearchResult:
            task = ListMoves(snapshot.position, seconds, phase)
            return self._pool.executor.run(task, seconds, stop)

        await self._search_core.ready(snapshot.game.game)
        return await self._pool.run_for(who.id, work, self._seconds)


def _pondered(position: Position, answers: Mapping[str, SearchResult]) -> SearchResult | None:
    """Return a list of all moves from the pondered answers to them; None if one is missing."""
    if set(answers) != set(position.legal_moves()):
        return None
    candidates = [
        Candidate(move, turned(answer.score), "exact", None if answer.move == PASS else answer.move)
        for move, answer in answers.items()
    ]
    candidates.sort(key=lambda candidate: candidate.score, reverse=True)
    best = candidates[0]
    return SearchResult(
        move=best.move,
        score=best.score,
        # The move is the first ply.
        depth=1 + min(answer.depth for answer in answers.values()),
        nodes=sum(answer.nodes for answer in answers.values()),
        seconds=sum(answer.seconds for answer in answers.values()),
        exact=best.proved,
        line=(best.move,) if best.answer is None else (best.move, best.answer),
        candidates=tuple(candidates),
    )


LOOK_AT = 4
"""Moves that a hint names at first: the best one and those nearest to it."""

FEW_REPLIES = 0.7
"""Share of the average replies below which a move leaves the opponent few."""


class Idea(Enum):
    ONLY = "only"
    """The only move."""
    WINS = "wins"
    """A move that wins at once."""
    STOPS = "stops"
    """After nearly every other move the opponent wins at once."""
    KEEPS = "keeps"
    """The only move proved to keep the result."""
    FEW_REPLIES = "few replies"
    """A move that leaves the opponent few moves."""
    EQUAL = "equal"
    """None of these; another move has the same value."""
    CHOICE = "choice"
    """None of these; it is slightly better than others."""


def idea_of(kind: GameKind, position: Position, found: SearchResult) -> Idea:
    """Return the idea of a position's best move, as far as rules and search tell."""
    best, moves = found.candidates[0], position.legal_moves()
    others = [move for move in moves if move != best.move]
    if not others:
        return Idea.ONLY
    if _wins_at_once(position, best.move):
        return Idea.WINS
    if not _loses_at_once(position, best.move) and all(_loses_at_once(position, move) for move in others):
        return Idea.STOPS
    second = found.candidates[1]
    if best.proved and all(_is_worse(candidate.score, best.winner) for candidate in found.candidates[1:]):
        return Idea.KEEPS
    if _replies(position, best.move) < FEW_REPLIES * mean(_replies(position, move) for move in others):
        return Idea.FEW_REPLIES
    estimate, second_estimate = (kind.estimate(position, candidate.score) for candidate in (best, second))
    equally_known = best.proved == second.proved and second.bound == "exact"
    if estimate == second_estimate and equally_known:
        return Idea.EQUAL
    return Idea.CHOICE


def moves_to_look_at(kind: GameKind, position: Position, best: str) -> tuple[str, ...]:
    """Return the best move and some others near it, in board order."""
    moves = position.legal_moves()
    # Without coordinates, neighbours in the order of the moves are near.
    places = {move: (float(number), 0.0) for number, move in enumerate(moves)}
    if isinstance(kind, Mapped):
        places = {move: kind.place(position, move) for move in moves}
    x, y = places[best]
    near = sorted(moves, key=lambda move: max(abs(places[move][0] - x), abs(places[move][1] - y)))
    return tuple(move for move in moves if move in near[:LOOK_AT])


def part_of_board(kind: GameKind, position: Position, moves: tuple[str, ...]) -> tuple[int, int] | None:
    """Return where some moves are on the board: −1, 0 or 1 for left, middle, right and for top, middle,
    bottom.

    None where the game has no coordinates.
    """
    if not isinstance(kind, Mapped):
        return None
    places = [kind.place(position, move) for move in moves]
    x, y = mean(place[0] for place in places), mean(place[1] for place in places)
    return _third(x), _third(y)


def _third(share: float) -> int:
    return -1 if share < 0.36 else 1 if share > 0.64 else 0


def _wins_at_once(position: Position, move: str) -> bool:
    result = position.play(move).result()
    return result is not None and result.winner == position.turn


def _loses_at_once(position: Position, move: str) -> bool:
    after = position.play(move)
    return any(_wins_at_once(after, answer) for answer in after.legal_moves())


def _replies(position: Position, move: str) -> int:
    return sum(answer != PASS for answer in position.play(move).legal_moves())


def _is_worse(score: float, winner: int) -> bool:
    """Return whether a score is proved to be worse than a result for `winner`."""
    return isinstance(score, Proved) and score.bound != "at least" and score.winner < winner


Whose = Literal["own", "voted", "other"]
"""Whose game has the position: the asker's own, one in which teams vote, or one of other people."""

POSITIONS_IN_PLAY: Mapping[Whose, str] = {
    "other": gettext_noop(
        "Game #{number} in progress has that position, or one close to it, so I won't comment on it "
        "before the game is over."
    ),
    "own": gettext_noop(
        "Your game #{number} has that position, or one close to it. Ask in that game, "
        "with `/game ask`: your opponent will know."
    ),
    "voted": gettext_noop(
        "Teams are voting on that position in game #{number}, so I won't comment on it until they have "
        "moved: {link}\nAll other positions are open. When your team votes, the Hint button below that board "
        "helps, and everyone sees who asked."
    ),
}


class PositionInPlay(Refusal):
    """Game `number` in progress has the position or one close to it, so the computer must not help.

    Where teams vote, `place` and `message_id` are those of the board.
    """

    number: int
    whose: Whose = "other"
    place: Place | None = None
    message_id: int | None = None

    def sentence(self) -> Sentence:
        return POSITIONS_IN_PLAY[self.whose]


class VotingRights(Protocol):
    async def may_vote(self, place: Place, user_id: int) -> bool:
        """Return whether a person sees a channel of a server, and so may vote there."""


Rows: TypeAlias = tuple[tuple[int | None, ...], ...]

MOVES_AHEAD = 3
MOVES_BEHIND = 1
"""Moves before or after a game's position within which a position is protected with it."""

BOOK_MOVES = 8
"""Moves within which a position is shared by many games: analysing a whole game with the same beginning is no
help then."""


class FairPlay:
    """Knows the positions that may not be analysed."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._may_vote = kit[VotingRights].may_vote

    async def require_fair(self, kind: GameKind, position: Position, who: Person, channel_id: int) -> None:
        """Refuse a position in reach of a game that the person plays or may vote in, or that is played in
        their channel."""
        await self.require_not_voted_on(kind, position, who)
        protected = await self._protected(kind, who, channel_id)
        for snapshot in await asyncio.to_thread(_reaching, kind, position, protected):
            raise _in_play(snapshot, who)

    async def require_not_voted_on(self, kind: GameKind, position: Position, who: Person) -> None:
        await self._require_none_voted_on(kind, [position], who)

    async def require_fair_game(
        self, kind: GameKind, positions: Iterable[Position], who: Person, channel_id: int
    ) -> None:
        """Refuse a whole game that passes through the position of such a game."""
        positions = list(positions)
        await self.require_game_not_voted_on(kind, positions, who)
        protected = await self._protected(kind, who, channel_id)
        for snapshot in await asyncio.to_thread(_passed, kind, positions, protected, BOOK_MOVES):
            raise _in_play(snapshot, who)

    async def require_game_not_voted_on(
        self, kind: GameKind, positions: Sequence[Position], who: Person | None
    ) -> None:
        """Refuse a whole game that passes through the position of a game that the person may vote in, which
        an unknown visitor (None) might in any."""
        await self._require_none_voted_on(kind, positions, who, after=BOOK_MOVES)

    async def _require_none_voted_on(
        self, kind: GameKind, positions: Sequence[Position], who: Person | None, after: int = 0
    ) -> None:
        """Refuse the positions of votes in which at least `after` moves were played."""
        voted = {vote.game.id: vote for vote in await self._storage[VoteStore].playing(kind.key)}
        games = [GameSnapshot.of(vote.game) for vote in voted.values()]
        for snapshot in await asyncio.to_thread(_passed, kind, positions, games, after):
            game, place = snapshot.game, Place.of(snapshot.game)
            members = voted[game.id].members
            if who is None or who.id in members or await self._may_vote(place, who.id):
                raise PositionInPlay(game.id, "voted", place, game.message_id)

    async def _protected(self, kind: GameKind, who: Person, channel_id: int) -> list[GameSnapshot]:
        own = await self._storage.playing_games(kind.key, player_id=who.id)
        here = await self._storage.playing_games(kind.key, channel_id=channel_id)
        return [
            snapshot
            for snapshot in map(GameSnapshot.of, (*own, *here))
            if is_protected(snapshot) and not is_vote_game(snapshot.game)
        ]


def _in_play(snapshot: GameSnapshot, who: Person) -> PositionInPlay:
    if snapshot.side_of(who.id) is None:
        return PositionInPlay(snapshot.game.id)
    try:
        require_casual(snapshot)
    except Refusal:
        return PositionInPlay(snapshot.game.id)
    return PositionInPlay(snapshot.game.id, "own")


# Milliseconds for each game on a large grid, so both run in a thread.
def _reaching(kind: GameKind, position: Position, games: Sequence[GameSnapshot]) -> list[GameSnapshot]:
    return [snapshot for snapshot in games if in_reach(kind, position, snapshot.position)]


def _passed(
    kind: GameKind, positions: Sequence[Position], games: Sequence[GameSnapshot], after: int
) -> list[GameSnapshot]:
    return [
        snapshot
        for snapshot in games
        if snapshot.position.moves_played >= after
        and any(is_same(kind, position, snapshot.position) for position in positions)
    ]


def is_protected(snapshot: GameSnapshot) -> bool:
    """Return whether engine help in this game needs consent."""
    return needs_consent(snapshot) or snapshot.game.rated


def is_same(kind: GameKind, position: Position, played: Position) -> bool:
    """Return whether a position is the game's, possibly turned or mirrored."""
    return _rows(kind, played) in _images(_rows(kind, position))


def in_reach(kind: GameKind, position: Position, played: Position) -> bool:
    """Return whether a position is the game's, possibly turned or mirrored, or within a few moves of it."""
    wanted, now = _rows(kind, position), _rows(kind, played)
    if (len(wanted), len(wanted[0])) != (len(now), len(now[0])):
        return False
    more = _discs(wanted) - _discs(now)
    if 0 <= more <= MOVES_AHEAD:
        return any(_leads_to(kind, played, image) for image in _images(wanted))
    if -MOVES_BEHIND <= more < 0:
        return any(_leads_to(kind, position, image) for image in _images(now))
    return False


def _rows(kind: GameKind, position: Position) -> Rows:
    return tuple(tuple(row) for row in kind.rows_of(position))


def _images(rows: Rows) -> set[Rows]:
    """Return the squares of a position in all symmetries of the board."""
    images = [rows]
    if len(rows) == len(rows[0]):
        images.append(tuple(zip(*rows, strict=True)))
    images += [tuple(row[::-1] for row in image) for image in images]
    images += [image[::-1] for image in images]
    return set(images)


def _leads_to(kind: GameKind, position: Position, target: Rows) -> bool:
    """Return whether moves lead from a position to these squares, whichever side is to move."""
    rows = _rows(kind, position)
    if rows == target:
        return True
    if _discs(rows) >= _discs(target) or not _within(rows, target):
        return False
    return any(_leads_to(kind, position.play(move), target) for move in position.legal_moves())


def _discs(rows: Rows) -> int:
    return sum(owner is not None for row in rows for owner in row)


def _within(rows: Rows, target: Rows) -> bool:
    """Return whether the target has discs wherever these squares have some."""
    pairs = (
        (one, other)
        for row, wanted in zip(rows, target, strict=True)
        for one, other in zip(row, wanted, strict=True)
    )
    return all(other is not None for one, other in pairs if one is not None)
