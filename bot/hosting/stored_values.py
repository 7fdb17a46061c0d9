"""What `flipfour check` finds in values that only the rules of games, settings and puzzles read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Column

from bot.catalog import GAMES
from bot.computer.opponents.choices import opponent
from bot.events.tournaments.forms import next_round
from bot.events.tournaments.forms.types import Form
from bot.events.tournaments.rules import winners_of
from bot.preferences.notices import Where
from bot.preferences.preferences import CLIENT_LANGUAGE, DISCORD_LANGUAGE
from bot.preferences.settings import PersonSettings, ServerSettings, settings_of
from bot.ranks.achievements.achievements import AchievementKey
from bot.study.openings.lines import key_after, position_after
from bot.study.records import json_text
from data.db.invariants import shortened
from data.db.rows import DAMAGE
from data.games.time_control import read_time_control
from data.jobs.judged import read_plies
from data.people.achievements import ROLE
from data.puzzles.puzzles import MAX_PUZZLE_CHANGE, MAX_TRACE, Deed
from data.tables.messages import notices
from data.tables.people import imports, opponents, preferences
from data.tables.playing import games, questions
from data.tables.puzzles import (
    own_puzzles,
    puzzle_attempts,
    puzzle_posts,
    puzzle_races,
    puzzle_ratings,
    puzzle_run_attempts,
    puzzle_runs,
)
from data.tables.repertoires import repertoire_moves, training_sessions
from data.tables.standings import (
    achievements,
    judged_games,
    ratings,
    results,
    role_grants,
    server_players,
    server_zones,
    strength_tests,
    untold_achievements,
)
from data.tables.tournaments import cups, tournament_entrants, tournaments
from data.tournaments.records import SIMUL, TournamentRecord, TournamentState
from data.upkeep.inspection import Inspection
from engine import EngineError
from engine.puzzles import find
from engine.puzzles.puzzle import GOALS

UNREADABLE = (*DAMAGE, EngineError, OSError)
"""What reading a damaged value raises."""

MAX_ROUND = 100_000
"""The largest number of a round whose standings can be computed."""

MAX_LISTED = 20
"""Maximum faults of one kind."""


def _player(game: str, spec: str | None) -> None:
    if spec is not None:
        opponent(GAMES[game], spec)


def _some_player(spec: str | None) -> None:
    """Read a computer player of any game."""
    wrong: Exception | None = None
    for game in GAMES:
        try:
            return _player(game, spec)
        except UNREADABLE as error:
            wrong = error
    raise wrong or ValueError(spec)


def _board(game: str, options: str) -> None:
    GAMES[game].start(options)


def _game(game: str | None) -> None:
    if game is not None:
        GAMES[game]


def _time(text: str | None) -> None:
    if text:
        read_time_control(text)


def _opening(game: str, opening: str | None) -> None:
    if opening and not GAMES[game].opening_label(opening):
        raise ValueError("no opening")


def _form(form: str) -> None:
    if form != SIMUL:
        Form(form)


def _place(where: str | None) -> None:
    if where is not None:
        Where(where)


def _achievement(key: str) -> None:
    if AchievementKey.parse(key) is None:
        raise ValueError("no achievement of this version")


def _zone(zone: str) -> None:
    if zone:
        ZoneInfo(zone)


def _setting(owner_kind: str, name: str, value: str) -> None:
    if name.startswith(ROLE):
        _achievement(name.removeprefix(ROLE))
        int(value)
        return
    known = settings_of(ServerSettings if owner_kind == "server" else PersonSettings)
    if name == "time_zone":
        _zone(value)
    elif name in known:
        known[name].stored(value)
    elif name not in (CLIENT_LANGUAGE, DISCORD_LANGUAGE):
        raise ValueError("no setting of this version")


def _puzzle(puzzle: str) -> None:
    if find(puzzle) is None:
        raise ValueError("no puzzle of this version")


def _puzzles(puzzles: str) -> None:
    for puzzle in puzzles.split():
        _puzzle(puzzle)


def _attempt(puzzle: str, ply: int, game: str | None = None) -> None:
    found = find(puzzle)
    if found is None or not 0 <= ply <= len(found.line) or game not in (None, found.game):
        raise ValueError("the puzzle is another one, shorter, or of another game")


def _trace(trace: str) -> None:
    if len(trace) > MAX_TRACE or not {*trace} <= {*Deed}:
        raise ValueError("it has other signs")


def _puzzle_rating(puzzle: str, value: float, attempts: int) -> None:
    found = find(puzzle)
    if found is None or abs(value - found.rating) > MAX_PUZZLE_CHANGE * attempts + 1:
        raise ValueError("its attempts cannot have changed it that far")


def _own_puzzle(game: str, position: str, line: str, goal: str, ply: int) -> None:
    from engine import connect4, reversi

    reached: Any = {"reversi": reversi, "connect4": connect4}[game].parse(position)
    for move in line.split():
        reached = reached.play(move)
    if goal not in GOALS or not 0 <= ply <= len(line.split()):
        raise ValueError("no goal, or a line that is shorter")


def _repertoire(game: str, side: int, position: int, line: str, move: str) -> None:
    kind, before = GAMES[game], tuple(line.split())
    position_after(kind, (*before, move))
    if position_after(kind, before).turn != side or key_after(kind, before) != position:
        raise ValueError("the line leads to another position")


def _efforts(text: str) -> None:
    if text and len([int(word) for word in text.split()]) != 4:
        raise ValueError("other numbers")


def _imported(content: str) -> None:
    json_text.read_lines(json_text.stored_lines(content), 1)


READERS: Sequence[tuple[Sequence[Column[Any]], Callable[..., object]]] = (
    *(
        ((table.c.game, table.c[name]), _player)
        for table, names in (
            (games, ("first_computer", "second_computer", "first_delegate", "second_delegate")),
            (tournaments, ("filler", "exhibitor")),
            (strength_tests, ("first", "second")),
        )
        for name in names
    ),
    *(
        ((column,), _some_player)
        for column in (opponents.c.player, questions.c.player, tournament_entrants.c.computer)
    ),
    *(((table.c.game, table.c.options), _board) for table in (tournaments, strength_tests)),
    *(
        ((table.c.game,), _game)
        for table in (
            results,
            ratings,
            server_players,
            puzzle_runs,
            puzzle_races,
            cups,
            judged_games,
            training_sessions,
        )
    ),
    *(((table.c.time_control,), _time) for table in (games, tournaments)),
    *(((table.c.form,), _form) for table in (tournaments, cups)),
    *(((table.c.achievement,), _achievement) for table in (achievements, untold_achievements, role_grants)),
    ((games.c.game, games.c.opening), _opening),
    ((notices.c.refused,), _place),
    ((server_zones.c.zone,), _zone),
    ((preferences.c.owner_kind, preferences.c.name, preferences.c.value), _setting),
    ((puzzle_posts.c.puzzle,), _puzzle),
    ((puzzle_races.c.puzzles,), _puzzles),
    ((puzzle_attempts.c.puzzle, puzzle_attempts.c.ply, puzzle_attempts.c.game), _attempt),
    ((puzzle_attempts.c.trace,), _trace),
    ((puzzle_run_attempts.c.puzzle, puzzle_run_attempts.c.ply), _attempt),
    ((puzzle_ratings.c.puzzle, puzzle_ratings.c.value, puzzle_ratings.c.attempts), _puzzle_rating),
    (
        (
            own_puzzles.c.game,
            own_puzzles.c.position,
            own_puzzles.c.line,
            own_puzzles.c.goal,
            own_puzzles.c.ply,
        ),
        _own_puzzle,
    ),
    (
        (
            repertoire_moves.c.game,
            repertoire_moves.c.side,
            repertoire_moves.c.position,
            repertoire_moves.c.line,
            repertoire_moves.c.move,
        ),
        _repertoire,
    ),
    ((strength_tests.c.efforts,), _efforts),
    ((judged_games.c.moves,), read_plies),
    ((imports.c.content,), _imported),
)
"""Columns, and what reads their values: it raises one of UNREADABLE for those that it cannot use."""


async def unreadable_values(
    inspection: Inspection, tables: Collection[str] | None = None
) -> AsyncIterator[str]:
    """Describe the values that the bot cannot read, of all or of some tables."""
    for columns, read in READERS:
        table = columns[0].table
        if tables is not None and table.name not in tables:
            continue
        listed = 0
        for values in await inspection.values_of(*columns):
            try:
                read(*values)
            except UNREADABLE as error:
                where = await inspection.keys_of(columns, values)
                said = ", ".join(
                    f"{column.name} {shortened(value)}" for column, value in zip(columns, values, strict=True)
                )
                yield f"{table.name} ({where}) has {said}: {shortened(error)}"
                listed += 1
                if listed == MAX_LISTED:
                    break
        await asyncio.sleep(0)


async def tournament_faults(inspection: Inspection) -> AsyncIterator[str]:
    """Describe the tournaments whose cups, or pairings, are not those that their results give."""
    for tournament_id in await inspection.tournament_ids():
        try:
            record, cups_of = await inspection.tournament(tournament_id)
            tournament = record.tournament
            if any(pairing.round > MAX_ROUND for pairing in record.pairings):
                raise ValueError("a round that cannot be")
            if tournament.state is TournamentState.FINISHED and not tournament.terms.is_simul:
                if sorted(winners_of(record)) != cups_of:
                    yield f"tournament {tournament_id} has given its cup to others than its winners"
                if missing := _round_with_missing(record):
                    yield f"tournament {tournament_id} lacks a pairing in round {missing}"
        except UNREADABLE as error:
            yield f"tournament {tournament_id} cannot be read: {shortened(error)}"
        await asyncio.sleep(0)


def _round_with_missing(record: TournamentRecord) -> int | None:
    """Return a round of a finished tournament in which an entrant is not paired who should be."""
    form = Form(record.tournament.terms.form)
    if form is Form.KNOCKOUT:
        if record.tournament.corrected_at is not None:
            # A match that a correction after the end made possible is not played any more.
            return None
        following = next_round(form, record.entrants, record.pairings, 0, record.tournament.seed)
        return following[0].round if following else None
    if form not in (Form.SWISS, Form.ROUND_ROBIN):
        return None
    for number in sorted({pairing.round for pairing in record.pairings}):
        paired = {one for pairing in record.pairings if pairing.round == number for one in pairing.numbers}
        missing = [one for one in record.entrants if one.plays(number) and one.number not in paired]
        if len(missing) > (form is Form.ROUND_ROBIN):
            return number
    return None
