"""Achievements and their roles."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.catalog import GAMES
from bot.messages.delivery import Delivered, Delivery, Undelivered
from bot.preferences.preferences import Preferences
from bot.ranks.achievements import achievements as kinds
from bot.ranks.achievements.achievements import AchievementKey, Achievements, AchievementsEarned
from bot.ranks.achievements.roles import RoleFault
from bot.ranks.achievements.ui import fault_of
from data import Storage
from data.games.records import Ending, Game, GameState, NewGame, NewMove, Outcome, Seat
from data.jobs.reviews import NewReview, ReviewedPly, ReviewStore
from data.people.achievements import AchievementStore
from data.people.players import PeopleStore
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePostStore
from tests.bot.helpers import ANN, BOB, CAT, PLACE, Clock, RecordingMessenger, kit_of
from tests.cases import for_each, there

PEOPLE = (Seat(ANN.id), Seat(BOB.id))
FIRST_WON = Outcome(0, 4, Ending.PLAYED)


class Notes(RecordingMessenger):
    """Records announcements, or fails to send them."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[AchievementsEarned] = []
        self.failure: Undelivered | None = None

    async def send(self, content: object, *_: Any) -> Delivery:
        """Send an announcement in a channel, or not."""
        assert isinstance(content, AchievementsEarned)
        if self.failure is not None:
            return self.failure
        self.told.append(content)
        return Delivered(1, PLACE.channel_id)

    async def send_direct(self, content: object, person_id: int) -> Delivery:
        return await self.send(content)


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def achievements(storage: Storage, preferences: Preferences, notes: Notes, clock: Clock) -> Achievements:
    return Achievements(kit_of(storage, clock, preferences=preferences, messenger=notes))


async def examine(achievements: Achievements) -> None:
    """Do what a periodic pass does, to its end."""
    achievements.recover()
    assert achievements._task is not None
    await achievements._task


async def finished(
    storage: Storage,
    seats: tuple[Seat, Seat] = PEOPLE,
    outcome: Outcome = FIRST_WON,
    *,
    game: str = "reversi",
    plies: int = 40,
    rated: bool = True,
    options: str = "",
    rating: int | None = 1540,
) -> Game:
    """Store a game of some moves that is over."""
    begun = await storage.create_game(
        NewGame(
            game,
            options,
            PLACE.guild_id,
            PLACE.channel_id,
            ANN.id,
            seats[1].player_id,
            "first",
            seats,
            GameState.PLAYING,
            rated,
        )
    )
    position, moves = GAMES[game].start(options), list[NewMove]()
    while len(moves) < plies and position.result() is None:
        move = position.legal_moves()[0]
        moves.append(NewMove(move, position.turn, 1.0))
        position = position.play(move)
    return await storage.add_moves(begun, moves, outcome, computer_rating=rating)


async def review(storage: Storage, game: Game, **plies: tuple[float, float]) -> None:
    """Review a game: every move was the best one, but for the values of the best and the played in `plies`,
    such as `ply4`."""
    await storage[ReviewStore].begin(NewReview(game.id, ANN.id, PLACE.guild_id, PLACE.channel_id), 9)
    for ply, move in enumerate(game.moves):
        if move == "pass":
            continue
        best, played = plies.get(f"ply{ply}", (4.0, 4.0))
        better = move if best == played else "none"
        await storage[ReviewStore].add(game.id, ReviewedPly(ply, better, best, played, None))
    await storage[ReviewStore].finish(game.id)


async def keys(achievements: Achievements, player_id: int = ANN.id) -> set[str]:
    return {one.key for one in await achievements.of(player_id)}


def against(level: str) -> tuple[Seat, Seat]:
    return Seat(ANN.id), Seat(None, level)


def test_every_key_is_read_back_and_short_enough_to_name_a_setting() -> None:
    for key in kinds.all_keys():
        parsed = there(AchievementKey.parse(key))
        assert str(parsed) == key
        assert len(f"role:{key}") <= 32
    for unknown in ("", "win:reversi", "win:go:easy", "perfect:go", "streak:8", "cup:2", "perfect:reversi:x"):
        assert AchievementKey.parse(unknown) is None


