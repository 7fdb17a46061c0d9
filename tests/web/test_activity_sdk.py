"""Discord's SDK, which is committed as one bundled file."""

from __future__ import annotations

from hashlib import sha256

from bot.web.assets import page_assets
from release.activity_sdk import FILE, PACKAGE, SHA256, VERSION


def test_the_file_is_the_named_version_with_its_licence() -> None:
    content = FILE.read_bytes()
    assert sha256(content).hexdigest() == SHA256
    head = content.decode().partition("*/")[0]
    assert f"/*! {PACKAGE} {VERSION}, " in head
    assert "MIT License" in head
    assert "Copyright (c) 2024 Discord Inc." in head


def test_only_the_activity_loads_it() -> None:
    naming = [name for name, content in page_assets().files.items() if FILE.name.encode() in content]
    assert set(naming) <= {"activity.js"}
    # Neither code made at run time nor other sites: the pages' policy allows neither.
    assert b"new Function" not in FILE.read_bytes()
