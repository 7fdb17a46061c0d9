"""What pages are made of: files, scripts with types, Discord's SDK, and the messages to and from them."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.web.game_view import lines_of, people_in
from bot.web.messages import MESSAGES, Act, Play
from bot.web.site_ui import HINT_OPACITY, KINDS, THEMES_FILE, page_assets
from release.activity_sdk import FILE, PACKAGE, SHA256, VERSION
from renderers.themes import THEMES, Theme
from tests.cases import for_each, missing
from tests.renderers.test_themes import blended, ratio
from tests.web.tools import tool

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


def test_the_file_is_the_named_version_with_its_licence() -> None:
    content = FILE.read_bytes()
    assert sha256(content).hexdigest() == SHA256
    head = content.decode().partition("*/")[0]
    assert not missing(head, f"/*! {PACKAGE} {VERSION}, ", "MIT License", "Copyright (c) 2024 Discord Inc.")


def test_only_the_activity_loads_it() -> None:
    naming = [name for name, content in page_assets().files.items() if FILE.name.encode() in content]
    assert set(naming) <= {"activity.js"}
    # Neither code made at run time nor other sites: the pages' policy allows neither.
    assert b"new Function" not in FILE.read_bytes()


NODE = shutil.which("node")
CONFIG = Path(__file__).parent / "tsconfig.json"


def test_the_types_in_scripts_fit() -> None:
    compiler = tool("typescript/bin/tsc")
    if NODE is None:
        pytest.skip("there is no Node, which runs TypeScript")
    checked = subprocess.run(
        [NODE, str(compiler), "--project", str(CONFIG), "--pretty", "false"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_moves_and_acts_are_read() -> None:
    assert MESSAGES.validate_json('{"do":"move","ply":3,"move":"d3"}') == Play(do="move", ply=3, move="d3")
    wanted = MESSAGES.validate_json('{"do":"act","act":"resign","names":"loss"}')
    assert wanted == Act(do="act", act="resign", names="loss")


@for_each(
    "sent",
    [
        "",
        "[]",
        '{"do":"delete"}',
        '{"do":"move","ply":"3","move":"d3"}',
        '{"do":"move","ply":-1,"move":"d3"}',
        '{"do":"move","ply":1,"move":"d3","user":5}',
        '{"do":"act","act":"win","names":""}',
        # What an older page sends names nothing: it is told to load itself again.
        '{"do":"act","act":"yes","ply":0,"value":""}',
    ],
)
def test_anything_else_is_rejected(sent: str) -> None:
    with pytest.raises(ValidationError):
        MESSAGES.validate_json(sent)


def test_markup_becomes_runs_with_names() -> None:
    text = "-# **<@5>** to move <t:7:R>\n\\*no\\* [link](https://example.org)"
    assert people_in(text) == {5}
    assert lines_of(text, {5: "<b>Ann</b>"}) == [
        {"runs": [["<b>Ann</b>", "b"], [" to move ", ""], ["7", "t", "R"]], "size": "small"},
        {"runs": [["*no* link", ""]]},
    ]


def test_a_table_keeps_its_columns() -> None:
    assert lines_of("Values:\n```\n  1   2\n +3 *-4*\n```\n-# In moves", {}) == [
        {"runs": [["Values:", ""]]},
        {"runs": [["  1   2\n +3 *-4*", ""]], "size": "code"},
        {"runs": [["In moves", ""]], "size": "small"},
    ]


def test_names_after_one_another_are_told_apart() -> None:
    assert lines_of("<@5> <@6> wait", {5: "Ann", 6: "Ben"}) == [{"runs": [["Ann, Ben wait", ""]]}]
