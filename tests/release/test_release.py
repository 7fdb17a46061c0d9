"""Making a release in a repository of the test's own."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from release import steps
from release.__main__ import main

ROOT = Path(__file__).parents[2]

CHANGELOG = """\
# Changelog

## [Unreleased]

### Before you update

Nothing.

### Added

- A button.

## [1.0.0] - 2026-01-01

### Before you update

Nothing.

- Everything.
"""

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "flipfour"
version = "1.0.0"

[tool.hatch.build.targets.wheel]
packages = ["bot"]
"""

README = "# Flipfour\n\n    python3 -c 'print(\"pytest\")' # pytest\n"
MIGRATION = "data/migrations/versions/0001_first.py"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with 1.0.0 released and something new since."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ann@example.org")
        monkeypatch.setenv(f"GIT_{name}_DATE", "2026-02-01T12:00:00Z")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    folder = tmp_path / "flipfour"
    files = {
        "pyproject.toml": PROJECT,
        "README.md": README,
        "CHANGELOG.md": CHANGELOG,
        "requirements.txt": (ROOT / "requirements.txt").read_text("utf-8"),
        "bot/__init__.py": '"""The bot."""\n',
        ".gitignore": "/dist/\n",
        MIGRATION: "revision = '0001'\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    steps.git(folder, "init", "--quiet", "--initial-branch", "main")
    commit(folder)
    steps.git(folder, "tag", "v1.0.0")
    return folder


def commit(root: Path) -> None:
    steps.git(root, "add", ".")
    steps.git(root, "commit", "--quiet", "--message", "Change something")


def edit(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text("utf-8")
    assert old in text
    (root / name).write_text(text.replace(old, new, 1), "utf-8")
    commit(root)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The versions that were built, without building them."""
    versions: list[str] = []

    def build(_: Path, version: str) -> list[Path]:
        versions.append(version)
        return []

    monkeypatch.setattr(steps, "build", build)
    return versions


def test_a_release_is_written_committed_and_tagged_but_not_pushed(
    root: Path, built: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["1.1.0"], root) == 0
    assert capsys.readouterr().out.endswith("To publish it: git push origin main v1.1.0\n")
    assert built == ["1.1.0"]
    assert steps.current_version(root) == "1.1.0"
    assert steps.git(root, "status", "--porcelain") == ""
    assert steps.git(root, "log", "-1", "--format=%s") == "Release 1.1.0"
    assert steps.git(root, "rev-parse", "v1.1.0^{commit}") == steps.git(root, "rev-parse", "HEAD")
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    assert "## [Unreleased]\n\n## [1.1.0] - 20" in changelog
    assert (
        steps.notes_of(changelog, "1.1.0")
        == "### Before you update\n\nNothing.\n\n### Added\n\n- A button.\n"
    )
    assert main(["1.1.0"], root) == 1
    assert "v1.1.0 exists" in capsys.readouterr().err


def test_a_rehearsal_changes_nothing(root: Path, built: list[str]) -> None:
    before = steps.git(root, "rev-parse", "HEAD")
    assert main(["1.1.0", "--dry-run"], root) == 0
    assert steps.git(root, "rev-parse", "HEAD") == before
    assert steps.git(root, "status", "--porcelain") == ""
    assert steps.git(root, "tag") == "v1.0.0"
    assert built == []


def test_a_section_that_names_the_version_is_dated(root: Path, built: list[str]) -> None:
    edit(root, "CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n## [2.0.0] - soon\n")
    assert main(["2.0.0", "--skip-tests"], root) == 0
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    assert "soon" not in changelog
    assert changelog.count("[2.0.0]") == 1
    assert built == ["2.0.0"]


@pytest.mark.parametrize(("change", "version", "problem"), [
    (("CHANGELOG.md", "- A button.", ""), "1.1.0", "CHANGELOG.md says nothing about 1.1.0"),
    (("CHANGELOG.md", "Nothing.", ""), "1.1.0", "no text under “### Before you update”"),
    (("CHANGELOG.md", "## [Unreleased]", "## Soon"), "1.1.0", "no section for 1.1.0"),
    ((MIGRATION, "0001", "0002"), "1.1.0", f"published migrations have changed: {MIGRATION}"),
    (("README.md", "print", "exit"), "1.1.0", "the tests fail"),
    (("README.md", "Flipfour", "Flip"), "1.0.0", "1.0.0 has been released"),
    (("README.md", "Flipfour", "Flip"), "0.9.0", "older than the present version, 1.0.0"),
    (("README.md", "Flipfour", "Flip"), "1.1", "1.1 is not a version"),
])  # fmt: skip
def test_what_stops_a_release(
    root: Path, built: list[str], capsys: pytest.CaptureFixture[str], change: Sequence[str], version: str,
    problem: str
) -> None:  # fmt: skip
    edit(root, *change)
    assert main([version], root) == 1
    assert problem in capsys.readouterr().err
    assert steps.git(root, "tag") == "v1.0.0"
    assert built == []


def test_a_work_tree_that_is_not_clean_and_another_branch_stop_a_release(
    root: Path, built: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "new.txt").write_text("new", "utf-8")
    steps.git(root, "switch", "--quiet", "--create", "fix")
    assert main(["1.1.0"], root) == 1
    errors = capsys.readouterr().err
    assert "uncommitted changes" in errors
    assert "this is the branch fix" in errors
    assert built == []


def test_a_deleted_migration_stops_a_release_and_a_new_one_does_not(root: Path) -> None:
    (root / MIGRATION).with_name("0002_next.py").write_text("", "utf-8")
    commit(root)
    assert steps.changed_migrations(root) == []
    (root / MIGRATION).unlink()
    commit(root)
    assert steps.changed_migrations(root) == [MIGRATION]


@pytest.mark.parametrize("entry", ['msgid "Yes"\nmsgstr ""\n', '#, fuzzy\nmsgid "Yes"\nmsgstr "Oui"\n'])
def test_a_sentence_to_be_translated_or_read_again_stops_a_release(
    root: Path, capsys: pytest.CaptureFixture[str], entry: str
) -> None:
    (root / "languages").mkdir()
    (root / "languages/fr.po").write_text(f'msgid "No"\nmsgstr "Non"\n\n{entry}')
    commit(root)
    assert main(["1.1.0", "--dry-run"], root) == 1
    assert "fr.po: 1 sentences to be translated, or read again" in capsys.readouterr().err


def test_the_changelog_of_this_project_can_be_released() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert steps.BEFORE in steps.notes_of(changelog, steps.current_version(ROOT))


def test_packages_depend_on_the_commit(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uv = tmp_path / "uv"
    uv.write_text(
        """#!/bin/sh
        mkdir dist
        echo "$@ at $SOURCE_DATE_EPOCH" > dist/flipfour-1.0.0-py3-none-any.whl
        """,
        "utf-8",
    )
    uv.chmod(0o755)
    monkeypatch.setattr(steps, "find_uv", lambda: str(uv))
    (root / "dist").mkdir()
    (root / "dist" / "old.whl").write_text("old", "utf-8")
    built = steps.build(root, "1.0.0")
    assert [path.name for path in built] == ["flipfour-1.0.0-py3-none-any.whl", "requirements.txt"]
    assert built[0].read_text("utf-8") == (
        f"build --quiet --out-dir {root / 'dist'} --build-constraints requirements.txt --require-hashes "
        "at 1769947200\n"
    )
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in built]
    assert (root / "dist" / "SHA256SUMS").read_text("utf-8").splitlines() == sums
    assert (root / "dist" / "notes.md").read_text("utf-8").startswith(steps.BEFORE)
    with pytest.raises(steps.ReleaseError, match=r"the source of 1\.0\.0, not of 1\.1\.0"):
        steps.build(root, "1.1.0")
