"""The workflows fit the project, and trust nothing that can change under a fixed name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from tests.cases import for_each

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def commands(workflow: dict[str, Any]) -> str:
    """Return all commands of a workflow."""
    return "\n".join(step.get("run", "") for job in workflow["jobs"].values() for step in job["steps"])


@for_each("path", WORKFLOWS)
def test_actions_are_pinned_and_permissions_named(path: Path) -> None:
    text = path.read_text("utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert used
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", action) for action in used)
    workflow = yaml.safe_load(text)
    given = [workflow["permissions"], *(job.get("permissions", {}) for job in workflow["jobs"].values())]
    written = [name for permissions in given for name, access in permissions.items() if access == "write"]
    assert sorted(written) == {"ci": [], "release": ["contents", "packages"]}[path.stem]
    assert all(job["timeout-minutes"] <= 90 for job in workflow["jobs"].values())


def test_every_change_is_tested_by_the_command_of_the_maintainers() -> None:
    assert ".ci/run" in commands(yaml.safe_load(WORKFLOWS[0].read_text("utf-8"))).splitlines()


def test_a_release_publishes_packages_and_an_image_with_its_contents_and_origin() -> None:
    workflow = yaml.safe_load(WORKFLOWS[1].read_text("utf-8"))
    run = commands(workflow)
    image = ("--platform linux/amd64,linux/arm64", "--sbom=true", "--provenance=mode=max")
    assert [part for part in ("python -m release --build", *image, "dist/*.whl") if part not in run] == []


def test_what_may_publish_runs_no_code_of_the_project() -> None:
    """A package that a build runs must not get at the token that can write."""
    jobs = yaml.safe_load(WORKFLOWS[1].read_text("utf-8"))["jobs"]
    for job in jobs.values():
        if job["permissions"].get("contents") == "write":
            run = commands({"jobs": {"this": job}})
            assert [step["run"].split()[0] for step in job["steps"] if "run" in step] == ["gh"], run
            assert not [step for step in job["steps"] if "actions/checkout" in step.get("uses", "")]
            assert jobs[job["needs"]]["permissions"] == {"contents": "read"}
    steps = [str(step) for step in jobs["image"]["steps"]]
    (login,) = [number for number, step in enumerate(steps) if "docker/login-action" in step]
    assert "docker buildx build --platform linux/amd64,linux/arm64" in steps[login - 1]


def test_a_release_is_built_with_pinned_packages() -> None:
    run = commands(yaml.safe_load(WORKFLOWS[1].read_text("utf-8")))
    installed = re.findall(r"pip install (.*)", run)
    assert installed == ["-q --require-hashes -r release/requirements.txt"]
    pinned = (ROOT / "release" / "requirements.txt").read_text("utf-8")
    assert re.findall(r"^(\w\S*) \\$", pinned, re.MULTILINE)[0].startswith("uv==")
    assert "--hash=sha256:" in pinned


def test_the_base_image_is_pinned() -> None:
    images = re.findall(r"^FROM (\S+)(?: AS (\S+))?$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    names = {name for _, name in images if name}
    foreign = [image for image, _ in images if image not in names]
    assert len(foreign) == 1
    assert re.fullmatch(r"python:3\.12-slim@sha256:[0-9a-f]{64}", foreign[0])
