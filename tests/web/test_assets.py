"""The pages' files, as they are served and as they are installed."""

from __future__ import annotations

import gzip
import re
import tomllib
from pathlib import Path

from bot.web.assets import HINT_OPACITY, KINDS, THEMES_FILE, page_assets
from renderers.themes import THEMES, Theme
from tests.cases import for_each
from tests.renderers.test_themes import blended, ratio

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "bot" / "web" / "static"


def test_every_file_is_in_the_wheel_and_served() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    assert "bot" in wheel["packages"]
    files = {path.name for path in STATIC.iterdir()}
    assert not [name for name in files for pattern in wheel["exclude"] if Path(name).match(pattern)]
    assert files == set(page_assets().files) - {THEMES_FILE}
    assert {Path(name).suffix for name in files} == set(KINDS)


def test_files_are_compressed() -> None:
    assets = page_assets()
    assert {name: gzip.decompress(content) for name, content in assets.compressed.items()} == assets.files


def test_what_scripts_import_is_there() -> None:
    for name, text in page_assets().files.items():
        for imported in re.findall(r'"\./([\w.]+)"', text.decode()):
            assert imported in page_assets().files, f"{name} imports {imported}"


def test_every_theme_has_its_colours() -> None:
    styles = page_assets().files[THEMES_FILE].decode()
    assert [name for name in THEMES if f'[data-theme="{name}"]' not in styles] == []


@for_each("theme", THEMES.values())
def test_dots_of_legal_moves_stand_out_from_their_squares(theme: Theme) -> None:
    near, far = theme.reversi.squares
    square = blended(near, far, 0.5)
    for hint in theme.reversi.hints:
        assert ratio(blended(square, hint.shade, HINT_OPACITY), square) >= 3.0


def test_keys_with_modifiers_are_left_to_the_browser() -> None:
    listening = [name for name, text in page_assets().files.items() if b'("keydown"' in text]
    assert listening == ["dom.js"]
