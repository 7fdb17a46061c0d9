"""Images of Debian's packages, for machines that can't reach a registry of images.

They take the places of `python:3.12-slim` and `postgres:18`: with other versions, and only what the trial
needs. They require `mmdebstrap` (`apt install mmdebstrap`) and root.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

PYTHON = "flipfour-trial-python"
POSTGRES = "flipfour-trial-postgres"
SUITE = "trixie"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
"""This machine's, so that builds download as it does."""
SKIPPED = ("man", "doc", "locale")
"""Folders of /usr/share that slim images don't have either."""
ENTRYPOINT = """#!/bin/sh
# Creates the database at the first start and runs the server, as the official image's entrypoint does.
set -eu
export PGDATA=/var/lib/postgresql/data PATH="$(echo /usr/lib/postgresql/*/bin):$PATH"
as() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    install -d -o postgres -m 700 "$PGDATA"
    printf %s "$POSTGRES_PASSWORD" | as sh -c 'umask 077; cat > /tmp/password'
    as initdb --username "$POSTGRES_USER" --pwfile /tmp/password --auth-host scram-sha-256 --encoding UTF8
    rm /tmp/password
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    echo "CREATE DATABASE $POSTGRES_DB" | as postgres --single postgres
fi
install -d -o postgres /run/postgresql
exec setpriv --reuid postgres --regid postgres --clear-groups postgres -c listen_addresses=*
"""


def make(engine: str, folder: Path) -> None:
    """Make both images, unless they are there already; takes two minutes."""
    entrypoint = folder / "entrypoint.sh"
    entrypoint.write_text(ENTRYPOINT, "utf-8")
    _make(engine, folder, PYTHON, "python3-venv,python-is-python3")
    hooks = ("rm -rf $1/var/lib/postgresql/*", f"upload {entrypoint} /entrypoint.sh")
    _make(engine, folder, POSTGRES, "postgresql", hooks, 'ENTRYPOINT ["sh", "/entrypoint.sh"]')


def _make(
    engine: str, folder: Path, image: str, packages: str, hooks: tuple[str, ...] = (), *changes: str
) -> None:
    if not subprocess.run([engine, "image", "inspect", image], capture_output=True).returncode:
        return
    archive = folder / f"{image}.tar"
    options = [
        *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in SKIPPED),
        *(f"--customize-hook={hook}" for hook in (*hooks, f"upload {CERTIFICATES} {CERTIFICATES}")),
    ]
    include = f"--include=ca-certificates,{packages}"
    subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=minbase", include, *options, SUITE, str(archive)], check=True
    )
    changed = [option for change in changes for option in ("--change", change)]
    subprocess.run([engine, "import", *changed, str(archive), image], check=True, capture_output=True)
    archive.unlink()
