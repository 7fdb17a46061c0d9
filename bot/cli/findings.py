"""Findings printed for people or for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from bot.hosting.checking import Finding, Grade


def print_findings(findings: Sequence[Finding], *, as_json: bool) -> int:
    """Print what was found, a line each; returns the exit code: 1 if anything does not work."""
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
