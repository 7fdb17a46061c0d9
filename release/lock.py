"""Pin all packages: `python -m release.lock`, or with `--upgrade` to the newest versions.

One resolution by uv, for all platforms and Python versions, is written twice: with hashes to
`requirements.txt`, and as `constraint-dependencies` to `pyproject.toml`, so that `uv run` installs what was
tested. `uv.lock` would hold the address of the package index, so it is not committed.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = "pyproject.toml"
REQUIREMENTS = "requirements.txt"

SECTIONS = {
    "Run": (
        *("--no-dev", "--extra", "cluster", "--extra", "linked-roles"),
        *("--extra", "postgres", "--extra", "sentry"),
    ),
    "Demo": ("--no-dev", "--extra", "demo"),
    "Build": ("--only-group", "build"),
}
"""Parts of requirements.txt, with the options of `uv export`; each lists what the ones before lack."""

_HEAD = """\
# What `python -m release.lock` found; a test compares it with pyproject.toml. To install everything:
#   pip install --require-hashes -r requirements.txt && pip install --no-deps .
"""

_CONSTRAINTS = re.compile(r"^constraint-dependencies = \[\n(?:    .*\n)*\]\n", re.MULTILINE)


def find_uv() -> str:
    """Return the path of uv: next to this Python, or on the PATH. Raises FileNotFoundError without one."""
    found = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if found is None:
        raise FileNotFoundError("uv is needed: pip install uv")
    return found


def lock(root: Path = ROOT, *, upgrade: bool = False) -> None:
    """Write both files, with the pinned versions where they still fit, or (`upgrade`) the newest ones."""
    project = (root / PROJECT).read_text("utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(root / "README.md", folder)
        free = with_constraints(project, [])
        (folder / PROJECT).write_text(free if upgrade else project, "utf-8")
        _uv(folder, "lock")
        pinned = _exported(folder, "--all-extras", "--all-groups", "--no-hashes")
        parts = {part: _exported(folder, *options) for part, options in SECTIONS.items()}
    (root / PROJECT).write_text(with_constraints(project, pinned), "utf-8")
    (root / REQUIREMENTS).write_text(_requirements(parts), "utf-8")


def with_constraints(project: str, pinned: list[str]) -> str:
    """Return the text of pyproject.toml with these constraints."""
    lines = "".join(f"    {_quoted(each)},\n" for each in pinned)
    changed, found = _CONSTRAINTS.subn(lambda _: f"constraint-dependencies = [\n{lines}]\n", project)
    if found != 1:
        raise ValueError("pyproject.toml has no list of constraint-dependencies")
    return changed


def _quoted(requirement: str) -> str:
    return '"' + requirement.replace(" ; ", "; ").replace('"', "'") + '"'


def _requirements(parts: dict[str, list[str]]) -> str:
    text, listed = _HEAD, set[str]()
    for part, found in parts.items():
        text += f"\n# {part}\n"
        for each in found:
            if each not in listed:
                listed.add(each)
                text += f"{each}\n"
    return text


def _exported(folder: Path, *options: str) -> list[str]:
    """Return the requirements that uv exports, each with its hashes."""
    text = _uv(folder, "export", "--frozen", "--no-emit-project", "--no-header", "--no-annotate", *options)
    # The lines of hashes are indented.
    return re.split(r"\n(?! )", text.strip())


def _uv(folder: Path, *arguments: str) -> str:
    command = [find_uv(), *arguments, "--quiet", "--directory", str(folder)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main(arguments: list[str]) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m release.lock", description="Pin all packages.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions of everything")
    lock(upgrade=parser.parse_args(arguments).upgrade)


if __name__ == "__main__":
    main(sys.argv[1:])
