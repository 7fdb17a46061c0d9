"""The demo's page: simcord's, with Flipfour's name, icon and scripts, which call `window.demo`."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Hashable, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from aiohttp import web
from cachetools import FIFOCache
from simcord import SetupError
from simcord.preview import Preview
from simcord.preview._server import PreviewServer

from bot.demo.page_words import script_words, wording
from bot.demo.typed import localized_catalogue
from languages import Language, speaking

if TYPE_CHECKING:
    from simcord.preview._pages import _Page

    from bot.demo.cafe import Cafe

WIDTH, HEIGHT = 960, 720

GOODBYE_SECONDS = 2.0
"""Maximum seconds for open pages to learn that the demo ends; each asks for news twice a second."""


FONTS = {
    "noto-sans-arabic-v2.012.ttf": "U+0600-08FF, U+FB50-FDFF, U+FE70-FEFF",
    "noto-sans-hebrew-v3.001.ttf": "U+0590-05FF, U+FB1D-FB4F",
    "noto-sans-devanagari-v2.007.ttf": "U+0900-097F, U+1CD0-1CFF, U+A8E0-A8FF",
    "noto-sans-sc-v2.004.ttf": "U+2E80-A4CF, U+F900-FAFF, U+FE30-FE4F, U+FF00-FFEF, U+20000-3134F",
}
"""Fonts of one script, the last with 17 MB, and the characters for which a page needs them."""

SCRIPT_CHANGES: Mapping[str, Mapping[str, str]] = {
    # Text is there before its font, and no font is loaded that no text needs.
    "/presentation.js": {"FONT_REQUIREMENTS.map(": "FONT_REQUIREMENTS.slice(0, 0).map("},
    "/preview.css": {
        "font-display: block;": "font-display: swap;",
        **{
            f'url("/fonts/{name}") format("truetype");': (
                f'url("/fonts/{name}") format("truetype");\n  unicode-range: {characters};'
            )
            for name, characters in FONTS.items()
        },
    },
    "/commands.js": {
        # The English name of a command finds it in every language.
        "else if (lowered.includes(needle)) rank": (
            "else if (lowered.includes(needle) || entry.english?.startsWith(needle)) rank"
        ),
        # A list explains the options, and a chosen value is called what the list has called it.
        'if (optional) item.append(node("span", "command-suggestion-ellipsis", "…"));': (
            'if (optional) item.append(node("span", "command-suggestion-meta", value.description || ""));'
        ),
        ': String(value?.raw ?? "");\n        const resizeField': (
            ': String(value?.label ?? value?.raw ?? "");\n        const resizeField'
        ),
        '/^(true|false)$/i.test(field.value)\n            ? field.value.toLowerCase() === "true"': (
            "window.demo.isTruth(field.value)\n            ? window.demo.isTrue(field.value)"
        ),
        # Enter runs a command that is typed in full.
        'if (["ArrowDown", "ArrowUp", "Enter", "Tab"].includes(event.key)) {': (
            'if (event.key === "Enter" && window.demo.isWhole(input.value, matches)) { closeBrowse(); '
            "return false; } "
            'if (["ArrowDown", "ArrowUp", "Tab", "Enter"].includes(event.key)) {'
        ),
    },
    "/text.js": {
        # Links to threads open them, and the page counts times down.
        'if (token.type === "mention" || token.type === "command") {': (
            'if (token.kind === "channel") { const link = node("span", "mention", token.label || ""); '
            "link.dataset.place = token.id; target.append(link); continue; } "
            'if (token.type === "command" || token.type === "mention") {'
        ),
        "if (title) time.title = title;": (
            'if (title) time.setAttribute("title", title); '
            'if (style === "R") time.dataset.relative = options.locale || "en-US";'
        ),
    },
    # Boards, unlike charts and tables, are made small enough to show their buttons, too.
    "/components.js": {
        'const figure = node("figure", "gallery-item");': (
            'const isBoard = /^(?!tournament|compare)[^-]+-[^-]+-/.test(item.media?.filename || ""); '
            'const figure = node("figure", `gallery-item${isBoard ? " board" : ""}`);'
        ),
    },
    "/messages.js": {
        # A message's thread opens with a tap.
        "if (thread.archived) summary": "summary.dataset.place = thread.id; if (thread.archived) summary",
        # "(edited)" would be a line of its own, far left of the message; the time beside it can say it.
        "root.append(edited);": "gutter.title = edited.title;",
    },
    "/command-drafts.js": {
        # Enter runs a chosen command: no list of options is open until the person wants one.
        "openOptionsOnRender: entry.options.length > 0 && required.length === 0": (
            "openOptionsOnRender: false"
        ),
    },
}
"""Parts of simcord's scripts, by path, and their replacements."""


