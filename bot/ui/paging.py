"""The buttons that turn the pages of lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.core.paging import ListPage
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button
from languages import gettext


def turning(
    shown: ListPage[Any],
    id_of: Callable[[int], ComponentId],
    *,
    labels: tuple[str, str] | None = None,
    arrows: bool = True,
) -> list[ComponentItem]:
    """Return the buttons that turn to the pages before and after; none if there is only one page."""
    if not shown.last_page:
        return []
    page, emoji = shown.page, ("◀️", "▶️") if arrows else (None, None)
    # Translators, all below: buttons that turn pages.
    back, on = labels or (gettext("Previous"), gettext("Next"))
    return [
        button(back, id_of(page - 1), emoji=emoji[0], disabled=page == 0),
        button(on, id_of(page + 1), emoji=emoji[1], disabled=page >= shown.last_page),
    ]
