"""Achievements and their roles."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.core.people import Person
from bot.messages.delivery import Delivered, Delivery, Undelivered
from bot.preferences.preferences import Preferences
from bot.ranks.achievements import achievements as kinds
from bot.ranks.achievements.achievements import AchievementKey, Achievements, AchievementsEarned
from bot.ranks.achievements.roles import RoleFault
from bot.ranks.achievements.ui import fault_of
from data import Storage
from data.games.records import Ending, Game, NewMove, Outcome, Seat
from data.jobs.reviews import NewReview, ReviewedPly, ReviewStore
from data.people.achievements import AchievementStore
from data.people.players import PeopleStore
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePostStore
from tests.bot.helpers import ANN, BOB, CAT, PLACE, REVERSI, Clock, RecordingMessenger, kit_of
from tests.cases import for_each, there
from tests.data.playing import between

PEOPLE = (Seat(ANN.id), Seat(BOB.id))
FIRST_WON = Outcome(0, 4, Ending.PLAYED)


class Notes(RecordingMessenger):
    """Records announcements, or fails to send them."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[AchievementsEarned] = []
        self.failure: Undelivered | None = None

    async def send(self, content: object, *_: Any) -> Delivery:
        assert isinstance(content, AchievementsEarned)
        if self.failure is not None:
            return self.failure
        self.told.append(content)
        return Delivered(1, PLACE.channel_id)

    async def send_direct(self, content: object, person_id: int) -> Delivery:
        return await self.send(content)


class Hall:
    """A person's achievements, and ways to earn them."""

    def __init__(self, storage: Storage, preferences: Preferences, clock: Clock) -> None:
        self.storage, self.preferences, self.clock, self.notes = storage, preferences, clock, Notes()
        kit = kit_of(storage, clock, preferences=preferences, messenger=self.notes)
        self.achievements = Achievements(kit)

    @property
    def told(self) -> list[tuple[str, ...]]:
        return [told.keys for told in self.notes.told]

    async def examine(self) -> None:
        """Do what a periodic pass does, to its end."""
        self.achievements.recover()
        await there(self.achievements._task)

    async def finished(
        self,
        level: str | None = None,
        outcome: Outcome = FIRST_WON,
        *,
        plies: int = 40,
        rating: int | None = 1540,
        **changes: Any,
    ) -> Game:
        """Store a game of some moves that is over, against Bob or a computer player."""
        seats = PEOPLE if level is None else (Seat(ANN.id), Seat(None, level))
        new = between(ANN.id, BOB.id, opponent_id=seats[1].player_id, seats=seats, **changes)
        begun = await self.storage.create_game(new)
        position, moves = REVERSI.start(new.options), list[NewMove]()
        while len(moves) < plies and position.result() is None:
            move = position.legal_moves()[0]
            moves.append(NewMove(move, position.turn, 1.0))
            position = position.play(move)
        return await self.storage.add_moves(begun, moves, outcome, computer_rating=rating)

    async def review(self, game: Game, **plies: tuple[float, float]) -> None:
        """Review a game: every move was the best one, but for the values of the best and the played in
        `plies`, such as `ply4`."""
        store = self.storage[ReviewStore]
        await store.begin(NewReview(game.id, ANN.id, PLACE.guild_id, PLACE.channel_id), 9)
        for ply, move in enumerate(game.moves):
            if move != "pass":
                best, played = plies.get(f"ply{ply}", (4.0, 4.0))
                better = move if best == played else "none"
                await store.add(game.id, ReviewedPly(ply, better, best, played, None))
        await store.finish(game.id)

    async def keys(self, player_id: int = ANN.id) -> set[str]:
        """Do what is due, and return the keys of a person's achievements."""
        await self.examine()
        return {one.key for one in await self.achievements.of(player_id)}

    async def award(self, who: Person, told: Undelivered | None = None) -> None:
        """Give a known person a cup, and try to tell it."""
        self.notes.failure = told
        await self.storage[PeopleStore].remember(who.id, who.name)
        await self.achievements.award(who.id, kinds.CUP, PLACE)
        await self.examine()
        self.notes.failure = None


@pytest.fixture
def hall(storage: Storage, preferences: Preferences, clock: Clock) -> Hall:
    return Hall(storage, preferences, clock)


def test_every_key_is_read_back_and_short_enough_to_name_a_setting() -> None:
    for key in kinds.all_keys():
        parsed = there(AchievementKey.parse(key))
        parts = (parsed.kind, parsed.game, parsed.level, str(parsed.days or ""))
        assert ":".join(filter(None, parts)) == key
        assert len(f"role:{key}") <= 32
    for unknown in ("", "win:reversi", "win:go:easy", "perfect:go", "streak:8", "cup:2", "perfect:reversi:x"):
        assert AchievementKey.parse(unknown) is None


async def test_the_first_win_against_each_level_and_no_second_one(hall: Hall) -> None:
    first = await hall.finished("easy")
    await hall.finished("easy")
    await hall.finished("hard", Outcome(1, -4, Ending.PLAYED))
    for _ in range(2):
        await hall.examine()
    (earned,) = await hall.achievements.of(ANN.id)
    assert (earned.key, earned.game_id) == ("win:reversi:easy", first.id)
    assert hall.told == [("win:reversi:easy",)]
    await hall.finished("hard", Outcome(0, 4, Ending.TIME))
    await hall.examine()
    assert hall.told[-1] == ("win:reversi:hard",)
    # A weaker level is earned, but it is no news any more.
    await hall.finished("medium")
    assert await hall.keys() == {f"win:reversi:{level}" for level in ("easy", "medium", "hard")}
    assert len(hall.told) == 2


