"""The messages that show rows: every store of such rows records them in one way."""

from __future__ import annotations

from data import Storage
from data.db.store import ShownStore
from data.puzzles.puzzle_posts import NewPuzzlePost
from tests.data.helpers import CHANNEL, GUILD, Clock, simul


async def test_a_message_is_recorded_with_its_place_and_what_it_shows(storage: Storage, clock: Clock) -> None:
    made, other = [await storage.tournaments.create(simul(clock.now), 9, 9) for _ in range(2)]
    assert await storage.tournaments.record_message(made.id, 77, channel_id=8, digest="abc")
    assert await shown(storage, made.id) == (8, 77, "abc")
    # What is not given stays.
    assert await storage.tournaments.record_message(made.id, None, digest="")
    assert await shown(storage, made.id) == (8, None, "")
    assert await shown(storage, other.id) == (CHANNEL, None, None)


async def shown(storage: Storage, simul_id: int) -> tuple[int, int | None, str | None]:
    record = await storage.tournaments.find(simul_id)
    assert record is not None
    return record.tournament.channel_id, record.tournament.message_id, record.tournament.digest


async def test_a_message_of_what_is_gone_is_not_recorded(storage: Storage) -> None:
    post = await storage.puzzle_posts.add(NewPuzzlePost("r1", GUILD, CHANNEL))
    await storage.puzzle_posts.drop(post.id)
    assert not await storage.puzzle_posts.record_message(post.id, 77)


async def test_a_row_is_named_by_the_first_column_of_its_key(storage: Storage) -> None:
    stores = [store for store in vars(storage).values() if isinstance(store, ShownStore)]
    keys = {store.table.name: next(iter(store.table.primary_key)).name for store in stores}
    assert keys == {
        "board_posts": "id",
        "channel_lists": "channel_id",
        "measurements": "id",
        "puzzle_posts": "id",
        "puzzle_races": "id",
        "questions": "id",
        "reviews": "game_id",
        "tournaments": "id",
    }
