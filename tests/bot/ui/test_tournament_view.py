"""Tournaments as large as they can be, in messages that Discord accepts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord

from bot.events.tournaments import words
from bot.events.tournaments.cards import TournamentMessage
from bot.events.tournaments.forms.types import Form
from bot.events.tournaments.rules import standings_of
from bot.events.tournaments.view import draw_tournament, manage_view
from data.games.time_control import Live
from data.tournaments import records
from renderers.themes import CLASSIC, Look
from tests.cases import for_each

ID = 1_234_567_890_123_456_789
NOW = datetime(2026, 11, 1, tzinfo=UTC)
SIZE = 64
MAX_TEXT = 4000
MAX_COMPONENTS = 40


def record(form: Form, state: records.TournamentState) -> records.TournamentRecord:
    """A tournament of 64 whose first round is over, every result corrected."""
    terms = records.TournamentTerms("reversi", "", form, Live(5, 5), SIZE, 0, 30, False, False, None)
    tournament = records.Tournament(
        id=123_456, guild_id=ID, channel_id=ID, message_id=ID, boards_id=ID + 1, digest=None, organiser_id=ID,
        terms=terms, seed=1, state=state, created_at=NOW, starts_at=NOW, started_at=NOW,
        ends_at=NOW + timedelta(minutes=30) if form is Form.ARENA else None, paused_at=None, finished_at=None,
        reason=None, announced=False, version=9,
    )  # fmt: skip
    entrants = tuple(
        records.TournamentEntrant(number, 1500.0, player_id=ID + number, computer=None)
        for number in range(1, SIZE + 1)
    )
    won, corrected = records.PairingOutcome.FIRST, dict[str, Any](told=True, corrected_by=ID)
    pairings = tuple(
        records.StoredPairing(1, n, SIZE + 1 - n, won, n % 2 == 0, slot=n, id=n, game_id=n, **corrected)
        for n in range(1, SIZE // 2 + 1)
    )
    return records.TournamentRecord(tournament, entrants, frozenset(), pairings)


@for_each(
    "state", [records.TournamentState.OPEN, records.TournamentState.RUNNING, records.TournamentState.FINISHED]
)
@for_each("form", [Form.SWISS, Form.KNOCKOUT, Form.ARENA])
async def test_the_largest_tournament_fits_into_a_message(form: Form, state: records.TournamentState) -> None:
    this = record(form, state)
    if state is records.TournamentState.OPEN:
        this = replace(this, pairings=())
    names = {number: f"Player {number} with quite a long name" for number in range(1, SIZE + 1)}
    boards = {number: (ID, ID + number) for number in range(1, SIZE)}
    view, files = await draw_tournament(TournamentMessage(this, boards, names), Look(CLASSIC))
    assert view.content_length() <= MAX_TEXT
    assert view.total_children_count <= MAX_COMPONENTS
    assert len(files) == {records.TournamentState.OPEN: 0}.get(state, 1 if form is Form.KNOCKOUT else 2)
    galleries = [item for item in view.walk_children() if isinstance(item, discord.ui.MediaGallery)]
    told = [item.description or "" for gallery in galleries for item in gallery.items]
    assert len(told) == len(files)
    if len(told) == 2:
        # Place 41 begins the second picture.
        assert told[1].split(":")[0].endswith(f" {names[standings_of(this)[40].number]}")


def swiss_field(size: int, rounds: int) -> str:
    """The text of a Swiss tournament before its start, which so many have joined."""
    this = record(Form.SWISS, records.TournamentState.OPEN)
    terms = replace(this.tournament.terms, rounds=rounds)
    tournament = replace(this.tournament, terms=terms)
    this = replace(this, tournament=tournament, entrants=this.entrants[:size], pairings=())
    return words.head(this)


def test_the_card_says_what_a_field_plays() -> None:
    for size in (0, 12, 20):
        text = swiss_field(size, 11)
        assert "Up to 12 players: everyone plays everyone. Up to 20: fewer than 11 rounds." in text
    assert "Up to 4 players: everyone plays everyone.\n" in swiss_field(4, 3)
    for size, rounds in ((21, 11), (5, 3), (2, 1), (2, 0)):
        assert "everyone plays everyone" not in swiss_field(size, rounds)
    this = record(Form.SWISS, records.TournamentState.RUNNING)
    tournament = replace(this.tournament, terms=replace(this.tournament.terms, rounds=11))
    for size, said in (
        (12, "-# Round robin · 5 min"),
        (20, "Swiss · 5 min + 5 s per move · 10 rounds"),
        (21, "11 rounds"),
    ):
        pairing = replace(this.pairings[0], second=2)
        small = replace(this, tournament=tournament, entrants=this.entrants[:size], pairings=(pairing,))
        assert said in words.terms_line(small)


def test_a_replay_in_an_earlier_round_is_listed() -> None:
    this = record(Form.KNOCKOUT, records.TournamentState.RUNNING)
    replay = replace(this.pairings[0], id=90, replay=1, game_id=90, outcome=None, corrected_by=None)
    later = replace(this.pairings[1], id=91, round=2, slot=33, game_id=91, outcome=None)
    this = replace(this, pairings=(*this.pairings, replay, later))
    boards = {number: (ID, ID + number) for number in (90, 91)}
    text = words.rest(TournamentMessage(this, boards, {}))
    assert text.count("Go to the board") == 2


def test_everyone_is_listed_labelled_and_can_be_removed() -> None:
    computer = records.TournamentEntrant(16, 1500.0, player_id=None, computer="medium")
    assert words.picture_label(computer, {}) == "medium #16"
    assert words.entrant_label(computer, {}) == "Flipfour (medium) #16"
    this = record(Form.SWISS, records.TournamentState.RUNNING)
    view = manage_view(this, {}, this.pairings)
    menus = [item for item in view.walk_children() if isinstance(item, discord.ui.Select)]
    removable = [option.value for menu in menus[:3] for option in menu.options]
    assert removable == [str(number) for number in range(1, SIZE + 1)]
    assert len({menu.custom_id for menu in menus}) == len(menus)
