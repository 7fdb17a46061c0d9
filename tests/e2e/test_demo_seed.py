"""The past that the demo's server has when it is opened for the first time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.catalog import GAMES
from bot.computer.opponents.level_advice import LevelAdvice
from bot.computer.opponents.saved import SavedOpponents
from bot.demo.past import stored_past
from bot.events.tournaments.tournaments import Tournaments
from bot.play.games.changes import plies
from bot.ranks.achievements.achievements import Achievements
from bot.ranks.stats.profiles import Profiles
from data.games.my_games import MyGamesStore
from data.games.records import GameState, NewMove
from data.puzzles.puzzle_posts import PuzzlePostStore
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from data.tournaments.records import TournamentState
from engine.search.position import PASS
from research.demo_past import CUP, CUP_GAME, LEVEL, inhabitants, played, transcripts
from tests.e2e.demo_page import BrowserPage, demo, preview

pytestmark = pytest.mark.english


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where there is no database yet."""
    return tmp_path / "demo.db"


def test_the_games_follow_the_rules() -> None:
    for one in transcripts():
        position, outcome = GAMES[CUP_GAME if one.game == CUP else one.game].start(""), None
        moves = [*one.moves]
        while moves:
            played, outcome = plies(position, NewMove(moves[0], position.turn, 0.0))
            assert [ply.move for ply in played] == moves[: len(played)]
            assert all(ply.by == (len(one.moves) - len(moves) + i) % 2 for i, ply in enumerate(played))
            for ply in played:
                position = position.play(ply.move)
            del moves[: len(played)]
        assert outcome == one.outcome


def test_the_file_is_small_and_its_levels_exist() -> None:
    games = transcripts()
    assert sum(len(" ".join(one.moves)) for one in games) < 300_000
    computers = [(one.game, name) for one in games for name in one.players if name.startswith(LEVEL)]
    assert computers
    assert all(name.removeprefix(LEVEL) in GAMES[game].levels for game, name in computers)
    assert not any(move == PASS for one in games if one.game != "reversi" for move in one.moves)


async def test_the_past_in_the_file_is_the_one_that_is_played(database: Path) -> None:
    async with demo(database.with_name("empty.db")) as cafe:
        past = await played(database, *inhabitants(cafe))
    assert past == stored_past(), "run `python -m research.demo_past`"


@pytest.mark.long
async def test_every_list_of_a_new_demo_has_something(database: Path) -> None:
    async with demo(database, seeded=True) as cafe, preview(cafe) as shown:
        assert cafe.start_card is not None
        sent = [message.id for message in cafe.channel.history()]
        # It is the last message, but for what the bot adds.
        assert sent.index(cafe.start_card.id) >= len(sent) - 4
        async with BrowserPage.opened(shown) as page:
            assert any("One earlier game is still in progress" in text for text in page.texts)
            assert any("challenges" in text for text in page.texts)
        kit, guild_id = cafe.bot.kit, cafe.people[0].guild.id
        ann, chloe = cafe.people[0].id, cafe.people[2].id
        for game in GAMES:
            for pool in (Pool.PEOPLE, Pool.COMPUTER):
                assert await kit[StandingStore].rating(ann, RatingList(game, pool)) is not None
            rated_in = RatingList(game, Pool.PEOPLE)
            ranking = await kit[Profiles].leaderboard(rated_in, 0, guild_id=guild_id, asker_id=ann)
            assert sum(row.rank is not None for row in ranking.content.rows) >= 3
        (cup,) = await kit[Tournaments].listed(guild_id)
        assert cup.state is TournamentState.FINISHED
        assert (await kit[PuzzlePostStore].streak(guild_id, chloe)).current == 7
        assert await kit[SavedOpponents].of_guild(guild_id)
        assert len(await kit.storage[MyGamesStore].finished(ann, guild_id, 50)) > 3
        # The bot attends to what is left to it.
        await shown.catch_up()
        async with BrowserPage.opened(shown) as page:
            texts = page.texts
        assert any("🧩" in text for text in texts)
        assert sum(text.startswith("### 🏆") for text in texts) == 1
        assert (await kit[Tournaments].listed(guild_id))[0].announced
        assert "streak:7" in [one.key for one in await kit[Achievements].of(chloe)]
        # Someone is new there, and no number is skipped.
        new = [person for person in cafe.people if await kit[LevelAdvice].is_newcomer(person.id)]
        assert [person.user.global_name for person in new] == ["Nora"]
        await new[0].slash(cafe.channel, "tournament create", game="reversi")
        numbers = [one.id for one in await kit[Tournaments].listed(guild_id)]
        assert sorted(numbers) == [cup.id, cup.id + 1]
        await cafe.people[0].slash(cafe.channel, "reversi start", bot="easy", colour="first")
        playing = {game.id for game in await kit.storage.playing_games()}
    # A second run continues what was there.
    async with demo(database, seeded=True) as cafe:
        assert cafe.people[0].id == ann
        assert {game.id for game in await cafe.bot.kit.storage.playing_games()} == playing
        assert len(await cafe.bot.kit[Tournaments].listed(guild_id)) == 2


async def test_a_database_that_exists_gets_no_past(database: Path) -> None:
    async with demo(database):
        pass
    async with demo(database, seeded=True) as cafe:
        assert await cafe.bot.kit.storage.playing_games() == ()
        assert await cafe.bot.kit[Tournaments].listed(cafe.people[0].guild.id) == ()


@pytest.mark.long
async def test_an_interrupted_start_leaves_nothing(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("bot.demo.past._fill", killed)
        with pytest.raises(KeyboardInterrupt):
            await demo(database, seeded=True).__aenter__()
    async with demo(database, seeded=True) as cafe:
        assert [game.state for game in (await cafe.bot.kit.storage.playing_games())] == [GameState.PLAYING]
