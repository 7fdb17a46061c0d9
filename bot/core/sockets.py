"""What a server offers to connections that stay open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from aiohttp import web

LEAVE_BUDGET: web.AppKey[Callable[[asyncio.BaseTransport | None], None]] = web.AppKey("leave_budget")
"""Takes a connection, which became a socket, out of the limits of ordinary ones."""
