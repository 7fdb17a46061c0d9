"""The container's health check: it ends a bot that accepts connections and never answers."""

from __future__ import annotations

import os
import re
import signal
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.ports import free_port
from tests.test_docs import script as loaded

ROOT = Path(__file__).parents[1]
BOT, INIT, OTHER = 41, 1, 77


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script, among a few processes, whose signals are recorded."""
    script = loaded("healthcheck", ROOT / "deploy" / "image")
    commands = {
        INIT: ["/sbin/docker-init", "--", "flipfour", "run", "--exit-delay", "30"],
        BOT: ["/app/bin/python3", "/app/bin/flipfour", "run", "--exit-delay", "30"],
        OTHER: ["/app/bin/python3", "/app/bin/flipfour", "doctor"],
    }
    for number, words in commands.items():
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "cmdline").write_bytes("\0".join([*words, ""]).encode())
    script.PROCESSES, script.SILENT, script.TIMEOUT_SECONDS = tmp_path, tmp_path / "silent", 0.01
    script.sent = []
    monkeypatch.setattr(os, "kill", lambda number, sent: script.sent.append((number, sent)))
    return script


def test_a_silent_bot_is_ended_after_minutes(check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("FLIPFOUR_HEALTH_PORT", str(silent.getsockname()[1]))
        for _ in range(check.MAX_SILENT - 1):
            assert check.main() == 1
        assert check.sent == []
        assert check.main() == 1
        assert check.sent == [(BOT, signal.SIGABRT)]
        assert check.main() == 1
    assert check.sent[1:] == [(BOT, signal.SIGKILL)]


def test_no_proxy_is_asked(check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with HTTPServer(("127.0.0.1", 0), Healthy) as bot, socket.create_server(("127.0.0.1", 0)) as hanging:
        monkeypatch.setenv("FLIPFOUR_HEALTH_PORT", str(bot.server_port))
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{hanging.getsockname()[1]}")
        check.TIMEOUT_SECONDS = 30.0
        serving = threading.Thread(target=bot.handle_request)
        serving.start()
        assert check.main() == 0
        serving.join()


class Healthy(BaseHTTPRequestHandler):
    """A page that says that all is well."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *given: object) -> None:
        """Say nothing."""


def test_requests_follow_no_proxy_of_the_environment() -> None:
    """Those to this machine must not, and those to Discord have a setting of their own."""
    for folder in ("bot", "data", "deploy", "executors"):
        for path in (ROOT / folder).rglob("*.py"):
            found = re.search(r"trust_env=True|\burlopen\(", path.read_text("utf-8"))
            assert found is None, path


def test_a_bot_without_a_page_is_left_alone(check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It starts, or waits after a mistake in its settings."""
    monkeypatch.setenv("FLIPFOUR_HEALTH_PORT", str(free_port()))
    for _ in range(2 * check.MAX_SILENT):
        assert check.main() == 1
    assert check.sent == []
