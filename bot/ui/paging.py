"""The buttons that turn the pages of lists; pages count from 0."""

from __future__ import annotations

from collections.abc import Callable

from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button
from languages import gettext


def turning(
    page: int, last: int, id_of: Callable[[int], ComponentId], *, arrows: bool = True
) -> list[ComponentItem]:
    """Return the buttons that turn to the pages before and after; none if there is only one page."""
    if last <= 0:
        return []
    before, after = ("◀️", "▶️") if arrows else (None, None)
    return [
        # Translators, all below: buttons that turn pages.
        button(gettext("Previous"), id_of(page - 1), emoji=before, disabled=page == 0),
        button(gettext("Next"), id_of(page + 1), emoji=after, disabled=page >= last),
    ]
