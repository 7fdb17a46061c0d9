"""Refusals about settings, and those that servers' settings demand."""

from __future__ import annotations

from bot.core.refusals import Refusal, Sentence, refusal
from languages import gettext_noop

NotServerManager = refusal(
    "Only people who can manage this server can change its settings. For your own: `/me`."
)
SettingGone = refusal("That's no longer available. `/settings` and `/me` show the current choices.")


class GamesElsewhere(Refusal):
    # Translators: {channels} is a list such as “#games, #arena”.
    text = gettext_noop("In this server, games can only be started in {channels}.")
    channels: tuple[int, ...]


class MatchesRestricted(Refusal):
    """Only moderators and members with the role can let computers play each other."""

    text = gettext_noop("In this server, only moderators can let computers play each other.")
    for_a_role = gettext_noop("In this server, only {role} and moderators can let computers play each other.")
    role_id: int | None

    def sentence(self) -> Sentence:
        return self.text if self.role_id is None else self.for_a_role
