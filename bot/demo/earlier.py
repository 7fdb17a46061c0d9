"""Unfinished games of an earlier run of the demo, and their threads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.catalog import GAMES
from bot.events.tournaments import simul_words
from data import Storage
from data.games.offers import OfferStore
from data.games.waiting import WaitingStore
from data.people.players import PeopleStore
from data.tournaments.records import Tournament
from data.tournaments.tournaments import TournamentStore


@dataclass(frozen=True, slots=True)
class EarlierRun:
    """The ids of the unfinished games, the most recently moved last, and the threads' names by id."""

    games: tuple[int, ...]
    threads: Mapping[int, str]


async def forget_messages(database_url: str, guild_id: int, channel_id: int) -> EarlierRun:
    """Store that all messages of the server are gone, since its channel is new; return what is unfinished."""
    storage = await Storage.open(database_url)
    try:
        playing = [game for game in await storage.playing_games() if game.guild_id == guild_id]
        made = await storage[OfferStore].made_before(datetime.now(UTC))
        games = [*(offer for offer in made if offer.guild_id == guild_id), *reversed(playing)]
        for game in games:
            await storage[WaitingStore].mark_shown(game, game.channel_id, None)
        # The names of events' threads say more than those of the games in them.
        threads = {game.channel_id: f"{GAMES[game.game].title} #{game.id}" for game in games}
        threads |= await _tournaments(storage)
    finally:
        await storage.close()
    threads.pop(channel_id, None)
    return EarlierRun(tuple(game.id for game in games), threads)


async def _tournaments(storage: Storage) -> dict[int, str]:
    threads = {}
    for number in await storage[TournamentStore].active():
        record = await storage[TournamentStore].find(number)
        assert record is not None
        tournament = record.tournament
        await storage[TournamentStore].record_message(number, None, digest="")
        if tournament.boards_id is not None:
            threads[tournament.boards_id] = await thread_name(storage, tournament)
    return threads


async def thread_name(storage: Storage, tournament: Tournament) -> str:
    """Return the name of the thread of a tournament or an exhibition."""
    name = await storage[PeopleStore].name(tournament.organiser_id, tournament.guild_id)
    return simul_words.thread_name(tournament, str(name))