SCRIPTS = ("connection.js", "language.js", "page.js", "places.js", "toolbar.js", "tour.js")
STYLE = "flipfour.css"
OURS = {f"/flipfour/{name}": name for name in (*SCRIPTS, STYLE)}
"""Flipfour's files by path."""

WORDS = "/flipfour/words.js"
"""A script with the words of the others, in the language of the page."""

ICON = "/favicon.ico"

# Before simcord's own scripts, so that nothing has run on the page yet.
HEAD = "".join(f'\n    <script src="{path}"></script>' for path in (WORDS, *OURS) if path.endswith(".js"))

WORDING = {
    "<title>SimCord Preview</title>": f"<title>Flipfour</title>{HEAD}",
    "  </head>": f'    <link rel="stylesheet" href="/flipfour/{STYLE}">\n  </head>',
    'aria-label="SimCord preview"': 'aria-label="Flipfour demo"',
    '<span class="brand-mark" aria-hidden="true">S</span>': f'<img class="brand-mark" src="{ICON}" alt="">',
    "<strong>SimCord</strong><small>Preview</small>": "<strong>Flipfour</strong><small>Demo</small>",
}
"""Parts of simcord's page, and their replacements in every language."""

SCRIPT_WORDING: Mapping[str, Mapping[str, str]] = {
    "/messages.js": {
        '"Only you can see this"': "window.demoWords.onlyYou",
        '" (edited)"': "` ${window.demoWords.edited}`",
        '"(edited)"': "window.demoWords.edited",
        'appendMarkdownOrText(text, system.text || "", system.text_tokens, options);': (
            "const said = window.demo.system(system); "
            "appendMarkdownOrText(text, said.text, said.text_tokens, options);"
        ),
        "`${invoker} used `": '`${window.demoWords.used.replace("{name}", invoker)} `',
    },
    "/commands.js": {
        "`+${optional} optional`": 'window.demoWords.optional.replace("{number}", String(optional))',
        '`+${remaining} ${displayed.length ? "more" : "options"}`': (
            'window.demoWords.optional.replace("{number}", String(remaining))'
        ),
        '{ name: "True", value: true }, { name: "False", value: false }': (
            "{ name: window.demoWords.yes, value: true }, { name: window.demoWords.no, value: false }"
        ),
        '(value.raw ? "True" : "False")': "(value.raw ? window.demoWords.yes : window.demoWords.no)",
        '"Loading options failed" : "No options match"': (
            "window.demoWords.optionsFailed : window.demoWords.noOptions"
        ),
        # What is typed says it in every language, and names do.
        'renderPopup(owner, "OPTIONS"': "renderPopup(owner, `/${currentDraft().invocation}`",
        'renderPopup(field, "OPTIONS"': "renderPopup(field, option.name",
        '|| "OPTIONS"': '|| ""',
        "`OPTIONS MATCHING ${current.toUpperCase()}`": "current.toUpperCase()",
        "`OPTIONS MATCHING ${field.value.toUpperCase()}`": "field.value.toUpperCase()",
        "`OPTIONS MATCHING ${input.value.toUpperCase()}`": "input.value.toUpperCase()",
        "`${matches.length} commands`": 'matches.map((one) => one.invocation).join(", ")',
        "`Show ${identity.name} commands`": "identity.name",
    },
    "/composer.js": {
        "`Message ${channel.glyph}${channel.name}`": 'window.demoWords.message.replace("{channel}", '
        "`${channel.glyph}${channel.name}`)"
    },
}
"""Parts of simcord's scripts, by path, and their replacements, which take the words from `WORDS`."""

