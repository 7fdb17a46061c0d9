"""The forms of tournaments: who plays whom next, and who is ahead. Pure rules, without storage or I/O."""

from bot.events.tournaments.forms.arena import arena_pairs
from bot.events.tournaments.forms.knockout import MAX_REPLAYS, Bracket, Match, bracket, seeds, slots_after
from bot.events.tournaments.forms.pairing import allows_late_entry, form_played, next_round, round_count
from bot.events.tournaments.forms.standings import TournamentStanding, standings
from bot.events.tournaments.forms.swiss import largest_round_robin, suggested_rounds
from bot.events.tournaments.forms.types import Finished, Form, NextRound, WaitingEntrant, last_round

__all__ = [
    "MAX_REPLAYS",
    "Bracket",
    "Finished",
    "Form",
    "Match",
    "NextRound",
    "TournamentStanding",
    "WaitingEntrant",
    "allows_late_entry",
    "arena_pairs",
    "bracket",
    "form_played",
    "largest_round_robin",
    "last_round",
    "next_round",
    "round_count",
    "seeds",
    "slots_after",
    "standings",
    "suggested_rounds",
]
