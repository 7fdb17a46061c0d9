"""Make a release: `python -m release 1.2.0`. Nothing is pushed; the last line says what to push.

It checks that the work tree is clean and on main, that the changelog says what is new and what to know
*before you update*, that the version is new, that published migrations are unchanged, and that the tests
pass. Then it writes the version and the date, commits, tags, and builds the packages into `dist/`.
"""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from release import steps
from release.lock import PROJECT, ROOT


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Make or rehearse a release; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m release", description="Make a release.")
    parser.add_argument("version", help="such as 1.2.0")
    parser.add_argument("--dry-run", action="store_true", help="check only, and say what would be done")
    parser.add_argument("--skip-tests", action="store_true", help="trust that they pass")
    parser.add_argument("--build", action="store_true", help="build the packages of a released version only")
    chosen = parser.parse_args(arguments)
    try:
        _release(root, chosen)
    except (steps.ReleaseError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _release(root: Path, chosen: argparse.Namespace) -> None:
    version: str = chosen.version
    if not chosen.build:
        steps.check(root, version)
        if not chosen.skip_tests:
            steps.run_tests(root)
        if chosen.dry_run:
            print(f"{version} can be released: {PROJECT} and {steps.CHANGELOG} would be written, ", end="")
            print(f"committed and tagged {steps.tag_of(version)}.")
            return
        steps.write(root, version, datetime.now(UTC).date())
        steps.commit(root, version)
    for path in steps.build(root, version):
        print(path.relative_to(root))
    if not chosen.build:
        print(f"To publish it: git push origin {steps.BRANCH} {steps.tag_of(version)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
