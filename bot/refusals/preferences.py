"""Why a setting is not changed, and what the settings of a server do not allow."""

from __future__ import annotations

from dataclasses import dataclass

from bot.refusals.base import Refusal


class NotServerManager(Refusal):
    """The person does not manage the server (any more)."""


class SettingGone(Refusal):
    """The setting, or the value chosen for it, is not there (any more)."""


@dataclass(eq=False)
class GamesElsewhere(Refusal):
    """In this server games are started in these channels."""

    channels: tuple[int, ...]


@dataclass(eq=False)
class MatchesRestricted(Refusal):
    """In this server only moderators let computers play each other, and those with a role if it is given."""

    role_id: int | None
