"""Any order of calls: storage does what a few lines of plain Python say it should."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, invariant, rule

from data.games.offers import OfferStore
from data.games.records import Ending, Game, GameChanged, GameState, Outcome
from data.ratings.leaderboard import StandingStore
from tests.data.helpers import ANN, BOB, StorageMachine
from tests.data.playing import between, move, offer


@dataclass
class Expected:
    """The expected state of a game."""

    state: GameState
    moves: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    winner: int | None = None
    closed_as: str | None = None


class Games(StorageMachine):
    """Starts, plays, ends and closes games, at right and wrong moments, and reopens the database."""

    ids = Bundle("ids")

    def __init__(self) -> None:
        super().__init__()
        self.expected: dict[int, Expected] = {}

    def changes(self, allowed: bool, coroutine: Coroutine[Any, Any, Any]) -> bool:
        """Run a call that must succeed exactly when `allowed`; tells whether it did."""
        try:
            self.run(coroutine)
        except GameChanged:
            assert not allowed
            return False
        assert allowed
        return True

    def seen(self, game_id: int, right: bool, state: GameState = GameState.PLAYING) -> Game:
        """The game as stored, or an outdated `state` of it."""
        game: Game = self.run(self.storage.game(game_id))
        if right:
            return game
        return replace(game, state=state, version=game.version - 1)

    @rule(target=ids, playing=st.booleans())
    def create(self, playing: bool) -> int:
        game: Game = self.run(self.storage.create_game(between() if playing else offer()))
        self.expected[game.id] = Expected(GameState.PLAYING if playing else GameState.OFFERED)
        return game.id

    @rule(game_id=ids)
    def accept(self, game_id: int) -> None:
        expected = self.expected[game_id]
        offered = expected.state is GameState.OFFERED
        seen = self.seen(game_id, offered, GameState.OFFERED)
        if self.changes(offered, self.storage[OfferStore].accept(seen, BOB, between(ANN, BOB).seats)):
            expected.state = GameState.PLAYING

    @rule(game_id=ids)
    def close_offer(self, game_id: int) -> None:
        expected = self.expected[game_id]
        offered = expected.state is GameState.OFFERED
        seen = self.seen(game_id, offered, GameState.OFFERED)
        if self.changes(offered, self.storage[OfferStore].close(seen, "expired")):
            expected.state, expected.closed_as = GameState.CLOSED, "expired"

    @rule(
        game_id=ids,
        late=st.sampled_from([False, False, False, True]),
        texts=st.lists(st.sampled_from(["d3", "c4", "pass"]), min_size=1, max_size=3),
        winner=st.sampled_from([None, None, 0, 1]),
    )
    def add_moves(self, game_id: int, late: bool, texts: list[str], winner: int | None) -> None:
        expected = self.expected[game_id]
        ply = len(expected.moves)
        moves = [move(text, (ply + i) % 2, 0.5) for i, text in enumerate(texts)]
        outcome = None if winner is None else Outcome(winner, 2, Ending.PLAYED)
        allowed = expected.state is GameState.PLAYING and not late
        if self.changes(allowed, self.storage.add_moves(self.seen(game_id, allowed), moves, outcome)):
            expected.moves += texts
            for made in moves:
                expected.seconds[made.by] += made.seconds
            if outcome is not None:
                expected.state, expected.winner = GameState.FINISHED, winner

    @rule(game_id=ids, winner=st.sampled_from([0, 1]))
    def resign(self, game_id: int, winner: int) -> None:
        expected = self.expected[game_id]
        outcome = Outcome(winner, None, Ending.RESIGNED)
        playing = expected.state is GameState.PLAYING
        if self.changes(playing, self.storage.finish(self.seen(game_id, playing), outcome)):
            expected.state, expected.winner = GameState.FINISHED, winner

    @invariant()
    def everything_is_as_expected(self) -> None:
        for game_id, expected in self.expected.items():
            game: Game = self.run(self.storage.game(game_id))
            assert (game.state, game.moves) == (expected.state, tuple(expected.moves))
            assert game.seconds == tuple(expected.seconds)
            assert (game.winner, game.closed_as) == (expected.winner, expected.closed_as)
        playing = {game.id for game in self.run(self.storage.playing_games())}
        assert playing == {i for i, one in self.expected.items() if one.state is GameState.PLAYING}
        for player, seat in ((ANN, 0), (BOB, 1)):
            profile = self.run(self.storage[StandingStore].profile(player))
            finished = [one for one in self.expected.values() if one.state is GameState.FINISHED]
            standings = list(profile.standings.values()) if profile else []
            assert sum(one.wins for one in standings) == sum(one.winner == seat for one in finished)
            assert sum(one.losses for one in standings) == sum(one.winner != seat for one in finished)


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=4, stateful_step_count=15)
