"""The buttons and the dialog of `/mydata delete`."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class AskToDelete(ComponentId, action="my_data_delete"):
    """Ask once more, by a word to be typed."""


class DeleteTyped(ComponentId, action="my_data_word"):
    """The word was typed."""


class KeepMyData(ComponentId, action="my_data_keep"):
    """Leave everything as it is."""
