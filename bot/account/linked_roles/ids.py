"""Components of linked roles."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class ShowLink(ComponentId, action="role_link"):
    """Show whether the person is linked."""


class Unlink(ComponentId, action="role_unlink"):
    """Unlink the person."""
