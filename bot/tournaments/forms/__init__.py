"""The forms of tournaments: who plays whom next, and who is ahead. Pure rules, without storage or I/O."""

from bot.tournaments.forms.pairing import next_round
from bot.tournaments.forms.types import (
    Entrant,
    Finished,
    Form,
    NextRound,
    Outcome,
    Pairing,
    Played,
    Waiting,
)

__all__ = [
    "Entrant",
    "Finished",
    "Form",
    "NextRound",
    "Outcome",
    "Pairing",
    "Played",
    "Waiting",
    "next_round",
]
