"""`python -m research.soak`: a small one, and how growth is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.soak import Sample, Soak, growth, soak


@pytest.mark.long
async def test_games_continue_indefinitely_without_faults(tmp_path: Path) -> None:
    said: list[str] = []
    moves = 48
    samples, wrong = await soak(moves, 2, moves // 2, tmp_path, say=said.append)
    assert wrong == []
    assert samples[-1].moves >= moves
    assert samples[-1].games > 0
    assert samples[-1].hours > 0.02
    assert len(said) == len(samples) == 2
    # Each move was seen at least once, and each line says so.
    assert samples[0].compared >= moves // 2
    assert f"{samples[1].compared:,} boards compared, all games replayed, 0 wrong" in said[1]


@pytest.mark.long
async def test_faults_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = Soak._look

    async def forgetful(self: Soak, game_id: int) -> None:
        await look(self, game_id)
        if self.moves > 10 and not self.wrong and game_id in self._going:
            # A board whose last edit went astray.
            game, board = self._going[game_id]
            message = self._world.env.backend.messages[game.channel_id].pop(board.id)
            await look(self, game_id)
            self._world.env.backend.messages[game.channel_id][board.id] = message
            self._going[game_id] = (game, board)

    monkeypatch.setattr(Soak, "_look", forgetful)
    _, wrong = await soak(20, 2, 20, tmp_path, say=lambda _: None)
    assert len(wrong) == 1
    assert "its board shows None" in wrong[0]


def sample(moves: int, mebibytes: float) -> Sample:
    return Sample(moves, games=0, hours=0.0, mebibytes=mebibytes, milliseconds=1.0, compared=0, wrong=0)


def test_growth_is_that_of_the_second_half() -> None:
    filling = [sample(1000, 100.0), sample(2000, 150.0)]
    assert growth([*filling, *(sample(moves, 200.0) for moves in (3000, 4000))]) == 0.0
    leaking = [sample(1000 * number, 200.0 + number) for number in range(3, 7)]
    assert growth([*filling, *leaking]) == pytest.approx(1.0)
    assert growth([sample(1000, 100.0)]) == 0.0