KNOWN = "X-Flipfour-Known"
"""Request header with the version of the state that the page has; 0 for none."""

ENDS = "X-Flipfour-Ends"
"""Response header of a demo that ends."""

NO_CHANGES = 204

MAX_VERSIONS = 4
"""States per page that changes can refer to: more than the last one, since a response can be lost."""


class PageServer(PreviewServer):
    """simcord's server with Flipfour's files, and with a page's state sent as changes."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {**PreviewServer._STATIC_FILES, **OURS, WORDS: "", ICON: ""}

    def __init__(self, preview: ServedPreview, port: int, icon: bytes) -> None:
        super().__init__(preview, port)
        self._preview = preview
        self._states = preview.states
        self._icon = icon

    async def start(self) -> None:
        """Listen, unless that has begun already. Raises SetupError if the port is taken."""
        if self.runner is None:
            await super().start()

    async def _pages(self, request: Any) -> Any:
        """Open a page, once the channel can be shown."""
        if self._authorized(request):
            await self._preview.ready.wait()
        return await super()._pages(request)

    async def _static(self, request: Any) -> Any:
        headers = self._SECURITY_HEADERS
        if request.path == WORDS:
            with speaking(self._preview.language):
                script = f"window.demoWords = {json.dumps(script_words())};\n"
            return web.Response(text=script, content_type="application/javascript", headers=headers)
        if name := OURS.get(request.path):
            kind = "text/css" if name == STYLE else "application/javascript"
            return web.Response(text=_text(name), content_type=kind, headers=headers)
        if request.path == ICON:
            return web.Response(body=self._icon, content_type="image/png", headers=headers)
        response = await super()._static(request)
        replaced = {**SCRIPT_WORDING.get(request.path, {}), **SCRIPT_CHANGES.get(request.path, {})}
        if request.path == "/":
            with speaking(self._preview.language):
                replaced = {**WORDING, **wording()}
        for theirs, ours in replaced.items():
            response.text = response.text.replace(theirs, ours)
        return response

    async def _commands(self, request: Any) -> Any:
        """Respond with the commands in the language of the page."""
        response = await super()._commands(request)
        if response.status != web.HTTPOk.status_code:
            return response
        context = request.headers.get("X-Simcord-Context")
        catalogue = self._preview.localized(context, json.loads(response.text))
        return web.json_response(catalogue, headers=self._SECURITY_HEADERS)

    async def _state(self, request: Any) -> Any:
        """Respond with the changes since the version that the page has."""
        known = request.headers.get(KNOWN, "")
        context = request.headers.get("X-Simcord-Context")
        if not known.isdecimal() or not self._authorized(request, context=context):
            return await super()._state(request)
        if self._preview.is_ending:
            self._preview.record_told(context)
            return web.Response(status=NO_CHANGES, headers={**self._SECURITY_HEADERS, ENDS: "1"})
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


class PageStates:
    """The last states sent to each page by version, with a fingerprint of what each was made from."""

    def __init__(self, preview: Preview) -> None:
        self._preview = preview
        self._sent: dict[str, FIFOCache[int, tuple[Mapping[str, Any], Hashable]]] = {}

    def is_current(self, context: str | None, version: int) -> bool:
        """True if the page's state still has this version."""
        versions = self._sent.get(context or "")
        sent = None if versions is None else versions.get(version)
        return sent is not None and sent[1] == self._fingerprint(context)

    def news(self, context: str, version: int, state: Mapping[str, Any]) -> dict[str, Any]:
        """Return the changes since `version`, or the whole state if that version was dropped."""
        for closed in self._sent.keys() - self._preview._pages.keys():
            del self._sent[closed]
        versions = self._sent.setdefault(context, FIFOCache(MAX_VERSIONS))
        known = versions.get(version)
        number = max(versions, default=0) + 1
        versions[number] = state, self._fingerprint(context)
        if known is None:
            return {"version": number, "state": state}
        return {"version": number, "changes": changes(known[0], state)}

    def _fingerprint(self, context: str | None) -> Hashable:
        """Return everything that a page's state is made from; keeps the page open."""
        try:
            page = self._preview._get_page(context)
        except SetupError:
            return None
        pictures = tuple((name, asset.validated, asset.available) for name, asset in page.assets.items())
        return page.revision, page.status, repr(page.last_action), len(page.activity), pictures


