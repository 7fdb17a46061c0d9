"""The pages' files: scripts and styles as they are in the package, and the colours of the themes.

Their addresses contain a hash of all of them, so browsers may keep them for ever.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from renderers.themes import THEMES, Colour, Theme

KINDS: Mapping[str, str] = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}

THEMES_FILE = "themes.css"


@dataclass(frozen=True, slots=True)
class PageAssets:
    """All files by name, as they are and compressed, and the hash in their addresses."""

    files: Mapping[str, bytes]
    compressed: Mapping[str, bytes]
    version: str


@cache
def page_assets() -> PageAssets:
    """Read and compress the files, once."""
    folder = files("bot.web").joinpath("static")
    found = {
        entry.name: entry.read_bytes()
        for entry in folder.iterdir()
        if any(entry.name.endswith(suffix) for suffix in KINDS)
    }
    found[THEMES_FILE] = theme_styles().encode()
    digest = sha256()
    for name in sorted(found):
        digest.update(name.encode() + b"\0" + found[name] + b"\0")
    compressed = {name: gzip.compress(content, mtime=0) for name, content in found.items()}
    return PageAssets(found, compressed, digest.hexdigest()[:16])


def content_type(name: str) -> str:
    """Return the media type of a file."""
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
