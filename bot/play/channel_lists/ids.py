"""Typed ids of the buttons for the list of a channel's games."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class SetGamesList(ComponentId, action="games_list_set"):
    """Post the list in this channel, or remove it."""

    to: Literal["post", "remove"]
