"""Documentation is true: names and links exist, commands are up to date, features live where it says."""

from __future__ import annotations

import importlib
import importlib.util
import re
from pathlib import Path
from typing import Any

from PIL import Image

from bot.settings.settings import names
from tests.cases import for_each, there

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
NAME = r"`((?:bot|data|engine|executors|renderers)(?:\.\w+)+)`"
NAMES = sorted({*re.findall(NAME, (DOCS / "architecture.md").read_text("utf-8"))})


def without_code(markdown: str) -> str:
    """Return the text without code blocks."""
    return re.sub(r"^```.*?^```", "", markdown, flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", without_code(page.read_text("utf-8")), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def script(name: str, folder: Path = DOCS) -> Any:
    """Load a script, by default of the documentation."""
    spec = there(importlib.util.spec_from_file_location(name, folder / f"{name}.py"))
    loaded = importlib.util.module_from_spec(spec)
    there(spec.loader).exec_module(loaded)
    return loaded


def test_the_lists_of_commands_and_budgets_are_up_to_date() -> None:
    written = (DOCS / "commands.md").read_text("utf-8")
    assert written == script("make_commands").page(), "run: python docs/make_commands.py"
    text = (DOCS / "limits.md").read_text("utf-8")
    assert script("make_limits").page(text) == text, "run: python docs/make_limits.py"


def test_the_list_of_settings_is_up_to_date() -> None:
    make_settings = script("make_settings")
    advice = "run: python docs/make_settings.py"
    assert (DOCS / "settings.md").read_text("utf-8") == make_settings.page(), advice
    assert (ROOT / ".env.example").read_text("utf-8") == make_settings.example(), advice
    listed = [field for fields in make_settings.SECTIONS.values() for field in fields]
    assert sorted(listed) == sorted(names())


def test_the_list_of_licences_is_up_to_date() -> None:
    """Every package that a host installs is named; its licence is read from the installed one."""
    make_licences = script("make_licences")
    written = (DOCS / "licences.md").read_text("utf-8")
    assert re.findall(r"^\| ([\w.-]+) \| \S", written, flags=re.MULTILINE)[2:] == make_licences.required(), (
        "run: python docs/make_licences.py"
    )


def test_files_named_as_evidence_or_brought_along_exist() -> None:
    for page in ("quality.md", "licences.md"):
        paths = re.findall(r"`((?:\w+/)[\w./]*)`", (DOCS / page).read_text("utf-8"))
        assert paths
        for path in paths:
            assert (ROOT / path).exists(), path


def test_the_texts_for_the_app_directory_are_within_its_limits() -> None:
    kit = DOCS / "app-directory"
    parts = re.split(r"^## (.+)$", (kit / "README.md").read_text("utf-8"), flags=re.MULTILINE)
    texts = {heading: text.strip() for heading, text in zip(parts[1::2], parts[2::2], strict=True)}
    assert len(texts["Description in the profile"]) <= 400
    assert len(texts["Short description"]) <= 200
    assert len(texts["Long description"]) <= 4000
    tags = texts["Tags"].split(", ")
    assert len(tags) <= 5
    assert all(len(tag) <= 20 for tag in tags)
    for name in re.findall(r"\]\((\w+\.png)\)", texts["Pictures"]):
        with Image.open(kit / name) as picture:
            assert picture.width * 9 == picture.height * 16


def test_every_feature_lives_where_the_pages_say() -> None:
    """docs/commands.md names folders and modules that exist, each inside a room of the README's tree."""
    table = (DOCS / "commands.md").read_text("utf-8").partition("## Where each feature lives")[2]
    features = re.findall(r"^\| ([^|]+) \| (`[^|]+`) \|$", table, flags=re.MULTILINE)
    assert len(features) >= 20
    readme = (ROOT / "README.md").read_text("utf-8")
    tree = set(re.findall(r"^    ([a-z]+/(?:[a-z]+/)*) ", readme, re.MULTILINE))
    for feature, code in features:
        for folder in re.findall(r"`([^`]+)`", code):
            path = ROOT / folder
            assert path.is_file() or (path / "__init__.py").is_file(), (feature, folder)
            assert any(folder.startswith(room) for room in tree), (feature, folder)


@for_each("name", NAMES)
def test_a_name_on_the_architecture_page_exists(name: str) -> None:
    assert len(NAMES) > 20
    parts = name.split(".")
    # The longest importable beginning is a module, the rest are its attributes.
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return
    raise AssertionError(f"{name} does not exist")


@for_each("page", PAGES)
def test_links_point_to_existing_files_and_headings(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text("utf-8"))):
        if "://" in target or target.startswith("mailto:"):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        assert path.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(path), f"{page.name}: {target}"


FROM_AN_INDEX = re.compile(
    r"(?:pipx? install|uvx|uv (?:add|pip install|tool install))[^\n|`&;]*\bflipfour\b(?![-./])|flipfour\["
)
"""A suggestion to install a package of this name, or one of its extras."""


def test_nothing_suggests_a_package_of_this_name_from_an_index() -> None:
    """The name is not ours on PyPI, so that a stranger's package would be installed."""
    for suggestion in ("pip install -U 'flipfour'", "uv tool install flipfour", '"flipfour[demo]"'):
        assert FROM_AN_INDEX.search(suggestion)
    folders = (
        "bench", "bot", "data", "deploy", "docs", "engine", "executors", "languages", "release", "renderers",
        ".github",
    )  # fmt: skip
    inside = (path for folder in folders for path in (ROOT / folder).rglob("*.*"))
    binary = {".pyc", ".png", ".ttf", ".npz", ".gz", ".bin", ".zip", ".mo"}
    for path in (*ROOT.glob("*.md"), ROOT / ".env.example", ROOT / "Dockerfile", *inside):
        if path.is_file() and path.suffix not in binary:
            found = FROM_AN_INDEX.search(path.read_text("utf-8", errors="ignore"))
            assert found is None, f"{path.relative_to(ROOT)}: {found and found.group()}"


def test_the_command_that_runs_the_tests_is_the_same_everywhere() -> None:
    """Maintainers and the CI host run the newcomers' command, plus the long tests."""
    readme = (ROOT / "README.md").read_text("utf-8")
    (command,) = re.findall(r"^    (python3 .*pytest)$", readme, re.MULTILINE)
    assert (ROOT / ".ci" / "run").read_text("utf-8").splitlines()[-1] == f"{command} --all"
