"""Write docs/licences.md from the metadata of the installed packages that hosts run.

uv run python docs/make_licences.py
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]

ELSEWHERE = {
    "audioop-lts": "PSF-2.0",
    "certifi": "MPL-2.0",
    # Its compiled part is under Apache-2.0.
    "py4swiss": "MIT AND Apache-2.0",
    "sentry-sdk": "MIT",
    "urllib3": "MIT",
}
"""Licences of packages that only some installations have, or that have others than their metadata say."""

HEAD = """# Licences

Flipfour is under the MIT licence ([LICENSE](../LICENSE)). It brings along:

- the font Inter, and a part of the font Noto Sans CJK JP, both under the SIL Open Font License
  (`renderers/fonts/`);
- weights, books and puzzles made by the project's own programs, under its licence;
- Discord's SDK for Activities, bundled with the packages that it needs, under the MIT licence
  (`bot/web/static/discord-sdk.js`, which names theirs);
- in the image and in an installation, these Python packages, and Python itself (PSF-2.0); the base
  image has packages of Debian under licences of their own (`/usr/share/doc` there).

<!-- Made by docs/make_licences.py. -->

| package | licence |
| --- | --- |
"""


def required() -> list[str]:
    """Return the packages that a host installs, in the order of requirements.txt."""
    text = (ROOT / "requirements.txt").read_text("utf-8").partition("# Demo")[0]
    return list(dict.fromkeys(re.findall(r"^([\w.-]+)==", text, flags=re.MULTILINE)))


def licence(name: str) -> str | None:
    """Return the licence that a package declares; None if it is not installed."""
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    classified = [
        one.rpartition(" :: ")[2]
        for one in found.get_all("Classifier") or ()
        if one.startswith("License :: ") and not one.endswith("OSI Approved")
    ]
    said = found.get("License-Expression") or ", ".join(classified) or found.get("License") or "see its files"
    return said.splitlines()[0]


def page() -> str:
    """Return the page. Raises KeyError for a package that is neither installed nor known."""
    rows = [f"| {name} | {ELSEWHERE.get(name) or licence(name) or ELSEWHERE[name]} |" for name in required()]
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    (ROOT / "docs" / "licences.md").write_text(page(), "utf-8")