@for_each(
    "unfit",
    {"rated": False},
    {"options": "6x6"},
    {"level": "greedy:4"},
    {"outcome": Outcome(None, 0, Ending.PLAYED)},
    {"outcome": Outcome(None, None, Ending.CALLED_OFF)},
)
async def test_other_wins_do_not(hall: Hall, unfit: dict[str, Any]) -> None:
    await hall.finished(**{"level": "easy", "plies": 4, **unfit})
    assert await hall.keys() == set()


async def test_games_from_before_count_in_batches_and_are_no_news(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for level in ("easy", "medium", "hard"):
        await hall.finished(level, plies=2)
    hall.clock.advance(days=300)
    monkeypatch.setattr("bot.ranks.achievements.achievements.BATCH", 1)
    monkeypatch.setattr("bot.ranks.achievements.achievements.BATCHES", 2)
    assert [len(await hall.keys()) for _ in range(2)] == [2, 3]
    assert hall.told == []


async def test_perfect_games_count_against_people_and_levels(hall: Hall) -> None:
    await hall.review(await hall.finished(), ply3=(4.0, -30.0))
    assert await hall.keys() == {"perfect:reversi"}
    # Bob has lost, and has made an error.
    assert await hall.keys(BOB.id) == set()
    assert [told.player_id for told in hall.notes.told] == [ANN.id]
    await hall.review(await hall.finished("hard"))
    assert await hall.keys() == {"perfect:reversi", "win:reversi:hard"}


@for_each(
    "given",
    {"plies": 20},
    {"rated": False},
    {"outcome": Outcome(0, 4, Ending.RESIGNED)},
    {"outcome": Outcome(1, -4, Ending.PLAYED)},
    {"level": "easy"},
    {},
)
async def test_other_games_are_not_perfect(hall: Hall, given: dict[str, Any]) -> None:
    error = (4.0, 4.0) if given else (4.0, -4.0)
    await hall.review(await hall.finished(**{"rating": 1200, **given}), ply10=error)
    assert "perfect:reversi" not in await hall.keys()


async def test_a_comeback_is_from_20_discs_behind_by_value_for_either_side(hall: Hall) -> None:
    for value, earned in ((-19.0, False), (-20.0, True)):
        await hall.review(await hall.finished(), ply10=(value, value))
        assert ("comeback" in await hall.keys()) is earned
        assert await hall.keys(BOB.id) == set()
    await hall.review(await hall.finished(outcome=Outcome(1, -4, Ending.PLAYED)), ply10=(30.0, 30.0))
    assert await hall.keys(BOB.id) == {"comeback", "perfect:reversi"}


async def test_streaks_of_daily_puzzles(hall: Hall) -> None:
    store = hall.storage[PuzzlePostStore]
    for number in range(1, 9):
        day, puzzle = f"2026-03-{number:02}", f"r{number}"
        new = NewPuzzlePost(puzzle, PLACE.guild_id, PLACE.channel_id, day=day, answer_at=hall.clock())
        post = there(await store.add_daily(new, hall.clock()))
        await store.record_try(post.id, ANN.id)
        await store.record_solved(ANN.id, puzzle, first=True)
        await store.record_answered(post.id)
        assert await hall.keys() == ({"streak:7"} if number >= 7 else set())
        hall.clock.advance(days=1)
    assert hall.told == [("streak:7",)]


async def test_others_award_a_cup_once(hall: Hall) -> None:
    await hall.storage[PeopleStore].remember(ANN.id, "Ann")
    assert await hall.achievements.award(ANN.id, kinds.CUP, PLACE)
    assert not await hall.achievements.award(ANN.id, kinds.CUP, PLACE)
    await hall.examine()
    assert hall.told == [("cup",)]
    with pytest.raises(ValueError, match="no achievement"):
        await hall.achievements.award(ANN.id, "spoon")


async def test_it_is_announced_where_the_person_likes(hall: Hall) -> None:
    for who, choice in ((ANN, "off"), (BOB, "channel"), (CAT, "direct")):
        await hall.preferences.change_person(who.id, "achievements", choice)
        await hall.award(who)
    await hall.examine()
    assert [(told.player_id, told.direct) for told in hall.notes.told] == [(BOB.id, False), (CAT.id, True)]


async def test_an_announcement_is_retried_for_an_hour(hall: Hall) -> None:
    await hall.award(ANN, Undelivered(permanent=False))
    hall.clock.advance(minutes=2)
    for _ in range(2):
        await hall.examine()
    assert [told.player_id for told in hall.notes.told] == [ANN.id]
    await hall.award(BOB, Undelivered(permanent=False))
    hall.clock.advance(minutes=61)
    await hall.examine()
    assert await hall.storage[AchievementStore].untold() == ()
    assert len(hall.told) == 1


async def test_a_review_that_cannot_be_read_does_not_hold_up_others(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await hall.finished(), await hall.finished()
    await hall.review(bad)
    await hall.review(good)
    of_review = kinds.of_review

    def fails(snapshot: Any, found: Any) -> Any:
        if snapshot.game.id == bad.id:
            raise RuntimeError("unreadable")
        return of_review(snapshot, found)

    monkeypatch.setattr(kinds, "of_review", fails)
    monkeypatch.setattr("bot.ranks.achievements.achievements.log.exception", lambda *_, **__: None)
    await hall.examine()
    (earned,) = await hall.achievements.of(ANN.id)
    assert earned.game_id == good.id
    assert await hall.storage[AchievementStore].reviews(9) == ()


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