async def test_the_first_win_against_each_level_and_no_second_one(
    storage: Storage, achievements: Achievements, notes: Notes
) -> None:
    first = await finished(storage, against("easy"))
    await finished(storage, against("easy"))
    await finished(storage, against("hard"), Outcome(1, -4, Ending.PLAYED))
    await examine(achievements)
    await examine(achievements)
    (earned,) = await achievements.of(ANN.id)
    assert (earned.key, earned.game_id) == ("win:reversi:easy", first.id)
    assert [told.keys for told in notes.told] == [("win:reversi:easy",)]
    await finished(storage, against("hard"), Outcome(0, 4, Ending.TIME))
    await examine(achievements)
    assert notes.told[-1].keys == ("win:reversi:hard",)
    # A weaker level is earned, but it is no news any more.
    await finished(storage, against("medium"))
    await examine(achievements)
    assert await keys(achievements) == {f"win:reversi:{level}" for level in ("easy", "medium", "hard")}
    assert len(notes.told) == 2


async def test_other_wins_do_not(storage: Storage, achievements: Achievements) -> None:
    for unfit in (
        {"rated": False},
        {"options": "6x6"},
        {"seats": against("greedy:4")},
        {"outcome": Outcome(None, 0, Ending.PLAYED)},
        {"outcome": Outcome(None, None, Ending.CALLED_OFF)},
    ):
        given: dict[str, Any] = {"seats": against("easy"), "plies": 4, **unfit}
        await finished(storage, **given)
        await examine(achievements)
        assert await keys(achievements) == set(), unfit


