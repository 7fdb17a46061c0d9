"""The version: from the installed package, or from the project file of a bare checkout."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from executors import address
from executors.address import flipfour_version

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture(autouse=True)
def _no_cache() -> Iterator[None]:
    flipfour_version.cache_clear()
    yield
    flipfour_version.cache_clear()


@pytest.fixture
def _not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)


def test_an_installed_package_reports_its_metadata() -> None:
    assert flipfour_version() == metadata.version("flipfour")


@pytest.mark.usefixtures("_not_installed")
def test_a_checkout_that_is_not_installed_reports_its_project_file() -> None:
    assert flipfour_version() == tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"]


@pytest.mark.usefixtures("_not_installed")
@pytest.mark.parametrize("text", [None, "", "[project]\nname = 'flipfour'\n", "not toml"])
def test_with_none_it_is_unknown(text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "pyproject.toml"
    if text is not None:
        project.write_text(text, "utf-8")
    monkeypatch.setattr(address, "_PROJECT", project)
    assert flipfour_version() == "unknown"
