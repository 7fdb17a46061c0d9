"""requirements.txt and the constraints of pyproject.toml pin the same versions of everything."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from release.lock import with_constraints

ROOT = Path(__file__).parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
REQUIREMENTS = (ROOT / "requirements.txt").read_text("utf-8")
DOCUMENT: dict[str, Any] = tomllib.loads(PROJECT)


def pins(lines: list[str]) -> dict[str, set[tuple[str, str]]]:
    """Return by package the pinned versions, each with the platforms it is for."""
    found: dict[str, set[tuple[str, str]]] = {}
    for line in lines:
        requirement = Requirement(line)
        (specifier,) = requirement.specifier
        assert specifier.operator == "=="
        pin = (specifier.version, str(requirement.marker or ""))
        found.setdefault(canonicalize_name(requirement.name), set()).add(pin)
    return found


CONSTRAINTS = pins(DOCUMENT["tool"]["uv"]["constraint-dependencies"])
HASHED = pins(re.findall(r"^(\w.*?) \\$", REQUIREMENTS, flags=re.MULTILINE))


def test_both_files_pin_the_same_versions() -> None:
    assert len(HASHED) > 40
    assert HASHED.items() <= CONSTRAINTS.items(), "run: python -m release.lock"


def test_every_requirement_has_hashes() -> None:
    lines = [line for line in REQUIREMENTS.splitlines() if line and not line.startswith("#")]
    starts = [number for number, line in enumerate(lines) if not line.startswith(" ")]
    assert len(starts) == sum(len(pinned) for pinned in HASHED.values())
    for start in starts:
        assert re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", lines[start + 1])


def test_everything_that_can_be_required_is_pinned() -> None:
    project = DOCUMENT["project"]
    groups = DOCUMENT["dependency-groups"]
    run = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    for wanted, pinned in ((run, HASHED), (chain.from_iterable(groups.values()), CONSTRAINTS)):
        for requirement in map(Requirement, wanted):
            if requirement.name != project["name"]:
                versions = [version for version, _ in pinned[canonicalize_name(requirement.name)]]
                assert all(version in requirement.specifier for version in versions), requirement


def test_what_is_tested_is_what_is_pinned() -> None:
    for name, pinned in CONSTRAINTS.items():
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
        assert installed in {version for version, _ in pinned}, f"{name}: run uv sync"


def test_no_file_names_a_package_index() -> None:
    for text in (REQUIREMENTS, PROJECT):
        assert "--index-url" not in text
        assert "--find-links" not in text
        assert "file://" not in text
    assert "://" not in REQUIREMENTS


def test_constraints_are_replaced_in_place() -> None:
    text = with_constraints(PROJECT, ["one==1", "two==2 ; python_version < '3.12'"])
    assert tomllib.loads(text)["tool"]["uv"]["constraint-dependencies"] == [
        "one==1",
        "two==2; python_version < '3.12'",
    ]
    assert with_constraints(text, []) == with_constraints(PROJECT, [])
    with pytest.raises(ValueError, match="no list"):
        with_constraints("[project]\n", [])


def test_the_supported_pythons_are_the_same_everywhere() -> None:
    project = DOCUMENT["project"]
    named = [found for text in project["classifiers"] if (found := re.fullmatch(r".* :: 3\.(\d+)", text))]
    minors = [int(found[1]) for found in named]
    assert minors == [*range(minors[0], minors[-1] + 1)]
    assert project["requires-python"] == f">=3.{minors[0]},<3.{minors[-1] + 1}"
    tests = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    assert f"python: {json.dumps([f'3.{minor}' for minor in minors])}\n" in tests
    for page in ("README.md", "CONTRIBUTING.md", "docs/hosting.md"):
        assert f"Python 3.{minors[0]} to 3.{minors[-1]} " in (ROOT / page).read_text("utf-8"), page
