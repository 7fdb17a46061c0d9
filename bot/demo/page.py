"""What the browser gets: simcord's page with Flipfour's name and picture, and our scripts beside its own."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

from aiohttp import web
from simcord.preview._server import PreviewServer

if TYPE_CHECKING:
    from bot.demo.preview import DemoPreview

SCRIPTS = ("connection.js", "page.js", "toolbar.js")
STYLE = "flipfour.css"
OURS = {f"/flipfour/{name}": name for name in (*SCRIPTS, STYLE)}
"""Our files by their paths."""

ICON = "/favicon.ico"

# Before simcord's own scripts, so that nothing on the page has happened yet.
HEAD = "".join(f'\n    <script src="/flipfour/{name}"></script>' for name in SCRIPTS)

WORDING = {
    "<title>SimCord Preview</title>": f"<title>Flipfour</title>{HEAD}",
    "  </head>": f'    <link rel="stylesheet" href="/flipfour/{STYLE}">\n  </head>',
    'aria-label="SimCord preview"': 'aria-label="Flipfour demo"',
    '<span class="brand-mark" aria-hidden="true">S</span>': f'<img class="brand-mark" src="{ICON}" alt="">',
    "<strong>SimCord</strong><small>Preview</small>": "<strong>Flipfour</strong><small>Demo</small>",
    ">Refresh preview<": ">Refresh<",
    ">End preview session<": ">End the demo<",
}
"""Parts of simcord's page, and what replaces them."""

KNOWN = "X-Flipfour-Known"
"""Header of a request for the page's state: the version that the page has, 0 for none."""

NO_CHANGES = 204


class PageServer(PreviewServer):
    """simcord's server with some files more, and with states of a page as changes."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {**PreviewServer._STATIC_FILES, **OURS, ICON: ""}

    def __init__(self, preview: DemoPreview, port: int, icon: bytes) -> None:
        super().__init__(preview, port)
        self._states = preview.states
        self._icon = icon

    async def _static(self, request: Any) -> Any:
        headers = self._SECURITY_HEADERS
        if name := OURS.get(request.path):
            kind = "text/css" if name == STYLE else "application/javascript"
            return web.Response(text=_text(name), content_type=kind, headers=headers)
        if request.path == ICON:
            return web.Response(body=self._icon, content_type="image/png", headers=headers)
        response = await super()._static(request)
        if request.path == "/":
            for theirs, ours in WORDING.items():
                response.text = response.text.replace(theirs, ours)
        return response

    async def _state(self, request: Any) -> Any:
        """Answer with what has changed since the version that the page has."""
        known = request.headers.get(KNOWN, "")
        context = request.headers.get("X-Simcord-Context")
        if not known.isdecimal() or not self._authorized(request, context=context):
            return await super()._state(request)
        if self._states.is_current(context, int(known)):
            return web.Response(status=NO_CHANGES, headers=self._SECURITY_HEADERS)
        response = await super()._state(request)
        if response.status != web.HTTPOk.status_code:
            return response
        news = self._states.news(context, int(known), json.loads(response.text))
        return web.json_response(news, headers=self._SECURITY_HEADERS)


@cache
def _text(name: str) -> str:
    return files("bot.demo").joinpath("static", name).read_text(encoding="utf-8")
