"""What the browser gets: simcord's page with the name and the picture of Flipfour, and a script beside it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

from aiohttp import web
from simcord.preview._server import PreviewServer

if TYPE_CHECKING:
    from simcord.preview import Preview

SCRIPT = "/flipfour.js"
ICON = "/favicon.ico"

WORDING = {
    "<title>SimCord Preview</title>": "<title>Flipfour</title>",
    'aria-label="SimCord preview"': 'aria-label="Flipfour demo"',
    '<span class="brand-mark" aria-hidden="true">S</span>': f'<img class="brand-mark" src="{ICON}" alt="">',
    "<strong>SimCord</strong><small>Preview</small>": "<strong>Flipfour</strong><small>Demo</small>",
    ">Refresh preview<": ">Refresh<",
    ">End preview session<": ">End the demo<",
}
"""What stands on simcord's page, and what stands there instead."""


class PageServer(PreviewServer):
    """simcord's server with two files more."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {**PreviewServer._STATIC_FILES, SCRIPT: "", ICON: ""}

    def __init__(self, preview: Preview, port: int, icon: bytes) -> None:
        super().__init__(preview, port)
        self._icon = icon

    async def _static(self, request: Any) -> Any:
        headers = self._SECURITY_HEADERS
        if request.path == SCRIPT:
            return web.Response(text=_script(), content_type="application/javascript", headers=headers)
        if request.path == ICON:
            return web.Response(body=self._icon, content_type="image/png", headers=headers)
        response = await super()._static(request)
        if request.path == "/":
            # Before simcord's own scripts, so that nothing on the page has happened yet.
            response.text = response.text.replace(
                "</title>", f'</title>\n    <script src="{SCRIPT}"></script>'
            )
            for theirs, ours in WORDING.items():
                response.text = response.text.replace(theirs, ours)
        return response


@cache
def _script() -> str:
    return files("bot.demo").joinpath("page.js").read_text(encoding="utf-8")
