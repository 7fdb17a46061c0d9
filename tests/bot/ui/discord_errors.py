"""Errors as Discord answers them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord


def refused(status: int, code: int) -> discord.HTTPException:
    """Return the error discord.py raises for this status and code."""
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    response = cast(Any, SimpleNamespace(status=status, reason="refused by the test"))
    return kind(response, {"code": code, "message": "refused by the test"})
