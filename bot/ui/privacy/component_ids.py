"""The buttons and the dialog of `/mydata delete`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId


@dataclass(frozen=True, slots=True)
class AskToDelete(ComponentId):
    """Ask once more, by a word to be typed."""

    action: ClassVar[str] = "my_data_delete"


@dataclass(frozen=True, slots=True)
class DeleteTyped(ComponentId):
    """The word was typed."""

    action: ClassVar[str] = "my_data_word"


@dataclass(frozen=True, slots=True)
class KeepMyData(ComponentId):
    """Leave everything as it is."""

    action: ClassVar[str] = "my_data_keep"
