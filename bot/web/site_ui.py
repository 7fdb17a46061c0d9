"""What every page is made of: its document, its files, its visitor and its socket."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

from aiohttp import web

from bot.account.linked_roles.page_ui import preferred
from bot.account.settings.words import THEMES as THEME_WORDS
from bot.core.fields import Frozen
from bot.core.people import Person
from bot.core.runtime import DOUBLE_TAP_SECONDS
from bot.core.visitors import Groups, groups_of
from bot.features import Kit
from bot.play.games.finding import GameFinder
from bot.preferences.preferences import Languages
from bot.settings.web import WebSetup
from bot.web import words
from bot.web.connection_ui import CLOSE_SECONDS, CloseCode, Connection, Who, new_socket, refuse_socket
from bot.web.game_view import as_text
from bot.web.open_pages import WebSessions
from bot.web.page_limits import PORT, PUZZLES, NotShown, PageLimits
from bot.web.stream import Link, WebProcesses
from languages import ENGLISH, Language, current, gettext, speaking
from renderers.themes import THEMES, Colour, Theme

KINDS: Mapping[str, str] = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

THEMES_FILE = "themes.css"


class PageAssets(Frozen):
    """All files by name, as they are and compressed, and the hash in their addresses."""

    files: Mapping[str, bytes]
    compressed: Mapping[str, bytes]
    version: str


@cache
def page_assets() -> PageAssets:
    """Read and compress the files, once."""
    folder = files("bot.web").joinpath("static")
    contents = {
        entry.name: entry.read_bytes()
        for entry in folder.iterdir()
        if any(entry.name.endswith(suffix) for suffix in KINDS)
    }
    contents[THEMES_FILE] = theme_styles().encode()
    digest = sha256()
    for name in sorted(contents):
        digest.update(name.encode() + b"\0" + contents[name] + b"\0")
    compressed = {name: gzip.compress(content, mtime=0) for name, content in contents.items()}
    return PageAssets(contents, compressed, digest.hexdigest()[:16])


def content_type(name: str) -> str:
    return next(kind for suffix, kind in KINDS.items() if name.endswith(suffix))


HINT_OPACITY = 0.9
"""Opacity of the dots that mark legal moves; unlike a picture's hints they have no letters."""


def theme_styles() -> str:
    """Return the colours of every theme as custom properties of CSS."""
    return "\n".join(
        f'[data-theme="{name}"]{{{";".join(f"--{key}:{value}" for key, value in _properties(theme))}}}'
        for name, theme in THEMES.items()
    )


def _properties(theme: Theme) -> Iterator[tuple[str, str]]:
    reversi, connect4 = theme.reversi, theme.connect4
    plain: dict[str, Colour] = {
        "frame": theme.frame,
        "frame-edge": theme.frame_edge,
        "board-text": theme.text,
        "board-muted": theme.muted,
        "board-accent": theme.accent,
        "well": reversi.well,
        "square": reversi.squares[0],
        "square-far": reversi.squares[1],
        "dot": reversi.dot,
        "last-square": reversi.last,
        "mark-0": reversi.marks[0],
        "mark-1": reversi.marks[1],
        "plate-top": connect4.plate[0],
        "plate": connect4.plate[1],
        "plate-bottom": connect4.plate[2],
        "hole": connect4.hole[0],
        "hole-far": connect4.hole[1],
        "bevel": connect4.bevel[0],
        "bevel-light": connect4.bevel[1],
        "mark": connect4.mark,
    }
    for game, colours in (("reversi", reversi.discs), ("connect4", connect4.discs)):
        plain |= {f"{game}-0": colours[0], f"{game}-1": colours[1]}
    plain |= {f"value-{shade}": colour for shade, colour in enumerate(theme.values)}
    plain |= {"dim-0": connect4.dimmed[0], "dim-1": connect4.dimmed[1]}
    for name, colour in plain.items():
        yield name, "#" + "".join(f"{part:02x}" for part in colour)
    for side, hint in enumerate(reversi.hints):
        red, green, blue = hint.shade
        yield f"hint-{side}", f"rgb({red} {green} {blue} / {HINT_OPACITY})"
    yield "finish", theme.finish


SECURITY = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Resource-Policy": "same-origin",
}

VIEWPORT = "width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=overlays-content"

STYLES: Mapping[str, str] = {"review": "study.css", "puzzles": "study.css"}
"""Styles of a kind of page, besides those of all."""

_WHOLE_BOARD = ("board", "live")
PRELOADED: Mapping[str, tuple[str, ...]] = {
    "game": _WHOLE_BOARD,
    "activity": _WHOLE_BOARD,
    "review": _WHOLE_BOARD,
    "puzzles": _WHOLE_BOARD,
    "event": ("mini", "live"),
}
"""The scripts of a kind of page that browsers load at once."""

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
"""The beginning of the rules of all pages."""


