"""Questions before what can't be undone, which only the person who is asked sees."""

from __future__ import annotations

import discord

from bot.ui.component_ids import ComponentId
from bot.ui.components import button
from bot.ui.layout import View, row, view
from bot.ui.request import Request
from bot.ui.routes import on_press
from languages import gettext, gettext_noop

DISMISSED = gettext_noop("Fine, everything stays as it is.")


class Dismiss(ComponentId, action="dismiss"):
    """Close a question, and change nothing."""


def confirm_view(question: str, label: str, confirm: ComponentId) -> View:
    """Draw a question with a button that does it, and one that doesn't."""
    return view(
        question,
        row(
            button(label, confirm, style=discord.ButtonStyle.danger),
            button(gettext("No, go back"), Dismiss()),
        ),
    )


@on_press(Dismiss)
async def dismiss(request: Request, pressed: Dismiss) -> None:
    """Close the question."""
    await request.replace(gettext(DISMISSED))
