"""Every alert rule fires when it should, and is silent on a healthy bot: `deploy/server/alerts.test.yml`.

Prometheus' own promtool evaluates them where it is installed; what needs no evaluation is checked everywhere.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.test_deployment import METRIC, RULES, SERVER, exported, loaded

PROMTOOL = shutil.which("promtool") or ""
TESTS = loaded(SERVER / "alerts.test.yml")["tests"]
ALERTS = {rule["alert"]: rule for rule in RULES["groups"][0]["rules"]}


def evaluate(path: Path) -> None:
    """Run the tests of a file with promtool."""
    ended = subprocess.run(
        [PROMTOOL, "test", "rules", str(path)], capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.skipif(not PROMTOOL, reason="promtool is not installed")
def test_the_rules_do_what_their_tests_say() -> None:
    evaluate(SERVER / "alerts.test.yml")


def test_every_rule_has_a_test_that_it_fires_and_one_that_it_is_silent() -> None:
    fires: set[str] = set()
    silent: set[str] = set()
    for test in TESTS:
        for case in test["alert_rule_test"]:
            (fires if case["exp_alerts"] else silent).add(case["alertname"])
    assert fires == silent == set(ALERTS)


def test_the_tests_feed_the_metrics_that_their_rule_reads() -> None:
    for test in TESTS:
        (name,) = {case["alertname"] for case in test["alert_rule_test"]}
        given = {re.split(r"[{]", series["series"])[0] for series in test["input_series"]}
        asked = set(METRIC.findall(ALERTS[name]["expr"])) or {"up"}
        assert given <= asked, name
        assert given <= exported() | {"up"}, name
        if test["name"].endswith(" fires"):
            assert given >= asked - {"flipfour_discord_requests_total"}, name


def test_alerts_say_what_to_do() -> None:
    for name, rule in ALERTS.items():
        assert rule["annotations"]["action"].endswith("."), name
