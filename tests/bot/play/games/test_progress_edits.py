"""News of a search: one edit at a time, the newest wins, and the answer never waits for it."""

from __future__ import annotations

import asyncio

from bot.play.boards.progress_edits import ProgressEdits


class Sender:
    """Edits that are begun, and come to their end when told to."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.cancelled = 0
        self.may_end = asyncio.Event()

    async def __call__(self, game_id: int) -> None:
        """Send an edit."""
        self.begun.append(game_id)
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise


async def come_to_rest() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_of_many_pieces_of_news_only_the_newest_follows_the_edit_on_its_way() -> None:
    sender = Sender()
    edits = ProgressEdits(sender)
    for _ in range(5):
        edits.ask(1)
        await come_to_rest()
    assert sender.begun == [1]
    sender.may_end.set()
    await come_to_rest()
    assert sender.begun == [1, 1]


async def test_a_hanging_edit_is_given_up_for_the_answer_and_for_no_other_game() -> None:
    sender = Sender()
    edits = ProgressEdits(sender)
    edits.ask(1)
    edits.ask(2)
    await come_to_rest()
    edits.ask(1)
    edits.drop(1)
    await come_to_rest()
    assert sender.cancelled == 1
    assert sender.begun == [1, 2]
    edits.ask(1)
    await come_to_rest()
    assert sender.begun == [1, 2, 1]
    edits.close()
    await come_to_rest()
    assert sender.cancelled == 3
