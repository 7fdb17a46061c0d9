"""Bundle Discord's SDK for Activities into one file: `python -m release.activity_sdk` (needs npm).

Hosts and contributors need no Node: `bot/web/static/discord-sdk.js` is committed, and a test compares it with
the version and hash below. To update, change the versions, run this, and put the printed hash here.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from release.lock import ROOT

PACKAGE, VERSION = "@discord/embedded-app-sdk", "2.5.0"
BUNDLER = "esbuild@0.28.2"
SHA256 = "1214df9f62c2b4da74b54a0777a4bb2810eb48bc196448dc69a19a14d0985055"
"""Hash of the committed file."""

FILE = ROOT / "bot" / "web" / "static" / "discord-sdk.js"

INSIDE = ", ".join(
    (
        "big-integer (Unlicense)",
        "decimal.js-light",
        "eventemitter3",
        "lodash.transform",
        "uuid",
        "zod (MIT)",
        "tslib (0BSD)",
    )
)
"""What the package brings along, with licences."""


def bundle(folder: Path) -> bytes:
    """Return the file, made in an empty folder."""
    npm = ["npm", "install", "--no-audit", "--no-fund", f"{PACKAGE}@{VERSION}", BUNDLER]
    subprocess.run(npm, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    licence = (folder / "node_modules" / PACKAGE / "LICENSE.md").read_text("utf-8").strip()
    (folder / "entry.js").write_text(f'export {{ DiscordSDK }} from "{PACKAGE}";\n', "utf-8")
    bundled = subprocess.run(
        [
            folder / "node_modules" / ".bin" / "esbuild",
            "entry.js",
            *("--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=none"),
        ],
        cwd=folder,
        check=True,
        capture_output=True,
    ).stdout
    return f"// @ts-nocheck\n/*! {PACKAGE} {VERSION}, with {INSIDE}.\n\n{licence}\n*/\n".encode() + bundled


def main() -> int:
    """Write the file and print its hash."""
    with tempfile.TemporaryDirectory() as folder:
        content = bundle(Path(folder))
    FILE.write_bytes(content)
    digest = sha256(content).hexdigest()
    print(f"{FILE.relative_to(ROOT)}: {len(content)} bytes, SHA-256 {digest}")
    if digest != SHA256:
        print("put this hash into release/activity_sdk.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
