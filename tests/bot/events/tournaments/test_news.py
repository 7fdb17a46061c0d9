"""The message of a tournament shows one moment."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

from bot.events.tournaments.forms import Form
from bot.events.tournaments.messages import TournamentMessage
from bot.events.tournaments.news import TournamentNews
from data.games.clocks import Live
from data.tables.schema import Untrusted
from data.tournaments.records import NewTournament, TournamentEntrant, TournamentTerms
from tests.bot.helpers import kit_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from data import Storage
    from data.db.database import Database
    from tests.bot.helpers import Clock

GUILD, CHANNEL = 7001, 8001


async def test_the_content_is_read_in_one_transaction(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = TournamentTerms("reversi", "", Form.SWISS, Live(5, 3), 16, 0, 0, False, False, None)
    made = await storage.tournaments.create(
        NewTournament(GUILD, CHANNEL, 1001, terms, 1, clock(), None), 5, 5
    )
    await storage.people.remember(1001, "Ann", GUILD, "Annie")
    for number, player_id in ((1, 1001), (2, 1002)):
        record = await storage.tournaments.find(made.id)
        assert record is not None
        await storage.tournaments.join(
            record, TournamentEntrant(number, 1500.0, player_id=player_id, computer=None)
        )
    database: Database = storage.tournaments._database
    read, reads = database.read, Counter[str]()

    async def counted(work: Callable[..., Any]) -> Any:
        reads["transactions"] += 1
        return await read(work)

    monkeypatch.setattr(database, "read", counted)
    content = await TournamentNews(kit_of(storage, clock), Mock(), Mock()).content(made.id)
    assert isinstance(content, TournamentMessage)
    # A person without a known name is left out.
    assert content.names == {1: "Annie"}
    assert isinstance(content.names[1], Untrusted)
    assert reads == {"transactions": 1}
