"""`flipfour doctor`, and findings printed for people or for programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from bot.core.errors import HostError

if TYPE_CHECKING:
    from bot.cli.parser import Commands
    from bot.hosting.checking import Finding


def add(commands: Commands) -> None:
    parser = commands.add_parser("doctor", help="check that everything is set up well")
    parser.add_argument("--fix", action="store_true", help="fix what can be fixed safely")
    parser.add_argument("--offline", action="store_true", help="don't contact Discord")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(carry_out=_doctor)
    parser = commands.add_parser(
        "diagnostics", help="write a file to attach to a bug report, without anything secret or personal"
    )
    parser.add_argument(
        "file",
        nargs="?",
        default="flipfour-diagnostics.json",
        help="the file (default: flipfour-diagnostics.json; - for standard output)",
    )
    parser.set_defaults(carry_out=_diagnostics)


def _diagnostics(chosen: argparse.Namespace) -> None:
    import asyncio

    from bot.settings import settings

    loaded = settings.load(chosen.env_file)
    from bot.hosting.diagnostics import diagnose

    text = json.dumps(asyncio.run(diagnose(loaded)), indent=2, ensure_ascii=False) + "\n"
    if chosen.file == "-":
        print(text, end="")
        return
    try:
        Path(chosen.file).write_text(text, "utf-8")
    except OSError as error:
        raise HostError(f"{chosen.file} cannot be written: {error.strerror}") from error
    print(
        f"{chosen.file} is ready to be attached. Nothing in it is secret or personal; have a look yourself."
    )


def _progress(text: str) -> None:
    """Say on standard error what is done now: the findings come at the end."""
    print(f"  … {text}", file=sys.stderr, flush=True)


def _doctor(chosen: argparse.Namespace) -> int:
    import asyncio

    from bot.settings import settings

    loaded = settings.load(chosen.env_file)
    from bot.hosting.doctor import check_machine, check_token

    async def look() -> int:
        found = await check_machine(loaded, fix=chosen.fix, say=_progress)
        if chosen.offline:
            found = [check_token(loaded), *found]
        else:
            from bot.hosting.discord_check import check_discord, check_pages
            from bot.rooms import add_commands

            _progress("asking Discord")
            found = [*await check_discord(loaded, add_commands), *found]
            _progress("visiting the web pages")
            found += await check_pages(loaded)
        return print_findings(found, as_json=chosen.json)

    return asyncio.run(look())


def print_findings(findings: Sequence[Finding], *, as_json: bool) -> int:
    """Print one line per finding and return the exit code, 1 if anything doesn't work."""
    from bot.hosting.checking import Grade

    healthy = all(finding.grade is not Grade.BAD for finding in findings)
    if as_json:
        rows = [asdict(finding) | {"grade": finding.grade.name.lower()} for finding in findings]
        print(json.dumps({"healthy": healthy, "findings": rows}, indent=2, ensure_ascii=False))
    else:
        width = max((len(finding.subject) for finding in findings), default=0)
        for finding in findings:
            advice = f" → {finding.advice}" if finding.advice else ""
            print(f"{finding.grade.value} {finding.subject:<{width}}  {finding.text}{advice}")
    return 0 if healthy else 1
