"""Why an exhibition or a strength test is not started or changed."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.people import Place
from bot.refusals.base import Refusal


@dataclass(eq=False)
class NotYourExhibition(Refusal):
    """The person neither started this exhibition nor moderates the channel."""

    player_id: int


class ExhibitionOver(Refusal):
    """The exhibition has ended."""

    outdated = True


class ExhibitionGoesOn(Refusal):
    """A single step, in an exhibition that moves by itself."""

    outdated = True


@dataclass(eq=False)
class ExhibitionHere(Refusal):
    """The channel has an exhibition already: `message_id` shows it, if it was sent."""

    player_id: int
    place: Place
    message_id: int | None


@dataclass(eq=False)
class StrengthTestHere(Refusal):
    """The server has a strength test under way: `message_id` shows it, if it was sent."""

    player_id: int
    place: Place
    message_id: int | None


@dataclass(eq=False)
class NotYourStrengthTest(Refusal):
    """The person neither asked for this strength test nor moderates the channel."""

    player_id: int


class StrengthTestOver(Refusal):
    """There is no strength test left to cancel."""