def local_time_zone() -> str:
    """Return the name of this machine's time zone; UTC if unknown, as on Windows."""
    linked = Path("/etc/localtime").resolve().as_posix().partition("/zoneinfo/")[2]
    name = os.environ.get("TZ") or linked
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return "UTC"


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return what turns `old` into `new`: values to set, keys to remove, and both within nested objects."""
    within = {
        key: {"set": _different(old[key], value), "gone": sorted(old[key].keys() - value.keys())}
        for key, value in new.items()
        if isinstance(value, dict) and isinstance(old.get(key), dict) and value != old[key]
    }
    whole = {key: value for key, value in _different(old, new).items() if key not in within}
    return {"set": whole, "within": within, "gone": sorted(old.keys() - new.keys())}


def _different(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    missing = object()
    return {key: value for key, value in new.items() if old.get(key, missing) != value}


class ServedPreview(Preview):
    """simcord's preview as `PageServer` serves it: in one language, as changes, and up to a goodbye."""

    def __init__(self, cafe: Cafe, port: int, key: str | None) -> None:
        super().__init__(
            cafe.env,
            cafe.channel,
            cafe.people,
            layout="channel",
            display="responsive",
            width=WIDTH,
            height=HEIGHT,
            locale="en-US",
            timezone=local_time_zone(),
            presentation_time=None,
            assets=cafe.pictures,
            port=port,
        )
        if key is not None:
            self.capability = key
        self._cafe = cafe
        self.states = PageStates(self)
        self._server = PageServer(self, port, cafe.avatar)
        self.ready = asyncio.Event()
        """Set when pages can be opened, and when that is no longer to be expected."""
        self.is_ending = False
        self._untold: set[str] = set()
        self._all_told = asyncio.Event()

    @property
    def port(self) -> int:
        return self._server.port or 0

    async def listen(self) -> None:
        """Serve the page already; the channel is shown on it from `__aenter__` on.

        Raises SetupError if the port is taken.
        """
        try:
            await self._server.start()
        except SetupError:
            await self._server.close()
            raise

    async def hang_up(self) -> None:
        """End what `listen` began."""
        self.ready.set()
        await self._server.close()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self.ready.set()
        return self

    async def say_goodbye(self) -> None:
        """Let all pages know that the demo ends; wait for those that are still there, but not for long."""
        self.is_ending = True
        self._untold = self._pages.keys() - {self._python.id if self._python else ""}
        with suppress(TimeoutError):
            if self._untold:
                await asyncio.wait_for(self._all_told.wait(), GOODBYE_SECONDS)

    def record_told(self, context_id: str | None) -> None:
        """Note that a page knows that the demo ends."""
        self._untold.discard(context_id or "")
        if not self._untold:
            self._all_told.set()

    @property
    def language(self) -> Language:
        return self._cafe.env.language

    def localized(self, context_id: str | None, catalogue: Mapping[str, Any]) -> dict[str, Any]:
        """Return the list of commands in the language of a page's viewer."""
        page = self._get_page(context_id)
        return localized_catalogue(catalogue, self._visible_commands(page), self.language.locales[0])

    def _visible_commands(self, page: _Page) -> list[dict[str, Any]]:
        return self.env.backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id)
