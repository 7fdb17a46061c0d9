"""How a transaction that changes a game is run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from data.games import questions

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from data.db.database import Database
    from data.games.changes import GameChanges
    from data.games.clocks import Clocks
    from data.games.records import Game


class GameWriter:
    """Stores changed games, and tells whoever wants to know."""

    def __init__(self, database: Database, clocks: Clocks, changes: GameChanges) -> None:
        self._database = database
        self._clocks = clocks
        self._changes = changes

    async def store(self, work: Callable[[Connection], Game], answers: int | None = None) -> Game:
        """Run a transaction that changes a game, and may answer a question, and tell whoever wants to
        know."""

        def answering(connection: Connection) -> Game:
            questions.answer(connection, answers)
            changed = work(connection)
            return changed if answers is None else replace(changed, question=None)

        await self._clocks.follow()
        game = await self._database.write(answering)
        self._changes.note(game)
        return game
