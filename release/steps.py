"""The steps of a release: check, write the version and the changelog's date, commit, tag, build."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from datetime import date
from pathlib import Path

from babel.messages.pofile import read_po

from release.languages import missing
from release.lock import PROJECT, REQUIREMENTS, find_uv

BRANCH = "main"
CHANGELOG = "CHANGELOG.md"
MIGRATIONS = "data/migrations/versions"
DIST = "dist"

BEFORE = "### Before you update"
"""Heading that every release has in the changelog: what hosts have to know or do first."""

_VERSION = re.compile(r'^version = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
_TESTS = re.compile(r"^    (python3 .*pytest)$", re.MULTILINE)


class ReleaseError(Exception):
    """The release cannot be made; the message says why in one line or one per problem."""


def check(root: Path, version: str) -> None:
    """Raise ReleaseError with everything that stops this version from being released."""
    problems = [*_version_problems(root, version), *_changelog_problems(root, version)]
    problems += _language_problems(root)
    if git(root, "status", "--porcelain"):
        problems.append("there are uncommitted changes: commit them first")
    branch = git(root, "rev-parse", "--abbrev-ref", "HEAD")
    if branch != BRANCH:
        problems.append(f"this is the branch {branch}: releases are made on {BRANCH}")
    changed = changed_migrations(root)
    if changed:
        problems.append(f"published migrations have changed: {', '.join(changed)}; write a new one instead")
    if problems:
        raise ReleaseError("\n".join(problems))


def _version_problems(root: Path, version: str) -> list[str]:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        return [f"{version} is not a version such as 1.2.0"]
    if git(root, "tag", "--list", tag_of(version)):
        return [f"{version} has been released: {tag_of(version)} exists"]
    now = current_version(root)
    if _parts(version) < _parts(now):
        return [f"{version} is older than the present version, {now}"]
    return []


def _changelog_problems(root: Path, version: str) -> list[str]:
    try:
        notes = notes_of((root / CHANGELOG).read_text("utf-8"), version)
    except ReleaseError as error:
        return [str(error)]
    problems = []
    if not re.search(r"^- ", notes, re.MULTILINE):
        problems.append(f"{CHANGELOG} says nothing about {version}")
    if not re.search(rf"^{BEFORE}\n+[^#\s]", notes, re.MULTILINE):
        problems.append(f"{CHANGELOG} has no text under “{BEFORE}” for {version}; “Nothing.” is one")
    return problems


def _language_problems(root: Path) -> list[str]:
    problems = []
    for path in sorted((root / "languages").glob("*.po")):
        with path.open("rb") as file:
            lacking = len([*missing(read_po(file, locale=path.stem))])
        if lacking:
            problems.append(f"{path.name}: {lacking} sentences to be translated, or read again")
    return problems


def changed_migrations(root: Path) -> list[str]:
    """Return the migrations of the last release that have been changed, renamed or deleted since."""
    tags = git(root, "tag", "--list", "v*", "--sort=-version:refname", "--merged", "HEAD").split()
    if not tags:
        return []
    listed = git(
        root, "diff", "--no-renames", "--name-only", "--diff-filter=MD", tags[0], "--", f"{MIGRATIONS}/*.py"
    )
    return listed.split()


def run_tests(root: Path) -> None:
    """Run the test command of the README. Raises ReleaseError if it fails."""
    found = _TESTS.search((root / "README.md").read_text("utf-8"))
    if found is None:
        raise ReleaseError("the README has no test command")
    if subprocess.run(["bash", "-c", found[1]], cwd=root, check=False).returncode:
        raise ReleaseError(f"the tests fail: {found[1]}")


def write(root: Path, version: str, day: date) -> None:
    """Write the version to the project file and the version with its date to the changelog."""
    project, changelog = root / PROJECT, root / CHANGELOG
    text, found = _VERSION.subn(f'version = "{version}"', project.read_text("utf-8"))
    if found != 1:
        raise ReleaseError(f"{PROJECT} has {found} versions instead of one")
    project.write_text(text, "utf-8")
    changelog.write_text(dated(changelog.read_text("utf-8"), version, day), "utf-8")


def dated(changelog: str, version: str, day: date) -> str:
    """Return the changelog with this version's section dated, and an empty one for what comes next."""
    heading = f"## [{version}] - {day.isoformat()}"
    text, found = re.subn(rf"^## \[{re.escape(version)}\].*$", heading, changelog, flags=re.MULTILINE)
    if found:
        return text
    return changelog.replace("## [Unreleased]\n", f"## [Unreleased]\n\n{heading}\n", 1)


def notes_of(changelog: str, version: str) -> str:
    """Return a version's section of the changelog; before its release, that may be the one for it or
    `[Unreleased]`.
    """
    for name in (version, "Unreleased"):
        found = re.search(
            rf"^## \[{re.escape(name)}\].*\n((?:(?!## \[).*\n?)*)", changelog, flags=re.MULTILINE
        )
        if found is not None:
            return found[1].strip() + "\n"
    raise ReleaseError(f"{CHANGELOG} has no section for {version}, nor [Unreleased]")


def commit(root: Path, version: str) -> None:
    """Commit what was written, if anything, and tag it."""
    git(root, "add", PROJECT, CHANGELOG)
    if git(root, "diff", "--cached", "--name-only"):
        git(root, "commit", "--quiet", "--message", f"Release {version}")
    git(root, "tag", "--annotate", tag_of(version), "--message", f"Flipfour {version}")


def build(root: Path, version: str) -> list[Path]:
    """Build wheel and sdist into `dist/`, with the pinned requirements, release notes and checksums.

    The same commit gives the same files, whenever and wherever they are built.
    """
    if current_version(root) != version:
        raise ReleaseError(f"this is the source of {current_version(root)}, not of {version}")
    folder = root / DIST
    shutil.rmtree(folder, ignore_errors=True)
    made_at = git(root, "log", "-1", "--format=%ct")
    command = [find_uv(), "build", "--quiet", "--out-dir", str(folder)]
    # What builds them is pinned by its hashes.
    command += ["--build-constraints", REQUIREMENTS, "--require-hashes"]
    subprocess.run(command, cwd=root, env=os.environ | {"SOURCE_DATE_EPOCH": made_at}, check=True)
    (folder / ".gitignore").unlink(missing_ok=True)
    shutil.copy(root / REQUIREMENTS, folder)
    built = sorted(folder.iterdir())
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in built)
    (folder / "SHA256SUMS").write_text(sums, "utf-8")
    (folder / "notes.md").write_text(notes_of((root / CHANGELOG).read_text("utf-8"), version), "utf-8")
    return built


def current_version(root: Path) -> str:
    """Return the version in the project file, its only place."""
    found = _VERSION.search((root / PROJECT).read_text("utf-8"))
    if found is None:
        raise ReleaseError(f"{PROJECT} has no version")
    return found[1]


def tag_of(version: str) -> str:
    """Return the tag of a version."""
    return f"v{version}"


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def git(root: Path, *arguments: str) -> str:
    """Run git and return what it prints. Raises ReleaseError with its message."""
    ended = subprocess.run(
        ["git", *arguments], cwd=root, check=False, capture_output=True, text=True, encoding="utf-8"
    )
    if ended.returncode:
        raise ReleaseError(f"git {arguments[0]} failed: {ended.stderr.strip()}")
    return ended.stdout.strip()
