"""The repository that hosts pull from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from deploy.trial.host import git

ROOT = Path(__file__).parents[2]
VERSIONS = Path("data/migrations/versions")
MIGRATION = '''"""A later version's table, for the trial."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    op.create_table("trial", sa.Column("id", sa.Integer, primary_key=True))
'''


@dataclass
class Releases:
    """A repository that hosts pull from: `old` is published first, then the newest commit."""

    folder: Path
    old: str
    new: str = ""
    """The newest commit when the trial began."""
    migrates: str = ""
    """How the newer release changes the tables."""

    def publish_old(self) -> None:
        """Publish the older release."""
        self.new = git(ROOT, "rev-parse", "HEAD")
        git(ROOT, "clone", "-q", "--no-hardlinks", str(ROOT), str(self.folder))
        git(self.folder, "checkout", "-q", "-B", "main", self.old)
        project = self.folder / "pyproject.toml"
        version = re.compile(r'^version = ".*"$', re.MULTILINE)
        if self.old != "HEAD":
            return
        project.write_text(version.sub('version = "1.0.0rc1"', project.read_text("utf-8")), "utf-8")
        git(self.folder, "commit", "-q", "--allow-empty", "-am", "Release 1.0.0rc1")

    def publish_new(self) -> None:
        """Publish the newest commit; if it has no new tables, with a migration that adds one."""
        before = self._revision()
        git(self.folder, "checkout", "-q", "-B", "next", self.new)
        newest = self._revision()
        self.migrates = f"{before} to {newest}"
        if newest == before:
            newest = f"{int(before) + 1:04d}"
            migration = self.folder / VERSIONS / f"{newest}_trial.py"
            migration.write_text(MIGRATION.format(revision=newest, before=before), "utf-8")
            self.migrates = f"{before} to {newest}, which the trial adds"
            git(self.folder, "add", "-A")
            git(self.folder, "commit", "-q", "-m", "Add a table")
        tree = git(self.folder, "rev-parse", "HEAD^{tree}")
        commit = git(self.folder, "commit-tree", tree, "-p", "main", "-m", "Release")
        git(self.folder, "checkout", "-q", "-B", "main", commit)

    def _revision(self) -> str:
        return max(path.name[:4] for path in (self.folder / VERSIONS).glob("[0-9]*_*.py"))