async def test_games_from_before_count_in_batches_and_are_no_news(
    storage: Storage, achievements: Achievements, notes: Notes, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for level in ("easy", "medium", "hard"):
        await finished(storage, against(level), plies=2)
    clock.advance(days=300)
    monkeypatch.setattr("bot.ranks.achievements.achievements.BATCH", 1)
    monkeypatch.setattr("bot.ranks.achievements.achievements.BATCHES", 2)
    await examine(achievements)
    assert len(await keys(achievements)) == 2
    await examine(achievements)
    assert len(await keys(achievements)) == 3
    assert notes.told == []


async def test_perfect_games_count_against_people_and_levels(
    storage: Storage, achievements: Achievements, notes: Notes
) -> None:
    game = await finished(storage)
    await review(storage, game, ply3=(4.0, -30.0))
    await examine(achievements)
    assert await keys(achievements) == {"perfect:reversi"}
    # Bob has lost, and has made an error.
    assert await keys(achievements, BOB.id) == set()
    assert [told.player_id for told in notes.told] == [ANN.id]
    await review(storage, await finished(storage, against("hard")))
    await examine(achievements)
    assert await keys(achievements) == {"perfect:reversi", "win:reversi:hard"}


async def test_other_games_are_not_perfect(storage: Storage, achievements: Achievements) -> None:
    unfit: tuple[dict[str, Any], ...] = (
        {"plies": 20},
        {"rated": False},
        {"outcome": Outcome(0, 4, Ending.RESIGNED)},
        {"outcome": Outcome(1, -4, Ending.PLAYED)},
        {"seats": against("easy")},
        {},
    )
    for given in unfit:
        error = (4.0, 4.0) if given else (4.0, -4.0)
        await review(storage, await finished(storage, **{"rating": 1200, **given}), ply10=error)
        await examine(achievements)
        assert "perfect:reversi" not in await keys(achievements), given


async def test_a_comeback_is_from_20_discs_behind_by_value_for_either_side(
    storage: Storage, achievements: Achievements
) -> None:
    for value, earned in ((-19.0, False), (-20.0, True)):
        await review(storage, await finished(storage), ply10=(value, value))
        await examine(achievements)
        assert ("comeback" in await keys(achievements)) is earned
        assert await keys(achievements, BOB.id) == set()
    game = await finished(storage, outcome=Outcome(1, -4, Ending.PLAYED))
    await review(storage, game, ply10=(30.0, 30.0))
    await examine(achievements)
    assert await keys(achievements, BOB.id) == {"comeback", "perfect:reversi"}


async def test_streaks_of_daily_puzzles(
    storage: Storage, achievements: Achievements, notes: Notes, clock: Clock
) -> None:
    for number in range(1, 9):
        new = NewPuzzlePost(
            f"r{number}", PLACE.guild_id, PLACE.channel_id, day=f"2026-03-{number:02}", answer_at=clock()
        )
        post = there(await storage[PuzzlePostStore].add_daily(new, clock()))
        await storage[PuzzlePostStore].record_try(post.id, ANN.id)
        await storage[PuzzlePostStore].record_solved(ANN.id, f"r{number}", first=True)
        await storage[PuzzlePostStore].record_answered(post.id)
        await examine(achievements)
        assert await keys(achievements) == ({"streak:7"} if number >= 7 else set())
        clock.advance(days=1)
    assert [told.keys for told in notes.told] == [("streak:7",)]


async def test_others_award_a_cup_once(storage: Storage, achievements: Achievements, notes: Notes) -> None:
    await storage[PeopleStore].remember(ANN.id, "Ann")
    assert await achievements.award(ANN.id, kinds.CUP, PLACE)
    assert not await achievements.award(ANN.id, kinds.CUP, PLACE)
    await examine(achievements)
    assert [told.keys for told in notes.told] == [("cup",)]
    with pytest.raises(ValueError, match="no achievement"):
        await achievements.award(ANN.id, "spoon")


async def test_it_is_announced_where_the_person_likes(
    storage: Storage, achievements: Achievements, preferences: Preferences, notes: Notes
) -> None:
    for who, choice in ((ANN, "off"), (BOB, "channel"), (CAT, "direct")):
        await storage[PeopleStore].remember(who.id, who.name)
        await preferences.change_person(who.id, "achievements", choice)
        await achievements.award(who.id, kinds.CUP, PLACE)
    await examine(achievements)
    await examine(achievements)
    assert [(told.player_id, told.direct) for told in notes.told] == [(BOB.id, False), (CAT.id, True)]


async def test_an_announcement_is_retried_for_an_hour(
    storage: Storage, achievements: Achievements, notes: Notes, clock: Clock
) -> None:
    await storage[PeopleStore].remember(ANN.id, "Ann")
    await storage[PeopleStore].remember(BOB.id, "Bob")
    notes.failure = Undelivered(permanent=False)
    await achievements.award(ANN.id, kinds.CUP, PLACE)
    await examine(achievements)
    clock.now += timedelta(minutes=2)
    notes.failure = None
    await examine(achievements)
    await examine(achievements)
    assert [told.player_id for told in notes.told] == [ANN.id]
    notes.failure = Undelivered(permanent=False)
    await achievements.award(BOB.id, kinds.CUP, PLACE)
    await examine(achievements)
    clock.now += timedelta(minutes=61)
    notes.failure = None
    await examine(achievements)
    assert await storage[AchievementStore].untold() == ()
    assert len(notes.told) == 1


async def test_a_review_that_cannot_be_read_does_not_hold_up_others(
    storage: Storage, achievements: Achievements, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await finished(storage), await finished(storage)
    await review(storage, bad)
    await review(storage, good)
    of_review = kinds.of_review

    def fails(snapshot: Any, found: Any) -> Any:
        if snapshot.game.id == bad.id:
            raise RuntimeError("unreadable")
        return of_review(snapshot, found)

    monkeypatch.setattr(kinds, "of_review", fails)
    monkeypatch.setattr("bot.ranks.achievements.achievements.log.exception", lambda *_, **__: None)
    await examine(achievements)
    (earned,) = await achievements.of(ANN.id)
    assert earned.game_id == good.id
    assert await storage[AchievementStore].reviews(9) == ()


ROLE = 5001

DANGEROUS = {
    *("administrator", "ban_members", "bypass_slowmode", "deafen_members", "kick_members"),
    *("manage_channels", "manage_events", "manage_expressions", "manage_guild", "manage_messages"),
    *("manage_nicknames", "manage_roles", "manage_threads", "manage_webhooks", "mention_everyone"),
    *("moderate_members", "move_members", "mute_members", "pin_messages", "priority_speaker"),
    *("view_audit_log", "view_creator_monetization_analytics", "view_guild_insights"),
}


class Role:
    """A role below the bot's own."""

    managed = False

    def __init__(self, value: int) -> None:
        self.permissions = discord.Permissions(value)

    def is_default(self) -> bool:
        return False

    def __ge__(self, other: object) -> bool:
        return False


def fault(value: int) -> RoleFault | None:
    me = SimpleNamespace(guild_permissions=discord.Permissions(manage_roles=True), top_role=None)
    guild: Any = SimpleNamespace(get_role=lambda _: Role(value), me=me)
    return fault_of(guild, ROLE)


@for_each("name", [name for name, _ in discord.Permissions()])
def test_no_role_with_a_power_can_be_earned(name: str) -> None:
    value = discord.Permissions(**{name: True}).value
    assert fault(value) is (RoleFault.POWERFUL if name in DANGEROUS else None)


def test_permissions_still_unknown_are_powers_and_ours_are_discords() -> None:
    assert fault(1 << 62) is RoleFault.POWERFUL
    assert {name for name, _ in discord.Permissions()} >= DANGEROUS