class Identity(Protocol):
    """Tells who looks at a page."""

    can_sign_in: bool

    async def person(self, request: web.Request, sessions: WebSessions) -> Person | None:
        """Return the person, None for a visitor who is not signed in."""

    def token(self, request: web.Request) -> str | None:
        """Return the token of the session, None if no session signs the person in."""


class DemoIdentity:
    """In the demo the address names the person, since only this machine can open its pages."""

    can_sign_in = False

    def __init__(self, people: Callable[[], Mapping[str, int]]) -> None:
        """`people` returns the ids of the demo's people by name."""
        self._people = people

    async def person(self, request: web.Request, sessions: WebSessions) -> Person | None:
        """Return the person whom the address names, the first one without a name."""
        people = self._people()
        first = next(iter(people.values()))
        return await sessions.person_of(people.get(request.query.get("as", ""), first))

    def token(self, request: web.Request) -> str | None:
        """Return None: there are no sessions."""
        return None


class Visitor(NamedTuple):
    """Who looks at a page, by which session, and where they are."""

    language: Language
    who: Who
    token: str | None
    groups: Groups


class Site:
    """What all pages have: document, language, visitor, socket.

    `kit` returns that of the running bot, None while it starts or is on standby.
    """

    def __init__(self, setup: WebSetup, kit: Callable[[], Kit | None], identity: Identity) -> None:
        self._setup = setup
        self._running = kit
        self._identity = identity
        self._limits = PageLimits()

    async def require_here(self, kit: Kit, key: Link, path: str) -> None:
        """Lead to the process that has a game or an event, unless this one does."""
        if await kit[WebProcesses].has(key):
            return
        address = await kit[WebProcesses].address(key)
        if address is None:
            raise NotShown(words.ELSEWHERE, 503)
        raise web.HTTPTemporaryRedirect(f"{address}{path}", headers={"Cache-Control": "no-store"})

    def shown(
        self,
        path: str,
        show: Callable[[web.Request, Kit, Language], Awaitable[web.StreamResponse]],
        *,
        framed: bool = False,
    ) -> web.RouteDef:
        """Return the route of a page of the running bot, or one that is `framed` by any site."""
        policy = content_policy(self._setup.origin, "*") if framed else None

        async def handle(request: web.Request) -> web.StreamResponse:
            kit = self.kit
            language = browser_language(request) if framed else await self.language(request, kit)
            try:
                if kit is None:
                    raise NotShown(words.STARTING, 503)
                return await show(request, kit, language)
            except NotShown as instead:
                return self.notice(language, *(instead.args or (words.PAGE_NOT_FOUND, 404)), policy=policy)

        return web.get(path, handle)

    def socket(
        self, path: str, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.RouteDef:
        """Return the route of a socket for our own pages; other pages hear that it is, and nothing else."""

        async def connect(request: web.Request) -> web.StreamResponse:
            if request.headers.get("Origin") not in self.origins:
                return await refuse_socket(request, CloseCode.FOREIGN)
            try:
                return await handler(request)
            except NotShown:
                return await refuse_socket(request, CloseCode.NO_GAME)

        return web.get(path, connect)

    def require_kit(self) -> Kit:
        """Return the use-cases of the running bot; raises while it is not."""
        kit = self.kit
        if kit is None or kit.background.closing:
            raise web.HTTPServiceUnavailable
        return kit

    async def visitor(self, request: web.Request, kit: Kit) -> Visitor:
        """Return who opens a page of our own."""

        async def who() -> Person | None:
            return await self.person(request, kit)

        language, token = await self.language(request, kit), self._identity.token(request)
        return Visitor(language, who, token, groups_of(request))

    async def connect(
        self,
        request: web.Request,
        kit: Kit,
        visitor: Visitor,
        connection: Callable[..., Connection[Any]],
        key: Link | None = None,
    ) -> web.StreamResponse:
        """Connect a page, if this process has what it shows, the `key`, and there is room for one more."""
        if key is not None and not await kit[WebProcesses].has(key):
            return await refuse_socket(request, CloseCode.ELSEWHERE)
        socket = new_socket(request, CLOSE_SECONDS)
        person = await visitor.who()
        person_id = None if person is None else person.id
        places = await self._limits.places(visitor.groups, person_id, kit[GameFinder].is_playing)
        if places is None:
            return await refuse_socket(request, CloseCode.TOO_MANY)
        page = connection(kit, socket, visitor.language, visitor.who, self._limits)
        page.opened_by(person, visitor.token)
        with self._limits.opened(places, visitor.groups, person_id):
            await socket.prepare(request)
            if PORT in request.app:
                request.app[PORT].leave(request.transport, page.flooded)
            await page.run()
        return socket

    async def person(self, request: web.Request, kit: Kit) -> Person | None:
        """Return who looks at a page, None for a visitor who is not signed in."""
        return await self._identity.person(request, kit[WebSessions])

    async def asset(self, request: web.Request) -> web.StreamResponse:
        """Return a file, which browsers may keep for ever."""
        assets, name = page_assets(), request.match_info["name"]
        if name not in assets.files:
            raise web.HTTPNotFound
        current_version = request.match_info["version"] == assets.version
        caching = "public, max-age=31536000, immutable" if current_version else "no-cache"
        headers = {**SECURITY, "Cache-Control": caching, "Vary": "Accept-Encoding"}
        body = assets.files[name]
        if "gzip" in request.headers.get("Accept-Encoding", "").lower():
            headers["Content-Encoding"], body = "gzip", assets.compressed[name]
        response = web.Response(body=body, content_type=content_type(name), headers=headers)
        response.charset = "utf-8"
        return response

    @property
    def kit(self) -> Kit | None:
        """The use-cases of the running bot; None while it starts or is on standby."""
        return self._running()

    @property
    def origins(self) -> frozenset[str]:
        """The origins whose pages may connect."""
        return frozenset({self._setup.origin})

    async def language(self, request: web.Request, kit: Kit | None) -> Language:
        who = None if kit is None else await self.person(request, kit)
        browser = browser_language(request)
        if who is None or kit is None:
            return browser
        own = await kit[Languages].for_person(who.id)
        return browser if own is ENGLISH else own

    def page(
        self, language: Language, kind: str, about: dict[str, Any], *, policy: str | None = None
    ) -> web.Response:
        with speaking(language):
            data = {
                "kind": kind,
                "words": words.page_words(),
                "themes": {name: gettext(label) for name, label in THEME_WORDS.items()},
                "puzzles": self.path(PUZZLES),
                "home": self._setup.origin,
                "signIn": self.path("/sign-in") if self._identity.can_sign_in else None,
                "signOut": self.path("/sign-out") if self._identity.can_sign_in else None,
                **about,
            }
            return self.document(data, policy=policy)

    def notice(
        self, language: Language, text: tuple[str, str], status: int = 200, *, policy: str | None = None
    ) -> web.Response:
        heading, sentence = text
        with speaking(language):
            return self.document(
                {"kind": "notice"}, (gettext(heading), gettext(sentence)), status, policy=policy
            )

    def document(
        self,
        given: dict[str, Any],
        text: tuple[str, str] | None = None,
        status: int = 200,
        *,
        root: str | None = None,
        policy: str | None = None,
    ) -> web.Response:
        """Return a page; `root` is where its files are, `policy` what browsers allow it."""
        at = f"{self.path('/') if root is None else root}web/{page_assets().version}"
        styles = ["themes.css", "page.css", *filter(None, [STYLES.get(given["kind"])])]
        links = "\n".join(f'<link rel="stylesheet" href="{at}/{name}">' for name in styles)
        scripts = "\n".join(
            f'<link rel="modulepreload" href="{at}/{name}.js">' for name in PRELOADED.get(given["kind"], ())
        )
        heading, paragraph = text or ("Flipfour", "")
        kit = self.kit
        seconds = DOUBLE_TAP_SECONDS if kit is None else kit.runtime.double_tap_seconds
        given = {"guard": round(1000 * seconds), **given}
        # In an attribute, not in a script: nothing that a page contains can run.
        data = escape(as_text(given), quote=True)
        body = f"<h1>{escape(heading)}</h1><p>{escape(paragraph)}</p>" if text else ""
        document = f"""\
<!doctype html>
<html lang="{current().locales[0]}" data-theme="classic">
<head>
<meta charset="utf-8">
<meta name="viewport" content="{VIEWPORT}">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex,nofollow">
<title>{escape(heading)}</title>
<link rel="icon" href="{at}/icon.svg" type="image/svg+xml">
{links}
{scripts}
<script type="module" src="{at}/page.js"></script>
</head>
<body data-page="{data}"><main id="main" class="{given["kind"]}">{body}</main></body>
</html>
"""
        headers = {
            **SECURITY,
            "Cache-Control": "no-store",
            "Content-Security-Policy": policy or content_policy(self._setup.origin),
        }
        return web.Response(text=document, content_type="text/html", status=status, headers=headers)

    def path(self, path: str) -> str:
        return f"{self._setup.path}{path}"


def moved(to: str) -> web.Response:
    return web.Response(status=302, headers={"Cache-Control": "no-store", "Location": to})


def browser_language(request: web.Request) -> Language:
    return preferred(request.headers.get("Accept-Language", ""))


def content_policy(origin: str, framed_by: str = "'none'") -> str:
    """Return the rules of a page for browsers; `origin` is where browsers see it."""
    sockets = origin.replace("http", "ws", 1)
    return (
        f"{POLICY}connect-src 'self' {sockets}; base-uri 'none'; form-action 'self'; "
        f"frame-ancestors {framed_by}"
    )
