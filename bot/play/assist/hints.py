"""The computer's analysis, shown to a player whose turn it is.

The game becomes unrated, later on at the price of a loss; between two people the opponent has to agree once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cachetools import LRUCache

from bot.computer.computer import Computer
from bot.computer.opponents.specs import opponent
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.people import Person
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.games.changes import change, load, require_ply, require_side
from bot.play.games.consent import needs_consent, record_asked, require_hintable
from data.games.records import Game
from engine import Candidate, Position, SearchResult, StopFlag
from engine.players.computer import RANDOM, Phase, style_named
from engine.search.position import PASS
from engine.search.registry import default_style
from engine.search.results import turned
from executors.tasks import ListMoves

ADVICE_SECONDS = 3.0
"""Maximum time of the search for a hint, in seconds."""


CACHE_SIZE = 256
"""Maximum positions whose results are cached."""


@dataclass(frozen=True, slots=True)
class OpponentThinking:
    """A computer opponent's view of the player's moves, with scores for the player.

    `phase` is its way of thinking in this part of the game; random play finds nothing. `pondered` means that
    it prepared the answers on the player's turn, maybe deeper than it would search.
    """

    player: str
    phase: Phase
    found: SearchResult | None
    pondered: bool = False


class Hints:
    """Analyses a player's moves."""

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
        found: SearchResult | None = self._found.get(key)
        if found is None:
            found = await self._search(snapshot, who)
            if found.candidates:
                self._found[key] = found
        return found

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
