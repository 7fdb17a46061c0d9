"""How a transaction that changes a game is run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from data import questions

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from data.clocks import Clocks
    from data.database import Database
    from data.records import Game


class GameWriter:
    """Stores changed games, and tells whoever watches the clocks."""

    def __init__(self, database: Database, clocks: Clocks) -> None:
        self._database = database
        self._clocks = clocks

    async def store(self, work: Callable[[Connection], Game], answers: int | None = None) -> Game:
        """Run a transaction that changes a game, and may answer a question, and tell whoever watches the
        clocks."""

        def answering(connection: Connection) -> Game:
            questions.answer(connection, answers)
            changed = work(connection)
            return changed if answers is None else replace(changed, question=None)

        game = await self._database.write(answering)
        self._clocks.note(game)
        return game
